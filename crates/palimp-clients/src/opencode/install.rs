//! Connection to opencode: a plugin that hands its events to palimp, `/palimp` and `/memory` as commands,
//! and the MCP server in `opencode.json`.

use std::path::PathBuf;

use palimp_core::AgentClient;
use serde_json::json;

use crate::install::{
    ClientFile, ClientPaths, ClientSetup, HookCommand, OwnFile, ServerEntry, SettingsFile, slash,
};
use crate::messages;

/// Tools that palimp captures by default, by opencode's names.
const CAPTURED_TOOLS: [&str; 7] =
    ["bash", "edit", "multiedit", "write", "patch", "apply_patch", "read"];

/// Returns the directory of the user's settings.
pub(crate) fn config_dir(places: &ClientPaths) -> PathBuf {
    places.resolve_dir("XDG_CONFIG_HOME", ".config").join("opencode")
}

pub(crate) fn build_setup(places: &ClientPaths, hook: &HookCommand) -> ClientSetup {
    ClientSetup {
        hooks: Some(ClientFile::Own(plugin_file(places, hook))),
        beside: Vec::new(),
        commands: [slash::COMMAND_NAME, slash::SECOND_COMMAND_NAME]
            .map(|it| command_file(places, hook, it))
            .to_vec(),
        retired: Vec::new(),
        server: Some(ClientFile::Settings(server_file(places, hook))),
        // With any plugin at all, opencode installs a package of its own beside it.
        after: Some(messages::opencode_reloads()),
    }
}

/// Returns the existing settings file, with the server; opencode reads either file.
fn server_file(places: &ClientPaths, hook: &HookCommand) -> SettingsFile {
    let (plain, commented) = ("opencode.json", "opencode.jsonc");
    let is_there = |name: &str| config_dir(places).join(name).exists();
    let name = if is_there(commented) && !is_there(plain) { commented } else { plain };
    let command: Vec<_> =
        [hook.program().to_owned()].into_iter().chain(hook.server_args()).collect();
    let entry = json!({ "type": "local", "command": command, "enabled": true });
    SettingsFile::of_server(config_dir(places).join(name), ServerEntry::new(&["mcp"], entry))
}

fn plugin_file(places: &ClientPaths, hook: &HookCommand) -> OwnFile {
    let command = json!(hook.hook_argv(AgentClient::Opencode, None)).to_string();
    let tools = if hook.extra_tools().is_empty() { json!(CAPTURED_TOOLS) } else { json!(null) };
    OwnFile::new(
        config_dir(places).join("plugins").join("palimp.js"),
        messages::plugin(),
        include_str!("../../assets/opencode-plugin.js"),
        &[("COMMAND", &command), ("TOOLS", &tools.to_string())],
    )
}

fn command_file(places: &ClientPaths, hook: &HookCommand, invoked: &str) -> OwnFile {
    let name = invoked.trim_start_matches('/');
    OwnFile::new(
        config_dir(places).join("commands").join(format!("{name}.md")),
        messages::palimp_command(),
        include_str!("../../assets/opencode-command.md"),
        &[("BODY", &slash::command_prompt(hook, invoked, "$ARGUMENTS"))],
    )
}
