//! Writing captures: everything that an event leaves behind, in one transaction.

use palimp_core::activity::{
    Capture, CaptureEntry, ExportRow, NewInjection, NewMessage, NewObservation, SessionRef,
    StoredMessage, StoredObservation, StoredSession, message_fingerprint, observation_fingerprint,
};
use palimp_core::observation::{ObservationType, command_of, failure_of};
use palimp_core::summary::{SummaryInput, raised_importances, summarize};
use rusqlite::{Connection, OptionalExtension, Transaction, named_params, params};

use super::ActivityDb;
use super::counts;
use super::flush_marks::{set_flush_due, set_injection_state};
use super::full_text::{self, body_of, body_of_stored};
use super::recent_activity;
use super::runs::set_link;
use crate::StoreError;

/// Numbers of rows that a write added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AppliedCounts {
    /// Observations that are new.
    pub observations: usize,
    /// Messages that are new.
    pub messages: usize,
}

/// The importance of a failure that an earlier session knew already.
const RECURRING_FAILURE_IMPORTANCE: u8 = 4;

impl ActivityDb {
    /// Writes a capture. Writing it again changes nothing.
    pub fn apply_capture(&mut self, capture: &Capture) -> Result<AppliedCounts, StoreError> {
        self.write(|tx| {
            let mut applied = AppliedCounts::default();
            write_entries(tx, capture, &mut applied)?;
            Ok(applied)
        })
    }

    /// Writes captures in one transaction, those of sessions that ended long ago too.
    pub fn apply_all(&mut self, captures: &[Capture]) -> Result<AppliedCounts, StoreError> {
        self.write(|tx| {
            recent_activity::outdate_of(tx, captures.iter().map(|capture| &capture.session))?;
            let mut applied = AppliedCounts::default();
            for capture in captures {
                write_entries(tx, capture, &mut applied)?;
            }
            Ok(applied)
        })
    }

    /// Makes the summaries of sessions that ended without a word, such as by a kill: of the newest
    /// `newest` sessions those of `agent` that have observations and no summary. `except` is the
    /// session that is under way.
    pub fn sum_up(&mut self, agent: &str, except: &str, newest: usize) -> Result<(), StoreError> {
        let sessions = silent_sessions(&self.conn, agent, except, newest);
        let sessions = sessions.map_err(|source| self.wrap_error(source))?;
        if sessions.is_empty() {
            return Ok(());
        }
        self.write(|tx| {
            recent_activity::outdate_of(tx, sessions.iter().map(|(one, _)| one))?;
            sessions.iter().try_for_each(|(one, at)| write_summary(tx, one, *at))
        })
    }

    /// Restores exported rows in one transaction, and returns for each whether it is new. Rows that
    /// exist already are left as they are.
    pub fn restore_rows(&mut self, rows: &[ExportRow]) -> Result<Vec<bool>, StoreError> {
        self.write(|tx| {
            recent_activity::invalidate_all(tx)?;
            rows.iter().map(|row| restore_row(tx, row)).collect()
        })
    }
}

/// Returns sessions with observations and no summary, each with the time of its last observation;
/// only among the newest, so that the cost of a start is bounded.
fn silent_sessions(
    conn: &Connection,
    agent: &str,
    except: &str,
    newest: usize,
) -> rusqlite::Result<Vec<(SessionRef, i64)>> {
    let mut statement = conn.prepare(&format!(
        "SELECT {SESSION_REF_COLUMNS}, (SELECT max(created_at) FROM observations
             WHERE observations.session_id = sessions.session_id) AS last
         FROM sessions WHERE rowid > (SELECT max(rowid) FROM sessions) - ?3
           AND agent = ?1 AND session_id <> ?2 AND summary = '' AND last IS NOT NULL"
    ))?;
    let sessions = statement.query_map(params![agent, except, newest], |row| {
        Ok((session_ref(row)?, row.get("last")?))
    })?;
    sessions.collect()
}

/// The columns of [`session_ref`], in its order.
pub(super) const SESSION_REF_COLUMNS: &str =
    "session_id, client, agent, project_id, project, working_dir";

pub(super) fn session_ref(row: &rusqlite::Row) -> rusqlite::Result<SessionRef> {
    let client: String = row.get(1)?;
    Ok(SessionRef {
        id: row.get(0)?,
        client: client.parse().unwrap_or(palimp_core::AgentClient::Claude),
        agent: row.get(2)?,
        project_id: row.get(3)?,
        project: row.get(4)?,
        working_dir: row.get(5)?,
    })
}

