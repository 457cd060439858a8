//! Payloads that palimp's plugin inside opencode sends to `palimp hook opencode`.
//!
//! opencode runs no commands; its hooks are functions of a plugin. palimp's plugin sends each call
//! as one JSON object on stdin:
//!
//! ```json
//! {"hook": "tool.execute.after", "directory": "/home/dev/app", "time": 1795184240455,
//!  "parentID": "ses_…", "input": {…}, "output": {…}}
//! ```
//!
//! `directory` is the directory in which the plugin was started and `time` the time in
//! milliseconds; `parentID` is given for a session started by another one, to which its tools then
//! count. `input` and `output` are the hook's own arguments, or for the hooks that only palimp's
//! plugin knows:
//!
//! | `hook` | carries | means |
//! |---|---|---|
//! | `session.start` | `input{sessionID, source}` | a session is seen first; takes context |
//! | `session.prompt` | as `chat.message` | the first prompt of a new session; takes context for the system prompt |
//! | `chat.message` | as opencode's | a prompt; takes context |
//! | `tool.execute.before` | as opencode's | a tool is about to run; takes context, which the tool's answer brings |
//! | `tool.execute.after` | as opencode's | a tool succeeded, or a command ended |
//! | `tool.answered` | as `tool.execute.after` | the same; takes context |
//! | `experimental.session.compacting` | as opencode's | the conversation will be shortened |
//! | `step` | `input{sessionID, messageID}`, `output{text}` | text before the final words |
//! | `turn.end` | `input{sessionID, messageID}`, `output{text}` | the final words of a turn |
//! | `session.end` | `input{sessionID}` | the session is over |
//! | `event` | `event{type, properties}` | an event on opencode's bus |
//!
//! Of the bus, `message.part.updated` with a tool's error matters, because no hook is called then,
//! and `session.created`, `session.idle` and `session.deleted`. `source` is `startup`, `resume`,
//! `clear` or `compact`. The arguments of opencode's hooks and the events of its bus are also
//! accepted without the object around them.

use palimp_core::activity::MessageRole;
use palimp_core::event::{AgentClient, EventKind, HookEvent, StartSource, ToolOutcome, ToolUse};
use serde_json::Value;

use crate::payload::{
    Envelope, bool_field, clip_middle, path_field, render_text, start_source, string_field,
    text_field, time_field,
};
use crate::prompt;
use crate::shell::exit_outcome;
use crate::tool::{ParsedToolCall, ToolEnding};

/// The plugin's name for the first prompt of a new session.
pub(crate) const FIRST_PROMPT_HOOK: &str = "session.prompt";

/// Parses a call of a hook, or an event of the bus.
pub(crate) fn parse(argument: Option<&str>, payload: &Value) -> Option<HookEvent> {
    let bus = payload.get("event").unwrap_or(payload);
    if bus.get("properties").is_some() {
        return on_bus(payload, bus);
    }
    let (input, output) = (&payload["input"], &payload["output"]);
    let name = text_field(payload, &["hook"]).or(argument).or_else(|| by_shape(input, output))?;
    let kind = parse_kind(name, input, output)?;
    let session = OpencodeHookSession {
        id: text_field(input, &["sessionID"])?,
        parent: text_field(payload, &["parentID"]),
    };
    let mut event = session.seal_event(name, payload, kind)?;
    event.at = event.at.or_else(|| time_field(output.get("message")?.get("time")?, "created"));
    Some(event)
}

/// A session, and the session that started it.
struct OpencodeHookSession<'a> {
    id: &'a str,
    parent: Option<&'a str>,
}

impl OpencodeHookSession<'_> {
    /// Builds the event, in the session to which it counts.
    fn seal_event(self, name: &str, payload: &Value, kind: EventKind) -> Option<HookEvent> {
        let envelope = Envelope {
            client: AgentClient::Opencode,
            name,
            session_id: self.parent.unwrap_or(self.id),
            subagent: self.parent.is_some(),
        };
        let mut event = envelope.into_event(payload, kind)?;
        event.cwd = path_field(payload, &["directory", "worktree"]);
        event.at = time_field(payload, "time");
        Some(event)
    }
}

/// The hook whose arguments these are.
fn by_shape(input: &Value, output: &Value) -> Option<&'static str> {
    let has = |key| output.get(key).is_some();
    if input.get("tool").is_some() {
        Some(if has("args") { "tool.execute.before" } else { "tool.execute.after" })
    } else if has("message") && has("parts") {
        Some("chat.message")
    } else {
        has("context").then_some("experimental.session.compacting")
    }
}

fn parse_kind(name: &str, input: &Value, output: &Value) -> Option<EventKind> {
    let kind = match name {
        "session.start" => EventKind::SessionStart { source: start_source(input) },
        "chat.message" | FIRST_PROMPT_HOOK => parse_prompt(input, output)?,
        "tool.execute.before" => {
            let call = ParsedToolCall::new(text_field(input, &["tool"])?, &output["args"]);
            EventKind::ToolStart(call.into_tool_call(text_field(input, &["callID"])))
        }
        "tool.execute.after" | "tool.answered" => EventKind::Tool(parse_tool_use(input, output)?),
        "experimental.session.compacting" => EventKind::PreCompact { transcript: None },
        "step" => EventKind::TranscriptExtra {
            role: MessageRole::Step,
            text: text_field(output, &["text"])?.to_owned(),
            turn: text_field(input, &["messageID"]).map(str::to_owned),
        },
        "turn.end" => EventKind::TurnEnd {
            reply: text_field(output, &["text"]).map(str::to_owned),
            turn: text_field(input, &["messageID"]).map(str::to_owned),
            transcript: None,
        },
        "session.end" => EventKind::SessionEnd { transcript: None },
        // `experimental.text.complete` too: it tells of every piece of text, which the plugin sends as
        // `step` and `turn.end`.
        _ => return None,
    };
    Some(kind)
}

