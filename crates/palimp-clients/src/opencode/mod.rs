//! opencode.

pub(crate) mod hook;
pub mod install;
mod overlay;
pub(crate) mod spawn;
pub mod transcript;
pub mod usage;

use palimp_core::AgentClient;
use serde_json::json;

use crate::descriptor::{ClientDescriptor, InstallDescriptor};
use crate::install::HookObstacles;

pub(crate) const DESCRIPTOR: ClientDescriptor = ClientDescriptor {
    hook: Some(hook::parse),
    shell_marks: &["OPENCODE"],
    programs: &["opencode"],
    packages: &["opencode-ai"],
    answer: Some(|_, context| json!({ "additionalContext": context })),
    usage: Some(&usage::USAGE_PARSER),
    place: Some(InstallDescriptor {
        dir: install::config_dir,
        program: "opencode",
        setup: install::build_setup,
        find_plugin: |_| None,
        obstacles: |_| HookObstacles::default(),
    }),
    asking: Some(&spawn::DISTILL_COMMAND),
    running: Some(&spawn::PROMPT_COMMAND),
    ..ClientDescriptor::name_only(AgentClient::Opencode)
};
