//! Ollama's chat, on this machine unless the user says otherwise.

use std::collections::HashMap;

use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatMessage, MessagePart, ModelError};
use palimp_core::tokens::count_tokens;
use serde::Deserialize;
use serde_json::{Value, json};

use super::conversation::tokens_of;
use super::error_message::ChatFailure;
use super::events::StreamFormat;
use super::openai;
use super::vendor::{self, ChatEndpoint, ChatSelection, StreamedReply, Vendor, VendorRequest};
use crate::http::client::{Header, HttpFailure};
use crate::messages;

/// The window that a model is given at most, where `OLLAMA_CONTEXT_LENGTH` names no other: more
/// takes more memory than a small machine has.
const MAX_WINDOW_TOKENS: usize = 32_768;
/// The least window, which is Ollama's own.
const MIN_WINDOW_TOKENS: usize = 4_096;

pub(crate) fn open(choice: &ChatSelection<'_>) -> Result<ChatEndpoint, ModelError> {
    let place = choice.resolve_location()?;
    let address = place.address.clone();
    let url = match address.path() {
        path if path.ends_with("/api/chat") => address.join(""),
        path if path.ends_with("/api") => address.join("/chat"),
        _ => address.join("/api/chat"),
    };
    // Only servers elsewhere ask for a key; one on this machine is not given any.
    let key = if address.is_private() { None } else { choice.allowed_key(&place)? };
    let window = choice.keys.variable("OLLAMA_CONTEXT_LENGTH").and_then(|size| size.parse().ok());
    let window = window.filter(|size| *size > 0).unwrap_or(MAX_WINDOW_TOKENS);
    Ok(ChatEndpoint {
        address,
        url,
        key: key.map(Header::bearer),
        headers: &[],
        window: Some(window),
        vendor: Box::new(OllamaChat { model: choice.model.clone(), window }),
    })
}

struct OllamaChat {
    model: String,
    window: usize,
}

impl Vendor for OllamaChat {
    /// Ollama leaves out the beginning of a conversation that does not fit, in silence, unless it
    /// is told not to; and it gives a model a small window unless it is told its size.
    fn request_body(&self, question: &VendorRequest) -> Value {
        let tools: HashMap<&str, &str> = vendor::tool_calls(question.messages).collect();
        let mut messages = Vec::new();
        let system = openai::join_system(question.system);
        let size =
            window_size(count_tokens(&system) + tokens_of(question.messages) + question.max_tokens);
        if !system.is_empty() {
            messages.push(json!({ "role": "system", "content": system }));
        }
        for message in question.messages {
            messages.extend(messages_json(message, &tools));
        }
        json!({
            "model": self.model,
            "stream": true,
            "truncate": false,
            "shift": false,
            "options": {
                "num_ctx": size.clamp(MIN_WINDOW_TOKENS.min(self.window), self.window),
                "num_predict": question.max_tokens,
            },
            "messages": messages,
        })
    }

    fn stream_format(&self) -> StreamFormat {
        StreamFormat::Lines
    }

    fn handle_piece(&self, piece: &Value, heard: &mut StreamedReply) -> Result<(), ChatFailure> {
        match OllamaChunk::deserialize(piece) {
            Ok(chunk) => chunk.apply_to(piece, heard),
            Err(_) => Err(ChatFailure::Unreadable(messages::chat_unknown_form())),
        }
    }
}

/// The window for so many tokens, and a quarter more since they are estimated. Sizes are few, for
/// with each other one the model is loaded anew.
fn window_size(tokens: usize) -> usize {
    (tokens + tokens / 4).next_power_of_two()
}

/// The messages that a message becomes: what tools answered, each in one of its own, then the rest.
fn messages_json(message: &ChatMessage, tools: &HashMap<&str, &str>) -> Vec<Value> {
    let results = message.parts.iter().filter_map(|part| match part {
        MessagePart::ToolResult { id, content, is_error } => Some(json!({
            "role": "tool",
            "tool_name": tools.get(id.as_str()).copied().unwrap_or("tool"),
            "content": openai::result_text(content, *is_error),
        })),
        _ => None,
    });
    results.chain(message_json(message)).collect()
}

/// The words, pictures and calls of a message, if there are any.
fn message_json(message: &ChatMessage) -> Option<Value> {
    let role = match message.role {
        MessageRole::User => "user",
        _ => "assistant",
    };
    let words = message.joined_text();
    let images: Vec<&str> = message.parts.iter().flat_map(collect_images).collect();
    let calls: Vec<Value> = message.parts.iter().filter_map(call_json).collect();
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

fn collect_images(part: &MessagePart) -> Vec<&str> {
    match part {
        MessagePart::Image { data, .. } => vec![data],
        MessagePart::ToolResult { content, .. } => {
            content.iter().flat_map(collect_images).collect()
        }
        _ => Vec::new(),
    }
}

fn call_json(part: &MessagePart) -> Option<Value> {
    match part {
        MessagePart::ToolCall { name, input, .. } => Some(json!({
            "function": { "name": name, "arguments": vendor::to_object(input) },
        })),
        _ => None,
    }
}

#[derive(Deserialize)]
struct OllamaChunk {
    message: Option<OllamaMessage>,
    #[serde(default)]
    done: bool,
    done_reason: Option<String>,
    prompt_eval_count: Option<u64>,
    eval_count: Option<u64>,
    error: Option<String>,
}

#[derive(Deserialize)]
struct OllamaMessage {
    #[serde(default)]
    content: String,
}

impl OllamaChunk {
    fn apply_to(self, piece: &Value, heard: &mut StreamedReply) -> Result<(), ChatFailure> {
        if self.error.is_some() {
            let body = piece.to_string();
            return Err(HttpFailure::Status { status: 500, body, after: None }.into());
        }
        if let Some(message) = self.message {
            heard.push_words(&message.content);
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
            assert_eq!(window_size(tokens), size, "{tokens}");
        }
    }
}
