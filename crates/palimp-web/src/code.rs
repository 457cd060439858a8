//! Facts that speak of code, and what their reader decides about them.

use std::sync::{Arc, PoisonError};

use jiff::Zoned;
use palimp_engine::retrieval::anchors::{JudgedAnchor, JudgedFact, StaleDecision, WorkingTree};
use palimp_pages::{Code, CodeFact, CodeFactDecision, PageError};
use palimp_serve::extract::State;
use palimp_serve::response::Response;

use crate::app_state::{
    DashboardState, PageOutcome, PageRequest, action_failure, engine_failure, run_action,
};
use crate::query_string::RequestFields;

/// The facts whose code has changed. Which notes speak of code at all is kept.
pub(crate) fn stale_facts(state: &DashboardState) -> Result<Vec<CodeFact>, PageError> {
    let memory = state.open_notes();
    let speaking = {
        let mut known = state.speaking.lock().unwrap_or_else(PoisonError::into_inner);
        memory.notes_with_anchors(&mut known).map_err(engine_failure)?
    };
    if speaking.is_empty() {
        return Ok(Vec::new());
    }
    let survey = memory.anchored_of(&speaking, &working_trees(state)?).map_err(engine_failure)?;
    Ok(survey.facts.into_iter().filter(JudgedFact::is_stale).map(code_fact).collect())
}

/// The facts of a note that speak of code, each judged in the working tree of its project's last session.
pub(crate) fn of_note(state: &DashboardState, path: &str) -> Result<Vec<CodeFact>, PageError> {
    let memory = state.open_notes();
    if memory.anchored_in(path, &[]).map_err(engine_failure)?.is_empty() {
        return Ok(Vec::new());
    }
    let facts = memory.anchored_in(path, &working_trees(state)?).map_err(engine_failure)?;
    Ok(facts.into_iter().map(code_fact).collect())
}

fn working_trees(state: &DashboardState) -> Result<Vec<WorkingTree>, PageError> {
    WorkingTree::known_trees(state.home(), None, state.open_activity()?.as_ref())
        .map_err(engine_failure)
}

/// Does what the form decides, and leads back to where it stood.
pub(crate) async fn decide_fact(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
    form: String,
) -> Response {
    run_action(state, asking, move |state, asking| {
        let form = RequestFields::from_urlencoded(&form);
        let words = form.field_value("words").replace("\r\n", "\n");
        let (verb, verdict) = match form.field_value("do") {
            "confirm" => (StaleDecision::Confirm, CodeFactDecision::Confirmed),
            "retire" => (StaleDecision::Retire, CodeFactDecision::Retired),
            "supersede" if !words.trim().is_empty() => {
                (StaleDecision::Supersede(&words), CodeFactDecision::Superseded)
            }
            _ => return Err(PageError::Missing),
        };
        let decided = state.open_notes().decide_stale_fact(
            form.field_value("id"),
            verb,
            &working_trees(state)?,
            &Zoned::now(),
        );
        let decided = decided.map_err(action_failure)?;
        let back = match form.field_value("back").is_empty() {
            true => "review".to_owned(),
            false => format!("notes/{}", decided.path),
        };
        Ok(PageOutcome::Done(format!("{}?code={}", asking.view.to_page(&back), verdict.name())))
    })
    .await
}

fn code_fact(it: JudgedFact) -> CodeFact {
    CodeFact {
        id: it.id,
        note: it.path,
        line: it.line,
        text: it.text,
        project: it.project,
        code: it.anchors.into_iter().map(code_place).collect(),
    }
}

fn code_place(it: JudgedAnchor) -> Code {
    Code { place: it.place, symbol: it.symbol, state: it.state, percent: it.percent, now: it.now }
}
