//! Locks: rights that one process at a time may have.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use crate::{create_private, private_dir};

/// The right to do something; it ends with the process, however that ends.
#[derive(Debug)]
pub struct FileLock {
    _file: File,
}

impl FileLock {
    /// Acquires the lock that the file at `path` stands for; returns `None` while another process
    /// has it. The file and its directory are created if they do not exist.
    ///
    /// # Errors
    ///
    /// When the file cannot be made or locked.
    pub fn try_acquire(path: &Path) -> io::Result<Option<FileLock>> {
        let file = open_lock_file(path)?;
        Ok(try_lock(&file)?.then_some(FileLock { _file: file }))
    }

    /// Acquires the lock as soon as no other process has it.
    ///
    /// # Errors
    ///
    /// As [`FileLock::try_acquire`].
    pub fn acquire(path: &Path) -> io::Result<FileLock> {
        let file = open_lock_file(path)?;
        file.lock()?;
        Ok(FileLock { _file: file })
    }
}

fn open_lock_file(path: &Path) -> io::Result<File> {
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
        let first = FileLock::try_acquire(&path).unwrap();
        assert!(first.is_some() && FileLock::try_acquire(&path).unwrap().is_none());
        drop(first);
        let _waited = FileLock::acquire(&path).unwrap();
        assert!(FileLock::try_acquire(&path).unwrap().is_none());
    }
}
