//! A sentence with blanks.

use crate::particle;

/// Piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TemplatePiece<'f> {
    Words(&'f str),
    /// A blank by its name; one without a name bears its number.
    Blank(String),
}

/// A sentence with blanks: `{name}`, or `{}` in their order. How a value is to be padded stands in
/// the code alone.
#[derive(Clone, Debug)]
pub struct MessageTemplate<'f> {
    pieces: Vec<TemplatePiece<'f>>,
}

impl<'f> MessageTemplate<'f> {
    /// Parses a sentence; text in braces is a blank.
    pub fn new(mut text: &'f str) -> MessageTemplate<'f> {
        let (mut pieces, mut unnamed) = (Vec::new(), 0);
        while let Some((words, rest)) = text.split_once('{') {
            let (blank, rest) = rest.split_once('}').unwrap_or((rest, ""));
            let mut name = blank.split(':').next().unwrap_or_default().to_owned();
            if name.is_empty() {
                name = unnamed.to_string();
                unnamed += 1;
            }
            pieces.extend((!words.is_empty()).then_some(TemplatePiece::Words(words)));
            pieces.push(TemplatePiece::Blank(name));
            text = rest;
        }
        pieces.extend((!text.is_empty()).then_some(TemplatePiece::Words(text)));
        MessageTemplate { pieces }
    }

    /// Returns the text between the blanks.
    pub fn own_words(&self) -> impl Iterator<Item = &'f str> {
        self.pieces.iter().filter_map(|piece| match piece {
            TemplatePiece::Words(words) => Some(*words),
            TemplatePiece::Blank(_) => None,
        })
    }

    /// Returns the number of bytes outside blanks.
    pub fn own_length(&self) -> usize {
        self.own_words().map(str::len).sum()
    }

    /// True if the sentence joins blanks with hardly a word of its own, or has no word at all.
    pub fn is_vague(&self) -> bool {
        const MAX_VAGUE_LETTERS: usize = 6;
        let letters = self.own_words().flat_map(str::chars).filter(|c| c.is_alphabetic()).count();
        let begins_open = matches!(self.pieces.first(), Some(TemplatePiece::Blank(_)));
        let blanks = self.pieces.iter().filter(|it| matches!(it, TemplatePiece::Blank(_))).count();
        letters == 0 || (begins_open && blanks > 1 && letters <= MAX_VAGUE_LETTERS)
    }

    /// True if the sentence has so many words of its own that it is not a part of another sentence.
    pub fn is_sentence(&self) -> bool {
        const MIN_SENTENCE_WORDS: usize = 3;
        let is_word = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() > 1;
        self.own_words().flat_map(str::split_whitespace).filter(is_word).count()
            >= MIN_SENTENCE_WORDS
    }

    /// The names of its blanks.
    pub fn blank_names(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            TemplatePiece::Blank(name) => Some(name.as_str()),
            TemplatePiece::Words(_) => None,
        })
    }

    /// Extracts the values of the blanks from `text`, if it was made of this sentence. A blank ends
    /// at the first occurrence of the next words; the last blank extends as far as it can.
    pub fn extract_values(&self, text: &str) -> Option<Vec<(String, String)>> {
        let (mut values, mut rest, mut open) = (Vec::new(), text, None);
        for (at, piece) in self.pieces.iter().enumerate() {
            match piece {
                // Of two blanks side by side the second has everything.
                TemplatePiece::Blank(name) => {
                    let before = open.replace(name);
                    values.extend(before.map(|name: &String| (name.clone(), String::new())));
                }
                TemplatePiece::Words(words) => {
                    let is_last = at + 1 == self.pieces.len();
                    let found = match (open.is_some(), is_last) {
                        (false, _) => rest.starts_with(words).then_some(0),
                        (true, true) => rest.ends_with(words).then(|| rest.len() - words.len()),
                        (true, false) => rest.find(words),
                    }?;
                    let value = rest[..found].to_owned();
                    values.extend(open.take().map(|name| (name.clone(), value)));
                    rest = &rest[found + words.len()..];
                }
            }
        }
        match open {
            Some(name) => values.push((name.clone(), rest.to_owned())),
            None if rest.is_empty() => {}
            None => return None,
        }
        Some(values)
    }

    /// The sentence with `values` in its blanks, and the Korean particles behind them chosen.
    pub fn fill_blanks(&self, values: &[(String, String)]) -> String {
        let of = |name: &str| values.iter().find(|(of, _)| of == name).map_or("", |(_, it)| it);
        let (mut sentence, mut behind_blank) = (String::new(), false);
        for piece in &self.pieces {
            match piece {
                TemplatePiece::Words(words) if behind_blank => {
                    let words = particle::fit_particle(&sentence, words);
                    sentence.push_str(&words);
                }
                TemplatePiece::Words(words) => sentence.push_str(words),
                TemplatePiece::Blank(name) => sentence.push_str(of(name)),
            }
            behind_blank = matches!(piece, TemplatePiece::Blank(name) if !of(name).is_empty());
        }
        sentence
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(form: &str, text: &str, korean: &str, expect: Option<&str>) {
        let values = MessageTemplate::new(form).extract_values(text);
        let filled = values.map(|values| MessageTemplate::new(korean).fill_blanks(&values));
        assert_eq!(filled.as_deref(), expect, "{form:?} {text:?}");
    }

    #[test]
    fn values_change_their_order_with_the_language() {
        check(
            "{} of {whole} wait",
            "3 of 5 wait",
            "{whole}개 가운데 {0}개",
            Some("5개 가운데 3개"),
        );
        check("no {x:>4} here", "no    7 here", "{x} 없음", Some("   7 없음"));
        check("{a}{b} end", "one end", "{a}{b} 끝", Some("one 끝"));
    }

    #[test]
    fn particle_fits_the_value_before_it() {
        check("no {x}", "no 노트", "{x}이(가) 없음", Some("노트가 없음"));
        check("no {x}", "no 이(가)", "{x}은(는) 없음", Some("이(가)은(는) 없음"));
        check("{a}{b} end", "b end", "{a}`{b}`을(를) 끝", Some("`b`를 끝"));
    }

    #[test]
    fn a_value_holds_what_looks_like_the_form() {
        check("{path}: {why}", "a: b: c", "{path} - {why}", Some("a - b: c"));
        check("saved to {}", "saved to {x}", "{}에 저장", Some("{x}에 저장"));
        check("'{q}'.", "'it's {q}.'.", "<{q}>", Some("<it's {q}.>"));
    }

    #[test]
    fn what_was_not_made_of_a_form_does_not_fit() {
        check("no {} here", "no seven there", "", None);
        check("done", "done!", "", None);
        check("{}!", "no", "", None);
        check("a {} a", "a a", "", None);
    }
}
