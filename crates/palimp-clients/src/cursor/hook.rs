//! The payloads of Cursor's hooks, known from its package and its documents and not from runs.

use std::path::{Path, PathBuf};

use palimp_core::event::{
    AgentClient, EventKind, HookEvent, PendingToolCall, StartSource, ToolOutcome, ToolUse,
};
use serde_json::Value;

use crate::payload::{Envelope, render_text, text_field};
use crate::prompt;
use crate::shell::exit_outcome;
use crate::tool::{ParsedToolCall, ToolEnding};

/// Parses the payload of a hook into an event.
pub(crate) fn parse(argument: Option<&str>, payload: &Value) -> Option<HookEvent> {
    let session_id = text_field(payload, &["conversation_id", "session_id"])?;
    let name = text_field(payload, &["hook_event_name"]).or(argument)?;
    let kind = parse_kind(name, payload)?;
    // Only what a sub-agent does names the call that started it.
    let subagent = text_field(payload, &["parent_tool_call_id"]).is_some();
    let envelope = Envelope { client: AgentClient::Cursor, name, session_id, subagent };
    let mut event = envelope.into_event(payload, kind)?;
    event.cwd = working_directory(event.cwd, payload);
    Some(event)
}

/// Returns the session's working directory: the directory in which a command ran if it is inside
/// the workspace, else the first root of the workspace.
fn working_directory(cwd: Option<PathBuf>, payload: &Value) -> Option<PathBuf> {
    let roots = payload.get("workspace_roots").and_then(Value::as_array);
    let roots = roots.into_iter().flatten().filter_map(Value::as_str);
    let roots: Vec<_> = roots.filter(|root| !root.trim().is_empty()).map(Path::new).collect();
    let inside = |cwd: &PathBuf| roots.is_empty() || roots.iter().any(|root| cwd.starts_with(root));
    cwd.filter(inside).or_else(|| roots.first().map(|root| (*root).to_owned()))
}

fn parse_kind(name: &str, payload: &Value) -> Option<EventKind> {
    let turn = || text_field(payload, &["generation_id"]).map(str::to_owned);
    let kind = match name {
        "sessionStart" | "SessionStart" => EventKind::SessionStart { source: StartSource::Startup },
        "beforeSubmitPrompt" | "UserPromptSubmit" => EventKind::Prompt {
            text: prompt::user_words(text_field(payload, &["prompt"])?)?,
            turn: turn(),
        },
        "preToolUse" | "PreToolUse" => EventKind::ToolStart(parse_call(payload)?),
        "postToolUse" | "PostToolUse" => EventKind::Tool(parse_tool_use(payload)?),
        "postToolUseFailure" | "PostToolUseFailure" => EventKind::Tool(failed_tool(payload)?),
        "afterAgentResponse" => EventKind::TurnEnd {
            reply: Some(text_field(payload, &["text"])?.to_owned()),
            turn: turn(),
            transcript: None,
        },
        // No transcript: Cursor's tells less of a turn than its hooks.
        "stop" | "Stop" => EventKind::TurnEnd { reply: None, turn: turn(), transcript: None },
        "sessionEnd" | "SessionEnd" => EventKind::SessionEnd { transcript: None },
        "preCompact" | "PreCompact" => EventKind::PreCompact { transcript: None },
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
    let ending = parse_ending(&call, &payload["tool_output"]);
    Some(call.into_tool_use(text_field(payload, &["tool_use_id"]), ending))
}

/// A tool that failed, unless it was not allowed to run: then it has done nothing.
fn failed_tool(payload: &Value) -> Option<ToolUse> {
    if text_field(payload, &["failure_type"]) == Some("permission_denied") {
        return None;
    }
    let call = ParsedToolCall::new(text_field(payload, &["tool_name"])?, &payload["tool_input"]);
    let outcome = ToolOutcome::Failure { code: None };
    let ending = ToolEnding { outcome, output: render_text(&payload["error_message"]) };
    Some(call.into_tool_use(text_field(payload, &["tool_use_id"]), ending))
}

/// Parses the ending of a tool call whose output is JSON in a string. Cursor reports a failed
/// command as a success; the JSON holds its exit code.
fn parse_ending(call: &ParsedToolCall, output: &Value) -> ToolEnding {
    let parsed = output.as_str().and_then(|json| serde_json::from_str::<Value>(json).ok());
    let output = parsed.as_ref().unwrap_or(output);
    let code = output.get("exitCode").or_else(|| output.get("exit_code")).and_then(Value::as_i64);
    let outcome = match code {
        Some(code) => exit_outcome(code),
        None if call.is_shell() => ToolOutcome::Unknown,
        None => ToolOutcome::Success,
    };
    let printed = output.get("output").filter(|_| call.is_shell()).unwrap_or(output);
    ToolEnding { outcome, output: render_text(printed) }
}
