//! Taking the notes of one vault along to another.

use std::path::Path;

use palimp_note::NotePath;
use palimp_vault::{ScannedNote, Vault, VaultError};
use serde::Serialize;

use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::retrieval::indexing;

/// Beginning of the comments that palimp writes into notes.
const COMMENT: &str = "<!-- palimp:";

/// Result of moving the notes of a vault.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Moved {
    /// The notes that are in the new vault now.
    pub moved: Vec<String>,
    /// Those that stay where they were: the new vault has a note of that name that says something else.
    pub stay: Vec<String>,
}

/// Returns true if a directory holds no notes, or some that palimp wrote.
pub fn is_palimps(root: &Path, locks: &Path) -> bool {
    let Ok(vault) = Vault::open(root, locks) else { return false };
    let Ok(notes) = vault.scan() else { return false };
    let is_written = |note: &ScannedNote| {
        is_usual(&note.path)
            || vault.read_lossy(&note.path).is_ok_and(|text| text.contains(COMMENT))
    };
    notes.is_empty() || notes.iter().any(is_written)
}

/// Whether a note lies where palimp writes by itself.
fn is_usual(path: &NotePath) -> bool {
    let is_day = |name: &str| name.len() == 13 && indexing::parse_leading_date(name).is_some();
    let path = path.as_str();
    path.starts_with("episodes/") || path.strip_prefix("memory/").is_some_and(is_day)
}

impl NoteStore {
    /// Counts the agent's notes in a directory that may be a vault.
    pub fn count_notes_in(&self, root: &Path) -> usize {
        let scanned = self.vault_at(root).and_then(|vault| vault.scan());
        scanned.map_or(0, |notes| notes.len())
    }

    /// Moves the notes at `from` into this memory's vault, each under its path there. No note that is
    /// here already is changed. A process that was killed may leave a note in both vaults; another call
    /// moves it.
    ///
    /// # Errors
    ///
    /// When a note cannot be read, written or removed; those before it were moved.
    pub fn move_notes_from(&self, from: &Path) -> Result<Moved, Error> {
        let there = self.vault_at(from)?;
        let here = self.make_vault()?;
        let mut told = Moved::default();
        for found in there.scan()? {
            let list = match move_note(&there, &here, &found.path)? {
                true => &mut told.moved,
                false => &mut told.stay,
            };
            list.push(found.path.to_string());
        }
        Ok(told)
    }
}

/// Moves a note; returns true if it is in the new vault alone now.
fn move_note(from: &Vault, to: &Vault, path: &NotePath) -> Result<bool, VaultError> {
    let text = from.read(path)?;
    match to.create(path, &text) {
        Ok(()) => {}
        Err(VaultError::Exists(_)) if to.read(path).is_ok_and(|there| there == text) => {}
        Err(VaultError::Exists(_)) => return Ok(false),
        Err(error) => return Err(error),
    }
    from.remove(path)?;
    Ok(true)
}
