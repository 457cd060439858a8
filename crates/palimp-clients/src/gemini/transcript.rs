//! The chats of Gemini CLI: `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl`, and those of
//! its sub-agents: `chats/<session>/<id>.jsonl`.
//!
//! A record is rewritten when it grows: one with the same id supersedes the one before it, so each
//! is held until another follows. Patches (`$set`) only repeat records, except for the first, which
//! contains the directory. After the user cancels a request, all records may be written a second
//! time, with new ids and one time for all of them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use palimp_core::event::{AgentClient, HookEvent, ToolOutcome, ToolUse};
use serde_json::Value;

use crate::gemini::response::{Response, ToolDisplay};
use crate::payload::{render_text, session_id, text_field, time_as_turn, time_field};
use crate::prompt;
use crate::tool::ParsedToolCall;
use crate::transcript::{
    TranscriptConversation, TranscriptReader, is_lines, is_within, name_starts_with,
};

/// Response of a call that the user refused.
const REFUSED_RESPONSE: &str = "[Operation Cancelled] Reason: User denied execution.";

/// Returns true if a file where chats are kept is a chat. Earlier versions kept one document per
/// chat.
pub(crate) fn is_one(path: &Path) -> bool {
    let document = path.extension().is_some_and(|ending| ending == "json");
    let lies_there = is_within(path, "chats") || parent_session(path).is_some();
    lies_there && is_lines(path)
        || document && is_within(path, "chats") && name_starts_with(path, "session-")
}

/// The session whose sub-agent's chat a file is.
pub(super) fn parent_session(path: &Path) -> Option<&str> {
    let directory = path.parent()?;
    if is_within(path, "chats") || !is_within(directory, "chats") {
        return None;
    }
    directory.file_name()?.to_str()
}

/// The directory of the project whose chat, or sub-agent's chat, a file is.
fn project_directory(path: &Path) -> Option<&Path> {
    let chats = path.parent().filter(|_| parent_session(path).is_none());
    chats.or_else(|| path.parent()?.parent())?.parent()
}

/// Reads a chat.
pub(crate) struct GeminiTranscriptReader {
    talk: TranscriptConversation,
    /// True if it is a sub-agent's: its tools count for the session, its texts are dropped.
    is_subagents: bool,
    held: Option<Value>,
    /// The calls that were handed over: a resumed chat tells them again.
    told: HashSet<String>,
    /// The time of the records that only repeat earlier ones.
    retold: Option<String>,
}

impl GeminiTranscriptReader {
    /// Creates a reader of the chat at `path`; a file in its project's directory names the project.
    pub(crate) fn new(path: &Path) -> Self {
        let mut talk = TranscriptConversation::new(AgentClient::Gemini);
        talk.cwd = project_root(path);
        let parent = parent_session(path);
        talk.session_id = parent.unwrap_or_default().to_owned();
        let is_subagents = parent.is_some();
        GeminiTranscriptReader {
            talk,
            is_subagents,
            held: None,
            told: HashSet::new(),
            retold: None,
        }
    }

    /// Reads a chat of earlier versions: one document with all records.
    fn read_document(&mut self, mut chat: Value, each: &mut dyn FnMut(HookEvent)) {
        let records = chat.get_mut("messages").map(Value::take).unwrap_or_default();
        self.process_line(chat, each);
        for record in records.as_array().into_iter().flatten() {
            self.process_line(record.clone(), each);
        }
    }

    fn flush_held(&mut self, each: &mut dyn FnMut(HookEvent)) {
        let Some(record) = self.held.take() else { return };
        let timestamp = text_field(&record, &["timestamp"]);
        if timestamp.is_some() && timestamp == self.retold.as_deref() {
            return;
        }
        match text_field(&record, &["type"]) {
            Some("user") => self.read_user(&record, each),
            Some("gemini") => self.read_gemini(&record, each),
            _ => {}
        }
    }

    fn read_user(&mut self, record: &Value, each: &mut dyn FnMut(HookEvent)) {
        // The typed text, without the text that files and hooks added.
        let typed = record.get("displayContent").or_else(|| record.get("content"));
        let said = typed.map(content_text).unwrap_or_default();
        if self.is_context(&said) {
            self.retold = text_field(record, &["timestamp"]).map(str::to_owned);
            return;
        }
        if let Some(words) = prompt::user_words(&said).filter(|_| !self.is_subagents) {
            let turn = time_as_turn(record, "timestamp");
            self.talk.add_prompt(time_field(record, "timestamp"), words, turn, each);
        }
    }

