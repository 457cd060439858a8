//! Wishes that a user says again: standing orders, corrections, and closing rituals.

use std::collections::BTreeSet;

use palimp_rules::{closing_acts, user_statements};

use super::told::{Told, terms};

/// Two statements are the same from this share of the shorter one's words on, and of the longer one's.
const MIN_SHORTER_SHARE: f64 = 0.7;
const MIN_LONGER_SHARE: f64 = 0.5;
/// Fewer words in common prove nothing.
const MIN_COMMON_WORDS: usize = 3;
/// A longer prompt asks for more than a closing ritual, in characters.
const MAX_RITUAL_CHARS: usize = 300;
/// Words that turn a statement round.
const DENIALS: [&str; 12] = [
    "not", "never", "no", "don't", "dont", "without", "instead", "말고", "말아", "마", "하지",
    "절대",
];

/// Something that the user lays down in a sentence.
#[derive(Clone, Debug)]
pub(super) struct Wish {
    pub(super) text: String,
    terms: BTreeSet<String>,
    denies: bool,
    /// The acts of a closing ritual; none of another wish.
    acts: Vec<&'static str>,
}

/// Returns the wishes of a prompt.
pub(super) fn wishes(prompt: &str, is_first: bool) -> Vec<Wish> {
    let mut wishes: Vec<Wish> =
        user_statements(prompt, is_first).into_iter().map(Wish::statement).collect();
    let acts = closing_acts(prompt);
    if !acts.is_empty() && prompt.chars().count() <= MAX_RITUAL_CHARS {
        let (text, denies) = (acts.join(" and "), false);
        wishes.push(Wish { text, terms: BTreeSet::new(), denies, acts });
    }
    wishes
}

impl Wish {
    fn statement(text: String) -> Wish {
        let lower = text.to_lowercase().replace('’', "'");
        let mut words = lower.split(|c: char| !c.is_alphanumeric() && c != '\'');
        let denies = words.any(|word| DENIALS.contains(&word));
        Wish { terms: terms(&text), text, denies, acts: Vec::new() }
    }

    /// Returns true if both wish for the same in nearly the same words.
    pub(super) fn repeats(&self, other: &Wish) -> bool {
        if !self.acts.is_empty() || !other.acts.is_empty() {
            return self.acts == other.acts;
        }
        let common = self.terms.intersection(&other.terms).count();
        let (a, b) = (self.terms.len(), other.terms.len());
        self.denies == other.denies
            && common >= MIN_COMMON_WORDS
            && common as f64 >= MIN_SHORTER_SHARE * a.min(b) as f64
            && common as f64 >= MIN_LONGER_SHARE * a.max(b) as f64
    }

    /// Returns true if a passage says it.
    pub(super) fn is_told(&self, told: &Told) -> bool {
        if self.acts.is_empty() {
            return told.states(&self.terms);
        }
        told.passages().iter().any(|passage| {
            let said = closing_acts(&passage.text);
            self.acts.iter().all(|act| said.contains(act))
        })
    }
}
