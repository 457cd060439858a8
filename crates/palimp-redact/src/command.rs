//! Secrets among the arguments of programs, and in what is written for them to read:
//! `--password …`, `curl -u user:…`, `mysql -p…`, `echo … | docker login --password-stdin`.

mod htpasswd;

use super::assign::build_finding;
use super::bytes::{
    BLANK, ByteClass, ByteView, QUOTE, SPACE, class, contains_ignoring_case, starts_ignoring_case,
};
use super::entropy::{has_digit, has_letter};
use super::names::{self, Strength};
use super::password_grade::Grade;
use super::programs::{PROGRAMS, READERS};
use super::randomness::is_algorithm;
use super::stand_in::{ValueContext, is_secret, is_stand_in, mentions_secret};
use super::value::{self, TextValue, ValueReach};
use super::{DetectedSecret, answer, argument};

use htpasswd::find_htpasswd_password;

/// A program that takes a secret behind a short option, or as an argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Program {
    /// Name by which it is called.
    pub(super) name: &'static str,
    /// The options that a secret follows.
    pub(super) options: &'static [&'static str],
    /// Form in which the secret follows.
    form: ArgumentForm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArgumentForm {
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
    form: ArgumentForm,
) -> Program {
    Program { name, options, form }
}

impl Program {
    /// Returns true if a secret may follow one of its options, wherever in its command that stands.
    pub(super) fn reads_options(&self) -> bool {
        let is_placed = matches!(
            self.form,
            ArgumentForm::Place(_)
                | ArgumentForm::Word
                | ArgumentForm::Begun
                | ArgumentForm::Printed
        );
        !is_placed && !self.options.is_empty()
    }

    /// The secret in the option of this program that stands at `at`.
    fn secret_in_option(&self, view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
        if !self.reads_options() {
            return None;
        }
        let behind = |option: &&str| {
            let end = at + option.len();
            let follows = match self.form {
                ArgumentForm::Attached if QUOTE.contains(view.byte_at(end)) => {
                    opens_attached(view, end)
                }
                ArgumentForm::Attached => view.byte_at(end) > b' ',
                // `-u user:…` may be written as one word.
                ArgumentForm::User | ArgumentForm::Percent if option.len() == 2 => {
                    view.byte_at(end) >= b' '
                }
                ArgumentForm::Argument if opens_attached(view, end) => true,
                _ => b" =".contains(&view.byte_at(end)),
            };
            (view.has_literal(at, option) && follows).then_some(end)
        };
        let end = self.options.iter().find_map(behind)?;
        let start = if view.byte_at(end) == b'=' { end + 1 } else { end };
        self.in_argument(view, start)
    }

    /// The secrets in the entries that this program, which is called at `at`, is given.
    pub(super) fn secrets_in_entries(&self, view: ByteView<'_>, at: usize) -> Vec<DetectedSecret> {
        match self.form {
            ArgumentForm::Entries => find_entry_secrets(view, at + self.name.len()),
            _ => Vec::new(),
        }
    }

    /// The secret among the arguments of this program, which is called at `at`.
    pub(super) fn secret_in_arguments(
        &self,
        view: ByteView<'_>,
        at: usize,
    ) -> Option<DetectedSecret> {
        let start = at + self.name.len();
        match self.form {
            ArgumentForm::First if b" ".contains(&view.byte_at(start)) => {
                let option = view.run_end(start, BLANK, 4);
                let is_option = view.byte_at(option) == b'-';
                if is_option { None } else { self.in_argument(view, start) }
            }
            ArgumentForm::Slash => self.in_argument(view, start),
            ArgumentForm::Named => find_named_secret(view, start),
            ArgumentForm::Defined if view.byte_before(at) == b'#' => {
                find_defined_secret(view, start)
            }
            ArgumentForm::Word => self.behind_word(view, start),
            ArgumentForm::Last => find_htpasswd_password(view, start),
            ArgumentForm::Piped => find_piped_secret(view, start),
            ArgumentForm::Place(place) => self.at_place(view, start, place),
            ArgumentForm::Begun => self.secret_after_prefix(view, start),
            ArgumentForm::Share => behind_share(view, start),
            ArgumentForm::Typed => find_typed_password(view, at, start),
            ArgumentForm::Printed => answer::find_printed_secret(view, at, self),
            _ => None,
        }
    }

