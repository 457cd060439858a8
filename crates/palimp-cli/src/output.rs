//! Data goes to standard output, talk to standard error; a reader who leaves early ends the
//! program quietly.
//!
//! Nothing else in this program opens either of them (`clippy.toml` forbids it): what passes through
//! here has lost what others put into it to command a terminal. Text that stands on a line
//! with other text passes through [`inline`], so that no name forges a line.

#![expect(clippy::disallowed_methods, reason = "the one place that opens the standard streams")]

use std::io::{self, IsTerminal, Write};

use palimp_core::message::io_reason;
use palimp_core::sanitize::{PrintableStream, printable, printable_json};
use serde::Serialize;

use crate::error::CliError;
use crate::messages;

pub(crate) use palimp_core::sanitize::printable_line as inline;

/// Prints a line of data.
pub(crate) fn say(text: impl AsRef<str>) {
    write_or_leave(&format!("{}\n", printable(text.as_ref())));
}

/// Prints a line of talk.
pub(crate) fn note(text: impl AsRef<str>) {
    let _ = writeln!(io::stderr(), "{}", printable(text.as_ref()));
}

/// Style of a part of a line, where data may have colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpanStyle {
    /// As it is.
    Plain,
    /// Beside the matter.
    Dim,
    /// Match of the question.
    Mark,
}

/// A part of a line.
#[derive(Clone, Debug)]
pub(crate) struct StyledSpan {
    /// Style of the text.
    pub(crate) style: SpanStyle,
    /// Text of the part.
    pub(crate) text: String,
}

/// Prints a line of data in parts.
pub(crate) fn print_spans(line: &[StyledSpan]) {
    let coloured = may_colour();
    let part = |span: &StyledSpan| paint_span(span, coloured);
    write_or_leave(&(line.iter().map(part).collect::<String>() + "\n"));
}

fn paint_span(span: &StyledSpan, coloured: bool) -> String {
    let text = printable(&span.text).into_owned();
    match span.style {
        SpanStyle::Dim if coloured => format!("\x1b[2m{text}\x1b[0m"),
        SpanStyle::Mark if coloured => format!("\x1b[1;33m{text}\x1b[0m"),
        _ => text,
    }
}

/// A part of a line as the terminal shows it on which people are talked to.
pub(crate) fn painted_talk(span: &StyledSpan) -> String {
    paint_span(span, is_coloured(&io::stderr()))
}

/// Sends what is drawn to the terminal on which people are talked to. Nothing is to be in it that
/// others wrote and that [`painted_talk`] has not seen.
pub(crate) fn to_screen(drawn: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(drawn.as_bytes()).and_then(|()| stderr.flush());
}

/// Returns the width of the terminal on which data is read, in cells; none where it is read
/// elsewhere.
pub(crate) fn terminal_width() -> Option<usize> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0))
}

/// Prints a text as it was written: every byte of it where it goes into a file or another program.
pub(crate) fn print_verbatim(text: &str) {
    let mut stdout = Verbatim::new();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.finish());
    leave_if_failed(written);
}

fn write_or_leave(text: &str) {
    leave_if_failed(io::stdout().lock().write_all(text.as_bytes()));
}

/// Ends the program where data could not be written: quietly where the reader has left, as in
/// `palimp recent | head -1`, and else as a failure.
pub(crate) fn leave_if_failed(written: io::Result<()>) {
    match written {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            note(messages::output_not_written(io_reason(&error)));
            std::process::exit(1);
        }
    }
}

/// Prints help, in which nothing is anybody else's: it may have colours.
pub(crate) fn print_help(text: &str) {
    write_or_leave(text);
}

/// Prints a line of talk in parts.
pub(crate) fn talk_in_parts(line: &[StyledSpan]) {
    let line: String = line.iter().map(painted_talk).collect();
    let _ = writeln!(io::stderr(), "{line}");
}

/// Prints a line of talk in a faint colour, where the terminal has colours.
pub(crate) fn talk_faintly(text: &str) {
    match is_coloured(&io::stderr()) {
        true => drop(writeln!(io::stderr(), "\x1b[2m{}\x1b[0m", printable(text))),
        false => note(text),
    }
}

/// Prints one JSON document.
pub(crate) fn print_json<T: Serialize>(value: &T) {
    let json = serde_json::to_string_pretty(value).unwrap_or_else(|_| "null".to_owned());
    write_or_leave(&(printable_json(json) + "\n"));
}

/// Sends a client its answer; returns true if the client took it.
pub(crate) fn send_answer(text: &str) -> bool {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).is_ok()
}

/// Sends a command of our own to the terminal.
pub(crate) fn send_sequence(sequence: &'static str) {
    let _ = io::stdout().write_all(sequence.as_bytes()).and_then(|()| io::stdout().flush());
}

/// Returns true if the user agrees to something that cannot be undone: by `--yes`, or when asked.
/// Where nobody can be asked, it is refused.
pub(crate) fn confirm_irreversible(yes: bool, question: impl AsRef<str>) -> Result<bool, CliError> {
    if yes {
        return Ok(true);
    }
    ask_yes_no(&question)
        .ok_or_else(|| CliError::user(messages::unasked_look_first(question.as_ref())))
}

/// Asks like `confirm_irreversible`, for an action that no call shows beforehand.
pub(crate) fn confirm_without_preview(
    yes: bool,
    question: impl AsRef<str>,
) -> Result<bool, CliError> {
    if yes {
        return Ok(true);
    }
    ask_yes_no(&question).ok_or_else(|| CliError::user(messages::unasked(question.as_ref())))
}

