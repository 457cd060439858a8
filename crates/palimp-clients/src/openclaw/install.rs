//! Connection to OpenClaw: a plugin that hands its events to palimp, in a directory of its own; and
//! in `openclaw.json` the plugin's directory, its permission to read conversations, and the MCP
//! server.

use std::path::PathBuf;

use jsonc_parser::ast::{Object, Value};
use palimp_core::AgentClient;
use serde_json::json;

use crate::install::{
    ClientFile, ClientPaths, ClientSetup, HookCommand, HookObstacles, InspectedSettings, OwnFile,
    PluginEntry, ServerEntry, SettingsFile, bool_in, find_member, object_in,
};
use crate::messages;

/// Tools that palimp captures by default, by OpenClaw's names.
const CAPTURED_TOOLS: [&str; 4] = ["exec", "edit", "write", "apply_patch"];

/// Returns the directory of the user's settings.
pub(crate) fn config_dir(places: &ClientPaths) -> PathBuf {
    places.resolve_dir("OPENCLAW_STATE_DIR", ".openclaw")
}

/// Returns the plugin's directory, which is outside the directories that OpenClaw scans by itself.
fn plugin_dir(places: &ClientPaths) -> PathBuf {
    config_dir(places).join("palimp")
}

pub(crate) fn build_setup(places: &ClientPaths, hook: &HookCommand) -> ClientSetup {
    let path = match places.is_moved("OPENCLAW_CONFIG_PATH") {
        true => places.resolve_dir("OPENCLAW_CONFIG_PATH", ""),
        false => config_dir(places).join("openclaw.json"),
    };
    let entry = json!({ "command": hook.program(), "args": hook.server_args() });
    let server = ServerEntry::new(&["mcp", "servers"], entry);
    let mut settings = SettingsFile::of_server(path, server);
    // A path that is not Unicode is refused before the setup is written.
    settings.plugin = Some(Box::new(PluginEntry::new(plugin_dir(places).to_string_lossy())));
    ClientSetup {
        hooks: Some(ClientFile::Own(plugin_code(places, hook))),
        beside: vec![
            plugin_file(
                places,
                "openclaw.plugin.json",
                include_str!("../../assets/openclaw/openclaw.plugin.json"),
            ),
            plugin_file(places, "package.json", include_str!("../../assets/openclaw/package.json")),
        ],
        server: Some(ClientFile::Settings(settings)),
        after: Some(messages::openclaw_reloads()),
        ..ClientSetup::default()
    }
}

fn plugin_code(places: &ClientPaths, hook: &HookCommand) -> OwnFile {
    let command = json!(hook.hook_argv(AgentClient::Openclaw, None)).to_string();
    let tools = if hook.extra_tools().is_empty() { json!(CAPTURED_TOOLS) } else { json!(null) };
    OwnFile::new(
        plugin_dir(places).join("index.js"),
        messages::plugin(),
        include_str!("../../assets/openclaw/index.js"),
        &[("COMMAND", &command), ("TOOLS", &tools.to_string())],
    )
}

/// Returns a file that OpenClaw requires beside the plugin's code.
fn plugin_file(places: &ClientPaths, name: &str, text: &str) -> OwnFile {
    OwnFile::new(plugin_dir(places).join(name), messages::plugin_manifest(), text, &[])
}

/// Finds settings that keep the plugin from being loaded or from reading the conversation.
pub(crate) fn find_obstacles(looked: &InspectedSettings) -> HookObstacles {
    let plugins = looked.root.and_then(|settings| object_in(settings, "plugins"));
    let keys = plugins.map_or(Vec::new(), kept_out);
    let keys: Vec<_> = keys.iter().map(|key| format!("`{key}`")).collect();
    let note = |keys: String| messages::openclaw_plugin_off(&keys);
    let notes = Some(keys.join(", ")).filter(|keys| !keys.is_empty()).map(note);
    HookObstacles { notes: notes.into_iter().collect(), ..HookObstacles::default() }
}

/// Returns the settings that keep the plugin from being loaded, from reading conversations or from
/// adding to a prompt.
fn kept_out(plugins: &Object<'_>) -> Vec<&'static str> {
    let entry = object_in(plugins, "entries").and_then(|entries| object_in(entries, "palimp"));
    let hooks = entry.and_then(|entry| object_in(entry, "hooks"));
    let is = |object: Option<&Object<'_>>, key| object.and_then(|it| bool_in(it, key));
    let found = [
        (is(Some(plugins), "enabled") == Some(false), "plugins.enabled"),
        (list_names_palimp(plugins, "allow") == Some(false), "plugins.allow"),
        (list_names_palimp(plugins, "deny") == Some(true), "plugins.deny"),
        (is(entry, "enabled") == Some(false), "plugins.entries.palimp.enabled"),
        (
            is(hooks, "allowConversationAccess") != Some(true),
            "plugins.entries.palimp.hooks.allowConversationAccess",
        ),
        (
            is(hooks, "allowPromptInjection") == Some(false),
            "plugins.entries.palimp.hooks.allowPromptInjection",
        ),
    ];
    found.into_iter().filter(|(holds, _)| *holds).map(|(_, key)| key).collect()
}

/// Returns true if the list under `key` names palimp; `None` if it is not a list.
fn list_names_palimp(plugins: &Object<'_>, key: &str) -> Option<bool> {
    let list = find_member(plugins, key)?.value.as_array()?;
    let is_palimp = |it: &Value<'_>| it.as_string_lit().is_some_and(|name| name.value == "palimp");
    Some(list.elements.iter().any(is_palimp))
}
