//! OpenAI's chat completions, and everything that speaks as OpenAI does.

use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatMessage, MessagePart, ModelError};
use serde::Deserialize;
use serde_json::{Value, json};

use super::conversation::words_of;
use super::error_message::ChatFailure;
use super::models;
use super::vendor::{ChatEndpoint, ChatSelection, StreamedReply, Vendor, VendorRequest};
use crate::http::address::ServiceAddress;
use crate::http::client::{Header, HttpFailure};
use crate::messages;

/// Azure's own header, which is not the usual one.
const AZURE_HOST_SUFFIX: &str = ".azure.com";

/// A server of one's own needs no key.
pub(crate) fn open(choice: &ChatSelection<'_>) -> Result<ChatEndpoint, ModelError> {
    let place = choice.resolve_location()?;
    let key = choice.allowed_key(&place)?;
    if key.is_none() && place.address.host() == "api.openai.com" {
        return Err(ModelError::Refused(place.no_key_message()));
    }
    let address = place.address;
    let key = key.map(|secret| match address.host().ends_with(AZURE_HOST_SUFFIX) {
        true => Header { name: "api-key", before: "", secret },
        false => Header::bearer(secret),
    });
    let limit = match address.host() {
        "api.openai.com" => "max_completion_tokens",
        host if host.ends_with(AZURE_HOST_SUFFIX) => "max_completion_tokens",
        // What others have copied is the older name.
        _ => "max_tokens",
    };
    Ok(ChatEndpoint {
        url: chat_url(&address),
        address,
        key,
        headers: &[],
        window: models::window_tokens(&choice.model),
        vendor: Box::new(OpenAiChat { model: choice.model.clone(), limit }),
    })
}

/// Users give the host, the version or the whole address; all three are meant well.
fn chat_url(address: &ServiceAddress) -> String {
    match address.path() {
        path if path.ends_with("/chat/completions") => address.join(""),
        "" => address.join("/v1/chat/completions"),
        _ => address.join("/chat/completions"),
    }
}

struct OpenAiChat {
    model: String,
    /// Name of the field that limits the length of an answer.
    limit: &'static str,
}

impl Vendor for OpenAiChat {
    fn request_body(&self, question: &VendorRequest) -> Value {
        let mut messages = Vec::new();
        let system = join_system(question.system);
        if !system.is_empty() {
            messages.push(json!({ "role": "system", "content": system }));
        }
        for message in question.messages {
            match message.role {
                MessageRole::User => messages.extend(user_messages(message)),
                _ => messages.push(assistant_json(message)),
            }
        }
        let mut body = json!({
            "model": self.model,
            "stream": true,
            "stream_options": { "include_usage": true },
            "messages": messages,
        });
        body[self.limit] = json!(question.max_tokens);
        body
    }

    fn handle_piece(&self, piece: &Value, heard: &mut StreamedReply) -> Result<(), ChatFailure> {
        match OpenAiChunk::deserialize(piece) {
            Ok(chunk) => chunk.apply_to(piece, heard),
            Err(_) => Err(ChatFailure::Unreadable(messages::chat_unknown_form())),
        }
    }
}

/// The system prompt as one text.
pub(crate) fn join_system(parts: &[String]) -> String {
    let parts = parts.iter().map(|text| text.trim()).filter(|text| !text.is_empty());
    parts.collect::<Vec<_>>().join("\n\n")
}

fn assistant_json(message: &ChatMessage) -> Value {
    let mut answer = json!({ "role": "assistant", "content": message.joined_text() });
    let calls = message.parts.iter().filter_map(|part| match part {
        MessagePart::ToolCall { id, name, input } => Some(json!({
            "id": id,
            "type": "function",
            "function": { "name": name, "arguments": input.to_string() },
        })),
        _ => None,
    });
    let calls: Vec<Value> = calls.collect();
    if !calls.is_empty() {
        answer["tool_calls"] = Value::Array(calls);
    }
    answer
}

/// A user's message: what tools answered, each in a message of its own, then everything else.
/// Pictures that a tool answered with can only be said by the user.
fn user_messages(message: &ChatMessage) -> Vec<Value> {
    let mut messages = Vec::new();
    let mut content = Vec::new();
    for part in &message.parts {
        match part {
            MessagePart::ToolResult { id, content: answered, is_error } => {
                messages.push(json!({
                    "role": "tool",
                    "tool_call_id": id,
                    "content": result_text(answered, *is_error),
                }));
                content.extend(
                    answered.iter().filter(|part| matches!(part, MessagePart::Image { .. })),
                );
            }
            part => content.push(part),
        }
    }
    if !content.is_empty() {
        messages.push(json!({ "role": "user", "content": content_json(&content) }));
    }
    messages
}

