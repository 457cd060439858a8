//! Facts that speak of code, and what their reader decides about them.

use std::sync::{Arc, PoisonError};

use jiff::Zoned;
use palimp_engine::anchors::{Judged, Stale, Tree, Verb};
use palimp_pages::{Code, CodeFact, CodeFactDecision, PageError};
use palimp_serve::extract::State;
use palimp_serve::response::Response;

use crate::asked::Asked;
use crate::desk::{Asking, Desk, Outcome, act, failed, refused};

/// The facts whose code has changed. Which notes speak of code at all is kept.
pub(crate) fn stale(desk: &Desk) -> Result<Vec<CodeFact>, PageError> {
    let memory = desk.notes();
    let speaking = {
        let mut known = desk.speaking.lock().unwrap_or_else(PoisonError::into_inner);
        memory.speaking(&mut known).map_err(failed)?
    };
    if speaking.is_empty() {
        return Ok(Vec::new());
    }
    let survey = memory.anchored_of(&speaking, &trees(desk)?).map_err(failed)?;
    Ok(survey.facts.into_iter().filter(Stale::is_stale).map(fact).collect())
}

/// The facts of a note that speak of code, each judged in the working tree of its project's last session.
pub(crate) fn of_note(desk: &Desk, path: &str) -> Result<Vec<CodeFact>, PageError> {
    let memory = desk.notes();
    if memory.anchored_in(path, &[]).map_err(failed)?.is_empty() {
        return Ok(Vec::new());
    }
    let facts = memory.anchored_in(path, &trees(desk)?).map_err(failed)?;
    Ok(facts.into_iter().map(fact).collect())
}

fn trees(desk: &Desk) -> Result<Vec<Tree>, PageError> {
    Tree::known(None, desk.activity()?.as_ref()).map_err(failed)
}

/// Does what the form decides, and leads back to where it stood.
pub(crate) async fn decide(
    State(desk): State<Arc<Desk>>,
    asking: Asking,
    form: String,
) -> Response {
    act(desk, asking, move |desk, asking| {
        let form = Asked::of(&form);
        let words = form.text("words").replace("\r\n", "\n");
        let (verb, verdict) = match form.text("do") {
            "confirm" => (Verb::Confirm, CodeFactDecision::Confirmed),
            "retire" => (Verb::Retire, CodeFactDecision::Retired),
            "supersede" if !words.trim().is_empty() => {
                (Verb::Supersede(&words), CodeFactDecision::Superseded)
            }
            _ => return Err(PageError::Missing),
        };
        let decided = desk.notes().decide(form.text("id"), verb, &trees(desk)?, &Zoned::now());
        let decided = decided.map_err(refused)?;
        let back = match form.text("back").is_empty() {
            true => "review".to_owned(),
            false => format!("notes/{}", decided.path),
        };
        Ok(Outcome::Done(format!("{}?code={}", asking.view.to_page(&back), verdict.name())))
    })
    .await
}

fn fact(it: Stale) -> CodeFact {
    CodeFact {
        id: it.id,
        note: it.path,
        line: it.line,
        text: it.text,
        project: it.project,
        code: it.anchors.into_iter().map(place).collect(),
    }
}

fn place(it: Judged) -> Code {
    Code { place: it.place, symbol: it.symbol, state: it.state, percent: it.percent, now: it.now }
}
