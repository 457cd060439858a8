//! The value behind a name: a string in quotes, or what stands there bare.

use super::bytes::{BLANK, Class, QUOTE, View, class};

/// A value in a text, its quotes aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// Where it begins.
    pub(super) start: usize,
    /// Where it ends.
    pub(super) end: usize,
    /// Whether quotes hold it.
    pub(super) quoted: bool,
}

/// How far a bare value goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// To the next punctuation that ends a value in code, a URL or a shell.
    Punctuation,
    /// To the next white space: the rest of a line in a settings file.
    Blank,
}

/// Only so much of a bare value is read before it is taken for a secret.
pub(super) const PROBED: usize = 128;

/// More blanks than this do not stand before a value.
const WIDEST_GAP: usize = 40;

/// The value at `at` behind blanks; `None` where nothing stands.
pub(super) fn after(view: View<'_>, at: usize, reach: Reach) -> Option<Value> {
    let at = view.run(at, BLANK, WIDEST_GAP);
    match quoted(view, string_start(view, at)) {
        Some(value) => (value.start < value.end).then_some(value),
        None => bare(view, at, reach, PROBED),
    }
}

/// The value with all that belongs to it, once it is known for a secret.
pub(super) fn whole(view: View<'_>, value: Value, reach: Reach) -> Option<Value> {
    if value.quoted { Some(value) } else { bare(view, value.start, reach, usize::MAX) }
}

/// Where the quote of a string stands whose marks begin at `at`: `b"…"`, `r#"…"#`, `@"…"`,
/// `String::from("…")`.
fn string_start(view: View<'_>, at: usize) -> usize {
    const CALLS: [&str; 5] = ["String::from(", "Some(", "new String(", "str(", "bytes("];
    let at = CALLS.iter().find(|call| view.has(at, call)).map_or(at, |call| at + call.len());
    let marks = view.slice(at, at + 3).iter().take_while(|&&mark| b"bBrRfFuUL@&#".contains(&mark));
    let quote = at + marks.count();
    if QUOTE.has(view.at(quote)) { quote } else { at }
}

/// The string whose opening quote, escaped or not, stands at `at`.
pub(super) fn quoted(view: View<'_>, at: usize) -> Option<Value> {
    let slashes = view.slice(at, at + 4).iter().take_while(|&&byte| byte == b'\\').count();
    let quote = view.at(at + slashes);
    if !QUOTE.has(quote) {
        return None;
    }
    let is_triple = slashes == 0 && view.slice(at, at + 3).iter().all(|&byte| byte == quote);
    let start = at + slashes + if is_triple { 3 } else { 1 };
    let end = closing(view, start.min(view.bytes.len()), quote, slashes);
    Some(Value { start, end, quoted: true })
}

/// What stands at `start` in the string whose opening quote stands at `quote`.
pub(super) fn rest_of_string(view: View<'_>, quote: usize, start: usize) -> Option<Value> {
    let slashes = quote - view.run_back(quote, class!("\\"), 3);
    let end = closing(view, start, view.at(quote), slashes);
    (start < end).then_some(Value { start, end, quoted: true })
}

/// Where the string that began before `start` ends: at its quote, behind as many backslashes
/// as the opening one, else with its line or the text.
fn closing(view: View<'_>, start: usize, quote: u8, slashes: usize) -> usize {
    let (mut at, mut escapes) = (start, 0);
    while at < view.bytes.len() {
        let byte = view.at(at);
        if byte == quote {
            let closes = if slashes == 0 { escapes % 2 == 0 } else { escapes <= slashes };
            if closes {
                return if slashes == 0 { at } else { at - escapes };
            }
        } else if byte == b'\n' && quote != b'`' {
            return at;
        }
        escapes = if byte == b'\\' { escapes + 1 } else { 0 };
        at += 1;
    }
    at
}

/// What stands at `start` without quotes, `most` bytes of it at the most; nothing where a
/// part of it was taken out before, for then the rest was looked at.
fn bare(view: View<'_>, start: usize, reach: Reach, most: usize) -> Option<Value> {
    const WITHOUT_PUNCTUATION: Class = class!("!#$%(*+./0-9:=?@A-Z[^_a-z{~-");
    const WITHOUT_BLANKS: Class = class!("!-[]-~");
    let class = match reach {
        Reach::Punctuation => WITHOUT_PUNCTUATION,
        Reach::Blank => WITHOUT_BLANKS,
    };
    let end = view.run(start, class, most);
    let length = pair_start(view, start, end) - start;
    let tail = |byte: &&u8| b".,;:)]}\"'`".contains(byte);
    let loose = view.slice(start, start + length).iter().rev().take_while(tail).count();
    let is_redacted = view.holds_placeholder(start, start + length + 1);
    (length > loose && !is_redacted).then_some(Value {
        start,
        end: start + length - loose,
        quoted: false,
    })
}

/// Where in `start..end` another pair begins: `&user=…`.
fn pair_start(view: View<'_>, start: usize, end: usize) -> usize {
    const NAME: Class = class!("A-Za-z0-9_.-");
    let begins = |at: &usize| {
        view.at(*at) == b'&' && {
            let name = view.run(at + 1, NAME, LONGEST_NAME);
            name > at + 1 && view.at(name) == b'='
        }
    };
    (start..end).find(begins).unwrap_or(end)
}

/// How long the name of such a pair is at the most.
const LONGEST_NAME: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, reach: Reach, expect: &str) {
        let view = View { bytes: text.as_bytes(), floor: 0 };
        let found = after(view, 0, reach).map_or("", |value| &text[value.start..value.end]);
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn strings_end_with_the_quote_that_began_them() {
        check(r#" "it's" x"#, Reach::Punctuation, "it's");
        check(r#"'a\'b' c"#, Reach::Punctuation, r"a\'b");
        check(r#"\"a b\", \"c\""#, Reach::Punctuation, "a b");
        check(r#"\\\"a\\\" c"#, Reach::Punctuation, "a");
        check(r#"\"cut by its outer string" x"#, Reach::Punctuation, "cut by its outer string");
        check("\"never closed\nnext", Reach::Punctuation, "never closed");
        check("\"\"\"three\"\"\"", Reach::Punctuation, "three");
        check("r#\"raw\"#", Reach::Punctuation, "raw");
        check("String::from(\"made\")", Reach::Punctuation, "made");
        check("\"\"", Reach::Punctuation, "");
    }

    #[test]
    fn bare_values_end_where_their_place_says() {
        check("a=b&c", Reach::Punctuation, "a=b");
        check("p@ss,w0rd;x y", Reach::Blank, "p@ss,w0rd;x");
        check("qwer1234입니다", Reach::Punctuation, "qwer1234");
        check("hunter2.", Reach::Punctuation, "hunter2");
        check("x\\ny", Reach::Blank, "x");
        check("a&b&user=c", Reach::Blank, "a&b");
    }
}
