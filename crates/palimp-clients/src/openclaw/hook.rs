//! What palimp's plugin inside OpenClaw sends to `palimp hook openclaw`.
//!
//! OpenClaw runs no commands; its hooks are functions of a plugin, which get an event and what
//! surrounds it. Ours sends them on as one JSON object on stdin:
//!
//! ```json
//! {"hook": "after_tool_call", "time": 1795184240455, "event": {…}, "ctx": {…}}
//! ```
//!
//! `event` and `ctx` are the hook's own arguments, without the conversation before this turn, or for
//! the hook that only palimp's plugin knows:
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

use palimp_core::event::{Client, EventKind, HookEvent, Outcome, ToolCall, ToolUse};
use serde_json::Value;

use crate::openclaw::wire::{printed, silent, tool_name, words};
use crate::payload::{Envelope, path, start_source, text, time};
use crate::prompt;
use crate::shell::exited;
use crate::tool::{self, Ending};

/// The event that a call of a hook tells of.
pub(crate) fn parse(argument: Option<&str>, payload: &Value) -> Option<HookEvent> {
    let (told, ctx) = (&payload["event"], &payload["ctx"]);
    let name = text(payload, &["hook"]).or(argument)?;
    let session_id = text(ctx, &["sessionId"]).or_else(|| text(told, &["sessionId"]))?;
    let key = text(ctx, &["sessionKey"]).unwrap_or_default();
    let subagent = key.split(':').any(|part| part == "subagent");
    let kind = kind(name, told, ctx)?;
    let envelope = Envelope { client: Client::Openclaw, name, session_id, subagent };
    let mut event = envelope.seal(payload, kind)?;
    event.cwd = path(ctx, &["workspaceDir"]).or_else(|| path(details(told), &["cwd"]));
    event.at = time(payload, "time");
    Some(event)
}

fn kind(name: &str, told: &Value, ctx: &Value) -> Option<EventKind> {
    let turn = text(ctx, &["runId"]).or_else(|| text(told, &["runId"])).map(str::to_owned);
    // What a heartbeat or a schedule starts, nobody has said.
    let is_users = text(ctx, &["trigger"]).is_none_or(|trigger| trigger == "user");
    let kind = match name {
        "session.start" => EventKind::SessionStart { source: start_source(told) },
        "before_prompt_build" if is_users => {
            // The prompt holds the history as well where the request stands by itself.
            let request = told.get("currentUserMessage").or_else(|| told.get("prompt"))?;
            EventKind::Prompt { text: prompt::words(request.as_str()?)?, turn }
        }
        "before_tool_call" => EventKind::ToolStart(call(told)?),
        "after_tool_call" => EventKind::Tool(tool(told)?),
        "agent_end" if is_users => {
            EventKind::TurnEnd { reply: reply(told), turn, transcript: None }
        }
        "before_compaction" => EventKind::PreCompact { transcript: None },
        "session_end" => EventKind::SessionEnd { transcript: None },
        _ => return None,
    };
    Some(kind)
}

/// The last words of the assistant since the user's.
fn reply(told: &Value) -> Option<String> {
    let messages = told.get("messages")?.as_array()?;
    let role = |message: &&Value| text(message, &["role"]).map(str::to_owned);
    let turn = messages.iter().rev().take_while(|it| role(it).as_deref() != Some("user"));
    let mut said = turn.filter(|message| role(message).as_deref() == Some("assistant"));
    let last = said.next()?;
    let words = words(&last["content"]);
    Some(silent(&words).trim().to_owned()).filter(|words| !words.is_empty())
}

fn details(told: &Value) -> &Value {
    &told["result"]["details"]
}

/// The tool and its arguments; none of the one that calls another tool, which is told by itself.
fn called(told: &Value) -> Option<tool::Call> {
    let name = text(told, &["toolName"]).filter(|name| *name != "tool_call")?;
    Some(tool::Call::new(tool_name(name), &told["params"]))
}

fn call(told: &Value) -> Option<ToolCall> {
    Some(called(told)?.started(text(told, &["toolCallId"])))
}

fn tool(told: &Value) -> Option<ToolUse> {
    let call = called(told)?;
    let error = text(told, &["error"]);
    let outcome = match details(told).get("exitCode").and_then(Value::as_i64) {
        Some(code) => exited(code),
        None if error.is_some() => Outcome::Failure { code: None },
        None if call.is_shell() => Outcome::Unknown,
        None => Outcome::Success,
    };
    let printed = printed(&told["result"]["content"]);
    let output = if printed.is_empty() { error.unwrap_or_default().to_owned() } else { printed };
    Some(call.ended(text(told, &["toolCallId"]), Ending { outcome, output }))
}
