//! Ctrl-C stops an answer; a signal to end is obeyed at once, and nothing is lost by it.

use std::io;
use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use palimp_core::home::HomePaths;
use palimp_engine::chat::ChatLeaveHandle;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::context::now_ms;

/// True if the user wants the present answer to stop.
static IS_STOP_REQUESTED: AtomicBool = AtomicBool::new(false);

/// Phase of a chat, which decides the effect of Ctrl-C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChatPhase {
    /// The user types: the terminal hands the key over itself.
    Waiting,
    /// A model answers.
    Answering,
    /// Something else is done, or words are awaited from a pipe.
    Working,
}

/// Signal handling of a chat.
pub(super) struct ChatSignals {
    shared: Arc<Mutex<SignalState>>,
}

struct SignalState {
    state: ChatPhase,
    leaving: Option<ChatLeaveHandle>,
    home: HomePaths,
    terminal: SavedTerminalModes,
}

impl ChatSignals {
    /// From now on signals are handled here. They are handled rather than ignored, so that programs
    /// which are started do not ignore them.
    pub(super) fn install(home: &HomePaths) -> io::Result<ChatSignals> {
        let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])?;
        let terminal = SavedTerminalModes::current();
        let shared =
            SignalState { state: ChatPhase::Working, leaving: None, home: home.clone(), terminal };
        let shared = Arc::new(Mutex::new(shared));
        let seen = Arc::clone(&shared);
        thread::spawn(move || signals.forever().for_each(|signal| handle_signal(signal, &seen)));
        Ok(ChatSignals { shared })
    }

    /// Sets the phase of the chat.
    pub(super) fn set_phase(&self, state: ChatPhase) {
        IS_STOP_REQUESTED.store(false, Ordering::SeqCst);
        self.lock_state().state = state;
    }

    /// Sets the handle by which a signal leaves the conversation.
    pub(super) fn set_leaving(&self, leaving: ChatLeaveHandle) {
        self.lock_state().leaving = Some(leaving);
    }

    /// True if the answer is to stop.
    pub(super) fn is_stop_requested() -> bool {
        IS_STOP_REQUESTED.load(Ordering::SeqCst)
    }

    fn lock_state(&self) -> std::sync::MutexGuard<'_, SignalState> {
        self.shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Does what a signal asks for.
fn handle_signal(signal: i32, shared: &Mutex<SignalState>) {
    let shared = shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    match (signal, shared.state) {
        (SIGINT, ChatPhase::Waiting) => {}
        (SIGINT, ChatPhase::Answering) => IS_STOP_REQUESTED.store(true, Ordering::SeqCst),
        _ => {
            shared.terminal.restore();
            if let Some(leaving) = &shared.leaving {
                leaving.leave(now_ms());
                crate::hook::spawn_detached(&shared.home, &["flush", "--due"]);
            }
            // Whatever the other threads do, everything is on the disk: by the shells'
            // convention, the code tells the signal.
            std::process::exit(128 + signal)
        }
    }
}

/// Modes of the terminal before anything was typed.
struct SavedTerminalModes(Option<libc::termios>);

impl SavedTerminalModes {
    #[expect(unsafe_code, reason = "the standard library knows no terminals")]
    fn current() -> SavedTerminalModes {
        // SAFETY: a termios of zeros is valid, and it is filled in before it is used.
        let mut modes: libc::termios = unsafe { std::mem::zeroed() };
        // SAFETY: the pointer is to a termios that lives.
        let got = unsafe { libc::tcgetattr(io::stdin().as_raw_fd(), &raw mut modes) };
        SavedTerminalModes((got == 0).then_some(modes))
    }

    #[expect(unsafe_code, reason = "the standard library knows no terminals")]
    fn restore(&self) {
        let Some(modes) = &self.0 else { return };
        // The line editor has asked to be told where a paste begins and ends.
        crate::output::send_sequence("\x1b[?2004l\n");
        // SAFETY: the pointer is to a termios that was read from the same terminal.
        unsafe {
            libc::tcsetattr(io::stdin().as_raw_fd(), libc::TCSANOW, &raw const *modes);
        }
    }
}