fn write_entries(
    tx: &Transaction,
    capture: &Capture,
    applied: &mut AppliedCounts,
) -> rusqlite::Result<()> {
    let Capture { session, at, dedupe_ms, entries } = capture;
    touch_session(tx, session, *at)?;
    for entry in entries {
        match entry {
            CaptureEntry::Observation(new) => {
                let inserted = insert_observation(tx, session, *at, *dedupe_ms, new)?;
                applied.observations += usize::from(inserted);
            }
            CaptureEntry::Outcome(new) => {
                let inserted = complete_observation(tx, session, *at, *dedupe_ms, new)?;
                applied.observations += usize::from(inserted);
            }
            CaptureEntry::Message(new) => {
                let inserted = insert_message(tx, session, *at, *dedupe_ms, new)?;
                applied.messages += usize::from(inserted);
            }
            CaptureEntry::Summary => write_summary(tx, session, *at)?,
            CaptureEntry::Injection(new) => insert_injection(tx, session, *at, new)?,
            CaptureEntry::FlushDue => set_flush_due(tx, session)?,
            CaptureEntry::InjectionState(state) => set_injection_state(tx, session, state)?,
            CaptureEntry::Link(run) => set_link(tx, session, run)?,
        }
    }
    Ok(())
}

fn touch_session(tx: &Transaction, session: &SessionRef, at: i64) -> rusqlite::Result<()> {
    let sql = "INSERT INTO sessions (session_id, client, agent, project_id, project, working_dir, started_at, ended_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7) ON CONFLICT DO NOTHING";
    let client = session.client.name();
    // A hook does this for captures and for injections.
    tx.prepare_cached(sql)?.execute(params![
        session.id, client, session.agent, session.project_id, session.project,
        session.working_dir, at
    ])?;
    Ok(())
}

fn insert_observation(
    tx: &Transaction,
    session: &SessionRef,
    at: i64,
    dedupe_ms: i64,
    new: &NewObservation,
) -> rusqlite::Result<bool> {
    let print = observation_fingerprint(&new.tool_name, &new.content);
    let inserted = tx.execute(
        "INSERT INTO observations (session_id, client, agent, tool_name, type, project_id, project,
           file_path, content, tags, importance, commit_sha, call_id, fingerprint, created_at)
         SELECT :session, :client, :agent, :tool, :type, :project_id, :project,
           :path, :content, :tags, :importance, :commit, :call, :print, :at
         WHERE NOT EXISTS (SELECT 1 FROM observations
           WHERE session_id = :session AND fingerprint = :print
             AND created_at > :at - :window AND created_at < :at + :window)",
        named_params! {
            ":session": session.id, ":client": session.client.name(), ":agent": session.agent,
            ":tool": new.tool_name, ":type": new.kind.name(), ":project_id": session.project_id,
            ":project": session.project, ":path": new.file_path, ":content": new.content,
            ":tags": new.tags, ":importance": new.importance, ":commit": new.commit_sha,
            ":call": new.call_id, ":print": print, ":at": at, ":window": dedupe_ms.max(1),
        },
    )?;
    if inserted > 0 {
        full_text::OBSERVATIONS.add_row_text(tx, tx.last_insert_rowid(), &body_of(new))?;
    }
    Ok(inserted > 0)
}

