//! What Gemini CLI records of its requests: `tokens` of an answer, which is written anew under its
//! id when it grows. `input` holds what the cache had; what was thought, and what tools brought into
//! the prompt, stand apart.

use std::path::Path;

use serde_json::Value;

use crate::gemini::transcript::{parent_session, project_root};
use crate::payload::{count, session_id, text, time};
use crate::usage::{Id, Reading, Request, Said, Tokens};

pub(crate) const READING: Reading =
    Reading { words: &["\"tokens\"", "\"projectHash\""], line, place };

/// In the directory of the project a file names it; a sub-agent's chat lies in one that is called like its
/// session.
fn place(path: &Path) -> Said {
    let parent = parent_session(path);
    let name = path.file_stem().and_then(|name| name.to_str());
    Said {
        directory: project_root(path),
        session: parent.map(str::to_owned),
        thread: name.filter(|_| parent.is_some()).map(str::to_owned),
        ..Said::default()
    }
}

fn line(line: &Value) -> Said {
    // Earlier versions kept one document a chat.
    let records = line["messages"].as_array().map_or(std::slice::from_ref(line), Vec::as_slice);
    Said {
        session: session_id(line).map(str::to_owned),
        requests: records.iter().filter_map(request).collect(),
        ..Said::default()
    }
}

fn request(record: &Value) -> Option<Request> {
    let tokens = record.get("tokens").filter(|tokens| tokens.is_object())?;
    let number = |key| count(tokens, key);
    let mut counted = Tokens::of_all_input(number("input"), number("cached"), 0);
    counted.input += number("tool");
    counted.output = number("output") + number("thoughts");
    (counted != Tokens::default()).then(|| Request {
        id: text(record, &["id"]).map(|id| Id::Everywhere(id.to_owned())),
        at: time(record, "timestamp"),
        model: text(record, &["model"]).map(str::to_owned),
        tokens: counted,
        ..Request::default()
    })
}
