//! The payloads of Gemini CLI's hooks.

use palimp_core::event::{Client, EventKind, HookEvent, ToolUse};
use serde_json::Value;

use crate::gemini::response::Response;
use crate::payload::{Envelope, path, session_id, start_source, text, time_as_turn};
use crate::prompt;
use crate::tool::Call;

/// What stands in the place of the answer when the user cancelled it.
const NO_REPLY: &str = "[no response text]";

/// The event that a hook's payload tells of.
pub(crate) fn parse(argument: Option<&str>, payload: &Value) -> Option<HookEvent> {
    let session_id = session_id(payload)?;
    let name = text(payload, &["hook_event_name"]).or(argument)?;
    let kind = kind(name, payload)?;
    Envelope { client: Client::Gemini, name, session_id, subagent: false }.seal(payload, kind)
}

fn kind(name: &str, payload: &Value) -> Option<EventKind> {
    let transcript = || path(payload, &["transcript_path"]);
    // No id names a turn here; no two events of a session share a millisecond.
    let turn = || time_as_turn(payload, "timestamp");
    let kind = match name {
        "SessionStart" => EventKind::SessionStart { source: start_source(payload) },
        "BeforeAgent" => {
            EventKind::Prompt { text: prompt::words(text(payload, &["prompt"])?)?, turn: turn() }
        }
        "AfterTool" => EventKind::Tool(tool(payload)?),
        "AfterAgent" => EventKind::TurnEnd {
            reply: text(payload, &["prompt_response"])
                .filter(|reply| *reply != NO_REPLY)
                .map(str::to_owned),
            turn: turn(),
            transcript: transcript(),
        },
        "SessionEnd" => EventKind::SessionEnd { transcript: transcript() },
        // An automatic trigger is sent before every request, whether or not anything is compressed.
        "PreCompress" if text(payload, &["trigger"]) == Some("manual") => EventKind::PreCompact,
        _ => return None,
    };
    Some(kind)
}

fn tool(payload: &Value) -> Option<ToolUse> {
    let call = Call::new(text(payload, &["tool_name"])?, &payload["tool_input"]);
    let ending = Response::of_hook(&payload["tool_response"]).ending(&call);
    Some(call.ended(None, ending))
}
