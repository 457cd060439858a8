//! Review.

use std::sync::Arc;

use jiff::Zoned;
use palimp_engine::memory::Memory;
use palimp_engine::review::{self, Kind};
use palimp_pages::{
    ChangeProposal, CodeFactDecision, PageError, ProposedEdit, ReviewQueue, ReviewReason,
};
use palimp_serve::extract::State;
use palimp_serve::response::Response;

use crate::asked::Asked;
use crate::desk::{Asking, Desk, Outcome, act, answer, failed, refused};
use crate::{code, forget, shown};

pub(crate) async fn page(State(desk): State<Arc<Desk>>, asking: Asking) -> Response {
    answer(desk, asking, |desk, asking| {
        let memory = desk.notes();
        let waiting = memory.proposals().map_err(failed)?;
        let mut review = ReviewQueue { complaints: waiting.complaints, ..ReviewQueue::default() };
        let weight = |it: &review::Proposal| it.asked.fact.len() * 4 + 2_000;
        let from = asking.asked.number("from");
        let (part, next) = shown::part(waiting.proposals, from, weight);
        review.next = next;
        review.proposals = part.into_iter().map(|it| proposal(&memory, it)).collect();
        review.decided = decided(&asking.asked);
        review.settled = CodeFactDecision::from_name(asking.asked.text("code"));
        review.stale = if from == 0 { code::stale(desk)? } else { Vec::new() };
        Ok(palimp_pages::review_page(&asking.view, &review))
    })
    .await
}

/// What an address says of the last decision: an id and the decision, and nothing else.
fn decided(asked: &Asked) -> Option<(String, bool)> {
    let accepted = asked.some("accepted");
    let is_accepted = accepted.is_some();
    let id = accepted.or_else(|| asked.some("rejected"))?;
    (id.len() <= 16 && id.chars().all(|c| c.is_ascii_hexdigit())).then_some((id, is_accepted))
}

/// Does what the form decides.
pub(crate) async fn decide(
    State(desk): State<Arc<Desk>>,
    asking: Asking,
    form: String,
) -> Response {
    act(desk, asking, move |desk, asking| {
        let form = Asked::of(&form);
        let (id, memory, now) = (form.text("id"), desk.notes(), Zoned::now());
        let (word, decided) = match form.text("do") {
            "accept" => ("accepted", memory.accept(id, &now).map(|it| it.proposal)),
            "edit" => {
                let words = form.text("words").replace("\r\n", "\n");
                ("accepted", memory.accept_as(id, Some(&words), &now).map(|it| it.proposal))
            }
            "reject" => ("rejected", memory.reject(id)),
            "look" => return forget::shown(desk, asking, id).map(Outcome::Page),
            "forget" => return forget::done(desk, asking, id).map(Outcome::Page),
            _ => return Err(PageError::Missing),
        };
        let decided = decided.map_err(refused)?;
        Ok(Outcome::Done(format!("{}review?{word}={}", desk.base(), decided.id)))
    })
    .await
}

fn proposal(memory: &Memory, it: review::Proposal) -> ChangeProposal {
    let change = match it.kind {
        Kind::Forget => None,
        // Where it cannot be shown, what is in the way is said by whoever accepts it.
        _ => memory.would_say(&it, &Zoned::now()).ok(),
    };
    let asked = it.asked;
    let by = asked.by.map(|by| {
        let client = by.client.map_or(String::new(), |client| format!(" ({client})"));
        format!("{}{client}", by.author.name())
    });
    ChangeProposal {
        id: it.id,
        why: match it.kind {
            Kind::Soul => ReviewReason::Soul,
            Kind::Contradiction => ReviewReason::Contradiction,
            Kind::Forget => ReviewReason::Forget,
            Kind::Always => ReviewReason::Always,
            Kind::Rework => ReviewReason::Rework,
            Kind::Imported => ReviewReason::Imported,
        },
        fact: asked.fact,
        label: asked.label,
        episode: asked.episode,
        from: by.into_iter().chain(asked.project).collect(),
        strikes: asked.written,
        leaving: asked.leaving.into_iter().map(|line| (line.text, line.to)).collect(),
        change: change.map(|(old, new)| ProposedEdit { note: asked.note, old, new }),
    }
}
