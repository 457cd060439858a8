//! Wiring Cursor: hooks in `hooks.json`, `/palimp` as a command, and the MCP server in `mcp.json`.
//!
//! Cursor reads nothing of a `hooks.json` with an event that it does not know.

use std::path::PathBuf;

use palimp_core::AgentClient;
use serde_json::{Value, json};

use crate::install::{
    ClientFile, ClientPaths, ClientSetup, HookCommand, HookEntry, HookLayout, HookObstacles,
    InspectedSettings, OwnFile, ServerEntry, SettingsFile, object_in, slash,
};

/// What matches the tools that palimp captures without being asked to, and the one that reads a
/// file, whose answer may tell something of it: a regular expression, which Cursor does not anchor.
const CAPTURED_TOOLS_PATTERN: &str = "^(Shell|Write|Delete|Read)$";

/// The same for tools that failed, of which a read is not kept, and for tools that are about to run: before
/// a read nothing is known of what the file says.
const CHANGING_TOOLS_PATTERN: &str = "^(Shell|Write|Delete)$";

/// Seconds that Cursor waits for a hook.
const HOOK_TIMEOUT_SECS: u32 = 10;

/// The events that Cursor knows.
const KNOWN_EVENTS: [&str; 21] = [
    "sessionStart", "sessionEnd", "beforeSubmitPrompt", "preToolUse", "postToolUse",
    "postToolUseFailure", "beforeShellExecution", "afterShellExecution", "beforeMCPExecution",
    "afterMCPExecution", "beforeReadFile", "afterFileEdit", "beforeTabFileRead",
    "afterTabFileEdit", "afterAgentResponse", "afterAgentThought", "preCompact", "subagentStart",
    "subagentStop", "stop", "workspaceOpen",
];

/// The directory of the user's settings.
pub(crate) fn config_dir(places: &ClientPaths) -> PathBuf {
    places.home().join(".cursor")
}

pub(crate) fn build_setup(places: &ClientPaths, hook: &HookCommand) -> ClientSetup {
    let entry = json!({ "command": hook.program(), "args": hook.server_args() });
    let server = ServerEntry::new(&["mcpServers"], entry);
    let server = SettingsFile::of_server(config_dir(places).join("mcp.json"), server);
    ClientSetup {
        hooks: Some(ClientFile::Settings(hooks_file(places, hook))),
        commands: vec![command_file(places, hook)],
        server: Some(ClientFile::Settings(server)),
        after: Some(
            "Cursor has palimp's hooks and tools from its next start; switch the server on there if it asks",
        ),
        ..ClientSetup::default()
    }
}

fn hooks_file(places: &ClientPaths, hook: &HookCommand) -> SettingsFile {
    let entry = |event, more: &[(&str, Value)]| {
        let handler = json!({ "command": hook.hook_command_line(AgentClient::Cursor, None), "timeout": HOOK_TIMEOUT_SECS });
        let mut entry = HookEntry::new(event, handler);
        entry.handler.extend(more.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
        entry
    };
    let matching = |tools| {
        let matcher = if hook.extra_tools().is_empty() { tools } else { "*" };
        [("matcher", json!(matcher))]
    };
    let entries = vec![
        entry("sessionStart", &[]),
        entry("beforeSubmitPrompt", &[]),
        entry("preToolUse", &[("matcher", json!(CHANGING_TOOLS_PATTERN))]),
        entry("postToolUse", &matching(CAPTURED_TOOLS_PATTERN)),
        entry("postToolUseFailure", &matching(CHANGING_TOOLS_PATTERN)),
        entry("afterAgentResponse", &[]),
        // Where another hook lets the agent go on, Cursor would stop calling this one after five turns.
        entry("stop", &[("loop_limit", Value::Null)]),
        entry("preCompact", &[]),
        entry("sessionEnd", &[]),
    ];
    SettingsFile {
        path: config_dir(places).join("hooks.json"),
        layout: HookLayout::Flat,
        exclusive: false,
        base: vec![("version", json!(1))],
        entries,
        server: None,
        plugin: None,
    }
}

/// Cursor hands its model the whole file, and behind it what was typed after the command's name.
fn command_file(places: &ClientPaths, hook: &HookCommand) -> OwnFile {
    let arguments = format!("(the words after {} in the user's message)", slash::COMMAND_NAME);
    OwnFile::new(
        config_dir(places).join("commands").join("palimp.md"),
        slash::FILE_DESCRIPTION,
        include_str!("../../assets/cursor-command.md"),
        &[("BODY", &slash::command_prompt(hook, slash::COMMAND_NAME, &arguments))],
    )
}

/// What in the file keeps its hooks from running.
pub(crate) fn find_obstacles(looked: &InspectedSettings) -> HookObstacles {
    let hooks = looked.root.and_then(|settings| object_in(settings, "hooks"));
    let names =
        hooks.into_iter().flat_map(|hooks| &hooks.properties).map(|prop| prop.name.as_str());
    let unknown = names.filter(|name| !KNOWN_EVENTS.contains(name));
    let note = |name| {
        format!(
            "hooks.json names the event `{name}`: a Cursor that does not know it runs no hook in that file"
        )
    };
    HookObstacles { notes: unknown.map(note).collect(), ..HookObstacles::default() }
}
