//! GitHub Copilot CLI.

pub(crate) mod hook;
pub mod install;
mod output;
pub(crate) mod spawn;
pub(crate) mod transcript;
pub(crate) mod usage;

use palimp_core::AgentClient;
use serde_json::json;

use crate::descriptor::{ClientDescriptor, InstallDescriptor, Transcripts};
use crate::install::HookObstacles;

pub(crate) const DESCRIPTOR: ClientDescriptor = ClientDescriptor {
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
        reader: |_| Box::new(transcript::CopilotTranscriptReader::default()),
    }),
    usage: Some(&usage::USAGE_PARSER),
    place: Some(InstallDescriptor {
        dir: install::config_dir,
        program: "copilot",
        setup: install::build_setup,
        find_plugin: |_| None,
        obstacles: |_| HookObstacles::default(),
    }),
    asking: Some(&spawn::DISTILL_COMMAND),
    running: Some(&spawn::PROMPT_COMMAND),
    ..ClientDescriptor::name_only(AgentClient::Copilot)
};
