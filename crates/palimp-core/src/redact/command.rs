//! Secrets among the arguments of programs: `--password …`, `curl -u user:…`, `mysql -p…`.

use super::Finding;
use super::assign::finding;
use super::bytes::{ALNUM, BLANK, QUOTE, SPACE, View, class};
use super::entropy::{has_digit, has_letter};
use super::judge::{Setting, is_secret, is_stand_in};
use super::names::{self, Strength};
use super::value::{self, Reach, Value};

/// A program that takes a secret behind a short option.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Program {
    /// How it is called.
    pub(super) name: &'static str,
    /// The options that a secret follows.
    options: &'static [&'static str],
    /// How the secret follows.
    form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// As the next argument.
    Argument,
    /// In the same argument.
    Attached,
    /// Behind the colon of the next argument: `user:password`.
    User,
}

/// The programs that are known.
pub(super) const PROGRAMS: &[Program] = &[
    program("curl", &["-u", "--user", "-U", "--proxy-user"], Form::User),
    program("xh", &["-a", "--auth"], Form::User),
    program("sshpass", &["-p"], Form::Argument),
    program("redis-cli", &["-a"], Form::Argument),
    program("docker login", &["-p"], Form::Argument),
    program("podman login", &["-p"], Form::Argument),
    program("mysqldump", &["-p"], Form::Attached),
    program("mysqladmin", &["-p"], Form::Attached),
    program("mysql", &["-p"], Form::Attached),
    program("mariadb", &["-p"], Form::Attached),
];

const fn program(name: &'static str, options: &'static [&'static str], form: Form) -> Program {
    Program { name, options, form }
}

impl Program {
    /// The secret in the option of this program that stands at `at`.
    pub(super) fn secret(&self, view: View<'_>, at: usize) -> Option<Finding> {
        let behind = |option: &&str| {
            let end = at + option.len();
            let follows = match self.form {
                Form::Attached => view.at(end) > b' ',
                Form::Argument => b" =".contains(&view.at(end)),
                // `-u user:…` may be written as one word.
                Form::User => {
                    view.at(end) >= b' ' && (option.len() == 2 || b" =".contains(&view.at(end)))
                }
            };
            (view.has(at, option) && follows).then_some(end)
        };
        let end = self.options.iter().find_map(behind)?;
        let start = if view.at(end) == b'=' { end + 1 } else { end };
        let value = value::after(view, start, Reach::Punctuation)?;
        let value = value::whole(view, value, Reach::Punctuation)?;
        let start =
            if self.form == Form::User { password_start(view, value)? } else { value.start };
        let value = Value { start, ..value };
        let held = view.slice(value.start, value.end);
        (!held.is_empty() && !is_stand_in(held)).then(|| finding(view, value, "password"))
    }
}

/// Where the password of `user:password` begins, unless one of them was taken out before.
fn password_start(view: View<'_>, pair: Value) -> Option<usize> {
    let mut places = pair.start..pair.end;
    let colon = places.find(|&at| view.at(at) == b':' || view.has_placeholder(at))?;
    (view.at(colon) == b':').then_some(colon + 1)
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
    let value = value::after(view, end, Reach::Punctuation)?;
    names::matching(view.slice(start, end)).find_map(|(kind, name)| {
        let held = view.slice(value.start, value.end);
        let is_secret = is_argument(held, name.strength, value.quoted);
        let value = is_secret.then(|| value::whole(view, value, Reach::Punctuation))??;
        Some(finding(view, value, kind))
    })
}

/// Whether `value` is an argument and not the next option or the next word of a sentence.
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

/// Whether `value` is neither a word that goes on with a sentence nor a manual's placeholder.
fn is_no_word(value: &[u8]) -> bool {
    #[rustfmt::skip]
    const WORDS: [&str; 36] = [
        "to", "is", "in", "on", "or", "and", "for", "the", "a", "an", "as", "at", "by", "if",
        "from", "with", "flag", "flags", "option", "options", "argument", "switch", "parameter",
        "instead", "when", "can", "must", "will", "was", "file", "stdin", "which", "that",
        "password", "value", "not",
    ];
    has_letter(value)
        && value.iter().any(|byte| !byte.is_ascii_uppercase() && *byte != b'_')
        && !WORDS.iter().any(|word| value.eq_ignore_ascii_case(word.as_bytes()))
}

/// Whether the word at `at` calls `program`.
pub(super) fn calls(view: View<'_>, at: usize, program: &Program) -> bool {
    view.has(at, program.name) && !ALNUM.has(view.at(at + program.name.len()))
}
