//! Secrets that calls are given: `setApiKey("…")`, `put("password", "…")`, `login("kim", "…")`.

use super::Finding;
use super::assign::finding;
use super::bytes::{
    BLANK, Class, QUOTE, View, class, contains_ignoring_case, starts_ignoring_case,
};
use super::entropy::has_digit;
use super::judge::{Setting, is_secret, is_stand_in};
use super::names::{self, Name, Strength};
use super::password_grade::{Grade, is_strong};
use super::value::{self, Reach, Value};

/// Place of the secret among a call's strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The one behind the user: any string that is no label.
    BehindUser,
    /// One behind the first that looks like a password: behind a user, a host, a port.
    Among,
    /// The same, where two names may stand as well: `bind("name", "route66")`.
    Joined,
    /// The second argument, whatever it is.
    Second,
    /// The first argument, where it looks like a password or a key.
    First,
    /// The same, where a field for a password is named before: `get("#password").type(…)`.
    Field,
}

/// A function that is given a secret without its name.
struct Call {
    /// Name of it, in small letters alone.
    name: &'static str,
    place: Place,
}

/// The functions that are known.
#[rustfmt::skip]
const CALLS: &[Call] = &[
    call("login", Place::BehindUser),
    call("logon", Place::BehindUser),
    call("signin", Place::BehindUser),
    call("usernamepwset", Place::BehindUser),
    call("bcrypthash", Place::First),
    call("bcryptcompare", Place::First),
    call("bcrypthashsync", Place::First),
    call("bcryptcomparesync", Place::First),
    call("hashpw", Place::First),
    call("checkpw", Place::First),
    call("hmacnew", Place::First),
    call("aesnew", Place::First),
    call("fernet", Place::First),
    call("createcipheriv", Place::Second),
    call("type", Place::Field),
    call("fill", Place::Field),
    call("sendkeys", Place::Field),
    call("settext", Place::Field),
    call("authenticate", Place::Among),
    call("authentication", Place::Among),
    call("auth", Place::Joined),
    call("credentials", Place::Among),
    call("credential", Place::Among),
    call("createuser", Place::Among),
    call("createsuperuser", Place::Among),
    call("adduser", Place::Among),
    call("connect", Place::Joined),
    call("connection", Place::Joined),
    call("mysqli", Place::Among),
    call("pdo", Place::Among),
    call("wifibegin", Place::Second),
    call("ftp", Place::Among),
    call("bind", Place::Joined),
    call("binds", Place::Joined),
    call("passwordauthenticationtoken", Place::BehindUser),
    call("passwordauthentication", Place::BehindUser),
    call("passwordcredential", Place::BehindUser),
    call("passwordcredentials", Place::BehindUser),
    call("networkcredential", Place::BehindUser),
    call("userpassword", Place::BehindUser),
    call("basicauth", Place::BehindUser),
    call("digestauth", Place::BehindUser),
    call("plainauth", Place::Among),
    call("changepassword", Place::Among),
    call("jwtsign", Place::Second),
    call("jwtverify", Place::Second),
    call("jwtencode", Place::Second),
    call("jwtdecode", Place::Second),
    call("createhmac", Place::Second),
];

const fn call(name: &'static str, place: Place) -> Call {
    Call { name, place }
}

/// For each last letter of such a name, the letters that stand before it, and those before these.
static ENDINGS: [[u32; 32]; 2] = [endings(2), endings(3)];

const fn endings(place: usize) -> [u32; 32] {
    let (mut endings, mut i) = ([0; 32], 0);
    while i < CALLS.len() {
        let name = CALLS[i].name.as_bytes();
        endings[(name[name.len() - 1] & 31) as usize] |= 1u32 << (name[name.len() - place] & 31);
        i += 1;
    }
    endings
}

/// Returns true if the name of a known function may end at `end`, by its last three letters.
fn may_end(view: View<'_>, end: usize) -> bool {
    let last = view.before(end);
    let is_ending = |place: usize, letter: u8| {
        letter == b'_' || ENDINGS[place][usize::from(last & 31)] >> (letter & 31) & 1 == 1
    };
    last.is_ascii_alphabetic()
        && is_ending(0, view.before(end.saturating_sub(1)))
        && is_ending(1, view.before(end.saturating_sub(2)))
}

/// The secret in the call whose parenthesis stands at `at`.
pub(super) fn secret(view: View<'_>, at: usize) -> Option<Finding> {
    const REACH: usize = 80;
    let before = view.before(at);
    let name_end =
        if before.is_ascii_alphabetic() { at } else { view.run_back(at, class!(" =:"), 3) };
    let may_be =
        may_end(view, name_end) && view.slice(at, at + REACH).iter().any(|byte| QUOTE.has(*byte));
    let known = || if may_be { in_known_call(view, name_end, at) } else { None };
    in_call(view, at).or_else(known).or_else(|| among_strings(view, at))
}

