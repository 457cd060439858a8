//! What differs between two texts.

use maud::{Markup, html};
use similar::{ChangeTag, TextDiff};

use crate::texts as t;
use crate::view::View;

/// How many lines around a change are shown.
const AROUND: usize = 3;

/// What differs between two texts, line by line.
pub(crate) fn difference(view: &View, old: &str, new: &str) -> Markup {
    let diff = TextDiff::from_lines(old, new);
    html! {
        pre.diff tabindex="0" aria-label=(view.say(t::CHANGED)) {
            @for group in diff.grouped_ops(AROUND) {
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