    /// The secret among the arguments at `start` that stands behind one of the words that it follows.
    fn behind_word(&self, view: ByteView<'_>, start: usize) -> Option<DetectedSecret> {
        let names = |value: &TextValue| {
            self.options.iter().any(|word| value.bytes_in(view) == word.as_bytes())
        };
        let mut arguments =
            argument::arguments_after(view, start).skip_while(|value| !names(value));
        let secret = arguments.nth(1).filter(|value| is_given(view, *value))?;
        Some(build_finding(view, secret, "password"))
    }

    /// The secret at a place among the arguments at `start`.
    fn at_place(&self, view: ByteView<'_>, start: usize, place: usize) -> Option<DetectedSecret> {
        let takes_value =
            |option: &[u8]| self.options.iter().any(|known| option == known.as_bytes());
        let (mut words, mut skips) = (0, false);
        for value in argument::arguments_after(view, start) {
            let held = value.bytes_in(view);
            let is_option = held.starts_with(b"-") && !value.is_quoted();
            let is_word = !is_option && !skips;
            skips = is_option && takes_value(held);
            if is_word && words == place {
                return self.is_placed(view, value).then(|| build_finding(view, value, "password"));
            }
            words += usize::from(is_word);
        }
        None
    }

    /// Returns true if `value`, in the place of a secret, is one and no word of a sentence about this program.
    fn is_placed(&self, view: ByteView<'_>, value: TextValue) -> bool {
        const END_CHARS: ByteClass = class!("\0\r\n;&|\"'`");
        let next = view.run_end(value.end, BLANK, 4);
        let ends = END_CHARS.contains(view.byte_at(next))
            || view.has_literal(next, "/add")
            || view.has_literal(next, "/user:");
        let held = value.bytes_in(view);
        is_given(view, value)
            && !is_algorithm(held)
            && (value.is_quoted() || ends || Grade::classify(held) >= Grade::Possible)
    }

    /// The secret in the argument behind `start` that begins with one of the options.
    fn secret_after_prefix(&self, view: ByteView<'_>, start: usize) -> Option<DetectedSecret> {
        let secret = |value: &TextValue| {
            let option =
                self.options.iter().find(|option| view.has_ignoring_case(value.start, option))?;
            let start = value.start + option.len();
            let quoted = value::parse_quoted(view, start).filter(|_| !value.is_quoted());
            let value = quoted.unwrap_or(TextValue { start, ..*value });
            let held = value.bytes_in(view);
            (value.start < value.end && !is_stand_in(held)).then_some(value)
        };
        let value = argument::arguments_after(view, start).find_map(|value| secret(&value))?;
        Some(build_finding(view, value, "password"))
    }

    /// The secret in the argument at `start`.
    fn in_argument(&self, view: ByteView<'_>, start: usize) -> Option<DetectedSecret> {
        let value = value::parse_after(view, start, ValueReach::Argument)?;
        let value = value::parse_whole(view, value, ValueReach::Argument)?;
        let value = match self.form {
            ArgumentForm::User => TextValue { start: behind_user(view, value, b':')?, ..value },
            ArgumentForm::Percent => TextValue { start: behind_user(view, value, b'%')?, ..value },
            ArgumentForm::Comma => TextValue { start: behind_user(view, value, b',')?, ..value },
            ArgumentForm::Source if view.has_literal(value.start, "pass:") => {
                TextValue { start: value.start + 5, ..value }
            }
            ArgumentForm::Source => return None,
            ArgumentForm::Entry => behind_equals(view, value)?,
            ArgumentForm::Slash => {
                let start = behind_user(view, value, b'/')?;
                let host = view.slice(start, value.end).iter().rposition(|&byte| byte == b'@');
                let end = host.map_or(value.end, |host| start + host);
                let is_one =
                    host.is_some() || Grade::classify(view.slice(start, end)) >= Grade::Possible;
                is_one.then_some(TextValue { start, end, ..value })?
            }
            _ => value,
        };
        let held = value.bytes_in(view);
        let is_no_secret =
            self.form == ArgumentForm::First && (held.len() < 6 || is_said(view, value));
        (!held.is_empty() && !is_no_secret && !is_stand_in(held))
            .then(|| build_finding(view, value, "password"))
    }
}

