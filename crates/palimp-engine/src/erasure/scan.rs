//! Secrets that are already stored: where they stand, never what they are.

use palimp_redact::Redactor;
use palimp_store::activity::{ActivityDb, StoredText};
use serde::Serialize;

use crate::chat;
use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::home::redaction;

/// Position of a stored secret; never the secret itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoredSecret {
    /// Kind of the secret.
    pub kind: &'static str,
    /// The table of the database, or `notes`, `history` or `chats`.
    pub table: &'static str,
    /// The column.
    pub column: &'static str,
    /// The row; of a note the line.
    pub row: String,
}

impl StoredSecret {
    /// True if the secret is in a note, which only its owner changes.
    pub fn is_in_note(&self) -> bool {
        self.table == NOTES_TABLE
    }
}

const NOTES_TABLE: &str = "notes";

impl NoteStore {
    /// Returns the stored secrets. `fix` redacts them in palimp's own data: captured events,
    /// earlier versions of notes, conversations.
    ///
    /// # Errors
    ///
    /// When something cannot be read or changed.
    pub fn find_secrets(
        &self,
        db: Option<&mut ActivityDb>,
        fix: bool,
    ) -> Result<Vec<StoredSecret>, Error> {
        // What the settings switch off was stored because they do; it is looked for all the same.
        let redactor = redaction::secret_finder(&self.settings);
        let mut found = self.secrets_of_notes(&redactor)?;
        found.extend(self.secrets_of_history(&redactor, fix)?);
        found.extend(self.secrets_of_chats(&redactor, fix)?);
        let Some(db) = db else { return Ok(found) };
        let mut clean = Vec::new();
        db.each_text(&self.agent, |StoredText { table, column, row, text }| {
            let findings = redactor.find(&text);
            let here = findings.iter().map(|it| StoredSecret {
                kind: it.kind,
                table,
                column,
                row: row.clone(),
            });
            found.extend(here);
            if fix && !findings.is_empty() {
                clean.push(StoredText {
                    table,
                    column,
                    row,
                    text: redactor.redact(&text).into_owned(),
                });
            }
        })?;
        db.replace_texts(&clean)?;
        Ok(found)
    }

    /// They are only named: a note is its owner's.
    fn secrets_of_notes(&self, redactor: &Redactor) -> Result<Vec<StoredSecret>, Error> {
        let mut found = Vec::new();
        for note in self.scan_notes()? {
            let text =
                palimp_files::read(&self.root().join(note.path.as_str())).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            found.extend(redactor.find(&text).into_iter().map(|finding| {
                let line = text[..finding.start].matches('\n').count() + 1;
                text_secret(finding.kind, NOTES_TABLE, format!("{}:{line}", note.path))
            }));
        }
        Ok(found)
    }

    /// Earlier versions are palimp's own; `fix` removes those that hold some.
    fn secrets_of_history(
        &self,
        redactor: &Redactor,
        fix: bool,
    ) -> Result<Vec<StoredSecret>, Error> {
        let (mut found, mut notes) = (Vec::new(), Vec::new());
        self.each_version(|note, id, text| {
            let secrets = redactor.find(text);
            if !secrets.is_empty() && notes.last() != Some(note) {
                notes.push(note.clone());
            }
            let row = format!("{note} {id}");
            found
                .extend(secrets.into_iter().map(|it| text_secret(it.kind, "history", row.clone())));
        })?;
        for note in notes.iter().filter(|_| fix) {
            self.open_vault()?.retain_versions(note, |text| redactor.find(text).is_empty())?;
        }
        Ok(found)
    }

    fn secrets_of_chats(&self, redactor: &Redactor, fix: bool) -> Result<Vec<StoredSecret>, Error> {
        let found = chat::find_secrets(&self.home, &self.agent, redactor);
        if fix {
            chat::redact_secrets(&self.home, &self.agent, redactor)
                .map_err(|error| Error::Refused(error.to_string()))?;
        }
        Ok(found.into_iter().map(|it| text_secret(it.kind, "chats", it.place)).collect())
    }
}

fn text_secret(kind: &'static str, table: &'static str, row: String) -> StoredSecret {
    StoredSecret { kind, table, column: "text", row }
}
