//! Transcripts of clients, looked into and made shorter.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use palimp_testing::{Machine, read_fixture};
use serde_json::{Value, json};

use crate::machine;

/// How many characters the result of turn `turn` has: 600 KB over sixty turns.
fn size(turn: usize) -> usize {
    [2_000, 4_000, 4_001, 12_000, 28_000][turn % 5]
}

fn output(turn: usize) -> String {
    format!("{turn:03} ").repeat(size(turn).div_ceil(4))[..size(turn)].to_owned()
}

/// What a turn of the user says: something exact in each.
fn prompt(turn: usize) -> String {
    format!("turn {turn}: look into src/module_{turn}.rs, 포트는 {}입니다", 5_000 + turn)
}

fn line(value: &Value) -> String {
    format!("{value}\n")
}

/// A time, so many seconds after the first turn of an old session.
fn old(second: usize) -> String {
    format!("2026-01-02T{:02}:{:02}:{:02}.000Z", second / 3_600, second / 60 % 60, second % 60)
}

/// The present, as transcripts write it.
fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock").as_secs();
    let date = std::process::Command::new("date")
        .args(["-u", "-d", &format!("@{seconds}"), "+%Y-%m-%dT%H:%M:%S.000Z"])
        .output()
        .expect("date runs");
    String::from_utf8(date.stdout).expect("text").trim().to_owned()
}

/// A transcript as Claude Code writes it, with lines and fields that palimp does not know.
fn claude(turns: usize, last: &str) -> String {
    let mut text = line(&json!({ "type": "atis-latch", "atis": "", "sessionId": "s-1" }));
    let mut parent = Value::Null;
    let mut add = |mut value: Value, id: String, at: &str| {
        let fields = value.as_object_mut().expect("an object");
        let given = json!({ "parentUuid": parent, "isSidechain": false, "uuid": id, "timestamp": at,
            "cwd": "/home/dev/app", "sessionId": "s-1", "version": "2.1.329", "weight": 1.0e2 });
        fields.extend(given.as_object().cloned().expect("an object"));
        parent = Value::from(id);
        text.push_str(&line(&value));
    };
    for turn in 0..turns {
        let at = if turn + 1 == turns { last.to_owned() } else { old(turn * 60) };
        let said = json!({ "role": "user", "content": prompt(turn) });
        add(json!({ "type": "user", "message": said }), format!("u{turn}"), &at);
        let call = json!([{ "type": "tool_use", "id": format!("t{turn}"), "name": "Bash",
            "input": { "command": "make" } }]);
        let usage = json!({ "input_tokens": 10, "cache_read_input_tokens": 1_000 });
        let said = json!({ "role": "assistant", "id": format!("m{turn}"), "content": call, "usage": usage });
        add(json!({ "type": "assistant", "message": said }), format!("c{turn}"), &at);
        let result = json!([{ "tool_use_id": format!("t{turn}"), "type": "tool_result",
            "content": output(turn), "is_error": false }]);
        let said = json!({ "role": "user", "content": result });
        add(
            json!({ "type": "user", "message": said, "toolUseResult": { "stdout": "kept" } }),
            format!("r{turn}"),
            &at,
        );
        let words = json!([{ "type": "text", "text": format!("Done with turn {turn}.") }]);
        let said = json!({ "role": "assistant", "id": format!("n{turn}"), "content": words });
        add(json!({ "type": "assistant", "message": said }), format!("a{turn}"), &at);
    }
    text
}

