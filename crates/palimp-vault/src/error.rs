//! Vault errors, in words that say which file is concerned and what to do.

use std::io;
use std::path::{Path, PathBuf};

use palimp_core::io_diagnosis::Obstacle;
use palimp_core::message::io_reason;
use palimp_note::PathError;

use crate::messages;

/// Error of a vault.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// The given path names no note.
    #[error(transparent)]
    Path(#[from] PathError),
    /// There is no directory where the vault should be.
    #[error("{}", messages::vault_missing(.0.display()))]
    NoVault(PathBuf),
    /// There is no such note.
    #[error("{}", messages::note_missing(.0.display()))]
    Missing(PathBuf),
    /// There is one already.
    #[error("{}", messages::note_exists(.0.display()))]
    Exists(PathBuf),
    /// The note, or a directory on the way to it, is a symbolic link.
    #[error("{}", messages::note_is_link(.0.display()))]
    Link(PathBuf),
    /// The path to read leads out of the directory to which it belongs.
    #[error("{}", messages::note_outside(.path.display(), .root.display()))]
    Outside {
        /// Path of the file to read.
        path: PathBuf,
        /// The directory.
        root: PathBuf,
    },
    /// The note's path is not a file, or its parent is not a directory.
    #[error("{}", messages::note_not_file(.0.display()))]
    NotAFile(PathBuf),
    /// The note is not text.
    #[error("{}", messages::note_not_text(.0.display()))]
    NotText(PathBuf),
    /// The note is too large to be one.
    #[error("{}", messages::note_too_large(.path.display(), .limit >> 20))]
    TooLarge {
        /// The note.
        path: PathBuf,
        /// Maximum size that is read, in bytes.
        limit: u64,
    },
    /// Another program changes the note faster than it can be read and written.
    #[error("{}", messages::note_busy(.0.display()))]
    Busy(PathBuf),
    /// No version of the note has this id.
    #[error("{}", messages::version_unknown(.note, .id))]
    NoVersion {
        /// The note.
        note: String,
        /// Requested version.
        id: String,
    },
    /// A path outside of the vault has to say where it begins.
    #[error("{}", messages::path_relative(.0))]
    Relative(String),
    /// The file cannot be written.
    #[error("{}", .obstacle.in_words(.path))]
    Blocked {
        /// The file.
        path: PathBuf,
        /// Obstacle in the way.
        obstacle: Obstacle,
    },
    /// A directory cannot be followed.
    #[error("{}", messages::watch_failed(.path.display(), .reason))]
    Watch {
        /// The directory.
        path: PathBuf,
        /// Reason given by the system.
        reason: String,
    },
    /// Anything else that the system said.
    #[error("{}: {}", .path.display(), io_reason(.source))]
    Io {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
}

impl VaultError {
    /// Classifies an error of the file system by its kind.
    pub(crate) fn from_io(path: &Path, source: impl Into<io::Error>) -> VaultError {
        let source = source.into();
        if source.kind() == io::ErrorKind::NotFound {
            return VaultError::Missing(path.to_owned());
        }
        match Obstacle::from_io_error(&source, || takes_files(path)) {
            Some(obstacle) => VaultError::Blocked { path: path.to_owned(), obstacle },
            None => VaultError::Io { path: path.to_owned(), source },
        }
    }
}

/// True if the disk of `path` has room for the name of one more file; some disks keep no count.
fn takes_files(path: &Path) -> bool {
    let disk = path.ancestors().find_map(|place| rustix::fs::statvfs(place).ok());
    disk.is_none_or(|disk| disk.f_files == 0 || disk.f_favail > 0)
}
