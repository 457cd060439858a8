//! Secrets under their name: `password=…`, `"apiKey": "…"`, `export FOO_TOKEN=…`,
//! `<password>…</password>`, `.password("…")`.

use super::bytes::{BLANK, Class, QUOTE, View, class};
use super::entropy::has_digit;
use super::judge::{Setting, is_secret};
use super::names::{self, Spelled, Strength};
use super::value::{self, Reach, Value};
use super::{Finding, header, index};

/// The secret that the `=` or `:` at `at` gives to the name before it.
pub(super) fn at(view: View<'_>, at: usize) -> Option<Finding> {
    let separator = Separator::read(view, at).filter(|it| names::may_end(view, it.name_end))?;
    let name = names::spelled(view, separator.name_end);
    names::matching(name.phrase)
        .find_map(|(kind, known)| separator.value(view, &name, kind, known.strength))
}

/// What stands between a name and its value.
#[derive(Clone, Copy, Debug)]
struct Separator {
    /// Where the name before it ends.
    name_end: usize,
    /// Where the value may begin.
    end: usize,
    /// The byte that stands for it.
    sign: u8,
    /// Whether no blank stands at either side.
    tight: bool,
    /// Whether a shell's default follows: `${NAME:-value}`.
    falls_back: bool,
}

impl Separator {
    /// The separator at `at`, unless the sign is part of an operator there.
    fn read(view: View<'_>, at: usize) -> Option<Separator> {
        let (sign, before, next) = (view.at(at), view.before(at), view.at(at + 1));
        let is_operator = match sign {
            b'=' => b"=!<>+-*/%^~=".contains(&before) || next == b'=' || next == b'~',
            _ => before == b':' || next == b':',
        };
        if is_operator {
            return None;
        }
        let longer = matches!((sign, next), (b'=', b'>') | (b':', b'=' | b'-'));
        let end = at + 1 + usize::from(longer);
        let name_end = name_end(view, at);
        let tight = name_end == at && !BLANK.has(view.at(end));
        Some(Separator { name_end, end, sign, tight, falls_back: sign == b':' && next == b'-' })
    }

    /// The secret behind this separator, if what stands there is one for `strength`.
    fn value(
        self,
        view: View<'_>,
        name: &Spelled<'_>,
        kind: &'static str,
        strength: Strength,
    ) -> Option<Finding> {
        match strength {
            Strength::Credentials => return header::credentials(view, self.end, kind),
            Strength::Cookies => return header::cookies(view, self.end, kind),
            Strength::SetCookie => return header::set_cookie(view, self.end, kind),
            _ => {}
        }
        let reach = self.reach(view, name);
        let start = view.run(self.end, class!("* \t"), 4);
        let start = if self.sign == b':' { start } else { self.end };
        let value = value::after(view, start, reach).filter(|&value| {
            let setting = self.setting(view, name, value);
            let held = view.slice(value.start, value.end);
            is_secret(held, strength, setting) && !(value.quoted && closes(view, name, value))
        });
        let typed = || {
            let value = (self.sign == b':').then(|| typed_value(view, start))??;
            is_secret(view.slice(value.start, value.end), strength, Setting::Quoted)
                .then_some(value)
        };
        let value = value.or_else(typed)?;
        Some(finding(view, value::whole(view, value, reach)?, kind))
    }

    /// How far a bare value goes: through the line in a file of settings.
    fn reach(self, view: View<'_>, name: &Spelled<'_>) -> Reach {
        const EXPORTS: [&str; 3] = ["export ", "set ", "ENV "];
        let exported = EXPORTS.iter().find_map(|word| {
            let start = name.start.checked_sub(word.len())?;
            (start >= view.floor && view.has(start, word)).then_some(start)
        });
        let starts_line = view.starts_line(exported.unwrap_or(name.start));
        let is_setting = (name.is_capital() && self.tight) || self.sign == b':';
        if starts_line && is_setting { Reach::Blank } else { Reach::Punctuation }
    }

    /// What a bare word means where `name` stands.
    fn setting(self, view: View<'_>, name: &Spelled<'_>, value: Value) -> Setting {
        if value.quoted && !(name.is_capital() && self.tight) {
            return Setting::Quoted;
        }
        let held = view.slice(value.start, value.end);
        let (before, behind) = (view.before(name.start), view.at(value.end));
        let in_query =
            before == b'?' || (before == b'&' && view.at(name.start.wrapping_sub(2)) != b'&');
        let in_pairs = name.word.first().is_some_and(u8::is_ascii_uppercase)
            && (before == b';' || behind == b';');
        let ends_line = matches!(behind, 0 | b'\n' | b'\r') && view.starts_line(name.start);
        let is_literal = name.is_korean()
            || (name.is_hyphenated() && (self.sign == b'=' || has_digit(held)))
            || self.falls_back
            || (self.sign == b'=' && self.tight && (name.is_capital() || in_query || in_pairs))
            || (self.sign == b':' && name.is_capital() && ends_line);
        if is_literal { Setting::Literal } else { Setting::Code }
    }
}

