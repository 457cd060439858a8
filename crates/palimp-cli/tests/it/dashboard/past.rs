//! What one looks back at.

use palimp_testing::Machine;
use serde_json::json;

use super::Dashboard;
use crate::machine;

const ERROR: &str = "error: src/pool.rs:40: max_conns is not set";

fn fails(machine: &Machine, session: &str) {
    let payload = machine.claude_payload(
        "PostToolUseFailure",
        session,
        json!({
            "tool_name": "Bash", "tool_input": { "command": "cargo test -p pool" }, "error": ERROR,
        }),
    );
    machine.hook("claude", &payload);
}

fn edits(machine: &Machine, session: &str) {
    let path = machine.project().join("src/pool.rs");
    let payload = machine.claude_payload(
        "PostToolUse",
        session,
        json!({
            "tool_name": "Edit", "tool_response": { "filePath": path },
            "tool_input": { "file_path": path, "old_string": "a", "new_string": "b" },
        }),
    );
    machine.hook("claude", &payload);
}

fn ends(machine: &Machine, session: &str) {
    machine.hook(
        "claude",
        &machine.claude_payload("SessionEnd", session, json!({ "reason": "exit" })),
    );
}

#[test]
fn days_lead_to_their_sessions() {
    let machine = machine();
    for session in ["s1", "s2"] {
        edits(&machine, session);
        ends(&machine, session);
    }
    machine
        .execute_sql("UPDATE sessions SET ended_at = ended_at - 172800000 WHERE session_id = 's1'");
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let page = dashboard.page("time");
    assert_eq!(page.matches("<rect class=\"heat-4\"").count(), 2, "{page}");
    assert_eq!(page.matches("<rect class=\"heat-0\"").count(), 54);
    assert!(page.contains("<code>src/pool.rs</code>") || page.contains("src/pool.rs</code>"));
    assert!(page.contains("sessions: 2"), "{page}");
    let days: Vec<_> = page.split("href=\"").filter(|it| it.contains(";day=")).collect();
    let lead = |to: &str| {
        let path = to.split('"').next().unwrap().replace("&amp;", "&");
        dashboard.page(path.strip_prefix(&dashboard.base).unwrap())
    };
    assert_eq!(days.len(), 4, "two squares and two rows");
    let first = lead(days[0]);
    assert!(first.contains("sessions/s1\"") && !first.contains("sessions/s2\""), "{first}");
    let second = lead(days[1]);
    assert!(second.contains("sessions/s2\"") && !second.contains("sessions/s1\""), "{second}");
    assert!(dashboard.page("time?client=codex").contains("No sessions captured"));
}

#[test]
fn page_of_a_project_counts_sessions_and_failures() {
    let machine = machine();
    for session in ["s1", "s2"] {
        fails(&machine, session);
        ends(&machine, session);
    }
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let page = dashboard.page("project?lang=en");
    for (name, count) in [("Sessions in 4 weeks", 2), ("Recurring failures", 1)] {
        assert!(page.contains(&format!("{name}</span><strong>{count}<")), "{name}: {page}");
    }
    let failing = page.split_once("id=\"failing\"").expect("the section").1;
    assert!(failing.contains(ERROR) && failing.contains("2 times in 2 sessions"), "{failing}");
}

#[test]
fn a_failure_that_came_back_is_shown_with_what_ended_it() {
    let machine = machine();
    fails(&machine, "s1");
    let dashboard = Dashboard::for_machine(&machine, &[]);
    assert!(dashboard.page("time").contains("No failure occurred in two sessions"));
    fails(&machine, "s2");
    let open = dashboard.page("time");
    assert!(open.contains("max_conns is not set") && open.contains("2 times in 2 sessions"));
    assert!(open.contains("Not resolved yet") && open.contains("sessions/s2\""), "{open}");
    machine.hook_bash("s2", "cargo test -p pool", "test result: ok");
    let ended = dashboard.page("time");
    assert!(ended.contains("the command succeeded"), "{ended}");
}
