//! No secret reaches the disk, whichever way it comes and whatever fails.

use palimp_testing::model_server::{ModelServer, ServerStep};
use palimp_testing::{Machine, contains_text};
use serde_json::json;

use crate::machine;

/// Secrets of several kinds, put together here so that no scanner takes this file for a leak.
fn secrets() -> Vec<String> {
    vec![
        concat!("ghp_", "16C7e42F292c6912E7710c838347Ae178B4a").to_owned(),
        concat!("AKIA", "IOSFODNN7EXAMPL3").to_owned(),
        "correct-horse-battery-9".to_owned(),
        "gildong.hong@corp-mail.co.kr".to_owned(),
        "010-9876-5432".to_owned(),
        "4111 1111 1111 1111".to_owned(),
        "Vx7Qm2Lk9Rt4Wz8Yb3Nc6Pd1Hf5Jg0Sa".repeat(6),
        "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfnygWyF8PbnGy0AHB7MhgHcTz6sE2I2yPB7".to_owned(),
        "Kq8Zt3Wn6Vb1Xm4Cr".to_owned(),
    ]
}

/// A text that holds all of them as they occur.
fn leak() -> String {
    let secrets = secrets();
    let (begin, end) = (
        concat!("-----BEGIN RSA ", "PRIVATE KEY-----"),
        concat!("-----END RSA ", "PRIVATE KEY-----"),
    );
    format!(
        "token {} key {} password={} mail {} phone {} card {}, my token is {}, \
         PRIVATE_KEY=\"{begin}\n{}\n{end}\" API 키는 {} 입니다",
        secrets[0],
        secrets[1],
        secrets[2],
        secrets[3],
        secrets[4],
        secrets[5],
        secrets[6],
        secrets[7],
        secrets[8]
    )
}

#[track_caller]
fn clean(machine: &Machine) {
    let bytes = machine.bytes_at_home();
    assert!(!bytes.is_empty());
    for secret in secrets() {
        for half in [&secret[..8], &secret[secret.len() - 8..]] {
            assert!(!contains_text(&bytes, half), "{half} in {:?}", machine.files_with(half));
        }
    }
}

/// Sends the secrets through every kind of event that is kept.
fn capture(machine: &Machine, session: &str) {
    let leak = leak();
    let send = |event: &str, fields: serde_json::Value| {
        machine.hook("claude", &machine.claude_payload(event, session, fields))
    };
    send("SessionStart", json!({"source": "startup"}));
    send("UserPromptSubmit", json!({"prompt": leak, "prompt_id": leak}));
    send(
        "PostToolUse",
        json!({"tool_name": "Bash", "tool_input": {"command": format!("git commit -m '{leak}'")}, "tool_response": {"stdout": leak}}),
    );
    send(
        "PostToolUse",
        json!({"tool_name": "Write", "tool_input": {"file_path": "/p/.env", "content": leak}, "tool_response": {}}),
    );
    send(
        "PostToolUse",
        json!({"tool_name": "Edit", "tool_input": {"file_path": format!("/p/{}/x", secrets()[0]), "old_string": leak, "new_string": format!("{leak} more")}, "tool_response": {}}),
    );
    // Where the limit falls into a secret, half of it must not stay either.
    for pad in (1_900..2_000).step_by(7) {
        let command = format!("git commit -m '{} {leak}'", "x".repeat(pad));
        send(
            "PostToolUseFailure",
            json!({"tool_name": "Bash", "tool_input": {"command": command}, "error": format!("Exit code 1\n{} {leak}", "y ".repeat(pad / 2))}),
        );
    }
    send("Stop", json!({"last_assistant_message": leak}));
}

#[test]
fn nothing_planted_is_found_after_capture() {
    let machine = machine();
    capture(&machine, "s");
    machine.run_ok(["recent"]);
    clean(&machine);
    assert!(machine.run_ok(["recent", "-n", "100"]).contains("<redacted:"));
    assert_eq!(machine.run_ok(["scan"]), "no secrets found\n");
}

#[test]
fn nor_in_the_spool_and_the_log_when_the_database_is_locked() {
    let machine = machine();
    machine.hook_bash("s", "git push", "ok");
    let lock = machine.lock_database();
    capture(&machine, "t");
    clean(&machine);
    drop(lock);
    machine.run_ok(["recent"]);
    clean(&machine);
}

#[test]
fn nor_after_events_that_cannot_be_read() {
    let machine = machine();
    machine.hook_bash("s", "git push", "ok");
    let broken = format!("{{\"prompt\": \"{}\", ", leak());
    let output = machine.run_with(["hook", "claude"], broken.as_bytes());
    assert!(!contains_text(&output.stderr, "correct-horse"));
    machine.run_with(["hook", &leak()], b"{}");
    clean(&machine);
}

