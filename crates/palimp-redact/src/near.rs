//! Values of no known form that are given away by how they look: at random, and beside a word that
//! says so ("the token for staging is …", "API 키를 …로"), or behind a short beginning of their own
//! (`abc_live_…`).

use super::bytes::{BASE64, BLANK, Class, View, class, contains_ignoring_case};
use super::entropy::{has_digit, is_hexadecimal, is_mixed};
use super::judge::is_stand_in;
use super::looks::Looks;
use super::said::Said;
use super::{Finding, azure, index};

/// The kind of what nothing but its beginning gives away.
pub(super) const KIND: &str = "token";

/// The kind that allows of more signs than others.
const PASSWORD: &str = "password";

/// What such a value is made of, but for signs that divide it.
const RUN: Class = class!("A-Za-z0-9_+/~-");

/// Signs that stand within some such values, and between others.
const DIVIDERS: &[u8] = b".=%$";

/// Fewer characters than these are no such value.
const LEAST: usize = 15;

/// Only so many parts of a value are looked at before it is known for one.
const PARTS: usize = 8;

/// Only so much of a value is judged.
const JUDGED: usize = 256;

/// The value that begins with the word at `word`; `is_fresh` says that nothing before it can be a
/// part of it, whatever it is.
pub(super) fn at(view: View<'_>, word: usize, is_fresh: bool) -> Option<Finding> {
    let start = start(view, word, is_fresh)?;
    let end = end(view, start);
    let value = view.slice(start, end.min(start + JUDGED));
    // Most long words are written by somebody, and have no digit; most others are hashes.
    if value.len() < LEAST || !has_digit(value) || names_algorithm(value) {
        return None;
    }
    // What was taken out right behind it was a part of it.
    if view.has_placeholder(end + usize::from(DIVIDERS.contains(&view.at(end)))) {
        return None;
    }
    let found = |kind: &'static str| {
        let end = whole_end(view, end, usize::MAX);
        let end = if kind == PASSWORD { password_end(view, end) } else { end };
        Some(Finding { kind, start: whole_start(view, start), end })
    };
    if azure::is_marked(view.slice(start, view.run(end, class!("="), 2))) {
        return found(azure::KIND);
    }
    let looks = match value.strip_prefix(b"0x") {
        Some(_) if is_private_number(value) => Looks::Hexadecimal,
        Some(_) => Looks::Written,
        None => Looks::of(value),
    };
    let kind = match looks {
        Looks::Written => None,
        Looks::Random if has_beginning(value) && !is_host(view, end) => Some(KIND),
        _ => Said::of(view, start, whole_end(view, end, PARTS), looks, value),
    };
    let is_code = || is_code(view, start, end) || is_call(view, end);
    kind.filter(|_| !is_code() && !is_stand_in(value)).and_then(found)
}

/// The secret of AWS that stands beside its id, which was `found`: people hand on the two together,
/// and only the id says what it is.
pub(super) fn beside(view: View<'_>, found: &Finding) -> Option<Finding> {
    const LENGTH: usize = 40;
    const GAP: Class = class!(" \t\r\n\"'`:;,|=>");
    const WIDEST: usize = 12;
    if found.kind != "aws-access-key" {
        return None;
    }
    let gap = view.run(found.end, GAP, WIDEST);
    let gap = if view.has(gap, "\\n") { gap + 2 } else { gap };
    // A slash may divide the two and may be the first character of a secret.
    let is_longer = view.run(gap, BASE64, LENGTH + 1) > gap + LENGTH;
    let divides = view.at(gap) == b'/' && (is_longer || BLANK.has(view.at(gap + 1)));
    let start = if divides { view.run(gap + 1, GAP, WIDEST) } else { gap };
    let end = view.run(start, BASE64, LENGTH + 1);
    let value = view.slice(start, end);
    let is_secret = start > found.end
        && value.len() == LENGTH
        && !class!("_=.-").has(view.at(end))
        && is_mixed(value)
        && matches!(Looks::of(value), Looks::Random | Looks::Mixed);
    is_secret.then_some(Finding { kind: "aws-secret-key", start, end })
}

/// Where the value with the word at `word` begins, unless it began before.
fn start(view: View<'_>, word: usize, is_fresh: bool) -> Option<usize> {
    if is_fresh || !RUN.has(view.before(word)) {
        return Some(word);
    }
    // One of these may be its first character, and is one of a path else.
    let sign = word - 1;
    let begins = b"+/-".contains(&view.at(sign)) && b" \t\n\"'`(:=".contains(&view.before(sign));
    begins.then_some(sign)
}

/// Where the value ends that begins at `start`: with its first part, or with its last one where
/// that is short and looks like a part of one.
fn end(view: View<'_>, start: usize) -> usize {
    let end = before_armour(view, start, view.run(start, RUN, usize::MAX));
    let is_part = (4..LEAST).contains(&(end - start))
        && DIVIDERS.contains(&view.at(end))
        && matches!(Looks::of(view.slice(start, end)), Looks::Random | Looks::Mixed);
    if is_part { whole_end(view, end, PARTS) } else { end }
}

/// Where the password ends of which a part ends at `end`: people put signs into theirs.
fn password_end(view: View<'_>, end: usize) -> usize {
    const IN_PASSWORD: Class = class!("!#$%&*+./0-9:=?@A-Z^_a-z~-");
    let whole = view.run(end, IN_PASSWORD, usize::MAX);
    let loose = |byte: &&u8| b".:?!".contains(byte);
    whole - view.slice(end, whole).iter().rev().take_while(loose).count()
}

