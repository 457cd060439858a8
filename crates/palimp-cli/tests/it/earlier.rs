//! What a session is told of earlier ones of its project: what they were about, ran, and changed.

use std::fs;

use palimp_testing::Machine;
use serde_json::json;

use crate::inject::{given, note, prompt, reply, section, start};
use crate::machine;

/// Closing words of a session that leaves something open, and how they are told.
const LEFT_OPEN: &str = "Done.\n\nNext steps:\n- measure it";
const TOLD_AS_OPEN: &str = "  [agent] Done.\n  [agent] Open: measure it\n";

/// A session that edits `files` after a prompt.
fn worked(machine: &Machine, session: &str, said: &str, files: &[&str]) {
    answered(machine, session, said, files, "Done.");
}

/// A session that edits `files` after a prompt and ends with an answer.
fn answered(machine: &Machine, session: &str, said: &str, files: &[&str], answer: &str) {
    prompt(machine, session, 1, said);
    for (number, file) in files.iter().enumerate() {
        let input = json!({"file_path": machine.project().join(file), "old_string": format!("a{number}"), "new_string": "b"});
        let fields = json!({"tool_name": "Edit", "tool_input": input, "tool_response": {}, "tool_use_id": format!("{session}{number}")});
        given(machine, "PostToolUse", session, fields);
    }
    reply(machine, session, 1, answer);
    given(machine, "SessionEnd", session, json!({"reason": "other"}));
}

fn touch(machine: &Machine, session: &str, tool: &str, file: &str) -> String {
    let mut input = json!({"file_path": machine.project().join(file)});
    if tool == "Edit" {
        input["old_string"] = json!(session);
        input["new_string"] = json!("b");
    }
    let fields = json!({"tool_name": tool, "tool_input": input, "tool_response": {"type": "text"}, "tool_use_id": format!("{session}{tool}{file}")});
    given(machine, "PostToolUse", session, fields)
}

/// Three sessions of which the last one ends with an answer.
fn with_sessions(answer: &str) -> Machine {
    let machine = machine();
    worked(&machine, "a", "make the tokenizer faster", &["src/tokenizer.rs"]);
    worked(&machine, "b", "translate the onboarding page", &["web/onboarding.tsx"]);
    answered(&machine, "c", "결제 웹훅을 고쳐줘", &["src/webhook.rs"], answer);
    machine
}

#[test]
fn a_session_that_starts_is_told_of_the_last_one() {
    let context = start(&with_sessions(LEFT_OPEN), "n", "startup");
    let left = section(&context, "Where It Was Left");
    let [pointed, ended, open] = left.as_slice() else { panic!("{context}") };
    assert!(
        pointed.starts_with("- s:c 2") && pointed.ends_with(" \"결제 웹훅을 고쳐줘\""),
        "{context}"
    );
    assert_eq!([*ended, *open], ["  [agent] Done.", "  [agent] Open: measure it"]);
    assert!(!context.contains("tokenizer") && !context.contains("onboarding"), "{context}");
    assert_eq!(start(&with_sessions("Done."), "n", "startup"), "", "it was finished");
}

#[test]
fn a_prompt_that_goes_back_is_told_of_the_last_exchange() {
    let machine = with_sessions("Done.");
    for (session, asked) in [("e", "let's continue"), ("k", "어제 하던 거 이어서 하자")] {
        let context = prompt(&machine, session, 1, asked);
        let said = section(&context, "[Recent Context]");
        assert_eq!(
            said,
            ["- [user] 결제 웹훅을 고쳐줘", "- [assistant] Done."],
            "{asked}: {context}"
        );
        assert!(!context.contains("onboarding"), "{asked}: {context}");
    }
}

