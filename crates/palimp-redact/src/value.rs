//! The value behind a name: a string in quotes, a block of indented lines, or what stands there
//! bare.

use super::bytes::{BLANK, Class, QUOTE, View, class, with_east_asian, with_latin};
use super::{particles, script};

/// A value in a text, its quotes aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// Where it begins.
    pub(super) start: usize,
    /// Where it ends.
    pub(super) end: usize,
    /// How it is written.
    pub(super) form: Form,
}

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Without quotes.
    Bare,
    /// In quotes.
    Quoted,
    /// As the indented lines behind a YAML indicator; the first of them, until it is taken whole.
    Block,
}

/// How far a bare value goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// To the next punctuation that ends a value in code, a URL or a shell.
    Punctuation,
    /// To the end of an argument in a shell.
    Argument,
    /// To the next white space: the rest of a line in a settings file.
    Blank,
}

/// Only so much of a bare value is read before it is taken for a secret.
pub(super) const PROBED: usize = 128;

/// More blanks than this do not stand before a value.
const WIDEST_GAP: usize = 40;

impl Value {
    /// A value without quotes.
    pub(super) fn bare(start: usize, end: usize) -> Value {
        Value { start, end, form: Form::Bare }
    }

    /// Whether quotes hold it, or a block does as well as quotes would.
    pub(super) fn is_quoted(self) -> bool {
        self.form != Form::Bare
    }

    /// What it holds.
    pub(super) fn held(self, view: View<'_>) -> &[u8] {
        view.slice(self.start, self.end)
    }
}

/// The value at `at` behind blanks and colours; `None` where nothing stands.
pub(super) fn after(view: View<'_>, at: usize, reach: Reach) -> Option<Value> {
    let at = behind_blanks(view, at);
    if let Some(value) = quoted(view, string_start(view, at)) {
        return (value.start < value.end).then_some(value);
    }
    block(view, at).or_else(|| bare(view, at, reach, PROBED))
}

/// Where the blanks, colours and marks of YAML end that begin at `at`: `&anchor`, `!!str`.
fn behind_blanks(view: View<'_>, at: usize) -> usize {
    let blank = view.run(at, BLANK, WIDEST_GAP);
    let mark = match view.at(blank) {
        b'&' | b'!' => view.run(blank + 1, class!("A-Za-z0-9_!-"), WIDEST_GAP),
        _ => view.control_end(blank),
    };
    let is_mark = view.control_end(blank) > blank || BLANK.has(view.at(mark));
    if is_mark { view.run(mark, BLANK, WIDEST_GAP) } else { blank }
}

/// The value with all that belongs to it, once it is known for a secret.
pub(super) fn whole(view: View<'_>, value: Value, reach: Reach) -> Option<Value> {
    let end = match value.form {
        Form::Bare => bare(view, value.start, reach, usize::MAX)?.end,
        Form::Quoted => pieces(view, value).last().map_or(value.end, |piece| piece.end),
        Form::Block => block_end(view, value.start),
    };
    Some(Value { end, ..value })
}

/// The whole value at `at` of a sentence, where a block is none, nor what is longer than anybody says.
/// A sentence says little of a value, so that many may begin in vain in the same run of characters.
pub(super) fn said(view: View<'_>, at: usize, reach: Reach) -> Option<Value> {
    const LONGEST: usize = 512;
    let value = after(view, at, reach)?;
    let value = match value.form {
        Form::Bare => bare(view, value.start, reach, LONGEST + 1)?,
        Form::Quoted => whole(view, value, reach)?,
        Form::Block => return None,
    };
    (value.end - value.start <= LONGEST).then_some(value)
}

/// Where the quote of a string stands whose marks begin at `at`: `b"…"`, `r#"…"#`, `@"…"`,
/// `String::from("…")`.
fn string_start(view: View<'_>, at: usize) -> usize {
    const CALLS: [&str; 5] = ["String::from(", "Some(", "new String(", "str(", "bytes("];
    let at = CALLS.iter().find(|call| view.has(at, call)).map_or(at, |call| at + call.len());
    let marks = view.slice(at, at + 3).iter().take_while(|&&mark| b"bBrRfFuULN@&#".contains(&mark));
    let quote = at + marks.count();
    // Behind an ampersand a single quote begins a lifetime of Rust's.
    let is_lifetime = view.at(quote) == b'\'' && view.at(at) == b'&';
    if QUOTE.has(view.at(quote)) && !is_lifetime { quote } else { at }
}

