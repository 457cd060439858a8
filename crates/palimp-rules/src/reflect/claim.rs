//! Claims: what a fact is about, and the answers that it gives.
//!
//! A claim is a clause. Two claims can only contradict each other where they are about the same, so
//! everything that tells subjects apart (words, places, bounds) is kept apart from the answers.

use std::collections::{BTreeMap, BTreeSet};

use super::clause::{split_clauses, without_reason};
use super::overlap::{IDENTIFIER_WEIGHT, STRONG_WEIGHT, WeightedWords};
use super::token::{FactToken, StopMark, tokenize_fact};
use super::value::Dimension;

/// Kind of an answer; two answers exclude each other only if they are of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AnswerKind {
    /// A number, a day, a path.
    Value(Dimension),
    /// The number behind the name of a tool.
    Version,
    /// A tool that excludes others.
    Tool,
    /// A word of the lexicon's line with this number.
    Word(usize),
    /// The word at the place of a sentence where an answer stands: `sort by date`.
    Part(AnswerPart),
}

impl AnswerKind {
    /// Returns true for numbers with or without a unit.
    pub(super) const fn is_quantity(self) -> bool {
        use Dimension::{Count, Duration, Percent, Size};
        matches!(self, AnswerKind::Value(Count | Percent | Duration | Size))
    }
}

/// Place of a sentence where an answer stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AnswerPart {
    /// `per receipt`, `영수증마다`.
    Per,
    /// `by date`, `날짜순으로`.
    By,
    /// `as CSV`, `파일로`, `the owner is Kim`.
    As,
}

/// The longest clause that can continue the one before it, in words.
const MAX_CONTINUATION_WORDS: usize = 4;
/// The most names that a clause has which does nothing but turn something down.
const MAX_REFUSED_NAMES: usize = 2;

/// Claim of a clause.
#[derive(Clone, Debug, Default)]
pub(super) struct Claim {
    /// The subject, in words.
    pub(super) words: WeightedWords,
    /// The answers.
    pub(super) answers: BTreeMap<AnswerKind, BTreeSet<String>>,
    /// The subject and the answers, in words.
    pub(super) everything: WeightedWords,
    /// Phrases that are turned down in favour of an answer.
    pub(super) rejected: BTreeSet<String>,
    /// Names of what comes first, and of what comes then.
    pub(super) order: Option<(BTreeSet<String>, BTreeSet<String>)>,
    /// The places where the claim holds: the lexicon's line and the word.
    pub(super) places: BTreeSet<(usize, String)>,
    /// Words for the special case in which alone the claim holds: `for the docs`.
    pub(super) narrow: BTreeSet<String>,
    /// A lower bound is given.
    pub(super) least: bool,
    /// An upper bound is given.
    pub(super) most: bool,
    /// Something is not so, or must not be.
    pub(super) negative: bool,
    /// Something is used, chosen or stands somewhere.
    pub(super) chooses: bool,
    /// Something became another.
    pub(super) moves: bool,
    /// Something is true besides what else is true.
    pub(super) additive: bool,
    /// Something was so.
    pub(super) past: bool,
    /// An event, a quality or an observation is told, rather than how something is to be.
    pub(super) tells: bool,
    /// The claim only accompanies another claim of the fact.
    pub(super) is_aside: bool,
}

/// Reads the claims of a fact.
pub(super) fn parse_claims(fact: &str) -> Vec<Claim> {
    let tokens = without_reason(tokenize_fact(fact));
    let mut claims: Vec<Claim> = Vec::new();
    let mut stop = StopMark::None;
    for clause in split_clauses(&tokens) {
        let claim = Claim::from_clause(clause);
        match claims.last_mut() {
            Some(last) if claim.continues_claim(last, clause, stop) => last.merge_claim(claim),
            _ => claims.push(claim),
        }
        stop = clause[clause.len() - 1].stop;
    }
    claims.retain(|claim| !claim.is_empty());
    claims.iter_mut().for_each(|claim| claim.everything = claim.all_words());
    mark_asides(&mut claims);
    claims
}

/// Marks clauses that explain another one, or that only turn down what another one replaces: `no
/// vue`, `Jest is gone`.
fn mark_asides(claims: &mut [Claim]) {
    for claim in claims.iter_mut().skip(1) {
        claim.is_aside = claim.answers.is_empty() && claim.only_adds();
    }
    let main = claims.iter().position(|claim| !claim.is_aside && !claim.only_refuses());
    let Some(main) = main else { return };
    let refused: Vec<String> =
        claims.iter().filter(|claim| claim.only_refuses()).map(Claim::joined_words).collect();
    claims.iter_mut().for_each(|claim| claim.is_aside |= claim.only_refuses());
    claims[main].rejected.extend(refused);
}

impl Claim {
    /// Returns true for a clause that goes on with `last`: `Retry on 429: no`, `…, in the docs`.
    fn continues_claim(&self, last: &Claim, clause: &[FactToken], stop: StopMark) -> bool {
        let opens = clause[0].is_any_of(&["not", "then"]) || clause[0].is_preposition();
        let says_nothing = self.is_empty() && self.places.is_empty();
        let adds = !last.negative && !self.answers.is_empty() && self.only_adds();
        clause.len() <= MAX_CONTINUATION_WORDS
            && (says_nothing || stop < StopMark::Sentence && (opens || adds))
    }

    /// Takes in a clause that goes on.
    fn merge_claim(&mut self, more: Claim) {
        if more.negative && more.is_empty() {
            self.negative ^= true;
        } else if more.negative {
            self.rejected.insert(more.joined_words());
        } else {
            self.words.extend(more.words);
            self.answers.extend(more.answers);
        }
        self.rejected.extend(more.rejected);
        self.places.extend(more.places);
        self.narrow.extend(more.narrow);
        self.additive |= more.additive;
        self.past |= more.past;
        self.least |= more.least;
        self.most |= more.most;
    }

    /// Returns true for a claim that neither turns down nor chooses anything.
    fn only_adds(&self) -> bool {
        !self.negative
            && !self.chooses
            && !self.moves
            && self.order.is_none()
            && self.rejected.is_empty()
    }

    /// Returns true for a claim that does nothing but turn something down.
    fn only_refuses(&self) -> bool {
        let names = self.words.len() + self.tool_names().count();
        self.negative && names <= MAX_REFUSED_NAMES && self.places.is_empty()
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty() && self.answers.is_empty() && self.rejected.is_empty()
    }

    /// Returns the names of tools among the answers.
    pub(super) fn tool_names(&self) -> impl Iterator<Item = &str> {
        self.answers.get(&AnswerKind::Tool).into_iter().flatten().map(String::as_str)
    }

    /// Returns everything that is named, as one phrase.
    fn joined_words(&self) -> String {
        self.all_words().into_keys().collect::<Vec<_>>().join(" ")
    }

    fn all_words(&self) -> WeightedWords {
        let mut all = self.words.clone();
        for (kind, answers) in &self.answers {
            let location = *kind == AnswerKind::Value(Dimension::Location);
            let weight = if location { IDENTIFIER_WEIGHT } else { STRONG_WEIGHT };
            let words = answers.iter().flat_map(|answer| answer.split(' '));
            all.extend(words.map(|word| (word.to_owned(), weight)));
        }
        all
    }
}
