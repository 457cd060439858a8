//! The payloads of Copilot CLI's hooks.
//!
//! A hook under a camelCase name gets a camelCase payload that does not say its
//! event; one under a PascalCase name gets snake_case, with Claude's tool names
//! and its own argument names. A few come mixed, so every spelling is read.

use palimp_core::event::{AgentClient, EventKind, HookEvent, StartSource, ToolOutcome, ToolUse};
use serde_json::Value;

use crate::copilot::output;
use crate::payload::{
    Envelope, clip_middle, path_field, render_text, session_id, start_source, text_field,
    time_as_turn,
};
use crate::prompt;
use crate::tool::{ParsedToolCall, ToolEnding};

const TRANSCRIPT_KEYS: [&str; 2] = ["transcript_path", "transcriptPath"];

/// Parses the payload of a hook into an event.
pub(crate) fn parse(argument: Option<&str>, payload: &Value) -> Option<HookEvent> {
    let own = session_id(payload)?;
    // A sub-agent has a session of its own; its work belongs to the one that started it.
    let parent = text_field(payload, &["parent_agent_id", "parentAgentId"]);
    let subagent = parent.is_some() || text_field(payload, &["agent_id", "agentId"]).is_some();
    let name =
        text_field(payload, &["hook_event_name"]).or(argument).or_else(|| by_shape(payload))?;
    let kind = parse_kind(name, payload)?;
    let session_id = parent.unwrap_or(own);
    Envelope { client: AgentClient::Copilot, name, session_id, subagent }.into_event(payload, kind)
}

/// Returns the event that a payload's fields belong to; none for events that are not captured.
fn by_shape(payload: &Value) -> Option<&'static str> {
    let has = |key| payload.get(key).is_some();
    if has("toolName") {
        const TOOL_EVENT_KEYS: [(&str, &str); 3] = [
            ("toolResult", "postToolUse"),
            ("error", "postToolUseFailure"),
            // A request for a permission has `toolInput` instead.
            ("toolArgs", "preToolUse"),
        ];
        return TOOL_EVENT_KEYS.iter().find(|(key, _)| has(*key)).map(|(_, name)| *name);
    }
    if has("agentName") {
        return (!has("stopReason")).then_some("subagentStart");
    }
    if has("transformedPrompt") {
        return None;
    }
    const EVENT_KEYS: [(&str, &str); 5] = [
        ("stopReason", "agentStop"),
        ("trigger", "preCompact"),
        ("reason", "sessionEnd"),
        ("source", "sessionStart"),
        ("prompt", "userPromptSubmitted"),
    ];
    EVENT_KEYS.iter().find(|(key, _)| has(*key)).map(|(_, name)| *name)
}

fn parse_kind(name: &str, payload: &Value) -> Option<EventKind> {
    // A turn has no id, but both payloads of one event have the same timestamp.
    let turn = || time_as_turn(payload, "timestamp");
    let kind = match name {
        "sessionStart" | "SessionStart" => {
            EventKind::SessionStart { source: start_source(payload) }
        }
        "subagentStart" | "SubagentStart" => {
            EventKind::SessionStart { source: StartSource::Startup }
        }
        "userPromptSubmitted" | "UserPromptSubmit" => EventKind::Prompt {
            text: prompt::user_words(text_field(payload, &["prompt"])?)?,
            turn: turn(),
        },
        "preToolUse" | "PreToolUse" => {
            EventKind::ToolStart(parse_call(payload)?.into_tool_call(None))
        }
        "postToolUse" | "PostToolUse" | "postToolUseFailure" | "PostToolUseFailure" => {
            EventKind::Tool(parse_tool_use(payload)?)
        }
        // The answer is only in the transcript.
        "agentStop" | "Stop" => EventKind::TurnEnd {
            reply: None,
            turn: turn(),
            transcript: path_field(payload, &TRANSCRIPT_KEYS),
        },
        "sessionEnd" | "SessionEnd" => {
            EventKind::SessionEnd { transcript: path_field(payload, &TRANSCRIPT_KEYS) }
        }
        "preCompact" | "PreCompact" => {
            EventKind::PreCompact { transcript: path_field(payload, &TRANSCRIPT_KEYS) }
        }
        _ => return None,
    };
    Some(kind)
}

fn parse_call(payload: &Value) -> Option<ParsedToolCall> {
    let input = payload.get("tool_input").or_else(|| payload.get("toolArgs"));
    Some(ParsedToolCall::new(
        text_field(payload, &["tool_name", "toolName"])?,
        input.unwrap_or(&Value::Null),
    ))
}

fn parse_tool_use(payload: &Value) -> Option<ToolUse> {
    let call = parse_call(payload)?;
    let ending = match payload.get("tool_result").or_else(|| payload.get("toolResult")) {
        Some(result) => parse_ending(&call, result)?,
        None => ToolEnding {
            outcome: ToolOutcome::Failure { code: None },
            output: render_text(payload.get("error")?),
        },
    };
    Some(call.into_tool_use(None, ending))
}

/// Parses the ending of a tool call; `None` if it was not allowed to run. Copilot reports a failed
/// command as a success.
fn parse_ending(call: &ParsedToolCall, result: &Value) -> Option<ToolEnding> {
    let output =
        text_field(result, &["text_result_for_llm", "textResultForLlm"]).unwrap_or_default();
    Some(match text_field(result, &["result_type", "resultType"]) {
        Some("success") | None if call.is_shell() => output::parse_command_output(output),
        Some("success") | None => {
            ToolEnding { outcome: ToolOutcome::Success, output: clip_middle(output) }
        }
        Some("rejected" | "denied") => return None,
        // `failure`
        Some(_) => {
            let ToolEnding { outcome, output } = output::parse_command_output(output);
            let code = match outcome {
                ToolOutcome::Failure { code } => code,
                ToolOutcome::Success | ToolOutcome::Unknown => None,
            };
            ToolEnding { outcome: ToolOutcome::Failure { code }, output }
        }
    })
}
