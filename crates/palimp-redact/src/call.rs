//! Secrets that calls are given: `setApiKey("…")`, `put("password", "…")`, `login("kim", "…")`.

use super::DetectedSecret;
use super::assign::build_finding;
use super::bytes::{
    BLANK, ByteClass, ByteView, QUOTE, class, contains_ignoring_case, starts_ignoring_case,
};
use super::entropy::has_digit;
use super::names::{self, SecretName, Strength};
use super::password_grade::{Grade, is_strong};
use super::stand_in::{ValueContext, is_secret, is_stand_in};
use super::value::{self, TextValue, ValueReach};

/// Position of the secret among a call's strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SecretPosition {
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
struct SecretCall {
    /// Name of it, in small letters alone.
    name: &'static str,
    place: SecretPosition,
}

/// The functions that are known.
#[rustfmt::skip]
const SECRET_CALLS: &[SecretCall] = &[
    call("login", SecretPosition::BehindUser),
    call("logon", SecretPosition::BehindUser),
    call("signin", SecretPosition::BehindUser),
    call("usernamepwset", SecretPosition::BehindUser),
    call("bcrypthash", SecretPosition::First),
    call("bcryptcompare", SecretPosition::First),
    call("bcrypthashsync", SecretPosition::First),
    call("bcryptcomparesync", SecretPosition::First),
    call("hashpw", SecretPosition::First),
    call("checkpw", SecretPosition::First),
    call("hmacnew", SecretPosition::First),
    call("aesnew", SecretPosition::First),
    call("fernet", SecretPosition::First),
    call("createcipheriv", SecretPosition::Second),
    call("type", SecretPosition::Field),
    call("fill", SecretPosition::Field),
    call("sendkeys", SecretPosition::Field),
    call("settext", SecretPosition::Field),
    call("authenticate", SecretPosition::Among),
    call("authentication", SecretPosition::Among),
    call("auth", SecretPosition::Joined),
    call("credentials", SecretPosition::Among),
    call("credential", SecretPosition::Among),
    call("createuser", SecretPosition::Among),
    call("createsuperuser", SecretPosition::Among),
    call("adduser", SecretPosition::Among),
    call("connect", SecretPosition::Joined),
    call("connection", SecretPosition::Joined),
    call("mysqli", SecretPosition::Among),
    call("pdo", SecretPosition::Among),
    call("wifibegin", SecretPosition::Second),
    call("ftp", SecretPosition::Among),
    call("bind", SecretPosition::Joined),
    call("binds", SecretPosition::Joined),
    call("passwordauthenticationtoken", SecretPosition::BehindUser),
    call("passwordauthentication", SecretPosition::BehindUser),
    call("passwordcredential", SecretPosition::BehindUser),
    call("passwordcredentials", SecretPosition::BehindUser),
    call("networkcredential", SecretPosition::BehindUser),
    call("userpassword", SecretPosition::BehindUser),
    call("basicauth", SecretPosition::BehindUser),
    call("digestauth", SecretPosition::BehindUser),
    call("plainauth", SecretPosition::Among),
    call("changepassword", SecretPosition::Among),
    call("jwtsign", SecretPosition::Second),
    call("jwtverify", SecretPosition::Second),
    call("jwtencode", SecretPosition::Second),
    call("jwtdecode", SecretPosition::Second),
    call("createhmac", SecretPosition::Second),
];

const fn call(name: &'static str, place: SecretPosition) -> SecretCall {
    SecretCall { name, place }
}

/// For each last letter of such a name, the letters that stand before it, and those before these.
static CALL_ENDINGS: [[u32; 32]; 2] = [ending_letters(2), ending_letters(3)];

const fn ending_letters(place: usize) -> [u32; 32] {
    let (mut endings, mut i) = ([0; 32], 0);
    while i < SECRET_CALLS.len() {
        let name = SECRET_CALLS[i].name.as_bytes();
        endings[(name[name.len() - 1] & 31) as usize] |= 1u32 << (name[name.len() - place] & 31);
        i += 1;
    }
    endings
}

/// Returns true if the name of a known function may end at `end`, by its last three letters.
fn may_end(view: ByteView<'_>, end: usize) -> bool {
    let last = view.byte_before(end);
    let is_ending = |place: usize, letter: u8| {
        letter == b'_' || CALL_ENDINGS[place][usize::from(last & 31)] >> (letter & 31) & 1 == 1
    };
    last.is_ascii_alphabetic()
        && is_ending(0, view.byte_before(end.saturating_sub(1)))
        && is_ending(1, view.byte_before(end.saturating_sub(2)))
}

/// The secret in the call whose parenthesis stands at `at`.
pub(super) fn find_secret(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    const MAX_REACH_BYTES: usize = 80;
    let before = view.byte_before(at);
    let name_end =
        if before.is_ascii_alphabetic() { at } else { view.run_start(at, class!(" =:"), 3) };
    let may_be = may_end(view, name_end)
        && view.slice(at, at + MAX_REACH_BYTES).iter().any(|byte| QUOTE.contains(*byte));
    let known = || if may_be { in_known_call(view, name_end, at) } else { None };
    in_call(view, at).or_else(known).or_else(|| among_strings(view, at))
}

