//! Passwords that a sentence states before it names them: "use '…' as the passphrase", "… is what I use as my
//! password", "it's …, which is a terrible password".

use super::assign::build_finding;
use super::bytes::{BLANK, ByteClass, ByteView, class};
use super::candidate::{is_address, is_password_text};
use super::entropy::{has_digit, has_letter};
use super::password_grade::{Grade, is_strong};
use super::statement::Reading;
use super::value::{TextValue, ValueForm};
use super::vocabulary::{is_common, is_common_compound};
use super::{DetectedSecret, sentence_password};

/// The password that a sentence states before its name, which stands at `at`: "… is what I use as my
/// password", "use '…' as the passphrase", "it's …, which is a terrible password".
pub(super) fn before(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    const MOST: usize = 9;
    const IN_WORD: ByteClass = class!("A-Za-z0-9'/_-");
    if sentence_password::begins_compound(view, view.run_end(at, class!("A-Za-z"), 16)) {
        return None;
    }
    let mut end = view.run_start(at, BLANK, 1);
    let mut last = (end, end);
    for place in 0..MOST {
        let start = view.run_start(end, IN_WORD, 20);
        let gap = view.run_start(start, BLANK, 1);
        if start == end && b".!".contains(&view.byte_before(end)) {
            return plain_before(view, end - 1).filter(|found| {
                Grade::classify(view.slice(found.start, found.end)) >= Grade::Possible
            });
        }
        if start == end || gap == start {
            return None;
        }
        let word = view.slice(start, end);
        if has_digit(word) && (Grade::classify(word) == Grade::Sure || is_strong(word)) {
            return last_before(view, end, false);
        }
        let asked = view.run_start(start, BLANK, 1);
        let verb = view.slice(view.run_start(asked, class!("A-Za-z"), 8), asked);
        if matches!(verb, b"is" | b"Is" | b"does" | b"Does")
            && has_digit(word)
            && Grade::classify(word) >= Grade::Possible
        {
            return Some(build_finding(view, TextValue::bare(start, end), "password"));
        }
        let found = match word {
            b"as" if !sentence_password::is_at_place(view, gap) => {
                last_before(view, gap, false).or_else(|| compound_before(view, gap))
            }
            b"for" if place < 4 => last_before(view, gap, true).filter(|found| {
                let held = view.slice(found.start, found.end);
                held[0].is_ascii_lowercase() || Grade::classify(held) >= Grade::Possible
            }),
            b"is" | b"was" | b"be" => {
                let relative = view.run_start(gap, class!("a-z"), 6);
                let is_relative = matches!(view.slice(relative, gap), b"which" | b"that");
                let comma = view.run_start(relative, class!(" ,-"), 3);
                match is_relative {
                    true => plain_before(view, comma),
                    false => first_of_sentence(view, gap).or_else(|| last_before(view, gap, true)),
                }
            }
            b"the" | b"our" | b"my" if view.byte_before(gap) == b',' => plain_before(view, gap - 1),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
        // "it was … the last time I used that password".
        let is_pronoun = matches!(view.slice(gap.saturating_sub(2), gap), b"it" | b"It");
        let held = view.slice(last.0, last.1);
        if is_pronoun
            && word == b"was"
            && has_digit(held)
            && Grade::classify(held) >= Grade::Possible
        {
            return Some(build_finding(view, TextValue::bare(last.0, last.1), "password"));
        }
        last = (start, end);
        end = gap;
    }
    None
}

/// The string that ends at `end`, or the word that looks made up where no string `is_needed`.
fn last_before(view: ByteView<'_>, end: usize, is_needed: bool) -> Option<DetectedSecret> {
    let quote = view.byte_before(end);
    if b"\"'`".contains(&quote) {
        const LONGEST: usize = 80;
        let inside = view.slice(view.floor.max(end.saturating_sub(LONGEST)), end - 1);
        let open = inside.iter().rposition(|&byte| byte == quote || byte == b'\n')?;
        let start = end - 1 - (inside.len() - open - 1);
        let opens = view.byte_before(start) == quote
            && (view.byte_before(start - 1) <= b' ' || view.byte_before(start - 1) == b'(');
        let held = view.slice(start, end - 1);
        let reading = Reading::stated();
        let is_one = opens && reading.takes_string(held, quote);
        let value = TextValue { start, end: end - 1, form: ValueForm::Quoted };
        return is_one.then(|| build_finding(view, value, "password"));
    }
    let start = view.run_start(end, class!("!#-&*+./0-9:;=?-Z^_a-~-"), 80);
    let held = view.slice(start, end);
    let is_one = !is_needed
        && view.byte_before(start) <= b' '
        && Grade::in_sentence(held) >= Grade::Possible;
    is_one.then(|| build_finding(view, TextValue::bare(start, end), "password"))
}

/// The words that signs join which end at `end`: "give them … as a password".
fn compound_before(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    let start = view.run_start(end, class!("A-Za-z_.-"), 48);
    let held = view.slice(start, end);
    let words =
        held.split(|byte| !byte.is_ascii_alphabetic()).filter(|word| word.len() > 2).count();
    let verb = view.run_start(start, BLANK, 1);
    let is_used = ["use ", "used ", "using ", "chose ", "picked ", "set "]
        .iter()
        .any(|word| view.has_literal(start.saturating_sub(word.len()), word) && verb < start);
    let is_one = (words > 1 && !is_common_compound(held)
        || is_used && held.iter().all(u8::is_ascii_lowercase) && !is_common(held))
        && view.byte_before(start) <= b' '
        && held.first().is_some_and(u8::is_ascii_alphabetic)
        && !is_address(held)
        && is_password_text(held);
    is_one.then(|| build_finding(view, TextValue::bare(start, end), "password"))
}

/// The word that ends at `end` where it begins a sentence: "… is the password".
fn first_of_sentence(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    let start = view.run_start(end, class!("!#-&*+./0-9:;=?-Z^_a-~-"), 80);
    let held = view.slice(start, end);
    let before = view.run_start(start, BLANK, 2);
    let is_first = matches!(view.byte_before(before), 0 | b'\n' | b'.') && start < end;
    let is_typed = held.len() >= 7 && held.contains(&b';') && has_letter(held);
    let is_one = is_first
        && (Grade::classify(held) >= Grade::Possible || is_typed)
        && is_password_text(held);
    is_one.then(|| build_finding(view, TextValue::bare(start, end), "password"))
}

/// The word that ends at `end`, whatever it is, where a pronoun and "is" stand before it.
fn plain_before(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    let start = view.run_start(end, class!("!#-&*+./0-9:;=?-Z^_a-~-"), 64);
    let verb = view.run_start(start, BLANK, 1);
    let verb_start = view.run_start(verb, class!("A-Za-z'"), 8);
    let is_stated = matches!(
        view.slice(verb_start, verb),
        b"it's"
            | b"its"
            | b"is"
            | b"was"
            | b"It's"
            | b"with"
            | b"use"
            | b"wasn't"
            | b"not"
            | b"isn't"
    );
    let held = view.slice(start, end);
    let is_one = is_stated
        && is_password_text(held)
        && (Grade::classify(held) >= Grade::Possible || !is_common(held));
    is_one.then(|| build_finding(view, TextValue::bare(start, end), "password"))
}
