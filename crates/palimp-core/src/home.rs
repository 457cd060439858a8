//! Paths of files and directories in a home. Paths only; nothing here touches a disk.

use std::path::{Path, PathBuf};

use crate::project::DEFAULT_AGENT;

/// One instance's directory: `$PALIMP_HOME`, else `~/.palimp`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HomePaths {
    root: PathBuf,
}

impl HomePaths {
    /// The home at `root`.
    pub fn new(root: impl Into<PathBuf>) -> HomePaths {
        HomePaths { root: root.into() }
    }

    /// The directory itself; created 0700.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The user's settings.
    pub fn settings_file(&self) -> PathBuf {
        self.root.join("settings.json")
    }

    /// Sessions, messages and observations: the system of record.
    pub fn activity_db(&self) -> PathBuf {
        self.root.join("activity.db")
    }

    /// Captures that could not reach the database.
    pub fn spool_dir(&self) -> PathBuf {
        self.root.join("spool")
    }

    /// The log of errors, one event per line.
    pub fn log_file(&self) -> PathBuf {
        self.root.join("log").join("palimp.log")
    }

    /// A lock or marker file.
    pub fn lock_file(&self, name: &str) -> PathBuf {
        self.root.join("locks").join(name)
    }

    /// The vault of an agent, unless the settings name another place.
    pub fn vault_dir(&self, agent: &str) -> PathBuf {
        if agent == DEFAULT_AGENT {
            self.root.join("vault")
        } else {
            self.root.join("agents").join(agent).join("vault")
        }
    }

    /// Earlier versions of an agent's notes.
    pub fn history_dir(&self, agent: &str) -> PathBuf {
        self.root.join("history").join(agent)
    }

    /// The index of an agent. It can be deleted at any time.
    pub fn index_file(&self, agent: &str) -> PathBuf {
        self.root.join("index").join(format!("{agent}.db"))
    }

    /// Directory of the read-only indexes of other homes, a directory each.
    pub fn other_homes(&self) -> PathBuf {
        self.root.join("index").join("homes")
    }

    /// The vectors that an agent's notes were given by a service that is paid.
    pub fn vector_cache_file(&self, agent: &str) -> PathBuf {
        self.root.join("cache").join(format!("{agent}.db"))
    }

    /// Token counts from the clients' transcripts. It can be deleted at any time.
    pub fn token_cache_file(&self) -> PathBuf {
        self.root.join("cache").join("tokens.jsonl")
    }

    /// State of the code that facts refer to, in the working tree of this id. It can be deleted at
    /// any time.
    pub fn anchor_cache_file(&self, tree: &str) -> PathBuf {
        self.root.join("cache").join(format!("anchors-{tree}"))
    }

    /// Pending proposals for an agent's notes that need a person's decision, and past decisions.
    pub fn review_dir(&self, agent: &str) -> PathBuf {
        self.root.join("review").join(agent)
    }

    /// Data of teams: a directory each, and data about all.
    pub fn teams_dir(&self) -> PathBuf {
        self.root.join("teams")
    }

    /// Data of the team that this home calls `name`.
    pub fn team_dir(&self, name: &str) -> PathBuf {
        self.teams_dir().join(name)
    }

    /// Data of organisations' hubs, a directory each.
    pub fn hubs_dir(&self) -> PathBuf {
        self.root.join("hub")
    }

    /// The conversations that palimp holds for an agent, a record each.
    pub fn chats_dir(&self, agent: &str) -> PathBuf {
        self.root.join("chat").join(agent)
    }

    /// The empty directories in which clients work that palimp asks.
    pub fn scratch_dir(&self) -> PathBuf {
        self.root.join("scratch")
    }

    /// The directory of lock files.
    pub fn locks_dir(&self) -> PathBuf {
        self.root.join("locks")
    }

    /// Keys of services, where neither the environment nor a keyring has them.
    pub fn keys_file(&self) -> PathBuf {
        self.root.join("keys.json")
    }

    /// Address of the dashboard, while it is served.
    pub fn dashboard_file(&self) -> PathBuf {
        self.root.join("dashboard.json")
    }

    /// Record of the entries that `install` wrote into the clients' own files.
    pub fn installs_file(&self) -> PathBuf {
        self.root.join("installs.json")
    }

    /// List of the man pages and completions that palimp has put into the user's directories, a
    /// path per line.
    pub fn shelf_file(&self) -> PathBuf {
        self.root.join("shelf")
    }
}
