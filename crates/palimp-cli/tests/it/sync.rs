//! One memory on several machines of a user.

mod forgetting;
mod remote;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use palimp_testing::{Machine, run_with_input};
use serde_json::{Value, json};

use crate::bootstrap::tree;

/// Several machines and the directory at which they meet.
pub(crate) struct Group {
    dir: tempfile::TempDir,
    pub(crate) machines: Vec<Machine>,
    address: String,
}

impl Group {
    /// Machines with these names that meet in a directory.
    fn new(names: &[&str]) -> Group {
        let dir = tempfile::tempdir().unwrap();
        let address = dir.path().join("remote").to_str().unwrap().to_owned();
        Group::at(dir, address, names)
    }

    /// The same at a git repository.
    fn with_repository(names: &[&str]) -> Group {
        let dir = tempfile::tempdir().unwrap();
        let remote = dir.path().join("remote.git");
        let init = ["init", "--quiet", "--bare", "--initial-branch=main"];
        assert!(Command::new("git").args(init).arg(&remote).status().unwrap().success());
        let address = remote.to_str().unwrap().to_owned();
        Group::at(dir, address, names)
    }

    fn at(dir: tempfile::TempDir, address: String, names: &[&str]) -> Group {
        let machine = |name: &&str| {
            let root = dir.path().join(name);
            fs::create_dir_all(&root).unwrap();
            Machine::in_directory(root, env!("CARGO_BIN_EXE_palimp"))
        };
        let machines = names.iter().map(machine).collect();
        Group { dir, machines, address }
    }

    fn remote(&self) -> PathBuf {
        self.dir.path().join("remote")
    }

    /// Sets up the first machine, and joins the others.
    fn set_up(&self) {
        self.machines[0].run_ok(["sync", "init", &self.address]);
        (1..self.machines.len()).for_each(|at| drop(self.join(at)));
    }

