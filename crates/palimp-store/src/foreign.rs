//! Other tools' SQLite stores, which are read and never written.
//!
//! They change by version, so a missing column is an unknown value. A store that no process has
//! open is read without creating even a lock file beside it.
//!
//! A store is untrusted input, so only plain tables are read: no view, trigger, virtual table or
//! computed column runs. A table's pages are checked before its rows are read, because a tree with
//! a cycle has endless rows; and the work of every statement is limited.

use std::cell::RefCell;
use std::collections::HashSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use palimp_core::message::io_reason;
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Row};

use crate::messages;

pub mod claude_mem;
pub mod hooks;
pub mod openclaw;
pub mod opencode;

/// Error of reading another tool's store.
#[derive(Debug, thiserror::Error)]
pub enum ForeignError {
    /// Its owner is writing.
    #[error("{}", messages::foreign_store_locked(.0.display()))]
    Locked(PathBuf),
    /// It is no database, or a damaged one.
    #[error("{}", messages::foreign_store_damaged(.0.display()))]
    Damaged(PathBuf),
    /// Reading it takes more than any store of its kind.
    #[error("{}", messages::foreign_store_endless(.0.display()))]
    Endless(PathBuf),
    /// It has not the tables that palimp knows.
    #[error("{}", messages::foreign_table_missing(.path.display(), .table))]
    Strange {
        /// The store.
        path: PathBuf,
        /// The table that is missing.
        table: &'static str,
    },
    /// It cannot be read.
    #[error("{}: {}", .path.display(), io_reason(.source))]
    Io {
        /// The store.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// Anything else that SQLite said.
    #[error("{}: {source}", .path.display())]
    Sqlite {
        /// The store.
        path: PathBuf,
        /// Error of SQLite.
        source: rusqlite::Error,
    },
}

impl ForeignError {
    fn from_sqlite(path: &Path, source: rusqlite::Error) -> ForeignError {
        let path = path.to_owned();
        match source.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => ForeignError::Locked(path),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                ForeignError::Damaged(path)
            }
            Some(ErrorCode::OperationInterrupted | ErrorCode::TooBig) => {
                ForeignError::Endless(path)
            }
            _ => ForeignError::Sqlite { path, source },
        }
    }
}

/// Maximum time to wait for a store that its owner is writing.
const FOREIGN_BUSY_TIMEOUT: Duration = Duration::from_secs(2);

/// Maximum number of steps of SQLite's machine in a statement; a row takes some fifty. Enough for
/// ten million rows.
const MOST_STEPS: u64 = 500_000_000;
/// Number of steps between two checks of the limit.
const STEPS_PER_CHECK: u16 = 30_000;
/// Maximum length of a value that is read, in bytes.
const MAX_VALUE_BYTES: i32 = 256 << 20;

/// Another tool's store, open to be read.
#[derive(Debug)]
pub(crate) struct Foreign {
    conn: Connection,
    path: PathBuf,
    /// Steps that the present statement has taken.
    steps: Arc<AtomicU64>,
    /// The tables whose pages were looked at.
    sound: RefCell<HashSet<&'static str>>,
}

/// Query for rows of a table.
pub(crate) struct ForeignQuery<'a> {
    pub(crate) table: &'static str,
    /// Columns to read; a column that the table does not have is unknown.
    pub(crate) columns: &'a [&'static str],
    /// A column and its required value.
    pub(crate) only: Option<(&'static str, &'a str)>,
    /// Columns to sort by; a column that the table does not have is skipped.
    pub(crate) order: &'a [&'static str],
}

impl Foreign {
    /// Opens the store at `path`.
    pub(crate) fn open(path: &Path) -> Result<Foreign, ForeignError> {
        let wrap = |source| ForeignError::from_sqlite(path, source);
        let at_rest = is_at_rest(path)
            .map_err(|source| ForeignError::Io { path: path.to_owned(), source })?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut conn =
            Connection::open_with_flags(sqlite_uri(path, at_rest), flags).map_err(wrap)?;
        conn.busy_timeout(FOREIGN_BUSY_TIMEOUT).map_err(wrap)?;
        harden_connection(&conn).map_err(wrap)?;
        let steps = Arc::new(AtomicU64::new(0));
        let taken = Arc::clone(&steps);
        let too_many =
            move || taken.fetch_add(u64::from(STEPS_PER_CHECK), Ordering::Relaxed) >= MOST_STEPS;
        conn.progress_handler(i32::from(STEPS_PER_CHECK), Some(too_many)).map_err(wrap)?;
        Ok(Foreign { conn, path: path.to_owned(), steps, sound: RefCell::default() })
    }

