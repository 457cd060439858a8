//! Upkeep: retention, pins, forgetting, health and salvage.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use palimp_core::forget_query::ForgetQuery;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior, params};
use serde::Serialize;

use super::batched_maintenance::MaintenanceSteps;
use super::counts;
use super::full_text::{self, FullText};
use super::partial_indexes;
use super::raw_rows::{self, RawRow};
use super::{ActivityDb, BusyPolicy};
use crate::StoreError;
use crate::messages;

/// The state of a database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum DatabaseHealth {
    /// Nothing is wrong.
    Sound,
    /// Problems that were found, a line each.
    Damaged(Vec<String>),
}

/// Rows recovered from a damaged database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Salvage {
    /// Path of the damaged file after it was moved aside.
    pub kept_at: PathBuf,
    /// Number of copied rows, by table.
    pub rows: Vec<(String, usize)>,
}

/// Tables that a salvage copies.
const SALVAGED_TABLES: [&str; 15] = [
    "sessions", "observations", "messages", "injections", "tombstones", "flush_marks",
    "token_meter", "given", "forgotten", "expired", "agent_log", "session_links", "seen_lines",
    "found_lines", "synced_sessions",
];
/// Tables that are rebuilt from the salvaged ones.
const DERIVED_TABLES: [&str; 2] = ["counts", "lately"];

impl ActivityDb {
    /// Pins or unpins an observation; false if `agent` has none of this number.
    pub fn set_pinned(&mut self, id: i64, agent: &str, pinned: bool) -> Result<bool, StoreError> {
        let sql = "UPDATE observations SET pinned = ?3 WHERE id = ?1 AND agent = ?2";
        self.write(|tx| {
            counts::invalidate_if_counted(tx, id)?;
            Ok(tx.execute(sql, params![id, agent, pinned])? > 0)
        })
    }

