//! Work of which at most one process of a home does a kind at a time.

use std::io;
use std::path::{Path, PathBuf};

use palimp_core::home::HomePaths;
use palimp_core::message::io_reason;
use palimp_store::StoreError;

use crate::error::Error;

/// Exclusive right to do a kind of work; released when the process ends, however it ends.
#[derive(Debug)]
pub struct WorkLock {
    _held: palimp_files::FileLock,
}

impl WorkLock {
    /// Acquires the lock for `work`; `None` while another process holds it.
    pub fn try_acquire(home: &HomePaths, work: &str) -> io::Result<Option<WorkLock>> {
        let path = lock_path(home, work);
        let taken =
            palimp_files::FileLock::try_acquire(&path).map_err(|error| with_path(&path, error))?;
        Ok(taken.map(|held| WorkLock { _held: held }))
    }

    /// Acquires the lock for `work`, waiting until no other process holds it.
    pub fn acquire(home: &HomePaths, work: &str) -> io::Result<WorkLock> {
        let path = lock_path(home, work);
        let held =
            palimp_files::FileLock::acquire(&path).map_err(|error| with_path(&path, error))?;
        Ok(WorkLock { _held: held })
    }

    /// The same, with an error that says that the home cannot be locked.
    pub(crate) fn acquire_or_refuse(home: &HomePaths, work: &str) -> Result<WorkLock, Error> {
        WorkLock::acquire(home, work)
            .map_err(|error| Error::Refused(crate::messages::home_not_locked(io_reason(&error))))
    }
}

fn lock_path(home: &HomePaths, work: &str) -> PathBuf {
    home.lock_file(&format!("{work}.lock"))
}

fn with_path(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), StoreError::from_io(path, error))
}
