//! The events of Copilot CLI: `~/.copilot/session-state/<session>/events.jsonl`.
//!
//! Sub-agents write into the same file, under an `agentId`. What hooks were told
//! stands there too, and with it the moment that names a turn for them: by it
//! a prompt is known for the one that a hook captured.

use palimp_core::event::{Client, HookEvent, Outcome, ToolUse};
use serde_json::Value;

use crate::copilot::output;
use crate::payload::{clip, flag, path, session_id, text, time, time_as_turn};
use crate::prompt;
use crate::shell::exited;
use crate::tool::{Call, Ending};
use crate::transcript::{Calls, Conversation, OpenTurn, Reader};

/// Reads a session's events.
pub(crate) struct Lines {
    talk: Conversation,
    calls: Calls,
    /// The turn of the next prompt, as hooks were told of it.
    turn: Option<String>,
    /// Whether the last words asked for tools, so that others follow.
    asks: bool,
}

impl Default for Lines {
    fn default() -> Self {
        let talk = Conversation::new(Client::Copilot);
        Lines { talk, calls: Calls::default(), turn: None, asks: false }
    }
}

impl Reader for Lines {
    fn line(&mut self, mut line: Value, each: &mut dyn FnMut(HookEvent)) {
        let mut data = line.get_mut("data").map(Value::take).unwrap_or_default();
        let at = time(&line, "timestamp");
        let subagent = text(&line, &["agentId"]).is_some();
        match text(&line, &["type"]) {
            Some("session.start" | "session.resume") => self.session(&data),
            Some("hook.start") if !subagent => self.hook(&data, each),
            Some("user.message") if !subagent => {
                let turn = self.turn.take().or_else(|| time_as_turn(&line, "timestamp"));
                match prompt::words(text(&data, &["content"]).unwrap_or_default()) {
                    Some(words) => self.talk.prompt(at, words, turn, each),
                    None => self.talk.begin(turn, each),
                }
            }
            Some("assistant.message") if !subagent => {
                let asked = data.get("toolRequests").and_then(Value::as_array);
                self.asks = asked.is_some_and(|asked| !asked.is_empty());
                self.talk.said(at, None, text(&data, &["content"]).unwrap_or_default(), each);
            }
            Some("tool.execution_start") => self.called(&mut data),
            Some("tool.execution_complete") => {
                if let Some(tool) = self.ended(&data) {
                    self.talk.tool(at, subagent, tool, each);
                }
            }
            _ => {}
        }
    }

    fn finish(&mut self, each: &mut dyn FnMut(HookEvent)) {
        self.talk.end(each);
    }
}

impl Lines {
    /// The turn that is not over as far as the record says, if it has its answer.
    pub(crate) fn open(&self) -> Option<OpenTurn> {
        let (prompt, reply, at) = self.talk.open().filter(|_| !self.asks)?;
        Some(OpenTurn { prompt: prompt.map(str::to_owned), reply: reply.to_owned(), at })
    }

    fn session(&mut self, data: &Value) {
        if let Some(id) = session_id(data) {
            id.clone_into(&mut self.talk.session_id);
        }
        if let Some(cwd) = path(&data["context"], &["cwd"]) {
            self.talk.cwd = Some(cwd);
        }
    }

    fn hook(&mut self, data: &Value, each: &mut dyn FnMut(HookEvent)) {
        let turn = time_as_turn(&data["input"], "timestamp");
        match text(data, &["hookType"]) {
            Some("userPromptSubmitted") => self.turn = turn,
            Some("agentStop") => self.talk.end_as(turn, each),
            _ => {}
        }
    }

    fn called(&mut self, data: &mut Value) {
        let input = data.get_mut("arguments").map(Value::take).unwrap_or_default();
        if let (Some(id), Some(name)) = (text(data, &["toolCallId"]), text(data, &["toolName"])) {
            self.calls.insert(id, name.to_owned(), input);
        }
    }

    fn ended(&mut self, data: &Value) -> Option<ToolUse> {
        let id = text(data, &["toolCallId"])?;
        let (name, input) = self.calls.take(id)?;
        // The user, or nobody who could be asked, refused it.
        if text(&data["error"], &["code"]) == Some("denied") {
            return None;
        }
        let call = Call::new(&name, &input);
        let ending = match flag(data, "success") {
            true => success(&call, data),
            false => Ending {
                outcome: Outcome::Failure { code: None },
                output: clip(text(&data["error"], &["message"]).unwrap_or_default()),
            },
        };
        Some(call.ended(Some(id), ending))
    }
}

/// How a tool ended that Copilot counts as done, a failed command among them.
fn success(call: &Call, data: &Value) -> Ending {
    let shown = without_guidance(text(&data["result"], &["content"]).unwrap_or_default());
    if !call.is_shell() {
        return Ending { outcome: Outcome::Success, output: clip(shown) };
    }
    let mut ending = output::command(shown);
    if let Some(code) = data["shellExecution"]["exitCode"].as_i64() {
        ending.outcome = exited(code);
    }
    ending
}

/// A result without what hooks, palimp's among them, had Copilot add for its model.
fn without_guidance(content: &str) -> &str {
    let added = content.rfind("\n\nTool \"").filter(|at| {
        content[*at..].lines().nth(2).is_some_and(|line| line.contains("Additional guidance from"))
    });
    added.map_or(content, |at| &content[..at])
}