/// Returns the result of a tool as text: the format has no field for its failure.
pub(crate) fn result_text(content: &[MessagePart], is_error: bool) -> String {
    let words = words_of(content);
    if is_error { format!("[failed] {words}") } else { words }
}

/// Words alone are a text, which every server understands; with pictures they are a list.
fn content_json(content: &[&MessagePart]) -> Value {
    if let [MessagePart::Text { text }] = content {
        return json!(text);
    }
    let parts = content.iter().filter_map(|part| match part {
        MessagePart::Text { text } => Some(json!({ "type": "text", "text": text })),
        MessagePart::Image { media_type, data } => Some(json!({
            "type": "image_url",
            "image_url": { "url": format!("data:{media_type};base64,{data}") },
        })),
        MessagePart::ToolCall { .. } | MessagePart::ToolResult { .. } => None,
    });
    parts.collect()
}

#[derive(Deserialize)]
struct OpenAiChunk {
    #[serde(default)]
    choices: Option<Vec<Choose>>,
    usage: Option<OpenAiUsage>,
    #[serde(default)]
    error: Value,
}

#[derive(Deserialize)]
struct Choose {
    /// New part of the answer; all of it if the answer does not come as a stream.
    #[serde(default, alias = "message")]
    delta: Option<OpenAiDelta>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct OpenAiDelta {
    /// Words; some servers send lists of other things that they think.
    #[serde(default)]
    content: Value,
    refusal: Option<String>,
}

#[derive(Deserialize)]
struct OpenAiUsage {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
    prompt_tokens_details: Option<Details>,
}

#[derive(Deserialize)]
struct Details {
    cached_tokens: Option<u64>,
}

impl OpenAiChunk {
    fn apply_to(self, piece: &Value, heard: &mut StreamedReply) -> Result<(), ChatFailure> {
        if !self.error.is_null() {
            return Err(stream_failure(&self.error, piece));
        }
        if let Some(usage) = self.usage {
            heard.cost.input = usage.prompt_tokens.or(heard.cost.input);
            heard.cost.output = usage.completion_tokens.or(heard.cost.output);
            let cached = usage.prompt_tokens_details.and_then(|details| details.cached_tokens);
            heard.cost.cached = cached.or(heard.cost.cached);
        }
        // Only one answer is asked for.
        match self.choices.unwrap_or_default().into_iter().next() {
            Some(choice) => choice.apply_to(heard),
            None => Ok(()),
        }
    }
}

impl Choose {
    fn apply_to(self, heard: &mut StreamedReply) -> Result<(), ChatFailure> {
        if let Some(delta) = self.delta {
            heard.push_words(delta.content.as_str().unwrap_or_default());
            heard.push_words(&delta.refusal.unwrap_or_default());
        }
        match self.finish_reason.as_deref() {
            Some("length") => (heard.cut, heard.ended) = (true, true),
            Some("content_filter") => return heard.withhold("content filter"),
            Some(_) => heard.ended = true,
            None => {}
        }
        Ok(())
    }
}

/// An error in the middle of a stream, as if it had come with the status that it has elsewhere.
fn stream_failure(error: &Value, piece: &Value) -> ChatFailure {
    let said = |name: &str| error[name].as_str().unwrap_or_default();
    let status = error["code"].as_u64().and_then(|code| u16::try_from(code).ok());
    let status = status.unwrap_or(match (said("code"), said("type")) {
        ("context_length_exceeded", _) | (_, "invalid_request_error") => 400,
        ("invalid_api_key", _) => 401,
        ("insufficient_quota" | "rate_limit_exceeded", _) | (_, "insufficient_quota") => 429,
        _ => 500,
    });
    ChatFailure::Failed(HttpFailure::Status { status, body: piece.to_string(), after: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_a_version_and_a_whole_address_are_all_understood() {
        for (given, whole) in [
            ("http://localhost:1234", "http://localhost:1234/v1/chat/completions"),
            ("http://localhost:1234/v1/", "http://localhost:1234/v1/chat/completions"),
            ("https://gate.example/openai/v1", "https://gate.example/openai/v1/chat/completions"),
            ("https://gate.example/chat/completions", "https://gate.example/chat/completions"),
            (
                "https://x.openai.azure.com/openai/deployments/g/chat/completions?api-version=1",
                "https://x.openai.azure.com/openai/deployments/g/chat/completions?api-version=1",
            ),
        ] {
            assert_eq!(chat_url(&ServiceAddress::parse(given).unwrap()), whole);
        }
    }
}
