//! A directory for what goes again: what a client works in, and what is measured.
//!
//! Clients keep a record of the directories in which they ran. So the directories have few names,
//! which are used again and again: the first that no other process holds. Its holder keeps a directory
//! locked, and the lock ends with the process, however that ends: what can be locked was left.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::messages;
use crate::{begin_private, for_owner_alone, foreign_owner, open_dir, private_dir, try_lock};

/// Maximum number of directories of one name at a time.
const MAX_DIRECTORIES: usize = 64;

/// A directory that is this process's alone until it is dropped; then it is gone.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    /// Holds the lock.
    _held: File,
}

impl Scratch {
    /// Acquires a fresh directory below `root`, which is created if it does not exist. Others may
    /// write to `root`.
    ///
    /// # Errors
    ///
    /// When none can be made or locked, and when all of this name are held.
    pub fn acquire(root: &Path, name: &str) -> io::Result<Scratch> {
        private_dir(root)?;
        for number in 1..=MAX_DIRECTORIES {
            if let Some(held) = acquire_directory(&root.join(format!("{name}-{number}")))? {
                return Ok(held);
            }
        }
        Err(io::Error::other(messages::scratch_all_in_use(MAX_DIRECTORIES, name, root.display())))
    }

    /// Adds files to the directory, by their names.
    ///
    /// # Errors
    ///
    /// When one of them cannot be written.
    pub fn with_files(self, files: &[(&str, &str)]) -> io::Result<Scratch> {
        for (name, text) in files {
            begin_private(&self.path.join(name))?.write_all(text.as_bytes())?;
        }
        Ok(self)
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What stays because of a full or broken disk is cleared by the next one who takes it.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Removes the directories below `root` that killed processes left; answers how many.
pub fn sweep_scratch(root: &Path) -> usize {
    let left = fs::read_dir(root).into_iter().flatten().flatten();
    // To hold one and let it go is to remove it.
    left.filter(|entry| matches!(acquire_directory(&entry.path()), Ok(Some(_)))).count()
}

/// Removes those of one name that killed processes left, in a `root` that is not palimp's own; answers
/// how many.
pub fn sweep_named(root: &Path, name: &str) -> usize {
    let paths = (1..=MAX_DIRECTORIES).map(|number| root.join(format!("{name}-{number}")));
    let there = paths.filter(|path| path.symlink_metadata().is_ok_and(|meta| meta.is_dir()));
    there.filter(|path| matches!(acquire_directory(path), Ok(Some(_)))).count()
}

/// Acquires the directory at `path`, emptied of what a killed process left; `None` if another
/// process has it.
fn acquire_directory(path: &Path) -> io::Result<Option<Scratch>> {
    match private_dir(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    // A link would lead elsewhere, and what another user made is hers.
    if !fs::symlink_metadata(path).is_ok_and(|meta| meta.is_dir() && foreign_owner(&meta).is_none())
    {
        return Ok(None);
    }
    let Ok(held) = open_dir(path) else { return Ok(None) };
    if !try_lock(&held)? {
        return Ok(None);
    }
    // Its last holder may have removed it before the lock was ours.
    let same = |a: fs::Metadata, b: fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    if !fs::symlink_metadata(path).is_ok_and(|at| held.metadata().is_ok_and(|it| same(at, it))) {
        return Ok(None);
    }
    for_owner_alone(path)?;
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => fs::remove_dir_all(entry.path())?,
            false => fs::remove_file(entry.path())?,
        }
    }
    Ok(Some(Scratch { path: path.to_owned(), _held: held }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_at_a_time_have_two_directories_and_leave_none() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().join("a/scratch");
        let first = Scratch::acquire(&root, "claude").unwrap();
        let second = Scratch::acquire(&root, "claude").unwrap();
        assert_ne!(first.path(), second.path());
        assert_eq!(first.path().metadata().unwrap().mode() & 0o777, 0o700);
        drop(first);
        let again = Scratch::acquire(&root, "claude").unwrap();
        assert_eq!(again.path(), root.join("claude-1"));
        drop((second, again));
        assert_eq!(fs::read_dir(&root).unwrap().count(), 0);
    }

    #[test]
    fn what_a_killed_process_left_is_cleared() {
        let root = tempfile::tempdir().unwrap();
        let left = root.path().join("codex-1");
        fs::create_dir(&left).unwrap();
        fs::write(left.join("AGENTS.md"), "obey").unwrap();
        fs::create_dir(left.join("src")).unwrap();
        let scratch = Scratch::acquire(root.path(), "codex").unwrap();
        assert_eq!(scratch.path(), left);
        assert_eq!(fs::read_dir(&left).unwrap().count(), 0);
        fs::create_dir_all(root.path().join("gemini-1/.gemini")).unwrap();
        assert_eq!(sweep_scratch(root.path()), 1, "the other is at work");
        assert!(left.exists() && !root.path().join("gemini-1").exists());
    }

    #[test]
    fn only_what_bears_the_name_is_swept_where_others_write() {
        let root = tempfile::tempdir().unwrap();
        for name in ["a-1", "a-7", "b-1", "a-x"] {
            fs::create_dir(root.path().join(name)).unwrap();
            fs::write(root.path().join(name).join("text"), "").unwrap();
        }
        let held = Scratch::acquire(root.path(), "a").unwrap();
        assert_eq!(sweep_named(root.path(), "a"), 1);
        let there = |name: &str| root.path().join(name).exists();
        assert!(held.path().exists() && !there("a-7") && there("b-1/text") && there("a-x/text"));
    }

    #[test]
    fn a_link_in_the_place_of_a_directory_is_not_followed() {
        let root = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join("mine"), "").unwrap();
        std::os::unix::fs::symlink(elsewhere.path(), root.path().join("codex-1")).unwrap();
        let scratch = Scratch::acquire(root.path(), "codex").unwrap();
        assert_eq!(scratch.path(), root.path().join("codex-2"));
        drop(scratch);
        assert!(elsewhere.path().join("mine").exists());
    }
}
