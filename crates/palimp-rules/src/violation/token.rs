//! A sentence as words and code spans.

use crate::words::{lowercase_sentence, strip_marks};

/// A word or a code span of a rule.
#[derive(Clone, Debug)]
pub(super) struct RuleToken {
    /// In lower case and without the marks around it; of a code span its words.
    pub(super) text: String,
    /// As it was written, one word for each of a code span.
    pub(super) written: Vec<String>,
    /// The Korean particle written to a name or a code span.
    pub(super) particle: String,
    /// True between backticks.
    pub(super) is_code: bool,
    /// True if a comma or another mark that ends a clause follows.
    pub(super) closes: bool,
    /// True if that mark is a colon or a dash, as behind a label.
    pub(super) ends_label: bool,
}

impl RuleToken {
    pub(super) fn is_any_of(&self, any: &[&str]) -> bool {
        !self.is_code && any.contains(&self.text.as_str())
    }

    /// Returns true for Latin letters, which programs, arguments and branches have.
    pub(super) fn is_latin(&self) -> bool {
        self.is_code || self.text.starts_with(|c: char| c.is_ascii() && c != '(')
    }
}

/// Splits a text into sentences; a point within a word or a code span ends none.
pub(super) fn split_sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        if rest.is_empty() {
            return None;
        }
        let (sentence, after) = rest.split_at(sentence_end(rest));
        rest = after;
        Some(sentence.trim_end())
    })
}

fn sentence_end(text: &str) -> usize {
    let (mut is_code, mut is_in_word) = (false, false);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        is_code ^= c == '`';
        // A point that stands alone is an argument: `git add .`
        let is_last = is_in_word && chars.peek().is_none_or(|(_, next)| next.is_whitespace());
        is_in_word = !c.is_whitespace();
        if !is_code && is_last && matches!(c, '.' | '!' | '?' | ';' | '。') {
            return at + c.len_utf8();
        }
    }
    text.len()
}

/// Splits a sentence into its tokens.
pub(super) fn tokenize_rule(sentence: &str) -> Vec<RuleToken> {
    let mut tokens: Vec<RuleToken> = Vec::new();
    let mut rest = sentence.trim_start();
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(piece_end(rest));
        rest = after.trim_start();
        match parse_token(piece) {
            Some(token) => tokens.push(token),
            None => {
                let dash = |last: &mut RuleToken| (last.closes, last.ends_label) = (true, true);
                tokens.last_mut().into_iter().for_each(dash);
            }
        }
    }
    tokens
}

/// Returns the end of a word: white space outside of backticks.
fn piece_end(text: &str) -> usize {
    let mut is_code = false;
    let end = text.char_indices().find(|(_, c)| {
        is_code ^= *c == '`';
        !is_code && c.is_whitespace()
    });
    match end {
        // A backtick that nothing closes stands for itself.
        None if is_code => text.find(char::is_whitespace).unwrap_or(text.len()),
        end => end.map_or(text.len(), |(at, _)| at),
    }
}

fn parse_token(piece: &str) -> Option<RuleToken> {
    let closes = piece.ends_with([',', ';', ':', '—', '–', '.', '!', ')', '、']);
    let ends_label = piece.ends_with([':', '—', '–']);
    let code = piece.split_once('`').and_then(|(_, inner)| inner.split_once('`'));
    if let Some((code, behind)) = code.filter(|(code, _)| !code.trim().is_empty()) {
        let written: Vec<String> = code.split_whitespace().map(str::to_owned).collect();
        let particle = strip_marks(behind).to_owned();
        return Some(RuleToken {
            text: lowercase_sentence(code),
            written,
            particle,
            is_code: true,
            closes,
            ends_label,
        });
    }
    let text = if piece == "." { piece } else { strip_marks(piece) };
    let end = text.find(|c| matches!(c, '가'..='힣')).unwrap_or(text.len());
    let (name, particle) = if end == 0 { (text, "") } else { text.split_at(end) };
    let written = vec![name.to_owned()];
    let (text, particle) = (lowercase_sentence(name), particle.to_owned());
    (!text.is_empty()).then_some(RuleToken {
        text,
        written,
        particle,
        is_code: false,
        closes,
        ends_label,
    })
}
