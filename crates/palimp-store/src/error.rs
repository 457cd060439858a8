//! What can go wrong with a store, in words that say which file and what to do.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why a store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process kept the database locked.
    #[error("{} is locked by another process: try again, or end the process that holds it", .0.display())]
    Locked(PathBuf),
    /// The file is no database, or its pages contradict each other.
    #[error("{} is damaged: run `palimp doctor --fix`, which saves what can be read and starts a new one", .0.display())]
    Corrupt(PathBuf),
    /// A later palimp wrote the database.
    #[error("{} was written by a newer palimp (its format is {found}, this one knows up to {known}): update palimp", .path.display())]
    Newer {
        /// The database.
        path: PathBuf,
        /// Its format.
        found: i64,
        /// The newest format known here.
        known: i64,
    },
    /// The disk is full.
    #[error("the disk that holds {} is full: free some space", .0.display())]
    Full(PathBuf),
    /// A read or write failed.
    #[error("{} could not be read or written: the disk may be full, or failing", .0.display())]
    Disk(PathBuf),
    /// The file or its directory may not be written.
    #[error("{} cannot be written: check the permissions of the file and its directory", .0.display())]
    ReadOnly(PathBuf),
    /// Nothing has been captured yet.
    #[error("there is no {} yet: nothing has been captured", .0.display())]
    Missing(PathBuf),
    /// A file operation failed.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Anything else that SQLite said.
    #[error("{}: {source}", .path.display())]
    Sqlite {
        /// The database.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
}

impl StoreError {
    /// Gives an error of SQLite the words that its code deserves.
    pub(crate) fn sqlite(path: &Path, source: rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        match source.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Locked(path),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Corrupt(path),
            Some(ErrorCode::SystemIoFailure) => StoreError::Disk(path),
            Some(ErrorCode::DiskFull) => StoreError::Full(path),
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                StoreError::ReadOnly(path)
            }
            _ => StoreError::Sqlite { path, source },
        }
    }

    /// Gives an error of the file system the words that its kind deserves.
    pub(crate) fn io(path: &Path, source: io::Error) -> StoreError {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => StoreError::Full(path),
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                StoreError::ReadOnly(path)
            }
            _ => StoreError::Io { path, source },
        }
    }
}
