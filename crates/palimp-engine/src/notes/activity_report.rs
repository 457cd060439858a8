//! Report on past activity: days with sessions, recurring failures and what ended them, and the
//! files touched most.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use palimp_core::activity::{StoredObservation, StoredSession};
use palimp_core::observation::{ObservationType, command_of, failure_of, last_line_of};
use palimp_core::shell::{StepOutcome, step_outcomes};
use palimp_core::text::{ellipsis, one_line};
use palimp_store::activity::{ActivityDb, Filter, SessionFilter};

use crate::injection::inject::cause_of;
use crate::retrieval::index_sync::Error;

/// Maximum number of sessions in a report; the newest count.
pub const MAX_SESSIONS: usize = 5_000;
/// Maximum number of failures to read.
const MAX_FAILURES: usize = 1_000;
/// Maximum number of commands of a session to read after a failure.
const MAX_COMMANDS: usize = 200;
/// Maximum number of failures and of files in a report.
const MAX_REPORTED_ITEMS: usize = 12;
/// Maximum length of a failure, a command and a cause, in characters.
const MAX_TEXT_CHARS: [usize; 3] = [200, 120, 300];

/// Report on the activity that a filter selects.
#[derive(Clone, Debug, Default)]
pub struct ActivityReport {
    /// The sessions, newest first.
    pub sessions: Vec<StoredSession>,
    /// Failures that more than one session met, the one that was met last first.
    pub returned: Vec<RecurringFailure>,
    /// Files with how many sessions changed them, the most first: project, path, sessions.
    pub touched: Vec<(String, String, usize)>,
}

/// A failure that more than one session met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecurringFailure {
    /// Text of the failure.
    pub failure: String,
    /// The command that failed last.
    pub command: String,
    /// The project.
    pub project: String,
    /// Number of occurrences.
    pub times: usize,
    /// In how many sessions.
    pub sessions: usize,
    /// The session that met it last.
    pub session: String,
    /// Time of the last occurrence, in milliseconds since the Unix epoch.
    pub last: i64,
    /// Time at which the command ran well after that, in the same session.
    pub ended: Option<i64>,
    /// Cause that the agent named.
    pub cause: Option<String>,
}

/// Builds a report on the activity that `filter` selects.
///
/// # Errors
///
/// Returns an error if the database cannot be read.
pub fn build_activity_report(db: &ActivityDb, filter: &Filter) -> Result<ActivityReport, Error> {
    let sessions = db.sessions(filter, MAX_SESSIONS)?;
    let touched = most_touched_files(&sessions);
    Ok(ActivityReport { returned: recurring_failures(db, filter)?, touched, sessions })
}

fn most_touched_files(sessions: &[StoredSession]) -> Vec<(String, String, usize)> {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for session in sessions {
        let files: BTreeSet<&String> = session.files_changed.iter().collect();
        for file in files {
            *counts.entry((&session.project, file)).or_default() += 1;
        }
    }
    let mut touched: Vec<_> = counts.into_iter().collect();
    touched.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    let named = |((project, file), times): ((&str, &str), usize)| {
        (project.to_owned(), file.to_owned(), times)
    };
    touched.into_iter().take(MAX_REPORTED_ITEMS).map(named).collect()
}

fn recurring_failures(db: &ActivityDb, filter: &Filter) -> Result<Vec<RecurringFailure>, Error> {
    let failures = Filter { kind: Some(ObservationType::Error), ..filter.clone() };
    let mut alike: HashMap<(String, String), Vec<StoredObservation>> = HashMap::new();
    for failed in db.recent_observations(&failures, MAX_FAILURES)? {
        let failure = one_line(failure_of(&failed.content));
        if failed.file_path.is_none() && !failure.is_empty() {
            alike.entry((failed.project_id.clone(), failure)).or_default().push(failed);
        }
    }
    let mut returned = Vec::new();
    for ((_, failure), met) in alike {
        let sessions: BTreeSet<&String> = met.iter().map(|it| &it.session_id).collect();
        // The newest comes first.
        if let (true, Some(last)) = (sessions.len() > 1, met.first()) {
            returned.push(RecurringFailure {
                failure: ellipsis(&failure, MAX_TEXT_CHARS[0]),
                command: ellipsis(&failed_command(&last.content), MAX_TEXT_CHARS[1]),
                project: last.project.clone(),
                times: met.len(),
                sessions: sessions.len(),
                session: last.session_id.clone(),
                last: last.created_at,
                ended: None,
                cause: None,
            });
        }
    }
    returned.sort_by(|a, b| (b.last, &a.failure).cmp(&(a.last, &b.failure)));
    returned.truncate(MAX_REPORTED_ITEMS);
    for one in &mut returned {
        one.ended = find_end(db, filter, one)?;
        one.cause = find_cause(db, one)?;
    }
    Ok(returned)
}

