//! Passwords as people make them up to type them: a word with a number and a sign, words that signs
//! join, letters that digits replace. How much of that a value must show depends on how much is
//! said of it.

use super::bytes::{ByteClass, class, contains_ignoring_case, starts_ignoring_case};
use super::entropy::{has_digit, has_letter, has_space, is_hexadecimal, is_mixed};
use super::names::names_secret;
use super::randomness::{Looks, is_algorithm};
use super::stand_in::{is_stand_in, is_type, mentions_secret};

/// Degree to which a value is a password by its look alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Grade {
    /// As names, versions and files look as well.
    Named,
    /// As a few names look as well: `hunter22`, `calvin-7`, `kayak$`.
    Possible,
    /// As hosts, errors and rooms look, a word and a number: `alsrud0214`, `ubuntu2204`.
    Numbered,
    /// As hardly a name looks: `0range0tter`, `Blue.Heron.12`.
    Likely,
    /// As nothing but a password looks: `Forklift_88!`.
    Sure,
}

impl Grade {
    /// The grade of `value`, a word of a sentence, of which the mark at the end may be: nobody knows
    /// whether `node20?` is a password.
    pub(super) fn in_sentence(value: &[u8]) -> Grade {
        let marks = value.iter().rev().take_while(|byte| b"?!".contains(byte)).count();
        let word = &value[..value.len() - marks];
        match marks > 0 && !word.iter().any(is_sign) {
            true => Grade::classify(word).min(Grade::Possible),
            false => Grade::classify(value),
        }
    }

    /// The grade of `value`, a string or a word that a sentence says to be a password.
    pub(super) fn classify(value: &[u8]) -> Grade {
        const MIN_PASSWORD_BYTES: usize = 5;
        if value.len() < MIN_PASSWORD_BYTES || is_other(value) {
            return Grade::Named;
        }
        let parts = Composition::from_value(value);
        if parts.is_signed(value) {
            return Grade::Sure;
        }
        if is_strong(value) || parts.is_replaced(value) || parts.is_joined() {
            return Grade::Likely;
        }
        if parts.is_numbered(value) {
            return Grade::Numbered;
        }
        let is_marked = parts.signs > 0 && parts.letters >= 3 && !ends_as_sentence(value);
        match is_marked || (parts.letters > 1 && parts.digits > 0) {
            true => Grade::Possible,
            false => Grade::Named,
        }
    }
}

/// Counts of the characters and parts that a value is made of.
#[derive(Default)]
struct Composition {
    letters: usize,
    capitals: usize,
    digits: usize,
    /// Signs that join nothing: `!`, `*`.
    signs: usize,
    /// Parts of letters, and of digits, between which other characters stand.
    words: usize,
    numbers: usize,
    /// Words that begin with a capital and go on with small letters.
    titles: usize,
    /// The digits at its end.
    tail: usize,
}

impl Composition {
    fn from_value(value: &[u8]) -> Composition {
        let count = |fits: fn(&u8) -> bool| value.iter().filter(|byte| fits(byte)).count();
        let parts = |fits: fn(&u8) -> bool| {
            value.split(move |byte| !fits(byte)).filter(|part| !part.is_empty())
        };
        let is_title = |word: &&[u8]| word.len() > 2 && word[0].is_ascii_uppercase();
        Composition {
            letters: count(u8::is_ascii_alphabetic),
            capitals: count(u8::is_ascii_uppercase),
            digits: count(u8::is_ascii_digit),
            signs: count(is_sign),
            words: parts(u8::is_ascii_alphabetic).count(),
            numbers: parts(u8::is_ascii_digit).count(),
            titles: parts(u8::is_ascii_alphabetic).filter(is_title).count(),
            tail: value.iter().rev().take_while(|byte| byte.is_ascii_digit()).count(),
        }
    }

    fn has_both_cases(&self) -> bool {
        self.capitals > 0 && self.capitals < self.letters
    }

    /// Returns true if it has letters, a sign, and digits or capitals as well.
    fn is_signed(&self, value: &[u8]) -> bool {
        let inner = value.get(1..value.len() - 1).unwrap_or_default();
        // A hash or an at sign joins a class and what it has.
        let is_inside = inner.iter().any(|byte| b"!%^&*?~".contains(byte));
        let is_numbered = self.digits > 0 && !is_counted(value);
        self.signs > 0 && self.letters > 2 && (is_numbered || (is_inside && self.has_both_cases()))
    }

