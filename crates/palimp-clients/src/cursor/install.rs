//! Connection to Cursor: hooks in `hooks.json`, `/palimp` as a command, and the MCP server in `mcp.json`.
//!
//! Cursor reads nothing of a `hooks.json` with an event that it does not know.

use std::path::PathBuf;

use palimp_core::AgentClient;
use serde_json::{Value, json};

use crate::install::{
    ClientFile, ClientPaths, ClientSetup, HookCommand, HookEntry, HookLayout, HookObstacles,
    InspectedSettings, OwnFile, ServerEntry, SettingsFile, object_in, slash,
};
use crate::messages;

/// Pattern of the tools that palimp captures by default, and of the tool that reads a file, whose
/// answer may carry context about it. Cursor does not anchor the regular expression.
const CAPTURED_TOOLS_PATTERN: &str = "^(Shell|Write|Delete|Read)$";

/// Pattern for tools that failed, of which a read is not captured, and for tools that are about to
/// run: before a read nothing is known of the file's content.
const CHANGING_TOOLS_PATTERN: &str = "^(Shell|Write|Delete)$";

/// Timeout of a hook in seconds.
const HOOK_TIMEOUT_SECS: u32 = 10;

/// Events that Cursor knows.
const KNOWN_EVENTS: [&str; 21] = [
    "sessionStart", "sessionEnd", "beforeSubmitPrompt", "preToolUse", "postToolUse",
    "postToolUseFailure", "beforeShellExecution", "afterShellExecution", "beforeMCPExecution",
    "afterMCPExecution", "beforeReadFile", "afterFileEdit", "beforeTabFileRead",
    "afterTabFileEdit", "afterAgentResponse", "afterAgentThought", "preCompact", "subagentStart",
    "subagentStop", "stop", "workspaceOpen",
];

/// Returns the directory of the user's settings.
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
        after: Some(messages::cursor_reloads()),
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

/// Returns the file of the command. Cursor passes the whole file to its model, followed by the
/// arguments that the user typed.
fn command_file(places: &ClientPaths, hook: &HookCommand) -> OwnFile {
    let arguments = format!("(the words after {} in the user's message)", slash::COMMAND_NAME);
    OwnFile::new(
        config_dir(places).join("commands").join("palimp.md"),
        messages::palimp_command(),
        include_str!("../../assets/cursor-command.md"),
        &[("BODY", &slash::command_prompt(hook, slash::COMMAND_NAME, &arguments))],
    )
}

/// Finds entries in the file that keep its hooks from running.
pub(crate) fn find_obstacles(looked: &InspectedSettings) -> HookObstacles {
    let hooks = looked.root.and_then(|settings| object_in(settings, "hooks"));
    let names =
        hooks.into_iter().flat_map(|hooks| &hooks.properties).map(|prop| prop.name.as_str());
    let unknown = names.filter(|name| !KNOWN_EVENTS.contains(name));
    let note = |name| messages::cursor_event_unknown(name);
    HookObstacles { notes: unknown.map(note).collect(), ..HookObstacles::default() }
}
