//! Retention: rows past their age go, in steps so short that no hook waits for them.

use std::collections::HashMap;

use palimp_core::activity::ExportRow;
use palimp_core::observation::ObservationType;
use rusqlite::{OptionalExtension, Transaction, params};

use super::ActivityDb;
use super::batched_maintenance::MaintenanceSteps;
use super::{full_text, recent_activity};
use crate::StoreError;

/// Kind of data that expires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgingKind {
    /// Observations, except failures and pinned ones.
    Observations,
    /// Records of injected context.
    Injections,
    /// The long form of summarised messages; their trace stays, and imports still recognise them.
    Messages,
}

/// Gap between captures after which the clock may have jumped, so that nothing expires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockJump {
    /// The last moment before the clock may have jumped, in milliseconds since the Unix epoch.
    pub last: i64,
    /// The first one behind.
    pub next: i64,
}

/// The year 2020, in milliseconds since the Unix epoch: nothing that palimp captures is older.
const EARLIEST_CAPTURE_MS: i64 = 1_577_836_800_000;
/// Maximum gap between captures, in milliseconds; a longer gap means that the clock has jumped.
const MAX_PAUSE_MS: i64 = 180 * 24 * 3_600_000;
/// Divisor of the number of rows that may expire on one day, should the clock have jumped after
/// all.
const DAILY_SHARE_DIVISOR: i64 = 10;

impl AgingKind {
    const fn table_name(self) -> &'static str {
        match self {
            AgingKind::Observations => "observations",
            AgingKind::Injections => "injections",
            AgingKind::Messages => "messages",
        }
    }

    /// SQL condition of rows that may expire, whatever their age.
    const fn expiry_condition(self) -> &'static str {
        match self {
            AgingKind::Observations => "type <> 'error' AND pinned = 0",
            AgingKind::Injections => "true",
            AgingKind::Messages => {
                "trace IS NOT NULL AND content <> trace AND id <= coalesce(
                   (SELECT mark FROM flush_marks f WHERE f.session_id = messages.session_id), 0)"
            }
        }
    }
}

impl ActivityDb {
    /// Returns the ids of the rows from before `before` that may expire; used where a person asks
    /// for it.
    pub fn expired_rows(&self, what: AgingKind, before: i64) -> Result<Vec<i64>, StoreError> {
        let sql = format!(
            "SELECT id FROM {} WHERE created_at < {before} AND {} ORDER BY id",
            what.table_name(),
            what.expiry_condition()
        );
        self.query_rows(&sql, Vec::new(), |row| row.get(0))
    }

    /// Returns the rows that expire automatically on one day, the oldest first: at most a share of
    /// all rows. A row from before the first release of palimp was dated by a wrong clock; it
    /// counts as old as the row after it.
    pub fn expired_today(&self, what: AgingKind, before: i64) -> Result<Vec<i64>, StoreError> {
        let (table, condition) = (what.table_name(), what.expiry_condition());
        let sql = format!(
            "SELECT id FROM {table} WHERE created_at < {before} AND {condition}
               AND (created_at >= {EARLIEST_CAPTURE_MS} OR EXISTS (SELECT 1 FROM {table} later
                 WHERE later.id > {table}.id AND later.created_at BETWEEN {EARLIEST_CAPTURE_MS} AND {before}))
             ORDER BY created_at LIMIT (SELECT (count(*) + {DAILY_SHARE_DIVISOR} - 1) / {DAILY_SHARE_DIVISOR} FROM {table})"
        );
        self.query_rows(&sql, Vec::new(), |row| row.get(0))
    }

    /// Returns the clock jump between `now` and the rows past their age, if there is one: a gap in
    /// which nothing was captured for longer than anyone pauses.
    pub fn detect_clock_jump(
        &self,
        what: AgingKind,
        before: i64,
        now: i64,
    ) -> Result<Option<ClockJump>, StoreError> {
        let sql = format!(
            "SELECT created_at FROM {} WHERE created_at BETWEEN {EARLIEST_CAPTURE_MS} AND {now}
             ORDER BY created_at DESC",
            what.table_name()
        );
        let doubt = || {
            let mut statement = self.conn.prepare(&sql)?;
            let mut rows = statement.query([])?;
            let mut next = now;
            while let Some(row) = rows.next()? {
                let last = row.get(0)?;
                if next - last > MAX_PAUSE_MS {
                    return Ok(Some(ClockJump { last, next }));
                }
                if last < before {
                    break;
                }
                next = last;
            }
            Ok(None)
        };
        doubt().map_err(|source| self.wrap_error(source))
    }

