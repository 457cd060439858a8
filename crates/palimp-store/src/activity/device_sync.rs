//! Rows that travel between a user's machines.
//!
//! A session belongs to the machine that captured it. Sessions from elsewhere are marked in
//! `synced_sessions`, so that they are not sent back, and their messages count as summarised: their own
//! machine does that. A session that was forgotten has a mark without a machine, and does not come back.

use std::collections::BTreeMap;

use palimp_core::activity::{ExportRow, NewObservation, StoredObservation, StoredSession};
use rusqlite::types::Value;
use rusqlite::{OptionalExtension, Transaction, params};

use super::changes_since::ActivityPosition;
use super::flush_marks::mark_session_read;
use super::query::{
    MESSAGE_COLUMNS, OBSERVATION_COLUMNS, SESSION_COLUMNS, parse_message, parse_observation,
    parse_session,
};
use super::write::{replace_observation, restore_row};
use super::{ActivityDb, counts, recent_activity};
use crate::StoreError;

/// Names an observation on every machine: session, time in milliseconds since the Unix epoch, and
/// fingerprint.
pub type ObservationKey = (String, i64, i64);

/// Condition of a row whose session was captured here.
const OWN_SESSION_SQL: &str = "NOT EXISTS (SELECT 1 FROM synced_sessions s WHERE s.session_id = ";

impl ActivityDb {
    /// Returns up to `limit` observations and up to `limit` messages of own sessions behind `from`,
    /// oldest first, and the position behind them.
    pub fn own_rows_since(
        &self,
        from: ActivityPosition,
        limit: usize,
    ) -> Result<(Vec<ExportRow>, ActivityPosition), StoreError> {
        let sql = |columns: &str, table: &str| {
            format!(
                "SELECT {columns} FROM {table} WHERE id > ? AND {OWN_SESSION_SQL}{table}.session_id)
                 ORDER BY id LIMIT {limit}"
            )
        };
        let id = |id: i64| vec![Value::Integer(id)];
        let observations = self.query_rows(
            &sql(OBSERVATION_COLUMNS, "observations"),
            id(from.observation),
            parse_observation,
        )?;
        let messages =
            self.query_rows(&sql(MESSAGE_COLUMNS, "messages"), id(from.message), parse_message)?;
        let next = ActivityPosition {
            observation: observations.last().map_or(from.observation, |row| row.id),
            message: messages.last().map_or(from.message, |row| row.id),
        };
        let observations = observations.into_iter().map(ExportRow::Observation);
        Ok((observations.chain(messages.into_iter().map(ExportRow::Message)).collect(), next))
    }

    /// Returns the position before the first rows behind `from` that are from `time` or later, in
    /// milliseconds since the Unix epoch; `to` if there are none before it.
    pub fn position_before(
        &self,
        time: i64,
        (from, to): (ActivityPosition, ActivityPosition),
    ) -> Result<ActivityPosition, StoreError> {
        let first = |table: &str, from: i64, to: i64| {
            let sql = format!(
                "SELECT coalesce(min(id) - 1, ?3) FROM {table}
                 WHERE id > ?2 AND id <= ?3 AND created_at >= ?1"
            );
            self.conn.query_row(&sql, [time, from, to], |row| row.get(0))
        };
        let position = first("observations", from.observation, to.observation);
        let position = position.and_then(|observation| {
            Ok(ActivityPosition {
                observation,
                message: first("messages", from.message, to.message)?,
            })
        });
        position.map_err(|source| self.wrap_error(source))
    }

