//! A working tree, and the files in it.

mod git_index;

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use palimp_core::home::HomePaths;
use palimp_core::project::ProjectIdentity;
use palimp_note::anchor;
use palimp_vault::{VaultError, confined_read};

use crate::home::project_discovery::{ProjectLocation, locate_project};

/// A working tree of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkingTree {
    place: ProjectLocation,
}

/// Stamp that changes with a file: its size, its mtime in nanoseconds since the Unix epoch, and its
/// inode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SourceFileStamp {
    pub(crate) size: u64,
    pub(crate) mtime: i64,
    pub(crate) inode: u64,
}

impl SourceFileStamp {
    fn from_metadata(meta: &Metadata) -> SourceFileStamp {
        let mtime = meta.mtime().saturating_mul(1_000_000_000).saturating_add(meta.mtime_nsec());
        SourceFileStamp { size: meta.len(), mtime, inode: meta.ino() }
    }
}

/// State of the path that an anchor names.
pub(crate) enum PathState {
    /// A file.
    File(SourceFileStamp),
    /// Nothing.
    Nothing,
    /// Something that is not looked into: no file, or one that is too large.
    Strange,
}

impl WorkingTree {
    /// Finds the working tree around a directory.
    pub fn from_directory(directory: &Path) -> WorkingTree {
        WorkingTree { place: locate_project(directory) }
    }

    /// Finds the working tree around a directory, and the project as a home knows it.
    pub fn in_home(home: &HomePaths, directory: &Path) -> WorkingTree {
        WorkingTree { place: crate::identify_project(home, directory) }
    }

    /// The project of the tree.
    pub fn project(&self) -> &ProjectIdentity {
        &self.place.project
    }

    /// Its root.
    pub fn root(&self) -> &Path {
        self.place.tree()
    }

    /// Id that distinguishes it from other working trees, including those of its own project.
    pub(crate) fn id(&self) -> String {
        ProjectIdentity::from_root(self.root()).id
    }

    /// Returns the state of an inner path.
    pub(crate) fn path_state(&self, path: &str) -> PathState {
        match std::fs::metadata(self.root().join(path)) {
            Ok(meta) if meta.is_file() && meta.len() <= anchor::MAX_ANCHORED_FILE_BYTES => {
                PathState::File(SourceFileStamp::from_metadata(&meta))
            }
            Ok(_) => PathState::Strange,
            Err(_) if self.root().is_dir() => PathState::Nothing,
            Err(_) => PathState::Strange,
        }
    }

    /// Reads a text file; none if it lies outside, is not a file, or is not text.
    pub(crate) fn read_text(&self, path: &str) -> Option<String> {
        if !anchor::is_inner(path) {
            return None;
        }
        let read = confined_read::read_within(
            self.root(),
            &self.root().join(path),
            anchor::MAX_ANCHORED_FILE_BYTES,
        );
        let bytes = read.map_err(|_: VaultError| ()).ok()?.bytes;
        if bytes.contains(&0) { None } else { Some(String::from_utf8_lossy(&bytes).into_owned()) }
    }

    /// Resolves a named file to its path within the tree: relative to the root or to `here`, or
    /// absolute.
    pub(crate) fn resolve_inner_path(&self, here: &Path, named: &str) -> Option<String> {
        let named = named.strip_prefix("./").unwrap_or(named);
        let from = |base: &Path| -> Option<String> {
            let path: PathBuf = base.join(named);
            let inner = path.strip_prefix(self.root()).ok()?.to_str()?.to_owned();
            (anchor::is_inner(&inner) && path.is_file()).then_some(inner)
        };
        from(here).or_else(|| from(self.root()))
    }

    /// Stamp of git's index, which shows that the list of files has not changed.
    pub(crate) fn index_stamp(&self) -> Option<SourceFileStamp> {
        Some(SourceFileStamp::from_metadata(&std::fs::metadata(self.place.git_index()?).ok()?))
    }

    /// The files that git knows in it; none where nobody can say.
    pub(crate) fn known_files(&self) -> Vec<String> {
        let Some(index) = self.place.git_index() else { return Vec::new() };
        let read = palimp_files::read_up_to(&index, git_index::MAX_INDEX_BYTES);
        read.ok().and_then(|bytes| git_index::parse_paths(&bytes)).unwrap_or_default()
    }
}
