//! The payloads of Gemini CLI's hooks.

use std::borrow::Cow;

use palimp_core::event::{Client, EventKind, HookEvent, ToolUse};
use serde_json::Value;

use crate::gemini::response::Response;
use crate::payload::{Envelope, path, session_id, start_source, text, time_as_turn};
use crate::prompt;
use crate::tool::Call;

/// Between these, behind the user's words, stands what the files hold that she mentioned.
const FILES: [&str; 2] = ["--- Content from referenced files ---", "--- End of content ---"];

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
            let typed = without_files(text(payload, &["prompt"])?);
            EventKind::Prompt { text: prompt::words(&typed)?, turn: turn() }
        }
        "AfterTool" => EventKind::Tool(tool(payload)?),
        "AfterAgent" => EventKind::TurnEnd {
            reply: text(payload, &["prompt_response"]).map(str::to_owned),
            turn: turn(),
            transcript: transcript(),
        },
        "SessionEnd" => EventKind::SessionEnd { transcript: transcript() },
        // An automatic trigger is sent before every request, whether or not anything is compressed.
        "PreCompress" if text(payload, &["trigger"]) == Some("manual") => {
            EventKind::PreCompact { transcript: transcript() }
        }
        _ => return None,
    };
    Some(kind)
}

/// A prompt without the files that it mentions.
fn without_files(prompt: &str) -> Cow<'_, str> {
    let Some((typed, rest)) = prompt.split_once(FILES[0]) else { return Cow::Borrowed(prompt) };
    match rest.rsplit_once(FILES[1]) {
        Some((_, after)) => Cow::Owned(format!("{typed}{after}")),
        None => Cow::Borrowed(prompt),
    }
}

fn tool(payload: &Value) -> Option<ToolUse> {
    let call = Call::new(text(payload, &["tool_name"])?, &payload["tool_input"]);
    let ending = Response::of_hook(&payload["tool_response"]).ending(&call);
    Some(call.ended(None, ending))
}
