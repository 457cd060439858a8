//! The gate: whether a prompt is told anything at all, and which passages.
//!
//! Nobody asked palimp, so what is told has to answer something that the prompt says. Words decide:
//! how many bits of a question a passage holds, beyond what the best passage of a vault of this size
//! holds by chance. A bit is what a word tells by being rare, where developers write and in the
//! vault. A prompt is cut into the questions that it may hold, and asking often makes each answer
//! less sure. `docs/internals/relevance-threshold.md` has the figures and what was tried besides.

mod common;
mod features;
mod identifiers;
mod measure;
mod passages;
mod read;
mod related;
mod segments;
mod subject_similarity;
mod subject_terms;
mod tally;
mod vocabulary;
mod words;

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use palimp_core::embed::Thesaurus;
use palimp_core::settings::RelevanceThreshold;

use features::Odds;
use read::SectionHits;
use tally::SectionTally;
use words::PromptWords;

use crate::analysis::Sought;

pub use common::rarity;
pub use features::Features;
pub use identifiers::{extract_identifiers, without_links};
pub use related::{IndexedWindow, MIN_TELLING_BITS, Related, Windows, rank_related};
pub use segments::{PromptSegment, split_prompt};
pub use subject_similarity::TextSubject;
pub use subject_terms::subject_terms;
pub use vocabulary::measure_vocabulary;

/// The score that a passage has to reach, on the scale of [`Features::score`].
pub fn min_score(gate: RelevanceThreshold) -> f32 {
    match gate {
        RelevanceThreshold::Strict => 1.3,
        RelevanceThreshold::Normal => 0.15,
        RelevanceThreshold::Loose => -0.4,
    }
}

/// Maximum distance from the best passage at which another one is injected beside it: at this
/// distance one is seven times as likely to answer as the other.
const MAX_SCORE_GAP: f32 = 2.0;

/// Returns true if a passage of this score is injected, given the best score.
pub fn is_injected(score: f32, best: f32, gate: RelevanceThreshold) -> bool {
    score >= min_score(gate).max(best - MAX_SCORE_GAP)
}

/// Lists of numbered texts by the terms that they hold.
pub trait TermPostings {
    /// Error of reading the lists.
    type Error;

    /// Returns the number of texts.
    fn count(&mut self) -> Result<u32, Self::Error>;

    /// Adds the numbers of the texts that hold a term of the [analyzer](crate::analysis) to `into`, in
    /// ascending order.
    fn texts_with_term(&mut self, term: &str, into: &mut Vec<u32>) -> Result<(), Self::Error>;

    /// Adds the terms of the Korean words that begin with `start` to `into`.
    fn terms_with_prefix(&mut self, start: &str, into: &mut Vec<String>)
    -> Result<(), Self::Error>;
}

/// The sections of a vault, by their numbers.
pub trait SectionSource: TermPostings {
    /// Returns the share of common prompt words that the vault holds, as [`measure_vocabulary`]
    /// counts it.
    fn vocabulary_share(&mut self) -> Result<f32, Self::Error>;

    /// Returns a section; `None` if it must not be injected.
    fn section(&mut self, number: u32) -> Result<Option<NoteSection>, Self::Error>;
}

/// A section of a note.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoteSection {
    /// The title of the note.
    pub title: String,
    /// The headings above it, outermost first, joined by ` > `.
    pub heading: String,
    /// Its text.
    pub text: String,
    /// Other names and labels by which it is found, separated by `|`; never shown.
    pub labels: String,
}

/// A passage that answers, or comes near it.
#[derive(Clone, Debug, PartialEq)]
pub struct PassageCandidate {
    /// The number of its section.
    pub section: u32,
    /// Byte range in the section's text.
    pub range: Range<usize>,
    /// Relevance score.
    pub score: f32,
    /// Evidence for it.
    pub features: Features,
    /// The question that it answers.
    pub question: String,
}

/// Below the floor, passages are looked at as far as this, so that it can be said what was near.
const NEAR_MISS_MARGIN: f32 = 1.0;
/// Maximum number of sections read for a question, and maximum number of those looked up, including
/// ones that must not be injected.
const MAX_SECTIONS_READ: usize = 10;
const MAX_SECTIONS_LOOKED_UP: usize = 200;

