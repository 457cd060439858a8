//! Cursor as its documents and its package describe it, for it does not run here: every hook of
//! `~/.cursor/hooks.json` is called, and with it those of Claude Code's settings, all at once, by a
//! shell, with the same event on standard input.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::process::{Child, Command, Stdio};

use palimp_testing::Machine;
use serde_json::{Value, json};

use crate::bootstrap::sources;
use crate::{contents, machine};

const RULE: &str = "Deploys go through make promote; never push to production by hand, ask Mina.";

/// What Cursor calls the events of Claude Code.
const CLAUDES: [(&str, &str); 7] = [
    ("SessionStart", "sessionStart"),
    ("UserPromptSubmit", "beforeSubmitPrompt"),
    ("PostToolUse", "postToolUse"),
    ("Stop", "stop"),
    ("SubagentStop", "subagentStop"),
    ("PreCompact", "preCompact"),
    ("SessionEnd", "sessionEnd"),
];

/// A machine with a rule in its notes, that is connected to `clients`.
fn connected(clients: &[&str]) -> Machine {
    let machine = machine();
    let vault = machine.home().join("vault");
    fs::create_dir_all(&vault).unwrap();
    fs::write(vault.join("MEMORY.md"), RULE).unwrap();
    for client in clients {
        machine.run_ok(["install", client]);
    }
    machine
}

fn settings(machine: &Machine, name: &str) -> Value {
    let text = fs::read_to_string(machine.user_home().join(name)).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// The hooks that Cursor runs on `event`, each command and what it matches; none of a file with an
/// event that it does not know.
fn hooks(machine: &Machine, event: &str) -> Vec<(String, String)> {
    let own = settings(machine, ".cursor/hooks.json");
    let known = |name: &String| name != "madeUp";
    let valid = own["version"] == 1 && own["hooks"].as_object().unwrap().keys().all(known);
    let mut found: Vec<Value> = Vec::new();
    if valid {
        found.extend(own["hooks"][event].as_array().cloned().unwrap_or_default());
    }
    let claudes = settings(machine, ".claude/settings.json");
    for (name, _) in CLAUDES.iter().filter(|(_, ours)| *ours == event) {
        for group in claudes["hooks"][name].as_array().into_iter().flatten() {
            let matcher = group["matcher"].as_str().unwrap_or("*");
            let matcher = matcher.replace("Bash", "Shell").replace("Edit", "Write");
            for hook in group["hooks"].as_array().unwrap() {
                found.push(json!({ "command": hook["command"], "matcher": matcher }));
            }
        }
    }
    let text = |hook: &Value, key: &str| hook[key].as_str().unwrap_or("*").to_owned();
    let mut once = BTreeMap::new();
    let unique = found.iter().filter(|hook| once.insert(text(hook, "command"), ()).is_none());
    unique.map(|hook| (text(hook, "command"), text(hook, "matcher"))).collect()
}

fn matches(matcher: &str, tool: &str) -> bool {
    let names = matcher.trim_start_matches("^(").trim_end_matches(")$");
    matcher == "*" || names.split('|').any(|name| name == tool)
}

fn begin(machine: &Machine, line: &str, payload: &str) -> Child {
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", line]).env_clear().current_dir(machine.root());
    shell.env("HOME", machine.user_home()).env("PATH", "/usr/bin:/bin").env("TZ", "UTC");
    shell.env("CURSOR_VERSION", "2.6.0").env("CURSOR_PROJECT_DIR", machine.project());
    shell.env("CLAUDE_PROJECT_DIR", machine.project());
    shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = shell.spawn().unwrap();
    child.stdin.take().unwrap().write_all(payload.as_bytes()).unwrap();
    child
}

/// Calls all hooks of an event, which is recorded under `name`; answers what each of them said.
fn fire(machine: &Machine, name: &str) -> Vec<Value> {
    let payload = machine.recorded_payload("cursor", &format!("{name}.json"));
    let event = name.split('.').next().unwrap();
    let tool = serde_json::from_str::<Value>(&payload).unwrap()["tool_name"].clone();
    let wanted =
        |(_, matcher): &(String, String)| tool.as_str().is_none_or(|it| matches(matcher, it));
    let hooks: Vec<_> = hooks(machine, event).into_iter().filter(wanted).collect();
    let children: Vec<_> = hooks.iter().map(|(line, _)| begin(machine, line, &payload)).collect();
    let answer = |child: Child| {
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{name}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{name}");
        match output.stdout.as_slice() {
            // A hook of Claude Code's may say nothing.
            [] => Value::Null,
            said => serde_json::from_slice(said).unwrap(),
        }
    };
    children.into_iter().map(answer).collect()
}

/// The contexts among answers, which Cursor puts together.
fn told(answers: &[Value]) -> Vec<&str> {
    answers.iter().filter_map(|answer| answer["additional_context"].as_str()).collect()
}

/// A session, with what the hooks answered to its start.
fn session(machine: &Machine) -> Vec<Value> {
    let start = fire(machine, "sessionStart");
    for name in [
        "beforeSubmitPrompt",
        "postToolUse.Shell",
        "postToolUse.Write",
        "postToolUse.Shell-exit1",
        "postToolUse.Delete",
        "postToolUseFailure.Shell-timeout",
        "postToolUseFailure.Write-denied",
    ] {
        fire(machine, name);
    }
    for name in ["afterAgentResponse", "stop", "sessionEnd"] {
        assert!(told(&fire(machine, name)).is_empty(), "{name}");
    }
    start
}

fn check(machine: &Machine) {
    let kept = contents(machine);
    let says = ["oops", "make test", "new.txt", "old.txt"];
    assert_eq!(kept.len(), says.len(), "{kept:#?}");
    for says in says {
        assert!(kept.iter().any(|kept| kept.contains(says)), "{says} in {kept:#?}");
    }
    let said = machine.run_json(&["timeline"]);
    let said = said.as_array().unwrap().iter().filter(|it| it["kind"] == "message");
    let said: Vec<_> = said.map(|it| (it["role"].clone(), it["content"].clone())).collect();
    let expected = [("user", "@@main do the thing"), ("assistant", "all done main")];
    assert_eq!(said, expected.map(|(role, text)| (json!(role), json!(text))));
}

#[test]
fn a_session_of_cursor_is_kept_told_and_found() {
    let machine = connected(&["cursor"]);
    let start = session(&machine);
    let [context] = told(&start)[..] else { panic!("{start:?}") };
    assert!(
        context.starts_with("<memory-context") && context.contains("make promote"),
        "{context}"
    );
    check(&machine);
    for (query, finds) in [("all done main", "all done main"), ("new.txt", "new.txt")] {
        let found = machine.run_json(&["search", query]).to_string();
        assert!(found.contains(finds), "{query}: {found}");
    }
    let summary = machine.run_json(&["sessions"]).to_string();
    assert!(summary.contains("new.txt"), "{summary}");
    let clients = machine.run_json(&["status"])["clients"].to_string();
    assert!(clients.contains("\"client\":\"cursor\",\"well\":true"), "{clients}");
}

#[test]
fn what_is_known_of_a_file_comes_with_its_first_touch() {
    let machine = connected(&["cursor"]);
    machine.run_ok([
        "save",
        "--kind",
        "decision",
        "a.txt is made by the build, never edit it by hand",
    ]);
    machine.run_ok(["index"]);
    let answers = fire(&machine, "postToolUse.Read");
    assert!(told(&answers)[0].contains("a.txt is made by the build"), "{answers:?}");
    assert_eq!(fire(&machine, "postToolUse.Read"), [json!({})]);
}

#[test]
fn whoever_has_palimp_in_claude_code_too_is_captured_and_told_once() {
    for clients in [["cursor", "claude"], ["claude", "cursor"]] {
        let machine = connected(&clients);
        let start = session(&machine);
        assert_eq!((start.len(), told(&start).len()), (2, 1), "{start:?}");
        check(&machine);
    }
}

#[test]
fn the_hooks_of_claude_code_answer_where_cursors_own_do_not_run() {
    let machine = connected(&["claude"]);
    let start = fire(&machine, "sessionStart");
    assert_eq!(told(&start).len(), 1, "{start:?}");
    // Cursor reads nothing of a file with an event that it does not know.
    let machine = connected(&["claude", "cursor"]);
    let path = machine.user_home().join(".cursor/hooks.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"hooks\": {", "\"hooks\": {\n    \"madeUp\": [],", 1))
        .unwrap();
    let start = fire(&machine, "sessionStart");
    assert_eq!((start.len(), told(&start).len()), (1, 1), "{start:?}");
    let status = machine.run_ok(["status"]);
    assert!(status.contains("madeUp"), "{status}");
}

