//! Store errors, in words that say which file is concerned and what to do.

use std::io;
use std::path::{Path, PathBuf};

use palimp_core::io_diagnosis::{LONGEST_PATH, Obstacle};
use palimp_core::message::io_reason;
use rusqlite::{ErrorCode, ffi};
use rustix::fs::{StatVfs, StatVfsMountFlags};

use crate::messages;

/// Error of a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process kept the database locked.
    #[error("{}", messages::database_locked(.0.display()))]
    Locked(PathBuf),
    /// The file is no database, or its pages contradict each other.
    #[error("{}", messages::database_damaged(.0.display()))]
    Corrupt(PathBuf),
    /// A later palimp wrote the database.
    #[error("{}", messages::database_newer(.path.display(), .found, .known))]
    Newer {
        /// The database.
        path: PathBuf,
        /// Its format.
        found: i64,
        /// The newest format known here.
        known: i64,
    },
    /// The file cannot be written, or not even be opened.
    #[error("{}", .obstacle.in_words(.path))]
    Blocked {
        /// The file.
        path: PathBuf,
        /// Obstacle in the way.
        obstacle: Obstacle,
    },
    /// Nothing has been captured yet.
    #[error("{}", messages::nothing_captured(.0.display()))]
    Missing(PathBuf),
    /// A file operation failed.
    #[error("{}: {}", .path.display(), io_reason(.source))]
    Io {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// Anything else that SQLite said.
    #[error("{}: {source}", .path.display())]
    Sqlite {
        /// The database.
        path: PathBuf,
        /// Error of SQLite.
        source: rusqlite::Error,
    },
}

impl StoreError {
    /// Classifies an error of SQLite by its code. Every statement fits its tables, so a mismatch is
    /// damage, in whichever words SQLite reports it.
    pub(crate) fn from_sqlite(path: &Path, source: rusqlite::Error) -> StoreError {
        use rusqlite::Error as E;
        let path = path.to_owned();
        if let E::FromSqlConversionFailure(..)
        | E::IntegralValueOutOfRange(..)
        | E::InvalidColumnType(..)
        | E::Utf8Error(..) = source
        {
            return StoreError::Corrupt(path);
        }
        let Some(code) = source.sqlite_error_code() else {
            return StoreError::Sqlite { path, source };
        };
        match code {
            ErrorCode::DatabaseBusy
            | ErrorCode::DatabaseLocked
            | ErrorCode::FileLockingProtocolFailed => StoreError::Locked(path),
            ErrorCode::DatabaseCorrupt
            | ErrorCode::NotADatabase
            | ErrorCode::InternalMalfunction
            | ErrorCode::SchemaChanged
            | ErrorCode::TypeMismatch
            | ErrorCode::ConstraintViolation
            | ErrorCode::Unknown => StoreError::Corrupt(path),
            ErrorCode::SystemIoFailure if is_damage(&source) => StoreError::Corrupt(path),
            ErrorCode::SystemIoFailure
            | ErrorCode::DiskFull
            | ErrorCode::ReadOnly
            | ErrorCode::CannotOpen
            | ErrorCode::PermissionDenied => {
                StoreError::Blocked { obstacle: diagnose_obstacle(&path, code), path }
            }
            _ => StoreError::Sqlite { path, source },
        }
    }

    /// Returns the file concerned.
    pub fn path(&self) -> &Path {
        match self {
            StoreError::Locked(path) | StoreError::Corrupt(path) | StoreError::Missing(path) => {
                path
            }
            StoreError::Newer { path, .. }
            | StoreError::Blocked { path, .. }
            | StoreError::Io { path, .. }
            | StoreError::Sqlite { path, .. } => path,
        }
    }

    /// Classifies an error of the file system by its kind.
    pub fn from_io(path: &Path, source: io::Error) -> StoreError {
        let takes_files = || disk_of(path).is_none_or(|disk| takes_files(&disk));
        let path = path.to_owned();
        match Obstacle::from_io_error(&source, takes_files) {
            Some(obstacle) => StoreError::Blocked { path, obstacle },
            None => StoreError::Io { path, source },
        }
    }
}

/// True if a read failed because the file is damaged: it ends within a page, or its disk reports
/// corruption.
fn is_damage(source: &rusqlite::Error) -> bool {
    let code = source.sqlite_error().map_or(0, |error| error.extended_code);
    [ffi::SQLITE_IOERR_SHORT_READ, ffi::SQLITE_IOERR_DATA, ffi::SQLITE_IOERR_CORRUPTFS]
        .contains(&code)
}

/// Diagnoses the obstacle to a database. SQLite reports that it could not open or write and not
/// why, so the disk is queried.
fn diagnose_obstacle(path: &Path, code: ErrorCode) -> Obstacle {
    let disk = disk_of(path);
    let is = |state: fn(&StatVfs) -> bool| disk.as_ref().is_some_and(state);
    let opens = matches!(code, ErrorCode::CannotOpen | ErrorCode::SystemIoFailure);
    if path.as_os_str().len() > LONGEST_PATH {
        Obstacle::LongPath
    } else if is(|disk| disk.f_flag.contains(StatVfsMountFlags::RDONLY)) {
        Obstacle::ReadOnlyDisk
    } else if matches!(code, ErrorCode::ReadOnly | ErrorCode::PermissionDenied) {
        Obstacle::Denied
    } else if opens && is(|disk| !takes_files(disk)) {
        Obstacle::NoMoreFiles
    } else if code == ErrorCode::DiskFull
        || is(|disk| disk.f_bavail * disk.f_frsize < MAX_APPEND_BYTES)
    {
        Obstacle::Full
    } else if code == ErrorCode::CannotOpen {
        Obstacle::Denied
    } else if is_limited(path) {
        Obstacle::SizeLimit
    } else {
        Obstacle::Failing
    }
}

/// Maximum number of bytes that a step of SQLite may write at the end of a file.
const MAX_APPEND_BYTES: u64 = 64 * 1024;

/// True if a file of the database is about as large as a file of this process may be.
fn is_limited(path: &Path) -> bool {
    let Some(limit) = rustix::process::getrlimit(rustix::process::Resource::Fsize).current else {
        return false;
    };
    ["", "-wal", "-shm"].iter().any(|suffix| {
        let file = PathBuf::from(format!("{}{suffix}", path.display()));
        std::fs::metadata(file).map_or(0, |meta| meta.len()) + MAX_APPEND_BYTES > limit
    })
}

/// The state of the disk that holds `path`, or would.
fn disk_of(path: &Path) -> Option<StatVfs> {
    path.ancestors().find_map(|place| rustix::fs::statvfs(place).ok())
}

/// True if the disk has room for the name of one more file; some disks keep no count.
fn takes_files(disk: &StatVfs) -> bool {
    disk.f_files == 0 || disk.f_favail > 0
}