/// How other languages spell a quote.
const SPELLED_QUOTES: [&str; 7] = ["&quot;", "&#34;", "&#39;", "&apos;", "%22", "%27", "\\u0022"];

/// The quote at `at` that is spelled, if there is one.
fn spelled_quote(view: View<'_>, at: usize) -> Option<&'static str> {
    let may_be = matches!(view.at(at), b'&' | b'%' | b'\\');
    if may_be { SPELLED_QUOTES.into_iter().find(|quote| view.has(at, quote)) } else { None }
}

/// Whether a quote stands at `at`, escaped or spelled or neither.
pub(super) fn opens(view: View<'_>, at: usize) -> bool {
    QUOTE.has(view.at(view.run(at, class!("\\"), 4))) || spelled_quote(view, at).is_some()
}

/// Where the quote ends that stands at `at`, escaped or not; `at` where there is none.
pub(super) fn quote_end(view: View<'_>, at: usize) -> usize {
    let quote = view.run(at, class!("\\"), 4);
    if QUOTE.has(view.at(quote)) { quote + 1 } else { at }
}

/// Where the quote that ends at `end` begins; `end` where there is none.
pub(super) fn quote_start(view: View<'_>, end: usize) -> usize {
    if QUOTE.has(view.before(end)) {
        return view.run_back(end - 1, class!("\\"), 3);
    }
    if !matches!(view.before(end), b';' | b'2' | b'7') {
        return end;
    }
    let starts = SPELLED_QUOTES.iter().filter_map(|quote| {
        let start = end.checked_sub(quote.len()).filter(|&start| start >= view.floor)?;
        view.has(start, quote).then_some(start)
    });
    starts.min().unwrap_or(end)
}

/// The string whose opening quote, escaped or spelled or neither, stands at `at`.
pub(super) fn quoted(view: View<'_>, at: usize) -> Option<Value> {
    if let Some(quote) = spelled_quote(view, at) {
        let start = at + quote.len();
        let ends = |&end: &usize| view.at(end) == b'\n' || view.has(end, quote);
        let end = (start..view.bytes.len()).find(ends).unwrap_or(view.bytes.len());
        return Some(Value { start, end, form: Form::Quoted });
    }
    let slashes = view.slice(at, at + 4).iter().take_while(|&&byte| byte == b'\\').count();
    let quote = view.at(at + slashes);
    if !QUOTE.has(quote) {
        return None;
    }
    let is_triple = slashes == 0 && view.slice(at, at + 3).iter().all(|&byte| byte == quote);
    let start = at + slashes + if is_triple { 3 } else { 1 };
    let triple = if is_triple { closing_triple(view, start, quote) } else { None };
    let end = triple.unwrap_or_else(|| closing(view, start.min(view.bytes.len()), quote, slashes));
    let start = view.control_end(start).min(end);
    Some(Value { start, end, form: Form::Quoted })
}

/// Where the string of three quotes that begins at `start` ends, on its line.
fn closing_triple(view: View<'_>, start: usize, quote: u8) -> Option<usize> {
    const LONGEST: usize = 1024;
    let line = view.slice(start, start + LONGEST).split(|&byte| byte == b'\n').next()?;
    let closes = |three: &[u8]| three.iter().all(|&byte| byte == quote);
    line.windows(3).position(closes).map(|at| start + at)
}

/// What stands at `start` in the string whose opening quote stands at `quote`.
pub(super) fn rest_of_string(view: View<'_>, quote: usize, start: usize) -> Option<Value> {
    let slashes = quote - view.run_back(quote, class!("\\"), 3);
    let end = closing(view, start, view.at(quote), slashes);
    (start < end).then_some(Value { start, end, form: Form::Quoted })
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

/// `value` and the strings that are joined to it: `"a" + "b"`, `'a'"b"`, one below the other.
pub(super) fn pieces(view: View<'_>, value: Value) -> impl Iterator<Item = Value> {
    const MOST: usize = 16;
    let next = move |piece: &Value| {
        let close = piece.end;
        let is_string = piece.form == Form::Quoted
            && QUOTE.has(view.at(close))
            && !view.holds_placeholder(piece.start, close);
        let at = if is_string { joined(view, close + 1)? } else { return None };
        let next = quoted(view, at)?;
        let is_name = view.at(view.run(next.end + 1, BLANK, 4)) == b':';
        let goes_on = next.end > next.start && !b",;)]} \n".contains(&view.at(next.start));
        (goes_on && !is_name).then_some(next)
    };
    std::iter::successors(Some(value), next).take(MOST)
}

/// Where the string begins that is joined to the one that ends before `at`.
fn joined(view: View<'_>, at: usize) -> Option<usize> {
    const GAP: Class = class!(" \t\r\n\\");
    if QUOTE.has(view.at(at)) {
        // `'a'"b"` in a shell; the same quote again ends a string of three.
        let is_shell = matches!((view.before(at), view.at(at)), (b'\'', b'"') | (b'"', b'\''));
        return is_shell.then_some(at);
    }
    let sign = view.run(at, GAP, WIDEST_GAP);
    let is_below = view.slice(at, sign).contains(&b'\n');
    let signs = ["+", "..", ".", "&", "<>", "||"];
    let width = signs.iter().find(|&&joiner| view.has(sign, joiner)).map(|joiner| joiner.len());
    let next = width.map_or(sign, |width| view.run(sign + width, GAP, WIDEST_GAP));
    ((width.is_some() || is_below) && QUOTE.has(view.at(next))).then_some(next)
}

/// The first line of the block that the indicator at `at` announces: `|`, `>-`.
fn block(view: View<'_>, at: usize) -> Option<Value> {
    if !matches!(view.at(at), b'|' | b'>') || !BLANK.has(view.before(at)) {
        return None;
    }
    let end = view.run(at + 1, class!("+0-9-"), 2);
    let line = view.run(end, class!(" \t\r"), WIDEST_GAP);
    let start = view.run(line + 1, BLANK, WIDEST_GAP);
    let is_block = view.at(line) == b'\n' && start > line + 1;
    let end = start + line_length(view, start);
    (is_block && end > start).then_some(Value { start, end, form: Form::Block })
}

/// Where the block ends whose first line begins at `start`: with the last line that is indented
/// as far.
fn block_end(view: View<'_>, start: usize) -> usize {
    let indent = start - view.run_back(start, BLANK, WIDEST_GAP);
    let mut end = start + line_length(view, start);
    loop {
        let line =
            end + view.slice(end, end + 2).iter().take_while(|&&b| b"\r\n".contains(&b)).count();
        let next = view.run(line, BLANK, WIDEST_GAP);
        let length = line_length(view, next);
        if line == end || next - line < indent || length == 0 {
            return end;
        }
        end = next + length;
    }
}

/// How many bytes the line has from `at` on.
fn line_length(view: View<'_>, at: usize) -> usize {
    let rest = view.bytes.get(at..).unwrap_or_default();
    rest.iter().take_while(|&&byte| !b"\r\n".contains(&byte)).count()
}

/// Returns the text at `start` without quotes, `most` bytes of it at the most; nothing where of what is
/// read of it first a part was taken out before, for then the rest was looked at.
fn bare(view: View<'_>, start: usize, reach: Reach, most: usize) -> Option<Value> {
    let end = bare_end(view, start, reach, most);
    let end = pair_start(view, start, end);
    let redacted = view.placeholder(start, end + 1);
    let is_redacted = redacted.is_some_and(|at| at <= start + PROBED);
    let length = redacted.map_or(end, |at| at.min(end)) - start;
    let tail = |byte: &&u8| b".,;:)]}\"'`".contains(byte);
    let loose = view.slice(start, start + length).iter().rev().take_while(tail).count();
    let end = app_password_end(view, start, start + length - loose);
    (length > loose && !is_redacted).then_some(Value::bare(start, end))
}

/// Where the bytes end that `reach` takes in. A backslash is one of them before a sign, and letters of
/// East Asia are where they mix with others as no sentence does.
fn bare_end(view: View<'_>, start: usize, reach: Reach, most: usize) -> usize {
    const WITHOUT_PUNCTUATION: Class = class!("!#$%(*+./0-9:=?@A-Z[^_a-z{~-");
    const WITHOUT_OPERATORS: Class = Class(const { &with_latin(class!("!#-%(*-:=?-[]^_a-{}~")) });
    const WITHOUT_BLANKS: Class = Class(const { &with_latin(class!("!-[]-~")) });
    const MIXED_WITHOUT_PUNCTUATION: Class = Class(const { &with_east_asian(WITHOUT_PUNCTUATION) });
    const MIXED_WITHOUT_OPERATORS: Class = Class(const { &with_east_asian(WITHOUT_OPERATORS) });
    const MIXED_WITHOUT_BLANKS: Class = Class(const { &with_east_asian(WITHOUT_BLANKS) });
    let (class, mixed) = match reach {
        Reach::Punctuation => (WITHOUT_PUNCTUATION, MIXED_WITHOUT_PUNCTUATION),
        Reach::Argument => (WITHOUT_OPERATORS, MIXED_WITHOUT_OPERATORS),
        Reach::Blank => (WITHOUT_BLANKS, MIXED_WITHOUT_BLANKS),
    };
    let end = run_escaped(view, start, (class, reach), most);
    if view.at(end).is_ascii() {
        return end;
    }
    let whole = run_escaped(view, start, (mixed, reach), most);
    let said = particles::before(view, start, whole);
    if said > end && script::is_mixed(view.slice(start, said)) { said } else { end }
}

/// Where the run of a class ends that begins at `start`, backslashes before signs included where it
/// is not read as code.
fn run_escaped(view: View<'_>, start: usize, by: (Class, Reach), most: usize) -> usize {
    const SIGN: Class = class!("!#$%&*?^~;|()[]{}<>=:,@+");
    let (class, reach) = by;
    let mut end = view.run(start, class, most);
    while reach != Reach::Punctuation && view.at(end) == b'\\' && SIGN.has(view.at(end + 1)) {
        end = view.run(end + 2, class, most.saturating_sub(end - start));
    }
    end
}

/// Where the app password goes on that ends at `end` with the first of its four words of four
/// letters, as Google shows them: `abcd efgh ijkl mnop`.
fn app_password_end(view: View<'_>, start: usize, end: usize) -> usize {
    let word = |at: usize| view.run(at, class!("a-z"), 5) == at + 4;
    let goes_on = end == start + 4
        && (0..4).all(|i| word(start + 5 * i))
        && (1..4).all(|i| view.at(start + 5 * i - 1) == b' ');
    if goes_on { start + 19 } else { end }
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
        let found = after(view, 0, reach).and_then(|value| whole(view, value, reach));
        assert_eq!(found.map_or("", |value| &text[value.start..value.end]), expect, "{text}");
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
        check("&quot;of a page&quot;,", Reach::Punctuation, "of a page");
        check("%22of%20a%20link%22%7D", Reach::Punctuation, "of%20a%20link");
        check("\"\"", Reach::Punctuation, "");
    }

    #[test]
    fn strings_that_are_joined_are_one() {
        check("\"a\" + 'b';", Reach::Punctuation, "a\" + 'b");
        check("'a'\"b\"", Reach::Punctuation, "a'\"b");
        check("\"a\" \\\n  \"b\", \"c\"", Reach::Punctuation, "a\" \\\n  \"b");
        check("\"a\"\n\"b\": 1", Reach::Punctuation, "a");
        check("\"a\", \"b\"", Reach::Punctuation, "a");
    }

    #[test]
    fn colours_are_no_part_of_a_value() {
        check("\u{1b}[32mabc\u{1b}[0m", Reach::Blank, "abc");
        check(r"\u001b[1;32mabc\u001b[0m", Reach::Blank, "abc");
        check(r#""\x1b[32mabc""#, Reach::Blank, "abc");
    }

    #[test]
    fn a_block_goes_as_far_as_its_indentation() {
        check(" |\n  ab\n  cd\nnext: 1", Reach::Blank, "ab\n  cd");
        check(" >-\n    ab\n", Reach::Blank, "ab");
        check(" |\nab", Reach::Blank, "|");
    }

    #[test]
    fn bare_values_end_where_their_place_says() {
        check("a=b&c", Reach::Punctuation, "a=b");
        check("p@ss,w0rd;x y", Reach::Blank, "p@ss,w0rd;x");
        check("qwer1234입니다", Reach::Punctuation, "qwer1234");
        check("hunter2.", Reach::Punctuation, "hunter2");
        check("x\\ny", Reach::Blank, "x");
        check("x\\$y z", Reach::Blank, "x\\$y");
        check("a&b&user=c", Reach::Blank, "a&b");
        check("abcd efgh ijkl mnop", Reach::Blank, "abcd efgh ijkl mnop");
        check("pässwört1 x", Reach::Blank, "pässwört1");
    }
}