/// The string that looks like a password and like nothing else among those that any function is given behind
/// `at`, where others stand before it: `open("db", "kim", "…")`.
fn among_strings(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    const LEAST: usize = 8;
    if !QUOTE.contains(view.byte_at(at + 1)) {
        return None;
    }
    let is_one = |argument: &Argument| {
        argument.is_second_string
            && argument.string.is_some_and(|value| {
                let held = value.bytes_in(view);
                let is_text = held.iter().any(|byte| b"% {".contains(byte));
                held.len() >= LEAST
                    && !is_text
                    && has_digit(held)
                    && Grade::classify(held) == Grade::Sure
            })
    };
    let value = parse_arguments(view, at + 1).find(is_one)?.string?;
    Some(build_finding(view, value, "password"))
}

/// The secret among the strings that the function whose name ends at `end` is given behind `at`.
fn in_known_call(view: ByteView<'_>, end: usize, at: usize) -> Option<DetectedSecret> {
    const GETTER_PREFIXES: [&str; 8] = ["get", "find", "fetch", "read", "load", "is", "on", "has"];
    let called = names::name_before(view, end).word;
    let last = called.last().map_or(0, u8::to_ascii_lowercase);
    let call = SECRET_CALLS
        .iter()
        .filter(|call| call.name.as_bytes().last() == Some(&last) && is_called(called, call.name));
    let place = call.max_by_key(|call| call.name.len())?.place;
    // Python gives the two as one: `auth=("kim", "…")`.
    let is_tuple = end < at && place == SecretPosition::Joined && view.byte_before(at) == b'=';
    let place = if is_tuple { SecretPosition::BehindUser } else { place };
    let method = called.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    // A word that goes on is another one: `hash` does not ask whether something is there.
    let is_getter = GETTER_PREFIXES.iter().any(|getter| {
        let goes_on = method.get(getter.len()).is_some_and(u8::is_ascii_lowercase);
        starts_ignoring_case(method, getter) && !goes_on
    });
    if is_getter && !method.ends_with(b"Connection")
        || place == SecretPosition::Field && !in_field(view, end)
    {
        return None;
    }
    let is_one = |argument: &Argument| match argument.string {
        Some(value) => is_placed(value.bytes_in(view), place, argument),
        _ => false,
    };
    let value = parse_arguments(view, at + 1).find(is_one)?.string?;
    Some(build_finding(view, value, "password"))
}

/// Returns true if `called` ends in the words of `name`; of a long one an acronym may stand before.
fn is_called(called: &[u8], name: &str) -> bool {
    const LONG_NAME_BYTES: usize = 9;
    let start = names::start_of_last(called, name);
    start.is_some_and(|start| name.len() >= LONG_NAME_BYTES || names::begins_word(called, start))
}

/// Returns true if in the statement before `at` a field for a password is named.
fn in_field(view: ByteView<'_>, at: usize) -> bool {
    const MAX_REACH_BYTES: usize = 96;
    const FIELD_NAMES: [&str; 6] = ["assword", "passwd", "#pw", "'pw'", "\"pw\"", "비밀번호"];
    let before = view.slice(view.floor.max(at.saturating_sub(MAX_REACH_BYTES)), at);
    let line = before.rsplit(|byte| b"\n;".contains(byte)).next().unwrap_or_default();
    FIELD_NAMES.iter().any(|name| contains_ignoring_case(line, name))
}

/// Returns true if `held`, an `argument` of a call that holds a secret at `place`, is that.
fn is_placed(held: &[u8], place: SecretPosition, argument: &Argument) -> bool {
    let grade = Grade::classify(held);
    let is_any = || held.len() >= 4 && is_secret(held, Strength::Password, ValueContext::Quoted);
    match (place, argument.place) {
        (SecretPosition::First | SecretPosition::Field, place) => {
            place == 0 && grade >= Grade::Possible
        }
        (_, 0) => false,
        (SecretPosition::Joined, place) => {
            let is_behind = place >= 2 && argument.is_second_string || argument.is_behind_user;
            grade >= Grade::Likely || (is_behind && grade >= Grade::Possible)
        }
        (SecretPosition::Among, _) => {
            grade >= Grade::Numbered || (argument.is_second_string && grade >= Grade::Possible)
        }
        (SecretPosition::BehindUser, _) => {
            let is_bare = held.len() >= 4 && !held.contains(&b' ') && !held.contains(&b'/');
            argument.is_second_string && (grade >= Grade::Possible || (is_bare && is_any()))
                || grade >= Grade::Numbered
        }
        (SecretPosition::Second, place) => {
            place == 1 && held.len() >= 4 && !is_stand_in(held) && !held.ends_with(b":")
        }
    }
}

/// An argument of a call.
#[derive(Clone, Copy)]
struct Argument {
    place: usize,
    /// Value that it holds, where it is a string.
    string: Option<TextValue>,
    /// It is a string behind the first string.
    is_second_string: bool,
    /// That one is who logs in: an address, or a name of a directory.
    is_behind_user: bool,
    end: usize,
}

