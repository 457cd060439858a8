//! Cuts a text into pieces that are analysed apart: names, and runs of Hangul,
//! Han or Kana.

use unicode_normalization::char::is_combining_mark;

use super::{JOINER_CHARS, hangul};

/// A piece of text in one kind of script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextPiece<'a> {
    /// Letters and digits of an alphabet, with joiners between them: `user`,
    /// `getUserById`, `src/auth/login.rs`, `v1.2.3`, `café`.
    Alphanumeric(&'a str),
    /// A run of Hangul: `데이터베이스는`.
    Hangul(&'a str),
    /// A run of Han or of Kana, which are written without spaces: `東京都`, `データ`.
    Unspaced(&'a str),
}

/// Class of a character for the analyzer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CharClass {
    /// Belongs to no term: white space, brackets, quotes, symbols.
    Gap,
    /// Holds the parts of a name together.
    Joiner,
    /// A letter, digit or mark of a script with spaces between its words.
    Letter,
    Hangul,
    Han,
    Kana,
}

/// The pieces of a text in NFC, in order.
pub(super) fn split_pieces(text: &str) -> TextPieces<'_> {
    TextPieces { text, at: 0, name_end: 0 }
}

/// See [`split_pieces`].
pub(super) struct TextPieces<'a> {
    text: &'a str,
    at: usize,
    /// End of the last name, 0 before the first.
    name_end: usize,
}

impl<'a> Iterator for TextPieces<'a> {
    type Item = TextPiece<'a>;

    fn next(&mut self) -> Option<TextPiece<'a>> {
        loop {
            let start = self.at;
            let (class, len) = class_at(self.text, start)?;
            match class {
                CharClass::Gap => self.at += len,
                CharClass::Joiner if !self.is_mark(start) => self.at += len,
                CharClass::Joiner | CharClass::Letter => {
                    return Some(TextPiece::Alphanumeric(self.consume_name()));
                }
                CharClass::Hangul => {
                    let run = self.consume_run(CharClass::Hangul);
                    if !(self.follows_word(start) && hangul::is_particle(run)) {
                        return Some(TextPiece::Hangul(run));
                    }
                }
                CharClass::Han | CharClass::Kana => {
                    return Some(TextPiece::Unspaced(self.consume_run(class)));
                }
            }
        }
    }
}

impl<'a> TextPieces<'a> {
    /// Consumes the run of characters of one class.
    fn consume_run(&mut self, class: CharClass) -> &'a str {
        let start = self.at;
        while let Some((next, len)) = class_at(self.text, self.at) {
            if next != class {
                break;
            }
            self.at += len;
        }
        &self.text[start..self.at]
    }

    /// Consumes a name: runs of letters with joiners between them, and a mark before
    /// or after (`.env`, `c++`) where it belongs to the name.
    fn consume_name(&mut self) -> &'a str {
        let start = self.at;
        if class_at(self.text, start).is_some_and(|(class, _)| class == CharClass::Joiner) {
            self.at += 1;
        }
        loop {
            let segment = self.consume_run(CharClass::Letter);
            self.at += suffix_mark(segment, &self.text[self.at..]);
            let joiners = joiners_len(&self.text[self.at..]);
            match class_at(self.text, self.at + joiners) {
                Some((CharClass::Letter, _)) => self.at += joiners,
                _ => break,
            }
        }
        let end = self.skip_clitic(start);
        self.name_end = self.at;
        &self.text[start..end]
    }

    /// Steps over the English clitic behind a name (`user's`, `don't`, `we’ll`), and returns the
    /// end of the name. The negation takes its n along, as in the tokens `do` and `n't` of the Penn
    /// Treebank.
    fn skip_clitic(&mut self, start: usize) -> usize {
        let name = &self.text[start..self.at];
        let Some(rest) = self.text[self.at..].strip_prefix(APOSTROPHES) else { return self.at };
        let len = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (clitic, after) = rest.split_at(len);
        let negates = name.len() > 1 && name.ends_with(['n', 'N']);
        let cut = match clitic.to_ascii_lowercase().as_str() {
            _ if after.starts_with(APOSTROPHES) => return self.at,
            "s" | "d" | "m" | "re" | "ve" | "ll" => 0,
            "t" if negates => 1,
            _ => return self.at,
        };
        let end = self.at - cut;
        self.at = self.text.len() - after.len();
        end
    }

    /// Returns true if the joiner at `start` begins a name: the dot of `.env`, the sign of `#123`.
    fn is_mark(&self, start: usize) -> bool {
        let bytes = self.text.as_bytes();
        let free = start == 0
            || matches!(bytes[start - 1], b'/' | b'"' | b'\'' | b'`' | b'(' | b'[' | b'=')
            || bytes[start - 1].is_ascii_whitespace();
        let next = bytes.get(start + 1).copied().unwrap_or(b' ');
        let named = match bytes[start] {
            b'.' => next.is_ascii_alphabetic(),
            b'#' => next.is_ascii_digit(),
            _ => false,
        };
        free && named
    }

    /// Returns true if a Latin word stands directly before `start`, possibly in quotes or brackets.
    fn follows_word(&self, start: usize) -> bool {
        let closing = |byte| matches!(byte, b')' | b']' | b'"' | b'\'' | b'`' | b'*');
        let (word, between) = self.text[..start].split_at(self.name_end);
        between.len() <= 3
            && between.bytes().all(closing)
            && word.bytes().next_back().is_some_and(|byte| !byte.is_ascii_digit())
    }
}

