//! Finding in a text what has the form of something exact. One pass, in time proportional to the
//! text's length; nothing is copied.

use super::form::{ExactForm, form_of};

/// Something exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactMatch<'t> {
    /// Form of the text.
    pub form: ExactForm,
    /// It alone.
    pub text: &'t str,
    /// The same with the words beside it that a number means nothing without.
    pub shown: &'t str,
}

/// The longest address, and the longest of everything else, in bytes.
const LONGEST_URL: usize = 500;
const MAX_EXACT_BYTES: usize = 200;

/// The longest word that is shown with a number, in bytes.
const MAX_NEIGHBOUR_BYTES: usize = 24;

/// Everything exact in `text`, in order; what occurs twice is there twice.
///
/// ```
/// use palimp_context::verbatim::find_exact;
///
/// let found = find_exact("POSTGRES_URL을 src/main.rs에서 읽는다");
/// let texts: Vec<_> = found.iter().map(|it| it.text).collect();
/// assert_eq!(texts, ["POSTGRES_URL", "src/main.rs"]);
/// ```
pub fn find_exact(text: &str) -> Vec<ExactMatch<'_>> {
    let mut found = Vec::new();
    for line in text.lines() {
        let mut pieces = Vec::new();
        for word in line.split_whitespace() {
            split_addresses(word, &mut pieces);
        }
        let of = |at: usize| pieces.get(at).copied();
        for (at, piece) in pieces.iter().enumerate() {
            let before = at.checked_sub(1).and_then(of);
            found.extend(match_exact(line, before, *piece, of(at + 1)));
        }
    }
    found
}

/// A piece of a line.
#[derive(Clone, Copy, Debug)]
enum LinePiece<'t> {
    Url(&'t str),
    Word(&'t str),
}

impl<'t> LinePiece<'t> {
    const fn as_str(self) -> &'t str {
        match self {
            LinePiece::Url(text) | LinePiece::Word(text) => text,
        }
    }
}

/// Takes a word apart into addresses and what is between them.
fn split_addresses<'t>(word: &'t str, pieces: &mut Vec<LinePiece<'t>>) {
    let mut rest = word;
    while let Some(colon) = rest.find("://") {
        let scheme = rest[..colon].bytes().rev().take_while(|byte| is_scheme(*byte)).count();
        let start = colon - scheme;
        let end = colon + 3 + rest[colon + 3..].find(ends_url).unwrap_or(rest.len() - colon - 3);
        split_words(&rest[..start], pieces);
        let url = without_particle(trim_end(&rest[start..end]));
        if scheme > 1 && url.len() > scheme + 3 && url.len() <= LONGEST_URL {
            pieces.push(LinePiece::Url(url));
        }
        rest = &rest[end..];
    }
    split_words(rest, pieces);
}

const fn is_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-')
}

fn ends_url(c: char) -> bool {
    matches!(c, '"' | '\'' | '`' | '<' | '>' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '\\')
        || is_east_asian_mark(c)
}

/// The words between what delimits them.
fn split_words<'t>(text: &'t str, pieces: &mut Vec<LinePiece<'t>>) {
    let delimits = |c: char| {
        matches!(
            c,
            '"' | '\''
                | '`'
                | '<'
                | '>'
                | '('
                | ')'
                | '['
                | ']'
                | '{'
                | '}'
                | '|'
                | '='
                | ';'
                | ','
        ) || is_east_asian_mark(c)
    };
    let mut rest = text;
    while let Some((at, c)) = rest.char_indices().find(|(at, c)| {
        // A comma between digits groups them.
        delimits(*c) && !(*c == ',' && is_thousands_comma(rest.as_bytes(), *at))
    }) {
        push_word(&rest[..at], pieces);
        rest = &rest[at + c.len_utf8()..];
    }
    push_word(rest, pieces);
}

fn is_thousands_comma(bytes: &[u8], comma: usize) -> bool {
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    comma > 0 && digit(comma - 1) && digit(comma + 1) && digit(comma + 2) && digit(comma + 3)
}

fn push_word<'t>(word: &'t str, pieces: &mut Vec<LinePiece<'t>>) {
    let word = trim_end(word).trim_start_matches(['*', ':', '!', '?', ',', '…']);
    if !word.is_empty() {
        pieces.push(LinePiece::Word(word));
    }
}

/// Without the marks that end a sentence or an emphasis.
fn trim_end(text: &str) -> &str {
    text.trim_end_matches(['.', ',', ':', ';', '!', '?', '*', '…', '—', '~'])
}

