//! A home that is used day after day stays in order, and its hooks do not come to do more.
//! `cargo xtask prove age` lives half a year.

use std::collections::BTreeSet;
use std::fs;

use palimp_testing::Machine;
use palimp_testing::life::Life;
use palimp_testing::steps::watch;
use serde_json::{Value, json};

use crate::machine;

const DAYS: u64 = 6;

fn used() -> Machine {
    let machine = machine();
    machine.ok(["config", "set", "memory.retentionDays", "2"]);
    Life { days: DAYS, sessions: 3, events: 16 }.live(&machine, &mut |_| ());
    machine
}

#[test]
fn days_go_by_and_leave_what_the_settings_say() {
    let machine = used();
    let days = fs::read_dir(machine.home().join("vault/episodes/live")).unwrap();
    assert_eq!(days.count() as u64, DAYS, "a note for each day");
    let rows = machine.json(&["recent", "-n", "1000"]);
    let rows = rows.as_array().unwrap();
    let session = |row: &Value| -> u64 {
        let id = row["sessionId"].as_str().unwrap();
        id.strip_prefix("session-").unwrap().parse().unwrap()
    };
    // Sessions are numbered from 0, three a day. On a machine that is busy a hook may have had no time
    // to start a daily run; the next one does.
    let [gone, kept] = [(DAYS - 4) * 3, (DAYS - 2) * 3];
    let others: BTreeSet<_> =
        rows.iter().filter(|row| row["type"] != "error").map(session).collect();
    assert!(others.range(..gone).next().is_none(), "{others:?}");
    assert!((kept..DAYS * 3).all(|session| others.contains(&session)), "{others:?}");
    assert!(rows.iter().any(|row| session(row) < gone), "failures stay");
    assert_eq!(machine.json(&["flush"])["messages"], 0, "every night left nothing");
    assert_eq!(machine.json(&["stats"])["messages"], DAYS * 3 * 4);
    let spool = fs::read_dir(machine.home().join("spool")).map_or(0, Iterator::count);
    assert_eq!(spool, 0);
    assert!(machine.ok(["doctor"]).contains("is sound"));
}

#[test]
fn a_hook_asks_the_system_for_hardly_more_in_an_old_home() {
    let (old, new) = (used(), machine());
    Life { days: 1, sessions: 1, events: 16 }.live(&new, &mut |_| ());
    old.ok(["status"]);
    new.ok(["status"]);
    for (event, fields) in [
        (
            "PostToolUse",
            json!({ "tool_name": "Edit", "tool_input": { "file_path": "a.rs", "old_string": "a", "new_string": "b" } }),
        ),
        ("Stop", json!({ "last_assistant_message": "I did.", "prompt_id": "p" })),
    ] {
        let calls = |machine: &Machine| {
            let payload = machine.claude(event, "another", fields.clone()).to_string();
            let mut hook = machine.command(["hook", "claude"]);
            let run = watch(&mut hook, payload.as_bytes(), machine.root()).unwrap();
            assert!(run.status.success() && !run.steps.is_empty());
            run.calls
        };
        let (old, new) = (calls(&old), calls(&new));
        assert!(
            old as f64 <= new as f64 * 1.3,
            "{event}: {old} calls in an old home, {new} in a new one"
        );
    }
}
