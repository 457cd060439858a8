//! Wiring Cursor: hooks in `hooks.json`, `/palimp` as a command, and the MCP server in `mcp.json`.
//!
//! Cursor reads nothing of a `hooks.json` with an event that it does not know.

use std::path::PathBuf;

use palimp_core::Client;
use serde_json::{Value, json};

use crate::install::{
    Entry, HookCommand, Layout, Looked, Obstacles, OwnFile, Piece, Places, ServerEntry,
    SettingsFile, Wires, object_in, slash,
};

/// What matches the tools that palimp captures without being asked to, and the one that reads a
/// file, whose answer may tell something of it: a regular expression, which Cursor does not anchor.
const TOOLS: &str = "^(Shell|Write|Delete|Read)$";

/// The same for tools that failed, of which a read is not kept, and for tools that are about to run: before
/// a read nothing is known of what the file says.
const CHANGING: &str = "^(Shell|Write|Delete)$";

/// Seconds that Cursor waits for a hook.
const TIMEOUT: u32 = 10;

/// The events that Cursor knows.
const EVENTS: [&str; 21] = [
    "sessionStart", "sessionEnd", "beforeSubmitPrompt", "preToolUse", "postToolUse",
    "postToolUseFailure", "beforeShellExecution", "afterShellExecution", "beforeMCPExecution",
    "afterMCPExecution", "beforeReadFile", "afterFileEdit", "beforeTabFileRead",
    "afterTabFileEdit", "afterAgentResponse", "afterAgentThought", "preCompact", "subagentStart",
    "subagentStop", "stop", "workspaceOpen",
];

/// The directory of the user's settings.
pub(crate) fn dir(places: &Places) -> PathBuf {
    places.home().join(".cursor")
}

pub(crate) fn wires(places: &Places, hook: &HookCommand) -> Wires {
    let entry = json!({ "command": hook.program(), "args": hook.server_args() });
    let server = ServerEntry::new(&["mcpServers"], entry);
    let server = SettingsFile::of_server(dir(places).join("mcp.json"), server);
    Wires {
        hooks: Some(Piece::Settings(hooks(places, hook))),
        commands: vec![command(places, hook)],
        server: Some(Piece::Settings(server)),
        after: Some(
            "Cursor has palimp's hooks and tools from its next start; switch the server on there if it asks",
        ),
        ..Wires::default()
    }
}

fn hooks(places: &Places, hook: &HookCommand) -> SettingsFile {
    let entry = |event, more: &[(&str, Value)]| {
        let handler = json!({ "command": hook.line(Client::Cursor, None), "timeout": TIMEOUT });
        let mut entry = Entry::new(event, handler);
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
        entry("preToolUse", &[("matcher", json!(CHANGING))]),
        entry("postToolUse", &matching(TOOLS)),
        entry("postToolUseFailure", &matching(CHANGING)),
        entry("afterAgentResponse", &[]),
        // Where another hook lets the agent go on, Cursor would stop calling this one after five turns.
        entry("stop", &[("loop_limit", Value::Null)]),
        entry("preCompact", &[]),
        entry("sessionEnd", &[]),
    ];
    SettingsFile {
        path: dir(places).join("hooks.json"),
        layout: Layout::Flat,
        exclusive: false,
        base: vec![("version", json!(1))],
        entries,
        server: None,
        plugin: None,
    }
}

/// Cursor hands its model the whole file, and behind it what was typed after the command's name.
fn command(places: &Places, hook: &HookCommand) -> OwnFile {
    let arguments = format!("(the words after {} in the user's message)", slash::INVOKED);
    OwnFile::new(
        dir(places).join("commands").join("palimp.md"),
        slash::WHAT,
        include_str!("../../assets/cursor-command.md"),
        &[("BODY", &slash::prompt(hook, slash::INVOKED, &arguments))],
    )
}

/// What in the file keeps its hooks from running.
pub(crate) fn obstacles(looked: &Looked) -> Obstacles {
    let hooks = looked.root.and_then(|settings| object_in(settings, "hooks"));
    let names =
        hooks.into_iter().flat_map(|hooks| &hooks.properties).map(|prop| prop.name.as_str());
    let unknown = names.filter(|name| !EVENTS.contains(name));
    let note = |name| {
        format!(
            "hooks.json names the event `{name}`: a Cursor that does not know it runs no hook in that file"
        )
    };
    Obstacles { notes: unknown.map(note).collect(), ..Obstacles::default() }
}
