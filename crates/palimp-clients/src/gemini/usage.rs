//! Token usage in the records of Gemini CLI: `tokens` of an answer, which is rewritten under its id
//! when it grows. `input` includes cache reads; reasoning, and tokens that tools added to the
//! prompt, are counted separately.

use std::path::Path;

use serde_json::Value;

use crate::gemini::transcript::{parent_session, project_root};
use crate::payload::{session_id, text_field, time_field, token_count};
use crate::usage::{
    ClientUsageLine, ClientUsageParser, RecordedRequest, TokenCounts, UsageRequestId,
};

pub(crate) const USAGE_PARSER: ClientUsageParser = ClientUsageParser {
    words: &["\"tokens\"", "\"projectHash\""],
    line: parse_line,
    place: parse_path,
};

/// Reads the project directory from the file that names it; the directory of a sub-agent's chat is
/// named after its session.
fn parse_path(path: &Path) -> ClientUsageLine {
    let parent = parent_session(path);
    let name = path.file_stem().and_then(|name| name.to_str());
    ClientUsageLine {
        directory: project_root(path),
        session: parent.map(str::to_owned),
        thread: name.filter(|_| parent.is_some()).map(str::to_owned),
        ..ClientUsageLine::default()
    }
}

fn parse_line(line: &Value) -> ClientUsageLine {
    // Earlier versions kept one document a chat.
    let records = line["messages"].as_array().map_or(std::slice::from_ref(line), Vec::as_slice);
    ClientUsageLine {
        session: session_id(line).map(str::to_owned),
        requests: records.iter().filter_map(parse_request).collect(),
        ..ClientUsageLine::default()
    }
}

fn parse_request(record: &Value) -> Option<RecordedRequest> {
    let tokens = record.get("tokens").filter(|tokens| tokens.is_object())?;
    let number = |key| token_count(tokens, key);
    let mut counted = TokenCounts::of_all_input(number("input"), number("cached"), 0);
    counted.input += number("tool");
    counted.output = number("output") + number("thoughts");
    (counted != TokenCounts::default()).then(|| RecordedRequest {
        id: text_field(record, &["id"]).map(|id| UsageRequestId::Everywhere(id.to_owned())),
        at: time_field(record, "timestamp"),
        model: text_field(record, &["model"]).map(str::to_owned),
        tokens: counted,
        ..RecordedRequest::default()
    })
}
