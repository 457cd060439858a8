//! Processes that palimp has started in the background, and that outlive the command that did so.

use std::fs;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

use crate::{Machine, contains_text};

impl Machine {
    /// Waits until nothing works in the background of this machine's home any more.
    pub fn wait_for_workers(&self) {
        let mut workers = self.workers();
        while !workers.is_empty() {
            workers.into_iter().for_each(wait);
            workers = self.workers();
        }
    }

    /// The processes whose arguments name this machine's home.
    fn workers(&self) -> Vec<Pid> {
        let named = format!("--home\0{}\0", self.home().display());
        let entries = fs::read_dir("/proc").expect("processes").flatten();
        let named_here = |pid: &Pid| {
            let arguments = format!("/proc/{}/cmdline", pid.as_raw_nonzero());
            contains_text(&fs::read(arguments).unwrap_or_default(), &named)
        };
        let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        pids.filter_map(Pid::from_raw).filter(named_here).collect()
    }
}

/// Waits until a process has ended.
fn wait(pid: Pid) {
    if let Ok(process) = pidfd_open(pid, PidfdFlags::empty()) {
        poll(&mut [PollFd::new(&process, PollFlags::IN)], None).expect("a process that ends");
    }
}
