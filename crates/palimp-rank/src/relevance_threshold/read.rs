//! A section, read for the words of a prompt.

use std::collections::HashMap;
use std::ops::Range;

use crate::analysis::{Sought, tokens_for};

use super::NoteSection;
use super::passages::passage_ranges;

/// A section holds no more passages than these.
const MAX_SECTION_PASSAGES: usize = 40;

/// So many words that say something are read of a heading: one that lists words of all kinds speaks of none.
const MAX_HEADING_WORDS: usize = 8;
/// A label of so many words that say something is short.
const SHORT_LABEL_WORDS: usize = 3;

/// Positions of a prompt's words in a section.
pub(super) struct SectionHits {
    /// The terms of the title and of the headings above the section's own.
    pub title: Vec<u32>,
    /// The terms of its own heading.
    pub heading: Vec<u32>,
    /// Its passages.
    pub passages: Vec<PassageHits>,
}

/// Positions of a prompt's words in a passage.
pub(super) struct PassageHits {
    /// Byte range in the section's text.
    pub range: Range<usize>,
    /// Number of words that are not stop words.
    pub length: u32,
    /// The number of each term of the prompt that it holds, and at which words.
    pub hits: Vec<(u32, Vec<u32>)>,
}

impl PassageHits {
    /// At which words a term stands.
    pub(super) fn term_positions(&self, term: u32) -> Option<&[u32]> {
        let found = self.hits.iter().find(|(number, _)| *number == term);
        found.map(|(_, places)| places.as_slice())
    }
}

impl SectionHits {
    /// Reads a section for the terms that have a number, which are sought.
    pub(super) fn new(
        section: &NoteSection,
        sought: &Sought,
        terms: &HashMap<String, u32>,
    ) -> SectionHits {
        let known = |text: &str| {
            let (mut length, mut found) = (0, Vec::new());
            tokens_for(sought, text, |token| {
                length += usize::from(!token.stop);
                found.extend(terms.get(token.term).filter(|_| length <= MAX_HEADING_WORDS));
            });
            found
        };
        let (above, own) = section.heading.rsplit_once(" > ").unwrap_or(("", &section.heading));
        let mut title = known(&section.title);
        title.extend(known(above));
        // What it is found by says what it is about, as its heading does.
        let mut heading = known(own);
        for label in section.labels.split('|').filter(|label| !label.is_empty()) {
            heading.extend(asked_for(label, (sought, terms)));
        }
        let mut ranges = passage_ranges(&section.text);
        if ranges.is_empty() {
            ranges.push(0..section.text.len());
        }
        let passage = |range: Range<usize>| {
            PassageHits::new(&section.text[range.clone()], range, (sought, terms))
        };
        let passages = ranges.into_iter().take(MAX_SECTION_PASSAGES).map(passage).collect();
        SectionHits { title, heading, passages }
    }
}

/// The terms of a label by which a prompt asks for its section: where it says half of a short label, or
/// more than half of another. One that lists words of all kinds is asked for by no prompt.
fn asked_for(label: &str, (sought, terms): (&Sought, &HashMap<String, u32>)) -> Vec<u32> {
    let (mut length, mut said, mut found) = (0, 0, Vec::new());
    tokens_for(sought, label, |token| {
        let known = terms.get(token.term);
        length += usize::from(!token.stop);
        said += usize::from(!token.stop && known.is_some());
        found.extend(known);
    });
    let needed = if length <= SHORT_LABEL_WORDS { length.div_ceil(2) } else { length / 2 + 1 };
    if said < needed { Vec::new() } else { found }
}

impl PassageHits {
    fn new(
        text: &str,
        range: Range<usize>,
        (sought, terms): (&Sought, &HashMap<String, u32>),
    ) -> PassageHits {
        let (mut length, mut hits) = (0, Vec::<(u32, Vec<u32>)>::new());
        tokens_for(sought, text, |token| {
            length += u32::from(!token.stop);
            // Most words are not sought, and have no term.
            if token.term.is_empty() {
                return;
            }
            let Some(&term) = terms.get(token.term) else { return };
            match hits.iter_mut().find(|(number, _)| *number == term) {
                Some((_, places)) => places.push(token.at),
                None => hits.push((term, vec![token.at])),
            }
        });
        PassageHits { range, length, hits }
    }
}