    /// Returns true if it is a word with a number of three digits or more behind it.
    fn is_numbered(&self, value: &[u8]) -> bool {
        self.letters >= 4
            && self.letters + self.digits == value.len()
            && self.letters > self.capitals
            && self.words == 1
            && self.numbers == 1
            && (3..=6).contains(&self.tail)
    }

    /// Returns true if digits stand for letters in it: a small letter on either side of each of them.
    fn is_replaced(&self, value: &[u8]) -> bool {
        const MIN_REPLACED_BYTES: usize = 9;
        let replaces = |three: &[u8]| {
            three[0].is_ascii_lowercase()
                && three[1].is_ascii_digit()
                && three[2].is_ascii_lowercase()
        };
        let begins = value[0].is_ascii_digit() && value[1].is_ascii_lowercase();
        let replaced =
            value.windows(3).filter(|three| replaces(three)).count() + usize::from(begins);
        value.len() >= MIN_REPLACED_BYTES
            && replaced > 0
            && replaced == self.numbers
            && self.digits == replaced
    }

    /// Returns true if it is of two words or more, one with a capital, and a number, which signs join.
    fn is_joined(&self) -> bool {
        self.words >= 2 && self.numbers == 1 && self.titles > 0 && (1..=4).contains(&self.tail)
    }
}

/// Returns true if `byte` is a sign that stands in passwords, and in words seldom.
fn is_sign(byte: &u8) -> bool {
    b"!@#$%^&*?~".contains(byte)
}

/// Returns true if `value` is a word and a number that counts it: `issue#12`, `HEAD~2`.
fn is_counted(value: &[u8]) -> bool {
    let mut parts = value.splitn(2, |byte| b"#~^".contains(byte));
    let (word, number) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
    is_number && word.iter().all(|byte| byte.is_ascii_alphabetic() || b"_-".contains(byte))
}

/// Returns true if a word ends as a sentence does, and has no digit.
fn ends_as_sentence(value: &[u8]) -> bool {
    let word = value.len() - value.iter().rev().take_while(|byte| b"!?".contains(byte)).count();
    !value[..word].iter().any(is_sign)
}

/// Returns true if `value` is something else: code, an address, a path, a version, a hash, a label.
fn is_other(value: &[u8]) -> bool {
    const CODE_CHARS: &[u8] = b"/()[]{}<>\"'`\\;,|:";
    let is_code = |byte: &u8| CODE_CHARS.contains(byte);
    let is_operator = |two: &[u8]| matches!(two, b"==" | b"!=" | b"->" | b"=>" | b"&&" | b"?.");
    !has_letter(value)
        || has_space(value)
        || value.iter().any(is_code)
        || value.windows(2).any(is_operator)
        || b"-@#%.*~^+=&".contains(&value[0])
        || value.contains(&b'=')
        || (value[0] == b'$' && !has_digit(value))
        || (has_digit(value) && is_hexadecimal(value) && value.len() >= 7)
        || is_algorithm(value)
        || is_type(value)
        || names_secret(value) && !value.iter().any(is_sign)
        || is_version(value)
        || is_ticket(value)
        || is_identifier(value)
        || (is_counted(value) && !value.contains(&b'#'))
        || is_address(value)
        || is_stand_in(value)
}

/// Returns true if two of its numbers are divided by a full stop, or it begins as a version does.
fn is_version(value: &[u8]) -> bool {
    let divides = |three: &[u8]| {
        three[0].is_ascii_digit()
            && three[1] == b'.'
            && (three[2].is_ascii_digit() || three[2] == b'x')
    };
    let is_numbered = matches!(value, [b'v' | b'V', b'0'..=b'9', b'.', ..]);
    is_numbered || value.windows(3).any(divides)
}

/// Returns true if `value` is a ticket, a constant or a size: capitals, then a number.
fn is_ticket(value: &[u8]) -> bool {
    value
        .iter()
        .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"_-.".contains(byte))
        || matches!(value, [b'0'..=b'9', ..] if is_size(value))
}

