//! The facts of a note that speak of places in the code.

use palimp_note::anchor::{self, Anchor};
use palimp_note::authors::{self, Authors};
use palimp_note::provenance::{self, Provenance};

/// A fact with anchors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AnchoredFact {
    /// The line of its first words, from 1.
    pub(crate) line: usize,
    /// The line in which its anchors stand: another one only where it has several lines.
    pub(crate) comment: usize,
    /// The words of that line.
    pub(crate) said: String,
    /// Provenance of the fact: its author and the project in which it holds.
    pub(crate) by: Option<Provenance>,
    /// The places in the code that the fact refers to.
    pub(crate) anchors: Vec<Anchor>,
}

/// Mark in the index of a note that may contain anchored facts, so that no other note is read for
/// them.
pub(crate) const ANCHORED_MARK: &str = "anchored";

/// True if a note may contain anchored facts.
pub(crate) fn may_be_in(note: &str) -> bool {
    note.contains("<!-- palimp:at ") || note.contains(" places=")
}

/// Returns the facts of a note that have anchors and still hold, in the note's order. A place named
/// before anchors existed has no sketch, so its content is unknown.
pub(crate) fn anchored_facts(note: &str) -> Vec<AnchoredFact> {
    if !may_be_in(note) {
        return Vec::new();
    }
    let (said, authors) = (authors::strip_comments(note), Authors::parse(note));
    let said: Vec<&str> = said.lines().collect();
    let mut found = Vec::new();
    for (at, line) in note.lines().enumerate() {
        let words = said.get(at).copied().unwrap_or("");
        // What stands in a code fence is no comment.
        if words.len() == line.len() {
            continue;
        }
        let anchors = in_line(line);
        let Some(of) = spoken_for(&said, at).filter(|_| !anchors.is_empty()) else { continue };
        let words = strip_list_marker(said[of]);
        if !words.starts_with("~~") {
            let by = authors.of_line(of + 1).cloned();
            let said = words.to_owned();
            found.push(AnchoredFact { line: of + 1, comment: at + 1, said, by, anchors });
        }
    }
    found
}

/// The anchors in a line, and the places that its author named.
pub(super) fn in_line(line: &str) -> Vec<Anchor> {
    let by = provenance::taken_out(line).and_then(|(_, comment)| match comment {
        provenance::Comment::By(by) => Some(by),
        _ => None,
    });
    let places = by.and_then(|by| by.places).unwrap_or_default();
    let places = places.split('|').filter_map(Anchor::parse_location);
    Anchor::in_line(line).into_iter().chain(places).take(anchor::MAX_ANCHORS_PER_FACT).collect()
}

/// The line whose words a comment in the line `at` goes with: itself, or the first one below it that
/// says something, or the last one above.
fn spoken_for(said: &[&str], at: usize) -> Option<usize> {
    let says = |line: &usize| said.get(*line).is_some_and(|line| !line.trim().is_empty());
    (at..said.len().min(at + 3)).find(says).or_else(|| (0..at).rev().find(says))
}

/// Removes the list marker from a line.
fn strip_list_marker(line: &str) -> &str {
    let text = line.trim();
    ["- ", "* ", "+ "].into_iter().find_map(|mark| text.strip_prefix(mark)).unwrap_or(text).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_found_where_their_comments_stand() {
        let note = "# D\n\n- a <!-- palimp: by=agent project=p --> <!-- palimp:at a.rs:3 s=- -->\n\
                    - b\n\
                    - c <!-- palimp: by=agent places=x.rs:4|../y|%2Fz -->\n\
                    - ~~d~~ <!-- palimp:at a.rs:3 -->\n\
                    ```\n- e <!-- palimp:at a.rs:3 -->\n```\n\n\
                    <!-- palimp: by=agent --> <!-- palimp:at b.rs -->\nf\ng\n<!-- palimp: end -->\n";
        let found = anchored_facts(note);
        let seen: Vec<_> = found
            .iter()
            .map(|it| {
                (it.line, it.said.as_str(), it.anchors[0].display_location(), it.anchors.len())
            })
            .collect();
        let expect = [(3, "a", "a.rs:3"), (5, "c", "x.rs:4"), (12, "f", "b.rs")];
        assert_eq!(seen, expect.map(|(line, said, place)| (line, said, place.to_owned(), 1)));
        assert_eq!(found[0].by.as_ref().unwrap().project.as_deref(), Some("p"));
        assert!(anchored_facts("- a\n").is_empty());
    }
}
