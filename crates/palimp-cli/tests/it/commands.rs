//! The commands that a person runs.

use palimp_testing::Machine;
use serde_json::json;

use crate::{contents, machine};

#[test]
fn before_anything_was_captured_commands_say_so_and_succeed() {
    let machine = machine();
    for args in [
        &["recent"][..],
        &["search", "x"],
        &["stats"],
        &["tokens"],
        &["sessions"],
        &["timeline"],
        &["context"],
        &["injections"],
        &["status"],
        &["doctor"],
        &["scan"],
        &["cleanup"],
        &["export"],
        &["forget", "xyz"],
    ] {
        let output = machine.run(args);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        let json = machine.run(args.iter().copied().chain(["--json"]));
        assert!(json.status.success(), "{args:?}");
        if args[0] != "export" {
            serde_json::from_slice::<serde_json::Value>(&json.stdout).expect(args[0]);
        }
    }
    assert!(!machine.home().exists(), "looking makes nothing");
}

#[test]
fn wrong_calls_are_told_from_failures() {
    let machine = machine();
    machine.hook_bash("s", "git push", "ok");
    for (args, code, words) in [
        (&["nonsense"][..], 2, "unrecognized subcommand"),
        (&["search"], 2, "required"),
        (&["search", " "], 2, "without a query"),
        (&["recent", "--type", "wrong"], 2, "file_edit, command, error, observation"),
        (&["recent", "--since", "yesterday-ish"], 2, "cannot parse date"),
        (&["recent", "--client", "vim"], 2, "no client 'vim'"),
        (&["install", "vim"], 2, "vim"),
        (&["config", "get", "capture.maxchars"], 2, "did you mean capture.maxChars?"),
        (&["config", "set", "capture.maxChars", "many"], 2, "whole number from 100"),
        (&["config", "set", "inject.sections", "weather"], 2, "does not accept 'weather'"),
        (&["pin", "999"], 1, "cannot find observation #999"),
        (&["pin", "x"], 2, "as an observation number"),
        (&["forget", "x"], 2, "it would match everything"),
        (&["import", "/no/such/file"], 1, "No such file"),
        (&["recent", "--agent", "../x"], 2, "as an agent id"),
    ] {
        let output = machine.run(args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
        assert!(output.stdout.is_empty(), "{args:?}");
        let json = machine.run(args.iter().copied().chain(["--json"]));
        let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect(words);
        assert!(json["error"].is_string(), "{args:?}: {json}");
    }
    let json = machine.run(["search", "--json"]).stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert!(json["error"].as_str().unwrap().contains("<QUERY>"), "what is missing: {json}");
}

#[test]
fn clients_are_known_by_the_names_of_their_programs() {
    let machine = machine();
    machine.hook_bash("s", "git push", "ok");
    for name in ["claude", "claude-code", "Claude Code"] {
        assert!(machine.run_ok(["recent", "--client", name]).contains("git push"), "{name}");
    }
    assert!(machine.run(["install", "gemini-cli", "--dry-run"]).status.success());
}

/// What a failure says of what to do next.
const NEXT: [&str; 13] = [
    "`palimp ", "palimp search \"", "write ", "use ", "did you mean", "'--help'", "similar: ",
    "hint: ", "Hint: ", "at least", "such as ", "name a", "Install it",
];

#[test]
fn every_failure_says_what_to_do_next() {
    let machine = machine();
    machine.hook_bash("s", "git push", "ok");
    machine.run_ok(["save", "--everywhere", "--kind", "decision", "otters hold hands"]);
    machine.run_ok(["export", "memory.jsonl"]);
    for (args, what) in [
        (&["nonsense"][..], "nonsense"),
        (&["serch", "x"], "'search', 'bench'"),
        (&["search"], "QUERY"),
        (&["search", " "], "without a query"),
        (&["recent", "--type", "wrong"], "wrong"),
        (&["recent", "--since", "yesterday-ish"], "yesterday-ish"),
        (&["recent", "--client", "vim"], "vim"),
        (&["recent", "--agent", "../x"], "../x"),
        (&["recent", "-i"], "-i"),
        (&["install", "vim"], "vim"),
        (&["config", "get", "capture.maxchars"], "capture.maxchars"),
        (&["pin", "999"], "#999"),
        (&["pin", "x"], "'x'"),
        (&["forget", "x"], "it would match everything"),
        (&["forget", "otters"], "no terminal"),
        (&["show", "999"], "#999"),
        (&["show", "m999"], "m999"),
        (&["show", "what"], "'what'"),
        (&["show", "nope.md"], "nope.md"),
        (&["read", "nope.md"], "nope.md"),
        (&["read", "decision.md"], "similar: shared/decisions.md"),
        (&["import", "/no/such/file"], "/no/such/file"),
        (&["import", "memry.jsonl"], "similar: memory.jsonl"),
        // A directory is none that could be meant.
        (&["import", "/tmq"], "name a file of `palimp export`"),
        (&["tour"], "Enter"),
        (&["edit", ""], "a note needs a path"),
        (&["review", "accept", ""], "no proposal id given"),
        (&["review", "confirm", ""], "no fact id given"),
        (&["bootstrap", "--from", "chatgpt:"], "no path after chatgpt"),
        (&["mcp", "--http", "127.0.0.1:0", "--token-file", "/nope"], "/nope"),
        (&["--home", "memory.jsonl", "save", "x"], "memory.jsonl: a file is in the way"),
        (&["--home", "memory.jsonl/x", "up", "--yes"], "x: a file is in the way"),
        (&["--home", "memory.jsonl/x", "search", "x"], "x: a file is in the way"),
        (&["team", "policy"], "--approvals <N>"),
        (&["run", "codex", "--", "hi"], "there is no program `codex`"),
    ] {
        let output = machine.run(args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(what), "{args:?}: {said}");
        let is_next = |next: &str| said.contains(next) || said.contains("leave out -i");
        assert!(NEXT.iter().any(|next| is_next(next)), "{args:?} leaves one alone: {said}");
    }
}

#[test]
fn pinned_observations_and_failures_outlive_their_age() {
    let machine = machine();
    for name in ["one", "two"] {
        machine.hook_bash("s", &format!("git commit -m {name}"), "ok");
    }
    machine.hook("claude", &machine.claude_payload("PostToolUseFailure", "s", json!({"tool_name": "Bash", "tool_input": {"command": "git push"}, "error": "Exit code 1\nno"})));
    machine.run_ok(["recent"]);
    machine.execute_sql("UPDATE observations SET created_at = created_at - 100 * 86400000");
    machine.run_ok(["pin", "#1"]);
    assert_eq!(
        machine.run_json(&["cleanup", "--days", "90", "--dry-run"])["removed"]["observations"],
        1
    );
    machine.run_ok(["cleanup", "--days", "90"]);
    assert_eq!(contents(&machine).len(), 2);
    assert_eq!(
        machine.run_json(&["search", "two"])["hits"],
        json!([]),
        "full-text rows go with their rows"
    );
    machine.run_ok(["unpin", "1"]);
    machine.run_ok(["cleanup"]);
    assert_eq!(contents(&machine).len(), 1);
}

#[test]
fn the_retention_runs_once_a_day_by_itself() {
    let machine = machine();
    machine.hook_bash("s", "git commit -m old", "ok");
    machine.run_ok(["recent"]);
    machine.execute_sql("UPDATE observations SET created_at = created_at - 100 * 86400000");
    machine.run(["cleanup", "--due"]);
    assert_eq!(contents(&machine), [""; 0]);
    let marker = machine.home().join("locks/retention");
    assert!(!marker.exists());
    machine
        .hook("claude", &machine.claude_payload("SessionStart", "t", json!({"source": "startup"})));
    assert!(marker.exists());
}

#[test]
fn what_is_exported_comes_back_once() {
    let machine = machine();
    machine.hook(
        "claude",
        &machine.claude_payload(
            "UserPromptSubmit",
            "s",
            json!({"prompt": "안녕", "prompt_id": "p"}),
        ),
    );
    machine.hook_bash("s", "git commit -m 'JWT 인증'", "ok");
    machine.hook(
        "claude",
        &machine.claude_payload("Stop", "s", json!({"last_assistant_message": "done"})),
    );
    machine.run_ok(["pin", "1"]);
    let file = machine.root().join("memory.jsonl");
    machine.run_ok(["export", file.to_str().unwrap()]);
    let other = crate::machine();
    let first = other.run_json(&["import", file.to_str().unwrap()]);
    assert_eq!(
        first["imported"],
        json!({"sessions": 1, "observations": 1, "messages": 2, "known": 0, "rejected": []})
    );
    assert_eq!(other.run_json(&["import", file.to_str().unwrap()])["imported"]["known"], 4);
    assert_eq!(other.run_ok(["export"]), machine.run_ok(["export"]));
    assert_eq!(other.run_json(&["search", "인증"])["hits"].as_array().unwrap().len(), 1);
    let broken = other.run_with(["import", "-"], b"{\"kind\":\"nothing\"}\nnot json\n");
    assert_eq!(broken.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&broken.stderr).contains("2 lines"));
}

