//! Five clients with settings of their user, connected by the first version.

use std::fs;
use std::path::Path;

use palimp_testing::Machine;
use serde_json::json;

use crate::put;

/// What stood in the clients' files before.
const FILES: [(&str, &str); 6] = [
    (
        ".claude/settings.json",
        "{\n  // mine: the good model\n  \"model\": \"opus\",\n  \"permissions\": { \"allow\": [\"Bash(cargo *)\"] },\n  \"hooks\": {\n    \"Stop\": [ { \"hooks\": [ { \"type\": \"command\", \"command\": \"say done\" } ] } ],\n  },\n}\n",
    ),
    (
        ".claude.json",
        "{\"numStartups\":12,\"mcpServers\":{\"github\":{\"command\":\"gh-mcp\"}},\"projects\":{\"/home/dev/app\":{\"allowedTools\":[]}}}",
    ),
    (
        ".codex/config.toml",
        "# 나의 설정\nmodel = \"gpt-5.2-codex\"\napproval_policy = \"on-request\"\n\n[mcp_servers.docs]\ncommand = \"docs-mcp\"   # theirs\n",
    ),
    (
        ".gemini/settings.json",
        "{\n\t\"theme\": \"GitHub\",\n\t\"mcpServers\": {},\n\t\"hooks\": {\"AfterTool\": []}\n}\n",
    ),
    (
        ".config/opencode/opencode.jsonc",
        "{\n  \"$schema\": \"https://opencode.ai/config.json\",\n  // small and quick\n  \"model\": \"anthropic/claude-haiku-4-5\",\n}\n",
    ),
    (".copilot/mcp-config.json", "{\r\n  \"mcpServers\": {}\r\n}\r\n"),
];

/// A session that Claude Code recorded before palimp came, its memory of the project, and the
/// project's own rules.
pub(crate) fn connect_clients(machine: &Machine) {
    for (path, text) in FILES {
        put(&machine.user_home().join(path), text);
        put(&machine.root().join("before").join(path), text);
    }
    records(machine);
    // The records of the past are the clients' too, and stay as they are.
    copy_records(machine);
    settings(machine);
    machine.run_ok(["up", "--yes"]);
    assert!(machine.home().join("installs.json").exists());
    assert!(machine.clients_now().len() > machine.clients_before().len(), "nothing was connected");
}

fn records(machine: &Machine) {
    let claude = machine.user_home().join(".claude/projects/-home-dev-app");
    let transcript = machine.recorded_payload("claude", "transcript.main.jsonl");
    put(&claude.join("11111111-2222-4333-8444-555555555555.jsonl"), &transcript);
    put(
        &claude.join("memory/databases.md"),
        "# Databases\n\n- The integration database listens on port 5544.\n- 마이그레이션은 sqlx로 한다.\n",
    );
    put(
        &machine.project().join("CLAUDE.md"),
        "# app\n\n- 커밋 메시지는 명령형으로 쓴다.\n- Run `just check` before a push.\n",
    );
    put(
        &machine.user_home().join("docs/handbook.md"),
        "# Handbook\n\nThe on-call rota changes on Tuesdays. 당직표는 화요일에 바뀐다.\n",
    );
}

fn copy_records(machine: &Machine) {
    for (path, bytes) in machine.clients_now() {
        let copy = machine.root().join("before").join(path);
        fs::create_dir_all(copy.parent().unwrap_or(Path::new("/"))).expect("a directory");
        fs::write(copy, bytes).expect("a file");
    }
}

/// Keys that are not at their defaults, and some that palimp does not know.
fn settings(machine: &Machine) {
    for (key, value) in [
        ("capture.maxChars", "1500"),
        ("capture.tools", "[\"Read\", \"mcp__*\"]"),
        ("capture.skipPaths", "[\"*.lock\", \"generated/*\"]"),
        ("inject.minScore", "0.42"),
        ("inject.maxChars", "8000"),
        ("flush.every", "6"),
        ("flush.language", "auto"),
        // So that the home loses nothing to its age, whenever the tests run.
        ("memory.retentionDays", "36500"),
        ("search.maxResults", "8"),
        ("search.vectorWeight", "0.6"),
        ("index.chunkTokens", "300"),
        ("index.extraPaths", "[\"~/docs\"]"),
        ("redaction.allow", "[\"dev@example.com\"]"),
        ("session.reset.mode", "idle"),
        ("contextPruning.ttl", "10m"),
    ] {
        machine.run_ok(["config", "set", key, value]);
    }
    let obsidian = machine.user_home().join("Obsidian");
    put(&obsidian.join(".obsidian/app.json"), "{}");
    machine.run_ok(["init", "--agent", "job", "--vault", obsidian.to_str().expect("text")]);
    let path = machine.home().join("settings.json");
    let text = fs::read_to_string(&path).expect("settings");
    let mut settings: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    settings["mine"] = json!({ "note": "palimp leaves this alone", "list": [1, 2] });
    settings["agents"]["job"]["projects"] = json!(["payroll"]);
    fs::write(&path, serde_json::to_string_pretty(&settings).expect("JSON") + "\n")
        .expect("settings");
    assert_eq!(machine.run_json(&["config", "get", "inject.minScore"])["value"], 0.42);
}
