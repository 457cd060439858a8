//! A fact as words with their roles, and as clauses of words.

use super::lexicon::{self, LexiconEntry, MAX_PHRASE_WORDS, WordRole};
use crate::tools::is_tool;
use crate::topic::stem_word;
use crate::words::{is_korean, lowercase_sentence, strip_marks};

/// Mark behind a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum StopMark {
    #[default]
    None,
    /// A comma or a dash.
    Clause,
    /// A full stop.
    Sentence,
}

impl StopMark {
    fn after_piece(piece: &str) -> StopMark {
        match () {
            () if piece.ends_with(['.', '!', '?', ';', '。']) => StopMark::Sentence,
            () if piece.ends_with([',', '—', '、']) => StopMark::Clause,
            () => StopMark::None,
        }
    }
}

/// A word or a phrase of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FactToken {
    /// As it was written, in lower case.
    pub(super) text: String,
    /// Name of the word, whatever its form and language.
    pub(super) name: String,
    /// Its role.
    pub(super) sense: WordRole,
    /// The Korean particles and endings that were taken off.
    pub(super) particle: String,
    /// The mark behind it.
    pub(super) stop: StopMark,
}

pub(super) fn tokenize_fact(fact: &str) -> Vec<FactToken> {
    let lower = lowercase_sentence(&without_brackets(fact));
    let mut words: Vec<(&str, StopMark)> = Vec::new();
    for piece in lower.split_whitespace().flat_map(|piece| piece.split('=')) {
        let text = strip_marks(piece);
        if let (true, Some((_, stop))) = (matches!(piece, "-" | "–" | "—"), words.last_mut()) {
            *stop = (*stop).max(StopMark::Clause);
        }
        let parts = compound_parts(text).into_iter().filter(|part| !part.is_empty());
        words.extend(parts.map(|part| (part, StopMark::None)));
        if let (false, Some((_, stop))) = (text.is_empty(), words.last_mut()) {
            *stop = StopMark::after_piece(piece);
        }
    }
    let last = words.len();
    let words: Vec<FactToken> = (1..)
        .zip(words)
        .map(|(at, (text, stop))| FactToken::from_text(text, stop).with_ending(at == last))
        .collect();
    with_phrases(&words)
}

/// The words of a compound that nothing knows as one: `user-facing`.
fn compound_parts(text: &str) -> Vec<&str> {
    let plain = text.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    let known = is_tool(text) || lexicon::exact_entry(text).is_some();
    if plain && !known { text.split('-').collect() } else { vec![text] }
}

/// The words, with each phrase as one.
fn with_phrases(words: &[FactToken]) -> Vec<FactToken> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let longest = (2..=MAX_PHRASE_WORDS.min(words.len() - at)).rev();
        let found = longest.map(|count| &words[at..at + count]).find_map(match_phrase);
        let token = found.clone().map_or_else(|| words[at].clone(), |(token, _)| token);
        at += found.map_or(1, |(_, count)| count);
        tokens.push(token);
    }
    tokens
}

/// The phrase that the words are, and how many they are.
fn match_phrase(words: &[FactToken]) -> Option<(FactToken, usize)> {
    let (last, before) = words.split_last()?;
    if before.iter().any(|word| word.stop > StopMark::None) {
        return None;
    }
    let start: String = before.iter().map(|word| format!("{} ", word.text)).collect();
    let known = |end: &str| lexicon::exact_entry(&(start.clone() + end));
    let bare = last.text.strip_suffix(last.particle.as_str()).unwrap_or_default();
    let (name, sense) = known(&last.text).or_else(|| known(bare))?;
    Some((FactToken { name: name.to_owned(), sense, ..last.clone() }, words.len()))
}

/// A text without what stands in round brackets.
fn without_brackets(text: &str) -> String {
    let mut depth = 0_u32;
    let outside = text.chars().filter(|c| {
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => {
                depth -= 1;
                return false;
            }
            _ => {}
        }
        depth == 0
    });
    outside.collect()
}

