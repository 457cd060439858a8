//! Diff of two texts.

use maud::{Markup, html};
use similar::{ChangeTag, TextDiff};

use crate::texts as t;
use crate::view::ViewContext;

/// Number of unchanged lines shown around a change.
const DIFF_CONTEXT_LINES: usize = 3;

/// Renders the diff of two texts, line by line.
pub(crate) fn line_diff(view: &ViewContext, old: &str, new: &str) -> Markup {
    let diff = TextDiff::from_lines(old, new);
    html! {
        pre.diff tabindex="0" aria-label=(view.translate(t::CHANGED)) {
            @for group in diff.grouped_ops(DIFF_CONTEXT_LINES) {
                span.gap { "⋯\n" }
                @for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
                    @match change.tag() {
                        ChangeTag::Delete => del { "- " (change.value()) },
                        ChangeTag::Insert => ins { "+ " (change.value()) },
                        ChangeTag::Equal => { "  " (change.value()) }
                    }
                    @if change.missing_newline() { "\n" }
                }
            }
        }
    }
}
