//! A minimal client of the Agent Client Protocol, for one prompt: JSON-RPC, one message per line.
//!
//! A request is sent, and all messages are read until its answer arrives. Requests of the agent are
//! denied meanwhile, because no user is present who could approve them.

use std::io;
use std::path::Path;
use std::time::Duration;

use palimp_core::chat::TokenUsage;
use serde_json::{Value, json};

use super::answer::ClientAnswer;
use super::process::{ClientProcess, ClientProcessEvent};
use crate::messages;
use crate::payload::token_count;

/// Version of the protocol that palimp speaks.
const PROTOCOL_VERSION: u32 = 1;

/// Maximum size of a message that is read, in bytes.
const MAX_MESSAGE_BYTES: usize = 4 * 1024 * 1024;

/// Maximum size of an answer that is kept, in bytes.
const MAX_ANSWER_BYTES: usize = 1024 * 1024;

/// Reason why a conversation ended without an answer.
#[derive(Debug)]
pub(super) enum AcpError {
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
    process: &'p mut ClientProcess,
    /// Bytes that were read and are not yet a whole line.
    read: Vec<u8>,
    asked: u64,
    session: Option<String>,
    /// Text of the agent since it last used a tool.
    said: String,
    /// True if the agent has used a tool since its last text.
    worked: bool,
    /// Prefixes of notices that are not part of the answer.
    notices: &'static [&'static str],
    /// Actions that the agent requested and palimp refused.
    pub(super) refused: Vec<String>,
}

