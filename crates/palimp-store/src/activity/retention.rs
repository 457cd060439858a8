//! Retention: rows past their age go, in steps so short that no hook waits for them.

use std::collections::HashMap;

use rusqlite::{OptionalExtension, Transaction, params};

use super::ActivityDb;
use super::steps::Steps;
use super::{full_text, lately};
use crate::StoreError;

/// What is kept for a time alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aging {
    /// Observations, but for failures and pinned ones.
    Observations,
    /// Records of injected context.
    Injections,
    /// The long form of messages that were condensed; their trace stays, and what an import would
    /// bring again is still recognised.
    Messages,
}

/// Why nothing is taken for past its age, although the clock says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The last moment before the clock may have jumped, in milliseconds since the Unix epoch.
    pub last: i64,
    /// The first one behind.
    pub next: i64,
}

/// The year 2020, in milliseconds: nothing that palimp captures is older.
const FIRST: i64 = 1_577_836_800_000;
/// For longer than this, in milliseconds, nobody leaves a memory alone: the clock has jumped.
const PAUSE: i64 = 180 * 24 * 3_600_000;
/// One row in so many goes on one day at the most, should the clock have jumped after all.
const SHARE: i64 = 10;

impl Aging {
    const fn table(self) -> &'static str {
        match self {
            Aging::Observations => "observations",
            Aging::Injections => "injections",
            Aging::Messages => "messages",
        }
    }

    /// Which rows of any age may go.
    const fn condition(self) -> &'static str {
        match self {
            Aging::Observations => "type <> 'error' AND pinned = 0",
            Aging::Injections => "true",
            Aging::Messages => {
                "trace IS NOT NULL AND content <> trace AND id <= coalesce(
                   (SELECT mark FROM flush_marks f WHERE f.session_id = messages.session_id), 0)"
            }
        }
    }
}

impl ActivityDb {
    /// The rows from before `before` that may go, by their numbers; what a person asks for.
    pub fn expired(&self, what: Aging, before: i64) -> Result<Vec<i64>, StoreError> {
        let sql = format!(
            "SELECT id FROM {} WHERE created_at < {before} AND {} ORDER BY id",
            what.table(),
            what.condition()
        );
        self.rows(&sql, Vec::new(), |row| row.get(0))
    }

    /// The rows that go on one day by themselves, the oldest first: a share of all, however many are
    /// due. What bears a time before there was anything to capture was dated by a wrong clock; it
    /// is as old as what came after it.
    pub fn expired_today(&self, what: Aging, before: i64) -> Result<Vec<i64>, StoreError> {
        let (table, condition) = (what.table(), what.condition());
        let sql = format!(
            "SELECT id FROM {table} WHERE created_at < {before} AND {condition}
               AND (created_at >= {FIRST} OR EXISTS (SELECT 1 FROM {table} later
                 WHERE later.id > {table}.id AND later.created_at BETWEEN {FIRST} AND {before}))
             ORDER BY created_at LIMIT (SELECT (count(*) + {SHARE} - 1) / {SHARE} FROM {table})"
        );
        self.rows(&sql, Vec::new(), |row| row.get(0))
    }

    /// Whether the clock seems to have jumped between `now` and the rows that are past their age:
    /// nothing was captured for longer than anyone pauses.
    pub fn doubt(&self, what: Aging, before: i64, now: i64) -> Result<Option<Doubt>, StoreError> {
        let sql = format!(
            "SELECT created_at FROM {} WHERE created_at BETWEEN {FIRST} AND {now}
             ORDER BY created_at DESC",
            what.table()
        );
        let doubt = || {
            let mut statement = self.conn.prepare(&sql)?;
            let mut rows = statement.query([])?;
            let mut next = now;
            while let Some(row) = rows.next()? {
                let last = row.get(0)?;
                if next - last > PAUSE {
                    return Ok(Some(Doubt { last, next }));
                }
                if last < before {
                    break;
                }
                next = last;
            }
            Ok(None)
        };
        doubt().map_err(|source| self.error(source))
    }

    /// Takes rows away, of messages their long form; answers how many. What was pinned since they
    /// were counted stays.
    pub fn expire(&mut self, what: Aging, ids: &[i64]) -> Result<usize, StoreError> {
        if ids.is_empty() {
            return Ok(0);
        }
        let (table, condition) = (what.table(), what.condition());
        let delete = format!("DELETE FROM {table} WHERE id = ? AND {condition}");
        let select = format!("SELECT trace FROM messages WHERE id = ? AND {condition}");
        Steps::of(self).over(ids, |tx, ids| {
            if what == Aging::Observations {
                mark(tx, ids)?;
            }
            match what {
                Aging::Messages => {
                    lately::outdate(tx)?;
                    ids.iter().map(|id| shorten(tx, &select, *id)).sum()
                }
                _ => ids.iter().map(|id| tx.prepare_cached(&delete)?.execute([id])).sum(),
            }
        })
    }

    /// Up to when the observations of each session were removed because of their age; of sessions that
    /// lost none, nothing.
    pub fn expired_sessions(&self) -> Result<HashMap<String, i64>, StoreError> {
        let sql = "SELECT session_id, before FROM expired";
        Ok(self.rows(sql, Vec::new(), |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect())
    }

    /// Removes what retention had removed and the bare pages of a damaged database still held.
    pub(super) fn expire_again(&self) -> Result<(), StoreError> {
        let condition = Aging::Observations.condition();
        let sql = format!(
            "DELETE FROM observations WHERE {condition} AND created_at <
               (SELECT before FROM expired WHERE expired.session_id = observations.session_id)"
        );
        self.conn.execute(&sql, []).map(|_| ()).map_err(|source| self.error(source))
    }

    /// Takes away what is remembered of having given to sessions that ended before `before`.
    pub fn forget_given(&mut self, before: i64) -> Result<usize, StoreError> {
        let sql = "DELETE FROM given WHERE session_id IN
            (SELECT session_id FROM sessions WHERE ended_at < ?)";
        self.write(|tx| tx.execute(sql, [before]))
    }
}

/// Leaves the trace alone of a message that `select` finds; answers whether there was one, as a number.
fn shorten(tx: &Transaction, select: &str, id: i64) -> rusqlite::Result<usize> {
    let trace = tx.prepare_cached(select)?.query_row([id], |row| row.get::<_, String>(0));
    let Some(trace) = trace.optional()? else { return Ok(0) };
    tx.execute("UPDATE messages SET content = ?2 WHERE id = ?1", params![id, trace])?;
    full_text::MESSAGES.replace(tx, id, &trace)?;
    Ok(1)
}

/// Notes of each session that loses observations up to when it does, so that no import takes them in
/// again. A note for a session rather than for a row: there are few of them, and they stay few.
fn mark(tx: &Transaction, ids: &[i64]) -> rusqlite::Result<()> {
    let mut mark = tx.prepare_cached(
        "INSERT INTO expired (session_id, before)
         SELECT session_id, created_at + 1 FROM observations WHERE id = ?
         ON CONFLICT DO UPDATE SET before = excluded.before WHERE before < excluded.before",
    )?;
    ids.iter().try_for_each(|id| mark.execute([id]).map(|_| ()))
}