#[test]
fn what_works_is_told_once_there_is_something_to_run_it_on() {
    let machine = machine();
    for session in ["a", "b"] {
        machine.hook_bash(session, "cd . && mise run lint 2>&1 | tail -5", "ok");
    }
    let told = |context: String| context.contains("`mise run lint`");
    assert!(!told(start(&machine, "edits", "startup")));
    assert!(!told(prompt(&machine, "edits", 1, "how does the parser recover?")));
    assert!(!told(touch(&machine, "edits", "Read", "src/parser.rs")));
    assert!(told(touch(&machine, "edits", "Edit", "src/parser.rs")));
    assert!(!told(touch(&machine, "edits", "Edit", "src/lexer.rs")), "told once");
    assert!(!told(prompt(&machine, "edits", 2, "run the linter")), "told once");
    for (session, asked) in
        [("lint", "run the linter"), ("ko", "린트 돌려줘"), ("all", "run it"), ("ko-all", "돌려줘")]
    {
        start(&machine, session, "startup");
        assert!(told(prompt(&machine, session, 1, asked)), "{asked}");
    }
    let long = format!("run it on {}", "each of the fixtures that are listed here, ".repeat(12));
    for (session, asked) in
        [("en-test", "fix the failing tests"), ("ko-test", "테스트를 고쳐줘"), ("long", &long)]
    {
        start(&machine, session, "startup");
        assert!(!told(prompt(&machine, session, 1, asked)), "{asked}");
    }
}

#[test]
fn first_change_is_told_of_checks_that_fit() {
    let machine = machine();
    let commands = [
        "go test ./...",
        "cd web && npm run lint",
        "cargo clippy --all-targets",
        "cargo run --example demo",
        "cargo tree",
    ];
    for session in ["a", "b"] {
        commands.iter().for_each(|command| machine.hook_bash(session, command, "ok"));
    }
    let works = |session: &str, file: &str| {
        start(&machine, session, "startup");
        let context = touch(&machine, session, "Edit", file);
        section(&context, "What Works Here").concat()
    };
    assert_eq!(works("rs", "src/lexer.rs"), "- [tool] `cargo clippy --all-targets`");
    assert_eq!(works("go", "src/lexer.go"), "- [tool] `go test ./...`");
    assert_eq!(works("ts", "web/lexer.ts"), "- [tool] `cd web &amp;&amp; npm run lint`");
    assert_eq!(works("beside", "my-web/lexer.ts"), "", "the linter runs in another directory");
    let outside = machine.root().join("elsewhere/lexer.rs");
    assert_eq!(works("outside", outside.to_str().unwrap()), "", "no file of the project");
    let asked = prompt(&machine, "rs", 1, "run the demo");
    assert!(asked.contains("`cargo run --example demo`"), "{asked}");
    assert!(!asked.contains("cargo tree"), "it neither checks nor runs anything: {asked}");
}

#[test]
fn sessions_without_prompt_hide_no_session_that_was_left() {
    let machine = with_sessions(LEFT_OPEN);
    for session in 0..6 {
        let session = format!("empty-{session}");
        start(&machine, &session, "startup");
        given(&machine, "SessionEnd", &session, json!({"reason": "other"}));
    }
    let context = start(&machine, "n", "startup");
    assert!(context.contains(&format!("\"결제 웹훅을 고쳐줘\"\n{TOLD_AS_OPEN}")), "{context}");
}

#[test]
fn what_other_sessions_did_meanwhile_is_told_and_what_was_forgotten_is_not() {
    let machine = machine();
    let told = |session: &str| start(&machine, session, "startup");
    answered(&machine, "a", "make the parser faster", &["src/parser.rs"], LEFT_OPEN);
    assert!(told("1").contains(&format!("\"make the parser faster\"\n{TOLD_AS_OPEN}")));
    // One that was killed after its last turn, and one before its first turn ended.
    prompt(&machine, "b", 1, "split the lexer in two");
    touch(&machine, "b", "Edit", "src/lexer.rs");
    reply(&machine, "b", 1, LEFT_OPEN);
    let context = told("2");
    assert!(context.contains("split the lexer in two"), "{context}");
    assert!(!context.contains("make the parser faster"), "one session is told: {context}");
    prompt(&machine, "c", 1, "teach the printer zebra-stripes");
    touch(&machine, "c", "Edit", "src/printer.rs");
    assert!(told("3").contains("zebra-stripes\"\n  The last prompt has no answer.\n"));
    // One that goes on beside those that start.
    prompt(&machine, "a", 2, "and the tokens smaller");
    touch(&machine, "a", "Edit", "src/token.rs");
    reply(&machine, "a", 2, "Tokens take four bytes.\n\nNext steps:\n- measure it");
    assert!(told("4").contains("\"make the parser faster\"\n  [agent] Tokens take four bytes.\n"));
    // One that only talks, and is killed.
    prompt(&machine, "t", 1, "why are there two lexers?");
    reply(&machine, "t", 1, "One reads ahead.\n\nRemaining:\n- merge them");
    let context = told("talk");
    assert!(
        context.contains("\"why are there two lexers?\"\n  [agent] One reads ahead.\n"),
        "{context}"
    );
    // And one that started before another one did something.
    for session in ["e", "f", "g"] {
        worked(&machine, session, "draw the giraffe", &["src/giraffe.rs", "src/neck.rs"]);
    }
    let beside = touch(&machine, "4", "Edit", "src/giraffe.rs");
    assert!(beside.contains("src/neck.rs"), "{beside}");
    machine.run_ok(["forget", "zebra-stripes", "--yes"]);
    answered(&machine, "d", "make the parser smaller", &["src/parser.rs"], LEFT_OPEN);
    let context = told("5");
    assert!(context.contains("make the parser smaller") && !context.contains("zebra"), "{context}");
}

