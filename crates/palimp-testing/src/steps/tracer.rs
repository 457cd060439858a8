//! Follows a command and every process and thread that it starts, from one system call to the next.
//!
//! `nix` wraps `ptrace` and `waitpid`; what is left unsafe is what runs between fork and exec, and
//! the union in which the kernel describes a system call.

use std::collections::{HashMap, HashSet};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus};

use nix::errno::Errno;
use nix::sys::ptrace::{self, Options};
use nix::sys::signal::{self, Signal};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

use super::call::SystemCall;
use super::{Death, DeathMoment, DiskStep, TracedRun};

/// Runs `command` until it and all that it started has ended.
pub(super) fn trace_command(
    command: &mut Command,
    below: &Path,
    death: Option<Death>,
) -> io::Result<TracedRun> {
    let root = start_traced(command)?;
    let mut tracer = Tracer {
        root,
        below,
        death,
        steps: Vec::new(),
        calls: 0,
        within: HashMap::new(),
        alive: HashSet::from([root]),
        status: None,
        died: false,
    };
    // It waits in front of its first instruction.
    waitpid(root, Some(WaitPidFlag::__WALL))?;
    let follow = Options::PTRACE_O_TRACEFORK
        | Options::PTRACE_O_TRACEVFORK
        | Options::PTRACE_O_TRACECLONE
        | Options::PTRACE_O_TRACEEXEC;
    ptrace::setoptions(root, follow | Options::PTRACE_O_TRACESYSGOOD | Options::PTRACE_O_EXITKILL)?;
    ptrace::syscall(root, None)?;
    tracer.follow_processes()?;
    let status = tracer.status.ok_or_else(|| io::Error::other("the command never ended"))?;
    let Tracer { steps, calls, died, .. } = tracer;
    Ok(TracedRun { steps, calls, status, died, stdout: String::new(), stderr: String::new() })
}

#[expect(unsafe_code, reason = "a process asks to be traced between fork and exec")]
fn start_traced(command: &mut Command) -> io::Result<Pid> {
    // SAFETY: ptrace is a system call and nothing else.
    unsafe {
        command.pre_exec(|| ptrace::traceme().map_err(io::Error::from));
    }
    let child = command.spawn()?;
    Ok(Pid::from_raw(child.id().cast_signed()))
}

struct Tracer<'a> {
    root: Pid,
    below: &'a Path,
    death: Option<Death>,
    steps: Vec<DiskStep>,
    calls: usize,
    /// Processes inside a step, with the number of the step.
    within: HashMap<Pid, usize>,
    alive: HashSet<Pid>,
    status: Option<ExitStatus>,
    died: bool,
}

impl Tracer<'_> {
    fn follow_processes(&mut self) -> io::Result<()> {
        loop {
            let any = Some(WaitPidFlag::__WALL | WaitPidFlag::__WNOTHREAD);
            match waitpid(None, any) {
                Ok(WaitStatus::Exited(by, code)) => self.process_ended(by, code << 8),
                Ok(WaitStatus::Signaled(by, signal, _)) => self.process_ended(by, signal as i32),
                Ok(status) => self.process_stopped(status),
                Err(Errno::EINTR) => {}
                Err(Errno::ECHILD) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn process_ended(&mut self, by: Pid, status: i32) {
        self.alive.remove(&by);
        self.within.remove(&by);
        if by == self.root {
            self.status = Some(ExitStatus::from_raw(status));
        }
    }

    fn process_stopped(&mut self, status: WaitStatus) {
        let Some(by) = status.pid() else { return };
        self.alive.insert(by);
        if self.died {
            let _ = signal::kill(by, Signal::SIGKILL);
            return;
        }
        let pass_on = match status {
            WaitStatus::PtraceSyscall(by) => {
                self.at_a_call(by);
                None
            }
            // How a new process or thread stops before its first instruction.
            WaitStatus::Stopped(_, Signal::SIGSTOP) | WaitStatus::PtraceEvent(..) => None,
            WaitStatus::Stopped(_, signal) => Some(signal),
            _ => None,
        };
        // It may have been killed by one of its own meanwhile.
        let _ = ptrace::syscall(by, pass_on);
    }

    /// A system call begins or ends.
    fn at_a_call(&mut self, by: Pid) {
        match syscall_stop(by) {
            Some(SyscallStop::Begins(call)) => {
                self.calls += 1;
                let step = call.disk_step(self.below).map(|step| {
                    self.steps.push(step);
                    self.steps.len() - 1
                });
                if let Some(step) = step {
                    self.within.insert(by, step);
                    self.die_at(step, DeathMoment::Before);
                }
            }
            Some(SyscallStop::Ends) => {
                if let Some(step) = self.within.remove(&by) {
                    self.die_at(step, DeathMoment::After);
                }
            }
            None => {}
        }
    }

    /// Kills all of them where this is the moment. A process that is killed while it waits in front
    /// of a system call does not make it any more.
    fn die_at(&mut self, step: usize, moment: DeathMoment) {
        if self.death == Some(Death { step, moment }) {
            self.died = true;
            for process in &self.alive {
                let _ = signal::kill(*process, Signal::SIGKILL);
            }
        }
    }
}

/// Position of a process at a system call.
enum SyscallStop {
    /// In front of a system call.
    Begins(SystemCall),
    /// Behind one.
    Ends,
}

fn syscall_stop(by: Pid) -> Option<SyscallStop> {
    let info = ptrace::syscall_info(by).ok()?;
    match info.op {
        libc::PTRACE_SYSCALL_INFO_ENTRY => {
            #[expect(unsafe_code, reason = "the kernel's answer is a union")]
            // SAFETY: `op` says which of its members is there.
            let entry = unsafe { info.u.entry };
            Some(SyscallStop::Begins(SystemCall { by, number: entry.nr, args: entry.args }))
        }
        libc::PTRACE_SYSCALL_INFO_EXIT => Some(SyscallStop::Ends),
        _ => None,
    }
}
