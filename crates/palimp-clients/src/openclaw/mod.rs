//! OpenClaw, which palimp serves by MCP alone.

pub(crate) mod install;
pub(crate) mod record;
pub mod transcript;
pub(crate) mod wire;

use palimp_core::Client;

use crate::install::Obstacles;
use crate::known::{Known, Place, Transcripts};
use crate::transcript::{is_lines, is_within};

pub(crate) const KNOWN: Known = Known {
    transcripts: Some(Transcripts {
        below: &[("agents", 3)],
        is_one: |path| is_lines(path) && is_within(path, "sessions"),
        reader: |_| Box::new(transcript::Lines::default()),
    }),
    record: Some(&record::RECORD),
    place: Some(Place {
        dir: install::dir,
        program: "openclaw",
        wires: install::wires,
        obstacles: |_| Obstacles::default(),
    }),
    ..Known::nothing(Client::Openclaw)
};