#[test]
fn a_clock_that_jumped_hides_no_later_session() {
    let machine = machine();
    worked(&machine, "a", "make the parser faster", &["src/parser.rs"]);
    machine.execute_sql(
        "UPDATE observations SET created_at = created_at + 86400000;
         UPDATE sessions SET started_at = started_at + 86400000, ended_at = ended_at + 86400000",
    );
    start(&machine, "b", "startup");
    for session in ["c", "d", "e"] {
        worked(&machine, session, "draw the giraffe", &["src/giraffe.rs", "src/neck.rs"]);
    }
    let context = touch(&machine, "f", "Edit", "src/giraffe.rs");
    assert!(context.contains("src/neck.rs"), "{context}");
}

#[test]
fn what_waits_to_be_told_is_forgotten_too() {
    let machine = machine();
    for session in ["a", "b", "c"] {
        machine.hook_bash(session, "make quaggazap", "ok");
        worked(&machine, session, "make the parser faster", &["src/parser.rs"]);
    }
    start(&machine, "d", "startup");
    machine.run_ok(["forget", "quaggazap", "--yes"]);
    assert_eq!(machine.files_with("quaggazap"), Vec::<std::path::PathBuf>::new());
    let told = touch(&machine, "d", "Edit", "src/lexer.rs");
    assert!(!told.contains("quaggazap"), "{told}");
}

#[test]
fn a_session_is_told_what_works_here_and_what_the_last_ones_did() {
    let machine = machine();
    for (session, file) in [("a", "src/parser.rs"), ("b", "src/lexer.rs")] {
        machine.hook_bash(session, "cd . && cargo test --workspace 2>&1 | tail -5", "ok");
        machine.hook_bash(session, "git commit -m wip", "ok");
        answered(&machine, session, "make the parser faster", &[file], LEFT_OPEN);
    }
    fs::write(machine.project().join("AGENTS.md"), "Format with `cargo fmt --all`.\n").unwrap();
    for session in ["c", "d"] {
        machine.hook_bash(session, "cargo fmt --all", "ok");
        machine.hook_bash(session, "cargo clippy --all-targets", "ok");
        machine.hook_bash(session, "cargo test -p parser --filter=escapes", "ok");
        machine.hook_bash(session, "/tmp/try-it --verbose", "ok");
        machine.hook_bash(session, "rtk git push", "ok");
        machine.hook_bash(session, "TODO=$(make list/*.md | wc -l); echo $TODO", "ok");
    }
    for number in 0..3 {
        machine.hook_bash(
            "once",
            &format!("cd . && ./try-webhook.sh --keep | tail -{number}"),
            "ok",
        );
    }
    let first = start(&machine, "new", "startup");
    assert!(first.contains("\"make the parser faster\"") && !first.contains("cargo"), "{first}");
    let first = prompt(&machine, "new", 1, "run the tests");
    let works = section(&first, "What Works Here");
    assert_eq!(
        works,
        ["- [tool] `cargo test --workspace`"],
        "what does as the prompt says: {first}"
    );
    let others = touch(&machine, "new", "Edit", "src/parser.rs");
    assert_eq!(section(&others, "What Works Here"), ["- [tool] `cargo clippy --all-targets`"]);
    machine.hook_bash("d", "cargo test --workspace", "ok");
    start(&machine, "newer", "startup");
    let prose = touch(&machine, "newer", "Edit", "CHANGELOG.md");
    assert!(!prose.contains("What Works Here"), "{prose}");
    let again = prompt(&machine, "newer", 1, "run the tests");
    assert_eq!(section(&again, "What Works Here"), works, "it stays so from day to day: {again}");
}

