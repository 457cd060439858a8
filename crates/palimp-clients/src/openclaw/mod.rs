//! OpenClaw, in which palimp has a plugin.

pub(crate) mod codec;
pub(crate) mod hook;
pub(crate) mod install;
pub mod transcript;
pub(crate) mod wire;

use palimp_core::AgentClient;
use serde_json::json;

use crate::descriptor::{ClientDescriptor, InstallDescriptor, Transcripts};
use crate::transcript::{is_lines, is_within};

pub(crate) const DESCRIPTOR: ClientDescriptor = ClientDescriptor {
    hook: Some(hook::parse),
    shell_marks: &["OPENCLAW_SHELL=exec"],
    programs: &["openclaw"],
    answer: Some(|_, context| json!({ "additionalContext": context })),
    hooks: ["before_prompt_build", "after_tool_call", "agent_end"],
    transcripts: Some(Transcripts {
        below: &[("agents", 3)],
        is_one: |path| is_lines(path) && is_within(path, "sessions"),
        reader: |_| Box::new(transcript::OpenclawTranscriptReader::default()),
    }),
    codec: Some(&codec::CODEC),
    place: Some(InstallDescriptor {
        dir: install::config_dir,
        program: "openclaw",
        setup: install::build_setup,
        find_plugin: |_| None,
        obstacles: install::find_obstacles,
    }),
    ..ClientDescriptor::name_only(AgentClient::Openclaw)
};