    /// Does `work` with at most so many steps of SQLite's.
    fn within_bounds<T>(
        &self,
        work: impl FnOnce() -> rusqlite::Result<T>,
    ) -> Result<T, ForeignError> {
        self.steps.store(0, Ordering::Relaxed);
        work().map_err(|source| ForeignError::from_sqlite(&self.path, source))
    }

    /// Returns the columns that a plain table stores; none if there is no such table.
    fn stored_columns(&self, table: &str) -> Result<HashSet<String>, ForeignError> {
        self.within_bounds(|| {
            let made = self.conn.query_row(
                "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?1 COLLATE NOCASE",
                [table],
                |row| row.get::<_, String>(0),
            );
            // Whatever the list calls a table: how it was made tells whether it is one.
            let plain = |sql: &String| {
                sql.get(..PLAIN_TABLE_PREFIX.len())
                    .is_some_and(|begin| begin.eq_ignore_ascii_case(PLAIN_TABLE_PREFIX))
            };
            if !made.optional()?.as_ref().is_some_and(plain) {
                return Ok(HashSet::new());
            }
            let mut statement = self.conn.prepare("SELECT name FROM pragma_table_info(?)")?;
            let names = statement.query_map([table], |row| row.get(0))?;
            names.collect()
        })
    }

    /// Fails when the pages of a table are not the tree that they should be.
    fn look_at(&self, table: &'static str) -> Result<(), ForeignError> {
        if self.sound.borrow().contains(table) {
            return Ok(());
        }
        let said: String = self.within_bounds(|| {
            self.conn.query_row(&format!("PRAGMA quick_check('{table}')"), [], |row| row.get(0))
        })?;
        if said != "ok" {
            return Err(ForeignError::Damaged(self.path.clone()));
        }
        self.sound.borrow_mut().insert(table);
        Ok(())
    }

    /// True if the store has this table.
    pub(crate) fn has_table(&self, table: &str) -> Result<bool, ForeignError> {
        Ok(!self.stored_columns(table)?.is_empty())
    }

    /// Returns the number of rows of a table; 0 if there is no such table.
    pub(crate) fn count_rows(&self, table: &'static str) -> Result<usize, ForeignError> {
        if !self.has_table(table)? {
            return Ok(0);
        }
        self.look_at(table)?;
        let sql = format!("SELECT count(*) FROM \"{table}\"");
        self.within_bounds(|| self.conn.query_row(&sql, [], |row| row.get(0)))
    }

    /// Passes each row of a query to `each`. An error ends the reading; the rows before it stand.
    pub(crate) fn for_each_row(
        &self,
        wanted: &ForeignQuery,
        each: &mut dyn FnMut(&ForeignRow),
    ) -> Result<(), ForeignError> {
        let sql = self.build_sql(wanted)?;
        self.look_at(wanted.table)?;
        self.within_bounds(|| {
            let mut statement = self.conn.prepare_cached(&sql)?;
            let only = wanted.only.map(|(_, value)| value);
            let mut rows = statement.query(rusqlite::params_from_iter(only))?;
            while let Some(row) = rows.next()? {
                each(&ForeignRow { row, columns: wanted.columns });
            }
            Ok(())
        })
    }

    fn build_sql(&self, wanted: &ForeignQuery) -> Result<String, ForeignError> {
        let ForeignQuery { table, columns, only, order } = wanted;
        let there = self.stored_columns(table)?;
        if there.is_empty() {
            return Err(ForeignError::Strange { path: self.path.clone(), table });
        }
        let known = |column: &&&str| there.contains(**column);
        let selected = columns.iter().map(|column| match there.contains(*column) {
            true => format!("\"{column}\""),
            false => "NULL".to_owned(),
        });
        let selected = selected.collect::<Vec<_>>().join(", ");
        let only = match only {
            Some((column, _)) => format!(" WHERE \"{column}\" = ?"),
            None => String::new(),
        };
        let order: Vec<_> =
            order.iter().filter(known).map(|column| format!("\"{column}\"")).collect();
        let order = if order.is_empty() {
            String::new()
        } else {
            format!(" ORDER BY {}", order.join(", "))
        };
        Ok(format!("SELECT {selected} FROM \"{table}\"{only}{order}"))
    }
}

/// Beginning of the statement that creates a plain table, as SQLite stores it.
const PLAIN_TABLE_PREFIX: &str = "CREATE TABLE ";