#[test]
fn a_failure_is_told_until_its_command_runs_well() {
    let machine = machine();
    let failed = json!({"tool_name": "Bash", "tool_input": {"command": "npm test"}, "error": "Exit code 1\nError: cannot find module 'src/db.ts'", "tool_use_id": "f", "is_interrupt": false});
    given(&machine, "PostToolUseFailure", "a", failed);
    for passing in ["cat notes/missing.txt", "python3 - <<'EOF'\nimport src.db\nEOF"] {
        let error = format!("Exit code 1\n{passing}: no module named src.db here");
        let failed = json!({"tool_name": "Bash", "tool_input": {"command": passing}, "error": error, "is_interrupt": false});
        given(&machine, "PostToolUseFailure", "a", failed);
    }
    let context = start(&machine, "b", "startup");
    assert!(context.contains("## Open Failures") && context.contains("← `npm test`"), "{context}");
    assert!(!context.contains("src.db here"), "{context}");
    machine.hook_bash("b", "npm test -- --bail", "ok");
    assert!(!start(&machine, "c", "startup").contains("Open Failures"));
}

#[test]
fn a_failure_of_what_is_run_once_is_nobodys_to_mend() {
    let machine = machine();
    let failed = |command: &str| json!({"tool_name": "Bash", "tool_input": {"command": command}, "error": "Exit code 1\nError: cannot find module 'src/db.ts'", "is_interrupt": false});
    for session in ["a", "b", "c"] {
        machine.hook_bash(session, "make -j4", "ok");
    }
    given(&machine, "PostToolUseFailure", "c", failed("npx tsc --noEmit src/one.ts"));
    assert!(!start(&machine, "d", "startup").contains("Open Failures"));
    given(&machine, "PostToolUseFailure", "c", failed("make -j4"));
    assert!(start(&machine, "d", "startup").contains("← `make -j4`"));
}

#[test]
fn a_session_is_named_by_the_first_words_that_say_something() {
    for said in
        ["make the parser faster", "Implement the following plan:\n\n# make the parser faster"]
    {
        let machine = machine();
        prompt(&machine, "a", 1, "hi");
        reply(&machine, "a", 1, "Hello!");
        prompt(&machine, "a", 2, said);
        touch(&machine, "a", "Edit", "src/lexer.rs");
        given(&machine, "SessionEnd", "a", json!({"reason": "other"}));
        let first = start(&machine, "b", "startup");
        let left = section(&first, "Where It Was Left");
        assert!(left[0].ends_with(" \"make the parser faster\""), "{first}");
    }
}

#[test]
fn a_failure_that_a_session_leaves_alone_was_given_up() {
    let machine = machine();
    let failed = json!({"tool_name": "Bash", "tool_input": {"command": "npm test"}, "error": "Exit code 1\nError: cannot find module 'src/db.ts'", "is_interrupt": false});
    given(&machine, "PostToolUseFailure", "a", failed);
    assert!(start(&machine, "b", "startup").contains("Open Failures"));
    machine.hook_bash("b", "make -j4", "ok");
    assert!(!start(&machine, "c", "startup").contains("Open Failures"));
}

#[test]
fn failure_of_linter_is_not_told() {
    let machine = machine();
    let fails = |command: &str| {
        let error = format!("Exit code 1\ndocs/guide.md:3 is not as `{command}` asks");
        let failed = json!({"tool_name": "Bash", "tool_input": {"command": command}, "error": error, "is_interrupt": false});
        given(&machine, "PostToolUseFailure", "a", failed);
    };
    for command in
        ["npx markdownlint docs", "npm run lint", "cargo fmt --check", "npx prettier -c ."]
    {
        fails(command);
    }
    assert_eq!(start(&machine, "b", "startup"), "");
    fails("npm run links");
    assert!(start(&machine, "c", "startup").contains("← `npm run links`"));
}

