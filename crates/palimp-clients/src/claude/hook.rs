//! The payloads of Claude Code's hooks.
//!
//! `PostToolBatch` and `UserPromptExpansion` are not read: they tell again what
//! `PostToolUse` and `UserPromptSubmit` told.

use palimp_core::event::{Client, EventKind, HookEvent, Outcome, StartSource, ToolUse};
use serde_json::Value;

use crate::claude::words;
use crate::payload::{
    Envelope, clip, flag, path, rendered, session_id, start_source, string, text,
};
use crate::tool::{Call, Ending};

/// The event that a hook's payload tells of.
pub(crate) fn parse(argument: Option<&str>, payload: &Value) -> Option<HookEvent> {
    let session_id = session_id(payload)?;
    let name = text(payload, &["hook_event_name"]).or(argument)?;
    let subagent = text(payload, &["agent_id"]).is_some();
    let kind = kind(name, payload)?;
    Envelope { client: Client::Claude, name, session_id, subagent }.seal(payload, kind)
}

fn kind(name: &str, payload: &Value) -> Option<EventKind> {
    let kind = match name {
        "SessionStart" => EventKind::SessionStart { source: start_source(payload) },
        "SubagentStart" => EventKind::SessionStart { source: StartSource::Startup },
        "UserPromptSubmit" => prompt(payload)?,
        "PostToolUse" => EventKind::Tool(tool(payload, false)?),
        "PostToolUseFailure" => EventKind::Tool(tool(payload, true)?),
        "Stop" => turn_end(payload, text(payload, &["last_assistant_message"])),
        // Its last message is the API's error and nobody's answer.
        "StopFailure" => turn_end(payload, None),
        "SessionEnd" => EventKind::SessionEnd { transcript: path(payload, &["transcript_path"]) },
        "PreCompact" => EventKind::PreCompact,
        _ => return None,
    };
    Some(kind)
}

fn prompt(payload: &Value) -> Option<EventKind> {
    // Claude Code prompts itself too, for instance when a background task is done.
    if text(payload, &["source"]) == Some("system") {
        return None;
    }
    let text = words(text(payload, &["prompt"])?)?;
    Some(EventKind::Prompt { text, turn: turn(payload) })
}

fn turn_end(payload: &Value, reply: Option<&str>) -> EventKind {
    EventKind::TurnEnd {
        reply: reply.map(str::to_owned),
        turn: turn(payload),
        transcript: path(payload, &["transcript_path"]),
    }
}

fn turn(payload: &Value) -> Option<String> {
    text(payload, &["prompt_id"]).map(str::to_owned)
}

fn tool(payload: &Value, failed: bool) -> Option<ToolUse> {
    let call = Call::new(text(payload, &["tool_name"])?, &payload["tool_input"]);
    let ending = match failed {
        true => failure(text(payload, &["error"]).unwrap_or_default()),
        false => success(&call, &payload["tool_response"]),
    };
    Some(call.ended(text(payload, &["tool_use_id"]), ending))
}

/// How a tool ended that Claude Code counts as done. Text on stderr is a warning then.
pub(super) fn success(call: &Call, response: &Value) -> Ending {
    if call.is_edit() {
        return Ending { outcome: Outcome::Success, output: String::new() };
    }
    let outcome = if flag(response, "interrupted") {
        Outcome::Failure { code: None }
    } else if text(response, &["backgroundTaskId"]).is_some() {
        Outcome::Unknown
    } else {
        Outcome::Success
    };
    Ending { outcome, output: printed(response) }
}

/// What a command printed on either stream, or any other tool's result.
fn printed(response: &Value) -> String {
    match (string(response, &["stdout"]), text(response, &["stderr"])) {
        (None, None) => rendered(response),
        (Some(out), None) => clip(out),
        (None, Some(err)) => clip(err),
        (Some(out), Some(err)) => {
            let gap = if out.is_empty() || out.ends_with('\n') { "" } else { "\n" };
            clip(&[&clip(out), gap, &clip(err)].concat())
        }
    }
}

/// How a failed tool ended; a command's error begins with its exit code.
pub(super) fn failure(error: &str) -> Ending {
    let (code, output) = match exit_code(error) {
        Some((code, output)) => (Some(code).filter(|code| *code != 0), output),
        None => (None, error),
    };
    Ending { outcome: Outcome::Failure { code }, output: clip(output) }
}

/// `Exit code 3`, and what stands on the lines after it.
fn exit_code(error: &str) -> Option<(i32, &str)> {
    let rest = error.strip_prefix("Exit code ")?;
    let (code, output) = rest.split_once('\n').unwrap_or((rest, ""));
    Some((code.trim().parse().ok()?, output))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_may_begin_with_an_exit_code() {
        let check = |error: &str, code: Option<i32>, output: &str| {
            let ending = failure(error);
            assert_eq!(
                (ending.outcome, ending.output.as_str()),
                (Outcome::Failure { code }, output)
            );
        };
        check("Exit code 3\noops", Some(3), "oops");
        check("Exit code 127", Some(127), "");
        check("Exit code 0\n", None, "");
        check("Exit code unknown\nx", None, "Exit code unknown\nx");
        check("File does not exist.", None, "File does not exist.");
        check("", None, "");
    }
}