/// Where the run `start..end` ends, that of a private key's first or last line aside.
fn before_armour(view: View<'_>, start: usize, end: usize) -> usize {
    let run = view.slice(start, end);
    let armour = ["-----BEGIN", "-----END"].into_iter().find(|line| run.ends_with(line.as_bytes()));
    armour.map_or(end, |line| end - line.len())
}

/// Where the value begins of which a part stands at `start`: what dots and equals signs divide is
/// one where all of it looks so.
fn whole_start(view: View<'_>, mut start: usize) -> usize {
    let in_path = view.slice(start, view.run(start, RUN, JUDGED)).contains(&b'/');
    while DIVIDERS.contains(&view.before(start)) {
        let end = view.run_back(start - 1, class!("="), 2);
        let part = view.run_back(end, RUN, JUDGED);
        let held = view.slice(part, end);
        let is_name = view.before(start) == b'=' || in_path || held.contains(&b'/');
        if is_name && !has_digit(held) && Looks::of(held) == Looks::Written {
            break;
        }
        start = part;
    }
    start
}

/// Where the value ends of which a part ends at `end` and `most` others follow at the most.
fn whole_end(view: View<'_>, mut end: usize, most: usize) -> usize {
    for _ in 0..most {
        let padded = view.run(end, class!("="), 2);
        let divider = padded + usize::from(DIVIDERS.contains(&view.at(padded)));
        if divider == end || !RUN.has(view.at(divider)) {
            return padded;
        }
        end = before_armour(view, divider, view.run(divider, RUN, usize::MAX));
    }
    end
}

/// Whether `value` begins as the name of an algorithm or a hash does.
fn names_algorithm(value: &[u8]) -> bool {
    value.starts_with(b"sha") || value.starts_with(b"PBKDF2With")
}

/// Whether `value` is a number of 256 bits as wallets write private keys, and hashes as well:
/// `0x…`.
fn is_private_number(value: &[u8]) -> bool {
    const DIGITS: usize = 64;
    value
        .strip_prefix(b"0x")
        .is_some_and(|digits| digits.len() == DIGITS && digits.iter().all(u8::is_ascii_hexdigit))
}

/// Whether what stands around `start..stop` says that no secret does: a name's path in code, a call,
/// or that a hash follows (`sha256=…`, `"integrity": "…"`).
fn is_code(view: View<'_>, start: usize, stop: usize) -> bool {
    const HASHES: [&str; 8] =
        ["sha", "md5", "hash", "digest", "checksum", "integrity", "etag", "fingerprint"];
    let end = view.run_back(start, class!(" \t\"'=:/-"), 8);
    let between = view.slice(end, start);
    let word = view.slice(view.run_back(end, class!("A-Za-z0-9_"), 40), end);
    // What is taken from a repository is pinned to a commit: `get-token@46f48da…`.
    let is_pinned = view.before(start) == b'@' && is_hexadecimal(view.slice(start, stop));
    is_pinned
        || view.has(start, "GHSA-")
        || (view.at(stop) == b'(' && !view.at(stop + 1).is_ascii_digit())
        || between.starts_with(b"::")
        || (between == b":" && word.ends_with(b"h1"))
        || HASHES.iter().any(|hash| contains_ignoring_case(word, hash))
}

/// Whether what ends at `end` is the object of a call: `environment2.token()`.
fn is_call(view: View<'_>, end: usize) -> bool {
    let method = view.run(end + 1, class!("A-Za-z0-9_"), JUDGED);
    let is_called = method > end + 1 && view.at(method) == b'(';
    view.at(end) == b'.' && is_called && index::token(view, end + 1).is_none()
}

/// Whether a name of a host goes on at `end`.
fn is_host(view: View<'_>, end: usize) -> bool {
    let goes_on = view.at(end) == b'.' && view.at(end + 1).is_ascii_lowercase();
    goes_on && index::token(view, end + 1).is_none()
}

/// Whether `value` begins as keys of services do: with a word or a few, then all at random.
fn has_beginning(value: &[u8]) -> bool {
    const LEAST_REST: usize = 30;
    const MOST_WORDS: usize = 3;
    // Keys that may be shown, hashes and ids.
    const SHOWN: [&[u8]; 10] = [
        b"pk", b"pub", b"public", b"publishable", b"phc", b"sha", b"id", b"chunk", b"nonce",
        b"diff",
    ];
    let is_divider = |byte: &u8| b"_-".contains(byte);
    let words = value.split(is_divider).take_while(|word| is_beginning(word)).take(MOST_WORDS);
    let rest: usize = words.clone().map(|word| word.len() + 1).sum();
    (4..value.len()).contains(&rest)
        && value.len() - rest >= LEAST_REST
        && !value.contains(&b'/')
        && !words.clone().any(|word| SHOWN.contains(&word))
        && is_random(&value[rest..])
}

/// Whether `word` may begin a key: a short one of small letters, with a digit behind them.
fn is_beginning(word: &[u8]) -> bool {
    let letters = word.strip_suffix(b"1").or(word.strip_suffix(b"2")).unwrap_or(word);
    (1..=12).contains(&letters.len()) && letters.iter().all(u8::is_ascii_lowercase)
}

/// Whether `value` and the longest part of it between hyphens look drawn at random.
fn is_random(value: &[u8]) -> bool {
    const LEAST_PART: usize = 20;
    let mut parts = value.split(|byte| b"_-".contains(byte));
    Looks::of(value) == Looks::Random
        && parts.any(|part| part.len() >= LEAST_PART && Looks::of(part) == Looks::Random)
}
