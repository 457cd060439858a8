//! Gemini CLI.

pub(crate) mod hook;
pub mod install;
mod response;
pub(crate) mod spawn;
pub(crate) mod transcript;
pub(crate) mod usage;

use palimp_core::AgentClient;
use palimp_core::event::{EventKind, HookEvent};
use serde_json::Value;

use crate::answer::nested_answer;
use crate::descriptor::{ClientDescriptor, InstallDescriptor, Transcripts};

pub(crate) const DESCRIPTOR: ClientDescriptor = ClientDescriptor {
    hook: Some(hook::parse),
    shell_marks: &["GEMINI_CLI"],
    programs: &["gemini"],
    packages: &["@google/gemini-cli"],
    project_variable: Some("GEMINI_PROJECT_DIR"),
    answer: Some(format_answer),
    tells_whole_turn: true,
    hooks: ["BeforeAgent", "AfterTool", "AfterAgent"],
    transcripts: Some(Transcripts {
        // The second is where its sub-agents' lie.
        below: &[("tmp", 3), ("tmp", 4)],
        is_one: transcript::is_one,
        reader: |path| Box::new(transcript::GeminiTranscriptReader::new(path)),
    }),
    usage: Some(&usage::USAGE_PARSER),
    place: Some(InstallDescriptor {
        dir: install::config_dir,
        program: "gemini",
        setup: install::build_setup,
        find_plugin: |_| None,
        obstacles: install::find_obstacles,
    }),
    asking: Some(&spawn::DISTILL_COMMAND),
    running: Some(&spawn::PROMPT_COMMAND),
    ..ClientDescriptor::name_only(AgentClient::Gemini)
};

/// Formats `context` for Gemini CLI, which puts the context of a session start before the first
/// prompt and attaches files mentioned there, even `@.env`; escaped mentions are not followed.
fn format_answer(event: &HookEvent, context: &str) -> Value {
    match event.kind {
        EventKind::SessionStart { .. } => nested_answer(event, &context.replace('@', "\\@")),
        _ => nested_answer(event, context),
    }
}