    fn join(&self, at: usize) -> Value {
        let code =
            self.machines[0].run_json(&["sync", "code"])["code"].as_str().unwrap().to_owned();
        let args = ["--json", "sync", "join", &self.address, "--code-file", "-"];
        let output = run_with_input(&mut self.machines[at].command(args), code.as_bytes());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    fn sync(&self, at: usize) -> Value {
        self.machines[at].run_json(&["sync"])
    }

    /// Syncs all machines until each has what the others have.
    fn sync_all(&self) {
        for _ in 0..3 {
            (0..self.machines.len()).for_each(|at| drop(self.sync(at)));
        }
    }

    #[track_caller]
    fn assert_equal(&self) {
        let first = known(&self.machines[0]);
        for machine in &self.machines[1..] {
            assert_eq!(known(machine), first);
        }
    }

    fn note(&self, at: usize, path: &str) -> PathBuf {
        self.machines[at].home().join("vault").join(path)
    }

    fn write(&self, at: usize, path: &str, text: &str) {
        let note = self.note(at, path);
        fs::create_dir_all(note.parent().unwrap()).unwrap();
        fs::write(note, text).unwrap();
    }

    fn read(&self, at: usize, path: &str) -> String {
        fs::read_to_string(self.note(at, path)).unwrap_or_default()
    }

    fn segments(&self) -> Vec<PathBuf> {
        let files = tree(&self.remote()).into_keys().filter(|path| !path.ends_with("manifest"));
        files.filter(|path| !path.ends_with("group")).collect()
    }
}

/// Notes of a machine, and its rows without what differs by machine.
fn known(machine: &Machine) -> (BTreeMap<PathBuf, String>, Vec<String>) {
    let without = ["id", "workingDir"];
    let exported = machine.run_ok(["export"]);
    let row = |line: &str| {
        let mut row: Value = serde_json::from_str(line).unwrap();
        without.iter().for_each(|field| drop(row.as_object_mut().unwrap().remove(*field)));
        row.to_string()
    };
    let mut rows: Vec<String> = exported.lines().map(row).collect();
    rows.sort();
    (files_below(&machine.home().join("vault")), rows)
}

/// Files below a directory by their paths in it, with their texts.
fn files_below(dir: &Path) -> BTreeMap<PathBuf, String> {
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let files = tree(dir).into_iter();
    files.map(|(path, bytes)| (path.strip_prefix(dir).unwrap().to_owned(), text(bytes))).collect()
}

fn say(machine: &Machine, session: &str, prompt: &str) {
    let asked = json!({ "prompt": prompt, "prompt_id": prompt });
    machine.hook("claude", &machine.claude_payload("UserPromptSubmit", session, asked));
    machine.hook_bash(session, &format!("git tag {session}"), "ok");
    let answered =
        json!({ "last_assistant_message": format!("Noted: {prompt}"), "prompt_id": prompt });
    machine.hook("claude", &machine.claude_payload("Stop", session, answered));
}

fn warnings(report: &Value) -> Vec<String> {
    let warnings = report["warnings"].as_array().unwrap();
    warnings.iter().map(|it| it.as_str().unwrap().to_owned()).collect()
}

#[test]
fn machines_share_rows_notes_and_pins() {
    let group = Group::new(&["laptop", "desktop"]);
    say(&group.machines[0], "s-laptop", "We decided to deploy through the otter gate.");
    say(&group.machines[1], "s-desktop", "결제 서비스는 포트 8443을 쓴다.");
    group.machines[0].run_ok(["flush"]);
    group.machines[1].run_ok(["flush"]);
    group.set_up();
    group.sync_all();
    group.assert_equal();
    for machine in &group.machines {
        assert!(machine.run_ok(["search", "otter gate"]).contains("otter"));
        assert!(machine.run_ok(["search", "결제 포트"]).contains("8443"));
        assert_eq!(machine.run_json(&["sessions"]).as_array().unwrap().len(), 2);
        // Conversations of another machine are summarised there.
        assert!(machine.run(["flush"]).stdout.is_empty());
    }
    let report = group.sync(0);
    assert_eq!((&report["received"]["notes"], &report["sent"]["notes"]), (&json!(0), &json!(0)));

    let pinned = group.machines[0].run_json(&["recent"])[0]["id"].to_string();
    group.machines[0].run_ok(["pin", &pinned]);
    group.sync_all();
    let pins = |machine: &Machine| {
        machine.query_number("SELECT count(*) FROM observations WHERE pinned = 1")
    };
    assert_eq!(group.machines.iter().map(pins).collect::<Vec<_>>(), [1, 1]);
    let pinned = group.machines[1].run_json(&["recent"]);
    let pinned = pinned.as_array().unwrap().iter().find(|it| it["pinned"] == json!(true)).unwrap();
    group.machines[1].run_ok(["unpin", &pinned["id"].to_string()]);
    group.sync_all();
    assert_eq!(group.machines.iter().map(pins).collect::<Vec<_>>(), [0, 0]);
}

#[test]
fn edits_of_one_note_are_merged_by_line() {
    let group = Group::new(&["laptop", "desktop", "mac"]);
    group.write(0, "rules.md", "# Rules\n\n- one\n- two\n- three\n");
    group.set_up();
    group.sync_all();
    group.write(0, "rules.md", "# Rules\n\n- zero\n- one\n- two\n- three\n");
    group.write(1, "rules.md", "# Rules\n\n- one\n- three\n");
    group.write(2, "rules.md", "# Rules\n\n- one\n- two\n- three\n- 넷\n");
    group.sync_all();
    group.assert_equal();
    assert_eq!(group.read(0, "rules.md"), "# Rules\n\n- zero\n- one\n- three\n- 넷\n");

    group.write(0, "rules.md", "# Rules\n\n- zero\n- one\n- the port is 8080\n- 넷\n");
    group.write(1, "rules.md", "# Rules\n\n- zero\n- one\n- the port is 9090\n- 넷\n");
    group.sync(0);
    let report = group.sync(1);
    let conflict = &report["conflicts"][0];
    assert_eq!(conflict["note"], "rules.md");
    let both = [&conflict["first"], &conflict["second"]].map(|it| it.as_str().unwrap().to_owned());
    assert!(both.iter().any(|it| it.contains("8080")) && both.iter().any(|it| it.contains("9090")));
    group.sync_all();
    group.assert_equal();
    let rules = group.read(2, "rules.md");
    assert!(rules.contains("8080") && rules.contains("9090"), "{rules}");

    // Each machine asks, until one decides.
    let proposals = |at: usize| group.machines[at].run_json(&["review"])["proposals"].clone();
    let waiting = proposals(2)[0].clone();
    assert_eq!((&waiting["kind"], &waiting["note"]), (&json!("conflict"), &json!("rules.md")));
    assert_eq!(proposals(0)[0]["id"], waiting["id"]);
    let (id, kept) = (waiting["id"].as_str().unwrap(), waiting["fact"].as_str().unwrap());
    let removed = waiting["written"].as_str().unwrap();
    let shown = group.machines[2].run_ok(["review", "show", id]);
    assert!(shown.contains(&format!("keeps    {kept}")), "{shown}");
    group.machines[2].run_ok(["review", "accept", id]);
    group.sync_all();
    group.assert_equal();
    let rules = group.read(0, "rules.md");
    assert!(rules.contains(kept) && !rules.contains(removed), "{rules}");
    (0..3).for_each(|at| assert_eq!(proposals(at), json!([]), "{at}"));

    fs::remove_file(group.note(2, "rules.md")).unwrap();
    group.write(2, "other.md", "- still here\n");
    group.sync_all();
    group.assert_equal();
    assert!(!group.note(0, "rules.md").exists());
}

#[test]
fn missing_vault_deletes_nothing_elsewhere() {
    let group = Group::new(&["laptop", "desktop"]);
    for number in 0..5 {
        group.write(0, &format!("n{number}.md"), &format!("- note {number}\n"));
    }
    group.set_up();
    group.sync_all();
    let vault = group.machines[1].home().join("vault");
    let aside = vault.with_file_name("aside");
    fs::rename(&vault, &aside).unwrap();
    fs::create_dir(&vault).unwrap();
    group.write(0, "n1.md", "- note 1\n- more\n");
    group.sync(0);
    assert!(warnings(&group.sync(1))[0].contains("5 of 5 notes are gone"));
    group.sync(0);
    assert_eq!(group.read(0, "n0.md"), "- note 0\n");
    fs::remove_dir_all(&vault).unwrap();
    fs::rename(&aside, &vault).unwrap();
    group.sync_all();
    group.assert_equal();
    assert_eq!(group.read(1, "n1.md"), "- note 1\n- more\n");
    // Somebody who means it says so.
    fs::remove_dir_all(&vault).unwrap();
    fs::create_dir(&vault).unwrap();
    group.machines[1].run_ok(["sync", "now", "--delete-missing"]);
    group.sync(0);
    assert!(!group.note(0, "n0.md").exists());
}

#[test]
fn note_that_cannot_be_written_comes_later() {
    let group = Group::new(&["laptop", "desktop"]);
    group.set_up();
    group.sync_all();
    fs::create_dir_all(group.note(1, "a.md")).unwrap();
    group.write(0, "a.md", "- one\n");
    group.write(0, "b.md", "- two\n");
    group.sync(0);
    assert_eq!(warnings(&group.sync(1)).len(), 1);
    assert_eq!(group.read(1, "b.md"), "- two\n");
    fs::remove_dir(group.note(1, "a.md")).unwrap();
    group.sync_all();
    group.assert_equal();
}

#[test]
fn lines_that_look_alike_are_all_kept() {
    let group = Group::new(&["laptop", "desktop"]);
    let notes = [
        "---\n10:30 standup one\n10:45 review two\n---\nrest\n",
        "---\na: 1\na: 2\n---\n",
        "**Monday**\n- [ ] review the pull requests\n\n**Tuesday**\n",
    ];
    for (number, note) in notes.iter().enumerate() {
        group.write(0, &format!("n{number}.md"), note);
    }
    group.set_up();
    group.sync_all();
    let tuesday = format!("{}- [ ] review the pull requests\n", notes[2]);
    group.write(1, "n2.md", &tuesday);
    group.sync_all();
    group.assert_equal();
    assert_eq!([group.read(0, "n0.md"), group.read(0, "n1.md")], notes[..2]);
    assert_eq!(group.read(0, "n2.md"), tuesday);
}

#[test]
fn joiner_after_many_syncs_gets_everything() {
    let group = Group::new(&["laptop", "later"]);
    group.machines[0].run_ok(["sync", "init", &group.address]);
    for number in 0..24 {
        group.write(0, &format!("n{}.md", number % 5), &format!("- note {number}\n- walrus\n"));
        if number % 6 == 5 {
            group.machines[0].run_ok(["forget", "--yes", &format!("note {}", number - 1)]);
        }
        group.sync(0);
    }
    // Small segments are merged.
    assert!(group.segments().len() < 16, "{}", group.segments().len());
    group.join(1);
    group.assert_equal();
}

#[test]
fn lost_database_is_filled_again_and_nothing_goes_elsewhere() {
    let group = Group::new(&["laptop", "desktop"]);
    say(&group.machines[0], "s-1", "Hello.");
    say(&group.machines[1], "s-2", "Hello.");
    group.set_up();
    group.sync_all();
    let home = group.machines[0].home();
    for name in ["activity.db", "activity.db-wal", "activity.db-shm"] {
        let _ = fs::remove_file(home.join(name));
    }
    group.machines[0].run_ok(["forget", "--yes", "pangolin"]);
    group.sync(0);
    group.sync_all();
    group.assert_equal();
    assert_eq!(group.machines[1].query_number("SELECT count(*) FROM messages"), 4);
}

#[test]
fn equal_lines_of_two_projects_keep_their_projects() {
    let group = Group::new(&["laptop", "desktop"]);
    let line =
        |id: &str| format!("- use tabs <!-- palimp: by=user project=x project-id={id} -->\n");
    let note = [line("aaaaaaaaaaaaaaaa"), line("bbbbbbbbbbbbbbbb")].concat();
    group.write(0, "a.md", &note);
    group.set_up();
    group.sync_all();
    assert_eq!(group.read(1, "a.md"), note);
    group.write(1, "a.md", &format!("{note}- more\n"));
    group.sync_all();
    assert_eq!(group.read(0, "a.md"), format!("{note}- more\n"));
}

#[test]
fn renamed_project_is_renamed_everywhere() {
    let group = Group::new(&["laptop", "desktop"]);
    say(&group.machines[0], "s-1", "Hello.");
    group.set_up();
    group.sync_all();
    let project = group.machines[0].project();
    group.machines[0].run_ok(["project", "rename", project.to_str().unwrap(), "till"]);
    group.sync_all();
    group.assert_equal();
    assert_eq!(group.machines[1].run_json(&["sessions"])[0]["project"], "till");
}

#[test]
fn excluded_project_comes_from_no_machine() {
    let group = Group::new(&["laptop", "desktop"]);
    say(&group.machines[0], "s-1", "The walrus project is secret.");
    let name = group.machines[0].project().file_name().unwrap().to_str().unwrap().to_owned();
    group.machines[1].run_ok(["config", "set", "capture.exclude", &name]);
    group.set_up();
    group.sync_all();
    assert_eq!(group.machines[1].files_with("walrus"), Vec::<PathBuf>::new());
    assert_eq!(group.machines[1].query_number("SELECT count(*) FROM messages"), 0);
}

#[test]
fn doctor_tells_a_sync_that_fails_in_the_background() {
    let group = Group::new(&["laptop"]);
    let machine = &group.machines[0];
    let sync = || {
        let output = machine.run(["doctor"]);
        let said = String::from_utf8(output.stdout).unwrap();
        said.lines().find(|line| line.contains(" sync ")).map(str::to_owned)
    };
    assert_eq!(sync(), None, "it does not sync");
    group.set_up();
    let well = sync().expect("a line");
    assert!(well.starts_with("ok ") && well.contains("machines 1"), "{well}");
    let file = machine.home().join("sync/state.json");
    let mut state: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    state["lastError"] = json!("cannot reach the remote; hint: `palimp sync`");
    fs::write(&file, state.to_string()).unwrap();
    let wrong = sync().expect("a line");
    assert!(wrong.starts_with("WRONG ") && wrong.contains("cannot reach the remote"), "{wrong}");
}

#[test]
fn wrong_calls_say_what_to_do() {
    let group = Group::new(&["laptop", "desktop"]);
    let said = |at: usize, args: &[&str], input: &str| {
        let output = run_with_input(&mut group.machines[at].command(args), input.as_bytes());
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(said(0, &["sync"], "").contains("palimp sync init"));
    let join = ["sync", "join", &group.address, "--code-file", "-"];
    assert!(said(1, &join, "1234").contains("mistyped"));
    group.machines[0].run_ok(["sync", "init", &group.address]);
    assert!(said(0, &["sync", "init", &group.address], "").contains("palimp sync leave"));
    assert!(said(1, &["sync", "init", &group.address], "").contains("palimp sync join"));
    let other = Group::new(&["else"]);
    other.set_up();
    let code = other.machines[0].run_json(&["sync", "code"])["code"].as_str().unwrap().to_owned();
    assert!(said(1, &join, &code).contains("does not open this remote"));
    let home = group.machines[1].home();
    assert!(!home.join("sync/state.json").exists());
    group.join(1);
    group.machines[1].run_ok(["sync", "leave", "--yes"]);
    assert!(said(1, &["sync"], "").contains("does not sync yet"));
    group.join(1);
    fs::remove_file(home.join("keys.json")).unwrap();
    assert!(said(1, &["sync"], "").contains("key of this home is missing"));
}
