//! A repository's commits and decision records, as commands and agents find them.

use std::fs;
use std::process::{Command, Stdio};

use palimp_testing::Machine;
use serde_json::json;

use crate::machine;

pub(crate) fn git(machine: &Machine, arguments: &[&str]) -> String {
    let mut command = Command::new("git");
    command.current_dir(machine.project()).env("HOME", machine.user_home());
    command.args(["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgSign=false"]);
    let output = command.args(arguments).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// A machine whose project has a decision in a commit, and one in a record; the commit's hash.
fn with_decisions() -> (Machine, String) {
    let machine = machine();
    git(&machine, &["init", "-q", "-b", "main", "."]);
    fs::create_dir_all(machine.project().join("docs/adr")).unwrap();
    let record =
        "# Walruses sleep in one hall\n\nOne hall for all walruses, so that they keep warm.\n";
    fs::write(machine.project().join("docs/adr/0001-hall.md"), record).unwrap();
    let message = "pool: cap the walrus pool\n\nSeven, because an eighth walrus trips the limiter.";
    git(&machine, &["add", "-A"]);
    git(&machine, &["commit", "-q", "-m", message]);
    let sha = git(&machine, &["rev-parse", "HEAD"]);
    (machine, sha)
}

#[test]
fn up_ends_with_the_newest_commit_where_nothing_else_is_known() {
    let machine = machine();
    git(&machine, &["init", "-q", "-b", "main", "."]);
    fs::write(machine.project().join("hall.rs"), "fn hall() {}\n").unwrap();
    git(&machine, &["add", "-A"]);
    git(
        &machine,
        &["commit", "-q", "-m", "begin the walrus hall\n\nIt holds the first seven walruses."],
    );
    let sha = git(&machine, &["rev-parse", "HEAD"]);
    let said = machine.run_ok(["up", "--yes"]);
    let last = format!("The newest commit in app: begin the walrus hall (c:{}).", &sha[..7]);
    assert!(said.contains(&last), "{said}");
}

#[test]
fn up_reads_repository_and_search_finds_it() {
    let (machine, sha) = with_decisions();
    let pointer = format!("c:{}", &sha[..7]);
    assert!(machine.run_ok(["up", "--yes"]).contains("1 commit of this repository indexed"));
    let shown = machine.run_ok(["search", "how many walruses trip the limiter?"]);
    let head = shown.lines().next().unwrap();
    assert!(
        head.starts_with(&format!("{pointer} commit · pool: cap the walrus pool · ")),
        "{shown}"
    );
    assert!(shown.contains("    Seven, because an eighth walrus trips the limiter."), "{shown}");

    let hits = machine.run_json(&["search", "walrus", "--source", "commits"])["hits"].clone();
    let sources: Vec<_> = hits.as_array().unwrap().iter().map(|hit| &hit["source"]).collect();
    assert_eq!(sources.len(), 2);
    assert!(sources.contains(&&json!("commits")) && sources.contains(&&json!("records")));
    let commit = hits.as_array().unwrap().iter().find(|hit| hit["pointer"] == json!(pointer));
    assert_eq!(commit.unwrap()["author"], "import");
    let hits = machine.run_json(&["search", "walrus", "--source", "records"])["hits"].clone();
    assert_eq!(hits[0]["path"], "docs/adr/0001-hall.md");
    assert_eq!(hits.as_array().unwrap().len(), 1);
    assert!(machine.run_json(&["search", "walrus", "--source", "notes"])["hits"][0].is_null());
}

#[test]
fn first_search_in_a_repository_says_that_its_commits_are_read() {
    let (machine, _) = with_decisions();
    machine.run_ok(["save", "The walrus pool is heated."]);
    let said = || String::from_utf8(machine.run(["search", "walrus"]).stderr).unwrap();
    assert!(said().contains("for the first time"));
    machine.run_ok(["index"]);
    assert!(!said().contains("for the first time"));
}

#[test]
fn show_opens_commit_and_record() {
    let (machine, sha) = with_decisions();
    let indexed = machine.run_json(&["index"]);
    assert_eq!((&indexed["commits"], &indexed["records"]), (&json!(1), &json!(1)));
    let shown = machine.run_ok(["show", &format!("c:{}", &sha[..9])]);
    for part in
        [&format!("c:{} · commit · ", &sha[..7]), "eighth walrus", "- docs/adr/0001-hall.md"]
    {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    let record = machine.run_ok(["show", "docs/adr/0001-hall.md:3"]);
    assert!(record.contains("so that they keep warm"), "{record}");
    let failed = machine.run(["show", "c:0123456"]);
    assert!(!failed.status.success());
    assert!(String::from_utf8_lossy(&failed.stderr).contains("git show 0123456"), "{failed:?}");
}

#[test]
fn forgotten_text_goes_from_index_and_is_named() {
    let (machine, sha) = with_decisions();
    machine.run_ok(["index"]);
    let output = machine.run(["forget", "--yes", "eighth walrus"]);
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(said.contains("1 commit in the index"), "{said}");
    assert!(said.contains(&format!("c:{}", &sha[..7])), "{said}");
    machine.run_ok(["index", "--force"]);
    assert!(!machine.run_ok(["search", "walrus"]).contains("eighth"));
}
