//! Matches of a text to forget.

use std::borrow::Cow;
use std::path::PathBuf;

use palimp_core::author::AuthorKind;
use palimp_core::forget_query::ForgetQuery;
use palimp_core::text::{ellipsis, one_line};
use palimp_note::authors::Authors;
use palimp_note::provenance::line_without_comments;
use palimp_note::removal;
use palimp_store::activity::{ForgottenCounts, MatchingRows};
use serde::Serialize;

/// Everything that contains a text or is named by it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ForgetMatches {
    /// The note that the text names.
    pub note: Option<String>,
    /// The lines of notes that say the text, or of which a comment of palimp's names it.
    pub passages: Vec<MatchedLine>,
    /// Notes that bear it in their names, which stay as they are.
    pub named: Vec<String>,
    /// Earlier versions of notes that hold it.
    pub versions: usize,
    /// Proposals that wait for the user and hold it.
    pub proposals: usize,
    /// Conversations held with palimp that say it.
    pub chats: usize,
    /// Lines of the log that say it.
    pub log: usize,
    /// Commits and decision records of repositories that say it, by their names. They go from the index
    /// alone: git keeps them.
    pub history: Vec<String>,
    /// Files that say it and were set aside because they were damaged.
    pub damaged: Vec<PathBuf>,
    /// Counts of captured rows.
    #[serde(flatten)]
    pub captured: ForgottenCounts,
    /// Captured rows.
    #[serde(skip)]
    pub said: MatchingRows,
}

/// A line of a note that contains a text to forget.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MatchedLine {
    /// The note, relative to the vault.
    pub path: String,
    /// Its number, from 1.
    pub line: usize,
    /// The part of the line around the text.
    pub text: String,
    /// Author of the line.
    pub author: AuthorKind,
    /// The new line if only a name in it is replaced; none if the line is removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub becomes: Option<String>,
    /// All that it says.
    #[serde(skip)]
    pub whole: String,
}

impl MatchedLine {
    /// The whole line without palimp's comment.
    pub(super) fn plain_line(&self) -> Cow<'_, str> {
        line_without_comments(&self.whole)
    }
}

impl ForgetMatches {
    /// True if there is nothing to forget.
    pub fn is_empty(&self) -> bool {
        let ForgetMatches {
            note,
            passages,
            versions,
            proposals,
            chats,
            log,
            damaged,
            captured,
            history,
            ..
        } = self;
        let numbers = [versions, proposals, chats, log];
        note.is_none()
            && passages.is_empty()
            && damaged.is_empty()
            && history.is_empty()
            && numbers.into_iter().all(|number| *number == 0)
            && *captured == ForgottenCounts::default()
    }
}

/// Returns the lines of a note that contain `wanted`, or that a comment with it belongs to.
pub(super) fn matching_lines(path: &str, text: &str, wanted: &ForgetQuery) -> Vec<MatchedLine> {
    let authors = Authors::parse(text);
    let mut lines = text.lines().enumerate();
    let changes = removal::line_changes(text, wanted).into_iter();
    let passage = |(at, becomes)| {
        let (_, line) = lines.find(|(number, _)| *number == at)?;
        Some(MatchedLine {
            path: path.to_owned(),
            line: at + 1,
            text: excerpt_around(line, wanted),
            author: authors.of_line(at + 1).map_or(AuthorKind::User, |by| by.by),
            becomes,
            whole: line.to_owned(),
        })
    };
    changes.filter_map(passage).collect()
}

/// The notes of passages, each once.
pub(super) fn notes_of(passages: &[MatchedLine]) -> Vec<&str> {
    let mut paths: Vec<&str> = passages.iter().map(|it| it.path.as_str()).collect();
    paths.sort_unstable();
    paths.dedup();
    paths
}

/// Shortens a long line to the part around the match.
fn excerpt_around(line: &str, wanted: &ForgetQuery) -> String {
    let line = one_line(line);
    let says = |start: &usize| wanted.is_in(&line[*start..]);
    let starts = line.char_indices().map(|(at, _)| at);
    let at = starts.take_while(says).last().unwrap_or(0);
    let before = at.saturating_sub(60).min(line.len());
    let start = (0..=before).rev().find(|&start| line.is_char_boundary(start)).unwrap_or(0);
    let head = if start > 0 { "…" } else { "" };
    format!("{head}{}", ellipsis(&line[start..], 120))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_shown_around_the_text() {
        let line = format!("{} the walrus {}", "가나다 ".repeat(50), "end ".repeat(50));
        let shown = excerpt_around(&line, &ForgetQuery::new("WALRUS"));
        assert!(shown.contains("the walrus") && shown.starts_with('…') && shown.ends_with('…'));
        assert_eq!(excerpt_around("short walrus", &ForgetQuery::new("walrus")), "short walrus");
    }
}