/// Quotation marks and stops of Korean, Japanese and Chinese texts, and curly ones.
fn is_east_asian_mark(c: char) -> bool {
    matches!(
        c,
        '、' | '。' | '〈'
            ..='】'
                | '，'
                | '：'
                | '；'
                | '！'
                | '？'
                | '（'
                | '）'
                | '·'
                | '‘'
                | '’'
                | '“'
                | '”'
                | '→'
                | '⇒'
    )
}

/// `piece` when it is something exact.
fn match_exact<'t>(
    line: &'t str,
    before: Option<LinePiece<'t>>,
    piece: LinePiece<'t>,
    after: Option<LinePiece<'t>>,
) -> Option<ExactMatch<'t>> {
    let LinePiece::Word(word) = piece else {
        let text = piece.as_str();
        return Some(ExactMatch { form: ExactForm::Url, text, shown: text });
    };
    if word.len() > MAX_EXACT_BYTES * 2 || !word.bytes().any(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let next = after.map_or("", LinePiece::as_str);
    let text = without_particle(without_prefix(word));
    let form = form_of(text, next).filter(|_| text.len() <= MAX_EXACT_BYTES)?;
    if form != ExactForm::Number {
        return Some(ExactMatch { form, text, shown: text });
    }
    if before.is_none() && is_list_mark(line, text) {
        return None;
    }
    let (text, counted) = split_number(text);
    let first =
        before.map(LinePiece::as_str).filter(|word| is_label(word) && are_adjacent(word, text));
    let last = (!counted && is_label(next) && are_adjacent(text, next)).then_some(next);
    let shown = span_between(line, first.unwrap_or(text), last.unwrap_or(text));
    Some(ExactMatch { form, text, shown })
}

/// The number with its unit but without Korean particles, and whether there is a unit.
fn split_number(word: &str) -> (&str, bool) {
    let end = word.bytes().rposition(|byte| byte.is_ascii_digit()).map_or(0, |at| at + 1);
    let mut text = word;
    while let Some(particle) = NUMBER_PARTICLES.iter().find(|it| text[end..].ends_with(**it)) {
        text = trim_end(&text[..text.len() - particle.len()]);
    }
    (text, text.len() > end)
}

/// Particles that Korean writes onto a number, the longest first.
const NUMBER_PARTICLES: [&str; 24] = [
    "이었고", "으로는", "에서는", "까지는", "이라고", "이지만", "에서", "으로", "까지", "부터",
    "이고", "이다", "보다", "로", "을", "를", "은", "는", "이", "가", "와", "과", "의", "에",
];

/// True if a number only counts the items of a list.
fn is_list_mark(line: &str, number: &str) -> bool {
    let end = number.as_ptr().addr() - line.as_ptr().addr() + number.len();
    let marked = line[end..].starts_with(". ") || line[end..].starts_with(") ");
    marked && number.len() <= 3 && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// True if a word can name the number beside it.
fn is_label(word: &str) -> bool {
    word.len() <= MAX_NEIGHBOUR_BYTES && !word.is_empty() && word.chars().all(char::is_alphabetic)
}

/// True if there is nothing but a space between two parts of one line.
fn are_adjacent(one: &str, other: &str) -> bool {
    one.as_ptr().addr() + one.len() + 1 == other.as_ptr().addr()
}

/// Returns the part of `line` from `first` to `last`, both of which are parts of it.
fn span_between<'t>(line: &'t str, first: &'t str, last: &'t str) -> &'t str {
    let start = first.as_ptr().addr() - line.as_ptr().addr();
    let end = last.as_ptr().addr() - line.as_ptr().addr() + last.len();
    line.get(start..end).unwrap_or(last)
}

/// Without the Hangul in front of an identifier that is written onto it. A path keeps it.
fn without_prefix(word: &str) -> &str {
    if word.contains(['/', '.']) {
        return word;
    }
    word.trim_start_matches(|c: char| !c.is_ascii())
}

