//! The line that Copilot puts below a command's output for its model.

use palimp_core::event::ToolOutcome;

use crate::payload::clip_middle;
use crate::shell::exit_outcome;
use crate::tool::ToolEnding;

/// Parses the ending of a command from its output: the last line is `<shellId: 1 completed with
/// exit code 3>` if the command is done.
pub(super) fn parse_command_output(text: &str) -> ToolEnding {
    match last_line(text) {
        Some((output, code)) => {
            ToolEnding { outcome: exit_outcome(code), output: clip_middle(output) }
        }
        None => ToolEnding { outcome: ToolOutcome::Unknown, output: clip_middle(text) },
    }
}

/// The output above the line, and the exit code in it.
fn last_line(text: &str) -> Option<(&str, i64)> {
    let text = text.trim_end();
    let (output, line) = text.rsplit_once('\n').unwrap_or(("", text));
    let line = line.strip_prefix('<')?.strip_suffix('>')?;
    let (subject, code) = line.rsplit_once("exit code ")?;
    let subjects = ["shellId: ", "command with ", "exited with "];
    if !subjects.iter().any(|start| subject.starts_with(start)) {
        return None;
    }
    Some((output, code.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_names_the_exit_code() {
        let failure = |code| ToolOutcome::Failure { code: Some(code) };
        let check = |text: &str, outcome: ToolOutcome, output: &str| {
            let ending = parse_command_output(text);
            assert_eq!((ending.outcome, ending.output.as_str()), (outcome, output), "{text:?}");
        };
        check("oops\n<shellId: 1 completed with exit code 3>", failure(3), "oops");
        check("a\nb\n<shellId: 0 completed with exit code 0>\n", ToolOutcome::Success, "a\nb");
        check("<shellId: 0 completed with exit code 0>", ToolOutcome::Success, "");
        check("<exited with exit code 2>", failure(2), "");
        check("<p>exit code 3</p>", ToolOutcome::Unknown, "<p>exit code 3</p>");
        check(
            "<shellId: 0 is still running>",
            ToolOutcome::Unknown,
            "<shellId: 0 is still running>",
        );
        check("", ToolOutcome::Unknown, "");
    }
}
