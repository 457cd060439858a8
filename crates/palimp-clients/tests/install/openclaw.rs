//! OpenClaw's plugin as it is installed, and what its settings say of it.
//! `assets/test-openclaw-plugin.mjs` drives it under Node.js, which these tests do without.

use std::fs;
use std::path::Path;

use palimp_clients::install::{HookCommand, HookState, InstallOutcome, InstallRecord};
use palimp_core::AgentClient;
use serde_json::json;

use crate::support::{World, settings, value};

const CONFIG: &str = ".openclaw/openclaw.json";

/// A world in which OpenClaw's settings are `text`.
fn with(text: &str) -> World {
    let world = World::new();
    world.write(CONFIG, text);
    world
}

#[test]
fn the_plugin_calls_the_installed_binary() {
    let mut world = World::new();
    world.hook =
        HookCommand::new(Path::new("/it's \"here\"/palimp")).unwrap().with_args(["--home", "/a b"]);
    world.install(AgentClient::Openclaw);
    let text = world.read(settings(AgentClient::Openclaw));
    let command = r#"const COMMAND = ["/it's \"here\"/palimp","hook","openclaw","--home","/a b"];"#;
    assert!(text.contains(command), "{text}");
    assert!(text.contains(r#"const TOOLS = ["exec","edit","write","apply_patch"];"#), "{text}");
    assert!(!text.contains("@@"));
    world.hook = world.hook.with_tools(["read"]);
    world.install(AgentClient::Openclaw);
    assert!(world.read(settings(AgentClient::Openclaw)).contains("const TOOLS = null;"));
}

#[test]
fn what_openclaw_demands_of_a_plugin_is_there() {
    let mut world = World::new();
    world.install(AgentClient::Openclaw);
    let manifest = value(&world.read(".openclaw/palimp/openclaw.plugin.json"));
    assert_eq!(manifest["id"], "palimp");
    assert!(manifest["configSchema"].is_object());
    let package = value(&world.read(".openclaw/palimp/package.json"));
    assert_eq!(package["openclaw"]["extensions"], json!(["./index.js"]));
    assert_eq!(package["type"], "module");
    let plugins = value(&world.read(CONFIG))["plugins"].clone();
    assert_eq!(
        plugins,
        json!({
            "entries": {"palimp": {"enabled": true, "hooks": {"allowConversationAccess": true}}},
            "load": {"paths": [world.path(".openclaw/palimp")]},
        })
    );
}

/// Settings as people keep them, with other plugins and without.
const SETTINGS: [&str; 7] = [
    "{}",
    "// mine\n{\n  gateway: { port: 18789, },\n}\n",
    "{\n  \"plugins\": {}\n}\n",
    "{\"plugins\": {\"load\": {\"paths\": []}, \"entries\": {}}}",
    "{\n  plugins: {\n    load: { paths: ['~/a', '~/b',] }, // two\n    slots: { memory: 'x' },\n  },\n}\n",
    "{\"plugins\": {\"entries\": {\"voice\": {\"enabled\": false}}, \"allow\": [\"voice\", \"palimp\"]}}",
    "{\n\t\"mcp\": {\n\t\t\"servers\": {}\n\t},\n\t\"plugins\": {\n\t\t\"load\": {}\n\t}\n}\n",
];

#[test]
fn the_settings_become_what_they_were() {
    for text in SETTINGS {
        let mut world = with(text);
        let before = world.everything();
        world.install(AgentClient::Openclaw);
        let status = world.check(AgentClient::Openclaw);
        assert_eq!((&status.hooks, &status.notes), (&HookState::Present, &Vec::new()), "{text}");
        let (files, record) = (world.everything(), world.record.clone());
        assert!(
            world
                .install(AgentClient::Openclaw)
                .iter()
                .all(|it| it.what == InstallOutcome::Unchanged)
        );
        assert_eq!((world.everything(), &world.record), (files, &record), "{text}");
        world.uninstall(AgentClient::Openclaw);
        assert_eq!(world.everything(), before, "{text}");
    }
}

#[test]
fn settings_that_were_rewritten_lose_palimps_parts_alone() {
    for text in SETTINGS {
        for recorded in [true, false] {
            let mut world = with(text);
            world.install(AgentClient::Openclaw);
            let mut rewritten = value(&world.read(CONFIG));
            rewritten["later"] = json!("한글");
            world.write(CONFIG, format!("{rewritten:#}\n"));
            if !recorded {
                world.record = InstallRecord::default();
            }
            world.uninstall(AgentClient::Openclaw);
            let mut expected = value(text);
            expected["later"] = json!("한글");
            let found = value(&world.read(CONFIG));
            if recorded {
                assert_eq!(found, expected, "{text}");
            }
            let left = found.to_string();
            assert!(!left.contains(".openclaw/palimp") && !left.contains("/opt/palimp"), "{left}");
            assert_eq!(left.contains("~/a"), text.contains("~/a"), "{left}");
            assert!(!world.exists(".openclaw/palimp/index.js"), "{text}");
            assert_eq!(world.exists(".openclaw/palimp"), !recorded, "{text}");
        }
    }
}

#[test]
fn what_the_user_allows_the_plugin_stays() {
    let mut world = World::new();
    world.install(AgentClient::Openclaw);
    let text = world.read(CONFIG).replace("\"enabled\": true", "\"enabled\": false");
    world.write(CONFIG, &text);
    world.install(AgentClient::Openclaw);
    assert_eq!(world.read(CONFIG), text);
    let notes = world.check(AgentClient::Openclaw).notes;
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(notes[0].contains("disable the plugin: `plugins.entries.palimp.enabled`"), "{notes:?}");
}

#[test]
fn what_keeps_the_plugin_out_is_told() {
    for (plugins, says) in [
        (r#"{"enabled": false}"#, "disable the plugin: `plugins.enabled`"),
        (r#"{"allow": ["voice"]}"#, "disable the plugin: `plugins.allow`"),
        (r#"{"deny": ["palimp"]}"#, "disable the plugin: `plugins.deny`"),
        (r#"{"entries": {"palimp": {"hooks": {}}}}"#, "hooks.allowConversationAccess`"),
    ] {
        let mut world = with(&format!("{{\"plugins\": {plugins}}}"));
        world.install(AgentClient::Openclaw);
        let status = world.check(AgentClient::Openclaw);
        assert_eq!(status.hooks, HookState::Present);
        assert!(status.notes.len() == 1 && status.notes[0].contains(says), "{:?}", status.notes);
    }
}

#[test]
fn a_part_that_is_gone_is_found() {
    for file in ["openclaw.plugin.json", "package.json"] {
        let mut world = World::new();
        world.install(AgentClient::Openclaw);
        fs::remove_file(world.path(&format!(".openclaw/palimp/{file}"))).unwrap();
        let hooks = world.check(AgentClient::Openclaw).hooks;
        assert_eq!(hooks, HookState::Partial(vec![file.to_owned()]));
    }
    let mut world = World::new();
    world.install(AgentClient::Openclaw);
    world.write(CONFIG, "{}");
    let hooks = world.check(AgentClient::Openclaw).hooks;
    assert!(matches!(&hooks, HookState::Partial(missing) if missing.len() == 1), "{hooks:?}");
}

#[test]
fn settings_of_another_shape_are_left_alone() {
    for (text, says) in [
        ("{\"plugins\": []}", "`plugins` must be an object"),
        ("{\"plugins\": {\"load\": 1}}", "`plugins.load` must be an object"),
        (
            "{\n\"plugins\": {\"load\": {\"paths\": \"x\"}}}",
            "line 2: `plugins.load.paths` must be an array",
        ),
    ] {
        let mut world = with(text);
        let before = world.everything();
        let message = world.try_install(AgentClient::Openclaw).unwrap_err().to_string();
        assert!(message.contains(says), "{message}");
        assert_eq!(world.everything(), before);
    }
}

#[test]
fn the_plugin_is_one_module_without_dependencies() {
    let mut world = World::new();
    world.install(AgentClient::Openclaw);
    let text = world.read(settings(AgentClient::Openclaw));
    let imports: Vec<_> = text.lines().filter(|line| line.starts_with("import ")).collect();
    assert_eq!(imports, [r#"import { spawn } from "node:child_process";"#]);
    assert_eq!(text.matches("\nexport ").count(), 1);
    assert!(text.is_ascii());
}
