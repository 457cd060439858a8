//! Names: words, identifiers, paths, versions, addresses, and the parts they are made of.

use super::TERM_BYTES;
use super::scan::{is_joiner, suffix_mark};

/// A name, or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NameNode<'a> {
    /// As it stands in the text.
    pub(super) text: &'a str,
    /// Number of names that contain it.
    pub(super) depth: usize,
    /// True if it has no parts.
    pub(super) leaf: bool,
}

/// Visits a name and all its parts, each before its own parts.
///
/// `src/getUser.rs` is visited as itself, `src`, `getUser.rs`, `getUser`, `get`,
/// `User` and `rs`.
pub(super) fn visit_name<'a>(name: &'a str, mut visitor: impl FnMut(NameNode<'a>)) {
    if is_plain(name) || is_blob(name) {
        return visitor(NameNode { text: name, depth: 0, leaf: true });
    }
    split_joiners(name, 0, &mut visitor);
}

/// Returns true if the name was coined: it changes case within, mixes letters and digits, or has
/// parts that are joined by something else than a hyphen.
pub(super) fn is_identifier(name: &str) -> bool {
    let words = |text: &str| {
        text.split('-').all(|word| !word.contains(is_joiner) && first_word(word).is_none())
    };
    let letter = |c: char| !is_joiner(c) && char_kind(c) != CharKind::Digit;
    let mixed = name.contains(letter) && name.contains(|c| char_kind(c) == CharKind::Digit);
    mixed || !words(name)
}

/// Returns true if a name is a single English word, as most are.
fn is_plain(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic()) && bytes.all(|b| b.is_ascii_lowercase())
}

/// Looseness with which a byte joins names, 0 the loosest: `src/auth.rs` consists of `src` and
/// `auth.rs`, not of `src/auth` and `rs`. None for a byte that joins nothing.
fn looseness(byte: u8) -> Option<u8> {
    match byte {
        b'/' => Some(0),
        b':' | b'@' => Some(1),
        b'.' => Some(2),
        b'-' | b'#' | b'+' => Some(3),
        b'_' => Some(4),
        _ => None,
    }
}

/// Splits at the joiners, the loosest first.
fn split_joiners<'a>(text: &'a str, depth: usize, visitor: &mut impl FnMut(NameNode<'a>)) {
    let Some(loosest) = text.bytes().filter_map(looseness).min() else {
        return split_words(text, depth, visitor);
    };
    visitor(NameNode { text, depth, leaf: false });
    let between = |c: char| u8::try_from(c).ok().and_then(looseness) == Some(loosest);
    for part in text.split(between).map(trim_joiners).filter(|part| !part.is_empty()) {
        split_joiners(part, depth + 1, visitor);
    }
}

/// A part without the joiners at its ends, but for the signs of `.env`, `c++` and `c#`.
fn trim_joiners(part: &str) -> &str {
    let rest = part.trim_start_matches(is_joiner);
    let inner = rest.trim_end_matches(is_joiner);
    let start = part.len() - rest.len();
    let dot = usize::from(!inner.is_empty() && part[..start].ends_with('.'));
    let signs = suffix_mark(inner, &rest[inner.len()..]);
    &part[start - dot..start + inner.len() + signs]
}

/// Splits where the case or the kind of character changes: `HTTPServer2` into
/// `HTTP`, `Server` and `2`.
fn split_words<'a>(text: &'a str, depth: usize, visitor: &mut impl FnMut(NameNode<'a>)) {
    let Some(mut end) = first_word(text).filter(|_| !is_hash(text)) else {
        return visitor(NameNode { text, depth, leaf: true });
    };
    visitor(NameNode { text, depth, leaf: false });
    let mut rest = text;
    while !rest.is_empty() {
        visitor(NameNode { text: &rest[..end], depth: depth + 1, leaf: true });
        rest = &rest[end..];
        end = first_word(rest).unwrap_or(rest.len());
    }
}

/// Returns the end of the first word of a run of letters and digits, unless the word is the whole
/// run.
fn first_word(run: &str) -> Option<usize> {
    if is_plain(run) {
        return None;
    }
    let before = run.chars().map(char_kind);
    let mut pairs = run.char_indices().skip(1).zip(before);
    let end = pairs.find(|&((at, c), before)| is_boundary(run, at, (before, char_kind(c))));
    end.map(|((at, _), _)| at)
}

/// Returns true if a word ends at `at`, between a character of one kind and one of another.
///
/// A single letter is not cut off a number, for `E0308`, `s3` and `i18n` are names of their own;
/// only the v of a version is.
fn is_boundary(run: &str, at: usize, kinds: (CharKind, CharKind)) -> bool {
    let (before, after) = run.split_at(at);
    match kinds {
        (CharKind::Lower, CharKind::Upper) => true,
        (CharKind::Upper, CharKind::Upper) => begins_word(after),
        (CharKind::Digit, CharKind::Digit) => false,
        (_, CharKind::Digit) => count_letters(before) > 1 || before.starts_with(['v', 'V']),
        (CharKind::Digit, _) => count_letters(after) > 1,
        _ => false,
    }
}

