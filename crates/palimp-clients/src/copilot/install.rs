//! Connection to Copilot CLI: a hooks file of palimp's own, `/palimp` as a skill, and the MCP server in
//! `mcp-config.json`.

use std::path::PathBuf;

use palimp_core::AgentClient;
use serde_json::json;

use crate::install::{
    ClientFile, ClientPaths, ClientSetup, HookCommand, HookEntry, HookLayout, OwnFile, ServerEntry,
    SettingsFile, slash,
};

/// Timeout of a hook in seconds.
const HOOK_TIMEOUT_SECS: u32 = 10;

const HOOK_EVENTS: [&str; 8] = [
    "sessionStart", "userPromptSubmitted", "preToolUse", "postToolUse", "postToolUseFailure",
    "preCompact", "agentStop", "sessionEnd",
];

/// Returns the directory of the user's settings.
pub(crate) fn config_dir(places: &ClientPaths) -> PathBuf {
    places.resolve_dir("COPILOT_HOME", ".copilot")
}

pub(crate) fn build_setup(places: &ClientPaths, hook: &HookCommand) -> ClientSetup {
    let entry = |event| {
        // Payloads in this style do not name their event.
        let line = hook.hook_command_line(AgentClient::Copilot, Some(event));
        HookEntry::new(
            event,
            json!({ "type": "command", "bash": line, "timeoutSec": HOOK_TIMEOUT_SECS }),
        )
    };
    let hooks = SettingsFile {
        path: config_dir(places).join("hooks").join("palimp.json"),
        layout: HookLayout::Flat,
        exclusive: true,
        base: vec![("version", json!(1))],
        entries: HOOK_EVENTS.map(entry).to_vec(),
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
        config_dir(places).join("mcp-config.json"),
        ServerEntry::new(&["mcpServers"], server),
    );
    ClientSetup {
        hooks: Some(ClientFile::Settings(hooks)),
        beside: Vec::new(),
        commands: vec![skill_file(places, hook)],
        // Copilot CLI has a `/memory` of its own, which comes first.
        retired: vec![slash::retired_file(
            config_dir(places).join("skills").join("memory").join("SKILL.md"),
        )],
        server: Some(ClientFile::Settings(server)),
        after: None,
    }
}

fn skill_file(places: &ClientPaths, hook: &HookCommand) -> OwnFile {
    slash::skill_file(
        config_dir(places).join("skills").join("palimp").join("SKILL.md"),
        hook,
        slash::COMMAND_NAME,
    )
}