    /// Removes rows, of messages their long form, and returns their number. Rows that were pinned
    /// since they were listed stay.
    pub fn expire(&mut self, what: AgingKind, ids: &[i64]) -> Result<usize, StoreError> {
        if ids.is_empty() {
            return Ok(0);
        }
        let (table, condition) = (what.table_name(), what.expiry_condition());
        let delete = format!("DELETE FROM {table} WHERE id = ? AND {condition}");
        let select = format!("SELECT trace FROM messages WHERE id = ? AND {condition}");
        MaintenanceSteps::new(self).run_batches(ids, |tx, ids| {
            if what == AgingKind::Observations {
                record_expiry(tx, ids)?;
            }
            match what {
                AgingKind::Messages => {
                    recent_activity::invalidate_all(tx)?;
                    ids.iter().map(|id| shorten_message(tx, &select, *id)).sum()
                }
                _ => ids.iter().map(|id| tx.prepare_cached(&delete)?.execute([id])).sum(),
            }
        })
    }

    /// Up to when the observations of each session were removed because of their age; of sessions that
    /// lost none, nothing.
    pub fn expired_sessions(&self) -> Result<HashMap<String, i64>, StoreError> {
        let sql = "SELECT session_id, before FROM expired";
        Ok(self
            .query_rows(sql, Vec::new(), |row| Ok((row.get(0)?, row.get(1)?)))?
            .into_iter()
            .collect())
    }

    /// Removes what retention had removed and the bare pages of a damaged database still held.
    pub(super) fn expire_again(&self) -> Result<(), StoreError> {
        let condition = AgingKind::Observations.expiry_condition();
        let sql = format!(
            "DELETE FROM observations WHERE {condition} AND created_at <
               (SELECT before FROM expired WHERE expired.session_id = observations.session_id)"
        );
        self.conn.execute(&sql, []).map(|_| ()).map_err(|source| self.wrap_error(source))
    }

    /// Removes the injection states of sessions that ended before `before`.
    pub fn drop_injection_states(&mut self, before: i64) -> Result<usize, StoreError> {
        let sql = "DELETE FROM given WHERE session_id IN
            (SELECT session_id FROM sessions WHERE ended_at < ?)";
        self.write(|tx| tx.execute(sql, [before]))
    }
}

/// Returns true if retention has removed the row, or would have; `expired` is what
/// [`ActivityDb::expired_sessions`] returns.
pub fn is_expired(row: &ExportRow, expired: &HashMap<String, i64>) -> bool {
    let ExportRow::Observation(row) = row else { return false };
    let stays = row.pinned || row.kind == ObservationType::Error;
    !stays && expired.get(&row.session_id).is_some_and(|before| row.created_at < *before)
}

/// Shortens a message that `select` finds to its trace; returns 1 if there was one, otherwise 0.
fn shorten_message(tx: &Transaction, select: &str, id: i64) -> rusqlite::Result<usize> {
    let trace = tx.prepare_cached(select)?.query_row([id], |row| row.get::<_, String>(0));
    let Some(trace) = trace.optional()? else { return Ok(0) };
    tx.execute("UPDATE messages SET content = ?2 WHERE id = ?1", params![id, trace])?;
    full_text::MESSAGES.replace_row_text(tx, id, &trace)?;
    Ok(1)
}

/// Records for each session the time up to which its observations were removed, so that no import
/// brings them back. A record per session rather than per row, because there are few sessions.
fn record_expiry(tx: &Transaction, ids: &[i64]) -> rusqlite::Result<()> {
    let mut mark = tx.prepare_cached(
        "INSERT INTO expired (session_id, before)
         SELECT session_id, created_at + 1 FROM observations WHERE id = ?
         ON CONFLICT DO UPDATE SET before = excluded.before WHERE before < excluded.before",
    )?;
    ids.iter().try_for_each(|id| mark.execute([id]).map(|_| ()))
}
