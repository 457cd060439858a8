//! Edits of a note by a person: an edit is written if the note still has the text that the person
//! read; otherwise the edit is returned beside the present text.

mod merge;

use palimp_note::NotePath;
use palimp_vault::VaultError;

use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::home::redaction;

/// Result of an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Revised {
    /// It is written; the kinds of secrets that were taken out before.
    Written(Vec<String>),
    /// Somebody else changed the note meanwhile, and nothing is written.
    Met {
        /// Present text of the note.
        theirs: String,
        /// Both changes together; none where they change the same lines.
        merged: Option<String>,
    },
}

impl NoteStore {
    /// Replaces the text `was` of a note by `text`, without the secrets in it. A note that does not
    /// exist yet is empty. Line endings stay those of the note, whatever a form made of them.
    ///
    /// # Errors
    ///
    /// When the path is none of a note that is searched, or the note cannot be read or written.
    pub fn edit_note(&self, path: &str, was: &str, text: &str) -> Result<Revised, Error> {
        let path = NotePath::new(path)?;
        if path.as_str().starts_with("sessions/") {
            return Err(Error::Refused(crate::messages::note_is_conversation(&path)));
        }
        let (was, text) = (with_line_feeds(was), with_line_feeds(text));
        let redactor = redaction::redactor(&self.settings);
        let mut kinds: Vec<String> =
            redactor.find(&text).iter().map(|found| found.kind.to_owned()).collect();
        kinds.sort();
        kinds.dedup();
        let clean = redactor.redact(&text);
        let mut met = None;
        self.vault_or_new()?.change(&path, |now| {
            let now = now.unwrap_or("");
            met = (with_line_feeds(now) != was).then(|| with_line_feeds(now));
            let is_met = met.is_some();
            Ok::<_, VaultError>(if is_met { now.to_owned() } else { ended_as(now, &clean) })
        })?;
        Ok(met.map_or(Revised::Written(kinds), |theirs| {
            let merged = merge::merge_changes(&was, &text, &theirs);
            Revised::Met { theirs, merged }
        }))
    }
}

/// With lines that end in a line feed.
fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// With lines that end as those of `note`.
fn ended_as(note: &str, text: &str) -> String {
    match note.contains("\r\n") {
        true => text.replace('\n', "\r\n"),
        false => text.to_owned(),
    }
}
