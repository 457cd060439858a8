//! Copilot CLI's record of a session lags behind its hooks.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

use palimp_testing::{Machine, read_fixture};
use serde_json::{Value, json};

use crate::machine;

const SESSION: &str = "7e618a5c-24b1-42a4-a026-d61f70b91c23";

/// The recorded session, of which the client writes down more and more.
struct Session {
    machine: Machine,
    lines: Vec<String>,
    record: PathBuf,
}

impl Session {
    fn new() -> Session {
        let machine = machine();
        let lines = read_fixture("copilot", "transcript.turns.jsonl");
        let lines = lines.lines().map(str::to_owned).collect();
        let record = machine.user_home().join(".copilot/session-state").join(SESSION);
        fs::create_dir_all(&record).unwrap();
        Session { machine, lines, record: record.join("events.jsonl") }
    }

    /// Writes the record up to the line that holds `text`.
    fn write_up_to(&self, text: &str) {
        let last = self.lines.iter().position(|line| line.contains(text)).expect(text);
        fs::write(&self.record, self.lines[..=last].join("\n") + "\n").unwrap();
    }

    /// What a hook was told by the line that holds `text`.
    fn told(&self, text: &str) -> (String, Value) {
        let line = self.lines.iter().find(|line| line.contains(text)).expect(text);
        let line: Value = serde_json::from_str(line).unwrap();
        let mut input = line["data"]["input"].clone();
        input["cwd"] = json!(self.machine.project());
        if input.get("transcriptPath").is_some() {
            input["transcriptPath"] = json!(self.record);
        }
        (line["data"]["hookType"].as_str().unwrap().to_owned(), input)
    }

    fn hook(&self, text: &str) {
        let (event, payload) = self.told(text);
        let output =
            self.machine.run_with(["hook", "copilot", &event], payload.to_string().as_bytes());
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{output:?}");
    }

    /// What was said, in the order in which it was kept.
    fn said(&self) -> Vec<String> {
        let rows = self.machine.run_ok(["export"]);
        let rows = rows.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let mut messages: Vec<Value> = rows.filter(|row| row["kind"] == "message").collect();
        messages.sort_by_key(|row| row["id"].as_i64());
        messages.iter().map(|row| row["content"].as_str().unwrap().to_owned()).collect()
    }
}

/// The lines of the record by which the hooks of its turns were told.
const ASKED: [&str; 3] = [r#""prompt":"One"#, r#""prompt":"Two"#, r#""prompt":"Slow"#];
const ENDED: [&str; 2] = [r#""timestamp":1795337875533"#, r#""timestamp":1795337879929"#];

const SESSION_ENDS: &str = r#""hookType":"sessionEnd""#;

#[test]
fn an_answer_that_comes_in_time_is_the_answer_to_its_own_prompt() {
    let session = Session::new();
    session.hook(ASKED[0]);
    session.write_up_to(ENDED[0]);
    session.hook(ENDED[0]);
    session.hook(ASKED[1]);
    // The record still ends with the first turn when the hook of the second begins.
    let (event, payload) = session.told(ENDED[1]);
    let mut hook = session.machine.command(["hook", "copilot", &event]);
    let mut hook = hook.stdin(Stdio::piped()).spawn().unwrap();
    serde_json::to_writer(hook.stdin.take().unwrap(), &payload).unwrap();
    session.write_up_to(ENDED[1]);
    assert!(hook.wait().unwrap().success());
    assert_eq!(session.said(), ["One", "First reply.", "Two", "Second reply."]);
}

#[test]
fn an_answer_without_the_mark_of_its_end_is_taken_for_what_it_is() {
    let session = Session::new();
    session.hook(ASKED[0]);
    session.write_up_to(r#""content":"First reply."#);
    session.hook(ENDED[0]);
    session.hook(ASKED[1]);
    // Of the second turn there is nothing yet, and the first one's answer is not its.
    session.hook(ENDED[1]);
    assert_eq!(session.said(), ["One", "First reply.", "Two"]);
}

#[test]
fn an_answer_that_comes_too_late_is_imported_by_the_next_event() {
    let session = Session::new();
    session.hook(ASKED[0]);
    session.hook(ENDED[0]);
    assert_eq!(session.said(), ["One"]);
    session.write_up_to(ENDED[0]);
    session.hook(ASKED[1]);
    assert_eq!(session.said(), ["One", "First reply.", "Two"]);
    // Nor has the second turn's answer come when the third prompt does.
    session.hook(ENDED[1]);
    session.hook(ASKED[2]);
    session.write_up_to(SESSION_ENDS);
    session.hook(SESSION_ENDS);
    session.hook(SESSION_ENDS);
    let said = session.said();
    for answer in ["First reply.", "Second reply."] {
        assert_eq!(said.iter().filter(|said| *said == answer).count(), 1, "{said:?}");
    }
}

#[test]
fn an_answer_that_no_event_follows_is_imported_before_it_is_condensed() {
    let session = Session::new();
    session.hook(ASKED[0]);
    session.hook(ENDED[0]);
    session.write_up_to(ENDED[0]);
    let flushed = session.machine.run_json(&["flush"]);
    assert_eq!(flushed["messages"], 2, "{flushed:#}");
    assert_eq!(session.said(), ["One", "First reply."]);
    session.machine.run_ok(["bootstrap", "--yes"]);
    session.machine.run_ok(["flush"]);
    assert_eq!(session.said(), ["One", "First reply."], "nothing is doubled");
}

/// Lines of the record in the middle of the first turn: a step, and words typed meanwhile.
const STEP: &str = r#"{"type":"assistant.message","data":{"messageId":"m1","content":"It hangs because `flush_all` waits for the lock of `retry_queue`.","toolRequests":[{"toolCallId":"c1","name":"view","arguments":{}}]},"id":"e1","timestamp":"AT"}"#;
const TYPED: &str = r#"{"type":"user.message","data":{"content":"only tell me","messageId":"m2","delivery":"steering"},"id":"e2","timestamp":"AT"}"#;

#[test]
fn words_typed_meanwhile_and_steps_are_imported() {
    let mut session = Session::new();
    session.hook(ASKED[0]);
    let now = jiff::Timestamp::now().to_string();
    let at = session.lines.iter().position(|line| line.contains("turn_start")).unwrap() + 1;
    session.lines.insert(at, TYPED.replace("AT", &now));
    session.lines.insert(at, STEP.replace("AT", &now));
    session.write_up_to(r#""content":"First reply."#);
    session.hook(ENDED[0]);
    let expect = [
        "One",
        "It hangs because `flush_all` waits for the lock of `retry_queue`.",
        "only tell me",
        "First reply.",
    ];
    assert_eq!(session.said(), expect);
    session.write_up_to(ENDED[0]);
    session.hook(ASKED[1]);
    session.write_up_to(ENDED[1]);
    session.hook(ENDED[1]);
    session.hook(SESSION_ENDS);
    assert_eq!(session.said()[4..], ["Two", "Second reply."]);
    session.machine.run_ok(["bootstrap", "--yes"]);
    let said = session.said();
    let mut once = said.clone();
    once.sort();
    once.dedup();
    assert_eq!(said.len(), once.len(), "nothing is doubled: {said:?}");
}
