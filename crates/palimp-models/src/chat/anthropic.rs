//! Anthropic's Messages API.

use palimp_core::activity::Role;
use palimp_core::chat::{Message, ModelError, Part};
use serde::Deserialize;
use serde_json::{Value, json};

use super::trouble::Trouble;
use super::vendor::{Choice, Heard, Parts, Question, Vendor};
use super::{models, vendor};
use crate::http::client::{Failure, Header};
use crate::keys::{Secret, Source};

/// Where a gateway's own token stands.
const TOKEN: &str = "ANTHROPIC_AUTH_TOKEN";

/// How many beginnings of a request the service keeps at most; one of them ends with the messages.
const SYSTEM_MARKS: usize = 3;

/// A gateway that has a token of its own is given that instead of a key.
pub(crate) fn open(choice: &Choice<'_>) -> Result<Parts, ModelError> {
    let place = choice.place()?;
    let address = place.address.clone();
    let url = match address.path() {
        path if path.ends_with("/messages") => address.join(""),
        path if path.ends_with("/v1") => address.join("/messages"),
        _ => address.join("/v1/messages"),
    };
    let token = || {
        let source = Source::Environment(TOKEN.to_owned());
        let token = choice.keys.variable(TOKEN).filter(|_| place.may_have(&source));
        token.and_then(|text| Secret::new(&text)).map(Header::bearer)
    };
    let key = match choice.key(&place) {
        Ok(Some(secret)) => Some(Header { name: "x-api-key", before: "", secret }),
        Ok(None) => token(),
        Err(why) => Some(token().ok_or(why)?),
    };
    if key.is_none() && !address.is_private() {
        return Err(ModelError::Refused(place.keyless()));
    }
    Ok(Parts {
        address,
        url,
        key,
        headers: &[("anthropic-version", "2023-06-01")],
        window: models::window(&choice.model),
        vendor: Box::new(Anthropic { model: choice.model.clone() }),
    })
}

struct Anthropic {
    model: String,
}

impl Vendor for Anthropic {
    fn body(&self, question: &Question) -> Value {
        let mut body = json!({
            "model": self.model,
            "max_tokens": question.max_tokens,
            "stream": true,
        });
        let system = system(question.system);
        if !system.is_empty() {
            body["system"] = Value::Array(system);
        }
        let tools = tools(question.messages);
        if !tools.is_empty() {
            // A conversation in which tools were used is refused without them.
            body["tools"] = Value::Array(tools);
            body["tool_choice"] = json!({ "type": "none" });
        }
        body["messages"] = messages(question.messages);
        body
    }

    fn hear(&self, piece: &Value, heard: &mut Heard) -> Result<(), Trouble> {
        match Event::deserialize(piece) {
            Ok(event) => event.hear(piece, heard),
            Err(_) => Err(Trouble::Unreadable("JSON in another form")),
        }
    }
}

/// The parts of the system prompt, each a beginning that is worth keeping: they change at
/// different times, and what does not change is then not paid for again.
fn system(parts: &[String]) -> Vec<Value> {
    let parts = parts.iter().filter(|text| !text.trim().is_empty());
    let block = |(at, text): (usize, &String)| {
        let mut block = json!({ "type": "text", "text": text });
        if at < SYSTEM_MARKS {
            mark(&mut block);
        }
        block
    };
    parts.enumerate().map(block).collect()
}

/// The messages. The last one ends a beginning that is worth keeping, unless it is also the first:
/// a question that stands alone is not asked again, and keeping costs a quarter more.
fn messages(messages: &[Message]) -> Value {
    let mut all: Vec<Value> = messages.iter().map(message).collect();
    if all.len() > 1
        && let Some(content) = all.last_mut().and_then(|last| last["content"].as_array_mut())
        && let Some(block) = content.last_mut()
    {
        mark(block);
    }
    Value::Array(all)
}

fn mark(block: &mut Value) {
    block["cache_control"] = json!({ "type": "ephemeral" });
}