/// The arguments of a call that begin at `start`, as far as they are strings and words.
fn parse_arguments(view: ByteView<'_>, start: usize) -> impl Iterator<Item = Argument> {
    const MAX_ARGUMENTS: usize = 7;
    let first = parse_argument(view, start, None);
    let next = move |last: &Argument| {
        let comma = view.run_end(last.end, BLANK, 8);
        if view.byte_at(comma) == b',' { parse_argument(view, comma + 1, Some(last)) } else { None }
    };
    std::iter::successors(first, next).take(MAX_ARGUMENTS)
}

/// The argument at `at`, behind the `last` one.
fn parse_argument(view: ByteView<'_>, at: usize, last: Option<&Argument>) -> Option<Argument> {
    const GAP_CHARS: ByteClass = class!(" \t\r\n");
    const EXPRESSION_CHARS: ByteClass = class!("A-Za-z0-9_.:$@&*<>[]!-");
    let start = view.run_end(at, GAP_CHARS, 40);
    let place = last.map_or(0, |last| last.place + 1);
    let is_user = |value: TextValue| view.byte_at(value.start) != b'/';
    let is_second_string = last.is_some_and(|last| last.string.is_some_and(is_user));
    let names_user = |value: TextValue| {
        let held = value.bytes_in(view);
        held.contains(&b'@') || ["cn=", "uid="].iter().any(|name| starts_ignoring_case(held, name))
    };
    let is_behind_user = last.is_some_and(|last| last.string.is_some_and(names_user));
    // A keyword, a mark of the string, or what wraps it stands before some.
    let marks = view.run_end(start, class!("bfru@&N"), 2);
    const WRAPS: [&str; 6] =
        ["Some(", "Buffer.from(", "[]byte(", "bytes(", "String::from(", "new String("];
    let wrap = WRAPS.iter().find(|wrap| view.has_literal(start, wrap));
    let wrapped = wrap.map_or(start, |wrap| start + wrap.len());
    let quote = if QUOTE.contains(view.byte_at(marks)) { marks } else { wrapped };
    if QUOTE.contains(view.byte_at(quote)) {
        let string = value::parse_quoted(view, quote)?;
        let end = string.end + 1 + usize::from(wrapped > start);
        let is_redacted = view.holds_placeholder(string.start, string.end);
        let string = (!is_redacted).then_some(string);
        return Some(Argument { place, string, is_second_string, is_behind_user, end });
    }
    let end = view.run_end(start, EXPRESSION_CHARS, 80);
    let end = if view.has_literal(end, "()") { end + 2 } else { end };
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
fn in_call(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    if !QUOTE.contains(view.byte_at(at + 1)) {
        return None;
    }
    if names::may_end(view, at) {
        let called = names::name_before(view, at).word;
        if let Some((kind, name)) = names::matching_names(called).next() {
            let value = value::parse_after(view, at + 1, ValueReach::Punctuation)?;
            let held = value.bytes_in(view);
            let is_secret = match is_setter(called) {
                true => is_given(held, name),
                false => name.announces_secret() && is_strong(held),
            };
            if is_secret || is_setter(called) {
                return is_secret.then(|| build_finding(view, value, kind));
            }
        }
    }
    in_pair(view, at + 1)
}

/// The string behind the one at `at` that names it.
fn in_pair(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    const NAME_CHARS: ByteClass = class!("A-Za-z0-9_.:/#-");
    let end = view.run_end(at + 1, NAME_CHARS, 80);
    let is_string = view.byte_at(end) == view.byte_at(at) && names::may_end(view, end);
    let comma = if is_string { view.run_end(end + 1, BLANK, 8) } else { return None };
    let value = if view.byte_at(comma) == b',' {
        value::parse_after(view, comma + 1, ValueReach::Punctuation)?
    } else {
        return None;
    };
    names::matching_names(view.slice(at + 1, end)).find_map(|(kind, name)| {
        let is_secret = value.is_quoted()
            && name.announces_secret()
            && (is_secret(value.bytes_in(view), name.strength, ValueContext::Prose)
                || (name.is_password()
                    && Grade::classify(value.bytes_in(view)) >= Grade::Possible));
        is_secret.then(|| build_finding(view, value, kind))
    })
}

/// Returns true if `value`, given to a call that is named for `name`, is what that says.
fn is_given(value: &[u8], name: &SecretName) -> bool {
    if name.is_spelled_out() {
        return !value.trim_ascii_end().ends_with(b":")
            && !value.iter().all(|&byte| byte == b'_' || byte.is_ascii_uppercase())
            && is_secret(value, name.strength, ValueContext::Quoted);
    }
    name.announces_secret() && is_secret(value, name.strength, ValueContext::Prose)
}

/// Returns true if a call of `name` is given a secret, and does not look for one or ask for it.
fn is_setter(name: &[u8]) -> bool {
    const SETTER_VERBS: [&str; 8] =
        ["pass", "set", "with", "hash", "verify", "check", "change", "reset"];
    let last = name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    SETTER_VERBS.iter().any(|verb| starts_ignoring_case(last, verb))
}