    fn read_gemini(&mut self, record: &Value, each: &mut dyn FnMut(HookEvent)) {
        let at = time_field(record, "timestamp");
        if !self.is_subagents {
            self.talk.add_reply(
                at,
                text_field(record, &["id"]),
                &content_text(&record["content"]),
                each,
            );
        }
        for call in record.get("toolCalls").and_then(Value::as_array).into_iter().flatten() {
            let id = text_field(call, &["id"]);
            if id.is_some_and(|id| !self.told.insert(id.to_owned())) {
                continue;
            }
            if let Some(tool) = parse_tool_use(call, id) {
                self.talk.emit_tool_use(
                    time_field(call, "timestamp").or(at),
                    self.is_subagents,
                    tool,
                    each,
                );
            }
        }
    }

    /// Returns true if `said` is the first message, which tells the model its working directory.
    fn is_context(&mut self, said: &str) -> bool {
        let is_context = said.starts_with("<session_context>");
        if is_context && self.talk.cwd.is_none() {
            self.talk.cwd = parse_workspace(said);
        }
        is_context
    }
}

impl TranscriptReader for GeminiTranscriptReader {
    fn process_line(&mut self, line: Value, each: &mut dyn FnMut(HookEvent)) {
        if line.get("messages").is_some_and(Value::is_array) {
            self.read_document(line, each);
        } else if let Some(patch) = line.get("$set") {
            let first = patch.get("messages").and_then(|messages| messages.get(0));
            self.is_context(
                &first.map(|message| content_text(&message["content"])).unwrap_or_default(),
            );
        } else if let Some(id) = text_field(&line, &["id"]) {
            let held = self.held.as_ref().and_then(|held| text_field(held, &["id"]));
            if held != Some(id) {
                self.flush_held(each);
            }
            self.held = Some(line);
        } else if let Some(id) = session_id(&line).filter(|_| !self.is_subagents) {
            id.clone_into(&mut self.talk.session_id);
        }
    }

    fn finish(&mut self, each: &mut dyn FnMut(HookEvent)) {
        self.flush_held(each);
        self.talk.end_turn(each);
    }
}

/// The project of the chat at `path`, which a file in its directory names.
pub(super) fn project_root(path: &Path) -> Option<PathBuf> {
    let root = palimp_files::read_text(&project_directory(path)?.join(".project_root")).ok()?;
    let root = root.trim();
    (!root.is_empty()).then(|| root.into())
}

/// Parses the first of the directories that the session's context lists.
fn parse_workspace(context: &str) -> Option<PathBuf> {
    let (_, listed) = context.split_once("**Workspace Directories:**\n")?;
    Some(listed.lines().next()?.trim().strip_prefix("- ")?.into())
}

/// Returns the text of a content: a text, or parts of which some are text.
fn content_text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts: Vec<&str> =
                parts.iter().filter_map(|part| text_field(part, &["text"])).collect();
            texts.join("\n")
        }
        _ => String::new(),
    }
}

fn parse_tool_use(call: &Value, id: Option<&str>) -> Option<ToolUse> {
    let status = text_field(call, &["status"]);
    let response = call_response(call, id);
    if text_field(response, &["error"]) == Some(REFUSED_RESPONSE) {
        return None;
    }
    let failed = status == Some("error");
    let result = Response {
        model: render_text(&response["output"]),
        user: call.get("resultDisplay").and_then(ToolDisplay::from_value),
        error: failed.then(|| text_field(response, &["error"]).unwrap_or_default()),
    };
    let call = ParsedToolCall::new(text_field(call, &["name"])?, &call["args"]);
    let mut ending = result.to_ending(&call);
    if !matches!(status, Some("success" | "error")) {
        ending.outcome = ToolOutcome::Unknown;
    }
    Some(call.into_tool_use(id, ending))
}

/// Returns a call's own response among those of the calls made with it.
fn call_response<'a>(call: &'a Value, id: Option<&str>) -> &'a Value {
    let results = call.get("result").and_then(Value::as_array);
    let mut responses = results.into_iter().flatten().map(|result| &result["functionResponse"]);
    let own = responses.clone().find(|response| text_field(response, &["id"]) == id);
    own.or_else(|| responses.next()).map_or(&Value::Null, |response| &response["response"])
}