/// Finds the passages that come near the floor or reach it, best first. Those that score less than
/// a `floor` must not be injected.
///
/// Reads the lists of the prompt's words, and a few sections for each of the questions that the
/// vault has enough to say on; the time grows with both.
pub fn find_passages<S: SectionSource>(
    sections: &mut S,
    prompt: &str,
    thesaurus: Option<&dyn Thesaurus>,
    floor: f32,
) -> Result<Vec<PassageCandidate>, S::Error> {
    let mut words = PromptWords::new(sections, thesaurus)?;
    let mut questions = Vec::new();
    for segment in split_prompt(prompt) {
        let numbers = words.segment_words(&segment)?;
        if !numbers.is_empty() {
            questions.push((segment.text, numbers));
        }
    }
    let mut asked = PromptSearch {
        sought: Sought::from_terms(words.terms.keys().map(String::as_str)),
        tally: SectionTally::new(words.section_end()),
        words,
        read: HashMap::new(),
        best: BTreeMap::new(),
        floor: floor - NEAR_MISS_MARGIN,
    };
    let count = asked.words.sections.count()?;
    let chance = (count as f32 + 1.0).log2();
    let tries = (questions.len() as f32).ln();
    let vocabulary = asked.words.sections.vocabulary_share()?;
    for (text, words) in &questions {
        let bits = words.iter().map(|&word| asked.words.words[word].lacking).sum();
        asked.search_question(text, words, &Odds { asked: bits, tries, chance, vocabulary })?;
    }
    let mut found: Vec<PassageCandidate> = asked.best.into_values().collect();
    found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.section.cmp(&b.section)));
    Ok(found)
}

/// A prompt that is being asked.
struct PromptSearch<'a, S: SectionSource> {
    words: PromptWords<'a, S>,
    sought: Sought,
    tally: SectionTally,
    /// The sections that were read; none of those that must not be told.
    read: HashMap<u32, Option<SectionHits>>,
    /// The best of each passage, by section and place.
    best: BTreeMap<(u32, usize), PassageCandidate>,
    floor: f32,
}

impl<S: SectionSource> PromptSearch<'_, S> {
    fn search_question(
        &mut self,
        text: &str,
        words: &[usize],
        odds: &Odds,
    ) -> Result<(), S::Error> {
        let Some(needed) = odds.needed_bits(self.floor) else { return Ok(()) };
        self.tally_sections(words, needed);
        let mut read = 0;
        for section in self.tally.sections_above(needed).into_iter().take(MAX_SECTIONS_LOOKED_UP) {
            self.look_up(section)?;
            let Some(Some(known)) = self.read.get(&section) else { continue };
            for number in 0..known.passages.len() {
                let features = self.words.passage_features(words, known, number, odds);
                let score = features.score();
                let range = known.passages[number].range.clone();
                let known = self.best.get(&(section, range.start));
                if score >= self.floor && known.is_none_or(|known| known.score < score) {
                    let question = text.to_owned();
                    let found = PassageCandidate { section, range, score, features, question };
                    self.best.insert((section, found.range.start), found);
                }
            }
            read += 1;
            if read == MAX_SECTIONS_READ {
                break;
            }
        }
        Ok(())
    }

    /// Adds up what each section holds of a question. Once the words that are left hold too little
    /// together, no further section can have enough.
    fn tally_sections(&mut self, words: &[usize], needed: f32) {
        let best =
            |word: usize| self.words.words[word].forms.first().map_or(0.0, |form| form.value);
        let mut order = words.to_vec();
        order.sort_by(|&a, &b| best(b).total_cmp(&best(a)));
        let mut left: f32 = order.iter().map(|&word| best(word)).sum();
        self.tally.start_question();
        for word in order {
            let forms = self.words.words[word].forms.iter();
            let forms = forms.map(|form| (form.value, form.sections.as_slice()));
            self.tally.add_word(forms, left >= needed);
            left -= best(word);
        }
    }

    fn look_up(&mut self, section: u32) -> Result<(), S::Error> {
        if !self.read.contains_key(&section) {
            let found = self.words.sections.section(section)?;
            let read = found.map(|found| SectionHits::new(&found, &self.sought, &self.words.terms));
            self.read.insert(section, read);
        }
        Ok(())
    }
}
