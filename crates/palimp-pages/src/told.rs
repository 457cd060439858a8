//! Told: what clients were told, and whether the agent used it.

use maud::{Markup, html};

use crate::layout::page;
use crate::parts::{form_token, more, time};
use crate::texts as t;
use crate::view::View;

/// Something that a client was told.
#[derive(Clone, Debug)]
pub struct Given {
    /// Its number.
    pub id: i64,
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
    /// Pointers to sessions and commits that it held.
    pub pointers: usize,
    /// Those of them that the agent opened later.
    pub opened: usize,
}

/// What was told in one piece.
#[derive(Clone, Debug)]
pub struct Passage {
    /// The heading that it stood under.
    pub section: String,
    /// What it said.
    pub text: String,
    /// The note that it is of, where it says so.
    pub note: Option<String>,
    /// The name by which one knows that the agent used it.
    pub used: Option<String>,
}

/// A part of what was told, newest first.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// What was told.
    pub given: Vec<Given>,
    /// The number before which the next part begins; none where this is the last one.
    pub next: Option<i64>,
    /// What every session is told because its reader wishes it.
    pub always: Vec<String>,
    /// What no session is told again, for the same reason.
    pub never: Vec<String>,
    /// Whether a wish was just taken down, or taken back.
    pub wished: bool,
}

/// The page.
pub fn told(view: &View, told: &Told) -> Markup {
    let next = told.next.map(|from| view.ask("told", &[("before", &from.to_string())]));
    let body = html! {
        p.quiet { (view.say(t::USED_MEANS)) }
        @if told.wished { p.well role="status" { (view.say(t::WISHED)) } }
        (wishes(view, ("always", t::TOLD_ALWAYS, "MEMORY.md"), &told.always))
        (wishes(view, ("never", t::TOLD_NEVER, "never.md"), &told.never))
        @if told.given.is_empty() { p.quiet { (view.say(t::NOTHING_TOLD)) } }
        (opened(view, &told.given))
        ol.moments { @for one in &told.given { (given(view, one, true)) } }
        (more(view, next))
    };
    page(view, view.say(t::TOLD), None, body)
}

/// Sums up the pointers on the page and those that were opened.
fn opened(view: &View, given: &[Given]) -> Markup {
    let sum = |of: fn(&Given) -> usize| given.iter().map(of).sum::<usize>();
    let (pointers, opened) = (sum(|it| it.pointers), sum(|it| it.opened));
    html! {
        @if pointers > 0 { p { (view.fill(t::OPENED_OF, &[&opened, &pointers])) } }
    }
}

/// What its reader wishes of what is told, each with a button that takes it back.
fn wishes(view: &View, (wish, title, note): (&str, t::Text, &str), lines: &[String]) -> Markup {
    html! {
        @if !lines.is_empty() {
            section aria-labelledby=(wish) {
                h2 id=(wish) { (view.say(title)) " · " a href=(view.to_note(note)) { (note) } }
                ul.facts {
                    @for line in lines {
                        li {
                            (line) " "
                            form.inline method="post" action=(view.to("told")) {
                                (form_token(view))
                                input type="hidden" name="wish" value=(wish);
                                input type="hidden" name="line" value=(line);
                                button name="do" value="undo" aria-label={ (view.say(t::TAKE_BACK)) ": " (line) } {
                                    (view.say(t::TAKE_BACK))
                                }
                            }
                        }
                    }
                }
            }
        }
    }
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
                @if given.pointers > 0 {
                    " · " span.used { (view.fill(t::OPENED_OF, &[&given.opened, &given.pointers])) }
                }
            }
            @if let Some(prompt) = &given.prompt { blockquote.short { (prompt) } }
            details open[whence] {
                summary { (view.say(t::WHAT_WAS_TOLD)) }
                ul {
                    @for (number, one) in given.passages.iter().enumerate() {
                        (passage(view, one, whence.then_some((given.id, number))))
                    }
                }
            }
        }
    }
}

/// A passage; with the number of what was told and its own, what can be wished of it.
pub(crate) fn passage(view: &View, passage: &Passage, at: Option<(i64, usize)>) -> Markup {
    html! {
        li {
            span.section { (passage.section) } " "
            (passage.text) " "
            @if let Some(note) = &passage.note { a href=(view.to_note(note)) { (note) } " " }
            @match &passage.used {
                Some(name) => span.used { (view.fill(t::USED_BY, &[name])) },
                None => span.quiet { (view.say(t::NOT_USED)) },
            }
            @if let Some((id, number)) = at {
                form.wish method="post" action=(view.to("told")) {
                    (form_token(view))
                    input type="hidden" name="id" value=(id);
                    input type="hidden" name="passage" value=(number);
                    button name="do" value="never" { (view.say(t::NEVER_AGAIN)) }
                    button name="do" value="always" { (view.say(t::ALWAYS_TELL)) }
                }
            }
        }
    }
}
