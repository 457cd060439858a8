//! Text as the matchers read it: full-width letters, digits and signs as their ASCII twins, every
//! dash a hyphen, every quotation mark and blank a plain one, decomposed Hangul composed, and
//! invisible characters left out.
//!
//! Most texts hold nothing of the kind and are read as they are.

use super::DetectedSecret;

/// A text in its plain form, and where its parts stood.
#[derive(Clone, Debug, Default)]
pub(super) struct NormalizedText {
    /// The plain form.
    pub(super) text: String,
    /// Points where the two texts diverge: an offset in the plain text with its offset in the
    /// original.
    steps: Vec<(usize, usize)>,
}

/// `text` in its plain form; `None` where that is `text` itself.
pub(super) fn normalize_text(text: &str) -> Option<NormalizedText> {
    if text.is_ascii() {
        return None;
    }
    let mut folded = NormalizedText::default();
    let (mut copied, mut at) = (0, 0);
    while let Some(skipped) = first_candidate(&text.as_bytes()[at..]) {
        at += skipped;
        let Some((plain, width)) = normalize_char(&text[at..]) else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        };
        folded.text.push_str(&text[copied..at]);
        folded.steps.push((folded.text.len(), at));
        folded.text.extend(plain);
        at += width;
        copied = at;
        folded.steps.push((folded.text.len(), at));
    }
    if copied == 0 {
        return None;
    }
    folded.text.push_str(&text[copied..]);
    Some(folded)
}

/// Returns the possible start in `bytes` of a character to be folded.
fn first_candidate(bytes: &[u8]) -> Option<usize> {
    const BLOCK_BYTES: usize = 64;
    let may_fold = |byte: u8| matches!(byte, 0xc2 | 0xe1 | 0xe2 | 0xe3 | 0xef | 0xf3);
    // A block is looked at as a whole, which processors do in one step.
    let holds = |block: &&[u8]| block.iter().fold(false, |any, &byte| any | may_fold(byte));
    let skipped = bytes.chunks(BLOCK_BYTES).take_while(|block| !holds(block)).count() * BLOCK_BYTES;
    let found = bytes.get(skipped..)?.iter().position(|&byte| may_fold(byte))?;
    Some(skipped + found)
}

impl NormalizedText {
    /// `found` as it stands in the text that was folded.
    pub(super) fn map_to_original(&self, found: DetectedSecret) -> DetectedSecret {
        DetectedSecret {
            start: self.original_offset(found.start, false),
            end: self.original_offset(found.end, true),
            ..found
        }
    }

    /// Returns the original offset of `at`. Characters left out there belong neither to what begins
    /// after them nor to what `ends` before them.
    fn original_offset(&self, at: usize, ends: bool) -> usize {
        let first = self.steps.partition_point(|&(place, _)| place < at);
        let is_step = self.steps.get(first).is_some_and(|&(place, _)| place == at);
        let behind = self.steps.partition_point(|&(place, _)| place <= at);
        let step = if ends && is_step { Some(first) } else { behind.checked_sub(1) };
        step.map_or(at, |step| self.steps[step].1 + at - self.steps[step].0)
    }
}

/// The plain form of what `text` begins with, if that is not plain, and how many bytes it has there.
fn normalize_char(text: &str) -> Option<(Option<char>, usize)> {
    let mut chars = text.chars();
    let first = chars.next()?;
    let plain = match first {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(first) - 0xfee0),
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => Some(' '),
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' => Some('-'),
        // The vowel that a Korean keyboard has where others have no dash.
        'ㅡ' if chars.next().is_some_and(|next| next.is_ascii_digit()) => Some('-'),
        '‘'..='‛' => Some('\''),
        '“'..='‟' | '«' | '»' | '「'..='』' => Some('"'),
        '\u{ad}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{e0000}'..='\u{e007f}' => None,
        '\u{1100}'..='\u{1112}' => return compose_syllable(text),
        _ => return None,
    };
    Some((plain, first.len_utf8()))
}

/// The syllable that the letters at the beginning of `text` make (Unicode 3.12), and their width.
fn compose_syllable(text: &str) -> Option<(Option<char>, usize)> {
    const JAMO_BYTES: usize = 3;
    let letter = |at: usize, first: u32, count: u32| {
        let letter = text.get(at * JAMO_BYTES..)?.chars().next()?;
        u32::from(letter).checked_sub(first).filter(|&place| place < count)
    };
    let (lead, vowel) = (letter(0, 0x1100, 19)?, letter(1, 0x1161, 21)?);
    let tail = letter(2, 0x11a7, 28).filter(|&tail| tail > 0);
    let syllable = char::from_u32(0xac00 + (lead * 21 + vowel) * 28 + tail.unwrap_or(0));
    Some((syllable, JAMO_BYTES * (2 + usize::from(tail.is_some()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_other_keyboards_are_read_as_plain_ones() {
        for (text, expect) in [
            ("ＫＥＹ ＝ “ａ１”", "KEY = \"a1\""),
            ("010–1234−5678", "010-1234-5678"),
            ("010ㅡ1234", "010-1234"),
            ("\u{1107}\u{1175}\u{1106}\u{1175}\u{11af}", "비밀"),
            ("pass\u{200b}word\u{a0}x", "password x"),
        ] {
            assert_eq!(normalize_text(text).map(|folded| folded.text).as_deref(), Some(expect));
        }
        for text in ["plain", "비밀번호: 값 → ㅋㅋ", "é"] {
            assert!(normalize_text(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_finding_stands_where_its_characters_did() {
        let text = "a\u{200b}１２\u{200b}b";
        let folded = normalize_text(text).expect("something to fold");
        let at = |start, end| {
            let found = folded.map_to_original(DetectedSecret { kind: "x", start, end });
            &text[found.start..found.end]
        };
        assert_eq!((at(0, 1), at(1, 3), at(3, 4)), ("a", "１２", "b"));
        assert_eq!(at(0, 4), text);
    }
}
