//! Secrets among the arguments of programs, and in what is written for them to read:
//! `--password …`, `curl -u user:…`, `mysql -p…`, `echo … | docker login --password-stdin`.

use super::assign::finding;
use super::bytes::{
    BLANK, Class, QUOTE, SPACE, View, class, contains_ignoring_case, starts_ignoring_case,
};
use super::entropy::{has_digit, has_letter};
use super::judge::{Setting, is_secret, is_stand_in, speaks};
use super::looks::is_algorithm;
use super::names::{self, Strength};
use super::password_grade::Grade;
use super::programs::{PROGRAMS, READERS};
use super::value::{self, Reach, Value};
use super::{Finding, answer, argument};

/// A program that takes a secret behind a short option, or as an argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Program {
    /// Name by which it is called.
    pub(super) name: &'static str,
    /// The options that a secret follows.
    pub(super) options: &'static [&'static str],
    /// Form in which the secret follows.
    form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As the next argument.
    Argument,
    /// In the same argument.
    Attached,
    /// Behind the colon of the next argument: `user:password`.
    User,
    /// Behind the sign of percent there: `user%password`.
    Percent,
    /// Behind the comma there: `user,password`.
    Comma,
    /// In the next argument, which says where it is: `pass:…`.
    Source,
    /// As the first argument of the program.
    First,
    /// As the first argument, behind a user and a slash: `user/password@host`.
    Slash,
    /// As the argument behind its name.
    Named,
    /// As the argument behind one of its options, which are words without a hyphen.
    Word,
    /// As the last of its arguments, where an option says that it is there: `-b file user password`.
    Last,
    /// As the string behind the name of a constant of C.
    Defined,
    /// As the first argument, where the output goes to a program that reads a secret.
    Piped,
    /// As the argument at this place, options and their values aside; `options` are those with values.
    Place(usize),
    /// As the argument behind that of a Windows share.
    Share,
    /// In the argument that begins with one of these options: `/p:…`.
    Begun,
    /// In the next argument, behind its equals sign: `NAME=…`.
    Entry,
    /// Behind the equals signs of all arguments: `set A=… B=…`.
    Entries,
    /// As the string that is typed where a prompt asks for a password.
    Typed,
    /// As the answer of the program; `options` are the words of which its command must hold one.
    Printed,
}

pub(super) const fn program(
    name: &'static str,
    options: &'static [&'static str],
    form: Form,
) -> Program {
    Program { name, options, form }
}

impl Program {
    /// Returns true if a secret may follow one of its options, wherever in its command that stands.
    pub(super) fn reads_options(&self) -> bool {
        let is_placed =
            matches!(self.form, Form::Place(_) | Form::Word | Form::Begun | Form::Printed);
        !is_placed && !self.options.is_empty()
    }

    /// The secret in the option of this program that stands at `at`.
    fn secret(&self, view: View<'_>, at: usize) -> Option<Finding> {
        if !self.reads_options() {
            return None;
        }
        let behind = |option: &&str| {
            let end = at + option.len();
            let follows = match self.form {
                Form::Attached if QUOTE.has(view.at(end)) => opens_attached(view, end),
                Form::Attached => view.at(end) > b' ',
                // `-u user:…` may be written as one word.
                Form::User | Form::Percent if option.len() == 2 => view.at(end) >= b' ',
                Form::Argument if opens_attached(view, end) => true,
                _ => b" =".contains(&view.at(end)),
            };
            (view.has(at, option) && follows).then_some(end)
        };
        let end = self.options.iter().find_map(behind)?;
        let start = if view.at(end) == b'=' { end + 1 } else { end };
        self.in_argument(view, start)
    }

    /// The secrets in the entries that this program, which is called at `at`, is given.
    pub(super) fn entries(&self, view: View<'_>, at: usize) -> Vec<Finding> {
        match self.form {
            Form::Entries => entries(view, at + self.name.len()),
            _ => Vec::new(),
        }
    }

