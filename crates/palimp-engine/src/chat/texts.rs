//! The texts in the records of conversations, to be looked at and changed without their form.

use std::fs;
use std::path::{Path, PathBuf};

use palimp_core::home::HomePaths;
use palimp_redact::Redactor;
use palimp_store::files::replace_file;
use serde_json::Value;

use super::chat_record::{ChatRecord, RecordError};

/// Returns the readable records of an agent, including unfinished answers.
pub(super) fn record_files(home: &HomePaths, agent: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(home.chats_dir(agent)).into_iter().flatten().flatten();
    let kept = |path: &PathBuf| {
        path.extension().is_some_and(|extension| extension == "jsonl" || extension == "part")
    };
    let mut files: Vec<PathBuf> = files.map(|file| file.path()).filter(kept).collect();
    files.sort_unstable();
    files
}

/// True if a file is an unfinished answer, not a record.
pub(super) fn is_unfinished(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "part")
}

/// Reads the text of a file; none if it cannot be read.
pub(super) fn read_text(path: &Path) -> Option<String> {
    Some(String::from_utf8_lossy(&palimp_files::read_private(path).ok()?).into_owned())
}

/// Hands every text in a line of a record to `each`, but the names that make up its form; `None`
/// where the line is torn.
pub(super) fn each_text(line: &str, each: &mut dyn FnMut(&mut String)) -> Option<Value> {
    let mut entry = serde_json::from_str(line).ok()?;
    for place in ["/message/parts", "/summary", "/cwd"] {
        if let Some(value) = Value::pointer_mut(&mut entry, place) {
            visit_texts(value, each);
        }
    }
    Some(entry)
}

fn visit_texts(value: &mut Value, each: &mut dyn FnMut(&mut String)) {
    const STRUCTURAL_KEYS: [&str; 4] = ["type", "id", "name", "media_type"];
    match value {
        Value::String(text) => each(text),
        Value::Array(values) => values.iter_mut().for_each(|it| visit_texts(it, each)),
        Value::Object(fields) => {
            let fields =
                fields.iter_mut().filter(|(key, _)| !STRUCTURAL_KEYS.contains(&key.as_str()));
            fields.for_each(|(_, it)| visit_texts(it, each));
        }
        _ => {}
    }
}

/// Replaces a file by the result of `cleaned`, unless that is none. A conversation in use is
/// refused, because the program that holds it still has the text in memory.
pub(super) fn rewrite_record(
    path: &Path,
    cleaned: impl Fn(&Path) -> Option<String>,
) -> Result<(), RecordError> {
    if cleaned(path).is_none() {
        return Ok(());
    }
    let _held = ChatRecord::open(path.to_owned(), Redactor::disabled())?;
    let Some(text) = cleaned(path) else { return Ok(()) };
    let failed = |source| RecordError::Io { path: path.to_owned(), source };
    replace_file(path, text.as_bytes()).map_err(|error| failed(std::io::Error::other(error)))
}