/// Returns true if `value` is of small letters that underscores join, with a short number at the end: `users_v2`.
fn is_identifier(value: &[u8]) -> bool {
    let tail = value.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let words = &value[..value.len() - tail];
    tail <= 2
        && words.contains(&b'_')
        && words.iter().all(|byte| byte.is_ascii_lowercase() || *byte == b'_')
}

/// Returns true if `value` is a number and its unit or ordinal: `12345ms`, `21st`, `1280px`.
fn is_size(value: &[u8]) -> bool {
    const MAX_UNIT_BYTES: usize = 5;
    let digits = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let unit = &value[digits..];
    unit.len() <= MAX_UNIT_BYTES
        && unit.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'%')
}

/// Returns true if `value` is the name of a file or a host, or who logs in at one: `login.spec.ts`,
/// `app@10`, `db.example.com`.
fn is_address(value: &[u8]) -> bool {
    #[rustfmt::skip]
    const ADDRESS_ENDINGS: [&str; 44] = [
        "com", "net", "org", "io", "dev", "kr", "jp", "de", "local", "internal", "lan", "corp",
        "cloud", "app", "ai", "co", "ts", "js", "tsx", "jsx", "py", "rs", "go", "rb", "php", "java",
        "kt", "cs", "md", "txt", "json", "yml", "yaml", "toml", "xml", "html", "css", "sh", "sql",
        "env", "conf", "cfg", "log", "lock",
    ];
    let last = value.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    let is_ending = last.len() < value.len()
        && ADDRESS_ENDINGS.iter().any(|ending| last.eq_ignore_ascii_case(ending.as_bytes()));
    let at = value.iter().position(|&byte| byte == b'@');
    let is_host = |at: usize| {
        let host = &value[at + 1..];
        !host.is_empty()
            && at > 0
            && host.iter().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(byte))
            && (host.contains(&b'.') || !has_digit(&value[..at]))
    };
    is_ending
        || at.is_some_and(is_host)
        || starts_ignoring_case(value, "http")
        || contains_ignoring_case(value, "localhost")
}

/// Returns true if `value`, the rest of a line behind a name and a sign, is made up and no expression: more than a
/// word, or words that signs join, of which the first is none of the objects that code begins with.
pub(super) fn is_made_up(value: &[u8]) -> bool {
    let parts = value.split(|&byte| byte == b'.').count();
    !begins_expression(value)
        && (Grade::classify(value) >= Grade::Possible || (parts >= 3 && is_dotted(value)))
}

/// Returns true if the first word of `value` is one of the objects that expressions begin with.
pub(super) fn begins_expression(value: &[u8]) -> bool {
    #[rustfmt::skip]
    const EXPRESSION_OBJECTS: [&str; 34] = [
        "self", "this", "config", "cfg", "conf", "settings", "args", "opts", "options", "env", "os",
        "process", "req", "request", "data", "params", "props", "state", "user", "ctx", "app",
        "event", "input", "form", "crate", "super", "std", "sys", "module", "local", "var", "vars",
        "each", "values",
    ];
    let first = value.split(|byte| !byte.is_ascii_alphanumeric()).next().unwrap_or_default();
    EXPRESSION_OBJECTS.iter().any(|object| first.eq_ignore_ascii_case(object.as_bytes()))
}

/// Returns true if `value` is of three words or more that signs join, or of two titles, and no file.
pub(super) fn is_dotted(value: &[u8]) -> bool {
    let words = || value.split(|byte| b".*".contains(byte));
    let are_words = words().all(|word| word.len() > 1 && word.iter().all(u8::is_ascii_alphabetic));
    let is_title = |word: &&[u8]| word.first().is_some_and(u8::is_ascii_uppercase);
    let titles = words().filter(is_title).count();
    are_words
        && (words().count() >= 3 || (words().count() == 2 && titles == 2))
        && !mentions_secret(value)
        && !begins_expression(value)
}

/// Returns true if `value` is one that nobody wrote as a word.
pub(super) fn is_strong(value: &[u8]) -> bool {
    const MIN_STRONG_BYTES: usize = 8;
    const MAX_STRONG_BYTES: usize = 64;
    const SIGN_CHARS: ByteClass = class!("!@#$%^*+~");
    // Nearly all words end here, for the price of a look at each character.
    if !(MIN_STRONG_BYTES..=MAX_STRONG_BYTES).contains(&value.len())
        || !has_digit(value)
        || value.iter().any(|byte| b".&?".contains(byte))
        || is_stand_in(value)
    {
        return false;
    }
    let has_sign = value[1..value.len() - 1].iter().any(|byte| SIGN_CHARS.contains(*byte));
    let looks = Looks::classify(value);
    let is_signed = has_sign && has_letter(value) && looks == Looks::Random;
    is_signed || (is_mixed(value) && (has_sign || !is_name(value, looks)))
}

