//! A note that is edited.

use maud::{Markup, html};

use crate::layout::page_layout;
use crate::markdown::{render_markdown, resolve_link};
use crate::parts::difference::line_diff;
use crate::parts::form_token;
use crate::texts as t;
use crate::view::ViewContext;

/// A note that is edited.
#[derive(Clone, Debug, Default)]
pub struct NoteEditor {
    /// Its path.
    pub path: String,
    /// Text of the note when it was read.
    pub was: String,
    /// New text of the note.
    pub text: String,
    /// The notes that its links can mean.
    pub known: Vec<String>,
    /// True if a preview is shown.
    pub preview: bool,
    /// Change that somebody else made meanwhile.
    pub met: Option<EditConflict>,
}

/// Change that somebody else made of a note meanwhile.
#[derive(Clone, Debug)]
pub struct EditConflict {
    /// Present text of the note.
    pub theirs: String,
    /// Both changes together; none where they change the same lines.
    pub merged: Option<String>,
}

/// Renders the page.
pub fn edit_page(view: &ViewContext, edit: &NoteEditor) -> Markup {
    let body = html! {
        p.about { a href=(view.to_note(&edit.path)) { (view.translate(t::READ)) } }
        @match &edit.met {
            None => (editor_form(view, edit, &edit.was, &edit.text, t::WHAT_IT_SAYS)),
            Some(met) => (conflict_section(view, edit, met)),
        }
        @if edit.preview {
            section aria-labelledby="preview" {
                h2 #preview { (view.translate(t::PREVIEW)) }
                (preview_article(view, edit))
            }
        }
    };
    page_layout(view, &view.fill_blanks(t::EDIT_NOTE, &[&edit.path]), None, body)
}

fn preview_article(view: &ViewContext, edit: &NoteEditor) -> Markup {
    let known = || edit.known.iter().map(String::as_str);
    let find = |link: &str| resolve_link(&edit.path, link, known()).map(str::to_owned);
    html! { article.note { (render_markdown(view, &edit.text, &find)) } }
}

fn editor_form(
    view: &ViewContext,
    edit: &NoteEditor,
    was: &str,
    text: &str,
    label: t::PageText,
) -> Markup {
    html! {
        form method="post" action=(view.to_note(&edit.path)) {
            (form_token(view))
            input type="hidden" name="was" value=(was);
            // The first line break of such a field is the page's own.
            label.wide { (view.translate(label)) textarea.editor name="text" spellcheck="false" { "\n" (text) } }
            button name="do" value="save" { (view.translate(t::SAVE)) } " "
            button name="do" value="preview" { (view.translate(t::PREVIEW)) }
        }
    }
}

/// Renders both changes, and the ways to resolve them.
fn conflict_section(view: &ViewContext, edit: &NoteEditor, met: &EditConflict) -> Markup {
    html! {
        p.wrong role="alert" { (view.translate(t::MET)) }
        h2 { (view.translate(t::THEIR_CHANGE)) }
        (line_diff(view, &edit.was, &met.theirs))
        h2 { (view.translate(t::YOUR_CHANGE)) }
        (line_diff(view, &edit.was, &edit.text))
        @match &met.merged {
            Some(merged) => {
                h2 { (view.translate(t::TOGETHER)) }
                (editor_form(view, edit, &met.theirs, merged, t::BOTH_CHANGES))
            }
            None => p { (view.translate(t::SAME_LINES)) },
        }
        h2 { (view.translate(t::YOURS_ALONE)) }
        (editor_form(view, edit, &met.theirs, &edit.text, t::IN_ITS_PLACE))
    }
}
