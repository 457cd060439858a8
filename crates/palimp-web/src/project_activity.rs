//! Activity on the page *Project*: sessions by day, recurring failures, injections, connected agents.

use palimp_core::settings::Settings;
use palimp_engine::ingest::open_activity::{ActivityDb, Filter};
use palimp_engine::injection::injection_usage;
use palimp_engine::notes::activity_report::build_activity_report;
use palimp_engine::service::doctor::{DoctorPart, FindingState};
use palimp_pages::{self as pages, PageError};

use crate::activity_report::{day_position, day_start, past_days, returned_row};
use crate::app_state::{DashboardState, PageRequest, engine_failure};
use crate::view_model;

/// Number of past days whose sessions and failures are shown.
const HISTORY_DAYS: usize = 28;

/// Injections that are read, and sessions of them that are shown.
const MAX_INJECTIONS: usize = 24;
const MAX_SESSIONS: usize = 4;

/// Fills in what happened in the shown project.
pub(crate) fn fill_activity(
    state: &DashboardState,
    asking: &PageRequest,
    db: &ActivityDb,
    shown: &mut pages::ProjectView,
) -> Result<(), PageError> {
    let (zone, days) = (asking.view.now.time_zone(), past_days(asking, HISTORY_DAYS));
    let since = day_start(days[0], zone);
    let filter = Filter { project_id: Some(shown.id.clone()), since, ..state.agent_filter() };
    let report = build_activity_report(db, &filter).map_err(engine_failure)?;
    shown.sessions_by_day = vec![0; HISTORY_DAYS];
    for session in &report.sessions {
        if let Some(at) = day_position(&days, zone, session.ended_at) {
            shown.sessions_by_day[at] += 1;
        }
    }
    shown.failures = report.returned.into_iter().map(returned_row).collect();
    shown.recent = recent_sessions(state, db, &shown.id)?;
    Ok(())
}

/// Describes the agents that are not connected as they should be.
pub(crate) fn unconnected_agents(state: &DashboardState, settings: &Settings) -> Vec<String> {
    let findings = state.host().check_part(settings, DoctorPart::Clients).into_iter();
    let wrong = findings.filter(|it| matches!(it.state, FindingState::Open | FindingState::Wrong));
    wrong.map(|it| format!("{}: {}", it.title(), it.words)).collect()
}

/// Returns the injections into the last sessions of a project, a list for each session.
fn recent_sessions(
    state: &DashboardState,
    db: &ActivityDb,
    id: &str,
) -> Result<Vec<Vec<pages::InjectionView>>, PageError> {
    let filter = Filter { project_id: Some(id.to_owned()), ..state.agent_filter() };
    let mut told = db.recent_injections(&filter, MAX_INJECTIONS).map_err(engine_failure)?;
    let mut ids: Vec<String> = Vec::new();
    told.retain(|it| {
        if !ids.contains(&it.session_id) && ids.len() < MAX_SESSIONS {
            ids.push(it.session_id.clone());
        }
        ids.contains(&it.session_id)
    });
    let given = injection_usage::injections_with_usage(db, &state.agent_filter(), told)
        .map_err(engine_failure)?;
    let mut sessions: Vec<Vec<pages::InjectionView>> = vec![Vec::new(); ids.len()];
    for given in given.into_iter().map(view_model::page_injection) {
        if let Some(at) = ids.iter().position(|id| *id == given.session) {
            sessions[at].push(given);
        }
    }
    Ok(sessions)
}
