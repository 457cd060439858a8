//! Nothing of an excluded project, and of a time in which palimp is paused, is kept or injected.

use std::fs;

use palimp_testing::{Machine, fixtures_dir};
use serde_json::json;

use crate::bootstrap::sources;
use crate::mcp::Agent;
use crate::{contents, machine};

const CLIENTS: [&str; 7] =
    ["claude", "codex", "gemini", "opencode", "copilot", "cursor", "openclaw"];

/// Leaves out the project of a machine.
type Exclude = fn(&Machine);

/// Ways to leave out a project.
const WAYS: [(&str, Exclude); 5] = [
    ("setting", |machine| {
        machine.run_ok(["exclude"]);
    }),
    ("name", |machine| {
        machine.run_ok(["exclude", "app"]);
    }),
    ("file", |machine| fs::write(machine.project().join(".palimpignore"), "*\n").unwrap()),
    ("pause", |machine| {
        machine.run_ok(["pause"]);
    }),
    ("pause of the project", |machine| {
        machine.run_ok(["pause", "1h", "--project"]);
    }),
];

/// Sends a whole session of Claude Code, and returns what its hooks answered.
fn session(machine: &Machine, id: &str, word: &str) -> String {
    let send =
        |event: &str, fields| machine.hook("claude", &machine.claude_payload(event, id, fields));
    let file = machine.project().join(format!("src/{word}.rs"));
    [
        send("SessionStart", json!({"source": "startup"})),
        send("UserPromptSubmit", json!({"prompt": format!("draw the {word}")})),
        send("PreToolUse", json!({"tool_name": "Bash", "tool_input": {"command": format!("make {word}")}})),
        send(
            "PostToolUse",
            json!({
                "tool_name": "Edit",
                "tool_input": {"file_path": file, "old_string": "a", "new_string": word},
                "tool_response": {},
            }),
        ),
        send(
            "PostToolUseFailure",
            json!({"tool_name": "Bash", "tool_input": {"command": "make"}, "error": format!("Exit code 2\n{word}: failed")}),
        ),
        send("Stop", json!({"last_assistant_message": format!("The {word} is done.")})),
        send("PreCompact", json!({"trigger": "auto"})),
        send("SessionEnd", json!({"reason": "other"})),
    ]
    .concat()
}

#[test]
fn excluded_session_leaves_nothing_behind() {
    for (name, exclude) in WAYS {
        let machine = machine();
        machine.run_ok(["save", "--kind", "decision", "Releases carry a walrus stamp"]);
        exclude(&machine);
        assert_eq!(session(&machine, "s-1", "giraffe"), "", "{name}");
        assert_eq!(machine.files_with("giraffe"), Vec::<std::path::PathBuf>::new(), "{name}");
        let status = machine.run_json(&["status"]);
        assert_ne!(status["excluded"], json!([]), "{name}");
    }
}

/// Names of a client's recorded payloads, below its directory of fixtures.
fn payload_names(client: &str) -> Vec<String> {
    let root = fixtures_dir().join(client);
    let files = crate::bootstrap::tree(&root).into_keys();
    let names = files.map(|path| path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned());
    names.filter(|name| name.ends_with(".json")).collect()
}

#[test]
fn every_client_is_silent_in_an_excluded_project() {
    let machine = machine();
    machine.run_ok(["exclude", "*"]);
    let before = machine.bytes_at_home();
    for client in CLIENTS {
        let mut sent = 0;
        for name in payload_names(client) {
            let event = name.rsplit('/').next().unwrap().split('.').next().unwrap();
            let payload = machine.recorded_payload(client, &name);
            let output = machine.run_with(["hook", client, event], payload.as_bytes());
            assert_eq!(output.status.code(), Some(0), "{client} {name}");
            let answer = String::from_utf8(output.stdout).unwrap();
            assert!(!answer.contains("memory-context"), "{client} {name}: {answer}");
            sent += 1;
        }
        assert!(sent > 0, "{client}");
    }
    assert_eq!(machine.bytes_at_home(), before);
}

#[test]
fn import_skips_excluded_projects() {
    const OF_NO_PROJECT: [&str; 3] = ["cli-jaw", "cli-claw", "openclaw-notes"];
    for source in sources::ALL.iter().filter(|it| !OF_NO_PROJECT.contains(&it.kind)) {
        let machine = machine();
        (source.plant)(&machine, "x");
        machine.run_ok(["exclude", "*"]);
        machine.run_json(&["bootstrap", "--from", source.kind]);
        assert_eq!(
            machine.files_with(source.says),
            Vec::<std::path::PathBuf>::new(),
            "{}",
            source.kind
        );
    }
}

