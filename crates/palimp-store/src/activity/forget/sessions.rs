//! Forgetting the data of sessions beside their captured rows: summaries, projects, directories,
//! complaints.

use palimp_core::activity::SessionRef;
use palimp_core::forget_query::ForgetQuery;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde_json::Value;

use super::super::device_sync::mark_forgotten;
use super::super::write::{SESSION_REF_COLUMNS, session_ref, write_summary};

/// Session whose own data contains a text, beside its captured rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SessionMatch {
    session: SessionRef,
    ended_at: i64,
    says: MatchedPart,
}

/// Part of a session that contains the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MatchedPart {
    /// In the name of its project; nothing of it stays.
    Project,
    /// In its summary, or in the captured events that the summary is built from.
    Summary,
    /// In its directory alone.
    Directory,
    /// In its injected context, or in context that waits to be injected.
    InjectedContext,
}

/// The sessions of an agent that say `wanted`.
pub(super) fn sessions_saying(
    conn: &Connection,
    wanted: &ForgetQuery,
    agent: &str,
) -> rusqlite::Result<Vec<SessionMatch>> {
    let mut statement = conn.prepare(&format!(
        "SELECT {SESSION_REF_COLUMNS}, ended_at, summary, files_changed, coalesce((SELECT state FROM given
           WHERE given.session_id = sessions.session_id), '') AS state FROM sessions WHERE agent = ?"
    ))?;
    let mut rows = statement.query([agent])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let session = session_ref(row)?;
        let does = |column| Ok::<_, rusqlite::Error>(wanted.is_in(&row.get::<_, String>(column)?));
        let says = if wanted.is_in(&session.project) {
            MatchedPart::Project
        } else if does("summary")? || does("files_changed")? {
            MatchedPart::Summary
        } else if wanted.is_in(&session.working_dir) {
            MatchedPart::Directory
        } else if without_injected_text(&row.get::<_, String>("state")?, wanted).is_some() {
            MatchedPart::InjectedContext
        } else {
            continue;
        };
        found.push(SessionMatch { session, ended_at: row.get("ended_at")?, says });
    }
    Ok(found)
}

/// Returns the session of an agent whose id begins so; the newest where several do.
pub(super) fn session_named(
    conn: &Connection,
    beginning: &str,
    agent: &str,
) -> rusqlite::Result<Option<SessionMatch>> {
    let sql = format!(
        "SELECT {SESSION_REF_COLUMNS}, ended_at FROM sessions
           WHERE agent = ?1 AND substr(session_id, 1, length(?2)) = ?2 ORDER BY ended_at DESC LIMIT 1"
    );
    let read = |row: &rusqlite::Row| {
        let (session, ended_at) = (session_ref(row)?, row.get("ended_at")?);
        Ok(SessionMatch { session, ended_at, says: MatchedPart::Project })
    };
    conn.query_row(&sql, params![agent, beginning], read).optional()
}

/// Returns the sessions of removed rows, whose summaries have to be rebuilt.
pub(super) fn sessions_of(
    tx: &Transaction,
    table: &str,
    rows: &[(i64, String)],
) -> rusqlite::Result<Vec<SessionMatch>> {
    let mut of = tx.prepare(&format!("SELECT session_id FROM {table} WHERE id = ?"))?;
    let mut ids = Vec::new();
    for (id, _) in rows {
        ids.extend(of.query_row([id], |row| row.get::<_, String>(0)).optional()?);
    }
    ids.sort_unstable();
    ids.dedup();
    let sql = format!("SELECT {SESSION_REF_COLUMNS}, ended_at FROM sessions WHERE session_id = ?");
    let mut session = tx.prepare(&sql)?;
    let mut sessions = Vec::new();
    for id in ids {
        let found = session.query_row([id], |row| {
            let (session, ended_at) = (session_ref(row)?, row.get("ended_at")?);
            Ok(SessionMatch { session, ended_at, says: MatchedPart::Summary })
        });
        sessions.extend(found.optional()?);
    }
    Ok(sessions)
}

impl SessionMatch {
    pub(super) fn id(&self) -> &str {
        &self.session.id
    }

