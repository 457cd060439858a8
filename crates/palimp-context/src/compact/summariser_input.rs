//! The old turns as the summariser gets them, and what is exact in them.

use std::borrow::Cow;
use std::collections::HashMap;

use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatMessage, MessagePart};
use palimp_core::distill::ConversationTurn;
use palimp_core::text::{ellipsis, one_line};
use palimp_redact::Redactor;

use super::{CompactionInput, Compactor};
use crate::prune::result_text;
use crate::trim::trim_middle;
use crate::verbatim::{VerbatimLedger, Weight};

/// Maximum length of a call, a result and a failure for the summariser, in characters.
const MAX_CALL_CHARS: usize = 300;
const RESULT_HEAD_TAIL_CHARS: (usize, usize) = (300, 300);
const FAILURE_HEAD_TAIL_CHARS: (usize, usize) = (500, 500);

/// Returns the part of `whole` before `from` as text without secrets. Messages of the user's role
/// that are not turns of the user are left out.
pub(super) fn old_turns(
    whole: &CompactionInput,
    from: usize,
    compactor: &Compactor,
) -> Vec<ConversationTurn> {
    let tools = whole.view.tool_names();
    let mut turns = Vec::new();
    if let Some(summary) = whole.summary {
        let text = compactor.redactor.redact(summary);
        let text = format!("Summary of what came before:\n\n{text}");
        turns.push(ConversationTurn { role: MessageRole::User, text });
    }
    for (at, message) in whole.view.messages()[..from].iter().enumerate() {
        let message = whole.decisions.apply(whole.first + at, message);
        let text = message_text(&message, whole.view.is_start(at), &tools);
        let Some(text) = text else { continue };
        let text = compactor.redactor.redact(&text).into_owned();
        // Results are told as what the assistant saw.
        let role = if whole.view.is_start(at) { MessageRole::User } else { MessageRole::Assistant };
        turns.push(ConversationTurn { role, text });
    }
    turns
}

fn message_text(
    message: &ChatMessage,
    is_turn: bool,
    tools: &HashMap<&str, &str>,
) -> Option<String> {
    let speaks = is_turn || message.role == MessageRole::Assistant;
    let told = message.parts.iter().filter_map(|part| match part {
        MessagePart::Text { text } if speaks && !text.trim().is_empty() => Some(text.clone()),
        MessagePart::Image { .. } if speaks => Some("[a picture]".to_owned()),
        MessagePart::ToolCall { name, input, .. } => {
            let input = ellipsis(&one_line(&input.to_string()), MAX_CALL_CHARS);
            Some(format!("[uses {name}: {input}]"))
        }
        MessagePart::ToolResult { id, content, is_error } => {
            let tool = tools.get(id.as_str()).copied().unwrap_or("a tool");
            let verb = if *is_error { "failed" } else { "answered" };
            Some(format!("[{tool} {verb}: {}]", shorten_result(content, *is_error)))
        }
        MessagePart::Text { .. } | MessagePart::Image { .. } => None,
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| told.join("\n"))
}

fn shorten_result(content: &[MessagePart], is_error: bool) -> String {
    let (head, tail) = if is_error { FAILURE_HEAD_TAIL_CHARS } else { RESULT_HEAD_TAIL_CHARS };
    let text = result_text(content);
    trim_middle(&text, head, tail).unwrap_or_else(|| text.into_owned())
}

/// Notes what is exact in what lies before `from`, an earlier summary first.
pub(super) fn note_exact(
    whole: &CompactionInput,
    from: usize,
    redactor: &Redactor,
    ledger: &mut VerbatimLedger,
) {
    let mut heard = |text: &str, weight| ledger.note_text(&redactor.redact(text), weight);
    heard(whole.summary.unwrap_or_default(), Weight::Assistant);
    for (at, message) in whole.view.messages()[..from].iter().enumerate() {
        let user = whole.view.is_start(at);
        for part in &message.parts {
            match part {
                MessagePart::Text { text } if user => heard(text, Weight::User),
                MessagePart::Text { text } if message.role == MessageRole::Assistant => {
                    heard(text, Weight::Assistant);
                }
                MessagePart::ToolCall { input, .. } => heard(&input_text(input), Weight::Call),
                MessagePart::ToolResult { content, is_error, .. } => {
                    let weight = if *is_error { Weight::Call } else { Weight::Output };
                    heard(&result_text(content), weight);
                }
                MessagePart::Text { .. } | MessagePart::Image { .. } => {}
            }
        }
    }
}

/// The texts and numbers of a call's input, a line each.
fn input_text(input: &serde_json::Value) -> Cow<'_, str> {
    use serde_json::Value;
    match input {
        Value::String(text) => Cow::Borrowed(text),
        Value::Number(number) => Cow::Owned(number.to_string()),
        Value::Array(values) => Cow::Owned(join_inputs(values.iter())),
        Value::Object(fields) => Cow::Owned(join_inputs(fields.values())),
        Value::Null | Value::Bool(_) => Cow::Borrowed(""),
    }
}

fn join_inputs<'v>(values: impl Iterator<Item = &'v serde_json::Value>) -> String {
    let values: Vec<_> = values.map(input_text).collect();
    values.join("\n")
}

/// Strikes off what is said in what stays too.
pub(super) fn forget_kept(whole: &CompactionInput, from: usize, ledger: &mut VerbatimLedger) {
    for message in &whole.view.messages()[from..] {
        for part in &message.parts {
            match part {
                MessagePart::Text { text } => ledger.strike_text(text),
                MessagePart::ToolCall { input, .. } => ledger.strike_text(&input_text(input)),
                // It may be pruned, and then it is not there any more.
                MessagePart::ToolResult { .. } | MessagePart::Image { .. } => {}
            }
        }
    }
}