#[test]
fn a_hook_that_has_nothing_to_say_says_so() {
    let machine = machine();
    let said = |input: &str| {
        let output = machine.run_with(["hook", "cursor"], input.as_bytes());
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    let unknown = r#"{"conversation_id":"c","hook_event_name":"later","cursor_version":"9"}"#;
    let recorded = machine.recorded_payload("cursor", "beforeSubmitPrompt.json");
    for input in ["", "no JSON", "{}", "[]", unknown, &recorded] {
        assert_eq!(said(input), "{}", "{input}");
    }
    fs::create_dir_all(machine.home()).unwrap();
    machine.run_ok(["config", "set", "memory.enabled", "false"]);
    assert_eq!(said(&recorded), "{}");
}

#[test]
fn a_record_adds_nothing_to_what_hooks_told() {
    let machine = connected(&["cursor"]);
    session(&machine);
    let before = machine.run_json(&["timeline"]);
    let id = before[0]["sessionId"].as_str().unwrap();
    let record = format!(".cursor/projects/app/agent-transcripts/{id}.jsonl");
    let said =
        |role: &str, content: Value| json!({ "role": role, "message": { "content": content } });
    sources::lines(
        &machine.user_home().join(record),
        &[
            said("user", json!("<user_query>\n@@main do the thing\n</user_query>")),
            said(
                "assistant",
                json!([{ "type": "tool_use", "name": "Shell", "input": { "command": "make test" } }]),
            ),
            said("assistant", json!([{ "type": "text", "text": "all done main" }])),
        ],
    );
    machine.run_ok(["bootstrap", "--from", "cursor"]);
    assert_eq!(machine.run_json(&["timeline"]), before);
}
