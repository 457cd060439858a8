//! Passwords and keys that are short and yet give themselves away: of small letters, capitals, digits
//! and signs as no word has them, some words behind their name ("the password we use – … – is old").

use super::Finding;
use super::assign::finding;
use super::bytes::{BLANK, Class, SPACE, View, class, with_longer};
use super::entropy::{has_digit, has_letter, is_mixed};
use super::judge::is_stand_in;
use super::looks::{Looks, is_algorithm};
use super::value::Value;

/// What such a value is made of.
const STRONG: Class = class!("A-Za-z0-9!@#$%^*_+~-");

/// The one in the same sentence behind `at`, where its name ends. An announced one may stand in the
/// line below.
pub(super) fn after(view: View<'_>, at: usize, kind: &'static str) -> Option<Finding> {
    const WORDS: usize = 7;
    const WIDEST: usize = 80;
    const LONGEST: usize = 128;
    let mut end = at;
    for _ in 0..WORDS {
        let start = next_word(view, end)?;
        end = view.run(start, WORD, LONGEST);
        let value = view.slice(start, view.run(start, STRONG, LONGEST));
        let behind = start + value.len();
        if is_strong(value) && !goes_on(view, behind) && !is_algorithm(value) {
            return Some(finding(view, Value::bare(start, behind), kind));
        }
        let is_too_far = end == start + LONGEST || start > at + WIDEST;
        if is_too_far || is_strong(value) || is_code(view, behind) {
            return None;
        }
    }
    None
}

/// The one that stands at `start`.
pub(super) fn at(view: View<'_>, start: usize, kind: &'static str) -> Option<Finding> {
    const LONGEST: usize = 128;
    let end = view.run(start, STRONG, LONGEST);
    let value = view.slice(start, end);
    let is_strong = is_strong(value) && !goes_on(view, end) && !is_algorithm(value);
    is_strong.then(|| finding(view, Value::bare(start, end), kind))
}

/// What a word of the sentence is made of.
const WORD: Class = Class(const { &with_longer(STRONG) });

/// Where the next word begins behind `end`, unless code does or another sentence.
fn next_word(view: View<'_>, end: usize) -> Option<usize> {
    const BETWEEN: Class = class!(" \t\"'`(:,>[]*?|)");
    const FENCE: Class = class!(" \t\r\n`>*");
    const WIDEST: usize = 24;
    let between = view.run(end, BETWEEN, WIDEST);
    let opens = view.slice(end, between).iter().any(|byte| b":`?)".contains(byte));
    let start = match view.at(between) {
        b'\n' if opens => view.run(between, FENCE, WIDEST),
        _ => between,
    };
    let is_call = view.at(end) == b'(' && end > 0 && view.before(end).is_ascii_alphanumeric();
    (start > end && !is_call && WORD.has(view.at(start))).then_some(start)
}

/// Whether what ends at `end` goes on as code does.
fn is_code(view: View<'_>, end: usize) -> bool {
    let next = view.at(end + 1);
    match view.at(end) {
        b'(' | b'[' | b'{' | b'\\' | b'/' | b'<' | b'=' | b'&' => true,
        b'.' | b':' => next.is_ascii_alphanumeric() || b":/".contains(&next),
        _ => view.has_placeholder(view.run(end, BLANK, 1)),
    }
}

/// Whether what ends at `end` goes on: as a value of other signs, or as an earlier
/// redaction left it.
fn goes_on(view: View<'_>, end: usize) -> bool {
    const CLOSING: Class = Class(const { &with_longer(class!(" \t\r\n\"'`),.:;?]|")) });
    let next = view.at(end + 1);
    let is_closed = view.at(end) == 0 || CLOSING.has(view.at(end));
    let is_sign = !SPACE.has(view.at(end)) && view.at(end).is_ascii();
    !is_closed
        || (is_sign && (STRONG.has(next) || b"/:".contains(&next)))
        || view.has_placeholder(view.run(end + usize::from(is_sign), BLANK, 1))
}

/// Whether `value` is one that nobody wrote as a word.
pub(super) fn is_strong(value: &[u8]) -> bool {
    const LEAST: usize = 8;
    const LONGEST: usize = 64;
    const SIGNS: Class = class!("!@#$%^*+~");
    // Nearly all words end here, for the price of a look at each character.
    if !(LEAST..=LONGEST).contains(&value.len()) || !has_digit(value) || is_stand_in(value) {
        return false;
    }
    let has_sign = value[1..value.len() - 1].iter().any(|byte| SIGNS.has(*byte));
    let looks = Looks::of(value);
    let is_signed = has_sign && has_letter(value) && looks == Looks::Random;
    is_signed || (is_mixed(value) && (has_sign || !is_name(value, looks)))
}

/// Whether `value`, which `looks` so, may be the name of something with a number in it: words, then
/// digits (`Curve25519`), or a number between words (`PBKDF2WithHmac`).
fn is_name(value: &[u8], looks: Looks) -> bool {
    let is_word = |three: &[u8]| three.iter().all(u8::is_ascii_lowercase);
    let numbers = value.split(|byte| !byte.is_ascii_digit()).filter(|run| !run.is_empty()).count();
    match looks {
        Looks::Random => false,
        Looks::Mixed => numbers == 1 && value.windows(3).any(is_word),
        Looks::Hexadecimal | Looks::Written => true,
    }
}
