//! Wiring opencode: a plugin that hands its events to palimp, `/palimp` and `/memory` as commands,
//! and the MCP server in `opencode.json`.

use std::path::PathBuf;

use palimp_core::Client;
use serde_json::json;

use crate::install::{
    HookCommand, OwnFile, Piece, Places, ServerEntry, SettingsFile, Wires, slash,
};

/// The tools that palimp captures without being asked to, by opencode's names.
const TOOLS: [&str; 7] = ["bash", "edit", "multiedit", "write", "patch", "apply_patch", "read"];

/// The directory of the user's settings.
pub(crate) fn dir(places: &Places) -> PathBuf {
    places.dir("XDG_CONFIG_HOME", ".config").join("opencode")
}

pub(crate) fn wires(places: &Places, hook: &HookCommand) -> Wires {
    Wires {
        hooks: Some(Piece::Own(plugin(places, hook))),
        beside: Vec::new(),
        commands: [slash::INVOKED, slash::MEMORY].map(|it| command(places, hook, it)).to_vec(),
        retired: Vec::new(),
        server: Some(Piece::Settings(server(places, hook))),
        // With any plugin at all, opencode installs a package of its own beside it.
        after: Some(
            "opencode loads the plugin the next time it starts; offline, that start may take a minute",
        ),
    }
}

/// The server in the settings that are there; opencode reads either file.
fn server(places: &Places, hook: &HookCommand) -> SettingsFile {
    let (plain, commented) = ("opencode.json", "opencode.jsonc");
    let is_there = |name: &str| dir(places).join(name).exists();
    let name = if is_there(commented) && !is_there(plain) { commented } else { plain };
    let command: Vec<_> =
        [hook.program().to_owned()].into_iter().chain(hook.server_args()).collect();
    let entry = json!({ "type": "local", "command": command, "enabled": true });
    SettingsFile::of_server(dir(places).join(name), ServerEntry::new(&["mcp"], entry))
}

fn plugin(places: &Places, hook: &HookCommand) -> OwnFile {
    let command = json!(hook.words(Client::Opencode, None)).to_string();
    let tools = if hook.extra_tools().is_empty() { json!(TOOLS) } else { json!(null) };
    OwnFile::new(
        dir(places).join("plugins").join("palimp.js"),
        "the plugin",
        include_str!("../../assets/opencode-plugin.js"),
        &[("COMMAND", &command), ("TOOLS", &tools.to_string())],
    )
}

fn command(places: &Places, hook: &HookCommand, invoked: &str) -> OwnFile {
    let name = invoked.trim_start_matches('/');
    OwnFile::new(
        dir(places).join("commands").join(format!("{name}.md")),
        slash::WHAT,
        include_str!("../../assets/opencode-command.md"),
        &[("BODY", &slash::prompt(hook, invoked, "$ARGUMENTS"))],
    )
}