/// Where the name before the separator at `at` ends: before blanks, a closing quote or
/// bracket, the marks of an optional field, and Markdown's asterisks.
fn name_end(view: View<'_>, at: usize) -> usize {
    if view.before(at).is_ascii_alphanumeric() {
        return at;
    }
    let end = view.run_back(at, BLANK, 16);
    let end = view.run_back(end, class!("?!*"), 2);
    let bracketed = end - usize::from(view.before(end) == b']');
    if !QUOTE.has(view.before(bracketed)) {
        return end;
    }
    view.run_back(bracketed - 1, class!("\\"), 3)
}

/// Whether the quote before `value` ends a string in which `name` stands, and begins none:
/// `prompt("Password: ", stream)`.
fn closes(view: View<'_>, name: &Spelled<'_>, value: Value) -> bool {
    const LONGEST_LINE: usize = 256;
    if !b",;)]}+ \t".contains(&view.at(value.start)) {
        return false;
    }
    let quote = view.at(value.start - 1);
    let line = view.slice(view.floor.max(name.start.saturating_sub(LONGEST_LINE)), name.start);
    let quotes = line.iter().rev().take_while(|&&byte| byte != b'\n');
    quotes.filter(|&&byte| byte == quote).count() % 2 == 1
}

/// The string given to a name behind its type at `start`: `password: &str = "…"`.
fn typed_value(view: View<'_>, start: usize) -> Option<Value> {
    const IN_TYPE: Class = class!("A-Za-z0-9_<>&'[]:?|. ");
    let equals = view.run(start, IN_TYPE, 48);
    let is_redacted = (start..equals).any(|at| view.has_placeholder(at));
    let is_assigned =
        !is_redacted && view.at(equals) == b'=' && !b"=>".contains(&view.at(equals + 1));
    let value = is_assigned.then(|| value::after(view, equals + 1, Reach::Punctuation))??;
    value.quoted.then_some(value)
}

/// The secret between the tags of an element, whose first stands at `at`.
pub(super) fn in_element(view: View<'_>, at: usize) -> Option<Finding> {
    let end = view.run(at + 1, class!("A-Za-z0-9_.:-"), 64);
    if view.at(end) != b'>' || end == at + 1 {
        return None;
    }
    let value = value::after(view, end + 1, Reach::Punctuation)?;
    let closed = view.has(value.end, "</");
    names::matching(view.slice(at + 1, end)).find_map(|(kind, name)| {
        let held = view.slice(value.start, value.end);
        (closed && is_secret(held, name.strength, Setting::Quoted))
            .then(|| finding(view, value, kind))
    })
}

/// The password that the call whose parenthesis stands at `at` is given as its string.
pub(super) fn in_call(view: View<'_>, at: usize) -> Option<Finding> {
    if !QUOTE.has(view.at(at + 1)) {
        return None;
    }
    let spelled = names::spelled(view, at);
    let value = value::after(view, at + 1, Reach::Punctuation)?;
    let held = view.slice(value.start, value.end);
    names::matching(spelled.word).find_map(|(kind, name)| {
        let is_given = name.is_spelled_out()
            && is_setter(spelled.word)
            && !held.trim_ascii_end().ends_with(b":")
            && !held.iter().all(|&byte| byte == b'_' || byte.is_ascii_uppercase())
            && is_secret(held, name.strength, Setting::Quoted);
        is_given.then(|| finding(view, value, kind))
    })
}

/// Whether a call of `name` is given a password, and does not look for one or ask for it.
fn is_setter(name: &[u8]) -> bool {
    const VERBS: [&str; 8] = ["pass", "set", "with", "hash", "verify", "check", "change", "reset"];
    let last = name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    VERBS.iter().any(|verb| {
        last.get(..verb.len()).is_some_and(|start| start.eq_ignore_ascii_case(verb.as_bytes()))
    })
}

/// The finding for `value`: of the token's own kind where all of it is a token.
pub(super) fn finding(view: View<'_>, value: Value, kind: &'static str) -> Finding {
    match index::token(view, value.start) {
        Some(token) if token.start < value.end && value.end <= token.end => token,
        _ => Finding { kind, start: value.start, end: value.end },
    }
}
