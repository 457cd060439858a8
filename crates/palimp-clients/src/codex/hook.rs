//! The payloads of Codex CLI's hooks, and of its older `notify` program.

use palimp_core::event::{
    AgentClient, EventKind, HookEvent, PendingToolCall, StartSource, ToolOutcome, ToolUse,
};
use serde_json::Value;

use crate::codex::output;
use crate::payload::{
    Envelope, bool_field, clip_middle, path_field, render_text, session_id, start_source,
    text_field,
};
use crate::prompt;
use crate::shell::exit_outcome;
use crate::tool::{ParsedToolCall, ToolEnding};

/// Parses the payload of a hook or of `notify` into an event.
pub(crate) fn parse(argument: Option<&str>, payload: &Value) -> Option<HookEvent> {
    if let Some(session_id) = text_field(payload, &["thread-id"]) {
        return parse_notify(session_id, payload);
    }
    let session_id = session_id(payload)?;
    let name = text_field(payload, &["hook_event_name"]).or(argument)?;
    let subagent = text_field(payload, &["agent_id"]).is_some();
    let kind = parse_kind(name, payload)?;
    Envelope { client: AgentClient::Codex, name, session_id, subagent }.into_event(payload, kind)
}

/// Parses a payload of `notify`, which runs without trust but knows only one kind of event.
fn parse_notify(session_id: &str, payload: &Value) -> Option<HookEvent> {
    let name = text_field(payload, &["type"]).filter(|name| *name == "agent-turn-complete")?;
    let kind = EventKind::TurnEnd {
        reply: text_field(payload, &["last-assistant-message"]).map(str::to_owned),
        turn: text_field(payload, &["turn-id"]).map(str::to_owned),
        transcript: None,
    };
    Envelope { client: AgentClient::Codex, name, session_id, subagent: false }
        .into_event(payload, kind)
}

fn parse_kind(name: &str, payload: &Value) -> Option<EventKind> {
    let transcript = || path_field(payload, &["transcript_path"]);
    let turn = || text_field(payload, &["turn_id"]).map(str::to_owned);
    let kind = match name {
        "SessionStart" => EventKind::SessionStart { source: start_source(payload) },
        "SubagentStart" => EventKind::SessionStart { source: StartSource::Startup },
        "UserPromptSubmit" => EventKind::Prompt {
            text: prompt::user_words(text_field(payload, &["prompt"])?)?,
            turn: turn(),
        },
        "PreToolUse" => EventKind::ToolStart(parse_call(payload)?),
        "PostToolUse" => EventKind::Tool(parse_tool_use(payload)?),
        "Stop" => EventKind::TurnEnd {
            reply: text_field(payload, &["last_assistant_message"]).map(str::to_owned),
            turn: turn(),
            transcript: transcript(),
        },
        "SessionEnd" => EventKind::SessionEnd { transcript: transcript() },
        "PreCompact" => EventKind::PreCompact { transcript: transcript() },
        _ => return None,
    };
    Some(kind)
}

fn parse_call(payload: &Value) -> Option<PendingToolCall> {
    let call = ParsedToolCall::new(text_field(payload, &["tool_name"])?, &payload["tool_input"]);
    Some(call.into_tool_call(text_field(payload, &["tool_use_id"])))
}

fn parse_tool_use(payload: &Value) -> Option<ToolUse> {
    let call = ParsedToolCall::new(text_field(payload, &["tool_name"])?, &payload["tool_input"]);
    let ending = parse_ending(&call, &payload["tool_response"]);
    Some(call.into_tool_use(text_field(payload, &["tool_use_id"]), ending))
}

/// Parses the ending of a tool call.
///
/// A patch's header contains its exit code. A command's output has no header: its exit code is only
/// in the transcript. Other failed tools are not reported at all, or carry MCP's error flag.
fn parse_ending(call: &ParsedToolCall, response: &Value) -> ToolEnding {
    if let Some(headed) = response.as_str().and_then(output::parse_header) {
        let outcome = headed.code.map_or(ToolOutcome::Unknown, exit_outcome);
        return ToolEnding { outcome, output: clip_middle(headed.output) };
    }
    let outcome = if bool_field(response, "isError") {
        ToolOutcome::Failure { code: None }
    } else if call.is_shell() {
        ToolOutcome::Unknown
    } else {
        ToolOutcome::Success
    };
    ToolEnding { outcome, output: render_text(response) }
}