    /// The secret among the arguments of this program, which is called at `at`.
    pub(super) fn argument(&self, view: View<'_>, at: usize) -> Option<Finding> {
        let start = at + self.name.len();
        match self.form {
            Form::First if b" ".contains(&view.at(start)) => {
                let option = view.run(start, BLANK, 4);
                let is_option = view.at(option) == b'-';
                if is_option { None } else { self.in_argument(view, start) }
            }
            Form::Slash => self.in_argument(view, start),
            Form::Named => named(view, start),
            Form::Defined if view.before(at) == b'#' => defined(view, start),
            Form::Word => self.behind_word(view, start),
            Form::Last => last(view, start),
            Form::Piped => piped(view, start),
            Form::Place(place) => self.at_place(view, start, place),
            Form::Begun => self.begun(view, start),
            Form::Share => behind_share(view, start),
            Form::Typed => typed(view, at, start),
            Form::Printed => answer::printed(view, at, self),
            _ => None,
        }
    }

    /// The secret among the arguments at `start` that stands behind one of the words that it follows.
    fn behind_word(&self, view: View<'_>, start: usize) -> Option<Finding> {
        let names =
            |value: &Value| self.options.iter().any(|word| value.held(view) == word.as_bytes());
        let mut arguments = argument::all(view, start).skip_while(|value| !names(value));
        let secret = arguments.nth(1).filter(|value| is_given(view, *value))?;
        Some(finding(view, secret, "password"))
    }

    /// The secret at a place among the arguments at `start`.
    fn at_place(&self, view: View<'_>, start: usize, place: usize) -> Option<Finding> {
        let takes_value =
            |option: &[u8]| self.options.iter().any(|known| option == known.as_bytes());
        let (mut words, mut skips) = (0, false);
        for value in argument::all(view, start) {
            let held = value.held(view);
            let is_option = held.starts_with(b"-") && !value.is_quoted();
            let is_word = !is_option && !skips;
            skips = is_option && takes_value(held);
            if is_word && words == place {
                return self.is_placed(view, value).then(|| finding(view, value, "password"));
            }
            words += usize::from(is_word);
        }
        None
    }

    /// Returns true if `value`, in the place of a secret, is one and no word of a sentence about this program.
    fn is_placed(&self, view: View<'_>, value: Value) -> bool {
        const ENDS: Class = class!("\0\r\n;&|\"'`");
        let next = view.run(value.end, BLANK, 4);
        let ends = ENDS.has(view.at(next)) || view.has(next, "/add") || view.has(next, "/user:");
        let held = value.held(view);
        is_given(view, value)
            && !is_algorithm(held)
            && (value.is_quoted() || ends || Grade::of(held) >= Grade::Possible)
    }

    /// The secret in the argument behind `start` that begins with one of the options.
    fn begun(&self, view: View<'_>, start: usize) -> Option<Finding> {
        let secret = |value: &Value| {
            let option = self.options.iter().find(|option| view.starts(value.start, option))?;
            let start = value.start + option.len();
            let quoted = value::quoted(view, start).filter(|_| !value.is_quoted());
            let value = quoted.unwrap_or(Value { start, ..*value });
            let held = value.held(view);
            (value.start < value.end && !is_stand_in(held)).then_some(value)
        };
        let value = argument::all(view, start).find_map(|value| secret(&value))?;
        Some(finding(view, value, "password"))
    }

    /// The secret in the argument at `start`.
    fn in_argument(&self, view: View<'_>, start: usize) -> Option<Finding> {
        let value = value::after(view, start, Reach::Argument)?;
        let value = value::whole(view, value, Reach::Argument)?;
        let value = match self.form {
            Form::User => Value { start: behind_user(view, value, b':')?, ..value },
            Form::Percent => Value { start: behind_user(view, value, b'%')?, ..value },
            Form::Comma => Value { start: behind_user(view, value, b',')?, ..value },
            Form::Source if view.has(value.start, "pass:") => {
                Value { start: value.start + 5, ..value }
            }
            Form::Source => return None,
            Form::Entry => behind_equals(view, value)?,
            Form::Slash => {
                let start = behind_user(view, value, b'/')?;
                let host = view.slice(start, value.end).iter().rposition(|&byte| byte == b'@');
                let end = host.map_or(value.end, |host| start + host);
                let is_one = host.is_some() || Grade::of(view.slice(start, end)) >= Grade::Possible;
                is_one.then_some(Value { start, end, ..value })?
            }
            _ => value,
        };
        let held = value.held(view);
        let is_no_secret = self.form == Form::First && (held.len() < 6 || is_said(view, value));
        (!held.is_empty() && !is_no_secret && !is_stand_in(held))
            .then(|| finding(view, value, "password"))
    }
}

