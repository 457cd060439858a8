//! Passwords behind a user and a slash: `login: admin / …`, "로그인 정보 admin / …".

use super::DetectedSecret;
use super::assign::build_finding;
use super::bytes::{BLANK, ByteClass, ByteView, class};
use super::entropy::{has_digit, has_letter};
use super::names::Strength;
use super::password_grade::Grade;
use super::stand_in::{ValueContext, is_secret};
use super::value::{self, ValueReach};
use super::{particles, script, sentence_password};

/// Characters of a user's name.
const USER_CHARS: ByteClass = class!("A-Za-z0-9_.@+-");

/// Maximum length of a user's name, in bytes.
const MAX_USER_BYTES: usize = 64;

/// Returns the possible start of a password after the user and the slash at `at`.
pub(super) fn behind_user(view: ByteView<'_>, at: usize) -> Option<usize> {
    let user = view.run_end(at, BLANK, 8);
    let end = view.run_end(user, USER_CHARS, MAX_USER_BYTES);
    let slash = view.run_end(end, BLANK, 2);
    let password = view.run_end(slash + 1, BLANK, 2);
    let is_divided = slash > end && password > slash + 1;
    (end > user && view.byte_at(slash) == b'/' && is_divided).then_some(password)
}

/// The password behind a user at `end`, where the word that announces both ends. Where that `may_be`
/// a word of any sentence, a colon follows it.
pub(super) fn find_after_user(
    view: ByteView<'_>,
    end: usize,
    may_be: bool,
) -> Option<DetectedSecret> {
    let noun = particles::particles_end(view, end);
    let start = view.run_end(noun, class!(":= "), 4);
    let verb = [" are ", " is "].iter().find(|verb| view.has_literal(noun, verb));
    let start = verb.map_or(start, |verb| noun + verb.len());
    let is_announced =
        verb.is_some() || view.slice(noun, start).contains(&b':') || (!may_be && start > noun);
    if !is_announced {
        return None;
    }
    let Some(start) = behind_user(view, start) else { return joined(view, start) };
    let value = value::parse_in_sentence(view, start, ValueReach::Blank)?;
    looks_so(value.bytes_in(view)).then(|| build_finding(view, value, "password"))
}

/// The password that a slash alone joins to the user at `at`, where it looks like nothing else.
fn joined(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    let user = view.run_end(at, USER_CHARS, MAX_USER_BYTES);
    let value = if user > at && view.byte_at(user) == b'/' {
        value::parse_in_sentence(view, user + 1, ValueReach::Blank)?
    } else {
        return None;
    };
    let is_one = sentence_password::grade(view, value.start, value.end, false) >= Grade::Likely
        && !value.is_quoted();
    is_one.then(|| build_finding(view, value, "password"))
}

/// The password behind the name of an account that ends at `end`: `root / …`, "admin 에 …".
pub(super) fn behind_name(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    const MIN_PASSWORD_BYTES: usize = 6;
    const ACCOUNT_DIVIDERS: [(&str, Grade); 9] = [
        (" // ", Grade::Possible),
        (" / ", Grade::Possible),
        (" 에 ", Grade::Possible),
        ("/", Grade::Sure),
        (":", Grade::Sure),
        (" with ", Grade::Sure),
        (" and then ", Grade::Sure),
        (", then ", Grade::Sure),
        (" and ", Grade::Sure),
    ];
    let (divider, least) =
        ACCOUNT_DIVIDERS.iter().find(|(divider, _)| view.has_literal(end, divider))?;
    let value = value::parse_in_sentence(view, end + divider.len(), ValueReach::Blank)?;
    let held = value.bytes_in(view);
    // "admin/admin123!": a sign tells it from the version of an image.
    let user = view.slice(view.run_start(end, USER_CHARS, MAX_USER_BYTES), end);
    let is_like_user = held.starts_with(user) && Grade::classify(held) == Grade::Sure;
    let is_login =
        *divider == " with " && view.has_literal((end - user.len()).saturating_sub(3), "as ");
    let least = match (is_like_user, is_login) {
        (true, _) => &Grade::Named,
        (_, true) => &Grade::Possible,
        _ => least,
    };
    let is_password = held.len() >= MIN_PASSWORD_BYTES
        && (has_digit(held) || *least == Grade::Sure)
        && (sentence_password::grade(view, value.start, value.end, value.is_quoted()) >= *least
            || *least == Grade::Possible && script::is_mixed(held));
    is_password.then(|| build_finding(view, value, "password"))
}

/// The password behind a user and a slash, as the two are named before: "아이디/비밀번호 admin/…".
pub(super) fn behind_names(view: ByteView<'_>, at: usize, end: usize) -> Option<DetectedSecret> {
    let user = view.run_end(end, class!(" :"), 3);
    let slash = view.run_end(user, USER_CHARS, 64);
    let is_pair =
        view.byte_before(at) == b'/' && slash > user && user > end && view.byte_at(slash) == b'/';
    if is_pair { sentence_password::find_at(view, slash + 1, "password") } else { None }
}

/// Returns true if `value` looks like a password, and not like the next of several names.
fn looks_so(value: &[u8]) -> bool {
    const MIN_PASSWORD_BYTES: usize = 6;
    let is_marked = value.iter().any(|byte| b"!@#$%^&*".contains(byte));
    value.len() >= MIN_PASSWORD_BYTES
        && has_letter(value)
        && (has_digit(value) || is_marked)
        && !value.contains(&b'/')
        && is_secret(value, Strength::Password, ValueContext::Literal)
}
