//! Forgetting: what would go, and what went.

use maud::{Markup, html};

use crate::layout::page_layout;
use crate::parts::form_token;
use crate::texts as t;
use crate::view::ViewContext;

/// Text that would be forgotten, or was.
#[derive(Clone, Debug, Default)]
pub struct Forgetting {
    /// The proposal that wishes it.
    pub id: String,
    /// The text that is to be forgotten.
    pub text: String,
    /// Lines of notes: where each stands, and what it says.
    pub lines: Vec<(String, String)>,
    /// Other matches, the first of many: captured events and messages.
    pub rows: Vec<String>,
    /// Lines of notes, earlier versions, observations, messages, conversations, other places.
    pub counts: [usize; 6],
    /// Paths of matches that palimp does not change.
    pub outside: Vec<String>,
    /// True once it is forgotten.
    pub done: bool,
}

/// Renders the page.
pub fn forget_page(view: &ViewContext, it: &Forgetting) -> Markup {
    let [lines, versions, observations, messages, chats, others] = &it.counts;
    let counts: [&dyn std::fmt::Display; 6] =
        [lines, versions, observations, messages, chats, others];
    let title = if it.done { t::FORGOTTEN } else { t::FORGET_WHAT };
    let body = html! {
        blockquote { (it.text) }
        @if !it.done { p.wrong { (view.translate(t::FORGET_UNDONE)) } }
        p role="status" { (view.fill_blanks(t::FORGET_COUNTS, &counts)) }
        @if !it.done {
            @for (place, line) in &it.lines { p.about { (place) } pre.diff tabindex="0" { del { "- " (line) } } }
            ul.facts { @for row in &it.rows { li { (row) } } }
            form method="post" action=(view.to_page("review")) {
                (form_token(view))
                input type="hidden" name="id" value=(it.id);
                button name="do" value="forget" { (view.translate(t::FORGET_NOW)) }
            }
        }
        @if !it.outside.is_empty() {
            p { (view.translate(t::FORGET_OUTSIDE)) }
            ul.facts { @for path in &it.outside { li { code { (path) } } } }
        }
        p { a href=(view.to_page("review")) { (view.translate(t::REVIEW)) } }
    };
    page_layout(view, view.translate(title), None, body)
}
