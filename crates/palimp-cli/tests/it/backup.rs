//! A backup holds the whole memory, and restores it elsewhere.

use std::fs;
use std::path::PathBuf;

use palimp_testing::Machine;
use serde_json::json;

use crate::machine;

/// A machine with a session, notes, a vault elsewhere, a forgotten text and a key of a service.
fn used_machine() -> Machine {
    let machine = machine();
    let vault = machine.user_home().join("Obsidian/palimp");
    fs::create_dir_all(&vault).unwrap();
    machine.run_ok(["config", "set", "agents.work.vault", vault.to_str().unwrap()]);
    machine.run_ok(["save", "--agent", "work", "The otter swims"]);
    machine.run_ok(["save", "--kind", "decision", "Releases carry a walrus stamp"]);
    let prompt = json!({"prompt": "draw the giraffe", "prompt_id": "p1"});
    machine.hook("claude", &machine.claude_payload("UserPromptSubmit", "s-1", prompt));
    machine.hook_bash("s-1", "make giraffe", "done");
    machine.run_ok(["forget", "--yes", "pangolin"]);
    machine
}

fn archive(machine: &Machine) -> PathBuf {
    machine.root().join("memory.palimp")
}

/// Notes with the second in which they were changed.
fn listed(machine: &Machine) -> Vec<(String, i64)> {
    let notes = machine.run_json(&["list"])["notes"].as_array().unwrap().clone();
    let seconds = |note: &serde_json::Value| note["modifiedAt"].as_i64().unwrap() / 1_000;
    notes.iter().map(|it| (it["path"].as_str().unwrap().to_owned(), seconds(it))).collect()
}

#[test]
fn backup_restores_into_an_empty_home() {
    let machine = used_machine();
    let file = archive(&machine);
    let said = machine.run_ok(["backup", file.to_str().unwrap()]);
    assert!(said.contains("Backed up"), "{said}");
    assert!(machine.run_json(&["status"])["lastBackup"].is_number());
    let (recent, notes) = (machine.run_json(&["recent"]), listed(&machine));

    fs::remove_dir_all(machine.home()).unwrap();
    fs::remove_dir_all(machine.user_home().join("Obsidian")).unwrap();
    machine.run_ok(["restore", file.to_str().unwrap()]);
    assert_eq!(machine.run_json(&["recent"]), recent);
    assert_eq!(listed(&machine), notes);
    assert!(machine.run_ok(["search", "walrus stamp"]).contains("walrus"));
    assert!(machine.run_ok(["search", "--agent", "work", "otter"]).contains("otter"));

    // What was forgotten stays so: the keys of tombstones came along.
    let record = machine.user_home().join(".claude/projects/-app/s-9.jsonl");
    fs::create_dir_all(record.parent().unwrap()).unwrap();
    let line = json!({
        "type": "user", "uuid": "u1", "parentUuid": null, "isSidechain": false,
        "timestamp": "2026-10-01T00:00:01.000Z", "cwd": machine.project(), "sessionId": "s-9",
        "version": "2.1.0", "message": {"role": "user", "content": "feed the pangolin"},
    });
    fs::write(&record, line.to_string()).unwrap();
    machine.run_ok(["bootstrap", "--from", "claude", "--yes"]);
    assert_eq!(machine.files_with("pangolin"), Vec::<PathBuf>::new());
}

#[test]
fn restore_leaves_what_is_there() {
    let machine = used_machine();
    let file = archive(&machine);
    machine.run_ok(["backup", file.to_str().unwrap()]);
    let output = machine.run(["restore", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("not empty"));

    let other = machine.root().join("other");
    let vault = machine.user_home().join("Obsidian/palimp");
    let before = crate::bootstrap::tree(&vault);
    let mut command = machine.command(["restore", file.to_str().unwrap()]);
    let output = command.env("PALIMP_HOME", &other).output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8(output.stderr).unwrap().contains("The vault of work is in"));
    assert_eq!(crate::bootstrap::tree(&vault), before);
    assert!(!crate::bootstrap::tree(&other.join("restored/work")).is_empty());
}

#[test]
fn damaged_archive_restores_nothing() {
    let machine = used_machine();
    let file = archive(&machine);
    machine.run_ok(["backup", file.to_str().unwrap()]);
    let whole = fs::read(&file).unwrap();
    let other = machine.root().join("other");
    for bytes in [&b""[..], b"no archive", &whole[..whole.len() / 2], &whole[..whole.len() - 9]] {
        fs::write(&file, bytes).unwrap();
        let mut command = machine.command(["restore", file.to_str().unwrap()]);
        let output = command.env("PALIMP_HOME", &other).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{} bytes", bytes.len());
        assert!(!other.exists(), "{} bytes", bytes.len());
    }
    let left = fs::read_dir(machine.root()).unwrap().flatten();
    assert!(left.into_iter().all(|entry| !palimp_files::is_partial(&entry.file_name())));
}

#[test]
fn backup_holds_no_keys_of_services() {
    let machine = used_machine();
    let keys = json!({"openai": "sk-of-a-service"});
    fs::write(machine.home().join("team-key"), "a key of teams").unwrap();
    let file = machine.home().join("keys.json");
    let mut known: serde_json::Value =
        serde_json::from_slice(&fs::read(&file).unwrap_or_else(|_| b"{}".to_vec())).unwrap();
    known.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
    fs::write(&file, known.to_string()).unwrap();
    let archive = machine.run(["backup", "-"]);
    assert!(archive.status.success());
    let mut text = Vec::new();
    let mut gzip = flate2::read::GzDecoder::new(archive.stdout.as_slice());
    std::io::Read::read_to_end(&mut gzip, &mut text).unwrap();
    for secret in ["sk-of-a-service", "a key of teams"] {
        assert!(!palimp_testing::contains_text(&text, secret), "{secret}");
    }
    assert!(palimp_testing::contains_text(&text, "walrus"));
}
