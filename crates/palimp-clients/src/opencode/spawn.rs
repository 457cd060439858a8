//! opencode, started by palimp.

use std::path::PathBuf;

use palimp_core::chat::TokenUsage;
use serde_json::Value;

use crate::messages;
use crate::opencode::install::config_dir;
use crate::opencode::overlay::{self, AGENT_NAME};
use crate::payload::token_count;
use crate::spawn::SpawnEnvironment;
use crate::spawn::answer::{
    AnswerError, ClientAnswer, add_usage, error_message, parse_events, plain_answer,
};
use crate::spawn::servers::{in_json, root_of, text_of};
use crate::spawn::table::ArgTemplate::{Ask, Extra, Is, Model, Session};
use crate::spawn::table::{ClientProtocol, DistillCommand, PromptCommand};

/// opencode used as a model.
pub(crate) const DISTILL_COMMAND: DistillCommand = DistillCommand {
    tried: "1.18.33",
    // Its instructions, and which servers are off, stand in its environment.
    words: &[
        Is("run"),
        Is("--pure"),
        Is("--agent"),
        Is(AGENT_NAME),
        Is("--format"),
        Is("json"),
        Is("--title"),
        Is("palimp"),
        Model("-m"),
    ],
    forget: &[Is("session"), Is("delete"), Session],
    read: parse_answer,
    session: parse_session_id,
    model: small_model,
    servers: server_names,
    configure: Some(overlay::apply_overlay),
    ..DistillCommand::PLAIN
};

/// opencode answering a prompt for its user.
pub(crate) const PROMPT_COMMAND: PromptCommand = PromptCommand {
    // Behind `--` a prompt that begins with `-` is a prompt.
    words: &[Is("run"), Model("-m"), Extra, Ask("--")],
    talk: ClientProtocol::Pipe,
    before_prompt: "",
};

/// Parses one event a line; those of type `text` hold the answer.
fn parse_answer(text: &str) -> Result<ClientAnswer, AnswerError> {
    let mut answer = ClientAnswer { session: parse_session_id(text), ..plain_answer("") };
    let mut events = parse_events(text).peekable();
    if events.peek().is_none() && !text.trim().is_empty() {
        return Err(AnswerError::Garbled(messages::no_event()));
    }
    for (kind, event) in events {
        match (&kind[..], event.get("part")) {
            ("error", _) => {
                return Err(AnswerError::Failed(
                    event.get("error").map_or(String::new(), error_message),
                ));
            }
            ("text", Some(part)) => append_text(&mut answer.text, part),
            ("step_finish", Some(part)) => {
                let cost = part.get("tokens").map(parse_step_usage);
                answer.usage = [answer.usage, cost].into_iter().flatten().reduce(add_usage);
            }
            _ => {}
        }
    }
    Ok(answer)
}

fn parse_session_id(text: &str) -> Option<String> {
    parse_events(text).find_map(|(_, event)| Some(event.get("sessionID")?.as_str()?.to_owned()))
}

fn append_text(text: &mut String, part: &Value) {
    let Some(more) = part.get("text").and_then(Value::as_str).map(str::trim) else { return };
    if !text.is_empty() && !more.is_empty() {
        text.push('\n');
    }
    text.push_str(more);
}

/// Parses the token usage of one step.
fn parse_step_usage(tokens: &Value) -> TokenUsage {
    let cache = tokens.get("cache").unwrap_or(&Value::Null);
    TokenUsage {
        input: token_count(tokens, "input")
            + token_count(cache, "read")
            + token_count(cache, "write"),
        cached: token_count(cache, "read"),
        output: token_count(tokens, "output") + token_count(tokens, "reasoning"),
    }
}

fn server_names(surroundings: &SpawnEnvironment) -> Vec<String> {
    let files = config_files(surroundings);
    let mut names: Vec<_> = files.iter().flat_map(|file| in_json(file, "mcp")).collect();
    names.sort();
    names.dedup();
    names
}

/// Returns opencode's settings files, in the order in which it reads them; a variable may name one
/// more.
fn config_files(surroundings: &SpawnEnvironment) -> Vec<PathBuf> {
    let dir = config_dir(&surroundings.client_paths());
    let files = ["config.json", "opencode.json", "opencode.jsonc"].map(|name| dir.join(name));
    let named = surroundings.get("OPENCODE_CONFIG").map(PathBuf::from);
    files.into_iter().chain(named).collect()
}

/// It has a setting for exactly this; the last of its files that names one holds.
fn small_model(surroundings: &SpawnEnvironment) -> Option<String> {
    let named = |text: &str| {
        root_of(text, |root| Some(root.get_string("small_model")?.value.clone().into_owned()))
    };
    let files = config_files(surroundings);
    let laid_over = surroundings.get("OPENCODE_CONFIG_CONTENT").and_then(|it| it.to_str());
    let in_files = || files.iter().rev().find_map(|file| named(&text_of(file)));
    laid_over.and_then(named).or_else(in_files)
}
