//! Parser and matcher of phrase lexicons: TSV files of the phrases that show a property of a text.
//!
//! A line is `Name<TAB>phrase, phrase, …`. There are two kinds of phrases:
//!
//! - Whole words, with or without punctuation between them: `we decided`. `*` before or behind a
//!   word: any beginning or ending. `^` in front: only at the start of the text. `|` in front: only
//!   at the start of a clause.
//! - A Korean substring, in quotation marks: `"때문"`. `^` in front: only at the start of the text,
//!   and not as a part of a word. `$` behind: only at the end of the text.
//!
//! The lexicons share the grammar and differ in their data. `sentence_marks.tsv` decides about a
//! sentence: its Korean phrases are words, and it looks at clauses, except for questions, which
//! begin with their sentence. `keep/cues.tsv` gives weights to a text: its Korean phrases are
//! substrings, which may depend on a space or a colon (`"이제 "`, `"원인:"`), and it looks at no
//! clauses.

use std::collections::HashMap;
use std::ops::Range;

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

/// Phrase that is a substring, with the bit of its property.
#[derive(Debug)]
struct SubstringPhrase {
    property: u64,
    begins: bool,
    ends: bool,
    text: &'static str,
}

impl SubstringPhrase {
    /// Returns true if the phrase stands at byte `at` of a text whose first word begins at the
    /// start of `words`, and whose last word ends at the end of it.
    fn matches_at(&self, text: &str, at: usize, words: &Range<usize>) -> bool {
        let rest = text[at..].strip_prefix(self.text);
        rest.is_some_and(|rest| {
            (!self.begins || at == words.start && !rest.starts_with(char::is_alphanumeric))
                && (!self.ends || text.len() - rest.len() == words.end)
        })
    }
}

/// Phrases of a lexicon, by their first word or letter.
#[derive(Debug, Default)]
pub(crate) struct PhraseLexicon {
    exact: HashMap<&'static str, Vec<WordPhrase>>,
    /// Phrases whose first word may have any beginning or ending, by its first given letter.
    loose: HashMap<char, Vec<WordPhrase>>,
    substrings: HashMap<char, Vec<SubstringPhrase>>,
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
        if let Some((text, end)) = text.strip_prefix('"').and_then(|text| text.split_once('"')) {
            let (begins, ends) = (start == PhraseStart::Text, end == "$");
            let phrase = SubstringPhrase { property, begins, ends, text };
            self.substrings
                .entry(text.chars().next().unwrap_or_default())
                .or_default()
                .push(phrase);
            return;
        }
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

    /// Returns the bits of the properties that substrings of a text in lower case show.
    pub(crate) fn match_substrings(&self, lower: &str) -> u64 {
        let punctuation = |c: char| !c.is_alphanumeric();
        let start = lower.len() - lower.trim_start_matches(punctuation).len();
        let words = start..lower.trim_end_matches(punctuation).len();
        let mut found = 0;
        for (at, letter) in lower.char_indices().filter(|(_, c)| begins_substring(*c)) {
            for phrase in self.substrings.get(&letter).into_iter().flatten() {
                if found & phrase.property == 0 && phrase.matches_at(lower, at, &words) {
                    found |= phrase.property;
                }
            }
        }
        found
    }
}

/// Returns true if a substring may begin with a letter. Few texts hold Korean only, so Latin letters
/// are not looked up.
const fn begins_substring(letter: char) -> bool {
    !letter.is_ascii() || letter.is_ascii_digit()
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
    if phrase.contains('"') {
        let quoted = phrase.strip_suffix('$').unwrap_or(phrase);
        let quoted = quoted.strip_prefix('^').unwrap_or(quoted);
        let text = quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        return text.is_some_and(|text| {
            is_plain(text) && is_korean(text) && text.starts_with(begins_substring)
        });
    }
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
            lexicon.match_words(&split_words(&lower)) | lexicon.match_substrings(&lower) == 1
        };
        for (phrase, shown, not_shown) in [
            ("we use", "Here we, use it", "we used it"),
            ("^we use", "“We use” it", "so, we use it"),
            ("|we use", "so, we use it", "so we use it"),
            ("us*", "we used it", "we reuse it"),
            ("*로 가*", "Vite로 가자", "Vite로만 가자"),
            ("\"때문\"", "그때문에", "그때 문이"),
            ("^\"이\"", "- 이 일은", "이름은"),
            ("\"했다\"$", "정했다.", "정했다고"),
        ] {
            assert!(is_valid_phrase(phrase), "{phrase}");
            assert!(shows(phrase, shown) && !shows(phrase, not_shown), "{phrase}");
        }
    }

    #[test]
    fn malformed_phrase_is_invalid() {
        let words = ["", " we", "we  use", "^", "*", "*we", "w*e", "we$", "We", "we, use", "we."];
        let substrings = ["\"\"", "\"we\"", "|\"이\"", "\"이", "이\"", "\"x이\"", "\" 이\""];
        for phrase in words.into_iter().chain(substrings) {
            assert!(!is_valid_phrase(phrase), "{phrase:?}");
        }
    }

    #[test]
    fn unknown_name_is_skipped() {
        let lexicon = PhraseLexicon::parse_tsv("A\tuse\nB\tuse", &["C", "B"]);
        assert_eq!(lexicon.match_words(&split_words("use")), 1 << 1);
    }
}
