//! Putting values into a parsed file and taking them out, without touching the rest.

use std::ops::Range;

use serde_json::Value as Json;

use super::document::{Container, SettingsDocument, has_line_break};
use super::draft::SettingsEdit;
use super::style::{indent_at, is_first_on_line, quote_json};

/// An item to put into a container.
pub(super) enum SpliceItem<'v> {
    /// A member of an object.
    Member(&'v str, Json),
    /// An element of an array.
    Element(Json),
}

impl SpliceItem<'_> {
    fn format_block(&self, document: &SettingsDocument<'_>, indent: &str) -> String {
        match self {
            SpliceItem::Member(key, value) => {
                format!("{}: {}", quote_json(key), document.style.format_block(value, indent))
            }
            SpliceItem::Element(value) => document.style.format_block(value, indent),
        }
    }

    fn format_inline(&self, document: &SettingsDocument<'_>) -> String {
        match self {
            SpliceItem::Member(key, value) => document.style.inline_member(key, value),
            SpliceItem::Element(value) => document.style.format_inline(value),
        }
    }
}

/// Returns the edits that append `items` to `container`.
///
/// Appends and does not prepend, because some clients identify a hook by its position in the array.
pub(super) fn append_items(
    document: &SettingsDocument<'_>,
    container: &Container,
    items: &[SpliceItem<'_>],
) -> Vec<SettingsEdit> {
    if items.is_empty() {
        return Vec::new();
    }
    match container.children.last() {
        None => vec![fill_empty(document, container, items)],
        Some(last) => append_after(document, container, last, items),
    }
}

/// The text of a file that holds `items` alone, to follow what `document` holds already, which
/// is white space and comments at most.
pub(super) fn whole_file(
    document: &SettingsDocument<'_>,
    items: &[SpliceItem<'_>],
) -> SettingsEdit {
    let newline = document.style.newline;
    let body = item_lines(document, items, &document.style.unit);
    let text = document.text;
    let lead = if text.is_empty() || text.ends_with(['\n', '\r']) { "" } else { newline };
    SettingsEdit::insert(text.len(), format!("{lead}{{{body}{newline}}}{newline}"))
}

/// Formats each item on a line of its own, with a line break before each and commas between them.
fn item_lines(document: &SettingsDocument<'_>, items: &[SpliceItem<'_>], indent: &str) -> String {
    let line = |item: &SpliceItem<'_>| {
        format!("{}{indent}{}", document.style.newline, item.format_block(document, indent))
    };
    items.iter().map(line).collect::<Vec<_>>().join(",")
}

fn on_one_line(document: &SettingsDocument<'_>, items: &[SpliceItem<'_>]) -> String {
    let items: Vec<_> = items.iter().map(|item| item.format_inline(document)).collect();
    items.join(document.style.separator())
}

