//! The Agent Client Protocol as far as one prompt needs it: JSON-RPC, a line a message.
//!
//! A request is sent and everything is read until its answer comes. Of what the agent asks in the
//! meantime nothing is granted: palimp has no user at hand who could say yes.

use std::io;
use std::path::Path;
use std::time::Duration;

use palimp_core::chat::Usage;
use serde_json::{Value, json};

use super::answer::Answer;
use super::process::{Process, Step};
use crate::payload::count;

/// The version of the protocol that palimp speaks.
const VERSION: u32 = 1;

/// The longest message that is read, in bytes.
const LONGEST: usize = 4 * 1024 * 1024;

/// The longest answer that is kept, in bytes.
const LONGEST_ANSWER: usize = 1024 * 1024;

/// Why a conversation ended without an answer.
#[derive(Debug)]
pub(super) enum Ended {
    /// The time, this much, is up.
    Late(Duration),
    /// The pipes failed.
    Broken(io::Error),
    /// The agent ended in the middle of it, with this exit code.
    Gone(i32),
    /// The agent answered with an error.
    Refused(String),
    /// It sent more than this, in bytes.
    Flooded(usize),
    /// It does not speak the protocol.
    Garbled(String),
}

/// A conversation with an agent.
pub(super) struct Acp<'p> {
    process: &'p mut Process,
    /// What was read and is not yet a whole line.
    read: Vec<u8>,
    asked: u64,
    session: Option<String>,
    /// What the agent has said since it last used a tool.
    said: String,
    /// Whether it has used a tool since it last said something.
    worked: bool,
    /// How notices begin that are no part of the answer.
    notices: &'static [&'static str],
    /// What it wanted to do and was not allowed to.
    pub(super) refused: Vec<String>,
}

impl<'p> Acp<'p> {
    /// With an agent that puts notices which begin as `notices` say before its answer.
    pub(super) fn new(process: &'p mut Process, notices: &'static [&'static str]) -> Acp<'p> {
        let (read, said, refused) = (Vec::new(), String::new(), Vec::new());
        Acp { process, read, asked: 0, session: None, said, worked: false, notices, refused }
    }

    /// The session, once there is one.
    pub(super) fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }

    /// Opens a session in `cwd` and asks `prompt`; the words of the answer are handed to `each`.
    pub(super) fn ask(
        &mut self,
        cwd: &Path,
        prompt: &str,
        each: &mut dyn FnMut(&str),
    ) -> Result<Answer, Ended> {
        let abilities = json!({
            "fs": { "readTextFile": false, "writeTextFile": false },
            "terminal": false,
        });
        let me = json!({ "protocolVersion": VERSION, "clientCapabilities": abilities });
        self.request("initialize", &me, each)?;
        let place = json!({ "cwd": cwd, "mcpServers": [] });
        let opened = self.request("session/new", &place, each)?;
        let Some(id) = opened.get("sessionId").and_then(Value::as_str) else {
            return Err(Ended::Garbled("there is no `sessionId` in its answer".to_owned()));
        };
        self.session = Some(id.to_owned());
        let prompt = json!({ "sessionId": id, "prompt": [{ "type": "text", "text": prompt }] });
        let result = self.request("session/prompt", &prompt, each)?;
        self.answer(&result)
    }

    fn answer(&mut self, result: &Value) -> Result<Answer, Ended> {
        let stopped = result.get("stopReason").and_then(Value::as_str).unwrap_or("end_turn");
        if matches!(stopped, "refusal" | "cancelled") {
            return Err(Ended::Refused(format!("it stopped: {stopped}")));
        }
        let text = std::mem::take(&mut self.said).trim().to_owned();
        let usage = result.get("usage").map(usage);
        // Copilot CLI says in the assistant's place that the model failed; then nothing was spent.
        if let (None, Some(why)) = (&usage, text.strip_prefix("Error: ")) {
            return Err(Ended::Refused(why.to_owned()));
        }
        Ok(Answer { text, usage, session: self.session.clone() })
    }

    /// Sends a request and attends to everything else until its answer is there.
    fn request(
        &mut self,
        method: &str,
        params: &Value,
        each: &mut dyn FnMut(&str),
    ) -> Result<Value, Ended> {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let line = self.line()?;
            // Some programs print notices before they speak the protocol.
            let Ok(mut message) = serde_json::from_slice::<Value>(&line) else { continue };
            if message.get("method").is_some() {
                self.attend(&message, each)?;
            } else if message.get("id").and_then(Value::as_u64) == Some(id) {
                return match message.get("error") {
                    Some(error) => Err(Ended::Refused(complaint(error))),
                    None => Ok(message.get_mut("result").map_or(Value::Null, Value::take)),
                };
            }
        }
    }

