//! Codex CLI.

pub(crate) mod codec;
pub(crate) mod hook;
pub mod install;
mod output;
pub(crate) mod spawn;
pub(crate) mod transcript;
pub(crate) mod usage;
pub(crate) mod wire;

use palimp_core::AgentClient;

use crate::answer::nested_answer;
use crate::descriptor::{ClientDescriptor, InstallDescriptor, Transcripts};
use crate::transcript::{is_lines, name_starts_with};

pub(crate) const DESCRIPTOR: ClientDescriptor = ClientDescriptor {
    hook: Some(hook::parse),
    shell_marks: &["CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_THREAD_ID"],
    programs: &["codex"],
    packages: &["@openai/codex"],
    answer: Some(nested_answer),
    transcripts: Some(Transcripts {
        below: &[("sessions", 4)],
        is_one: |path| is_lines(path) && name_starts_with(path, "rollout-"),
        reader: |_| Box::new(transcript::CodexTranscriptReader::default()),
    }),
    usage: Some(&usage::USAGE_PARSER),
    codec: Some(&codec::CODEC),
    place: Some(InstallDescriptor {
        dir: install::config_dir,
        program: "codex",
        setup: install::build_setup,
        find_plugin: install::find_plugin,
        obstacles: install::find_obstacles,
    }),
    asking: Some(&spawn::DISTILL_COMMAND),
    running: Some(&spawn::PROMPT_COMMAND),
    ..ClientDescriptor::name_only(AgentClient::Codex)
};
