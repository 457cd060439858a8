//! What is laid down, and what happened.

use maud::{Markup, html};
use palimp_hub_api::{Audit, Status};

use super::{Reader, moment, page, status};
use crate::parts::{more, number};
use crate::texts::hub as t;
use crate::view::View;

/// The page of what the organisation lays down, a name and a value each.
pub fn policy(view: &View, reader: &Reader, rules: &[(String, String)]) -> Markup {
    let body = html! {
        p { (view.fill(t::POLICY_HOW, &[&reader.org])) }
        div.scroll {
            table { tbody {
                @for (name, value) in rules { tr { th scope="row" { code { (name) } } td { (value) } } }
            } }
        }
    };
    page(view, Some(reader), view.say(t::POLICY), body)
}

/// The page of the audit: some of its links, newest first, and before which one the next part begins.
pub fn audit(view: &View, reader: &Reader, (audit, before): (&Audit, Option<u64>)) -> Markup {
    let body = html! {
        p { (view.fill(t::AUDIT_HOW, &[&number(audit.head.seq)])) }
        @if let Some(signed) = &audit.signed {
            p.about { (view.fill(t::SIGNED, &[&signed.head.seq])) " · " (moment(&signed.at)) }
        }
        div.scroll {
            table { tbody {
                @for link in audit.links.iter().rev() {
                    tr {
                        td.number { (link.seq) } td { (moment(&link.at)) } td { (link.action) }
                        td { code { (link.object) } } td { code { (link.actor) } }
                    }
                }
            } }
        }
        (more(view, before.map(|before| view.ask("audit", &[("before", &before.to_string())]))))
    };
    page(view, Some(reader), view.say(t::AUDIT), body)
}

/// What homes tell of their sessions, and how many memories there are.
#[derive(Clone, Debug, Default)]
pub struct Activity {
    /// How many memories stand where.
    pub counts: Vec<(Status, u64)>,
    /// The newest first.
    pub told: Vec<Told>,
}

/// What homes told of a project's day, or of its week.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The project.
    pub project: String,
    /// Its first day.
    pub day: String,
    /// Whether it is a week of everybody.
    pub weekly: bool,
    /// What sessions did.
    pub summaries: Vec<String>,
    /// What failed more than once.
    pub failures: Vec<String>,
}

/// The page of what homes tell of their sessions.
pub fn activity(view: &View, reader: &Reader, activity: &Activity) -> Markup {
    let body = html! {
        h2 { (view.say(t::USAGE)) }
        table { tbody {
            @for (at, count) in &activity.counts {
                tr { th scope="row" { (status(view, *at)) } td.number { (number(*count)) } }
            }
        } }
        @if activity.told.is_empty() { p.quiet { (view.say(t::NO_ACTIVITY)) } }
        @for told in &activity.told {
            @let when = if told.weekly { t::WEEK_OF } else { t::DAY_OF };
            h2 { (view.fill(when, &[&told.project, &told.day])) }
            ul.facts { @for line in &told.summaries { li { (line) } } }
            @if !told.failures.is_empty() {
                h3 { (view.say(t::FAILED_OFTEN)) }
                ul.facts { @for line in &told.failures { li { (line) } } }
            }
        }
    };
    page(view, Some(reader), view.say(t::ACTIVITY), body)
}
