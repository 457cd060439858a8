//! Lines of a note as they were saved, with their authors, struck or not.

use palimp_note::authors::Authors;
use palimp_note::provenance::{AuthorKind, Provenance, line_without_comments};

/// A line of a note, which may be struck through.
pub(crate) struct SavedLine<'n> {
    pub(crate) text: String,
    pub(crate) by: Option<&'n Provenance>,
    /// Words behind the strike; none for a line that holds.
    pub(crate) strike: Option<String>,
}

impl SavedLine<'_> {
    /// Returns true for words of a conversation that are the user's or approved, as those to remember are.
    pub(crate) fn is_remembered(&self) -> bool {
        self.by.is_some_and(|by| {
            by.session.is_some() && (by.by == AuthorKind::User || by.approved.is_some())
        })
    }
}

/// Returns the items of a note, with their authors.
pub(crate) fn saved_lines<'n>(
    note: &'n str,
    authors: &'n Authors,
) -> impl Iterator<Item = SavedLine<'n>> {
    note.lines().enumerate().filter_map(|(at, line)| {
        let said = line_without_comments(line);
        let said = said.trim().strip_prefix("- ")?;
        let struck = said.strip_prefix("~~").and_then(|rest| rest.rsplit_once("~~"));
        let (text, strike) = struck.map_or((said, None), |(text, behind)| (text, Some(behind)));
        let (text, strike) = (text.to_owned(), strike.map(str::to_owned));
        Some(SavedLine { text, by: authors.of_line(at + 1), strike })
    })
}
