//! What is forgotten is gone for good, and nothing that a killed process left tells of it.

mod aim;
mod back;
mod consent;
mod everywhere;
mod left;
mod pointers;
mod wish;

use std::fs;
use std::path::{Path, PathBuf};

use palimp_testing::Machine;
use serde_json::{Value, json};

use crate::machine;

/// Writes a file of the user's, below her home directory.
fn write(machine: &Machine, path: impl AsRef<Path>, text: &str) {
    let path = machine.user_home().join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// The user says something to Claude Code.
fn say(machine: &Machine, session: &str, prompt: &str) {
    let said = machine.claude_payload("UserPromptSubmit", session, json!({ "prompt": prompt }));
    machine.hook("claude", &said);
}

/// No file of the home says any of it.
#[track_caller]
fn is_gone(machine: &Machine, texts: &[&str]) {
    for text in texts {
        assert_eq!(machine.files_with(text), Vec::<PathBuf>::new(), "{text}");
    }
}

fn words(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn hits(machine: &Machine, query: &str) -> Value {
    machine.run_json(&["search", query, "--source", "notes,observations,messages"])["hits"].clone()
}

#[test]
fn doctor_tells_that_the_key_of_what_was_forgotten_is_gone() {
    let machine = machine();
    machine.run_ok(["save", "The heron nests in the barn."]);
    machine.run_ok(["forget", "heron", "--yes"]);
    let doctor = || {
        let output = machine.run(["doctor"]);
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(!doctor().contains("tombstones"));
    fs::remove_file(machine.home().join("keys.json")).unwrap();
    let said = doctor();
    let line = said.lines().find(|line| line.contains("tombstones")).expect("a line");
    assert!(line.starts_with("WRONG ") && line.contains("key is missing"), "{line}");
}