/// The secret behind the share among the arguments at `start`: `Z: \\\\host\\share …`.
fn behind_share(view: View<'_>, start: usize) -> Option<Finding> {
    let is_share = |value: &Value| value.held(view).starts_with(b"\\\\");
    let is_option = |value: &Value| view.at(value.start) == b'/';
    let arguments = argument::all(view, start).skip_while(|value| !is_share(value)).skip(1);
    let value = arguments.into_iter().find(|value| !is_option(value))?;
    let is_secret = is_given(view, value);
    is_secret.then(|| finding(view, value, "password"))
}

/// Returns what stands behind the equals sign of `value`.
fn behind_equals(view: View<'_>, value: Value) -> Option<Value> {
    let equals = value.held(view).iter().position(|&byte| byte == b'=')?;
    let start = value.start + equals + 1;
    let quoted = value::quoted(view, start).filter(|_| !value.is_quoted());
    let value = quoted.unwrap_or(Value { start, ..value });
    (value.start < value.end).then_some(value)
}

/// The secrets in the entries at `start`.
fn entries(view: View<'_>, start: usize) -> Vec<Finding> {
    let is_secret = |value: &Value| {
        let held = value.held(view);
        held.len() >= 4 && !is_stand_in(held) && !held.iter().all(u8::is_ascii_digit)
    };
    let values = argument::all(view, start).filter_map(|value| behind_equals(view, value));
    values.filter(is_secret).map(|value| finding(view, value, "secret")).collect()
}

/// The string at `start` that is typed for a prompt which is awaited right before `at`.
fn typed(view: View<'_>, at: usize, start: usize) -> Option<Finding> {
    const REACH: usize = 160;
    const PROMPTS: [&str; 4] = ["assword", "assphrase", "passcode", "pin:"];
    let before = view.slice(view.floor.max(at.saturating_sub(REACH)), at);
    let last = before.windows(6).rposition(|part| part.eq_ignore_ascii_case(b"expect"));
    let awaited = last.map_or(&before[..0], |last| &before[last..]);
    let awaits = PROMPTS.iter().any(|prompt| contains_ignoring_case(awaited, prompt));
    let open = view.run(start, class!(" (-"), 4);
    let value = if awaits { value::quoted(view, open)? } else { return None };
    let held = value.held(view);
    let enter = held.windows(2).position(|two| matches!(two, b"\\r" | b"\\n"));
    let end = value.start + enter.unwrap_or(held.len());
    let value = Value { end, ..value };
    (end > value.start && !is_stand_in(value.held(view))).then(|| finding(view, value, "password"))
}

/// Returns true if `value` is a word of a sentence that goes on: "the `cargo login` command asks for it".
fn is_said(view: View<'_>, value: Value) -> bool {
    let next = view.run(value.end, BLANK, 2);
    !value.is_quoted()
        && value.held(view).iter().all(u8::is_ascii_lowercase)
        && next > value.end
        && (view.at(next).is_ascii_lowercase() || view.has_placeholder(next))
}

/// Returns true if the argument `value` is a password that is given there.
fn is_given(view: View<'_>, value: Value) -> bool {
    is_argument(value.held(view), Strength::Password, value.is_quoted())
}

/// The password among the arguments of htpasswd at `start`: behind the file and the user where `-b`
/// says that it is given, behind the user where `-n` says that there is no file.
fn last(view: View<'_>, start: usize) -> Option<Finding> {
    let (mut options, mut words) = (Vec::new(), Vec::new());
    for value in argument::all(view, start) {
        let takes_one = matches!(options.last(), Some(b'C' | b'r'));
        match view.slice(value.start, value.end) {
            _ if takes_one => options.push(b' '),
            [b'-', letters @ ..] if words.is_empty() => options.extend_from_slice(letters),
            _ => words.push(value),
        }
    }
    let place = if options.contains(&b'n') { 1 } else { 2 };
    let password =
        words.get(place).filter(|value| options.contains(&b'b') && is_given(view, **value))?;
    Some(finding(view, *password, "password"))
}

