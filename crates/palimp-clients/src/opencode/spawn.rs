//! opencode, started by palimp.

use std::path::PathBuf;

use palimp_core::chat::Usage;
use serde_json::Value;

use crate::opencode::install::dir;
use crate::opencode::overlay::{self, AGENT};
use crate::payload::count;
use crate::spawn::Surroundings;
use crate::spawn::answer::{Answer, NoAnswer, alone, events, message, sum};
use crate::spawn::servers::{in_json, root_of, text_of};
use crate::spawn::table::Word::{Ask, Extra, Is, Model, Session};
use crate::spawn::table::{Asking, Running, Talk};

/// opencode as a model.
pub(crate) const ASKING: Asking = Asking {
    tried: "1.18.33",
    // Its instructions, and which servers are off, stand in its environment.
    words: &[
        Is("run"),
        Is("--pure"),
        Is("--agent"),
        Is(AGENT),
        Is("--format"),
        Is("json"),
        Is("--title"),
        Is("palimp"),
        Model("-m"),
    ],
    forget: &[Is("session"), Is("delete"), Session],
    read,
    session,
    model: small_model,
    servers,
    configure: Some(overlay::configure),
    ..Asking::PLAIN
};

/// opencode as it answers its user.
pub(crate) const RUNNING: Running = Running {
    // Behind `--` a prompt that begins with `-` is a prompt.
    words: &[Is("run"), Model("-m"), Extra, Ask("--")],
    talk: Talk::Pipe,
    before_prompt: "",
};

/// A line an event, of which those of type `text` hold the answer.
fn read(text: &str) -> Result<Answer, NoAnswer> {
    let mut answer = Answer { session: session(text), ..alone("") };
    let mut events = events(text).peekable();
    if events.peek().is_none() && !text.trim().is_empty() {
        return Err(NoAnswer::Garbled("there is no event in it".to_owned()));
    }
    for (kind, event) in events {
        match (&kind[..], event.get("part")) {
            ("error", _) => {
                return Err(NoAnswer::Failed(event.get("error").map_or(String::new(), message)));
            }
            ("text", Some(part)) => append(&mut answer.text, part),
            ("step_finish", Some(part)) => {
                let cost = part.get("tokens").map(step);
                answer.usage = [answer.usage, cost].into_iter().flatten().reduce(sum);
            }
            _ => {}
        }
    }
    Ok(answer)
}

fn session(text: &str) -> Option<String> {
    events(text).find_map(|(_, event)| Some(event.get("sessionID")?.as_str()?.to_owned()))
}

fn append(text: &mut String, part: &Value) {
    let Some(more) = part.get("text").and_then(Value::as_str).map(str::trim) else { return };
    if !text.is_empty() && !more.is_empty() {
        text.push('\n');
    }
    text.push_str(more);
}

/// What one step of it cost.
fn step(tokens: &Value) -> Usage {
    let cache = tokens.get("cache").unwrap_or(&Value::Null);
    Usage {
        input: count(tokens, "input") + count(cache, "read") + count(cache, "write"),
        cached: count(cache, "read"),
        output: count(tokens, "output") + count(tokens, "reasoning"),
    }
}

fn servers(surroundings: &Surroundings) -> Vec<String> {
    let files = files(surroundings);
    let mut names: Vec<_> = files.iter().flat_map(|file| in_json(file, "mcp")).collect();
    names.sort();
    names.dedup();
    names
}

/// Its settings, in the order in which it reads them; a variable may name one more.
fn files(surroundings: &Surroundings) -> Vec<PathBuf> {
    let dir = dir(&surroundings.places());
    let files = ["config.json", "opencode.json", "opencode.jsonc"].map(|name| dir.join(name));
    let named = surroundings.get("OPENCODE_CONFIG").map(PathBuf::from);
    files.into_iter().chain(named).collect()
}

/// It has a setting for exactly this; the last of its files that names one holds.
fn small_model(surroundings: &Surroundings) -> Option<String> {
    let named = |text: &str| {
        root_of(text, |root| Some(root.get_string("small_model")?.value.clone().into_owned()))
    };
    let files = files(surroundings);
    let laid_over = surroundings.get("OPENCODE_CONFIG_CONTENT").and_then(|it| it.to_str());
    let in_files = || files.iter().rev().find_map(|file| named(&text_of(file)));
    laid_over.and_then(named).or_else(in_files)
}