/// The secret behind the share among the arguments at `start`: `Z: \\\\host\\share …`.
fn behind_share(view: ByteView<'_>, start: usize) -> Option<DetectedSecret> {
    let is_share = |value: &TextValue| value.bytes_in(view).starts_with(b"\\\\");
    let is_option = |value: &TextValue| view.byte_at(value.start) == b'/';
    let arguments =
        argument::arguments_after(view, start).skip_while(|value| !is_share(value)).skip(1);
    let value = arguments.into_iter().find(|value| !is_option(value))?;
    let is_secret = is_given(view, value);
    is_secret.then(|| build_finding(view, value, "password"))
}

/// Returns what stands behind the equals sign of `value`.
fn behind_equals(view: ByteView<'_>, value: TextValue) -> Option<TextValue> {
    let equals = value.bytes_in(view).iter().position(|&byte| byte == b'=')?;
    let start = value.start + equals + 1;
    let quoted = value::parse_quoted(view, start).filter(|_| !value.is_quoted());
    let value = quoted.unwrap_or(TextValue { start, ..value });
    (value.start < value.end).then_some(value)
}

/// The secrets in the entries at `start`.
fn find_entry_secrets(view: ByteView<'_>, start: usize) -> Vec<DetectedSecret> {
    let is_secret = |value: &TextValue| {
        let held = value.bytes_in(view);
        held.len() >= 4 && !is_stand_in(held) && !held.iter().all(u8::is_ascii_digit)
    };
    let values =
        argument::arguments_after(view, start).filter_map(|value| behind_equals(view, value));
    values.filter(is_secret).map(|value| build_finding(view, value, "secret")).collect()
}

/// The string at `start` that is typed for a prompt which is awaited right before `at`.
fn find_typed_password(view: ByteView<'_>, at: usize, start: usize) -> Option<DetectedSecret> {
    const MAX_REACH_BYTES: usize = 160;
    const PROMPT_WORDS: [&str; 4] = ["assword", "assphrase", "passcode", "pin:"];
    let before = view.slice(view.floor.max(at.saturating_sub(MAX_REACH_BYTES)), at);
    let last = before.windows(6).rposition(|part| part.eq_ignore_ascii_case(b"expect"));
    let awaited = last.map_or(&before[..0], |last| &before[last..]);
    let awaits = PROMPT_WORDS.iter().any(|prompt| contains_ignoring_case(awaited, prompt));
    let open = view.run_end(start, class!(" (-"), 4);
    let value = if awaits { value::parse_quoted(view, open)? } else { return None };
    let held = value.bytes_in(view);
    let enter = held.windows(2).position(|two| matches!(two, b"\\r" | b"\\n"));
    let end = value.start + enter.unwrap_or(held.len());
    let value = TextValue { end, ..value };
    (end > value.start && !is_stand_in(value.bytes_in(view)))
        .then(|| build_finding(view, value, "password"))
}

/// Returns true if `value` is a word of a sentence that goes on: "the `cargo login` command asks for it".
fn is_said(view: ByteView<'_>, value: TextValue) -> bool {
    let next = view.run_end(value.end, BLANK, 2);
    !value.is_quoted()
        && value.bytes_in(view).iter().all(u8::is_ascii_lowercase)
        && next > value.end
        && (view.byte_at(next).is_ascii_lowercase() || view.has_placeholder(next))
}

