//! Text → terms: the one analyzer for indexing and for querying.
//!
//! Notes, observations and messages hold prose, code, commands and errors, in
//! English, in Korean and in both within a word (`JWT를`). [`index_terms`] turns a
//! text into the terms under which it is found; [`analyze_query`] turns what a person
//! typed into the terms that find it. Both cut a text in the same way, so that a word
//! always finds itself.
//!
//! | text | terms |
//! |---|---|
//! | `running` | `run`: English words are stemmed |
//! | `getUserById` | `getuserbyid` `get` `user` `by` `id` |
//! | `src/auth/login.rs` | `src/auth/login.rs` `src` `auth` `login.rs` `login` `rs` |
//! | `v1.2.3`, `E0308`, `C++`, `.env` | `v1.2.3` `v1` `v` `1` `2` `3`, `e0308`, `c++` `c`, `.env` `env` |
//! | `user's`, `don't` | `user`, `do` |
//! | `데이터베이스는` | `데이터베이스` and the bigrams `데이` `이터` `터베` `베이` `이스` `스는` |
//! | `인증을` | `_인증` (a word of two syllables is marked, a bigram is not) `인증` `증을` |
//! | `키를` | `키` `키를` |
//! | `認証`, `データ` | `認証`, `デー` `ータ` |
//!
//! **What a term is made of.** Characters beyond ASCII, ASCII digits and lower-case
//! letters, and the [`JOINER_CHARS`]; never white space, a quote or a control character;
//! at most [`TERM_BYTES`] bytes. An FTS5 table with the tokenizer
//! `ascii tokenchars '_-./:@#+'` therefore takes [`index_text`] apart into just these
//! terms. In an FTS5 query every term has to stand in double quotes.
//!
//! **What is the same.** Text is brought into NFC, so that Korean typed on macOS is
//! found; letters are lower-cased one by one; full-width letters and digits
//! count as ASCII. Nothing else is folded: `é` is not `e`.

mod hangul;
mod name;
mod query;
mod scan;
mod stop;
mod tokens;
mod whole;

use std::borrow::Cow;

use palimp_core::text::prefix;
use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

pub use query::{AnalyzedQuery, QueryWord, WordForm, analyze_query};
pub(crate) use tokens::{Sought, tokens_for};
pub use tokens::{
    TextToken, contains_term, content_terms, for_each_token, hangul_runs, is_ending, korean_term,
    korean_word,
};
pub use whole::{is_whole, is_whole_name, plural_forms};

use name::NameNode;
use scan::{TextPiece, split_pieces};

/// The ASCII characters besides letters and digits that a term may hold.
pub const JOINER_CHARS: &str = "_-./:@#+";

/// The length of the longest term, in bytes. A longer path or identifier is found by its
/// parts alone; a longer run of letters and digits, such as a token or a hash, by its beginning.
pub const TERM_BYTES: usize = 64;

/// Calls `emit` with each term of a text, in order of appearance.
///
/// A term that occurs twice is emitted twice, so that frequencies and lengths can be
/// counted. A name comes before its parts.
///
/// ```
/// let mut terms = Vec::new();
/// palimp_rank::analysis::index_terms("Fixed JWT를", |term| terms.push(term.to_owned()));
/// assert_eq!(terms, ["fix", "jwt"]);
/// ```
pub fn index_terms(text: &str, mut emit: impl FnMut(&str)) {
    let text = normalize(text);
    let mut writer = TermWriter::new();
    for piece in split_pieces(&text) {
        match piece {
            TextPiece::Alphanumeric(name) => name::visit_name(name, |node| {
                if let Some(term) = writer.name_term(node) {
                    emit(&term);
                }
            }),
            TextPiece::Hangul(run) => {
                let parts = hangul::strip_inflection(run);
                if let Some(term) = writer.hangul_term(parts.word) {
                    emit(term);
                }
                if let Some(syllable) = parts.syllable {
                    emit(syllable);
                }
                bigrams(run).for_each(&mut emit);
            }
            TextPiece::Unspaced(run) => unspaced_terms(run).for_each(&mut emit),
        }
    }
}

/// All index terms of a text, joined by single spaces.
///
/// ```
/// assert_eq!(palimp_rank::analysis::index_text("Running tests…"), "run test");
/// ```
pub fn index_text(text: &str) -> String {
    let mut terms = String::with_capacity(text.len() + text.len() / 2);
    index_terms(text, |term| {
        if !terms.is_empty() {
            terms.push(' ');
        }
        terms.push_str(term);
    });
    terms
}

