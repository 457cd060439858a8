//! The payloads of Codex CLI's hooks, and of its older `notify` program.

use palimp_core::event::{Client, EventKind, HookEvent, Outcome, StartSource, ToolCall, ToolUse};
use serde_json::Value;

use crate::codex::output;
use crate::payload::{Envelope, clip, flag, path, rendered, session_id, start_source, text};
use crate::prompt;
use crate::shell::exited;
use crate::tool::{Call, Ending};

/// The event that a hook's or `notify`'s payload tells of.
pub(crate) fn parse(argument: Option<&str>, payload: &Value) -> Option<HookEvent> {
    if let Some(session_id) = text(payload, &["thread-id"]) {
        return notified(session_id, payload);
    }
    let session_id = session_id(payload)?;
    let name = text(payload, &["hook_event_name"]).or(argument)?;
    let subagent = text(payload, &["agent_id"]).is_some();
    let kind = kind(name, payload)?;
    Envelope { client: Client::Codex, name, session_id, subagent }.seal(payload, kind)
}

/// `notify` runs without trust, but knows only one kind of event.
fn notified(session_id: &str, payload: &Value) -> Option<HookEvent> {
    let name = text(payload, &["type"]).filter(|name| *name == "agent-turn-complete")?;
    let kind = EventKind::TurnEnd {
        reply: text(payload, &["last-assistant-message"]).map(str::to_owned),
        turn: text(payload, &["turn-id"]).map(str::to_owned),
        transcript: None,
    };
    Envelope { client: Client::Codex, name, session_id, subagent: false }.seal(payload, kind)
}

fn kind(name: &str, payload: &Value) -> Option<EventKind> {
    let transcript = || path(payload, &["transcript_path"]);
    let turn = || text(payload, &["turn_id"]).map(str::to_owned);
    let kind = match name {
        "SessionStart" => EventKind::SessionStart { source: start_source(payload) },
        "SubagentStart" => EventKind::SessionStart { source: StartSource::Startup },
        "UserPromptSubmit" => {
            EventKind::Prompt { text: prompt::words(text(payload, &["prompt"])?)?, turn: turn() }
        }
        "PreToolUse" => EventKind::ToolStart(call(payload)?),
        "PostToolUse" => EventKind::Tool(tool(payload)?),
        "Stop" => EventKind::TurnEnd {
            reply: text(payload, &["last_assistant_message"]).map(str::to_owned),
            turn: turn(),
            transcript: transcript(),
        },
        "SessionEnd" => EventKind::SessionEnd { transcript: transcript() },
        "PreCompact" => EventKind::PreCompact { transcript: transcript() },
        _ => return None,
    };
    Some(kind)
}

fn call(payload: &Value) -> Option<ToolCall> {
    let call = Call::new(text(payload, &["tool_name"])?, &payload["tool_input"]);
    Some(call.started(text(payload, &["tool_use_id"])))
}

fn tool(payload: &Value) -> Option<ToolUse> {
    let call = Call::new(text(payload, &["tool_name"])?, &payload["tool_input"]);
    let ending = ending(&call, &payload["tool_response"]);
    Some(call.ended(text(payload, &["tool_use_id"]), ending))
}

/// How a tool ended.
///
/// A patch's header names its exit code. A command's output comes bare: its exit code stands only
/// in the transcript. Other tools that failed do not come at all, or carry MCP's mark.
fn ending(call: &Call, response: &Value) -> Ending {
    if let Some(headed) = response.as_str().and_then(output::read) {
        let outcome = headed.code.map_or(Outcome::Unknown, exited);
        return Ending { outcome, output: clip(headed.output) };
    }
    let outcome = if flag(response, "isError") {
        Outcome::Failure { code: None }
    } else if call.is_shell() {
        Outcome::Unknown
    } else {
        Outcome::Success
    };
    Ending { outcome, output: rendered(response) }
}