#[test]
fn import_skips_what_happened_in_a_pause() {
    let machine = machine();
    let record = machine.user_home().join(".claude/projects/-app/s-9.jsonl");
    fs::create_dir_all(record.parent().unwrap()).unwrap();
    let line = |second: u64, text: &str| {
        let at = jiff_time(second);
        json!({
            "type": "user", "uuid": format!("u{second}"), "parentUuid": null, "isSidechain": false,
            "timestamp": at, "cwd": machine.project(), "sessionId": "s-9", "version": "2.1.0",
            "message": {"role": "user", "content": text},
        })
        .to_string()
    };
    let text =
        [line(100, "draw the walrus"), line(200, "draw the giraffe"), line(300, "draw the otter")];
    fs::write(&record, text.join("\n")).unwrap();
    fs::create_dir_all(machine.home()).unwrap();
    let pauses =
        json!([{"scope": "everything", "from": EPOCH_MS + 150_000, "until": EPOCH_MS + 250_000}]);
    fs::write(machine.home().join("pauses.json"), pauses.to_string()).unwrap();
    machine.run_ok(["bootstrap", "--from", "claude", "--yes"]);
    assert_eq!(machine.files_with("giraffe"), Vec::<std::path::PathBuf>::new());
    for word in ["walrus", "otter"] {
        assert!(!machine.files_with(word).is_empty(), "{word}");
    }
}

/// 2026-10-01T00:00:00Z, in milliseconds since the Unix epoch.
const EPOCH_MS: i64 = 1_790_812_800_000;

fn jiff_time(second: u64) -> String {
    format!("2026-10-01T00:{:02}:{:02}.000Z", second / 60, second % 60)
}

#[test]
fn agents_cannot_save_in_an_excluded_project() {
    let machine = machine();
    machine.run_ok(["exclude"]);
    let mut agent = Agent::on(&machine, &[]);
    let (said, well) =
        agent.call("memory_save", json!({"text": "The giraffe is tall.", "kind": "project"}));
    assert!(!well && said.contains("capture.exclude"), "{said}");
    drop(agent);
    for args in [&["chat"][..], &["run", "claude", "--", "draw the giraffe"]] {
        let output = machine.run(args.iter().copied());
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("palimp exclude --list"), "{said}");
    }
    assert_eq!(machine.files_with("giraffe"), Vec::<std::path::PathBuf>::new());
}

#[test]
fn commits_of_an_excluded_repository_leave_the_index() {
    let machine = machine();
    let git = |args: &[&str]| {
        let status = std::process::Command::new("git")
            .args(["-c", "user.name=Dev", "-c", "user.email=dev@example.com"])
            .args(args)
            .current_dir(machine.project())
            .env("HOME", machine.user_home())
            .stdout(std::process::Stdio::null())
            .status();
        assert!(status.unwrap().success());
    };
    git(&["init", "-q"]);
    git(&["commit", "-q", "--allow-empty", "-m", "Draw the giraffe because it is tall"]);
    machine.run_ok(["index"]);
    assert!(machine.run_ok(["search", "giraffe"]).contains("giraffe"));
    machine.run_ok(["exclude"]);
    machine.run_ok(["index"]);
    assert!(!machine.run_ok(["search", "--json", "giraffe"]).contains("is tall"));
}

#[test]
fn ignored_files_are_left_out_of_observations() {
    let machine = machine();
    fs::write(machine.project().join(".palimpignore"), "giraffe.rs\n").unwrap();
    session(&machine, "s-1", "giraffe");
    session(&machine, "s-2", "walrus");
    let kept = contents(&machine);
    assert!(kept.iter().all(|text| !text.contains("giraffe.rs")), "{kept:?}");
    assert!(kept.iter().any(|text| text.contains("walrus")), "{kept:?}");
}

#[test]
fn resume_and_remove_let_capture_go_on() {
    let machine = machine();
    machine.run_ok(["pause"]);
    machine.run_ok(["exclude"]);
    session(&machine, "s-1", "giraffe");
    assert!(machine.run_ok(["resume"]).contains("Resumed for all projects"));
    session(&machine, "s-2", "lemur");
    machine.run_ok(["exclude", "--remove"]);
    session(&machine, "s-3", "walrus");
    let kept = contents(&machine).concat();
    assert!(
        kept.contains("walrus") && !kept.contains("giraffe") && !kept.contains("lemur"),
        "{kept}"
    );
    assert_eq!(machine.run_json(&["status"])["excluded"], json!([]));
}

#[test]
fn exclude_forgets_captured_sessions_on_request() {
    let machine = machine();
    session(&machine, "s-1", "giraffe");
    assert!(!machine.files_with("giraffe").is_empty());
    let said = machine.run_ok(["exclude", "--forget"]);
    assert!(said.contains("Forgot 1 session"), "{said}");
    assert_eq!(machine.files_with("giraffe"), Vec::<std::path::PathBuf>::new());
}

#[test]
fn agent_cannot_undo_an_exclusion() {
    let machine = machine();
    machine.run_ok(["pause"]);
    for args in [&["resume"][..], &["exclude", "--remove"], &["exclude"]] {
        let mut command = machine.command(args);
        command.env("CLAUDECODE", "1");
        assert_eq!(command.output().unwrap().status.code(), Some(1), "{args:?}");
    }
    let mut pause = machine.command(["pause", "--session", "s:fe072355"]);
    assert!(pause.env("CLAUDECODE", "1").output().unwrap().status.success());
}
