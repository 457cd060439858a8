//! The payloads of Copilot CLI's hooks.
//!
//! A hook under a camelCase name gets a camelCase payload that does not say its
//! event; one under a PascalCase name gets snake_case, with Claude's tool names
//! and its own argument names. A few come mixed, so every spelling is read.

use palimp_core::event::{Client, EventKind, HookEvent, Outcome, StartSource, ToolUse};
use serde_json::Value;

use crate::copilot::output;
use crate::payload::{
    Envelope, clip, path, rendered, session_id, start_source, text, time_as_turn,
};
use crate::prompt;
use crate::tool::{Call, Ending};

const TRANSCRIPT: [&str; 2] = ["transcript_path", "transcriptPath"];

/// The event that a hook's payload tells of.
pub(crate) fn parse(argument: Option<&str>, payload: &Value) -> Option<HookEvent> {
    let own = session_id(payload)?;
    // A sub-agent has a session of its own; its work belongs to the one that started it.
    let parent = text(payload, &["parent_agent_id", "parentAgentId"]);
    let subagent = parent.is_some() || text(payload, &["agent_id", "agentId"]).is_some();
    let name = text(payload, &["hook_event_name"]).or(argument).or_else(|| by_shape(payload))?;
    let kind = kind(name, payload)?;
    let session_id = parent.unwrap_or(own);
    Envelope { client: Client::Copilot, name, session_id, subagent }.seal(payload, kind)
}

/// The event that a payload's fields belong to; those that no memory wants have no name here.
fn by_shape(payload: &Value) -> Option<&'static str> {
    let has = |key| payload.get(key).is_some();
    if has("toolName") {
        const OF_TOOLS: [(&str, &str); 3] = [
            ("toolResult", "postToolUse"),
            ("error", "postToolUseFailure"),
            // A request for a permission has `toolInput` in its place.
            ("toolArgs", "preToolUse"),
        ];
        return OF_TOOLS.iter().find(|(key, _)| has(*key)).map(|(_, name)| *name);
    }
    if has("agentName") {
        return (!has("stopReason")).then_some("subagentStart");
    }
    if has("transformedPrompt") {
        return None;
    }
    const TELLING: [(&str, &str); 5] = [
        ("stopReason", "agentStop"),
        ("trigger", "preCompact"),
        ("reason", "sessionEnd"),
        ("source", "sessionStart"),
        ("prompt", "userPromptSubmitted"),
    ];
    TELLING.iter().find(|(key, _)| has(*key)).map(|(_, name)| *name)
}

fn kind(name: &str, payload: &Value) -> Option<EventKind> {
    // No id names a turn; both payloads of one event bear the same moment.
    let turn = || time_as_turn(payload, "timestamp");
    let kind = match name {
        "sessionStart" | "SessionStart" => {
            EventKind::SessionStart { source: start_source(payload) }
        }
        "subagentStart" | "SubagentStart" => {
            EventKind::SessionStart { source: StartSource::Startup }
        }
        "userPromptSubmitted" | "UserPromptSubmit" => {
            EventKind::Prompt { text: prompt::words(text(payload, &["prompt"])?)?, turn: turn() }
        }
        "preToolUse" | "PreToolUse" => EventKind::ToolStart(call(payload)?.started(None)),
        "postToolUse" | "PostToolUse" | "postToolUseFailure" | "PostToolUseFailure" => {
            EventKind::Tool(tool(payload)?)
        }
        // The answer stands in the transcript alone.
        "agentStop" | "Stop" => {
            EventKind::TurnEnd { reply: None, turn: turn(), transcript: path(payload, &TRANSCRIPT) }
        }
        "sessionEnd" | "SessionEnd" => {
            EventKind::SessionEnd { transcript: path(payload, &TRANSCRIPT) }
        }
        "preCompact" | "PreCompact" => {
            EventKind::PreCompact { transcript: path(payload, &TRANSCRIPT) }
        }
        _ => return None,
    };
    Some(kind)
}

fn call(payload: &Value) -> Option<Call> {
    let input = payload.get("tool_input").or_else(|| payload.get("toolArgs"));
    Some(Call::new(text(payload, &["tool_name", "toolName"])?, input.unwrap_or(&Value::Null)))
}

fn tool(payload: &Value) -> Option<ToolUse> {
    let call = call(payload)?;
    let ending = match payload.get("tool_result").or_else(|| payload.get("toolResult")) {
        Some(result) => ending(&call, result)?,
        None => Ending {
            outcome: Outcome::Failure { code: None },
            output: rendered(payload.get("error")?),
        },
    };
    Some(call.ended(None, ending))
}

/// How a tool ended, if it was allowed to run. A command that failed still counts as a success for
/// Copilot.
fn ending(call: &Call, result: &Value) -> Option<Ending> {
    let output = text(result, &["text_result_for_llm", "textResultForLlm"]).unwrap_or_default();
    Some(match text(result, &["result_type", "resultType"]) {
        Some("success") | None if call.is_shell() => output::command(output),
        Some("success") | None => Ending { outcome: Outcome::Success, output: clip(output) },
        Some("rejected" | "denied") => return None,
        // `failure`
        Some(_) => {
            let Ending { outcome, output } = output::command(output);
            let code = match outcome {
                Outcome::Failure { code } => code,
                Outcome::Success | Outcome::Unknown => None,
            };
            Ending { outcome: Outcome::Failure { code }, output }
        }
    })
}