/// The string that looks like a password and like nothing else among those that any function is given behind
/// `at`, where others stand before it: `open("db", "kim", "…")`.
fn among_strings(view: View<'_>, at: usize) -> Option<Finding> {
    const LEAST: usize = 8;
    if !QUOTE.has(view.at(at + 1)) {
        return None;
    }
    let is_one = |argument: &Argument| {
        argument.is_second_string
            && argument.string.is_some_and(|value| {
                let held = value.held(view);
                let is_text = held.iter().any(|byte| b"% {".contains(byte));
                held.len() >= LEAST && !is_text && has_digit(held) && Grade::of(held) == Grade::Sure
            })
    };
    let value = arguments(view, at + 1).find(is_one)?.string?;
    Some(finding(view, value, "password"))
}

/// The secret among the strings that the function whose name ends at `end` is given behind `at`.
fn in_known_call(view: View<'_>, end: usize, at: usize) -> Option<Finding> {
    const GETTERS: [&str; 8] = ["get", "find", "fetch", "read", "load", "is", "on", "has"];
    let called = names::spelled(view, end).word;
    let last = called.last().map_or(0, u8::to_ascii_lowercase);
    let call = CALLS
        .iter()
        .filter(|call| call.name.as_bytes().last() == Some(&last) && is_called(called, call.name));
    let place = call.max_by_key(|call| call.name.len())?.place;
    // Python gives the two as one: `auth=("kim", "…")`.
    let is_tuple = end < at && place == Place::Joined && view.before(at) == b'=';
    let place = if is_tuple { Place::BehindUser } else { place };
    let method = called.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    // A word that goes on is another one: `hash` does not ask whether something is there.
    let is_getter = GETTERS.iter().any(|getter| {
        let goes_on = method.get(getter.len()).is_some_and(u8::is_ascii_lowercase);
        starts_ignoring_case(method, getter) && !goes_on
    });
    if is_getter && !method.ends_with(b"Connection")
        || place == Place::Field && !in_field(view, end)
    {
        return None;
    }
    let is_one = |argument: &Argument| match argument.string {
        Some(value) => is_placed(value.held(view), place, argument),
        _ => false,
    };
    let value = arguments(view, at + 1).find(is_one)?.string?;
    Some(finding(view, value, "password"))
}

/// Returns true if `called` ends in the words of `name`; of a long one an acronym may stand before.
fn is_called(called: &[u8], name: &str) -> bool {
    const LONG: usize = 9;
    let start = names::start_of_last(called, name);
    start.is_some_and(|start| name.len() >= LONG || names::begins_word(called, start))
}

/// Returns true if in the statement before `at` a field for a password is named.
fn in_field(view: View<'_>, at: usize) -> bool {
    const REACH: usize = 96;
    const NAMES: [&str; 6] = ["assword", "passwd", "#pw", "'pw'", "\"pw\"", "비밀번호"];
    let before = view.slice(view.floor.max(at.saturating_sub(REACH)), at);
    let line = before.rsplit(|byte| b"\n;".contains(byte)).next().unwrap_or_default();
    NAMES.iter().any(|name| contains_ignoring_case(line, name))
}

/// Returns true if `held`, an `argument` of a call that holds a secret at `place`, is that.
fn is_placed(held: &[u8], place: Place, argument: &Argument) -> bool {
    let grade = Grade::of(held);
    let is_any = || held.len() >= 4 && is_secret(held, Strength::Password, Setting::Quoted);
    match (place, argument.place) {
        (Place::First | Place::Field, place) => place == 0 && grade >= Grade::Possible,
        (_, 0) => false,
        (Place::Joined, place) => {
            let is_behind = place >= 2 && argument.is_second_string || argument.is_behind_user;
            grade >= Grade::Likely || (is_behind && grade >= Grade::Possible)
        }
        (Place::Among, _) => {
            grade >= Grade::Numbered || (argument.is_second_string && grade >= Grade::Possible)
        }
        (Place::BehindUser, _) => {
            let is_bare = held.len() >= 4 && !held.contains(&b' ') && !held.contains(&b'/');
            argument.is_second_string && (grade >= Grade::Possible || (is_bare && is_any()))
                || grade >= Grade::Numbered
        }
        (Place::Second, place) => {
            place == 1 && held.len() >= 4 && !is_stand_in(held) && !held.ends_with(b":")
        }
    }
}

/// An argument of a call.
#[derive(Clone, Copy)]
struct Argument {
    place: usize,
    /// Value that it holds, where it is a string.
    string: Option<Value>,
    /// It is a string behind the first string.
    is_second_string: bool,
    /// That one is who logs in: an address, or a name of a directory.
    is_behind_user: bool,
    end: usize,
}