fn message(message: &Message) -> Value {
    let role = match message.role {
        Role::User => "user",
        _ => "assistant",
    };
    json!({ "role": role, "content": message.parts.iter().map(block).collect::<Vec<_>>() })
}

fn block(part: &Part) -> Value {
    match part {
        Part::Text { text } => json!({ "type": "text", "text": text }),
        Part::Image { media_type, data } => json!({
            "type": "image",
            "source": { "type": "base64", "media_type": media_type, "data": data },
        }),
        Part::ToolCall { id, name, input } => json!({
            "type": "tool_use",
            "id": id,
            "name": name,
            "input": vendor::object(input),
        }),
        Part::ToolResult { id, content, is_error } => json!({
            "type": "tool_result",
            "tool_use_id": id,
            "content": content.iter().filter(|part| takes(part)).map(block).collect::<Vec<_>>(),
            "is_error": is_error,
        }),
    }
}

/// Whether a result may hold `part`.
fn takes(part: &Part) -> bool {
    match part {
        Part::Text { text } => !text.trim().is_empty(),
        Part::Image { .. } => true,
        Part::ToolCall { .. } | Part::ToolResult { .. } => false,
    }
}

/// The tools that were used. What they take is not known, and they are not to be used again.
fn tools(messages: &[Message]) -> Vec<Value> {
    let mut names: Vec<&str> = vendor::tool_names(messages);
    names.sort_unstable();
    names.dedup();
    let tool = |name: &str| json!({ "name": name, "input_schema": { "type": "object" } });
    names.into_iter().map(tool).collect()
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Event {
    MessageStart {
        message: Whole,
    },
    ContentBlockDelta {
        delta: Delta,
    },
    MessageDelta {
        #[serde(default)]
        delta: End,
        #[serde(default)]
        usage: Usage,
    },
    MessageStop,
    Error {
        error: Complaint,
    },
    /// An answer that does not come as a stream.
    Message(Whole),
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Whole {
    #[serde(default)]
    content: Vec<Block>,
    #[serde(default)]
    usage: Usage,
    stop_reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block {
    Text {
        text: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Delta {
    TextDelta {
        text: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Default, Deserialize)]
struct End {
    stop_reason: Option<String>,
}

#[derive(Default, Deserialize)]
struct Usage {
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

impl Event {
    fn hear(self, piece: &Value, heard: &mut Heard) -> Result<(), Trouble> {
        match self {
            Event::MessageStart { message } => message.usage.add_to(heard),
            Event::ContentBlockDelta { delta: Delta::TextDelta { text } } => heard.say(&text),
            Event::MessageDelta { delta, usage } => {
                usage.add_to(heard);
                return stop(delta.stop_reason.as_deref(), heard);
            }
            Event::MessageStop => heard.finish(),
            Event::Error { error } => return Err(failure(&error.kind, piece)),
            Event::Message(whole) => return whole.hear(heard),
            Event::ContentBlockDelta { .. } | Event::Other => {}
        }
        Ok(())
    }
}

impl Whole {
    fn hear(self, heard: &mut Heard) -> Result<(), Trouble> {
        for block in &self.content {
            if let Block::Text { text } = block {
                heard.say(text);
            }
        }
        self.usage.add_to(heard);
        heard.ended = true;
        stop(self.stop_reason.as_deref(), heard)
    }
}

fn stop(reason: Option<&str>, heard: &mut Heard) -> Result<(), Trouble> {
    match reason {
        Some("max_tokens" | "model_context_window_exceeded") => heard.cut = true,
        Some("refusal") => return heard.withhold("refusal"),
        _ => {}
    }
    Ok(())
}

impl Usage {
    /// Later numbers hold for the whole answer. The service counts what it had kept, and what it
    /// keeps now, apart from the rest of what went in.
    fn add_to(&self, heard: &mut Heard) {
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
fn failure(kind: &str, piece: &Value) -> Trouble {
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
    Trouble::Failed(Failure::Status { status, body: piece.to_string(), after: None })
}