/// Keeps SQLite from running anything that a foreign schema defines.
fn harden_connection(conn: &Connection) -> rusqlite::Result<()> {
    for (setting, on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
    ] {
        conn.set_db_config(setting, on)?;
    }
    conn.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)?;
    conn.execute_batch("PRAGMA query_only = ON; PRAGMA ignore_check_constraints = ON")
}

/// True if the store uses a write-ahead log and no process has it open; its file is complete then, and
/// can be read without creating a file beside it.
fn is_at_rest(path: &Path) -> io::Result<bool> {
    let mut header = [0; 20];
    let read = palimp_files::open(path)?.read(&mut header)?;
    // Bytes 18 and 19 say how a database is written and read; 2 is a write-ahead log.
    let logs = read == header.len() && header[18] == 2 && header[19] == 2;
    let beside = |ending: &str| {
        let mut path = path.as_os_str().to_owned();
        path.push(ending);
        // SQLite would wait for a pipe there.
        palimp_files::is_there(Path::new(&path))
    };
    let (log, _) = (beside("-wal")?, beside("-journal")?);
    Ok(logs && !log)
}

/// Returns the path as a URI for SQLite, with parameters.
fn sqlite_uri(path: &Path, at_rest: bool) -> PathBuf {
    let mut uri = String::from("file:");
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' => uri.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri.push_str(if at_rest { "?mode=ro&immutable=1" } else { "?mode=ro" });
    PathBuf::from(uri)
}

/// Row of another tool's store.
pub(crate) struct ForeignRow<'a> {
    row: &'a Row<'a>,
    columns: &'a [&'static str],
}

