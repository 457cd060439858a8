//! Output of a chat: answers on standard output, everything else on standard error.

use std::io::Write;

use crate::output::{self, Verbatim};

/// Output of a chat; the answer goes to standard output as it arrives.
pub(super) struct ChatOutput {
    /// True if nothing is printed, because one document follows.
    silent: bool,
    terminal: bool,
    stdout: Verbatim,
    at_line_start: bool,
}

impl ChatOutput {
    pub(super) fn new(silent: bool) -> ChatOutput {
        let (terminal, stdout) = (output::is_terminal(), Verbatim::new());
        ChatOutput { silent, terminal, stdout, at_line_start: true }
    }

    /// Shows words of an answer.
    pub(super) fn show_answer(&mut self, words: &str) {
        let Some(last) = words.chars().last().filter(|_| !self.silent) else { return };
        self.at_line_start = last == '\n';
        let _ = self.stdout.write_all(words.as_bytes()).and_then(|()| self.stdout.flush());
    }

    /// Ends the line that an answer left open.
    pub(super) fn end_line(&mut self) {
        let _ = self.stdout.finish();
        if !self.at_line_start {
            self.show_answer("\n");
        }
    }

    /// Says something that is no answer.
    pub(super) fn print_note(&mut self, text: impl AsRef<str>) {
        if self.terminal {
            self.end_line();
        }
        output::talk_faintly(text.as_ref().trim_end());
    }
}
