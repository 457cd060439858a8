//! The importance of what was captured, and how later work raises it.

use palimp_testing::Machine;
use serde_json::json;

use crate::machine;

fn edit(machine: &Machine, session: &str, file: &str, new: &str) {
    let path = machine.project().join(file);
    let fields = json!({
        "tool_name": "Edit", "tool_response": {},
        "tool_input": { "file_path": path, "old_string": "before", "new_string": new },
    });
    machine.hook("claude", &machine.claude_payload("PostToolUse", session, fields));
}

fn fail(machine: &Machine, session: &str, command: &str, said: &str) {
    let fields = json!({
        "tool_name": "Bash", "tool_input": { "command": command },
        "error": format!("Exit code 101\n{said}"),
    });
    machine.hook("claude", &machine.claude_payload("PostToolUseFailure", session, fields));
}

fn stop(machine: &Machine, session: &str) {
    machine.hook("claude", &machine.claude_payload("Stop", session, json!({})));
}

/// The importance of each observation, the newest first.
fn importance(machine: &Machine) -> Vec<i64> {
    let rows = machine.run_json(&["recent"]);
    rows.as_array().unwrap().iter().map(|row| row["importance"].as_i64().unwrap()).collect()
}

#[test]
fn failure_is_important_by_its_exit_code_alone() {
    let machine = machine();
    machine.hook_bash("s", "git status", "clean");
    let warned = json!({
        "tool_name": "Bash", "tool_input": { "command": "npm install" },
        "tool_response": { "stdout": "", "stderr": "npm warn deprecated ".repeat(20), "interrupted": false },
    });
    machine.hook("claude", &machine.claude_payload("PostToolUse", "s", warned));
    fail(&machine, "s", "cargo test", "error: it panicked");
    assert_eq!(importance(&machine), [3, 2, 1], "it failed; it changes something; it reads");
}

#[test]
fn file_edited_again_and_again_rises() {
    let machine = machine();
    ["one", "two", "three"].iter().for_each(|new| edit(&machine, "s", "src/theme.ts", new));
    edit(&machine, "s", "src/other.ts", "once");
    stop(&machine, "s");
    assert_eq!(importance(&machine), [2, 3, 2, 2], "its last edit rises");
}

#[test]
fn command_that_ended_a_failure_rises() {
    let machine = machine();
    fail(&machine, "s", "cargo test -p shop", "error: it panicked");
    machine.hook_bash("s", "git commit -m wip", "ok");
    machine.hook_bash("s", "cargo test", "ok");
    stop(&machine, "s");
    assert_eq!(importance(&machine), [3, 2, 3]);
}

#[test]
fn failure_that_comes_back_rises_above_failures() {
    let machine = machine();
    for session in ["one", "two"] {
        fail(&machine, session, "cargo test", "error: it panicked");
        stop(&machine, session);
    }
    fail(&machine, "two", "cargo build", "error: it is another");
    stop(&machine, "two");
    assert_eq!(importance(&machine), [3, 4, 3]);
}

#[test]
fn raised_observation_is_found_before_others() {
    let machine = machine();
    ["walrus a", "walrus b", "walrus c"].iter().for_each(|new| edit(&machine, "s", "a.ts", new));
    edit(&machine, "s", "b.ts", "walrus d");
    stop(&machine, "s");
    let found = machine.run_json(&["search", "--source", "observations", "walrus"]);
    assert_eq!(found["hits"][0]["id"], 3, "{found:#}");
}
