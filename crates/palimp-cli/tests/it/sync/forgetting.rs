//! Deletion on one machine, and its effect on the others.

use super::*;

#[test]
fn forgotten_text_goes_from_every_machine_and_segment() {
    let group = Group::new(&["laptop", "desktop", "mac"]);
    say(&group.machines[0], "s-1", "The walrus key opens the vault of the bank.");
    group.write(0, "bank.md", "- the walrus key is in the drawer\n- rates are on Monday\n");
    group.write(1, "own.md", "- walrus facts of my own\n- seals\n");
    group.set_up();
    group.sync_all();
    // It syncs when all is over.
    let sleeper = 2;
    group.machines[0].run_ok(["forget", "--yes", "walrus"]);
    for _ in 0..2 {
        (0..2).for_each(|at| drop(group.sync(at)));
    }
    for machine in &group.machines[..2] {
        assert_eq!(machine.files_with("walrus"), Vec::<PathBuf>::new());
    }
    group.sync(sleeper);
    group.sync_all();
    group.assert_equal();
    for machine in &group.machines {
        assert_eq!(machine.files_with("walrus"), Vec::<PathBuf>::new());
    }
    assert_eq!(group.read(1, "own.md"), "- seals\n");
    assert_eq!(group.read(2, "bank.md"), "- rates are on Monday\n");
    // A machine that comes later never hears of it.
    let later = Group { machines: Vec::new(), ..Group::new(&[]) };
    let root = later.dir.path().join("later");
    fs::create_dir_all(&root).unwrap();
    let machine = Machine::in_directory(root, env!("CARGO_BIN_EXE_palimp"));
    let code = group.machines[0].run_json(&["sync", "code"])["code"].as_str().unwrap().to_owned();
    let args = ["sync", "join", &group.address, "--code-file", "-"];
    assert!(run_with_input(&mut machine.command(args), code.as_bytes()).status.success());
    assert_eq!(machine.files_with("walrus"), Vec::<PathBuf>::new());
    assert_eq!(known(&machine), known(&group.machines[0]));
}

#[test]
fn text_written_again_after_it_was_forgotten_stays() {
    let group = Group::new(&["laptop", "desktop", "later"]);
    group.machines[0].run_ok(["sync", "init", &group.address]);
    group.join(1);
    group.write(0, "a.md", "- the walrus is old\n- seals\n");
    group.sync(0);
    group.sync(1);
    group.machines[0].run_ok(["forget", "--yes", "walrus"]);
    group.machines[1].run_ok(["forget", "--yes", "narwhal"]);
    for _ in 0..2 {
        (0..2).for_each(|at| drop(group.sync(at)));
    }
    group.write(1, "a.md", "- the walrus is back\n- seals\n");
    (0..2).for_each(|at| drop(group.sync(at)));
    group.join(2);
    group.sync_all();
    group.assert_equal();
    assert_eq!(group.read(2, "a.md"), "- the walrus is back\n- seals\n");
    // Nor does it go with the machine that once forgot it, and joins again.
    let code = group.machines[1].run_json(&["sync", "code"])["code"].as_str().unwrap().to_owned();
    group.machines[0].run_ok(["sync", "leave", "--yes"]);
    let args = ["sync", "join", &group.address, "--code-file", "-"];
    let joined = run_with_input(&mut group.machines[0].command(args), code.as_bytes());
    assert!(joined.status.success());
    group.sync_all();
    group.assert_equal();
    assert_eq!(group.read(2, "a.md"), "- the walrus is back\n- seals\n");
}

#[test]
fn text_forgotten_before_it_arrives_does_not_come() {
    let group = Group::new(&["laptop", "desktop"]);
    group.set_up();
    group.sync_all();
    group.write(1, "a.md", "- one walrus\n- seals\n");
    group.sync(1);
    group.machines[0].run_ok(["forget", "--yes", "walrus"]);
    group.sync_all();
    group.assert_equal();
    for machine in &group.machines {
        assert_eq!(machine.files_with("walrus"), Vec::<PathBuf>::new());
    }
    assert_eq!(group.read(0, "a.md"), "- seals\n");
}

#[test]
fn forgotten_line_goes_from_the_proposals_of_other_machines() {
    let group = Group::new(&["laptop", "desktop"]);
    group.write(0, "a.md", "- one\n- the seal\n- two\n");
    group.set_up();
    group.sync_all();
    group.write(0, "a.md", "- one\n- the walrus\n- two\n");
    group.write(1, "a.md", "- one\n- the heron\n- two\n");
    group.sync_all();
    for machine in &group.machines {
        let proposals = machine.run_json(&["review"])["proposals"].clone();
        assert_eq!(proposals.as_array().unwrap().len(), 1, "{proposals}");
    }
    group.machines[0].run_ok(["forget", "--yes", "walrus"]);
    group.sync_all();
    for machine in &group.machines {
        assert_eq!(machine.files_with("walrus"), Vec::<PathBuf>::new());
    }
}

#[test]
fn forgotten_session_and_project_go_everywhere() {
    let group = Group::new(&["laptop", "desktop"]);
    say(&group.machines[0], "aaaaaaaa-0001", "Hello.");
    say(&group.machines[1], "bbbbbbbb-0002", "Hello.");
    group.set_up();
    group.sync_all();
    // One of another machine, then the project of one's own.
    group.machines[0].run_ok(["forget", "--yes", "s:bbbbbbbb"]);
    group.sync_all();
    let sessions = |at: usize| group.machines[at].query_number("SELECT count(*) FROM sessions");
    assert_eq!((sessions(0), sessions(1)), (1, 1));
    let project = group.machines[0].project();
    group.machines[0].run_ok(["project", "forget", "--yes", project.to_str().unwrap()]);
    group.sync_all();
    assert_eq!((sessions(0), sessions(1)), (0, 0));
    let name = |it: &Value| it["places"].as_array().unwrap().is_empty();
    let listed = group.machines[1].run_json(&["project"]);
    assert!(!listed.as_array().unwrap().iter().any(name), "{listed}");
}

#[test]
fn first_forgets_of_two_machines_both_hold() {
    let group = Group::new(&["laptop", "desktop", "later"]);
    group.machines[0].run_ok(["sync", "init", &group.address]);
    group.join(1);
    group.write(0, "a.md", "- the walrus\n- the narwhal\n- seals\n");
    group.sync(0);
    group.sync(1);
    group.machines[0].run_ok(["forget", "--yes", "walrus"]);
    group.machines[1].run_ok(["forget", "--yes", "narwhal"]);
    say(&group.machines[0], "s-1", "Hello.");
    for _ in 0..3 {
        (0..2).for_each(|at| drop(group.sync(at)));
    }
    group.join(2);
    group.assert_equal();
    for machine in &group.machines {
        assert_eq!(machine.files_with("walrus"), Vec::<PathBuf>::new());
        assert_eq!(machine.files_with("narwhal"), Vec::<PathBuf>::new());
    }
}