    /// Rebuilds the full text, because it keeps the terms of deleted rows until a merge. Then
    /// rewrites the file, so that no free page or slack space contains deleted text, and empties
    /// the log. Waits while another process reads or checkpoints.
    pub(super) fn leave_no_residue(&self) -> rusqlite::Result<()> {
        self.write_full_text()?;
        self.conn.execute_batch("VACUUM")?;
        let until = Instant::now() + BusyPolicy::Command.busy_timeout();
        loop {
            let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
            let busy: i64 = self.conn.query_row(checkpoint, [], |row| row.get(0))?;
            if busy == 0 {
                return Ok(());
            }
            if Instant::now() > until {
                let busy = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY);
                return Err(rusqlite::Error::SqliteFailure(busy, None));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Checks every page of the database, and the full text against its rows.
    pub fn check_health(&self) -> Result<DatabaseHealth, StoreError> {
        let found = full_text::as_it_is(&self.conn, || {
            let mut statement = self.conn.prepare("PRAGMA integrity_check(20)")?;
            let mut lines = statement
                .query_map([], |row| row.get::<_, String>(0))?
                .collect::<rusqlite::Result<Vec<_>>>()?;
            lines.retain(|line| line != "ok");
            let tables = SALVAGED_TABLES.into_iter().chain(DERIVED_TABLES);
            for table in tables.filter(|table| !has_table(&self.conn, table)) {
                lines.push(messages::table_missing(table));
            }
            if lines.is_empty() {
                lines.extend(partial_indexes::check_entry_counts(&self.conn)?);
            }
            if !lines.is_empty() {
                return Ok(lines);
            }
            for text in full_text::ALL {
                lines.extend(text.find_damage(&self.conn));
                let missing = text.missing_rows(&self.conn).map_or(0, |ids| ids.len());
                if missing > 0 {
                    lines.push(messages::rows_unindexed(missing, text.table));
                }
            }
            Ok(lines)
        });
        match found.map_err(|source| self.wrap_error(source)) {
            Ok(lines) if lines.is_empty() => Ok(DatabaseHealth::Sound),
            Ok(lines) => Ok(DatabaseHealth::Damaged(lines)),
            Err(StoreError::Corrupt(_)) => {
                Ok(DatabaseHealth::Damaged(vec![messages::database_unreadable()]))
            }
            Err(other) => Err(other),
        }
    }

    /// Rebuilds a damaged full text, and adds the rows that it lacks; returns true if there was
    /// something to do. If the process is killed meanwhile, the missing rows are found only after
    /// the next call.
    pub fn mend_full_text(&self) -> Result<bool, StoreError> {
        let mut mended = false;
        for text in full_text::ALL {
            if text.find_damage(&self.conn).is_some() {
                self.renew_full_text(&text)?;
                mended = true;
            }
            mended |= self.fill_full_text(&text)?;
        }
        Ok(mended)
    }

    /// Rebuilds the full text from the rows.
    pub fn rebuild_full_text(&self) -> Result<(), StoreError> {
        self.write_full_text().map_err(|source| self.wrap_error(source))
    }

    fn write_full_text(&self) -> rusqlite::Result<()> {
        let tx = Transaction::new_unchecked(&self.conn, TransactionBehavior::Immediate)?;
        for text in full_text::ALL {
            text.recreate_tables(&tx)?;
            text.add_missing_rows(&tx, &text.missing_rows(&tx)?)?;
        }
        tx.commit()
    }

    fn renew_full_text(&self, text: &FullText) -> Result<(), StoreError> {
        let renew = || {
            let tx = Transaction::new_unchecked(&self.conn, TransactionBehavior::Immediate)?;
            text.recreate_tables(&tx)?;
            tx.commit()
        };
        renew().map_err(|source| self.wrap_error(source))
    }

    fn fill_full_text(&self, text: &FullText) -> Result<bool, StoreError> {
        let missing = text.missing_rows(&self.conn).map_err(|source| self.wrap_error(source))?;
        if !missing.is_empty() {
            MaintenanceSteps::without_mending(self)
                .run_batches(&missing, |tx, ids| text.add_missing_rows(tx, ids).map(|()| 0))?;
        }
        Ok(!missing.is_empty())
    }

    /// Returns the number of pages of the write-ahead log that are not checkpointed yet.
    pub(super) fn log_pages(&self) -> Result<i64, StoreError> {
        let pages = |row: &rusqlite::Row| Ok(row.get::<_, i64>(1)? - row.get::<_, i64>(2)?);
        let sql = "PRAGMA wal_checkpoint(NOOP)";
        self.conn.query_row(sql, [], pages).map_err(|source| self.wrap_error(source))
    }

    /// Writes the write-ahead log back into the database.
    pub fn checkpoint(&self) -> Result<(), StoreError> {
        let sql = "PRAGMA wal_checkpoint(PASSIVE)";
        self.conn.query_row(sql, [], |_| Ok(())).map_err(|source| self.wrap_error(source))
    }

    /// True if a still readable row of the damaged database at `path` contains `wanted`.
    pub fn damaged_db_contains(path: &Path, wanted: &ForgetQuery) -> bool {
        let mut says = false;
        let mut look = |row: RawRow| {
            let text = |value: &Value| matches!(value, Value::Text(text) if wanted.is_in(text));
            says |= row.values.iter().any(text);
        };
        raw_rows::of_database(
            &palimp_files::read_up_to(path, u64::MAX - 1).unwrap_or_default(),
            &mut look,
        );
        says
    }

    /// Moves the damaged database at `path` aside, creates a new one, and copies every row that can
    /// still be read.
    pub fn salvage(path: &Path, now: i64) -> Result<Salvage, StoreError> {
        let kept_at = path.with_extension(format!("db.damaged-{now}"));
        palimp_files::rename(path, &kept_at).map_err(|source| StoreError::from_io(path, source))?;
        for suffix in ["-wal", "-shm"] {
            let beside = |path: &Path| PathBuf::from(format!("{}{suffix}", path.display()));
            let _ = palimp_files::rename(&beside(path), &beside(&kept_at));
        }
        let new = ActivityDb::open(path, BusyPolicy::Command)?;
        // First the rows that SQLite still finds, then those that only the raw pages hold. The
        // database is opened read-only, so that closing it keeps its log.
        if let Ok(old) = Connection::open_with_flags(&kept_at, OpenFlags::SQLITE_OPEN_READ_ONLY) {
            SALVAGED_TABLES.iter().for_each(|table| copy_rows(&old, &new, table));
        }
        copy_pages(&kept_at, &new).map_err(|source| new.wrap_error(source))?;
        new.expire_again()?;
        // Other processes may have counted the rows before they were copied.
        counts::invalidate_counts(&new.conn).map_err(|source| new.wrap_error(source))?;
        new.rebuild_full_text()?;
        let count = |table: &&str| {
            let sql = format!("SELECT count(*) FROM {table}");
            let rows = new.conn.query_row(&sql, [], |row| row.get(0)).unwrap_or(0);
            ((*table).to_owned(), rows)
        };
        let rows = SALVAGED_TABLES.iter().map(count).collect();
        Ok(Salvage { kept_at, rows })
    }
}

fn has_table(conn: &Connection, table: &str) -> bool {
    let sql = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?";
    conn.query_row(sql, [table], |_| Ok(())).is_ok()
}

/// Returns the LIKE pattern that matches texts containing `text`.
pub(super) fn like_pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

/// Takes over the rows that the pages of the damaged file and of its log hold.
fn copy_pages(damaged: &Path, new: &ActivityDb) -> rusqlite::Result<()> {
    let tx = Transaction::new_unchecked(&new.conn, TransactionBehavior::Immediate)?;
    let mut insert = |row: RawRow| {
        let marks = vec!["?"; row.values.len()].join(", ");
        let sql = format!("INSERT OR IGNORE INTO {} VALUES ({marks})", row.table);
        // A row that breaks a rule of its table is none.
        let _ = tx.execute(&sql, rusqlite::params_from_iter(row.values));
    };
    let log = PathBuf::from(format!("{}-wal", damaged.display()));
    raw_rows::of_log(
        &palimp_files::read_up_to(&log, u64::MAX - 1).unwrap_or_default(),
        &mut insert,
    );
    raw_rows::of_database(
        &palimp_files::read_up_to(damaged, u64::MAX - 1).unwrap_or_default(),
        &mut insert,
    );
    tx.commit()
}

/// Copies what SQLite still finds of a table.
fn copy_rows(old: &Connection, new: &ActivityDb, table: &str) {
    let columns = |conn: &Connection| -> Vec<String> {
        let names = conn.prepare(&format!("SELECT name FROM pragma_table_info('{table}')"));
        names.and_then(|mut s| s.query_map([], |row| row.get(0))?.collect()).unwrap_or_default()
    };
    let known = columns(&new.conn);
    let common: Vec<_> = columns(old).into_iter().filter(|name| known.contains(name)).collect();
    if common.is_empty() {
        return;
    }
    let list = common.join(", ");
    let marks = vec!["?"; common.len()].join(", ");
    let select = format!("SELECT {list} FROM {table}");
    let insert = format!("INSERT OR IGNORE INTO {table} ({list}) VALUES ({marks})");
    let _ = new.conn.execute_batch("BEGIN IMMEDIATE");
    // An unreadable page ends it; what lies behind is read from the bare pages.
    let _ = copy_until_unreadable(old, new, [&select, &insert], common.len());
    let _ = new.conn.execute_batch("COMMIT");
}

fn copy_until_unreadable(
    old: &Connection,
    new: &ActivityDb,
    [select, insert]: [&str; 2],
    columns: usize,
) -> rusqlite::Result<()> {
    let mut statement = old.prepare(select)?;
    let mut insert = new.conn.prepare(insert)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let values =
            (0..columns).map(|at| row.get::<_, Value>(at)).collect::<rusqlite::Result<Vec<_>>>()?;
        let _ = insert.execute(rusqlite::params_from_iter(values));
    }
    Ok(())
}
