//! Man pages and completions, where the user's own shell and `man` look for them.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory};
use palimp_files::{Depth, Partial};

use crate::cli::Cli;
use crate::context::Cx;
use crate::error::Failure;
use crate::output::say;
use crate::wiring;

/// What is put there, and where.
pub(crate) struct Shelf {
    data: PathBuf,
    /// Names which files are palimp's: those alone are written over, or removed.
    record: PathBuf,
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl Shelf {
    /// The shelf of this user: man pages, and the completion of the shell that `SHELL` names.
    pub(crate) fn of(cx: &Cx) -> Result<Shelf, Failure> {
        let data = wiring::data()?;
        let mut files = Vec::new();
        let mut palimp = Cli::command();
        palimp.build();
        pages(&palimp, &data.join("man/man1"), &mut files)?;
        files.extend(completion(&data));
        Ok(Shelf { record: record(cx), data, files })
    }

    /// Where it is.
    pub(crate) fn place(&self) -> &Path {
        &self.data
    }

    /// Whether every file stands there as it should.
    pub(crate) fn is_up_to_date(&self) -> bool {
        self.files
            .iter()
            .all(|(path, bytes)| palimp_files::read(path).is_ok_and(|there| there == *bytes))
    }

    /// Says which files it would be.
    pub(crate) fn tell(&self) {
        self.files.iter().for_each(|(path, _)| say!("+ {}", path.display()));
    }

    /// Writes the files. One that somebody else put there is left alone.
    pub(crate) fn fill(&self) -> Result<(), Failure> {
        let ours = recorded(&self.record);
        let free = |path: &PathBuf| ours.contains(path) || !path.exists();
        let files: Vec<_> = self.files.iter().filter(|(path, _)| free(path)).collect();
        let names: Vec<String> =
            files.iter().map(|(path, _)| path.to_string_lossy().into_owned()).collect();
        palimp_store::files::replace_file(&self.record, names.join("\n").as_bytes())?;
        let put = |(path, bytes): &(PathBuf, Vec<u8>)| {
            put(path, bytes).map_err(|error| Failure::user(format!("{}: {error}", path.display())))
        };
        files.into_iter().try_for_each(put)
    }
}

/// Writes a file that can be made anew, and so waits for no disk.
fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let dir = path.parent().unwrap_or(Path::new("."));
    palimp_files::private_dir(dir)?;
    let mut partial = Partial::usual_in(dir)?;
    partial.write(bytes)?;
    partial.become_file_soon(path)
}

/// Removes what was put there, and directories that are empty then; answers how many files went.
pub(crate) fn clear(cx: &Cx) -> usize {
    let record = record(cx);
    let files = recorded(&record);
    let gone = files.iter().filter(|path| std::fs::remove_file(path).is_ok()).count();
    for dir in files.iter().filter_map(|path| path.parent()) {
        palimp_files::sweep(dir, Depth::Flat);
        // What others keep there stays: only an empty directory can be removed so.
        let _ = std::fs::remove_dir(dir);
    }
    let _ = std::fs::remove_file(record);
    gone
}

fn record(cx: &Cx) -> PathBuf {
    cx.home.shelf_file()
}

fn recorded(record: &Path) -> Vec<PathBuf> {
    let text = palimp_files::read_private(record).unwrap_or_default();
    String::from_utf8_lossy(&text).lines().map(PathBuf::from).collect()
}

/// A page a command.
fn pages(command: &Command, dir: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) -> io::Result<()> {
    let page = clap_mangen::Man::new(command.clone());
    let mut bytes = Vec::new();
    page.render(&mut bytes)?;
    files.push((dir.join(page.get_filename()), bytes));
    let shown = |it: &&Command| !it.is_hide_set() && it.get_name() != "help";
    command.get_subcommands().filter(shown).try_for_each(|inner| pages(inner, dir, files))
}

/// The completion of the shell that `SHELL` names, where it looks for that by itself; of zsh, which
/// looks nowhere in a home, where `fpath` can name it.
fn completion(data: &Path) -> Option<(PathBuf, Vec<u8>)> {
    let shell = std::env::var_os("SHELL")?;
    let shell = Path::new(&shell).file_name()?.to_str()?.to_owned();
    let place = match shell.as_str() {
        "bash" => "bash-completion/completions/palimp",
        "zsh" => "zsh/site-functions/_palimp",
        "fish" => "fish/vendor_completions.d/palimp.fish",
        _ => return None,
    };
    Some((data.join(place), crate::complete::loader(&shell)?.into_bytes()))
}
