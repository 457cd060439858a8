//! Fetching what others pushed, within bounds: whoever may push must not be able to fill a member's
//! disk, nor to keep a member waiting.

use std::fs;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::error::Error;

/// Limits of a fetch: bytes and time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Bytes on the disk.
    pub bytes: u64,
    /// Until it is stopped.
    pub time: Duration,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { bytes: 256 << 20, time: Duration::from_secs(120) }
    }
}

/// A fetch goes into one pack, which is watched; and no large object is held in memory.
const FETCH_SETTINGS: [&str; 2] = ["fetch.unpackLimit=1", "core.bigFileThreshold=1m"];
/// The most bytes of what git says that are kept.
const MAX_GIT_OUTPUT_BYTES: u64 = 64 << 10;

/// Adds the arguments of a fetch of `refs` from `url` to a git command, and runs it.
pub(crate) fn run_fetch(
    mut git: Command,
    directory: &Path,
    (url, refs): (&str, &str),
    bounds: Bounds,
) -> Result<(), Error> {
    for setting in FETCH_SETTINGS {
        git.args(["-c", setting]);
    }
    git.args([
        "fetch",
        "--quiet",
        "--no-tags",
        "--no-write-fetch-head",
        "--prune",
        "--",
        url,
        refs,
    ]);
    git.stdout(Stdio::null());
    let (status, _, said) = run_within(git, directory, bounds)?;
    if status.success() {
        Ok(())
    } else {
        Err(Error::Git { directory: directory.to_owned(), said })
    }
}

/// Runs a git command that speaks to a server, within bounds: how it ended, and what it wrote to its
/// standard output and standard error.
pub(crate) fn run_within(
    mut git: Command,
    directory: &Path,
    bounds: Bounds,
) -> Result<(ExitStatus, String, String), Error> {
    git.process_group(0).stderr(Stdio::piped());
    let packs = directory.join("objects/pack");
    remove_partial_packs(&packs);
    let mut child = git.spawn().map_err(Error::Start)?;
    let (told, said) = (spawn_reader(child.stdout.take()), spawn_reader(child.stderr.take()));
    let ended = wait_within(&mut child, &packs, bounds);
    if ended.is_err() {
        kill_child_group(&mut child);
        remove_partial_packs(&packs);
    }
    let status = ended?;
    Ok((status, told.join().unwrap_or_default(), said.join().unwrap_or_default()))
}

/// Reads what a child writes, so that it waits for no reader.
fn spawn_reader<R: Read + Send + 'static>(from: Option<R>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut said = Vec::new();
        let _ = from.map(|from| from.take(MAX_GIT_OUTPUT_BYTES).read_to_end(&mut said));
        String::from_utf8_lossy(&said).trim().to_owned()
    })
}

/// Waits for the end, or for a bound to be passed.
fn wait_within(child: &mut Child, packs: &Path, bounds: Bounds) -> Result<ExitStatus, Error> {
    let (began, before) = (Instant::now(), directory_bytes(packs));
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait().map_err(Error::Start)? {
            return Ok(status);
        }
        let bytes = directory_bytes(packs).saturating_sub(before);
        if bytes > bounds.bytes || began.elapsed() > bounds.time {
            return Err(Error::Bounds { bytes, seconds: began.elapsed().as_secs() });
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// The bytes of what stands in a directory.
fn directory_bytes(directory: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(directory) else { return 0 };
    entries.flatten().filter_map(|entry| Some(entry.metadata().ok()?.len())).sum()
}

/// Ends git and everything that it started.
fn kill_child_group(child: &mut Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.wait();
}

/// Removes what a fetch was writing that was stopped or killed.
fn remove_partial_packs(packs: &Path) {
    let Ok(entries) = fs::read_dir(packs) else { return };
    let partial = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        name.starts_with(b"tmp_") || name.ends_with(b".keep")
    };
    entries.flatten().filter(partial).for_each(|entry| drop(fs::remove_file(entry.path())));
}
