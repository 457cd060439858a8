//! Forgotten text stands in no card, window or list of terms, and no pointer leads to it.

use std::path::PathBuf;

use palimp_testing::Machine;
use serde_json::json;

use super::is_gone;
use crate::inject::{given, prompt, section, start};
use crate::related::{talked, with_other_sessions};

const ASKED: &str = "how often does the chunk uploader retry a large video?";

/// A machine with a session that decided something in its first and second message and changed a file, of
/// which the index knows; each word of its own stands in one place alone.
fn with_session() -> Machine {
    let machine = with_other_sessions();
    let said = [
        (
            "the chunk uploader gives up on large videos like zebrastripe, how often should it retry?",
            "It tries once.",
        ),
        (
            "retry each chunk upload five times with quaggabackoff, never longer than thirty seconds",
            "Done: `ChunkUploader` retries five times with exponential backoff.",
        ),
    ];
    talked(&machine, "aaaa1111-2", &said, &["src/wombatfoo.rs"]);
    machine.run_ok(["index"]);
    machine
}

/// All that a new session is told at its start, at a prompt on the matter and where it touches the file.
fn told(machine: &Machine, session: &str) -> String {
    let input = json!({ "file_path": machine.project().join("src/wombatfoo.rs") });
    let fields =
        json!({ "tool_name": "Read", "tool_input": input, "tool_response": { "type": "text" } });
    let told = [
        start(machine, session, "startup"),
        prompt(machine, session, 1, ASKED),
        given(machine, "PostToolUse", session, fields),
    ];
    told.concat()
}

#[test]
fn forgotten_message_leaves_card_and_windows() {
    let machine = with_session();
    let before = told(&machine, "before");
    assert!(
        before.contains("User: retry each chunk upload five times with quaggabackoff"),
        "{before}"
    );
    machine.run_ok(["forget", "quaggabackoff", "--yes"]);
    is_gone(&machine, &["quaggabackoff"]);
    let after = told(&machine, "after");
    assert!(after.contains("- s:aaaa1111 2") && !after.contains("decision"), "{after}");
    assert!(!after.contains("quaggabackoff") && !after.contains("thirty seconds"), "{after}");
    let nothing = prompt(&machine, "words", 1, "is the quaggabackoff longer than thirty seconds?");
    assert_eq!(section(&nothing, "Related Sessions"), Vec::<&str>::new(), "{nothing}");
    assert!(!machine.run_ok(["show", "s:aaaa1111"]).contains("quaggabackoff"));
}

#[test]
fn forgotten_first_prompt_is_no_title() {
    let machine = with_session();
    assert!(told(&machine, "before").contains("like zebrastripe"));
    machine.run_ok(["forget", "zebrastripe", "--yes"]);
    is_gone(&machine, &["zebrastripe"]);
    let after = told(&machine, "after");
    assert!(
        !after.contains("zebrastripe") && !after.contains("gives up on large videos"),
        "{after}"
    );
    assert!(after.contains("\"retry each chunk upload five times with quaggabackoff"), "{after}");
}

#[test]
fn forgotten_file_leaves_card_and_windows() {
    let machine = with_session();
    assert!(told(&machine, "before").contains("(1 decision; wombatfoo.rs)"));
    machine.run_ok(["forget", "wombatfoo", "--yes"]);
    is_gone(&machine, &["wombatfoo"]);
    let after = prompt(&machine, "after", 1, ASKED);
    assert!(after.contains("(1 decision)") && !after.contains("wombatfoo"), "{after}");
}

#[test]
fn forgotten_session_leaves_nothing_that_points_to_it() {
    let machine = with_session();
    let said = [
        (
            "the gnugazer parser chokes on nested quotes, why?",
            "Root cause: the gnugazer parser counted quotes twice.",
        ),
        (
            "always escape quotes before the gnugazer parser sees them",
            "The gnugazer parser escapes them now.",
        ),
    ];
    talked(&machine, "bbbb2222-2", &said, &["src/gnugazer.rs"]);
    machine.run_ok(["index"]);
    let asked = "why does the gnugazer parser choke on nested quotes?";
    assert!(prompt(&machine, "before", 1, asked).contains("s:bbbb2222"));
    machine.run_ok(["forget", "gnugazer", "--yes"]);
    is_gone(&machine, &["gnugazer"]);
    let context = [
        start(&machine, "after", "startup"),
        prompt(&machine, "after", 1, "the parser chokes on nested quotes, why?"),
    ];
    assert!(
        !context.concat().contains("bbbb2222") && !context.concat().contains("twice"),
        "{context:?}"
    );
    let index: Vec<PathBuf> = machine.files_with("bbbb2222");
    assert!(!index.iter().any(|path| path.to_string_lossy().contains("/index/")), "{index:?}");
}
