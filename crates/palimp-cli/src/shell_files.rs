//! Man pages and completions, where the user's own shell and `man` look for them.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory};
use palimp_files::{Depth, Partial};

use crate::cli::Cli;
use crate::client_setup;
use crate::context::Cx;
use crate::error::CliError;
use crate::output::say;

/// Man pages and completions, and the places of their files.
pub(crate) struct ShellFiles {
    data: PathBuf,
    /// Names which files are palimp's: those alone are written over, or removed.
    record: PathBuf,
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl ShellFiles {
    /// Returns the files of this user: man pages, and the completion of the shell that `SHELL`
    /// names.
    pub(crate) fn for_user(cx: &Cx) -> Result<ShellFiles, CliError> {
        let data = client_setup::data_dir()?;
        let mut files = Vec::new();
        let mut palimp = Cli::command();
        palimp.build();
        add_man_pages(&palimp, &data.join("man/man1"), &mut files)?;
        files.extend(shell_completion(&data));
        Ok(ShellFiles { record: record_path(cx), data, files })
    }

    /// Returns the directory in which the files are.
    pub(crate) fn data_dir(&self) -> &Path {
        &self.data
    }

    /// True if every file is there as it should be.
    pub(crate) fn is_up_to_date(&self) -> bool {
        self.files
            .iter()
            .all(|(path, bytes)| palimp_files::read(path).is_ok_and(|there| there == *bytes))
    }

    /// Says which files it would be.
    pub(crate) fn print_files(&self) {
        self.files.iter().for_each(|(path, _)| say(format!("+ {}", path.display())));
    }

    /// Writes the files. One that somebody else put there is left alone.
    pub(crate) fn write_files(&self) -> Result<(), CliError> {
        let ours = read_record(&self.record);
        let free = |path: &PathBuf| ours.contains(path) || !path.exists();
        let files: Vec<_> = self.files.iter().filter(|(path, _)| free(path)).collect();
        let names: Vec<String> =
            files.iter().map(|(path, _)| path.to_string_lossy().into_owned()).collect();
        palimp_engine::home::files::replace_file(&self.record, names.join("\n").as_bytes())?;
        let put = |(path, bytes): &(PathBuf, Vec<u8>)| {
            write_file(path, bytes)
                .map_err(|error| CliError::user(format!("{}: {error}", path.display())))
        };
        files.into_iter().try_for_each(put)
    }
}

/// Writes a file that can be made anew, and so waits for no disk.
fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let dir = path.parent().unwrap_or(Path::new("."));
    palimp_files::private_dir(dir)?;
    let mut partial = Partial::usual_in(dir)?;
    partial.write(bytes)?;
    partial.rename_without_sync(path)
}

/// Removes what was put there, and directories that are empty then; answers how many files went.
pub(crate) fn remove_files(cx: &Cx) -> usize {
    let record = record_path(cx);
    let files = read_record(&record);
    let gone = files.iter().filter(|path| std::fs::remove_file(path).is_ok()).count();
    for dir in files.iter().filter_map(|path| path.parent()) {
        palimp_files::sweep(dir, Depth::Flat);
        // What others keep there stays: only an empty directory can be removed so.
        let _ = std::fs::remove_dir(dir);
    }
    let _ = std::fs::remove_file(record);
    gone
}

fn record_path(cx: &Cx) -> PathBuf {
    cx.home.shelf_file()
}

fn read_record(record: &Path) -> Vec<PathBuf> {
    let text = palimp_files::read_private(record).unwrap_or_default();
    String::from_utf8_lossy(&text).lines().map(PathBuf::from).collect()
}

/// A page a command.
fn add_man_pages(
    command: &Command,
    dir: &Path,
    files: &mut Vec<(PathBuf, Vec<u8>)>,
) -> io::Result<()> {
    let page = clap_mangen::Man::new(command.clone());
    let mut bytes = Vec::new();
    page.render(&mut bytes)?;
    files.push((dir.join(page.get_filename()), bytes));
    let shown = |it: &&Command| !it.is_hide_set() && it.get_name() != "help";
    command.get_subcommands().filter(shown).try_for_each(|inner| add_man_pages(inner, dir, files))
}

/// The completion of the shell that `SHELL` names, where it looks for that by itself; of zsh, which
/// looks nowhere in a home, where `fpath` can name it.
fn shell_completion(data: &Path) -> Option<(PathBuf, Vec<u8>)> {
    let shell = std::env::var_os("SHELL")?;
    let shell = Path::new(&shell).file_name()?.to_str()?.to_owned();
    let place = match shell.as_str() {
        "bash" => "bash-completion/completions/palimp",
        "zsh" => "zsh/site-functions/_palimp",
        "fish" => "fish/vendor_completions.d/palimp.fish",
        _ => return None,
    };
    Some((data.join(place), crate::complete::loader_script(&shell)?.into_bytes()))
}
