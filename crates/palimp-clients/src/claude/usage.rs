//! What Claude Code records of its requests.
//!
//! A message is several lines, a block of its content each, with one `message.id` and the same
//! `usage`; a session that goes on from another repeats its lines. `input_tokens` is without what the
//! cache had and was given. A line `api-request` before the answer names the shape of the request:
//! a hash of its system prompt and tools. Of requests that belong to no message, such as the one that
//! shortens a conversation, only a line `cost-state` tells, which adds up all of a run by model.

use serde_json::Value;

use crate::payload::{count, flag, path, session_id, text, time};
use crate::usage::{Id, Reading, Request, Said, Tokens};

pub(crate) const READING: Reading = Reading {
    words: &[
        "\"usage\"", "\"compact_boundary\"", "\"isCompactSummary\"", "\"shapeHash\"",
        "\"cost-state\"",
    ],
    line,
    place: |_| Said::default(),
};

fn line(line: &Value) -> Said {
    match text(line, &["type"]) {
        Some("assistant") => answer(line),
        Some("api-request") => {
            Said { prefix: text(line, &["shapeHash"]).map(str::to_owned), ..Said::default() }
        }
        Some("system") => {
            let compacted = text(line, &["subtype"]) == Some("compact_boundary");
            Said { compacted, ..Said::default() }
        }
        Some("cost-state") => Said { totals: totals(line), ..Said::default() },
        Some("user") => Said { compacted: flag(line, "isCompactSummary"), ..Said::default() },
        _ => Said::default(),
    }
}

fn answer(line: &Value) -> Said {
    let (message, usage) = (&line["message"], &line["message"]["usage"]);
    if !usage.is_object() {
        return Said::default();
    }
    // Versions that know no lifetimes write all of it for five minutes.
    let hour = count(&usage["cache_creation"], "ephemeral_1h_input_tokens");
    let cache_write = count(usage, "cache_creation_input_tokens");
    let request = Request {
        id: text(message, &["id"]).map(|id| Id::Everywhere(id.to_owned())),
        session: session(line),
        thread: thread(line),
        at: time(line, "timestamp"),
        model: text(message, &["model"]).map(str::to_owned),
        tokens: Tokens {
            input: count(usage, "input_tokens"),
            output: count(usage, "output_tokens"),
            cache_read: count(usage, "cache_read_input_tokens"),
            cache_write,
            cache_write_hour: hour.min(cache_write),
        },
        ..Request::default()
    };
    // What Claude Code says in the model's place costs nothing.
    let requests = Vec::from_iter((request.tokens != Tokens::default()).then_some(request));
    Said { directory: path(line, &["cwd"]), requests, ..Said::default() }
}

fn totals(line: &Value) -> Vec<Request> {
    let run = line.get("startTime").and_then(Value::as_i64).unwrap_or_default();
    let models = line["modelUsage"].as_object().into_iter().flatten();
    let total = |(model, of): (&String, &Value)| Request {
        id: Some(Id::Everywhere(run.to_string())),
        session: session(line),
        model: Some(model.clone()),
        tokens: Tokens {
            input: count(of, "inputTokens"),
            output: count(of, "outputTokens"),
            cache_read: count(of, "cacheReadInputTokens"),
            cache_write: count(of, "cacheCreationInputTokens"),
            cache_write_hour: count(of, "cacheCreationEphemeral1hInputTokens"),
        },
        ..Request::default()
    };
    models.map(total).collect()
}

/// After `/clear` a line bears the session before it under `session_id`.
fn session(line: &Value) -> Option<String> {
    text(line, &["sessionId"]).or_else(|| session_id(line)).map(str::to_owned)
}

fn thread(line: &Value) -> Option<String> {
    let aside = || flag(line, "isSidechain").then_some("aside");
    text(line, &["agentId"]).or_else(aside).map(str::to_owned)
}
