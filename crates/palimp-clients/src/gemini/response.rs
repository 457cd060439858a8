//! What a tool of Gemini CLI gives back: one text for the model, one for the user.

use std::borrow::Cow;

use palimp_core::event::Outcome;
use serde_json::Value;

use crate::payload::{clip, rendered, text};
use crate::prompt::without_injected;
use crate::shell::exited;
use crate::tool::{Call, Ending};

/// The lines below a command's output in the model's text.
const TRAILER: [&str; 5] =
    ["Error: ", "Exit Code: ", "Signal: ", "Background PIDs: ", "Process Group PGID: "];

/// A tool's result.
pub(super) struct Response<'a> {
    /// What the model is shown: wrapped, and for commands with a trailer of facts.
    pub(super) model: String,
    /// What the user is shown, where that is plain text.
    pub(super) user: Option<&'a str>,
    /// Why the tool failed, when it did.
    pub(super) error: Option<&'a str>,
}

impl<'a> Response<'a> {
    /// The `tool_response` of a hook's payload.
    pub(super) fn of_hook(response: &'a Value) -> Response<'a> {
        let error = response.get("error").filter(|error| !error.is_null());
        Response {
            model: rendered(&response["llmContent"]),
            user: text(response, &["returnDisplay"]),
            error: error.map(|error| {
                error.as_str().or_else(|| text(error, &["message"])).unwrap_or_default()
            }),
        }
    }

    /// How `call` ended with this result.
    pub(super) fn ending(&self, call: &Call) -> Ending {
        let model = without_hooks(&self.model);
        let model = unwrapped(&model);
        let told =
            if call.is_shell() { command_outcome(model, self.user) } else { Outcome::Success };
        match (self.error, told) {
            (None, outcome) => Ending { outcome, output: clip(self.user.unwrap_or(model)) },
            (Some(error), outcome) => Ending {
                outcome: Outcome::Failure { code: code(&outcome) },
                output: clip(if call.is_shell() { self.user.unwrap_or(error) } else { error }),
            },
        }
    }
}

fn code(outcome: &Outcome) -> Option<i32> {
    match outcome {
        Outcome::Failure { code } => *code,
        Outcome::Success | Outcome::Unknown => None,
    }
}

/// `text` without what hooks, palimp's among them, had Gemini add below it.
fn without_hooks(text: &str) -> Cow<'_, str> {
    match without_injected(text) {
        Cow::Owned(text) => Cow::Owned(text.strip_suffix("\n\n").unwrap_or(&text).to_owned()),
        untouched => untouched,
    }
}

/// `text` without the element that warns the model of foreign text.
fn unwrapped(text: &str) -> &str {
    let inside = text.trim().strip_prefix("<untrusted_context>");
    let inside = inside.and_then(|text| text.strip_suffix("</untrusted_context>"));
    inside.map_or(text, |text| text.trim_matches('\n'))
}

/// The outcome of a command: a trailer without an exit code means zero.
fn command_outcome(model: &str, user: Option<&str>) -> Outcome {
    // A command that was stopped has no trailer, only this sentence before what it printed.
    if model.starts_with("Command was ") {
        return Outcome::Failure { code: None };
    }
    let mut outcome = Outcome::Success;
    for line in trailer(model, user) {
        if let Some(code) = line.strip_prefix("Exit Code: ").and_then(|code| code.parse().ok()) {
            return exited(code);
        }
        let failed = line.starts_with("Error: ") || line.starts_with("Signal: ");
        if failed && !line.ends_with("(none)") {
            outcome = Outcome::Failure { code: None };
        }
    }
    outcome
}

/// The lines of the trailer: those after the output, where the user's text shows which that is,
/// else the last ones that look like it. A program may print such lines too.
fn trailer<'a>(model: &'a str, user: Option<&str>) -> Vec<&'a str> {
    let after = user.and_then(|output| model.strip_prefix("Output: ")?.strip_prefix(output));
    let after = after.filter(|after| after.is_empty() || after.starts_with('\n'));
    let looks_it = |line: &&str| TRAILER.iter().any(|label| line.starts_with(label));
    match after {
        Some(after) => after.lines().collect(),
        None => model.lines().rev().take_while(looks_it).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trailer_decides() {
        let failure = |code| Outcome::Failure { code };
        let check = |model: &str, user: Option<&str>, expect: Outcome| {
            assert_eq!(command_outcome(model, user), expect, "{model:?}");
        };
        check("Output: oops\nExit Code: 3\nProcess Group PGID: 1", Some("oops"), failure(Some(3)));
        check("Output: ok\nProcess Group PGID: 1", Some("ok"), Outcome::Success);
        check(
            "Output: (empty)\nExit Code: 1\nProcess Group PGID: 1",
            Some("Command exited with code: 1"),
            failure(Some(1)),
        );
        check("Output: x\nSignal: 9\nProcess Group PGID: 1", None, failure(None));
        check("Output: x\nError: spawn\nExit Code: (none)\nSignal: (none)", None, failure(None));
        check("Output: x\nError: (none)\nExit Code: 0\nSignal: (none)", None, Outcome::Success);
        check("Command was cancelled by user before it could complete.", None, failure(None));
    }

    #[test]
    fn a_program_may_print_the_trailers_words() {
        let model = "Output: Error: x\nExit Code: 3\nProcess Group PGID: 1";
        assert_eq!(command_outcome(model, Some("Error: x\nExit Code: 3")), Outcome::Success);
        assert_eq!(
            command_outcome("Output: Exit Code: 3\nend\nProcess Group PGID: 1", None),
            Outcome::Success
        );
    }

    #[test]
    fn warnings_about_foreign_text_are_taken_off() {
        assert_eq!(unwrapped("<untrusted_context>\na\nb\n</untrusted_context>\n\n"), "a\nb");
        assert_eq!(unwrapped("a\n"), "a\n");
    }
}