#[test]
fn settings_are_shown_with_their_source_and_keep_what_is_unknown() {
    let machine = machine();
    let path = machine.home().join("settings.json");
    std::fs::create_dir_all(machine.home()).unwrap();
    std::fs::write(&path, "{\"mine\": [1, 2], \"capture\": {\"other\": true}}").unwrap();
    assert_eq!(machine.run_json(&["config", "get", "capture.maxChars"])["source"], "default");
    machine.run_ok(["config", "set", "capture.maxChars", "500"]);
    let shown = machine.run_json(&["config", "get", "capture.maxChars"]);
    assert_eq!(
        (&shown["value"], &shown["source"], &shown["default"]),
        (&json!(500), &json!("settings.json"), &json!(2000))
    );
    let file: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(file, json!({"mine": [1, 2], "capture": {"other": true, "maxChars": 500}}));
    machine.run_ok(["config", "unset", "capture.maxChars"]);
    assert_eq!(machine.run_json(&["config", "get", "capture.maxChars"])["value"], 2000);
    assert!(machine.run_json(&["config", "list"]).as_array().unwrap().len() >= 12);
}

#[test]
fn settings_of_injection_and_search_and_retention_have_an_effect() {
    let machine = machine();
    for number in 0..9 {
        machine.hook_bash("s", &format!("git commit -m 'step {number}'"), "ok");
    }
    machine.hook("claude", &machine.claude_payload("Stop", "s", json!({})));
    assert_eq!(machine.run_json(&["search", "step"])["hits"].as_array().unwrap().len(), 6);
    machine.run_ok(["config", "set", "search.maxResults", "3"]);
    assert_eq!(machine.run_json(&["search", "step"])["hits"].as_array().unwrap().len(), 3);
    assert_eq!(
        machine.run_json(&["search", "step", "-n", "8"])["hits"].as_array().unwrap().len(),
        8
    );
    machine.run_ok(["config", "set", "inject.preset", "full"]);
    machine.run_ok(["config", "set", "inject.sections", "recent_sessions"]);
    let context = machine.run_ok(["context"]);
    assert!(
        context.contains("Recent Sessions") && !context.contains("Recent Changes"),
        "{context}"
    );
    machine.run_ok(["config", "set", "inject.maxChars", "300"]);
    assert!(machine.run_json(&["context"])["chars"].as_i64().unwrap() <= 300);
    machine.run_ok(["config", "set", "inject.maxChars", "0"]);
    let start = machine.claude_payload("SessionStart", "t", json!({"source": "startup"}));
    assert_eq!(machine.hook("claude", &start), "");
    machine.execute_sql("UPDATE observations SET created_at = created_at - 5 * 86400000");
    machine.run_ok(["config", "set", "memory.retentionDays", "4"]);
    machine.run_ok(["cleanup"]);
    assert_eq!(contents(&machine), [""; 0]);
    machine.run_ok(["config", "set", "capture.dedupeSeconds", "0"]);
    machine.hook_bash("u", "git push", "ok");
    machine.hook_bash("u", "git push", "ok");
    assert_eq!(contents(&machine).len(), 2);
}