#[test]
fn nor_in_an_export_or_after_an_import() {
    let machine = machine();
    machine.run_ok(["config", "set", "redaction.enabled", "false"]);
    capture(&machine, "s");
    assert!(contains_text(&machine.bytes_at_home(), &secrets()[0]), "the setting has an effect");
    machine.run_ok(["config", "unset", "redaction.enabled"]);
    let export = machine.run_ok(["export"]);
    for secret in secrets() {
        assert!(!export.contains(&secret), "{secret}");
    }
    let found = machine.run_json(&["scan"]);
    assert!(found["found"].as_array().unwrap().len() > 10);
    assert!(!found.to_string().contains("correct-horse"));
    machine.run_ok(["scan", "--fix"]);
    clean(&machine);
    let other = crate::machine();
    let raw = format!(
        "{}\n",
        json!({"kind": "message", "id": 1, "sessionId": "s", "client": "claude", "agent": "main", "projectId": "p",
        "project": "app", "workingDir": "/", "role": "user", "content": leak(), "trace": null, "createdAt": 1})
    );
    assert!(other.run_with(["import", "-"], raw.as_bytes()).status.success());
    clean(&other);
}

/// `value`, which a row of an export is, with the secrets in each of its texts.
fn leaking(mut value: serde_json::Value) -> serde_json::Value {
    for (name, field) in value.as_object_mut().unwrap() {
        // What is one of a few words is refused when it is another.
        let is_word = ["kind", "type", "role", "client", "agent"].contains(&name.as_str());
        let hides = |text: &str| json!(format!("{text} {}", leak()));
        match field {
            serde_json::Value::String(text) if !is_word => *field = hides(text),
            serde_json::Value::Null => *field = hides(""),
            serde_json::Value::Array(texts) => texts.push(hides("")),
            _ => {}
        }
    }
    value
}

