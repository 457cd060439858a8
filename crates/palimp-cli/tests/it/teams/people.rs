//! Members of a team, each with a home, a key and a clone of the project.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use palimp_testing::Machine;
use serde_json::Value;

use super::git;
use crate::machine;

/// A person with a home and a clone of the project.
pub(super) struct Person {
    pub(super) machine: Machine,
    pub(super) name: &'static str,
}

/// A team that ana founded at a path of its own, and its members.
pub(super) struct Walk {
    directory: tempfile::TempDir,
    pub(super) ana: Person,
    pub(super) ben: Person,
    pub(super) cid: Person,
}

impl Person {
    pub(super) fn new(name: &'static str) -> Person {
        let machine = machine();
        git(&machine.project(), &["init", "-q"]);
        git(&machine.project(), &["remote", "add", "origin", "git@example.org:acme/app.git"]);
        let config = format!("[user]\n\tname = {name}\n");
        fs::write(machine.user_home().join(".gitconfig"), config).unwrap();
        Person { machine, name }
    }

    pub(super) fn ssh_key(&self) -> PathBuf {
        let key = self.machine.user_home().join(".ssh/id_ed25519");
        fs::create_dir_all(key.parent().unwrap()).unwrap();
        let mut command = Command::new("ssh-keygen");
        command.args(["-q", "-t", "ed25519", "-N", "", "-C", self.name, "-f"]).arg(&key);
        assert!(command.status().unwrap().success());
        key
    }

    #[track_caller]
    pub(super) fn ok(&self, line: &str) -> String {
        self.machine.run_ok(words(line))
    }

    /// What a command says on both ways; whether it went well does not matter.
    pub(super) fn said(&self, line: &str) -> String {
        let run = self.machine.run(words(line));
        String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned()
    }

    #[track_caller]
    pub(super) fn fails(&self, line: &str) -> String {
        let run = self.machine.run(words(line));
        assert_eq!(run.status.code(), Some(1), "{line}: {run:?}");
        String::from_utf8_lossy(&run.stderr).into_owned()
    }

    #[track_caller]
    pub(super) fn json(&self, line: &str) -> Value {
        self.machine.run_json(&words(line).iter().map(String::as_str).collect::<Vec<_>>())
    }

    pub(super) fn note(&self, path: &str, text: &str) {
        let path = self.machine.home().join("vault").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Proposes a note; answers the id.
    #[track_caller]
    pub(super) fn propose(&self, line: &str) -> String {
        id(&self.json(&format!("team propose {line} --yes"))["sent"])
    }

    #[track_caller]
    pub(super) fn amend(&self, line: &str) -> String {
        id(&self.json(&format!("team {line}")))
    }

    /// Approves a proposal, which lands.
    #[track_caller]
    pub(super) fn lands(&self, id: &str) {
        let approved = self.json(&format!("team approve {id} --yes"));
        assert_eq!(approved["landed"], true, "{approved}");
    }

    #[track_caller]
    pub(super) fn sync(&self) -> Value {
        let synced = self.json("team sync")[0].clone();
        assert_eq!(synced["trouble"], Value::Null, "{synced}");
        assert_eq!(synced["refused"], Value::Null, "{synced}");
        synced
    }
}

pub(super) fn id(sent: &Value) -> String {
    assert_eq!(sent["pushed"], true, "{sent}");
    sent["id"].as_str().unwrap().to_owned()
}

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(|word| word.replace('\u{a0}', " ")).collect()
}

impl Walk {
    /// ana founded the team, and ben and cid joined it; ben reviews facts.
    pub(super) fn new() -> Walk {
        let walk = Walk::founded(&[]);
        walk.joins(&walk.ben);
        walk.joins(&walk.cid);
        let role = walk.ben.amend("role ben reviewer --on facts/*");
        walk.ana.lands(&role);
        walk.ben.sync();
        walk
    }

    pub(super) fn founded(rules: &[&str]) -> Walk {
        let directory = tempfile::tempdir().unwrap();
        let [ana, ben, cid] = ["ana", "ben", "cid"].map(Person::new);
        for person in [&ana, &ben, &cid] {
            person.ssh_key();
        }
        let walk = Walk { directory, ana, ben, cid };
        let url = walk.url();
        let init = ["team", "init", &url, "--project", "app"];
        walk.ana.machine.run_ok([&init[..], rules].concat());
        walk
    }

    pub(super) fn url(&self) -> String {
        self.remote().display().to_string()
    }

    pub(super) fn remote(&self) -> PathBuf {
        self.directory.path().join("acme.git")
    }

    /// Somebody joins, and ana lets them in.
    pub(super) fn joins(&self, person: &Person) {
        let joined = person.json(&format!("team join {} --yes", self.url()));
        self.ana.lands(&id(&joined["request"]));
        person.sync();
    }

    pub(super) fn branches(&self) -> Vec<String> {
        branches(&self.remote())
    }
}

pub(super) fn branches(repository: &Path) -> Vec<String> {
    let mut command = Command::new("git");
    command.arg("--git-dir").arg(repository);
    let run = command.args(["for-each-ref", "--format=%(refname:short)"]).output().unwrap();
    String::from_utf8(run.stdout).unwrap().lines().map(str::to_owned).collect()
}
