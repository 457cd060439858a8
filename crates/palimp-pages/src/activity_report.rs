//! Trends: sessions by day, failures that came back, files that were touched most.

use maud::{Markup, html};

use crate::layout::page_layout;
use crate::parts::{select_field, time_label};
use crate::texts as t;
use crate::view::ViewContext;

/// Past activity: sessions by day, recurring failures, touched files.
#[derive(Clone, Debug, Default)]
pub struct TimeOverview {
    /// The chosen project; empty for all.
    pub project: String,
    /// The chosen client; empty for all.
    pub client: String,
    /// The projects that can be chosen.
    pub projects: Vec<String>,
    /// The clients that can be chosen.
    pub clients: Vec<String>,
    /// The days, the first first.
    pub days: Vec<String>,
    /// Numbers of sessions of each project and client on these days, the most active first.
    pub strips: Vec<Strip>,
    /// Failures that came back.
    pub returned: Vec<RecurringFailureView>,
    /// The files that were touched most.
    pub touched: Vec<TouchedFile>,
}

/// The sessions of a project and a client, by day.
#[derive(Clone, Debug)]
pub struct Strip {
    /// The project.
    pub project: String,
    /// The client.
    pub client: String,
    /// Number of sessions on each day.
    pub sessions: Vec<usize>,
}

/// A failure that came back.
#[derive(Clone, Debug)]
pub struct RecurringFailureView {
    /// Message of the failure.
    pub failure: String,
    /// The command that failed.
    pub command: String,
    /// The project.
    pub project: String,
    /// Number of occurrences, and of sessions.
    pub times: [usize; 2],
    /// The session that met it last, and when, in milliseconds since the Unix epoch.
    pub last: (String, i64),
    /// End of the failure.
    pub ended: FailureEnd,
}

/// End of a failure.
#[derive(Clone, Debug, Default)]
pub struct FailureEnd {
    /// Time of the command's success, in milliseconds since the Unix epoch.
    pub at: Option<i64>,
    /// Cause, as stated by the agent.
    pub cause: Option<String>,
}

/// A file that was touched often.
#[derive(Clone, Debug)]
pub struct TouchedFile {
    /// The project.
    pub project: String,
    /// The file.
    pub path: String,
    /// Number of sessions that changed it.
    pub sessions: usize,
}

/// Renders the page.
pub fn time_page(view: &ViewContext, past: &TimeOverview) -> Markup {
    let body = html! {
        form.filters action=(view.to_page("time")) method="get" {
            (select_field(view, ("project", t::PROJECT), &past.projects, &past.project))
            (select_field(view, ("client", t::CLIENT), &past.clients, &past.client))
            button { (view.translate(t::SHOW)) }
        }
        section aria-labelledby="days" {
            h2 #days { (view.translate(t::DAYS)) }
            @if past.strips.is_empty() { p.quiet { (view.translate(t::NO_SESSIONS)) } }
            @else { (day_chart(view, past)) }
        }
        section aria-labelledby="returned" {
            h2 #returned { (view.translate(t::RETURNED)) }
            @if past.returned.is_empty() { p.quiet { (view.translate(t::NONE_RETURNED)) } }
            ol.list.card[!past.returned.is_empty()] { @for one in &past.returned { (failure_item(view, one)) } }
        }
        @if !past.touched.is_empty() {
            section aria-labelledby="touched" {
                h2 #touched { (view.translate(t::TOUCHED)) }
                ol.list.card { @for one in &past.touched { (touched_file_item(view, one)) } }
            }
        }
    };
    page_layout(view, view.translate(t::TIME), None, body)
}

