//! No secret reaches the disk, whichever way it comes and whatever fails.

use palimp_testing::{Machine, holds};
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
    ]
}

/// A text that holds all of them as they occur.
fn leak() -> String {
    let secrets = secrets();
    format!(
        "token {} key {} password={} mail {} phone {} card {}",
        secrets[0], secrets[1], secrets[2], secrets[3], secrets[4], secrets[5]
    )
}

#[track_caller]
fn clean(machine: &Machine) {
    let bytes = machine.bytes_at_home();
    assert!(!bytes.is_empty());
    for secret in secrets() {
        assert!(!holds(&bytes, &secret), "{secret} in {:?}", machine.files_with(&secret));
    }
}

/// Sends the secrets through every kind of event that is kept.
fn capture(machine: &Machine, session: &str) {
    let leak = leak();
    let send = |event: &str, fields: serde_json::Value| {
        machine.hook("claude", &machine.claude(event, session, fields))
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
    machine.ok(["recent"]);
    clean(&machine);
    assert!(machine.ok(["recent", "-n", "100"]).contains("<redacted:"));
    assert_eq!(machine.ok(["scan"]), "no secrets found\n");
}

#[test]
fn nor_in_the_spool_and_the_log_when_the_database_is_locked() {
    let machine = machine();
    machine.bash("s", "git push", "ok");
    let lock = machine.lock_database();
    capture(&machine, "t");
    clean(&machine);
    drop(lock);
    machine.ok(["recent"]);
    clean(&machine);
}

#[test]
fn nor_after_events_that_cannot_be_read() {
    let machine = machine();
    machine.bash("s", "git push", "ok");
    let broken = format!("{{\"prompt\": \"{}\", ", leak());
    let output = machine.run_with(["hook", "claude"], broken.as_bytes());
    assert!(!holds(&output.stderr, "correct-horse"));
    machine.run_with(["hook", &leak()], b"{}");
    clean(&machine);
}

#[test]
fn nor_in_an_export_or_after_an_import() {
    let machine = machine();
    machine.ok(["config", "set", "redaction.enabled", "false"]);
    capture(&machine, "s");
    assert!(holds(&machine.bytes_at_home(), &secrets()[0]), "the setting has an effect");
    machine.ok(["config", "unset", "redaction.enabled"]);
    let export = machine.ok(["export"]);
    for secret in secrets() {
        assert!(!export.contains(&secret), "{secret}");
    }
    let found = machine.json(&["scan"]);
    assert!(found["found"].as_array().unwrap().len() > 10);
    assert!(!found.to_string().contains("correct-horse"));
    machine.ok(["scan", "--fix"]);
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

#[test]
fn what_the_user_allows_is_left() {
    let machine = machine();
    machine.ok(["config", "set", "redaction.allow", "*@corp-mail.co.kr"]);
    machine.bash(
        "s",
        "git commit -m 'by gildong.hong@corp-mail.co.kr and other@example.org'",
        "ok",
    );
    let kept = machine.ok(["recent"]);
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
        &machine.claude("UserPromptSubmit", "s", json!({"prompt": "about zanzibar please"})),
    );
    for number in 0..50 {
        machine.bash("s", &format!("git commit -m 'project zanzibar {number}'"), "ok");
        machine.bash("s", &format!("git commit -m 'something else {number}'"), "ok");
    }
    machine.hook("claude", &machine.claude("Stop", "s", json!({})));
    machine.hook("claude", &machine.claude("SessionStart", "t", json!({"source": "startup"})));
    let would = machine.json(&["forget", "Zanzibar", "--dry-run"]);
    assert_eq!(would["forgotten"]["observations"], 50);
    assert!(holds(&machine.bytes_at_home(), "zanzibar"));
    machine.ok(["forget", "Zanzibar", "--yes"]);
    let bytes = machine.bytes_at_home();
    for trace in ["zanzibar", "Zanzibar", "zanz"] {
        assert!(!holds(&bytes, trace), "{trace}");
    }
    assert_eq!(machine.json(&["search", "zanzibar"])["hits"], json!([]));
    assert_eq!(machine.json(&["stats"])["observations"], 50);
    assert_eq!(machine.json(&["stats"])["forgotten"], 1);
}
