//! The payloads of Claude Code's hooks.
//!
//! `PostToolBatch` and `UserPromptExpansion` are not read: they tell again what
//! `PostToolUse` and `UserPromptSubmit` told.

use palimp_core::event::{
    AgentClient, EventKind, HookEvent, PendingToolCall, StartSource, ToolUse,
};
use serde_json::Value;

use crate::claude::typed_words;
use crate::claude::wire::{did_run, failure_ending, strip_error_tag, success_ending};
use crate::payload::{Envelope, bool_field, path_field, session_id, start_source, text_field};
use crate::tool::ParsedToolCall;

/// Parses the payload of a hook into an event.
pub(crate) fn parse(argument: Option<&str>, payload: &Value) -> Option<HookEvent> {
    let session_id = session_id(payload)?;
    let name = text_field(payload, &["hook_event_name"]).or(argument)?;
    let subagent = text_field(payload, &["agent_id"]).is_some();
    let kind = parse_kind(name, payload)?;
    Envelope { client: AgentClient::Claude, name, session_id, subagent }.into_event(payload, kind)
}

fn parse_kind(name: &str, payload: &Value) -> Option<EventKind> {
    let kind = match name {
        "SessionStart" => EventKind::SessionStart { source: start_source(payload) },
        "SubagentStart" => EventKind::SessionStart { source: StartSource::Startup },
        "UserPromptSubmit" => parse_prompt(payload)?,
        "PreToolUse" => EventKind::ToolStart(parse_call(payload)?),
        "PostToolUse" => EventKind::Tool(parse_tool_use(payload, false)?),
        "PostToolUseFailure" => EventKind::Tool(parse_tool_use(payload, true)?),
        "Stop" => turn_end(payload, text_field(payload, &["last_assistant_message"])),
        // Its last message is the API's error, not an answer.
        "StopFailure" => turn_end(payload, None),
        "SessionEnd" => {
            EventKind::SessionEnd { transcript: path_field(payload, &["transcript_path"]) }
        }
        "PreCompact" => {
            EventKind::PreCompact { transcript: path_field(payload, &["transcript_path"]) }
        }
        _ => return None,
    };
    Some(kind)
}

fn parse_prompt(payload: &Value) -> Option<EventKind> {
    // Claude Code prompts itself too, for instance when a background task is done.
    if text_field(payload, &["source"]) == Some("system") {
        return None;
    }
    let text = typed_words(text_field(payload, &["prompt"])?)?;
    Some(EventKind::Prompt { text, turn: turn_id(payload) })
}

fn turn_end(payload: &Value, reply: Option<&str>) -> EventKind {
    EventKind::TurnEnd {
        reply: reply.map(str::to_owned),
        turn: turn_id(payload),
        transcript: path_field(payload, &["transcript_path"]),
    }
}

fn turn_id(payload: &Value) -> Option<String> {
    text_field(payload, &["prompt_id"]).map(str::to_owned)
}

fn parse_call(payload: &Value) -> Option<PendingToolCall> {
    let call = ParsedToolCall::new(text_field(payload, &["tool_name"])?, &payload["tool_input"]);
    Some(call.into_tool_call(text_field(payload, &["tool_use_id"])))
}

fn parse_tool_use(payload: &Value, failed: bool) -> Option<ToolUse> {
    let call = ParsedToolCall::new(text_field(payload, &["tool_name"])?, &payload["tool_input"]);
    let error = text_field(payload, &["error"]).unwrap_or_default();
    if failed && (bool_field(payload, "is_interrupt") || !did_run(error)) {
        return None;
    }
    let ending = match failed {
        true => failure_ending(strip_error_tag(error)),
        false => success_ending(&call, &payload["tool_response"]),
    };
    Some(call.into_tool_use(text_field(payload, &["tool_use_id"]), ending))
}
