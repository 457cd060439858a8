//! The forms in which services answer, after their documentation.

use serde_json::{Value, json};

use super::http::ReplyBody;
use super::{ModelReply, ReplyEnd, ServedRequest, ServiceExchange, TokenCost};

/// A service, or the form of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelService {
    /// Anthropic's messages.
    Anthropic,
    /// OpenAI's chat completions.
    OpenAi,
    /// Gemini's `generateContent`.
    Gemini,
    /// Ollama's chat.
    Ollama,
}

impl ModelService {
    pub(crate) fn from_path(path: &str) -> Option<ModelService> {
        let path = path.split('?').next().unwrap_or_default();
        Some(match path {
            _ if path.ends_with("/v1/messages") => ModelService::Anthropic,
            _ if path.ends_with("/chat/completions") => ModelService::OpenAi,
            _ if path.ends_with("enerateContent") => ModelService::Gemini,
            _ if path.ends_with("/api/chat") => ModelService::Ollama,
            _ => return None,
        })
    }

    /// Returns true if a stream was requested.
    pub(crate) fn wants_stream(self, asked: &ServedRequest) -> bool {
        match self {
            ModelService::Anthropic | ModelService::OpenAi => asked.body["stream"] == json!(true),
            ModelService::Gemini => asked.path.contains(":streamGenerateContent"),
            ModelService::Ollama => asked.body["stream"] != json!(false),
        }
    }

    pub(crate) fn content_type(self) -> &'static str {
        match self {
            ModelService::Ollama => "application/x-ndjson",
            _ => "text/event-stream; charset=utf-8",
        }
    }

    /// Number of pieces of a stream before the first word.
    pub(crate) fn before_words(self) -> usize {
        match self {
            ModelService::Anthropic => 3,
            ModelService::OpenAi => 1,
            ModelService::Gemini | ModelService::Ollama => 0,
        }
    }

    /// The answer at once.
    pub(crate) fn whole_reply(self, asked: &ServedRequest, saying: &ModelReply) -> Value {
        let (words, cost) = (saying.words.as_str(), &saying.cost);
        match self {
            ModelService::Anthropic => json!({
                "id": "msg_1", "type": "message", "role": "assistant",
                "model": asked.body["model"],
                "content": [{ "type": "text", "text": words }],
                "stop_reason": if saying.cut { "max_tokens" } else { "end_turn" },
                "stop_sequence": null,
                "usage": anthropic_usage(cost, cost.output),
            }),
            ModelService::OpenAi => json!({
                "id": "chatcmpl-1", "object": "chat.completion", "created": 1_795_262_400,
                "model": asked.body["model"],
                "choices": [{
                    "index": 0,
                    "message": { "role": "assistant", "content": words },
                    "finish_reason": if saying.cut { "length" } else { "stop" },
                }],
                "usage": openai_usage(cost),
            }),
            ModelService::Gemini => gemini_piece(words, Some(saying)),
            ModelService::Ollama => ollama_piece(asked, words, Some(saying)),
        }
    }
}

/// The pieces of a stream, one or more to a word.
pub(crate) fn stream_pieces(exchange: &ServiceExchange, saying: &ModelReply) -> Vec<String> {
    let ServiceExchange { service, asked } = exchange;
    let words = || saying.words.split_inclusive(' ');
    let whole = saying.is_whole();
    let mut pieces: Vec<String> = match service {
        ModelService::Anthropic => anthropic_stream(asked, saying),
        ModelService::OpenAi => openai_stream(asked, saying),
        ModelService::Gemini => {
            let end = whole.then(|| gemini_piece("", Some(saying)));
            words()
                .map(|word| gemini_piece(word, None))
                .chain(end)
                .map(|piece| data_piece(&piece))
                .collect()
        }
        ModelService::Ollama => {
            let end = whole.then(|| ollama_piece(asked, "", Some(saying)));
            let words = words().map(|word| ollama_piece(asked, word, None));
            words.chain(end).map(|piece| format!("{piece}\n")).collect()
        }
    };
    if let ReplyEnd::Error { status, message } = &saying.end {
        let error = error_body(Some(*service), *status, message);
        pieces.push(match service {
            ModelService::Anthropic => event_piece("error", &error),
            ModelService::Ollama => format!("{error}\n"),
            _ => data_piece(&error),
        });
    }
    pieces
}

fn data_piece(piece: &Value) -> String {
    format!("data: {piece}\n\n")
}

fn event_piece(name: &str, piece: &Value) -> String {
    format!("event: {name}\n{}", data_piece(piece))
}

fn anthropic_stream(asked: &ServedRequest, saying: &ModelReply) -> Vec<String> {
    let typed = |name: &str, rest: Value| {
        let mut piece = json!({ "type": name });
        if let (Some(piece), Value::Object(rest)) = (piece.as_object_mut(), rest) {
            piece.extend(rest);
        }
        event_piece(name, &piece)
    };
    let message = json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": asked.body["model"],
        "content": [], "stop_reason": null, "stop_sequence": null,
        "usage": anthropic_usage(&saying.cost, 1),
    });
    let block = json!({ "index": 0, "content_block": { "type": "text", "text": "" } });
    let mut pieces = vec![
        typed("message_start", json!({ "message": message })),
        typed("content_block_start", block),
        typed("ping", json!({})),
    ];
    pieces.extend(saying.words.split_inclusive(' ').map(|word| {
        let delta = json!({ "type": "text_delta", "text": word });
        typed("content_block_delta", json!({ "index": 0, "delta": delta }))
    }));
    if saying.is_whole() {
        let reason = if saying.cut { "max_tokens" } else { "end_turn" };
        let end = json!({
            "delta": { "stop_reason": reason, "stop_sequence": null },
            "usage": { "output_tokens": saying.cost.output },
        });
        pieces.push(typed("content_block_stop", json!({ "index": 0 })));
        pieces.push(typed("message_delta", end));
        pieces.push(typed("message_stop", json!({})));
    }
    pieces
}

