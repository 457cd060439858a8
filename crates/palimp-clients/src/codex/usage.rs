//! Token usage in the records of Codex CLI.
//!
//! Since 0.16x each request has a `token_usage_record`. `token_count`, the only record of earlier
//! versions, repeats the last request and the running total of the thread, and is repeated without
//! a new request, with an unchanged total. `input_tokens` includes cache reads and writes,
//! `output_tokens` includes reasoning.

use serde_json::Value;

use crate::payload::{path_field, text_field, time_field, token_count};
use crate::usage::{
    ClientUsageLine, ClientUsageParser, RecordedRequest, TokenCounts, UsageRequestId,
};

pub(crate) const USAGE_PARSER: ClientUsageParser = ClientUsageParser {
    words: &[
        "\"token_usage_record\"",
        "\"token_count\"",
        "\"turn_context\"",
        "\"session_meta\"",
        "\"compacted\"",
        "\"context_compacted\"",
    ],
    line: parse_line,
    place: |_| ClientUsageLine::default(),
};

fn parse_line(line: &Value) -> ClientUsageLine {
    let payload = &line["payload"];
    let owned = |keys: &[&str]| text_field(payload, keys).map(str::to_owned);
    match (text_field(line, &["type"]), text_field(payload, &["type"])) {
        (Some("session_meta"), _) => ClientUsageLine {
            session: owned(&["session_id", "id"]),
            origin: owned(&["forked_from_id"]),
            directory: path_field(payload, &["cwd"]),
            ..ClientUsageLine::default()
        },
        (Some("turn_context"), _) => ClientUsageLine {
            directory: path_field(payload, &["cwd"]),
            model: owned(&["model"]),
            ..ClientUsageLine::default()
        },
        (Some("compacted"), _) | (_, Some("context_compacted")) => {
            ClientUsageLine { compacted: true, ..ClientUsageLine::default() }
        }
        (Some("token_usage_record"), _) => {
            let id = owned(&["response_id"]).map(UsageRequestId::Everywhere);
            parse_request(line, &payload["usage"], id, false)
        }
        (Some("event_msg"), Some("token_count")) => {
            let info = &payload["info"];
            parse_request(
                line,
                &info["last_token_usage"],
                total_id(&info["total_token_usage"]),
                true,
            )
        }
        _ => ClientUsageLine::default(),
    }
}

/// Builds a request id from the running total, which is unique within the thread.
fn total_id(total: &Value) -> Option<UsageRequestId> {
    let number = |key| token_count(total, key).to_string();
    let parts =
        ["input_tokens", "cached_input_tokens", "output_tokens", "total_tokens"].map(number);
    total.is_object().then(|| UsageRequestId::InSession(parts.join(" ")))
}

fn parse_request(
    line: &Value,
    usage: &Value,
    id: Option<UsageRequestId>,
    sum: bool,
) -> ClientUsageLine {
    let number = |key| token_count(usage, key);
    let mut tokens = TokenCounts::of_all_input(
        number("input_tokens"),
        number("cached_input_tokens"),
        number("cache_write_input_tokens"),
    );
    tokens.output = number("output_tokens");
    if tokens == TokenCounts::default() {
        return ClientUsageLine::default();
    }
    let request = RecordedRequest {
        id,
        sum,
        at: time_field(line, "timestamp"),
        tokens,
        ..RecordedRequest::default()
    };
    ClientUsageLine { requests: vec![request], ..ClientUsageLine::default() }
}
