//! Wiring Cursor: the MCP server in `mcp.json`.
//!
//! Cursor also runs the hooks that were installed for Claude Code.

use std::path::PathBuf;

use serde_json::json;

use crate::install::{HookCommand, Places, ServerEntry, SettingsFile, Wires};

/// The directory of the user's settings.
pub(crate) fn dir(places: &Places) -> PathBuf {
    places.home().join(".cursor")
}

pub(crate) fn wires(places: &Places, hook: &HookCommand) -> Wires {
    let entry = json!({ "command": hook.program(), "args": hook.server_args() });
    let server = ServerEntry::new(&["mcpServers"], entry);
    Wires::of_server(
        SettingsFile::of_server(dir(places).join("mcp.json"), server),
        "Cursor has palimp's tools from its next start; switch the server on there if it asks",
    )
}
