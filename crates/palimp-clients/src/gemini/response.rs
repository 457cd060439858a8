//! Results of Gemini CLI's tools: one text for the model, one for the user.
//!
//! On its interactive screen the user is shown rows of cells, as wide as the terminal, instead of a
//! text; the output of a command is then taken from the model's text.

use std::borrow::Cow;

use palimp_core::event::ToolOutcome;
use serde_json::Value;

use crate::payload::{clip_middle, render_text, string_field, text_field};
use crate::prompt::without_injected;
use crate::shell::exit_outcome;
use crate::tool::{ParsedToolCall, ToolEnding};

/// Labels of the lines below a command's output in the model's text.
const TRAILER_LABELS: [&str; 5] =
    ["Error: ", "Exit Code: ", "Signal: ", "Background PIDs: ", "Process Group PGID: "];

/// A tool's result.
pub(super) struct Response<'a> {
    /// Text for the model: wrapped, and for commands with a trailer of facts.
    pub(super) model: String,
    /// Display for the user, if it is a text or a screen.
    pub(super) user: Option<ToolDisplay<'a>>,
    /// Error message of a failed tool.
    pub(super) error: Option<&'a str>,
}

/// Display of a tool's result for the user.
#[derive(Debug)]
pub(super) enum ToolDisplay<'a> {
    /// A text.
    Text(&'a str),
    /// Content of Gemini's own terminal: lines without trailing blanks.
    Screen(String),
}

impl<'a> ToolDisplay<'a> {
    /// Parses a text, or rows that are lists of cells with a `text`; `None` for anything else.
    pub(super) fn from_value(value: &'a Value) -> Option<ToolDisplay<'a>> {
        let Value::Array(rows) = value else {
            return value.as_str().filter(|text| !text.trim().is_empty()).map(ToolDisplay::Text);
        };
        let line = |row: &Value| -> Option<String> {
            row.as_array()?.iter().map(|cell| string_field(cell, &["text"])).collect()
        };
        let lines: Vec<String> = rows.iter().map(line).collect::<Option<_>>()?;
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        Some(ToolDisplay::Screen(lines.join("\n").trim_end().to_owned()))
    }

    fn text(&self) -> &str {
        match self {
            ToolDisplay::Text(text) => text,
            ToolDisplay::Screen(text) => text,
        }
    }
}

impl<'a> Response<'a> {
    /// The `tool_response` of a hook's payload.
    pub(super) fn of_hook(response: &'a Value) -> Response<'a> {
        let error = response.get("error").filter(|error| !error.is_null());
        Response {
            model: render_text(&response["llmContent"]),
            user: response.get("returnDisplay").and_then(ToolDisplay::from_value),
            error: error.map(|error| {
                error.as_str().or_else(|| text_field(error, &["message"])).unwrap_or_default()
            }),
        }
    }

    /// Builds the ending of `call` from this result.
    pub(super) fn to_ending(&self, call: &ParsedToolCall) -> ToolEnding {
        let model = without_hooks(&self.model);
        let model = strip_untrusted_tag(&model);
        let shown = self.user.as_ref().map(ToolDisplay::text);
        let (printed, told) = match call.is_shell() {
            true => parse_command_output(model, shown),
            false => (model, ToolOutcome::Success),
        };
        let user = match &self.user {
            Some(ToolDisplay::Text(text)) => Some(*text),
            Some(ToolDisplay::Screen(_)) | None => None,
        };
        match (self.error, told) {
            (None, outcome) => ToolEnding { outcome, output: clip_middle(user.unwrap_or(printed)) },
            (Some(error), outcome) => ToolEnding {
                outcome: ToolOutcome::Failure { code: failure_code(&outcome) },
                output: clip_middle(if call.is_shell() { user.unwrap_or(error) } else { error }),
            },
        }
    }
}

fn failure_code(outcome: &ToolOutcome) -> Option<i32> {
    match outcome {
        ToolOutcome::Failure { code } => *code,
        ToolOutcome::Success | ToolOutcome::Unknown => None,
    }
}

/// `text` without what hooks, palimp's among them, had Gemini add below it.
fn without_hooks(text: &str) -> Cow<'_, str> {
    match without_injected(text) {
        Cow::Owned(text) => Cow::Owned(text.strip_suffix("\n\n").unwrap_or(&text).to_owned()),
        untouched => untouched,
    }
}

/// Strips the element that warns the model of foreign text.
fn strip_untrusted_tag(text: &str) -> &str {
    let inside = text.trim().strip_prefix("<untrusted_context>");
    let inside = inside.and_then(|text| text.strip_suffix("</untrusted_context>"));
    inside.map_or(text, |text| text.trim_matches('\n'))
}

/// Parses the output and outcome of a command: a trailer without an exit code means zero.
fn parse_command_output<'a>(model: &'a str, shown: Option<&str>) -> (&'a str, ToolOutcome) {
    // A stopped command has no trailer, only this sentence before its output.
    if model.starts_with("Command was ") {
        return (model, ToolOutcome::Failure { code: None });
    }
    let (printed, trailer) = split_trailer(model, shown);
    let printed = if printed == "(empty)" { "" } else { printed };
    let mut outcome = ToolOutcome::Success;
    for line in trailer.lines() {
        if let Some(code) = line.strip_prefix("Exit Code: ").and_then(|code| code.parse().ok()) {
            return (printed, exit_outcome(code));
        }
        let failed = line.starts_with("Error: ") || line.starts_with("Signal: ");
        if failed && !line.ends_with("(none)") {
            outcome = ToolOutcome::Failure { code: None };
        }
    }
    (printed, outcome)
}