/// Returns true if the argument `value` is a password that is given there.
fn is_given(view: ByteView<'_>, value: TextValue) -> bool {
    is_argument(value.bytes_in(view), Strength::Password, value.is_quoted())
}

/// Returns true if at `end` of an option a string begins, `-p'…'`, and not the one ends in which the option
/// stands: `["sshpass", "-p", password]`.
fn opens_attached(view: ByteView<'_>, end: usize) -> bool {
    const CHARS_BEHIND_STRING: &[u8] = b"\0 \t\r\n,;:.)]}+|>\\\"'`";
    b"'\"".contains(&view.byte_at(end)) && !CHARS_BEHIND_STRING.contains(&view.byte_at(end + 1))
}

/// Maximum number of options skipped before a name or a value.
const MAX_SKIPPED_OPTIONS: usize = 8;

/// The secret behind the name at `start`: `set NAME …`.
fn find_named_secret(view: ByteView<'_>, start: usize) -> Option<DetectedSecret> {
    const NAME_CHARS: ByteClass = class!("A-Za-z0-9_.:/@-");
    let mut start = view.run_end(start, BLANK, 8);
    // Options stand before the name.
    for _ in 0..MAX_SKIPPED_OPTIONS {
        if view.byte_at(start) != b'-' {
            break;
        }
        start = view.run_end(view.run_end(start, class!("A-Za-z-"), 24), BLANK, 8);
    }
    let end = view.run_end(start, NAME_CHARS, 80);
    let value = if BLANK.contains(view.byte_at(end)) {
        value::parse_after(view, end, ValueReach::Blank)?
    } else {
        return None;
    };
    names::matching_names(view.slice(start, end)).find_map(|(kind, name)| {
        let is_secret = is_secret(value.bytes_in(view), name.strength, ValueContext::Literal);
        let value = is_secret.then(|| value::parse_whole(view, value, ValueReach::Blank))??;
        Some(build_finding(view, value, kind))
    })
}

/// The string behind the name at `start`: `#define NAME "…"`. Many such strings only name something.
fn find_defined_secret(view: ByteView<'_>, start: usize) -> Option<DetectedSecret> {
    let start = view.run_end(start, BLANK, 8);
    let end = view.run_end(start, class!("A-Za-z0-9_"), 80);
    let value = value::parse_quoted(view, view.run_end(end, BLANK, 40))?;
    let held = value.bytes_in(view);
    let is_name = |held: &[u8]| mentions_secret(held) || contains_ignoring_case(held, "psk");
    names::matching_names(view.slice(start, end)).find_map(|(kind, name)| {
        let is_secret = (name.is_spelled_out() || has_digit(held))
            && !is_name(held)
            && !held.contains(&b'\\')
            && is_secret(held, name.strength, ValueContext::Quoted);
        is_secret.then(|| build_finding(view, value, kind))
    })
}

/// The secret that is written at `start` for a program to read.
fn find_piped_secret(view: ByteView<'_>, start: usize) -> Option<DetectedSecret> {
    const MAX_PIPE_BYTES: usize = 160;
    let mut start = view.run_end(start, BLANK, 8);
    for _ in 0..MAX_SKIPPED_OPTIONS {
        if view.byte_at(start) != b'-'
            && !view.has_literal(start, "'%s")
            && !view.has_literal(start, "\"%s")
        {
            break;
        }
        start = view.run_end(view.run_end(start, class!("!-~"), 8), BLANK, 8);
    }
    let value = value::parse_after(view, start, ValueReach::Argument)?;
    let value = value::parse_whole(view, value, ValueReach::Argument)?;
    let pipe = view.run_end(value.end, class!("\"' \t"), 8);
    let rest = view.slice(pipe, pipe + MAX_PIPE_BYTES);
    let line = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let is_read = line.first() == Some(&b'|') && reads_secret(line);
    let start = if contains_ignoring_case(line, "chpasswd") {
        behind_user(view, value, b':').unwrap_or(value.start)
    } else {
        value.start
    };
    let value = TextValue { start, ..value };
    let held = value.bytes_in(view);
    (is_read && !held.is_empty() && !is_stand_in(held))
        .then(|| build_finding(view, value, "password"))
}