const APOSTROPHES: [char; 2] = ['\'', '’'];

/// The bytes of `rest` that belong to a name's last segment although they are
/// joiners: the signs of `C++`, `C#` and their kin, which have one letter.
pub(super) fn suffix_mark(segment: &str, rest: &str) -> usize {
    if segment.len() != 1 || !segment.as_bytes()[0].is_ascii_alphabetic() {
        return 0;
    }
    match rest.as_bytes() {
        [b'+', b'+', ..] => 2,
        [b'#', next, ..] if next.is_ascii_alphanumeric() => 0,
        [b'#', ..] => 1,
        _ => 0,
    }
}

/// The length of the joiners that `rest` begins with, where they can hold a name
/// together: one, or `::`, `://`, `__`, or a slash with what begins a file's name. An
/// ellipsis cannot, nor a dash written as `--`.
fn joiners_len(rest: &str) -> usize {
    let len = rest.bytes().take_while(|&byte| is_joiner(char::from(byte))).count();
    match &rest.as_bytes()[..len] {
        [] | [_] | b"::" | b"://" | b"__" | b"/." | b"/@" | b"/_" | b"/__" => len,
        _ => 0,
    }
}

/// The class and length of the character at `at`; none at the end.
#[inline]
fn class_at(text: &str, at: usize) -> Option<(CharClass, usize)> {
    let &byte = text.as_bytes().get(at)?;
    if byte.is_ascii() {
        return Some((ASCII_CLASSES[usize::from(byte)], 1));
    }
    let c = text[at..].chars().next()?;
    Some((non_ascii_class(c), c.len_utf8()))
}

/// The class of a character beyond ASCII. Blocks are those of Unicode's `Blocks.txt`.
fn non_ascii_class(c: char) -> CharClass {
    match c {
        '가'..='힣' | '\u{1100}'..='\u{11FF}' | 'ㄱ'..='ㆎ' => CharClass::Hangul,
        '一'..='\u{9FFF}' | '\u{3400}'..='\u{4DBF}' | '々' | '〇' => CharClass::Han,
        '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}' => CharClass::Han,
        '\u{3041}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{FF66}'..='\u{FF9F}'
            if is_letter(c) =>
        {
            CharClass::Kana
        }
        // What makes an emoji of the sign before it belongs to no letter.
        '\u{FE00}'..='\u{FE0F}' | '\u{20D0}'..='\u{20FF}' => CharClass::Gap,
        c if is_letter(c) => CharClass::Letter,
        _ => CharClass::Gap,
    }
}

/// Returns the class of a character.
pub(super) fn class_of(c: char) -> CharClass {
    if c.is_ascii() { ASCII_CLASSES[c as usize] } else { non_ascii_class(c) }
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || is_combining_mark(c)
}

