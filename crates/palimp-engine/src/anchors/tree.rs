//! A working tree, and the files in it.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use palimp_core::project::ProjectIdentity;
use palimp_note::anchor;
use palimp_vault::{VaultError, within};

use super::git_index;
use crate::place::{Place, identify};

/// A working tree of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    place: Place,
}

/// What tells that a file has not changed: its size, when it was written in nanoseconds since the Unix
/// epoch, and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) size: u64,
    pub(super) mtime: i64,
    pub(super) inode: u64,
}

impl Stamp {
    fn of(meta: &Metadata) -> Stamp {
        let mtime = meta.mtime().saturating_mul(1_000_000_000).saturating_add(meta.mtime_nsec());
        Stamp { size: meta.len(), mtime, inode: meta.ino() }
    }
}

/// What stands where an anchor says.
pub(super) enum Present {
    /// A file.
    File(Stamp),
    /// Nothing.
    Nothing,
    /// Something that is not looked into: no file, or one that is too large.
    Strange,
}

impl Tree {
    /// The working tree around a directory.
    pub fn of(directory: &Path) -> Tree {
        Tree { place: identify(directory) }
    }

    /// The project that it is one of.
    pub fn project(&self) -> &ProjectIdentity {
        &self.place.project
    }

    /// Its root.
    pub fn root(&self) -> &Path {
        self.place.tree()
    }

    /// What tells it from other working trees, of the same project too.
    pub(super) fn id(&self) -> String {
        ProjectIdentity::from_root(self.root()).id
    }

    /// What stands at an inner path.
    pub(super) fn look(&self, path: &str) -> Present {
        match std::fs::metadata(self.root().join(path)) {
            Ok(meta) if meta.is_file() && meta.len() <= anchor::MAX_ANCHORED_FILE_BYTES => {
                Present::File(Stamp::of(&meta))
            }
            Ok(_) => Present::Strange,
            Err(_) if self.root().is_dir() => Present::Nothing,
            Err(_) => Present::Strange,
        }
    }

    /// What a file says; none where it lies outside, is no file, or says no text.
    pub(super) fn read(&self, path: &str) -> Option<String> {
        if !anchor::is_inner(path) {
            return None;
        }
        let read = within::read_within(
            self.root(),
            &self.root().join(path),
            anchor::MAX_ANCHORED_FILE_BYTES,
        );
        let bytes = read.map_err(|_: VaultError| ()).ok()?.bytes;
        if bytes.contains(&0) { None } else { Some(String::from_utf8_lossy(&bytes).into_owned()) }
    }

    /// What a file is called within the tree that somebody named: as a path from its root, from `here`,
    /// or from the root of the file system.
    pub(super) fn inner(&self, here: &Path, named: &str) -> Option<String> {
        let named = named.strip_prefix("./").unwrap_or(named);
        let from = |base: &Path| -> Option<String> {
            let path: PathBuf = base.join(named);
            let inner = path.strip_prefix(self.root()).ok()?.to_str()?.to_owned();
            (anchor::is_inner(&inner) && path.is_file()).then_some(inner)
        };
        from(here).or_else(|| from(self.root()))
    }

    /// What tells that git's list of files has not changed.
    pub(super) fn index_stamp(&self) -> Option<Stamp> {
        Some(Stamp::of(&std::fs::metadata(self.place.git_index()?).ok()?))
    }

    /// The files that git knows in it; none where nobody can say.
    pub(super) fn known_files(&self) -> Vec<String> {
        let Some(index) = self.place.git_index() else { return Vec::new() };
        let read = palimp_files::read_up_to(&index, git_index::LARGEST);
        read.ok().and_then(|bytes| git_index::paths(&bytes)).unwrap_or_default()
    }
}
