//! Claude Code, started by palimp.

use serde_json::Value;

use crate::claude::wire;
use crate::messages;
use crate::spawn::answer::{AnswerError, ClientAnswer, parse_object};
use crate::spawn::table::ArgTemplate::{Extra, Is, Model, System};
use crate::spawn::table::{ClientProtocol, DistillCommand, PromptCommand};

/// Claude Code used as a model.
pub(crate) const DISTILL_COMMAND: DistillCommand = DistillCommand {
    tried: "2.1.329",
    words: &[
        Is("-p"),
        Is("--safe-mode"),
        Is("--tools"),
        Is(""),
        Is("--strict-mcp-config"),
        Is("--no-session-persistence"),
        Is("--disable-slash-commands"),
        Is("--output-format"),
        Is("json"),
        Model("--model"),
        System("--system-prompt"),
    ],
    read: parse_answer,
    model: |_| Some("haiku".to_owned()),
    ..DistillCommand::PLAIN
};

/// Claude Code answering a prompt for its user.
pub(crate) const PROMPT_COMMAND: PromptCommand = PromptCommand {
    words: &[Is("-p"), Model("--model"), System("--append-system-prompt"), Extra],
    talk: ClientProtocol::Pipe,
    before_prompt: "",
};

/// Parses one object with `result`, `is_error` and `usage`.
fn parse_answer(text: &str) -> Result<ClientAnswer, AnswerError> {
    let object: Value = parse_object(text)?;
    let text = |key: &str| object.get(key).and_then(Value::as_str);
    let failed = object.get("is_error").and_then(Value::as_bool) == Some(true);
    match text("result") {
        Some(result) if !failed => {
            let usage = object.get("usage").map(wire::parse_usage);
            Ok(ClientAnswer { text: result.trim().to_owned(), usage, session: None })
        }
        None if !failed && text("subtype").is_none() => {
            Err(AnswerError::Garbled(messages::no_result()))
        }
        result => {
            Err(AnswerError::Failed(result.or(text("subtype")).unwrap_or_default().to_owned()))
        }
    }
}
