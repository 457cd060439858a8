//! Similarity of the subjects of two short texts.

use std::collections::BTreeMap;

use crate::analysis::for_each_token;
use crate::dictionary::translations;

use super::common::{commonness, rarity};

/// The shortest word of Latin letters that counts, in bytes.
const MIN_LATIN_BYTES: usize = 2;

/// Words that say nothing of what a text is about, and stand in few of the texts by which rarity was counted.
const FILLER_WORDS: [&str; 16] = [
    "btw", "stuff", "thing", "things", "yesterday", "yesterdays", "lol", "wanna", "gonna", "thats",
    "dont", "anyway", "moved", "move", "진짜", "그냥",
];

/// A text that is compared with many others.
#[derive(Clone, Debug, Default)]
pub struct TextSubject {
    /// Its words by their terms, each with its rarity.
    words: BTreeMap<String, (String, f32)>,
}

impl TextSubject {
    /// Reads a text.
    pub fn from_text(text: &str) -> TextSubject {
        let words = words_by_term(text).into_iter();
        TextSubject {
            words: words.map(|(term, word)| (term, (word.clone(), rarity(&word)))).collect(),
        }
    }

    /// Returns the sum of the rarities of the words that both texts have, in either language. A
    /// word that developers write everywhere adds next to nothing, a rare one up to 1; one that
    /// `is_common` nothing.
    ///
    /// ```
    /// use palimp_rank::relevance_threshold::TextSubject;
    ///
    /// let vat = TextSubject::from_text("round VAT once per receipt");
    /// assert!(TextSubject::from_text("부가세는 품목마다 반올림").affinity(&vat, |_| false) > 0.3);
    /// assert!(TextSubject::from_text("fix the header").affinity(&vat, |_| false) < 0.1);
    /// ```
    pub fn affinity(&self, other: &TextSubject, is_common: impl Fn(&str) -> bool) -> f32 {
        let shared = |(term, (word, _)): &(&String, &(String, f32))| {
            !is_common(term)
                && (other.has_term(term) || translations(word).any(|it| other.has_word(it)))
        };
        self.words.iter().filter(shared).map(|(_, (_, rarity))| rarity).sum()
    }

    /// Returns the sum of the rarities of its words.
    pub fn rarity(&self) -> f32 {
        self.words.values().map(|(_, rarity)| rarity).sum()
    }

    /// Returns the terms of its words.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        self.words.keys().map(String::as_str)
    }

    fn has_term(&self, term: &str) -> bool {
        self.words.contains_key(term)
    }

    fn has_word(&self, word: &str) -> bool {
        self.words.values().any(|(said, _)| said == word)
    }
}

/// The words of a text by their terms.
fn words_by_term(text: &str) -> BTreeMap<String, String> {
    let mut words = BTreeMap::new();
    for_each_token(text, |token| {
        let letters = token.word.chars().filter(|c| c.is_alphabetic()).count();
        let is_long = token.is_hangul() && letters >= 2 || letters >= MIN_LATIN_BYTES;
        let lower = token.word.to_lowercase();
        let is_filler = || {
            FILLER_WORDS.contains(&lower.as_str())
                || commonness(&lower, token.is_hangul()).is_generic
        };
        if !token.stop && is_long && !is_filler() {
            words.insert(token.term.to_owned(), token.word.to_lowercase());
        }
    });
    words
}
