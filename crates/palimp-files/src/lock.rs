//! What one process at a time may do.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use crate::{create_private, private_dir};

/// The right to do something; it ends with the process, however that ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// The lock that the file at `path` stands for, or `None` while another process has it. The file
    /// and its directory are made where they are not there.
    ///
    /// # Errors
    ///
    /// When the file cannot be made or locked.
    pub fn take(path: &Path) -> io::Result<Option<Lock>> {
        let file = open(path)?;
        Ok(try_lock(&file)?.then_some(Lock { _file: file }))
    }

    /// The same, as soon as no other process has it.
    ///
    /// # Errors
    ///
    /// As [`Lock::take`].
    pub fn wait(path: &Path) -> io::Result<Lock> {
        let file = open(path)?;
        file.lock()?;
        Ok(Lock { _file: file })
    }
}

fn open(path: &Path) -> io::Result<File> {
    path.parent().map_or(Ok(()), private_dir)?;
    create_private(path)
}

/// Locks an open file or directory until it is closed; `false` while another process has it.
///
/// # Errors
///
/// When its file system knows no locks.
pub fn try_lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Locks an open file or directory together with others that share it, until it is closed; `false` while
/// another process has it alone.
///
/// # Errors
///
/// When its file system knows no locks.
pub fn try_share(file: &File) -> io::Result<bool> {
    match file.try_lock_shared() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_has_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("locks/work.lock");
        let first = Lock::take(&path).unwrap();
        assert!(first.is_some() && Lock::take(&path).unwrap().is_none());
        drop(first);
        let _waited = Lock::wait(&path).unwrap();
        assert!(Lock::take(&path).unwrap().is_none());
    }
}
