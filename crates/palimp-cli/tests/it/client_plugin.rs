//! Hooks that come from the plugin in `plugins/palimp`, as Claude Code runs them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use palimp_testing::{Machine, run_with_input};

use crate::machine;

const EVENTS: [&str; 4] = ["SessionStart.startup", "UserPromptSubmit", "PostToolUse.Write", "Stop"];

/// Enables the plugin in the settings of Claude Code.
fn enable_plugin(machine: &Machine) {
    let settings = machine.user_home().join(".claude/settings.json");
    fs::create_dir_all(settings.parent().unwrap()).unwrap();
    fs::write(settings, r#"{"enabledPlugins": {"palimp@palimp": true}}"#).unwrap();
}

/// Runs the hook of each event with these arguments.
fn replay(machine: &Machine, args: &[&str]) {
    for name in EVENTS {
        let payload = machine.recorded_payload("claude", &format!("{name}.json"));
        let args = ["hook", "claude"].iter().chain(args);
        let output = machine.run_with(args, payload.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{name}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{name}");
    }
}

fn count_events(machine: &Machine) -> usize {
    machine.run_json(&["recent"]).as_array().unwrap().len()
}

#[test]
fn plugin_hook_captures() {
    let machine = machine();
    enable_plugin(&machine);
    replay(&machine, &["--plugin"]);
    assert!(count_events(&machine) > 0);
}

#[test]
fn plugin_hook_leaves_events_to_installed_hooks() {
    let machine = machine();
    machine.run_ok(["install", "claude"]);
    replay(&machine, &["--plugin"]);
    assert_eq!(count_events(&machine), 0);
    replay(&machine, &[]);
    assert!(count_events(&machine) > 0);
}

#[test]
fn up_leaves_settings_to_plugin() {
    let machine = machine();
    enable_plugin(&machine);
    let settings = machine.user_home().join(".claude/settings.json");
    let before = fs::read(&settings).unwrap();
    machine.run_ok(["up", "--yes", "--no-import"]);
    assert_eq!(fs::read(&settings).unwrap(), before);
    let client = || machine.run_json(&["status"])["clients"][0].clone();
    assert_eq!(client()["state"], "ok", "{}", client());

    machine.run_ok(["install", "claude"]);
    assert_eq!(client()["state"], "open", "{}", client());
}

/// Runs the plugin's script with a search path of `path`.
fn run_script(machine: &Machine, path: &str, args: &[&str], payload: &str) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins/palimp/palimp.sh");
    let mut shell = Command::new("/bin/sh");
    shell.arg(script).args(args).env_clear().env("HOME", machine.user_home()).env("PATH", path);
    run_with_input(&mut shell, payload.as_bytes())
}

#[test]
fn script_without_palimp_says_so_at_session_start() {
    let machine = machine();
    for name in EVENTS {
        let payload = machine.recorded_payload("claude", &format!("{name}.json"));
        let output =
            run_script(&machine, "/usr/bin:/bin", &["hook", "claude", "--plugin"], &payload);
        assert!(output.status.success(), "{name}");
        let said = String::from_utf8(output.stdout).unwrap();
        match name {
            "SessionStart.startup" => {
                let said: serde_json::Value = serde_json::from_str(&said).unwrap();
                assert!(said["systemMessage"].as_str().unwrap().contains("cargo install"));
            }
            _ => assert_eq!(said, "", "{name}"),
        }
    }
    let server = run_script(&machine, "/usr/bin:/bin", &["mcp"], "");
    assert!(!server.status.success() && server.stdout.is_empty());
}

#[test]
fn script_finds_palimp_in_local_bin() {
    let machine = machine();
    let bin = machine.user_home().join(".local/bin");
    fs::create_dir_all(&bin).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_palimp"), bin.join("palimp")).unwrap();
    let output = run_script(&machine, "/usr/bin:/bin", &["--version"], "");
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("palimp "));
}

#[test]
fn program_in_cache_gets_warning() {
    let machine = machine();
    for (dir, warned) in
        [(".cache/uv/archive-v0/x/bin", true), (".npm/_npx/x", true), ("bin", false)]
    {
        let dir = machine.user_home().join(dir);
        fs::create_dir_all(&dir).unwrap();
        let program = dir.join("palimp");
        fs::hard_link(env!("CARGO_BIN_EXE_palimp"), &program)
            .or_else(|_| fs::copy(env!("CARGO_BIN_EXE_palimp"), &program).map(|_| ()))
            .unwrap();
        let mut install = Command::new(program);
        install.args(["install", "claude", "--dry-run"]).env_clear();
        let output = run_with_input(install.env("HOME", machine.user_home()), b"");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.contains("runs from a cache"), warned, "{dir:?}: {said}");
    }
}
