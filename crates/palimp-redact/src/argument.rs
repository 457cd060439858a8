//! The arguments of a command, one after another.

use super::bytes::{BLANK, ByteClass, ByteView, QUOTE, class};
use super::value::{self, TextValue};

/// The arguments that follow at `at`, to the end of the command. A line that ends with a backslash
/// goes on with the next.
pub(super) fn arguments_after(view: ByteView<'_>, at: usize) -> impl Iterator<Item = TextValue> {
    const MAX_ARGUMENTS: usize = 24;
    let after = move |at| parse_argument(view, at);
    std::iter::successors(after(at), move |last| after(argument_end(view, last)))
        .take(MAX_ARGUMENTS)
}

fn parse_argument(view: ByteView<'_>, at: usize) -> Option<TextValue> {
    const BARE_CHARS: ByteClass = class!("!#-%*-:=?-[]^_a-{}~");
    const MAX_BLANK_BYTES: usize = 40;
    let blank = view.run_end(at, BLANK, MAX_BLANK_BYTES);
    let next_line = if view.has_literal(blank, "\\\n") {
        view.run_end(blank + 2, BLANK, MAX_BLANK_BYTES)
    } else {
        blank
    };
    let start = if next_line > at { next_line } else { return None };
    if let Some(quoted) = value::parse_quoted(view, start) {
        return (!view.holds_placeholder(quoted.start, quoted.end)).then_some(quoted);
    }
    let mut end = view.run_end(start, BARE_CHARS, usize::MAX);
    // A backslash takes the meaning from the sign behind it; on Windows it divides.
    while view.byte_at(end) == b'\\' && view.byte_at(end + 1) > b' ' {
        end = view.run_end(end + 2, BARE_CHARS, usize::MAX);
    }
    if view.byte_before(end) == b'='
        && QUOTE.contains(view.byte_at(end))
        && let Some(quoted) = value::parse_quoted(view, end)
    {
        end = quoted.end + usize::from(QUOTE.contains(view.byte_at(quoted.end)));
    }
    (end > start && !view.holds_placeholder(start, end + 1)).then_some(TextValue::bare(start, end))
}

/// Returns the end of the argument that starts with `value`, including a closing quote.
fn argument_end(view: ByteView<'_>, value: &TextValue) -> usize {
    let slashes = view.run_end(value.end, class!("\\"), 4);
    match value.is_quoted() && QUOTE.contains(view.byte_at(slashes)) {
        true => slashes + 1,
        false => value.end,
    }
}
