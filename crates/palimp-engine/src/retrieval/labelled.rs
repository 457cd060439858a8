//! Notes with some tags and properties, as hits of a search that asks for no words.

use jiff::tz::TimeZone;
use palimp_core::text::prefix;
use palimp_note::origin::default_author;
use palimp_note::provenance::line_without_comments;
use palimp_note::{Labels, NoteMetadata};

use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::home::redaction;
use crate::retrieval::indexing::{IndexFile, created_at};
use crate::retrieval::recall::{SearchHit, SearchResults};

/// Characters of a note that a hit shows.
const MAX_SNIPPET_CHARS: usize = 700;

impl NoteStore {
    /// Returns the notes that have these labels, in the order of [`NoteStore::list_with`], at most `limit`: each with its
    /// beginning, and of no score.
    ///
    /// # Errors
    ///
    /// When the vault cannot be read.
    pub fn labelled(&self, labels: &Labels, limit: usize) -> Result<SearchResults, Error> {
        let is_indexed = self.index_filter();
        let read = self.read_labelled(labels)?.filter(|(file, ..)| is_indexed(&file.path));
        let read = read.take(limit);
        let hits = read.map(|(file, text, note)| self.hit(&file, &text, note)).collect();
        let mut answer = SearchResults { hits, ..SearchResults::default() };
        answer.in_zone(&TimeZone::system());
        Ok(answer)
    }

    fn hit(&self, file: &IndexFile, text: &str, note: NoteMetadata) -> SearchHit {
        let created_at = created_at(file, text, &note);
        let lines = text[note.front.unwrap_or_default().end..].lines();
        // A line that is a comment alone says nothing.
        let said = lines.map(|line| (line, line_without_comments(line)));
        let said = said.filter(|(line, said)| line.trim().is_empty() || !said.trim().is_empty());
        let said = said.map(|(_, said)| said).collect::<Vec<_>>().join("\n");
        let snippet = redaction::redactor(&self.settings).redact(said.trim()).into_owned();
        SearchHit {
            path: Some(file.path.clone()),
            start_line: Some(1),
            end_line: i64::try_from(text.lines().count()).ok(),
            snippet: prefix(&snippet, MAX_SNIPPET_CHARS).to_owned(),
            project: note.project,
            author: default_author(&file.path, text),
            created_at,
            ..SearchHit::empty()
        }
    }
}
