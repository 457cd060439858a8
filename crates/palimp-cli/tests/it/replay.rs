//! Sessions that are lived through again, and what was used of what was told.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::machine;

/// A recorded session of Claude Code: a prompt, the calls of tools with what they printed, an answer.
fn record(
    dir: &Path,
    session: &str,
    day: &str,
    prompt: &str,
    calls: &[(&str, Value)],
    answer: &str,
) {
    let mut lines = Vec::new();
    let mut add = |kind: &str, role: &str, content: Value| {
        let number = lines.len();
        lines.push(json!({
            "type": kind, "sessionId": session, "cwd": "/home/dev/shop", "uuid": format!("{session}-{number}"),
            "timestamp": format!("{day}T09:00:{number:02}.000Z"),
            "message": { "role": role, "content": content },
        }));
    };
    add("user", "user", json!(prompt));
    for (number, (tool, input)) in calls.iter().enumerate() {
        let id = format!("toolu_{session}_{number}");
        add(
            "assistant",
            "assistant",
            json!([{ "type": "tool_use", "id": id, "name": tool, "input": input }]),
        );
        add("user", "user", json!([{ "type": "tool_result", "tool_use_id": id, "content": "ok" }]));
    }
    add("assistant", "assistant", json!([{ "type": "text", "text": answer }]));
    fs::create_dir_all(dir).unwrap();
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    fs::write(dir.join(format!("{session}.jsonl")), text.join("\n") + "\n").unwrap();
}

/// Three sessions of a project: each changes the pool and runs its tests.
fn records(dir: &Path) {
    let edit =
        json!({ "file_path": "/home/dev/shop/src/pool.rs", "old_string": "5", "new_string": "10" });
    let test = json!({ "command": "cargo nextest run -p pool" });
    let calls = [("Edit", edit), ("Bash", test.clone()), ("Bash", test)];
    for (number, day) in ["2026-11-02", "2026-11-03", "2026-11-04"].into_iter().enumerate() {
        let answer = "Root cause: `max_conns` was read before the configuration of the pool, so `pool.rs` always used 5.";
        let prompt = "the connection pool of the gateway runs dry under load";
        record(dir, &format!("session-{number}"), day, prompt, &calls, answer);
    }
}

fn check(told: &Value, sessions: u64) {
    assert_eq!(told["sessions"], sessions, "{told}");
    assert!(told["chars"].as_f64().unwrap() > 100.0, "{told}");
    assert_eq!(told["again"], 0.0, "{told}");
    let both = json!({ "needed": sessions, "told": sessions });
    assert_eq!([&told["files"], &told["commands"]], [&both, &both], "{told}");
    let used = |section: &Value| section["used"].as_u64().unwrap();
    assert!(told["sections"].as_object().unwrap().values().map(used).sum::<u64>() > 0, "{told}");
}

#[test]
fn recorded_sessions_are_measured_in_a_home_that_goes() {
    let machine = machine();
    let dir = machine.root().join("bench");
    records(&dir.join("sessions/shop"));
    let gold = dir.join("gold.json");
    let facts = json!([
        { "project": "shop", "rx": "(?i)(?=.*root cause)(?=.*max_conns)" },
        { "project": "shop", "rx": "zebra" },
        { "project": "another", "rx": "pool" },
    ]);
    fs::write(&gold, facts.to_string()).unwrap();
    let args = ["bench", "sessions", "--last", "1", "--dir", dir.to_str().unwrap(), "--gold"];
    let args = args.into_iter().chain(gold.to_str()).collect::<Vec<_>>();
    let outcome = &machine.run_json(&args)[0];
    assert_eq!(outcome["project"], "shop");
    check(&outcome["told"], 1);
    let kept = &outcome["kept"]["episodes"];
    assert_eq!([&kept["facts"], &kept["found"]], [2, 1], "{outcome}");
    let said = machine.run_ok(args);
    assert!(said.contains("shop: 1 session,") && said.contains("1 of 2 facts"), "{said}");
    assert!(!machine.home().join("activity.db").exists(), "the user's own home was used");
    let nowhere = machine.run(["bench", "sessions", "--dir", "/nowhere"]);
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&nowhere.stderr).contains("/nowhere"));
}

