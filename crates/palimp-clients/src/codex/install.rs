//! Connection to Codex CLI: hooks in `hooks.json`, which run once the user trusts them, `$palimp` as a
//! skill, and the MCP server in `config.toml`.

use std::path::{Path, PathBuf};

use palimp_core::AgentClient;
use serde_json::json;
use toml_edit::{DocumentMut, Item, TableLike};

use crate::descriptor::ClientPlugin;
use crate::install::{
    ClientFile, ClientPaths, ClientSetup, HookCommand, HookEntry, HookId, HookLayout,
    HookObstacles, HookTrust, InspectedSettings, OwnFile, SettingsFile, TomlFile, client_plugin,
    slash,
};
use crate::messages;

/// Matcher for the tools that palimp captures by default. Codex CLI treats a matcher of words and
/// bars as a list of exact names, not as a regular expression.
const CAPTURED_TOOLS_MATCHER: &str = "Bash|apply_patch";

/// Timeout of a hook in seconds.
const HOOK_TIMEOUT_SECS: u32 = 5;

/// Maximum timeout, in seconds, that Codex CLI allows for the hook that ends a session.
const SESSION_END_TIMEOUT_SECS: u32 = 3;

/// Number of palimp's hooks.
const HOOK_COUNT: usize = 8;

/// Returns the directory of the user's settings.
pub(crate) fn config_dir(places: &ClientPaths) -> PathBuf {
    places.resolve_dir("CODEX_HOME", ".codex")
}

/// Finds palimp's plugin if it is enabled for the user.
pub(crate) fn find_plugin(places: &ClientPaths) -> Option<ClientPlugin> {
    let text = palimp_files::read_text(&config_dir(places).join("config.toml")).ok()?;
    let config: DocumentMut = text.parse().ok()?;
    if !client_plugin::is_enabled_in_toml(&config) {
        return None;
    }
    // `[hooks.state."palimp@MARKETPLACE:hooks/codex.json:EVENT:GROUP:HANDLER"]`
    let states = config.get("hooks").and_then(|hooks| hooks.get("state")?.as_table_like());
    let own = states.into_iter().flat_map(TableLike::iter);
    let own = own.filter(|(name, _)| client_plugin::is_plugin_name(name));
    let trusted = own.filter(|(_, state)| state.get("trusted_hash").is_some()).count();
    Some(ClientPlugin { trust: Some(trust_in(trusted, HOOK_COUNT)) })
}

fn trust_in(trusted: usize, all: usize) -> HookTrust {
    match trusted {
        0 => HookTrust::None,
        some if some >= all => HookTrust::All,
        _ => HookTrust::Partly,
    }
}

fn hooks_file(places: &ClientPaths) -> PathBuf {
    config_dir(places).join("hooks.json")
}

pub(crate) fn build_setup(places: &ClientPaths, hook: &HookCommand) -> ClientSetup {
    let line = hook.hook_command_line(AgentClient::Codex, None);
    let handler = |timeout: u32| json!({ "type": "command", "command": line, "timeout": timeout });
    let entry = |event| HookEntry::new(event, handler(HOOK_TIMEOUT_SECS));
    let tools = if hook.extra_tools().is_empty() { CAPTURED_TOOLS_MATCHER } else { "*" };
    let entries: [HookEntry; HOOK_COUNT] = [
        entry("SessionStart"),
        entry("UserPromptSubmit"),
        entry("SubagentStart"),
        entry("PreToolUse").with_matcher(CAPTURED_TOOLS_MATCHER),
        entry("PostToolUse").with_matcher(tools),
        entry("PreCompact"),
        entry("Stop"),
        HookEntry::new("SessionEnd", handler(SESSION_END_TIMEOUT_SECS)),
    ];
    let hooks = SettingsFile {
        path: hooks_file(places),
        layout: HookLayout::Grouped,
        exclusive: false,
        base: Vec::new(),
        entries: entries.into(),
        server: None,
        plugin: None,
    };
    let server = TomlFile {
        path: config_dir(places).join("config.toml"),
        within: "mcp_servers",
        program: hook.program().to_owned(),
        args: hook.server_args(),
    };
    ClientSetup {
        hooks: Some(ClientFile::Settings(hooks)),
        beside: Vec::new(),
        commands: vec![skill_file(places, hook)],
        // Codex CLI no longer reads the user's prompts.
        retired: vec![slash::retired_file(config_dir(places).join("prompts").join("memory.md"))],
        server: Some(ClientFile::Toml(server)),
        after: Some(messages::codex_trust_wanted()),
    }
}

