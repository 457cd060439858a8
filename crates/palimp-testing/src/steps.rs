//! The steps in which a command changes the disk, and a death at each of them.
//!
//! A command runs under `ptrace`, with every thread and process that it starts. Each system call
//! that changes something below a directory is a step: a file is made, emptied, written, synced,
//! renamed, linked or removed, a directory made. At a chosen step, before it is done or right after,
//! all of these processes are killed, so that a death lands where a test wants it, and not where
//! the scheduler happens to be.
//!
//! ```no_run
//! # let machine = palimp_testing::Machine::new("palimp");
//! use palimp_testing::steps::{Death, DeathMoment, kill, watch};
//!
//! let run = watch(&mut machine.command(["save", "text"]), b"", machine.root())?;
//! for step in 0..run.steps.len() {
//!     let death = Death { step, moment: DeathMoment::Before };
//!     let run = kill(&mut machine.command(["save", "text"]), b"", machine.root(), death)?;
//!     assert!(run.died);
//! }
//! # Ok::<(), std::io::Error>(())
//! ```

mod call;
mod tracer;

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

/// A system call that changes the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiskStep {
    /// Name of the call: `write`, `rename`, …
    pub call: &'static str,
    /// Changed path, relative to the directory that is watched; of two files the second.
    pub path: PathBuf,
}

impl fmt::Display for DiskStep {
    /// With numbers as `#`: what two runs do alike is called alike.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.call, without_numbers(&self.path.to_string_lossy()))
    }
}

/// A name in which whatever is another one in every run stands as `#`: numbers and hashes.
pub fn without_numbers(name: &str) -> String {
    let mut plain = String::new();
    for part in name.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let word = part.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let digits = word.bytes().any(|byte| byte.is_ascii_digit());
        // The T of a time stands between its day and its hour.
        let hash = digits && word.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'T');
        plain.push_str(if hash { "#" } else { word });
        plain.push_str(&part[word.len()..]);
    }
    plain
}

/// Moment at which a command is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Death {
    /// The step, from 0.
    pub step: usize,
    /// Before or after it.
    pub moment: DeathMoment,
}

/// On which side of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeathMoment {
    /// The step is not done any more.
    Before,
    /// The step is the last thing that is done.
    After,
}

/// Result of a traced command.
#[derive(Debug)]
pub struct TracedRun {
    /// The steps that it began, in the order in which they came.
    pub steps: Vec<DiskStep>,
    /// Number of all system calls, including those that change nothing.
    pub calls: usize,
    /// Exit status of the command itself; it may have ended well although a process that it left
    /// behind was killed.
    pub status: ExitStatus,
    /// True if death came: the command, or a process that it left behind, was at the step.
    pub died: bool,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// Runs a command to its end and to that of every process it starts.
///
/// # Errors
///
/// When it cannot be started, or may not be traced on this machine.
pub fn watch(command: &mut Command, input: &[u8], below: &Path) -> io::Result<TracedRun> {
    run_traced(command, input, below, None)
}

/// Runs a command until `death`.
///
/// # Errors
///
/// As for [`watch`].
pub fn kill(
    command: &mut Command,
    input: &[u8],
    below: &Path,
    death: Death,
) -> io::Result<TracedRun> {
    run_traced(command, input, below, Some(death))
}

fn run_traced(
    command: &mut Command,
    input: &[u8],
    below: &Path,
    death: Option<Death>,
) -> io::Result<TracedRun> {
    let [mut stdin, mut stdout, mut stderr] =
        [tempfile::tempfile()?, tempfile::tempfile()?, tempfile::tempfile()?];
    stdin.write_all(input)?;
    stdin.rewind()?;
    command.stdin(Stdio::from(stdin));
    command.stdout(Stdio::from(stdout.try_clone()?)).stderr(Stdio::from(stderr.try_clone()?));
    let below = below.canonicalize()?;
    // A thread of its own has no other children that it could mistake for the command's.
    let traced = std::thread::scope(|scope| {
        scope
            .spawn(|| tracer::trace_command(command, &below, death))
            .join()
            .expect("the tracer ends")
    })?;
    let (stdout, stderr) = (read_from_start(&mut stdout)?, read_from_start(&mut stderr)?);
    Ok(TracedRun { stdout, stderr, ..traced })
}

fn read_from_start(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_the_same_an_hour_later() {
        let at = |hour: u32| without_numbers(&format!("at=2026-11-24T{hour}:59:58+09:00 x-T"));
        assert_eq!(at(16), at(17));
        assert_eq!(at(16), "at=#-#-#:#:#+#:# x-T");
    }
}
