//! Steps, plans and summaries of an agent, which only its client's transcript holds.

use std::fs;
use std::path::PathBuf;

use palimp_testing::Machine;
use serde_json::{Value, json};

use crate::machine;

const SESSION: &str = "11111111-2222-4333-8444-555555555555";
const CAUSE: &str =
    "Found it: the exporter hangs because `flush_all` waits for a lock that `retry_queue` holds.";
const PLAN: &str = "# Plan\n\nMove the checksum of `ledger_pages` into its own module.";
const SUMMARY: &str = "1. Errors and fixes:\n   - Root cause: `zebra_gate` reads `GATE_TTL` in seconds, while the caller writes milliseconds.";

/// A session whose transcript grows as Claude Code writes it.
struct Session {
    machine: Machine,
    transcript: PathBuf,
    lines: Vec<Value>,
}

impl Session {
    fn new() -> Session {
        let machine = machine();
        let transcript = machine.user_home().join("transcript.jsonl");
        Session { machine, transcript, lines: Vec::new() }
    }

    /// Adds a line, which is said now.
    fn write(&mut self, kind: &str, message: Value, more: Value) {
        let mut line = json!({
            "type": kind, "uuid": format!("u{}", self.lines.len()), "sessionId": SESSION,
            "cwd": self.machine.project(), "message": message,
            "timestamp": jiff::Timestamp::now().to_string(),
        });
        for (key, value) in more.as_object().unwrap() {
            line[key] = value.clone();
        }
        self.lines.push(line);
        let lines: Vec<String> = self.lines.iter().map(Value::to_string).collect();
        fs::write(&self.transcript, lines.join("\n") + "\n").unwrap();
    }

    fn user(&mut self, turn: &str, text: &str) {
        let message = json!({"role": "user", "content": text});
        self.write("user", message, json!({"promptId": turn}));
        self.hook("UserPromptSubmit", json!({"prompt": text, "prompt_id": turn}));
    }

    fn agent(&mut self, id: &str, blocks: Value) {
        let message = json!({"role": "assistant", "id": id, "content": blocks});
        self.write("assistant", message, json!({}));
    }

    fn says(&mut self, id: &str, text: &str) {
        self.agent(id, json!([{"type": "text", "text": text}]));
    }

    fn sums_up(&mut self) {
        let frame = "This session is being continued from a previous conversation that ran out \
             of context. The summary below covers the earlier portion of the conversation.";
        let text = format!(
            "{frame}\n\nAnalysis:\nfirst this, then that\n\nSummary:\n{SUMMARY}\n\nIf you need \
             specific details from before compaction, read the full transcript at: /x.jsonl"
        );
        let message = json!({"role": "user", "content": text});
        self.write("user", message, json!({"isCompactSummary": true}));
    }

    fn hook(&self, event: &str, mut fields: Value) {
        fields["transcript_path"] = json!(self.transcript);
        self.machine.hook("claude", &self.machine.claude_payload(event, SESSION, fields));
    }

    fn stop(&self, turn: &str, reply: &str) {
        self.hook("Stop", json!({"prompt_id": turn, "last_assistant_message": reply}));
    }

    /// A turn in which the agent plans, explains, and answers.
    fn turn(&mut self) {
        self.user("p1", "why does the exporter hang?");
        self.says("m1", "Let me look at `src/exporter.rs` first.");
        self.agent(
            "m2",
            json!([{"type": "tool_use", "id": "t1", "name": "ExitPlanMode", "input": {"plan": PLAN}}]),
        );
        self.says("m3", CAUSE);
        self.says("m4", "Fixed, all tests pass.");
        self.stop("p1", "Fixed, all tests pass.");
    }

    /// The kept messages, oldest first: who said each, and how it begins.
    fn said(&self) -> Vec<(String, String)> {
        let rows = self.machine.run_ok(["export"]);
        let rows = rows.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let mut messages: Vec<Value> = rows.filter(|row| row["kind"] == "message").collect();
        messages.sort_by_key(|row| row["id"].as_i64());
        let text = |row: &Value, key| row[key].as_str().unwrap().to_owned();
        messages.iter().map(|row| (text(row, "role"), text(row, "content"))).collect()
    }
}