    /// Removes `wanted` from the data of the session.
    pub(super) fn erase_text(
        &self,
        tx: &Transaction,
        wanted: &ForgetQuery,
    ) -> rusqlite::Result<()> {
        let id = &self.session.id;
        match self.says {
            MatchedPart::Project => {
                for table in ["sessions", "given", "flush_marks", "expired"] {
                    tx.execute(&format!("DELETE FROM {table} WHERE session_id = ?"), [id])?;
                }
                return mark_forgotten(tx, id);
            }
            MatchedPart::Summary if is_whole(tx, id)? => {
                write_summary(tx, &self.session, self.ended_at)?
            }
            MatchedPart::Summary => cut_summary(tx, id, wanted)?,
            MatchedPart::Directory | MatchedPart::InjectedContext => {}
        }
        remove_injected_text(tx, id, wanted)?;
        if wanted.is_in(&self.session.working_dir) {
            for table in ["sessions", "messages"] {
                let sql = format!("UPDATE {table} SET working_dir = '' WHERE session_id = ?");
                tx.execute(&sql, [id])?;
            }
        }
        Ok(())
    }
}

/// True if the session exists with all observations of which its summary was made.
fn is_whole(tx: &Transaction, session: &str) -> rusqlite::Result<bool> {
    tx.query_row(
        "SELECT EXISTS (SELECT 1 FROM sessions WHERE session_id = ?1)
           AND EXISTS (SELECT 1 FROM observations WHERE session_id = ?1)
           AND NOT EXISTS (SELECT 1 FROM expired WHERE session_id = ?1)",
        [session],
        |row| row.get(0),
    )
}

/// Takes the lines that say it out of a summary of which the observations are gone.
fn cut_summary(tx: &Transaction, session: &str, wanted: &ForgetQuery) -> rusqlite::Result<()> {
    let sql = "SELECT summary, files_changed FROM sessions WHERE session_id = ?";
    let read = |row: &rusqlite::Row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
    let Some((summary, files)) = tx.query_row(sql, [session], read).optional()? else {
        return Ok(());
    };
    let said = wanted.matching_lines(&summary);
    let rest = summary.lines().enumerate().filter(|(at, _)| !said.contains(at));
    let rest: Vec<&str> = rest.map(|(_, line)| line).collect();
    let mut files: Vec<String> = serde_json::from_str(&files).unwrap_or_default();
    files.retain(|file| !wanted.is_in(file));
    let files = serde_json::to_string(&files).unwrap_or_default();
    let sql = "UPDATE sessions SET summary = ?2, files_changed = ?3 WHERE session_id = ?1";
    tx.execute(sql, params![session, rest.join("\n"), files]).map(|_| ())
}

/// Removes the texts that contain `wanted` from the state of a session's injected context.
fn remove_injected_text(
    tx: &Transaction,
    session: &str,
    wanted: &ForgetQuery,
) -> rusqlite::Result<()> {
    let sql = "SELECT state FROM given WHERE session_id = ?";
    let state = tx.query_row(sql, [session], |row| row.get::<_, String>(0)).optional()?;
    let Some(left) = state.and_then(|state| without_injected_text(&state, wanted)) else {
        return Ok(());
    };
    let sql = "UPDATE given SET state = ?2 WHERE session_id = ?1";
    tx.execute(sql, [session, &left]).map(|_| ())
}

/// Returns the state of a session's injected context without texts that contain `wanted`; `None` if
/// no text does.
fn without_injected_text(state: &str, wanted: &ForgetQuery) -> Option<String> {
    let mut state: Value = serde_json::from_str(state).ok()?;
    let mut says = false;
    for texts in state.as_object_mut()?.values_mut().filter_map(Value::as_array_mut) {
        let before = texts.len();
        texts.retain(|text| !text.as_str().is_some_and(|text| wanted.is_in(text)));
        says |= texts.len() < before;
    }
    says.then(|| state.to_string())
}

/// Clears the complaints of distillers that contain `wanted`, because a complaint may quote its
/// input.
pub(super) fn forget_complaints(
    tx: &Transaction,
    wanted: &ForgetQuery,
    agent: &str,
) -> rusqlite::Result<()> {
    let mut complaints = tx.prepare(
        "SELECT session_id, complaint FROM flush_marks WHERE agent = ? AND complaint IS NOT NULL",
    )?;
    let mut rows = complaints.query([agent])?;
    while let Some(row) = rows.next()? {
        if wanted.is_in(&row.get::<_, String>(1)?) {
            let sql = "UPDATE flush_marks SET complaint = '' WHERE session_id = ?";
            tx.execute(sql, [row.get::<_, String>(0)?])?;
        }
    }
    Ok(())
}
