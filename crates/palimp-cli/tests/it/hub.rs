//! What an organisation's hub approved, as a member's commands see it.

mod broken;
mod login;
mod proposed;
mod signed_in;
mod told;

use std::fs;
use std::path::PathBuf;

use palimp_testing::Machine;
use palimp_testing::hub_server::{DEFAULT_HUB_TOKEN, HubServer};
use serde_json::{Value, json};

use crate::machine;
use crate::teams::git;

/// A member's machine, whose project is a clone of `app`, logged in to a hub.
pub(crate) fn member(hub: &HubServer) -> Machine {
    let machine = machine();
    git(&machine.project(), &["init", "-q"]);
    git(&machine.project(), &["remote", "add", "origin", "git@example.org:acme/app.git"]);
    login(&machine, hub);
    machine
}

pub(crate) fn login(machine: &Machine, hub: &HubServer) {
    let run = machine
        .run_with(["hub", "login", hub.url(), "--token-stdin"], DEFAULT_HUB_TOKEN.as_bytes());
    assert!(run.status.success(), "{run:?}");
}

fn pull(machine: &Machine) -> Value {
    machine.run_json(&["hub", "pull"])[0].clone()
}

/// What a pull says that does not go well.
fn pull_fails(machine: &Machine) -> String {
    let run = machine.run(["hub", "pull"]);
    assert_eq!(run.status.code(), Some(1), "{run:?}");
    String::from_utf8(run.stderr).unwrap()
}

/// The files of memories that are kept.
fn kept(machine: &Machine) -> Vec<PathBuf> {
    let directory = machine.home().join("hub/acme");
    let scopes = fs::read_dir(directory).into_iter().flatten().flatten();
    let scopes = scopes.filter(|entry| entry.path().is_dir());
    let files = scopes.flat_map(|scope| fs::read_dir(scope.path()).unwrap().flatten());
    let mut files: Vec<PathBuf> = files.map(|entry| entry.path()).collect();
    files.sort();
    files
}

fn note(machine: &Machine, name: &str, text: &str) {
    let path = machine.home().join("vault").join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    machine.run_ok(["index"]);
}

/// Changes what is kept of the last pull.
fn set_state(machine: &Machine, field: &str, value: Value) {
    let path = machine.home().join("hub/acme/state.json");
    let mut state: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    state[field] = value;
    fs::write(path, state.to_string()).unwrap();
}

fn days_ago(days: i64) -> Value {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    json!(now.as_millis() as i64 - days * 86_400_000)
}
