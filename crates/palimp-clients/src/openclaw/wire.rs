//! The JSON that OpenClaw writes: the events of its database, which are the lines of the session
//! files of earlier versions.

use std::mem;
use std::path::PathBuf;

use serde_json::Value;

use crate::payload::{bool_field, path_field, render_text, text_field, time_field};

/// An event.
pub(crate) struct OpenclawEvent {
    pub(crate) id: Option<String>,
    pub(crate) parent: Option<String>,
    pub(crate) at: Option<i64>,
    pub(crate) what: OpenclawPayload,
}

/// Payload of an event.
pub(crate) enum OpenclawPayload {
    /// The session begins.
    Session {
        cwd: Option<PathBuf>,
    },
    Message(OpenclawMessage),
    /// Compaction: earlier messages are no longer sent.
    Compaction {
        summary: Option<String>,
        /// The first message that is still sent.
        kept: Option<String>,
    },
    /// Content inserted by a plugin.
    Custom(Value),
    /// Summary of another branch.
    Branch {
        summary: String,
    },
    Other,
}

/// A message.
pub(crate) struct OpenclawMessage {
    pub(crate) at: Option<i64>,
    pub(crate) by: OpenclawRole,
    /// True if the message is hidden from the model.
    pub(crate) is_excluded: bool,
    pub(crate) content: Value,
    /// Number of tokens sent to the service before the message.
    pub(crate) asked: u64,
}

/// Author of a message.
pub(crate) enum OpenclawRole {
    User,
    Assistant,
    /// A tool, under the id of its call.
    Tool {
        id: Option<String>,
        exit_code: Option<i64>,
        is_error: bool,
    },
    /// Somebody new, by name.
    Other(Option<String>),
}

/// Tool call requested by the assistant.
pub(crate) struct OpenclawToolCall {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) input: Value,
}

impl OpenclawEvent {
    pub(crate) fn from_value(mut line: Value) -> OpenclawEvent {
        OpenclawEvent {
            id: string_field(&line, "id"),
            parent: string_field(&line, "parentId"),
            at: time_field(&line, "timestamp"),
            what: OpenclawPayload::from_line(&mut line),
        }
    }
}

impl OpenclawPayload {
    fn from_line(line: &mut Value) -> OpenclawPayload {
        match text_field(line, &["type"]) {
            Some("session") => OpenclawPayload::Session { cwd: path_field(line, &["cwd"]) },
            Some("message") => {
                OpenclawPayload::Message(OpenclawMessage::from_value(take_field(line, "message")))
            }
            Some("compaction") => OpenclawPayload::Compaction {
                summary: string_field(line, "summary"),
                kept: string_field(line, "firstKeptEntryId"),
            },
            Some("custom_message") => OpenclawPayload::Custom(take_field(line, "content")),
            Some("branch_summary") => OpenclawPayload::Branch {
                summary: string_field(line, "summary").unwrap_or_default(),
            },
            _ => OpenclawPayload::Other,
        }
    }
}

impl OpenclawMessage {
    fn from_value(mut message: Value) -> OpenclawMessage {
        let tokens = |key: &str| message["usage"][key].as_u64().unwrap_or_default();
        let by = match text_field(&message, &["role"]) {
            Some("user") => OpenclawRole::User,
            Some("assistant") => OpenclawRole::Assistant,
            Some("toolResult") => OpenclawRole::Tool {
                id: string_field(&message, "toolCallId"),
                exit_code: message["details"]["exitCode"].as_i64(),
                is_error: bool_field(&message, "isError"),
            },
            role => OpenclawRole::Other(role.map(str::to_owned)),
        };
        OpenclawMessage {
            at: time_field(&message, "timestamp"),
            by,
            is_excluded: bool_field(&message, "excludeFromContext"),
            asked: tokens("input") + tokens("cacheRead") + tokens("cacheWrite"),
            content: take_field(&mut message, "content"),
        }
    }
}

/// Parses a content block as a tool call.
pub(crate) fn parse_call(block: &Value) -> Option<OpenclawToolCall> {
    if text_field(block, &["type"])? != "toolCall" {
        return None;
    }
    let (id, name) = (string_field(block, "id")?, string_field(block, "name")?);
    Some(OpenclawToolCall { id, name, input: block["arguments"].clone() })
}

/// Returns the text of a content: a text, or blocks of which some are text.
pub(crate) fn content_text(content: &Value) -> String {
    if let Some(text) = content.as_str() {
        return text.to_owned();
    }
    let blocks = content.as_array().into_iter().flatten();
    let texts = blocks.filter(|block| text_field(block, &["type"]) == Some("text"));
    texts.filter_map(|block| text_field(block, &["text"])).collect::<Vec<_>>().join("\n")
}

/// Returns a tool's output, without the line in which OpenClaw reports how a command ended.
pub(crate) fn printed_output(content: &Value) -> String {
    let mut text = render_text(content);
    let at = text.rfind("(Command exited with code ").filter(|at| !text[*at..].contains('\n'));
    if let Some(at) = at {
        text.truncate(text[..at].trim_end().len());
    }
    text
}

/// A tool by the name that other clients call it: OpenClaw's shell has one of its own.
pub(crate) fn tool_name(name: &str) -> &str {
    if name == "exec" { "Bash" } else { name }
}

/// Strips the reply of an agent that has nothing to say.
pub(crate) fn strip_silent_reply(text: &str) -> &str {
    if text.trim() == "NO_REPLY" { "" } else { text }
}

fn string_field(value: &Value, key: &str) -> Option<String> {
    text_field(value, &[key]).map(str::to_owned)
}

fn take_field(value: &mut Value, key: &str) -> Value {
    value.get_mut(key).map(mem::take).unwrap_or_default()
}

/// Returns true if a line is OpenClaw's.
pub(crate) fn is_line(line: &Value) -> bool {
    let has = |key: &str| line.get(key).is_some();
    match line.get("type").and_then(Value::as_str) {
        Some("session") => has("id") && has("timestamp"),
        Some("message") => has("id") && has("message"),
        _ => false,
    }
}
