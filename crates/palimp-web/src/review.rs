//! Routes of the page *Review*: proposals, and their approval or rejection.

use std::sync::Arc;

use jiff::Zoned;
use palimp_engine::consolidation::review::{self, ReviewKind};
use palimp_engine::home::note_store::NoteStore;
use palimp_pages::{
    ChangeProposal, CodeFactDecision, PageError, ProposedEdit, ReviewQueue, ReviewReason,
};
use palimp_serve::extract::State;
use palimp_serve::response::Response;

use crate::app_state::{
    DashboardState, PageOutcome, PageRequest, action_failure, engine_failure, render_page,
    run_action,
};
use crate::query_string::RequestFields;
use crate::{code, forget, view_model};

pub(crate) async fn review_page(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
) -> Response {
    render_page(state, asking, |state, asking| {
        let memory = state.open_notes();
        let waiting = memory.proposals().map_err(engine_failure)?;
        let mut review = ReviewQueue { complaints: waiting.complaints, ..ReviewQueue::default() };
        let weight = |it: &review::ReviewProposal| it.asked.fact.len() * 4 + 2_000;
        let from = asking.asked.parse_number("from");
        let (part, next) = view_model::paginate(waiting.proposals, from, weight);
        review.next = next;
        review.proposals = part.into_iter().map(|it| proposal_row(&memory, it)).collect();
        review.decided = last_decision(&asking.asked);
        review.settled = CodeFactDecision::from_name(asking.asked.field_value("code"));
        review.stale = if from == 0 { code::stale_facts(state)? } else { Vec::new() };
        Ok(palimp_pages::review_page(&asking.view, &review))
    })
    .await
}

/// Returns the last decision that an address names: an id and the verdict, and nothing else.
fn last_decision(asked: &RequestFields) -> Option<(String, bool)> {
    let accepted = asked.non_empty("accepted");
    let is_accepted = accepted.is_some();
    let id = accepted.or_else(|| asked.non_empty("rejected"))?;
    (id.len() <= 16 && id.chars().all(|c| c.is_ascii_hexdigit())).then_some((id, is_accepted))
}

/// Does what the form decides.
pub(crate) async fn decide_proposal(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
    form: String,
) -> Response {
    run_action(state, asking, move |state, asking| {
        let form = RequestFields::from_urlencoded(&form);
        let (id, memory, now) = (form.field_value("id"), state.open_notes(), Zoned::now());
        let (word, decided) = match form.field_value("do") {
            "accept" => ("accepted", memory.accept(id, &now).map(|it| it.proposal)),
            "edit" => {
                let words = form.field_value("words").replace("\r\n", "\n");
                ("accepted", memory.accept_as(id, Some(&words), &now).map(|it| it.proposal))
            }
            "reject" => ("rejected", memory.reject(id)),
            "look" => return forget::forget_preview(state, asking, id).map(PageOutcome::Page),
            "forget" => return forget::forget_text(state, asking, id).map(PageOutcome::Page),
            _ => return Err(PageError::Missing),
        };
        let decided = decided.map_err(action_failure)?;
        Ok(PageOutcome::Done(format!("{}review?{word}={}", state.base(), decided.id)))
    })
    .await
}

fn proposal_row(memory: &NoteStore, it: review::ReviewProposal) -> ChangeProposal {
    let change = match it.kind {
        ReviewKind::Forget => None,
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
            ReviewKind::Soul => ReviewReason::Soul,
            ReviewKind::Contradiction => ReviewReason::Contradiction,
            ReviewKind::Forget => ReviewReason::Forget,
            ReviewKind::Always => ReviewReason::Always,
            ReviewKind::Rework => ReviewReason::Rework,
            ReviewKind::Imported => ReviewReason::Imported,
            ReviewKind::Conflict => ReviewReason::Conflict,
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
