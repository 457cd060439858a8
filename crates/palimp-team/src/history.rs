//! Reads the commits of a repository that is not palimp's own and not trusted, by git as a child.
//!
//! Nothing of the repository's is run (see [`git`](crate::git)), nothing is fetched where objects are missing, and every
//! read ends at a deadline. What the messages mean is told elsewhere.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::error::Error;
use crate::git::git_command;
use crate::messages;

/// Settings that win over those of the repository: no signature is verified, and nothing is fetched.
const HISTORY_GIT_SETTINGS: &[&str] =
    &["log.showSignature=false", "protocol.allow=never", "diff.renames=false"];
/// The most bytes that are kept of a message; what follows is read and dropped.
pub const MAX_MESSAGE_BYTES: usize = 64 << 10;
/// The most bytes that are kept of a path.
const MAX_PATH_BYTES: usize = 4 << 10;
/// The most bytes that git may write in answer to one command.
const MAX_OUTPUT_BYTES: u64 = 512 << 20;

/// A commit as git tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryCommit {
    /// Its hash, in hexadecimal digits.
    pub sha: String,
    /// The number of its parents.
    pub parents: usize,
    /// Author time, in milliseconds since the Unix epoch.
    pub authored_at: i64,
    /// Its message; bytes that are no UTF-8 are replaced.
    pub message: String,
}

/// The commits of a repository.
#[derive(Clone, Debug)]
pub struct CommitHistory {
    directory: PathBuf,
    deadline: Instant,
}

impl CommitHistory {
    /// Returns the history of the repository whose data are in `directory`, to be read within `time`.
    pub fn open(directory: &Path, time: Duration) -> CommitHistory {
        CommitHistory { directory: directory.to_owned(), deadline: Instant::now() + time }
    }

    /// Hands `each` the newest `count` commits that lead to `heads` and to none of `known`, newest first.
    /// Returns false when the deadline cut them short.
    ///
    /// # Errors
    ///
    /// When git cannot be run, or refuses the repository.
    pub fn for_each_commit(
        &self,
        heads: &[String],
        known: &[String],
        count: usize,
        each: &mut dyn FnMut(HistoryCommit),
    ) -> Result<bool, Error> {
        let count = format!("--max-count={count}");
        let mut arguments = vec![
            "log",
            "-z",
            "--no-show-signature",
            "--no-mailmap",
            "--no-notes",
            "--no-color",
            "--no-decorate",
            "--encoding=UTF-8",
            "--ignore-missing",
            "--no-patch",
            &count,
            "--format=tformat:%H%x00%P%x00%at%x00%B",
        ];
        arguments.extend(valid_hashes(heads));
        if !known.is_empty() {
            arguments.push("--not");
            arguments.extend(valid_hashes(known));
        }
        arguments.push("--");
        self.run_git(&arguments, None, &mut |output| {
            while let Some(commit) = next_commit(output)? {
                each(commit);
            }
            Ok(())
        })
    }

    /// Returns the hashes of the newest `count` commits that lead to `heads`; `None` when the
    /// deadline cut them short.
    ///
    /// # Errors
    ///
    /// As [`for_each_commit`](CommitHistory::for_each_commit).
    pub fn newest_hashes(
        &self,
        heads: &[String],
        count: usize,
    ) -> Result<Option<HashSet<String>>, Error> {
        let count = format!("--max-count={count}");
        let mut arguments = vec!["rev-list", "--ignore-missing", &count];
        arguments.extend(valid_hashes(heads));
        arguments.push("--");
        let mut found = HashSet::new();
        let is_whole = self.run_git(&arguments, None, &mut |output| {
            for line in output.lines() {
                found.insert(line?);
            }
            Ok(())
        })?;
        Ok(is_whole.then_some(found))
    }

    /// Calls `each` with the paths that a commit of `shas` changed, at most `count` per commit;
    /// merges have none. Returns false when the deadline cut them short.
    ///
    /// # Errors
    ///
    /// As [`for_each_commit`](CommitHistory::for_each_commit), and when an object is missing, as in
    /// a partial clone.
    pub fn for_each_changed_files(
        &self,
        shas: &[String],
        count: usize,
        each: &mut dyn FnMut(&str, Vec<String>),
    ) -> Result<bool, Error> {
        let asked: HashSet<&str> = shas.iter().map(String::as_str).collect();
        let input: String = shas.iter().flat_map(|sha| [sha.as_str(), "\n"]).collect();
        let arguments = [
            "diff-tree", "--stdin", "-r", "-z", "--name-only", "--root", "--no-renames",
            "--no-ext-diff", "--no-textconv",
        ];
        self.run_git(&arguments, Some(input), &mut |output| {
            let mut of: Option<(String, Vec<String>)> = None;
            while let Some(field) = next_field(output, MAX_PATH_BYTES)? {
                match &mut of {
                    _ if asked.contains(field.as_str()) => {
                        if let Some((sha, paths)) = of.replace((field, Vec::new())) {
                            each(&sha, paths);
                        }
                    }
                    Some((_, paths)) if paths.len() < count => paths.push(field),
                    _ => {}
                }
            }
            of.into_iter().for_each(|(sha, paths)| each(&sha, paths));
            Ok(())
        })
    }

