//! Facts that say the same, and facts of which the newer one makes the older one untrue.

use palimp_core::distill::split_decider;

use super::claim::{Claim, parse_claims};
use super::compare::{is_part, is_same, makes_untrue};

/// The longest fact that lays something down, in words: longer ones tell what was seen and done.
const MAX_RULE_WORDS: usize = 25;

/// A fact that is compared with many others.
#[derive(Clone, Debug)]
pub struct ComparableFact {
    /// Its letters and digits, in lower case.
    plain: String,
    claims: Vec<Claim>,
    /// The fact is short enough to be reversed and to reverse another.
    is_rule: bool,
}

impl ComparableFact {
    /// Reads a fact. The mark of who decided it is no part of what it says.
    pub fn from_text(fact: &str) -> ComparableFact {
        let (fact, _) = split_decider(fact);
        let letters = fact.chars().filter(|c| c.is_alphanumeric());
        ComparableFact {
            plain: letters.flat_map(char::to_lowercase).collect(),
            claims: parse_claims(fact),
            is_rule: fact.split_whitespace().count() <= MAX_RULE_WORDS,
        }
    }

    /// Returns true if both say the same, in the same words or nearly so.
    pub fn is_same_as(&self, other: &ComparableFact) -> bool {
        self.plain == other.plain
            || self.main_claims().next().is_some()
                && self.main_claims().count() == other.main_claims().count()
                && self
                    .main_claims()
                    .zip(other.main_claims())
                    .all(|(one, other)| is_same(one, other))
    }

    /// Returns true if this fact says no more than `other` does.
    pub fn is_within(&self, other: &ComparableFact) -> bool {
        let within = |one: &Claim| other.claims.iter().any(|other| is_part(one, other));
        self.is_same_as(other) || !self.claims.is_empty() && self.claims.iter().all(within)
    }

    /// Returns true if this fact, which is the newer one, makes `older` untrue as a whole.
    pub fn contradicts(&self, older: &ComparableFact) -> bool {
        let untrue = |old: &Claim| self.claims.iter().any(|new| makes_untrue(new, old));
        self.is_rule
            && older.is_rule
            && older.main_claims().next().is_some()
            && older.main_claims().all(untrue)
            && !self.is_same_as(older)
    }

    /// Returns the claims that do not only accompany another one.
    fn main_claims(&self) -> impl Iterator<Item = &Claim> {
        self.claims.iter().filter(|claim| !claim.is_aside)
    }
}

/// Returns true if two facts say the same.
///
/// ```
/// use palimp_rules::reflect::is_same_fact;
///
/// assert!(is_same_fact("We use pnpm.", "we use `pnpm`"));
/// assert!(is_same_fact("Never push to main", "main에 푸시하지 마"));
/// assert!(!is_same_fact("We use pnpm", "We do not use pnpm"));
/// ```
pub fn is_same_fact(one: &str, other: &str) -> bool {
    ComparableFact::from_text(one).is_same_as(&ComparableFact::from_text(other))
}

/// Returns true if the newer of two facts makes the older one untrue.
///
/// ```
/// use palimp_rules::reflect::contradicts;
///
/// assert!(contradicts("We use pnpm, not npm", "We use npm"));
/// assert!(contradicts("once per line, not per receipt", "Round VAT once per receipt, not per line"));
/// assert!(contradicts("포트는 8080이다", "The port is 3000"));
/// assert!(!contradicts("Staging runs on port 8080", "Production runs on port 3000"));
/// ```
pub fn contradicts(newer: &str, older: &str) -> bool {
    ComparableFact::from_text(newer).contradicts(&ComparableFact::from_text(older))
}
