//! Token usage in the records of opencode: `tokens` of an answer, in its database or in a file of
//! its own below `storage/message/`. `input` excludes cache reads and writes; reasoning is separate
//! from `output`.

use serde_json::Value;

use crate::payload::{bool_field, path_field, text_field, time_field, token_count};
use crate::usage::{
    ClientUsageLine, ClientUsageParser, RecordedRequest, TokenCounts, UsageRequestId,
};

pub(crate) const USAGE_PARSER: ClientUsageParser = ClientUsageParser {
    words: &["\"tokens\""],
    line: parse_message,
    place: |_| ClientUsageLine::default(),
};

/// Parses the token usage of a message.
pub fn parse_message(message: &Value) -> ClientUsageLine {
    let (tokens, cache) = (&message["tokens"], &message["tokens"]["cache"]);
    let counted = TokenCounts {
        input: token_count(tokens, "input"),
        output: token_count(tokens, "output") + token_count(tokens, "reasoning"),
        cache_read: token_count(cache, "read"),
        cache_write: token_count(cache, "write"),
        cache_write_hour: 0,
    };
    if text_field(message, &["role"]) != Some("assistant") || counted == TokenCounts::default() {
        return ClientUsageLine::default();
    }
    let request = RecordedRequest {
        id: text_field(message, &["id"]).map(|id| UsageRequestId::Everywhere(id.to_owned())),
        at: time_field(&message["time"], "created"),
        model: text_field(message, &["modelID"]).map(str::to_owned),
        tokens: counted,
        ..RecordedRequest::default()
    };
    ClientUsageLine {
        session: text_field(message, &["sessionID"]).map(str::to_owned),
        directory: path_field(&message["path"], &["cwd"]),
        // The request that sums up the conversation is the last before it is shortened.
        compacted: bool_field(message, "summary"),
        requests: vec![request],
        ..ClientUsageLine::default()
    }
}
