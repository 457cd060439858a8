//! Where things lie in a home. Paths alone; nothing here touches a disk.

use std::path::{Path, PathBuf};

/// One instance's directory: `$PALIMP_HOME`, else `~/.palimp`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    root: PathBuf,
}

impl Home {
    /// The home at `root`.
    pub fn at(root: impl Into<PathBuf>) -> Home {
        Home { root: root.into() }
    }

    /// The directory itself; created 0700.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The user's settings.
    pub fn settings(&self) -> PathBuf {
        self.root.join("settings.json")
    }

    /// Sessions, messages and observations: the system of record.
    pub fn activity_db(&self) -> PathBuf {
        self.root.join("activity.db")
    }

    /// Captures that could not reach the database.
    pub fn spool(&self) -> PathBuf {
        self.root.join("spool")
    }

    /// What went wrong, a line an event.
    pub fn log(&self) -> PathBuf {
        self.root.join("log").join("palimp.log")
    }

    /// A lock or marker file.
    pub fn lock(&self, name: &str) -> PathBuf {
        self.root.join("locks").join(name)
    }

    /// What `install` wrote into the clients' own files.
    pub fn installs(&self) -> PathBuf {
        self.root.join("installs.json")
    }
}
