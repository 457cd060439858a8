//! The forms in which services answer, after their documentation.

use serde_json::{Value, json};

use super::wire::Body;
use super::{Asked, Cost, End, Exchange, Saying};

/// A service, or the form of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// Anthropic's messages.
    Anthropic,
    /// OpenAI's chat completions.
    OpenAi,
    /// Gemini's `generateContent`.
    Gemini,
    /// Ollama's chat.
    Ollama,
}

impl Service {
    pub(crate) fn of(path: &str) -> Option<Service> {
        let path = path.split('?').next().unwrap_or_default();
        Some(match path {
            _ if path.ends_with("/v1/messages") => Service::Anthropic,
            _ if path.ends_with("/chat/completions") => Service::OpenAi,
            _ if path.ends_with("enerateContent") => Service::Gemini,
            _ if path.ends_with("/api/chat") => Service::Ollama,
            _ => return None,
        })
    }

    /// Whether a stream was asked for.
    pub(crate) fn streams(self, asked: &Asked) -> bool {
        match self {
            Service::Anthropic | Service::OpenAi => asked.body["stream"] == json!(true),
            Service::Gemini => asked.path.contains(":streamGenerateContent"),
            Service::Ollama => asked.body["stream"] != json!(false),
        }
    }

    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Service::Ollama => "application/x-ndjson",
            _ => "text/event-stream; charset=utf-8",
        }
    }

    /// How many pieces of a stream come before the first word.
    pub(crate) fn before_words(self) -> usize {
        match self {
            Service::Anthropic => 3,
            Service::OpenAi => 1,
            Service::Gemini | Service::Ollama => 0,
        }
    }

    /// The answer at once.
    pub(crate) fn whole(self, asked: &Asked, saying: &Saying) -> Value {
        let (words, cost) = (saying.words.as_str(), &saying.cost);
        match self {
            Service::Anthropic => json!({
                "id": "msg_1", "type": "message", "role": "assistant",
                "model": asked.body["model"],
                "content": [{ "type": "text", "text": words }],
                "stop_reason": if saying.cut { "max_tokens" } else { "end_turn" },
                "stop_sequence": null,
                "usage": anthropic_usage(cost, cost.output),
            }),
            Service::OpenAi => json!({
                "id": "chatcmpl-1", "object": "chat.completion", "created": 1_795_262_400,
                "model": asked.body["model"],
                "choices": [{
                    "index": 0,
                    "message": { "role": "assistant", "content": words },
                    "finish_reason": if saying.cut { "length" } else { "stop" },
                }],
                "usage": openai_usage(cost),
            }),
            Service::Gemini => gemini(words, Some(saying)),
            Service::Ollama => ollama(asked, words, Some(saying)),
        }
    }
}

/// The pieces of a stream, one or more to a word.
pub(crate) fn pieces(exchange: &Exchange, saying: &Saying) -> Vec<String> {
    let Exchange { service, asked } = exchange;
    let words = || saying.words.split_inclusive(' ');
    let whole = saying.is_whole();
    let mut pieces: Vec<String> = match service {
        Service::Anthropic => anthropic_stream(asked, saying),
        Service::OpenAi => openai_stream(asked, saying),
        Service::Gemini => {
            let end = whole.then(|| gemini("", Some(saying)));
            words().map(|word| gemini(word, None)).chain(end).map(|piece| data(&piece)).collect()
        }
        Service::Ollama => {
            let end = whole.then(|| ollama(asked, "", Some(saying)));
            let words = words().map(|word| ollama(asked, word, None));
            words.chain(end).map(|piece| format!("{piece}\n")).collect()
        }
    };
    if let End::Error { status, message } = &saying.end {
        let error = error(Some(*service), *status, message);
        pieces.push(match service {
            Service::Anthropic => event("error", &error),
            Service::Ollama => format!("{error}\n"),
            _ => data(&error),
        });
    }
    pieces
}

fn data(piece: &Value) -> String {
    format!("data: {piece}\n\n")
}

fn event(name: &str, piece: &Value) -> String {
    format!("event: {name}\n{}", data(piece))
}

fn anthropic_stream(asked: &Asked, saying: &Saying) -> Vec<String> {
    let typed = |name: &str, rest: Value| {
        let mut piece = json!({ "type": name });
        if let (Some(piece), Value::Object(rest)) = (piece.as_object_mut(), rest) {
            piece.extend(rest);
        }
        event(name, &piece)
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

/// What was kept from before is counted apart from the rest.
fn anthropic_usage(cost: &Cost, output: u64) -> Value {
    json!({
        "input_tokens": cost.input.saturating_sub(cost.cached),
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": cost.cached,
        "output_tokens": output,
    })
}

fn openai_stream(asked: &Asked, saying: &Saying) -> Vec<String> {
    let chunk = |choices: Value, usage: Value| {
        data(&json!({
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

fn openai_usage(cost: &Cost) -> Value {
    json!({
        "prompt_tokens": cost.input,
        "completion_tokens": cost.output,
        "total_tokens": cost.input + cost.output,
        "prompt_tokens_details": { "cached_tokens": cost.cached },
    })
}

fn gemini(words: &str, end: Option<&Saying>) -> Value {
    let mut candidate =
        json!({ "content": { "role": "model", "parts": [{ "text": words }] }, "index": 0 });
    let mut piece = json!({ "candidates": [], "modelVersion": "gemini-test" });
    if let Some(Saying { cost, cut, .. }) = end {
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

fn ollama(asked: &Asked, words: &str, end: Option<&Saying>) -> Value {
    let mut piece = json!({
        "model": asked.body["model"],
        "created_at": "2026-11-21T12:00:00Z",
        "message": { "role": "assistant", "content": words },
        "done": end.is_some(),
    });
    if let Some(Saying { cost, cut, .. }) = end {
        piece["done_reason"] = json!(if *cut { "length" } else { "stop" });
        piece["prompt_eval_count"] = json!(cost.input);
        piece["eval_count"] = json!(cost.output);
    }
    piece
}

/// An error as each service puts it.
pub(crate) fn error(service: Option<Service>, status: u16, message: &str) -> Value {
    match service {
        Some(Service::Anthropic) => json!({
            "type": "error",
            "error": { "type": anthropic_kind(status), "message": message },
            "request_id": "req_1",
        }),
        Some(Service::Gemini) => json!({
            "error": { "code": status, "message": message, "status": google_status(status) },
        }),
        Some(Service::Ollama) => json!({ "error": message }),
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

pub(crate) fn nowhere(path: &str) -> Body {
    Body { content_type: "text/plain".to_owned(), bytes: format!("no {path}").into_bytes() }
}

/// Every text within `value`, in order: what stands under `text` and `content`, and a text alone.
pub(crate) fn texts(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::String(text) => words.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| texts(value, words)),
        Value::Object(fields) => {
            for name in ["text", "content", "parts", "functionResponse", "response", "output"] {
                fields.get(name).into_iter().for_each(|value| texts(value, words));
            }
        }
        _ => {}
    }
}
