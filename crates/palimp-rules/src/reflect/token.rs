//! A fact as words, and as clauses of words.

use crate::tools::is_tool;
use crate::topic::stem;
use crate::words::{bare, lower};

/// A word of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// As it was written, in lower case.
    pub(super) text: String,
    /// Without particles and endings.
    pub(super) stem: String,
    /// What was taken off.
    pub(super) particle: String,
    /// Whether a comma or the like follows.
    pub(super) closes: bool,
}

/// The days of the week.
const DAYS: [(&str, &str); 7] = [
    ("monday", "월요일"),
    ("tuesday", "화요일"),
    ("wednesday", "수요일"),
    ("thursday", "목요일"),
    ("friday", "금요일"),
    ("saturday", "토요일"),
    ("sunday", "일요일"),
];

/// Whether a word names a day of the week.
pub(super) fn is_day(word: &str) -> bool {
    DAYS.iter().any(|(day, _)| *day == word)
}

pub(super) fn tokens(fact: &str) -> Vec<Token> {
    let lower = lower(&without_brackets(fact));
    let pieces = lower.split_whitespace();
    let tokens = pieces.filter_map(|piece| {
        let text = bare(piece);
        let closes = piece.ends_with([',', ';', '.', '—', ':']);
        (!text.is_empty()).then(|| Token::of(text, closes))
    });
    tokens.collect()
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

/// The tokens without the reason that is given for them.
pub(super) fn without_reason(mut tokens: Vec<Token>) -> Vec<Token> {
    const REASONS: [&str; 5] = ["because", "since", "so", "due", "as"];
    if let Some(at) = tokens.iter().position(|token| token.text.starts_with("때문에")) {
        tokens.drain(..=at);
    }
    let reason = |token: &Token| REASONS.contains(&token.text.as_str());
    if let Some(at) = tokens.iter().skip(2).position(reason) {
        tokens.truncate(at + 2);
    }
    tokens
}

/// The clauses of a sentence.
pub(super) fn clauses(tokens: &[Token]) -> Vec<&[Token]> {
    let ends = |at: usize| {
        let token = &tokens[at];
        let next = tokens.get(at + 1).map_or("", |next| next.text.as_str());
        let negated = (token.text == "말고" || token.text.starts_with("않고"))
            && at > 0
            && tokens[at - 1].text.ends_with('지');
        token.closes || negated || next == "but" || next == "하지만"
    };
    let mut clauses = Vec::new();
    let mut start = 0;
    for at in 0..tokens.len() {
        if ends(at) || at + 1 == tokens.len() {
            clauses.push(&tokens[start..=at]);
            start = at + 1;
        }
    }
    clauses
}

impl Token {
    fn of(text: &str, closes: bool) -> Token {
        let end = text.find(|c| matches!(c, '가'..='힣')).unwrap_or(text.len());
        let (latin, korean) = text.split_at(end);
        let (stem, particle) = if latin.is_empty() {
            let stem = stem(text);
            let particle = text.strip_prefix(stem.as_str()).unwrap_or("").to_owned();
            (stem, particle)
        } else {
            (latin_stem(latin), korean.to_owned())
        };
        Token { text: text.to_owned(), stem, particle, closes }
    }

    pub(super) fn is(&self, any: &[&str]) -> bool {
        any.contains(&self.text.as_str())
    }

    pub(super) fn is_value(&self) -> bool {
        let digit = self.stem.bytes().any(|byte| byte.is_ascii_digit());
        let path = self.stem.trim_matches('/').contains('/');
        let host = self.stem.contains('.') && !is_tool(&self.stem);
        digit || path || host || self.day().is_some()
    }

    /// The day of the week that it names.
    pub(super) fn day(&self) -> Option<&'static str> {
        let latin = self.text.strip_suffix('s').unwrap_or(&self.text);
        let days = DAYS.iter().find(|(day, korean)| latin == *day || self.text.starts_with(korean));
        days.map(|(day, _)| *day)
    }
}

/// A Latin word without its inflection; a name as it is.
fn latin_stem(word: &str) -> String {
    let word = word.trim_end_matches(['-', '.', ':', '\'']);
    if is_tool(word) || !word.chars().all(|c| c.is_alphabetic()) || word == "used" {
        return word.to_owned();
    }
    stem(word)
}
