//! From text to tokens as BERT's uncased models do it: lower case, accents off, punctuation and
//! Chinese characters by themselves, then the longest token that fits, again and again.
//!
//! A word of which any part is unknown, or of more than a hundred characters, has no token at all.

use unicode_normalization::char::decompose_canonical;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use super::model::{BUILTIN_MODEL, NameHash, TokenId};

/// Words of more characters have no tokens.
const MAX_WORD_CHARS: usize = 100;

/// Hashes of the beginnings of a word are kept for as many bytes; longer than any token.
const HASHED_BYTES: usize = 32;
const _: () = assert!(BUILTIN_MODEL.longest < HASHED_BYTES);

/// Calls `each` with every token of `text` that the model knows.
pub(super) fn for_each_token(text: &str, mut each: impl FnMut(TokenId)) {
    let mut word = PartialWord::default();
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match ASCII_CLASSES.get(usize::from(byte)) {
            Some(AsciiClass::Letter(letter)) => word.push_byte(*letter),
            Some(AsciiClass::Between) => word.finish(&mut each),
            Some(AsciiClass::Control) => {}
            None => {
                let Some(c) = text.get(at - 1..).and_then(|rest| rest.chars().next()) else {
                    continue;
                };
                at += c.len_utf8() - 1;
                beyond_ascii(c, &mut word, &mut each);
            }
        }
    }
    word.finish(&mut each);
}

/// Class of an ASCII character for the tokenizer.
#[derive(Clone, Copy)]
enum AsciiClass {
    /// Belongs to a word, in lower case.
    Letter(u8),
    /// Ends a word: a space, or punctuation, which would be a word of its own had the model a
    /// token for it.
    Between,
    /// Is as if it were not there.
    Control,
}

static ASCII_CLASSES: [AsciiClass; 128] = {
    let mut table = [AsciiClass::Control; 128];
    let mut at = 0;
    while at < 128 {
        let byte = at as u8;
        table[at] = match byte {
            b'\t' | b'\n' | b'\r' | b' ' => AsciiClass::Between,
            _ if byte.is_ascii_punctuation() => AsciiClass::Between,
            _ if byte.is_ascii_control() => AsciiClass::Control,
            _ => AsciiClass::Letter(byte.to_ascii_lowercase()),
        };
        at += 1;
    }
    table
};

fn beyond_ascii(c: char, word: &mut PartialWord, each: &mut impl FnMut(TokenId)) {
    let category = category(c);
    if c.is_whitespace() && category != GeneralCategory::Control {
        return word.finish(each);
    }
    // U+FFFD stands for what was no character.
    if is_nothing(category) || c == '\u{FFFD}' {
        return;
    }
    let alone = is_chinese(c);
    if alone {
        word.finish(each);
    }
    decompose_canonical(c, |part| {
        if part.is_ascii() || self::category(part) != GeneralCategory::NonspacingMark {
            part.to_lowercase().for_each(|lower| push_letter(lower, word, each));
        }
    });
    if alone {
        word.finish(each);
    }
}

/// A character in lower case without accents.
fn push_letter(c: char, word: &mut PartialWord, each: &mut impl FnMut(TokenId)) {
    if is_punctuation(c) {
        word.finish(each);
        word.push(c);
        return word.finish(each);
    }
    word.push(c);
}

/// The table is searched only for what is not plainly a Korean or Chinese letter.
fn category(c: char) -> GeneralCategory {
    match c {
        '\u{1100}'..='\u{11FF}' | '\u{AC00}'..='\u{D7A3}' | '\u{4E00}'..='\u{9FFF}' => {
            GeneralCategory::OtherLetter
        }
        _ => c.general_category(),
    }
}

fn is_punctuation(c: char) -> bool {
    use GeneralCategory::*;
    c.is_ascii_punctuation()
        || matches!(
            category(c),
            ConnectorPunctuation
                | DashPunctuation
                | OpenPunctuation
                | ClosePunctuation
                | InitialPunctuation
                | FinalPunctuation
                | OtherPunctuation
        )
}

fn is_nothing(category: GeneralCategory) -> bool {
    use GeneralCategory::{Control, Format, PrivateUse, Unassigned};
    matches!(category, Control | Format | PrivateUse | Unassigned)
}

/// The blocks of ideographs that BERT's authors chose; neither kana nor Hangul is among them.
fn is_chinese(c: char) -> bool {
    matches!(c,
        '\u{4E00}'..='\u{9FFF}' | '\u{3400}'..='\u{4DBF}' | '\u{20000}'..='\u{2A6DF}'
        | '\u{2A700}'..='\u{2B73F}' | '\u{2B740}'..='\u{2B81F}' | '\u{2B920}'..='\u{2CEAF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{2F800}'..='\u{2FA1F}')
}

/// A word as far as it was read.
struct PartialWord {
    bytes: [u8; 4 * MAX_WORD_CHARS],
    length: usize,
    characters: usize,
}

impl Default for PartialWord {
    fn default() -> PartialWord {
        PartialWord { bytes: [0; 4 * MAX_WORD_CHARS], length: 0, characters: 0 }
    }
}

impl PartialWord {
    #[inline]
    fn push_byte(&mut self, byte: u8) {
        if self.characters < MAX_WORD_CHARS {
            self.bytes[self.length] = byte;
            self.length += 1;
        }
        self.characters += 1;
    }

    fn push(&mut self, c: char) {
        if self.characters < MAX_WORD_CHARS {
            let rest = &mut self.bytes[self.length..];
            self.length += c.encode_utf8(rest).len();
        }
        self.characters += 1;
    }

    #[inline]
    fn finish(&mut self, each: &mut impl FnMut(TokenId)) {
        if self.length > 0 && self.characters <= MAX_WORD_CHARS {
            emit_pieces(&self.bytes[..self.length], each);
        }
        (self.length, self.characters) = (0, 0);
    }
}

/// Most words are tokens themselves; others are cut up.
fn emit_pieces(word: &[u8], each: &mut impl FnMut(TokenId)) {
    let mut found = [0; MAX_WORD_CHARS];
    let mut count = 0;
    let mut at = 0;
    while at < word.len() {
        let Some((token, length)) = longest_token(&word[at..], at == 0) else { return };
        found[count] = token;
        count += 1;
        at += length;
    }
    found[..count].iter().for_each(|token| each(*token));
}

/// The longest token at the beginning of `rest`, with its length.
fn longest_token(rest: &[u8], is_start: bool) -> Option<(TokenId, usize)> {
    let rest = &rest[..rest.len().min(BUILTIN_MODEL.longest)];
    let mut hashes = [NameHash::EMPTY; HASHED_BYTES];
    for (at, byte) in rest.iter().enumerate() {
        hashes[at + 1] = hashes[at].with_byte(*byte);
    }
    (1..=rest.len()).rev().find_map(|length| {
        // No token ends inside a character.
        if rest.get(length).is_some_and(|byte| byte & 0xC0 == 0x80) {
            return None;
        }
        let (name, hash) = (&rest[..length], hashes[length]);
        let token = if is_start {
            BUILTIN_MODEL.find_word(name, hash)
        } else {
            BUILTIN_MODEL.find_piece(name, hash)
        };
        token.map(|token| (token, length))
    })
}
