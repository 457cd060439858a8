//! The chats of Gemini CLI: `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl`, and those of
//! its sub-agents: `chats/<session>/<id>.jsonl`.
//!
//! A record is written anew when it grows: one with the same id supersedes the
//! one before it, so each is held until another follows. Patches (`$set`) only
//! repeat what records said, but for the first, which tells the directory. After
//! a request that the user cancelled, all records may be written a second time,
//! with new ids and one time for all of them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use palimp_core::event::{Client, HookEvent, Outcome, ToolUse};
use serde_json::Value;

use crate::gemini::response::{Response, Shown};
use crate::payload::{rendered, session_id, text, time, time_as_turn};
use crate::prompt;
use crate::tool::Call;
use crate::transcript::{Conversation, Reader, begins, is_lines, is_within};

/// The response of a call that the user refused.
const REFUSED: &str = "[Operation Cancelled] Reason: User denied execution.";

/// Whether a file that lies where chats do is one. Earlier versions kept one document a chat.
pub(crate) fn is_one(path: &Path) -> bool {
    let document = path.extension().is_some_and(|ending| ending == "json");
    let lies_there = is_within(path, "chats") || parent_session(path).is_some();
    lies_there && is_lines(path) || document && is_within(path, "chats") && begins(path, "session-")
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
pub(crate) struct Lines {
    talk: Conversation,
    /// True if it is a sub-agent's: its tools are its session's work, its words nobody's.
    is_subagents: bool,
    held: Option<Value>,
    /// The calls that were handed over: a resumed chat tells them again.
    told: HashSet<String>,
    /// The time of the records that only tell again what was told.
    retold: Option<String>,
}

impl Lines {
    /// A reader of the chat at `path`, in whose project's directory a file names the project.
    pub(crate) fn new(path: &Path) -> Self {
        let mut talk = Conversation::new(Client::Gemini);
        talk.cwd = project_root(path);
        let parent = parent_session(path);
        talk.session_id = parent.unwrap_or_default().to_owned();
        let is_subagents = parent.is_some();
        Lines { talk, is_subagents, held: None, told: HashSet::new(), retold: None }
    }

    /// A chat as earlier versions kept it: one document with all records.
    fn document(&mut self, mut chat: Value, each: &mut dyn FnMut(HookEvent)) {
        let records = chat.get_mut("messages").map(Value::take).unwrap_or_default();
        self.line(chat, each);
        for record in records.as_array().into_iter().flatten() {
            self.line(record.clone(), each);
        }
    }

    fn release(&mut self, each: &mut dyn FnMut(HookEvent)) {
        let Some(record) = self.held.take() else { return };
        let timestamp = text(&record, &["timestamp"]);
        if timestamp.is_some() && timestamp == self.retold.as_deref() {
            return;
        }
        match text(&record, &["type"]) {
            Some("user") => self.user(&record, each),
            Some("gemini") => self.gemini(&record, each),
            _ => {}
        }
    }

    fn user(&mut self, record: &Value, each: &mut dyn FnMut(HookEvent)) {
        // What was typed, rather than what files and hooks added to it.
        let typed = record.get("displayContent").or_else(|| record.get("content"));
        let said = typed.map(texts).unwrap_or_default();
        if self.is_context(&said) {
            self.retold = text(record, &["timestamp"]).map(str::to_owned);
            return;
        }
        if let Some(words) = prompt::words(&said).filter(|_| !self.is_subagents) {
            let turn = time_as_turn(record, "timestamp");
            self.talk.prompt(time(record, "timestamp"), words, turn, each);
        }
    }

    fn gemini(&mut self, record: &Value, each: &mut dyn FnMut(HookEvent)) {
        let at = time(record, "timestamp");
        if !self.is_subagents {
            self.talk.said(at, text(record, &["id"]), &texts(&record["content"]), each);
        }
        for call in record.get("toolCalls").and_then(Value::as_array).into_iter().flatten() {
            let id = text(call, &["id"]);
            if id.is_some_and(|id| !self.told.insert(id.to_owned())) {
                continue;
            }
            if let Some(tool) = tool(call, id) {
                self.talk.tool(time(call, "timestamp").or(at), self.is_subagents, tool, each);
            }
        }
    }

    /// Whether `said` is the first message, by which Gemini tells its model where it works.
    fn is_context(&mut self, said: &str) -> bool {
        let is_context = said.starts_with("<session_context>");
        if is_context && self.talk.cwd.is_none() {
            self.talk.cwd = workspace(said);
        }
        is_context
    }
}

impl Reader for Lines {
    fn line(&mut self, line: Value, each: &mut dyn FnMut(HookEvent)) {
        if line.get("messages").is_some_and(Value::is_array) {
            self.document(line, each);
        } else if let Some(patch) = line.get("$set") {
            let first = patch.get("messages").and_then(|messages| messages.get(0));
            self.is_context(&first.map(|message| texts(&message["content"])).unwrap_or_default());
        } else if let Some(id) = text(&line, &["id"]) {
            let held = self.held.as_ref().and_then(|held| text(held, &["id"]));
            if held != Some(id) {
                self.release(each);
            }
            self.held = Some(line);
        } else if let Some(id) = session_id(&line).filter(|_| !self.is_subagents) {
            id.clone_into(&mut self.talk.session_id);
        }
    }

    fn finish(&mut self, each: &mut dyn FnMut(HookEvent)) {
        self.release(each);
        self.talk.end(each);
    }
}

/// The project of the chat at `path`, which a file in its directory names.
pub(super) fn project_root(path: &Path) -> Option<PathBuf> {
    let root = palimp_files::read_text(&project_directory(path)?.join(".project_root")).ok()?;
    let root = root.trim();
    (!root.is_empty()).then(|| root.into())
}

/// The first of the directories that the session's context lists.
fn workspace(context: &str) -> Option<PathBuf> {
    let (_, listed) = context.split_once("**Workspace Directories:**\n")?;
    Some(listed.lines().next()?.trim().strip_prefix("- ")?.into())
}

/// A content: a text, or parts of which some are text.
fn texts(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts: Vec<&str> = parts.iter().filter_map(|part| text(part, &["text"])).collect();
            texts.join("\n")
        }
        _ => String::new(),
    }
}

fn tool(call: &Value, id: Option<&str>) -> Option<ToolUse> {
    let status = text(call, &["status"]);
    let response = response(call, id);
    if text(response, &["error"]) == Some(REFUSED) {
        return None;
    }
    let failed = status == Some("error");
    let result = Response {
        model: rendered(&response["output"]),
        user: call.get("resultDisplay").and_then(Shown::read),
        error: failed.then(|| text(response, &["error"]).unwrap_or_default()),
    };
    let call = Call::new(text(call, &["name"])?, &call["args"]);
    let mut ending = result.ending(&call);
    if !matches!(status, Some("success" | "error")) {
        ending.outcome = Outcome::Unknown;
    }
    Some(call.ended(id, ending))
}

/// A call's own response among those of the calls made with it.
fn response<'a>(call: &'a Value, id: Option<&str>) -> &'a Value {
    let results = call.get("result").and_then(Value::as_array);
    let mut responses = results.into_iter().flatten().map(|result| &result["functionResponse"]);
    let own = responses.clone().find(|response| text(response, &["id"]) == id);
    own.or_else(|| responses.next()).map_or(&Value::Null, |response| &response["response"])
}