/// A rollout as Codex writes it.
fn codex(turns: usize) -> String {
    let mut lines =
        vec![json!({ "type": "session_meta", "payload": { "id": "s-2", "cwd": "/x" } })];
    let item = |payload: Value| json!({ "type": "response_item", "payload": payload });
    let said = |role: &str, kind: &str, text: &str| {
        item(
            json!({ "type": "message", "role": role, "content": [{ "type": kind, "text": text }] }),
        )
    };
    lines.push(said("developer", "input_text", "You are an agent."));
    lines.push(said("user", "input_text", "<environment_context>\n</environment_context>"));
    for turn in 0..turns {
        lines.push(said("user", "input_text", &prompt(turn)));
        lines.push(item(json!({ "type": "reasoning", "encrypted_content": "xx", "summary": [] })));
        lines.push(item(
            json!({ "type": "function_call", "name": "shell", "call_id": format!("t{turn}"),
            "arguments": "{\"cmd\":\"make\"}" }),
        ));
        lines.push(item(json!({ "type": "function_call_output", "call_id": format!("t{turn}"),
            "output": [{ "type": "input_text", "text": "header" }, { "type": "input_text", "text": output(turn) }] })));
        lines.push(said("assistant", "output_text", &format!("Done with turn {turn}.")));
    }
    let numbered = lines.into_iter().enumerate().map(|(number, mut value)| {
        value["timestamp"] = json!(old(number));
        value["ordinal"] = json!(number);
        line(&value)
    });
    numbered.collect()
}

/// A session file as OpenClaw writes it.
fn openclaw(turns: usize) -> String {
    let mut text = line(
        &json!({ "type": "session", "version": 3, "id": "s-3", "timestamp": old(0), "cwd": "/x" }),
    );
    let mut parent = Value::Null;
    let mut add = |id: String, message: Value| {
        let value = json!({ "type": "message", "id": id, "parentId": parent, "timestamp": old(1), "message": message });
        parent = Value::from(id);
        text.push_str(&line(&value));
    };
    for turn in 0..turns {
        add(format!("u{turn}"), json!({ "role": "user", "content": prompt(turn), "timestamp": 1 }));
        add(
            format!("c{turn}"),
            json!({ "role": "assistant", "content": [{ "type": "toolCall", "id": format!("t{turn}"),
                "name": "exec", "arguments": { "command": "make" } }], "usage": { "input": 9 } }),
        );
        add(
            format!("r{turn}"),
            json!({ "role": "toolResult", "toolCallId": format!("t{turn}"), "toolName": "exec",
                "content": [{ "type": "text", "text": output(turn) }], "isError": false }),
        );
        let words = json!([{ "type": "text", "text": format!("Done with turn {turn}.") }]);
        add(format!("a{turn}"), json!({ "role": "assistant", "content": words }));
    }
    text
}

/// A record as palimp writes it.
fn own(turns: usize) -> String {
    let header =
        json!({ "type": "header", "format": "palimp", "version": 1, "session": "s-4", "at": 1 });
    let mut text = line(&header);
    let mut add = |role: &str, parts: Value| {
        let message = json!({ "role": role, "parts": parts });
        text.push_str(&line(&json!({ "type": "message", "at": 2, "message": message })));
    };
    for turn in 0..turns {
        add("user", json!([{ "type": "text", "text": prompt(turn) }]));
        add(
            "assistant",
            json!([{ "type": "tool_call", "id": format!("t{turn}"), "name": "Bash", "input": {} }]),
        );
        let content = json!([{ "type": "text", "text": output(turn) }]);
        add(
            "user",
            json!([{ "type": "tool_result", "id": format!("t{turn}"), "content": content }]),
        );
        add("assistant", json!([{ "type": "text", "text": format!("Done with turn {turn}.") }]));
    }
    text
}

fn put(machine: &Machine, name: &str, text: &str) -> PathBuf {
    let path = machine.root().join(name);
    fs::write(&path, text).expect("a file");
    path
}

fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("a transcript");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[track_caller]
fn transcript(machine: &Machine, verb: &str, path: &Path, more: &[&str]) -> Value {
    let path = path.to_str().expect("text");
    let args: Vec<&str> = ["transcript", verb, path].iter().chain(more).copied().collect();
    machine.run_json(&args)
}

