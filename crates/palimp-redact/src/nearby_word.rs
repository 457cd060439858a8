//! Values of no known form that are given away by how they look: at random, and beside a word that
//! says so ("the token for staging is …", "API 키를 …로"), or behind a short beginning of their own
//! (`abc_live_…`).

use super::bytes::{BASE64, BLANK, ByteClass, ByteView, class, contains_ignoring_case};
use super::entropy::{has_digit, is_hexadecimal, is_mixed};
use super::randomness::Looks;
use super::secret_cues::SecretCue;
use super::stand_in::is_stand_in;
use super::{DetectedSecret, azure, index};

/// The kind of what nothing but its beginning gives away.
pub(super) const TOKEN_KIND: &str = "token";

/// The kind that allows of more signs than others.
const PASSWORD_KIND: &str = "password";

/// Characters of a random value, without the signs that divide it.
const RUN_CHARS: ByteClass = class!("A-Za-z0-9_+/~-");

/// Signs that stand within some such values, and between others.
const DIVIDER_CHARS: &[u8] = b".=%$";

/// Minimum length of a random value, in bytes.
const MIN_VALUE_BYTES: usize = 15;

/// Maximum number of parts that are read before the value is known to be one.
const MAX_PROBED_PARTS: usize = 8;

/// Maximum bytes of a value that are judged.
const MAX_JUDGED_BYTES: usize = 256;

/// The value that begins with the word at `word`; `is_fresh` says that nothing before it can be a
/// part of it, whatever it is.
pub(super) fn find_random_value(
    view: ByteView<'_>,
    word: usize,
    is_fresh: bool,
) -> Option<DetectedSecret> {
    let start = value_start(view, word, is_fresh)?;
    let end = value_end(view, start);
    let value = view.slice(start, end.min(start + MAX_JUDGED_BYTES));
    // Most long words are written by somebody, and have no digit; most others are hashes.
    if value.len() < MIN_VALUE_BYTES || !has_digit(value) || names_algorithm(value) {
        return None;
    }
    // What was taken out right behind it was a part of it.
    if view.has_placeholder(end + usize::from(DIVIDER_CHARS.contains(&view.byte_at(end)))) {
        return None;
    }
    let found = |kind: &'static str| {
        let end = whole_end(view, end, usize::MAX);
        let end = if kind == PASSWORD_KIND { password_end(view, end) } else { end };
        Some(DetectedSecret { kind, start: whole_start(view, start), end })
    };
    if azure::is_marked(view.slice(start, view.run_end(end, class!("="), 2))) {
        return found(azure::KIND);
    }
    let looks = match value.strip_prefix(b"0x") {
        Some(_) if is_private_number(value) => Looks::Hexadecimal,
        Some(_) => Looks::Written,
        None => Looks::classify(value),
    };
    let kind = match looks {
        Looks::Written => None,
        Looks::Random if has_beginning(value) && !is_host(view, end) => Some(TOKEN_KIND),
        _ => SecretCue::kind_for(view, start, whole_end(view, end, MAX_PROBED_PARTS), looks, value),
    };
    let is_code = || is_code(view, start, end) || is_call(view, end);
    kind.filter(|_| !is_code() && !is_stand_in(value)).and_then(found)
}

/// The secret of AWS that stands beside its id, which was `found`: people hand on the two together,
/// and only the id says what it is.
pub(super) fn find_aws_secret(
    view: ByteView<'_>,
    found: &DetectedSecret,
) -> Option<DetectedSecret> {
    const AWS_SECRET_BYTES: usize = 40;
    const GAP_CHARS: ByteClass = class!(" \t\r\n\"'`:;,|=>");
    const MAX_GAP_BYTES: usize = 12;
    if found.kind != "aws-access-key" {
        return None;
    }
    let gap = view.run_end(found.end, GAP_CHARS, MAX_GAP_BYTES);
    let gap = if view.has_literal(gap, "\\n") { gap + 2 } else { gap };
    // A slash may divide the two and may be the first character of a secret.
    let is_longer = view.run_end(gap, BASE64, AWS_SECRET_BYTES + 1) > gap + AWS_SECRET_BYTES;
    let divides = view.byte_at(gap) == b'/' && (is_longer || BLANK.contains(view.byte_at(gap + 1)));
    let start = if divides { view.run_end(gap + 1, GAP_CHARS, MAX_GAP_BYTES) } else { gap };
    let end = view.run_end(start, BASE64, AWS_SECRET_BYTES + 1);
    let value = view.slice(start, end);
    let is_secret = start > found.end
        && value.len() == AWS_SECRET_BYTES
        && !class!("_=.-").contains(view.byte_at(end))
        && is_mixed(value)
        && matches!(Looks::classify(value), Looks::Random | Looks::Mixed);
    is_secret.then_some(DetectedSecret { kind: "aws-secret-key", start, end })
}

