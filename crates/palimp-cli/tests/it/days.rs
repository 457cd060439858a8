//! A home that is used day after day stays in order, and its hooks do not come to do more.
//! `cargo xtask prove age` lives half a year.

use std::collections::BTreeSet;
use std::fs;

use palimp_testing::Machine;
use palimp_testing::life::Life;
use palimp_testing::steps::watch;
use serde_json::{Value, json};

use crate::machine;

/// Two sessions a day, each with one turn.
const DAYS: u64 = 14;
const RETENTION: u64 = 9;

/// A machine on which days went by.
fn used(days: u64) -> Machine {
    let machine = machine();
    machine.run_ok(["config", "set", "memory.retentionDays", &RETENTION.to_string()]);
    Life { days, sessions: 2, events: 9 }.live_on(&machine, &mut |_| ());
    machine
}

#[test]
fn days_go_by_and_leave_what_the_settings_say() {
    let machine = used(DAYS);
    let days = fs::read_dir(machine.home().join("vault/episodes/live")).unwrap().count();
    assert!(days as u64 > DAYS / 2, "whatever was worth keeping stands under its own day: {days}");
    retained(&machine);
    assert_eq!(machine.run_json(&["flush"])["messages"], 0, "every night left nothing");
    assert_eq!(machine.run_json(&["stats"])["messages"], DAYS * 2 * 2);
    let spool = fs::read_dir(machine.home().join("spool")).map_or(0, Iterator::count);
    assert_eq!(spool, 0);
    assert!(machine.run_ok(["doctor"]).contains(": no damage"));
    let new = used(1);
    for (event, fields) in [
        ("PostToolUse", edit()),
        ("PreToolUse", edit()),
        ("PreToolUse", json!({ "tool_name": "Bash", "tool_input": { "command": "npm install" } })),
        ("Stop", json!({ "last_assistant_message": "I did.", "prompt_id": "p" })),
    ] {
        let [old, new] = [&machine, &new].map(|machine| calls(machine, event, &fields));
        assert!(old * 10 <= new * 12, "{event}: {old} system calls, {new} in a new home");
    }
}

/// What is older than the settings say is gone, as far as the daily run takes in a day, and what is
/// younger is there.
fn retained(machine: &Machine) {
    let rows = machine.run_json(&["recent", "-n", "1000"]);
    let rows = rows.as_array().unwrap();
    // Sessions are numbered from 0.
    let session = |row: &Value| -> u64 {
        let id = row["sessionId"].as_str().unwrap();
        id.strip_prefix("session-").unwrap().parse().unwrap()
    };
    let [gone, kept] = [(DAYS - RETENTION - 3) * 2, (DAYS - RETENTION + 1) * 2];
    let others = rows.iter().filter(|row| row["type"] != "error").map(session);
    let others: BTreeSet<_> = others.collect();
    assert!(others.range(..gone).next().is_none(), "{others:?}");
    assert!((kept..DAYS * 2).all(|session| others.contains(&session)), "{others:?}");
    assert!(rows.iter().any(|row| session(row) < gone), "failures stay");
}

fn edit() -> Value {
    let input = json!({ "file_path": "a.rs", "old_string": "a", "new_string": "b" });
    json!({ "tool_name": "Edit", "tool_input": input })
}

/// How many system calls a hook makes in a home with an index, which a file's first touch reads.
fn calls(machine: &Machine, event: &str, fields: &Value) -> usize {
    machine.run_ok(["search", "anything"]);
    let payload = machine.claude_payload(event, "another", fields.clone()).to_string();
    let mut hook = machine.command(["hook", "claude"]);
    // Writing its statements down would be calls of its own.
    hook.env_remove("PALIMP_STATEMENTS");
    let run = watch(&mut hook, payload.as_bytes(), machine.root()).unwrap();
    assert!(run.status.success() && !run.steps.is_empty(), "{run:?}");
    run.calls
}
