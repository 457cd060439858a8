//! Payloads that palimp's plugin inside OpenClaw sends to `palimp hook openclaw`.
//!
//! OpenClaw runs no commands; its hooks are functions of a plugin, which get an event and its
//! context. palimp's plugin sends both as one JSON object on stdin:
//!
//! ```json
//! {"hook": "after_tool_call", "time": 1795184240455, "event": {…}, "ctx": {…}}
//! ```
//!
//! `event` and `ctx` are the hook's own arguments, without the conversation before this turn, or
//! for the hook that only palimp's plugin knows:
//!
//! | `hook` | carries | means |
//! |---|---|---|
//! | `session.start` | `event{source}` | a session is seen first; takes context |
//! | `before_prompt_build` | as OpenClaw's | a prompt; takes context |
//! | `before_tool_call` | as OpenClaw's | a tool is about to run; takes context, which the next prompt brings |
//! | `after_tool_call` | as OpenClaw's | a tool was used |
//! | `agent_end` | as OpenClaw's | the turn is over |
//! | `before_compaction` | as OpenClaw's | the conversation will be shortened |
//! | `session_end` | as OpenClaw's | the session is over |

use palimp_core::event::{
    AgentClient, EventKind, HookEvent, PendingToolCall, ToolOutcome, ToolUse,
};
use serde_json::Value;

use crate::openclaw::wire::{content_text, printed_output, strip_silent_reply, tool_name};
use crate::payload::{Envelope, path_field, start_source, text_field, time_field};
use crate::prompt;
use crate::shell::exit_outcome;
use crate::tool::{self, ToolEnding};

/// Parses a call of a hook into an event.
pub(crate) fn parse(argument: Option<&str>, payload: &Value) -> Option<HookEvent> {
    let (told, ctx) = (&payload["event"], &payload["ctx"]);
    let name = text_field(payload, &["hook"]).or(argument)?;
    let session_id =
        text_field(ctx, &["sessionId"]).or_else(|| text_field(told, &["sessionId"]))?;
    let key = text_field(ctx, &["sessionKey"]).unwrap_or_default();
    let subagent = key.split(':').any(|part| part == "subagent");
    let kind = parse_kind(name, told, ctx)?;
    let envelope = Envelope { client: AgentClient::Openclaw, name, session_id, subagent };
    let mut event = envelope.into_event(payload, kind)?;
    event.cwd =
        path_field(ctx, &["workspaceDir"]).or_else(|| path_field(result_details(told), &["cwd"]));
    event.at = time_field(payload, "time");
    Some(event)
}

fn parse_kind(name: &str, told: &Value, ctx: &Value) -> Option<EventKind> {
    let turn =
        text_field(ctx, &["runId"]).or_else(|| text_field(told, &["runId"])).map(str::to_owned);
    // The user did not write the prompt of a heartbeat or a schedule.
    let is_users = text_field(ctx, &["trigger"]).is_none_or(|trigger| trigger == "user");
    let kind = match name {
        "session.start" => EventKind::SessionStart { source: start_source(told) },
        "before_prompt_build" if is_users => {
            // The prompt also contains the history if the request has a field of its own.
            let request = told.get("currentUserMessage").or_else(|| told.get("prompt"))?;
            EventKind::Prompt { text: prompt::user_words(request.as_str()?)?, turn }
        }
        "before_tool_call" => EventKind::ToolStart(parse_call(told)?),
        "after_tool_call" => EventKind::Tool(parse_tool_use(told)?),
        "agent_end" if is_users => {
            EventKind::TurnEnd { reply: last_reply(told), turn, transcript: None }
        }
        "before_compaction" => EventKind::PreCompact { transcript: None },
        "session_end" => EventKind::SessionEnd { transcript: None },
        _ => return None,
    };
    Some(kind)
}

/// Returns the last words of the assistant since the user's.
fn last_reply(told: &Value) -> Option<String> {
    let messages = told.get("messages")?.as_array()?;
    let role = |message: &&Value| text_field(message, &["role"]).map(str::to_owned);
    let turn = messages.iter().rev().take_while(|it| role(it).as_deref() != Some("user"));
    let mut said = turn.filter(|message| role(message).as_deref() == Some("assistant"));
    let last = said.next()?;
    let words = content_text(&last["content"]);
    Some(strip_silent_reply(&words).trim().to_owned()).filter(|words| !words.is_empty())
}

fn result_details(told: &Value) -> &Value {
    &told["result"]["details"]
}

/// Parses the tool and its arguments; `None` for the tool that calls another tool, which is
/// reported separately.
fn parse_tool(told: &Value) -> Option<tool::ParsedToolCall> {
    let name = text_field(told, &["toolName"]).filter(|name| *name != "tool_call")?;
    Some(tool::ParsedToolCall::new(tool_name(name), &told["params"]))
}

fn parse_call(told: &Value) -> Option<PendingToolCall> {
    Some(parse_tool(told)?.into_tool_call(text_field(told, &["toolCallId"])))
}

fn parse_tool_use(told: &Value) -> Option<ToolUse> {
    let call = parse_tool(told)?;
    let error = text_field(told, &["error"]);
    let outcome = match result_details(told).get("exitCode").and_then(Value::as_i64) {
        Some(code) => exit_outcome(code),
        None if error.is_some() => ToolOutcome::Failure { code: None },
        None if call.is_shell() => ToolOutcome::Unknown,
        None => ToolOutcome::Success,
    };
    let printed = printed_output(&told["result"]["content"]);
    let output = if printed.is_empty() { error.unwrap_or_default().to_owned() } else { printed };
    Some(call.into_tool_use(text_field(told, &["toolCallId"]), ToolEnding { outcome, output }))
}
