//! Query → words, and what a document must hold to hold a word.

use std::collections::{HashMap, HashSet};

use super::hangul;
use super::name::{self, NameNode};
use super::scan::{TextPiece, split_pieces};
use super::{TermWriter, bigrams, normalize, stop, unspaced_terms};

/// Query as the analyzer sees it.
///
/// A document holds a word when it has all terms of one of its forms, so that in FTS5 the query
/// `getUserById 인증을` reads, with AND or OR between the words:
///
/// ```text
/// ("getuserbyid" OR ("get" AND "user" AND "by" AND "id")) AND ("_인증" OR "인증")
/// ```
///
/// A score sums over [`AnalyzedQuery::terms`]: a document that has the whole name has its parts as
/// well and counts for both.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnalyzedQuery {
    /// The words that matter, each once, in the order typed. Those within quotes are among them.
    pub words: Vec<QueryWord>,
    /// Phrases in "double quotes" or “curly ones”, in NFC and otherwise as typed. The terms cannot
    /// tell whether a document has a phrase; its text can.
    pub phrases: Vec<String>,
}

/// One word of a query, and the ways in which a document can hold it.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryWord {
    /// The word as typed, in NFC and lower case: `데이터베이스는`, `src/auth/login.rs`.
    pub text: String,
    /// True if it is an identifier, a path, a version or the like: who types `getUserById` means
    /// that and nothing near it. A compound such as `well-known` is not.
    pub exact: bool,
    /// Never empty; the surest first. A document holds the word when it holds **any** of these.
    pub forms: Vec<WordForm>,
}

/// One way in which a document can hold a word: it has **all** of these terms.
#[derive(Clone, Debug, PartialEq)]
pub struct WordForm {
    /// Never empty.
    pub terms: Vec<String>,
    /// Weight of one of these terms in a score, where the word's own term weighs 1.
    pub weight: f32,
}

/// Weight of a word found by the parts of a name: `get`, `user`, `by` and `id`.
const NAME_PARTS_WEIGHT: f32 = 0.5;
/// Weight of a word found by its bigrams: 0.4 to 1 rank KorQuAD alike.
const BIGRAMS_WEIGHT: f32 = 0.7;
/// Weight of a word found by its first syllable, as though the rest were a particle.
const SYLLABLE_WEIGHT: f32 = 0.5;
/// Weight of a word found by the words that it is written of without a space: its bigrams have
/// counted them already, so this form only marks the word as found.
const COMPOUND_WEIGHT: f32 = 0.0;
/// Maximum length of a word that is split into words, in syllables: a longer one can be cut in too
/// many ways.
const MAX_COMPOUND_SYLLABLES: usize = 8;

/// Turns what a person typed into the terms that find it.
///
/// Words that carry no meaning of their own (`how do I`, `어떻게`) are left out unless
/// the query has no others.
///
/// ```
/// let query = palimp_rank::analysis::analyze_query("how does loginPath work");
/// let terms = query.terms();
/// assert_eq!(terms, [("loginpath", 1.0), ("login", 0.5), ("path", 0.5), ("work", 1.0)]);
/// ```
pub fn analyze_query(text: &str) -> AnalyzedQuery {
    let text = normalize(text);
    let mut words = query_words(split_pieces(&text).filter(|piece| !stop::is_stop(piece)));
    if words.is_empty() {
        words = self::query_words(split_pieces(&text));
    }
    AnalyzedQuery { words, phrases: quoted_phrases(&text) }
}

impl AnalyzedQuery {
    /// Returns each term of the query once, with its greatest weight: a BM25 score sums over them.
    pub fn terms(&self) -> Vec<(&str, f32)> {
        let mut terms: Vec<(&str, f32)> = Vec::new();
        let mut places = HashMap::new();
        for form in self.words.iter().flat_map(|word| &word.forms) {
            for term in &form.terms {
                let place = *places.entry(term.as_str()).or_insert(terms.len());
                match terms.get_mut(place) {
                    Some((_, weight)) => *weight = weight.max(form.weight),
                    None => terms.push((term, form.weight)),
                }
            }
        }
        terms
    }

    /// Returns true if a document holds every word, given which terms it has. No document holds a
    /// query without words.
    pub fn matches(&self, has: impl Fn(&str) -> bool) -> bool {
        !self.words.is_empty() && self.words.iter().all(|word| word.matches(&has))
    }
}

impl QueryWord {
    /// Returns true if a document holds this word, given which terms it has.
    pub fn matches(&self, has: impl Fn(&str) -> bool) -> bool {
        self.forms.iter().any(|form| form.terms.iter().all(|term| has(term)))
    }