    /// Runs git, writes `input` to it and has `read` read what it writes. Returns false when the deadline
    /// ended it.
    fn run_git(
        &self,
        arguments: &[impl AsRef<OsStr>],
        input: Option<String>,
        read: &mut dyn FnMut(&mut dyn BufRead) -> io::Result<()>,
    ) -> Result<bool, Error> {
        let mut command = git_command(&self.directory);
        restrict_command(&mut command);
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::null());
        command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
        let mut child = command.spawn().map_err(Error::Start)?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let left = self.deadline.saturating_duration_since(Instant::now());
        let (end, ended) = channel::<()>();
        let group = group_of(&child);
        let (done, in_time) = thread::scope(|scope| {
            scope.spawn(move || write_stdin(stdin, input));
            let guard = scope.spawn(move || match ended.recv_timeout(left) {
                Err(RecvTimeoutError::Timeout) => {
                    kill_group(group);
                    false
                }
                _ => true,
            });
            let output = stdout.map(|stdout| stdout.take(MAX_OUTPUT_BYTES));
            let done = output.map_or(Ok(()), |output| read(&mut BufReader::new(output)));
            if done.is_err() {
                kill_group(group);
            }
            drop(end);
            (done, guard.join().unwrap_or(false))
        });
        let status = child.wait().map_err(Error::Start)?;
        match (in_time, done) {
            (false, _) => Ok(false),
            (true, Err(error)) => Err(Error::Start(error)),
            (true, Ok(())) if status.success() => Ok(true),
            (true, Ok(())) => {
                let said = messages::commits_unreadable(status);
                Err(Error::Git { directory: self.directory.clone(), said })
            }
        }
    }
}

/// Takes from a git command what could make it fetch, and gives it a group of its own.
fn restrict_command(command: &mut Command) {
    for setting in HISTORY_GIT_SETTINGS {
        command.args(["-c", setting]);
    }
    command.env("GIT_NO_LAZY_FETCH", "1").env("GIT_OPTIONAL_LOCKS", "0");
    command.current_dir("/").process_group(0);
}

/// Returns those of `heads` that are hashes: nothing else gets onto a command line.
fn valid_hashes(heads: &[String]) -> impl Iterator<Item = &str> {
    let is_hash = |it: &&str| it.len() >= 40 && it.bytes().all(|byte| byte.is_ascii_hexdigit());
    heads.iter().map(String::as_str).filter(is_hash)
}

fn write_stdin(stdin: Option<ChildStdin>, input: Option<String>) {
    if let (Some(mut stdin), Some(input)) = (stdin, input) {
        // Where git ends early, it says so by its status.
        let _ = stdin.write_all(input.as_bytes());
    }
}

fn group_of(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

fn kill_group(group: Option<Pid>) {
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Reads the next commit; none at the end, and where the last one is cut off.
fn next_commit(output: &mut dyn BufRead) -> io::Result<Option<HistoryCommit>> {
    let mut field = |most| next_field(output, most);
    let Some(sha) = field(128)? else { return Ok(None) };
    let (Some(parents), Some(at)) = (field(4 << 10)?, field(32)?) else { return Ok(None) };
    let Some(message) = field(MAX_MESSAGE_BYTES)? else { return Ok(None) };
    let seconds: i64 = at.parse().unwrap_or(0);
    Ok(Some(HistoryCommit {
        sha,
        parents: parents.split_ascii_whitespace().count(),
        authored_at: seconds.saturating_mul(1_000),
        message,
    }))
}

/// Reads up to the next NUL, and keeps `most` bytes of it; none where no NUL follows.
fn next_field(output: &mut dyn BufRead, most: usize) -> io::Result<Option<String>> {
    let mut kept = Vec::new();
    loop {
        let buffer = output.fill_buf()?;
        if buffer.is_empty() {
            return Ok(None);
        }
        let end = buffer.iter().position(|byte| *byte == 0);
        let part = &buffer[..end.unwrap_or(buffer.len())];
        kept.extend_from_slice(&part[..part.len().min(most - kept.len())]);
        let read = part.len() + usize::from(end.is_some());
        output.consume(read);
        if end.is_some() {
            return Ok(Some(String::from_utf8_lossy(&kept).into_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_beyond_bound_is_cut() {
        let mut output = BufReader::with_capacity(3, &b"abcdefgh\0\0ij\0rest"[..]);
        let mut next = |most| next_field(&mut output, most).unwrap();
        assert_eq!(next(5).as_deref(), Some("abcde"));
        assert_eq!(next(5).as_deref(), Some(""));
        assert_eq!(next(5).as_deref(), Some("ij"));
        assert_eq!(next(5), None);
    }

    #[test]
    fn only_hashes_reach_command_line() {
        let sha = "a".repeat(40);
        let heads = ["--output=/tmp/x".to_owned(), "HEAD".to_owned(), sha.clone()];
        assert_eq!(valid_hashes(&heads).collect::<Vec<_>>(), [sha]);
    }
}
