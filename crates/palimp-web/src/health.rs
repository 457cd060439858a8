//! Routes of the page *Health*: findings of the doctor, repairs and stored secrets.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

use palimp_core::lang::{current_lang, with_lang};
use palimp_core::settings::Settings;
use palimp_engine::home::log;
use palimp_engine::ingest::open_activity;
use palimp_engine::notes::browse::home_sizes;
use palimp_engine::retrieval::index_sync::Error;
use palimp_engine::service::doctor::{self, DoctorPart};
use palimp_pages::{HealthFinding, HealthReport, HealthState as How, SecretCount, WorkResult};
use palimp_serve::extract::State;
use palimp_serve::response::{Redirect, Response};

use crate::app_state::{DashboardState, DoctorSnapshot, PageRequest, render_page};
use crate::query_string::RequestFields;
use crate::run_job;

pub(crate) async fn health_page(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
) -> Response {
    let at = Arc::clone(&state);
    render_page(state, asking, move |state, asking| {
        let settings = state.load_settings();
        let (looked, long) = slow_findings(&at, asking.view.now.timestamp().as_millisecond());
        let quick = |part| looked_at(state, &settings, part);
        let of = |part| match SLOW_PARTS.contains(&part) {
            true => long.iter().filter(|(it, _)| *it == part).cloned().collect(),
            false => quick(part),
        };
        let findings = DoctorPart::ALL.into_iter().flat_map(of).map(finding_row).collect();
        let sizes = home_sizes(state.home(), &state.open_memory());
        let (work, errors) = (
            state.work.current_job(),
            log::last_lines(state.home(), MAX_LOG_LINES).into_iter().rev().collect(),
        );
        let health = HealthReport { findings, looked, work, errors, sizes };
        Ok(palimp_pages::health_page(&asking.view, &health))
    })
    .await
}

/// The parts at which looking takes as long as there is much in them.
const SLOW_PARTS: [DoctorPart; 2] = [DoctorPart::Database, DoctorPart::Index];

/// For how long what was found there is taken for what is, in milliseconds.
const SLOW_FINDINGS_TTL_MS: i64 = 60_000;

fn looked_at(
    state: &DashboardState,
    settings: &Settings,
    part: DoctorPart,
) -> Vec<(DoctorPart, doctor::DoctorFinding)> {
    state.host().check_part(settings, part).into_iter().map(|it| (part, it)).collect()
}

/// Returns the findings of the slow checks and their time. Old findings are refreshed in the
/// background.
fn slow_findings(state: &Arc<DashboardState>, now: i64) -> DoctorSnapshot {
    let mut kept = state.looked.lock().unwrap_or_else(PoisonError::into_inner);
    let lang = current_lang();
    let (at, found) = kept[lang as usize].get_or_insert_with(|| (now, run_slow_checks(state)));
    let answer = (*at, found.clone());
    if now - *at > SLOW_FINDINGS_TTL_MS {
        // Whoever comes meanwhile need not have it looked at again.
        *at = now;
        let state = Arc::clone(state);
        std::thread::spawn(move || {
            let found = with_lang(lang, || run_slow_checks(&state));
            let mut kept = state.looked.lock().unwrap_or_else(PoisonError::into_inner);
            kept[lang as usize] = Some((now, found));
        });
    }
    answer
}

fn run_slow_checks(state: &DashboardState) -> Vec<(DoctorPart, doctor::DoctorFinding)> {
    let settings = state.load_settings();
    SLOW_PARTS.into_iter().flat_map(|part| looked_at(state, &settings, part)).collect()
}

/// Mends what can be mended of the part that the form names, or looks for secrets.
pub(crate) async fn repair_or_scan(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
    form: String,
) -> Redirect {
    let there = format!("{}health", state.base());
    let form = RequestFields::from_urlencoded(&form);
    let named = form.field_value("mend").to_owned();
    if let Some(part) = DoctorPart::ALL.into_iter().find(|part| part_name(*part) == named) {
        let work = move || {
            state.host().repair_part(&state.load_settings(), part);
            *state.looked.lock().unwrap_or_else(PoisonError::into_inner) = Default::default();
        };
        // What could not be mended stands on the page.
        let _ = tokio::task::spawn_blocking(work).await;
    } else if let fix @ ("scan" | "fix") = form.field_value("do") {
        let fix = fix == "fix";
        with_lang(asking.view.lang, || {
            run_job::begin_job(&state, move |state, _| {
                scan_secrets(state, fix).map_err(|error| error.to_string())
            });
        });
    }
    Redirect::to(&there)
}

/// The secrets that are stored, by kind; `fix` takes out what is palimp's to change.
fn scan_secrets(state: &DashboardState, fix: bool) -> Result<WorkResult, Error> {
    let mut db = match fix {
        true => open_activity::to_change(state.home())?,
        false => open_activity::to_read(state.home())?.db,
    };
    let mut kinds: BTreeMap<&str, SecretCount> = BTreeMap::new();
    for it in state.open_notes().find_secrets(db.as_mut(), fix)? {
        let of = kinds.entry(it.kind).or_default();
        it.kind.clone_into(&mut of.kind);
        of.times += 1;
        of.in_notes |= it.is_in_note();
        let place = format!("{} {}", it.table, it.row);
        if of.places.len() < MAX_PLACES_PER_KIND && !of.places.contains(&place) {
            of.places.push(place);
        }
    }
    Ok(WorkResult::Scanned(kinds.into_values().collect(), fix))
}

/// Maximum lines of the log that are shown.
const MAX_LOG_LINES: usize = 10;

/// Maximum places that are named per kind of secret.
const MAX_PLACES_PER_KIND: usize = 20;

fn finding_row((part, found): (DoctorPart, doctor::DoctorFinding)) -> HealthFinding {
    HealthFinding {
        what: found.title(),
        state: match found.state {
            doctor::FindingState::Well => How::Well,
            doctor::FindingState::Mended => How::Mended,
            doctor::FindingState::Open => How::Open,
            doctor::FindingState::Wrong => How::Wrong,
        },
        words: found.words,
        mend: found.cure.map(|_| part_name(part)),
    }
}

/// Returns the name of a part in forms.
fn part_name(part: DoctorPart) -> String {
    format!("{part:?}")
}
