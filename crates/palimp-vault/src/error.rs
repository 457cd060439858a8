//! Vault errors, in words that say which file is concerned and what to do.

use std::io;
use std::path::{Path, PathBuf};

use palimp_core::io_diagnosis::Obstacle;
use palimp_note::PathError;

/// Error of a vault.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// The given path names no note.
    #[error(transparent)]
    Path(#[from] PathError),
    /// There is no directory where the vault should be.
    #[error("there is no vault at {}: `palimp init` makes one", .0.display())]
    NoVault(PathBuf),
    /// There is no such note.
    #[error("there is no note {}", .0.display())]
    Missing(PathBuf),
    /// There is one already.
    #[error("{} exists already: append to it, or ask for it to be replaced", .0.display())]
    Exists(PathBuf),
    /// The note, or a directory on the way to it, is a symbolic link.
    #[error("{} is a symbolic link: inside a vault palimp follows none; put the file itself there, or index its target as an extra path", .0.display())]
    Link(PathBuf),
    /// The path to read leads out of the directory to which it belongs.
    #[error("{} leads out of {}: palimp follows no link that does", .path.display(), .root.display())]
    Outside {
        /// Path that was to be read.
        path: PathBuf,
        /// The directory.
        root: PathBuf,
    },
    /// Something other than a file stands under the note's name, or than a directory above it.
    #[error("{} is no file that can hold a note: move it away or choose another name", .0.display())]
    NotAFile(PathBuf),
    /// The note is not text.
    #[error("{} is not UTF-8 text: convert it first, it is left as it is", .0.display())]
    NotText(PathBuf),
    /// The note is too large to be one.
    #[error("{} is larger than {} MB: no note is, it is left as it is", .path.display(), .limit >> 20)]
    TooLarge {
        /// The note.
        path: PathBuf,
        /// Maximum size that is read, in bytes.
        limit: u64,
    },
    /// Another program changes the note faster than it can be read and written.
    #[error("{} is being changed by another program: try again when it has finished", .0.display())]
    Busy(PathBuf),
    /// No version of the note has this id.
    #[error("{note} has no version {id}: `palimp history {note}` lists those it has")]
    NoVersion {
        /// The note.
        note: String,
        /// Requested version.
        id: String,
    },
    /// A path outside of the vault has to say where it begins.
    #[error(
        "{0} is relative: begin it with ~/ or /, or it would be another path in every directory"
    )]
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
    #[error("{} cannot be followed: {reason}", .path.display())]
    Watch {
        /// The directory.
        path: PathBuf,
        /// Reason given by the system.
        reason: String,
    },
    /// Anything else that the system said.
    #[error("{}: {source}", .path.display())]
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
