//! Facts that were taken over, so that a fact whose line the user deleted does not come back.
//!
//! It is a list of hashes and can be lost: a fact that the notes hold is not written again.

use std::collections::HashSet;
use std::path::PathBuf;

use palimp_core::home::HomePaths;
use palimp_store::StoreError;
use palimp_store::files;

/// Hashes of the facts that were taken over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReflectedHashes {
    path: PathBuf,
    hashes: HashSet<String>,
}

impl ReflectedHashes {
    /// Loads the hashes of an agent; empty if there is no list.
    pub(super) fn load(home: &HomePaths, agent: &str) -> ReflectedHashes {
        ReflectedHashes::load_from(home, agent, "reflected")
    }

    /// Loads the hashes of an agent from a file of their own.
    pub(super) fn load_from(home: &HomePaths, agent: &str, file: &str) -> ReflectedHashes {
        let path = home.review_dir(agent).join(file);
        let bytes = palimp_files::read_private(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        ReflectedHashes { hashes: text.lines().map(str::to_owned).collect(), path }
    }

    /// Returns true if this fact was taken over.
    pub(super) fn contains(&self, hash: &str) -> bool {
        self.hashes.contains(hash)
    }

    /// Adds facts, and drops those that no episode lists any more.
    pub(super) fn add_and_prune(
        &mut self,
        done: impl IntoIterator<Item = String>,
        listed: &HashSet<String>,
    ) -> Result<(), StoreError> {
        let before = self.hashes.clone();
        self.hashes.extend(done);
        self.hashes.retain(|hash| listed.contains(hash));
        self.write_unless(&before)
    }

    /// Adds facts.
    pub(super) fn add_hashes(
        &mut self,
        done: impl IntoIterator<Item = String>,
    ) -> Result<(), StoreError> {
        let before = self.hashes.clone();
        self.hashes.extend(done);
        self.write_unless(&before)
    }

    fn write_unless(&self, before: &HashSet<String>) -> Result<(), StoreError> {
        if self.hashes == *before {
            return Ok(());
        }
        let mut lines: Vec<&str> = self.hashes.iter().map(String::as_str).collect();
        lines.sort_unstable();
        files::replace_file(&self.path, format!("{}\n", lines.join("\n")).as_bytes())
    }
}
