//! Flush marks: the last summarised message of each session, and token costs.

use palimp_core::activity::SessionRef;
use palimp_core::chat::TokenUsage;
use rusqlite::types::Value;
use rusqlite::{OptionalExtension, Transaction, params};
use serde::Serialize;

use super::ActivityDb;
use super::write::session_ref;
use crate::StoreError;

/// A session with messages that no distiller has read.
#[derive(Clone, Debug, PartialEq)]
pub struct Backlog {
    /// The session.
    pub session: SessionRef,
    /// The number of the last message that was read; 0 for none.
    pub mark: i64,
    /// Number of pending messages.
    pub messages: usize,
    /// Number of pending messages of the assistant.
    pub replies: usize,
    /// Time of the last pending message, in milliseconds since the Unix epoch.
    pub last_at: i64,
    /// True if the session has ended or is shortened.
    pub due: bool,
    /// Number of the distiller's failures since its last success.
    pub failures: i64,
    /// Time of the next retry, in milliseconds since the Unix epoch.
    pub retry_at: i64,
    /// Cause of the failure.
    pub complaint: Option<String>,
    /// True if an entry may have been written whose messages are not marked as read.
    pub in_doubt: bool,
    /// Time at which the session was last summarised.
    pub flushed_at: i64,
}

/// Token usage of a distiller on a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TokenMeter {
    /// The day, by the user's clock: `YYYY-MM-DD`.
    pub day: String,
    /// The distiller.
    pub distiller: String,
    /// Number of calls.
    pub calls: i64,
    /// Tokens it was given.
    pub input: i64,
    /// Tokens it answered.
    pub output: i64,
}

impl ActivityDb {
    /// Returns the sessions with pending messages, least recently summarised first.
    pub fn backlog(&self) -> Result<Vec<Backlog>, StoreError> {
        let sql = "SELECT m.session_id, m.client, m.agent, m.project_id, m.project, m.working_dir,
              coalesce(f.mark, 0), count(*), sum(m.role = 'assistant'), max(m.created_at),
              coalesce(f.due, 0), coalesce(f.failures, 0), coalesce(f.retry_at, 0), f.complaint,
              f.session_id IS NULL OR f.writing_at IS NOT NULL, coalesce(f.flushed_at, 0), max(m.id)
            FROM messages m LEFT JOIN flush_marks f ON f.session_id = m.session_id
            WHERE m.id > coalesce(f.mark, 0)
            GROUP BY m.session_id ORDER BY coalesce(f.flushed_at, 0), min(m.id)";
        self.query_rows(sql, Vec::new(), |row| {
            Ok(Backlog {
                session: session_ref(row)?,
                mark: row.get(6)?,
                messages: row.get(7)?,
                replies: row.get(8)?,
                last_at: row.get(9)?,
                due: row.get(10)?,
                failures: row.get(11)?,
                retry_at: row.get(12)?,
                complaint: row.get(13)?,
                in_doubt: row.get(14)?,
                flushed_at: row.get(15)?,
            })
        })
    }

    /// Returns the number of pending replies of `session`, or 0 during the distiller's backoff
    /// after a failure.
    pub fn replies_waiting(&self, session: &str, now: i64) -> Result<usize, StoreError> {
        let sql = "SELECT count(*) FROM messages WHERE session_id = ?1 AND role = 'assistant'
              AND id > coalesce((SELECT CASE WHEN retry_at > ?2 THEN 9223372036854775807 ELSE mark END
                FROM flush_marks WHERE session_id = ?1), 0)";
        let count = self.conn.query_row(sql, params![session, now], |row| row.get(0));
        count.map_err(|source| self.wrap_error(source))
    }

