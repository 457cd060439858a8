//! Saves of an agent: text is added, or replaces the agent's earlier words. A save that names the
//! note's hash is refused if the note has changed since the agent read it.

use palimp_note::NotePath;
use palimp_note::authors::{own_sections, replace_words};
use palimp_note::entry::append_entry;
use palimp_note::provenance::{AuthorKind, Provenance};
use palimp_note::route::sign_text;
use palimp_store::activity::AgentDeed;
use palimp_vault::VaultError;

use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::injection::pinned_notes;
use crate::notes::note_access::{SaveAuthor, SaveOptions, SaveOutcome};
use crate::retrieval::excerpt::hash_of;

/// Conditions of an agent for the note that it writes into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SaveConditions<'a> {
    /// The hash of the note as the agent read it.
    pub expected: Option<&'a str>,
    /// Its earlier words, in whose place the new ones go.
    pub replace: Option<&'a str>,
}

impl SaveConditions<'_> {
    /// True if there are no conditions.
    pub(super) fn is_empty(&self) -> bool {
        self.expected.is_none() && self.replace.is_none()
    }
}

/// Maximum length of a changed note's excerpt, in characters.
const MAX_CHANGED_NOTE_CHARS: usize = 2_000;

impl NoteStore {
    /// Writes `text` into a note on these terms.
    ///
    /// # Errors
    ///
    /// When the note is another by now, which shows both; when the words are not the agent's to replace.
    pub(super) fn save_on_terms(
        &self,
        text: &str,
        path: &str,
        terms: SaveConditions,
        writing: &SaveOptions,
    ) -> Result<SaveOutcome, Error> {
        let path = NotePath::new(path)?;
        let (text, redacted) = self.sanitize_text(text);
        let SaveAuthor::Agent { by, log } = &writing.writer else {
            return Err(Error::Refused(crate::messages::only_agent_has_terms()));
        };
        if pinned_notes::is_told(&path) {
            return Err(Error::Refused(crate::messages::pinned_note_by_line(&path)));
        }
        let vault = self.vault_or_new()?;
        let changed = |note: &str| change_error(note, &path, &text, terms);
        changed(&vault.read(&path)?).map_or(Ok(()), Err)?;
        let mut outcome = Ok(0);
        let write = || {
            vault.change(&path, |old| {
                let old =
                    old.ok_or_else(|| VaultError::Missing(self.root().join(path.as_str())))?;
                let new = match changed(old) {
                    Some(error) => Err(error),
                    None => note_with_text(old, &path, &text, terms, by),
                };
                let (new, line) = match new {
                    Ok((new, line)) => (new, Ok(line)),
                    Err(error) => (old.to_owned(), Err(error)),
                };
                outcome = line;
                Ok(new)
            })?;
            std::mem::replace(&mut outcome, Ok(0))
        };
        let (act, line) = log.log_and_run(AgentDeed::Save, &path, &text, write)?;
        Ok(SaveOutcome {
            path: path.to_string(),
            line,
            redacted,
            created: false,
            known: false,
            superseded: Vec::new(),
            proposed: None,
            act: Some(act),
        })
    }
}

/// Returns an error with both texts if a note has changed since it was read.
fn change_error(note: &str, path: &NotePath, text: &str, terms: SaveConditions) -> Option<Error> {
    let now = hash_of(note);
    terms.expected.filter(|expected| expected.trim() != now).map(|_| {
        let shown = palimp_core::text::ellipsis(note, MAX_CHANGED_NOTE_CHARS);
        Error::Changed { path: path.to_string(), hash: now, now: shown, text: text.to_owned() }
    })
}

/// The note with the text in it, and its first line.
fn note_with_text(
    old: &str,
    path: &NotePath,
    text: &str,
    terms: SaveConditions,
    by: &Provenance,
) -> Result<(String, usize), Error> {
    let Some(replace) = terms.replace else {
        let new = append_entry(old, "", &sign_text(text, Some(by)));
        let first = text.trim().lines().next().unwrap_or("");
        let line = new.rfind(first).map_or(0, |at| new[..at].matches('\n').count()) + 1;
        return Ok((new, line));
    };
    // What palimp itself wrote: the entries of flushes, the sections of reflection.
    let is_episode = path.as_str().starts_with("episodes/");
    let own = old[..own_sections(old)].matches('\n').count();
    let may = |line: usize, it: &Provenance| {
        it.by == AuthorKind::Agent && (it.client == by.client || is_episode || line > own)
    };
    replace_words(old, replace, text, by, may)
        .map_err(|why| Error::Refused(format!("{path}: {why}")))
}
