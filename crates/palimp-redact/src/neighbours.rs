//! Secrets beside one that was found: the one that it was changed to, others of a list, the same again.

use super::assign::build_finding;
use super::bytes::{BLANK, ByteClass, ByteView, class};
use super::entropy::has_digit;
use super::password_grade::Grade;
use super::randomness::is_odd;
use super::sentence_password::{
    SENTENCE_WORD_CHARS, VALUE_CHARS, goes_on, grade, next, next_word, value_end,
};
use super::stand_in::mentions_secret;
use super::value::TextValue;
use super::{DetectedSecret, email, statement};

/// The secret that takes the place of the one that was `found`, or stands beside it: "from … to …",
/// "… 에서 …로".
pub(super) fn joined(view: ByteView<'_>, found: &DetectedSecret) -> Option<DetectedSecret> {
    const MOST: usize = 3;
    #[rustfmt::skip]
    const JOINS: [&str; 9] = [" to ", " -> ", " → ", " => ", " for ", " and ", " or ", ", ", "\n"];
    const CHANGES: usize = 4;
    if found.kind == email::KIND {
        return behind_address(view, found.end);
    }
    if !matches!(found.kind, "password" | "secret") {
        return None;
    }
    let quote = view.run_end(found.end, class!("\"'`"), 1);
    if let Some(join) = JOINS.iter().position(|join| view.has_literal(quote, join)) {
        let start = view.run_end(quote + JOINS[join].len(), class!("\"'`"), 1);
        let end = value_end(view, start);
        let grade = grade(view, start, end, join < CHANGES);
        let least = if join < CHANGES { Grade::Possible } else { Grade::Likely };
        let is_listed = are_alike(view.slice(found.start, found.end), view.slice(start, end));
        let is_below = JOINS[join] == "\n";
        let is_listed = is_listed
            || join < CHANGES
                && view.slice(found.start, found.end).iter().all(u8::is_ascii_lowercase)
                && statement::is_plain(view, start, end);
        let is_one = (grade >= least && !is_below || is_listed) && !goes_on(view, end);
        return is_one.then(|| build_finding(view, TextValue::bare(start, end), found.kind));
    }
    let blank = view.run_end(quote, BLANK, 1);
    const AND: [&str; 5] = ["이랑 ", "랑 ", "하고 ", "와 ", "과 "];
    if let Some(join) = AND.iter().find(|join| view.has_literal(quote, join)) {
        return next(view, quote + join.len() - 1, Grade::Likely);
    }
    let mut at = if view.byte_at(blank).is_ascii() { return None } else { blank };
    for _ in 0..MOST {
        at = next_word(view, view.run_end(at, SENTENCE_WORD_CHARS, 64))?;
        let end = value_end(view, at);
        let becomes = ["로", "으로", "라고", " 로 ", " 으로 "]
            .iter()
            .any(|particle| view.has_literal(end, particle));
        let (old, new) = (view.slice(found.start, found.end), view.slice(at, end));
        let is_longer = new.len() > old.len() && old.len() >= 5 && new.starts_with(old);
        if becomes && (Grade::classify(new) >= Grade::Possible || is_longer) {
            return Some(build_finding(view, TextValue::bare(at, end), found.kind));
        }
    }
    None
}

/// The password behind the address that ends at `end`: "kim@example.com / …", "(kim@example.com, …)".
fn behind_address(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    let (width, is_listed) = match (view.has_literal(end, " / "), view.has_literal(end, ", ")) {
        (true, _) => (3, false),
        (_, true) => (2, true),
        _ => return None,
    };
    let start = end + width;
    let stop = value_end(view, start);
    let held = view.slice(start, stop);
    let is_made =
        Grade::classify(held) >= Grade::Possible || (is_odd(held) && !held.contains(&b'.'));
    let is_one = is_made && !goes_on(view, stop) && (!is_listed || view.byte_at(stop) == b')');
    is_one.then(|| build_finding(view, TextValue::bare(start, stop), "password"))
}

/// The password that was `found`, or one that differs from it in the digits and signs at its end, where
/// the lines behind speak of it again.
pub(super) fn again(view: ByteView<'_>, found: &DetectedSecret) -> Option<DetectedSecret> {
    const REACH: usize = 240;
    const LEAST_STEM: usize = 5;
    const LONGEST: usize = 48;
    const TAIL: ByteClass = class!("0-9!@#$%^&*?~._-");
    let value = view.slice(found.start, found.end);
    if value.len() > LONGEST || value.contains(&b' ') {
        return None;
    }
    let tail = value.iter().rev().take_while(|&&byte| TAIL.contains(byte)).count();
    let stem = &value[..value.len() - tail];
    let window = view.slice(found.end, found.end + REACH);
    let is_named = stem.len() >= LEAST_STEM
        && stem.iter().any(u8::is_ascii_alphabetic)
        && !mentions_secret(stem);
    let needle = if is_named { stem } else { return None };
    let mut from = 0;
    while let Some(at) = window[from..].windows(needle.len()).position(|part| part == needle) {
        let start = found.end + from + at;
        let end = value_end(view, start);
        let begins =
            !VALUE_CHARS.contains(view.byte_before(start)) && view.byte_before(start) != b'/';
        let held = view.slice(start, end);
        let is_variant =
            held.len() > stem.len() && held[stem.len()..].iter().all(|&byte| TAIL.contains(byte));
        if begins && is_variant && !goes_on(view, end) {
            return Some(build_finding(view, TextValue::bare(start, end), found.kind));
        }
        from += at + needle.len();
    }
    None
}

/// Returns true if `one` and `other` have letters, digits and signs of the same kinds in as many places.
fn are_alike(one: &[u8], other: &[u8]) -> bool {
    let is_alike = |(a, b): (&u8, &u8)| a.is_ascii_alphanumeric() == b.is_ascii_alphanumeric();
    one.len() == other.len() && has_digit(other) && one.iter().zip(other).all(is_alike)
}
