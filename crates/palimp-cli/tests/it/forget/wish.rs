//! What an agent asks to forget waits for a person, unless the agent wrote it itself.

use super::*;
use crate::mcp::Agent;

/// Goes through both steps; answers what the second said.
fn forget(agent: &mut Agent, target: &str) -> String {
    let result = agent
        .ask("tools/call", json!({ "name": "memory_forget", "arguments": { "target": target } }));
    let code = result["structuredContent"]["confirm"].as_str().expect("a code").to_owned();
    let (said, well) = agent.call("memory_forget", json!({ "target": target, "confirm": code }));
    assert!(well, "{said}");
    said
}

#[test]
fn a_wish_that_names_everything_or_too_much_is_refused() {
    let machine = machine();
    for number in 0..60 {
        machine.run_ok(["save", "a.md", &format!("walrus {number}")]);
    }
    let mut agent = Agent::on(&machine, &[]);
    for (target, why) in
        [("e", "at least 4"), ("wal", "at least 4"), ("walrus", "60 memories, more than the 50")]
    {
        let (said, well) = agent.call("memory_forget", json!({ "target": target }));
        assert!(!well && said.contains(why), "{said}");
    }
    assert!(machine.run_ok(["read", "a.md"]).contains("walrus 59"));
}

#[test]
fn what_the_agent_wrote_in_this_session_it_takes_back_itself() {
    let machine = machine();
    machine.run_ok(["save", "--everywhere", "--kind", "decision", "Deploys need two approvals."]);
    let before = machine.run_ok(["read", "shared/decisions.md"]);
    let mut agent = Agent::on(&machine, &[]);
    agent.call("memory_save", json!({ "text": "Deploys need a zebra.", "kind": "decision" }));
    let said = forget(&mut agent, "need a zebra");
    assert!(said.contains("Forgot 1 memory") && !said.contains("wait"), "{said}");
    is_gone(&machine, &["zebra"]);
    let log = machine.run_json(&["log"]);
    let deeds = |field: &str| log.as_array().unwrap().iter().map(|it| it[field].clone()).collect();
    let (deeds, texts): (Vec<Value>, Vec<Value>) = (deeds("deed"), deeds("text"));
    assert_eq!(deeds, ["forget", "save"]);
    assert_eq!(texts, ["1 of its own; 0 for the user to decide", ""]);
    assert_eq!(machine.run_ok(["read", "shared/decisions.md"]).trim_end(), before.trim_end());
    assert!(machine.run_ok(["review"]).is_empty());
}

#[test]
fn what_only_looks_like_the_agents_own_waits() {
    let machine = machine();
    let vault = machine.home().join("vault");
    machine.run_ok(["save", "--kind", "core", "The zebra is striped."]);
    machine.run_ok(["save", "a.md", "--", "- the zebra runs"]);
    let section = "## From conversations\n<!-- palimp: by=agent -->\n\n\
                   - the zebra rests ([2026-11-20](e.md))\n";
    fs::write(vault.join("b.md"), format!("# B\n\n{section}")).unwrap();
    let mut agent = Agent::on(&machine, &[]);
    for (path, text) in [
        ("MEMORY.md", "one\n\ntwo\nthree"),
        ("a.md", "Animals\n\n- the zebra runs"),
        ("b.md", "the zebra rests"),
    ] {
        let (said, well) = agent.call("memory_save", json!({ "text": text, "path": path }));
        assert!(well, "{said}");
    }
    let said = forget(&mut agent, "zebra");
    assert!(said.contains("Forgot 2 memories") && said.contains("3 memories wait"), "{said}");
    let note = |path: &str| fs::read_to_string(vault.join(path)).unwrap();
    assert!(note("MEMORY.md").contains("- The zebra is striped."), "{}", note("MEMORY.md"));
    assert_eq!(note("a.md").matches("- the zebra runs").count(), 1, "{}", note("a.md"));
    let mine = "- the zebra runs <!-- palimp: by=user";
    assert!(note("a.md").starts_with(mine), "{}", note("a.md"));
    assert_eq!(note("b.md").trim_end(), format!("# B\n\n\n{section}").trim_end());
}

#[test]
fn everything_else_waits_until_a_person_agrees() {
    let machine = machine();
    machine.run_ok(["save", "The zebra is striped."]);
    say(&machine, "s", "remember the zebra");
    let mut first = Agent::on(&machine, &[]);
    first.call("memory_save", json!({ "text": "The zebra is quick." }));
    let listed = first.call("memory_forget", json!({ "target": "zebra" })).0;
    for text in ["The zebra is striped.", "remember the zebra", "The zebra is quick."] {
        assert!(listed.contains(text), "{text}: {listed}");
    }
    drop(first);
    // Another session of the same program is another agent.
    let mut agent = Agent::on(&machine, &[]);
    agent.call("memory_save", json!({ "text": "A zebra is no horse." }));
    let said = forget(&mut agent, "zebra");
    assert!(said.contains("Forgot 1 memory") && said.contains("3 memories wait"), "{said}");
    assert!(said.contains("palimp review accept"), "{said}");
    is_gone(&machine, &["no horse"]);
    for text in ["striped", "remember the zebra", "The zebra is quick"] {
        assert!(!machine.files_with(text).is_empty(), "{text}");
    }
    let waiting = machine.run_json(&["review"]);
    let id = waiting["proposals"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(waiting["proposals"][0]["kind"], "forget", "{waiting}");
    assert!(machine.run_ok(["review"]).contains("forget  zebra"));
    assert!(machine.run_ok(["review", "show", &id]).contains("An agent asks to forget this"));

    // An agent's shell is no person.
    let output = machine.run(["review", "accept", &id]);
    assert_eq!(output.status.code(), Some(1));
    assert!(words(&output).contains("--yes"), "{}", words(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains("-- "), "the diff is shown");
    machine.run_ok(["review", "accept", &id, "--yes"]);
    is_gone(&machine, &["zebra", "Zebra"]);
    assert!(machine.run_ok(["review"]).is_empty());
}

#[test]
fn a_wish_that_was_turned_down_does_not_come_back() {
    let machine = machine();
    machine.run_ok(["save", "The zebra is striped."]);
    let mut agent = Agent::on(&machine, &[]);
    forget(&mut agent, "zebra");
    let id = machine.run_json(&["review"])["proposals"][0]["id"].as_str().unwrap().to_owned();
    machine.run_ok(["review", "reject", &id]);
    let said = forget(&mut agent, "zebra");
    assert!(said.contains("turned this wish down"), "{said}");
    assert!(machine.run_ok(["review"]).is_empty());
    assert!(!machine.files_with("striped").is_empty());
}
