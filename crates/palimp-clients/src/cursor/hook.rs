//! The payloads of Cursor's hooks, known from its package and not from runs.

use palimp_core::event::{Client, EventKind, HookEvent, Outcome, StartSource, ToolUse};
use serde_json::Value;

use crate::payload::{Envelope, path, rendered, text};
use crate::prompt;
use crate::shell::exited;
use crate::tool::{Call, Ending};

/// The event that a hook's payload tells of.
pub(crate) fn parse(argument: Option<&str>, payload: &Value) -> Option<HookEvent> {
    let session_id = text(payload, &["conversation_id", "session_id"])?;
    let name = text(payload, &["hook_event_name"]).or(argument)?;
    let kind = kind(name, payload)?;
    let envelope = Envelope { client: Client::Cursor, name, session_id, subagent: false };
    let mut event = envelope.seal(payload, kind)?;
    let roots = payload.get("workspace_roots");
    event.cwd = event.cwd.or_else(|| Some(roots?.get(0)?.as_str()?.into()));
    Some(event)
}

fn kind(name: &str, payload: &Value) -> Option<EventKind> {
    let turn = || text(payload, &["generation_id"]).map(str::to_owned);
    let kind = match name {
        "sessionStart" | "SessionStart" => EventKind::SessionStart { source: StartSource::Startup },
        "beforeSubmitPrompt" | "UserPromptSubmit" => {
            EventKind::Prompt { text: prompt::words(text(payload, &["prompt"])?)?, turn: turn() }
        }
        "postToolUse" | "PostToolUse" => EventKind::Tool(tool(payload, false)?),
        "postToolUseFailure" | "PostToolUseFailure" => EventKind::Tool(tool(payload, true)?),
        // No transcript: palimp does not read Cursor's.
        "stop" | "Stop" => EventKind::TurnEnd { reply: None, turn: turn(), transcript: None },
        "sessionEnd" | "SessionEnd" => {
            EventKind::SessionEnd { transcript: path(payload, &["transcript_path"]) }
        }
        "preCompact" | "PreCompact" => EventKind::PreCompact { transcript: None },
        _ => return None,
    };
    Some(kind)
}

fn tool(payload: &Value, failed: bool) -> Option<ToolUse> {
    let call = Call::new(text(payload, &["tool_name"])?, &payload["tool_input"]);
    let ending = match failed {
        true => Ending {
            outcome: Outcome::Failure { code: None },
            output: rendered(&payload["error_message"]),
        },
        false => ending(&call, &payload["tool_output"]),
    };
    Some(call.ended(text(payload, &["tool_use_id"]), ending))
}

/// How a tool ended whose output is JSON in a string.
fn ending(call: &Call, output: &Value) -> Ending {
    let parsed = output.as_str().and_then(|json| serde_json::from_str::<Value>(json).ok());
    let output = parsed.as_ref().unwrap_or(output);
    let code = output.get("exitCode").or_else(|| output.get("exit_code")).and_then(Value::as_i64);
    let outcome = match code {
        Some(code) => exited(code),
        None if call.is_shell() => Outcome::Unknown,
        None => Outcome::Success,
    };
    Ending { outcome, output: rendered(output) }
}