    /// Returns the own sessions that were active since `time`, in milliseconds since the Unix epoch, or
    /// have rows behind `position`.
    pub fn own_sessions_since(
        &self,
        time: i64,
        position: ActivityPosition,
    ) -> Result<Vec<StoredSession>, StoreError> {
        let sql = format!(
            "SELECT {SESSION_COLUMNS} FROM sessions
             WHERE (ended_at >= ?1
                 OR session_id IN (SELECT session_id FROM observations WHERE id > ?2)
                 OR session_id IN (SELECT session_id FROM messages WHERE id > ?3))
               AND {OWN_SESSION_SQL}sessions.session_id) ORDER BY ended_at"
        );
        let ids = [position.observation, position.message].map(Value::Integer);
        self.query_rows(
            &sql,
            [Value::Integer(time)].into_iter().chain(ids).collect(),
            parse_session,
        )
    }

    /// Merges rows that `device` captured, in one transaction; returns for each whether it is new. A
    /// session is updated by a later state of itself, and an observation by its late outcome.
    pub fn merge_rows(
        &mut self,
        device: &str,
        rows: &[ExportRow],
    ) -> Result<Vec<bool>, StoreError> {
        self.write(|tx| {
            recent_activity::invalidate_all(tx)?;
            let merged = rows.iter().map(|row| {
                if is_forgotten(tx, row.session_id())? {
                    return Ok(false);
                }
                mark_synced(tx, device, row)?;
                Ok(update_known(tx, row)? || restore_row(tx, row)?)
            });
            let merged = merged.collect::<rusqlite::Result<Vec<bool>>>()?;
            let sessions: BTreeMap<&str, &str> =
                rows.iter().map(|row| (row.session_id(), row.agent())).collect();
            for (session, agent) in sessions {
                if is_synced(tx, session)? {
                    mark_session_read(tx, session, agent)?;
                }
            }
            Ok(merged)
        })
    }

    /// Returns true if the row is here, be it shortened.
    pub fn has_row(&self, row: &ExportRow) -> Result<bool, StoreError> {
        let (table, at, print) = match row {
            ExportRow::Session(_) => {
                let sql = "SELECT 1 FROM sessions WHERE session_id = ?1";
                let found = self.conn.query_row(sql, [row.session_id()], |_| Ok(())).optional();
                return found.map(|it| it.is_some()).map_err(|source| self.wrap_error(source));
            }
            ExportRow::Observation(row) => {
                ("observations", row.created_at, row.content_fingerprint())
            }
            ExportRow::Message(row) => ("messages", row.created_at, row.content_fingerprint()),
        };
        let session = row.session_id();
        let sql = format!(
            "SELECT 1 FROM {table} WHERE session_id = ?1 AND created_at = ?2 AND fingerprint = ?3"
        );
        let found = self.conn.query_row(&sql, params![session, at, print], |_| Ok(())).optional();
        found.map(|it| it.is_some()).map_err(|source| self.wrap_error(source))
    }

    /// Removes a message or an observation; false if it is not here.
    pub fn remove_by_key(
        &mut self,
        (session, at, print): &ObservationKey,
        is_message: bool,
    ) -> Result<bool, StoreError> {
        let table = if is_message { "messages" } else { "observations" };
        let sql = format!(
            "DELETE FROM {table} WHERE session_id = ?1 AND created_at = ?2 AND fingerprint = ?3"
        );
        self.write(|tx| {
            let removed = tx.execute(&sql, params![session, at, print])?;
            if removed > 0 {
                counts::invalidate_counts(tx)?;
                recent_activity::invalidate_all(tx)?;
            }
            Ok(removed > 0)
        })
    }

    /// Makes sessions of other machines the home's own; forgotten ones stay forgotten.
    pub fn own_all_sessions(&mut self) -> Result<(), StoreError> {
        self.write(|tx| tx.execute("DELETE FROM synced_sessions WHERE device <> ''", []).map(drop))
    }

    /// Returns how many times something was forgotten.
    pub fn count_forgettings(&self) -> Result<i64, StoreError> {
        let sql = "SELECT coalesce(max(id), 0) FROM tombstones";
        let count = self.conn.query_row(sql, [], |row| row.get(0));
        count.map_err(|source| self.wrap_error(source))
    }

    /// Returns the ids of the sessions that were forgotten.
    pub fn forgotten_sessions(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT session_id FROM synced_sessions WHERE device = ''";
        self.query_rows(sql, Vec::new(), |row| row.get(0))
    }

    /// Removes a session with all its rows, because another machine forgot it; false if it is not here.
    pub fn remove_session(&mut self, session: &str) -> Result<bool, StoreError> {
        const TABLES: [&str; 7] = [
            "observations", "messages", "injections", "given", "flush_marks", "expired", "sessions",
        ];
        self.write(|tx| {
            let mut removed = 0;
            for table in TABLES {
                removed +=
                    tx.execute(&format!("DELETE FROM {table} WHERE session_id = ?1"), [session])?;
            }
            mark_forgotten(tx, session)?;
            if removed > 0 {
                counts::invalidate_counts(tx)?;
                recent_activity::invalidate_all(tx)?;
            }
            Ok(removed > 0)
        })
    }

    /// Returns the keys of all pinned observations.
    pub fn pinned_keys(&self) -> Result<Vec<ObservationKey>, StoreError> {
        let sql = "SELECT session_id, created_at, fingerprint FROM observations WHERE pinned = 1";
        self.query_rows(sql, Vec::new(), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
    }

    /// Pins or unpins an observation; false if it is not here.
    pub fn set_pinned_by_key(
        &mut self,
        key: &ObservationKey,
        pinned: bool,
    ) -> Result<bool, StoreError> {
        let (session, at, print) = key;
        self.write(|tx| {
            let sql = "SELECT id FROM observations
                WHERE session_id = ?1 AND created_at = ?2 AND fingerprint = ?3";
            let id: Option<i64> =
                tx.query_row(sql, params![session, at, print], |row| row.get(0)).optional()?;
            let Some(id) = id else { return Ok(false) };
            counts::invalidate_if_counted(tx, id)?;
            tx.execute("UPDATE observations SET pinned = ?2 WHERE id = ?1", params![id, pinned])?;
            Ok(true)
        })
    }
}

