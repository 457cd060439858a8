//! GitHub Copilot CLI.

pub(crate) mod hook;
pub mod install;
mod output;
pub(crate) mod spawn;
pub(crate) mod transcript;
pub(crate) mod usage;

use palimp_core::Client;
use serde_json::json;

use crate::install::Obstacles;
use crate::known::{Known, Place, Transcripts};

pub(crate) const KNOWN: Known = Known {
    hook: Some(hook::parse),
    shell_marks: &["COPILOT_CLI"],
    programs: &["copilot"],
    packages: &["@github/copilot"],
    project_variable: Some("COPILOT_PROJECT_DIR"),
    session_variable: Some("COPILOT_AGENT_SESSION_ID"),
    answer: Some(|_, context| json!({ "additionalContext": context })),
    hooks: ["userPromptSubmitted", "postToolUse", "agentStop"],
    transcripts: Some(Transcripts {
        below: &[("session-state", 2)],
        is_one: |path| path.ends_with("events.jsonl"),
        reader: |_| Box::new(transcript::Lines::default()),
    }),
    usage: Some(&usage::READING),
    place: Some(Place {
        dir: install::dir,
        program: "copilot",
        wires: install::wires,
        obstacles: |_| Obstacles::default(),
    }),
    asking: Some(&spawn::ASKING),
    running: Some(&spawn::RUNNING),
    ..Known::nothing(Client::Copilot)
};
