//! What waits for a decision, and the form by which something new does.

use maud::{Markup, html};
use palimp_hub_api::{Finding, Proposal, Propose, Status};

use super::{Reader, Said, about, done, page};
use crate::parts::form_token;
use crate::texts as common;
use crate::texts::hub as t;
use crate::view::View;

/// What waits, each with the name of its scope.
#[derive(Clone, Debug, Default)]
pub struct Waiting {
    /// The oldest first.
    pub proposals: Vec<(Proposal, String)>,
    /// What was just done.
    pub said: Option<Said>,
}

/// The page of what waits.
pub fn proposals(view: &View, reader: &Reader, waiting: &Waiting) -> Markup {
    let is_ending = |it: &&(Proposal, String)| it.0.memory.status == Status::Approved;
    let (ending, others): (Vec<_>, Vec<_>) = waiting.proposals.iter().partition(is_ending);
    let body = html! {
        (done(view, waiting.said))
        p { a href=(view.to("proposals/new")) { (view.say(t::PROPOSE)) } }
        @if waiting.proposals.is_empty() { p.quiet { (view.say(t::NOTHING_WAITS)) } }
        @for (proposal, scope) in others { (one(view, proposal, scope)) }
        @if !ending.is_empty() {
            h2 { (view.say(t::SOON)) }
            p.quiet { (view.say(t::SOON_HOW)) }
            @for (proposal, scope) in ending { (one(view, proposal, scope)) }
        }
    };
    page(view, Some(reader), view.say(t::PROPOSALS), body)
}

fn one(view: &View, proposal: &Proposal, scope: &str) -> Markup {
    let memory = &proposal.memory;
    let title = format!("m-{}", memory.id);
    html! {
        article.proposal tabindex="-1" aria-labelledby=(title) {
            h2 id=(title) { (memory.statement) }
            @if memory.status == Status::Quarantined { p.wrong { (view.say(t::DOUBTED)) } }
            @if !memory.why.is_empty() { div.text { (memory.why) } }
            (about(view, memory, scope))
            @if memory.status == Status::Proposed {
                p.about { (view.fill(common::TEAM_APPROVALS, &[&proposal.approvals, &proposal.needs])) }
            }
            @if !memory.allow.is_empty() {
                p.open { (view.fill(common::TEAM_ALLOWS, &[&memory.allow.join(", ")])) }
            }
            @for id in &memory.supersedes {
                p.open { (view.say(t::TAKES_PLACE)) " " a href=(view.to(&format!("memories/{id}"))) { (id) } }
            }
            (against(view, common::TEAM_SAME, &proposal.duplicates))
            (against(view, common::TEAM_AGAINST, &proposal.contradictions))
            @if proposal.may_review { (decision(view, proposal)) }
            @else { p.quiet { (view.say(common::TEAM_NOT_YOURS)) } }
        }
    }
}

fn against(view: &View, how: common::Text, others: &[palimp_hub_api::Against]) -> Markup {
    html! {
        @for other in others {
            p.open {
                (view.say(how)) " " a href=(view.to(&format!("memories/{}", other.id))) { (other.statement) }
            }
        }
    }
}

/// The forms that decide. What is approved is the very text that is shown.
fn decision(view: &View, proposal: &Proposal) -> Markup {
    let memory = &proposal.memory;
    let form = |inside: Markup| {
        html! {
            form method="post" action=(view.to(&format!("proposals/{}", memory.id))) {
                (form_token(view))
                input type="hidden" name="version" value=(memory.version);
                (inside)
            }
        }
    };
    html! {
        (form(html! { button name="do" value="approve" { (view.say(common::TEAM_APPROVE)) } }))
        details {
            summary { (view.say(common::TEAM_REJECT)) }
            (form(html! {
                label.wide {
                    (view.say(common::TEAM_WHY))
                    textarea name="why" rows="2" required {}
                }
                button name="do" value="reject" { (view.say(common::TEAM_REJECT)) }
            }))
        }
    }
}

/// Something to be proposed, and what kept it from being so.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// As far as it was written.
    pub asked: Propose,
    /// Under which it is proposed once, however often it is sent.
    pub key: String,
    /// The scopes in which the reader may propose.
    pub scopes: Vec<String>,
    /// What may not be kept.
    pub findings: Vec<Finding>,
    /// What else is wrong.
    pub why: Option<String>,
}

/// The form by which something is proposed.
pub fn draft(view: &View, reader: &Reader, draft: &Draft) -> Markup {
    let Draft { asked, key, scopes, findings, why } = draft;
    let kinds = ["decision", "procedure", "convention", "incident", "fact"];
    let body = html! {
        @for it in findings { p.wrong role="alert" { (view.fill(t::FOUND, &[&it.line, &it.field, &it.kind])) } }
        @if let Some(why) = why { p.wrong role="alert" { (why) } }
        form method="post" action=(view.to("proposals/new")) {
            (form_token(view))
            input type="hidden" name="key" value=(key);
            label.wide {
                (view.say(t::STATEMENT))
                textarea name="statement" rows="4" required maxlength="4000" { (asked.statement) }
            }
            label.wide {
                (view.say(common::TEAM_WHY))
                textarea name="why" rows="2" maxlength="4000" { (asked.why) }
            }
            div.filters {
                label {
                    (view.say(t::SCOPE))
                    select name="scope" {
                        @for scope in scopes { option value=(scope) selected[*scope == asked.scope] { (scope) } }
                    }
                }
                label {
                    (view.say(t::KIND))
                    select name="kind" {
                        @for kind in kinds { option value=(kind) selected[kind == asked.kind] { (kind) } }
                    }
                }
                label { (view.say(t::ALLOW)) input name="allow" value=(asked.allow.join(" ")); }
            }
            button { (view.say(t::PROPOSE)) }
        }
    };
    page(view, Some(reader), view.say(t::PROPOSE), body)
}
