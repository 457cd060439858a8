//! What Codex CLI records of its requests.
//!
//! Since 0.16x each has a `token_usage_record`. `token_count`, which earlier versions write alone,
//! repeats the last request and all of the thread so far, and comes again without a request, with the
//! same sum. `input_tokens` holds what the cache had and was given, `output_tokens` what was thought.

use serde_json::Value;

use crate::payload::{count, path, text, time};
use crate::usage::{Id, Reading, Request, Said, Tokens};

pub(crate) const READING: Reading = Reading {
    words: &[
        "\"token_usage_record\"",
        "\"token_count\"",
        "\"turn_context\"",
        "\"session_meta\"",
        "\"compacted\"",
        "\"context_compacted\"",
    ],
    line,
    place: |_| Said::default(),
};

fn line(line: &Value) -> Said {
    let payload = &line["payload"];
    let owned = |keys: &[&str]| text(payload, keys).map(str::to_owned);
    match (text(line, &["type"]), text(payload, &["type"])) {
        (Some("session_meta"), _) => Said {
            session: owned(&["session_id", "id"]),
            origin: owned(&["forked_from_id"]),
            directory: path(payload, &["cwd"]),
            ..Said::default()
        },
        (Some("turn_context"), _) => {
            Said { directory: path(payload, &["cwd"]), model: owned(&["model"]), ..Said::default() }
        }
        (Some("compacted"), _) | (_, Some("context_compacted")) => {
            Said { compacted: true, ..Said::default() }
        }
        (Some("token_usage_record"), _) => {
            let id = owned(&["response_id"]).map(Id::Everywhere);
            request(line, &payload["usage"], id, false)
        }
        (Some("event_msg"), Some("token_count")) => {
            let info = &payload["info"];
            request(line, &info["last_token_usage"], sum(&info["total_token_usage"]), true)
        }
        _ => Said::default(),
    }
}

/// The sum so far tells a request from the others of its thread.
fn sum(total: &Value) -> Option<Id> {
    let number = |key| count(total, key).to_string();
    let parts =
        ["input_tokens", "cached_input_tokens", "output_tokens", "total_tokens"].map(number);
    total.is_object().then(|| Id::InSession(parts.join(" ")))
}

fn request(line: &Value, usage: &Value, id: Option<Id>, sum: bool) -> Said {
    let number = |key| count(usage, key);
    let mut tokens = Tokens::of_all_input(
        number("input_tokens"),
        number("cached_input_tokens"),
        number("cache_write_input_tokens"),
    );
    tokens.output = number("output_tokens");
    if tokens == Tokens::default() {
        return Said::default();
    }
    let request = Request { id, sum, at: time(line, "timestamp"), tokens, ..Request::default() };
    Said { requests: vec![request], ..Said::default() }
}
