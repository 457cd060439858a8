//! Passwords behind a user and a slash: `login: admin / …`, "로그인 정보 admin / …".

use super::Finding;
use super::assign::finding;
use super::bytes::{BLANK, Class, View, class};
use super::entropy::{has_digit, has_letter};
use super::judge::{Setting, is_secret};
use super::names::Strength;
use super::password_grade::Grade;
use super::value::{self, Reach};
use super::{particles, script, strong};

/// Characters of a user's name.
const USER: Class = class!("A-Za-z0-9_.@+-");

/// Length of that in bytes at the most.
const LONGEST: usize = 64;

/// Where behind the user and the slash at `at` a password may begin.
pub(super) fn behind_user(view: View<'_>, at: usize) -> Option<usize> {
    let user = view.run(at, BLANK, 8);
    let end = view.run(user, USER, LONGEST);
    let slash = view.run(end, BLANK, 2);
    let password = view.run(slash + 1, BLANK, 2);
    let is_divided = slash > end && password > slash + 1;
    (end > user && view.at(slash) == b'/' && is_divided).then_some(password)
}

/// The password behind a user at `end`, where the word that announces both ends. Where that `may_be`
/// a word of any sentence, a colon follows it.
pub(super) fn password(view: View<'_>, end: usize, may_be: bool) -> Option<Finding> {
    let noun = particles::end(view, end);
    let start = view.run(noun, class!(":= "), 4);
    let verb = [" are ", " is "].iter().find(|verb| view.has(noun, verb));
    let start = verb.map_or(start, |verb| noun + verb.len());
    let is_announced =
        verb.is_some() || view.slice(noun, start).contains(&b':') || (!may_be && start > noun);
    if !is_announced {
        return None;
    }
    let Some(start) = behind_user(view, start) else { return joined(view, start) };
    let value = value::said(view, start, Reach::Blank)?;
    looks_so(value.held(view)).then(|| finding(view, value, "password"))
}

/// The password that a slash alone joins to the user at `at`, where it looks like nothing else.
fn joined(view: View<'_>, at: usize) -> Option<Finding> {
    let user = view.run(at, USER, LONGEST);
    let value = if user > at && view.at(user) == b'/' {
        value::said(view, user + 1, Reach::Blank)?
    } else {
        return None;
    };
    let is_one =
        strong::grade(view, value.start, value.end, false) >= Grade::Likely && !value.is_quoted();
    is_one.then(|| finding(view, value, "password"))
}

/// The password behind the name of an account that ends at `end`: `root / …`, "admin 에 …".
pub(super) fn behind_name(view: View<'_>, end: usize) -> Option<Finding> {
    const LEAST: usize = 6;
    const DIVIDERS: [(&str, Grade); 9] = [
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
    let (divider, least) = DIVIDERS.iter().find(|(divider, _)| view.has(end, divider))?;
    let value = value::said(view, end + divider.len(), Reach::Blank)?;
    let held = value.held(view);
    // "admin/admin123!": a sign tells it from the version of an image.
    let user = view.slice(view.run_back(end, USER, LONGEST), end);
    let is_like_user = held.starts_with(user) && Grade::of(held) == Grade::Sure;
    let is_login = *divider == " with " && view.has((end - user.len()).saturating_sub(3), "as ");
    let least = match (is_like_user, is_login) {
        (true, _) => &Grade::Named,
        (_, true) => &Grade::Possible,
        _ => least,
    };
    let is_password = held.len() >= LEAST
        && (has_digit(held) || *least == Grade::Sure)
        && (strong::grade(view, value.start, value.end, value.is_quoted()) >= *least
            || *least == Grade::Possible && script::is_mixed(held));
    is_password.then(|| finding(view, value, "password"))
}

/// The password behind a user and a slash, as the two are named before: "아이디/비밀번호 admin/…".
pub(super) fn behind_names(view: View<'_>, at: usize, end: usize) -> Option<Finding> {
    let user = view.run(end, class!(" :"), 3);
    let slash = view.run(user, USER, 64);
    let is_pair = view.before(at) == b'/' && slash > user && user > end && view.at(slash) == b'/';
    if is_pair { strong::at(view, slash + 1, "password") } else { None }
}

/// Returns true if `value` looks like a password, and not like the next of several names.
fn looks_so(value: &[u8]) -> bool {
    const LEAST: usize = 6;
    let is_marked = value.iter().any(|byte| b"!@#$%^&*".contains(byte));
    value.len() >= LEAST
        && has_letter(value)
        && (has_digit(value) || is_marked)
        && !value.contains(&b'/')
        && is_secret(value, Strength::Password, Setting::Literal)
}
