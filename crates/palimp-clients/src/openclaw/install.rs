//! Wiring OpenClaw: the MCP server in `openclaw.json`.

use std::path::PathBuf;

use serde_json::json;

use crate::install::{HookCommand, Places, ServerEntry, SettingsFile, Wires};

/// The directory of the user's settings.
pub(crate) fn dir(places: &Places) -> PathBuf {
    places.dir("OPENCLAW_STATE_DIR", ".openclaw")
}

pub(crate) fn wires(places: &Places, hook: &HookCommand) -> Wires {
    let path = match places.is_moved("OPENCLAW_CONFIG_PATH") {
        true => places.dir("OPENCLAW_CONFIG_PATH", ""),
        false => dir(places).join("openclaw.json"),
    };
    let entry = json!({ "command": hook.program(), "args": hook.server_args() });
    let server = ServerEntry::new(&["mcp", "servers"], entry);
    Wires::of_server(
        SettingsFile::of_server(path, server),
        "OpenClaw has palimp's tools from its next start",
    )
}
