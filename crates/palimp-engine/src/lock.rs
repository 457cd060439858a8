//! Work of which at most one process of a home does a kind at a time.

use std::fs::{File, TryLockError};
use std::io;

use palimp_core::home::Home;
use palimp_store::StoreError;
use palimp_store::files::{private, private_dir};

/// The right to do a kind of work; it ends with the process, however that ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// The lock for `work`, or `None` while another process has it.
    pub fn take(home: &Home, work: &str) -> io::Result<Option<Lock>> {
        let file = open(home, work)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Lock { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// The lock for `work`, as soon as no other process has it.
    pub fn wait(home: &Home, work: &str) -> io::Result<Lock> {
        let file = open(home, work)?;
        file.lock()?;
        Ok(Lock { _file: file })
    }
}

fn open(home: &Home, work: &str) -> io::Result<File> {
    private_dir(&home.locks()).map_err(io::Error::other)?;
    let path = home.lock(&format!("{work}.lock"));
    let opened = private(File::options().write(true).create(true).truncate(false), &path);
    opened.map_err(|error| io::Error::new(error.kind(), StoreError::io(&path, error)))
}
