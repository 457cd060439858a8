//! Gemini's `streamGenerateContent`.

use std::collections::HashMap;

use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatMessage, MessagePart, ModelError};
use serde::Deserialize;
use serde_json::{Value, json};

use super::error_message::ChatFailure;
use super::vendor::{
    ChatEndpoint, ChatSelection, StreamedReply, Vendor, VendorRequest, to_object, tool_calls,
};
use super::{conversation, models};
use crate::http::client::{Header, HttpFailure};
use crate::messages;

/// Signature that Google's documentation names for calls that its model did not make itself; models
/// from Gemini 3 on refuse a call without a signature.
const UNSIGNED_CALL_SIGNATURE: &str = "skip_thought_signature_validator";

pub(crate) fn open(choice: &ChatSelection<'_>) -> Result<ChatEndpoint, ModelError> {
    let place = choice.resolve_location()?;
    let key = choice.allowed_key(&place)?;
    if key.is_none() && !place.address.is_private() {
        return Err(ModelError::Refused(place.no_key_message()));
    }
    let address = place.address;
    let version = if address.path().is_empty() { "/v1beta" } else { "" };
    let name = choice.model.trim_start_matches("models/");
    let url = address.join(&format!("{version}/models/{name}:streamGenerateContent"));
    let joint = if url.contains('?') { '&' } else { '?' };
    Ok(ChatEndpoint {
        url: format!("{url}{joint}alt=sse"),
        address,
        key: key.map(|secret| Header { name: "x-goog-api-key", before: "", secret }),
        headers: &[],
        window: models::window_tokens(name),
        vendor: Box::new(GeminiChat {
            signs: !name.starts_with("gemini-1") && !name.starts_with("gemini-2"),
        }),
    })
}

struct GeminiChat {
    /// True if the model requires signatures of calls.
    signs: bool,
}

impl Vendor for GeminiChat {
    fn request_body(&self, question: &VendorRequest) -> Value {
        let tools: HashMap<&str, &str> = tool_calls(question.messages).collect();
        let contents: Vec<Value> =
            question.messages.iter().map(|message| self.message_content(message, &tools)).collect();
        let mut body = json!({});
        let system: Vec<Value> =
            question.system.iter().map(|text| json!({ "text": text })).collect();
        if !system.is_empty() {
            body["systemInstruction"] = json!({ "parts": system });
        }
        body["contents"] = Value::Array(contents);
        body["generationConfig"] = json!({ "maxOutputTokens": question.max_tokens });
        body
    }

    fn handle_piece(&self, piece: &Value, heard: &mut StreamedReply) -> Result<(), ChatFailure> {
        // Without a stream of events, the pieces of an answer come as one list.
        if let Some(pieces) = piece.as_array() {
            return pieces.iter().try_for_each(|piece| self.handle_piece(piece, heard));
        }
        match GeminiChunk::deserialize(piece) {
            Ok(chunk) => chunk.apply_to(piece, heard),
            Err(_) => Err(ChatFailure::Unreadable(messages::chat_unknown_form())),
        }
    }
}

impl GeminiChat {
    fn message_content(&self, message: &ChatMessage, tools: &HashMap<&str, &str>) -> Value {
        let role = match message.role {
            MessageRole::User => "user",
            _ => "model",
        };
        let parts = message.parts.iter().flat_map(|part| self.part_json(part, tools));
        json!({ "role": role, "parts": parts.collect::<Vec<_>>() })
    }

    fn part_json(&self, part: &MessagePart, tools: &HashMap<&str, &str>) -> Vec<Value> {
        match part {
            MessagePart::Text { text } => vec![json!({ "text": text })],
            MessagePart::Image { media_type, data } => {
                vec![json!({ "inlineData": { "mimeType": media_type, "data": data } })]
            }
            MessagePart::ToolCall { name, input, .. } => {
                let mut call =
                    json!({ "functionCall": { "name": name, "args": to_object(input) } });
                if self.signs {
                    call["thoughtSignature"] = json!(UNSIGNED_CALL_SIGNATURE);
                }
                vec![call]
            }
            MessagePart::ToolResult { id, content, is_error } => {
                let name = tools.get(id.as_str()).copied().unwrap_or("tool");
                let said = if *is_error { "error" } else { "output" };
                let response = json!({ said: conversation::words_of(content) });
                let pictures =
                    content.iter().filter(|part| matches!(part, MessagePart::Image { .. }));
                let pictures = pictures.flat_map(|part| self.part_json(part, tools));
                std::iter::once(
                    json!({ "functionResponse": { "name": name, "response": response } }),
                )
                .chain(pictures)
                .collect()
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GeminiChunk {
    #[serde(default)]
    candidates: Vec<GeminiCandidate>,
    usage_metadata: Option<GeminiUsage>,
    prompt_feedback: Option<Feedback>,
    #[serde(default)]
    error: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GeminiCandidate {
    content: Option<GeminiContent>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct GeminiContent {
    #[serde(default)]
    parts: Vec<Spoken>,
}

#[derive(Deserialize)]
struct Spoken {
    #[serde(default)]
    text: String,
    /// True for a thought, which is not part of the answer.
    #[serde(default)]
    thought: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GeminiUsage {
    prompt_token_count: Option<u64>,
    cached_content_token_count: Option<u64>,
    candidates_token_count: Option<u64>,
    thoughts_token_count: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Feedback {
    block_reason: Option<String>,
}

impl GeminiChunk {
    fn apply_to(self, piece: &Value, heard: &mut StreamedReply) -> Result<(), ChatFailure> {
        if !self.error.is_null() {
            return Err(stream_failure(&self.error, piece));
        }
        if let Some(usage) = self.usage_metadata {
            usage.add_to(heard);
        }
        if let Some(reason) = self.prompt_feedback.and_then(|feedback| feedback.block_reason) {
            return heard.withhold(&reason);
        }
        match self.candidates.into_iter().next() {
            Some(candidate) => candidate.apply_to(heard),
            None => Ok(()),
        }
    }
}

impl GeminiCandidate {
    fn apply_to(self, heard: &mut StreamedReply) -> Result<(), ChatFailure> {
        let parts = self.content.map(|content| content.parts).unwrap_or_default();
        for part in parts.iter().filter(|part| !part.thought) {
            heard.push_words(&part.text);
        }
        match self.finish_reason.as_deref() {
            None => Ok(()),
            Some("STOP") => {
                heard.ended = true;
                Ok(())
            }
            Some("MAX_TOKENS") => {
                (heard.cut, heard.ended) = (true, true);
                Ok(())
            }
            Some(reason) => heard.withhold(reason),
        }
    }
}

impl GeminiUsage {
    /// Each piece tells the sums so far; thoughts are paid for as words are.
    fn add_to(&self, heard: &mut StreamedReply) {
        let cost = &mut heard.cost;
        cost.input = self.prompt_token_count.or(cost.input);
        cost.cached = self.cached_content_token_count.or(cost.cached);
        if self.candidates_token_count.is_some() || self.thoughts_token_count.is_some() {
            let words = self.candidates_token_count.unwrap_or_default();
            cost.output = Some(words + self.thoughts_token_count.unwrap_or_default());
        }
    }
}

/// An error in the middle of a stream, with the status that it names.
fn stream_failure(error: &Value, piece: &Value) -> ChatFailure {
    let status = error["code"].as_u64().and_then(|code| u16::try_from(code).ok()).unwrap_or(500);
    let body = piece.to_string();
    let after = crate::http::wait::retry_delay(&body);
    ChatFailure::Failed(HttpFailure::Status { status, body, after })
}
