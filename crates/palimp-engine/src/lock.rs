//! Work of which at most one process of a home does a kind at a time.

use std::io;
use std::path::{Path, PathBuf};

use palimp_core::home::HomePaths;
use palimp_store::StoreError;

/// The right to do a kind of work; it ends with the process, however that ends.
#[derive(Debug)]
pub struct Lock {
    _held: palimp_files::FileLock,
}

impl Lock {
    /// The lock for `work`, or `None` while another process has it.
    pub fn take(home: &HomePaths, work: &str) -> io::Result<Option<Lock>> {
        let path = path(home, work);
        let taken =
            palimp_files::FileLock::try_acquire(&path).map_err(|error| with_path(&path, error))?;
        Ok(taken.map(|held| Lock { _held: held }))
    }

    /// The lock for `work`, as soon as no other process has it.
    pub fn wait(home: &HomePaths, work: &str) -> io::Result<Lock> {
        let path = path(home, work);
        let held =
            palimp_files::FileLock::acquire(&path).map_err(|error| with_path(&path, error))?;
        Ok(Lock { _held: held })
    }
}

fn path(home: &HomePaths, work: &str) -> PathBuf {
    home.lock_file(&format!("{work}.lock"))
}

fn with_path(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), StoreError::from_io(path, error))
}