#[test]
fn an_import_cleans_every_field() {
    let machine = machine();
    capture(&machine, "s");
    let export = machine.run_ok(["export"]);
    let rows: Vec<serde_json::Value> =
        export.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let raw: String = rows.iter().map(|row| format!("{}\n", leaking(row.clone()))).collect();
    let other = crate::machine();
    let output = other.run_with(["import", "-"], raw.as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(other.query_number("SELECT COUNT(*) FROM observations") > 0);
    assert!(other.query_number("SELECT COUNT(*) FROM messages") > 0);
    clean(&other);
}

#[test]
fn nor_through_notes_and_agents() {
    let machine = machine();
    machine.run_ok(["save", &leak()]);
    machine.run_ok(["save", "--kind", "decision", &leak()]);
    let mut agent = crate::mcp::Agent::on(&machine, &[]);
    for kind in ["decision", "preference", "procedure"] {
        agent.call("memory_save", json!({ "text": leak(), "kind": kind }));
    }
    agent.call("memory_search", json!({ "query": leak() }));
    agent.call("memory_forget", json!({ "text": leak() }));
    drop(agent);
    machine.run_ok(["flush"]);
    machine.run_ok(["reflect"]);
    clean(&machine);
}

#[test]
fn nor_through_a_run_and_a_chat() {
    let machine = machine();
    let bin = machine.root().join("bin");
    std::fs::create_dir_all(&bin).unwrap();
    palimp_testing::write_program(bin.join("claude"), "#!/bin/sh\ncat\n");
    let mut run = machine.command(["run", "claude", "--", &leak()]);
    run.env("PATH", format!("{}:/usr/bin:/bin", bin.display()));
    assert!(palimp_testing::run_with_input(&mut run, b"").status.success());
    let server = ModelServer::always(ServerStep::say(&leak()));
    let mut chat = machine.command(["chat", "--with", "api:anthropic"]);
    chat.env("ANTHROPIC_BASE_URL", server.url()).env("ANTHROPIC_API_KEY", "key");
    let said = leak().replace('\n', " ");
    assert!(
        palimp_testing::run_with_input(&mut chat, format!("{said}\n{said}\n").as_bytes())
            .status
            .success()
    );
    assert_eq!(server.requests().len(), 2);
    machine.run_ok(["recent"]);
    clean(&machine);
}

#[test]
fn what_a_chat_kept_is_found_and_taken_out() {
    let machine = machine();
    machine.run_ok(["config", "set", "redaction.enabled", "false"]);
    let server = ModelServer::always(ServerStep::say(&leak()));
    let mut chat = machine.command(["chat", "--with", "api:anthropic"]);
    chat.env("ANTHROPIC_BASE_URL", server.url()).env("ANTHROPIC_API_KEY", "key");
    let said = leak().replace('\n', " ");
    assert!(
        palimp_testing::run_with_input(&mut chat, format!("{said}\n").as_bytes()).status.success()
    );
    let unfinished = machine.home().join("chat/main/chat-20261122-150405-0a1b2.part");
    std::fs::write(&unfinished, leak()).unwrap();
    machine.run_ok(["config", "unset", "redaction.enabled"]);
    let in_chats = |found: &serde_json::Value| {
        let found = found["found"].as_array().unwrap().clone();
        found.into_iter().filter(|found| found["table"] == "chats").collect::<Vec<_>>()
    };
    let found = in_chats(&machine.run_json(&["scan"]));
    let in_file = |ending: &str| {
        found.iter().filter(|found| found["row"].as_str().unwrap().contains(ending)).count()
    };
    assert!(in_file(".jsonl:") > 10 && in_file(".part:") > 5, "{found:?}");
    assert!(!format!("{found:?}").contains("correct-horse"));
    machine.run_ok(["scan", "--fix"]);
    // A note that was written meanwhile is its owner's: it is named, and stays.
    for secret in secrets() {
        let mut files = machine.files_with(&secret[..8]);
        files.retain(|file| file.starts_with(machine.home().join("chat")));
        assert!(files.is_empty(), "{secret} in {files:?}");
    }
    assert_eq!(in_chats(&machine.run_json(&["scan"])), [0; 0]);
    assert!(std::fs::read_to_string(unfinished).unwrap().contains("<redacted:"));
}

#[test]
fn nor_in_the_name_of_a_project() {
    let machine = machine();
    for secret in [&secrets()[0], &secrets()[3]] {
        let note = machine.run_ok(["save", "--project", secret, "we deploy on Fridays"]);
        assert!(note.contains("saved to"), "{note}");
        let directory = machine.root().join(secret);
        std::fs::create_dir_all(&directory).unwrap();
        machine.run_ok(["save", "--project", directory.to_str().unwrap(), "we deploy on Mondays"]);
        let mut agent = crate::mcp::Agent::in_project(&machine, &directory, &[]);
        agent.call("memory_save", json!({ "text": "we test on Sundays", "scope": "project" }));
    }
    let bytes = machine.bytes_at_home();
    assert!(contains_text(&bytes, "we deploy on Mondays") && contains_text(&bytes, "%3Credacted:"));
    clean(&machine);
}

#[test]
fn nor_from_what_other_tools_remember() {
    for source in crate::bootstrap::sources::ALL {
        let machine = machine();
        (source.plant)(&machine, &leak().replace('\n', "\\n").replace('"', ""));
        machine.run_ok(["bootstrap", "--yes"]);
        clean(&machine);
    }
}

#[test]
fn what_the_user_allows_is_left() {
    let machine = machine();
    machine.run_ok(["config", "set", "redaction.allow", "*@corp-mail.co.kr"]);
    machine.hook_bash(
        "s",
        "git commit -m 'by gildong.hong@corp-mail.co.kr and other@example.org'",
        "ok",
    );
    let kept = machine.run_ok(["recent"]);
    assert!(
        kept.contains("gildong.hong@corp-mail.co.kr") && kept.contains("<redacted:email>"),
        "{kept}"
    );
}

#[test]
fn what_is_forgotten_leaves_no_residue() {
    let machine = machine();
    machine.hook(
        "claude",
        &machine.claude_payload(
            "UserPromptSubmit",
            "s",
            json!({"prompt": "about zanzibar please"}),
        ),
    );
    for number in 0..50 {
        machine.hook_bash("s", &format!("git commit -m 'project zanzibar {number}'"), "ok");
        machine.hook_bash("s", &format!("git commit -m 'something else {number}'"), "ok");
    }
    machine.hook("claude", &machine.claude_payload("Stop", "s", json!({})));
    machine
        .hook("claude", &machine.claude_payload("SessionStart", "t", json!({"source": "startup"})));
    let would = machine.run_json(&["forget", "Zanzibar", "--dry-run"]);
    assert_eq!(would["forgotten"]["observations"], 50);
    assert!(contains_text(&machine.bytes_at_home(), "zanzibar"));
    machine.run_ok(["forget", "Zanzibar", "--yes"]);
    let bytes = machine.bytes_at_home();
    for trace in ["zanzibar", "Zanzibar", "zanz"] {
        assert!(!contains_text(&bytes, trace), "{trace}");
    }
    assert_eq!(machine.run_json(&["search", "zanzibar"])["hits"], json!([]));
    assert_eq!(machine.run_json(&["stats"])["observations"], 50);
    assert_eq!(machine.run_json(&["stats"])["forgotten"], 1);
}
