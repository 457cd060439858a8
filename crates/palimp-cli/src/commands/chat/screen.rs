//! What the user sees: answers on standard output, everything else on standard error.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

use crate::output;

/// Whether what goes to `stream` may have colours.
pub(super) fn is_coloured(stream: &impl IsTerminal) -> bool {
    let off = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stream.is_terminal() && !off("NO_COLOR") && !dumb
}

/// Standard output, as an answer comes in.
pub(super) struct Screen {
    /// Whether nothing is printed, because one document follows.
    silent: bool,
    terminal: bool,
    at_line_start: bool,
}

impl Screen {
    pub(super) fn new(silent: bool) -> Screen {
        Screen { silent, terminal: io::stdout().is_terminal(), at_line_start: true }
    }

    /// Shows words of an answer.
    pub(super) fn show(&mut self, words: &str) {
        let Some(last) = words.chars().last().filter(|_| !self.silent) else { return };
        self.at_line_start = last == '\n';
        let words = if self.terminal { harmless(words) } else { Cow::Borrowed(words) };
        let mut stdout = io::stdout().lock();
        let _ = stdout.write_all(words.as_bytes()).and_then(|()| stdout.flush());
    }

    /// Ends the line that an answer left open.
    pub(super) fn end_line(&mut self) {
        if !self.at_line_start {
            self.show("\n");
        }
    }

    /// Says something that is no answer.
    pub(super) fn note(&mut self, text: &str) {
        if self.terminal {
            self.end_line();
        }
        let text = text.trim_end();
        match is_coloured(&io::stderr()) {
            true => output::talk(&format!("\x1b[2m{}\x1b[0m", harmless(text))),
            false => output::talk(text),
        }
    }
}

/// Words that cannot command a terminal.
fn harmless(words: &str) -> Cow<'_, str> {
    let commands = |c: char| c.is_control() && c != '\n' && c != '\t';
    match words.contains(commands) {
        true => Cow::Owned(words.replace(commands, "")),
        false => Cow::Borrowed(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_cannot_command_the_terminal() {
        assert_eq!(harmless("\x1b[2J하나\t\r\n\u{9b}5n"), "[2J하나\t\n5n");
        assert!(matches!(harmless("plain\n"), Cow::Borrowed(_)));
    }
}
