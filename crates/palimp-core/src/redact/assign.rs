//! Secrets under their name: `password=…`, `"apiKey": "…"`, `export FOO_TOKEN=…`,
//! `<password>…</password>`, `.password("…")`.

use super::bytes::{BLANK, Class, QUOTE, View, class, starts_ignoring_case};
use super::entropy::has_digit;
use super::judge::{Setting, is_plain_word, is_secret};
use super::names::{self, Name, Spelled, Strength};
use super::value::{self, Reach, Value};
use super::{Finding, header, index};

/// The secret that the `=` or `:` at `at` gives to the name before it.
pub(super) fn at(view: View<'_>, at: usize) -> Option<Finding> {
    let separator = Separator::read(view, at).filter(|it| names::may_end(view, it.name_end))?;
    let name = names::spelled(view, separator.name_end);
    let name = if name.word.eq_ignore_ascii_case(b"value") { paired(view, name) } else { name };
    let is_path = separator.sign == b':' && view.before(name.start) == b':';
    if is_path || is_test_result(view, &name, &separator) {
        return None;
    }
    let assignment = Assignment { view, name, separator };
    names::matching(name.phrase).find_map(|(kind, known)| assignment.secret(kind, known))
}

/// Whether a test's name follows: `--- PASS: TestLogin`, `PASS: test_login`.
fn is_test_result(view: View<'_>, name: &Spelled<'_>, separator: &Separator) -> bool {
    let start = view.run(separator.end, BLANK, 16);
    let begins = |word| starts_ignoring_case(view.slice(start, start + 16), word);
    name.word.eq_ignore_ascii_case(b"pass")
        && start > separator.end
        && ["test", "example", "benchmark", "fuzz"].into_iter().any(begins)
}

/// The name whose value stands under the name `value`: `name: DB_PASSWORD`, `value: …`.
fn paired<'t>(view: View<'t>, value: Spelled<'t>) -> Spelled<'t> {
    const BETWEEN: Class = class!(" \t\r\n\\\"',");
    let name = names::spelled(view, view.run_back(value.start, BETWEEN, 40));
    Spelled { start: value.start, word: name.word, phrase: name.word }
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
    /// Whether no blank and no quote stands at either side.
    tight: bool,
    /// Whether the name stands in quotes of its own.
    quotes_name: bool,
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
        let quotes_name =
            name_end < at && (QUOTE.has(view.at(name_end)) || view.at(name_end) == b'\\');
        let falls_back = sign == b':' && next == b'-';
        Some(Separator { name_end, end, sign, tight, quotes_name, falls_back })
    }

    /// Whether it is an equals sign without blanks around it, as shells and URLs have it.
    fn is_tight_equals(self) -> bool {
        self.tight && self.sign == b'='
    }
}

/// A name that says that a secret follows, and what stands behind it.
#[derive(Clone, Copy, Debug)]
struct Assignment<'t> {
    view: View<'t>,
    name: Spelled<'t>,
    separator: Separator,
}

