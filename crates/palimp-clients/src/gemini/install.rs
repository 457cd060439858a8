//! Connection to Gemini CLI: hooks and the MCP server in `settings.json`, and `/palimp` as a custom command.

use std::path::PathBuf;

use jsonc_parser::ast::Object;
use palimp_core::AgentClient;
use serde_json::json;
use toml_edit::Value;

use crate::install::{
    ClientFile, ClientPaths, ClientSetup, HookCommand, HookEntry, HookLayout, HookObstacles,
    InspectedSettings, OwnFile, ServerEntry, SettingsFile, bool_in, find_member, object_in, slash,
};
use crate::messages;

/// Pattern of the tools that palimp captures by default, and of the tool that reads a file, whose
/// answer may carry context about it. Gemini CLI does not anchor the regular expression.
const CAPTURED_TOOLS_PATTERN: &str = "^(run_shell_command|write_file|replace|read_file)$";

/// Timeout of a hook in milliseconds.
const HOOK_TIMEOUT_MS: u32 = 5000;

/// Name under which Gemini CLI shows the hooks and lets the user switch them off.
const HOOK_NAME: &str = "palimp";

/// Returns the directory of the user's settings.
pub(crate) fn config_dir(places: &ClientPaths) -> PathBuf {
    places.resolve_dir("GEMINI_CLI_HOME", "").join(".gemini")
}

pub(crate) fn build_setup(places: &ClientPaths, hook: &HookCommand) -> ClientSetup {
    let line = hook.hook_command_line(AgentClient::Gemini, None);
    let handler = json!({ "name": HOOK_NAME, "type": "command", "command": line, "timeout": HOOK_TIMEOUT_MS });
    let entry = |event| HookEntry::new(event, handler.clone());
    let tools = if hook.extra_tools().is_empty() { CAPTURED_TOOLS_PATTERN } else { "*" };
    let entries = vec![
        entry("SessionStart"),
        entry("BeforeAgent"),
        entry("AfterTool").with_matcher(tools),
        entry("AfterAgent"),
        // The trigger `auto` comes before every single request to the model.
        entry("PreCompress").with_matcher("manual"),
        entry("SessionEnd"),
    ];
    let hooks = SettingsFile {
        path: config_dir(places).join("settings.json"),
        layout: HookLayout::Grouped,
        exclusive: false,
        base: Vec::new(),
        entries,
        server: Some(ServerEntry::new(
            &["mcpServers"],
            json!({ "command": hook.program(), "args": hook.server_args() }),
        )),
        plugin: None,
    };
    ClientSetup {
        hooks: Some(ClientFile::Settings(hooks)),
        beside: Vec::new(),
        commands: vec![command_file(places, hook)],
        // Gemini CLI has a `/memory` of its own, and renames the user's.
        retired: vec![slash::retired_file(config_dir(places).join("commands").join("memory.toml"))],
        server: None,
        after: None,
    }
}

fn command_file(places: &ClientPaths, hook: &HookCommand) -> OwnFile {
    let prompt = Value::from(slash::command_prompt(hook, slash::COMMAND_NAME, "{{args}}"));
    OwnFile::new(
        config_dir(places).join("commands").join("palimp.toml"),
        messages::palimp_command(),
        include_str!("../../assets/gemini-command.toml"),
        &[("PROMPT", prompt.to_string().trim())],
    )
}

/// Finds settings that keep the hooks from running.
pub(crate) fn find_obstacles(looked: &InspectedSettings) -> HookObstacles {
    let config = looked.root.and_then(|settings| object_in(settings, "hooksConfig"));
    let notes = config.map_or(Vec::new(), switched_off);
    HookObstacles { notes, ..HookObstacles::default() }
}

fn switched_off(config: &Object<'_>) -> Vec<String> {
    let disabled = find_member(config, "disabled").and_then(|prop| prop.value.as_array());
    let names = disabled.into_iter().flat_map(|array| &array.elements);
    let off = bool_in(config, "enabled") == Some(false);
    let ours_off = names.filter_map(|it| it.as_string_lit()).any(|name| name.value == HOOK_NAME);
    let off = off.then(messages::gemini_hooks_off);
    off.into_iter().chain(ours_off.then(messages::gemini_palimp_off)).collect()
}
