//! Sessions: a list of them, and one as a conversation.

use maud::{Markup, html};

use crate::layout::page;
use crate::markdown::rendered;
use crate::parts::moment::{Moment, moment};
use crate::parts::{choice, duration, more, time};
use crate::texts as t;
use crate::told::{Given, given};
use crate::view::View;

/// A session in a list.
#[derive(Clone, Debug)]
pub struct Session {
    /// Its id, as the client has it.
    pub id: String,
    /// The client's name.
    pub client: String,
    /// The project's name.
    pub project: String,
    /// What was done in it.
    pub summary: String,
    /// The files that were changed.
    pub files: Vec<String>,
    /// When it began, in milliseconds since the Unix epoch.
    pub began: i64,
    /// When it ended, or was last heard of.
    pub ended: i64,
    /// How long it took, in seconds.
    pub seconds: i64,
}

/// A part of the list of sessions.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// The sessions, newest first.
    pub sessions: Vec<Session>,
    /// The chosen project; empty for all.
    pub project: String,
    /// The chosen client; empty for all.
    pub client: String,
    /// The chosen day; empty for all.
    pub day: String,
    /// The projects that can be chosen.
    pub projects: Vec<String>,
    /// The clients that can be chosen.
    pub clients: Vec<String>,
    /// How many come before the next part; none where this is the last one.
    pub next: Option<usize>,
}

/// What happened in a session.
#[derive(Clone, Debug)]
pub enum Turn {
    /// Something was done or said.
    Moment(Moment),
    /// palimp told the client something.
    Told(Given),
}

/// What was condensed from a session.
#[derive(Clone, Debug)]
pub struct Condensed {
    /// The note.
    pub path: String,
    /// Where in it.
    pub line: usize,
    /// What it says, Markdown.
    pub text: String,
}

/// The list.
pub fn sessions(view: &View, listed: &Listed) -> Markup {
    let next = listed.next.map(|from| {
        let asked = [("project", listed.project.as_str()), ("client", &listed.client)];
        let day = ("day", listed.day.as_str());
        view.ask("sessions", &[asked[0], asked[1], day, ("from", &from.to_string())])
    });
    let body = html! {
        form.filters action=(view.to("sessions")) method="get" {
            (choice(view, ("project", t::PROJECT), &listed.projects, &listed.project))
            (choice(view, ("client", t::CLIENT), &listed.clients, &listed.client))
            label { (view.say(t::DAY)) input type="date" name="day" value=(listed.day); }
            button { (view.say(t::SHOW)) }
        }
        @if listed.sessions.is_empty() { p.quiet { (view.say(t::NO_SESSIONS)) } }
        ol.list { @for session in &listed.sessions { (entry(view, session)) } }
        (more(view, next))
    };
    page(view, view.say(t::SESSIONS), None, body)
}

/// A session in a list.
pub(crate) fn entry(view: &View, session: &Session) -> Markup {
    html! {
        li {
            p.about {
                a href=(view.to_session(&session.id)) { (session.client) " · " (session.project) }
                " · " (time(view, session.ended))
                " · " (duration(view, session.seconds))
                @if !session.files.is_empty() {
                    " · " (view.fill(t::FILES, &[&session.files.len()]))
                }
            }
            @if !session.summary.is_empty() { div.text.short { (view.summary(&session.summary)) } }
        }
    }
}

/// One session as a conversation. `next` says how many turns come before the next part.
pub fn session(
    view: &View,
    session: &Session,
    turns: &[Turn],
    condensed: &[Condensed],
    next: Option<usize>,
) -> Markup {
    let next = next.map(|from| format!("{}?from={from}", view.to_session(&session.id)));
    let body = html! {
        p.about {
            (time(view, session.began)) " – " (time(view, session.ended))
            " · " (duration(view, session.seconds)) " · " code { (session.id) }
        }
        @if !session.summary.is_empty() {
            section aria-labelledby="summary" {
                h2 #summary { (view.say(t::SUMMARY)) }
                div.text { (view.summary(&session.summary)) }
            }
        }
        @if !condensed.is_empty() {
            section aria-labelledby="condensed" {
                h2 #condensed { (view.say(t::CONDENSED)) }
                @for one in condensed {
                    p.about { a href=(view.to_note(&one.path)) { (one.path) ":" (one.line) } }
                    div.note { (rendered(view, &one.text, &|_| None)) }
                }
            }
        }
        section aria-labelledby="conversation" {
            h2 #conversation { (view.say(t::CONVERSATION)) }
            ol.moments {
                @for turn in turns {
                    @match turn {
                        Turn::Moment(it) => (moment(view, it, false)),
                        Turn::Told(it) => (given(view, it, false)),
                    }
                }
            }
            (more(view, next))
        }
    };
    page(view, &format!("{} · {}", session.client, session.project), None, body)
}
