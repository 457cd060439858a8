//! What is laid down, and what happened.

use maud::{Markup, html};
use palimp_hub_api::{Audit, Status};

use super::{Reader, Said, done, moment, page, status};
use crate::parts::{form_token, more, number};
use crate::texts::hub as t;
use crate::view::View;

/// What an organisation lays down.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// One by one.
    pub rules: Vec<Rule>,
    /// What is known again of what the reader read; none where she may not change it.
    pub version: Option<String>,
    /// What was just done.
    pub said: Option<Said>,
    /// What is wrong with what was sent.
    pub why: Option<String>,
}

/// A rule of an organisation.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// What it says, in a line.
    pub said: String,
    /// How it is changed.
    pub field: Field,
}

/// How a rule stands in a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// Whether it holds.
    Yes(bool),
    /// A number.
    Number(String),
    /// JSON.
    Json(String),
}

impl Field {
    /// Puts into it what a form says.
    pub fn write(&mut self, text: &str) {
        match self {
            Field::Yes(yes) => *yes = text == "true",
            // What browsers send has their line ends.
            Field::Number(said) | Field::Json(said) => *said = text.replace("\r\n", "\n"),
        }
    }
}

/// The page of what the organisation lays down.
pub fn policy(view: &View, reader: &Reader, rules: &Rules) -> Markup {
    let body = html! {
        (done(view, rules.said))
        @if let Some(why) = &rules.why { p.wrong role="alert" { (why) } }
        p { (view.fill(t::POLICY_HOW, &[&reader.org])) }
        @match &rules.version {
            Some(version) => (rules_form(view, rules, version)),
            None => div.scroll {
                table { tbody {
                    @for rule in &rules.rules {
                        tr { th scope="row" { code { (rule.name) } } td { (rule.said) } }
                    }
                } }
            }
        }
    };
    page(view, Some(reader), view.say(t::POLICY), body)
}

fn rules_form(view: &View, rules: &Rules, version: &str) -> Markup {
    html! {
        form method="post" action=(view.to("policy")) {
            (form_token(view))
            input type="hidden" name="version" value=(version);
            @for Rule { name, field, .. } in &rules.rules {
                label.wide {
                    code { (name) }
                    @match field {
                        Field::Yes(yes) => select name=(name) {
                            option value="true" selected[*yes] { (view.say(t::HOLDS)) }
                            option value="false" selected[!yes] { (view.say(t::HOLDS_NOT)) }
                        },
                        Field::Number(text) => input type="number" min="0" required name=(name) value=(text);,
                        Field::Json(text) => textarea name=(name) rows="6" spellcheck="false" { (text) },
                    }
                }
            }
            button { (view.say(t::LAY_DOWN)) }
        }
    }
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
        h2 { (view.say(t::COUNTS)) }
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
