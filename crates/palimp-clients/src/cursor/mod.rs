//! Cursor, which runs hooks that were installed for Claude Code.
//!
//! palimp installs no hooks there; it takes what comes for what it is, and registers its MCP server.

pub(crate) mod hook;
pub(crate) mod install;

use palimp_core::Client;
use serde_json::json;

use crate::install::Obstacles;
use crate::known::{Known, Place};

pub(crate) const KNOWN: Known = Known {
    hook: Some(hook::parse),
    project_variable: Some("CURSOR_PROJECT_DIR"),
    answer: Some(|_, context| json!({ "additional_context": context })),
    place: Some(Place {
        dir: install::dir,
        program: "cursor-agent",
        wires: install::wires,
        obstacles: |_| Obstacles::default(),
    }),
    ..Known::nothing(Client::Cursor)
};
