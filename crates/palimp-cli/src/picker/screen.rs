//! The terminal while something is chosen: the second screen, keys as they come, and everything put
//! back on whatever way out.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossterm::event::{self, Event, KeyEvent, KeyEventKind};
use crossterm::terminal;
use rustix::process::{Signal, kill_current_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::draw::DrawnPicker;
use crate::output;

/// The second screen, lines that are not broken, no cursor yet.
const ENTER_SEQUENCE: &str = "\x1b[?1049h\x1b[?7l\x1b[2J";
/// The same undone, in the other order.
const LEAVE_SEQUENCE: &str = "\x1b[?7h\x1b[?25h\x1b[?1049l";

/// True if the terminal is to be put back.
static IS_SCREEN_TAKEN: AtomicBool = AtomicBool::new(false);

/// A terminal that shows a picker.
#[derive(Debug)]
pub(crate) struct PickerScreen {
    _private: (),
}

/// Event of the terminal: a key, something else, or nothing in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScreenEvent {
    /// She pressed a key.
    Key(KeyEvent),
    /// The terminal has another size, or something happened that means nothing.
    Other,
    /// Nothing, for as long as was waited.
    Nothing,
}

impl PickerScreen {
    /// Takes the screen; it is given back when this value goes, when the program panics, and when a
    /// signal ends it. Until somebody listens to keys, Ctrl-C is such a signal.
    pub(crate) fn open() -> io::Result<PickerScreen> {
        let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])?;
        std::thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                release_terminal();
                // By the shells' convention, the code tells the signal.
                std::process::exit(128 + signal);
            }
        });
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            release_terminal();
            usual(panic);
        }));
        enter_screen();
        Ok(PickerScreen { _private: () })
    }

    /// From now on keys come as they are pressed.
    pub(crate) fn listen(&self) -> io::Result<()> {
        terminal::enable_raw_mode()
    }

    /// Its size: columns and rows.
    pub(crate) fn size(&self) -> (usize, usize) {
        let (columns, rows) = terminal::size().unwrap_or((80, 24));
        (usize::from(columns).max(20), usize::from(rows).max(4))
    }

    /// Shows lines from the top.
    pub(crate) fn paint(&self, drawn: &DrawnPicker) {
        let mut frame = String::from("\x1b[?2026h\x1b[?25l");
        for (row, line) in drawn.lines.iter().enumerate() {
            frame.push_str(&format!("\x1b[{};1H", row + 1));
            line.iter().for_each(|span| frame.push_str(&output::painted_talk(span)));
            frame.push_str("\x1b[K");
        }
        frame.push_str(&format!("\x1b[1;{}H\x1b[?25h\x1b[?2026l", drawn.cursor + 1));
        output::to_screen(&frame);
    }

    /// Sends the terminal a command of our own.
    pub(crate) fn send_command(&self, sequence: &str) {
        output::to_screen(sequence);
    }

    /// True if a key is waiting.
    pub(crate) fn is_behind(&self) -> bool {
        event::poll(Duration::ZERO).unwrap_or(false)
    }

    /// Returns the next event; with `patience`, one that happens within that time.
    pub(crate) fn next_event(&self, patience: Option<Duration>) -> io::Result<ScreenEvent> {
        if let Some(patience) = patience
            && !event::poll(patience)?
        {
            return Ok(ScreenEvent::Nothing);
        }
        Ok(match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => ScreenEvent::Key(key),
            _ => ScreenEvent::Other,
        })
    }

    /// Lends the terminal to something else that uses it.
    pub(crate) fn lend_terminal<T>(&self, to: impl FnOnce() -> T) -> io::Result<T> {
        release_terminal();
        let done = to();
        acquire_terminal()?;
        Ok(done)
    }

    /// Waits in the background, as Ctrl-Z has other programs do.
    pub(crate) fn suspend(&self) -> io::Result<()> {
        self.lend_terminal(|| kill_current_process_group(Signal::TSTP))?.map_err(io::Error::from)
    }
}

impl Drop for PickerScreen {
    fn drop(&mut self) {
        release_terminal();
    }
}

fn acquire_terminal() -> io::Result<()> {
    enter_screen();
    terminal::enable_raw_mode()
}

fn enter_screen() {
    IS_SCREEN_TAKEN.store(true, Ordering::SeqCst);
    output::to_screen(ENTER_SEQUENCE);
}

/// Restores the terminal, unless it is restored already.
fn release_terminal() {
    if IS_SCREEN_TAKEN.swap(false, Ordering::SeqCst) {
        output::to_screen(LEAVE_SEQUENCE);
        let _ = terminal::disable_raw_mode();
    }
}
