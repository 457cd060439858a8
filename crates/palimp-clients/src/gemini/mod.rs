//! Gemini CLI.

pub(crate) mod hook;
pub mod install;
mod response;
pub(crate) mod spawn;
pub(crate) mod transcript;
pub(crate) mod usage;

use palimp_core::Client;
use palimp_core::event::{EventKind, HookEvent};
use serde_json::Value;

use crate::answer::nested;
use crate::known::{Known, Place, Transcripts};

pub(crate) const KNOWN: Known = Known {
    hook: Some(hook::parse),
    shell_marks: &["GEMINI_CLI"],
    programs: &["gemini"],
    packages: &["@google/gemini-cli"],
    project_variable: Some("GEMINI_PROJECT_DIR"),
    answer: Some(answer),
    tells_whole_turn: true,
    hooks: ["BeforeAgent", "AfterTool", "AfterAgent"],
    transcripts: Some(Transcripts {
        // The second is where its sub-agents' lie.
        below: &[("tmp", 3), ("tmp", 4)],
        is_one: transcript::is_one,
        reader: |path| Box::new(transcript::Lines::new(path)),
    }),
    usage: Some(&usage::READING),
    place: Some(Place {
        dir: install::dir,
        program: "gemini",
        wires: install::wires,
        obstacles: install::obstacles,
    }),
    asking: Some(&spawn::ASKING),
    running: Some(&spawn::RUNNING),
    ..Known::nothing(Client::Gemini)
};

/// Gemini CLI puts what its session begins with before the first prompt, and sends along the files
/// that are mentioned there, `@.env` among them; not those whose mark is escaped.
fn answer(event: &HookEvent, context: &str) -> Value {
    match event.kind {
        EventKind::SessionStart { .. } => nested(event, &context.replace('@', "\\@")),
        _ => nested(event, context),
    }
}
