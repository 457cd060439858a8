//! Every note of a vault, at a glance.

use std::ffi::OsStr;
use std::num::NonZero;
use std::thread;

use palimp_note::path::{NotePath, is_markdown};
use rustix::fs::FileType;

use crate::VaultError;
use crate::directory::{HeldDirectory, mtime_ns};
use crate::obsidian::Beside;

/// A note as it lies on the disk.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScannedNote {
    /// Its path.
    pub path: NotePath,
    /// Its length in bytes.
    pub size: u64,
    /// Time of the last write, in nanoseconds since the Unix epoch.
    pub mtime_ns: i64,
}

/// Conversations as clients keep them; too many, and not meant to be found.
const SESSIONS_DIR: &str = "sessions";
/// Other people's notes.
const NODE_MODULES_DIR: &str = "node_modules";
/// Maximum depth of a vault; a deeper directory was not made by hand.
const MAX_VAULT_DEPTH: usize = 64;
/// A thread for fewer files than this costs more than it saves.
const MIN_FILES_PER_THREAD: usize = 1000;
/// More threads than this wait for each other in the kernel.
const MAX_SCAN_THREADS: usize = 4;

/// The directories of a vault, each with the time at which an entry was last created, removed or
/// renamed.
///
/// As long as no directory has changed, no note was created, removed or replaced; only a note that
/// was rewritten in place may differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VaultTree {
    /// Paths relative to the vault, the vault itself as the empty one, with their times in
    /// nanoseconds since the Unix epoch.
    pub directories: Vec<(String, i64)>,
}

impl VaultTree {
    /// True if every directory of `root` is as it was.
    pub(crate) fn is_unchanged(&self, root: &HeldDirectory) -> bool {
        self.directories.iter().all(|(path, then)| {
            let path = if path.is_empty() { "." } else { path };
            let now = root.stat(OsStr::new(path)).ok().flatten();
            now.is_some_and(|now| mtime_ns(&now) == *then)
        })
    }
}

/// Every note below `root`, in the order of their paths, and the directories they are in.
/// The directories `without`, by their paths from `root` on, are passed over.
pub(crate) fn scan_vault(
    root: &HeldDirectory,
    without: Vec<String>,
) -> Result<(Vec<ScannedNote>, VaultTree), VaultError> {
    let walk = walk_vault(root, without)?;
    Ok((walk.scanned_notes(root), walk.tree))
}

/// Scans a vault of the user, in which `sessions/` is an ordinary folder. Skips the directories
/// `without`, given relative to `root`.
pub(crate) fn scan_around(
    root: &HeldDirectory,
    without: Vec<String>,
) -> Result<(Vec<ScannedNote>, VaultTree), VaultError> {
    let beside = Beside::notes_of(root).and(without);
    let mut walk = VaultWalk { beside, enters_sessions: true, ..VaultWalk::default() };
    walk.enter_directory(root, "", 0)?;
    Ok((walk.scanned_notes(root), walk.tree))
}

/// The directories below `root` that hold no notes by the settings of the program they are kept with, in
/// the order of their paths.
pub(crate) fn left_alone(root: &HeldDirectory) -> Result<Vec<String>, VaultError> {
    let mut left = walk_vault(root, Vec::new())?.left;
    left.sort_unstable();
    Ok(left)
}

fn walk_vault(root: &HeldDirectory, without: Vec<String>) -> Result<VaultWalk, VaultError> {
    let beside = Beside::notes_of(root).and(without);
    let mut walk = VaultWalk { beside, ..VaultWalk::default() };
    walk.enter_directory(root, "", 0)?;
    Ok(walk)
}