/// Replaces the observation of a call that was captured before its outcome was known.
fn complete_observation(
    tx: &Transaction,
    session: &SessionRef,
    at: i64,
    dedupe_ms: i64,
    new: &NewObservation,
) -> rusqlite::Result<bool> {
    let known: Option<(i64, String)> = tx
        .query_row(
            "SELECT id, type FROM observations WHERE session_id = ?1 AND call_id = ?2",
            params![session.id, new.call_id],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?;
    let Some((id, kind)) = known else {
        return insert_observation(tx, session, at, dedupe_ms, new);
    };
    if kind != new.kind.name() {
        replace_observation(tx, id, new)?;
    }
    Ok(false)
}

/// Gives an observation the outcome of its call.
pub(super) fn replace_observation(
    tx: &Transaction,
    id: i64,
    new: &NewObservation,
) -> rusqlite::Result<()> {
    tx.execute(
        "UPDATE observations SET type = ?2, content = ?3, file_path = ?4, tags = ?5,
           importance = ?6, fingerprint = ?7 WHERE id = ?1",
        params![
            id,
            new.kind.name(),
            new.content,
            new.file_path,
            new.tags,
            new.importance,
            observation_fingerprint(&new.tool_name, &new.content)
        ],
    )?;
    full_text::OBSERVATIONS.replace_row_text(tx, id, &body_of(new))?;
    counts::invalidate_if_counted(tx, id)
}

/// A message is known by its turn where the client names one, else by its time.
fn insert_message(
    tx: &Transaction,
    session: &SessionRef,
    at: i64,
    dedupe_ms: i64,
    new: &NewMessage,
) -> rusqlite::Result<bool> {
    let print = message_fingerprint(new.role, new.turn.as_deref(), &new.content);
    let inserted = tx.execute(
        "INSERT INTO messages (session_id, client, agent, project_id, project, working_dir, role,
           content, trace, turn, fingerprint, created_at)
         SELECT :session, :client, :agent, :project_id, :project, :dir, :role,
           :content, :trace, :turn, :print, :at
         WHERE NOT EXISTS (SELECT 1 FROM messages WHERE session_id = :session AND fingerprint = :print
             AND (:turn IS NOT NULL OR created_at > :at - :window AND created_at < :at + :window))",
        named_params! {
            ":session": session.id, ":client": session.client.name(), ":agent": session.agent,
            ":project_id": session.project_id, ":project": session.project,
            ":dir": session.working_dir, ":role": new.role.name(), ":content": new.content,
            ":trace": new.trace, ":turn": new.turn, ":print": print, ":at": at,
            ":window": dedupe_ms.max(1),
        },
    )?;
    if inserted > 0 {
        full_text::MESSAGES.add_row_text(tx, tx.last_insert_rowid(), &new.content)?;
    }
    Ok(inserted > 0)
}

fn insert_injection(
    tx: &Transaction,
    session: &SessionRef,
    at: i64,
    new: &NewInjection,
) -> rusqlite::Result<()> {
    tx.execute(
        "INSERT INTO injections (session_id, client, agent, project_id, project, event, content, chars, created_at)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, length(?7), ?8
         WHERE NOT EXISTS (SELECT 1 FROM injections WHERE session_id = ?1 AND event = ?6 AND created_at = ?8)",
        params![
            session.id, session.client.name(), session.agent, session.project_id, session.project,
            new.event, new.content, at
        ],
    )?;
    Ok(())
}

/// Rebuilds the session's summary, and raises the importance of observations that proved to matter.
pub(super) fn write_summary(
    tx: &Transaction,
    session: &SessionRef,
    at: i64,
) -> rusqlite::Result<()> {
    let facts = facts_of(tx, &session.id)?;
    for (id, importance) in
        raised_importances(&facts).into_iter().chain(came_back(tx, session, &facts)?)
    {
        tx.execute(
            "UPDATE observations SET importance = ?2 WHERE id = ?1",
            params![id, importance],
        )?;
    }
    let started: i64 = tx.query_row(
        "SELECT started_at FROM sessions WHERE session_id = ?1",
        [&session.id],
        |row| row.get(0),
    )?;
    // A clock that jumped back makes no negative duration.
    let duration = (at - started).max(0) / 1_000;
    let summary = summarize(&facts, duration);
    let json = |items: &[String]| serde_json::to_string(items).unwrap_or_default();
    tx.execute(
        "UPDATE sessions SET summary = ?2, tools_used = ?3, files_changed = ?4, memory_count = ?5,
           ended_at = max(ended_at, ?6), duration_sec = ?7 WHERE session_id = ?1",
        params![
            session.id,
            summary.text,
            json(&summary.tools),
            json(&summary.files),
            i64::try_from(facts.len()).unwrap_or(i64::MAX),
            at,
            duration
        ],
    )?;
    Ok(())
}

fn facts_of(tx: &Transaction, session_id: &str) -> rusqlite::Result<Vec<SummaryInput>> {
    let mut statement = tx.prepare(
        "SELECT id, tool_name, type, file_path, content, importance FROM observations
         WHERE session_id = ?1 ORDER BY created_at, id",
    )?;
    let facts = statement.query_map([session_id], |row| {
        let kind: String = row.get(2)?;
        Ok(SummaryInput {
            id: row.get(0)?,
            tool_name: row.get(1)?,
            kind: ObservationType::from_name(&kind).unwrap_or(ObservationType::Observation),
            file_path: row.get(3)?,
            content: row.get(4)?,
            importance: row.get(5)?,
        })
    })?;
    facts.collect()
}

