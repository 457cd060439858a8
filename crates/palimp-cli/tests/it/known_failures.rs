//! Failures that come back: the cause, and the set-up that ended them.

use serde_json::json;

use crate::inject::{given, prompt, reply};
use crate::machine;

#[test]
fn a_failure_that_was_met_before_is_told_with_its_cause() {
    let machine = machine();
    let fails_in = |session: &str, command: &str, error: &str| {
        let input = json!({ "command": command });
        let fields = json!({
            "tool_name": "Bash", "tool_input": input, "error": format!("Exit code 101\n{error}"),
            "is_interrupt": false,
        });
        given(&machine, "PostToolUseFailure", session, fields)
    };
    let fails = |session: &str, error: &str| fails_in(session, "cargo test -p pool", error);
    const ERROR: &str = "error: src/pool.rs:40: max_conns is not set";
    const EVERYWHERE: &str = "thread 'main' panicked at library/core/src/option.rs: no value";
    prompt(&machine, "first", 1, "run the tests of the pool");
    assert_eq!(fails("first", ERROR), "", "nobody has met it before");
    reply(
        &machine,
        "first",
        1,
        "I mended it. Root cause: `max_conns` was read before `config.toml` was.",
    );
    fails_in("first", "cargo run -p gate", EVERYWHERE);
    reply(&machine, "first", 2, "Done. Root cause: `gate.toml` had no section `[listen]`.");
    assert_eq!(fails("first", ERROR), "", "the session knows its own");
    prompt(&machine, "second", 1, "run the tests of the pool again");
    assert_eq!(fails("second", "error: src/gate.rs:3: another one here"), "");
    assert_eq!(fails("second", EVERYWHERE), "", "another command failed so, of another cause");
    let told = fails("second", ERROR);
    assert!(told.contains("## Failed Like This Before"), "{told}");
    assert!(told.contains("[agent] Root cause: `max_conns` was read before"), "{told}");
    assert_eq!(fails("second", ERROR), "", "told once");
}

#[test]
fn set_up_that_ended_a_failure_is_told_when_it_comes_back() {
    const ERROR: &str = "Exit code 1\nError: no database on port 5433";
    // What ran between the failure and the success of the first session, and what the next one is told.
    let cases: [(&[&str], bool, Option<&str>); 7] = [
        (&["docker compose up -d db"], false, Some("after `docker compose up -d db`")),
        (
            &["docker ps", "docker compose up -d db", "pnpm prisma migrate deploy"],
            false,
            Some("after `docker compose up -d db` and `pnpm prisma migrate deploy`"),
        ),
        (&["docker compose up -d db"], true, None),
        (&["docker ps", "git log -1"], false, None),
        (&["sed -i s/5433/5432/ src/db.ts", "docker compose up -d db"], false, None),
        (&["git checkout main", "docker compose up -d db"], false, None),
        (&[], false, None),
    ];
    for (between, edits, expect) in cases {
        let machine = machine();
        let fails = |session: &str| {
            let input = json!({ "command": "pnpm test" });
            let fields = json!({ "tool_name": "Bash", "tool_input": input, "error": ERROR });
            given(&machine, "PostToolUseFailure", session, fields)
        };
        assert_eq!(fails("first"), "");
        if edits {
            let path = machine.project().join("src/db.ts");
            let input = json!({ "file_path": path, "old_string": "a", "new_string": "b" });
            let fields = json!({
                "tool_name": "Edit", "tool_input": input, "tool_response": { "filePath": path },
            });
            given(&machine, "PostToolUse", "first", fields);
        }
        for command in between {
            machine.hook_bash("first", command, "started");
        }
        machine.hook_bash("first", "pnpm test", "12 passed");
        machine.hook("claude", &machine.claude_payload("SessionEnd", "first", json!({})));
        given(&machine, "SessionStart", "second", json!({ "source": "startup" }));
        let told = fails("second");
        match expect {
            Some(setup) => {
                assert!(told.contains("`pnpm test` failed here in 1 session"), "{told}");
                assert!(told.contains(&format!("it ran well {setup}, last on ")), "{told}");
                assert_eq!(fails("second"), "", "told once");
            }
            None => assert!(!told.contains("ran well"), "{between:?}: {told}"),
        }
    }
}
