//! Whatever a payload or a transcript holds, reading it neither fails nor panics.

use std::fs;
use std::io::Write as _;

use crate::support::{fixtures, no_env, payloads};
use palimp_clients::{detect, format_answer, parse_event, transcript};
use palimp_core::event::AgentClient;
use proptest::prelude::*;
use serde_json::Value;

const CLIENTS: [AgentClient; 7] = [
    AgentClient::Claude,
    AgentClient::Codex,
    AgentClient::Gemini,
    AgentClient::Opencode,
    AgentClient::Copilot,
    AgentClient::Cursor,
    AgentClient::Openclaw,
];

/// Any JSON, a few levels deep.
fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".*".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        let key = prop_oneof!["[a-z_]{1,12}", Just("text".to_owned()), Just("content".to_owned())];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Every place in `value`, deepest first, as a JSON pointer.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| places(value, &format!("{at}/{key}"), found));
        }
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(i, item)| places(item, &format!("{at}/{i}"), found));
        }
        _ => {}
    }
    found.push(at.to_owned());
}

/// `value` with something else, or nothing, in one of its places.
fn mutated(value: &Value, which: prop::sample::Index, with: Option<Value>) -> Value {
    let mut value = value.clone();
    let mut found = Vec::new();
    places(&value, "", &mut found);
    let place = which.get(&found);
    match (with, place.rsplit_once('/')) {
        (None, Some((parent, key))) => {
            if let Some(Value::Object(fields)) = value.pointer_mut(parent) {
                fields.shift_remove(key);
            }
        }
        (with, _) => {
            if let Some(old) = value.pointer_mut(place) {
                *old = with.unwrap_or_default();
            }
        }
    }
    value
}

fn read_by_all(payload: &Value, argument: Option<&str>) {
    for client in CLIENTS {
        detect(client, payload, &no_env);
        if let Some(event) = parse_event(client, argument, payload, &no_env) {
            assert!(!event.session_id.trim().is_empty());
            format_answer(&event, "context");
        }
    }
}

/// The recorded payloads of all clients.
fn recorded() -> Vec<Value> {
    let all = CLIENTS.into_iter().flat_map(payloads);
    all.map(|(_, payload)| payload).collect()
}

proptest! {
    #[test]
    fn any_json_can_be_read(payload in json(), argument in prop::option::of("[A-Za-z.]{1,24}")) {
        read_by_all(&payload, argument.as_deref());
    }
}

#[test]
fn changed_payloads_can_be_read() {
    let recorded = recorded();
    let change = (any::<prop::sample::Index>(), prop::option::of(json()));
    let changes = prop::collection::vec(change, 1..4);
    proptest!(|(payload in prop::sample::select(recorded), changes in changes)| {
        let payload = changes.into_iter().fold(payload, |payload, (which, with)| mutated(&payload, which, with));
        read_by_all(&payload, None);
    });
}

/// The lines of every recorded transcript, each with its client.
fn transcripts() -> Vec<(AgentClient, Vec<Value>)> {
    let files = [
        (AgentClient::Claude, "claude/transcript.main.jsonl"),
        (AgentClient::Codex, "codex/transcript.direct-tools.jsonl"),
        (AgentClient::Gemini, "gemini/transcript.1.jsonl"),
        (AgentClient::Copilot, "copilot/transcript.events.jsonl"),
    ];
    files
        .map(|(client, file)| {
            let text = fs::read_to_string(fixtures().join(file)).expect("the fixture can be read");
            let lines =
                text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON"));
            (client, lines.collect())
        })
        .into()
}

#[test]
fn changed_transcripts_can_be_read() {
    let transcripts = transcripts();
    let home = tempfile::tempdir().expect("a directory can be made");
    let path = home.path().join("transcript.jsonl");
    let change =
        (any::<prop::sample::Index>(), any::<prop::sample::Index>(), prop::option::of(json()));
    let changes = prop::collection::vec(change, 1..40);
    proptest!(|((client, mut lines) in prop::sample::select(transcripts), changes in changes, junk in ".*")| {
        for (line, place, with) in changes {
            let at = line.index(lines.len());
            lines[at] = mutated(&lines[at], place, with);
        }
        let mut file = fs::File::create(&path).expect("the file can be made");
        for line in &lines {
            writeln!(file, "{line}").expect("the file can be written");
        }
        file.write_all(junk.as_bytes()).expect("the file can be written");
        transcript::read_events(client, &path, &mut |event| assert!(!event.session_id.is_empty())).expect("the file can be read");
        transcript::last_turn(client, &path).expect("the file can be read");
    });
}

#[test]
fn huge_payloads_are_cut_where_nobody_needs_them() {
    let huge = "가나다\n".repeat(2_000_000);
    let mut fields = 0;
    for (name, mut payload) in payloads(AgentClient::Claude) {
        for field in
            ["/tool_response/stdout", "/error", "/tool_input/old_string", "/tool_input/query"]
        {
            if let Some(text) = payload.pointer_mut(field) {
                fields += 1;
                *text = huge.clone().into();
                let event = parse_event(AgentClient::Claude, None, &payload, &no_env);
                assert!(format!("{event:?}").len() < 400_000, "{name} {field}");
            }
        }
    }
    assert!(fields >= 4, "{fields} were huge");
}
