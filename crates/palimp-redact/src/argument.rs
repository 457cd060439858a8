//! The arguments of a command, one after another.

use super::bytes::{BLANK, Class, QUOTE, View, class};
use super::value::{self, Value};

/// The arguments that follow at `at`, to the end of the command. A line that ends with a backslash
/// goes on with the next.
pub(super) fn all(view: View<'_>, at: usize) -> impl Iterator<Item = Value> {
    const MOST: usize = 24;
    let after = move |at| argument(view, at);
    std::iter::successors(after(at), move |last| after(behind(view, last))).take(MOST)
}

fn argument(view: View<'_>, at: usize) -> Option<Value> {
    const BARE: Class = class!("!#-%*-:=?-[]^_a-{}~");
    const WIDEST: usize = 40;
    let blank = view.run(at, BLANK, WIDEST);
    let next_line =
        if view.has(blank, "\\\n") { view.run(blank + 2, BLANK, WIDEST) } else { blank };
    let start = if next_line > at { next_line } else { return None };
    if let Some(quoted) = value::quoted(view, start) {
        return (!view.holds_placeholder(quoted.start, quoted.end)).then_some(quoted);
    }
    let mut end = view.run(start, BARE, usize::MAX);
    // A backslash takes the meaning from the sign behind it; on Windows it divides.
    while view.at(end) == b'\\' && view.at(end + 1) > b' ' {
        end = view.run(end + 2, BARE, usize::MAX);
    }
    if view.before(end) == b'='
        && QUOTE.has(view.at(end))
        && let Some(quoted) = value::quoted(view, end)
    {
        end = quoted.end + usize::from(QUOTE.has(view.at(quoted.end)));
    }
    (end > start && !view.holds_placeholder(start, end + 1)).then_some(Value::bare(start, end))
}

/// Where the argument that `value` begins ends.
fn behind(view: View<'_>, value: &Value) -> usize {
    let slashes = view.run(value.end, class!("\\"), 4);
    match value.is_quoted() && QUOTE.has(view.at(slashes)) {
        true => slashes + 1,
        false => value.end,
    }
}
