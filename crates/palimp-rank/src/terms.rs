//! Terms under which a chunk is indexed.

use crate::analysis::{hangul_runs, index_terms};

use super::ChunkPassage;
use super::marker_terms::{self, ASKS_SIGN, WHEN_SIGN};
use super::verbs::verb_terms;

/// The version of the terms that chunks are indexed under: an index with another one is rebuilt.
pub const TERMS_VERSION: u32 = 2;

/// Calls `emit` with each term that a chunk is indexed under; their number is its length.
///
/// The headings above a chunk say what it is about as much as its own words do, and so does the
/// name of its note. Who said it is not among the terms: see [`super::Slot::speaker`].
pub fn entry_terms(passage: &ChunkPassage, mut emit: impl FnMut(&str)) {
    let message = !passage.speaker.is_empty();
    index_terms(&passage.text, &mut emit);
    index_terms(&passage.heading, &mut emit);
    if !passage.heading.starts_with(passage.title.as_str()) {
        index_terms(&passage.title, &mut emit);
    }
    index_terms(&passage.labels, &mut emit);
    for text in [&passage.text, &passage.heading].into_iter().filter(|text| !text.is_ascii()) {
        hangul_runs(text, |run| verb_terms(run, &mut emit));
    }
    if !message {
        index_terms(path_tail(&passage.path), &mut emit);
    }
    if message && marker_terms::ends_with_question(&passage.text) {
        emit(ASKS_SIGN);
    }
    if message && marker_terms::says_when(&passage.text) {
        emit(WHEN_SIGN);
    }
}

/// The last two components of a path: what lies further up says nothing about a note.
fn path_tail(path: &str) -> &str {
    let parent = path.rfind('/').and_then(|name| path[..name].rfind('/'));
    parent.map_or(path, |slash| &path[slash + 1..])
}

/// The name of a file without its directories and its extension.
pub(super) fn file_stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(passage: &ChunkPassage) -> Vec<String> {
        let mut terms = Vec::new();
        entry_terms(passage, |term| terms.push(term.to_owned()));
        terms
    }

    #[test]
    fn a_chunk_is_found_by_its_headings_and_its_path() {
        let path = ["procedures/deploy.md", "procedur", "deploy.md", "deploy", "md"];
        let mut passage = ChunkPassage {
            path: "/home/ann/vault/procedures/deploy.md".to_owned(),
            text: "Tag main".to_owned(),
            title: "Release".to_owned(),
            ..ChunkPassage::default()
        };
        assert_eq!(terms(&passage), [&["tag", "main", "releas"], &path[..]].concat());
        passage.heading = "Release > Steps".to_owned();
        assert_eq!(terms(&passage), [&["tag", "main", "releas", "step"], &path[..]].concat());
    }

    #[test]
    fn form_of_a_verb_is_indexed_under_its_stem() {
        let passage =
            ChunkPassage { text: "빌드가 깨졌다".to_owned(), ..ChunkPassage::default() };
        assert!(terms(&passage).contains(&"깨지+".to_owned()));
    }

    #[test]
    fn a_message_bears_signs_and_no_name() {
        let passage = ChunkPassage {
            speaker: "Ann".to_owned(),
            path: "session".to_owned(),
            text: "Two bugs today?".to_owned(),
            ..ChunkPassage::default()
        };
        assert_eq!(terms(&passage), ["two", "bug", "today", ASKS_SIGN, WHEN_SIGN]);
    }
}
