//! Every place of a home is reached, and what cannot be is named.

use super::*;

#[test]
fn no_place_of_the_home_keeps_it() {
    let machine = machine();
    let secret = "Quetzalcoatl";
    for at in 0..30 {
        machine.hook_bash("s", &format!("git commit -m 'about quetzalcoatl {at}'"), "ok");
        machine.hook_bash("s", &format!("git commit -m 'about seals {at}'"), "ok");
    }
    say(&machine, "s", &format!("tell me of {secret}"));
    machine.hook(
        "claude",
        &machine.claude_payload(
            "Stop",
            "s",
            json!({ "last_assistant_message": "Quetzalcoatl is a god." }),
        ),
    );
    machine.run_ok([
        "save",
        "--kind",
        "core",
        "The project Quetzalcoatl is our largest, and it is due soon.",
    ]);
    machine.run_ok(["save", "notes/a.md", "about QUETZALCOATL"]);
    machine.run_ok(["save", "notes/a.md", "about seals", "--replace"]);
    machine.run_ok(["flush"]);
    machine.run_ok(["search", "quetzalcoatl"]);
    machine.hook(
        "claude",
        &machine.claude_payload("SessionStart", "t", json!({ "source": "startup" })),
    );
    say(&machine, "t", "What is Quetzalcoatl due?");
    write(
        &machine,
        ".palimp/log/palimp.log",
        "2026-11-21T09:00:00Z quetzalcoatl failed\n2026-11-21T09:00:01Z other\n",
    );
    write(&machine, ".palimp/log/palimp.log.old", "2026-11-20T09:00:00Z about Quetzalcoatl\n");
    write(&machine, ".palimp/spool/1.json", "{\"half\": \"of a Quetzalcoatl");
    write(&machine, ".palimp/activity.db.damaged-17", "SQLite format 3\0 quetzalcoatl");
    write(
        &machine,
        ".palimp/review/main/0a0a0a0a.json",
        "{\"id\":\"0a0a0a0a\",\"kind\":\"soul\",\"fact\":\"be like \\\"Quetzalcoatl\\\"\",\"label\":\"\",\"episode\":\"\",\"note\":\"shared/soul.md\",\"written\":null,\"project\":null,\"projectId\":null}",
    );
    write(
        &machine,
        format!(".palimp/vault/{}", palimp_files::partial_name()),
        "Quetzalcoatl, half",
    );
    write(
        &machine,
        ".palimp/history/main/notes/a.md/.1795340000000-0123456789abcdef",
        "Quetzalcoatl",
    );
    let would = machine.run_json(&["forget", "quetzalcoatl", "--dry-run"]);
    let would = &would["forgotten"];
    assert_eq!(
        (&would["observations"], &would["log"], &would["proposals"]),
        (&json!(30), &json!(2), &json!(1)),
        "{would}"
    );
    assert_eq!(would["damaged"].as_array().unwrap().len(), 2, "{would}");
    let said = machine.run_ok(["forget", "Quetzalcoatl", "--yes"]);
    for part in [
        "line of notes", "earlier version", "proposal", "30 observations", "messages",
        "2 lines of the log", "2 damaged files",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    is_gone(&machine, &["uetzalcoat", "UETZALCOAT"]);
    assert_eq!(hits(&machine, "quetzalcoatl"), json!([]));
    assert_eq!(machine.run_ok(["read", "notes/a.md"]), "about seals\n");
    assert_eq!(crate::contents(&machine).len(), 30);
    let log = fs::read_to_string(machine.home().join("log/palimp.log")).unwrap();
    assert_eq!(log, "2026-11-21T09:00:01Z other\n");
}

#[test]
fn a_path_that_is_forgotten_leaves_no_half_written_note() {
    let machine = machine();
    machine.run_ok(["save", "secret.md", "the zygomorphic pangolin"]);
    for path in [
        format!(".palimp/vault/{}", palimp_files::partial_name()),
        ".palimp/vault/.palimp-4294967295-18a4f-0".to_owned(),
        format!(".palimp/history/main/secret.md/{}", palimp_files::partial_name()),
        ".palimp/history/main/secret.md/.1795340000000-0123456789abcdef".to_owned(),
    ] {
        write(&machine, path, "the zygomorphic pango");
    }
    machine.run_ok(["forget", "secret.md", "--yes"]);
    is_gone(&machine, &["zygomorphic"]);
}

#[test]
fn of_a_note_that_is_not_there_any_more_its_versions_go() {
    let machine = machine();
    machine.run_ok(["save", "secret.md", "the zygomorphic pangolin"]);
    machine.run_ok(["save", "secret.md", "nothing", "--replace"]);
    fs::remove_file(machine.home().join("vault/secret.md")).unwrap();
    let said = machine.run_ok(["forget", "secret.md", "--yes"]);
    assert!(said.contains("the note secret.md, 1 earlier version"), "{said}");
    is_gone(&machine, &["zygomorphic"]);
}

#[test]
fn a_sentence_goes_that_is_wrapped_or_spelled_otherwise() {
    let machine = machine();
    write(
        &machine,
        ".palimp/vault/a.md",
        "# Plans\n\n- call Ada about\n  the walrus\n- buy milk\n\n\u{c4}rger\n",
    );
    say(&machine, "s", "call ada\nabout THE  walrus");
    say(&machine, "s", "kein \u{e4}rger heute");
    machine.run_ok(["forget", "Call Ada about the walrus", "--yes"]);
    assert_eq!(machine.run_ok(["read", "a.md"]), "# Plans\n\n- buy milk\n\n\u{c4}rger\n");
    machine.run_ok(["forget", "A\u{308}RGER", "--yes"]);
    is_gone(&machine, &["walrus", "rger"]);
}

#[test]
fn a_forgotten_project_leaves_no_name_and_its_lines_hold_nowhere_else() {
    let machine = machine();
    let shop = machine.root().join("project-xy");
    fs::create_dir_all(shop.join(".git")).unwrap();
    for (event, fields) in [
        ("UserPromptSubmit", json!({ "prompt": "hello there" })),
        (
            "PostToolUse",
            json!({ "tool_name": "Bash", "tool_input": { "command": "git push" }, "tool_response": { "stdout": "ok", "stderr": "", "interrupted": false } }),
        ),
        ("Stop", json!({ "last_assistant_message": "hello" })),
    ] {
        let mut payload = machine.claude_payload(event, "s", fields);
        payload["cwd"] = json!(shop);
        machine.hook("claude", &payload);
    }
    write(&machine, ".palimp/vault/a.md", "---\nproject: project-xy\n---\nUse tabs.\n");
    write(
        &machine,
        ".palimp/vault/b.md",
        "- mine\n- theirs\n  <!-- palimp: by=agent project=project-xy -->\n",
    );
    machine.run_ok(["forget", "project-xy", "--yes"]);
    is_gone(&machine, &["project-xy"]);
    assert_eq!(machine.run_ok(["read", "a.md"]), "---\nproject: \"(forgotten)\"\n---\nUse tabs.\n");
    assert!(machine.run_ok(["read", "b.md"]).contains("by=agent project=(forgotten)"));
    assert_eq!(crate::contents(&machine), [""; 0]);
}

#[test]
fn it_says_where_the_text_still_stands() {
    let machine = machine();
    crate::bootstrap::sources::claude(&machine, "x");
    machine.run_ok(["bootstrap", "--yes"]);
    fs::create_dir_all(machine.home().join("vault/.git")).unwrap();
    write(&machine, ".palimp/vault/.trash/old.md", "지수 백오프");
    write(&machine, ".palimp/vault/sessions/raw.md", "지수\n백오프");
    let output = machine.run(["forget", "지수 백오프", "--yes"]);
    let said = words(&output);
    for place in [".claude/projects/-app/claude-1.jsonl", ".trash/old.md"] {
        assert!(said.lines().any(|line| line.contains(place)), "{place}: {said}");
    }
    assert!(said.contains("vault/.git"), "{said}");
    let told = machine.run_json(&["forget", "지수 백오프", "--dry-run"]);
    assert_eq!(told["outside"]["files"].as_array().unwrap().len(), 2, "{told}");
    assert_eq!(
        machine.run_ok(["read", "sessions/raw.md"]),
        "",
        "what no search looks at is a note too"
    );
}

#[test]
fn what_a_killed_forgetting_left_in_free_pages_goes_with_the_next_one_or_with_the_daily_run() {
    for args in [&["forget", "something else", "--yes"][..], &["cleanup", "--due"], &["cleanup"]] {
        let machine = machine();
        for at in 0..20 {
            machine.hook_bash("s", &format!("git commit -m 'zanzibar {at}'"), "ok");
        }
        machine.run_ok(["recent"]);
        machine.execute_sql("DELETE FROM observations; UPDATE sessions SET summary = '';");
        write(&machine, ".palimp/locks/forgetting", "main");
        assert!(!machine.files_with("zanzibar").is_empty());
        machine.run(args);
        is_gone(&machine, &["zanzibar"]);
        assert!(!machine.home().join("locks/forgetting").exists(), "{args:?}");
    }
}

#[test]
fn a_home_of_the_first_version_forgets_as_well() {
    const WORDS: [&str; 4] = ["heron", "데이터베이스", "two approvals", "xenotime"];
    let machine = Machine::of_first_version(env!("CARGO_BIN_EXE_palimp"));
    for text in WORDS {
        assert!(!machine.files_with(text).is_empty(), "{text}");
        machine.run_ok(["forget", text, "--yes"]);
    }
    is_gone(&machine, &WORDS);
    machine.run_ok(["up", "--yes"]);
    machine.run_ok(["bootstrap", "--yes"]);
    is_gone(&machine, &WORDS);
}

/// Wherever a forgetting is killed, the next one ends it, and nothing comes back.
#[test]
#[cfg(target_os = "linux")]
fn a_forgetting_that_is_killed_is_ended_by_the_next_one() {
    use palimp_testing::steps::{Death, DeathMoment, kill, watch};
    let args = ["forget", "지수 백오프", "--yes"];
    let home = || {
        let machine = machine();
        crate::bootstrap::sources::claude(&machine, "x");
        machine.run_ok(["bootstrap", "--yes"]);
        machine.run_ok(["save", "a.md", "지수 백오프"]);
        machine.run_ok(["save", "a.md", "nothing", "--replace"]);
        machine.run_ok(["search", "지수"]);
        machine
    };
    let whole = home();
    let steps = watch(&mut whole.command(args), b"", &whole.home()).unwrap().steps.len();
    is_gone(&whole, &["지수 백오프"]);
    for step in (0..steps).step_by(steps / 12) {
        let machine = home();
        let death = Death { step, moment: DeathMoment::After };
        let run = kill(&mut machine.command(args), b"", &machine.home(), death).unwrap();
        assert!(run.died, "{step} of {steps}");
        machine.run_ok(args);
        machine.run_ok(["bootstrap", "--yes"]);
        is_gone(&machine, &["지수 백오프"]);
        assert_eq!(machine.run_ok(["read", "a.md"]), "nothing\n");
        let doctor = String::from_utf8(machine.run(["doctor", "--fix"]).stdout).unwrap();
        assert!(doctor.contains("home") && !doctor.contains("leftovers"), "{step}: {doctor}");
    }
}
