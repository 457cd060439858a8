//! Nothing brings back what was forgotten but a person who says it anew.

use std::time::{Duration, SystemTime};

use palimp_testing::clock::start_at;
use palimp_testing::{create_sqlite, run_with_input};

use super::*;
use crate::bootstrap::sources::{self, ALL, Planted};

/// What a bootstrap takes in is new: messages, observations, notes, episodes.
fn new(answer: &Value) -> u64 {
    let sources = answer["sources"].as_array().unwrap().iter();
    let counts = ["messages", "observations", "notes", "renewed", "episodes"];
    sources.flat_map(|source| counts.map(|key| source["taken"][key].as_u64().unwrap_or(0))).sum()
}

/// What is forgotten of a source. That a memory has vectors is no secret.
fn said(source: &Planted) -> &'static str {
    if source.says == "vector" { source.query } else { source.says }
}

#[test]
fn no_source_brings_it_back() {
    for source in &ALL {
        let machine = machine();
        let says = said(source);
        (source.plant)(&machine, "x");
        machine.run_ok(["bootstrap", "--from", source.kind]);
        assert!(!machine.files_with(says).is_empty(), "{}", source.kind);
        machine.run_ok(["forget", says, "--yes"]);
        is_gone(&machine, &[says]);
        for args in
            [&["bootstrap", "--yes"][..], &["up", "--yes"], &["bootstrap", "--from", source.kind]]
        {
            machine.run_ok(args);
            is_gone(&machine, &[says]);
        }
        machine.run_ok(["index", "--force"]);
        is_gone(&machine, &[says]);
    }
}

#[test]
fn what_was_forgotten_before_the_first_import_is_not_imported() {
    for source in &ALL {
        let machine = machine();
        let says = said(source);
        (source.plant)(&machine, "x");
        let said = machine.run(["forget", says, "--yes"]);
        assert!(words(&said).contains("No match"), "{}", words(&said));
        let taken = machine.run_json(&["bootstrap", "--from", source.kind]);
        assert!(taken["sources"][0]["taken"]["leftOut"].as_u64() > Some(0), "{taken}");
        is_gone(&machine, &[says]);
    }
}

#[test]
fn a_note_of_an_import_does_not_come_back_and_what_is_new_in_its_source_does() {
    let machine = machine();
    let source = machine.project().join("CLAUDE.md");
    fs::write(&source, "# Rules\n\n- use tabs\n- Deploys need two approvals\n").unwrap();
    machine.run_ok(["bootstrap", "--from", "rules"]);
    let note = "semantic/rules-app-claude.md";
    assert!(machine.run_ok(["read", note]).contains("use tabs"));
    machine.run_ok(["forget", note, "--yes"]);
    let again = machine.run_json(&["bootstrap", "--from", "rules"]);
    assert_eq!(new(&again), 0, "{again}");
    is_gone(&machine, &["use tabs", "two approvals"]);

    let more = "# Rules\n\n* use tabs\n* Deploys  need two approvals\n* The port is 5544.\n";
    fs::write(&source, more).unwrap();
    assert_eq!(new(&machine.run_json(&["bootstrap", "--from", "rules"])), 1);
    let text = machine.run_ok(["read", note]);
    assert!(text.contains("The port is 5544.") && !text.contains("tabs"), "{text}");
    is_gone(&machine, &["use tabs", "two approvals"]);
    assert_eq!(new(&machine.run_json(&["bootstrap", "--from", "rules"])), 0);

    // A line that says something is known wherever it stands; a short one only where it stood.
    let other = machine.project().join("AGENTS.md");
    fs::write(other, "1. deploys need two approvals\n2. use tabs\n3. Ask first.\n").unwrap();
    machine.run_ok(["bootstrap", "--from", "rules"]);
    let text = machine.run_ok(["read", "semantic/rules-app-agents.md"]);
    assert!(text.contains("use tabs") && text.contains("Ask first."), "{text}");
    is_gone(&machine, &["two approvals"]);
}