/// Marks a session as forgotten.
pub(super) fn mark_forgotten(tx: &Transaction, session: &str) -> rusqlite::Result<()> {
    tx.execute(
        "INSERT INTO synced_sessions (session_id, device) VALUES (?1, '')
         ON CONFLICT (session_id) DO UPDATE SET device = ''",
        [session],
    )?;
    Ok(())
}

fn is_forgotten(tx: &Transaction, session: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT 1 FROM synced_sessions WHERE session_id = ?1 AND device = ''";
    tx.prepare_cached(sql)?.exists([session])
}

fn is_synced(tx: &Transaction, session: &str) -> rusqlite::Result<bool> {
    tx.prepare_cached("SELECT 1 FROM synced_sessions WHERE session_id = ?1")?.exists([session])
}

/// Marks a row's session as captured elsewhere, unless it was captured here.
fn mark_synced(tx: &Transaction, device: &str, row: &ExportRow) -> rusqlite::Result<()> {
    let session = row.session_id();
    tx.execute(
        "INSERT INTO synced_sessions (session_id, device)
           SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE session_id = ?1)
         ON CONFLICT DO NOTHING",
        params![session, device],
    )?;
    Ok(())
}

/// Updates a row that is here in an earlier state; false if there is none.
fn update_known(tx: &Transaction, row: &ExportRow) -> rusqlite::Result<bool> {
    match row {
        ExportRow::Session(row) => update_session(tx, row),
        ExportRow::Observation(row) => complete_synced(tx, row),
        ExportRow::Message(_) => Ok(false),
    }
}

fn update_session(tx: &Transaction, row: &StoredSession) -> rusqlite::Result<bool> {
    let json = |items: &[String]| serde_json::to_string(items).unwrap_or_default();
    let updated = tx.execute(
        "UPDATE sessions SET summary = ?2, tools_used = ?3, files_changed = ?4, memory_count = ?5,
           ended_at = ?6, duration_sec = ?7, project_id = ?9, project = ?10
         WHERE session_id = ?1 AND ended_at <= ?6
           AND EXISTS (SELECT 1 FROM synced_sessions WHERE session_id = ?1)
           AND (ended_at, summary, memory_count) <> (?6, ?2, ?5) AND client = ?8",
        params![
            row.session_id,
            row.summary,
            json(&row.tools_used),
            json(&row.files_changed),
            row.memory_count,
            row.ended_at,
            row.duration_sec,
            row.client,
            row.project_id,
            row.project
        ],
    )?;
    Ok(updated > 0)
}

/// Gives an observation the late outcome of its call.
fn complete_synced(tx: &Transaction, row: &StoredObservation) -> rusqlite::Result<bool> {
    let Some(call) = &row.call_id else { return Ok(false) };
    let known: Option<i64> = tx
        .query_row(
            "SELECT id FROM observations WHERE session_id = ?1 AND call_id = ?2
               AND fingerprint <> ?3 AND created_at = ?4
               AND EXISTS (SELECT 1 FROM synced_sessions WHERE session_id = ?1)",
            params![row.session_id, call, row.content_fingerprint(), row.created_at],
            |it| it.get(0),
        )
        .optional()?;
    let Some(id) = known else { return Ok(false) };
    let outcome = NewObservation {
        tool_name: row.tool_name.clone(),
        kind: row.kind,
        file_path: row.file_path.clone(),
        content: row.content.clone(),
        tags: row.tags.clone(),
        importance: row.importance,
        commit_sha: None,
        call_id: None,
    };
    replace_observation(tx, id, &outcome)?;
    Ok(true)
}
