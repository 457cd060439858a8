//! Gemini CLI, started by palimp.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use palimp_core::chat::TokenUsage;
use serde_json::Value;

use crate::gemini::install::config_dir;
use crate::install::ClientPaths;
use crate::messages;
use crate::payload::token_count;
use crate::spawn::answer::{AnswerError, ClientAnswer, add_usage, error_message, parse_object};
use crate::spawn::table::ArgTemplate::{Ask, Extra, Is, Model, Session, SystemIn};
use crate::spawn::table::{ClientProtocol, DistillCommand, PromptCommand, ROLE_PROMPT};

/// Policy that allows Gemini CLI only to name its topic, which has no effect. Its service may
/// refuse an empty list of tools.
const NO_TOOLS_POLICY: &str = r#"[[rule]]
toolName = "*"
decision = "deny"
priority = 998

[[rule]]
toolName = "update_topic"
decision = "allow"
priority = 999
"#;

/// Maximum length, in bytes, of a record's first line that is read.
const MAX_HEADER_BYTES: u64 = 64 * 1024;

/// Gemini CLI used as a model.
pub(crate) const DISTILL_COMMAND: DistillCommand = DistillCommand {
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
    files: &[("role.md", ROLE_PROMPT), ("policy.toml", NO_TOOLS_POLICY)],
    env: &[("GEMINI_SYSTEM_MD", "role.md")],
    read: parse_answer,
    is_told_session: true,
    model: |_| Some("flash-lite".to_owned()),
    remove: remove_session,
    ..DistillCommand::PLAIN
};

/// Gemini CLI answering a prompt for its user.
pub(crate) const PROMPT_COMMAND: PromptCommand = PromptCommand {
    words: &[Model("-m"), Extra, Ask("--prompt=")],
    talk: ClientProtocol::Pipe,
    before_prompt: "",
};

/// Parses one object with `response` and `stats`.
fn parse_answer(text: &str) -> Result<ClientAnswer, AnswerError> {
    let object: Value = parse_object(text)?;
    if let Some(error) = object.get("error").filter(|error| !error.is_null()) {
        return Err(AnswerError::Failed(error_message(error)));
    }
    let Some(text) = object.get("response").and_then(Value::as_str) else {
        return Err(AnswerError::Garbled(messages::no_response()));
    };
    let models = object.pointer("/stats/models").and_then(Value::as_object);
    let tokens =
        models.into_iter().flat_map(|models| models.values()).filter_map(|it| it.get("tokens"));
    let usage = tokens.map(|tokens| TokenUsage {
        input: token_count(tokens, "prompt").max(token_count(tokens, "input")),
        cached: token_count(tokens, "cached"),
        output: token_count(tokens, "candidates") + token_count(tokens, "thoughts"),
    });
    Ok(ClientAnswer { text: text.trim().to_owned(), usage: usage.reduce(add_usage), session: None })
}

/// Removes the file of a session, which is among those of its project; the file name ends with the
/// beginning of the id, and the first line holds the whole id.
fn remove_session(places: &ClientPaths, id: &str) -> bool {
    let end = format!("-{}.jsonl", &id[..8]);
    let projects = directory_entries(&config_dir(places).join("tmp")).into_iter();
    let records = projects.flat_map(|project| directory_entries(&project.join("chats")));
    let named = records.filter(|file| file.to_str().is_some_and(|name| name.ends_with(&end)));
    let mut found = named.filter(|file| session_of(file).as_deref() == Some(id));
    found.next().is_some_and(|file| fs::remove_file(file).is_ok())
}

fn directory_entries(dir: &Path) -> Vec<PathBuf> {
    fs::read_dir(dir).map_or(Vec::new(), |all| all.flatten().map(|it| it.path()).collect())
}

/// Returns the session id in the header of a record file.
fn session_of(file: &Path) -> Option<String> {
    let mut line = String::new();
    BufReader::new(palimp_files::open(file).ok()?.take(MAX_HEADER_BYTES))
        .read_line(&mut line)
        .ok()?;
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
        let places = ClientPaths::new(home.path(), |_| None);
        let chats = home.path().join(".gemini/tmp/gemini-1/chats");
        fs::create_dir_all(&chats).unwrap();
        let theirs = chats.join("session-2026-11-21T15-04-fb563819.jsonl");
        let ours = chats.join("session-2026-11-21T15-05-fb563819.jsonl");
        let other = ID.replace("f115", "f116");
        fs::write(&theirs, format!("{{\"sessionId\":\"{other}\"}}\n{{}}\n")).unwrap();
        fs::write(&ours, format!("{{\"sessionId\":\"{ID}\",\"kind\":\"main\"}}\n{{}}\n")).unwrap();
        assert!(DISTILL_COMMAND.remove_session(&places, ID));
        assert!(theirs.exists() && !ours.exists());
        assert!(!DISTILL_COMMAND.remove_session(&places, ID));
    }
}
