//! Every note of a vault, at a glance.

use std::ffi::OsStr;
use std::num::NonZero;
use std::thread;

use palimp_note::path::{NotePath, is_markdown};
use rustix::fs::FileType;

use crate::VaultError;
use crate::directory::{Directory, mtime};
use crate::obsidian::Beside;

/// A note as it lies on the disk.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// Its path.
    pub path: NotePath,
    /// Its length in bytes.
    pub size: u64,
    /// When it was last written, in nanoseconds since the Unix epoch.
    pub mtime_ns: i64,
}

/// Conversations as clients keep them; too many, and not meant to be found.
const SESSIONS: &str = "sessions";
/// Other people's notes.
const MODULES: &str = "node_modules";
/// How deep a vault is; what is deeper was not made by hand.
const DEEPEST: usize = 64;
/// A thread for fewer files than this costs more than it saves.
const FILES_PER_THREAD: usize = 1000;
/// More threads than this wait for each other in the kernel.
const THREADS: usize = 4;

/// The directories of a vault, each with when an entry of it last came, went or got another name.
///
/// As long as no directory has changed, no note is new, gone or replaced; only one that was written
/// in its place may be another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// Paths relative to the vault, the vault itself as the empty one, with their times in
    /// nanoseconds since the Unix epoch.
    pub directories: Vec<(String, i64)>,
}

impl Tree {
    /// Whether every directory of `root` is as it was.
    pub(crate) fn holds(&self, root: &Directory) -> bool {
        self.directories.iter().all(|(path, then)| {
            let path = if path.is_empty() { "." } else { path };
            let now = root.stat(OsStr::new(path)).ok().flatten();
            now.is_some_and(|now| mtime(&now) == *then)
        })
    }
}

/// Every note below `root`, in the order of their paths, and the directories they are in.
pub(crate) fn scan(root: &Directory) -> Result<(Vec<Found>, Tree), VaultError> {
    let walk = walked(root)?;
    Ok((walk.found(root), walk.tree))
}

/// The same for a vault that is the user's own and not palimp's, where `sessions/` is a folder like any other.
/// The directories `without`, by their paths from `root` on, are passed over.
pub(crate) fn scan_around(
    root: &Directory,
    without: Vec<String>,
) -> Result<(Vec<Found>, Tree), VaultError> {
    let beside = Beside::notes_of(root).and(without);
    let mut walk = Walk { beside, enters_sessions: true, ..Walk::default() };
    walk.enter(root, "", 0)?;
    Ok((walk.found(root), walk.tree))
}

/// The directories below `root` that hold no notes by the settings of the program they are kept with, in
/// the order of their paths.
pub(crate) fn left_alone(root: &Directory) -> Result<Vec<String>, VaultError> {
    let mut left = walked(root)?.left;
    left.sort_unstable();
    Ok(left)
}

fn walked(root: &Directory) -> Result<Walk, VaultError> {
    let mut walk = Walk { beside: Beside::notes_of(root), ..Walk::default() };
    walk.enter(root, "", 0)?;
    Ok(walk)
}

/// The notes in a directory, by its names from `root` on, and below it, in the order of their paths;
/// none where it is not there.
pub(crate) fn scan_in(root: &Directory, names: &[&str]) -> Result<Vec<Found>, VaultError> {
    let mut directory: Option<Directory> = None;
    for name in names {
        let child = directory.as_ref().unwrap_or(root).child(OsStr::new(name));
        directory = match child {
            Ok(child) => Some(child),
            Err(VaultError::Missing(_)) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
    }
    let mut walk = Walk::default();
    walk.enter(directory.as_ref().unwrap_or(root), &names.join("/"), names.len())?;
    Ok(walk.found(root))
}

/// A note if it is one.
pub(crate) fn look(root: &Directory, path: &str) -> Option<Found> {
    stat(root, path).map(|(found, _)| found)
}

/// What was met on the way through a vault.
#[derive(Default)]
struct Walk {
    paths: Vec<String>,
    tree: Tree,
    /// What is not entered because it holds no notes.
    beside: Beside,
    left: Vec<String>,
    /// Whether `sessions/` holds notes.
    enters_sessions: bool,
}

impl Walk {
    /// The notes at the paths that were met.
    fn found(&self, root: &Directory) -> Vec<Found> {
        let mut found = stat_all(root, &self.paths);
        // A name that stands there in two spellings is one note: the one that a read gives.
        found.sort_unstable_by(|a, b| (&a.0.path, a.1).cmp(&(&b.0.path, b.1)));
        found.dedup_by(|a, b| a.0.path == b.0.path);
        found.into_iter().map(|(found, _)| found).collect()
    }

    /// Whether a directory holds conversations as clients keep them.
    fn is_sessions(&self, name: &str, depth: usize) -> bool {
        !self.enters_sessions && depth == 0 && name == SESSIONS
    }

    /// Takes in the paths of a directory's notes and of those below it.
    fn enter(
        &mut self,
        directory: &Directory,
        above: &str,
        depth: usize,
    ) -> Result<(), VaultError> {
        // Asked before the entries are: what comes between the two makes the directory another.
        let time = directory.stat(OsStr::new("."))?.map_or(0, |stat| mtime(&stat));
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
            } else if depth < DEEPEST && name != MODULES && !self.is_sessions(name, depth) {
                if self.beside.holds(&path(), name) {
                    self.left.push(path());
                    continue;
                }
                // What vanished, is a link or may not be read has no notes for us.
                let Ok(child) = directory.child(&entry.name) else { continue };
                let _ = self.enter(&child, &path(), depth + 1);
            }
        }
        Ok(())
    }
}

/// Looks at all files, which is most of the work, with several threads when there are many.
fn stat_all(root: &Directory, paths: &[String]) -> Vec<(Found, bool)> {
    let look = |paths: &[String]| paths.iter().filter_map(|path| stat(root, path)).collect();
    // To ask how many processors there are takes longer than to look at a few files.
    if paths.len() <= FILES_PER_THREAD {
        return look(paths);
    }
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(THREADS);
    let share = paths.len().div_ceil(threads).max(FILES_PER_THREAD);
    if paths.len() <= share {
        return look(paths);
    }
    thread::scope(|scope| {
        let (mine, others) = paths.split_at(share);
        let others = others.chunks(share).map(|share| (share, spawn(scope, share, look)));
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
fn spawn<'scope, 'a: 'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    paths: &'a [String],
    look: impl FnOnce(&'a [String]) -> Vec<(Found, bool)> + Send + 'scope,
) -> Option<thread::ScopedJoinHandle<'scope, Vec<(Found, bool)>>> {
    thread::Builder::new().spawn_scoped(scope, move || look(paths)).ok()
}

/// A file, and whether its name on the disk is another spelling of its path.
///
/// Its directories may have become links by now. That could only forge a size and a time here:
/// reading a note follows none.
fn stat(root: &Directory, path: &str) -> Option<(Found, bool)> {
    let note = NotePath::new(path).ok()?;
    let stat = root.stat(OsStr::new(path)).ok().flatten()?;
    let regular = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
    let other_spelling = note.as_str() != path;
    let size = u64::try_from(stat.st_size).unwrap_or(0);
    regular.then(|| (Found { path: note, size, mtime_ns: mtime(&stat) }, other_spelling))
}
