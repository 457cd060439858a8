//! A git repository whose commits decide something between others that do not.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use super::data::TaskCommit;

/// Commit to make: its message, and the file with the content that it leaves.
pub(super) struct CommitChange {
    pub(super) commit: TaskCommit,
    pub(super) path: String,
    pub(super) content: String,
}

/// Returns true if git is on `PATH`.
pub(super) fn has_git() -> bool {
    git_command(Path::new("."), &["--version"])
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|it| it.success())
}

/// Makes an empty repository.
pub(super) fn init_repository(dir: &Path) -> io::Result<()> {
    run_git(git_command(dir, &["init", "--quiet", "--initial-branch=main"]))
}

/// Makes the changes one commit after the other, the last one at `now`, a minute between two. Returns
/// their hashes.
pub(super) fn commit_all(
    dir: &Path,
    changes: &[CommitChange],
    now: i64,
) -> io::Result<Vec<String>> {
    let mut stream: Vec<u8> = Vec::new();
    for (number, change) in (1..).zip(changes) {
        let TaskCommit(subject, body) = &change.commit;
        let message = format!("{subject}\n\n{body}").trim_end().to_owned() + "\n";
        let seconds = now / 1_000 - 60 * (changes.len() as i64 - number);
        writeln!(stream, "commit refs/heads/main\nmark :{number}")?;
        writeln!(stream, "committer Priya N. <priya@example.com> {seconds} +0000")?;
        write!(stream, "data {}\n{message}\n", message.len())?;
        writeln!(stream, "M 100644 inline {}", change.path)?;
        write!(stream, "data {}\n{}\n", change.content.len(), change.content)?;
    }
    let marks = dir.join(".git/marks");
    let export = format!("--export-marks={}", marks.display());
    let mut import =
        git_command(dir, &["fast-import", "--quiet", &export]).stdin(Stdio::piped()).spawn()?;
    let fed = import.stdin.take().map(|mut stdin| stdin.write_all(&stream));
    let ended = import.wait()?;
    fed.transpose()?;
    if !ended.success() {
        return Err(io::Error::other("git fast-import failed"));
    }
    run_git(git_command(dir, &["reset", "--quiet", "--hard", "main"]))?;
    let marks = palimp_files::read_text(&marks)?;
    let mut hashes: Vec<(usize, &str)> = marks.lines().filter_map(parse_mark).collect();
    hashes.sort_unstable();
    Ok(hashes.into_iter().map(|(_, hash)| hash.to_owned()).collect())
}

/// `:12 979fa9b2…`
fn parse_mark(line: &str) -> Option<(usize, &str)> {
    let (number, hash) = line.strip_prefix(':')?.split_once(' ')?;
    Some((number.parse().ok()?, hash))
}

/// git without the user's settings and without the repository around this process.
fn git_command(dir: &Path, args: &[&str]) -> Command {
    let mut git = Command::new("git");
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("GIT_") {
            git.env_remove(name);
        }
    }
    git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    git.arg("-C").arg(dir).args(args).stdin(Stdio::null());
    git
}

fn run_git(mut git: Command) -> io::Result<()> {
    let ended = git.output()?;
    let said = || String::from_utf8_lossy(&ended.stderr).trim().to_owned();
    if ended.status.success() { Ok(()) } else { Err(io::Error::other(format!("git: {}", said()))) }
}