/// Returns true if at `end` of an option a string begins, `-p'…'`, and not the one ends in which the option
/// stands: `["sshpass", "-p", password]`.
fn opens_attached(view: View<'_>, end: usize) -> bool {
    const BEHIND_STRING: &[u8] = b"\0 \t\r\n,;:.)]}+|>\\\"'`";
    b"'\"".contains(&view.at(end)) && !BEHIND_STRING.contains(&view.at(end + 1))
}

/// More options before a name or a value are not stepped over.
const MOST_OPTIONS: usize = 8;

/// The secret behind the name at `start`: `set NAME …`.
fn named(view: View<'_>, start: usize) -> Option<Finding> {
    const NAME: Class = class!("A-Za-z0-9_.:/@-");
    let mut start = view.run(start, BLANK, 8);
    // Options stand before the name.
    for _ in 0..MOST_OPTIONS {
        if view.at(start) != b'-' {
            break;
        }
        start = view.run(view.run(start, class!("A-Za-z-"), 24), BLANK, 8);
    }
    let end = view.run(start, NAME, 80);
    let value =
        if BLANK.has(view.at(end)) { value::after(view, end, Reach::Blank)? } else { return None };
    names::matching(view.slice(start, end)).find_map(|(kind, name)| {
        let is_secret = is_secret(value.held(view), name.strength, Setting::Literal);
        let value = is_secret.then(|| value::whole(view, value, Reach::Blank))??;
        Some(finding(view, value, kind))
    })
}

/// The string behind the name at `start`: `#define NAME "…"`. Many such strings only name something.
fn defined(view: View<'_>, start: usize) -> Option<Finding> {
    let start = view.run(start, BLANK, 8);
    let end = view.run(start, class!("A-Za-z0-9_"), 80);
    let value = value::quoted(view, view.run(end, BLANK, 40))?;
    let held = value.held(view);
    let is_name = |held: &[u8]| speaks(held) || contains_ignoring_case(held, "psk");
    names::matching(view.slice(start, end)).find_map(|(kind, name)| {
        let is_secret = (name.is_spelled_out() || has_digit(held))
            && !is_name(held)
            && !held.contains(&b'\\')
            && is_secret(held, name.strength, Setting::Quoted);
        is_secret.then(|| finding(view, value, kind))
    })
}

/// The secret that is written at `start` for a program to read.
fn piped(view: View<'_>, start: usize) -> Option<Finding> {
    const LONGEST: usize = 160;
    let mut start = view.run(start, BLANK, 8);
    for _ in 0..MOST_OPTIONS {
        if view.at(start) != b'-' && !view.has(start, "'%s") && !view.has(start, "\"%s") {
            break;
        }
        start = view.run(view.run(start, class!("!-~"), 8), BLANK, 8);
    }
    let value = value::after(view, start, Reach::Argument)?;
    let value = value::whole(view, value, Reach::Argument)?;
    let pipe = view.run(value.end, class!("\"' \t"), 8);
    let rest = view.slice(pipe, pipe + LONGEST);
    let line = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let is_read = line.first() == Some(&b'|') && reads(line);
    let start = if contains_ignoring_case(line, "chpasswd") {
        behind_user(view, value, b':').unwrap_or(value.start)
    } else {
        value.start
    };
    let value = Value { start, ..value };
    let held = value.held(view);
    (is_read && !held.is_empty() && !is_stand_in(held)).then(|| finding(view, value, "password"))
}

/// The secret in the here-string at `at`: `… <<< "…"`.
pub(super) fn here_string(view: View<'_>, at: usize) -> Option<Finding> {
    const LONGEST: usize = 160;
    if !view.has(at, "<<<") || view.before(at) == b'<' {
        return None;
    }
    let line = view.slice(view.floor.max(at.saturating_sub(LONGEST)), at);
    let line = line.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    let value = if reads(line) { value::after(view, at + 3, Reach::Blank)? } else { return None };
    let value = value::whole(view, value, Reach::Blank)?;
    (!is_stand_in(value.held(view))).then(|| finding(view, value, "password"))
}

