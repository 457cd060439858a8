//! What Copilot CLI records of its requests: a `session.usage_record` each, sub-agents' with their
//! `agentId`. Versions that write none sum up a session by model when it ends, anew each time.
//! `inputTokens` holds what the cache had and was given.

use serde_json::Value;

use crate::payload::{count, path, session_id, text, time};
use crate::usage::{Id, Reading, Request, Said, Tokens};

pub(crate) const READING: Reading = Reading {
    words: &[
        "\"session.usage_record\"",
        "\"session.start\"",
        "\"session.resume\"",
        "\"session.shutdown\"",
        "\"session.compaction_complete\"",
    ],
    line,
    place: |_| Said::default(),
};

fn line(line: &Value) -> Said {
    let data = &line["data"];
    match text(line, &["type"]) {
        Some("session.start" | "session.resume") => Said {
            session: session_id(data).map(str::to_owned),
            directory: path(&data["context"], &["cwd"]),
            ..Said::default()
        },
        Some("session.compaction_complete") => Said { compacted: true, ..Said::default() },
        Some("session.usage_record") => {
            let usage = &data["usage"];
            let id = text(usage, &["apiCallId"]).map(|id| Id::Everywhere(id.to_owned()));
            let prefix = usage.get("toolTokenCount").map(|tools| format!("{tools} of tools"));
            let request = Request { id, prefix, ..request(line, usage) };
            Said { requests: vec![request], ..Said::default() }
        }
        Some("session.shutdown") => Said { requests: sums(line), ..Said::default() },
        _ => Said::default(),
    }
}

fn sums(line: &Value) -> Vec<Request> {
    let models = line["data"]["modelMetrics"].as_object().into_iter().flatten();
    let request = |(model, of): (&String, &Value)| Request {
        id: Some(Id::InSession(model.clone())),
        sum: true,
        model: Some(model.clone()),
        ..request(line, &of["usage"])
    };
    models.map(request).collect()
}

fn request(line: &Value, usage: &Value) -> Request {
    let number = |key| count(usage, key);
    let mut tokens = Tokens::of_all_input(
        number("inputTokens"),
        number("cacheReadTokens"),
        number("cacheWriteTokens"),
    );
    tokens.output = number("outputTokens");
    Request {
        thread: text(line, &["agentId"]).map(str::to_owned),
        at: time(line, "timestamp"),
        model: text(usage, &["model"]).map(str::to_owned),
        tokens,
        ..Request::default()
    }
}
