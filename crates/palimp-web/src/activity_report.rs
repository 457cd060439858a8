//! Route of the page *Trends*: the activity report of a span of days.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use palimp_core::activity::StoredSession;
use palimp_engine::notes::activity_report;
use palimp_pages::{FailureEnd, RecurringFailureView, Strip, TimeOverview, TouchedFile};
use palimp_serve::extract::State;
use palimp_serve::response::Response;

use crate::app_state::{DashboardState, PageRequest, PageResult, engine_failure, render_page};

/// Number of past days that are shown.
const HISTORY_DAYS: usize = 56;

/// Maximum projects and clients that are shown separately.
const MAX_STRIPS: usize = 12;

pub(crate) async fn past_page(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
) -> Response {
    render_page(state, asking, build_page).await
}

fn build_page(state: &DashboardState, asking: &PageRequest) -> PageResult {
    let db = state.open_activity()?;
    let [projects, clients] = state.form_choices(db.as_ref())?;
    let (project, client) = (asking.asked.non_empty("project"), asking.asked.non_empty("client"));
    let zone = asking.view.now.time_zone();
    let days = past_days(asking, HISTORY_DAYS);
    let mut filter = state.agent_filter();
    (filter.project, filter.client) = (project.clone(), client.clone());
    filter.since = day_start(days[0], zone);
    let found = db
        .map(|db| activity_report::build_activity_report(&db, &filter))
        .transpose()
        .map_err(engine_failure)?;
    let found = found.unwrap_or_default();
    let past = TimeOverview {
        project: project.unwrap_or_default(),
        client: client.unwrap_or_default(),
        projects,
        clients,
        strips: session_strips(&found.sessions, &days, zone),
        days: days.iter().map(ToString::to_string).collect(),
        returned: found.returned.into_iter().map(returned_row).collect(),
        touched: found.touched.into_iter().map(touched_row).collect(),
    };
    Ok(palimp_pages::time_page(&asking.view, &past))
}

/// Returns the last `count` days of the reader, today last.
pub(crate) fn past_days(asking: &PageRequest, count: usize) -> Vec<Date> {
    let today = asking.view.now.date();
    (0..count as i64).rev().map(|ago| today.saturating_sub(ago.days())).collect()
}

/// Returns the beginning of a day, in milliseconds since the Unix epoch.
pub(crate) fn day_start(day: Date, zone: &TimeZone) -> Option<i64> {
    day.to_zoned(zone.clone()).ok().map(|it| it.timestamp().as_millisecond())
}

/// Returns the position among `days` of the day of a moment in milliseconds since the Unix epoch.
pub(crate) fn day_position(days: &[Date], zone: &TimeZone, at: i64) -> Option<usize> {
    let moment = Timestamp::from_millisecond(at).unwrap_or_default();
    days.binary_search(&moment.to_zoned(zone.clone()).date()).ok()
}

/// The sessions of each project and client, by the days on which they ended.
fn session_strips(sessions: &[StoredSession], days: &[Date], zone: &TimeZone) -> Vec<Strip> {
    let mut strips: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for session in sessions {
        if let Some(at) = day_position(days, zone, session.ended_at) {
            let of = (session.project.as_str(), session.client.as_str());
            strips.entry(of).or_insert_with(|| vec![0; days.len()])[at] += 1;
        }
    }
    let mut strips: Vec<_> = strips.into_iter().collect();
    strips.sort_by_key(|(_, sessions)| std::cmp::Reverse(sessions.iter().sum::<usize>()));
    let strip = |((project, client), sessions): ((&str, &str), Vec<usize>)| Strip {
        project: project.to_owned(),
        client: client.to_owned(),
        sessions,
    };
    strips.into_iter().take(MAX_STRIPS).map(strip).collect()
}

pub(crate) fn returned_row(it: activity_report::RecurringFailure) -> RecurringFailureView {
    RecurringFailureView {
        failure: it.failure,
        command: it.command,
        project: it.project,
        times: [it.times, it.sessions],
        last: (it.session, it.last),
        ended: FailureEnd { at: it.ended, cause: it.cause },
    }
}

fn touched_row((project, path, sessions): (String, String, usize)) -> TouchedFile {
    TouchedFile { project, path, sessions }
}
