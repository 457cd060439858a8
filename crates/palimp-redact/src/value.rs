//! The value behind a name: a string in quotes, a block of indented lines, or what stands there
//! bare.

use super::bytes::{BLANK, ByteClass, ByteView, QUOTE, class, with_east_asian, with_latin};
use super::{particles, script};

/// A value in a text, its quotes aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextValue {
    /// Start of the value.
    pub(super) start: usize,
    /// End of the value.
    pub(super) end: usize,
    /// Form of the value.
    pub(super) form: ValueForm,
}

/// Form of a value: its quoting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueForm {
    /// Without quotes.
    Bare,
    /// In quotes.
    Quoted,
    /// As the indented lines behind a YAML indicator; the first of them, until it is taken whole.
    Block,
}

/// Extent of a bare value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueReach {
    /// To the next punctuation that ends a value in code, a URL or a shell.
    Punctuation,
    /// To the end of an argument in a shell.
    Argument,
    /// To the next white space: the rest of a line in a settings file.
    Blank,
}

/// Maximum bytes of a bare value that are read before it is taken for a secret.
pub(super) const MAX_PROBED_BYTES: usize = 128;

/// Maximum number of blanks before a value.
const MAX_GAP_BYTES: usize = 40;

impl TextValue {
    /// A value without quotes.
    pub(super) fn bare(start: usize, end: usize) -> TextValue {
        TextValue { start, end, form: ValueForm::Bare }
    }

    /// True if the value is in quotes, or in a block, which delimits it as well as quotes would.
    pub(super) fn is_quoted(self) -> bool {
        self.form != ValueForm::Bare
    }

    /// Returns the bytes of the value.
    pub(super) fn bytes_in(self, view: ByteView<'_>) -> &[u8] {
        view.slice(self.start, self.end)
    }
}

/// The value at `at` behind blanks and colours; `None` where nothing stands.
pub(super) fn parse_after(view: ByteView<'_>, at: usize, reach: ValueReach) -> Option<TextValue> {
    let at = behind_blanks(view, at);
    if let Some(value) = parse_quoted(view, string_start(view, at)) {
        return (value.start < value.end).then_some(value);
    }
    parse_block(view, at).or_else(|| parse_bare(view, at, reach, MAX_PROBED_BYTES))
}

/// Returns the end of the blanks, colours and marks of YAML that begin at `at`: `&anchor`, `!!str`.
fn behind_blanks(view: ByteView<'_>, at: usize) -> usize {
    let blank = view.run_end(at, BLANK, MAX_GAP_BYTES);
    let mark = match view.byte_at(blank) {
        b'&' | b'!' => view.run_end(blank + 1, class!("A-Za-z0-9_!-"), MAX_GAP_BYTES),
        _ => view.control_end(blank),
    };
    let is_mark = view.control_end(blank) > blank || BLANK.contains(view.byte_at(mark));
    if is_mark { view.run_end(mark, BLANK, MAX_GAP_BYTES) } else { blank }
}

/// The value with all that belongs to it, once it is known for a secret.
pub(super) fn parse_whole(
    view: ByteView<'_>,
    value: TextValue,
    reach: ValueReach,
) -> Option<TextValue> {
    let end = match value.form {
        ValueForm::Bare => parse_bare(view, value.start, reach, usize::MAX)?.end,
        ValueForm::Quoted => {
            joined_strings(view, value).last().map_or(value.end, |piece| piece.end)
        }
        ValueForm::Block => block_end(view, value.start),
    };
    Some(TextValue { end, ..value })
}

/// The whole value at `at` of a sentence, where a block is none, nor what is longer than anybody says.
/// A sentence says little of a value, so that many may begin in vain in the same run of characters.
pub(super) fn parse_in_sentence(
    view: ByteView<'_>,
    at: usize,
    reach: ValueReach,
) -> Option<TextValue> {
    const MAX_VALUE_BYTES: usize = 512;
    let value = parse_after(view, at, reach)?;
    let value = match value.form {
        ValueForm::Bare => parse_bare(view, value.start, reach, MAX_VALUE_BYTES + 1)?,
        ValueForm::Quoted => parse_whole(view, value, reach)?,
        ValueForm::Block => return None,
    };
    (value.end - value.start <= MAX_VALUE_BYTES).then_some(value)
}

