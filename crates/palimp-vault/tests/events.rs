//! Events are there as soon as the change is.

#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use palimp_vault::events::{FileChanges, FileEvents, WatchedPaths};
use palimp_vault::extra;

/// A directory with a note and a directory in it, and its events from now on.
fn followed() -> (tempfile::TempDir, PathBuf, FileEvents) {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("vault");
    fs::create_dir_all(root.join("sub")).unwrap();
    fs::write(root.join("a.md"), "one").unwrap();
    let events = follow(&root);
    (dir, root, events)
}

fn follow(root: &Path) -> FileEvents {
    let mut places = WatchedPaths::default();
    places.named.insert(root.to_owned());
    extra::expand_with_places(root.to_str().unwrap(), Path::new("/nowhere"), &mut places).unwrap();
    FileEvents::subscribe(places)
        .expect("temporary directories are on a file system of this machine")
}

fn notes(paths: &[&Path]) -> FileChanges {
    FileChanges::Notes(paths.iter().map(|path| path.to_path_buf()).collect::<BTreeSet<_>>())
}

#[test]
fn every_way_to_change_a_note_is_told_of_at_once() {
    let (_dir, root, mut events) = followed();
    let (note, deep) = (root.join("a.md"), root.join("sub/결정.md"));
    assert_eq!(events.take_changes(), notes(&[]));
    for round in 0..1_000 {
        match round % 5 {
            0 => fs::write(&note, format!("{round}")).unwrap(),
            1 => {
                // As editors do, and palimp.
                fs::write(root.join(".a.md.swp"), "two").unwrap();
                fs::rename(root.join(".a.md.swp"), &note).unwrap();
            }
            2 => fs::remove_file(&note).unwrap(),
            3 => fs::rename(&deep, &note).unwrap_or_else(|_| fs::write(&note, "x").unwrap()),
            _ => fs::OpenOptions::new().append(true).open(&note).unwrap().set_len(0).unwrap(),
        }
        assert!(
            matches!(events.take_changes(), FileChanges::Notes(told) if told.contains(&note)),
            "{round}"
        );
        fs::write(&deep, "deep").unwrap();
        assert_eq!(events.take_changes(), notes(&[&deep]));
    }
    assert_eq!(events.take_changes(), notes(&[]));
}

#[test]
fn what_is_no_note_is_not_told_of() {
    let (_dir, root, mut events) = followed();
    fs::write(root.join("a.txt"), "").unwrap();
    fs::write(root.join(".hidden.md"), "").unwrap();
    fs::create_dir(root.join(".git")).unwrap();
    fs::create_dir(root.join("node_modules")).unwrap();
    fs::read(root.join("a.md")).unwrap();
    assert_eq!(events.take_changes(), notes(&[]));
}

#[test]
fn directories_that_come_go_and_change_leave_everything_open() {
    let cases: [fn(&Path); 8] = [
        |root| fs::create_dir(root.join("new")).unwrap(),
        |root| fs::remove_dir(root.join("sub")).unwrap(),
        |root| fs::rename(root.join("sub"), root.join("other")).unwrap(),
        |root| fs::rename(root.join("sub"), root.with_file_name("gone")).unwrap(),
        |root| fs::set_permissions(root.join("sub"), PermissionsExt::from_mode(0o500)).unwrap(),
        |root| fs::rename(root, root.with_file_name("away")).unwrap(),
        |root| fs::remove_dir_all(root).unwrap(),
        |root| {
            let kept = fs::read_to_string("/proc/sys/fs/inotify/max_queued_events").unwrap();
            for round in 0..kept.trim().parse::<usize>().unwrap() + 2 {
                fs::write(root.join(["a.md", "b.md"][round % 2]), "").unwrap();
            }
        },
    ];
    for (number, change) in cases.iter().enumerate() {
        let (_dir, root, mut events) = followed();
        change(&root);
        assert_eq!(events.take_changes(), FileChanges::Unknown, "case {number}");
    }
}

#[test]
fn a_root_that_leads_elsewhere_now_is_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let (link, one, two) =
        (dir.path().join("link"), dir.path().join("one"), dir.path().join("two"));
    [&one, &two].into_iter().for_each(|target| fs::create_dir(target).unwrap());
    symlink(&one, &link).unwrap();
    let mut events = follow(&link);
    assert_eq!(events.take_changes(), notes(&[]));
    fs::remove_file(&link).unwrap();
    symlink(&two, &link).unwrap();
    assert_eq!(events.take_changes(), FileChanges::Unknown);
}

#[test]
fn what_patterns_stand_for_is_followed() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let memory = home.join(".claude/projects/-app/memory");
    fs::create_dir_all(&memory).unwrap();
    fs::create_dir_all(home.join("docs")).unwrap();
    fs::write(home.join("one.md"), "").unwrap();
    let patterns = ["~/.claude/projects/*/memory/*.md", "~/docs", "~/one.md", "~/late/*.md"];
    let followed = || {
        let mut places = WatchedPaths::default();
        for pattern in patterns {
            extra::expand_with_places(pattern, home, &mut places).unwrap();
        }
        FileEvents::subscribe(places).unwrap()
    };
    fs::write(memory.join("a.md"), "").unwrap();
    let mut events = followed();
    assert_eq!(events.take_changes(), notes(&[]));
    fs::write(memory.join("a.md"), "more").unwrap();
    fs::write(home.join("docs/b.md"), "").unwrap();
    assert_eq!(events.take_changes(), notes(&[&memory.join("a.md"), &home.join("docs/b.md")]));
    fs::write(memory.with_file_name("session.jsonl"), "").unwrap();
    assert_eq!(events.take_changes(), notes(&[]));
    let changes: [&dyn Fn(); 4] = [
        &|| fs::write(memory.join("new.md"), "").unwrap(),
        &|| fs::create_dir(home.join(".claude/projects/-lib")).unwrap(),
        &|| fs::create_dir(home.join("late")).unwrap(),
        &|| fs::write(home.join("one.md"), "longer").unwrap(),
    ];
    for (number, change) in changes.iter().enumerate() {
        let mut events = followed();
        change();
        assert_eq!(events.take_changes(), FileChanges::Unknown, "change {number}");
    }
}