/// The texts of all results of a transcript, by the ids of their calls.
fn results(path: &Path) -> HashMap<String, String> {
    let mut found = HashMap::new();
    for line in lines(path) {
        let block = &line["message"]["content"][0];
        let payload = &line["payload"];
        let (id, text) = if block["type"] == "tool_result" {
            (&block["tool_use_id"], block["content"].clone())
        } else if payload["type"] == "function_call_output" {
            let last = payload["output"].as_array().and_then(|blocks| blocks.last());
            (&payload["call_id"], last.map_or(Value::Null, |block| block["text"].clone()))
        } else if line["message"]["role"] == "toolResult" {
            (&line["message"]["toolCallId"], block["text"].clone())
        } else {
            continue;
        };
        let text = text.as_str().expect("a text").to_owned();
        found.insert(id.as_str().expect("an id").to_owned(), text);
    }
    found
}

#[test]
fn six_hundred_kilobytes_of_output_are_pruned_by_the_rule() {
    for (name, text, whole) in [
        ("claude.jsonl", claude(60, &old(3_540)), 0),
        ("codex.jsonl", codex(60), "header\n".len()),
        ("openclaw.jsonl", openclaw(60), 0),
    ] {
        let machine = machine();
        let input = put(&machine, name, &text);
        let answer = transcript(&machine, "prune", &input, &["--window", "1000000"]);
        let out = PathBuf::from(answer["file"].as_str().expect("a path"));
        assert_eq!(out, machine.root().join(name.replace(".jsonl", ".pruned.jsonl")));
        assert_eq!(fs::read_to_string(&input).expect("it is there"), text, "the input stays");
        let results = results(&out);
        for turn in 0..60 {
            let (text, size) = (&results[&format!("t{turn}")], size(turn));
            let trimmed = size + whole > 4_000 && turn < 57;
            assert_eq!(text.contains(" characters cut …]\n"), trimmed, "{name} {turn}");
            match trimmed {
                true => {
                    let marker =
                        text.lines().find(|line| line.starts_with("[… ")).expect("a marker");
                    let expect = 3_000 + 2 + marker.chars().count();
                    assert_eq!(text.chars().count(), expect, "{name} {turn}: {marker}");
                }
                false => assert_eq!(text, &output(turn), "{name} {turn}"),
            }
        }
        assert_eq!(answer["trimmed"], if whole == 0 { 33 } else { 45 }, "{name}");
        // Again, from the same file and from its own answer.
        let first = fs::read(&out).expect("it is there");
        transcript(&machine, "prune", &input, &["--window", "1000000", "--force"]);
        assert!(fs::read(&out).expect("it is there") == first, "{name}: a second run differs");
        let again = transcript(&machine, "prune", &out, &["--window", "1000000"]);
        let again = fs::read(again["file"].as_str().expect("a path")).expect("it is there");
        assert!(again == first, "{name}: pruning twice differs");
    }
}

#[test]
fn nothing_but_results_changes_in_a_line() {
    let machine = machine();
    let text = claude(60, &old(3_540))
        .replace("\"weight\":100.0", "\"weight\": 1.0e2, \"x\": \"\\u00e9\\/\"");
    let text = format!("{text}not json at all\n\n{{\"type\":\"summary\",\"torn");
    let input = put(&machine, "claude.jsonl", &text);
    let answer = transcript(&machine, "prune", &input, &["--window", "20000"]);
    assert!(answer["cleared"].as_u64() > Some(10), "{answer}");
    let written = fs::read_to_string(answer["file"].as_str().expect("a path")).expect("text");
    let mut changed = 0;
    assert_eq!(written.lines().count(), text.lines().count());
    for (old, new) in text.lines().zip(written.lines()) {
        if old == new {
            continue;
        }
        changed += 1;
        let at = |line: &str| {
            let begin = line.find("\"content\":\"").expect("a content") + "\"content\":\"".len();
            let end = begin + line[begin..].find("\",\"is_error\"").expect("its end");
            (line[..begin].to_owned(), line[end..].to_owned())
        };
        assert_eq!(at(old), at(new));
    }
    assert_eq!(changed, answer["cleared"].as_u64().unwrap() + answer["trimmed"].as_u64().unwrap());
    assert!(written.ends_with("{\"type\":\"summary\",\"torn"));
}

