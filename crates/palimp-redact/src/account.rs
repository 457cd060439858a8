//! Passwords behind a user and a slash: `login: admin / …`, "로그인 정보 admin / …".

use super::Finding;
use super::assign::finding;
use super::bytes::{BLANK, Class, View, class};
use super::entropy::{has_digit, has_letter};
use super::judge::{Setting, is_secret};
use super::names::Strength;
use super::password_grade::Grade;
use super::value::{self, Reach};
use super::{particles, strong};

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
    let is_announced = view.slice(noun, start).contains(&b':') || (!may_be && start > noun);
    let start = if is_announced { behind_user(view, start)? } else { return None };
    let value = value::said(view, start, Reach::Blank)?;
    looks_so(value.held(view)).then(|| finding(view, value, "password"))
}

/// The password behind the name of an account that ends at `end`: `root / …`, "admin 에 …".
pub(super) fn behind_name(view: View<'_>, end: usize) -> Option<Finding> {
    const LEAST: usize = 6;
    const DIVIDERS: [(&str, Grade); 8] = [
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
    let is_password = held.len() >= LEAST
        && (has_digit(held) || *least == Grade::Sure)
        && strong::grade(view, value.start, value.end, value.is_quoted()) >= *least;
    is_password.then(|| finding(view, value, "password"))
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
