//! opencode.

pub(crate) mod hook;
pub mod install;
mod overlay;
pub(crate) mod spawn;
pub mod transcript;
pub mod usage;

use palimp_core::Client;
use serde_json::json;

use crate::install::Obstacles;
use crate::known::{Known, Place};

pub(crate) const KNOWN: Known = Known {
    hook: Some(hook::parse),
    shell_marks: &["OPENCODE"],
    programs: &["opencode"],
    packages: &["opencode-ai"],
    answer: Some(|_, context| json!({ "additionalContext": context })),
    usage: Some(&usage::READING),
    place: Some(Place {
        dir: install::dir,
        program: "opencode",
        wires: install::wires,
        obstacles: |_| Obstacles::default(),
    }),
    asking: Some(&spawn::ASKING),
    running: Some(&spawn::RUNNING),
    ..Known::nothing(Client::Opencode)
};