/// Without the particle that Korean writes onto a name: what is not ASCII behind its last ASCII
/// letter. A directory or file whose name is written in Hangul keeps it, and so does the unit of
/// a number.
fn without_particle(word: &str) -> &str {
    let last = word.bytes().rposition(|byte| byte.is_ascii_alphanumeric() || byte == b'/');
    let Some(last) = last else { return word };
    if word.as_bytes()[last] == b'/' || word.as_bytes()[0].is_ascii_digit() {
        return word;
    }
    let end = word[last + 1..].find(|c: char| !c.is_ascii()).map_or(word.len(), |at| last + 1 + at);
    trim_end(&word[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, expect: &[(ExactForm, &str)]) {
        let found: Vec<_> = find_exact(text).iter().map(|it| (it.form, it.shown)).collect();
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn english_prose_gives_up_its_names() {
        check(
            "See https://example.com/a?b=c#d, then run `cargo test -p core` in ./crates/core.",
            &[(ExactForm::Url, "https://example.com/a?b=c#d"), (ExactForm::Path, "./crates/core")],
        );
        check(
            "**getUserById** failed with E0308 at src/api/users.ts:42:7 (commit 3f2a9c1).",
            &[
                (ExactForm::Name, "getUserById"),
                (ExactForm::Code, "E0308"),
                (ExactForm::Path, "src/api/users.ts:42:7"),
                (ExactForm::Hash, "3f2a9c1"),
            ],
        );
        check(
            "POSTGRES_URL=postgres://db.internal:5432/app and std::fs::read",
            &[
                (ExactForm::Setting, "POSTGRES_URL"),
                (ExactForm::Url, "postgres://db.internal:5432/app"),
                (ExactForm::Name, "std::fs::read"),
            ],
        );
        check("and/or nothing else. It's done; really (yes)!", &[]);
    }

    #[test]
    fn korean_prose_gives_up_its_names() {
        check(
            "환경변수POSTGRES_URL을 docs/설계.md에서 읽고 getUserById는 지웠다.",
            &[
                (ExactForm::Setting, "POSTGRES_URL"),
                (ExactForm::Path, "docs/설계.md"),
                (ExactForm::Name, "getUserById"),
            ],
        );
        check(
            "포트 5432에서 타임아웃 30초, 재시도는 3회로 정했다",
            &[
                (ExactForm::Number, "포트 5432"),
                (ExactForm::Number, "타임아웃 30초"),
                (ExactForm::Number, "재시도는 3회"),
            ],
        );
        check(
            "「https://example.com/문서」를 보라",
            &[(ExactForm::Url, "https://example.com/문서")],
        );
        check("오늘은 회의가 있었다. 점심은 김치찌개.", &[]);
    }

    #[test]
    fn numbers_keep_what_they_count() {
        check("timeout 30 seconds", &[(ExactForm::Number, "timeout 30 seconds")]);
        check(
            "about 180,000 tokens, 75% of it",
            &[(ExactForm::Number, "about 180,000 tokens"), (ExactForm::Number, "75%")],
        );
        check("1. first\n2. second", &[]);
        check(
            "on 2026-11-20 at 04:00",
            &[(ExactForm::Number, "on 2026-11-20 at"), (ExactForm::Number, "at 04:00")],
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn whatever_is_found_stands_in_the_text(text in "(.|\n|://|src/a.rs|E0308|한글|[0-9]|,|`){0,80}") {
            for found in find_exact(&text) {
                prop_assert!(text.contains(found.text) && text.contains(found.shown));
                prop_assert!(found.shown.contains(found.text), "{found:?}");
                prop_assert!(!found.shown.contains('\n') && found.text.len() <= LONGEST_URL);
            }
        }

        #[test]
        fn what_was_planted_is_found(
            before in "[a-z가-힣]{1,8}", after in "[a-z가-힣]{1,8}",
            particle in "(을|를|은|는|에서|으로|,|\\.|\\)|`|)",
            planted in "(src/[a-z]{2,8}/[a-z_]{2,8}\\.(rs|ts)|[A-Z]{3,8}_[A-Z]{2,8}|E0[0-9]{3}|https://[a-z]{3,9}\\.com/[a-z]{2,9}|[a-f]{3}[0-9]{4}|[a-z]{3,6}[A-Z][a-z]{2,6}|v[0-9]\\.[0-9]{1,2}\\.[0-9])",
        ) {
            let text = format!("{before} {planted}{particle} {after}");
            let found = find_exact(&text);
            prop_assert!(found.iter().any(|it| it.text == planted), "{text}: {found:?}");
        }
    }

    #[test]
    fn a_line_without_end_takes_no_time() {
        for unit in ["://", "a/", "1,", "x://y", "가", "E0308,", "-", "=`", "a.b:"] {
            let text = unit.repeat(200_000 / unit.len());
            let begin = std::time::Instant::now();
            let found = find_exact(&text).len();
            let took = begin.elapsed().as_millis();
            assert!(took < 5_000, "{unit}: {found} in {took} ms");
        }
    }
}
