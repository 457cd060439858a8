//! OpenAI's chat completions, and everything that speaks as OpenAI does.

use palimp_core::activity::Role;
use palimp_core::chat::{Message, ModelError, Part};
use serde::Deserialize;
use serde_json::{Value, json};

use super::conversation::words_of;
use super::models;
use super::trouble::Trouble;
use super::vendor::{Choice, Heard, Parts, Question, Vendor};
use crate::http::address::Address;
use crate::http::client::{Failure, Header};

/// Azure's own header, which is not the usual one.
const AZURE: &str = ".azure.com";

/// A server of one's own needs no key.
pub(crate) fn open(choice: &Choice<'_>) -> Result<Parts, ModelError> {
    let place = choice.place()?;
    let key = choice.key(&place)?;
    if key.is_none() && place.address.host() == "api.openai.com" {
        return Err(ModelError::Refused(place.keyless()));
    }
    let address = place.address;
    let key = key.map(|secret| match address.host().ends_with(AZURE) {
        true => Header { name: "api-key", before: "", secret },
        false => Header::bearer(secret),
    });
    let limit = match address.host() {
        "api.openai.com" => "max_completion_tokens",
        host if host.ends_with(AZURE) => "max_completion_tokens",
        // What others have copied is the older name.
        _ => "max_tokens",
    };
    Ok(Parts {
        url: url(&address),
        address,
        key,
        headers: &[],
        window: models::window(&choice.model),
        vendor: Box::new(OpenAi { model: choice.model.clone(), limit }),
    })
}

/// Users give the host, the version or the whole address; all three are meant well.
fn url(address: &Address) -> String {
    match address.path() {
        path if path.ends_with("/chat/completions") => address.join(""),
        "" => address.join("/v1/chat/completions"),
        _ => address.join("/chat/completions"),
    }
}

struct OpenAi {
    model: String,
    /// What the length of an answer is limited by.
    limit: &'static str,
}

impl Vendor for OpenAi {
    fn body(&self, question: &Question) -> Value {
        let mut messages = Vec::new();
        let system = system(question.system);
        if !system.is_empty() {
            messages.push(json!({ "role": "system", "content": system }));
        }
        for message in question.messages {
            match message.role {
                Role::User => messages.extend(user(message)),
                _ => messages.push(assistant(message)),
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

    fn hear(&self, piece: &Value, heard: &mut Heard) -> Result<(), Trouble> {
        match Chunk::deserialize(piece) {
            Ok(chunk) => chunk.hear(piece, heard),
            Err(_) => Err(Trouble::Unreadable("JSON in another form")),
        }
    }
}

/// The system prompt as one text.
pub(crate) fn system(parts: &[String]) -> String {
    let parts = parts.iter().map(|text| text.trim()).filter(|text| !text.is_empty());
    parts.collect::<Vec<_>>().join("\n\n")
}

fn assistant(message: &Message) -> Value {
    let mut answer = json!({ "role": "assistant", "content": message.words() });
    let calls = message.parts.iter().filter_map(|part| match part {
        Part::ToolCall { id, name, input } => Some(json!({
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
fn user(message: &Message) -> Vec<Value> {
    let mut messages = Vec::new();
    let mut content = Vec::new();
    for part in &message.parts {
        match part {
            Part::ToolResult { id, content: answered, is_error } => {
                messages.push(json!({
                    "role": "tool",
                    "tool_call_id": id,
                    "content": result(answered, *is_error),
                }));
                content.extend(answered.iter().filter(|part| matches!(part, Part::Image { .. })));
            }
            part => content.push(part),
        }
    }
    if !content.is_empty() {
        messages.push(json!({ "role": "user", "content": said(&content) }));
    }
    messages
}

/// What a tool answered, as text: there is no place for whether it failed.
pub(crate) fn result(content: &[Part], is_error: bool) -> String {
    let words = words_of(content);
    if is_error { format!("[failed] {words}") } else { words }
}

/// Words alone are a text, which every server understands; with pictures they are a list.
fn said(content: &[&Part]) -> Value {
    if let [Part::Text { text }] = content {
        return json!(text);
    }
    let parts = content.iter().filter_map(|part| match part {
        Part::Text { text } => Some(json!({ "type": "text", "text": text })),
        Part::Image { media_type, data } => Some(json!({
            "type": "image_url",
            "image_url": { "url": format!("data:{media_type};base64,{data}") },
        })),
        Part::ToolCall { .. } | Part::ToolResult { .. } => None,
    });
    parts.collect()
}

#[derive(Deserialize)]
struct Chunk {
    #[serde(default)]
    choices: Option<Vec<Choose>>,
    usage: Option<Usage>,
    #[serde(default)]
    error: Value,
}

#[derive(Deserialize)]
struct Choose {
    /// What is new; all of it where the answer does not come as a stream.
    #[serde(default, alias = "message")]
    delta: Option<Delta>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Delta {
    /// Words; some servers send lists of other things that they think.
    #[serde(default)]
    content: Value,
    refusal: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
    prompt_tokens_details: Option<Details>,
}

#[derive(Deserialize)]
struct Details {
    cached_tokens: Option<u64>,
}

impl Chunk {
    fn hear(self, piece: &Value, heard: &mut Heard) -> Result<(), Trouble> {
        if !self.error.is_null() {
            return Err(failure(&self.error, piece));
        }
        if let Some(usage) = self.usage {
            heard.cost.input = usage.prompt_tokens.or(heard.cost.input);
            heard.cost.output = usage.completion_tokens.or(heard.cost.output);
            let cached = usage.prompt_tokens_details.and_then(|details| details.cached_tokens);
            heard.cost.cached = cached.or(heard.cost.cached);
        }
        // Only one answer is asked for.
        match self.choices.unwrap_or_default().into_iter().next() {
            Some(choice) => choice.hear(heard),
            None => Ok(()),
        }
    }
}

impl Choose {
    fn hear(self, heard: &mut Heard) -> Result<(), Trouble> {
        if let Some(delta) = self.delta {
            heard.say(delta.content.as_str().unwrap_or_default());
            heard.say(&delta.refusal.unwrap_or_default());
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
fn failure(error: &Value, piece: &Value) -> Trouble {
    let said = |name: &str| error[name].as_str().unwrap_or_default();
    let status = error["code"].as_u64().and_then(|code| u16::try_from(code).ok());
    let status = status.unwrap_or(match (said("code"), said("type")) {
        ("context_length_exceeded", _) | (_, "invalid_request_error") => 400,
        ("invalid_api_key", _) => 401,
        ("insufficient_quota" | "rate_limit_exceeded", _) | (_, "insufficient_quota") => 429,
        _ => 500,
    });
    Trouble::Failed(Failure::Status { status, body: piece.to_string(), after: None })
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
            assert_eq!(url(&Address::read(given).unwrap()), whole);
        }
    }
}
