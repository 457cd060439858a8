//! Health.

use std::collections::BTreeMap;
use std::sync::Arc;

use palimp_engine::browse::sizes;
use palimp_engine::doctor::{self, Part};
use palimp_engine::memory::Error;
use palimp_engine::{log, open};
use palimp_pages::{Done, Finding, Health, Secrets, State as How};
use palimp_serve::extract::State;
use palimp_serve::response::{Redirect, Response};

use crate::asked::Asked;
use crate::desk::{Asking, Desk, answer};
use crate::work;

pub(crate) async fn page(State(desk): State<Arc<Desk>>, asking: Asking) -> Response {
    answer(desk, asking, |desk, asking| {
        let settings = desk.settings();
        let findings = desk.surroundings().look(&settings).into_iter().map(finding).collect();
        let sizes = sizes(desk.home(), &desk.notes());
        let (work, errors) =
            (desk.work.now(), log::last(desk.home(), ERRORS).into_iter().rev().collect());
        let health = Health { findings, work, errors, sizes };
        Ok(palimp_pages::health(&asking.view, &health))
    })
    .await
}

/// Mends what can be mended of the part that the form names, or looks for secrets.
pub(crate) async fn mend(State(desk): State<Arc<Desk>>, form: String) -> Redirect {
    let there = format!("{}health", desk.base());
    let form = Asked::of(&form);
    let named = form.text("mend").to_owned();
    if let Some(part) = Part::ALL.into_iter().find(|part| name(*part) == named) {
        let work = move || desk.surroundings().mend(&desk.settings(), part);
        // What could not be mended stands on the page.
        let _ = tokio::task::spawn_blocking(work).await;
    } else if let fix @ ("scan" | "fix") = form.text("do") {
        let fix = fix == "fix";
        work::begin(&desk, move |desk, _| secrets(desk, fix).map_err(|error| error.to_string()));
    }
    Redirect::to(&there)
}

/// The secrets that are stored, by kind; `fix` takes out what is palimp's to change.
fn secrets(desk: &Desk, fix: bool) -> Result<Done, Error> {
    let mut db = match fix {
        true => open::to_change(desk.home())?,
        false => open::to_read(desk.home())?.db,
    };
    let mut kinds: BTreeMap<&str, Secrets> = BTreeMap::new();
    for it in desk.notes().secrets(db.as_mut(), fix)? {
        let of = kinds.entry(it.kind).or_default();
        it.kind.clone_into(&mut of.kind);
        of.times += 1;
        of.in_notes |= it.is_in_note();
        let place = format!("{} {}", it.table, it.row);
        if of.places.len() < PLACES && !of.places.contains(&place) {
            of.places.push(place);
        }
    }
    Ok(Done::Scanned(kinds.into_values().collect(), fix))
}

/// How many lines of the log are shown.
const ERRORS: usize = 10;

/// How many places of a kind of secrets are named.
const PLACES: usize = 20;

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
