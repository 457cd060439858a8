//! Claude Code, started by palimp.

use serde_json::Value;

use crate::claude::wire;
use crate::spawn::answer::{Answer, NoAnswer, object};
use crate::spawn::table::Word::{Extra, Is, Model, System};
use crate::spawn::table::{Asking, Running, Talk};

/// Claude Code as a model.
pub(crate) const ASKING: Asking = Asking {
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
    read,
    model: |_| Some("haiku".to_owned()),
    ..Asking::PLAIN
};

/// Claude Code as it answers its user.
pub(crate) const RUNNING: Running = Running {
    words: &[Is("-p"), Model("--model"), System("--append-system-prompt"), Extra],
    talk: Talk::Pipe,
    before_prompt: "",
};

/// One object with `result`, `is_error` and `usage`.
fn read(text: &str) -> Result<Answer, NoAnswer> {
    let object: Value = object(text)?;
    let text = |key: &str| object.get(key).and_then(Value::as_str);
    let failed = object.get("is_error").and_then(Value::as_bool) == Some(true);
    match text("result") {
        Some(result) if !failed => {
            let usage = object.get("usage").map(wire::usage);
            Ok(Answer { text: result.trim().to_owned(), usage, session: None })
        }
        None if !failed && text("subtype").is_none() => {
            Err(NoAnswer::Garbled("there is no `result` in it".to_owned()))
        }
        result => Err(NoAnswer::Failed(result.or(text("subtype")).unwrap_or_default().to_owned())),
    }
}
