//! What the README promises and no other test shows as a whole.

use std::fs;
use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;

use palimp_testing::{Machine, run_with_input};
use serde_json::{Value, json};

use crate::machine;

/// A session of Claude Code that begins, is asked, changes a file, answers and ends.
fn session(machine: &Machine) -> Vec<Value> {
    let file = machine.project().join("src/theme.ts");
    let edit = json!({ "file_path": file, "old_string": "light", "new_string": "dark" });
    let said =
        "Dark mode is in: we decided to use CSS variables.\n\nRemaining:\n- darken the footer";
    [
        ("SessionStart", json!({ "source": "startup" })),
        ("UserPromptSubmit", json!({ "prompt": "add dark mode", "prompt_id": "p1" })),
        ("PostToolUse", json!({ "tool_name": "Edit", "tool_input": edit, "tool_response": {} })),
        ("Stop", json!({ "last_assistant_message": said, "prompt_id": "p1" })),
        ("SessionEnd", json!({ "reason": "other" })),
    ]
    .into_iter()
    .map(|(event, fields)| machine.claude_payload(event, "one", fields))
    .collect()
}

#[test]
fn what_one_agent_did_is_told_to_the_next_whichever_it_is() {
    let machine = machine();
    session(&machine).iter().for_each(|event| drop(machine.hook("claude", event)));
    let mut next: Value =
        serde_json::from_str(&machine.recorded_payload("codex", "SessionStart.startup.json"))
            .unwrap();
    next["cwd"] = json!(machine.project());
    let answer: Value = serde_json::from_str(&machine.hook("codex", &next)).unwrap();
    let told = answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap();
    assert!(told.contains("add dark mode"), "{told}");
}

/// Where every service and every proxy would be asked.
const ADDRESSES: &[&str] = &[
    "ANTHROPIC_BASE_URL",
    "OPENAI_BASE_URL",
    "GOOGLE_GEMINI_BASE_URL",
    "OLLAMA_HOST",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "http_proxy",
    "https_proxy",
    "all_proxy",
];

/// The processes on this machine's home that are there.
fn processes(machine: &Machine) -> usize {
    let home = format!("HOME={}", machine.user_home().display());
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let has_home = |process: &Path| {
        let variables = fs::read(process.join("environ")).unwrap_or_default();
        variables.split(|byte| *byte == 0).any(|variable| variable == home.as_bytes())
    };
    all.filter(|process| has_home(&process.path())).count()
}

#[test]
fn a_session_asks_no_service_costs_no_token_and_leaves_no_process() {
    let machine = machine();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let run = |args: &[&str], input: &str| {
        let mut command = machine.command(args);
        command.envs(ADDRESSES.iter().map(|name| (name, &address)));
        let keys = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"];
        command.envs(keys.map(|name| (name, "a key of nobody")));
        let output = run_with_input(&mut command, input.as_bytes());
        assert!(output.status.success(), "{args:?}");
    };
    session(&machine).iter().for_each(|event| run(&["hook", "claude"], &event.to_string()));
    run(&["flush"], "");
    run(&["reflect"], "");
    run(&["search", "dark mode"], "");
    run(&["context", "--prompt", "which colours does dark mode use?"], "");
    assert_eq!(machine.run_json(&["status"])["flush"]["tokensToday"], 0);
    let mut server = machine.command(["mcp"]).stdin(Stdio::piped()).spawn().unwrap();
    // What has just begun may not show its variables yet.
    let is_seen = (0..500).any(|_| processes(&machine) > 0);
    assert!(is_seen, "one that is there is seen");
    drop(server.stdin.take());
    server.wait().unwrap();
    // Each look takes some milliseconds, in which what condenses behind a session ends.
    let ends = (0..500).any(|_| {
        machine.run_ok(["status"]);
        processes(&machine) == 0
    });
    assert!(ends, "{} are left", processes(&machine));
    assert_eq!(listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
}
