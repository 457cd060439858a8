//! A terminal with palimp in it.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// How long something that must come is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Default)]
struct Shown {
    text: String,
    over: bool,
}

/// A person's terminal.
pub(crate) struct Terminal {
    child: Child,
    keys: File,
    shown: Arc<(Mutex<Shown>, Condvar)>,
    /// Up to where the person has read.
    read: usize,
}

impl Terminal {
    /// Starts `command` in a terminal.
    pub(crate) fn start(mut command: Command) -> Terminal {
        let (master, slave) = open();
        let side = || Stdio::from(slave.try_clone().expect("a descriptor"));
        command.stdin(side()).stdout(side()).stderr(side());
        lead(&mut command);
        let child = command.spawn().expect("palimp starts");
        drop((command, slave));
        let shown = Arc::new((Mutex::new(Shown::default()), Condvar::new()));
        let (seen, mut screen) = (Arc::clone(&shown), master.try_clone().expect("a descriptor"));
        std::thread::spawn(move || {
            let (mut bytes, mut open) = ([0; 4_096], Vec::new());
            loop {
                // When the last program has left, the terminal fails to be read.
                let length = screen.read(&mut bytes).unwrap_or(0);
                open.extend_from_slice(&bytes[..length]);
                let whole = match std::str::from_utf8(&open) {
                    Err(error) if error.error_len().is_none() => error.valid_up_to(),
                    _ => open.len(),
                };
                let text: Vec<u8> = open.drain(..whole).collect();
                let mut shown = seen.0.lock().expect("nobody panicked");
                shown.text.push_str(&String::from_utf8_lossy(&text));
                shown.over = length == 0;
                seen.1.notify_all();
                if length == 0 {
                    return;
                }
            }
        });
        Terminal { child, keys: master, shown, read: 0 }
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("a terminal");
    }

    /// Types a line.
    pub(crate) fn say(&mut self, line: &str) {
        self.sees("> ");
        self.press(&format!("{line}\r"));
    }

    /// Waits until `text` is shown behind what was read before, and reads up to its end; answers
    /// what stood before it.
    #[track_caller]
    pub(crate) fn sees(&mut self, text: &str) -> String {
        let shown = self.shown.0.lock().expect("nobody panicked");
        let from = self.read;
        let waits = |shown: &mut Shown| !shown.over && !shown.text[from..].contains(text);
        let (shown, _) =
            self.shown.1.wait_timeout_while(shown, PATIENCE, waits).expect("nobody panicked");
        let found = shown.text[from..].find(text);
        let Some(at) = found else { panic!("{text:?} is not shown: {:?}", &shown.text[from..]) };
        self.read = from + at + text.len();
        shown.text[from..from + at].to_owned()
    }

    /// Sends a signal to palimp alone.
    pub(crate) fn signal(&self, signal: rustix::process::Signal) {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, signal).expect("palimp runs");
    }

    /// Waits until palimp has ended.
    pub(crate) fn ends(&mut self) -> ExitStatus {
        self.child.wait().expect("palimp ends")
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[expect(unsafe_code, reason = "the standard library opens no terminals")]
fn open() -> (File, OwnedFd) {
    let (mut master, mut slave) = (-1, -1);
    let size = libc::winsize { ws_row: 40, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0 };
    let (none, name) = (std::ptr::null_mut::<libc::termios>(), std::ptr::null_mut());
    let mut size = size;
    // SAFETY: the descriptors are written where the pointers say, and are nobody else's.
    unsafe {
        let opened = libc::openpty(&raw mut master, &raw mut slave, name, none, &raw mut size);
        assert_eq!(opened, 0, "{}", io::Error::last_os_error());
        // Whoever is started must not hold the other side open.
        libc::fcntl(master, libc::F_SETFD, libc::FD_CLOEXEC);
        libc::fcntl(slave, libc::F_SETFD, libc::FD_CLOEXEC);
        (File::from_raw_fd(master), OwnedFd::from_raw_fd(slave))
    }
}

/// The program leads a session of which the terminal is its standard input.
#[expect(unsafe_code, reason = "a session begins between fork and exec")]
fn lead(command: &mut Command) {
    // SAFETY: both calls may be made between fork and exec.
    unsafe {
        command.pre_exec(|| {
            rustix::process::setsid()?;
            if libc::ioctl(io::stdin().as_raw_fd(), libc::TIOCSCTTY as _, 0) != 0 {
                return Err(io::Error::last_os_error());
            }
            Ok(())
        });
    }
}
