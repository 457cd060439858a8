//! Pages of pending proposals and of a new proposal.

use maud::{Markup, html};
use palimp_hub_api::{FieldFinding, HubProposal, MemoryStatus, Propose};

use super::{HubNotice, HubPageReader, hub_page, memory_details, notice_banner};
use crate::parts::form_token;
use crate::texts as common;
use crate::texts::hub as t;
use crate::view::ViewContext;

/// Pending proposals, each with the name of its scope.
#[derive(Clone, Debug, Default)]
pub struct PendingProposals {
    /// The oldest first.
    pub proposals: Vec<(HubProposal, String)>,
    /// Notice of the last action.
    pub said: Option<HubNotice>,
}

/// Renders the page of pending proposals.
pub fn proposals_page(
    view: &ViewContext,
    reader: &HubPageReader,
    waiting: &PendingProposals,
) -> Markup {
    let is_ending = |it: &&(HubProposal, String)| it.0.memory.status == MemoryStatus::Approved;
    let (ending, others): (Vec<_>, Vec<_>) = waiting.proposals.iter().partition(is_ending);
    let body = html! {
        (notice_banner(view, waiting.said))
        p { a href=(view.to_page("proposals/new")) { (view.translate(t::PROPOSE)) } }
        @if waiting.proposals.is_empty() { p.quiet { (view.translate(t::NOTHING_WAITS)) } }
        @for (proposal, scope) in others { (proposal_article(view, proposal, scope)) }
        @if !ending.is_empty() {
            h2 { (view.translate(t::SOON)) }
            p.quiet { (view.translate(t::SOON_HOW)) }
            @for (proposal, scope) in ending { (proposal_article(view, proposal, scope)) }
        }
    };
    hub_page(view, Some(reader), view.translate(t::PROPOSALS), body)
}

fn proposal_article(view: &ViewContext, proposal: &HubProposal, scope: &str) -> Markup {
    let memory = &proposal.memory;
    let title = format!("m-{}", memory.id);
    html! {
        article.proposal tabindex="-1" aria-labelledby=(title) {
            h2 id=(title) { (memory.statement) }
            @if memory.status == MemoryStatus::Quarantined { p.wrong { (view.translate(t::DOUBTED)) } }
            @if !memory.why.is_empty() { div.text { (memory.why) } }
            (memory_details(view, memory, scope))
            @if memory.status == MemoryStatus::Proposed {
                p.about { (view.fill_blanks(common::TEAM_APPROVALS, &[&proposal.approvals, &proposal.needs])) }
            }
            @if !memory.allow.is_empty() {
                p.open { (view.fill_blanks(common::TEAM_ALLOWS, &[&memory.allow.join(", ")])) }
            }
            @for id in &memory.supersedes {
                p.open { (view.translate(t::TAKES_PLACE)) " " a href=(view.to_page(&format!("memories/{id}"))) { (id) } }
            }
            (related_memories(view, common::TEAM_SAME, &proposal.duplicates))
            (related_memories(view, common::TEAM_AGAINST, &proposal.contradictions))
            @if proposal.may_review { (decision_forms(view, proposal)) }
            @else { p.quiet { (view.translate(common::TEAM_NOT_YOURS)) } }
        }
    }
}

fn related_memories(
    view: &ViewContext,
    how: common::PageText,
    others: &[palimp_hub_api::ComparedMemory],
) -> Markup {
    html! {
        @for other in others {
            p.open {
                (view.translate(how)) " " a href=(view.to_page(&format!("memories/{}", other.id))) { (other.statement) }
            }
        }
    }
}

/// Renders the forms that decide. An approval applies to exactly the text that is shown.
fn decision_forms(view: &ViewContext, proposal: &HubProposal) -> Markup {
    let memory = &proposal.memory;
    let form = |inside: Markup| {
        html! {
            form method="post" action=(view.to_page(&format!("proposals/{}", memory.id))) {
                (form_token(view))
                input type="hidden" name="version" value=(memory.version);
                (inside)
            }
        }
    };
    html! {
        (form(html! { button name="do" value="approve" { (view.translate(common::TEAM_APPROVE)) } }))
        details {
            summary { (view.translate(common::TEAM_REJECT)) }
            (form(html! {
                label.wide {
                    (view.translate(common::TEAM_WHY))
                    textarea name="why" rows="2" required {}
                }
                button name="do" value="reject" { (view.translate(common::TEAM_REJECT)) }
            }))
        }
    }
}

/// A new proposal, and the problems that kept it from being sent.
#[derive(Clone, Debug, Default)]
pub struct ProposalForm {
    /// As far as it was written.
    pub asked: Propose,
    /// Under which it is proposed once, however often it is sent.
    pub key: String,
    /// The scopes in which the reader may propose.
    pub scopes: Vec<String>,
    /// Secrets and personal data that must not be stored.
    pub findings: Vec<FieldFinding>,
    /// Other problem.
    pub why: Option<String>,
}

/// Renders the form of a new proposal.
pub fn draft_page(view: &ViewContext, reader: &HubPageReader, draft: &ProposalForm) -> Markup {
    let ProposalForm { asked, key, scopes, findings, why } = draft;
    let kinds = ["decision", "procedure", "convention", "incident", "fact"];
    let body = html! {
        @for it in findings { p.wrong role="alert" { (view.fill_blanks(t::FOUND, &[&it.line, &it.field, &it.kind])) } }
        @if let Some(why) = why { p.wrong role="alert" { (why) } }
        form method="post" action=(view.to_page("proposals/new")) {
            (form_token(view))
            input type="hidden" name="key" value=(key);
            label.wide {
                (view.translate(t::STATEMENT))
                textarea name="statement" rows="4" required maxlength="4000" { (asked.statement) }
            }
            label.wide {
                (view.translate(common::TEAM_WHY))
                textarea name="why" rows="2" maxlength="4000" { (asked.why) }
            }
            div.filters {
                label {
                    (view.translate(t::SCOPE))
                    select name="scope" {
                        @for scope in scopes { option value=(scope) selected[*scope == asked.scope] { (scope) } }
                    }
                }
                label {
                    (view.translate(t::KIND))
                    select name="kind" {
                        @for kind in kinds { option value=(kind) selected[kind == asked.kind] { (kind) } }
                    }
                }
                label { (view.translate(t::ALLOW)) input name="allow" value=(asked.allow.join(" ")); }
            }
            button { (view.translate(t::PROPOSE)) }
        }
    };
    hub_page(view, Some(reader), view.translate(t::PROPOSE), body)
}