impl ForeignRow<'_> {
    fn column_value(&self, column: &str) -> Option<ValueRef<'_>> {
        let at = self.columns.iter().position(|known| *known == column)?;
        self.row.get_ref(at).ok()
    }

    /// A text that is not blank; a number is one too.
    pub(crate) fn text(&self, column: &str) -> Option<String> {
        let text = match self.column_value(column)? {
            ValueRef::Text(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            ValueRef::Integer(number) => number.to_string(),
            ValueRef::Real(number) => number.to_string(),
            ValueRef::Null | ValueRef::Blob(_) => return None,
        };
        (!text.trim().is_empty()).then_some(text)
    }

    /// A whole number.
    pub(crate) fn number(&self, column: &str) -> Option<i64> {
        match self.column_value(column)? {
            ValueRef::Integer(number) => Some(number),
            ValueRef::Real(number) => Some(number as i64),
            ValueRef::Text(text) => std::str::from_utf8(text).ok()?.trim().parse().ok(),
            ValueRef::Null | ValueRef::Blob(_) => None,
        }
    }

    /// Bytes.
    pub(crate) fn bytes(&self, column: &str) -> Option<Vec<u8>> {
        match self.column_value(column)? {
            ValueRef::Blob(bytes) => Some(bytes.to_vec()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store(statements: &str) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("이상한 %name?.db");
        let conn = Connection::open(&path).unwrap();
        conn.execute_batch(statements).unwrap();
        (dir, path)
    }

    fn files(dir: &tempfile::TempDir) -> usize {
        std::fs::read_dir(dir.path()).unwrap().count()
    }

    fn texts(path: &Path) -> Result<Vec<Option<String>>, ForeignError> {
        let mut texts = Vec::new();
        let wanted =
            ForeignQuery { table: "t", columns: &["a", "later"], only: None, order: &["a", "b"] };
        Foreign::open(path)?.for_each_row(&wanted, &mut |row| {
            texts.push(row.text("a"));
            assert_eq!(row.text("later"), None, "a column of another version");
        })?;
        Ok(texts)
    }

    #[test]
    fn a_store_at_rest_is_read_without_a_trace() {
        let (dir, path) = store(
            "PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES ('나'), ('가'), (NULL)",
        );
        assert_eq!(texts(&path).unwrap(), [None, Some("가".to_owned()), Some("나".to_owned())]);
        assert_eq!(files(&dir), 1, "nothing beside it");
    }

    #[test]
    fn a_store_in_use_is_read_with_what_its_log_holds() {
        let (_dir, path) = store("PRAGMA journal_mode = WAL; CREATE TABLE t (a)");
        let owner = Connection::open(&path).unwrap();
        owner
            .execute_batch("BEGIN IMMEDIATE; INSERT INTO t VALUES ('x'); COMMIT; BEGIN IMMEDIATE")
            .unwrap();
        assert_eq!(texts(&path).unwrap(), [Some("x".to_owned())]);
    }

    #[test]
    fn nothing_that_a_stranger_wrote_into_the_schema_runs() {
        let endless =
            "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c";
        let renamed = "CREATE TABLE t (a); PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET rootpage = 0, sql =";
        for statements in [
            format!("CREATE VIEW t (a) AS {endless}"),
            format!("CREATE VIEW t (a) AS SELECT count(*) FROM ({endless})"),
            "CREATE VIRTUAL TABLE t USING fts5(a)".to_owned(),
            format!("{renamed} 'CREATE VIEW t (a) AS {endless}'"),
            format!("{renamed} 'CREATE VIRTUAL TABLE t USING fts5(a)'"),
        ] {
            let (_dir, path) = store(&statements);
            let said = texts(&path).unwrap_err().to_string();
            assert!(said.contains("no table 't'") || said.contains("damaged"), "{said}");
            let count = Foreign::open(&path).unwrap().count_rows("t");
            assert!(matches!(count, Ok(0) | Err(ForeignError::Damaged(_))), "{count:?}");
        }
        // What is computed is no more than what is not there.
        let (_dir, path) = store(
            "CREATE TABLE t (a, later AS (hex(zeroblob(100000000)))); INSERT INTO t VALUES ('x');
             CREATE TRIGGER u AFTER INSERT ON t BEGIN SELECT raise(abort, 'no'); END;
             CREATE VIEW v AS SELECT * FROM t",
        );
        assert_eq!(texts(&path).unwrap(), [Some("x".to_owned())]);
    }

    #[test]
    fn a_tree_whose_branches_meet_is_no_table() {
        let (_dir, path) = store(
            "PRAGMA page_size = 512; CREATE TABLE t (a);
             WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 2000)
             INSERT INTO t SELECT 'row ' || x FROM c",
        );
        assert_eq!(texts(&path).unwrap().len(), 2_000);
        let mut bytes = std::fs::read(&path).unwrap();
        // The table's root is the second page: an inner one, whose cells begin with a child's number.
        let root = &mut bytes[512..1_024];
        assert_eq!(root[0], 5, "an inner page");
        let cell = |root: &[u8], at: usize| {
            usize::from(root[12 + 2 * at]) << 8 | usize::from(root[13 + 2 * at])
        };
        let (first, cells) = (cell(root, 0), usize::from(root[3]) << 8 | usize::from(root[4]));
        let child: [u8; 4] = root[first..first + 4].try_into().unwrap();
        for at in 1..cells {
            let place = cell(root, at);
            root[place..place + 4].copy_from_slice(&child);
        }
        std::fs::write(&path, bytes).unwrap();
        assert!(matches!(texts(&path), Err(ForeignError::Damaged(_))));
        assert!(matches!(
            Foreign::open(&path).unwrap().count_rows("t"),
            Err(ForeignError::Damaged(_))
        ));
    }

    #[test]
    fn a_statement_may_do_so_much_work_and_no_more() {
        let (_dir, path) = store("CREATE TABLE t (a)");
        let store = Foreign::open(&path).unwrap();
        let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c";
        let work = || store.conn.query_row(endless, [], |row| row.get::<_, i64>(0));
        // As if most of it were done.
        store.steps.store(MOST_STEPS - 1_000_000, Ordering::Relaxed);
        let said = ForeignError::from_sqlite(&path, work().unwrap_err());
        assert!(matches!(said, ForeignError::Endless(_)), "{said}");
        assert_eq!(store.count_rows("t").unwrap(), 0, "the next one begins anew");
    }

    #[test]
    fn what_cannot_be_read_is_said_in_a_sentence() {
        let (_dir, path) = store("CREATE TABLE other (a)");
        assert!(texts(&path).unwrap_err().to_string().contains("no table 't'"));
        std::fs::write(&path, "x".repeat(4_096)).unwrap();
        assert!(texts(&path).unwrap_err().to_string().contains("not an SQLite database"));
        let missing = Foreign::open(Path::new("/none.db")).unwrap_err();
        assert!(matches!(missing, ForeignError::Io { .. }), "{missing}");
        let (_dir, path) = store("CREATE TABLE t (a)");
        let owner = Connection::open(&path).unwrap();
        owner.execute_batch("BEGIN EXCLUSIVE").unwrap();
        assert!(texts(&path).unwrap_err().to_string().contains("another program is using it"));
    }
}
