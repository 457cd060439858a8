//! A note that is edited.

use maud::{Markup, html};

use crate::layout::page;
use crate::markdown::{rendered, resolved};
use crate::parts::difference::difference;
use crate::parts::form_token;
use crate::texts as t;
use crate::view::View;

/// A note that is edited.
#[derive(Clone, Debug, Default)]
pub struct Edit {
    /// Its path.
    pub path: String,
    /// What it said when it was read.
    pub was: String,
    /// What it is to say.
    pub text: String,
    /// The notes that its links can mean.
    pub known: Vec<String>,
    /// Whether it is shown as it would be read.
    pub preview: bool,
    /// What somebody else made of it meanwhile.
    pub met: Option<Met>,
}

/// What somebody else made of a note meanwhile.
#[derive(Clone, Debug)]
pub struct Met {
    /// What it says now.
    pub theirs: String,
    /// Both changes together; none where they change the same lines.
    pub merged: Option<String>,
}

/// The page.
pub fn edit(view: &View, edit: &Edit) -> Markup {
    let body = html! {
        p.about { a href=(view.to_note(&edit.path)) { (view.say(t::READ)) } }
        @match &edit.met {
            None => (editor(view, edit, &edit.was, &edit.text, t::WHAT_IT_SAYS)),
            Some(met) => (both(view, edit, met)),
        }
        @if edit.preview {
            section aria-labelledby="preview" {
                h2 #preview { (view.say(t::PREVIEW)) }
                (shown(view, edit))
            }
        }
    };
    page(view, &view.fill(t::EDIT_NOTE, &[&edit.path]), None, body)
}

fn shown(view: &View, edit: &Edit) -> Markup {
    let known = || edit.known.iter().map(String::as_str);
    let find = |link: &str| resolved(&edit.path, link, known()).map(str::to_owned);
    html! { article.note { (rendered(view, &edit.text, &find)) } }
}

fn editor(view: &View, edit: &Edit, was: &str, text: &str, label: t::Text) -> Markup {
    html! {
        form method="post" action=(view.to_note(&edit.path)) {
            (form_token(view))
            input type="hidden" name="was" value=(was);
            // The first line break of such a field is the page's own.
            label.wide { (view.say(label)) textarea.editor name="text" spellcheck="false" { "\n" (text) } }
            button name="do" value="save" { (view.say(t::SAVE)) } " "
            button name="do" value="preview" { (view.say(t::PREVIEW)) }
        }
    }
}

/// Both changes, and what can be made of them.
fn both(view: &View, edit: &Edit, met: &Met) -> Markup {
    html! {
        p.wrong role="alert" { (view.say(t::MET)) }
        h2 { (view.say(t::THEIR_CHANGE)) }
        (difference(view, &edit.was, &met.theirs))
        h2 { (view.say(t::YOUR_CHANGE)) }
        (difference(view, &edit.was, &edit.text))
        @match &met.merged {
            Some(merged) => {
                h2 { (view.say(t::TOGETHER)) }
                (editor(view, edit, &met.theirs, merged, t::BOTH_CHANGES))
            }
            None => p { (view.say(t::SAME_LINES)) },
        }
        h2 { (view.say(t::YOURS_ALONE)) }
        (editor(view, edit, &met.theirs, &edit.text, t::IN_ITS_PLACE))
    }
}
