//! Ending a client together with everything that it started.
//!
//! Most of it shares the client's process group. What left the group, as a tool's own shell does,
//! is found by its parents where the system shows them in `/proc`.

use std::fs;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// Kills the process group of `leader`, which has not been waited for, and all its descendants.
pub(super) fn kill_tree(leader: Pid) {
    let kin = descendants(leader.as_raw_nonzero().get());
    let _ = kill_process_group(leader, Signal::KILL);
    // Some are gone with the group.
    for pid in kin.into_iter().filter_map(Pid::from_raw) {
        let _ = kill_process(pid, Signal::KILL);
    }
}

/// Returns the children of `root`, their children, and so on.
fn descendants(root: i32) -> Vec<i32> {
    let all = list_processes();
    let mut found = vec![root];
    let mut at = 0;
    while let Some(&parent) = found.get(at) {
        found.extend(all.iter().filter(|(_, of)| *of == parent).map(|(pid, _)| *pid));
        at += 1;
    }
    found.split_off(1)
}

/// Lists every process with its parent; empty if there is no `/proc`.
fn list_processes() -> Vec<(i32, i32)> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.flatten().filter_map(|it| it.file_name().to_str()?.parse::<i32>().ok());
    pids.filter_map(|pid| Some((pid, parent_pid(pid)?))).filter(|(pid, of)| pid != of).collect()
}

/// Reads the parent's pid, which follows the name, which is in brackets and may hold anything, and
/// the state.
fn parent_pid(pid: i32) -> Option<i32> {
    let stat = palimp_files::read_text(format!("/proc/{pid}/stat").as_ref()).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}
