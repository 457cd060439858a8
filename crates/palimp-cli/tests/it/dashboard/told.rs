//! What is never told again, and what always.

use palimp_testing::Machine;
use serde_json::json;

use super::Dashboard;
use crate::machine;

/// Asks as a client does; what it was told.
fn asks(machine: &Machine, session: &str, text: &str) -> String {
    let payload = machine.claude_payload("UserPromptSubmit", session, json!({ "prompt": text }));
    machine.hook("claude", &payload)
}

/// Wishes something of the first passage that was told last.
fn wish(dashboard: &Dashboard, verb: &str) -> String {
    let page = dashboard.page("told");
    let id = page.split("name=\"id\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    let form = format!("{}&id={id}&passage=0&do={verb}", dashboard.form_token());
    let reply = dashboard.post("told", &form);
    assert_eq!(reply.status, 303, "{}", reply.body);
    dashboard.page("told?wished=1")
}

fn undo(dashboard: &Dashboard, wish: &str, line: &str) {
    let line = line.replace(' ', "+");
    let form = format!("{}&do=undo&wish={wish}&line={line}", dashboard.form_token());
    assert_eq!(dashboard.post("told", &form).status, 303);
}

const ASKED: &str = "where is the zebrafish pool set?";
const FACT: &str = "The zebrafish pool is set in src/pool.rs.";

#[test]
fn what_is_never_to_be_told_again_is_not_until_that_is_taken_back() {
    let machine = machine();
    machine.run_ok(["save", "shared/decisions.md", FACT]);
    assert!(asks(&machine, "s1", ASKED).contains("src/pool.rs"));
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let page = wish(&dashboard, "never");
    assert!(page.contains("Never injected") && page.contains("notes/never.md\""), "{page}");
    assert!(!asks(&machine, "s2", ASKED).contains("src/pool.rs"));
    // It is a note of hers: she sees it, and takes it back there too.
    assert!(machine.run_ok(["read", "never.md"]).contains(FACT));
    let context = machine.run_json(&["context", "--prompt", ASKED]);
    assert!(!context["text"].to_string().contains("src/pool.rs"), "{context}");
    // Who looks for it finds it where it stands.
    assert!(machine.run_ok(["search", "zebrafish pool"]).contains("shared/decisions.md"));
    undo(&dashboard, "never", FACT);
    assert!(!dashboard.page("told").contains("Never injected"));
    assert!(asks(&machine, "s3", ASKED).contains("src/pool.rs"));
}

#[test]
fn what_is_always_to_be_told_is_told_at_the_start_of_sessions_of_its_project() {
    let machine = machine();
    machine.run_ok(["save", "shared/decisions.md", FACT]);
    asks(&machine, "s1", ASKED);
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let page = wish(&dashboard, "always");
    assert!(page.contains("Always injected") && page.contains(FACT), "{page}");
    wish(&dashboard, "always");
    assert_eq!(machine.run_ok(["read", "MEMORY.md"]).matches(FACT).count(), 1, "once is enough");
    let starts = |session: &str| {
        let start = machine.claude_payload("SessionStart", session, json!({ "source": "startup" }));
        machine.hook("claude", &start)
    };
    assert!(starts("s2").contains("src/pool.rs"));
    undo(&dashboard, "always", FACT);
    assert!(!starts("s3").contains("src/pool.rs"));
}

#[test]
fn an_agent_does_not_decide_what_is_never_told() {
    let machine = machine();
    machine.run_ok(["save", "shared/decisions.md", FACT]);
    let note = machine.home().join("vault/never.md");
    std::fs::write(note, format!("- {FACT} <!-- palimp: by=agent -->\n")).unwrap();
    assert!(asks(&machine, "s1", ASKED).contains("src/pool.rs"));
}
