//! The plugin in `plugins/palimp`: its files say what an installation would write, and a client
//! that has it is known.
//!
//! `PALIMP_GENERATE=1 cargo test -p palimp-clients client_plugin` rewrites the files.

use std::fs;
use std::path::{Path, PathBuf};

use palimp_clients::install::{HookCommand, HookState, HookTrust, runs_own_hooks};
use palimp_core::AgentClient;
use serde_json::{Value as Json, json};

use super::support::World;

fn plugin_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins/palimp").join(name)
}

#[track_caller]
fn check_file(name: &str, expect: &str) {
    let path = plugin_file(name);
    if std::env::var_os("PALIMP_GENERATE").is_some() {
        fs::write(&path, expect).unwrap();
    }
    let hint = "PALIMP_GENERATE=1 cargo test -p palimp-clients client_plugin";
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), expect, "{name}; hint: {hint}");
}

/// A world in which palimp is installed for `client` as the program that is on the search path.
fn world(client: AgentClient) -> World {
    let mut world = World::new();
    world.hook = HookCommand::new(Path::new("palimp")).unwrap();
    world.install(client);
    world
}

/// The hooks that stand in a file, called by the plugin's script.
fn hooks_by_script(text: &str) -> String {
    let mut file: Json = serde_json::from_str(text).unwrap();
    for group in file["hooks"].as_object_mut().unwrap().values_mut() {
        for hook in group.as_array_mut().unwrap() {
            let command = &mut hook["hooks"][0]["command"];
            let args = command.as_str().unwrap().strip_prefix("palimp ").unwrap();
            *command = json!(format!(r#"sh "${{CLAUDE_PLUGIN_ROOT}}/palimp.sh" {args} --plugin"#));
        }
    }
    serde_json::to_string_pretty(&json!({ "hooks": file["hooks"] })).unwrap() + "\n"
}

#[test]
fn plugin_has_the_hooks_of_an_installation() {
    let claude = world(AgentClient::Claude);
    check_file("hooks/hooks.json", &hooks_by_script(&claude.read(".claude/settings.json")));
    let codex = world(AgentClient::Codex);
    check_file("hooks/codex.json", &hooks_by_script(&codex.read(".codex/hooks.json")));
}

#[test]
fn plugin_has_the_command_of_an_installation() {
    let text = world(AgentClient::Claude).read(".claude/commands/palimp.md");
    let unmarked = text.lines().filter(|line| !line.starts_with("# palimp:file "));
    let lines: Vec<_> =
        unmarked.map(|line| line.replace("`/palimp`", "`/palimp:memory`")).collect();
    check_file("commands/memory.md", &(lines.join("\n") + "\n"));
}

#[test]
fn plugin_registers_the_server_of_an_installation() {
    let text = world(AgentClient::Claude).read(".claude.json");
    let mut file: Json = serde_json::from_str(&text).unwrap();
    let server = &mut file["mcpServers"]["palimp"];
    assert_eq!(server["command"].take(), "palimp");
    server["command"] = json!("sh");
    server["args"].as_array_mut().unwrap().insert(0, json!("${CLAUDE_PLUGIN_ROOT}/palimp.sh"));
    check_file(".mcp.json", &(serde_json::to_string_pretty(&file).unwrap() + "\n"));
}

#[test]
fn plugin_has_the_version_of_the_workspace() {
    for name in [".claude-plugin/plugin.json", ".codex-plugin/plugin.json"] {
        let text = fs::read_to_string(plugin_file(name)).unwrap();
        let manifest: Json = serde_json::from_str(&text).unwrap();
        assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"), "{name}");
    }
    let entry = fs::read_to_string(plugin_file("../../server.json")).unwrap();
    let entry: Json = serde_json::from_str(&entry).unwrap();
    let packages = entry["packages"].as_array().unwrap().iter().map(|it| &it["version"]);
    for version in packages.chain([&entry["version"]]) {
        assert_eq!(version, env!("CARGO_PKG_VERSION"), "server.json");
    }
}

#[test]
fn enabled_plugin_is_found_in_settings() {
    for (enabled, expect) in [("true", true), ("false", false), ("\"x\"", false)] {
        let settings = format!(r#"{{"enabledPlugins": {{"a@b": true, "palimp@x": {enabled}}}}}"#);
        let world = World::with_settings(AgentClient::Claude, &settings);
        let status = world.check(AgentClient::Claude);
        assert_eq!((status.plugin, status.hooks), (expect, HookState::Missing), "{settings}");
    }
    for (lines, expect) in [
        ("[plugins.\"palimp@palimp\"]\nenabled = true\n", true),
        ("[plugins.\"palimp@palimp\"]\n", true),
        ("[plugins.\"palimp@palimp\"]\nenabled = false\n", false),
        ("[plugins.\"palimpsest@x\"]\nenabled = true\n", false),
        ("", false),
    ] {
        let world = World::new();
        world.write(".codex/config.toml", lines);
        assert_eq!(world.check(AgentClient::Codex).plugin, expect, "{lines}");
    }
}

#[test]
fn trust_in_plugin_is_read() {
    let enabled = "[plugins.\"palimp@palimp\"]\nenabled = true\n".to_owned();
    let trusted = |event: &str| {
        let name = format!("palimp@palimp:hooks/codex.json:{event}:0:0");
        format!("[hooks.state.\"{name}\"]\ntrusted_hash = \"sha256:0\"\n")
    };
    let one = trusted("stop");
    let all = [
        "session_start", "user_prompt_submit", "subagent_start", "pre_tool_use", "post_tool_use",
        "pre_compact", "stop", "session_end",
    ];
    for (states, expect) in [
        (String::new(), HookTrust::None),
        (one, HookTrust::Partly),
        (all.map(trusted).concat(), HookTrust::All),
    ] {
        let world = World::new();
        world.write(".codex/config.toml", enabled.clone() + &states);
        assert_eq!(world.check(AgentClient::Codex).trust, Some(expect), "{states}");
    }
}

#[test]
fn untrusted_hooks_do_not_run() {
    let claude = world(AgentClient::Claude);
    assert!(runs_own_hooks(AgentClient::Claude, &claude.places()));
    let codex = world(AgentClient::Codex);
    assert!(!runs_own_hooks(AgentClient::Codex, &codex.places()));
    assert!(!runs_own_hooks(AgentClient::Claude, &World::new().places()));
}
