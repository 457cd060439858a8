//! Health.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

use palimp_core::settings::Settings;
use palimp_engine::browse::sizes;
use palimp_engine::doctor::{self, Part};
use palimp_engine::memory::Error;
use palimp_engine::{log, open};
use palimp_pages::{HealthFinding, HealthReport, HealthState as How, SecretCount, WorkResult};
use palimp_serve::extract::State;
use palimp_serve::response::{Redirect, Response};

use crate::asked::Asked;
use crate::desk::{Asking, Desk, Looked, answer};
use crate::work;

pub(crate) async fn page(State(desk): State<Arc<Desk>>, asking: Asking) -> Response {
    let at = Arc::clone(&desk);
    answer(desk, asking, move |desk, asking| {
        let settings = desk.settings();
        let (looked, long) = looked(&at, asking.view.now.timestamp().as_millisecond());
        let quick = |part| looked_at(desk, &settings, part);
        let of = |part| match LONG.contains(&part) {
            true => long.iter().filter(|(it, _)| *it == part).cloned().collect(),
            false => quick(part),
        };
        let findings = Part::ALL.into_iter().flat_map(of).map(finding).collect();
        let sizes = sizes(desk.home(), &desk.notes());
        let (work, errors) =
            (desk.work.now(), log::last(desk.home(), ERRORS).into_iter().rev().collect());
        let health = HealthReport { findings, looked, work, errors, sizes };
        Ok(palimp_pages::health_page(&asking.view, &health))
    })
    .await
}

/// The parts at which looking takes as long as there is much in them.
const LONG: [Part; 2] = [Part::Database, Part::Index];

/// For how long what was found there is taken for what is, in milliseconds.
const HOLDS: i64 = 60_000;

fn looked_at(desk: &Desk, settings: &Settings, part: Part) -> Vec<(Part, doctor::Finding)> {
    desk.surroundings().look(settings, part).into_iter().map(|it| (part, it)).collect()
}

/// What was found where looking takes long, and when. Somebody looks again meanwhile, where that is a
/// while ago.
fn looked(desk: &Arc<Desk>, now: i64) -> Looked {
    let mut kept = desk.looked.lock().unwrap_or_else(PoisonError::into_inner);
    let (at, found) = kept.get_or_insert_with(|| (now, look(desk)));
    let answer = (*at, found.clone());
    if now - *at > HOLDS {
        // Whoever comes meanwhile need not have it looked at again.
        *at = now;
        let desk = Arc::clone(desk);
        std::thread::spawn(move || {
            let found = look(&desk);
            *desk.looked.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, found));
        });
    }
    answer
}

fn look(desk: &Desk) -> Vec<(Part, doctor::Finding)> {
    let settings = desk.settings();
    LONG.into_iter().flat_map(|part| looked_at(desk, &settings, part)).collect()
}

/// Mends what can be mended of the part that the form names, or looks for secrets.
pub(crate) async fn mend(State(desk): State<Arc<Desk>>, form: String) -> Redirect {
    let there = format!("{}health", desk.base());
    let form = Asked::of(&form);
    let named = form.text("mend").to_owned();
    if let Some(part) = Part::ALL.into_iter().find(|part| name(*part) == named) {
        let work = move || {
            desk.surroundings().mend(&desk.settings(), part);
            *desk.looked.lock().unwrap_or_else(PoisonError::into_inner) = None;
        };
        // What could not be mended stands on the page.
        let _ = tokio::task::spawn_blocking(work).await;
    } else if let fix @ ("scan" | "fix") = form.text("do") {
        let fix = fix == "fix";
        work::begin(&desk, move |desk, _| secrets(desk, fix).map_err(|error| error.to_string()));
    }
    Redirect::to(&there)
}

/// The secrets that are stored, by kind; `fix` takes out what is palimp's to change.
fn secrets(desk: &Desk, fix: bool) -> Result<WorkResult, Error> {
    let mut db = match fix {
        true => open::to_change(desk.home())?,
        false => open::to_read(desk.home())?.db,
    };
    let mut kinds: BTreeMap<&str, SecretCount> = BTreeMap::new();
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
    Ok(WorkResult::Scanned(kinds.into_values().collect(), fix))
}

/// How many lines of the log are shown.
const ERRORS: usize = 10;

/// How many places of a kind of secrets are named.
const PLACES: usize = 20;

fn finding((part, found): (Part, doctor::Finding)) -> HealthFinding {
    HealthFinding {
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
