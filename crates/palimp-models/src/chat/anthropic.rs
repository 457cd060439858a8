//! Anthropic's Messages API.

use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatMessage, MessagePart, ModelError};
use serde::Deserialize;
use serde_json::{Value, json};

use super::error_message::ChatFailure;
use super::vendor::{ChatEndpoint, ChatSelection, StreamedReply, Vendor, VendorRequest};
use super::{models, vendor};
use crate::http::client::{Header, HttpFailure};
use crate::keys::{KeySource, SecretToken};
use crate::messages;

/// Environment variable with a gateway's own token.
const TOKEN_VARIABLE: &str = "ANTHROPIC_AUTH_TOKEN";

/// Maximum number of cache marks in the system prompt: the service limits the cached beginnings of
/// a request, and one of them ends with the messages.
const MAX_SYSTEM_MARKS: usize = 3;

/// A gateway that has a token of its own is given that instead of a key.
pub(crate) fn open(choice: &ChatSelection<'_>) -> Result<ChatEndpoint, ModelError> {
    let place = choice.resolve_location()?;
    let address = place.address.clone();
    let url = match address.path() {
        path if path.ends_with("/messages") => address.join(""),
        path if path.ends_with("/v1") => address.join("/messages"),
        _ => address.join("/v1/messages"),
    };
    let token = || {
        let source = KeySource::Environment(TOKEN_VARIABLE.to_owned());
        let token = choice.keys.variable(TOKEN_VARIABLE).filter(|_| place.may_have(&source));
        token.and_then(|text| SecretToken::new(&text)).map(Header::bearer)
    };
    let key = match choice.allowed_key(&place) {
        Ok(Some(secret)) => Some(Header { name: "x-api-key", before: "", secret }),
        Ok(None) => token(),
        Err(why) => Some(token().ok_or(why)?),
    };
    if key.is_none() && !address.is_private() {
        return Err(ModelError::Refused(place.no_key_message()));
    }
    Ok(ChatEndpoint {
        address,
        url,
        key,
        headers: &[("anthropic-version", "2023-06-01")],
        window: models::window_tokens(&choice.model),
        vendor: Box::new(Anthropic { model: choice.model.clone() }),
    })
}

struct Anthropic {
    model: String,
}

impl Vendor for Anthropic {
    fn request_body(&self, question: &VendorRequest) -> Value {
        let mut body = json!({
            "model": self.model,
            "max_tokens": question.max_tokens,
            "stream": true,
        });
        let system = system_blocks(question.system);
        if !system.is_empty() {
            body["system"] = Value::Array(system);
        }
        let tools = tools_json(question.messages);
        if !tools.is_empty() {
            // A conversation in which tools were used is refused without them.
            body["tools"] = Value::Array(tools);
            body["tool_choice"] = json!({ "type": "none" });
        }
        body["messages"] = messages_json(question.messages);
        body
    }

    fn handle_piece(&self, piece: &Value, heard: &mut StreamedReply) -> Result<(), ChatFailure> {
        match AnthropicEvent::deserialize(piece) {
            Ok(event) => event.apply_to(piece, heard),
            Err(_) => Err(ChatFailure::Unreadable(messages::chat_unknown_form())),
        }
    }
}

/// The parts of the system prompt, each a beginning that is worth keeping: they change at
/// different times, and what does not change is then not paid for again.
fn system_blocks(parts: &[String]) -> Vec<Value> {
    let parts = parts.iter().filter(|text| !text.trim().is_empty());
    let block = |(at, text): (usize, &String)| {
        let mut block = json!({ "type": "text", "text": text });
        if at < MAX_SYSTEM_MARKS {
            mark_cached(&mut block);
        }
        block
    };
    parts.enumerate().map(block).collect()
}

/// The messages. The last one ends a beginning that is worth keeping, unless it is also the first:
/// a question that stands alone is not asked again, and keeping costs a quarter more.
fn messages_json(messages: &[ChatMessage]) -> Value {
    let mut all: Vec<Value> = messages.iter().map(message_json).collect();
    if all.len() > 1
        && let Some(content) = all.last_mut().and_then(|last| last["content"].as_array_mut())
        && let Some(block) = content.last_mut()
    {
        mark_cached(block);
    }
    Value::Array(all)
}

fn mark_cached(block: &mut Value) {
    block["cache_control"] = json!({ "type": "ephemeral" });
}

fn message_json(message: &ChatMessage) -> Value {
    let role = match message.role {
        MessageRole::User => "user",
        _ => "assistant",
    };
    json!({ "role": role, "content": message.parts.iter().map(block_json).collect::<Vec<_>>() })
}

fn block_json(part: &MessagePart) -> Value {
    match part {
        MessagePart::Text { text } => json!({ "type": "text", "text": text }),
        MessagePart::Image { media_type, data } => json!({
            "type": "image",
            "source": { "type": "base64", "media_type": media_type, "data": data },
        }),
        MessagePart::ToolCall { id, name, input } => json!({
            "type": "tool_use",
            "id": id,
            "name": name,
            "input": vendor::to_object(input),
        }),
        MessagePart::ToolResult { id, content, is_error } => json!({
            "type": "tool_result",
            "tool_use_id": id,
            "content": content.iter().filter(|part| is_result_content(part)).map(block_json).collect::<Vec<_>>(),
            "is_error": is_error,
        }),
    }
}

