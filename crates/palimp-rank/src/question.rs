//! Preparation of a question for ranking: weighted terms, and the speakers and times that it names.

mod widen;

use crate::analysis::{QueryWord, index_terms};

use super::dates::{Dates, parse_dates};
use super::generic::is_generic;
use super::marker_terms::wants_when;
use super::{RankRequest, Tuning};

/// A question made ready for a collection.
pub(super) struct PreparedQuestion {
    /// Each term once: those of the question, then those of near words.
    pub(super) terms: Vec<Term>,
    /// Number of the question's own terms.
    pub(super) own: usize,
    /// Its words, in their order.
    pub(super) words: Vec<QuestionWord>,
    /// The numbers of the speakers it names.
    pub(super) named: Vec<u16>,
    /// The times it names.
    pub(super) dates: Dates,
    /// True if it asks for a time.
    pub(super) wants_when: bool,
    /// The number of the last meaning.
    meaning: u32,
}

/// A term and what it counts.
pub(super) struct Term {
    pub(super) text: String,
    /// In notes.
    pub(super) prose: f32,
    /// In messages.
    pub(super) chat: f32,
    /// Terms of one number other than 0 mean the same: the best of them counts, and not their sum.
    pub(super) meaning: u32,
}

/// A word of the question.
pub(super) struct QuestionWord {
    /// Alternative forms by which a chunk can hold it: the places of all terms of each.
    pub(super) forms: Vec<Vec<usize>>,
    /// Speakers that have this name.
    pub(super) speakers: Vec<u16>,
    /// True if it is part of a date.
    pub(super) date: bool,
    /// Words near it.
    pub(super) near: Vec<Near>,
    /// Of a compound, the ways in which a chunk can hold each of its parts.
    pub(super) parts: Vec<Vec<Near>>,
    /// True if it is an identifier: a part of one is hardly evidence.
    pub(super) exact: bool,
    /// Weight of the word independent of the text: high for an identifier, low for a bare number.
    pub(super) says: f32,
}

/// A word near one of the question's.
#[derive(Clone)]
pub(super) struct Near {
    /// The places of its terms: a chunk that holds all of them holds the word.
    pub(super) terms: Vec<usize>,
    /// Its nearness, from 0 to 1.
    pub(super) cosine: f32,
}

/// Weight of an identifier, relative to a word.
const IDENTIFIER_WEIGHT: f32 = 2.0;
/// Weight of a generic word, relative to another.
const GENERIC_WEIGHT: f32 = 0.5;
/// Weight of a bare number, relative to a word: less for one that counts something, as most short ones do.
const COUNT_WEIGHT: f32 = 0.3;
const NUMBER_WEIGHT: f32 = 0.5;
/// The most digits of a number that counts something.
const MAX_COUNT_DIGITS: usize = 2;

impl PreparedQuestion {
    pub(super) fn new(
        ask: &RankRequest<'_>,
        speakers: &[String],
        tuning: &Tuning,
    ) -> PreparedQuestion {
        let mut question = PreparedQuestion {
            terms: Vec::new(),
            own: 0,
            words: Vec::new(),
            named: Vec::new(),
            dates: parse_dates(ask.text, ask.today),
            wants_when: wants_when(ask.text),
            meaning: 0,
        };
        let speakers: Vec<Vec<String>> = speakers.iter().map(|name| collect_terms(name)).collect();
        for word in &ask.query.words {
            question.add_word(word, &speakers, tuning);
        }
        question.own = question.terms.len();
        question.named.sort_unstable();
        question.named.dedup();
        question.add_near_words(ask, tuning);
        question
    }

    /// Forgets the near words that no chunk holds.
    pub(super) fn forget_absent(&mut self, is_absent: impl Fn(usize) -> bool) {
        let is_held = |near: &Near| !near.terms.iter().any(|term| is_absent(*term));
        for word in &mut self.words {
            word.near.retain(is_held);
            word.parts.iter_mut().for_each(|part| part.retain(is_held));
        }
    }

    fn add_word(&mut self, word: &QueryWord, speakers: &[Vec<String>], tuning: &Tuning) {
        let named = named_speakers(word, speakers);
        let date = self.dates.words.contains(&word.text);
        // Who speaks seldom says their own name, and when something was said stands beside it.
        let (prose, chat) = match (date, named.is_empty()) {
            (true, _) => (1.0, tuning.date_words),
            (false, false) => (1.0, 0.0),
            (false, true) => (1.0, 1.0),
        };
        let forms = word.forms.iter().map(|form| {
            let weighted = |term: &String| Term {
                text: term.clone(),
                prose: form.weight * prose,
                chat: form.weight * chat,
                meaning: 0,
            };
            form.terms.iter().map(|term| self.place_term(weighted(term))).collect()
        });
        let forms = forms.collect();
        self.named.extend(&named);
        let says = match word.text.bytes().all(|byte| byte.is_ascii_digit()) {
            true if word.text.len() <= MAX_COUNT_DIGITS => COUNT_WEIGHT,
            true => NUMBER_WEIGHT,
            false if word.exact => IDENTIFIER_WEIGHT,
            false if is_generic(&word.text) => GENERIC_WEIGHT,
            false => 1.0,
        };
        self.words.push(QuestionWord {
            forms,
            speakers: named,
            date,
            near: Vec::new(),
            parts: Vec::new(),
            exact: word.exact,
            says,
        });
    }

    /// The place of a term, which counts what it counts most.
    fn place_term(&mut self, term: Term) -> usize {
        let known = self.terms.iter_mut().position(|known| known.text == term.text);
        let Some(at) = known else {
            self.terms.push(term);
            return self.terms.len() - 1;
        };
        let known = &mut self.terms[at];
        known.prose = known.prose.max(term.prose);
        known.chat = known.chat.max(term.chat);
        at
    }
}

/// The speakers that a word calls by their name, or by a part of it.
fn named_speakers(word: &QueryWord, speakers: &[Vec<String>]) -> Vec<u16> {
    let Some([term]) = word.forms.first().map(|form| &form.terms[..]) else { return Vec::new() };
    let named = speakers.iter().enumerate().filter(|(_, name)| name.contains(term));
    named.filter_map(|(at, _)| u16::try_from(at + 1).ok()).collect()
}

fn collect_terms(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    index_terms(text, |term| terms.push(term.to_owned()));
    terms
}