/// Returns true if a character is one of the [`JOINER_CHARS`].
pub(super) fn is_joiner(c: char) -> bool {
    c.is_ascii() && ASCII_CLASSES[c as usize] == CharClass::Joiner
}

/// The classes of the ASCII characters.
const ASCII_CLASSES: [CharClass; 128] = {
    let mut classes = [CharClass::Gap; 128];
    let mut at = 0;
    while at < 128 {
        if (at as u8).is_ascii_alphanumeric() {
            classes[at] = CharClass::Letter;
        }
        at += 1;
    }
    let mut at = 0;
    while at < JOINER_CHARS.len() {
        classes[JOINER_CHARS.as_bytes()[at] as usize] = CharClass::Joiner;
        at += 1;
    }
    classes
};

#[cfg(test)]
mod tests {
    use super::TextPiece::{Alphanumeric, Hangul, Unspaced};
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &[TextPiece<'_>]) {
        assert_eq!(split_pieces(text).collect::<Vec<_>>(), expect, "{text}");
    }

    #[test]
    fn names_end_at_gaps_and_lose_their_punctuation() {
        check("Hello, world!", &[Alphanumeric("Hello"), Alphanumeric("world")]);
        check("foo.bar(); x->y", &[Alphanumeric("foo.bar"), Alphanumeric("x"), Alphanumeric("y")]);
        check("see src/auth/.", &[Alphanumeric("see"), Alphanumeric("src/auth")]);
        check("--dry-run ../a", &[Alphanumeric("dry-run"), Alphanumeric("a")]);
        check(
            "wait...what a--b",
            &[Alphanumeric("wait"), Alphanumeric("what"), Alphanumeric("a"), Alphanumeric("b")],
        );
        check(
            "a::b https://c.d my__x",
            &[Alphanumeric("a::b"), Alphanumeric("https://c.d"), Alphanumeric("my__x")],
        );
    }

    #[test]
    fn signs_that_belong_to_a_name_stay() {
        check("C++ and C#.", &[Alphanumeric("C++"), Alphanumeric("and"), Alphanumeric("C#")]);
        check("c++17 x#y", &[Alphanumeric("c++17"), Alphanumeric("x#y")]);
        check(
            ".NET ~/.env x.iter().map",
            &[
                Alphanumeric(".NET"),
                Alphanumeric(".env"),
                Alphanumeric("x.iter"),
                Alphanumeric("map"),
            ],
        );
        check("#123 #tag", &[Alphanumeric("#123"), Alphanumeric("tag")]);
    }

    #[test]
    fn clitics_are_stepped_over() {
        check(
            "user's don’t CAN'T",
            &[Alphanumeric("user"), Alphanumeric("do"), Alphanumeric("CA")],
        );
        check("we'll they've I'm", &[Alphanumeric("we"), Alphanumeric("they"), Alphanumeric("I")]);
        check(
            "O'Brien n't b't'",
            &[
                Alphanumeric("O"),
                Alphanumeric("Brien"),
                Alphanumeric("n"),
                Alphanumeric("t"),
                Alphanumeric("b"),
                Alphanumeric("t"),
            ],
        );
    }

    #[test]
    fn scripts_are_cut_apart() {
        check("JWT인증", &[Alphanumeric("JWT"), Hangul("인증")]);
        check(
            "2024년 결정.md",
            &[Alphanumeric("2024"), Hangul("년"), Hangul("결정"), Alphanumeric("md")],
        );
        check("東京のデータ", &[Unspaced("東京"), Unspaced("のデータ")]);
        check("café ㅎㅇ", &[Alphanumeric("café"), Hangul("ㅎㅇ")]);
        check("⚠️ 1️⃣ 🚀", &[Alphanumeric("1")]);
    }

    #[test]
    fn a_particle_behind_a_latin_word_is_dropped() {
        check(
            "API를 `x`에서는 (C#)은",
            &[Alphanumeric("API"), Alphanumeric("x"), Alphanumeric("C#")],
        );
        check("API 를 3만", &[Alphanumeric("API"), Hangul("를"), Alphanumeric("3"), Hangul("만")]);
    }
}
