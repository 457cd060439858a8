//! Steps are counted as they come, and a death lands where it was asked for.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

use palimp_testing::steps::{Death, DeathMoment, TracedRun, kill, watch, without_numbers};

/// Makes a file, renames it, and leaves a process behind that makes another one.
const SCRIPT: &str = "read text; echo $text > one; ln one link; mv one two; mkdir d; (cd d; setsid sh -c 'echo late > three') & rm link; wait";

fn shell(dir: &Path) -> Command {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", SCRIPT]).current_dir(dir);
    command
}

fn steps(run: &TracedRun) -> Vec<String> {
    let mut steps: Vec<_> = run.steps.iter().map(ToString::to_string).collect();
    // The two processes at the end run side by side.
    steps[5..].sort();
    steps
}

#[test]
fn every_process_is_followed_and_every_step_named() {
    let dir = tempfile::tempdir().unwrap();
    let run = watch(&mut shell(dir.path()), b"text\n", dir.path()).unwrap();
    assert!(run.status.success() && !run.died, "{run:?}");
    assert_eq!(
        steps(&run),
        [
            "open one", "write one", "link link", "rename two", "make d", "open d/three",
            "remove link", "write d/three"
        ]
    );
    assert_eq!(fs::read_to_string(dir.path().join("two")).unwrap(), "text\n");
    assert_eq!(fs::read_to_string(dir.path().join("d/three")).unwrap(), "late\n");
}

#[test]
fn a_step_is_not_done_before_and_done_after() {
    for (step, moment, there, gone) in [
        (0, DeathMoment::Before, &[][..], &["one"][..]),
        (0, DeathMoment::After, &["one"], &["two"]),
        (3, DeathMoment::Before, &["one", "link"], &["two"]),
        (3, DeathMoment::After, &["two", "link"], &["one", "d"]),
        (4, DeathMoment::After, &["d"], &["d/three"]),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let death = Death { step, moment };
        let run = kill(&mut shell(dir.path()), b"text\n", dir.path(), death).unwrap();
        assert!(run.died && run.steps.len() == step + 1, "{run:?}");
        assert!(!run.status.success(), "{run:?}");
        for name in there {
            assert!(dir.path().join(name).exists(), "{death:?}: {name}");
        }
        for name in gone {
            assert!(!dir.path().join(name).exists(), "{death:?}: {name}");
        }
        if there == ["one"] {
            assert_eq!(fs::read(dir.path().join("one")).unwrap(), b"", "not a byte was written");
        }
    }
}

#[test]
fn a_step_that_never_comes_kills_nobody() {
    let dir = tempfile::tempdir().unwrap();
    let death = Death { step: 99, moment: DeathMoment::Before };
    let run = kill(&mut shell(dir.path()), b"text\n", dir.path(), death).unwrap();
    assert!(run.status.success() && !run.died);
}

#[test]
fn names_that_differ_in_numbers_alone_are_one() {
    assert_eq!(without_numbers("history/1795337224777-b72020434ead4eb0"), "history/#-#");
    assert_eq!(without_numbers("memory/2026-11-22.md"), "memory/#-#-#.md");
    assert_eq!(without_numbers("activity.db-wal"), "activity.db-wal");
}