    /// True if a session other than `except` has waited since before `before` with at least
    /// `messages`; only the newest sessions are checked.
    pub fn has_idle(&self, except: &str, before: i64, messages: usize) -> Result<bool, StoreError> {
        const MAX_CHECKED_SESSIONS: usize = 20;
        let sql = format!(
            "SELECT EXISTS (SELECT 1 FROM sessions s NOT INDEXED
               LEFT JOIN flush_marks f ON f.session_id = s.session_id
               JOIN messages m ON m.session_id = s.session_id AND m.id > coalesce(f.mark, 0)
               WHERE s.rowid > (SELECT max(rowid) FROM sessions) - {MAX_CHECKED_SESSIONS}
                 AND s.session_id <> ?1 AND coalesce(f.retry_at, 0) < ?2
               GROUP BY s.session_id HAVING count(*) >= ?3 AND max(m.created_at) < ?2)"
        );
        let found = self.conn.query_row(&sql, params![except, before, messages], |row| row.get(0));
        found.map_err(|source| self.wrap_error(source))
    }

    /// An entry of `session` is about to be written; answers which of its agent's it is, from 1. The
    /// number of one that is then not written is not given again.
    pub fn flush_begins(&mut self, session: &SessionRef, now: i64) -> Result<u64, StoreError> {
        let change = "writing_at = ?2, entries = entries + 1";
        self.change_mark(session, change, params![session.id, now])?;
        let sql = "SELECT coalesce(sum(entries), 0) FROM flush_marks WHERE agent = ?";
        let number = self.conn.query_row(sql, [&session.agent], |row| row.get(0));
        number.map_err(|source| self.wrap_error(source))
    }

    /// The messages of `session` up to the one with the number `to` are read.
    pub fn flush_done(
        &mut self,
        session: &SessionRef,
        to: i64,
        now: i64,
    ) -> Result<(), StoreError> {
        self.change_mark(
            session,
            "mark = max(mark, ?2), answers = answers + 1,
             writing_at = NULL, failures = 0, retry_at = 0, complaint = NULL, flushed_at = ?3,
             due = due AND EXISTS (SELECT 1 FROM messages WHERE session_id = ?1 AND id > ?2)",
            params![session.id, to, now],
        )
    }

    /// The distiller failed; it is left in peace until `retry_at`. An entry that may have been written
    /// before stays in doubt.
    pub fn flush_failed(
        &mut self,
        session: &SessionRef,
        complaint: &str,
        retry_at: i64,
    ) -> Result<(), StoreError> {
        self.change_mark(
            session,
            "failures = failures + 1, complaint = ?2, retry_at = ?3",
            params![session.id, complaint, retry_at],
        )
    }

    /// All messages of `session` count as read, because they were imported and condensed with the
    /// import.
    pub fn mark_read(&mut self, session: &SessionRef) -> Result<(), StoreError> {
        self.write(|tx| mark_session_read(tx, &session.id, &session.agent))
    }

    fn change_mark(
        &mut self,
        session: &SessionRef,
        change: &str,
        values: &[&dyn rusqlite::ToSql],
    ) -> Result<(), StoreError> {
        self.write(|tx| {
            ensure_mark(tx, &session.id, &session.agent)?;
            let sql = format!("UPDATE flush_marks SET {change} WHERE session_id = ?1");
            tx.execute(&sql, values)?;
            Ok(())
        })
    }

    /// Adds the usage of an answer to the meter of `day`.
    pub fn add_token_usage(
        &mut self,
        day: &str,
        distiller: &str,
        usage: TokenUsage,
    ) -> Result<(), StoreError> {
        let number = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
        let metered = self.conn.execute(
            "INSERT INTO token_meter (day, distiller, calls, input, output) VALUES (?1, ?2, 1, ?3, ?4)
             ON CONFLICT DO UPDATE SET calls = calls + 1, input = input + ?3, output = output + ?4",
            params![day, distiller, number(usage.input), number(usage.output)],
        );
        metered.map(|_| ()).map_err(|source| self.wrap_error(source))
    }

    /// Returns the token usage of distillers on `day`.
    pub fn token_usage_on(&self, day: &str) -> Result<Vec<TokenMeter>, StoreError> {
        self.query_token_usage("day = ?", day)
    }

    /// Returns the token usage of distillers since `day`, a row for each day and distiller.
    pub fn token_usage_since(&self, day: &str) -> Result<Vec<TokenMeter>, StoreError> {
        self.query_token_usage("day >= ?", day)
    }

    fn query_token_usage(&self, condition: &str, day: &str) -> Result<Vec<TokenMeter>, StoreError> {
        let sql = format!(
            "SELECT day, distiller, calls, input, output FROM token_meter WHERE {condition}
             ORDER BY distiller, day"
        );
        self.query_rows(&sql, vec![Value::Text(day.to_owned())], |row| {
            Ok(TokenMeter {
                day: row.get(0)?,
                distiller: row.get(1)?,
                calls: row.get(2)?,
                input: row.get(3)?,
                output: row.get(4)?,
            })
        })
    }

    /// Returns the state of `session`'s injected context, as stored with the session's captured events.
    pub fn injection_state(&self, session: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT state FROM given WHERE session_id = ?";
        let state = self.conn.query_row(sql, [session], |row| row.get(0)).optional();
        state.map_err(|source| self.wrap_error(source))
    }
}

/// Counts all messages of a session as read.
pub(super) fn mark_session_read(
    tx: &Transaction,
    session: &str,
    agent: &str,
) -> rusqlite::Result<()> {
    ensure_mark(tx, session, agent)?;
    tx.execute(
        "UPDATE flush_marks SET due = 0,
           mark = max(mark, coalesce((SELECT max(id) FROM messages WHERE session_id = ?1), 0))
         WHERE session_id = ?1",
        [session],
    )?;
    Ok(())
}

fn ensure_mark(tx: &Transaction, session: &str, agent: &str) -> rusqlite::Result<()> {
    tx.execute(
        "INSERT INTO flush_marks (session_id, agent) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        params![session, agent],
    )?;
    Ok(())
}

/// Marks the session for a flush whatever its length, because it ends or is about to be compacted.
pub(super) fn set_flush_due(tx: &Transaction, session: &SessionRef) -> rusqlite::Result<()> {
    ensure_mark(tx, &session.id, &session.agent)?;
    tx.execute("UPDATE flush_marks SET due = 1 WHERE session_id = ?", [&session.id])?;
    Ok(())
}

/// Stores the state of the session's injected context.
pub(super) fn set_injection_state(
    tx: &Transaction,
    session: &SessionRef,
    state: &str,
) -> rusqlite::Result<()> {
    tx.execute(
        "INSERT INTO given (session_id, state) VALUES (?1, ?2)
         ON CONFLICT DO UPDATE SET state = excluded.state",
        params![session.id, state],
    )?;
    Ok(())
}

/// SQLite gives the number of the newest message, once that is deleted, to the next one. No mark
/// may stand above it.
pub(super) fn lower_marks(tx: &Transaction) -> rusqlite::Result<()> {
    tx.execute(
        "UPDATE flush_marks SET mark = min(mark, coalesce((SELECT max(id) FROM messages), 0))",
        [],
    )?;
    Ok(())
}
