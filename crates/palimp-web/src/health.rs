//! Health.

use std::sync::Arc;

use palimp_engine::browse::sizes;
use palimp_engine::doctor::{self, Part};
use palimp_pages::{Finding, Health, State as How};
use palimp_serve::extract::State;
use palimp_serve::response::{Redirect, Response};

use crate::asked::Asked;
use crate::desk::{Asking, Desk, answer};

pub(crate) async fn page(State(desk): State<Arc<Desk>>, asking: Asking) -> Response {
    answer(desk, asking, |desk, asking| {
        let settings = desk.settings();
        let findings = desk.surroundings().look(&settings).into_iter().map(finding).collect();
        let sizes = sizes(desk.home(), &desk.notes());
        Ok(palimp_pages::health(&asking.view, &Health { findings, sizes }))
    })
    .await
}

/// Mends what can be mended of the part that the form names.
pub(crate) async fn mend(State(desk): State<Arc<Desk>>, form: String) -> Redirect {
    let there = format!("{}health", desk.base());
    let named = Asked::of(&form).text("mend").to_owned();
    if let Some(part) = Part::ALL.into_iter().find(|part| name(*part) == named) {
        let work = move || desk.surroundings().mend(&desk.settings(), part);
        // What could not be mended stands on the page.
        let _ = tokio::task::spawn_blocking(work).await;
    }
    Redirect::to(&there)
}

fn finding((part, found): (Part, doctor::Finding)) -> Finding {
    Finding {
        what: found.what.to_owned(),
        state: match found.state {
            doctor::State::Well => How::Well,
            doctor::State::Mended => How::Mended,
            doctor::State::Open => How::Open,
            doctor::State::Wrong => How::Wrong,
        },
        words: found.words,
        mend: found.cure.map(|_| name(part)),
    }
}

/// How a form names a part.
fn name(part: Part) -> String {
    format!("{part:?}")
}
