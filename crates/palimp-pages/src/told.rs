//! Told: what clients were told, and whether the agent used it.

use maud::{Markup, html};

use crate::layout::page;
use crate::parts::{more, time};
use crate::texts as t;
use crate::view::View;

/// Something that a client was told.
#[derive(Clone, Debug)]
pub struct Given {
    /// When, in milliseconds since the Unix epoch.
    pub at: i64,
    /// The client's name.
    pub client: String,
    /// The project's name.
    pub project: String,
    /// The client's session.
    pub session: String,
    /// The client's event that it answered.
    pub event: String,
    /// The prompt that it came with, where it answered one.
    pub prompt: Option<String>,
    /// Its length, in characters.
    pub chars: i64,
    /// What it was made of.
    pub passages: Vec<Passage>,
}

/// What was told in one piece.
#[derive(Clone, Debug)]
pub struct Passage {
    /// The heading that it stood under.
    pub section: String,
    /// What it said.
    pub text: String,
    /// The name by which one knows that the agent used it.
    pub used: Option<String>,
}

/// A part of what was told, newest first.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// What was told.
    pub given: Vec<Given>,
    /// How many come before the next part; none where this is the last one.
    pub next: Option<usize>,
}

/// The page.
pub fn told(view: &View, told: &Told) -> Markup {
    let next = told.next.map(|from| view.ask("told", &[("from", &from.to_string())]));
    let body = html! {
        p.quiet { (view.say(t::USED_MEANS)) }
        @if told.given.is_empty() { p.quiet { (view.say(t::NOTHING_TOLD)) } }
        ol.moments { @for one in &told.given { (given(view, one, true)) } }
        (more(view, next))
    };
    page(view, view.say(t::TOLD), None, body)
}

/// Something told, as part of a list. `whence` says to whom.
pub(crate) fn given(view: &View, given: &Given, whence: bool) -> Markup {
    let used = given.passages.iter().filter(|it| it.used.is_some()).count();
    html! {
        li.moment.told {
            p.about {
                strong { (view.say(t::PALIMP_TOLD)) } " · " (given.event)
                @if whence {
                    " · " a href=(view.to_session(&given.session)) { (given.client) " · " (given.project) }
                }
                " · " (time(view, given.at))
                " · " (view.fill(t::USED_OF, &[&used, &given.passages.len(), &given.chars]))
            }
            @if let Some(prompt) = &given.prompt { blockquote.short { (prompt) } }
            details open[whence] {
                summary { (view.say(t::WHAT_WAS_TOLD)) }
                ul { @for one in &given.passages { (passage(view, one)) } }
            }
        }
    }
}

fn passage(view: &View, passage: &Passage) -> Markup {
    html! {
        li {
            span.section { (passage.section) } " "
            (passage.text) " "
            @match &passage.used {
                Some(name) => span.used { (view.fill(t::USED_BY, &[name])) },
                None => span.quiet { (view.say(t::NOT_USED)) },
            }
        }
    }
}