/// Returns true if a tool result may contain `part`.
fn is_result_content(part: &MessagePart) -> bool {
    match part {
        MessagePart::Text { text } => !text.trim().is_empty(),
        MessagePart::Image { .. } => true,
        MessagePart::ToolCall { .. } | MessagePart::ToolResult { .. } => false,
    }
}

/// The tools that were used. What they take is not known, and they are not to be used again.
fn tools_json(messages: &[ChatMessage]) -> Vec<Value> {
    let mut names: Vec<&str> = vendor::tool_names(messages);
    names.sort_unstable();
    names.dedup();
    let tool = |name: &str| json!({ "name": name, "input_schema": { "type": "object" } });
    names.into_iter().map(tool).collect()
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum AnthropicEvent {
    MessageStart {
        message: AnthropicMessage,
    },
    ContentBlockDelta {
        delta: AnthropicDelta,
    },
    MessageDelta {
        #[serde(default)]
        delta: AnthropicStop,
        #[serde(default)]
        usage: AnthropicUsage,
    },
    MessageStop,
    Error {
        error: Complaint,
    },
    /// An answer that does not come as a stream.
    Message(AnthropicMessage),
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct AnthropicMessage {
    #[serde(default)]
    content: Vec<AnthropicBlock>,
    #[serde(default)]
    usage: AnthropicUsage,
    stop_reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum AnthropicBlock {
    Text {
        text: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum AnthropicDelta {
    TextDelta {
        text: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Default, Deserialize)]
struct AnthropicStop {
    stop_reason: Option<String>,
}

#[derive(Default, Deserialize)]
struct AnthropicUsage {
    input_tokens: Option<u64>,
    cache_read_input_tokens: Option<u64>,
    cache_creation_input_tokens: Option<u64>,
    output_tokens: Option<u64>,
}

#[derive(Deserialize)]
struct Complaint {
    #[serde(rename = "type", default)]
    kind: String,
}

impl AnthropicEvent {
    fn apply_to(self, piece: &Value, heard: &mut StreamedReply) -> Result<(), ChatFailure> {
        match self {
            AnthropicEvent::MessageStart { message } => message.usage.add_to(heard),
            AnthropicEvent::ContentBlockDelta { delta: AnthropicDelta::TextDelta { text } } => {
                heard.push_words(&text)
            }
            AnthropicEvent::MessageDelta { delta, usage } => {
                usage.add_to(heard);
                return apply_stop_reason(delta.stop_reason.as_deref(), heard);
            }
            AnthropicEvent::MessageStop => heard.finish(),
            AnthropicEvent::Error { error } => return Err(stream_failure(&error.kind, piece)),
            AnthropicEvent::Message(whole) => return whole.apply_to(heard),
            AnthropicEvent::ContentBlockDelta { .. } | AnthropicEvent::Other => {}
        }
        Ok(())
    }
}

impl AnthropicMessage {
    fn apply_to(self, heard: &mut StreamedReply) -> Result<(), ChatFailure> {
        for block in &self.content {
            if let AnthropicBlock::Text { text } = block {
                heard.push_words(text);
            }
        }
        self.usage.add_to(heard);
        heard.ended = true;
        apply_stop_reason(self.stop_reason.as_deref(), heard)
    }
}

fn apply_stop_reason(reason: Option<&str>, heard: &mut StreamedReply) -> Result<(), ChatFailure> {
    match reason {
        Some("max_tokens" | "model_context_window_exceeded") => heard.cut = true,
        Some("refusal") => return heard.withhold("refusal"),
        _ => {}
    }
    Ok(())
}

impl AnthropicUsage {
    /// Later numbers hold for the whole answer. The service counts what it had kept, and what it
    /// keeps now, apart from the rest of what went in.
    fn add_to(&self, heard: &mut StreamedReply) {
        if let Some(input) = self.input_tokens {
            let kept = self.cache_read_input_tokens.unwrap_or_default();
            let keeps = self.cache_creation_input_tokens.unwrap_or_default();
            heard.cost.input = Some(input + kept + keeps);
            heard.cost.cached = Some(kept);
        }
        heard.cost.output = self.output_tokens.or(heard.cost.output);
    }
}

/// An error in the middle of a stream, as if it had come with the status that it has elsewhere.
fn stream_failure(kind: &str, piece: &Value) -> ChatFailure {
    let status = match kind {
        "invalid_request_error" => 400,
        "authentication_error" => 401,
        "billing_error" => 402,
        "permission_error" => 403,
        "not_found_error" => 404,
        "request_too_large" => 413,
        "rate_limit_error" => 429,
        "timeout_error" => 504,
        "overloaded_error" => 529,
        _ => 500,
    };
    ChatFailure::Failed(HttpFailure::Status { status, body: piece.to_string(), after: None })
}