/// A text in NFC with full-width letters and digits as ASCII, copied only where it must be.
fn normalize(text: &str) -> Cow<'_, str> {
    let normal = text.is_ascii()
        || (is_nfc_quick(text.chars()) == IsNormalized::Yes
            && !text.chars().any(|c| c != half_width(c)));
    if normal { Cow::Borrowed(text) } else { text.chars().map(half_width).nfc().collect() }
}

/// A text in the letters that terms are made of.
pub fn fold_case(text: &str) -> String {
    normalize(text).to_lowercase()
}

/// Returns true if a [case-folded](fold_case) text may contain a word of the term.
pub fn may_hold(folded: &str, term: &str) -> bool {
    folded.contains(stem_prefix(term))
}

/// Returns the prefix that every word of a term shares: a stem differs from its word in the last
/// letter, and a short one may in two (`die` of `dying`).
fn stem_prefix(term: &str) -> &str {
    let word = korean_word(term);
    let kept = word.chars().count().saturating_sub(1);
    prefix(word, if kept == 2 { 1 } else { kept.max(1) })
}

/// The ASCII letter or digit that a full-width one stands for (the Unicode block
/// Halfwidth and Fullwidth Forms); any other character itself.
fn half_width(c: char) -> char {
    match c {
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' => {
            char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c)
        }
        c => c,
    }
}

/// The overlapping pairs of characters in a run: none when it is a single one.
fn bigrams(run: &str) -> impl Iterator<Item = &str> {
    let starts = run.char_indices().map(|(at, _)| at);
    let ends = run.char_indices().map(|(at, c)| at + c.len_utf8()).skip(1);
    starts.zip(ends).map(|(start, end)| &run[start..end])
}

/// The terms of a run without spaces: its bigrams, or the single character that it is.
fn unspaced_terms(run: &str) -> impl Iterator<Item = &str> {
    let single = run.chars().nth(1).is_none().then_some(run);
    single.into_iter().chain(bigrams(run))
}

/// Writes terms into a buffer of its own.
struct TermWriter {
    stemmer: Stemmer,
    buffer: String,
}

impl TermWriter {
    fn new() -> TermWriter {
        TermWriter { stemmer: Stemmer::create(Algorithm::English), buffer: String::new() }
    }

    /// The term of a name or of its part: lower-cased, and stemmed when it consists of
    /// ASCII letters alone. None when it is too long and has parts to be found by.
    fn name_term(&mut self, node: NameNode<'_>) -> Option<Cow<'_, str>> {
        self.lowercase_into_buffer(node.text);
        if self.buffer.len() > TERM_BYTES {
            if !node.leaf {
                return None;
            }
            let end = (0..=TERM_BYTES).rev().find(|&at| self.buffer.is_char_boundary(at));
            self.buffer.truncate(end.unwrap_or(0));
        }
        Some(self.stem(&self.buffer))
    }

    /// The stem of a word of three or more ASCII letters; anything else itself.
    ///
    /// The stemmer makes `ad` of `added` as it makes `stop` of `stopped`. As in the
    /// algorithm's present form, a double letter behind nothing but an a, e or o stays.
    fn stem<'a>(&self, word: &'a str) -> Cow<'a, str> {
        if word.len() < 3 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Cow::Borrowed(word);
        }
        match (self.stemmer.stem(word), word.as_bytes()) {
            (stem, [b'a' | b'e' | b'o', second, third, ..])
                if stem.len() == 2 && second == third =>
            {
                Cow::Borrowed(&word[..3])
            }
            (stem, _) => stem,
        }
    }

    /// The term of a Korean word. One of two syllables is marked, for it must not be
    /// taken for a bigram from within a longer word; one that is too long has none.
    fn hangul_term(&mut self, word: &str) -> Option<&str> {
        self.buffer.clear();
        if hangul::count_syllables(word) == 2 {
            self.buffer.push('_');
        }
        self.buffer.push_str(word);
        (self.buffer.len() <= TERM_BYTES).then_some(&self.buffer)
    }

    fn lowercase_into_buffer(&mut self, text: &str) {
        self.buffer.clear();
        if text.is_ascii() {
            self.buffer.push_str(text);
            self.buffer.make_ascii_lowercase();
        } else {
            self.buffer.extend(text.chars().flat_map(char::to_lowercase));
        }
    }
}