fn skill_file(places: &ClientPaths, hook: &HookCommand) -> OwnFile {
    slash::skill_file(
        config_dir(places).join("skills").join("palimp").join("SKILL.md"),
        hook,
        "$palimp",
    )
}

/// Reads whether the user trusts the hooks, and finds settings that keep them from running.
pub(crate) fn find_obstacles(looked: &InspectedSettings) -> HookObstacles {
    let (trust, mut notes) = read_trust(looked.places, looked.hooks);
    notes.extend(not_plain_json(looked.text));
    HookObstacles { trust: Some(trust), notes }
}

/// Reads whether the user trusts these hooks, and finds settings that keep them from running.
///
/// Codex CLI keeps a hash beside each hook that the user has trusted, and asks again if the hook no
/// longer has that hash. Computing the hash is internal to Codex CLI, so trust in an earlier form
/// of a hook counts as trust here.
fn read_trust(places: &ClientPaths, hooks: &[HookId<'_>]) -> (HookTrust, Vec<String>) {
    let path = config_dir(places).join("config.toml");
    let text = palimp_files::read_text(&path).unwrap_or_default();
    let config: DocumentMut = match text.parse() {
        Ok(config) => config,
        Err(_) => return (HookTrust::None, vec![messages::codex_toml_invalid(path.display())]),
    };
    let state = config.get("hooks").and_then(|hooks| hooks.get("state"));
    let names = names_of(&hooks_file(places));
    let states: Vec<_> = hooks.iter().map(|hook| state_of(state, &names, hook)).collect();
    let trusted = states.iter().flatten().filter(|it| it.get("trusted_hash").is_some()).count();
    (trust_in(trusted, hooks.len()), switched_off(&config, states.into_iter().flatten()))
}

fn switched_off<'i>(
    config: &DocumentMut,
    mut states: impl Iterator<Item = &'i Item>,
) -> Vec<String> {
    let is_false = |item: &Item, key: &str| item.get(key).and_then(Item::as_bool) == Some(false);
    let features = config.get("features");
    let mut obstacles = Vec::new();
    if features.is_some_and(|it| is_false(it, "hooks")) {
        obstacles.push(messages::codex_hooks_off());
    }
    if states.any(|state| is_false(state, "enabled")) {
        obstacles.push(messages::codex_some_hooks_off());
    }
    obstacles
}

/// The names under which Codex CLI may know its hooks file: it resolves links in a directory
/// that `CODEX_HOME` names, and in no other.
fn names_of(file: &Path) -> Vec<String> {
    let resolved = file.parent().and_then(|dir| dir.canonicalize().ok());
    let resolved = resolved.map(|dir| dir.join("hooks.json"));
    [Some(file.to_owned()), resolved]
        .into_iter()
        .flatten()
        .map(|it| it.display().to_string())
        .collect()
}

/// Returns the state that Codex CLI stores for a hook.
fn state_of<'i>(state: Option<&'i Item>, files: &[String], hook: &HookId<'_>) -> Option<&'i Item> {
    let HookId { event, group, handler } = hook;
    let event = snake_case(event);
    files.iter().find_map(|file| state?.get(format!("{file}:{event}:{group}:{handler}")))
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

/// A complaint when Codex CLI, which knows no comments, could not read its hooks file.
fn not_plain_json(text: &str) -> Option<String> {
    serde_json::from_str::<serde::de::IgnoredAny>(text)
        .is_err()
        .then(messages::codex_hooks_not_plain)
}