/// Returns the start of the value with the word at `word`, unless the value began before.
fn value_start(view: ByteView<'_>, word: usize, is_fresh: bool) -> Option<usize> {
    if is_fresh || !RUN_CHARS.contains(view.byte_before(word)) {
        return Some(word);
    }
    // One of these may be its first character, and is one of a path else.
    let sign = word - 1;
    let begins =
        b"+/-".contains(&view.byte_at(sign)) && b" \t\n\"'`(:=".contains(&view.byte_before(sign));
    begins.then_some(sign)
}

/// Returns the end of the value that begins at `start`: the end of its first part, or of its last
/// part if the first is short and looks like a part of one.
fn value_end(view: ByteView<'_>, start: usize) -> usize {
    let end = before_armour(view, start, view.run_end(start, RUN_CHARS, usize::MAX));
    let is_part = (4..MIN_VALUE_BYTES).contains(&(end - start))
        && DIVIDER_CHARS.contains(&view.byte_at(end))
        && matches!(Looks::classify(view.slice(start, end)), Looks::Random | Looks::Mixed);
    if is_part { whole_end(view, end, MAX_PROBED_PARTS) } else { end }
}

/// Returns the end of the password of which a part ends at `end`: people put signs into passwords.
fn password_end(view: ByteView<'_>, end: usize) -> usize {
    const PASSWORD_CHARS: ByteClass = class!("!#$%&*+./0-9:=?@A-Z^_a-z~-");
    let whole = view.run_end(end, PASSWORD_CHARS, usize::MAX);
    let loose = |byte: &&u8| b".:?!".contains(byte);
    whole - view.slice(end, whole).iter().rev().take_while(loose).count()
}

/// Returns the end of the run `start..end`, without a private key's first or last line.
fn before_armour(view: ByteView<'_>, start: usize, end: usize) -> usize {
    let run = view.slice(start, end);
    let armour = ["-----BEGIN", "-----END"].into_iter().find(|line| run.ends_with(line.as_bytes()));
    armour.map_or(end, |line| end - line.len())
}

/// Returns the start of the value of which a part stands at `start`: parts divided by dots and
/// equals signs are one value if all of it looks random.
fn whole_start(view: ByteView<'_>, mut start: usize) -> usize {
    let in_path =
        view.slice(start, view.run_end(start, RUN_CHARS, MAX_JUDGED_BYTES)).contains(&b'/');
    while DIVIDER_CHARS.contains(&view.byte_before(start)) {
        let end = view.run_start(start - 1, class!("="), 2);
        let part = view.run_start(end, RUN_CHARS, MAX_JUDGED_BYTES);
        let held = view.slice(part, end);
        let is_name = view.byte_before(start) == b'=' || in_path || held.contains(&b'/');
        if is_name && !has_digit(held) && Looks::classify(held) == Looks::Written {
            break;
        }
        start = part;
    }
    start
}

/// Returns the end of the value of which a part ends at `end`, followed by at most `most` others.
fn whole_end(view: ByteView<'_>, mut end: usize, most: usize) -> usize {
    for _ in 0..most {
        let padded = view.run_end(end, class!("="), 2);
        let divider = padded + usize::from(DIVIDER_CHARS.contains(&view.byte_at(padded)));
        if divider == end || !RUN_CHARS.contains(view.byte_at(divider)) {
            return padded;
        }
        end = before_armour(view, divider, view.run_end(divider, RUN_CHARS, usize::MAX));
    }
    end
}