/// The notes in a directory, by its names from `root` on, and below it, in the order of their paths;
/// none where it is not there.
pub(crate) fn scan_in(
    root: &HeldDirectory,
    names: &[&str],
) -> Result<Vec<ScannedNote>, VaultError> {
    let mut directory: Option<HeldDirectory> = None;
    for name in names {
        let child = directory.as_ref().unwrap_or(root).open_child(OsStr::new(name));
        directory = match child {
            Ok(child) => Some(child),
            Err(VaultError::Missing(_)) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
    }
    let mut walk = VaultWalk::default();
    walk.enter_directory(directory.as_ref().unwrap_or(root), &names.join("/"), names.len())?;
    Ok(walk.scanned_notes(root))
}

/// A note if it is one.
pub(crate) fn find_note(root: &HeldDirectory, path: &str) -> Option<ScannedNote> {
    stat_note(root, path).map(|(found, _)| found)
}

/// Paths that were met on the way through a vault.
#[derive(Default)]
struct VaultWalk {
    paths: Vec<String>,
    tree: VaultTree,
    /// Folders that are not entered because they hold no notes.
    beside: Beside,
    left: Vec<String>,
    /// Whether `sessions/` holds notes.
    enters_sessions: bool,
}

impl VaultWalk {
    /// The notes at the paths that were met.
    fn scanned_notes(&self, root: &HeldDirectory) -> Vec<ScannedNote> {
        let mut found = stat_all(root, &self.paths);
        // A name in two spellings is one note: the one that a read returns.
        found.sort_unstable_by(|a, b| (&a.0.path, a.1).cmp(&(&b.0.path, b.1)));
        found.dedup_by(|a, b| a.0.path == b.0.path);
        found.into_iter().map(|(found, _)| found).collect()
    }

    /// Whether a directory holds conversations as clients keep them.
    fn is_sessions(&self, name: &str, depth: usize) -> bool {
        !self.enters_sessions && depth == 0 && name == SESSIONS_DIR
    }

    /// Adds the paths of the notes in a directory and below it.
    fn enter_directory(
        &mut self,
        directory: &HeldDirectory,
        above: &str,
        depth: usize,
    ) -> Result<(), VaultError> {
        // Read before the entries, because a change in between must invalidate the time.
        let time = directory.stat(OsStr::new("."))?.map_or(0, |stat| mtime_ns(&stat));
        self.tree.directories.push((above.to_owned(), time));
        for entry in directory.entries()? {
            let Some(name) = entry.name.to_str().filter(|name| !name.starts_with('.')) else {
                continue;
            };
            let is_directory = match entry.kind {
                FileType::Directory => true,
                FileType::RegularFile => false,
                // The file system does not say; a directory with a note's name is not worth asking.
                FileType::Unknown => !is_markdown(name),
                _ => continue,
            };
            let path =
                || if above.is_empty() { name.to_owned() } else { format!("{above}/{name}") };
            if !is_directory {
                self.paths.extend(is_markdown(name).then(path));
            } else if depth < MAX_VAULT_DEPTH
                && name != NODE_MODULES_DIR
                && !self.is_sessions(name, depth)
            {
                if self.beside.contains_directory(&path(), name) {
                    self.left.push(path());
                    continue;
                }
                // What vanished, is a link or may not be read has no notes for us.
                let Ok(child) = directory.open_child(&entry.name) else { continue };
                let _ = self.enter_directory(&child, &path(), depth + 1);
            }
        }
        Ok(())
    }
}

/// Looks at all files, which is most of the work, with several threads when there are many.
fn stat_all(root: &HeldDirectory, paths: &[String]) -> Vec<(ScannedNote, bool)> {
    let look = |paths: &[String]| paths.iter().filter_map(|path| stat_note(root, path)).collect();
    // To ask how many processors there are takes longer than to look at a few files.
    if paths.len() <= MIN_FILES_PER_THREAD {
        return look(paths);
    }
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(MAX_SCAN_THREADS);
    let share = paths.len().div_ceil(threads).max(MIN_FILES_PER_THREAD);
    if paths.len() <= share {
        return look(paths);
    }
    thread::scope(|scope| {
        let (mine, others) = paths.split_at(share);
        let others = others.chunks(share).map(|share| (share, spawn_stat(scope, share, look)));
        let others = others.collect::<Vec<_>>();
        let mut found: Vec<_> = look(mine);
        for (share, thread) in others {
            found.extend(
                thread.and_then(|thread| thread.join().ok()).unwrap_or_else(|| look(share)),
            );
        }
        found
    })
}

/// A thread that looks at some of the files; none when the system gives none.
fn spawn_stat<'scope, 'a: 'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    paths: &'a [String],
    look: impl FnOnce(&'a [String]) -> Vec<(ScannedNote, bool)> + Send + 'scope,
) -> Option<thread::ScopedJoinHandle<'scope, Vec<(ScannedNote, bool)>>> {
    thread::Builder::new().spawn_scoped(scope, move || look(paths)).ok()
}

/// A file, and whether its name on the disk is another spelling of its path.
///
/// Its directories may have become links by now. That could only forge a size and a time here:
/// reading a note follows none.
fn stat_note(root: &HeldDirectory, path: &str) -> Option<(ScannedNote, bool)> {
    let note = NotePath::new(path).ok()?;
    let stat = root.stat(OsStr::new(path)).ok().flatten()?;
    let regular = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
    let other_spelling = note.as_str() != path;
    let size = u64::try_from(stat.st_size).unwrap_or(0);
    regular.then(|| (ScannedNote { path: note, size, mtime_ns: mtime_ns(&stat) }, other_spelling))
}
