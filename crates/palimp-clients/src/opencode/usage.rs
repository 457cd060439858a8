//! What opencode records of its requests: `tokens` of an answer, in its database or in a file of its
//! own below `storage/message/`. `input` is without what the cache had and was given; what was
//! thought stands apart from `output`.

use serde_json::Value;

use crate::payload::{count, flag, path, text, time};
use crate::usage::{Id, Reading, Request, Said, Tokens};

pub(crate) const READING: Reading =
    Reading { words: &["\"tokens\""], line: message, place: |_| Said::default() };

/// What a message says.
pub fn message(message: &Value) -> Said {
    let (tokens, cache) = (&message["tokens"], &message["tokens"]["cache"]);
    let counted = Tokens {
        input: count(tokens, "input"),
        output: count(tokens, "output") + count(tokens, "reasoning"),
        cache_read: count(cache, "read"),
        cache_write: count(cache, "write"),
        cache_write_hour: 0,
    };
    if text(message, &["role"]) != Some("assistant") || counted == Tokens::default() {
        return Said::default();
    }
    let request = Request {
        id: text(message, &["id"]).map(|id| Id::Everywhere(id.to_owned())),
        at: time(&message["time"], "created"),
        model: text(message, &["modelID"]).map(str::to_owned),
        tokens: counted,
        ..Request::default()
    };
    Said {
        session: text(message, &["sessionID"]).map(str::to_owned),
        directory: path(&message["path"], &["cwd"]),
        // The request that sums up the conversation is the last before it is shortened.
        compacted: flag(message, "summary"),
        requests: vec![request],
        ..Said::default()
    }
}
