//! A passage → what speaks for it.

use super::TermPostings;
use super::features::{Features, Odds};
use super::read::SectionHits;
use super::words::{PromptWord, PromptWords, TermVariant};

/// Weights of a word in the heading and in the title, relative to one in the text.
const HEADING_WORD_WEIGHT: f32 = 0.85;
const TITLE_WORD_WEIGHT: f32 = 0.6;
/// Weight of a word elsewhere in the section, and maximum number of passages in which it is looked
/// for.
const ELSEWHERE_WORD_WEIGHT: f32 = 0.5;
const MAX_OTHER_PASSAGES: usize = 12;
/// The length of a passage, in words, in which a word of b bits stands with a chance of 2 to the -b.
const REFERENCE_PASSAGE_WORDS: f32 = 60.0;
/// Maximum distance of two neighbouring words, in words.
const MAX_NEIGHBOUR_DISTANCE_WORDS: u32 = 3;

impl<S: TermPostings> PromptWords<'_, S> {
    /// Returns the evidence for the passage with this number, as the answer to these words.
    pub(super) fn passage_features(
        &self,
        words: &[usize],
        read: &SectionHits,
        passage: usize,
        odds: &Odds,
    ) -> Features {
        let Odds { asked, tries, vocabulary, .. } = *odds;
        let mut features = Features { asked, tries, vocabulary, ..Features::default() };
        let (mut expected, mut variance, mut elsewhere) = (0.0, 0.0, 0.0);
        let mut before = None;
        for &word in words {
            let word = &self.words[word];
            let chance = word.hit_chance(read.passages[passage].length);
            expected += chance * word.bits;
            variance += chance * (1.0 - chance) * word.bits * word.bits;
            let place = word.find_placement(read, passage);
            features.held += place.held;
            features.heading += place.named;
            elsewhere += place.elsewhere;
            if let (Some(before), Some(at)) = (before, place.at)
                && are_neighbours(before, at, read, passage)
            {
                features.adjacency += f32::min(before.value, at.value);
            }
            before = place.at;
        }
        features.surprise = (features.held - expected) / (variance + Odds::BASE_VARIANCE).sqrt();
        features.coverage = (features.held + elsewhere) / odds.asked.max(Odds::MIN_QUESTION_BITS);
        features.heading_share = features.heading / odds.asked.max(1.0);
        features.evidence = features.held - odds.chance;
        features
    }
}

/// Bits of a word that a section holds, by place.
#[derive(Default)]
struct WordPlacement<'w> {
    /// Bits in the passage, or named above it.
    held: f32,
    /// Bits in headings and title.
    named: f32,
    /// Bits in the section's other passages, where the passage holds none.
    elsewhere: f32,
    /// The form by which the passage's own text holds it.
    at: Option<&'w TermVariant>,
}

impl PromptWord {
    /// The chance that a passage of so many words holds it.
    pub(super) fn hit_chance(&self, length: u32) -> f32 {
        1.0 - (1.0 - (-self.bits).exp2()).powf(length as f32 / REFERENCE_PASSAGE_WORDS)
    }

    fn find_placement(&self, read: &SectionHits, passage: usize) -> WordPlacement<'_> {
        let mut place = WordPlacement::default();
        for form in &self.forms {
            if place.at.is_none() && read.passages[passage].term_positions(form.term).is_some() {
                place.at = Some(form);
            }
            let named = if read.heading.contains(&form.term) {
                HEADING_WORD_WEIGHT
            } else if read.title.contains(&form.term) {
                TITLE_WORD_WEIGHT
            } else {
                0.0
            };
            place.named = place.named.max(named * form.value);
            let others = read.passages.iter().take(MAX_OTHER_PASSAGES).enumerate();
            let mut others = others.filter(|(number, _)| *number != passage);
            if others.any(|(_, other)| other.term_positions(form.term).is_some()) {
                place.elsewhere = place.elsewhere.max(ELSEWHERE_WORD_WEIGHT * form.value);
            }
        }
        place.held = place.at.map_or(0.0, |form| form.value).max(place.named);
        if place.held > 0.0 {
            place.elsewhere = 0.0;
        }
        place
    }
}

fn are_neighbours(
    first: &TermVariant,
    second: &TermVariant,
    read: &SectionHits,
    passage: usize,
) -> bool {
    let places =
        |form: &TermVariant| read.passages[passage].term_positions(form.term).unwrap_or_default();
    let near = |a: &u32, b: &u32| a != b && a.abs_diff(*b) <= MAX_NEIGHBOUR_DISTANCE_WORDS;
    places(first).iter().any(|a| places(second).iter().any(|b| near(a, b)))
}