#[test]
fn a_note_of_which_a_line_was_forgotten_stays_as_it_is_until_its_source_changes() {
    let machine = machine();
    let source = machine.project().join("CLAUDE.md");
    fs::write(&source, "# Rules\n\n- The walrus is secret\n- Ask first\n").unwrap();
    machine.run_ok(["bootstrap", "--from", "rules"]);
    machine.run_ok(["forget", "walrus", "--yes"]);
    let note = "semantic/rules-app-claude.md";
    let cut = machine.run_ok(["read", note]);
    assert_eq!(new(&machine.run_json(&["bootstrap", "--yes"])), 0);
    assert_eq!(machine.run_ok(["read", note]), cut);
    fs::write(&source, "# Rules\n\n- The walrus is secret\n- Ask first, always\n").unwrap();
    let again = machine.run_json(&["bootstrap", "--yes"]);
    assert_eq!(again["sources"][0]["taken"]["renewed"], 1, "nobody has edited it: {again}");
    assert!(machine.run_ok(["read", note]).contains("always"));
    is_gone(&machine, &["walrus"]);
}

#[test]
fn an_export_brings_back_neither_what_was_forgotten_nor_what_had_aged() {
    let machine = machine();
    for name in ["walrus", "seal"] {
        machine.hook_bash("s", &format!("git commit -m {name}"), "ok");
        say(&machine, "s", &format!("about the {name}"));
    }
    machine.hook("claude", &machine.claude_payload("Stop", "s", json!({})));
    let file = machine.root().join("memory.jsonl");
    machine.run_ok(["export", file.to_str().unwrap()]);
    machine.run_ok(["forget", "Walrus", "--yes"]);
    machine.run_ok(["cleanup", "--days", "0", "--yes"]);
    assert_eq!(crate::contents(&machine), [""; 0]);
    let imported = machine.run_json(&["import", file.to_str().unwrap()]);
    assert_eq!(imported["imported"]["observations"], 0, "{imported}");
    assert_eq!(imported["imported"]["left_out"], 3, "{imported}");
    is_gone(&machine, &["walrus"]);
    let other = crate::machine();
    other.run_ok(["import", file.to_str().unwrap()]);
    assert_eq!(crate::contents(&other).len(), 2, "elsewhere nothing was forgotten");
}

