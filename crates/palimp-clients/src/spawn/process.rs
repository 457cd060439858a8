//! A client that runs: what it is given, what it prints, when it ends.
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

use super::kin;

/// How often is looked whether a client has ended that still has its output open.
const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How much of what is said on stderr is kept, the last of it.
const MAX_STDERR_BYTES: usize = 16 * 1024;

/// A program to start.
#[derive(Debug)]
pub(super) struct ClientProcessSpec {
    pub(super) program: PathBuf,
    pub(super) args: Vec<OsString>,
    pub(super) env: BTreeMap<OsString, OsString>,
    /// Where; the caller's own directory where it is not said.
    pub(super) cwd: Option<PathBuf>,
}

/// How a process stands to palimp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClientProcessGroup {
    /// In a process group of its own, which is ended with it; what it says on stderr is kept.
    Apart,
    /// In palimp's process group, so that Ctrl-C reaches it, and with palimp's stderr.
    Beside,
}

/// A client that runs.
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
    /// How long it may take, from when.
    limit: Option<(Instant, Duration)>,
    ended: bool,
}

/// What came of waiting for a process.
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
    /// Starts a program, which may take as long as `limit`.
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

    /// Its number.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Gives it `bytes`; they are written by the next steps.
    pub(super) fn queue_input(&mut self, bytes: &[u8]) {
        self.waiting.drain(..self.written);
        self.written = 0;
        self.waiting.extend_from_slice(bytes);
    }

    /// Closes its standard input once everything is written.
    pub(super) fn close_input(&mut self) {
        self.closing = true;
    }

    /// From now on it may take as long as `limit`.
    pub(super) fn set_limit(&mut self, limit: Duration) {
        self.limit = Some((Instant::now(), limit));
    }

    /// How long it may take; for ever where it has no limit.
    pub(super) fn limit(&self) -> Duration {
        self.limit.map_or(Duration::MAX, |(_, limit)| limit)
    }

    /// How much of that is left.
    fn time_left(&self) -> Duration {
        self.limit.map_or(Duration::MAX, |(since, limit)| limit.saturating_sub(since.elapsed()))
    }

    /// The last of what it said on stderr, as far as that was kept.
    pub(super) fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&self.said).into_owned()
    }

    /// Waits until it prints into `buffer` or ends.
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

    /// Writes as much as it takes.
    fn write_pending(&mut self) -> io::Result<()> {
        while let Some(stdin) = self.stdin.as_mut().filter(|_| self.written < self.waiting.len()) {
            match stdin.write(&self.waiting[self.written..]) {
                Ok(written) => self.written += written,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // It does not want to hear more; what it answers says why.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => self.stdin = None,
                Err(error) => return Err(error),
            }
        }
        if self.closing {
            self.stdin = None;
        }
        Ok(())
    }

    /// Reads what it printed; nothing where there is nothing yet, or nothing more.
    fn read_stdout(&mut self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        let read = read_some(self.stdout.as_mut(), buffer)?;
        if read == Some(0) {
            self.stdout = None;
        }
        Ok(read.filter(|&read| read > 0))
    }

    /// Reads what it said on stderr, at most a pipe full of it.
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

    /// Waits until a pipe is ready, the time is up or a moment has passed.
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

    /// Whether it has ended; it stays a zombie, so that its number is nobody else's yet.
    fn has_exited(&self) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(Pid::from_child(&self.child)), options)?.is_some())
    }

    /// Takes note of its end. What it left running ends too where it stands apart.
    fn reap(&mut self) -> io::Result<ExitStatus> {
        self.read_stderr()?;
        self.kill_process()
    }

    /// Ends it.
    fn kill_process(&mut self) -> io::Result<ExitStatus> {
        match self.stand {
            ClientProcessGroup::Apart if !self.ended => {
                kin::kill_tree(Pid::from_child(&self.child))
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

/// Reads what is there: nothing yet, so many bytes, or the end (0).
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

/// The exit code, by the shells' convention for processes that a signal ended.
pub(super) fn exit_code(status: ExitStatus) -> i32 {
    status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1)
}