impl<'p> Acp<'p> {
    /// Creates a conversation with an agent that may print notices with the prefixes `notices`
    /// before its answer.
    pub(super) fn new(process: &'p mut ClientProcess, notices: &'static [&'static str]) -> Acp<'p> {
        let (read, said, refused) = (Vec::new(), String::new(), Vec::new());
        Acp { process, read, asked: 0, session: None, said, worked: false, notices, refused }
    }

    /// Returns the session id, once there is one.
    pub(super) fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }

    /// Opens a session in `cwd` and sends `prompt`; the words of the answer are handed to `each`.
    pub(super) fn send_prompt(
        &mut self,
        cwd: &Path,
        prompt: &str,
        each: &mut dyn FnMut(&str),
    ) -> Result<ClientAnswer, AcpError> {
        let abilities = json!({
            "fs": { "readTextFile": false, "writeTextFile": false },
            "terminal": false,
        });
        let me = json!({ "protocolVersion": PROTOCOL_VERSION, "clientCapabilities": abilities });
        self.send_request("initialize", &me, each)?;
        let place = json!({ "cwd": cwd, "mcpServers": [] });
        let opened = self.send_request("session/new", &place, each)?;
        let Some(id) = opened.get("sessionId").and_then(Value::as_str) else {
            return Err(AcpError::Garbled(messages::no_session_id()));
        };
        self.session = Some(id.to_owned());
        let prompt = json!({ "sessionId": id, "prompt": [{ "type": "text", "text": prompt }] });
        let result = self.send_request("session/prompt", &prompt, each)?;
        self.build_answer(&result)
    }

    fn build_answer(&mut self, result: &Value) -> Result<ClientAnswer, AcpError> {
        let stopped = result.get("stopReason").and_then(Value::as_str).unwrap_or("end_turn");
        if matches!(stopped, "refusal" | "cancelled") {
            return Err(AcpError::Refused(messages::client_stopped(stopped)));
        }
        let text = std::mem::take(&mut self.said).trim().to_owned();
        let usage = result.get("usage").map(parse_usage);
        // Copilot CLI says in the assistant's place that the model failed; then nothing was spent.
        if let (None, Some(why)) = (&usage, text.strip_prefix("Error: ")) {
            return Err(AcpError::Refused(why.to_owned()));
        }
        Ok(ClientAnswer { text, usage, session: self.session.clone() })
    }

    /// Sends a request and handles all other messages until its answer arrives.
    fn send_request(
        &mut self,
        method: &str,
        params: &Value,
        each: &mut dyn FnMut(&str),
    ) -> Result<Value, AcpError> {
        self.asked += 1;
        let id = self.asked;
        self.send_message(
            &json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }),
        );
        loop {
            let line = self.read_message()?;
            // Some programs print notices before they speak the protocol.
            let Ok(mut message) = serde_json::from_slice::<Value>(&line) else { continue };
            if message.get("method").is_some() {
                self.handle_message(&message, each)?;
            } else if message.get("id").and_then(Value::as_u64) == Some(id) {
                return match message.get("error") {
                    Some(error) => Err(AcpError::Refused(error_message(error))),
                    None => Ok(message.get_mut("result").map_or(Value::Null, Value::take)),
                };
            }
        }
    }

    /// Answers a request of the agent's, or processes a notification.
    fn handle_message(
        &mut self,
        message: &Value,
        each: &mut dyn FnMut(&str),
    ) -> Result<(), AcpError> {
        let method = message.get("method").and_then(Value::as_str).unwrap_or_default();
        let params = message.get("params").unwrap_or(&Value::Null);
        match (method, message.get("id")) {
            ("session/update", None) => return self.handle_update(params, each),
            (_, None) => {}
            ("session/request_permission", Some(id)) => {
                self.refused.push(requested_action(params));
                let outcome = refusal_outcome(params);
                self.send_message(
                    &json!({ "jsonrpc": "2.0", "id": id, "result": { "outcome": outcome } }),
                );
            }
            (_, Some(id)) => {
                let error = json!({ "code": -32601, "message": "palimp does not offer this" });
                self.send_message(&json!({ "jsonrpc": "2.0", "id": id, "error": error }));
            }
        }
        Ok(())
    }

    /// Processes an update about the agent's text and tool calls in the session.
    fn handle_update(
        &mut self,
        params: &Value,
        each: &mut dyn FnMut(&str),
    ) -> Result<(), AcpError> {
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
                self.add_text(text.unwrap_or_default(), each)
            }
            _ => Ok(()),
        }
    }

    fn add_text(&mut self, text: &str, each: &mut dyn FnMut(&str)) -> Result<(), AcpError> {
        if self.said.is_empty() && self.notices.iter().any(|notice| text.starts_with(notice)) {
            return Ok(());
        }
        if std::mem::take(&mut self.worked) && !self.said.is_empty() {
            self.said.clear();
            each("\n\n");
        }
        if self.said.len() + text.len() > MAX_ANSWER_BYTES {
            return Err(AcpError::Flooded(MAX_ANSWER_BYTES));
        }
        self.said.push_str(text);
        each(text);
        Ok(())
    }

    fn send_message(&mut self, message: &Value) {
        self.process.queue_input(format!("{message}\n").as_bytes());
    }

    /// Reads the next line.
    fn read_message(&mut self) -> Result<Vec<u8>, AcpError> {
        let mut buffer = vec![0; 64 * 1024];
        let mut seen = 0;
        loop {
            if let Some(end) = self.read[seen..].iter().position(|&byte| byte == b'\n') {
                let rest = self.read.split_off(seen + end + 1);
                return Ok(std::mem::replace(&mut self.read, rest));
            }
            seen = self.read.len();
            if seen > MAX_MESSAGE_BYTES {
                return Err(AcpError::Flooded(MAX_MESSAGE_BYTES));
            }
            match self.process.next_event(&mut buffer).map_err(AcpError::Broken)? {
                ClientProcessEvent::Printed(read) => self.read.extend_from_slice(&buffer[..read]),
                ClientProcessEvent::Late => return Err(AcpError::Late(self.process.limit())),
                ClientProcessEvent::Ended(status) => {
                    return Err(AcpError::Gone(super::process::exit_code(status)));
                }
            }
        }
    }
}

/// Builds the refusal: the option that refuses once, if one is offered.
fn refusal_outcome(params: &Value) -> Value {
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

/// Returns the action for which the agent requests permission.
fn requested_action(params: &Value) -> String {
    let title = params.pointer("/toolCall/title").and_then(Value::as_str);
    let kind = params.pointer("/toolCall/kind").and_then(Value::as_str);
    title.or(kind).unwrap_or("something").to_owned()
}

/// Parses the token usage reported by the protocol: the input includes cache reads.
fn parse_usage(usage: &Value) -> TokenUsage {
    let (input, output) = (token_count(usage, "inputTokens"), token_count(usage, "outputTokens"));
    let all = token_count(usage, "totalTokens").saturating_sub(output);
    TokenUsage { input: input.max(all), cached: token_count(usage, "cachedReadTokens"), output }
}

fn error_message(error: &Value) -> String {
    let text = |at: &str| error.pointer(at).and_then(Value::as_str);
    let parts = [text("/message"), text("/data/message"), text("/data/details"), text("/data")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(": ")
}
