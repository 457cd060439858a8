//! Taking lines out of a note, each with the comment that speaks for it alone.

use std::borrow::Cow;

use super::{AuthoredRow, Authors, AuthorsReader, REFLECTION_HEADING, begins_own};
use crate::provenance::{Comment, Provenance, taken_out};

/// Returns the note without palimp's comments; each line keeps its number.
pub fn strip_comments(note: &str) -> String {
    let lines: Vec<Cow<'_, str>> =
        AuthorsReader::new(note).rows.iter().map(AuthoredRow::text_without_comments).collect();
    lines.join("\n")
}

/// Returns the note without the lines for which `goes` is true, given their numbers from 0, and
/// without the comments that covered nothing else. No remaining line loses its author: the comment
/// of a paragraph that remains in part moves to the remaining part.
pub fn remove_lines(note: &str, goes: impl Fn(usize) -> bool) -> String {
    Removal::new(note, |at, _| goes(at)).carried_out(note)
}

/// The note without those lines of others of which `goes` is true, given whose they are, and without
/// the comments that say so.
pub fn without_those_by(note: &str, goes: impl Fn(&str, &Provenance) -> bool) -> String {
    let authors = AuthorsReader::new(note).read_authors();
    let goes = |at: usize, row: &AuthoredRow<'_>| {
        let says = !row.is_bare && !row.text.starts_with(REFLECTION_HEADING);
        says && authors.of_line(at + 1).is_some_and(|by| goes(&row.text_without_comments(), by))
    };
    Removal::new(note, goes).carried_out(note)
}

impl<'n> AuthoredRow<'n> {
    /// Returns true if the comment in this line makes the heading above it one of palimp's.
    fn heads_own(&self, above: &str) -> bool {
        let by = match &self.comment {
            Some(Comment::By(by)) => begins_own(above, by),
            _ => false,
        };
        by || above.starts_with(REFLECTION_HEADING)
    }

    /// Returns the text of the line without palimp's comments.
    fn text_without_comments(&self) -> Cow<'n, str> {
        let said = taken_out(self.text).filter(|_| !self.is_verbatim);
        said.map_or(Cow::Borrowed(self.text), |(said, _)| Cow::Owned(said))
    }
}

/// A note and which of its lines go.
struct Removal<'n> {
    reader: AuthorsReader<'n>,
    authors: Authors,
    gone: Vec<bool>,
}

impl<'n> Removal<'n> {
    fn new(note: &'n str, goes: impl Fn(usize, &AuthoredRow<'n>) -> bool) -> Removal<'n> {
        let reader = AuthorsReader::new(note);
        let authors = AuthorsReader::new(note).read_authors();
        let gone = reader.rows.iter().enumerate().map(|(at, row)| goes(at, row)).collect();
        Removal { reader, authors, gone }
    }

    /// The note without them.
    fn carried_out(&self, note: &str) -> String {
        let moved = self.relocated_comments();
        let gone = self.with_comments();
        let mut text = String::with_capacity(note.len());
        for (at, line) in note.split_inclusive('\n').enumerate().filter(|(at, _)| !gone[*at]) {
            match moved.iter().find(|(to, _)| *to == at) {
                Some((_, comment)) => {
                    let said = line.trim_end_matches(['\r', '\n']);
                    text.push_str(&format!("{said} {comment}{}", &line[said.len()..]));
                }
                None => text.push_str(line),
            }
        }
        text
    }

    /// The lines that say something and for which the comment speaks that stands in line `at`.
    fn spoken_for(&self, at: usize) -> impl Iterator<Item = usize> {
        let mark = self.authors.lines[at].holds;
        let rows = self.reader.rows.iter().zip(&self.authors.lines).enumerate();
        rows.filter(move |(_, (row, line))| mark.is_some() && !row.is_bare && line.mark == mark)
            .map(|(of, _)| of)
    }

    /// Returns the comments behind removed lines, each with the line of its paragraph to which it
    /// moves.
    fn relocated_comments(&self) -> Vec<(usize, String)> {
        let behind =
            self.reader.rows.iter().enumerate().filter(|(at, row)| self.gone[*at] && !row.is_bare);
        let moves = behind.filter_map(|(at, row)| {
            let Some(Comment::By(by)) = &row.comment else { return None };
            let to = self.spoken_for(at).filter(|of| !self.gone[*of]).last()?;
            Some((to, by.to_string()))
        });
        moves.collect()
    }

    /// Returns the flags of the removed lines, including comments that stand alone and covered
    /// nothing else.
    fn with_comments(&self) -> Vec<bool> {
        let mut gone = self.gone.clone();
        let rows = &self.reader.rows;
        for at in (0..rows.len()).filter(|at| rows[*at].is_bare) {
            let mut spoken = self.spoken_for(at).peekable();
            // The comment of a section of palimp's stays with its heading.
            let heads = at > 0 && rows[at].heads_own(rows[at - 1].text);
            if heads || spoken.peek().is_none() || !spoken.all(|of| self.gone[of]) {
                continue;
            }
            let ends = |at: &usize| rows[*at].comment == Some(Comment::End);
            let end = (at..rows.len()).find(ends).filter(|_| self.reader.has_end(at));
            gone[at..=end.unwrap_or(at)].fill(true);
        }
        gone
    }
}