fn pairs(expect: &[(&str, &str)]) -> Vec<(String, String)> {
    expect.iter().map(|(role, text)| ((*role).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn what_explains_something_is_kept_between_prompt_and_answer() {
    let mut session = Session::new();
    session.turn();
    let expect = [
        ("user", "why does the exporter hang?"),
        ("plan", PLAN),
        ("step", CAUSE),
        ("assistant", "Fixed, all tests pass."),
    ];
    assert_eq!(session.said(), pairs(&expect));
    // Whatever reads the record again keeps nothing twice.
    session.stop("p1", "Fixed, all tests pass.");
    session.hook("PreCompact", json!({"trigger": "auto"}));
    session.hook("SessionEnd", json!({"reason": "other"}));
    assert_eq!(session.said(), pairs(&expect));
}

#[test]
fn last_step_is_kept_where_its_answer_is_not_recorded_yet() {
    let mut session = Session::new();
    session.user("p1", "why does the exporter hang?");
    session.says("m1", "Let me look at `src/exporter.rs` first.");
    session.says("m2", CAUSE);
    // On its screen Claude Code writes the answer down after the hook was told of it.
    session.stop("p1", "Fixed, all tests pass.");
    session.says("m3", "Fixed, all tests pass.");
    let expect = [
        ("user", "why does the exporter hang?"),
        ("step", CAUSE),
        ("assistant", "Fixed, all tests pass."),
    ];
    assert_eq!(session.said(), pairs(&expect));
    session.hook("SessionEnd", json!({"reason": "other"}));
    assert_eq!(session.said(), pairs(&expect));
    // The record of the next turn still ends with the one before.
    session.hook("UserPromptSubmit", json!({"prompt": "thanks", "prompt_id": "p2"}));
    session.stop("p2", "Gladly.");
    assert_eq!(session.said()[3..], pairs(&[("user", "thanks"), ("assistant", "Gladly.")]));
}

#[test]
fn a_summary_is_kept_without_its_frame_and_leaves_its_cause_in_the_digest() {
    let mut session = Session::new();
    session.turn();
    session.sums_up();
    session.user("p2", "go on");
    session.says("m5", "Done.");
    session.stop("p2", "Done.");
    let summary: Vec<_> =
        session.said().into_iter().filter(|(role, _)| role == "summary").collect();
    assert_eq!(summary, pairs(&[("summary", SUMMARY)]));
    session.machine.run_ok(["flush"]);
    let digest = session.machine.run_ok(["search", "--source", "notes", "GATE_TTL milliseconds"]);
    assert!(digest.contains("`zebra_gate` reads `GATE_TTL` in seconds"), "{digest}");
}

#[test]
fn a_turn_that_was_stopped_is_imported_by_the_next() {
    let mut session = Session::new();
    session.user("p1", "why does the exporter hang?");
    session.says("m1", CAUSE);
    session.says("m2", "Now the tests.");
    session.user("p2", "stop, only tell me");
    session.says("m3", "It waits for a lock.");
    session.stop("p2", "It waits for a lock.");
    let steps: Vec<_> = session.said().into_iter().filter(|(role, _)| role == "step").collect();
    assert_eq!(steps, pairs(&[("step", CAUSE)]));
}

#[test]
fn what_was_forgotten_is_not_read_from_the_record_again() {
    let mut session = Session::new();
    session.turn();
    let kept = session.said();
    session.machine.run_ok(["forget", "retry_queue", "--yes"]);
    let left: Vec<_> = kept.into_iter().filter(|(role, _)| role != "step").collect();
    assert_eq!(session.said(), left);
    session.hook("PreCompact", json!({"trigger": "manual"}));
    session.hook("SessionEnd", json!({"reason": "other"}));
    assert_eq!(session.said(), left);
    assert_eq!(session.machine.files_with("retry_queue"), Vec::<PathBuf>::new());
}

#[test]
fn an_import_keeps_what_hooks_kept_and_nothing_twice() {
    let mut session = Session::new();
    session.turn();
    session.sums_up();
    session.user("p2", "go on");
    session.says("m5", "Done.");
    session.stop("p2", "Done.");
    let kept = session.said();
    assert_eq!(kept.len(), 7, "{kept:?}");
    let directory = session.machine.user_home().join(".claude/projects/-app");
    fs::create_dir_all(&directory).unwrap();
    fs::copy(&session.transcript, directory.join(format!("{SESSION}.jsonl"))).unwrap();
    session.machine.run_ok(["bootstrap", "--from", "claude"]);
    assert_eq!(session.said(), kept);
}

#[test]
fn an_answer_comes_before_a_step_that_says_the_same() {
    let mut session = Session::new();
    session.user("p1", "why does the exporter hang?");
    session.says("m1", CAUSE);
    let reply = format!("{CAUSE} I gave it a lock of its own.");
    session.says("m2", &reply);
    session.stop("p1", &reply);
    let found =
        session.machine.run_json(&["search", "--source", "messages", "flush_all retry_queue lock"]);
    let roles: Vec<_> = found["hits"].as_array().unwrap().iter().map(|hit| &hit["role"]).collect();
    assert_eq!(roles.first().copied(), Some(&json!("assistant")), "{found:#}");
}