/// Returns the start of the quote of a string whose marks begin at `at`: `b"…"`, `r#"…"#`, `@"…"`,
/// `String::from("…")`.
fn string_start(view: ByteView<'_>, at: usize) -> usize {
    const STRING_CALLS: [&str; 5] = ["String::from(", "Some(", "new String(", "str(", "bytes("];
    let at = STRING_CALLS
        .iter()
        .find(|call| view.has_literal(at, call))
        .map_or(at, |call| at + call.len());
    let marks = view.slice(at, at + 3).iter().take_while(|&&mark| b"bBrRfFuULN@&#".contains(&mark));
    let quote = at + marks.count();
    // Behind an ampersand a single quote begins a lifetime of Rust's.
    let is_lifetime = view.byte_at(quote) == b'\'' && view.byte_at(at) == b'&';
    if QUOTE.contains(view.byte_at(quote)) && !is_lifetime { quote } else { at }
}

/// Spellings of a quote in other languages.
const SPELLED_QUOTES: [&str; 7] = ["&quot;", "&#34;", "&#39;", "&apos;", "%22", "%27", "\\u0022"];

/// The quote at `at` that is spelled, if there is one.
fn spelled_quote(view: ByteView<'_>, at: usize) -> Option<&'static str> {
    let may_be = matches!(view.byte_at(at), b'&' | b'%' | b'\\');
    if may_be { SPELLED_QUOTES.into_iter().find(|quote| view.has_literal(at, quote)) } else { None }
}

/// True if a quote stands at `at`, escaped or spelled or neither.
pub(super) fn has_quote(view: ByteView<'_>, at: usize) -> bool {
    QUOTE.contains(view.byte_at(view.run_end(at, class!("\\"), 4)))
        || spelled_quote(view, at).is_some()
}

/// Returns the end of the quote at `at`, escaped or not; `at` if there is none.
pub(super) fn quote_end(view: ByteView<'_>, at: usize) -> usize {
    let quote = view.run_end(at, class!("\\"), 4);
    if QUOTE.contains(view.byte_at(quote)) { quote + 1 } else { at }
}

/// Returns the start of the quote that ends at `end`; `end` if there is none.
pub(super) fn quote_start(view: ByteView<'_>, end: usize) -> usize {
    if QUOTE.contains(view.byte_before(end)) {
        return view.run_start(end - 1, class!("\\"), 3);
    }
    if !matches!(view.byte_before(end), b';' | b'2' | b'7') {
        return end;
    }
    let starts = SPELLED_QUOTES.iter().filter_map(|quote| {
        let start = end.checked_sub(quote.len()).filter(|&start| start >= view.floor)?;
        view.has_literal(start, quote).then_some(start)
    });
    starts.min().unwrap_or(end)
}

/// The string whose opening quote, escaped or spelled or neither, stands at `at`.
pub(super) fn parse_quoted(view: ByteView<'_>, at: usize) -> Option<TextValue> {
    if let Some(quote) = spelled_quote(view, at) {
        let start = at + quote.len();
        let ends = |&end: &usize| view.byte_at(end) == b'\n' || view.has_literal(end, quote);
        let end = (start..view.bytes.len()).find(ends).unwrap_or(view.bytes.len());
        return Some(TextValue { start, end, form: ValueForm::Quoted });
    }
    let slashes = view.slice(at, at + 4).iter().take_while(|&&byte| byte == b'\\').count();
    let quote = view.byte_at(at + slashes);
    if !QUOTE.contains(quote) {
        return None;
    }
    let is_triple = slashes == 0 && view.slice(at, at + 3).iter().all(|&byte| byte == quote);
    let start = at + slashes + if is_triple { 3 } else { 1 };
    let triple = if is_triple { closing_triple(view, start, quote) } else { None };
    let end =
        triple.unwrap_or_else(|| string_end(view, start.min(view.bytes.len()), quote, slashes));
    let start = view.control_end(start).min(end);
    Some(TextValue { start, end, form: ValueForm::Quoted })
}

/// Returns the end of the string of three quotes that begins at `start`, on its line.
fn closing_triple(view: ByteView<'_>, start: usize, quote: u8) -> Option<usize> {
    const MAX_STRING_BYTES: usize = 1024;
    let line = view.slice(start, start + MAX_STRING_BYTES).split(|&byte| byte == b'\n').next()?;
    let closes = |three: &[u8]| three.iter().all(|&byte| byte == quote);
    line.windows(3).position(closes).map(|at| start + at)
}

/// Returns the value at `start` in the string whose opening quote stands at `quote`.
pub(super) fn rest_of_string(view: ByteView<'_>, quote: usize, start: usize) -> Option<TextValue> {
    let slashes = quote - view.run_start(quote, class!("\\"), 3);
    let end = string_end(view, start, view.byte_at(quote), slashes);
    (start < end).then_some(TextValue { start, end, form: ValueForm::Quoted })
}

/// Returns the end of the string that began before `start`: at its quote, after as many backslashes
/// as the opening quote has, otherwise at the end of its line or the text.
fn string_end(view: ByteView<'_>, start: usize, quote: u8, slashes: usize) -> usize {
    let (mut at, mut escapes) = (start, 0);
    while at < view.bytes.len() {
        let byte = view.byte_at(at);
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
pub(super) fn joined_strings(
    view: ByteView<'_>,
    value: TextValue,
) -> impl Iterator<Item = TextValue> {
    const MAX_PIECES: usize = 16;
    let next = move |piece: &TextValue| {
        let close = piece.end;
        let is_string = piece.form == ValueForm::Quoted
            && QUOTE.contains(view.byte_at(close))
            && !view.holds_placeholder(piece.start, close);
        let at = if is_string { joined_start(view, close + 1)? } else { return None };
        let next = parse_quoted(view, at)?;
        let is_name = view.byte_at(view.run_end(next.end + 1, BLANK, 4)) == b':';
        let goes_on = next.end > next.start && !b",;)]} \n".contains(&view.byte_at(next.start));
        (goes_on && !is_name).then_some(next)
    };
    std::iter::successors(Some(value), next).take(MAX_PIECES)
}

/// Returns the start of the string joined to the one that ends before `at`.
fn joined_start(view: ByteView<'_>, at: usize) -> Option<usize> {
    const GAP_CHARS: ByteClass = class!(" \t\r\n\\");
    if QUOTE.contains(view.byte_at(at)) {
        // `'a'"b"` in a shell; the same quote again ends a string of three.
        let is_shell =
            matches!((view.byte_before(at), view.byte_at(at)), (b'\'', b'"') | (b'"', b'\''));
        return is_shell.then_some(at);
    }
    let sign = view.run_end(at, GAP_CHARS, MAX_GAP_BYTES);
    let is_below = view.slice(at, sign).contains(&b'\n');
    let signs = ["+", "..", ".", "&", "<>", "||"];
    let width =
        signs.iter().find(|&&joiner| view.has_literal(sign, joiner)).map(|joiner| joiner.len());
    let next = width.map_or(sign, |width| view.run_end(sign + width, GAP_CHARS, MAX_GAP_BYTES));
    ((width.is_some() || is_below) && QUOTE.contains(view.byte_at(next))).then_some(next)
}

/// The first line of the block that the indicator at `at` announces: `|`, `>-`.
fn parse_block(view: ByteView<'_>, at: usize) -> Option<TextValue> {
    if !matches!(view.byte_at(at), b'|' | b'>') || !BLANK.contains(view.byte_before(at)) {
        return None;
    }
    let end = view.run_end(at + 1, class!("+0-9-"), 2);
    let line = view.run_end(end, class!(" \t\r"), MAX_GAP_BYTES);
    let start = view.run_end(line + 1, BLANK, MAX_GAP_BYTES);
    let is_block = view.byte_at(line) == b'\n' && start > line + 1;
    let end = start + line_length(view, start);
    (is_block && end > start).then_some(TextValue { start, end, form: ValueForm::Block })
}

/// Returns the end of the block whose first line begins at `start`: after the last line with at
/// least its indentation.
fn block_end(view: ByteView<'_>, start: usize) -> usize {
    let indent = start - view.run_start(start, BLANK, MAX_GAP_BYTES);
    let mut end = start + line_length(view, start);
    loop {
        let line =
            end + view.slice(end, end + 2).iter().take_while(|&&b| b"\r\n".contains(&b)).count();
        let next = view.run_end(line, BLANK, MAX_GAP_BYTES);
        let length = line_length(view, next);
        if line == end || next - line < indent || length == 0 {
            return end;
        }
        end = next + length;
    }
}

/// Returns the number of bytes in the line from `at` on.
fn line_length(view: ByteView<'_>, at: usize) -> usize {
    let rest = view.bytes.get(at..).unwrap_or_default();
    rest.iter().take_while(|&&byte| !b"\r\n".contains(&byte)).count()
}

/// Returns the text at `start` without quotes, `most` bytes of it at the most; nothing where of what is
/// read of it first a part was taken out before, for then the rest was looked at.
fn parse_bare(
    view: ByteView<'_>,
    start: usize,
    reach: ValueReach,
    most: usize,
) -> Option<TextValue> {
    let end = bare_end(view, start, reach, most);
    let end = pair_start(view, start, end);
    let redacted = view.find_placeholder(start, end + 1);
    let is_redacted = redacted.is_some_and(|at| at <= start + MAX_PROBED_BYTES);
    let length = redacted.map_or(end, |at| at.min(end)) - start;
    let tail = |byte: &&u8| b".,;:)]}\"'`".contains(byte);
    let loose = view.slice(start, start + length).iter().rev().take_while(tail).count();
    let end = app_password_end(view, start, start + length - loose);
    (length > loose && !is_redacted).then_some(TextValue::bare(start, end))
}

/// Returns the end of the bytes that `reach` allows. A backslash counts before a sign, and letters
/// of East Asia count if they mix with others as no sentence does.
fn bare_end(view: ByteView<'_>, start: usize, reach: ValueReach, most: usize) -> usize {
    const PUNCTUATION_REACH_CHARS: ByteClass = class!("!#$%(*+./0-9:=?@A-Z[^_a-z{~-");
    const ARGUMENT_REACH_CHARS: ByteClass =
        ByteClass(const { &with_latin(class!("!#-%(*-:=?-[]^_a-{}~")) });
    const BLANK_REACH_CHARS: ByteClass = ByteClass(const { &with_latin(class!("!-[]-~")) });
    const MIXED_PUNCTUATION_REACH_CHARS: ByteClass =
        ByteClass(const { &with_east_asian(PUNCTUATION_REACH_CHARS) });
    const MIXED_ARGUMENT_REACH_CHARS: ByteClass =
        ByteClass(const { &with_east_asian(ARGUMENT_REACH_CHARS) });
    const MIXED_BLANK_REACH_CHARS: ByteClass =
        ByteClass(const { &with_east_asian(BLANK_REACH_CHARS) });
    let (class, mixed) = match reach {
        ValueReach::Punctuation => (PUNCTUATION_REACH_CHARS, MIXED_PUNCTUATION_REACH_CHARS),
        ValueReach::Argument => (ARGUMENT_REACH_CHARS, MIXED_ARGUMENT_REACH_CHARS),
        ValueReach::Blank => (BLANK_REACH_CHARS, MIXED_BLANK_REACH_CHARS),
    };
    let end = run_escaped(view, start, (class, reach), most);
    if view.byte_at(end).is_ascii() {
        return end;
    }
    let whole = run_escaped(view, start, (mixed, reach), most);
    let said = particles::particles_start(view, start, whole);
    if said > end && script::is_mixed(view.slice(start, said)) { said } else { end }
}

/// Returns the end of the run of a class that begins at `start`, including backslashes before signs
/// unless the text is read as code.
fn run_escaped(
    view: ByteView<'_>,
    start: usize,
    by: (ByteClass, ValueReach),
    most: usize,
) -> usize {
    const SIGN_CHARS: ByteClass = class!("!#$%&*?^~;|()[]{}<>=:,@+");
    let (class, reach) = by;
    let mut end = view.run_end(start, class, most);
    while reach != ValueReach::Punctuation
        && view.byte_at(end) == b'\\'
        && SIGN_CHARS.contains(view.byte_at(end + 1))
    {
        end = view.run_end(end + 2, class, most.saturating_sub(end - start));
    }
    end
}

/// Returns the end of the app password whose first word ends at `end`: four words of four letters,
/// as Google shows them: `abcd efgh ijkl mnop`.
fn app_password_end(view: ByteView<'_>, start: usize, end: usize) -> usize {
    let word = |at: usize| view.run_end(at, class!("a-z"), 5) == at + 4;
    let goes_on = end == start + 4
        && (0..4).all(|i| word(start + 5 * i))
        && (1..4).all(|i| view.byte_at(start + 5 * i - 1) == b' ');
    if goes_on { start + 19 } else { end }
}

/// Returns the start in `start..end` of another pair: `&user=…`.
fn pair_start(view: ByteView<'_>, start: usize, end: usize) -> usize {
    const NAME_CHARS: ByteClass = class!("A-Za-z0-9_.-");
    let begins = |at: &usize| {
        view.byte_at(*at) == b'&' && {
            let name = view.run_end(at + 1, NAME_CHARS, MAX_PAIR_NAME_BYTES);
            name > at + 1 && view.byte_at(name) == b'='
        }
    };
    (start..end).find(begins).unwrap_or(end)
}

/// Maximum bytes of the name in such a pair.
const MAX_PAIR_NAME_BYTES: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, reach: ValueReach, expect: &str) {
        let view = ByteView { bytes: text.as_bytes(), floor: 0 };
        let found = parse_after(view, 0, reach).and_then(|value| parse_whole(view, value, reach));
        assert_eq!(found.map_or("", |value| &text[value.start..value.end]), expect, "{text}");
    }

    #[test]
    fn strings_end_with_the_quote_that_began_them() {
        check(r#" "it's" x"#, ValueReach::Punctuation, "it's");
        check(r#"'a\'b' c"#, ValueReach::Punctuation, r"a\'b");
        check(r#"\"a b\", \"c\""#, ValueReach::Punctuation, "a b");
        check(r#"\\\"a\\\" c"#, ValueReach::Punctuation, "a");
        check(
            r#"\"cut by its outer string" x"#,
            ValueReach::Punctuation,
            "cut by its outer string",
        );
        check("\"never closed\nnext", ValueReach::Punctuation, "never closed");
        check("\"\"\"three\"\"\"", ValueReach::Punctuation, "three");
        check("r#\"raw\"#", ValueReach::Punctuation, "raw");
        check("String::from(\"made\")", ValueReach::Punctuation, "made");
        check("&quot;of a page&quot;,", ValueReach::Punctuation, "of a page");
        check("%22of%20a%20link%22%7D", ValueReach::Punctuation, "of%20a%20link");
        check("\"\"", ValueReach::Punctuation, "");
    }

    #[test]
    fn strings_that_are_joined_are_one() {
        check("\"a\" + 'b';", ValueReach::Punctuation, "a\" + 'b");
        check("'a'\"b\"", ValueReach::Punctuation, "a'\"b");
        check("\"a\" \\\n  \"b\", \"c\"", ValueReach::Punctuation, "a\" \\\n  \"b");
        check("\"a\"\n\"b\": 1", ValueReach::Punctuation, "a");
        check("\"a\", \"b\"", ValueReach::Punctuation, "a");
    }

    #[test]
    fn colours_are_no_part_of_a_value() {
        check("\u{1b}[32mabc\u{1b}[0m", ValueReach::Blank, "abc");
        check(r"\u001b[1;32mabc\u001b[0m", ValueReach::Blank, "abc");
        check(r#""\x1b[32mabc""#, ValueReach::Blank, "abc");
    }

    #[test]
    fn a_block_goes_as_far_as_its_indentation() {
        check(" |\n  ab\n  cd\nnext: 1", ValueReach::Blank, "ab\n  cd");
        check(" >-\n    ab\n", ValueReach::Blank, "ab");
        check(" |\nab", ValueReach::Blank, "|");
    }

    #[test]
    fn bare_values_end_where_their_place_says() {
        check("a=b&c", ValueReach::Punctuation, "a=b");
        check("p@ss,w0rd;x y", ValueReach::Blank, "p@ss,w0rd;x");
        check("qwer1234입니다", ValueReach::Punctuation, "qwer1234");
        check("hunter2.", ValueReach::Punctuation, "hunter2");
        check("x\\ny", ValueReach::Blank, "x");
        check("x\\$y z", ValueReach::Blank, "x\\$y");
        check("a&b&user=c", ValueReach::Blank, "a&b");
        check("abcd efgh ijkl mnop", ValueReach::Blank, "abcd efgh ijkl mnop");
        check("pässwört1 x", ValueReach::Blank, "pässwört1");
    }
}
