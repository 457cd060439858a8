//! Parser and matcher of phrase lexicons: TSV files of the phrases that show a property of a text.
//!
//! A line is `Name<TAB>phrase, phrase, …`. A phrase is whole words, with or without punctuation
//! between them: `we decided`. `*` before or behind a word: any beginning or ending. `^` in front:
//! only at the start of the text. `|` in front: only at the start of a clause.

use std::collections::HashMap;

use crate::words::SentenceWord;
#[cfg(test)]
use crate::words::{is_korean, lowercase_sentence, strip_marks};

/// Declares an enum of the properties that a lexicon names, in the order of its lines.
macro_rules! phrase_properties {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $properties:ident { $($(#[$doc:meta])* $property:ident,)* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visibility enum $properties { $($(#[$doc])* $property,)* }

        impl $properties {
            const NAMES: &[&str] = &[$(stringify!($property),)*];
        }
    };
}
pub(crate) use phrase_properties;

/// Place where a phrase may begin.
#[derive(Debug, PartialEq, Eq)]
enum PhraseStart {
    Anywhere,
    Clause,
    Text,
}

/// Word of a phrase.
#[derive(Debug)]
struct WordPattern {
    text: &'static str,
    any_before: bool,
    any_after: bool,
}

impl WordPattern {
    fn from_word(word: &'static str) -> WordPattern {
        let (any_before, any_after) = (word.starts_with('*'), word.ends_with('*'));
        WordPattern { text: word.trim_matches('*'), any_before, any_after }
    }

    fn matches(&self, word: &str) -> bool {
        match (self.any_before, self.any_after) {
            (false, false) => word == self.text,
            (false, true) => word.starts_with(self.text),
            (true, false) => word.ends_with(self.text),
            (true, true) => word.contains(self.text),
        }
    }
}

/// Phrase of whole words, with the bit of its property.
#[derive(Debug)]
struct WordPhrase {
    property: u64,
    start: PhraseStart,
    words: Vec<WordPattern>,
}

impl WordPhrase {
    fn matches_at(&self, words: &[SentenceWord], at: usize) -> bool {
        let may_begin = match self.start {
            PhraseStart::Anywhere => true,
            PhraseStart::Clause => words[at].opens,
            PhraseStart::Text => at == 0,
        };
        let words = &words[at..];
        may_begin
            && words.len() >= self.words.len()
            && self.words.iter().zip(words).all(|(pattern, word)| pattern.matches(word.text))
    }
}

/// Phrases of a lexicon, by their first word.
#[derive(Debug, Default)]
pub(crate) struct PhraseLexicon {
    exact: HashMap<&'static str, Vec<WordPhrase>>,
    /// Phrases whose first word may have any beginning or ending, by its first given letter.
    loose: HashMap<char, Vec<WordPhrase>>,
}

impl PhraseLexicon {
    /// Parses a lexicon. The bit of a property is its place in `names`; lines of other names, which
    /// [`check_lexicon`] reports, are skipped.
    pub(crate) fn parse_tsv(tsv: &'static str, names: &[&str]) -> PhraseLexicon {
        let mut lexicon = PhraseLexicon::default();
        for (name, phrases) in tsv.lines().filter_map(|line| line.split_once('\t')) {
            if let Some(bit) = names.iter().position(|known| *known == name) {
                phrases.split(", ").for_each(|phrase| lexicon.insert_phrase(1 << bit, phrase));
            }
        }
        lexicon
    }

    fn insert_phrase(&mut self, property: u64, phrase: &'static str) {
        let (start, text) = match phrase.split_at_checked(1) {
            Some(("^", text)) => (PhraseStart::Text, text),
            Some(("|", text)) => (PhraseStart::Clause, text),
            _ => (PhraseStart::Anywhere, phrase),
        };
        let words: Vec<_> = text.split(' ').map(WordPattern::from_word).collect();
        let first = &words[0];
        let phrases = match first.text.chars().next() {
            Some(letter) if first.any_before || first.any_after => {
                self.loose.entry(letter).or_default()
            }
            _ => self.exact.entry(first.text).or_default(),
        };
        phrases.push(WordPhrase { property, start, words });
    }

    /// Returns the bits of the properties that phrases of whole words show.
    pub(crate) fn match_words(&self, words: &[SentenceWord]) -> u64 {
        let mut found = 0;
        for (at, word) in words.iter().enumerate() {
            let exact = self.exact.get(word.text).into_iter().flatten();
            // Only Korean phrases begin within a word.
            let letters = if word.text.is_ascii() { 1 } else { usize::MAX };
            let letters = word.text.chars().take(letters);
            let loose = letters.filter_map(|letter| self.loose.get(&letter)).flatten();
            for phrase in exact.chain(loose) {
                if found & phrase.property == 0 && phrase.matches_at(words, at) {
                    found |= phrase.property;
                }
            }
        }
        found
    }
}

/// Fails if a lexicon has an unknown name, lacks one, or has a phrase twice or one that the matcher
/// would not find.
#[cfg(test)]
pub(crate) fn check_lexicon(tsv: &str, names: &[&str]) {
    let lines: Vec<_> = tsv.lines().map(|line| line.split_once('\t').expect(line)).collect();
    assert_eq!(lines.iter().map(|(name, _)| *name).collect::<Vec<_>>(), names);
    assert!(names.len() <= u64::BITS as usize);
    for (name, phrases) in lines {
        let mut known = std::collections::HashSet::new();
        for phrase in phrases.split(", ") {
            assert!(known.insert(phrase), "{name}: {phrase:?} stands there twice");
            assert!(is_valid_phrase(phrase), "{name}: {phrase:?} is not a phrase");
        }
    }
}

#[cfg(test)]
fn is_valid_phrase(phrase: &str) -> bool {
    let is_plain = |text: &str| {
        !text.contains(['^', '|', '"', '$', '*', ',']) && lowercase_sentence(text) == text
    };
    let words = phrase.strip_prefix(['^', '|']).unwrap_or(phrase);
    words.split(' ').all(|word| {
        let word = word.strip_suffix('*').unwrap_or(word);
        let text = word.strip_prefix('*').unwrap_or(word);
        let is_word = !text.is_empty() && strip_marks(text) == text;
        is_word && is_plain(text) && (text == word || is_korean(text))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::split_words;

    #[test]
    fn phrase_matches_only_at_its_place() {
        let shows = |phrase, text: &str| {
            let mut lexicon = PhraseLexicon::default();
            lexicon.insert_phrase(1, phrase);
            let lower = lowercase_sentence(text);
            lexicon.match_words(&split_words(&lower)) == 1
        };
        for (phrase, shown, not_shown) in [
            ("we use", "Here we, use it", "we used it"),
            ("^we use", "“We use” it", "so, we use it"),
            ("|we use", "so, we use it", "so we use it"),
            ("us*", "we used it", "we reuse it"),
            ("*로 가*", "Vite로 가자", "Vite로만 가자"),
        ] {
            assert!(is_valid_phrase(phrase), "{phrase}");
            assert!(shows(phrase, shown) && !shows(phrase, not_shown), "{phrase}");
        }
    }

    #[test]
    fn malformed_phrase_is_invalid() {
        let words = ["", " we", "we  use", "^", "*", "*we", "w*e", "we$", "We", "we, use", "we."];
        for phrase in words {
            assert!(!is_valid_phrase(phrase), "{phrase:?}");
        }
    }

    #[test]
    fn unknown_name_is_skipped() {
        let lexicon = PhraseLexicon::parse_tsv("A\tuse\nB\tuse", &["C", "B"]);
        assert_eq!(lexicon.match_words(&split_words("use")), 1 << 1);
    }
}