#[test]
fn told_file_holds_each_answer_of_measured_sessions() {
    let machine = machine();
    let dir = machine.root().join("bench");
    let prompt = "stacked voucher discounts round the subtotal before the percentage comes off, so the receipt total is a cent short";
    let other = "the login page shows a stale avatar after the upload";
    let cause = "Root cause: `apply_vouchers` rounded each voucher, so the receipt lost a cent on every line.";
    let open = "The avatar is loaded anew.\n\nRemaining:\n- empty the cache of the proxy";
    for (session, day, prompt, answer) in [
        ("aaaa1111-x", "2026-11-02", prompt, cause),
        ("bbbb2222-x", "2026-11-03", other, open),
        ("cccc3333-x", "2026-11-04", prompt, cause),
    ] {
        record(&dir.join("shop"), session, day, prompt, &[], answer);
    }
    let told = machine.root().join("told.jsonl");
    let args = ["bench", "sessions", "--last", "1", "--dir", dir.to_str().unwrap(), "--told"];
    machine.run_ok(args.into_iter().chain(told.to_str()));
    let told = fs::read_to_string(&told).unwrap();
    let rows: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let is_measured = |it: &Value| it["project"] == "shop" && it["session"] == "cccc3333-x";
    assert!(rows.iter().all(is_measured), "{told}");
    let answer = |event: &str| rows.iter().find(|it| it["event"] == event).expect(event);
    assert!(answer("start")["text"].as_str().unwrap().contains("s:bbbb2222"), "{told}");
    // The index holds what was said in the sessions before.
    assert!(answer("prompt")["text"].as_str().unwrap().contains("s:aaaa1111"), "{told}");
    assert_eq!(answer("prompt")["prompt"], prompt);
}

/// What `bench` left among the temporary files.
fn left(temporary: &Path) -> Vec<String> {
    let entries = fs::read_dir(temporary).unwrap().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn a_measurement_that_is_ended_leaves_nothing_behind() {
    let machine = machine();
    let temporary = machine.root().join("tmp");
    fs::create_dir(&temporary).unwrap();
    let calls = [(
        "Edit",
        json!({ "file_path": "/home/dev/shop/a.rs", "old_string": "5", "new_string": "6" }),
    )];
    for number in 0..200 {
        let projects = machine.user_home().join(".claude/projects/-home-dev-shop");
        record(
            &projects,
            &format!("s-{number}"),
            "2026-11-02",
            "the pool runs dry",
            &calls,
            "Done.",
        );
    }
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::KILL] {
        let mut command = machine.command(["bench", "replay", "--last", "200"]);
        let mut bench = command.env("TMPDIR", &temporary).stderr(Stdio::null()).spawn().unwrap();
        let home = temporary.join("palimp-bench-1/home");
        while !home.join("activity.db").exists() {
            assert_eq!(bench.try_wait().unwrap(), None, "it ended before it was asked to");
            std::thread::yield_now();
        }
        let mode = temporary.join("palimp-bench-1").metadata().unwrap().mode();
        assert_eq!(mode & 0o777, 0o700);
        kill_process(Pid::from_child(&bench), signal).unwrap();
        let ended = bench.wait().unwrap();
        if signal == Signal::KILL {
            assert_eq!(left(&temporary), ["palimp-bench-1"]);
        } else {
            assert_eq!(ended.code(), Some(128 + signal.as_raw()));
            assert_eq!(left(&temporary), Vec::<String>::new());
        }
    }
    let mut next = machine.command(["bench", "replay", "--last", "1"]);
    assert!(next.env("TMPDIR", &temporary).output().unwrap().status.success());
    assert_eq!(left(&temporary), Vec::<String>::new());
}

/// An archive of `files`, by their names.
fn archive(path: &Path, files: &[(&str, &[u8])]) {
    let packed = flate2::write::GzEncoder::new(
        fs::File::create(path).unwrap(),
        flate2::Compression::default(),
    );
    let mut archive = tar::Builder::new(packed);
    for (name, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, name, *bytes).unwrap();
    }
    archive.into_inner().unwrap().finish().unwrap();
}