/// Finds the cause that the session names in its first answer after it ended the failure; later
/// words, or words without an end, may refer to another failure.
fn find_cause(db: &ActivityDb, met: &RecurringFailure) -> Result<Option<String>, Error> {
    let Some(ended) = met.ended else { return Ok(None) };
    let answers = db.answers_after(&met.session, ended)?;
    let first = answers.first().map(std::slice::from_ref).unwrap_or_default();
    Ok(cause_of(&met.failure, first).map(|why| ellipsis(&why, MAX_TEXT_CHARS[2])))
}

/// The command of a line that failed; the line where nothing says which one.
fn failed_command(content: &str) -> String {
    let line = command_of(content);
    let ends = step_outcomes(line, true, failure_of(content));
    let failed = ends.iter().find(|(_, ended)| *ended == StepOutcome::Ill);
    failed.map_or_else(|| line.to_owned(), |(step, _)| step.display_text())
}

/// Finds the time at which the command of a failure ran well after it, in the session that met it
/// last.
fn find_end(
    db: &ActivityDb,
    filter: &Filter,
    met: &RecurringFailure,
) -> Result<Option<i64>, Error> {
    let commands = Filter {
        kind: Some(ObservationType::Command),
        session: Some(SessionFilter::Is(met.session.clone())),
        since: Some(met.last),
        ..filter.clone()
    };
    let ran = db.recent_observations(&commands, MAX_COMMANDS)?;
    let is_it = |it: &&StoredObservation| {
        let ends = step_outcomes(command_of(&it.content), false, last_line_of(&it.content));
        let mut well = ends.iter().filter(|(_, ended)| *ended == StepOutcome::Well);
        well.any(|(step, _)| ellipsis(&step.display_text(), MAX_TEXT_CHARS[1]) == met.command)
    };
    Ok(ran.iter().rev().find(is_it).map(|it| it.created_at))
}

#[cfg(test)]
mod tests {
    use palimp_core::AgentClient;
    use palimp_core::activity::{
        Capture, CaptureEntry, MessageRole, NewMessage, NewObservation, SessionRef,
    };
    use palimp_store::activity::BusyPolicy;

    use super::*;

    const FAILURE: &str = "cargo test\nexit 101: error: src/pool.rs:40: max_conns is not set";
    const CAUSE: &str = "Root cause: `max_conns` in pool.rs was read before the configuration was.";

    fn observed(kind: ObservationType, content: &str) -> CaptureEntry {
        CaptureEntry::Observation(NewObservation {
            tool_name: "Bash".to_owned(),
            kind,
            file_path: None,
            content: content.to_owned(),
            tags: String::new(),
            importance: 2,
            commit_sha: None,
            call_id: None,
        })
    }

    fn answer(content: &str) -> CaptureEntry {
        let (content, role) = (content.to_owned(), MessageRole::Assistant);
        CaptureEntry::Message(NewMessage { role, content, trace: None, turn: None })
    }

    /// The cause that is named where two sessions met a failure, and the second did this after it.
    #[track_caller]
    fn check(after: Vec<CaptureEntry>, expect: Option<&str>) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("activity.db");
        let mut db = ActivityDb::open(&path, BusyPolicy::Command).unwrap();
        let mut at = 1_000;
        for (session, entries) in [("one", Vec::new()), ("two", after)] {
            let failed = observed(ObservationType::Error, FAILURE);
            for entry in [failed].into_iter().chain(entries) {
                at += 1_000;
                let session = SessionRef {
                    id: session.to_owned(),
                    client: AgentClient::Claude,
                    agent: "main".to_owned(),
                    project_id: "p".to_owned(),
                    project: "app".to_owned(),
                    working_dir: "/app".to_owned(),
                };
                let entries = vec![entry, CaptureEntry::Summary];
                db.apply_capture(&Capture { session, at, dedupe_ms: 1, entries }).unwrap();
            }
        }
        let returned = build_activity_report(&db, &Filter::default()).unwrap().returned;
        assert_eq!(returned.len(), 1);
        assert_eq!(returned[0].cause.as_deref(), expect);
    }

    #[test]
    fn cause_is_named_by_the_answer_that_ended_the_failure() {
        let ran = || observed(ObservationType::Command, "cargo test\n→ test result: ok. 3 passed");
        check(vec![ran(), answer(CAUSE)], Some(CAUSE));
        check(vec![answer(CAUSE)], None);
        check(vec![ran(), answer("All green now."), answer(CAUSE)], None);
    }
}