    fn new(text: &str, exact: bool) -> QueryWord {
        let text = text.chars().flat_map(char::to_lowercase).collect();
        QueryWord { text, exact, forms: Vec::new() }
    }

    /// Adds a form, unless it has no terms or the terms of an earlier form.
    fn with_form(mut self, weight: f32, terms: Vec<String>) -> QueryWord {
        if !terms.is_empty() && self.forms.iter().all(|form| form.terms != terms) {
            self.forms.push(WordForm { terms, weight });
        }
        self
    }
}

fn query_words<'a>(pieces: impl Iterator<Item = TextPiece<'a>>) -> Vec<QueryWord> {
    let mut writer = TermWriter::new();
    let mut seen = HashSet::new();
    let words = pieces.map(|piece| query_word(piece, &mut writer));
    words.filter(|word| seen.insert(word.text.clone())).collect()
}

fn query_word(piece: TextPiece<'_>, writer: &mut TermWriter) -> QueryWord {
    match piece {
        TextPiece::Alphanumeric(name) => name_word(name, writer),
        TextPiece::Hangul(run) => korean_word(run, writer),
        TextPiece::Unspaced(run) => {
            QueryWord::new(run, false).with_form(1.0, owned_terms(unspaced_terms(run)))
        }
    }
}

/// `src/auth/login.rs` is held as the whole, as `src`, `auth` and `login.rs`, or as
/// `src`, `auth`, `login` and `rs`.
fn name_word(name: &str, writer: &mut TermWriter) -> QueryWord {
    let mut nodes = Vec::new();
    name::visit_name(name, |node| nodes.push(node));
    let mut terms = |wanted: fn(&NameNode<'_>) -> bool| -> Vec<String> {
        let nodes = nodes.iter().filter(|node| wanted(node));
        let terms: Option<Vec<String>> =
            nodes.map(|&node| writer.name_term(node).map(|term| term.into_owned())).collect();
        terms.unwrap_or_default()
    };
    QueryWord::new(name, name::is_identifier(name))
        .with_form(1.0, terms(|node| node.depth == 0))
        .with_form(NAME_PARTS_WEIGHT, terms(|node| node.depth == 1))
        .with_form(NAME_PARTS_WEIGHT, terms(|node| node.leaf))
}

/// `인증을` is held as the word `인증` or by its bigrams, which are also found within
/// `사용자인증모듈`; `코드리뷰승인` as `코드`, `리뷰` and `승인`, too.
fn korean_word(run: &str, writer: &mut TermWriter) -> QueryWord {
    let parts = hangul::strip_inflection(run);
    let word = QueryWord::new(run, false)
        .with_form(1.0, owned_terms(writer.hangul_term(parts.word)))
        .with_form(BIGRAMS_WEIGHT, owned_terms(bigrams(parts.word)))
        .with_form(SYLLABLE_WEIGHT, owned_terms(parts.syllable));
    compound_splits(parts.word).into_iter().fold(word, |word, cut| {
        let terms = cut.iter().filter_map(|part| writer.hangul_term(part).map(str::to_owned));
        word.with_form(COMPOUND_WEIGHT, terms.collect())
    })
}

/// The ways to cut a word of four syllables or more into words of two or more, the last of which may
/// be one syllable.
fn compound_splits(word: &str) -> Vec<Vec<&str>> {
    let length = hangul::count_syllables(word);
    if !(4..=MAX_COMPOUND_SYLLABLES).contains(&length) {
        return Vec::new();
    }
    let mut all = all_splits(word);
    all.retain(|cut| cut.len() > 1);
    all
}

/// All splits of a word into words of two syllables or more, and the whole word.
fn all_splits(word: &str) -> Vec<Vec<&str>> {
    let mut all = vec![vec![word]];
    for first in 2..hangul::count_syllables(word) {
        let (part, left) = word.split_at(first * 3);
        all.extend(all_splits(left).into_iter().map(|cut| [vec![part], cut].concat()));
    }
    all
}

fn owned_terms<'a>(terms: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    terms.into_iter().map(str::to_owned).collect()
}

/// Returns the phrases between two quotes, without empty or unterminated ones.
fn quoted_phrases(text: &str) -> Vec<String> {
    let mut phrases = Vec::new();
    let mut rest = text;
    while let Some((before, opened)) = rest.split_once(['"', '“']) {
        let close = if rest[before.len()..].starts_with('"') { '"' } else { '”' };
        let Some((phrase, after)) = opened.split_once(close) else {
            rest = opened;
            continue;
        };
        if !phrase.trim().is_empty() {
            phrases.push(phrase.trim().to_owned());
        }
        rest = after;
    }
    phrases
}