#[test]
fn while_the_service_remembers_nothing_is_pruned() {
    let machine = machine();
    let text = claude(60, &now());
    let input = put(&machine, "claude.jsonl", &text);
    let run = machine.run(["transcript", "prune", input.to_str().expect("text")]);
    let said = String::from_utf8(run.stderr).expect("text");
    assert!(run.status.success() && said.contains("Not pruned before 20"), "{said}");
    let out = machine.root().join("claude.pruned.jsonl");
    assert!(fs::read_to_string(&out).expect("it is there") == text);
    let answer = transcript(&machine, "prune", &input, &["--now", "--force"]);
    assert!(answer["trimmed"].as_u64() > Some(0), "{answer}");
    machine.run_ok(["config", "set", "memory.enabled", "true"]);
    fs::write(machine.home().join("settings.json"), r#"{"contextPruning":{"ttl":0}}"#)
        .expect("a file");
    let answer = transcript(&machine, "prune", &input, &["--force"]);
    assert!(answer["trimmed"].as_u64() > Some(0), "a setting counts: {answer}");
}

#[test]
fn claude_code_could_go_on_from_the_summary() {
    let machine = machine();
    let text = claude(40, &old(3_540));
    let input = put(&machine, "claude.jsonl", &text);
    let answer = transcript(&machine, "compact", &input, &[]);
    let out = PathBuf::from(answer["file"].as_str().expect("a path"));
    assert_eq!(fs::read_to_string(&input).expect("it is there"), text, "the input stays");
    let written = fs::read_to_string(&out).expect("text");
    let boundary = written.find("\"compact_boundary\"").expect("a boundary");
    let first = text.find("\"content\":\"turn 30:").expect("turn 30");
    let before = &text[..text[..first].rfind('\n').expect("a line") + 1];
    assert!(written.starts_with(before) && boundary > before.len());

    let all = lines(&out);
    let by_id: HashMap<&str, &Value> =
        all.iter().filter_map(|line| Some((line["uuid"].as_str()?, line))).collect();
    let (mut chain, mut calls, mut answered) = (Vec::new(), HashSet::new(), HashSet::new());
    let mut at = all.last().expect("a line");
    loop {
        chain.push(at["uuid"].as_str().expect("an id"));
        let block = &at["message"]["content"][0];
        calls.extend(block["id"].as_str().filter(|_| block["type"] == "tool_use"));
        answered.extend(block["tool_use_id"].as_str());
        match at["parentUuid"].as_str() {
            Some(parent) => at = by_id.get(parent).expect("a line that is there"),
            None => break,
        }
    }
    assert_eq!((at["subtype"].as_str(), chain.len()), (Some("compact_boundary"), 42));
    assert_eq!((&calls, calls.len()), (&answered, 10));
    assert_eq!(at["logicalParentUuid"], "a29");
    let summary = by_id[chain[chain.len() - 2]];
    assert!(summary["isCompactSummary"] == true && summary["sessionId"] == "s-1", "{summary}");
    let said = summary["message"]["content"].as_str().expect("words");
    for turn in 0..30 {
        assert!(said.contains(&format!("src/module_{turn}.rs")), "{turn}: {said}");
        assert!(said.contains(&(5_000 + turn).to_string()), "{turn}: {said}");
    }
    // What stays is what it was, but for the first line's parent.
    let kept: Vec<&str> = written.lines().rev().take(40).collect();
    let mut same: Vec<&str> = text.lines().rev().take(40).collect();
    assert_eq!(kept[..39], same[..39]);
    let head =
        same.pop().expect("a line").replace("\"a29\"", &format!("\"{}\"", chain[chain.len() - 2]));
    assert_eq!(kept[39], head);

    let stats = transcript(&machine, "stats", &out, &[]);
    assert_eq!((&stats["turns"], &stats["messages"]), (&json!(10), &json!(40)));
    transcript(&machine, "compact", &input, &["--force"]);
    assert!(fs::read_to_string(&out).expect("text") == written, "a second run differs");
    let run = machine.run(["transcript", "compact", out.to_str().expect("text")]);
    assert_eq!(run.status.code(), Some(1), "ten turns are not compacted");
}

#[test]
fn codex_could_go_on_from_the_summary() {
    let machine = machine();
    let text = codex(30);
    let input = put(&machine, "rollout.jsonl", &text);
    let answer = transcript(&machine, "compact", &input, &["--instructions", "decisions"]);
    let out = PathBuf::from(answer["file"].as_str().expect("a path"));
    let written = fs::read_to_string(&out).expect("text");
    let added = written.strip_prefix(&text).expect("every line is there");
    let line: Value = serde_json::from_str(added).expect("one line");
    let before = lines(&input);
    assert_eq!((&line["type"], &line["ordinal"]), (&json!("compacted"), &json!(before.len())));
    let history = line["payload"]["replacement_history"].as_array().expect("a list");
    assert_eq!(history[0], before[1]["payload"]);
    assert_eq!(history[1], before[2]["payload"]);
    let said = history[2]["content"][0]["text"].as_str().expect("words");
    assert!((0..20).all(|turn| said.contains(&format!("src/module_{turn}.rs"))), "{said}");
    let kept: Vec<&Value> =
        before[before.len() - 50..].iter().map(|line| &line["payload"]).collect();
    assert_eq!(history[3..].iter().collect::<Vec<_>>(), kept);
    let stats = transcript(&machine, "stats", &out, &[]);
    assert_eq!(stats["turns"], 10);
    // Results inside that line are pruned in it.
    let pruned = transcript(&machine, "prune", &out, &["--window", "10000"]);
    assert!(pruned["cleared"].as_u64() > Some(2), "{pruned}");
    assert!(pruned["tokensAfter"].as_u64() < pruned["tokensBefore"].as_u64());
    let path = PathBuf::from(pruned["file"].as_str().expect("a path"));
    let stats = transcript(&machine, "stats", &path, &[]);
    assert_eq!(stats["tokens"], pruned["tokensAfter"]);
}

#[test]
fn openclaw_could_go_on_from_the_summary() {
    let machine = machine();
    let text = openclaw(30);
    let input = put(&machine, "session.jsonl", text.trim_end());
    let answer = transcript(&machine, "compact", &input, &[]);
    let out = PathBuf::from(answer["file"].as_str().expect("a path"));
    let written = fs::read_to_string(&out).expect("text");
    let line: Value =
        serde_json::from_str(written.strip_prefix(&text).expect("all lines")).expect("one");
    assert_eq!((&line["type"], &line["parentId"]), (&json!("compaction"), &json!("a29")));
    assert_eq!(
        (&line["firstKeptEntryId"], &line["tokensBefore"]),
        (&json!("u20"), &answer["tokensBefore"])
    );
    let stats = transcript(&machine, "stats", &out, &[]);
    assert_eq!((&stats["turns"], &stats["messages"]), (&json!(10), &json!(40)));
}

#[test]
fn a_record_of_palimp_is_appended_to() {
    let machine = machine();
    let text = own(60);
    let input = put(&machine, "chat.jsonl", &format!("{text}{{\"type\":\"mess"));
    let answer = transcript(
        &machine,
        "prune",
        &input,
        &["-o", machine.root().join("a.jsonl").to_str().unwrap()],
    );
    assert!(answer["trimmed"].as_u64() > Some(0), "{answer}");
    let written = fs::read_to_string(machine.root().join("a.jsonl")).expect("text");
    assert!(written.starts_with(&text) && written.lines().last().unwrap().contains("\"prune\""));
    let answer = transcript(&machine, "compact", &machine.root().join("a.jsonl"), &[]);
    let out = PathBuf::from(answer["file"].as_str().expect("a path"));
    let stats = transcript(&machine, "stats", &out, &[]);
    assert_eq!((&stats["format"], &stats["turns"]), (&json!("palimp"), &json!(10)));
    assert_eq!(answer["tokensAfter"], stats["tokens"]);
}

#[test]
fn recorded_transcripts_are_understood() {
    for (client, name, turns) in [
        ("claude", "transcript.main.jsonl", 0),
        ("codex", "transcript.code-mode.jsonl", 1),
        ("codex", "transcript.compaction.jsonl", 0),
        ("codex", "transcript.direct-tools.jsonl", 2),
    ] {
        let machine = machine();
        let text = read_fixture(client, name);
        let input = put(&machine, name, &text);
        let stats = transcript(&machine, "stats", &input, &[]);
        assert_eq!((&stats["format"], &stats["turns"]), (&json!(client), &json!(turns)), "{name}");
        assert!(stats["tokens"].as_u64() > Some(50), "{stats}");
        let answer = transcript(&machine, "prune", &input, &["--now"]);
        let written = fs::read_to_string(answer["file"].as_str().expect("a path")).expect("text");
        // Nothing in them is long enough to be cut.
        assert_eq!((&answer["trimmed"], &answer["cleared"]), (&json!(0), &json!(0)), "{name}");
        assert_eq!(written, text, "{name}");
        let told = machine.run_ok(["transcript", "stats", input.to_str().expect("text")]);
        assert!(told.contains("Content") && told.contains("After pruning"), "{told}");
    }
}

#[test]
fn what_is_asked_anew_does_not_count() {
    let machine = machine();
    let text = claude(5, &old(300));
    let branch = json!({ "type": "user", "parentUuid": "a2", "uuid": "z", "isSidechain": false,
        "sessionId": "s-1", "timestamp": old(400), "message": { "role": "user", "content": "or this" } });
    let input = put(&machine, "claude.jsonl", &format!("{text}{}", line(&branch)));
    let stats = transcript(&machine, "stats", &input, &[]);
    assert_eq!((&stats["turns"], &stats["messages"]), (&json!(4), &json!(13)));
}

#[test]
fn no_file_is_written_over() {
    let machine = machine();
    let input = put(&machine, "claude.jsonl", &claude(20, &old(3_540)));
    let path = input.to_str().expect("text");
    let text = fs::read(&input).expect("it is there");
    for verb in ["prune", "compact"] {
        for force in [&[][..], &["--force"]] {
            let args = ["transcript", verb, path, "-o", path];
            let run = machine.run(args.iter().chain(force));
            let said = String::from_utf8(run.stderr).expect("text");
            assert_eq!(run.status.code(), Some(1));
            assert!(said.contains("is the transcript itself"), "{said}");
        }
        machine.run_ok(["transcript", verb, path]);
        let run = machine.run(["transcript", verb, path]);
        let said = String::from_utf8(run.stderr).expect("text");
        assert!(run.status.code() == Some(1) && said.contains("it exists; hint"), "{said}");
        machine.run_ok(["transcript", verb, path, "--force"]);
    }
    assert!(fs::read(&input).expect("it is there") == text);
}

#[test]
fn what_is_no_transcript_is_said() {
    let machine = machine();
    for (name, text) in
        [("empty.jsonl", ""), ("text.md", "# Notes\n"), ("other.jsonl", "{\"a\":1}\n[]\n7\n")]
    {
        let input = put(&machine, name, text);
        for verb in ["stats", "prune", "compact"] {
            let run = machine.run(["transcript", verb, input.to_str().expect("text")]);
            let said = String::from_utf8(run.stderr).expect("text");
            assert_eq!(run.status.code(), Some(1), "{said}");
            assert!(
                said.contains(name) && said.contains("not a transcript of Claude Code"),
                "{said}"
            );
        }
    }
    let run = machine.run(["transcript", "stats", "/nowhere.jsonl"]);
    assert!(String::from_utf8(run.stderr).expect("text").contains("/nowhere.jsonl: "));
    assert_eq!(
        fs::read_dir(machine.root()).expect("a directory").count(),
        5,
        "nothing was written"
    );
}
