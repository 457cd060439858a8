//! The words of a sentence one after another, with what stands between them: a sign that announces
//! the next, a comma, the end of a sentence.

use super::bytes::{BLANK, ByteClass, ByteView, QUOTE, class, with_longer};
use super::value::{TextValue, ValueForm};

/// A word of a sentence, or what quotes hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) value: TextValue,
    /// Separator between it and the word before.
    pub(super) before: Separator,
    /// Place from which the next word is looked for.
    pub(super) behind: usize,
}

/// What stands between two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Separator {
    /// A blank.
    Blank,
    /// A comma.
    Comma,
    /// A parenthesis or a dash.
    Parenthetical,
    /// A colon, an equals sign or an arrow.
    Announced,
    /// The same, and the end of the line.
    Below,
    /// The end of a sentence.
    Ended,
}

/// Bytes between two words at the most.
const WIDEST: usize = 16;

/// Bytes of a word at the most; longer ones belong to no sentence.
const LONGEST: usize = 80;

impl Word {
    /// The first word at `at` or behind it, unless what an earlier redaction left stands before its end.
    pub(super) fn next(view: ByteView<'_>, at: usize) -> Option<Word> {
        let (start, before) = gap(view, at)?;
        let opens =
            QUOTE.contains(view.byte_at(start)) && !b" ,;:.)]}".contains(&view.byte_at(start + 1));
        let quoted = if opens { quoted(view, start) } else { None };
        let value = quoted.or_else(|| bare(view, start))?;
        let behind = match quoted {
            Some(value) => value.end + 1,
            None => view.run_end(value.end, class!("\"'`)]*,;:.!?"), 1).max(value.end),
        };
        let is_whole = !view.holds_placeholder(at, value.end + 1);
        // The sign that ends it is looked at again, as that before the next word.
        let behind =
            if quoted.is_some() || view.byte_before(behind) == b'*' { behind } else { value.end };
        is_whole.then_some(Word { value, before, behind })
    }

    /// What it holds.
    pub(super) fn held(self, view: ByteView<'_>) -> &[u8] {
        self.value.bytes_in(view)
    }
}

/// Where the next word begins behind `at`, and what stands before it.
fn gap(view: ByteView<'_>, at: usize) -> Option<(usize, Separator)> {
    let (mut end, mut sign) = (at, Separator::Blank);
    while end < at + WIDEST {
        let next = view.byte_at(end + 1);
        let is_apart = next <= b' ' || QUOTE.contains(next);
        let (width, read) = match view.byte_at(end) {
            b' ' | b'\t' | b'\r' => (1, Separator::Blank),
            b')' if is_apart || b",.;:".contains(&next) => (1, Separator::Blank),
            b'\n' if sign >= Separator::Announced => (1, Separator::Below),
            b'\n' => return None,
            // Behind a string a comma divides code or data.
            b'"' | b'\'' | b'`' if end == at && b",:;".contains(&next) => return None,
            b'"' | b'\'' | b'`' if is_apart && end == at => (1, Separator::Blank),
            b'*' if next == b'*' || is_apart => (1, Separator::Blank),
            b'*' if view.byte_before(end) == b'*' => (1, Separator::Blank),
            b',' => (1, Separator::Comma),
            b'.' | b'!' | b'?' | b';' if is_apart || next == b')' => (1, Separator::Ended),
            b'(' => (1, Separator::Parenthetical),
            b'-' | b'=' if next == b'>' => (2, Separator::Announced),
            b'-' if is_apart || next == b'-' => (1, Separator::Parenthetical),
            b':' | b'=' if is_apart || end > at => (1, Separator::Announced),
            0xe2 if view.has_literal(end, "→") => (3, Separator::Announced),
            _ => return (end > at).then_some((end, sign)),
        };
        sign = if sign == Separator::Ended { sign } else { sign.max(read) };
        end += width;
    }
    None
}

/// What the quotes hold of which the first stands at `at`, as a sentence quotes it.
fn quoted(view: ByteView<'_>, at: usize) -> Option<TextValue> {
    let start = at + 1;
    let inside = view.slice(start, start + LONGEST);
    let ends = |&end: &usize| {
        let next = view.byte_at(start + end + 1);
        // What is taken out may begin with a letter.
        let goes_on = next.is_ascii_alphanumeric() || next == b'<';
        inside[end] == view.byte_at(at) && !goes_on || inside[end] == b'\n'
    };
    let length = (0..inside.len()).find(ends)?;
    let is_closed = inside[length] != b'\n' && length > 0;
    is_closed.then_some(TextValue { start, end: start + length, form: ValueForm::Quoted })
}

/// The word at `at` without the signs that end a sentence or a part of it, and without Markdown's.
fn bare(view: ByteView<'_>, at: usize) -> Option<TextValue> {
    const VISIBLE: ByteClass = class!("!#-;=?-_a-~");
    const OTHERS: ByteClass = ByteClass(const { &with_longer(class!("")) });
    let class = if view.byte_at(at).is_ascii() { VISIBLE } else { OTHERS };
    let end = view.run_end(at, class, LONGEST);
    let is_marked =
        view.byte_before(at) == b'*' || view.slice(at, end).windows(2).any(|two| two == b"**");
    let tail = |byte: &&u8| b".,;:)]}'".contains(byte) || is_marked && **byte == b'*';
    let loose = view.slice(at, end).iter().rev().take_while(tail).count();
    (end < at + LONGEST && end > at + loose).then(|| TextValue::bare(at, end - loose))
}

/// Returns true if with what ends at `end` a sentence or a part of it ends: behind it stands a sign, the
/// end of the line, or a word that begins another part.
pub(super) fn ends_part(view: ByteView<'_>, end: usize) -> bool {
    const WORDS: [&[u8]; 12] = [
        b"and", b"but", b"so", b"please", b"btw", b"because", b"or", b"can", b"could", b"then",
        b"thanks", b"if",
    ];
    let quote = end + usize::from(QUOTE.contains(view.byte_at(end)));
    let next = view.byte_at(quote + 1);
    let is_apart = next <= b' ' || QUOTE.contains(next);
    match view.byte_at(quote) {
        0 | b'\n' | b'\r' => true,
        b',' | b'.' | b';' | b'!' | b'?' | b')' => {
            is_apart || next == b')' || b".,".contains(&next)
        }
        b' ' | b'\t' => {
            let start = view.run_end(quote, BLANK, 4);
            let word = view.slice(start, view.run_end(start, class!("a-z"), 12));
            let is_sign = b"-,;(".contains(&view.byte_at(start)) || view.byte_at(start) < b' ';
            is_sign || WORDS.contains(&word)
        }
        _ => false,
    }
}
