//! Token usage in the records of Claude Code.
//!
//! A message spans several lines, one per content block, all with one `message.id` and `usage`; a
//! continued session repeats the lines of the earlier one. `input_tokens` excludes cache reads and
//! cache writes. A line `api-request` before the answer identifies the request's shape: a hash of
//! its system prompt and tools. Requests without a message, such as the one that compacts a
//! conversation, appear only in a line `cost-state`, which sums up a run by model.

use serde_json::Value;

use crate::payload::{bool_field, path_field, session_id, text_field, time_field, token_count};
use crate::usage::{
    ClientUsageLine, ClientUsageParser, RecordedRequest, TokenCounts, UsageRequestId,
};

pub(crate) const USAGE_PARSER: ClientUsageParser = ClientUsageParser {
    words: &[
        "\"usage\"", "\"compact_boundary\"", "\"isCompactSummary\"", "\"shapeHash\"",
        "\"cost-state\"",
    ],
    line: parse_line,
    place: |_| ClientUsageLine::default(),
};

fn parse_line(line: &Value) -> ClientUsageLine {
    match text_field(line, &["type"]) {
        Some("assistant") => parse_message(line),
        Some("api-request") => ClientUsageLine {
            prefix: text_field(line, &["shapeHash"]).map(str::to_owned),
            ..ClientUsageLine::default()
        },
        Some("system") => {
            let compacted = text_field(line, &["subtype"]) == Some("compact_boundary");
            ClientUsageLine { compacted, ..ClientUsageLine::default() }
        }
        Some("cost-state") => {
            ClientUsageLine { totals: parse_totals(line), ..ClientUsageLine::default() }
        }
        Some("user") => ClientUsageLine {
            compacted: bool_field(line, "isCompactSummary"),
            ..ClientUsageLine::default()
        },
        _ => ClientUsageLine::default(),
    }
}

fn parse_message(line: &Value) -> ClientUsageLine {
    let (message, usage) = (&line["message"], &line["message"]["usage"]);
    if !usage.is_object() {
        return ClientUsageLine::default();
    }
    // Versions that know no lifetimes write all of it for five minutes.
    let hour = token_count(&usage["cache_creation"], "ephemeral_1h_input_tokens");
    let cache_write = token_count(usage, "cache_creation_input_tokens");
    let request = RecordedRequest {
        id: text_field(message, &["id"]).map(|id| UsageRequestId::Everywhere(id.to_owned())),
        session: line_session(line),
        thread: line_thread(line),
        at: time_field(line, "timestamp"),
        model: text_field(message, &["model"]).map(str::to_owned),
        tokens: TokenCounts {
            input: token_count(usage, "input_tokens"),
            output: token_count(usage, "output_tokens"),
            cache_read: token_count(usage, "cache_read_input_tokens"),
            cache_write,
            cache_write_hour: hour.min(cache_write),
        },
        ..RecordedRequest::default()
    };
    // What Claude Code says in the model's place costs nothing.
    let requests = Vec::from_iter((request.tokens != TokenCounts::default()).then_some(request));
    ClientUsageLine {
        directory: path_field(line, &["cwd"]),
        requests,
        ..ClientUsageLine::default()
    }
}

fn parse_totals(line: &Value) -> Vec<RecordedRequest> {
    let run = line.get("startTime").and_then(Value::as_i64).unwrap_or_default();
    let models = line["modelUsage"].as_object().into_iter().flatten();
    let total = |(model, of): (&String, &Value)| RecordedRequest {
        id: Some(UsageRequestId::Everywhere(run.to_string())),
        session: line_session(line),
        model: Some(model.clone()),
        tokens: TokenCounts {
            input: token_count(of, "inputTokens"),
            output: token_count(of, "outputTokens"),
            cache_read: token_count(of, "cacheReadInputTokens"),
            cache_write: token_count(of, "cacheCreationInputTokens"),
            cache_write_hour: token_count(of, "cacheCreationEphemeral1hInputTokens"),
        },
        ..RecordedRequest::default()
    };
    models.map(total).collect()
}

/// Returns the session of a line. After `/clear` a line holds the previous session under
/// `session_id`.
fn line_session(line: &Value) -> Option<String> {
    text_field(line, &["sessionId"]).or_else(|| session_id(line)).map(str::to_owned)
}

fn line_thread(line: &Value) -> Option<String> {
    let sidechain = || bool_field(line, "isSidechain").then_some("aside");
    text_field(line, &["agentId"]).or_else(sidechain).map(str::to_owned)
}
