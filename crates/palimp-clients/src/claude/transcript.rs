//! The transcripts of Claude Code: `~/.claude/projects/<directory>/<session>.jsonl`, and
//! `<session>/subagents/agent-<id>.jsonl`.

use palimp_core::event::{Client, HookEvent, ToolUse};
use serde_json::Value;

use crate::claude::hook::{failure, success};
use crate::claude::words;
use crate::payload::{flag, path, rendered, text, time};
use crate::tool::Call;
use crate::transcript::{Calls, Conversation, Reader};

/// How the result of a tool begins that was not allowed to run; later versions mark its line.
const NOT_RUN: [&str; 6] = [
    "The user doesn't want to proceed with this tool use",
    "The user doesn't want to take this action right now",
    "[Request interrupted by user for tool use]",
    "This command requires approval",
    "Claude requested permissions to ",
    "Permission to use ",
];

/// Reads a transcript. Of its many types of lines, `user` and `assistant` are the conversation.
pub(crate) struct Lines {
    talk: Conversation,
    calls: Calls,
}

impl Default for Lines {
    fn default() -> Self {
        Lines { talk: Conversation::new(Client::Claude), calls: Calls::default() }
    }
}

impl Reader for Lines {
    fn line(&mut self, mut line: Value, each: &mut dyn FnMut(HookEvent)) {
        let by_user = match text(&line, &["type"]) {
            Some("user") => true,
            Some("assistant") => false,
            _ => return,
        };
        // Beside it there may be a `session_id`, which after `/clear` is the session's before.
        if let Some(id) = text(&line, &["sessionId"]) {
            id.clone_into(&mut self.talk.session_id);
        }
        if let Some(cwd) = path(&line, &["cwd"]) {
            self.talk.cwd = Some(cwd);
        }
        match by_user {
            true => self.user(&mut line, each),
            false => self.assistant(&mut line),
        }
    }

    fn finish(&mut self, each: &mut dyn FnMut(HookEvent)) {
        self.talk.end(each);
    }
}

impl Lines {
    fn assistant(&mut self, line: &mut Value) {
        // An error of the API stands there as if the assistant had said it.
        let invented = text(&line["message"], &["model"]) == Some("<synthetic>");
        let spoken = !invented && !flag(line, "isSidechain") && !flag(line, "isApiErrorMessage");
        let at = time(line, "timestamp");
        let message = text(&line["message"], &["id"]).map(str::to_owned);
        for block in blocks(line) {
            match text(block, &["type"]) {
                Some("text") if spoken => {
                    let words = text(block, &["text"]).unwrap_or_default();
                    self.talk.said(at, message.as_deref(), words);
                }
                Some("tool_use") => self.called(block),
                _ => {}
            }
        }
    }

    fn called(&mut self, block: &mut Value) {
        let input = block.get_mut("input").map(Value::take).unwrap_or_default();
        if let (Some(id), Some(name)) = (text(block, &["id"]), text(block, &["name"])) {
            self.calls.insert(id, name.to_owned(), input);
        }
    }

    /// Results of tools come as if the user had said them.
    fn user(&mut self, line: &mut Value, each: &mut dyn FnMut(HookEvent)) {
        let result = line.get_mut("toolUseResult").map(Value::take);
        let denied = line.get("toolDenialKind").is_some();
        let (at, subagent) = (time(line, "timestamp"), flag(line, "isSidechain"));
        let is_result = |block: &Value| text(block, &["type"]) == Some("tool_result");
        let results = blocks(line).iter().filter(|block| is_result(block)).count();
        if results == 0 {
            return self.said_by_user(line, each);
        }
        // The line's own account of a result is fuller, but there is only one of it.
        let result = result.filter(|_| results == 1);
        for block in blocks(line).iter().filter(|block| is_result(block)) {
            let ended = self.ended(block, result.as_ref());
            if let Some(tool) = ended.filter(|_| !denied) {
                self.talk.tool(at, subagent, tool, each);
            }
        }
    }

    fn ended(&mut self, block: &Value, result: Option<&Value>) -> Option<ToolUse> {
        let id = text(block, &["tool_use_id"])?;
        let (name, input) = self.calls.take(id)?;
        let call = Call::new(&name, &input);
        let content = &block["content"];
        if !flag(block, "is_error") {
            let ending = success(&call, result.unwrap_or(content));
            return Some(call.ended(Some(id), ending));
        }
        let error = rendered(content);
        let ran = !NOT_RUN.iter().any(|start| error.starts_with(start));
        ran.then(|| call.ended(Some(id), failure(untagged(&error))))
    }

    fn said_by_user(&mut self, line: &Value, each: &mut dyn FnMut(HookEvent)) {
        let not_said = ["isSidechain", "isMeta", "isCompactSummary", "isVisibleInTranscriptOnly"];
        if not_said.iter().any(|mark| flag(line, mark))
            || text(line, &["promptSource"]) == Some("system")
        {
            return;
        }
        let turn = text(line, &["promptId", "uuid"]).map(str::to_owned);
        match words(&rendered_prompt(&line["message"]["content"])) {
            Some(words) => self.talk.prompt(time(line, "timestamp"), words, turn, each),
            None => self.talk.begin(turn, each),
        }
    }
}

/// The blocks of a line's message.
fn blocks(line: &mut Value) -> &mut [Value] {
    let content = line.get_mut("message").and_then(|message| message.get_mut("content"));
    content.and_then(Value::as_array_mut).map_or(&mut [], Vec::as_mut_slice)
}

/// A prompt is a text, or blocks of text and pictures.
fn rendered_prompt(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => {
            let texts: Vec<&str> =
                blocks.iter().filter_map(|block| text(block, &["text"])).collect();
            texts.join("\n")
        }
        _ => String::new(),
    }
}

/// The error without the element that marks it as one of Claude Code itself.
fn untagged(error: &str) -> &str {
    let inside = error.strip_prefix("<tool_use_error>");
    inside.and_then(|error| error.strip_suffix("</tool_use_error>")).unwrap_or(error)
}