/// The arguments of a call that begin at `start`, as far as they are strings and words.
fn arguments(view: View<'_>, start: usize) -> impl Iterator<Item = Argument> {
    const MOST: usize = 7;
    let first = argument(view, start, None);
    let next = move |last: &Argument| {
        let comma = view.run(last.end, BLANK, 8);
        if view.at(comma) == b',' { argument(view, comma + 1, Some(last)) } else { None }
    };
    std::iter::successors(first, next).take(MOST)
}

/// The argument at `at`, behind the `last` one.
fn argument(view: View<'_>, at: usize, last: Option<&Argument>) -> Option<Argument> {
    const GAP: Class = class!(" \t\r\n");
    const EXPRESSION: Class = class!("A-Za-z0-9_.:$@&*<>[]!-");
    let start = view.run(at, GAP, 40);
    let place = last.map_or(0, |last| last.place + 1);
    let is_user = |value: Value| view.at(value.start) != b'/';
    let is_second_string = last.is_some_and(|last| last.string.is_some_and(is_user));
    let names_user = |value: Value| {
        let held = value.held(view);
        held.contains(&b'@') || ["cn=", "uid="].iter().any(|name| starts_ignoring_case(held, name))
    };
    let is_behind_user = last.is_some_and(|last| last.string.is_some_and(names_user));
    // A keyword, a mark of the string, or what wraps it stands before some.
    let marks = view.run(start, class!("bfru@&N"), 2);
    const WRAPS: [&str; 6] =
        ["Some(", "Buffer.from(", "[]byte(", "bytes(", "String::from(", "new String("];
    let wrap = WRAPS.iter().find(|wrap| view.has(start, wrap));
    let wrapped = wrap.map_or(start, |wrap| start + wrap.len());
    let quote = if QUOTE.has(view.at(marks)) { marks } else { wrapped };
    if QUOTE.has(view.at(quote)) {
        let string = value::quoted(view, quote)?;
        let end = string.end + 1 + usize::from(wrapped > start);
        let is_redacted = view.holds_placeholder(string.start, string.end);
        let string = (!is_redacted).then_some(string);
        return Some(Argument { place, string, is_second_string, is_behind_user, end });
    }
    let end = view.run(start, EXPRESSION, 80);
    let end = if view.has(end, "()") { end + 2 } else { end };
    let is_redacted = view.holds_placeholder(start, end);
    (end > start && !is_redacted).then_some(Argument {
        place,
        string: None,
        is_second_string: false,
        is_behind_user: false,
        end,
    })
}

/// The secret that the call whose parenthesis stands at `at` is given as its string, or behind the
/// string that names it: `setApiKey("…")`, `put("password", "…")`.
fn in_call(view: View<'_>, at: usize) -> Option<Finding> {
    if !QUOTE.has(view.at(at + 1)) {
        return None;
    }
    if names::may_end(view, at) {
        let called = names::spelled(view, at).word;
        if let Some((kind, name)) = names::matching(called).next() {
            let value = value::after(view, at + 1, Reach::Punctuation)?;
            let held = value.held(view);
            let is_secret = match is_setter(called) {
                true => is_given(held, name),
                false => name.announces() && is_strong(held),
            };
            if is_secret || is_setter(called) {
                return is_secret.then(|| finding(view, value, kind));
            }
        }
    }
    in_pair(view, at + 1)
}

/// The string behind the one at `at` that names it.
fn in_pair(view: View<'_>, at: usize) -> Option<Finding> {
    const NAME: Class = class!("A-Za-z0-9_.:/#-");
    let end = view.run(at + 1, NAME, 80);
    let is_string = view.at(end) == view.at(at) && names::may_end(view, end);
    let comma = if is_string { view.run(end + 1, BLANK, 8) } else { return None };
    let value = if view.at(comma) == b',' {
        value::after(view, comma + 1, Reach::Punctuation)?
    } else {
        return None;
    };
    names::matching(view.slice(at + 1, end)).find_map(|(kind, name)| {
        let is_secret = value.is_quoted()
            && name.announces()
            && (is_secret(value.held(view), name.strength, Setting::Prose)
                || (name.is_password() && Grade::of(value.held(view)) >= Grade::Possible));
        is_secret.then(|| finding(view, value, kind))
    })
}

/// Returns true if `value`, given to a call that is named for `name`, is what that says.
fn is_given(value: &[u8], name: &Name) -> bool {
    if name.is_spelled_out() {
        return !value.trim_ascii_end().ends_with(b":")
            && !value.iter().all(|&byte| byte == b'_' || byte.is_ascii_uppercase())
            && is_secret(value, name.strength, Setting::Quoted);
    }
    name.announces() && is_secret(value, name.strength, Setting::Prose)
}

/// Returns true if a call of `name` is given a secret, and does not look for one or ask for it.
fn is_setter(name: &[u8]) -> bool {
    const VERBS: [&str; 8] = ["pass", "set", "with", "hash", "verify", "check", "change", "reset"];
    let last = name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    VERBS.iter().any(|verb| starts_ignoring_case(last, verb))
}