/// Returns true if a capital behind another begins a word, as the S of `HTTPServer` does and the I
/// of `APIs` does not.
fn begins_word(text: &str) -> bool {
    text.chars().nth(1).is_some_and(|c| char_kind(c) == CharKind::Lower)
        && (text.len() > 2 || !text.ends_with('s'))
}

/// Number of characters other than digits at the beginning of a text, at most two.
fn count_letters(text: &str) -> usize {
    text.chars().take(2).take_while(|&c| char_kind(c) != CharKind::Digit).count()
}

/// Returns true if a name is a token or a piece of Base64: longer than a term, and its letters,
/// cases and digits alternate at every fifth character. In Base64 they do so at two of five.
fn is_blob(name: &str) -> bool {
    name.len() > TERM_BYTES && count_changes(name) * 5 > name.len()
}

/// Returns true if a run of letters and digits is a hash or the like, whose parts are not words.
fn is_hash(run: &str) -> bool {
    run.len() >= 8 && count_changes(run) * 3 > run.len()
}

/// Number of changes of case or kind, except to the small letters behind a capital.
fn count_changes(text: &str) -> usize {
    let kinds = || text.chars().map(char_kind);
    let pairs = kinds().zip(kinds().skip(1));
    let changes = pairs.filter(|(last, now)| match (last, now) {
        (CharKind::Upper, CharKind::Lower) | (CharKind::Other, _) | (_, CharKind::Other) => false,
        _ => last != now,
    });
    changes.count()
}

/// Kind of a character, which decides where a run of letters and digits is split.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CharKind {
    Upper,
    Lower,
    Digit,
    /// A letter of a script without case, a mark or a joiner: never a boundary.
    Other,
}

fn char_kind(c: char) -> CharKind {
    match c {
        'a'..='z' => CharKind::Lower,
        'A'..='Z' => CharKind::Upper,
        '0'..='9' => CharKind::Digit,
        c if c.is_ascii() => CharKind::Other,
        c if c.is_lowercase() => CharKind::Lower,
        c if c.is_uppercase() => CharKind::Upper,
        c if c.is_numeric() => CharKind::Digit,
        _ => CharKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, parts: &[&str]) {
        let mut found = Vec::new();
        visit_name(name, |node| found.push(node.text));
        assert_eq!(found.split_first(), Some((&name, parts)));
    }

    #[test]
    fn a_name_is_split_where_its_case_changes() {
        check("getUserById", &["get", "User", "By", "Id"]);
        check("HTTPServer", &["HTTP", "Server"]);
        check("parseHTTP", &["parse", "HTTP"]);
        check("iPhone", &["i", "Phone"]);
        check("ÜberKlasse", &["Über", "Klasse"]);
        check("ENOENT", &[]);
        check("Hello", &[]);
        check("APIs", &[]);
        check("getURLs", &["get", "URLs"]);
    }

    #[test]
    fn a_number_is_split_off_a_word_but_not_off_a_letter() {
        check("HTTPServer2", &["HTTP", "Server", "2"]);
        check("utf8", &["utf", "8"]);
        check("sha256sum", &["sha", "256", "sum"]);
        check("v12", &["v", "12"]);
        check("10ms", &["10", "ms"]);
        for whole in ["E0308", "s3", "i18n", "k8s", "2D", "42"] {
            check(whole, &[]);
        }
    }

    #[test]
    fn the_loosest_joiner_splits_first() {
        check("snake_case", &["snake", "case"]);
        check("foo::bar", &["foo", "bar"]);
        check("v1.2", &["v1", "v", "1", "2"]);
        check("src/auth/login.rs", &["src", "auth", "login.rs", "login", "rs"]);
        check("user@example.com", &["user", "example.com", "example", "com"]);
        check("rust-stemmers.workspace", &["rust-stemmers", "rust", "stemmers", "workspace"]);
    }

    #[test]
    fn signs_that_belong_to_a_part_stay_with_it() {
        check("app/.env", &["app", ".env", "env"]);
        check("C/C++", &["C", "C++", "C"]);
        check("C#/.NET", &["C#", "C", ".NET", "NET"]);
        check("https://a.b", &["https", "a.b", "a", "b"]);
    }

    #[test]
    fn what_is_random_has_no_parts() {
        check("d41d8cd98f00b204e9800998ecf8427e", &[]);
        check("SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV", &[]);
        let token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6";
        check(token, &[]);
    }

    #[test]
    fn identifiers_are_told_from_words() {
        for name in ["getUser", "user_id", "a/b", "utf8", "E0308", "v1.2", ".env", "C++", "x-y2"] {
            assert!(is_identifier(name), "{name}");
        }
        for word in ["user", "User", "JWT", "2024", "2024-01-02", "well-known", "Content-Type"] {
            assert!(!is_identifier(word), "{word}");
        }
    }
}
