//! Lines that palimp wrote by itself and that nobody was told of or found for long, as a person meets them.

use std::collections::BTreeMap;
use std::fs;

use palimp_testing::Machine;

use crate::machine;
use crate::reading::marks;
use crate::reflect::say;

const PROXY: &str = "The proxy is at `pr.internal:8080` behind the office network";
const NOTE: &str = "projects/app.md";
/// So much longer than a line is left in its note, in milliseconds.
const LONG: i64 = 91 * 86_400_000;

/// Lets reflection write a line, and all that it wrote be such as nobody was told of for long, but for what
/// was told in the last days.
pub(super) fn grow_old(machine: &Machine) {
    say(machine, "2026-11-19 09:00", "app", &[&format!("[proxy]: {PROXY}")]);
    machine.run_ok(["reflect"]);
    machine.hook_bash("told", "git status --short", "ok");
    machine.execute_sql(
        "INSERT INTO injections (session_id, client, agent, project_id, project, event, content, chars, created_at)
         SELECT session_id, client, agent, project_id, 'app', 'SessionStart', 'something else', 14, created_at
         FROM observations ORDER BY id DESC LIMIT 1",
    );
    machine.run_ok(["cleanup", "--due"]);
    machine.execute_sql(&format!("UPDATE seen_lines SET at = at - {LONG} WHERE line <> 0"));
}

fn note(machine: &Machine, path: &str) -> String {
    fs::read_to_string(machine.home().join("vault").join(path)).unwrap_or_default()
}

/// The notes in which a search finds the line.
fn found(machine: &Machine, args: &[&str]) -> Vec<String> {
    let query = ["search", "--source", "notes", "office proxy network"];
    let found = machine.run_json(&[&query, args].concat());
    let hits = found["hits"].as_array().unwrap().iter();
    let hits = hits.filter(|hit| hit["snippet"].as_str().unwrap().contains(PROXY));
    hits.map(|hit| hit["path"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_line_that_nobody_was_told_of_goes_and_comes_back_with_one_command() {
    let machine = machine();
    grow_old(&machine);
    machine.run_ok(["cleanup", "--due"]);
    let archive = "archive/projects/app.md";
    assert!(!note(&machine, NOTE).contains(PROXY), "{}", note(&machine, NOTE));
    assert!(note(&machine, archive).contains(PROXY), "{}", note(&machine, archive));
    assert!(!found(&machine, &[]).iter().any(|path| path == NOTE || path == archive));
    assert!(found(&machine, &["--archive"]).iter().any(|path| path == archive));

    let output = machine.run(["log"]);
    let (log, hint) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(log.contains(&format!("archive  palimp  app  {NOTE} (page of app): {PROXY}")), "{log}");
    assert!(hint.contains("palimp review restore"), "{hint}");
    let output = machine.run(["review"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("1 line archived by age"), "{said}");
    assert_eq!(machine.run_json(&["review"])["aged"][0]["path"], NOTE);

    let told = machine.run_ok(["review", "restore", "no", "such", "thing"]);
    assert_eq!(told, "");
    let told = machine.run_ok(["review", "restore", "office", "network"]);
    assert!(told.contains(&format!("Restored to {NOTE}: {PROXY}")), "{told}");
    machine.run_ok(["cleanup", "--due"]);
    assert!(note(&machine, NOTE).contains(PROXY) && !note(&machine, archive).contains(PROXY));
    assert!(found(&machine, &[]).iter().any(|path| path == NOTE));
}

#[test]
fn what_a_person_or_an_agent_finds_stays() {
    let machine = machine();
    grow_old(&machine);
    let hits = found(&machine, &[]).len();
    let rows = machine.query_number("SELECT count(*) FROM found_lines");
    assert!(rows == 1 && hits >= 1, "{rows} rows for {hits} hits");
    machine.run_ok(["cleanup", "--due"]);
    assert!(note(&machine, NOTE).contains(PROXY));
    assert_eq!(machine.query_number("SELECT count(*) FROM found_lines"), 0);
    machine.run_ok(["forget", "pr.internal", "--yes"]);
    assert_eq!(machine.query_number("SELECT count(*) FROM seen_lines WHERE line <> 0"), 0);
}

#[test]
fn a_home_of_the_first_version_keeps_every_line() {
    let machine = Machine::of_first_version(env!("CARGO_BIN_EXE_palimp"));
    machine.run_ok(["recent"]);
    let vault = machine.home().join("vault");
    let bytes = || -> BTreeMap<_, _> {
        marks(&vault).into_iter().map(|(path, (bytes, ..))| (path, bytes)).collect()
    };
    let before = bytes();
    machine.run_ok(["cleanup", "--due"]);
    assert!(bytes() == before);
    assert!(
        machine.query_number("SELECT count(*) FROM seen_lines WHERE line = 0") > 0,
        "somebody looked"
    );
}
