//! Token usage in the records of Copilot CLI: one `session.usage_record` per request; those of
//! sub-agents have an `agentId`. Versions without these records write the totals of a session by
//! model each time the session ends. `inputTokens` includes cache reads and writes.

use serde_json::Value;

use crate::payload::{path_field, session_id, text_field, time_field, token_count};
use crate::usage::{
    ClientUsageLine, ClientUsageParser, RecordedRequest, TokenCounts, UsageRequestId,
};

pub(crate) const USAGE_PARSER: ClientUsageParser = ClientUsageParser {
    words: &[
        "\"session.usage_record\"",
        "\"session.start\"",
        "\"session.resume\"",
        "\"session.shutdown\"",
        "\"session.compaction_complete\"",
    ],
    line: parse_line,
    place: |_| ClientUsageLine::default(),
};

fn parse_line(line: &Value) -> ClientUsageLine {
    let data = &line["data"];
    match text_field(line, &["type"]) {
        Some("session.start" | "session.resume") => ClientUsageLine {
            session: session_id(data).map(str::to_owned),
            directory: path_field(&data["context"], &["cwd"]),
            ..ClientUsageLine::default()
        },
        Some("session.compaction_complete") => {
            ClientUsageLine { compacted: true, ..ClientUsageLine::default() }
        }
        Some("session.usage_record") => {
            let usage = &data["usage"];
            let id = text_field(usage, &["apiCallId"])
                .map(|id| UsageRequestId::Everywhere(id.to_owned()));
            let prefix = usage.get("toolTokenCount").map(|tools| format!("{tools} of tools"));
            let request = RecordedRequest { id, prefix, ..parse_request(line, usage) };
            ClientUsageLine { requests: vec![request], ..ClientUsageLine::default() }
        }
        Some("session.shutdown") => {
            ClientUsageLine { requests: parse_totals(line), ..ClientUsageLine::default() }
        }
        _ => ClientUsageLine::default(),
    }
}

fn parse_totals(line: &Value) -> Vec<RecordedRequest> {
    let models = line["data"]["modelMetrics"].as_object().into_iter().flatten();
    let request = |(model, of): (&String, &Value)| RecordedRequest {
        id: Some(UsageRequestId::InSession(model.clone())),
        sum: true,
        model: Some(model.clone()),
        ..parse_request(line, &of["usage"])
    };
    models.map(request).collect()
}

fn parse_request(line: &Value, usage: &Value) -> RecordedRequest {
    let number = |key| token_count(usage, key);
    let mut tokens = TokenCounts::of_all_input(
        number("inputTokens"),
        number("cacheReadTokens"),
        number("cacheWriteTokens"),
    );
    tokens.output = number("outputTokens");
    RecordedRequest {
        thread: text_field(line, &["agentId"]).map(str::to_owned),
        at: time_field(line, "timestamp"),
        model: text_field(usage, &["model"]).map(str::to_owned),
        tokens,
        ..RecordedRequest::default()
    }
}