/// Renders the days as squares, and as a table for screen readers.
fn day_chart(view: &ViewContext, past: &TimeOverview) -> Markup {
    let name = |day: Option<&String>| day.cloned().unwrap_or_default();
    let most = past.strips.iter().flat_map(|strip| &strip.sessions).copied().max().unwrap_or(1);
    html! {
        p.quiet { (view.fill_blanks(t::DAYS_ARE, &[&name(past.days.first()), &name(past.days.last())])) }
        @for strip in &past.strips { (day_squares(view, past, strip, most)) }
        details {
            summary { (view.translate(t::AS_TABLE)) }
            div.scroll { table {
                thead { tr {
                    @for name in [t::DAY, t::PROJECT, t::CLIENT, t::SESSIONS] {
                        th scope="col" { (view.translate(name)) }
                    }
                } }
                tbody { @for strip in &past.strips { (day_rows(view, past, strip)) } }
            } }
        }
    }
}

fn day_squares(view: &ViewContext, past: &TimeOverview, strip: &Strip, most: usize) -> Markup {
    html! {
        div.strip aria-hidden="true" {
            span { (strip.client) " · " (strip.project) }
            svg viewBox={ "0 0 " (past.days.len() * 10) " 10" } preserveAspectRatio="none" {
                @for (at, (day, sessions)) in past.days.iter().zip(&strip.sessions).enumerate() {
                    @let square = html! {
                        rect class={ "heat-" (heat_level(*sessions, most)) } x=(at * 10) width="9" height="10" {
                            title { (view.fill_blanks(t::SESSIONS_OF, &[day, sessions])) }
                        }
                    };
                    @if *sessions == 0 { (square) }
                    @else { a tabindex="-1" href=(to_day(view, strip, day)) { (square) } }
                }
            }
        }
    }
}

/// Returns the darkness of a square, from 0 to 4.
fn heat_level(sessions: usize, most: usize) -> usize {
    (sessions * 4).div_ceil(most.max(1)).min(4)
}

fn day_rows(view: &ViewContext, past: &TimeOverview, strip: &Strip) -> Markup {
    let days = past.days.iter().zip(&strip.sessions).rev();
    html! {
        @for (day, sessions) in days.filter(|(_, sessions)| **sessions > 0) {
            tr {
                th scope="row" { (day) }
                td { (strip.project) }
                td { (strip.client) }
                td.number { a href=(to_day(view, strip, day)) { (sessions) } }
            }
        }
    }
}

fn to_day(view: &ViewContext, strip: &Strip, day: &str) -> String {
    let of = [("project", strip.project.as_str()), ("client", &strip.client), ("day", day)];
    view.to_page_with_query("sessions", &of)
}

/// Renders a failure that came back, and what ended it.
pub(crate) fn failure_item(view: &ViewContext, one: &RecurringFailureView) -> Markup {
    html! {
        li {
            p { strong { (one.failure) } " ← " code { (one.command) } }
            p.about {
                (view.fill_blanks(t::MET_IN, &[&one.times[0], &one.times[1]]))
                " · " a href=(view.to_session(&one.last.0)) { (one.project) }
                " · " (time_label(view, one.last.1))
            }
            @match one.ended.at {
                Some(at) => p.well { (view.translate(t::ENDED_BY)) " " (time_label(view, at)) "." },
                None => p.open { (view.translate(t::NOT_ENDED)) },
            }
            @if let Some(cause) = &one.ended.cause { p { (view.translate(t::CAME_FROM)) " " (cause) } }
        }
    }
}

fn touched_file_item(view: &ViewContext, one: &TouchedFile) -> Markup {
    html! {
        li {
            code { (one.path) }
            " · " a href=(view.to_page_with_query("sessions", &[("project", &one.project)])) { (one.project) }
            " · " (view.fill_blanks(t::IN_SESSIONS, &[&one.sessions]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::heat_level;

    #[test]
    fn a_day_with_a_session_is_never_blank() {
        assert_eq!(
            [heat_level(0, 9), heat_level(1, 1_000), heat_level(5, 10), heat_level(10, 10)],
            [0, 1, 2, 4]
        );
    }
}
