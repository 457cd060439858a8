//! Text on its way to the clipboard.

use std::io::Write;
use std::process::{Command, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Programs that take it on a desktop, with the variable that says that theirs is there.
const CLIPBOARD_PROGRAMS: [(&str, &str, &[&str]); 3] = [
    ("WAYLAND_DISPLAY", "wl-copy", &[]),
    ("DISPLAY", "xclip", &["-selection", "clipboard"]),
    // macOS sets it for whatever runs in a terminal.
    ("TERM_PROGRAM", "pbcopy", &[]),
];

/// The longest text that terminals take, in bytes of base64.
const MAX_BASE64_BYTES: usize = 74_994;

/// Copies `text` by a program of the desktop, where there is one, and returns the command that
/// tells the terminal to copy it, also where palimp runs on another machine; none where it is too
/// long for that.
pub(crate) fn copy_to_clipboard(text: &str) -> Copied {
    let handed = CLIPBOARD_PROGRAMS.iter().any(|(variable, program, args)| {
        std::env::var_os(variable).is_some_and(|it| !it.is_empty())
            && pipe_to_program(program, args, text)
    });
    Copied { handed, sequence: clipboard_sequence(text) }
}

/// Outcome of copying a text.
#[derive(Debug)]
pub(crate) struct Copied {
    /// True if a program took the text.
    pub(crate) handed: bool,
    /// Command for the terminal.
    pub(crate) sequence: Option<String>,
}

/// The terminals' command 52, which sets the clipboard.
fn clipboard_sequence(text: &str) -> Option<String> {
    let coded = STANDARD.encode(text);
    (coded.len() <= MAX_BASE64_BYTES).then(|| format!("\x1b]52;c;{coded}\x07"))
}

fn pipe_to_program(program: &str, args: &[&str], text: &str) -> bool {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return false };
    let written = child.stdin.take().is_some_and(|mut it| it.write_all(text.as_bytes()).is_ok());
    // They go on in the background by themselves once they have the text.
    child.wait().is_ok_and(|status| status.success()) && written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_told_what_to_copy() {
        assert_eq!(clipboard_sequence("결정").as_deref(), Some("\x1b]52;c;6rKw7KCV\x07"));
        assert_eq!(clipboard_sequence(&"x".repeat(100_000)), None);
    }
}
