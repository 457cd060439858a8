//! The first commits of a working tree, by which it is known whatever it is called.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::Error;
use crate::git::{Oid, git_command};

/// The most first commits that are told of.
const MAX_ROOT_COMMITS: &str = "64";
/// Maximum time for git to walk a history.
const HISTORY_WALK_TIMEOUT: Duration = Duration::from_secs(10);

/// The first commits of what is checked out, by the directory of its repository; none where nothing
/// is, and where the history is longer than git walks in ten seconds.
///
/// # Errors
///
/// When git cannot be run.
pub fn first_commits(git_dir: &Path) -> Result<Vec<Oid>, Error> {
    let mut command = git_command(git_dir);
    command.args(["rev-list", "--max-parents=0", "--max-count", MAX_ROOT_COMMITS, "HEAD"]);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(Error::Start)?;
    if !ends_within(&mut child, HISTORY_WALK_TIMEOUT) {
        let _ = child.kill();
        let _ = child.wait();
        return Ok(Vec::new());
    }
    let mut said = String::new();
    let _ = child.stdout.take().map(|mut out| out.read_to_string(&mut said));
    Ok(said.lines().filter_map(Oid::parse).collect())
}

/// True if the child ended within `time`. Its output fits into a pipe, so that it waits for no
/// reader.
fn ends_within(child: &mut Child, time: Duration) -> bool {
    let began = Instant::now();
    while began.elapsed() < time {
        match child.try_wait() {
            Ok(Some(_)) => return true,
            Ok(None) => thread::sleep(Duration::from_millis(2)),
            Err(_) => return false,
        }
    }
    false
}
