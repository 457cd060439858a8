//! The payloads of Claude Code's hooks.
//!
//! `PostToolBatch` and `UserPromptExpansion` are not read: they tell again what
//! `PostToolUse` and `UserPromptSubmit` told.

use palimp_core::event::{Client, EventKind, HookEvent, StartSource, ToolCall, ToolUse};
use serde_json::Value;

use crate::claude::wire::{did_run, failure, success, untagged};
use crate::claude::words;
use crate::payload::{Envelope, flag, path, session_id, start_source, text};
use crate::tool::Call;

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
        "PreToolUse" => EventKind::ToolStart(call(payload)?),
        "PostToolUse" => EventKind::Tool(tool(payload, false)?),
        "PostToolUseFailure" => EventKind::Tool(tool(payload, true)?),
        "Stop" => turn_end(payload, text(payload, &["last_assistant_message"])),
        // Its last message is the API's error and nobody's answer.
        "StopFailure" => turn_end(payload, None),
        "SessionEnd" => EventKind::SessionEnd { transcript: path(payload, &["transcript_path"]) },
        "PreCompact" => EventKind::PreCompact { transcript: path(payload, &["transcript_path"]) },
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

fn call(payload: &Value) -> Option<ToolCall> {
    let call = Call::new(text(payload, &["tool_name"])?, &payload["tool_input"]);
    Some(call.started(text(payload, &["tool_use_id"])))
}

fn tool(payload: &Value, failed: bool) -> Option<ToolUse> {
    let call = Call::new(text(payload, &["tool_name"])?, &payload["tool_input"]);
    let error = text(payload, &["error"]).unwrap_or_default();
    if failed && (flag(payload, "is_interrupt") || !did_run(error)) {
        return None;
    }
    let ending = match failed {
        true => failure(untagged(error)),
        false => success(&call, &payload["tool_response"]),
    };
    Some(call.ended(text(payload, &["tool_use_id"]), ending))
}