/// True if `value` begins like the name of an algorithm or a hash.
fn names_algorithm(value: &[u8]) -> bool {
    value.starts_with(b"sha") || value.starts_with(b"PBKDF2With")
}

/// True if `value` is a number of 256 bits as wallets write private keys, and hashes as well:
/// `0x…`.
fn is_private_number(value: &[u8]) -> bool {
    const KEY_HEX_DIGITS: usize = 64;
    value.strip_prefix(b"0x").is_some_and(|digits| {
        digits.len() == KEY_HEX_DIGITS && digits.iter().all(u8::is_ascii_hexdigit)
    })
}

/// True if the text around `start..stop` rules out a secret: a name's path in code, a call, or an
/// announced hash (`sha256=…`, `"integrity": "…"`).
fn is_code(view: ByteView<'_>, start: usize, stop: usize) -> bool {
    const HASH_NAMES: [&str; 8] =
        ["sha", "md5", "hash", "digest", "checksum", "integrity", "etag", "fingerprint"];
    let end = view.run_start(start, class!(" \t\"'=:/-"), 8);
    let between = view.slice(end, start);
    let word = view.slice(view.run_start(end, class!("A-Za-z0-9_"), 40), end);
    // What is taken from a repository is pinned to a commit: `get-token@46f48da…`.
    let is_pinned = view.byte_before(start) == b'@' && is_hexadecimal(view.slice(start, stop));
    is_pinned
        || view.has_literal(start, "GHSA-")
        || (view.byte_at(stop) == b'(' && !view.byte_at(stop + 1).is_ascii_digit())
        || between.starts_with(b"::")
        || (between == b":" && word.ends_with(b"h1"))
        || HASH_NAMES.iter().any(|hash| contains_ignoring_case(word, hash))
}

/// True if the text that ends at `end` is the object of a call: `environment2.token()`.
fn is_call(view: ByteView<'_>, end: usize) -> bool {
    let method = view.run_end(end + 1, class!("A-Za-z0-9_"), MAX_JUDGED_BYTES);
    let is_called = method > end + 1 && view.byte_at(method) == b'(';
    view.byte_at(end) == b'.' && is_called && index::find_token(view, end + 1).is_none()
}

/// True if a host's name goes on at `end`.
fn is_host(view: ByteView<'_>, end: usize) -> bool {
    let goes_on = view.byte_at(end) == b'.' && view.byte_at(end + 1).is_ascii_lowercase();
    goes_on && index::find_token(view, end + 1).is_none()
}

/// True if `value` begins like keys of services: with one word or a few, the rest at random.
fn has_beginning(value: &[u8]) -> bool {
    const MIN_REST_BYTES: usize = 30;
    const MOST_WORDS: usize = 3;
    // Keys that may be shown, hashes and ids.
    const PUBLIC_BEGINNINGS: [&[u8]; 10] = [
        b"pk", b"pub", b"public", b"publishable", b"phc", b"sha", b"id", b"chunk", b"nonce",
        b"diff",
    ];
    let is_divider = |byte: &u8| b"_-".contains(byte);
    let words = value.split(is_divider).take_while(|word| is_beginning(word)).take(MOST_WORDS);
    let rest: usize = words.clone().map(|word| word.len() + 1).sum();
    (4..value.len()).contains(&rest)
        && value.len() - rest >= MIN_REST_BYTES
        && !value.contains(&b'/')
        && !words.clone().any(|word| PUBLIC_BEGINNINGS.contains(&word))
        && is_random(&value[rest..])
}

/// True if `word` may begin a key: a short word of small letters, with at most a digit behind them.
fn is_beginning(word: &[u8]) -> bool {
    let letters = word.strip_suffix(b"1").or(word.strip_suffix(b"2")).unwrap_or(word);
    (1..=12).contains(&letters.len()) && letters.iter().all(u8::is_ascii_lowercase)
}

/// True if `value` and its longest part between hyphens look drawn at random.
fn is_random(value: &[u8]) -> bool {
    const MIN_PART_BYTES: usize = 20;
    let mut parts = value.split(|byte| b"_-".contains(byte));
    Looks::classify(value) == Looks::Random
        && parts.any(|part| part.len() >= MIN_PART_BYTES && Looks::classify(part) == Looks::Random)
}
