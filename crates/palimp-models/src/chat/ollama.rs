//! Ollama's chat, on this machine unless the user says otherwise.

use std::collections::HashMap;

use palimp_core::activity::Role;
use palimp_core::chat::{Message, ModelError, Part};
use palimp_core::tokens::tokens;
use serde::Deserialize;
use serde_json::{Value, json};

use super::conversation::tokens_of;
use super::events::Form;
use super::openai;
use super::trouble::Trouble;
use super::vendor::{self, Choice, Heard, Parts, Question, Vendor};
use crate::http::client::{Failure, Header};

/// The window that a model is given at most, where `OLLAMA_CONTEXT_LENGTH` names no other: more
/// takes more memory than a small machine has.
const WINDOW: usize = 32_768;
/// The least window, which is Ollama's own.
const LEAST: usize = 4_096;

pub(crate) fn open(choice: &Choice<'_>) -> Result<Parts, ModelError> {
    let place = choice.place()?;
    let address = place.address.clone();
    let url = match address.path() {
        path if path.ends_with("/api/chat") => address.join(""),
        path if path.ends_with("/api") => address.join("/chat"),
        _ => address.join("/api/chat"),
    };
    // Only servers elsewhere ask for a key; one on this machine is not given any.
    let key = if address.is_private() { None } else { choice.key(&place)? };
    let window = choice.keys.variable("OLLAMA_CONTEXT_LENGTH").and_then(|size| size.parse().ok());
    let window = window.filter(|size| *size > 0).unwrap_or(WINDOW);
    Ok(Parts {
        address,
        url,
        key: key.map(Header::bearer),
        headers: &[],
        window: Some(window),
        vendor: Box::new(Ollama { model: choice.model.clone(), window }),
    })
}

struct Ollama {
    model: String,
    window: usize,
}

impl Vendor for Ollama {
    /// Ollama leaves out the beginning of a conversation that does not fit, in silence, unless it
    /// is told not to; and it gives a model a small window unless it is told its size.
    fn body(&self, question: &Question) -> Value {
        let tools: HashMap<&str, &str> = vendor::calls(question.messages).collect();
        let mut messages = Vec::new();
        let system = openai::system(question.system);
        let size = window(tokens(&system) + tokens_of(question.messages) + question.max_tokens);
        if !system.is_empty() {
            messages.push(json!({ "role": "system", "content": system }));
        }
        for message in question.messages {
            messages.extend(said(message, &tools));
        }
        json!({
            "model": self.model,
            "stream": true,
            "truncate": false,
            "shift": false,
            "options": {
                "num_ctx": size.clamp(LEAST.min(self.window), self.window),
                "num_predict": question.max_tokens,
            },
            "messages": messages,
        })
    }

    fn form(&self) -> Form {
        Form::Lines
    }

    fn hear(&self, piece: &Value, heard: &mut Heard) -> Result<(), Trouble> {
        match Chunk::deserialize(piece) {
            Ok(chunk) => chunk.hear(piece, heard),
            Err(_) => Err(Trouble::Unreadable("JSON in another form")),
        }
    }
}

/// The window for so many tokens, and a quarter more since they are estimated. Sizes are few, for
/// with each other one the model is loaded anew.
fn window(tokens: usize) -> usize {
    (tokens + tokens / 4).next_power_of_two()
}

/// The messages that a message becomes: what tools answered, each in one of its own, then the rest.
fn said(message: &Message, tools: &HashMap<&str, &str>) -> Vec<Value> {
    let results = message.parts.iter().filter_map(|part| match part {
        Part::ToolResult { id, content, is_error } => Some(json!({
            "role": "tool",
            "tool_name": tools.get(id.as_str()).copied().unwrap_or("tool"),
            "content": openai::result(content, *is_error),
        })),
        _ => None,
    });
    results.chain(spoken(message)).collect()
}

/// The words, pictures and calls of a message, if there are any.
fn spoken(message: &Message) -> Option<Value> {
    let role = match message.role {
        Role::User => "user",
        _ => "assistant",
    };
    let words = message.words();
    let images: Vec<&str> = message.parts.iter().flat_map(pictures).collect();
    let calls: Vec<Value> = message.parts.iter().filter_map(call).collect();
    if words.is_empty() && images.is_empty() && calls.is_empty() {
        return None;
    }
    let mut said = json!({ "role": role, "content": words });
    if !images.is_empty() {
        said["images"] = json!(images);
    }
    if !calls.is_empty() {
        said["tool_calls"] = Value::Array(calls);
    }
    Some(said)
}

fn pictures(part: &Part) -> Vec<&str> {
    match part {
        Part::Image { data, .. } => vec![data],
        Part::ToolResult { content, .. } => content.iter().flat_map(pictures).collect(),
        _ => Vec::new(),
    }
}

fn call(part: &Part) -> Option<Value> {
    match part {
        Part::ToolCall { name, input, .. } => Some(json!({
            "function": { "name": name, "arguments": vendor::object(input) },
        })),
        _ => None,
    }
}

#[derive(Deserialize)]
struct Chunk {
    message: Option<Said>,
    #[serde(default)]
    done: bool,
    done_reason: Option<String>,
    prompt_eval_count: Option<u64>,
    eval_count: Option<u64>,
    error: Option<String>,
}

#[derive(Deserialize)]
struct Said {
    #[serde(default)]
    content: String,
}

impl Chunk {
    fn hear(self, piece: &Value, heard: &mut Heard) -> Result<(), Trouble> {
        if self.error.is_some() {
            let body = piece.to_string();
            return Err(Failure::Status { status: 500, body, after: None }.into());
        }
        if let Some(message) = self.message {
            heard.say(&message.content);
        }
        heard.cost.input = self.prompt_eval_count.or(heard.cost.input);
        heard.cost.output = self.eval_count.or(heard.cost.output);
        heard.cut |= self.done_reason.as_deref() == Some("length");
        if self.done {
            heard.finish();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_of_few_sizes_and_leave_room() {
        for (tokens, size) in [(0, 1), (1_000, 2_048), (3_300, 8_192), (20_000, 32_768)] {
            assert_eq!(window(tokens), size, "{tokens}");
        }
    }
}
