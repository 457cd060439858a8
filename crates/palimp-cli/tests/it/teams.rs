//! Facts that a team approved, as a member's commands see them.

mod asked;
mod attacked;
mod pages;
pub(crate) mod people;
mod races;
mod rewritten;
#[path = "../../../palimp-team/tests/it/team.rs"]
#[allow(dead_code, reason = "the tests of palimp-team need more of it")]
pub(crate) mod team;
mod told;
mod walk;
mod written;

use std::fs;
use std::path::Path;
use std::process::Command;

use palimp_team::git::{Oid, TeamRepository};
use palimp_testing::Machine;
use serde_json::{Value, json};

use crate::machine;
use team::{TEAM, Team};

/// The team with a project `app`, in a repository that others can fetch.
pub(crate) fn team() -> Team {
    let mut team = Team::new();
    let with_app = format!("{TEAM}[projects.app]\nremotes = [\"example.org/acme/app\"]\n");
    land(&mut team, &[("team.toml", Some(&with_app)), (team::FACT, None)]);
    team
}

/// A fact's file, with lines of front matter.
pub(crate) fn fact(id: &str, front: &str, body: &str) -> String {
    format!("---\nid: {id}\nkind: decision\n{front}---\n{body}\n")
}

/// Lands a change that ben proposed and cid approved, or ana where only she may, and pushes it.
pub(crate) fn land(team: &mut Team, files: &[(&str, Option<&str>)]) -> Oid {
    let files: Vec<_> = files.iter().map(|(path, text)| ("100644", *path, *text)).collect();
    let owned = files.iter().any(|(_, path, _)| !path.starts_with("facts/"));
    let tip = team.landed(&files, "ben", if owned { "ana" } else { "cid" });
    push(team, tip);
    tip
}

pub(crate) fn push(team: &Team, tip: Oid) {
    team.git(&["update-ref", "refs/heads/main", &tip.to_string()], "");
}

/// A member's machine, whose project is a clone of `app` and which has joined as `acme`.
pub(crate) fn member(team: &Team) -> Machine {
    let machine = machine();
    git(&machine.project(), &["init", "-q"]);
    git(&machine.project(), &["remote", "add", "origin", "git@example.org:acme/app.git"]);
    join(&machine, team, &team.repository());
    machine
}

pub(crate) fn join(machine: &Machine, team: &Team, url: &Path) {
    let directory = machine.home().join("teams/acme");
    fs::create_dir_all(&directory).unwrap();
    TeamRepository::create(&directory.join("repository.git")).unwrap();
    let root = team.git(&["rev-list", "--max-parents=0", &team.main.to_string()], "");
    let joined = json!({ "url": url, "root": root });
    fs::write(directory.join("joined.json"), joined.to_string()).unwrap();
}

pub(crate) fn git(directory: &Path, args: &[&str]) {
    let mut command = Command::new("git");
    let run = command.args(args).current_dir(directory).env("HOME", directory).output().unwrap();
    assert!(run.status.success(), "{run:?}");
}

/// The objects of a kind that a repository holds, whether a ref leads to them or not.
pub(crate) fn objects(repository: &Path, kind: &str) -> Vec<String> {
    let all = ["cat-file", "--batch-all-objects", "--batch-check=%(objecttype) %(objectname)"];
    let said = asked(repository, &all);
    let of_kind = said.lines().filter_map(|line| line.strip_prefix(kind));
    of_kind.map(|oid| oid.trim().to_owned()).collect()
}

/// How many commits a repository's branches lead to.
pub(crate) fn commits(repository: &Path) -> usize {
    asked(repository, &["rev-list", "--all"]).lines().count()
}

fn asked(repository: &Path, args: &[&str]) -> String {
    let mut command = Command::new("git");
    let run = command.arg("--git-dir").arg(repository).args(args).output().unwrap();
    assert!(run.status.success(), "{run:?}");
    String::from_utf8(run.stdout).unwrap()
}

pub(crate) fn sync(machine: &Machine) -> Value {
    machine.run_json(&["team", "sync"])[0].clone()
}

pub(crate) fn hits(machine: &Machine, query: &str) -> Vec<Value> {
    hits_of(machine, &["search", query, "--source", "notes"])
}

pub(crate) fn hits_of(machine: &Machine, args: &[&str]) -> Vec<Value> {
    machine.run_json(args)["hits"].as_array().unwrap().clone()
}

/// What a prompt is told.
pub(crate) fn prompt(machine: &Machine, session: &str, text: &str) -> String {
    let fields = json!({ "prompt": text, "prompt_id": session });
    machine.hook("claude", &machine.claude_payload("UserPromptSubmit", session, fields))
}