/// True if somebody is there to answer.
pub(crate) fn is_anybody_there() -> bool {
    io::stdin().is_terminal() && talks_to_terminal()
}

/// Asks a yes-or-no question, to which no answer is a no; `None` when nobody is there. Whoever answers
/// something else is asked again.
pub(crate) fn ask_yes_no(question: impl AsRef<str>) -> Option<bool> {
    let choice = messages::choice_default_no();
    loop {
        match read_answer(question.as_ref(), &choice)?.as_str() {
            "" => return Some(false),
            answer if is_yes(answer) => return Some(true),
            answer if is_no(answer) => return Some(false),
            _ => note(messages::explain_default_no()),
        }
    }
}

/// Offers something harmless, to which no answer is a yes; `show` tells more of it to whoever asks
/// with a d. Whoever answers something else is asked again. `None` when nobody is there.
pub(crate) fn offer(question: impl AsRef<str>, show: Option<&dyn Fn()>) -> Option<bool> {
    let choice = match show {
        Some(_) => messages::choice_with_details(),
        None => messages::choice_default_yes(),
    };
    loop {
        let answer = read_answer(question.as_ref(), &choice)?;
        match (answer.as_str(), show) {
            ("d", Some(show)) => show(),
            ("", _) => return Some(true),
            (answer, _) if is_yes(answer) => return Some(true),
            (answer, _) if is_no(answer) => return Some(false),
            (_, Some(_)) => note(messages::explain_with_details()),
            (_, None) => note(messages::explain_default_yes()),
        }
    }
}

/// Says what Enter does, and waits for it; whether somebody pressed it.
pub(crate) fn wait_for_enter(what: &str) -> bool {
    let _ = write!(io::stderr(), "{}", printable(what));
    let _ = io::stderr().flush();
    io::stdin().read_line(&mut String::new()).is_ok_and(|length| length > 0)
}

fn is_yes(answer: &str) -> bool {
    matches!(answer, "y" | "yes" | "예" | "네" | "ㅇ")
}

fn is_no(answer: &str) -> bool {
    matches!(answer, "n" | "no" | "아니오" | "아니요" | "ㄴ")
}

/// Reads the answer to a question, in lower case; `None` when nobody is there or nothing comes.
fn read_answer(question: &str, choice: &str) -> Option<String> {
    if !is_anybody_there() {
        return None;
    }
    let _ = write!(io::stderr(), "{} [{choice}] ", printable(question));
    let _ = io::stderr().flush();
    let mut answer = String::new();
    let length = io::stdin().read_line(&mut answer).ok()?;
    (length > 0).then(|| answer.trim().to_lowercase())
}

/// True if data is read on a terminal.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// True if talk is read on a terminal.
pub(crate) fn talks_to_terminal() -> bool {
    io::stderr().is_terminal()
}

/// True if data may have colours.
pub(crate) fn may_colour() -> bool {
    is_coloured(&io::stdout())
}

fn is_coloured(stream: &impl IsTerminal) -> bool {
    palimp_core::sanitize::is_coloured(stream.is_terminal(), |name| std::env::var_os(name))
}

/// Standard output for what is printed as it was written. On a terminal it loses what could command
/// that; elsewhere no byte of it changes.
pub(crate) struct Verbatim {
    shown: Option<PrintableStream>,
    /// Bytes of a character that is not whole yet.
    begun: Vec<u8>,
}

impl Verbatim {
    /// Standard output.
    pub(crate) fn new() -> Verbatim {
        Verbatim { shown: is_terminal().then(PrintableStream::default), begun: Vec::new() }
    }

    /// Prints what was held back; nothing more comes for now.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        if let Some(stream) = &mut self.shown {
            let rest = stream.push_text(&String::from_utf8_lossy(&std::mem::take(&mut self.begun)));
            stdout.write_all((rest + &stream.finish()).as_bytes())?;
        }
        stdout.flush()
    }
}

impl Write for Verbatim {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut stdout = io::stdout().lock();
        match &mut self.shown {
            None => stdout.write_all(bytes)?,
            Some(stream) => {
                self.begun.extend_from_slice(bytes);
                let words = whole_characters(&mut self.begun);
                stdout.write_all(stream.push_text(&words).as_bytes())?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Takes the characters out of `bytes` that are whole; what may become one stays.
pub(crate) fn whole_characters(bytes: &mut Vec<u8>) -> String {
    let begins = |back: &usize| bytes[bytes.len() - back] >= 0xc0;
    let last = (1..=bytes.len().min(3)).find(begins).unwrap_or(0);
    let tail = std::str::from_utf8(&bytes[bytes.len() - last..]);
    let begun = tail.is_err_and(|error| error.error_len().is_none());
    let rest = bytes.split_off(bytes.len() - if begun { last } else { 0 });
    String::from_utf8_lossy(&std::mem::replace(bytes, rest)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_may_come_in_pieces() {
        let mut begun = Vec::new();
        let mut take = |bytes: &[u8]| {
            begun.extend_from_slice(bytes);
            whole_characters(&mut begun)
        };
        let pieces: Vec<String> = "결정 é🙂".bytes().map(|byte| take(&[byte])).collect();
        assert_eq!(pieces.concat(), "결정 é🙂");
        assert_eq!(take(b"\xffend"), "\u{fffd}end");
        assert_eq!(take(b"\xff\xea\xb2"), "\u{fffd}");
        assert_eq!(take(b"\xb0"), "결");
    }
}
