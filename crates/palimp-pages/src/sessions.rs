//! Sessions: a list of them, and one as a conversation.

use maud::{Markup, html};

use crate::injections::{InjectionView, injection_item};
use crate::layout::page_layout;
use crate::markdown::render_markdown;
use crate::parts::moment::{ActivityMoment, moment_item};
use crate::parts::{day, day_label, format_duration, next_page_link, select_field, time_label};
use crate::texts as t;
use crate::view::ViewContext;

/// Renders a session in a list.
#[derive(Clone, Debug)]
pub struct SessionInfo {
    /// Its id, as the client has it.
    pub id: String,
    /// The client's name.
    pub client: String,
    /// The project's name.
    pub project: String,
    /// First prompt, on one line; empty for a session without one.
    pub title: String,
    /// Summary of the work in it.
    pub summary: String,
    /// The files that were changed.
    pub files: Vec<String>,
    /// Start, in milliseconds since the Unix epoch.
    pub began: i64,
    /// End, or time of the last event.
    pub ended: i64,
    /// Duration, in seconds.
    pub seconds: i64,
}

/// A part of the list of sessions.
#[derive(Clone, Debug, Default)]
pub struct SessionList {
    /// The sessions, newest first.
    pub sessions: Vec<SessionInfo>,
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
    /// Number of sessions before the next part; none if this is the last part.
    pub next: Option<usize>,
}

/// Turn of a session.
#[derive(Clone, Debug)]
pub enum SessionTurn {
    /// Something was done or said.
    Moment(ActivityMoment),
    /// palimp told the client something.
    Told(InjectionView),
}

/// Summary that was written from a session.
#[derive(Clone, Debug)]
pub struct SessionEpisode {
    /// The note.
    pub path: String,
    /// Line in the note.
    pub line: usize,
    /// Text of the summary, Markdown.
    pub text: String,
}

/// Renders the list.
pub fn sessions_page(view: &ViewContext, listed: &SessionList) -> Markup {
    let next = listed.next.map(|from| {
        let asked = [("project", listed.project.as_str()), ("client", &listed.client)];
        let day = ("day", listed.day.as_str());
        view.to_page_with_query("sessions", &[asked[0], asked[1], day, ("from", &from.to_string())])
    });
    let body = html! {
        form.filters action=(view.to_page("sessions")) method="get" {
            (select_field(view, ("project", t::PROJECT), &listed.projects, &listed.project))
            (select_field(view, ("client", t::CLIENT), &listed.clients, &listed.client))
            label { (view.translate(t::DAY)) input type="date" name="day" value=(listed.day); }
            button { (view.translate(t::SHOW)) }
        }
        @if listed.sessions.is_empty() { p.quiet { (view.translate(t::NO_SESSIONS)) } }
        @for sessions in listed.sessions.chunk_by(|a, b| day(view, a.ended) == day(view, b.ended)) {
            h2.day { (day_label(view, sessions[0].ended)) }
            ol.list.card { @for session in sessions { (session_item(view, session)) } }
        }
        (next_page_link(view, next))
    };
    page_layout(view, view.translate(t::SESSIONS), None, body)
}

/// Renders a session in a list.
pub(crate) fn session_item(view: &ViewContext, session: &SessionInfo) -> Markup {
    html! {
        li {
            a.title href=(view.to_session(&session.id)) { (session_title(view, session)) }
            p.about {
                (session.client) " · " (session.project)
                " · " (time_label(view, session.ended))
                @if session.seconds > 0 { " · " (format_duration(view, session.seconds)) }
                @if !session.files.is_empty() {
                    " · " (view.fill_blanks(t::FILES, &[&session.files.len()]))
                }
            }
            @if !session.summary.is_empty() { div.text.short { (palimp_core::summary::localized(&session.summary)) } }
        }
    }
}

/// Returns the first prompt of a session, or words for a session without one.
fn session_title<'s>(view: &ViewContext, session: &'s SessionInfo) -> &'s str {
    if session.title.is_empty() { view.translate(t::NO_PROMPT) } else { &session.title }
}

/// Renders one session as a conversation. `next` is the number of turns before the next part.
pub fn session_page(
    view: &ViewContext,
    session: &SessionInfo,
    turns: &[SessionTurn],
    condensed: &[SessionEpisode],
    next: Option<usize>,
) -> Markup {
    let next = next.map(|from| format!("{}?from={from}", view.to_session(&session.id)));
    let body = html! {
        p.about {
            (session.client) " · " (session.project)
            " · " (time_label(view, session.began)) " – " (time_label(view, session.ended))
            @if session.seconds > 0 { " · " (format_duration(view, session.seconds)) }
            " · " code { (session.id) }
        }
        @if !session.summary.is_empty() {
            section aria-labelledby="summary" {
                h2 #summary { (view.translate(t::SUMMARY)) }
                div.text { (palimp_core::summary::localized(&session.summary)) }
            }
        }
        @if !condensed.is_empty() {
            section aria-labelledby="condensed" {
                h2 #condensed { (view.translate(t::CONDENSED)) }
                @for one in condensed {
                    p.about { a href=(view.to_note(&one.path)) { (one.path) ":" (one.line) } }
                    div.note { (render_markdown(view, &one.text, &|_| None)) }
                }
            }
        }
        section aria-labelledby="conversation" {
            h2 #conversation { (view.translate(t::CONVERSATION)) }
            ol.moments {
                @for turn in turns {
                    @match turn {
                        SessionTurn::Moment(it) => (moment_item(view, it, false)),
                        SessionTurn::Told(it) => (injection_item(view, it, None)),
                    }
                }
            }
            (next_page_link(view, next))
        }
    };
    page_layout(view, session_title(view, session), None, body)
}
