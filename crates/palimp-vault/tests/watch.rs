//! Changes are reported once no more follow.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use palimp_vault::watch::{Watcher, watch_paths};

const DEBOUNCE: Duration = Duration::from_millis(30);
const PATIENCE: Duration = Duration::from_secs(20);

fn following(paths: &[PathBuf]) -> (Watcher, Receiver<Vec<PathBuf>>) {
    let (sender, receiver) = channel();
    let tell = move |changed: &[PathBuf]| drop(sender.send(changed.to_vec()));
    (watch_paths(paths, DEBOUNCE, tell).unwrap(), receiver)
}

/// Waits until a change of `path` is reported, and returns all changes reported until then.
fn until(receiver: &Receiver<Vec<PathBuf>>, path: &Path) -> Vec<PathBuf> {
    let mut told = Vec::new();
    while !told.iter().any(|changed| changed == path) {
        told.extend(receiver.recv_timeout(PATIENCE).expect("nothing was told"));
    }
    told
}

#[test]
fn notes_are_told_of_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().canonicalize().unwrap();
    fs::create_dir(root.join(".git")).unwrap();
    let (_watcher, receiver) = following(std::slice::from_ref(&root));
    fs::write(root.join("a.txt"), "").unwrap();
    fs::write(root.join(".git/b.md"), "").unwrap();
    fs::write(root.join(".hidden.md"), "").unwrap();
    let note = root.join("결정.md");
    fs::write(&note, "one").unwrap();
    fs::write(&note, "two").unwrap();
    assert_eq!(until(&receiver, &note), [note]);
}

#[test]
fn a_removed_note_and_a_moved_directory_are_told_of() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().canonicalize().unwrap();
    let (note, old) = (root.join("a.md"), root.join("old"));
    fs::write(&note, "one").unwrap();
    fs::create_dir(&old).unwrap();
    let (_watcher, receiver) = following(std::slice::from_ref(&root));
    fs::remove_file(&note).unwrap();
    until(&receiver, &note);
    let new = root.join("new");
    fs::rename(&old, &new).unwrap();
    until(&receiver, &new);
    let moved = new.join("b.md");
    fs::write(&moved, "").unwrap();
    until(&receiver, &moved);
}

#[test]
fn a_directory_may_come_late_go_and_come_back() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().canonicalize().unwrap().join("vault");
    let (_watcher, receiver) = following(std::slice::from_ref(&root));
    for round in 0..2 {
        fs::create_dir(&root).unwrap();
        until(&receiver, &root);
        let note = root.join(format!("{round}.md"));
        fs::write(&note, "").unwrap();
        until(&receiver, &note);
        fs::remove_dir_all(&root).unwrap();
        until(&receiver, &root);
    }
}

#[test]
fn a_watcher_that_is_dropped_tells_nothing_more() {
    let dir = tempfile::tempdir().unwrap();
    let (watcher, receiver) = following(&[dir.path().to_owned()]);
    drop(watcher);
    fs::write(dir.path().join("a.md"), "").unwrap();
    assert!(receiver.recv().is_err(), "the callback is gone");
}
