//! Connection to Claude Code: hooks in `settings.json`, `/palimp` as a custom command, and the MCP server
//! in `.claude.json`.

use std::path::PathBuf;

use palimp_core::AgentClient;
use serde_json::json;

use crate::descriptor::ClientPlugin;
use crate::install::{
    ClientFile, ClientPaths, ClientSetup, HookCommand, HookEntry, HookLayout, HookObstacles,
    InspectedSettings, OwnFile, ServerEntry, SettingsFile, bool_in, client_plugin, slash,
};
use crate::messages;

/// Tools that palimp captures by default.
const CAPTURED_TOOLS: [&str; 5] = ["Edit", "MultiEdit", "Write", "NotebookEdit", "Bash"];
/// Tool that reads a file without changing it: its answer may carry context about the file.
const READ_TOOL: &str = "Read";

/// Timeout of a hook in seconds. Without it, Claude Code kills the `SessionEnd` hook after 1.5
/// seconds.
const HOOK_TIMEOUT_SECS: u32 = 10;

/// Returns the directory of the user's settings.
pub(crate) fn config_dir(places: &ClientPaths) -> PathBuf {
    places.resolve_dir("CLAUDE_CONFIG_DIR", ".claude")
}

/// Finds palimp's plugin if it is enabled for the user.
pub(crate) fn find_plugin(places: &ClientPaths) -> Option<ClientPlugin> {
    let settings = config_dir(places).join("settings.json");
    client_plugin::is_enabled_in_json(&settings).then(ClientPlugin::default)
}

pub(crate) fn build_setup(places: &ClientPaths, hook: &HookCommand) -> ClientSetup {
    let line = hook.hook_command_line(AgentClient::Claude, None);
    // Not `async`: Claude Code kills such hooks when it exits, and palimp's take milliseconds.
    let handler = json!({ "type": "command", "command": line, "timeout": HOOK_TIMEOUT_SECS });
    let entry = |event| HookEntry::new(event, handler.clone());
    let entries = vec![
        entry("SessionStart"),
        entry("UserPromptSubmit"),
        entry("SubagentStart"),
        // The content of the file is unknown before a read, so the event after it is answered.
        entry("PreToolUse").with_matcher(CAPTURED_TOOLS.join("|")),
        entry("PostToolUse").with_matcher(with_read(tool_matcher(hook))),
        entry("PostToolUseFailure").with_matcher(tool_matcher(hook)),
        entry("PreCompact"),
        entry("Stop"),
        entry("SessionEnd"),
    ];
    let hooks = SettingsFile {
        path: config_dir(places).join("settings.json"),
        layout: HookLayout::Grouped,
        exclusive: false,
        base: Vec::new(),
        entries,
        server: None,
        plugin: None,
    };
    ClientSetup {
        hooks: Some(ClientFile::Settings(hooks)),
        beside: Vec::new(),
        commands: vec![command_file(places, hook)],
        // Claude Code has a `/memory` of its own, which a custom command hides.
        retired: vec![slash::retired_file(config_dir(places).join("commands").join("memory.md"))],
        server: Some(ClientFile::Settings(server_file(places, hook))),
        after: None,
    }
}

/// Returns the file in which Claude Code keeps the user's servers: beside the settings directory,
/// or inside it if `CLAUDE_CONFIG_DIR` moved it.
fn server_file(places: &ClientPaths, hook: &HookCommand) -> SettingsFile {
    let moved = places.is_moved("CLAUDE_CONFIG_DIR");
    let dir = if moved { config_dir(places) } else { places.home().to_owned() };
    let entry = json!({
        "type": "stdio",
        "command": hook.program(),
        "args": hook.server_args(),
        // Otherwise the model sees the tools' names alone until it searches for them.
        "alwaysLoad": true,
    });
    SettingsFile::of_server(dir.join(".claude.json"), ServerEntry::new(&["mcpServers"], entry))
}

fn with_read(matcher: String) -> String {
    if matcher.split('|').any(|tool| tool == READ_TOOL) {
        matcher
    } else {
        format!("{matcher}|{READ_TOOL}")
    }
}

fn tool_matcher(hook: &HookCommand) -> String {
    let extra = hook.extra_tools().iter().map(String::as_str);
    CAPTURED_TOOLS.into_iter().chain(extra).collect::<Vec<_>>().join("|")
}

fn command_file(places: &ClientPaths, hook: &HookCommand) -> OwnFile {
    let allowed: Vec<_> =
        slash::command_lines(hook).iter().map(|line| format!("Bash({line}:*)")).collect();
    let allowed = allowed.join(", ");
    OwnFile::new(
        config_dir(places).join("commands").join("palimp.md"),
        messages::palimp_command(),
        include_str!("../../assets/claude-command.md"),
        &[
            // A JSON string is a YAML string too.
            ("ALLOWED", &json!(allowed).to_string()),
            ("BODY", &slash::command_prompt(hook, slash::COMMAND_NAME, "$ARGUMENTS")),
        ],
    )
}

/// Finds settings that keep hooks from running.
pub(crate) fn find_obstacles(looked: &InspectedSettings) -> HookObstacles {
    let off = looked.root.and_then(|settings| bool_in(settings, "disableAllHooks")) == Some(true);
    let notes = off.then(messages::claude_hooks_off).into_iter().collect();
    HookObstacles { notes, ..HookObstacles::default() }
}
