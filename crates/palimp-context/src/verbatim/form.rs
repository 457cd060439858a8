//! The forms of what is exact.

/// Form of an exact text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExactForm {
    /// An address.
    Url,
    /// A path or file name, with a line or without.
    Path,
    /// A setting or environment variable.
    Setting,
    /// The code of an error or ticket.
    Code,
    /// A hash or UUID.
    Hash,
    /// A version or network address.
    Version,
    /// An identifier, option or other name.
    Name,
    /// A number, date or time.
    Number,
}

impl ExactForm {
    /// All of them, in the order in which they are listed.
    pub const ALL: [ExactForm; 8] = [
        ExactForm::Path,
        ExactForm::Url,
        ExactForm::Setting,
        ExactForm::Name,
        ExactForm::Code,
        ExactForm::Hash,
        ExactForm::Version,
        ExactForm::Number,
    ];

    /// Heading of a list of this form.
    pub const fn name(self) -> &'static str {
        match self {
            ExactForm::Url => "addresses",
            ExactForm::Path => "paths",
            ExactForm::Setting => "settings",
            ExactForm::Code => "codes",
            ExactForm::Hash => "hashes",
            ExactForm::Version => "versions",
            ExactForm::Name => "names",
            ExactForm::Number => "numbers",
        }
    }
}

type Test = fn(&str) -> bool;

/// The form of `text`, which has no white space; `next` is the word behind it. `None` when it is
/// an ordinary word.
pub(super) fn form_of(text: &str, next: &str) -> Option<ExactForm> {
    let bytes = text.as_bytes();
    let first = *bytes.first()?;
    if first.is_ascii_digit() && is_number(text, next) {
        return Some(ExactForm::Number);
    }
    let tests: [(Test, ExactForm); 7] = [
        (is_hash, ExactForm::Hash),
        (is_version, ExactForm::Version),
        (is_path, ExactForm::Path),
        (is_setting, ExactForm::Setting),
        (is_code, ExactForm::Code),
        (is_file, ExactForm::Path),
        (is_name, ExactForm::Name),
    ];
    tests.into_iter().find(|(test, _)| test(text)).map(|(_, form)| form)
}

/// A number that means something: of two digits or more, with a unit, or before a word that can
/// be one.
fn is_number(text: &str, next: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let end = text.bytes().take_while(|byte| byte.is_ascii_digit() || b",.:-/_%".contains(byte));
    let unit = &text[end.count()..];
    let plain = !text.contains('/') || text.bytes().filter(|byte| *byte == b'/').count() == 2;
    let short = unit.len() <= 3 || (unit.len() <= 15 && !unit.is_ascii());
    // What has more dots than a fraction is a version, what has letters after a dash a name.
    let dots = text.bytes().filter(|byte| *byte == b'.').count();
    let counted = digits >= 2 || !unit.is_empty() || text.len() > digits || is_unit(next);
    plain && dots < 2 && short && counted && unit.chars().all(char::is_alphabetic)
}

fn is_unit(word: &str) -> bool {
    const UNIT_WORDS: [&str; 24] = [
        "ms", "s", "sec", "seconds", "second", "minutes", "minute", "min", "hours", "hour", "days",
        "day", "weeks", "months", "years", "KB", "MB", "GB", "TB", "times", "retries", "tokens",
        "characters", "percent",
    ];
    let hangul = word.chars().next().is_some_and(|c| "개회번초분시일월년명원건배장".contains(c));
    UNIT_WORDS.contains(&word) || (hangul && word.chars().count() <= 3)
}

/// Seven hexadecimal digits or more, letters and digits among them; or a UUID; with a name in
/// front of a colon or without.
fn is_hash(text: &str) -> bool {
    let text = text.split_once(':').map_or(text, |(_, hash)| hash);
    let hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let has = |test: fn(&u8) -> bool| text.as_bytes().iter().any(test);
    let uuid = text.len() == 36
        && text.split('-').map(str::len).eq([8, 4, 4, 4, 12])
        && text.split('-').all(hex);
    let mixed = has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic);
    uuid || ((7..=128).contains(&text.len()) && hex(text) && mixed)
}

/// Numbers with two dots or more between them, or a `v` before them.
fn is_version(text: &str) -> bool {
    let core = text.strip_prefix(['v', 'V']).unwrap_or(text);
    let dots = core.bytes().filter(|byte| *byte == b'.').count();
    let numbers = core.split(['.', '-', '+', ':', '/']).take(dots.min(2) + 1);
    let all = numbers.filter(|part| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit()));
    let (all, marked) = (all.count(), core.len() < text.len());
    all == dots.min(2) + 1 && (dots >= 2 || (marked && dots == 1))
}

/// Something with slashes that is no pair of words.
fn is_path(text: &str) -> bool {
    if is_drive(text) {
        return true;
    }
    let slashes = text.bytes().filter(|byte| *byte == b'/').count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    if slashes == 0 || letters < 2 || text.contains("//") {
        return false;
    }
    let rooted = text.starts_with(['/', '~', '.', '@']);
    let structured =
        text.contains(['.', '_', '-', '*']) || text.bytes().any(|b| b.is_ascii_digit());
    let pair = text.split('/').all(|part| part.chars().count() >= 3);
    rooted || structured || slashes > 1 || text.ends_with('/') || pair
}

/// `C:\Users\…`
fn is_drive(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.next() == Some(':')
        && chars.next() == Some('\\')
        && chars.next().is_some()
}

