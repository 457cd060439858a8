//! Days and authors of hits in notes: those of the line that answers, rather than those of its note.

use std::cmp::Reverse;

use palimp_note::origin::NoteOrigins;
use palimp_note::provenance::line_without_comments;

use super::{HitSource, SearchHit, SearchResults, matching_word_ranges};
use crate::home::note_store::NoteStore;
use crate::retrieval::indexing::parse_leading_date;

impl NoteStore {
    /// Gives each hit in a note of the vault the day and the author of the line that says most of the question.
    pub(crate) fn date_hits(&self, question: &str, answer: &mut SearchResults) {
        let of_notes = |hit: &&mut SearchHit| hit.source == HitSource::Notes && hit.team.is_none();
        for hit in answer.hits.iter_mut().filter(of_notes) {
            let path = hit.path.clone().unwrap_or_default();
            let Ok(Some(note)) = self.read_note(&path) else { continue };
            let Some(line) = best_line(&note, hit, question) else { continue };
            let origin = NoteOrigins::from_note(&path, &note).of_line(line);
            hit.author = origin.author;
            let day = origin.day.and_then(|day| parse_leading_date(&day));
            hit.created_at = day.unwrap_or(hit.created_at);
        }
    }
}

/// Returns the number of the line of a hit that says most of the question, from 1.
fn best_line(note: &str, hit: &SearchHit, question: &str) -> Option<usize> {
    let number = |line: Option<i64>| usize::try_from(line?).ok();
    let (first, last) = (number(hit.start_line)?, number(hit.end_line)?);
    let lines = (1..).zip(note.lines()).skip(first.checked_sub(1)?).take(last + 1 - first);
    let says = |line: &str| line.chars().any(char::is_alphanumeric) && !line.starts_with('#');
    let said = lines.map(|(number, line)| (number, line_without_comments(line)));
    let marked = said.filter(|(_, line)| says(line));
    let best = marked.max_by_key(|(number, line)| {
        (matching_word_ranges(line, question).len(), Reverse(*number))
    });
    best.map(|(number, _)| number)
}