fn parse_prompt(input: &Value, output: &Value) -> Option<EventKind> {
    let message = &output["message"];
    if text_field(message, &["role"]).is_some_and(|role| role != "user") {
        return None;
    }
    let parts = output.get("parts")?.as_array()?;
    let said = parts.iter().filter(|part| {
        text_field(part, &["type"]) == Some("text")
            && !bool_field(part, "synthetic")
            && !bool_field(part, "ignored")
    });
    let said: Vec<&str> = said.filter_map(|part| text_field(part, &["text"])).collect();
    let words = prompt::user_words(&unquote_prompt(&said.join("\n")))?;
    let turn = text_field(input, &["messageID"]).or_else(|| text_field(message, &["id"]));
    Some(EventKind::Prompt { text: words, turn: turn.map(str::to_owned) })
}

/// Unquotes a prompt from `opencode run`, which quotes an argument with spaces and escapes the
/// quotes inside. Quotes that the user typed are kept: one of them is unescaped inside.
pub(super) fn unquote_prompt(text: &str) -> String {
    let inside = text.trim().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    match inside {
        Some(inside) if inside.contains(char::is_whitespace) && !has_bare_quote(inside) => {
            inside.replace("\\\"", "\"")
        }
        _ => text.to_owned(),
    }
}

fn has_bare_quote(text: &str) -> bool {
    text.match_indices('"').any(|(at, _)| !text[..at].ends_with('\\'))
}

fn parse_tool_use(input: &Value, output: &Value) -> Option<ToolUse> {
    let call = ParsedToolCall::new(text_field(input, &["tool"])?, &input["args"]);
    let ending = parse_ending(&call, output);
    Some(call.into_tool_use(text_field(input, &["callID"]), ending))
}

/// Parses the ending of a tool whose hook was called, which excludes failed tools. A command's exit
/// code is null if it was stopped.
pub(super) fn parse_ending(call: &ParsedToolCall, output: &Value) -> ToolEnding {
    let metadata = &output["metadata"];
    let outcome = match metadata.get("exit") {
        _ if bool_field(output, "isError") => ToolOutcome::Failure { code: None },
        Some(exit) if call.is_shell() => {
            exit.as_i64().map_or(ToolOutcome::Failure { code: None }, exit_outcome)
        }
        None if call.is_shell() => ToolOutcome::Unknown,
        _ => ToolOutcome::Success,
    };
    let printed = string_field(metadata, &["output"]).filter(|_| call.is_shell());
    ToolEnding { outcome, output: printed.map_or_else(|| render_text(output), clip_middle) }
}

/// An event of the bus, in `payload` or by itself.
fn on_bus(payload: &Value, event: &Value) -> Option<HookEvent> {
    let name = text_field(event, &["type"])?;
    let properties = &event["properties"];
    let (info, part) = (&properties["info"], &properties["part"]);
    // A session that was just created names its parent itself.
    let parent = text_field(payload, &["parentID"]).or_else(|| text_field(info, &["parentID"]));
    let id = text_field(properties, &["sessionID"]).or_else(|| text_field(info, &["id"]))?;
    let kind = match name {
        "session.created" => EventKind::SessionStart { source: StartSource::Startup },
        "session.idle" => EventKind::TurnEnd { reply: None, turn: None, transcript: None },
        "session.deleted" => EventKind::SessionEnd { transcript: None },
        "message.part.updated" => EventKind::Tool(failed_tool(part)?),
        _ => return None,
    };
    let mut event = OpencodeHookSession { id, parent }.seal_event(name, payload, kind)?;
    event.cwd = event.cwd.or_else(|| path_field(info, &["directory"]));
    event.at = event.at.or_else(|| time_field(properties, "time"));
    Some(event)
}

/// Prefixes of the error of a tool that the user, or a rule of the user's, did not allow to run.
const REFUSAL_PREFIXES: [&str; 2] =
    ["The user rejected permission to use", "The user has specified a rule which prevents"];

/// A part that tells of a tool's error; one that was refused has not failed.
pub(super) fn failed_tool(part: &Value) -> Option<ToolUse> {
    let state = &part["state"];
    let error = text_field(state, &["error"]).unwrap_or_default();
    if text_field(state, &["status"]) != Some("error")
        || REFUSAL_PREFIXES.iter().any(|start| error.starts_with(start))
    {
        return None;
    }
    let call = ParsedToolCall::new(text_field(part, &["tool"])?, &state["input"]);
    let outcome = ToolOutcome::Failure { code: None };
    let ending = ToolEnding { outcome, output: render_text(&state["error"]) };
    Some(call.into_tool_use(text_field(part, &["callID"]), ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shells_quotes_are_taken_off() {
        let check = |text: &str, expect: &str| assert_eq!(unquote_prompt(text), expect, "{text}");
        check("\"fix the bug\"", "fix the bug");
        check("\"say \\\"hi\\\" now\"", "say \"hi\" now");
        check("\"one\"", "\"one\"");
        check("\"a b\" and \"c d\"", "\"a b\" and \"c d\"");
        check("fix \"the bug\"", "fix \"the bug\"");
        check("\"", "\"");
    }
}