/// Returns true if `value`, which `looks` so, may be the name of something with a number in it: words, then
/// digits (`Curve25519`), or a number between words (`PBKDF2WithHmac`).
fn is_name(value: &[u8], looks: Looks) -> bool {
    let is_word = |three: &[u8]| three.iter().all(u8::is_ascii_lowercase);
    let numbers = value.split(|byte| !byte.is_ascii_digit()).filter(|run| !run.is_empty()).count();
    match looks {
        Looks::Random => false,
        Looks::Mixed => numbers == 1 && value.windows(3).any(is_word),
        Looks::Hexadecimal | Looks::Written => true,
    }
}

/// Returns true if `value` is a number that somebody types, of four digits or more.
pub(super) fn is_pin(value: &[u8]) -> bool {
    let signs = value.iter().rev().take_while(|byte| b"#*!".contains(byte)).count();
    let digits = &value[..value.len() - signs];
    signs <= 2 && (4..=12).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit)
}

/// Returns true if `value` is the number that checks a payment card.
pub(super) fn is_check_number(value: &[u8]) -> bool {
    (3..=4).contains(&value.len()) && value.iter().all(u8::is_ascii_digit)
}

/// Returns true if `value` is a user and a password behind a colon.
pub(super) fn is_pair(value: &[u8]) -> bool {
    let colon = value.iter().position(|&byte| byte == b':').unwrap_or(value.len());
    let (user, password) = value.split_at(colon);
    let in_user = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.@+-".contains(byte);
    let password = password.get(1..).unwrap_or_default();
    !user.is_empty()
        && user.iter().all(in_user)
        && password.len() >= 4
        && !is_stand_in(password)
        && !matches!(password[0], b'/' | b':')
        && !password.contains(&b'(')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_at_the_end_is_the_sentences() {
        for (grade, values) in [
            (Grade::Sure, &["Forklift_8*!", "gkdlfn!!88"][..]),
            (Grade::Possible, &["node20?", "redis7!", "ubuntu2204?", "Winter2023!", "gkdlfn88?!"]),
            (Grade::Named, &["really?", "stop!", "sha256?"]),
        ] {
            for value in values {
                assert_eq!(Grade::in_sentence(value.as_bytes()), grade, "{value}");
            }
        }
    }

    #[test]
    fn passwords_grade_by_their_look() {
        for (grade, values) in [
            (
                Grade::Sure,
                &[
                    "Forklift_88!", "Winter2023!", "Spring2025?", "hunter3*", "gkdlfn!!88",
                    "Rhclwkd*5", "Copper*Kettle", "Moss&Fern.2", "Hanbit2025@", "Rdp*2025*",
                    "1q2w3e4r!", "GarnetKettle4633*", "GarnetKettle4633$",
                ][..],
            ),
            (
                Grade::Likely,
                &[
                    "0range0tter", "w4terMelon", "solder1ng", "cjsrnr2ehd", "Blue.Heron.12",
                    "Quiet_River4", "gorilla.King.3", "scr4pe-me",
                ],
            ),
            (Grade::Numbered, &["alsrud0214", "toor1999", "ubuntu2204", "error404"]),
            (Grade::Possible, &["hunter22", "kayak$", "calvin-7", "zxcv#1234", "standby*by*me"]),
            (
                Grade::Named,
                &[
                    "banana", "PasswordValidator", "qa_user", "login.spec.ts", "v1.2.3-rc1",
                    "PAY-1182", "user@10.0.0.1", "db.example.com", "sha256", "12345ms", "10.4.1",
                    "base64url", "uint8_t*", "really?", "stop!", "CLIENT_ID_2", "9f2c1e7",
                    "react@18.2.0", "client_secret2",
                ],
            ),
        ] {
            for value in values {
                assert_eq!(Grade::classify(value.as_bytes()), grade, "{value}");
            }
        }
    }
}
