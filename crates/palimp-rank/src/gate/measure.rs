//! A passage → what speaks for it.

use super::Postings;
use super::features::{Features, Odds};
use super::read::Read;
use super::words::{Form, Word, Words};

/// What a word of the heading, and of the title, counts beside one of the text.
const HEADING: f32 = 0.85;
const TITLE: f32 = 0.6;
/// What a word counts that stands elsewhere in the section, and in how many passages it is looked for.
const ELSEWHERE: f32 = 0.5;
const BESIDE: usize = 12;
/// The length of a passage, in words, in which a word of b bits stands with a chance of 2 to the -b.
const LENGTH: f32 = 60.0;
/// Words are neighbours that stand no further apart.
const APART: u32 = 3;

impl<S: Postings> Words<'_, S> {
    /// What speaks for the passage with this number, as the answer to these words.
    pub(super) fn features(
        &self,
        words: &[usize],
        read: &Read,
        passage: usize,
        odds: &Odds,
    ) -> Features {
        let Odds { asked, tries, vocabulary, .. } = *odds;
        let mut features = Features { asked, tries, vocabulary, ..Features::default() };
        let (mut expected, mut variance, mut elsewhere) = (0.0, 0.0, 0.0);
        let mut before = None;
        for &word in words {
            let word = &self.words[word];
            let chance = word.chance(read.passages[passage].length);
            expected += chance * word.bits;
            variance += chance * (1.0 - chance) * word.bits * word.bits;
            let place = word.place(read, passage);
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
        features.surprise = (features.held - expected) / (variance + Odds::VARIANCE).sqrt();
        features.coverage = (features.held + elsewhere) / odds.asked.max(Odds::LEAST);
        features.heading_share = features.heading / odds.asked.max(1.0);
        features.evidence = features.held - odds.chance;
        features
    }
}

/// What a section holds of a word.
#[derive(Default)]
struct Place<'w> {
    /// Bits in the passage, or named above it.
    held: f32,
    /// Bits in headings and title.
    named: f32,
    /// Bits in the section's other passages, where the passage holds none.
    elsewhere: f32,
    /// The form by which the passage's own text holds it.
    at: Option<&'w Form>,
}

impl Word {
    /// The chance that a passage of so many words holds it.
    pub(super) fn chance(&self, length: u32) -> f32 {
        1.0 - (1.0 - (-self.bits).exp2()).powf(length as f32 / LENGTH)
    }

    fn place(&self, read: &Read, passage: usize) -> Place<'_> {
        let mut place = Place::default();
        for form in &self.forms {
            if place.at.is_none() && read.passages[passage].places(form.term).is_some() {
                place.at = Some(form);
            }
            let named = if read.heading.contains(&form.term) {
                HEADING
            } else if read.title.contains(&form.term) {
                TITLE
            } else {
                0.0
            };
            place.named = place.named.max(named * form.value);
            let others = read.passages.iter().take(BESIDE).enumerate();
            let mut others = others.filter(|(number, _)| *number != passage);
            if others.any(|(_, other)| other.places(form.term).is_some()) {
                place.elsewhere = place.elsewhere.max(ELSEWHERE * form.value);
            }
        }
        place.held = place.at.map_or(0.0, |form| form.value).max(place.named);
        if place.held > 0.0 {
            place.elsewhere = 0.0;
        }
        place
    }
}

fn are_neighbours(first: &Form, second: &Form, read: &Read, passage: usize) -> bool {
    let places = |form: &Form| read.passages[passage].places(form.term).unwrap_or_default();
    let near = |a: &u32, b: &u32| a != b && a.abs_diff(*b) <= APART;
    places(first).iter().any(|a| places(second).iter().any(|b| near(a, b)))
}