/// Splits the text into output and trailer. The trailer follows the output if the user's display
/// shows the output; otherwise it is the last lines that look like a trailer. A program may print
/// such lines, too.
fn split_trailer<'a>(model: &'a str, shown: Option<&str>) -> (&'a str, &'a str) {
    let body = model.strip_prefix("Output: ").unwrap_or(model);
    let is_whole = |rest: &str| rest.is_empty() || rest.starts_with('\n');
    let length = shown.filter(|shown| body.strip_prefix(shown).is_some_and(is_whole)).map(str::len);
    let length = length.unwrap_or_else(|| {
        let looks_it = |line: &&str| TRAILER_LABELS.iter().any(|label| line.starts_with(label));
        let trailer = body.split_inclusive('\n').rev().take_while(looks_it).map(str::len);
        body.len() - trailer.sum::<usize>()
    });
    (body[..length].trim_end_matches('\n'), &body[length..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trailer_decides() {
        let failure = |code| ToolOutcome::Failure { code };
        let check = |model: &str, user: Option<&str>, expect: ToolOutcome| {
            assert_eq!(parse_command_output(model, user).1, expect, "{model:?}");
        };
        check("Output: oops\nExit Code: 3\nProcess Group PGID: 1", Some("oops"), failure(Some(3)));
        check("Output: ok\nProcess Group PGID: 1", Some("ok"), ToolOutcome::Success);
        check(
            "Output: (empty)\nExit Code: 1\nProcess Group PGID: 1",
            Some("Command exited with code: 1"),
            failure(Some(1)),
        );
        check("Output: x\nSignal: 9\nProcess Group PGID: 1", None, failure(None));
        check("Output: x\nError: spawn\nExit Code: (none)\nSignal: (none)", None, failure(None));
        check("Output: x\nError: (none)\nExit Code: 0\nSignal: (none)", None, ToolOutcome::Success);
        check("Command was cancelled by user before it could complete.", None, failure(None));
    }

    #[test]
    fn a_program_may_print_the_trailers_words() {
        let model = "Output: Error: x\nExit Code: 3\nProcess Group PGID: 1";
        let shown = "Error: x\nExit Code: 3";
        assert_eq!(parse_command_output(model, Some(shown)), (shown, ToolOutcome::Success));
        let model = "Output: Exit Code: 3\nend\nProcess Group PGID: 1";
        assert_eq!(parse_command_output(model, None), ("Exit Code: 3\nend", ToolOutcome::Success));
    }

    #[test]
    fn the_trailer_is_no_part_of_what_was_printed() {
        let check = |model: &str, shown: Option<&str>, expect: &str| {
            assert_eq!(parse_command_output(model, shown).0, expect, "{model:?}");
        };
        check("Output: a\n\nb\nProcess Group PGID: 1", None, "a\n\nb");
        check("Output: a\nProcess Group PGID: 1\n", Some("wrapped"), "a");
        check("Output: (empty)\nExit Code: 1\nProcess Group PGID: 1", None, "");
        check("Output: (empty)\nProcess Group PGID: 1", Some(""), "");
        check("Process Group PGID: 1", None, "");
        check("", None, "");
    }

    #[test]
    fn a_screen_is_read_without_the_blanks_that_fill_it() {
        let screen = |value: serde_json::Value| match ToolDisplay::from_value(&value) {
            Some(ToolDisplay::Screen(text)) => Some(text),
            _ => None,
        };
        let rows =
            serde_json::json!([[{"text": "??"}, {"text": " a.txt   "}], [], [{"text": "  "}]]);
        assert_eq!(screen(rows).as_deref(), Some("?? a.txt"));
        assert_eq!(screen(serde_json::json!([])).as_deref(), Some(""));
        for odd in [serde_json::json!([3]), serde_json::json!([[{"x": 1}]]), serde_json::json!({})]
        {
            assert!(ToolDisplay::from_value(&odd).is_none(), "{odd}");
        }
    }

    #[test]
    fn warnings_about_foreign_text_are_taken_off() {
        assert_eq!(
            strip_untrusted_tag("<untrusted_context>\na\nb\n</untrusted_context>\n\n"),
            "a\nb"
        );
        assert_eq!(strip_untrusted_tag("a\n"), "a\n");
    }
}