impl Assignment<'_> {
    /// What stands here, if it is a secret for the name that is `known`.
    fn secret(&self, kind: &'static str, known: &Name) -> Option<Finding> {
        let (view, end) = (self.view, self.separator.end);
        match known.strength {
            Strength::Credentials => return header::credentials(view, end, kind),
            Strength::Cookies => return header::cookies(view, end, kind),
            Strength::SetCookie => return header::set_cookie(view, end, kind),
            _ => {}
        }
        let (start, reach) = (self.start(), self.reach());
        let is_secret = |value: Value, setting: Setting| {
            is_secret(view.slice(value.start, value.end), known.strength, setting)
        };
        let value = self.value(start, reach).filter(|&value| {
            is_secret(value, self.setting(value, known))
                && !(value.quoted && self.is_closed_by(value))
        });
        let later = || self.later_value(start).filter(|&value| is_secret(value, Setting::Quoted));
        let value = value.or_else(later)?;
        Some(finding(view, value::whole(view, value, reach)?, kind))
    }

    /// Where the value may begin: behind Markdown's asterisks as well.
    fn start(&self) -> usize {
        let end = self.separator.end;
        if self.separator.sign == b':' { self.view.run(end, class!("* \t"), 4) } else { end }
    }

    /// The value at `start`; where a string holds the name as well, the rest of that string.
    fn value(&self, start: usize, reach: Reach) -> Option<Value> {
        let (view, name) = (self.view, &self.name);
        let in_string = self.separator.is_tight_equals()
            && name.is_capital()
            && QUOTE.has(view.before(name.start))
            && !QUOTE.has(view.at(start));
        if in_string {
            return value::rest_of_string(view, name.start - 1, start);
        }
        value::after(view, start, reach)
    }

    /// How far a bare value goes: through the line in a file of settings.
    fn reach(&self) -> Reach {
        const EXPORTS: [&str; 3] = ["export ", "set ", "ENV "];
        let (view, name) = (self.view, &self.name);
        let exported = EXPORTS.iter().find_map(|word| {
            let start = name.start.checked_sub(word.len())?;
            (start >= view.floor && view.has(start, word)).then_some(start)
        });
        let starts_line = view.starts_line(exported.unwrap_or(name.start));
        let is_setting = self.separator.sign == b':' || self.separator.tight;
        if starts_line && is_setting { Reach::Blank } else { Reach::Punctuation }
    }

    /// What a bare word means here under the name that is `known`.
    fn setting(&self, value: Value, known: &Name) -> Setting {
        let is_capital = self.name.is_capital();
        if value.quoted && !(is_capital && self.separator.tight) {
            return Setting::Quoted;
        }
        let is_ambiguous = known.is_ambiguous() && !is_capital;
        if self.is_literal(value) && !is_ambiguous { Setting::Literal } else { Setting::Code }
    }

    /// Whether a bare word can be no variable: in a shell, a URL, a connection string, an
    /// option, a header, a line of settings.
    fn is_literal(&self, value: Value) -> bool {
        let (view, name, separator) = (self.view, &self.name, self.separator);
        let held = view.slice(value.start, value.end);
        let (before, behind) = (view.before(name.start), view.at(value.end));
        let is_line = matches!(behind, 0 | b'\n' | b'\r') && view.starts_line(name.start);
        if separator.is_tight_equals() {
            let is_and = view.at(name.start.wrapping_sub(2)) == b'&';
            let in_query = before == b'?' || (before == b'&' && !is_and);
            let in_pairs = name.is_titled() && (before == b';' || behind == b';');
            let is_setting = is_line && is_plain_word(held);
            return name.is_capital() || name.is_hyphenated() || in_query || in_pairs || is_setting;
        }
        name.is_korean()
            || separator.falls_back
            || (name.is_hyphenated()
                && !separator.quotes_name
                && (separator.sign == b'=' || has_digit(held)))
            || (name.is_capital() && separator.sign == b':' && is_line)
    }

    /// Whether the quote before `value` ends a string in which the name stands, and begins
    /// none: `prompt("Password: ", stream)`.
    fn is_closed_by(&self, value: Value) -> bool {
        const LONGEST_LINE: usize = 256;
        let (view, end) = (self.view, self.name.start);
        if !b",;)]}+ \t".contains(&view.at(value.start)) {
            return false;
        }
        let quote = view.at(value.start - 1);
        let line = view.slice(view.floor.max(end.saturating_sub(LONGEST_LINE)), end);
        let quotes = line.iter().rev().take_while(|&&byte| byte != b'\n');
        quotes.filter(|&&byte| byte == quote).count() % 2 == 1
    }

    /// The string that stands behind a type or an expression at `start`.
    fn later_value(&self, start: usize) -> Option<Value> {
        let is_typed = self.separator.sign == b':';
        let typed = if is_typed { typed_value(self.view, start) } else { None };
        typed.or_else(|| fallback_value(self.view, start))
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

/// The string given to a name behind its type at `start`: `password: &str = "…"`.
fn typed_value(view: View<'_>, start: usize) -> Option<Value> {
    const IN_TYPE: Class = class!("A-Za-z0-9_<>&'[]:?|. ");
    let equals = view.run(start, IN_TYPE, 48);
    let is_redacted = view.holds_placeholder(start, equals);
    let is_assigned = !is_redacted
        && BLANK.has(view.before(equals))
        && view.at(equals) == b'='
        && !b"=>".contains(&view.at(equals + 1));
    let value = is_assigned.then(|| value::after(view, equals + 1, Reach::Punctuation))??;
    value.quoted.then_some(value)
}

/// The string that is taken where the expression at `start` gives nothing:
/// `process.env.PASSWORD || "…"`.
fn fallback_value(view: View<'_>, start: usize) -> Option<Value> {
    const LONGEST: usize = 64;
    let line = view.slice(start, start + LONGEST);
    let line = line.split(|&byte| matches!(byte, b'\n' | b',' | b';')).next()?;
    let operator = line.windows(3).position(|three| matches!(three, b"|| " | b"?? " | b"or "))?;
    let is_redacted = view.holds_placeholder(start, start + operator);
    let value = value::after(view, start + operator + 3, Reach::Punctuation)?;
    (value.quoted && !is_redacted).then_some(value)
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
    VERBS.iter().any(|verb| starts_ignoring_case(last, verb))
}

/// The finding for `value`: of the token's own kind where all of it is a token.
pub(super) fn finding(view: View<'_>, value: Value, kind: &'static str) -> Finding {
    match index::token(view, value.start) {
        Some(token) if token.start < value.end && value.end <= token.end => token,
        _ => Finding { kind, start: value.start, end: value.end },
    }
}