#[test]
fn only_files_that_were_named_count_as_named() {
    let machine = machine();
    let files: Vec<String> = (1..=6).map(|number| format!("src/checkout_{number}.rs")).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    for session in ["a", "b", "c"] {
        worked(&machine, session, "the checkout webhook retries forever", &files);
    }
    let first = touch(&machine, "n", "Edit", "src/checkout_1.rs");
    assert!(first.contains("checkout_4.rs") && !first.contains("checkout_5.rs"), "{first}");
    let second = touch(&machine, "n", "Edit", "src/checkout_2.rs");
    assert!(second.contains("src/checkout_5.rs, src/checkout_6.rs"), "{second}");
    assert!(!second.contains("checkout_3.rs"), "{second}");
}

#[test]
fn a_file_tells_what_was_changed_with_it_when_it_is_first_changed() {
    let machine = machine();
    for session in ["a", "b", "c"] {
        assert_eq!(touch(&machine, session, "Edit", "db/schema.sql"), "", "{session}: too few yet");
        let files = ["db/schema.sql", "src/model.rs", "db/schema_test.sql"];
        worked(&machine, session, "add a ledger to the schema", &files);
    }
    let test = touch(&machine, "test", "Edit", "db/schema_test.sql");
    assert!(
        test.contains("model.rs") && !test.contains("schema.sql"),
        "a test says itself: {test}"
    );
    let told = "schema.sql was changed together with db/schema_test.sql, src/model.rs";
    for session in ["at-once", "read"] {
        prompt(&machine, session, 1, "is the ledger complete?");
        if session == "read" {
            let read = touch(&machine, session, "Read", "db/schema.sql");
            assert_eq!(read, "", "who only reads it has no use for the others");
        }
        let answer = touch(&machine, session, "Edit", "db/schema.sql");
        assert!(answer.contains(told), "{session}: {answer}");
        let again = touch(&machine, session, "Edit", "db/schema.sql");
        assert_eq!(again, "", "{session}: told once");
    }
    assert_eq!(touch(&machine, "read", "Edit", "src/unknown.rs"), "");
    machine.run_ok(["config", "set", "inject.preset", "quiet"]);
    assert_eq!(touch(&machine, "q", "Edit", "db/schema.sql"), "");
    let quiet = section(&start(&machine, "q", "startup"), "Recent Sessions").join("\n");
    let last = "“add a ledger to the schema” → schema.sql, model.rs, schema_test.sql";
    assert!(quiet.contains(last), "{quiet}");
    machine.run_ok(["config", "set", "inject.preset", "off"]);
    assert_eq!(start(&machine, "o", "startup"), "");
}

#[test]
fn a_file_tells_what_a_lasting_note_says_of_it() {
    let machine = machine();
    let entry = "- The lock in `pool.rs` is held while the socket is closed ([2026-03-01 09:00](../episodes/live/2026-03-01.md))";
    let readme = "- `docs/README.md` is written by a script";
    note(&machine, "shared/projects.md", &format!("# Projects\n\n{entry}\n{readme}\n"));
    note(
        &machine,
        "episodes/live/2026-03-01.md",
        "# 2026-03-01\n\n- `lexer.rs` was split into two\n",
    );
    machine.run_ok(["index"]);
    let answer = touch(&machine, "n", "Read", "src/pool.rs");
    let told = "The lock in `pool.rs` is held while the socket is closed ([2026-03-01])";
    assert!(answer.contains(told) && answer.contains("shared/projects.md:3"), "{answer}");
    assert_eq!(touch(&machine, "n", "Read", "src/lexer.rs"), "", "an entry is no lasting note");
    assert!(touch(&machine, "n", "Read", "docs/README.md").contains("written by a script"));
    assert_eq!(touch(&machine, "n", "Read", "web/README.md"), "", "of another directory");
}

#[test]
fn a_file_has_whatever_name_it_has() {
    let machine = machine();
    for session in ["a", "b", "c"] {
        worked(&machine, session, "weigh the ledger", &["src/a|b.rs", "src/Größe.rs"]);
    }
    prompt(&machine, "n", 1, "hello");
    let told = touch(&machine, "n", "Edit", "src/Größe.rs");
    assert!(told.contains("Größe.rs was changed together with src/a|b.rs"), "{told}");
    let told = touch(&machine, "o", "Edit", "src/a|b.rs");
    assert!(told.contains("a|b.rs was changed together with src/Größe.rs"), "{told}");
}
