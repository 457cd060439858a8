//! Wiring Claude Code: hooks in `settings.json`, `/palimp` as a custom command, and the MCP server
//! in `.claude.json`.

use std::path::PathBuf;

use palimp_core::Client;
use serde_json::json;

use crate::install::{
    Entry, HookCommand, Layout, Looked, Obstacles, OwnFile, Piece, Places, ServerEntry,
    SettingsFile, Wires, bool_in, slash,
};

/// The tools that palimp captures without being asked to.
const TOOLS: [&str; 5] = ["Edit", "MultiEdit", "Write", "NotebookEdit", "Bash"];
/// The tool that touches a file and changes nothing: its answer may tell something of the file.
const READ: &str = "Read";

/// Seconds that Claude Code waits for a hook. Without a word from us it would kill the one for
/// `SessionEnd` after a second and a half.
const TIMEOUT: u32 = 10;

/// The directory of the user's settings.
pub(crate) fn dir(places: &Places) -> PathBuf {
    places.dir("CLAUDE_CONFIG_DIR", ".claude")
}

pub(crate) fn wires(places: &Places, hook: &HookCommand) -> Wires {
    let line = hook.line(Client::Claude, None);
    // Not `async`: Claude Code kills such hooks when it exits, and palimp's take milliseconds.
    let handler = json!({ "type": "command", "command": line, "timeout": TIMEOUT });
    let entry = |event| Entry::new(event, handler.clone());
    let entries = vec![
        entry("SessionStart"),
        entry("UserPromptSubmit"),
        entry("SubagentStart"),
        // Before a read nothing is known of what the file says; it is answered when it was read.
        entry("PreToolUse").matching(TOOLS.join("|")),
        entry("PostToolUse").matching(with_read(matcher(hook))),
        entry("PostToolUseFailure").matching(matcher(hook)),
        entry("PreCompact"),
        entry("Stop"),
        entry("SessionEnd"),
    ];
    let hooks = SettingsFile {
        path: dir(places).join("settings.json"),
        layout: Layout::Grouped,
        exclusive: false,
        base: Vec::new(),
        entries,
        server: None,
        plugin: None,
    };
    Wires {
        hooks: Some(Piece::Settings(hooks)),
        beside: Vec::new(),
        commands: vec![command(places, hook)],
        // Claude Code has a `/memory` of its own, which a custom command hides.
        retired: vec![slash::retired(dir(places).join("commands").join("memory.md"))],
        server: Some(Piece::Settings(server(places, hook))),
        after: None,
    }
}

/// Where Claude Code keeps the user's servers: beside the directory of the settings, and in it
/// where that was moved.
fn server(places: &Places, hook: &HookCommand) -> SettingsFile {
    let moved = places.is_moved("CLAUDE_CONFIG_DIR");
    let dir = if moved { dir(places) } else { places.home().to_owned() };
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
    if matcher.split('|').any(|tool| tool == READ) { matcher } else { format!("{matcher}|{READ}") }
}

fn matcher(hook: &HookCommand) -> String {
    let extra = hook.extra_tools().iter().map(String::as_str);
    TOOLS.into_iter().chain(extra).collect::<Vec<_>>().join("|")
}

fn command(places: &Places, hook: &HookCommand) -> OwnFile {
    let allowed: Vec<_> = slash::lines(hook).iter().map(|line| format!("Bash({line}:*)")).collect();
    let allowed = allowed.join(", ");
    OwnFile::new(
        dir(places).join("commands").join("palimp.md"),
        slash::WHAT,
        include_str!("../../assets/claude-command.md"),
        &[
            // A JSON string is a YAML string too.
            ("ALLOWED", &json!(allowed).to_string()),
            ("BODY", &slash::prompt(hook, slash::INVOKED, "$ARGUMENTS")),
        ],
    )
}

/// What in the settings keeps hooks from running.
pub(crate) fn obstacles(looked: &Looked) -> Obstacles {
    let off = looked.root.and_then(|settings| bool_in(settings, "disableAllHooks")) == Some(true);
    let words = "Claude Code runs no hooks while `disableAllHooks` is true in its settings";
    let notes = off.then(|| words.to_owned()).into_iter().collect();
    Obstacles { notes, ..Obstacles::default() }
}