#[test]
fn text_captured_by_a_clock_that_was_ahead_does_not_come_back() {
    const DAY: Duration = Duration::from_secs(86_400);
    let run_after = |machine: &Machine, days: u32, args: &[&str], input: &str| {
        let mut command = machine.command(args);
        start_at(&mut command, SystemTime::now() + DAY * days);
        let output = run_with_input(&mut command, input.as_bytes());
        assert!(output.status.success(), "{}", words(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    // A text too short to be told by all of it, and one that is long enough.
    for text in ["Walrus.", "We decided to use the walrus for every deploy."] {
        let machine = machine();
        let said = machine.claude_payload("UserPromptSubmit", "s", json!({ "prompt": text }));
        run_after(&machine, 5, &["hook", "claude"], &said.to_string());
        let file = machine.root().join("memory.jsonl");
        let file = file.to_str().unwrap();
        machine.run_ok(["export", file]);
        machine.run_ok(["forget", "walrus", "--yes"]);
        run_after(&machine, 9, &["import", file], "");
        is_gone(&machine, &["walrus", "Walrus"]);
    }
}

#[test]
fn message_forgotten_twice_by_its_number_does_not_come_back() {
    let machine = machine();
    let file = machine.root().join("memory.jsonl");
    let file = file.to_str().unwrap();
    for session in ["s", "t"] {
        say(&machine, session, "We decided to use the walrus for every deploy.");
        machine.run_ok(["export", file]);
        machine.run_ok(["forget", "m1", "--yes"]);
    }
    let imported = machine.run_json(&["import", file]);
    assert_eq!(imported["imported"]["messages"], 0, "{imported}");
}

/// A record of Claude Code's: two commands that went well, and one that failed. Its calls are named
/// after `call`; `minute` is when.
fn record(machine: &Machine, call: &str, minute: &str) {
    let line = |second: usize, role: &str, content: Value| {
        json!({
            "type": role, "uuid": format!("u{second}"), "isSidechain": false, "sessionId": "s",
            "cwd": machine.project(), "timestamp": format!("{minute}:0{second}.000Z"),
            "message": { "role": role, "id": format!("m{second}"), "content": content },
        })
    };
    let run = |id: &str, command: &str| json!([{ "type": "tool_use", "id": format!("{call}{id}"), "name": "Bash", "input": { "command": command } }]);
    let ran = |id: &str, failed: bool, text: &str| json!([{ "type": "tool_result", "tool_use_id": format!("{call}{id}"), "is_error": failed, "content": text }]);
    let lines = [
        line(1, "user", json!("Please release it.")),
        line(2, "assistant", run("1", "git push origin main")),
        line(3, "user", ran("1", false, "pushed")),
        line(4, "assistant", run("2", "cargo publish")),
        line(5, "user", ran("2", true, "Exit code 101\nno token")),
        line(6, "assistant", run("3", "git tag v1")),
        line(7, "user", ran("3", false, "")),
    ];
    let path = machine.user_home().join(".claude/projects/-app/s.jsonl");
    sources::lines(&path, &lines);
}

#[test]
fn what_the_retention_removed_is_not_imported_again() {
    let machine = machine();
    record(&machine, "call", "2026-10-01T09:00");
    machine.run_ok(["bootstrap", "--yes"]);
    assert_eq!(crate::contents(&machine).len(), 3);
    let summaries = machine.run_ok(["sessions"]);
    machine.run_ok(["cleanup", "--days", "0", "--yes"]);
    let rest = crate::contents(&machine);
    assert!(rest.len() == 1 && rest[0].starts_with("cargo publish"), "{rest:?}");
    for args in [&["bootstrap", "--yes"][..], &["up", "--yes"]] {
        machine.run_ok(args);
        assert_eq!(crate::contents(&machine), rest, "{args:?}");
    }
    assert_eq!(machine.run_ok(["sessions"]), summaries, "a summary is all that tells of it");
    // What is new in the session is taken in.
    let later = jiff::Timestamp::now() + jiff::SignedDuration::from_mins(5);
    record(&machine, "later", &later.strftime("%Y-%m-%dT%H:%M").to_string());
    machine.run_ok(["bootstrap", "--yes"]);
    assert!(crate::contents(&machine).iter().any(|it| it.starts_with("git push")));
}

#[test]
fn the_hooks_that_came_before_bring_nothing_back() {
    let machine = machine();
    let db = machine.user_home().join(".claude/memory.db");
    create_sqlite(
        &db,
        "CREATE TABLE memories (id INTEGER PRIMARY KEY, session_id TEXT, project TEXT, type TEXT,
           content TEXT, tags TEXT, importance INTEGER, file_path TEXT, tool_name TEXT, created_at TEXT);
         CREATE TABLE session_summaries (session_id TEXT, project TEXT, summary TEXT, tools_used TEXT,
           files_changed TEXT, duration_sec INTEGER, created_at TEXT);
         INSERT INTO memories VALUES
           (1, 'h1', 'app', 'command', 'walrus build', '', 2, NULL, 'Bash', '2026-02-23T10:00:00Z'),
           (2, 'h1', 'app', 'command', 'seal build', '', 2, 'a/walrus.rs', 'Bash', '2026-02-23T10:01:00Z'),
           (3, 'h1', 'app', 'command', 'make test', '', 2, NULL, 'Bash', '2026-02-23T10:02:00Z');
         INSERT INTO session_summaries VALUES
           ('h1', 'app', 'Commands: make test' || char(10) || 'Edited a/walrus.rs', '[]', '[\"a/walrus.rs\"]', 9, '2026-02-23T11:00:00Z');",
    );
    machine.run_ok(["forget", "walrus", "--yes"]);
    machine.run_ok(["bootstrap", "--from", "memory-hooks"]);
    assert_eq!(crate::contents(&machine), ["make test"]);
    is_gone(&machine, &["walrus"]);
    assert!(machine.run_ok(["sessions"]).contains("make test"));
}

#[test]
fn what_a_person_says_or_saves_anew_passes() {
    let machine = machine();
    sources::claude(&machine, "x");
    machine.run_ok(["forget", "지수 백오프", "--yes"]);
    machine.run_ok(["save", "지수 백오프를 쓴다"]);
    say(&machine, "s", "지수 백오프로 돌아가자");
    assert!(hits(&machine, "지수 백오프").as_array().unwrap().len() >= 2);
    machine.run_ok(["flush"]);
    machine.run_ok(["bootstrap", "--yes"]);
    let messages = machine.run_json(&["search", "지수 백오프", "--source", "messages"]);
    assert_eq!(messages["hits"].as_array().unwrap().len(), 1, "the record's stays out: {messages}");
}

/// Only the agent says it, which may have it from a conversation that its client goes on with.
#[test]
fn what_is_condensed_says_it_only_if_the_user_did() {
    for (prompt, stays) in
        [("Remember: we always use the walrus port.", true), ("Go on, please.", false)]
    {
        let machine = machine();
        machine.run_ok(["save", "the walrus port"]);
        machine.run_ok(["forget", "walrus port", "--yes"]);
        say(&machine, "s", prompt);
        let reply = "I decided to use the walrus port because the others are taken.\n\n- We use the seal port for tests.";
        let stop = machine.claude_payload("Stop", "s", json!({ "last_assistant_message": reply }));
        machine.hook("claude", &stop);
        machine.run_ok(["flush"]);
        let vault = fs::read_dir(machine.home().join("vault/episodes/live")).into_iter().flatten();
        let said: String =
            vault.map(|it| fs::read_to_string(it.unwrap().path()).unwrap()).collect();
        assert_eq!(said.contains("walrus"), stays, "{prompt}: {said}");
    }
}

#[test]
fn without_its_key_nothing_is_imported_and_the_tombstones_can_be_given_up() {
    let machine = machine();
    sources::claude(&machine, "x");
    machine.run_ok(["forget", "지수 백오프", "--yes"]);
    let keys = fs::read(machine.home().join("keys.json")).unwrap();
    assert_eq!(machine.run_json(&["keys", "list"])["keys"][0]["provider"], "tombstones");
    machine.run_ok(["keys", "remove", "tombstones"]);
    let output = machine.run(["bootstrap", "--yes"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(words(&output).contains("--drop-tombstones"), "{}", words(&output));
    let up = machine.run(["up", "--yes"]);
    assert!(up.status.success() && words(&up).contains("cannot import"), "{}", words(&up));
    is_gone(&machine, &["지수 백오프"]);
    // What is forgotten now has a key of its own, and the old one still counts.
    machine.run_ok(["forget", "멱등 키", "--yes"]);
    assert!(!machine.run(["bootstrap", "--yes"]).status.success());
    fs::write(machine.home().join("keys.json"), keys).unwrap();
    assert!(!machine.run(["bootstrap", "--yes"]).status.success(), "the new one is gone");
    let refused = machine.run(["forget", "--drop-tombstones"]);
    assert!(words(&refused).contains("--yes"), "{}", words(&refused));
    machine.run_ok(["forget", "--drop-tombstones", "--yes"]);
    machine.run_ok(["bootstrap", "--yes"]);
    assert!(!machine.files_with("지수 백오프").is_empty());
}

#[test]
fn a_tombstone_has_no_content_and_its_key_is_for_its_owner_alone() {
    let machine = machine();
    machine.run_ok(["save", "the walrus is 4711"]);
    machine.run_ok(["forget", "walrus", "--yes"]);
    let keys: Value =
        serde_json::from_slice(&fs::read(machine.home().join("keys.json")).unwrap()).unwrap();
    let key = keys["tombstones"].as_str().unwrap();
    assert_eq!(key.len(), 64);
    let with_it = machine.files_with(key);
    assert_eq!(with_it, [machine.home().join("keys.json")], "and nowhere else");
    is_gone(&machine, &["walrus", "4711"]);
    let key = fs::metadata(machine.home().join("keys.json")).unwrap();
    use std::os::unix::fs::PermissionsExt;
    assert_eq!(key.permissions().mode() & 0o777, 0o600);
}
