//! Wiring Copilot CLI: a hooks file of palimp's own, `/palimp` as a skill, and the MCP server in
//! `mcp-config.json`.

use std::path::PathBuf;

use palimp_core::Client;
use serde_json::json;

use crate::install::{
    Entry, HookCommand, Layout, OwnFile, Piece, Places, ServerEntry, SettingsFile, Wires, slash,
};

/// Seconds that Copilot CLI waits for a hook.
const TIMEOUT: u32 = 10;

const EVENTS: [&str; 8] = [
    "sessionStart", "userPromptSubmitted", "preToolUse", "postToolUse", "postToolUseFailure",
    "preCompact", "agentStop", "sessionEnd",
];

/// The directory of the user's settings.
pub(crate) fn dir(places: &Places) -> PathBuf {
    places.dir("COPILOT_HOME", ".copilot")
}

pub(crate) fn wires(places: &Places, hook: &HookCommand) -> Wires {
    let entry = |event| {
        // Payloads in this style do not name their event.
        let line = hook.line(Client::Copilot, Some(event));
        Entry::new(event, json!({ "type": "command", "bash": line, "timeoutSec": TIMEOUT }))
    };
    let hooks = SettingsFile {
        path: dir(places).join("hooks").join("palimp.json"),
        layout: Layout::Flat,
        exclusive: true,
        base: vec![("version", json!(1))],
        entries: EVENTS.map(entry).to_vec(),
        server: None,
        plugin: None,
    };
    let server = json!({
        "type": "local",
        "command": hook.program(),
        "args": hook.server_args(),
        "tools": ["*"],
    });
    let server = SettingsFile::of_server(
        dir(places).join("mcp-config.json"),
        ServerEntry::new(&["mcpServers"], server),
    );
    Wires {
        hooks: Some(Piece::Settings(hooks)),
        beside: Vec::new(),
        commands: vec![skill(places, hook)],
        // Copilot CLI has a `/memory` of its own, which comes first.
        retired: vec![slash::retired(dir(places).join("skills").join("memory").join("SKILL.md"))],
        server: Some(Piece::Settings(server)),
        after: None,
    }
}

fn skill(places: &Places, hook: &HookCommand) -> OwnFile {
    slash::skill(dir(places).join("skills").join("palimp").join("SKILL.md"), hook, slash::INVOKED)
}
