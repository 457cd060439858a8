//! Review: what waits for a decision, and what each would change.

use maud::{Markup, html};

use crate::code::{CodeFact, Verdict, code_fact, decided};
use crate::layout::page;
use crate::parts::difference::difference;
use crate::parts::{form_token, more};
use crate::texts as t;
use crate::view::View;

/// A part of what waits, the earliest first.
#[derive(Clone, Debug, Default)]
pub struct Review {
    /// The proposals.
    pub proposals: Vec<Proposal>,
    /// Sentences about what could not be read.
    pub complaints: Vec<String>,
    /// The proposal that was just decided about, and whether it was accepted.
    pub decided: Option<(String, bool)>,
    /// Facts whose code has changed.
    pub stale: Vec<CodeFact>,
    /// What was just decided about one of those.
    pub settled: Option<Verdict>,
    /// How many come before the next part; none where this is the last one.
    pub next: Option<usize>,
}

/// A change that waits for a decision.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Its id.
    pub id: String,
    /// Why a person is asked.
    pub why: Why,
    /// What would be written, or forgotten.
    pub fact: String,
    /// When it was said: `2026-11-21 14:05`.
    pub label: String,
    /// The note with the episode in which it was said; empty where there is none.
    pub episode: String,
    /// Who wrote it, and the project.
    pub from: Vec<String>,
    /// The line that would be struck through.
    pub strikes: Option<String>,
    /// Lines that would leave the note, each with the note that it would go to.
    pub leaving: Vec<(String, String)>,
    /// What would change; none of a wish to forget.
    pub change: Option<Change>,
}

/// What would change.
#[derive(Clone, Debug)]
pub struct Change {
    /// The note.
    pub note: String,
    /// What it says.
    pub old: String,
    /// What it would say.
    pub new: String,
}

/// Why a person is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
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
}

/// The page.
pub fn review(view: &View, review: &Review) -> Markup {
    let next = review.next.map(|from| view.ask("review", &[("from", &from.to_string())]));
    let body = html! {
        @if let Some((id, accepted)) = &review.decided {
            p.well role="status" {
                (view.fill(if *accepted { t::ACCEPTED } else { t::REJECTED }, &[id]))
            }
        }
        (decided(view, review.settled))
        @for complaint in &review.complaints { p.wrong { (view.told(complaint)) } }
        @if review.proposals.is_empty() && review.stale.is_empty() { p.quiet { (view.say(t::NO_PROPOSALS)) } }
        @else { p.quiet { (view.say(t::REVIEW_KEYS)) } }
        @for one in &review.proposals { (proposal(view, one)) }
        (more(view, next))
        @if !review.stale.is_empty() {
            section aria-labelledby="stale" {
                h2 #stale { (view.say(t::STALE)) }
                p.quiet { (view.say(t::STALE_ARE)) }
                @for fact in &review.stale { (code_fact(view, fact, "")) }
            }
        }
    };
    page(view, view.say(t::REVIEW), Some("review.js"), body)
}

fn proposal(view: &View, proposal: &Proposal) -> Markup {
    let why = match proposal.why {
        Why::Soul => t::WHY_SOUL,
        Why::Contradiction => t::WHY_CONTRADICTION,
        Why::Forget => t::WHY_FORGET,
        Why::Always => t::WHY_ALWAYS,
        Why::Rework => t::WHY_REWORK,
        Why::Imported => t::WHY_IMPORTED,
    };
    let title = format!("proposal-{}", proposal.id);
    html! {
        article.proposal tabindex="-1" aria-labelledby=(title) {
            h2 id=(title) { (proposal.fact) }
            p { (view.say(why)) }
            (origin(view, proposal))
            @if let Some(line) = &proposal.strikes { p { (view.say(t::STRIKES)) ": " s { (line) } } }
            @if !proposal.leaving.is_empty() {
                ul { @for (line, to) in &proposal.leaving { li { (line) " → " code { (to) } } } }
            }
            @match &proposal.change {
                Some(change) => {
                    p { a href=(view.to_note(&change.note)) { (change.note) } }
                    (difference(view, &change.old, &change.new))
                }
                None => {}
            }
            (decision(view, proposal))
        }
    }
}

/// Where it came from.
fn origin(view: &View, proposal: &Proposal) -> Markup {
    html! {
        p.about {
            code { (proposal.id) } " · "
            @if proposal.episode.is_empty() { (view.fill(t::ASKED_ON, &[&proposal.label])) }
            @else {
                (view.fill(t::SAID_IN, &[&proposal.label])) " "
                a href=(view.to_note(&proposal.episode)) { (proposal.episode) }
            }
            @for part in &proposal.from { " · " (part) }
        }
    }
}

/// The forms that decide.
fn decision(view: &View, proposal: &Proposal) -> Markup {
    let form = |inside: Markup| {
        html! {
            form method="post" action=(view.to("review")) {
                (form_token(view))
                input type="hidden" name="id" value=(proposal.id);
                (inside)
            }
        }
    };
    html! {
        (form(html! {
            @if proposal.why == Why::Forget { button name="do" value="look" { (view.say(t::WOULD_FORGET)) } " " }
            @else { button name="do" value="accept" { (view.say(t::ACCEPT)) } " " }
            button name="do" value="reject" { (view.say(t::REJECT)) }
        }))
        @if !matches!(proposal.why, Why::Forget | Why::Rework) {
            details {
                summary { (view.say(t::IN_OTHER_WORDS)) }
                (form(html! {
                    label.wide {
                        (view.say(t::WORDS))
                        textarea name="words" rows="4" required { "\n" (proposal.fact) }
                    }
                    button name="do" value="edit" { (view.say(t::ACCEPT_EDITED)) }
                }))
            }
        }
    }
}