impl FactToken {
    fn from_text(text: &str, stop: StopMark) -> FactToken {
        let end = text.find(|c| matches!(c, '가'..='힣')).unwrap_or(text.len());
        let (latin, korean) = text.split_at(end);
        let (base, particle) = if latin.is_empty() {
            let stem = stem_word(text);
            let particle = text.strip_prefix(stem.as_str()).unwrap_or("").to_owned();
            (stem, particle)
        } else {
            (latin.trim_end_matches(['-', '.', ':', '\'']).to_owned(), korean.to_owned())
        };
        // `재시도` ends as a word with a particle does.
        let whole = latin.is_empty() && lexicon::exact_entry(text).is_some();
        let particle = if whole { String::new() } else { particle };
        let (name, sense) = match find_entry(text, &base) {
            Some((name, sense)) => (name.to_owned(), sense),
            // What was pasted from code is no word.
            None if text.contains(['"', '{', '|']) => (base, WordRole::Empty),
            None => (latin_stem(&base), WordRole::Word),
        };
        FactToken { text: text.to_owned(), name, sense, particle, stop }
    }

    /// Returns the token as an ending where it may be a Korean verb that nothing knows.
    fn with_ending(self, is_last: bool) -> FactToken {
        const KOREAN_VERB_ENDINGS: [&str; 14] =
            ["다", "요", "자", "줘", "해", "라", "지", "까", "됨", "함", "게", "어", "아", "마"];
        let verb = self.sense == WordRole::Word
            && (is_last || self.stop > StopMark::None)
            && self.text == self.name
            && self.text.chars().all(|c| matches!(c, '가'..='힣'))
            && self.text.chars().count() > 1
            && KOREAN_VERB_ENDINGS.iter().any(|end| self.text.ends_with(end));
        if !verb {
            return self;
        }
        FactToken { sense: WordRole::Ending, ..self }
    }

    pub(super) fn is_any_of(&self, any: &[&str]) -> bool {
        any.contains(&self.text.as_str())
    }

    /// Returns true for a word behind which a clause says where, when or what for.
    pub(super) fn is_preposition(&self) -> bool {
        self.is_any_of(&[
            "in", "on", "at", "by", "for", "from", "with", "to", "into", "per", "as", "via", "and",
            "or", "when", "if", "until", "before", "after",
        ])
    }

    pub(super) fn is_pronoun(&self) -> bool {
        self.is_any_of(&["it", "it's", "they", "they're", "he", "she", "this", "that's", "these"])
    }

    /// Returns true for a word that is more than a filler.
    pub(super) const fn says_something(&self) -> bool {
        self.is_item() || matches!(self.sense, WordRole::Choice | WordRole::Change)
    }

    /// Returns true for a word that names something.
    pub(super) const fn is_item(&self) -> bool {
        matches!(
            self.sense,
            WordRole::Weak
                | WordRole::Ending
                | WordRole::Word
                | WordRole::Answer(_)
                | WordRole::Place(_)
        )
    }
}

/// Returns the entry of a word: as it is written, without particles, without an ending.
fn find_entry(text: &str, base: &str) -> Option<LexiconEntry> {
    lexicon::exact_entry(text)
        .or_else(|| lexicon::exact_entry(base))
        .or_else(|| lexicon::by_head(text).filter(|_| is_korean(text)))
        .or_else(|| lexicon::exact_entry(without_suffix(base)?))
        .or_else(|| lexicon::exact_entry(&latin_stem(base)))
}

/// `영수증별` without what counts, `실패시키` without the verb that causes.
fn without_suffix(word: &str) -> Option<&str> {
    let counts = ["마다", "당", "별", "순", "용", "씩"].into_iter();
    let causes = ["시키", "시켜", "시킨", "시킬", "시킵"].into_iter();
    counts
        .filter_map(|end| word.strip_suffix(end))
        .chain(causes.filter_map(|verb| Some(word.split_once(verb)?.0)))
        .next()
}

/// A Latin word without its inflection; a name as it is.
fn latin_stem(word: &str) -> String {
    let plain = word.chars().all(|c| c.is_ascii_alphabetic());
    if plain && !is_tool(word) { stem_word(word) } else { word.to_owned() }
}
