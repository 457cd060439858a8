//! What the user sees: answers on standard output, everything else on standard error.

use std::io::Write;

use crate::lang::told;
use crate::output::{self, Verbatim};

/// Standard output, as an answer comes in.
pub(super) struct Screen {
    /// Whether nothing is printed, because one document follows.
    silent: bool,
    terminal: bool,
    stdout: Verbatim,
    at_line_start: bool,
}

impl Screen {
    pub(super) fn new(silent: bool) -> Screen {
        let (terminal, stdout) = (output::is_terminal(), Verbatim::new());
        Screen { silent, terminal, stdout, at_line_start: true }
    }

    /// Shows words of an answer.
    pub(super) fn show(&mut self, words: &str) {
        let Some(last) = words.chars().last().filter(|_| !self.silent) else { return };
        self.at_line_start = last == '\n';
        let _ = self.stdout.write_all(words.as_bytes()).and_then(|()| self.stdout.flush());
    }

    /// Ends the line that an answer left open.
    pub(super) fn end_line(&mut self) {
        let _ = self.stdout.finish();
        if !self.at_line_start {
            self.show("\n");
        }
    }

    /// Says something that is no answer.
    pub(super) fn note(&mut self, text: &str) {
        if self.terminal {
            self.end_line();
        }
        output::talk_faintly(&told(text.trim_end()));
    }
}
