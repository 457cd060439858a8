//! What others wrote is printed, and commands no terminal.

use std::fs;
use std::process::Output;

use palimp_testing::{Machine, run_with_input};
use serde_json::json;

use crate::machine;
use palimp_testing::terminal::TestTerminal;

/// A title of a window, a colour, a C1 sequence, a word backwards, hidden words, a forged line.
const HOSTILE: &str =
    "walrus\u{1b}]0;owned\u{7}\u{1b}[31m\u{9b}2J\u{202e}x\u{2066}\u{e0069}\u{200b}\u{feff}";
/// What has to be there as it is: a family, a heart, Hangul as macOS spells it, letters of it.
const HONEST: &str = "결정 👨‍👩‍👧 ❤️ \u{1112}\u{1161}\u{11ab} ㅋㅋ";

/// A machine on which every text that others can choose is hostile.
fn machine_of_others() -> (Machine, std::path::PathBuf) {
    let machine = machine();
    let project = machine.root().join(format!("{HOSTILE}\nforged line"));
    fs::create_dir_all(project.join(".git")).unwrap();
    let session = format!("{HOSTILE}\nforged line");
    let event = |name: &str, fields: serde_json::Value| {
        let mut payload = machine.claude_payload(name, &session, fields);
        payload["cwd"] = json!(project);
        machine.hook("claude", &payload)
    };
    machine.run_ok(["config", "set", "inject.preset", "full"]);
    event("SessionStart", json!({"source": "startup"}));
    event(
        "UserPromptSubmit",
        json!({"prompt": format!("{HOSTILE} said {HONEST}"), "prompt_id": "p"}),
    );
    for command in ["git push", "cargo test"] {
        event(
            "PostToolUse",
            json!({
                "tool_name": "Bash", "tool_input": {"command": format!("{command} {HOSTILE}")},
                "tool_response": {"stdout": format!("{HOSTILE} {HONEST}"), "stderr": "", "interrupted": false},
            }),
        );
    }
    event(
        "PostToolUseFailure",
        json!({
            "tool_name": "Bash", "tool_input": {"command": format!("cat {HOSTILE}")},
            "error": format!("Exit code 1\n{HOSTILE}"),
        }),
    );
    event(
        "Stop",
        json!({"last_assistant_message": format!("{HOSTILE} {HONEST}"), "prompt_id": "p"}),
    );
    let note = machine.home().join("vault/shared/decisions.md");
    fs::create_dir_all(note.parent().unwrap()).unwrap();
    let key = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    let text =
        format!("# {HOSTILE} title {HONEST}\n\n- {HOSTILE} the walrus decides {HONEST}\n- {key}\n");
    fs::write(note, text).unwrap();
    event("SessionStart", json!({"source": "startup"}));
    (machine, project)
}

fn run(machine: &Machine, cwd: &std::path::Path, args: &[&str]) -> Output {
    run_with_input(machine.command(args).current_dir(cwd), b"")
}

#[track_caller]
fn harmless(what: &[&str], bytes: &[u8]) -> String {
    let text = String::from_utf8(bytes.to_vec()).expect("text");
    let hidden = |c: char| {
        c.is_control() && c != '\n' && c != '\t'
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200b}' | '\u{feff}'
                | '\u{e0000}'..='\u{e007f}')
    };
    assert!(!text.contains(hidden), "{what:?}: {text:?}");
    text
}