/// The secret in the here-string at `at`: `… <<< "…"`.
pub(super) fn here_string(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    const MAX_LINE_BYTES: usize = 160;
    if !view.has_literal(at, "<<<") || view.byte_before(at) == b'<' {
        return None;
    }
    let line = view.slice(view.floor.max(at.saturating_sub(MAX_LINE_BYTES)), at);
    let line = line.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    let value = if reads_secret(line) {
        value::parse_after(view, at + 3, ValueReach::Blank)?
    } else {
        return None;
    };
    let value = value::parse_whole(view, value, ValueReach::Blank)?;
    (!is_stand_in(value.bytes_in(view))).then(|| build_finding(view, value, "password"))
}

/// Returns true if the command in `line` reads a secret.
fn reads_secret(line: &[u8]) -> bool {
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

/// Returns the start of the password in `user:password`, unless either part was redacted before.
pub(super) fn behind_user(view: ByteView<'_>, pair: TextValue, divider: u8) -> Option<usize> {
    let mut places = pair.start..pair.end;
    let found = places.find(|&at| view.byte_at(at) == divider || view.has_placeholder(at))?;
    (view.byte_at(found) == divider).then_some(found + 1)
}

/// The secret behind the option at `at` whose name says so: `--api-key …`.
pub(super) fn find_option_secret(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    let start = view.run_end(at, class!("-"), 2);
    let end = view.run_end(start, class!("A-Za-z0-9_-"), 48);
    let before = view.byte_before(at);
    let opens = before == 0 || SPACE.contains(before) || QUOTE.contains(before) || before == b'n';
    if !opens || end < start + 4 || !BLANK.contains(view.byte_at(end)) {
        return None;
    }
    let value = value::parse_after(view, end, ValueReach::Argument)?;
    names::matching_names(view.slice(start, end)).find_map(|(kind, name)| {
        let held = value.bytes_in(view);
        let is_secret = is_argument(held, name.strength, value.is_quoted());
        let value = is_secret.then(|| value::parse_whole(view, value, ValueReach::Argument))??;
        Some(build_finding(view, value, kind))
    })
}

/// Returns true if `value` is an argument and not the next option or the next word of a sentence.
fn is_argument(value: &[u8], strength: Strength, quoted: bool) -> bool {
    let setting =
        if quoted && is_password(strength) { ValueContext::Quoted } else { ValueContext::Literal };
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
    const SENTENCE_WORDS: [&str; 38] = [
        "to", "is", "in", "on", "or", "and", "for", "the", "a", "an", "as", "at", "by", "if",
        "from", "with", "flag", "flags", "option", "options", "argument", "switch", "parameter",
        "instead", "when", "can", "must", "will", "was", "file", "stdin", "which", "that",
        "password", "value", "not", "of", "should",
    ];
    has_letter(value)
        && value.iter().any(|byte| !byte.is_ascii_uppercase() && *byte != b'_')
        && !SENTENCE_WORDS.iter().any(|word| value.eq_ignore_ascii_case(word.as_bytes()))
}

/// Returns true if the word at `at` calls `program`.
pub(super) fn calls_program(view: ByteView<'_>, at: usize, program: &Program) -> bool {
    let next = view.byte_at(at + program.name.len());
    view.has_literal(at, program.name)
        && (SPACE.contains(next)
            || next == b'\\'
            || QUOTE.contains(next)
            || program.name.ends_with(':')
            || (next == b'(' && program.form == ArgumentForm::Typed))
}

/// The secret in the option at `at` of a program called as `program` is.
pub(super) fn option_of(
    view: ByteView<'_>,
    at: usize,
    program: &Program,
) -> Option<DetectedSecret> {
    let mut forms = PROGRAMS.iter().filter(|other| other.name == program.name);
    forms.find_map(|form| form.secret_in_option(view, at))
}
