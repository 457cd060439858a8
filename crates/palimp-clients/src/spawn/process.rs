//! A running client: its input, its output and its end.
//!
//! One thread looks after all three pipes, so that neither side can wait for the other for ever,
//! and a process that merely holds the output open, as a server in the background does, keeps
//! nobody waiting.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use super::process_group;

/// Interval at which palimp checks for the exit of a client that still has its output open.
const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Maximum size of the stderr output that is kept, from its end.
const MAX_STDERR_BYTES: usize = 16 * 1024;

/// A program to start.
#[derive(Debug)]
pub(super) struct ClientProcessSpec {
    pub(super) program: PathBuf,
    pub(super) args: Vec<OsString>,
    pub(super) env: BTreeMap<OsString, OsString>,
    /// Working directory; by default the caller's own.
    pub(super) cwd: Option<PathBuf>,
}

/// Process group and stderr of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClientProcessGroup {
    /// In a process group of its own, which is killed with it; stderr is captured.
    Apart,
    /// In palimp's process group, so that Ctrl-C reaches it, and with palimp's stderr.
    Beside,
}

/// A running client.
#[derive(Debug)]
pub(super) struct ClientProcess {
    child: Child,
    stand: ClientProcessGroup,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    waiting: Vec<u8>,
    written: usize,
    closing: bool,
    said: Vec<u8>,
    /// Time limit, and the time from which it counts.
    limit: Option<(Instant, Duration)>,
    ended: bool,
}

/// Result of waiting for a process.
#[derive(Debug)]
pub(super) enum ClientProcessEvent {
    /// It printed so many bytes.
    Printed(usize),
    /// It ended, and everything that it printed has been read.
    Ended(ExitStatus),
    /// The time is up; it still runs.
    Late,
}

impl ClientProcess {
    /// Starts a program with the time limit `limit`.
    pub(super) fn start(
        call: &ClientProcessSpec,
        stand: ClientProcessGroup,
        limit: Option<Duration>,
    ) -> io::Result<ClientProcess> {
        let mut command = Command::new(&call.program);
        command.args(&call.args).env_clear().envs(&call.env);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        if let Some(cwd) = &call.cwd {
            command.current_dir(cwd);
        }
        if stand == ClientProcessGroup::Apart {
            command.process_group(0).stderr(Stdio::piped());
        }
        ClientProcess::from_child(command.spawn()?, stand, limit)
    }

    fn from_child(
        mut child: Child,
        stand: ClientProcessGroup,
        limit: Option<Duration>,
    ) -> io::Result<ClientProcess> {
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let limit = limit.map(|limit| (Instant::now(), limit));
        let (waiting, said) = (Vec::new(), Vec::new());
        let (written, closing, ended) = (0, false, false);
        let process = ClientProcess {
            child,
            stand,
            stdin,
            stdout,
            stderr,
            waiting,
            written,
            closing,
            said,
            limit,
            ended,
        };
        for pipe in process.pipes() {
            ioctl_fionbio(pipe, true)?;
        }
        Ok(process)
    }

    /// Returns the process id.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Queues `bytes` for standard input; they are written by the next steps.
    pub(super) fn queue_input(&mut self, bytes: &[u8]) {
        self.waiting.drain(..self.written);
        self.written = 0;
        self.waiting.extend_from_slice(bytes);
    }

    /// Closes standard input once everything is written.
    pub(super) fn close_input(&mut self) {
        self.closing = true;
    }

    /// Sets the time limit to `limit` from now.
    pub(super) fn set_limit(&mut self, limit: Duration) {
        self.limit = Some((Instant::now(), limit));
    }

    /// Returns the time limit; [`Duration::MAX`] without one.
    pub(super) fn limit(&self) -> Duration {
        self.limit.map_or(Duration::MAX, |(_, limit)| limit)
    }

    /// Returns the time left before the limit.
    fn time_left(&self) -> Duration {
        self.limit.map_or(Duration::MAX, |(since, limit)| limit.saturating_sub(since.elapsed()))
    }