#[test]
fn no_verb_prints_what_commands_a_terminal() {
    let (machine, project) = machine_of_others();
    let hostile = format!("{HOSTILE}\nforged line");
    for (args, says) in [
        (&["recent"][..], "walrus"),
        (&["timeline"], HONEST),
        (&["sessions"], "walrus"),
        (&["stats"], "walrus"),
        (&["status"], "activity"),
        (&["injections"], "walrus"),
        (&["list"], HONEST),
        (&["search", "walrus decides"], HONEST),
        (&["search", "--source", "messages", "walrus"], HONEST),
        (&["show", "1"], HONEST),
        (&["show", "m1"], HONEST),
        (&["search", "--explain", "walrus"], "walrus"),
        (&["context"], "walrus"),
        (&["context", "--prompt", "what does the walrus decide?"], "walrus"),
        (&["scan"], "github"),
        (&["forget", "--dry-run", "walrus"], HONEST),
        (&["doctor"], "ok"),
        (&["bootstrap", "--dry-run"], ""),
        (&["review"], ""),
        (&["config", "list"], "memory"),
        (&["read", "nothing.md"], "nothing.md"),
        (&["read", &hostile], "walrus"),
        (&["history", &hostile], "walrus"),
        (&["import", &hostile], "walrus"),
        (&["flush", "--session", &hostile], ""),
        (&["transcript", "stats", &hostile], "walrus"),
        (&["config", "get", &hostile], "walrus"),
        (&["recent", "--client", &hostile], "walrus"),
        (&["search", &hostile], "walrus"),
        (&[&hostile], "walrus"),
    ] {
        let output = run(&machine, &project, args);
        let said = harmless(args, &output.stdout) + &harmless(args, &output.stderr);
        assert!(said.contains(says), "{args:?}: {said}");
        let quotes = args.iter().any(|arg| arg.contains("forged"));
        assert!(quotes || !said.lines().any(|line| line.starts_with("forged")), "{args:?}: {said}");
    }
}

#[test]
fn a_document_says_the_same_and_shows_nothing_hidden() {
    let (machine, project) = machine_of_others();
    for args in
        [&["recent", "--json"][..], &["timeline", "--json"], &["search", "walrus", "--json"]]
    {
        let output = run(&machine, &project, args);
        let json = harmless(args, &output.stdout);
        let document: serde_json::Value = serde_json::from_str(&json).expect(&json);
        assert!(document.to_string().contains('\u{202e}'), "{json}");
    }
    let read = run(&machine, &project, &["read", "shared/decisions.md", "--json"]);
    let document: serde_json::Value = serde_json::from_slice(&read.stdout).unwrap();
    let bytes = fs::read_to_string(machine.home().join("vault/shared/decisions.md")).unwrap();
    assert_eq!(document["text"], bytes);
}

#[test]
fn a_note_goes_into_a_file_as_it_is_and_onto_a_terminal_without_commands() {
    let (machine, project) = machine_of_others();
    let bytes = fs::read(machine.home().join("vault/shared/decisions.md")).unwrap();
    let args = ["read", "shared/decisions.md"];
    assert_eq!(run(&machine, &project, &args).stdout, bytes);
    let mut terminal = TestTerminal::start(machine.command(args));
    let before = terminal.wait_for_text("decides 결정 👨‍👩‍👧 ❤️ \u{1112}\u{1161}\u{11ab} ㅋㅋ");
    harmless(&args, before.replace('\r', "").as_bytes());
    assert!(terminal.wait_for_exit().success());
}

#[test]
fn a_context_holds_nothing_that_no_person_sees() {
    let (machine, project) = machine_of_others();
    let mut payload = machine.claude_payload("SessionStart", "next", json!({"source": "startup"}));
    payload["cwd"] = json!(project);
    let answer: serde_json::Value =
        serde_json::from_str(&machine.hook("claude", &payload)).unwrap();
    let context = answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap();
    let context = harmless(&["hook"], context.as_bytes());
    assert!(context.contains("walrus") && context.contains(HONEST), "{context}");
}

#[test]
fn what_a_hook_says_and_logs_is_harmless() {
    let machine = machine();
    let home = machine.root().join(HOSTILE);
    fs::write(&home, "no directory").unwrap();
    let mut command = machine.command(["hook", "claude"]);
    command.env("PALIMP_HOME", &home);
    let event = machine.claude_payload("UserPromptSubmit", "s", json!({"prompt": "hi"}));
    let output = run_with_input(&mut command, event.to_string().as_bytes());
    assert!(harmless(&["hook"], &output.stderr).contains("walrus"));
}