    /// Answers a request of the agent's, or takes note of what it tells.
    fn attend(&mut self, message: &Value, each: &mut dyn FnMut(&str)) -> Result<(), Ended> {
        let method = message.get("method").and_then(Value::as_str).unwrap_or_default();
        let params = message.get("params").unwrap_or(&Value::Null);
        match (method, message.get("id")) {
            ("session/update", None) => return self.update(params, each),
            (_, None) => {}
            ("session/request_permission", Some(id)) => {
                self.refused.push(wish(params));
                let outcome = refusal(params);
                self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": { "outcome": outcome } }));
            }
            (_, Some(id)) => {
                let error = json!({ "code": -32601, "message": "palimp does not offer this" });
                self.send(&json!({ "jsonrpc": "2.0", "id": id, "error": error }));
            }
        }
        Ok(())
    }

    /// Takes note of what the agent says and does in the session.
    fn update(&mut self, params: &Value, each: &mut dyn FnMut(&str)) -> Result<(), Ended> {
        let session = params.get("sessionId").and_then(Value::as_str);
        let update = params.get("update").unwrap_or(&Value::Null);
        match update.get("sessionUpdate").and_then(Value::as_str) {
            _ if self.session.is_none() || session != self.session() => Ok(()),
            Some("tool_call") => {
                self.worked = true;
                Ok(())
            }
            Some("agent_message_chunk") => {
                let text = update.pointer("/content/text").and_then(Value::as_str);
                self.say(text.unwrap_or_default(), each)
            }
            _ => Ok(()),
        }
    }

    fn say(&mut self, text: &str, each: &mut dyn FnMut(&str)) -> Result<(), Ended> {
        if self.said.is_empty() && self.notices.iter().any(|notice| text.starts_with(notice)) {
            return Ok(());
        }
        if std::mem::take(&mut self.worked) && !self.said.is_empty() {
            self.said.clear();
            each("\n\n");
        }
        if self.said.len() + text.len() > LONGEST_ANSWER {
            return Err(Ended::Flooded(LONGEST_ANSWER));
        }
        self.said.push_str(text);
        each(text);
        Ok(())
    }

    fn send(&mut self, message: &Value) {
        self.process.give(format!("{message}\n").as_bytes());
    }

    /// The next line.
    fn line(&mut self) -> Result<Vec<u8>, Ended> {
        let mut buffer = vec![0; 64 * 1024];
        let mut seen = 0;
        loop {
            if let Some(end) = self.read[seen..].iter().position(|&byte| byte == b'\n') {
                let rest = self.read.split_off(seen + end + 1);
                return Ok(std::mem::replace(&mut self.read, rest));
            }
            seen = self.read.len();
            if seen > LONGEST {
                return Err(Ended::Flooded(LONGEST));
            }
            match self.process.step(&mut buffer).map_err(Ended::Broken)? {
                Step::Printed(read) => self.read.extend_from_slice(&buffer[..read]),
                Step::Late => return Err(Ended::Late(self.process.limit())),
                Step::Ended(status) => return Err(Ended::Gone(super::process::code(status))),
            }
        }
    }
}

/// The answer that says no: the option that refuses this once, where one is offered.
fn refusal(params: &Value) -> Value {
    let options = params.get("options").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let of_kind = |kind: &str| {
        let option = options.iter().find(|it| it.get("kind").and_then(Value::as_str) == Some(kind));
        option?.get("optionId").cloned()
    };
    match of_kind("reject_once").or_else(|| of_kind("reject_always")) {
        Some(id) => json!({ "outcome": "selected", "optionId": id }),
        None => json!({ "outcome": "cancelled" }),
    }
}

/// What the agent asks to be allowed.
fn wish(params: &Value) -> String {
    let title = params.pointer("/toolCall/title").and_then(Value::as_str);
    let kind = params.pointer("/toolCall/kind").and_then(Value::as_str);
    title.or(kind).unwrap_or("something").to_owned()
}

/// What the protocol tells of the cost: of the input, what was kept counts too.
fn usage(usage: &Value) -> Usage {
    let (input, output) = (count(usage, "inputTokens"), count(usage, "outputTokens"));
    let all = count(usage, "totalTokens").saturating_sub(output);
    Usage { input: input.max(all), cached: count(usage, "cachedReadTokens"), output }
}

fn complaint(error: &Value) -> String {
    let text = |at: &str| error.pointer(at).and_then(Value::as_str);
    let parts = [text("/message"), text("/data/message"), text("/data/details"), text("/data")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(": ")
}
