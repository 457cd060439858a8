//! Time: sessions by day, failures that came back, files that were touched most.

use maud::{Markup, html};

use crate::layout::page;
use crate::parts::{choice, time};
use crate::texts as t;
use crate::view::View;

/// What one looks back at.
#[derive(Clone, Debug, Default)]
pub struct Past {
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
    /// How many sessions of each project and client there were on these days, the most first.
    pub strips: Vec<Strip>,
    /// Failures that came back.
    pub returned: Vec<Returned>,
    /// The files that were touched most.
    pub touched: Vec<Touched>,
}

/// The sessions of a project and a client, by day.
#[derive(Clone, Debug)]
pub struct Strip {
    /// The project.
    pub project: String,
    /// The client.
    pub client: String,
    /// How many on each day.
    pub sessions: Vec<usize>,
}

/// A failure that came back.
#[derive(Clone, Debug)]
pub struct Returned {
    /// What was said.
    pub failure: String,
    /// The command that failed.
    pub command: String,
    /// The project.
    pub project: String,
    /// How often, and in how many sessions.
    pub times: [usize; 2],
    /// The session that met it last, and when, in milliseconds since the Unix epoch.
    pub last: (String, i64),
    /// What ended it.
    pub ended: Ended,
}

/// What ended a failure.
#[derive(Clone, Debug, Default)]
pub struct Ended {
    /// When the command ran well, in milliseconds since the Unix epoch.
    pub at: Option<i64>,
    /// What the agent said that it came from.
    pub cause: Option<String>,
}

/// A file that was touched often.
#[derive(Clone, Debug)]
pub struct Touched {
    /// The project.
    pub project: String,
    /// The file.
    pub path: String,
    /// How many sessions changed it.
    pub sessions: usize,
}

/// The page.
pub fn past(view: &View, past: &Past) -> Markup {
    let body = html! {
        form.filters action=(view.to("time")) method="get" {
            (choice(view, ("project", t::PROJECT), &past.projects, &past.project))
            (choice(view, ("client", t::CLIENT), &past.clients, &past.client))
            button { (view.say(t::SHOW)) }
        }
        section aria-labelledby="days" {
            h2 #days { (view.say(t::DAYS)) }
            @if past.strips.is_empty() { p.quiet { (view.say(t::NO_SESSIONS)) } }
            @else { (days(view, past)) }
        }
        section aria-labelledby="returned" {
            h2 #returned { (view.say(t::RETURNED)) }
            @if past.returned.is_empty() { p.quiet { (view.say(t::NONE_RETURNED)) } }
            ol.list { @for one in &past.returned { (returned(view, one)) } }
        }
        @if !past.touched.is_empty() {
            section aria-labelledby="touched" {
                h2 #touched { (view.say(t::TOUCHED)) }
                ol.list { @for one in &past.touched { (touched(view, one)) } }
            }
        }
    };
    page(view, view.say(t::TIME), None, body)
}

/// The days as squares, and as a table for whoever does not see them.
fn days(view: &View, past: &Past) -> Markup {
    let name = |day: Option<&String>| day.cloned().unwrap_or_default();
    let most = past.strips.iter().flat_map(|strip| &strip.sessions).copied().max().unwrap_or(1);
    html! {
        p.quiet { (view.fill(t::DAYS_ARE, &[&name(past.days.first()), &name(past.days.last())])) }
        @for strip in &past.strips { (squares(view, past, strip, most)) }
        details {
            summary { (view.say(t::AS_TABLE)) }
            div.scroll { table {
                thead { tr {
                    @for name in [t::DAY, t::PROJECT, t::CLIENT, t::SESSIONS] {
                        th scope="col" { (view.say(name)) }
                    }
                } }
                tbody { @for strip in &past.strips { (rows(view, past, strip)) } }
            } }
        }
    }
}

fn squares(view: &View, past: &Past, strip: &Strip, most: usize) -> Markup {
    html! {
        div.strip aria-hidden="true" {
            span { (strip.client) " · " (strip.project) }
            svg viewBox={ "0 0 " (past.days.len() * 10) " 10" } preserveAspectRatio="none" {
                @for (at, (day, sessions)) in past.days.iter().zip(&strip.sessions).enumerate() {
                    @let square = html! {
                        rect class={ "heat-" (heat(*sessions, most)) } x=(at * 10) width="9" height="10" {
                            title { (view.fill(t::SESSIONS_OF, &[day, sessions])) }
                        }
                    };
                    @if *sessions == 0 { (square) }
                    @else { a tabindex="-1" href=(to_day(view, strip, day)) { (square) } }
                }
            }
        }
    }
}

/// How dark a square is, from 0 to 4.
fn heat(sessions: usize, most: usize) -> usize {
    (sessions * 4).div_ceil(most.max(1)).min(4)
}

fn rows(view: &View, past: &Past, strip: &Strip) -> Markup {
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

fn to_day(view: &View, strip: &Strip, day: &str) -> String {
    let of = [("project", strip.project.as_str()), ("client", &strip.client), ("day", day)];
    view.ask("sessions", &of)
}

fn returned(view: &View, one: &Returned) -> Markup {
    html! {
        li {
            p { strong { (one.failure) } " ← " code { (one.command) } }
            p.about {
                (view.fill(t::MET_IN, &[&one.times[0], &one.times[1]]))
                " · " a href=(view.to_session(&one.last.0)) { (one.project) }
                " · " (time(view, one.last.1))
            }
            @match one.ended.at {
                Some(at) => p.well { (view.say(t::ENDED_BY)) " " (time(view, at)) "." },
                None => p.open { (view.say(t::NOT_ENDED)) },
            }
            @if let Some(cause) = &one.ended.cause { p { (view.say(t::CAME_FROM)) " " (cause) } }
        }
    }
}

fn touched(view: &View, one: &Touched) -> Markup {
    html! {
        li {
            code { (one.path) }
            " · " a href=(view.ask("sessions", &[("project", &one.project)])) { (one.project) }
            " · " (view.fill(t::IN_SESSIONS, &[&one.sessions]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::heat;

    #[test]
    fn a_day_with_a_session_is_never_blank() {
        assert_eq!([heat(0, 9), heat(1, 1_000), heat(5, 10), heat(10, 10)], [0, 1, 2, 4]);
    }
}
