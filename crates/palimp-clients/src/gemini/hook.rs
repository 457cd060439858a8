//! The payloads of Gemini CLI's hooks.

use std::borrow::Cow;

use palimp_core::event::{AgentClient, EventKind, HookEvent, ToolUse};
use serde_json::Value;

use crate::gemini::response::Response;
use crate::payload::{Envelope, path_field, session_id, start_source, text_field, time_as_turn};
use crate::prompt;
use crate::tool::ParsedToolCall;

/// Markers around the contents of mentioned files, which follow the user's words.
const FILE_CONTENT_MARKERS: [&str; 2] =
    ["--- Content from referenced files ---", "--- End of content ---"];

/// Parses the payload of a hook into an event.
pub(crate) fn parse(argument: Option<&str>, payload: &Value) -> Option<HookEvent> {
    let session_id = session_id(payload)?;
    let name = text_field(payload, &["hook_event_name"]).or(argument)?;
    let kind = parse_kind(name, payload)?;
    Envelope { client: AgentClient::Gemini, name, session_id, subagent: false }
        .into_event(payload, kind)
}

fn parse_kind(name: &str, payload: &Value) -> Option<EventKind> {
    let transcript = || path_field(payload, &["transcript_path"]);
    // No id names a turn here; no two events of a session share a millisecond.
    let turn = || time_as_turn(payload, "timestamp");
    let kind = match name {
        "SessionStart" => EventKind::SessionStart { source: start_source(payload) },
        "BeforeAgent" => {
            let typed = without_files(text_field(payload, &["prompt"])?);
            EventKind::Prompt { text: prompt::user_words(&typed)?, turn: turn() }
        }
        "AfterTool" => EventKind::Tool(parse_tool_use(payload)?),
        "AfterAgent" => EventKind::TurnEnd {
            reply: text_field(payload, &["prompt_response"]).map(str::to_owned),
            turn: turn(),
            transcript: transcript(),
        },
        "SessionEnd" => EventKind::SessionEnd { transcript: transcript() },
        // An automatic trigger is sent before every request, whether or not anything is compressed.
        "PreCompress" if text_field(payload, &["trigger"]) == Some("manual") => {
            EventKind::PreCompact { transcript: transcript() }
        }
        _ => return None,
    };
    Some(kind)
}

/// A prompt without the files that it mentions.
fn without_files(prompt: &str) -> Cow<'_, str> {
    let Some((typed, rest)) = prompt.split_once(FILE_CONTENT_MARKERS[0]) else {
        return Cow::Borrowed(prompt);
    };
    match rest.rsplit_once(FILE_CONTENT_MARKERS[1]) {
        Some((_, after)) => Cow::Owned(format!("{typed}{after}")),
        None => Cow::Borrowed(prompt),
    }
}

fn parse_tool_use(payload: &Value) -> Option<ToolUse> {
    let call = ParsedToolCall::new(text_field(payload, &["tool_name"])?, &payload["tool_input"]);
    let ending = Response::of_hook(&payload["tool_response"]).to_ending(&call);
    Some(call.into_tool_use(None, ending))
}
