//! Data goes to standard output, talk to standard error; a reader who leaves early ends the
//! program quietly.

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

/// Prints a line of data.
macro_rules! say {
    ($($arg:tt)*) => { $crate::output::line(&format!($($arg)*)) };
}

/// Prints a line of talk.
macro_rules! note {
    ($($arg:tt)*) => { $crate::output::talk(&format!($($arg)*)) };
}

pub(crate) use {note, say};

/// See [`say`].
pub(crate) fn line(text: &str) {
    write_or_leave(&format!("{text}\n"));
}

/// Prints data as it is.
pub(crate) fn write_or_leave(text: &str) {
    if io::stdout().lock().write_all(text.as_bytes()).is_err() {
        // `palimp recent | head -1` is no error.
        std::process::exit(0);
    }
}

/// See [`note`].
pub(crate) fn talk(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints one JSON document.
pub(crate) fn document<T: Serialize>(value: &T) {
    line(&serde_json::to_string_pretty(value).unwrap_or_else(|_| "null".to_owned()));
}

/// Asks a yes-or-no question; `None` when nobody is there to answer.
pub(crate) fn ask(question: &str) -> Option<bool> {
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        return None;
    }
    let _ = write!(io::stderr(), "{question} [y/N] ");
    let _ = io::stderr().flush();
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).ok()?;
    Some(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes" | "예" | "네" | "ㅇ"))
}
