//! A terminal with a program in it.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// Maximum time to wait for a text that must be shown.
const SCREEN_TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Debug, Default)]
struct ScreenText {
    text: String,
    over: bool,
}

/// A person's terminal.
#[derive(Debug)]
pub struct TestTerminal {
    child: Child,
    keys: File,
    shown: Arc<(Mutex<ScreenText>, Condvar)>,
    /// Up to where the person has read.
    read: usize,
}

impl TestTerminal {
    /// Starts `command` in a wide terminal.
    pub fn start(command: Command) -> TestTerminal {
        TestTerminal::with_size(command, 200, 40)
    }

    /// Starts `command` in a terminal with so many columns and rows.
    pub fn with_size(command: Command, columns: u16, rows: u16) -> TestTerminal {
        TestTerminal::start_with(command, None, (columns, rows))
    }

    /// Starts `command` in a terminal from which its answer goes into a file.
    pub fn into_file(command: Command, file: File) -> TestTerminal {
        TestTerminal::start_with(command, Some(file), (200, 40))
    }

    fn start_with(
        mut command: Command,
        file: Option<File>,
        (columns, rows): (u16, u16),
    ) -> TestTerminal {
        let (master, slave) = open_pty(columns, rows);
        let side = || Stdio::from(slave.try_clone().expect("a descriptor"));
        command.stdin(side()).stdout(file.map_or_else(side, Stdio::from)).stderr(side());
        make_session_leader(&mut command);
        let child = command.spawn().expect("palimp starts");
        drop((command, slave));
        let shown = Arc::new((Mutex::new(ScreenText::default()), Condvar::new()));
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
        TestTerminal { child, keys: master, shown, read: 0 }
    }

    /// Presses keys.
    pub fn press_keys(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("a terminal");
    }

    /// Types a line.
    pub fn type_line(&mut self, line: &str) {
        self.wait_for_text("> ");
        self.press_keys(&format!("{line}\r"));
    }

    /// Waits until `text` is shown behind what was read before, and reads up to its end; answers
    /// what stood before it.
    #[track_caller]
    pub fn wait_for_text(&mut self, text: &str) -> String {
        let shown = self.shown.0.lock().expect("nobody panicked");
        let from = self.read;
        let waits = |shown: &mut ScreenText| !shown.over && !shown.text[from..].contains(text);
        let (shown, _) =
            self.shown.1.wait_timeout_while(shown, SCREEN_TIMEOUT, waits).expect("nobody panicked");
        let found = shown.text[from..].find(text);
        let Some(at) = found else { panic!("{text:?} is not shown: {:?}", &shown.text[from..]) };
        self.read = from + at + text.len();
        shown.text[from..from + at].to_owned()
    }

    /// Everything that was shown so far.
    pub fn shown_text(&self) -> String {
        self.shown.0.lock().expect("nobody panicked").text.clone()
    }

    /// Waits until nothing more will be shown, because the last program has left; answers what was
    /// shown behind what was read before.
    pub fn wait_for_rest(&mut self) -> String {
        let shown = self.shown.0.lock().expect("nobody panicked");
        let waits = |shown: &mut ScreenText| !shown.over;
        let (shown, _) =
            self.shown.1.wait_timeout_while(shown, SCREEN_TIMEOUT, waits).expect("nobody panicked");
        shown.text[self.read..].to_owned()
    }

    /// Returns true if keys are echoed and read by the line, as shells leave a terminal to their
    /// programs.
    #[expect(unsafe_code, reason = "the standard library knows no terminals")]
    pub fn is_as_shells_have_it(&self) -> bool {
        // SAFETY: a termios of zeros is valid, and the pointer is to one that lives.
        let modes = unsafe {
            let mut modes: libc::termios = std::mem::zeroed();
            assert_eq!(libc::tcgetattr(self.keys.as_raw_fd(), &raw mut modes), 0);
            modes
        };
        let cooked = libc::ECHO | libc::ICANON | libc::ISIG;
        modes.c_lflag & cooked == cooked
    }

    /// Sends a signal to palimp alone.
    pub fn send_signal(&self, signal: rustix::process::Signal) {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, signal).expect("palimp runs");
    }

    /// Waits until palimp has ended.
    pub fn wait_for_exit(&mut self) -> ExitStatus {
        self.child.wait().expect("palimp ends")
    }
}

impl Drop for TestTerminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[expect(unsafe_code, reason = "the standard library opens no terminals")]
fn open_pty(columns: u16, rows: u16) -> (File, OwnedFd) {
    let (mut master, mut slave) = (-1, -1);
    let size = libc::winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
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
fn make_session_leader(command: &mut Command) {
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
