//! Gemini CLI, started by palimp.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use palimp_core::chat::Usage;
use serde_json::Value;

use crate::gemini::install::dir;
use crate::install::Places;
use crate::payload::count;
use crate::spawn::answer::{Answer, NoAnswer, message, object, sum};
use crate::spawn::table::Word::{Ask, Extra, Is, Model, Session, SystemIn};
use crate::spawn::table::{Asking, ROLE, Running, Talk};

/// What Gemini CLI is allowed: to name its topic, which does nothing. Its service may refuse a list
/// of tools that is empty.
const NO_TOOLS: &str = r#"[[rule]]
toolName = "*"
decision = "deny"
priority = 998

[[rule]]
toolName = "update_topic"
decision = "allow"
priority = 999
"#;

/// The longest first line of a record that is read, in bytes.
const HEADER: u64 = 64 * 1024;

/// Gemini CLI as a model.
pub(crate) const ASKING: Asking = Asking {
    tried: "0.61.0",
    words: &[
        SystemIn("--prompt="),
        // The directory is palimp's own and empty.
        Is("--skip-trust"),
        Is("-o"),
        Is("json"),
        Is("-e"),
        Is("none"),
        Is("--allowed-mcp-server-names"),
        Is("__none__"),
        Is("--policy"),
        Is("policy.toml"),
        Is("--session-id"),
        Session,
        Model("-m"),
    ],
    forget: &[Is("--delete-session"), Session],
    files: &[("role.md", ROLE), ("policy.toml", NO_TOOLS)],
    env: &[("GEMINI_SYSTEM_MD", "role.md")],
    read,
    is_told_session: true,
    model: |_| Some("flash-lite".to_owned()),
    remove,
    ..Asking::PLAIN
};

/// Gemini CLI as it answers its user.
pub(crate) const RUNNING: Running =
    Running { words: &[Model("-m"), Extra, Ask("--prompt=")], talk: Talk::Pipe, before_prompt: "" };

/// One object with `response` and `stats`.
fn read(text: &str) -> Result<Answer, NoAnswer> {
    let object: Value = object(text)?;
    if let Some(error) = object.get("error").filter(|error| !error.is_null()) {
        return Err(NoAnswer::Failed(message(error)));
    }
    let Some(text) = object.get("response").and_then(Value::as_str) else {
        return Err(NoAnswer::Garbled("there is no `response` in it".to_owned()));
    };
    let models = object.pointer("/stats/models").and_then(Value::as_object);
    let tokens =
        models.into_iter().flat_map(|models| models.values()).filter_map(|it| it.get("tokens"));
    let usage = tokens.map(|tokens| Usage {
        input: count(tokens, "prompt").max(count(tokens, "input")),
        cached: count(tokens, "cached"),
        output: count(tokens, "candidates") + count(tokens, "thoughts"),
    });
    Ok(Answer { text: text.trim().to_owned(), usage: usage.reduce(sum), session: None })
}

/// A session is a file among those of its project; the id's beginning ends its name, and the whole
/// of it stands in its first line.
fn remove(places: &Places, id: &str) -> bool {
    let end = format!("-{}.jsonl", &id[..8]);
    let projects = entries(&dir(places).join("tmp")).into_iter();
    let records = projects.flat_map(|project| entries(&project.join("chats")));
    let named = records.filter(|file| file.to_str().is_some_and(|name| name.ends_with(&end)));
    let mut found = named.filter(|file| session_of(file).as_deref() == Some(id));
    found.next().is_some_and(|file| fs::remove_file(file).is_ok())
}

fn entries(dir: &Path) -> Vec<PathBuf> {
    fs::read_dir(dir).map_or(Vec::new(), |all| all.flatten().map(|it| it.path()).collect())
}

/// Whose record a file is.
fn session_of(file: &Path) -> Option<String> {
    let mut line = String::new();
    BufReader::new(palimp_files::open(file).ok()?.take(HEADER)).read_line(&mut line).ok()?;
    let header: Value = serde_json::from_str(&line).ok()?;
    Some(header.get("sessionId")?.as_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "fb563819-f115-4a30-bc66-ba466472aa52";

    #[test]
    fn only_the_session_itself_is_removed() {
        let home = tempfile::tempdir().unwrap();
        let places = Places::new(home.path(), |_| None);
        let chats = home.path().join(".gemini/tmp/gemini-1/chats");
        fs::create_dir_all(&chats).unwrap();
        let theirs = chats.join("session-2026-11-21T15-04-fb563819.jsonl");
        let ours = chats.join("session-2026-11-21T15-05-fb563819.jsonl");
        let other = ID.replace("f115", "f116");
        fs::write(&theirs, format!("{{\"sessionId\":\"{other}\"}}\n{{}}\n")).unwrap();
        fs::write(&ours, format!("{{\"sessionId\":\"{ID}\",\"kind\":\"main\"}}\n{{}}\n")).unwrap();
        assert!(ASKING.remove_session(&places, ID));
        assert!(theirs.exists() && !ours.exists());
        assert!(!ASKING.remove_session(&places, ID));
    }
}