/// Puts items into a container that holds nothing but comments.
fn fill_empty(
    document: &SettingsDocument<'_>,
    container: &Container,
    items: &[SpliceItem<'_>],
) -> SettingsEdit {
    let inside = container.range.start + 1..container.range.end - 1;
    let at = document.last_comment_within(inside.clone()).unwrap_or(inside.start);
    let is_root = document.root.as_ref().is_some_and(|r| r.range.start == container.range.start);
    if document.style.single_line && !is_root {
        return SettingsEdit::insert(at, on_one_line(document, items));
    }
    let outer = indent_at(document.text, container.range.start);
    let mut text = item_lines(document, items, &format!("{outer}{}", document.style.unit));
    if !has_line_break(&document.text[at..inside.end]) {
        text += &format!("{}{outer}", document.style.newline);
    }
    SettingsEdit::insert(at, text)
}

/// Appends items after the last child of a container.
fn append_after(
    document: &SettingsDocument<'_>,
    container: &Container,
    last: &Range<usize>,
    items: &[SpliceItem<'_>],
) -> Vec<SettingsEdit> {
    let trailing = document.comma_after(last.end);
    let anchor = trailing.as_ref().map_or(last.end, |comma| comma.end);
    // A comment on the last child's line belongs to that child.
    let at = document.end_of_trailing_comments(anchor);
    let mut text = if is_multiline(document, container) {
        item_lines(document, items, &child_indent(document, container))
    } else {
        let gap = document.style.separator().trim_start_matches(',');
        format!("{gap}{}", on_one_line(document, items))
    };
    if trailing.is_some() {
        return vec![SettingsEdit::insert(at, text + ",")];
    }
    if at == anchor {
        text.insert(0, ',');
        return vec![SettingsEdit::insert(at, text)];
    }
    vec![SettingsEdit::insert(anchor, ","), SettingsEdit::insert(at, text)]
}

/// Returns true if a container's children are on lines of their own.
fn is_multiline(document: &SettingsDocument<'_>, container: &Container) -> bool {
    let starts = container.children.iter().map(|child| child.start);
    let ends = container.children.iter().map(|child| child.end);
    let mut gaps = std::iter::once(container.range.start + 1)
        .chain(ends)
        .zip(starts.chain([container.range.end - 1]));
    gaps.any(|(from, to)| has_line_break(&document.text[from..to]))
}

/// The indentation of a container's children.
fn child_indent(document: &SettingsDocument<'_>, container: &Container) -> String {
    let text = document.text;
    let aligned = container.children.iter().rev().find(|c| is_first_on_line(text, c.start));
    match aligned {
        Some(child) => indent_at(text, child.start).to_owned(),
        None => format!("{}{}", indent_at(text, container.range.start), document.style.unit),
    }
}

/// Returns the edits that remove the children with the given indexes from `container`.
///
/// The inverse of [`append_items`] if the file has kept its shape; comments stay.
pub(super) fn remove_children(
    document: &SettingsDocument<'_>,
    container: &Container,
    doomed: &[usize],
) -> Vec<SettingsEdit> {
    if doomed.is_empty() {
        return Vec::new();
    }
    let inside = container.range.start + 1..container.range.end - 1;
    let all = doomed.len() == container.children.len();
    if all && document.last_comment_within(inside.clone()).is_none() {
        return vec![SettingsEdit::cut(inside)];
    }
    let kept = (0..container.children.len()).rev().find(|index| !doomed.contains(index));
    let mut cuts = Vec::new();
    for &index in doomed {
        let child = &container.children[index];
        let end = end_of_cut(document, container, doomed, index);
        cuts.push(start_of_cut(document, child.start, end)..child.end);
        // Without a comma behind it, the last child takes the one before it away.
        let before = || kept.and_then(|index| document.comma_after(container.children[index].end));
        cuts.extend(document.comma_after(child.end).or_else(before));
    }
    cuts.into_iter().map(SettingsEdit::cut).collect()
}

/// Returns the end of the cut for the doomed child with that index: after its comma, and after
/// further doomed children that follow directly.
fn end_of_cut(
    document: &SettingsDocument<'_>,
    container: &Container,
    doomed: &[usize],
    index: usize,
) -> usize {
    let child = &container.children[index];
    let comma = document.comma_after(child.end).filter(|comma| comma.start == child.end);
    let end = comma.map_or(child.end, |comma| comma.end);
    match container.children.get(index + 1) {
        Some(next) if doomed.contains(&(index + 1)) && document.end_before(next.start).0 == end => {
            end_of_cut(document, container, doomed, index + 1)
        }
        _ => end,
    }
}

/// Returns the start of the cut, so that the white space before `start` is removed, too, but not
/// the line break that ends a comment if something follows `end` on its line.
fn start_of_cut(document: &SettingsDocument<'_>, start: usize, end: usize) -> usize {
    let (before, line_comment) = document.end_before(start);
    let rest = document.text[end..].trim_start_matches([' ', '\t']);
    if !line_comment || rest.starts_with(['\n', '\r']) {
        return before;
    }
    let gap = &document.text[before..start];
    let newline = gap.find('\n').or_else(|| gap.find('\r'));
    newline.map_or(start, |newline| before + newline + 1)
}
