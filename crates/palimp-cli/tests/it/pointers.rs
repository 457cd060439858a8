//! Pointers, as `palimp show` and agents open them.

use palimp_testing::{Machine, run_with_input};
use serde_json::{Value, json};

use crate::machine;
use crate::mcp::Agent;
use crate::related::talked;

/// A machine with a session of two exchanges that changed a file and ran a command.
fn with_session() -> Machine {
    let machine = machine();
    let said = [
        ("why is the receipt a cent short?", "Root cause: `apply_vouchers` rounded each voucher."),
        ("round once per receipt, never per voucher", "`src/receipt.rs` rounds once, at the end."),
    ];
    machine.hook_bash("26a1a7ce-0e43-4b4e", "cargo test -p receipt", "ok");
    talked(&machine, "26a1a7ce-0e43-4b4e", &said, &["src/receipt.rs"]);
    talked(&machine, "77777777-0e43-4b4e", &[("add a dark theme", "It is in.")], &[]);
    machine
}

const PARTS: [&str; 9] = [
    "# s:26a1a7ce · 2",
    " · app · claude · 4 messages\n",
    "\n## Request\n- why is the receipt a cent short?\n",
    "\n## Decided by the user\n- [2",
    "] round once per receipt, never per voucher\n",
    "\n## How it ended (agent)\n- `src/receipt.rs` rounds once, at the end.\n",
    "] Root cause: `apply_vouchers` rounded each voucher.\n",
    "\n## Changed files\n- src/receipt.rs\n",
    "\n## Commands that ran well\n- `cargo test -p receipt`\n",
];

#[test]
fn show_opens_session() {
    let machine = with_session();
    let shown = machine.run_ok(["show", "s:26a1a7ce"]);
    for part in PARTS {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    assert!(!shown.contains("dark theme"), "{shown}");
    assert_eq!(
        machine.run_ok(["show", "s:26a1a7ce-0e43-4b4e"]),
        shown,
        "the whole id names it too"
    );
    let document = machine.run_json(&["show", "s:26a1a7ce"]);
    assert_eq!(document["id"], "s:26a1a7ce");
    assert_eq!(document["text"].as_str().unwrap().trim_end(), shown.trim_end());
    assert_eq!(document.as_object().unwrap().len(), 2);
}

#[test]
fn show_puts_what_is_nearest_to_query_first() {
    let machine = with_session();
    let shown = machine.run_ok(["show", "s:26a1a7ce", "--query", "rounds at the end of a receipt"]);
    let (near, request) = (shown.find("## Nearest to the query"), shown.find("## Request"));
    assert!(near.is_some() && near < request, "{shown}");
    let near = shown.split("## Nearest to the query\n").nth(1).unwrap();
    assert!(near.lines().next().unwrap().contains("assistant [2"), "{shown}");
    assert!(near.lines().next().unwrap().ends_with("rounds once, at the end."), "{shown}");
    let nothing = machine.run_ok(["show", "s:26a1a7ce", "--query", "giraffe"]);
    assert_eq!(nothing, machine.run_ok(["show", "s:26a1a7ce"]));
}

#[test]
fn show_says_where_unknown_pointer_may_be_found() {
    let machine = with_session();
    let failed = machine.run(["show", "s:ffffffff"]);
    assert_eq!((failed.status.code(), failed.stdout.len()), (Some(1), 0), "{failed:?}");
    let said = String::from_utf8_lossy(&failed.stderr).into_owned();
    assert!(said.contains("cannot find s:ffffffff; hint: `palimp search WORDS`"), "{said}");
    let failed =
        run_with_input(machine.command(["show", "s:ffffffff"]).env("PALIMP_LANG", "ko"), b"");
    let said = String::from_utf8_lossy(&failed.stderr).into_owned();
    assert!(said.contains("s:ffffffff를 찾을 수 없습니다"), "{said}");
    let other = machine.run(["show", "s:26a1a7ce", "--agent", "other"]);
    assert_eq!(other.status.code(), Some(1), "of another agent: {other:?}");
    let short = machine.run(["show", "s:26a1"]);
    assert_eq!(short.status.code(), Some(2), "{short:?}");
    assert!(
        String::from_utf8_lossy(&short.stderr).contains("s:26a1a7ce is a session"),
        "{short:?}"
    );
}

#[test]
fn agent_opens_session_by_pointer() {
    let machine = with_session();
    let mut agent = Agent::on(&machine, &[]);
    for arguments in [json!({ "path": "s:26a1a7ce" }), json!({ "id": "s:26a1a7ce" })] {
        let (text, well) = agent.call("memory_get", arguments);
        assert!(well && PARTS.iter().all(|part| text.contains(part.trim())), "{text}");
    }
    let asked = json!({ "path": "s:26a1a7ce", "query": "rounds at the end" });
    let (text, well) = agent.call("memory_get", asked);
    assert!(well && text.contains("## Nearest to the query"), "{text}");
    let (text, well) = agent.call("memory_get", json!({ "path": "s:ffffffff" }));
    assert!(
        !well && text.contains("no session begins with ffffffff; hint: search again"),
        "{text}"
    );
    let mut other = Agent::on(&machine, &["--agent", "other"]);
    let (text, well) = other.call("memory_get", json!({ "path": "s:26a1a7ce" }));
    assert!(!well && !text.contains("receipt"), "{text}");
}

#[test]
fn search_hit_of_message_names_pointer_that_opens() {
    let machine = with_session();
    machine.run_ok(["index"]);
    let found = machine.run_json(&["search", "receipt voucher", "--source", "messages"]);
    let hits = found["hits"].as_array().unwrap();
    assert!(!hits.is_empty());
    let pointers: Vec<&Value> = hits.iter().map(|hit| &hit["pointer"]).collect();
    assert!(pointers.iter().all(|it| **it == json!("s:26a1a7ce")), "{found}");
}