#[test]
fn an_archive_that_cannot_be_read_is_passed_over() {
    let machine = machine();
    let dir = machine.root().join("bench");
    records(&dir.join("shop"));
    let one = fs::read(dir.join("shop/session-0.jsonl")).unwrap();
    archive(&dir.join("packed.tar.gz"), &[("./session-0.jsonl", &one), ("notes.txt", b"x")]);
    archive(&dir.join("bomb.tar.gz"), &[("a.jsonl", &vec![0; 32 << 20])]);
    fs::write(dir.join("broken.tar.gz"), "no archive").unwrap();
    crate::hostile::pipe(&dir.join("pipe.tar.gz"));
    let output = machine.run(["bench", "sessions", "--json", "--dir", dir.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let projects: Vec<_> = told.as_array().unwrap().iter().map(|it| &it["project"]).collect();
    assert_eq!(projects, ["packed", "shop"]);
    assert_eq!(told[0]["told"]["sessions"], 1);
    assert_eq!(said.matches("skipped ").count(), 3, "{said}");
    assert!(said.contains("bomb.tar.gz: it unpacks to more than a hundred times"), "{said}");
    let nobody =
        machine.run(["bench", "sessions", "--only", "nope", "--dir", dir.to_str().unwrap()]);
    assert_eq!(nobody.status.code(), Some(1));
    let said = String::from_utf8_lossy(&nobody.stderr);
    assert!(said.contains("cannot find project nope") && said.contains("shop"), "{said}");
}

#[test]
fn ones_own_last_sessions_are_lived_through_again() {
    let machine = machine();
    let nothing = machine.run(["bench", "replay"]);
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("No recorded session"));
    records(&machine.user_home().join(".claude/projects/-home-dev-shop"));
    let told = machine.run_json(&["bench", "replay"]);
    assert_eq!(told["sessions"].as_array().unwrap().len(), 3);
    // The first one had no past.
    assert_eq!(told["sessions"][0]["files"]["needed"], 0);
    assert_eq!(told["summary"]["files"], json!({ "needed": 2, "told": 2 }));
    let last = machine.run_json(&["bench", "replay", "--last", "1", "--client", "claude"]);
    assert_eq!(last["summary"]["sessions"], 1);
    assert!(machine.run_ok(["bench", "replay"]).contains("injected and then used"));
}

#[test]
fn a_record_with_holes_is_read_without_them() {
    let machine = machine();
    let projects = machine.user_home().join(".claude/projects/-home-dev-shop");
    records(&projects);
    let record = projects.join("session-0.jsonl");
    fs::File::options().append(true).open(&record).unwrap().set_len(1 << 40).unwrap();
    let replayed = machine.run(["bench", "replay", "--json"]);
    let said = String::from_utf8_lossy(&replayed.stderr);
    assert!(said.contains("session-0.jsonl: cannot parse 1 line"), "{said}");
    let told: Value = serde_json::from_slice(&replayed.stdout).unwrap();
    assert_eq!(told["summary"]["sessions"], 3);
    let up = machine.run(["up", "--yes"]);
    let said = [up.stdout, up.stderr].map(|it| String::from_utf8_lossy(&it).into_owned()).concat();
    assert!(said.contains("session-0.jsonl: cannot parse 1 line"), "{said}");
}

#[test]
fn a_replay_without_sessions_or_answers_says_so() {
    let machine = machine();
    records(&machine.user_home().join(".claude/projects/-home-dev-shop"));
    let none = machine.run(["bench", "replay", "--last", "0"]);
    let said = String::from_utf8_lossy(&none.stderr);
    assert_eq!(none.status.code(), Some(2), "{said}");
    assert!(said.contains("at least 1"), "{said}");
    machine.run_ok(["config", "set", "inject.preset", "off"]);
    let said = machine.run_ok(["bench", "replay"]);
    assert!(said.contains("sessions, 0 characters each"), "{said}");
}

#[test]
fn days_of_which_nothing_can_be_told_are_refused() {
    let machine = machine();
    for days in ["--days=-5", "--days=0", "--days=40000"] {
        let output = machine.run(["stats", "--told", days]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("1..=36500"), "{said}");
    }
    let said = machine.run_ok(["stats", "--told"]);
    assert!(said.contains("0 sessions") && !said.contains("characters"), "{said}");
}

#[test]
fn what_was_told_and_then_used_is_counted() {
    let machine = machine();
    let hook = |event: &str, session: &str, fields: Value| {
        machine.hook("claude", &machine.claude_payload(event, session, fields))
    };
    let edit = |session: &str| {
        let input = json!({ "file_path": machine.root().join("app/src/pool.rs"), "old_string": "5", "new_string": "6" });
        hook(
            "PostToolUse",
            session,
            json!({ "tool_name": "Edit", "tool_input": input, "tool_response": {} }),
        );
    };
    for session in ["first", "second", "third"] {
        let started = hook("SessionStart", session, json!({ "source": "startup" }));
        let prompt = json!({ "prompt": "make the connection pool larger", "prompt_id": session });
        let asked = hook("UserPromptSubmit", session, prompt);
        assert_eq!(
            (started + &asked).contains("pool.rs"),
            session != "first",
            "{session}: {asked}"
        );
        if session != "third" {
            edit(session);
        }
        let answer = match session {
            "third" => "I did.",
            _ => "I did.\n\nRemaining:\n- document `pool.rs`",
        };
        hook("Stop", session, json!({ "last_assistant_message": answer, "prompt_id": session }));
        hook("SessionEnd", session, json!({ "reason": "other" }));
    }
    let told = machine.run_json(&["stats", "--told"]);
    let sections = told["sections"].as_array().unwrap();
    // The second was told of the file and changed it; the third, told of both, did nothing.
    let used: Vec<u64> = sections.iter().filter_map(|it| it["used"].as_u64()).collect();
    assert_eq!(used.iter().sum::<u64>(), 1, "{told}");
    let said = machine.run_ok(["stats", "--told", "--days", "7"]);
    assert!(said.contains("Used most"), "{said}");
}