/// Usage in Anthropic's form: cached tokens are counted apart from the rest.
fn anthropic_usage(cost: &TokenCost, output: u64) -> Value {
    json!({
        "input_tokens": cost.input.saturating_sub(cost.cached),
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": cost.cached,
        "output_tokens": output,
    })
}

fn openai_stream(asked: &ServedRequest, saying: &ModelReply) -> Vec<String> {
    let chunk = |choices: Value, usage: Value| {
        data_piece(&json!({
            "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1_795_262_400,
            "model": asked.body["model"], "choices": choices, "usage": usage,
        }))
    };
    let delta = |delta: Value, reason: Option<&str>| {
        let choice = json!({ "index": 0, "delta": delta, "finish_reason": reason });
        chunk(json!([choice]), Value::Null)
    };
    let mut pieces = vec![delta(json!({ "role": "assistant", "content": "" }), None)];
    let words = saying.words.split_inclusive(' ');
    pieces.extend(words.map(|word| delta(json!({ "content": word }), None)));
    if saying.is_whole() {
        let reason = if saying.cut { "length" } else { "stop" };
        pieces.push(delta(json!({}), Some(reason)));
        if asked.body["stream_options"]["include_usage"] == json!(true) {
            pieces.push(chunk(json!([]), openai_usage(&saying.cost)));
        }
        pieces.push("data: [DONE]\n\n".to_owned());
    }
    pieces
}

fn openai_usage(cost: &TokenCost) -> Value {
    json!({
        "prompt_tokens": cost.input,
        "completion_tokens": cost.output,
        "total_tokens": cost.input + cost.output,
        "prompt_tokens_details": { "cached_tokens": cost.cached },
    })
}

fn gemini_piece(words: &str, end: Option<&ModelReply>) -> Value {
    let mut candidate =
        json!({ "content": { "role": "model", "parts": [{ "text": words }] }, "index": 0 });
    let mut piece = json!({ "candidates": [], "modelVersion": "gemini-test" });
    if let Some(ModelReply { cost, cut, .. }) = end {
        candidate["finishReason"] = json!(if *cut { "MAX_TOKENS" } else { "STOP" });
        piece["usageMetadata"] = json!({
            "promptTokenCount": cost.input,
            "cachedContentTokenCount": cost.cached,
            "candidatesTokenCount": cost.output,
            "totalTokenCount": cost.input + cost.output,
        });
    }
    piece["candidates"] = json!([candidate]);
    piece
}

fn ollama_piece(asked: &ServedRequest, words: &str, end: Option<&ModelReply>) -> Value {
    let mut piece = json!({
        "model": asked.body["model"],
        "created_at": "2026-11-21T12:00:00Z",
        "message": { "role": "assistant", "content": words },
        "done": end.is_some(),
    });
    if let Some(ModelReply { cost, cut, .. }) = end {
        piece["done_reason"] = json!(if *cut { "length" } else { "stop" });
        piece["prompt_eval_count"] = json!(cost.input);
        piece["eval_count"] = json!(cost.output);
    }
    piece
}

/// An error as each service puts it.
pub(crate) fn error_body(service: Option<ModelService>, status: u16, message: &str) -> Value {
    match service {
        Some(ModelService::Anthropic) => json!({
            "type": "error",
            "error": { "type": anthropic_kind(status), "message": message },
            "request_id": "req_1",
        }),
        Some(ModelService::Gemini) => json!({
            "error": { "code": status, "message": message, "status": google_status(status) },
        }),
        Some(ModelService::Ollama) => json!({ "error": message }),
        _ => json!({
            "error": { "message": message, "type": openai_kind(status), "param": null, "code": null },
        }),
    }
}

fn anthropic_kind(status: u16) -> &'static str {
    match status {
        400 => "invalid_request_error",
        401 => "authentication_error",
        403 => "permission_error",
        404 => "not_found_error",
        413 => "request_too_large",
        429 => "rate_limit_error",
        529 => "overloaded_error",
        _ => "api_error",
    }
}

fn google_status(status: u16) -> &'static str {
    match status {
        400 => "INVALID_ARGUMENT",
        403 => "PERMISSION_DENIED",
        404 => "NOT_FOUND",
        429 => "RESOURCE_EXHAUSTED",
        503 => "UNAVAILABLE",
        _ => "INTERNAL",
    }
}

fn openai_kind(status: u16) -> &'static str {
    match status {
        400..=428 => "invalid_request_error",
        429 => "requests",
        _ => "server_error",
    }
}

pub(crate) fn not_found_body(path: &str) -> ReplyBody {
    ReplyBody { content_type: "text/plain".to_owned(), bytes: format!("no {path}").into_bytes() }
}

/// Every text within `value`, in order: what stands under `text` and `content`, and a text alone.
pub(crate) fn collect_texts(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::String(text) => words.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| collect_texts(value, words)),
        Value::Object(fields) => {
            for name in ["text", "content", "parts", "functionResponse", "response", "output"] {
                fields.get(name).into_iter().for_each(|value| collect_texts(value, words));
            }
        }
        _ => {}
    }
}