    /// Returns the end of the stderr output, as far as it was kept.
    pub(super) fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&self.said).into_owned()
    }

    /// Waits until the process prints into `buffer` or ends.
    pub(super) fn next_event(&mut self, buffer: &mut [u8]) -> io::Result<ClientProcessEvent> {
        loop {
            if self.time_left().is_zero() {
                return Ok(ClientProcessEvent::Late);
            }
            self.write_pending()?;
            self.read_stderr()?;
            if let Some(printed) = self.read_stdout(buffer)? {
                return Ok(ClientProcessEvent::Printed(printed));
            }
            if self.has_exited()? {
                // Between the two looks it may have printed its last words.
                return match self.read_stdout(buffer)? {
                    Some(printed) => Ok(ClientProcessEvent::Printed(printed)),
                    None => self.reap().map(ClientProcessEvent::Ended),
                };
            }
            self.wait_ready()?;
        }
    }

    /// Writes as much pending input as the process accepts.
    fn write_pending(&mut self) -> io::Result<()> {
        while let Some(stdin) = self.stdin.as_mut().filter(|_| self.written < self.waiting.len()) {
            match stdin.write(&self.waiting[self.written..]) {
                Ok(written) => self.written += written,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // The process closed its input; its output says why.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => self.stdin = None,
                Err(error) => return Err(error),
            }
        }
        if self.closing {
            self.stdin = None;
        }
        Ok(())
    }

    /// Reads output; `None` if there is none yet, or no more.
    fn read_stdout(&mut self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        let read = read_some(self.stdout.as_mut(), buffer)?;
        if read == Some(0) {
            self.stdout = None;
        }
        Ok(read.filter(|&read| read > 0))
    }

    /// Reads stderr output, at most one pipe buffer.
    fn read_stderr(&mut self) -> io::Result<()> {
        let mut buffer = [0; 64 * 1024];
        let Some(read) = read_some(self.stderr.as_mut(), &mut buffer)? else { return Ok(()) };
        if read == 0 {
            self.stderr = None;
        }
        self.said.extend_from_slice(&buffer[..read]);
        let surplus = self.said.len().saturating_sub(MAX_STDERR_BYTES);
        self.said.drain(..surplus);
        Ok(())
    }

    /// Waits until a pipe is ready, the time is up or a poll interval has passed.
    fn wait_ready(&self) -> io::Result<()> {
        let timeout = self.time_left().min(EXIT_POLL_INTERVAL);
        let timeout = Timespec { tv_sec: 0, tv_nsec: timeout.subsec_nanos().into() };
        let pipe = |fd, flags| PollFd::from_borrowed_fd(fd, flags);
        let stdin = self.stdin.as_ref().filter(|_| self.written < self.waiting.len());
        let stdin = stdin.map(|it| pipe(it.as_fd(), PollFlags::OUT));
        let stdout = self.stdout.as_ref().map(|it| pipe(it.as_fd(), PollFlags::IN));
        let stderr = self.stderr.as_ref().map(|it| pipe(it.as_fd(), PollFlags::IN));
        let mut pipes: Vec<PollFd> = [stdin, stdout, stderr].into_iter().flatten().collect();
        match poll(&mut pipes, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns true if the process has exited; it stays a zombie, so that its pid is not reused
    /// yet.
    fn has_exited(&self) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(Pid::from_child(&self.child)), options)?.is_some())
    }

    /// Reaps the exited process. Processes that it left running in a group of its own are killed,
    /// too.
    fn reap(&mut self) -> io::Result<ExitStatus> {
        self.read_stderr()?;
        self.kill_process()
    }

    /// Kills the process.
    fn kill_process(&mut self) -> io::Result<ExitStatus> {
        match self.stand {
            ClientProcessGroup::Apart if !self.ended => {
                process_group::kill_tree(Pid::from_child(&self.child))
            }
            ClientProcessGroup::Apart => {}
            ClientProcessGroup::Beside => self.child.kill()?,
        }
        self.ended = true;
        self.child.wait()
    }

    fn pipes(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        let stdin = self.stdin.as_ref().map(AsFd::as_fd);
        let stdout = self.stdout.as_ref().map(AsFd::as_fd);
        [stdin, stdout, self.stderr.as_ref().map(AsFd::as_fd)].into_iter().flatten()
    }
}

impl Drop for ClientProcess {
    fn drop(&mut self) {
        if !self.ended {
            let _ = self.kill_process();
        }
    }
}

/// Reads available bytes: `None` if there are none yet, 0 at the end.
fn read_some(pipe: Option<&mut impl Read>, buffer: &mut [u8]) -> io::Result<Option<usize>> {
    let Some(pipe) = pipe else { return Ok(None) };
    loop {
        match pipe.read(buffer) {
            Ok(read) => return Ok(Some(read)),
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Returns the exit code, with the shells' convention for processes killed by a signal.
pub(super) fn exit_code(status: ExitStatus) -> i32 {
    status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1)
}
