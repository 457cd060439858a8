//! A remote that is read, damaged, set back or copied by somebody else.

use super::*;

#[test]
fn link_in_the_remote_leads_no_write_elsewhere() {
    let group = Group::new(&["laptop", "desktop"]);
    group.write(0, "a.md", "- one\n");
    group.set_up();
    group.sync_all();
    let own = group.segments().into_iter().next().unwrap();
    let own = own.parent().unwrap().to_owned();
    let private = group.dir.path().join("private");
    fs::create_dir(&private).unwrap();
    fs::write(private.join("diary"), "mine").unwrap();
    fs::remove_dir_all(&own).unwrap();
    std::os::unix::fs::symlink(&private, &own).unwrap();
    group.write(0, "a.md", "- one\n- two\n");
    group.write(1, "a.md", "- one\n- three\n");
    group.sync_all();
    group.assert_equal();
    let names: Vec<_> = fs::read_dir(&private).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(names, ["diary"]);
}

#[test]
fn remote_holds_nothing_readable() {
    let group = Group::new(&["laptop-of-kim", "desktop"]);
    say(&group.machines[0], "s-1", "The walrus key opens the vault.");
    group.write(0, "bank.md", "- 바다코끼리 열쇠\n");
    group.set_up();
    group.sync_all();
    let (path, session) = (group.machines[0].project(), "s-1");
    for (name, bytes) in tree(&group.remote()) {
        for text in ["walrus", "바다코끼리", "bank.md", session, path.to_str().unwrap(), "claude"]
        {
            let found = bytes.windows(text.len()).any(|it| it == text.as_bytes());
            assert!(!found, "{text} in {}", name.display());
        }
    }
}

#[test]
fn damaged_and_lost_segments_are_noticed_and_written_again() {
    let group = Group::new(&["laptop", "desktop"]);
    group.set_up();
    let damages: [fn(&Path); 4] = [
        |path| fs::remove_file(path).unwrap(),
        |path| fs::write(path, "not a segment").unwrap(),
        |path| {
            let mut bytes = fs::read(path).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(path, bytes).unwrap();
        },
        |path| fs::write(path, fs::read(path.with_file_name("manifest")).unwrap()).unwrap(),
    ];
    for (number, damage) in damages.into_iter().enumerate() {
        let before = group.segments();
        say(&group.machines[0], &format!("s-{number}"), &format!("Otter number {number} swims."));
        group.sync(0);
        let new: Vec<PathBuf> =
            group.segments().into_iter().filter(|path| !before.contains(path)).collect();
        assert!(!new.is_empty());
        new.iter().for_each(|path| damage(path));
        assert_eq!(warnings(&group.sync(1)).len(), new.len());
        assert_eq!(warnings(&group.sync(0)).len(), 1);
        assert_eq!(warnings(&group.sync(1)), Vec::<String>::new());
        group.sync_all();
        group.assert_equal();
    }
}

#[test]
fn older_state_of_the_remote_is_noticed() {
    let group = Group::new(&["laptop", "desktop", "mac"]);
    group.write(0, "a.md", "- first\n");
    group.set_up();
    group.sync_all();
    let old = tree(&group.remote());
    group.write(0, "a.md", "- first\n- second\n");
    group.sync(0);
    group.sync(1);
    fs::remove_dir_all(group.remote()).unwrap();
    for (path, bytes) in old {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let said = warnings(&group.sync(1));
    assert!(said.iter().any(|it| it.contains("older state")), "{said:?}");
    group.sync_all();
    group.assert_equal();
    assert_eq!(group.read(2, "a.md"), "- first\n- second\n");
    assert_eq!(warnings(&group.sync(1)), Vec::<String>::new());
}

#[test]
fn copied_home_syncs_as_another_machine() {
    let mut group = Group::new(&["laptop", "desktop"]);
    group.write(0, "a.md", "- first\n");
    group.set_up();
    group.sync_all();
    let root = group.dir.path().join("copy");
    let status = Command::new("cp").arg("-a").arg(group.machines[0].root()).arg(&root).status();
    assert!(status.unwrap().success());
    group.machines.push(Machine::in_directory(root, env!("CARGO_BIN_EXE_palimp")));
    group.write(0, "a.md", "- first\n- of the laptop\n");
    group.write(2, "a.md", "- first\n- of the copy\n");
    group.sync(0);
    assert!(warnings(&group.sync(2))[0].contains("new machine"));
    group.sync_all();
    group.assert_equal();
    let note = group.read(1, "a.md");
    assert!(note.contains("of the laptop") && note.contains("of the copy"), "{note}");
    assert_eq!(warnings(&group.sync(2)), Vec::<String>::new());
}

#[test]
fn repository_is_a_remote_and_its_history_can_go() {
    let group = Group::with_repository(&["laptop", "desktop"]);
    group.write(0, "a.md", "- first\n");
    group.write(1, "b.md", "- 둘째\n");
    group.set_up();
    for round in 0..3 {
        group.write(0, "a.md", &format!("- first\n- round {round}\n"));
        say(&group.machines[1], &format!("s-{round}"), "The otter swims.");
        // Both publish from the same state: one of them has to fetch and push again.
        let both: Vec<_> =
            group.machines.iter().map(|it| it.command(["sync"]).spawn().unwrap()).collect();
        both.into_iter().for_each(|mut it| assert!(it.wait().unwrap().success()));
    }
    group.sync_all();
    group.assert_equal();
    let commits = || {
        let count = ["rev-list", "--count", "main"];
        let output = Command::new("git").arg("--git-dir").arg(&group.address).args(count).output();
        String::from_utf8(output.unwrap().stdout).unwrap().trim().parse::<usize>().unwrap()
    };
    assert!(commits() > 3);
    group.machines[0].run_ok(["sync", "prune"]);
    assert_eq!(commits(), 1);
    group.write(1, "b.md", "- 둘째\n- 셋째\n");
    group.sync_all();
    group.assert_equal();
}
