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
pub(super) struct Seen {
    path: PathBuf,
    hashes: HashSet<String>,
}

impl Seen {
    /// Those of an agent; none where there is no list.
    pub(super) fn read(home: &HomePaths, agent: &str) -> Seen {
        Seen::of(home, agent, "reflected")
    }

    /// Those of an agent in a file of their own.
    pub(super) fn of(home: &HomePaths, agent: &str, file: &str) -> Seen {
        let path = home.review_dir(agent).join(file);
        let bytes = palimp_files::read_private(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        Seen { hashes: text.lines().map(str::to_owned).collect(), path }
    }

    /// Whether this fact was.
    pub(super) fn has(&self, hash: &str) -> bool {
        self.hashes.contains(hash)
    }

    /// Adds facts, and forgets those that no episode lists any more.
    pub(super) fn keep(
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
    pub(super) fn add(&mut self, done: impl IntoIterator<Item = String>) -> Result<(), StoreError> {
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
