//! Pages of the organisation's policy, its audit log and its activity.

use maud::{Markup, html};
use palimp_hub_api::{AuditLog, MemoryStatus};

use super::{HubNotice, HubPageReader, hub_page, notice_banner, status_label, timestamp_label};
use crate::parts::{form_token, format_number, next_page_link};
use crate::texts::hub as t;
use crate::view::ViewContext;

/// Policy of an organisation.
#[derive(Clone, Debug, Default)]
pub struct HubPolicyView {
    /// One by one.
    pub rules: Vec<PolicyRule>,
    /// Version that the reader saw, to detect changes; none if they may not change the policy.
    pub version: Option<String>,
    /// Notice of the last action.
    pub said: Option<HubNotice>,
    /// Error in the input.
    pub why: Option<String>,
}

/// A rule of an organisation.
#[derive(Clone, Debug)]
pub struct PolicyRule {
    /// Its name.
    pub name: String,
    /// Value of the rule, in a line.
    pub said: String,
    /// Field that changes it.
    pub field: Field,
}

/// Form field of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// True if the rule is on.
    Yes(bool),
    /// A number.
    Number(String),
    /// JSON.
    Json(String),
}

impl Field {
    /// Sets the value from a form.
    pub fn set_from_form(&mut self, text: &str) {
        match self {
            Field::Yes(yes) => *yes = text == "true",
            // What browsers send has their line ends.
            Field::Number(said) | Field::Json(said) => *said = text.replace("\r\n", "\n"),
        }
    }
}

/// Renders the page of the policy.
pub fn policy_page(view: &ViewContext, reader: &HubPageReader, rules: &HubPolicyView) -> Markup {
    let body = html! {
        (notice_banner(view, rules.said))
        @if let Some(why) = &rules.why { p.wrong role="alert" { (why) } }
        p { (view.fill_blanks(t::POLICY_HOW, &[&reader.org])) }
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
    hub_page(view, Some(reader), view.translate(t::POLICY), body)
}

fn rules_form(view: &ViewContext, rules: &HubPolicyView, version: &str) -> Markup {
    html! {
        form method="post" action=(view.to_page("policy")) {
            (form_token(view))
            input type="hidden" name="version" value=(version);
            @for PolicyRule { name, field, .. } in &rules.rules {
                label.wide {
                    code { (name) }
                    @match field {
                        Field::Yes(yes) => select name=(name) {
                            option value="true" selected[*yes] { (view.translate(t::HOLDS)) }
                            option value="false" selected[!yes] { (view.translate(t::HOLDS_NOT)) }
                        },
                        Field::Number(text) => input type="number" min="0" required name=(name) value=(text);,
                        Field::Json(text) => textarea name=(name) rows="6" spellcheck="false" { (text) },
                    }
                }
            }
            button { (view.translate(t::LAY_DOWN)) }
        }
    }
}

/// Renders the page of the audit: some of its links, newest first, and the link before which the
/// next part begins.
pub fn audit_page(
    view: &ViewContext,
    reader: &HubPageReader,
    (audit, before): (&AuditLog, Option<u64>),
) -> Markup {
    let body = html! {
        p { (view.fill_blanks(t::AUDIT_HOW, &[&format_number(audit.head.seq)])) }
        @if let Some(signed) = &audit.signed {
            p.about { (view.fill_blanks(t::SIGNED, &[&signed.head.seq])) " · " (timestamp_label(&signed.at)) }
        }
        div.scroll {
            table { tbody {
                @for link in audit.links.iter().rev() {
                    tr {
                        td.number { (link.seq) } td { (timestamp_label(&link.at)) } td { (link.action) }
                        td { code { (link.object) } } td { code { (link.actor) } }
                    }
                }
            } }
        }
        (next_page_link(view, before.map(|before| view.to_page_with_query("audit", &[("before", &before.to_string())]))))
    };
    hub_page(view, Some(reader), view.translate(t::AUDIT), body)
}

/// Activity that homes reported, and numbers of memories.
#[derive(Clone, Debug, Default)]
pub struct HubActivityView {
    /// Number of memories by status.
    pub counts: Vec<(MemoryStatus, u64)>,
    /// The newest first.
    pub told: Vec<ProjectActivity>,
}

/// Activity that homes reported for a project's day or week.
#[derive(Clone, Debug, Default)]
pub struct ProjectActivity {
    /// The project.
    pub project: String,
    /// Its first day.
    pub day: String,
    /// True for a week of all members.
    pub weekly: bool,
    /// Summaries of sessions.
    pub summaries: Vec<String>,
    /// Failures that occurred more than once.
    pub failures: Vec<String>,
}

/// Renders the page of the activity that homes reported.
pub fn activity_page(
    view: &ViewContext,
    reader: &HubPageReader,
    activity: &HubActivityView,
) -> Markup {
    let body = html! {
        h2 { (view.translate(t::COUNTS)) }
        table { tbody {
            @for (at, count) in &activity.counts {
                tr { th scope="row" { (status_label(view, *at)) } td.number { (format_number(*count)) } }
            }
        } }
        @if activity.told.is_empty() { p.quiet { (view.translate(t::NO_ACTIVITY)) } }
        @for told in &activity.told {
            @let when = if told.weekly { t::WEEK_OF } else { t::DAY_OF };
            h2 { (view.fill_blanks(when, &[&told.project, &told.day])) }
            ul.facts { @for line in &told.summaries { li { (line) } } }
            @if !told.failures.is_empty() {
                h3 { (view.translate(t::FAILED_OFTEN)) }
                ul.facts { @for line in &told.failures { li { (line) } } }
            }
        }
    };
    hub_page(view, Some(reader), view.translate(t::ACTIVITY), body)
}
