//! The JSON that OpenClaw writes: the events of its database, which are the lines of the session
//! files of earlier versions.

use std::mem;
use std::path::PathBuf;

use serde_json::Value;

use crate::payload::{flag, path, rendered, text, time};

/// An event.
pub(crate) struct Line {
    pub(crate) id: Option<String>,
    pub(crate) parent: Option<String>,
    pub(crate) at: Option<i64>,
    pub(crate) what: What,
}

/// What an event says.
pub(crate) enum What {
    /// The session begins.
    Session {
        cwd: Option<PathBuf>,
    },
    Message(Message),
    /// What was before is sent no more.
    Compaction {
        summary: Option<String>,
        /// The first of those that are sent on.
        kept: Option<String>,
    },
    /// What a plugin put in.
    Custom(Value),
    /// What was said on another branch.
    Branch {
        summary: String,
    },
    Other,
}

/// A message.
pub(crate) struct Message {
    pub(crate) at: Option<i64>,
    pub(crate) by: By,
    /// Whether it is kept from the model.
    pub(crate) is_excluded: bool,
    pub(crate) content: Value,
    /// How many tokens the service was sent before it.
    pub(crate) asked: u64,
}

/// Who said a message.
pub(crate) enum By {
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

/// A tool is to be used.
pub(crate) struct Call {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) input: Value,
}

impl Line {
    pub(crate) fn of(mut line: Value) -> Line {
        Line {
            id: owned(&line, "id"),
            parent: owned(&line, "parentId"),
            at: time(&line, "timestamp"),
            what: What::of(&mut line),
        }
    }
}

impl What {
    fn of(line: &mut Value) -> What {
        match text(line, &["type"]) {
            Some("session") => What::Session { cwd: path(line, &["cwd"]) },
            Some("message") => What::Message(Message::of(take(line, "message"))),
            Some("compaction") => What::Compaction {
                summary: owned(line, "summary"),
                kept: owned(line, "firstKeptEntryId"),
            },
            Some("custom_message") => What::Custom(take(line, "content")),
            Some("branch_summary") => {
                What::Branch { summary: owned(line, "summary").unwrap_or_default() }
            }
            _ => What::Other,
        }
    }
}

impl Message {
    fn of(mut message: Value) -> Message {
        let tokens = |key: &str| message["usage"][key].as_u64().unwrap_or_default();
        let by = match text(&message, &["role"]) {
            Some("user") => By::User,
            Some("assistant") => By::Assistant,
            Some("toolResult") => By::Tool {
                id: owned(&message, "toolCallId"),
                exit_code: message["details"]["exitCode"].as_i64(),
                is_error: flag(&message, "isError"),
            },
            role => By::Other(role.map(str::to_owned)),
        };
        Message {
            at: time(&message, "timestamp"),
            by,
            is_excluded: flag(&message, "excludeFromContext"),
            asked: tokens("input") + tokens("cacheRead") + tokens("cacheWrite"),
            content: take(&mut message, "content"),
        }
    }
}

/// The call that a block of a content is.
pub(crate) fn call(block: &Value) -> Option<Call> {
    if text(block, &["type"])? != "toolCall" {
        return None;
    }
    let (id, name) = (owned(block, "id")?, owned(block, "name")?);
    Some(Call { id, name, input: block["arguments"].clone() })
}

/// A content: a text, or blocks of which some are text.
pub(crate) fn words(content: &Value) -> String {
    if let Some(text) = content.as_str() {
        return text.to_owned();
    }
    let blocks = content.as_array().into_iter().flatten();
    let texts = blocks.filter(|block| text(block, &["type"]) == Some("text"));
    texts.filter_map(|block| text(block, &["text"])).collect::<Vec<_>>().join("\n")
}

/// What a tool printed, without the line in which OpenClaw says how a command ended.
pub(crate) fn printed(content: &Value) -> String {
    let mut text = rendered(content);
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

/// The words that an agent says when it has nothing to say.
pub(crate) fn silent(text: &str) -> &str {
    if text.trim() == "NO_REPLY" { "" } else { text }
}

fn owned(value: &Value, key: &str) -> Option<String> {
    text(value, &[key]).map(str::to_owned)
}

fn take(value: &mut Value, key: &str) -> Value {
    value.get_mut(key).map(mem::take).unwrap_or_default()
}

/// Whether a line is one of OpenClaw's.
pub(crate) fn is_line(line: &Value) -> bool {
    let has = |key: &str| line.get(key).is_some();
    match line.get("type").and_then(Value::as_str) {
        Some("session") => has("id") && has("timestamp"),
        Some("message") => has("id") && has("message"),
        _ => false,
    }
}
