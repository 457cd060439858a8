//! Cached row counts by agent, client, project and type, updated incrementally.
//!
//! Counting a million rows takes most of a second. So counts are cached with the number of the last
//! row that they cover; the few rows behind it are counted on demand. Hooks, which write these
//! rows, do not maintain counts. If a row is removed or changes its kind, the counts are dropped
//! and rebuilt.

use std::collections::BTreeMap;

use rusqlite::{Connection, Row, params};

use super::query::{Filter, MESSAGES_TABLE, OBSERVATIONS_TABLE};
use super::{ActivityDb, BusyPolicy};
use crate::StoreError;

/// Minimum number of uncounted rows at which the cached counts are rewritten.
const MIN_UNCOUNTED_ROWS: i64 = 200;

/// Grouping key of rows that are counted together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RowGroup {
    pub(super) agent: String,
    pub(super) client: String,
    pub(super) project_id: String,
    pub(super) project: String,
    /// The type of an observation; of a message nothing.
    pub(super) kind: String,
    pub(super) pinned: bool,
}

/// Number of rows in a group, with the ranges of their ids and times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowCount {
    pub(super) amount: i64,
    /// The least number of them.
    pub(super) first: i64,
    /// The greatest.
    pub(super) last: i64,
    /// The first moment, in milliseconds since the Unix epoch.
    pub(super) oldest: i64,
    /// The last.
    pub(super) newest: i64,
}

/// Row counts of a table by group.
pub(super) type RowCounts = BTreeMap<RowGroup, RowCount>;

impl ActivityDb {
    /// Returns the rows of `table`, counted by group.
    pub(super) fn row_counts(&self, table: &str) -> Result<RowCounts, StoreError> {
        self.counts_kept_from(MIN_UNCOUNTED_ROWS, table)
    }

    /// Counts uncounted rows, so that the next query need not wait.
    pub fn update_counts(&self) -> Result<(), StoreError> {
        let count = |table| self.counts_kept_from(1, table).map(drop);
        [OBSERVATIONS_TABLE, MESSAGES_TABLE].into_iter().try_for_each(count)
    }

    fn counts_kept_from(&self, many: i64, table: &str) -> Result<RowCounts, StoreError> {
        let counted = || {
            let version = self.data_version()?;
            let mut counts = load_counts(&self.conn, table)?;
            let new = count_rows_after(&self.conn, table, last_counted_id(&counts))?;
            let many = new.values().map(|new| new.amount).sum::<i64>() >= many;
            merge_counts(&mut counts, new);
            // A database that cannot be written is counted each time.
            if many && self.patience == BusyPolicy::Command {
                let _ = self.store_counts(table, &counts, version);
            }
            Ok(counts)
        };
        counted().map_err(|source| self.wrap_error(source))
    }

    /// Stores counts, unless another connection wrote since `version`: it may have changed counted
    /// rows.
    fn store_counts(
        &self,
        table: &str,
        counts: &RowCounts,
        version: i64,
    ) -> Result<(), StoreError> {
        self.write(|tx| {
            if self.data_version()? != version {
                return Ok(());
            }
            tx.execute("DELETE FROM counts WHERE source = ?", [table])?;
            let mut insert = tx.prepare(
                "INSERT INTO counts VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            )?;
            for (kind, count) in counts {
                insert.execute(params![
                    table, kind.agent, kind.client, kind.project_id, kind.project, kind.kind,
                    kind.pinned, count.amount, count.first, count.last, count.oldest, count.newest
                ])?;
            }
            Ok(())
        })
    }

    /// A number that changes when another connection writes.
    fn data_version(&self) -> rusqlite::Result<i64> {
        self.conn.query_row("PRAGMA data_version", [], |row| row.get(0))
    }
}

/// Drops the counts if they cover an observation that changes.
pub(super) fn invalidate_if_counted(conn: &Connection, id: i64) -> rusqlite::Result<()> {
    let sql = "DELETE FROM counts WHERE ?1 <= (SELECT max(last) FROM counts WHERE source = ?2)";
    conn.execute(sql, params![id, OBSERVATIONS_TABLE]).map(|_| ())
}

/// Forgets the counts.
pub(super) fn invalidate_counts(conn: &Connection) -> rusqlite::Result<()> {
    conn.execute("DELETE FROM counts", []).map(|_| ())
}

/// Returns the greatest id that was counted.
fn last_counted_id(counts: &RowCounts) -> i64 {
    counts.values().map(|count| count.last).max().unwrap_or(i64::MIN)
}

fn load_counts(conn: &Connection, table: &str) -> rusqlite::Result<RowCounts> {
    let mut statement = conn.prepare(
        "SELECT agent, client, project_id, project, type, pinned, amount, first, last, oldest, newest
         FROM counts WHERE source = ?",
    )?;
    statement.query_map([table], parse_count_row)?.collect()
}

/// Counts the rows behind `after`.
fn count_rows_after(conn: &Connection, table: &str, after: i64) -> rusqlite::Result<RowCounts> {
    let (kind, pinned) = if table == OBSERVATIONS_TABLE { ("type", "pinned") } else { ("''", "0") };
    let mut statement = conn.prepare(&format!(
        "SELECT agent, client, project_id, project, {kind}, {pinned}, count(*), min(id), max(id),
           min(created_at), max(created_at) FROM {table} WHERE id > ? GROUP BY 1, 2, 3, 4, 5, 6"
    ))?;
    statement.query_map([after], parse_count_row)?.collect()
}

fn parse_count_row(row: &Row) -> rusqlite::Result<(RowGroup, RowCount)> {
    let kind = RowGroup {
        agent: row.get(0)?,
        client: row.get(1)?,
        project_id: row.get(2)?,
        project: row.get(3)?,
        kind: row.get(4)?,
        pinned: row.get(5)?,
    };
    let count = RowCount {
        amount: row.get(6)?,
        first: row.get(7)?,
        last: row.get(8)?,
        oldest: row.get(9)?,
        newest: row.get(10)?,
    };
    Ok((kind, count))
}

fn merge_counts(counts: &mut RowCounts, new: RowCounts) {
    for (kind, new) in new {
        counts.entry(kind).and_modify(|known| *known = known.merge(new)).or_insert(new);
    }
}

impl RowGroup {
    /// True if rows of this group may match `filter`.
    pub(super) fn may_match(&self, filter: &Filter) -> bool {
        let is = |wanted: &Option<String>, it: &str| wanted.as_ref().is_none_or(|one| one == it);
        is(&filter.agent, &self.agent)
            && is(&filter.client, &self.client)
            && is(&filter.project_id, &self.project_id)
            && is(&filter.project, &self.project)
            && filter.kind.is_none_or(|kind| self.kind.is_empty() || kind.name() == self.kind)
    }
}

impl RowCount {
    fn merge(self, other: RowCount) -> RowCount {
        RowCount {
            amount: self.amount + other.amount,
            first: self.first.min(other.first),
            last: self.last.max(other.last),
            oldest: self.oldest.min(other.oldest),
            newest: self.newest.max(other.newest),
        }
    }
}
