//! Review: what waits for a decision, and what each would change.

use maud::{Markup, html};

use crate::code::{CodeFact, CodeFactDecision, code_fact, decision_notice};
use crate::layout::page_layout;
use crate::markdown::without_comments;
use crate::parts::difference::line_diff;
use crate::parts::{form_token, next_page_link};
use crate::texts as t;
use crate::view::ViewContext;

/// A part of the pending proposals, the earliest first.
#[derive(Clone, Debug, Default)]
pub struct ReviewQueue {
    /// The proposals.
    pub proposals: Vec<ChangeProposal>,
    /// Sentences about what could not be read.
    pub complaints: Vec<String>,
    /// The proposal that was just decided about, and whether it was accepted.
    pub decided: Option<(String, bool)>,
    /// Facts whose code has changed.
    pub stale: Vec<CodeFact>,
    /// Last decision about one of the facts.
    pub settled: Option<CodeFactDecision>,
    /// Number of proposals before the next part; none if this is the last part.
    pub next: Option<usize>,
}

/// A change that waits for a decision.
#[derive(Clone, Debug)]
pub struct ChangeProposal {
    /// Its id.
    pub id: String,
    /// Reason for asking a person.
    pub why: ReviewReason,
    /// Text that would be written, or forgotten.
    pub fact: String,
    /// Time at which it was said: `2026-11-21 14:05`.
    pub label: String,
    /// The note with the episode in which it was said; empty where there is none.
    pub episode: String,
    /// Author and project.
    pub from: Vec<String>,
    /// The line that would be struck through.
    pub strikes: Option<String>,
    /// Lines that would leave the note, each with the note that it would go to.
    pub leaving: Vec<(String, String)>,
    /// Change of the note; none for a request to forget.
    pub change: Option<ProposedEdit>,
}

/// Proposed change of a note.
#[derive(Clone, Debug)]
pub struct ProposedEdit {
    /// The note.
    pub note: String,
    /// Present text.
    pub old: String,
    /// Proposed text.
    pub new: String,
}

/// Reason for asking a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewReason {
    /// It says how the agent is to be.
    Soul,
    /// It contradicts a line that a person wrote.
    Contradiction,
    /// An agent asks to forget what it did not write itself.
    Forget,
    /// It is for a note that is always told.
    Always,
    /// Today's rules sort lines of the note otherwise.
    Rework,
    /// An import brought it.
    Imported,
    /// Two machines changed one line.
    Conflict,
}

/// Renders the page.
pub fn review_page(view: &ViewContext, review: &ReviewQueue) -> Markup {
    let next =
        review.next.map(|from| view.to_page_with_query("review", &[("from", &from.to_string())]));
    let body = html! {
        @if let Some((id, accepted)) = &review.decided {
            p.well role="status" {
                (view.fill_blanks(if *accepted { t::ACCEPTED } else { t::REJECTED }, &[id]))
            }
        }
        (decision_notice(view, review.settled))
        @for complaint in &review.complaints { p.wrong { (complaint) } }
        @if review.proposals.is_empty() && review.stale.is_empty() { p.quiet { (view.translate(t::NO_PROPOSALS)) } }
        @else { p.quiet { (view.translate(t::REVIEW_KEYS)) } }
        @for one in &review.proposals { (proposal_article(view, one)) }
        (next_page_link(view, next))
        @if !review.stale.is_empty() {
            section aria-labelledby="stale" {
                h2 #stale { (view.translate(t::STALE)) }
                p.quiet { (view.translate(t::STALE_ARE)) }
                @for fact in &review.stale { (code_fact(view, fact, "")) }
            }
        }
    };
    page_layout(view, view.translate(t::REVIEW), Some("review.js"), body)
}

fn proposal_article(view: &ViewContext, proposal: &ChangeProposal) -> Markup {
    let why = match proposal.why {
        ReviewReason::Soul => t::WHY_SOUL,
        ReviewReason::Contradiction => t::WHY_CONTRADICTION,
        ReviewReason::Forget => t::WHY_FORGET,
        ReviewReason::Always => t::WHY_ALWAYS,
        ReviewReason::Rework => t::WHY_REWORK,
        ReviewReason::Imported => t::WHY_IMPORTED,
        ReviewReason::Conflict => t::WHY_CONFLICT,
    };
    let title = format!("proposal-{}", proposal.id);
    html! {
        article.proposal tabindex="-1" aria-labelledby=(title) {
            h2 id=(title) { (proposal.fact) }
            p { (view.translate(why)) }
            (proposal_origin(view, proposal))
            @if let Some(line) = proposal.strikes.as_ref().filter(|_| proposal.why != ReviewReason::Conflict) { p { (view.translate(t::STRIKES)) ": " s { (line) } } }
            @if !proposal.leaving.is_empty() {
                ul { @for (line, to) in &proposal.leaving { li { (line) " → " code { (to) } } } }
            }
            @match &proposal.change {
                Some(change) => {
                    p { a href=(view.to_note(&change.note)) { (change.note) } }
                    (line_diff(view, &without_comments(&change.old), &without_comments(&change.new)))
                }
                None => {}
            }
            (decision_forms(view, proposal))
        }
    }
}

/// Renders the origin of a proposal.
fn proposal_origin(view: &ViewContext, proposal: &ChangeProposal) -> Markup {
    html! {
        p.about {
            code { (proposal.id) } " · "
            @if proposal.episode.is_empty() { (view.fill_blanks(t::ASKED_ON, &[&proposal.label])) }
            @else {
                (view.fill_blanks(t::SAID_IN, &[&proposal.label])) " "
                a href=(view.to_note(&proposal.episode)) { (proposal.episode) }
            }
            @for part in &proposal.from { " · " (part) }
        }
    }
}

/// Renders the forms that decide.
fn decision_forms(view: &ViewContext, proposal: &ChangeProposal) -> Markup {
    let form = |inside: Markup| {
        html! {
            form method="post" action=(view.to_page("review")) {
                (form_token(view))
                input type="hidden" name="id" value=(proposal.id);
                (inside)
            }
        }
    };
    html! {
        (form(html! {
            @if proposal.why == ReviewReason::Forget { button name="do" value="look" { (view.translate(t::WOULD_FORGET)) } " " }
            @else { button name="do" value="accept" { (view.translate(t::ACCEPT)) } " " }
            button name="do" value="reject" { (view.translate(t::REJECT)) }
        }))
        @if !matches!(proposal.why, ReviewReason::Forget | ReviewReason::Rework | ReviewReason::Conflict) {
            details {
                summary { (view.translate(t::IN_OTHER_WORDS)) }
                (form(html! {
                    label.wide {
                        (view.translate(t::WORDS))
                        textarea name="words" rows="4" required { "\n" (proposal.fact) }
                    }
                    button name="do" value="edit" { (view.translate(t::ACCEPT_EDITED)) }
                }))
            }
        }
    }
}