/// Returns true if the command in `line` reads a secret.
fn reads(line: &[u8]) -> bool {
    READERS.iter().any(|reader| calls_word(line, reader))
}

/// Returns true if `line` holds `word`, given in lower case, and not as the end of another word.
fn calls_word(line: &[u8], word: &str) -> bool {
    let in_word = |at: usize| at.checked_sub(1).is_some_and(|at| line[at].is_ascii_alphanumeric());
    let mut places = 0..line.len().saturating_sub(word.len() - 1);
    places.any(|at| {
        let is_first = line[at].eq_ignore_ascii_case(&word.as_bytes()[0]);
        is_first && starts_ignoring_case(&line[at..], word) && !in_word(at)
    })
}

/// Where the password of `user:password` begins, unless one of them was taken out before.
pub(super) fn behind_user(view: View<'_>, pair: Value, divider: u8) -> Option<usize> {
    let mut places = pair.start..pair.end;
    let found = places.find(|&at| view.at(at) == divider || view.has_placeholder(at))?;
    (view.at(found) == divider).then_some(found + 1)
}

/// The secret behind the option at `at` whose name says so: `--api-key …`.
pub(super) fn option(view: View<'_>, at: usize) -> Option<Finding> {
    let start = view.run(at, class!("-"), 2);
    let end = view.run(start, class!("A-Za-z0-9_-"), 48);
    let before = view.before(at);
    let opens = before == 0 || SPACE.has(before) || QUOTE.has(before) || before == b'n';
    if !opens || end < start + 4 || !BLANK.has(view.at(end)) {
        return None;
    }
    let value = value::after(view, end, Reach::Argument)?;
    names::matching(view.slice(start, end)).find_map(|(kind, name)| {
        let held = value.held(view);
        let is_secret = is_argument(held, name.strength, value.is_quoted());
        let value = is_secret.then(|| value::whole(view, value, Reach::Argument))??;
        Some(finding(view, value, kind))
    })
}

/// Returns true if `value` is an argument and not the next option or the next word of a sentence.
fn is_argument(value: &[u8], strength: Strength, quoted: bool) -> bool {
    let setting = if quoted && is_password(strength) { Setting::Quoted } else { Setting::Literal };
    let is_shown = quoted || has_digit(value) || (is_password(strength) && is_no_word(value));
    is_shown
        && !value.starts_with(b"-")
        && !value.contains(&b'=')
        && is_secret(value, strength, setting)
}

fn is_password(strength: Strength) -> bool {
    matches!(strength, Strength::Password)
}

/// Returns true if `value` is neither a word that goes on with a sentence nor a manual's placeholder.
fn is_no_word(value: &[u8]) -> bool {
    #[rustfmt::skip]
    const WORDS: [&str; 38] = [
        "to", "is", "in", "on", "or", "and", "for", "the", "a", "an", "as", "at", "by", "if",
        "from", "with", "flag", "flags", "option", "options", "argument", "switch", "parameter",
        "instead", "when", "can", "must", "will", "was", "file", "stdin", "which", "that",
        "password", "value", "not", "of", "should",
    ];
    has_letter(value)
        && value.iter().any(|byte| !byte.is_ascii_uppercase() && *byte != b'_')
        && !WORDS.iter().any(|word| value.eq_ignore_ascii_case(word.as_bytes()))
}

/// Returns true if the word at `at` calls `program`.
pub(super) fn calls(view: View<'_>, at: usize, program: &Program) -> bool {
    let next = view.at(at + program.name.len());
    view.has(at, program.name)
        && (SPACE.has(next)
            || next == b'\\'
            || QUOTE.has(next)
            || program.name.ends_with(':')
            || (next == b'(' && program.form == Form::Typed))
}

/// The secret in the option at `at` of a program called as `program` is.
pub(super) fn option_of(view: View<'_>, at: usize, program: &Program) -> Option<Finding> {
    let mut forms = PROGRAMS.iter().filter(|other| other.name == program.name);
    forms.find_map(|form| form.secret(view, at))
}
