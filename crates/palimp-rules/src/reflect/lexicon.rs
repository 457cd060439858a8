//! Words by what they do in a claim, read from `lexicon.tsv`.
//!
//! Words of one line mean the same in both languages and have the first one's name. In lines of
//! `answer` and `place`, which are cut by `/`, the parts exclude each other. `a+b` is a phrase, `쓰~`
//! stands for all words that begin so.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use crate::topic::stem_word;

const LEXICON_TSV: &str = include_str!("lexicon.tsv");
/// The longest phrase, in words.
pub(super) const MAX_PHRASE_WORDS: usize = 5;

/// Role of a word in a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordRole {
    /// Says nothing.
    Empty,
    /// Says that something is used or stands somewhere.
    Choice,
    /// Says that something became another.
    Change,
    /// Turns the claim round.
    Not,
    /// Adds to what else is true.
    Also,
    /// Speaks of the past.
    Past,
    /// Says that something happened.
    Event,
    /// Says of which quality something is.
    Quality,
    /// A lower bound.
    Least,
    /// An upper bound.
    Most,
    /// Says little about the subject by itself.
    Weak,
    /// A Korean verb or name at a sentence's end that nothing knows.
    Ending,
    /// Says what the claim is about.
    Word,
    /// One of several answers, with the number of its line.
    Answer(usize),
    /// One of several surroundings, with the number of its line.
    Place(usize),
}

/// A word's name, and its role.
pub(super) type LexiconEntry = (&'static str, WordRole);

#[derive(Default)]
struct Lexicon {
    words: HashMap<String, LexiconEntry>,
    heads: HashMap<&'static str, LexiconEntry>,
    sets: HashMap<&'static str, HashSet<&'static str>>,
    roles: Vec<Vec<&'static str>>,
    purposes: HashMap<&'static str, Vec<&'static str>>,
}

impl Lexicon {
    fn parse_tsv() -> Lexicon {
        let mut lexicon = Lexicon::default();
        for (at, line) in LEXICON_TSV.lines().enumerate() {
            let (class, words) = line.split_once('\t').unwrap_or_default();
            match class {
                "role" => lexicon.roles.push(words.split(' ').collect()),
                "slot" | "numbered" => {
                    lexicon.sets.entry(class).or_default().extend(words.split(' '));
                }
                "purpose" => {
                    let (name, words) = words.split_once(' ').unwrap_or_default();
                    lexicon.purposes.insert(name, words.split(' ').collect());
                }
                _ => words
                    .split(" / ")
                    .for_each(|words| lexicon.insert_words(role_of_class(class, at), words)),
            }
        }
        lexicon.add_inflected();
        lexicon
    }

    fn insert_words(&mut self, sense: WordRole, words: &'static str) {
        let name = words.split([' ', '~']).next().unwrap_or_default();
        for word in words.split(' ') {
            match word.strip_suffix('~') {
                Some(head) => self.heads.insert(head, (name, sense)),
                None => self.words.insert(word.replace('+', " "), (name, sense)),
            };
        }
    }

    /// Adds the stems of all words, and the loanwords, where they are nothing else.
    fn add_inflected(&mut self) {
        let has_stem = |(word, (_, sense)): &(&String, &LexiconEntry)| {
            !matches!(sense, WordRole::Place(_)) && !word.contains(' ')
        };
        let words = self.words.iter().filter(has_stem);
        let mut stems: Vec<_> = words.map(|(word, entry)| (stem_word(word), *entry)).collect();
        // Of two words with one stem, the same one has it each time.
        stems.sort_by(|(one, (name, _)), (other, (its, _))| (one, name).cmp(&(other, its)));
        let loanwords: Vec<_> = palimp_rank::loanwords()
            .map(|(korean, english)| {
                let known = self.words.get(english).copied();
                (korean.to_owned(), known.unwrap_or((english, WordRole::Word)))
            })
            .collect();
        for (word, entry) in stems.into_iter().chain(loanwords) {
            self.words.entry(word).or_insert(entry);
        }
    }
}

fn role_of_class(class: &str, line: usize) -> WordRole {
    match class {
        "empty" => WordRole::Empty,
        "choice" => WordRole::Choice,
        "change" => WordRole::Change,
        "not" | "gone" => WordRole::Not,
        "also" => WordRole::Also,
        "past" => WordRole::Past,
        "event" => WordRole::Event,
        "quality" => WordRole::Quality,
        "least" => WordRole::Least,
        "most" => WordRole::Most,
        "weak" => WordRole::Weak,
        "answer" => WordRole::Answer(line),
        "place" => WordRole::Place(line),
        _ => WordRole::Word,
    }
}

fn global_lexicon() -> &'static Lexicon {
    static GLOBAL_LEXICON: OnceLock<Lexicon> = OnceLock::new();
    GLOBAL_LEXICON.get_or_init(Lexicon::parse_tsv)
}

/// Returns the entry of exactly this word or phrase.
pub(super) fn exact_entry(word: &str) -> Option<LexiconEntry> {
    global_lexicon().words.get(word).copied()
}

/// Returns the entry of the longest beginning of a word.
pub(super) fn by_head(word: &str) -> Option<LexiconEntry> {
    let ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
    ends.collect::<Vec<_>>()
        .into_iter()
        .rev()
        .find_map(|end| global_lexicon().heads.get(&word[..end]).copied())
}

fn set_contains(set: &str, word: &str) -> bool {
    global_lexicon().sets.get(set).is_some_and(|words| words.contains(word))
}

/// Returns true for tools of different families that can do one job.
pub(super) fn shares_role(one: &str, other: &str) -> bool {
    global_lexicon().roles.iter().any(|role| role.contains(&one) && role.contains(&other))
}

/// Returns true for a tool that can do a job of several families.
pub(super) fn has_role(word: &str) -> bool {
    shares_role(word, word)
}

/// Returns true for what a project has one of, called by a word.
pub(super) fn is_slot(word: &str) -> bool {
    set_contains("slot", word)
}

/// Returns true for a word behind which a number is a name: step 2 is another step than step 1.
pub(super) fn numbers_things(word: &str) -> bool {
    set_contains("numbered", word)
}

/// Returns the words that only say what the family of `name` is used for.
pub(super) fn family_purposes(family: usize) -> impl Iterator<Item = &'static str> {
    let known = global_lexicon().purposes.iter();
    let of = known.filter(move |(name, _)| crate::tools::tool_family(name) == Some(family));
    of.flat_map(|(_, words)| words.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_of_lexicon_stands_there_once() {
        let mut seen = HashSet::new();
        let lines = LEXICON_TSV.lines().map(|line| line.split_once('\t').unwrap());
        for (class, words) in lines {
            if !matches!(class, "role" | "slot" | "numbered" | "purpose") {
                for word in words.split(' ').filter(|word| *word != "/") {
                    assert!(seen.insert(word), "{class} {word}");
                }
            }
        }
    }

    #[test]
    fn words_of_both_languages_have_one_name() {
        for (one, other) in [("retries", "재시도"), ("staging", "스테이징"), ("worker", "워커")]
        {
            assert_eq!(exact_entry(one), exact_entry(other), "{one} {other}");
        }
        assert_ne!(exact_entry("staging").unwrap().0, exact_entry("production").unwrap().0);
        assert_eq!(by_head("바꿨으면").unwrap().1, WordRole::Change);
        assert!(
            family_purposes(crate::tools::tool_family("vitest").unwrap())
                .any(|word| word == "test")
        );
    }
}
