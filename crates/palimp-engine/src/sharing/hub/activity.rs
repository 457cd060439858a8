//! Shares session activity with a hub if the owner opted in: summaries and repeated failures, per
//! day and project. Never shares messages.

use std::collections::BTreeMap;
use std::path::Path;

use jiff::ToSpan;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use palimp_core::home::HomePaths;
use palimp_core::observation::ObservationType;
use palimp_core::settings::Settings;
use palimp_core::text::prefix;
use palimp_store::activity::Filter;
use serde::Serialize;

use super::api::ActivityUpload;
use super::{Error, HomeHub, HubApiClient, HubTransport};
use crate::ingest::open_activity;
use crate::sharing::teams::{strict_redactor, utc_day};

/// Maximum length of a line, in characters, and maximum number of lines of each kind.
const MAX_LINE_CHARS: usize = 200;
const MAX_LINES: usize = 50;
/// Maximum number of rows read per day.
const MAX_ROWS: usize = 5_000;

/// Result of sharing activity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SharedActivity {
    /// The projects and days that were told.
    pub told: Vec<(String, String)>,
    /// Failures, each with its reason.
    pub troubles: Vec<String>,
}

/// Returns the activity that would be shared for the day before `now`, for each project in the
/// settings.
///
/// # Errors
///
/// When what was captured cannot be read.
pub fn preview_activity(
    home: &HomePaths,
    settings: &Settings,
    (user, now): (Option<&Path>, i64),
) -> Result<Vec<ActivityUpload>, Error> {
    let day = yesterday(now);
    let projects = settings.hub.activity.iter();
    projects.map(|project| of_day(home, project, (user, day))).collect()
}

impl HomeHub {
    /// Shares the activity of the day before `now` with the hub, once, for each project in the
    /// settings. Holds the lock, so that a pull does not overwrite the record of shared days.
    ///
    /// # Errors
    ///
    /// When what was captured cannot be read, or it cannot be noted what was told.
    pub fn share_activity(
        &self,
        door: &dyn HubTransport,
        settings: &Settings,
        (user, now): (Option<&Path>, i64),
    ) -> Result<SharedActivity, Error> {
        let _lock = self.wait_for_lock()?;
        let (mut told, day) = (SharedActivity::default(), yesterday(now));
        let mut state = self.state();
        for project in &settings.hub.activity {
            if state.activity.get(project).is_some_and(|last| *last >= day) {
                continue;
            }
            let of_day = of_day(&self.home, project, (user, day))?;
            let is_silent = of_day.summaries.is_empty() && of_day.failures.is_empty();
            match if is_silent { Ok(()) } else { HubApiClient(door).post_activity(&of_day) } {
                Ok(()) if is_silent => {}
                Ok(()) => told.told.push((project.clone(), day.to_string())),
                Err(error) => {
                    told.troubles.push(crate::messages::activity_failed(project, &error));
                    continue;
                }
            }
            state.activity.insert(project.clone(), day);
            self.write_json_file("state.json", &state)?;
        }
        Ok(told)
    }
}

fn yesterday(now: i64) -> Date {
    utc_day(now).checked_sub(1.day()).unwrap_or_default()
}

/// A day of a project, redacted.
fn of_day(
    home: &HomePaths,
    project: &str,
    (user, day): (Option<&Path>, Date),
) -> Result<ActivityUpload, Error> {
    let mut found = ActivityUpload {
        project: project.to_owned(),
        day: day.to_string(),
        ..ActivityUpload::default()
    };
    let opened =
        open_activity::to_look_up(home).map_err(|error| Error::Refused(error.to_string()))?;
    let Some(db) = opened.db else { return Ok(found) };
    let from = day.to_zoned(TimeZone::UTC).map_or(0, |at| at.timestamp().as_millisecond());
    let is_in = |at: i64| (from..from + 86_400_000).contains(&at);
    let filter =
        Filter { project: Some(project.to_owned()), since: Some(from), ..Filter::default() };
    let sessions = db.sessions_with_summary(&filter, MAX_ROWS)?;
    for session in sessions.iter().filter(|session| is_in(session.ended_at)) {
        found.summaries.extend(redact_first_line(&session.summary, user));
    }
    let errors = Filter { kind: Some(ObservationType::Error), ..filter };
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for row in db.recent_observations(&errors, MAX_ROWS)?.iter().filter(|row| is_in(row.created_at))
    {
        redact_first_line(&row.content, user)
            .into_iter()
            .for_each(|line| *times.entry(line).or_default() += 1);
    }
    let mut again: Vec<(String, usize)> =
        times.into_iter().filter(|(_, times)| *times > 1).collect();
    again.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    found.failures =
        again.into_iter().map(|(line, times)| format!("{line} ({times} times)")).collect();
    found.summaries.dedup();
    found.summaries.truncate(MAX_LINES);
    found.failures.truncate(MAX_LINES);
    Ok(found)
}

/// Redacts the first line of a text and removes the name of the user's home directory.
fn redact_first_line(text: &str, user: Option<&Path>) -> Option<String> {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let line = strict_redactor().redact(line).into_owned();
    let line = match user.and_then(Path::to_str).filter(|home| home.len() > 1) {
        Some(home) => line.replace(home, "~"),
        None => line,
    };
    Some(prefix(&line, MAX_LINE_CHARS).to_owned())
}
