//! Where things lie in a home. Paths alone; nothing here touches a disk.

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

    /// What went wrong, a line an event.
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

    /// Where indexes of other homes are, which are only read; a directory each.
    pub fn other_homes(&self) -> PathBuf {
        self.root.join("index").join("homes")
    }

    /// The vectors that an agent's notes were given by a service that is paid.
    pub fn vector_cache_file(&self, agent: &str) -> PathBuf {
        self.root.join("cache").join(format!("{agent}.db"))
    }

    /// What was counted in the clients' transcripts. It can be deleted at any time.
    pub fn token_cache_file(&self) -> PathBuf {
        self.root.join("cache").join("tokens.jsonl")
    }

    /// What became of the code that facts speak of, in the working tree of this id. It can be deleted
    /// at any time.
    pub fn anchor_cache_file(&self, tree: &str) -> PathBuf {
        self.root.join("cache").join(format!("anchors-{tree}"))
    }

    /// What waits for a person's decision about an agent's notes, and what was decided.
    pub fn review_dir(&self, agent: &str) -> PathBuf {
        self.root.join("review").join(agent)
    }

    /// What is kept of teams: a directory each, and what is known of all.
    pub fn teams_dir(&self) -> PathBuf {
        self.root.join("teams")
    }

    /// What is kept of the team that this home calls `name`.
    pub fn team_dir(&self, name: &str) -> PathBuf {
        self.teams_dir().join(name)
    }

    /// What is kept of organisations' hubs, a directory each.
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

    /// Where the dashboard is served, while it is.
    pub fn dashboard_file(&self) -> PathBuf {
        self.root.join("dashboard.json")
    }

    /// What `install` wrote into the clients' own files.
    pub fn installs_file(&self) -> PathBuf {
        self.root.join("installs.json")
    }

    /// Which man pages and completions palimp has put into the user's directories, a path a line.
    pub fn shelf_file(&self) -> PathBuf {
        self.root.join("shelf")
    }
}
