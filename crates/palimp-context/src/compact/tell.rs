//! The old turns, as they are told to the summariser, and what is exact in them.

use std::borrow::Cow;
use std::collections::HashMap;

use palimp_core::activity::Role;
use palimp_core::chat::{Message, Part};
use palimp_core::distill::Turn;
use palimp_core::text::{ellipsis, one_line};
use palimp_redact::Redactor;

use super::{Compactor, Whole};
use crate::prune::words;
use crate::trim::trim;
use crate::verbatim::{Ledger, Weight};

/// How much of a call, a result and a failure the summariser is told, in characters.
const CALL: usize = 300;
const RESULT: (usize, usize) = (300, 300);
const FAILURE: (usize, usize) = (500, 500);

/// What of `whole` lies before `from`, in words and without secrets. What the user's role says
/// without being a turn of the user is left out.
pub(super) fn turns(whole: &Whole, from: usize, compactor: &Compactor) -> Vec<Turn> {
    let tools = whole.view.tools();
    let mut turns = Vec::new();
    if let Some(summary) = whole.summary {
        let text = compactor.redactor.redact(summary);
        let text = format!("Summary of what came before:\n\n{text}");
        turns.push(Turn { role: Role::User, text });
    }
    for (at, message) in whole.view.messages()[..from].iter().enumerate() {
        let message = whole.decisions.apply(whole.first + at, message);
        let text = told(&message, whole.view.is_start(at), &tools);
        let Some(text) = text else { continue };
        let text = compactor.redactor.redact(&text).into_owned();
        // Results are told as what the assistant saw.
        let role = if whole.view.is_start(at) { Role::User } else { Role::Assistant };
        turns.push(Turn { role, text });
    }
    turns
}

fn told(message: &Message, is_turn: bool, tools: &HashMap<&str, &str>) -> Option<String> {
    let speaks = is_turn || message.role == Role::Assistant;
    let told = message.parts.iter().filter_map(|part| match part {
        Part::Text { text } if speaks && !text.trim().is_empty() => Some(text.clone()),
        Part::Image { .. } if speaks => Some("[a picture]".to_owned()),
        Part::ToolCall { name, input, .. } => {
            let input = ellipsis(&one_line(&input.to_string()), CALL);
            Some(format!("[uses {name}: {input}]"))
        }
        Part::ToolResult { id, content, is_error } => {
            let tool = tools.get(id.as_str()).copied().unwrap_or("a tool");
            let verb = if *is_error { "failed" } else { "answered" };
            Some(format!("[{tool} {verb}: {}]", shortened(content, *is_error)))
        }
        Part::Text { .. } | Part::Image { .. } => None,
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| told.join("\n"))
}

fn shortened(content: &[Part], is_error: bool) -> String {
    let (head, tail) = if is_error { FAILURE } else { RESULT };
    let text = words(content);
    trim(&text, head, tail).unwrap_or_else(|| text.into_owned())
}

/// Notes what is exact in what lies before `from`, an earlier summary first.
pub(super) fn hear(whole: &Whole, from: usize, redactor: &Redactor, ledger: &mut Ledger) {
    let mut heard = |text: &str, weight| ledger.hear(&redactor.redact(text), weight);
    heard(whole.summary.unwrap_or_default(), Weight::Assistant);
    for (at, message) in whole.view.messages()[..from].iter().enumerate() {
        let user = whole.view.is_start(at);
        for part in &message.parts {
            match part {
                Part::Text { text } if user => heard(text, Weight::User),
                Part::Text { text } if message.role == Role::Assistant => {
                    heard(text, Weight::Assistant);
                }
                Part::ToolCall { input, .. } => heard(&unquoted(input), Weight::Call),
                Part::ToolResult { content, is_error, .. } => {
                    let weight = if *is_error { Weight::Call } else { Weight::Output };
                    heard(&words(content), weight);
                }
                Part::Text { .. } | Part::Image { .. } => {}
            }
        }
    }
}

/// The texts and numbers of a call's input, a line each.
fn unquoted(input: &serde_json::Value) -> Cow<'_, str> {
    use serde_json::Value;
    match input {
        Value::String(text) => Cow::Borrowed(text),
        Value::Number(number) => Cow::Owned(number.to_string()),
        Value::Array(values) => Cow::Owned(lines(values.iter())),
        Value::Object(fields) => Cow::Owned(lines(fields.values())),
        Value::Null | Value::Bool(_) => Cow::Borrowed(""),
    }
}

fn lines<'v>(values: impl Iterator<Item = &'v serde_json::Value>) -> String {
    let values: Vec<_> = values.map(unquoted).collect();
    values.join("\n")
}

/// Strikes off what is said in what stays too.
pub(super) fn forget_kept(whole: &Whole, from: usize, ledger: &mut Ledger) {
    for message in &whole.view.messages()[from..] {
        for part in &message.parts {
            match part {
                Part::Text { text } => ledger.forget(text),
                Part::ToolCall { input, .. } => ledger.forget(&unquoted(input)),
                // It may be pruned, and then it is not there any more.
                Part::ToolResult { .. } | Part::Image { .. } => {}
            }
        }
    }
}
