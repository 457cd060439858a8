//! Which facts were taken over, so that one whose line its owner has deleted does not come back.
//!
//! It is a list of hashes and can be lost: what stands in the notes is not written again.

use std::collections::HashSet;
use std::path::PathBuf;

use palimp_core::home::HomePaths;
use palimp_store::StoreError;
use palimp_store::files;

/// The facts that were taken over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReflectedHashes {
    path: PathBuf,
    hashes: HashSet<String>,
}

impl ReflectedHashes {
    /// Those of an agent; none where there is no list.
    pub(super) fn load(home: &HomePaths, agent: &str) -> ReflectedHashes {
        ReflectedHashes::load_from(home, agent, "reflected")
    }

    /// Those of an agent in a file of their own.
    pub(super) fn load_from(home: &HomePaths, agent: &str, file: &str) -> ReflectedHashes {
        let path = home.review_dir(agent).join(file);
        let bytes = palimp_files::read_private(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        ReflectedHashes { hashes: text.lines().map(str::to_owned).collect(), path }
    }

    /// Whether this fact was.
    pub(super) fn contains(&self, hash: &str) -> bool {
        self.hashes.contains(hash)
    }

    /// Adds facts, and forgets those that no episode lists any more.
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

    /// Adds some.
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
