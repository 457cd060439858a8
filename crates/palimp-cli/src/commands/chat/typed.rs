//! Input of a chat, typed or piped.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, BufRead, IsTerminal};

use palimp_core::sanitize::printable;
use rustyline::completion::Completer;
use rustyline::config::Behavior;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Config, Editor, Helper};

use crate::error::CliError;
use crate::messages;
use crate::output::{self, note};

/// Prompt before the input line.
const INPUT_PROMPT: &str = "> ";

/// One input.
pub(super) enum Typed {
    /// These words, which may be several lines.
    Words(String),
    /// Ctrl-C.
    Nothing,
    /// There is no more.
    End,
}

/// Source of the input.
pub(super) enum ChatInput {
    /// A person at a terminal.
    Person(Box<Editor<LineContinuation, MemHistory>>),
    /// A pipe or a file.
    Pipe,
}

impl ChatInput {
    /// Reads standard input.
    pub(super) fn new() -> Result<ChatInput, CliError> {
        if !io::stdin().is_terminal() {
            return Ok(ChatInput::Pipe);
        }
        // What is answered may go elsewhere; what is typed is seen on the terminal.
        let behavior = if output::is_terminal() { Behavior::Stdio } else { Behavior::PreferTerm };
        let config = Config::builder().behavior(behavior).auto_add_history(false).build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history)?;
        editor.set_helper(Some(LineContinuation::default()));
        Ok(ChatInput::Person(Box::new(editor)))
    }

    /// True if a person types.
    pub(super) const fn is_terminal(&self) -> bool {
        matches!(self, ChatInput::Person(_))
    }

    /// Offers what was said before.
    pub(super) fn add_history(&mut self, said: Vec<String>) {
        if let ChatInput::Person(editor) = self {
            let shown = said.iter().map(|words| printable(words));
            shown.for_each(|words| drop(editor.add_history_entry(words)));
        }
    }

    /// The next input.
    pub(super) fn next_input(&mut self) -> Result<Typed, CliError> {
        match self {
            ChatInput::Pipe => read_piped(&mut io::stdin().lock()),
            ChatInput::Person(editor) => read_terminal(editor),
        }
    }
}

fn read_terminal(editor: &mut Editor<LineContinuation, MemHistory>) -> Result<Typed, CliError> {
    match editor.readline(INPUT_PROMPT) {
        Ok(line) => {
            let breaks = editor.helper().map(|lines| lines.breaks.take()).unwrap_or_default();
            let words = without_breaks(line, &breaks);
            let _ = editor.add_history_entry(words.as_str());
            Ok(Typed::Words(words))
        }
        Err(ReadlineError::Eof) => Ok(Typed::End),
        Err(ReadlineError::Interrupted) => {
            drop(editor.helper().map(|lines| lines.breaks.take()));
            Ok(Typed::Nothing)
        }
        Err(ReadlineError::Signal(_)) => Ok(Typed::Words(String::new())),
        // A byte of another encoding came, alone or in what was pasted.
        Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
            note(messages::input_not_utf8());
            Ok(Typed::Words(String::new()))
        }
        // The terminal is gone.
        Err(_) => Ok(Typed::End),
    }
}

/// A line, and those that follow one which ends with a backslash.
fn read_piped(input: &mut dyn BufRead) -> Result<Typed, CliError> {
    let mut words = String::new();
    loop {
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(if words.is_empty() { Typed::End } else { Typed::Words(words) });
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches(['\n', '\r']);
        match line.strip_suffix('\\') {
            Some(begun) => words.extend([begun, "\n"]),
            None => return Ok(Typed::Words(words + line)),
        }
    }
}

/// `line` without the backslashes with which the user asked for another line. Those that were
/// pasted stay.
fn without_breaks(mut line: String, breaks: &[usize]) -> String {
    for at in breaks.iter().rev() {
        if line.get(*at..).is_some_and(|rest| rest.starts_with("\\\n")) {
            line.remove(*at);
        }
    }
    line
}

/// Goes on with another line after a backslash.
#[derive(Default)]
pub(super) struct LineContinuation {
    /// Positions of the backslashes behind which Enter was pressed.
    breaks: RefCell<Vec<usize>>,
}

impl Helper for LineContinuation {}

impl Completer for LineContinuation {
    type Candidate = String;
}

impl Hinter for LineContinuation {
    type Hint = String;
}

impl Highlighter for LineContinuation {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        match output::may_colour() {
            true => Cow::Owned(format!("\x1b[1;36m{prompt}\x1b[0m")),
            false => Cow::Borrowed(prompt),
        }
    }
}

impl Validator for LineContinuation {
    fn validate(&self, context: &mut ValidationContext) -> rustyline::Result<ValidationResult> {
        let input = context.input();
        if input.ends_with('\\') {
            self.breaks.borrow_mut().push(input.len() - 1);
            return Ok(ValidationResult::Incomplete);
        }
        Ok(ValidationResult::Valid(None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut input: &[u8]) -> Vec<String> {
        std::iter::from_fn(|| match read_piped(&mut input).expect("no file can fail here") {
            Typed::Words(words) => Some(words),
            Typed::Nothing | Typed::End => None,
        })
        .collect()
    }

    #[test]
    fn a_piped_line_is_a_message() {
        assert_eq!(all("hi\r\n안녕\n".as_bytes()), ["hi", "안녕"]);
        assert_eq!(all(b"one \\\ntwo\nthree"), ["one \ntwo", "three"]);
        assert_eq!(all(b"open\\"), ["open\n"]);
        assert_eq!(all(b"caf\xe9"), ["caf\u{fffd}"]);
    }

    #[test]
    fn only_backslashes_that_were_typed_go() {
        let typed = || "run \\\nmake \\\n  -j".to_owned();
        assert_eq!(without_breaks(typed(), &[4]), "run \nmake \\\n  -j");
        assert_eq!(without_breaks(typed(), &[4, 11]), "run \nmake \n  -j");
        assert_eq!(without_breaks(typed(), &[]), typed());
        assert_eq!(without_breaks("결\\\n".to_owned(), &[1, 99]), "결\\\n");
    }
}