/// Returns the failures of a session that recur from an earlier session of the project: the same
/// command with the same error.
fn came_back(
    tx: &Transaction,
    session: &SessionRef,
    facts: &[SummaryInput],
) -> rusqlite::Result<Vec<(i64, u8)>> {
    let mut known = tx.prepare(
        "SELECT content FROM observations
         WHERE project_id = ?1 AND type = 'error' AND session_id <> ?2
         ORDER BY created_at DESC LIMIT 200",
    )?;
    let fresh = |fact: &&SummaryInput| {
        fact.kind == ObservationType::Error && fact.importance < RECURRING_FAILURE_IMPORTANCE
    };
    let fresh: Vec<_> = facts.iter().filter(fresh).collect();
    if fresh.is_empty() {
        return Ok(Vec::new());
    }
    let sign = |content: &str| (command_of(content).to_owned(), failure_of(content).to_owned());
    let earlier = known
        .query_map(params![session.project_id, session.id], |row| row.get::<_, String>(0))?
        .map(|content| content.map(|content| sign(&content)))
        .collect::<rusqlite::Result<std::collections::HashSet<_>>>()?;
    let back = fresh.iter().filter(|fact| earlier.contains(&sign(&fact.content)));
    Ok(back.map(|fact| (fact.id, RECURRING_FAILURE_IMPORTANCE)).collect())
}

pub(super) fn restore_row(tx: &Transaction, row: &ExportRow) -> rusqlite::Result<bool> {
    match row {
        ExportRow::Session(row) => restore_session(tx, row),
        ExportRow::Observation(row) => restore_observation(tx, row),
        ExportRow::Message(row) => {
            let message = NewMessage {
                role: row.role,
                content: row.content.clone(),
                trace: row.trace.clone(),
                turn: row.turn.clone(),
            };
            // Without a turn, two messages are the same only if they were said at one moment.
            insert_message(tx, &session_of(row), row.created_at, 1, &message)
        }
    }
}

fn restore_session(tx: &Transaction, row: &StoredSession) -> rusqlite::Result<bool> {
    let json = |items: &[String]| serde_json::to_string(items).unwrap_or_default();
    let restored = tx.execute(
        "INSERT INTO sessions (session_id, client, agent, project_id, project, working_dir,
           summary, tools_used, files_changed, memory_count, started_at, ended_at, duration_sec)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
         ON CONFLICT DO NOTHING",
        params![
            row.session_id,
            row.client,
            row.agent,
            row.project_id,
            row.project,
            row.working_dir,
            row.summary,
            json(&row.tools_used),
            json(&row.files_changed),
            row.memory_count,
            row.started_at,
            row.ended_at,
            row.duration_sec
        ],
    )?;
    Ok(restored > 0)
}

fn restore_observation(tx: &Transaction, row: &StoredObservation) -> rusqlite::Result<bool> {
    let restored = tx.execute(
        "INSERT INTO observations (session_id, client, agent, tool_name, type, project_id, project,
           file_path, content, tags, importance, pinned, commit_sha, call_id, fingerprint, created_at)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16
         WHERE NOT EXISTS (SELECT 1 FROM observations
           WHERE session_id = ?1 AND fingerprint = ?15 AND created_at = ?16)",
        params![
            row.session_id, row.client, row.agent, row.tool_name, row.kind.name(), row.project_id,
            row.project, row.file_path, row.content, row.tags, row.importance, row.pinned,
            row.commit_sha, row.call_id, row.content_fingerprint(), row.created_at
        ],
    )?;
    if restored > 0 {
        full_text::OBSERVATIONS.add_row_text(tx, tx.last_insert_rowid(), &body_of_stored(row))?;
    }
    Ok(restored > 0)
}

fn session_of(row: &StoredMessage) -> SessionRef {
    SessionRef {
        id: row.session_id.clone(),
        client: row.client.parse().unwrap_or(palimp_core::AgentClient::Claude),
        agent: row.agent.clone(),
        project_id: row.project_id.clone(),
        project: row.project.clone(),
        working_dir: row.working_dir.clone(),
    }
}