/// `POSTGRES_URL`, `$HOME`.
fn is_setting(text: &str) -> bool {
    let name = text.strip_prefix('$').unwrap_or(text);
    let upper = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    let begins = name.bytes().next().is_some_and(|byte| byte.is_ascii_uppercase());
    let parts = name.trim_matches('_').contains('_') || name.len() < text.len();
    begins && parts && name.len() > 2 && name.bytes().all(upper)
}

/// `E0308`, `TS2345`, `ORA-00942`, `CVE-2024-1234`, `#123`, `ECONNREFUSED`, `SIGKILL`.
fn is_code(text: &str) -> bool {
    if let Some(number) = text.strip_prefix('#') {
        return !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    }
    let letters = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let rest = &text[letters..];
    let number = rest.strip_prefix('-').unwrap_or(rest);
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let numbered = (1..=12).contains(&letters)
        && digits >= 2
        && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let errno = rest.is_empty() && letters >= 5 && text.starts_with('E') && !is_shouted(text);
    let signal = rest.is_empty() && letters >= 6 && text.starts_with("SIG");
    numbered || errno || signal
}

/// English words that begin with an E and are written large.
fn is_shouted(text: &str) -> bool {
    ["ERROR", "ERRORS", "EVERY", "EXACT", "EXACTLY", "EITHER", "ENSURE", "EXAMPLE", "EXPECTED"]
        .contains(&text)
}

/// `package.json`, `main.rs:42`, `.env`, `api.example.com`.
fn is_file(text: &str) -> bool {
    let name = text.split(':').next().unwrap_or(text);
    let dotted = name.strip_prefix('.');
    if let Some(rest) = dotted.filter(|rest| !rest.contains('.')) {
        return rest.len() >= 3 && rest.bytes().all(is_word);
    }
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let letter = ending.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic());
    let short = ending.len() <= 8 && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
    stem.chars().count() >= 2 && letter && short && !stem.contains("..") && !stem.ends_with('.')
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// Identifiers, options, models, packages: what is put together in a way that words are not.
fn is_name(text: &str) -> bool {
    let bytes = text.as_bytes();
    if !text.is_ascii() {
        return false;
    }
    let option = text.strip_prefix("--").is_some_and(|name| name.len() > 1);
    let pairs = || bytes.windows(2).map(|pair| (pair[0], pair[1]));
    let hump = pairs().any(|(a, b)| a.is_ascii_lowercase() && b.is_ascii_uppercase());
    let snake = text.trim_matches('_').contains('_');
    let has = |test: fn(&u8) -> bool| bytes.iter().any(test);
    let mixed = has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic) && text.len() > 2;
    let addressed = text.trim_matches('@').contains('@') || text.contains("::");
    let body = bytes.iter().all(|byte| is_word(*byte) || b"@:.$#/+~^\\&?%*!".contains(byte));
    body && (option || hump || snake || mixed || addressed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_has_its_marks() {
        for (text, form) in [
            ("3f2a9c1", Some(ExactForm::Hash)),
            ("sha256:9f86d081884c7d65", Some(ExactForm::Hash)),
            ("550e8400-e29b-41d4-a716-446655440000", Some(ExactForm::Hash)),
            ("defaced", None),
            ("1.2.3", Some(ExactForm::Version)),
            ("v1.2", Some(ExactForm::Version)),
            ("127.0.0.1:8080", Some(ExactForm::Version)),
            ("2.0.0-rc.1", Some(ExactForm::Version)),
            ("/etc/hosts", Some(ExactForm::Path)),
            ("~/.config", Some(ExactForm::Path)),
            ("C:\\Users\\kim", Some(ExactForm::Path)),
            ("@scope/package", Some(ExactForm::Path)),
            ("I/O", None),
            ("and/or", None),
            ("feature/login", Some(ExactForm::Path)),
            ("package.json", Some(ExactForm::Path)),
            ("main.rs:42", Some(ExactForm::Path)),
            (".env", Some(ExactForm::Path)),
            ("e.g", None),
            ("POSTGRES_URL", Some(ExactForm::Setting)),
            ("$HOME", Some(ExactForm::Setting)),
            ("JSON", None),
            ("TS2345", Some(ExactForm::Code)),
            ("ORA-00942", Some(ExactForm::Code)),
            ("CVE-2024-1234", Some(ExactForm::Code)),
            ("#4711", Some(ExactForm::Code)),
            ("ECONNREFUSED", Some(ExactForm::Code)),
            ("SIGKILL", Some(ExactForm::Code)),
            ("ERROR", None),
            ("snake_case", Some(ExactForm::Name)),
            ("getUserById", Some(ExactForm::Name)),
            ("--no-verify", Some(ExactForm::Name)),
            ("claude-haiku-4-5", Some(ExactForm::Name)),
            ("jane@example.com", Some(ExactForm::Path)),
            ("utf8mb4", Some(ExactForm::Name)),
            ("well-known", None),
            ("word", None),
            ("5432", Some(ExactForm::Number)),
            ("5", None),
            ("30s", Some(ExactForm::Number)),
            ("2.5", Some(ExactForm::Number)),
            ("180,000", Some(ExactForm::Number)),
            ("3개월", Some(ExactForm::Number)),
            ("12/03/2026", Some(ExactForm::Number)),
        ] {
            assert_eq!(form_of(text, ""), form, "{text}");
        }
        assert_eq!(form_of("5", "seconds"), Some(ExactForm::Number));
        assert_eq!(form_of("5", "분"), Some(ExactForm::Number));
    }
}