#[test]
fn a_reader_who_leaves_early_is_no_error() {
    let machine = machine();
    for number in 0..300 {
        machine.hook_bash(
            "s",
            &format!("git commit -m 'number {number} {}'", "x".repeat(200)),
            "ok",
        );
    }
    let mut child = machine
        .command(["recent", "-n", "300"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn completions_name_every_verb() {
    let machine = machine();
    for shell in ["bash", "zsh", "fish"] {
        let script = machine.run_ok(["completions", shell]);
        for verb in ["search", "timeline", "uninstall", "forget"] {
            assert!(script.contains(verb), "{shell} {verb}");
        }
    }
}

#[test]
fn a_score_is_explained_part_by_part() {
    let machine = machine();
    machine.hook_bash("s", "git commit -m 'dark mode'", "ok");
    let hit = &machine.run_json(&["search", "dark mode"])["hits"][0];
    let parts = hit["parts"].as_object().unwrap();
    let part = |name: &str| parts[name].as_f64().unwrap();
    assert!(part("recency") > 0.039, "what was done just now is as recent as can be");
    assert!(part("project") > 0.0 && part("words") > 0.5);
    let sum: f64 = parts.values().map(|part| part.as_f64().unwrap()).sum();
    assert!((hit["score"].as_f64().unwrap() - sum).abs() < 1e-9);
    let said = machine.run_ok(["search", "--explain", "dark mode"]);
    assert!(said.contains("score") && said.contains("recency"), "{said}");
}

#[test]
fn settings_of_an_earlier_version_are_mapped_and_said_once() {
    let machine = machine();
    let path = machine.home().join("settings.json");
    std::fs::create_dir_all(machine.home()).unwrap();
    std::fs::write(&path, r#"{"inject": {"minScore": 0.9}, "mine": 1}"#).unwrap();
    let gate =
        |machine: &Machine| machine.run_json(&["config", "get", "inject.gate"])["value"].clone();
    assert_eq!(gate(&machine), "strict");
    let said = machine.run(["doctor"]);
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.contains("inject.minScore 0.9 is now inject.gate strict"), "{said}");
    machine.run(["doctor", "--fix"]);
    let file: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(file, json!({"inject": {"gate": "strict"}, "mine": 1}));
    let said = machine.run(["doctor"]);
    assert!(!String::from_utf8_lossy(&said.stdout).contains("minScore"));
    assert_eq!(gate(&machine), "strict");
}

#[test]
fn what_is_empty_or_misspelt_says_why_and_what_next() {
    let machine = machine();
    machine.hook_bash("s", "git push", "ok");
    machine.run_ok(["save", "we use pnpm"]);
    let none = machine.root().join("none");
    let (none, dir) = (none.to_str().unwrap(), machine.root().to_str().unwrap());
    for (call, code, says) in [
        (&["recent", "--project", "ap"][..], 0, "Unknown project 'ap'. Similar: app."),
        (&["timeline", "--project", "ap"], 0, "Similar: app."),
        (&["sessions", "--project", "ap"], 0, "Similar: app."),
        (&["injections", "--project", "zebra"], 0, "Nothing captured in project 'zebra'."),
        (&["timeline", "--session", "none"], 0, "Try without --project, --client, --session"),
        (&["search", "xyzzy", "--session", "zz"], 0, "Try without --project, --client, --session"),
        (&["search", "foo", "--home", none], 0, "hint: `palimp up`"),
        (&["search", "foo", "-n", "0"], 2, "cannot use '0': must be at least 1"),
        (&["recent", "-n", "many"], 2, "cannot use 'many': must be at least 1"),
        (&["recent", "-n", "-99999999999999999999999"], 2, "must be at least 1"),
        (&["recent", "-n", "99999999999999999999999"], 2, "the maximum is 9223372036854775807"),
        (&["recent", "-n", "9223372036854775808"], 2, "the maximum is 9223372036854775807"),
        (&["recent", "-n", "9223372036854775807", "--json"], 0, ""),
        (&["search", "foo", "--client", "cursr"], 2, "copilot, cursor or openclaw"),
        (&["search", "pnpm", "--agent", "wrok"], 0, "unknown agent 'wrok'; hint: main"),
        (&["list", "--agent", "wrok"], 0, "unknown agent 'wrok'; hint: main"),
        (&["history", "none.md"], 1, "cannot find note none.md"),
        (
            &["review", "r99"],
            1,
            "no pending proposal r99; hint: `palimp review` lists pending proposals",
        ),
        (&["review", "acept", "r99"], 2, "hint: `palimp review accept`"),
        (&["review", "zzzz", "r99"], 2, "an id follows accept, reject or show"),
        (&["import", dir], 1, "name a file of `palimp export`"),
    ] {
        let output = machine.run(call);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{call:?}: {said}");
        assert!(said.contains(says), "{call:?}: {said}");
    }
    let up = String::from_utf8_lossy(&machine.run(["up", "--home", none]).stdout).into_owned();
    assert!(up.contains("no agent is connected"), "{up}");
}

#[test]
fn old_command_works_with_a_hint() {
    let machine = machine();
    for (old, new) in [("injected", "injections"), ("summaries", "sessions"), ("stale", "anchors")]
    {
        let out = machine.command([old, "--json"]).output().unwrap();
        assert!(out.status.success(), "{old}: {out:?}");
        assert_eq!(out.stdout, machine.command([new, "--json"]).output().unwrap().stdout);
        let said = String::from_utf8(out.stderr).unwrap();
        assert!(said.contains(&format!("`{old}` is now called `{new}`")), "{said}");
    }
    let quiet = machine.command(["search", "stale"]).output().unwrap();
    assert!(!String::from_utf8(quiet.stderr).unwrap().contains("is now called"));
}
