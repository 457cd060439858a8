//! Codex CLI.

pub(crate) mod hook;
pub mod install;
mod output;
pub(crate) mod record;
pub(crate) mod spawn;
pub(crate) mod transcript;
pub(crate) mod usage;
pub(crate) mod wire;

use palimp_core::Client;

use crate::answer::nested;
use crate::known::{Known, Place, Transcripts};
use crate::transcript::{begins, is_lines};

pub(crate) const KNOWN: Known = Known {
    hook: Some(hook::parse),
    shell_marks: &["CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_THREAD_ID"],
    programs: &["codex"],
    packages: &["@openai/codex"],
    answer: Some(nested),
    transcripts: Some(Transcripts {
        below: &[("sessions", 4)],
        is_one: |path| is_lines(path) && begins(path, "rollout-"),
        reader: |_| Box::new(transcript::Lines::default()),
    }),
    usage: Some(&usage::READING),
    record: Some(&record::RECORD),
    place: Some(Place {
        dir: install::dir,
        program: "codex",
        wires: install::wires,
        obstacles: install::obstacles,
    }),
    asking: Some(&spawn::ASKING),
    running: Some(&spawn::RUNNING),
    ..Known::nothing(Client::Codex)
};
