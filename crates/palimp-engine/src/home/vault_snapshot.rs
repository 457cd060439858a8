//! Detects changed notes without a scan of the whole vault.
//!
//! A client waits while a prompt is answered, and a vault may have thousands of notes. A directory
//! changes when a note in it is created, deleted or replaced, as palimp and most editors do; a note
//! that is written in place is most likely one of those that changed last. A change missed here is
//! found by a full scan in a background process a moment later.

use palimp_note::NotePath;
use palimp_vault::{ScannedNote, VaultTree};

/// Maximum number of notes that are checked one by one; a vault with fewer notes is checked
/// completely.
pub const MAX_NEWEST_NOTES: usize = 64;

/// The directories of a vault and the notes that changed last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VaultSnapshot {
    /// The directories.
    pub tree: VaultTree,
    /// The notes that changed last, the last first.
    pub newest: Vec<ScannedNote>,
}

impl VaultSnapshot {
    /// Takes a snapshot of `notes` in `tree`.
    pub fn from_notes(tree: VaultTree, notes: &[ScannedNote]) -> VaultSnapshot {
        let mut newest = notes.to_vec();
        newest.sort_by_key(|note| std::cmp::Reverse(note.mtime_ns));
        newest.truncate(MAX_NEWEST_NOTES);
        VaultSnapshot { tree, newest }
    }

    /// The last change of any of it, in nanoseconds since the Unix epoch.
    pub fn last_change(&self) -> i64 {
        let directories = self.tree.directories.iter().map(|(_, time)| *time);
        directories.chain(self.newest.iter().map(|note| note.mtime_ns)).max().unwrap_or(0)
    }

    /// Formats the snapshot as text, a line each.
    pub fn to_text(&self) -> String {
        let directories = self.tree.directories.iter();
        let directories = directories.map(|(path, time)| format!("d {time} 0 {path}\n"));
        let notes = self
            .newest
            .iter()
            .map(|note| format!("n {} {} {}\n", note.mtime_ns, note.size, note.path.as_str()));
        directories.chain(notes).collect()
    }

    /// Parses the output of [`VaultSnapshot::to_text`]; `None` if a line is malformed.
    pub fn parse(text: &str) -> Option<VaultSnapshot> {
        let mut glance = VaultSnapshot::default();
        for line in text.lines() {
            let mut parts = line.splitn(4, ' ');
            let (kind, time) = (parts.next()?, parts.next()?.parse().ok()?);
            let (size, path) = (parts.next()?.parse().ok()?, parts.next()?);
            match kind {
                "d" => glance.tree.directories.push((path.to_owned(), time)),
                "n" => {
                    let path = NotePath::new(path).ok()?;
                    glance.newest.push(ScannedNote { path, size, mtime_ns: time });
                }
                _ => return None,
            }
        }
        (!glance.tree.directories.is_empty()).then_some(glance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glance_is_read_back() {
        let note = |path: &str, mtime_ns| ScannedNote {
            path: NotePath::new(path).unwrap(),
            size: 3,
            mtime_ns,
        };
        let tree =
            VaultTree { directories: vec![(String::new(), 7), ("내 노트/a b".to_owned(), 9)] };
        let glance =
            VaultSnapshot::from_notes(tree, &[note("a.md", 1), note("내 노트/a b/c d.md", 8)]);
        assert_eq!(glance.last_change(), 9);
        assert_eq!(VaultSnapshot::parse(&glance.to_text()), Some(glance));
        assert_eq!(VaultSnapshot::parse(""), None);
        assert_eq!(VaultSnapshot::parse("x 1 2 3"), None);
    }
}
