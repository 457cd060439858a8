//! Other tools' SQLite stores, which are read and never written.
//!
//! They change by version, so that a column which is not there is a value which is not known. A
//! store that nobody has open is read without so much as a lock file beside it.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OpenFlags, Row};

pub mod claude_mem;
pub mod hooks;
pub mod openclaw;
pub mod opencode;

/// Why another tool's store was not read.
#[derive(Debug, thiserror::Error)]
pub enum ForeignError {
    /// Its owner is writing.
    #[error("{} is in use by another program: close that and try again", .0.display())]
    Locked(PathBuf),
    /// It is no database, or a damaged one.
    #[error("{} is damaged, or no SQLite database: it was left alone", .0.display())]
    Damaged(PathBuf),
    /// It has not the tables that palimp knows.
    #[error("{} has no table '{table}': another version wrote it than palimp knows", .path.display())]
    Strange {
        /// The store.
        path: PathBuf,
        /// The table that is missing.
        table: &'static str,
    },
    /// It cannot be read.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The store.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Anything else that SQLite said.
    #[error("{}: {source}", .path.display())]
    Sqlite {
        /// The store.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
}

impl ForeignError {
    fn new(path: &Path, source: rusqlite::Error) -> ForeignError {
        let path = path.to_owned();
        match source.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => ForeignError::Locked(path),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                ForeignError::Damaged(path)
            }
            _ => ForeignError::Sqlite { path, source },
        }
    }
}

/// How long a store is waited for that its owner is writing.
const PATIENCE: Duration = Duration::from_secs(2);

/// Another tool's store, open to be read.
#[derive(Debug)]
pub(crate) struct Foreign {
    conn: Connection,
    path: PathBuf,
}

/// Which rows of a table are wanted.
pub(crate) struct Wanted<'a> {
    pub(crate) table: &'static str,
    /// What is read of each; columns that the table does not have are unknown.
    pub(crate) columns: &'a [&'static str],
    /// A column, and what it must hold.
    pub(crate) only: Option<(&'static str, &'a str)>,
    /// In which order; of these columns, those that the table has.
    pub(crate) order: &'a [&'static str],
}

impl Foreign {
    /// Opens the store at `path`.
    pub(crate) fn open(path: &Path) -> Result<Foreign, ForeignError> {
        let wrap = |source| ForeignError::new(path, source);
        let at_rest = is_at_rest(path)
            .map_err(|source| ForeignError::Io { path: path.to_owned(), source })?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let conn = Connection::open_with_flags(uri(path, at_rest), flags).map_err(wrap)?;
        conn.busy_timeout(PATIENCE).map_err(wrap)?;
        // What a stranger's schema would have run is not run.
        conn.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA query_only = ON").map_err(wrap)?;
        Ok(Foreign { conn, path: path.to_owned() })
    }

    /// The columns of a table; none where there is no such table.
    fn columns(&self, table: &str) -> Result<HashSet<String>, ForeignError> {
        let read = || {
            let mut statement = self.conn.prepare("SELECT name FROM pragma_table_info(?)")?;
            let names = statement.query_map([table], |row| row.get(0))?;
            names.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|source| ForeignError::new(&self.path, source))
    }

    /// Whether there is such a table.
    pub(crate) fn has(&self, table: &str) -> Result<bool, ForeignError> {
        Ok(!self.columns(table)?.is_empty())
    }

    /// How many rows a table has; 0 where there is no such table.
    pub(crate) fn count(&self, table: &'static str) -> Result<usize, ForeignError> {
        if !self.has(table)? {
            return Ok(0);
        }
        let count =
            self.conn.query_row(&format!("SELECT count(*) FROM \"{table}\""), [], |row| row.get(0));
        count.map_err(|source| ForeignError::new(&self.path, source))
    }

    /// Hands over each row that is wanted. An error ends the reading; the rows before it stand.
    pub(crate) fn each(
        &self,
        wanted: &Wanted,
        each: &mut dyn FnMut(&Fields),
    ) -> Result<(), ForeignError> {
        let sql = self.sql(wanted)?;
        let mut read = || {
            let mut statement = self.conn.prepare_cached(&sql)?;
            let only = wanted.only.map(|(_, value)| value);
            let mut rows = statement.query(rusqlite::params_from_iter(only))?;
            while let Some(row) = rows.next()? {
                each(&Fields { row, columns: wanted.columns });
            }
            Ok(())
        };
        read().map_err(|source| ForeignError::new(&self.path, source))
    }

    fn sql(&self, wanted: &Wanted) -> Result<String, ForeignError> {
        let Wanted { table, columns, only, order } = wanted;
        let there = self.columns(table)?;
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

/// Whether nobody has a store open that keeps a log beside itself: then its file is all of it, and
/// can be read without making anything beside it.
fn is_at_rest(path: &Path) -> io::Result<bool> {
    let mut header = [0; 20];
    let read = File::open(path)?.read(&mut header)?;
    // Bytes 18 and 19 say how a database is written and read; 2 is a write-ahead log.
    let logs = read == header.len() && header[18] == 2 && header[19] == 2;
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    Ok(logs && !Path::new(&log).exists())
}

/// The path as SQLite takes it with parameters.
fn uri(path: &Path, at_rest: bool) -> PathBuf {
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

/// What a row holds.
pub(crate) struct Fields<'a> {
    row: &'a Row<'a>,
    columns: &'a [&'static str],
}

impl Fields<'_> {
    fn value(&self, column: &str) -> Option<ValueRef<'_>> {
        let at = self.columns.iter().position(|known| *known == column)?;
        self.row.get_ref(at).ok()
    }

    /// A text that is not blank; a number is one too.
    pub(crate) fn text(&self, column: &str) -> Option<String> {
        let text = match self.value(column)? {
            ValueRef::Text(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            ValueRef::Integer(number) => number.to_string(),
            ValueRef::Real(number) => number.to_string(),
            ValueRef::Null | ValueRef::Blob(_) => return None,
        };
        (!text.trim().is_empty()).then_some(text)
    }

    /// A whole number.
    pub(crate) fn number(&self, column: &str) -> Option<i64> {
        match self.value(column)? {
            ValueRef::Integer(number) => Some(number),
            ValueRef::Real(number) => Some(number as i64),
            ValueRef::Text(text) => std::str::from_utf8(text).ok()?.trim().parse().ok(),
            ValueRef::Null | ValueRef::Blob(_) => None,
        }
    }

    /// Bytes.
    pub(crate) fn bytes(&self, column: &str) -> Option<Vec<u8>> {
        match self.value(column)? {
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
            Wanted { table: "t", columns: &["a", "later"], only: None, order: &["a", "b"] };
        Foreign::open(path)?.each(&wanted, &mut |row| {
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
    fn what_cannot_be_read_is_said_in_a_sentence() {
        let (_dir, path) = store("CREATE TABLE other (a)");
        assert!(texts(&path).unwrap_err().to_string().contains("no table 't'"));
        std::fs::write(&path, "x".repeat(4_096)).unwrap();
        assert!(texts(&path).unwrap_err().to_string().contains("no SQLite database"));
        let missing = Foreign::open(Path::new("/none.db")).unwrap_err();
        assert!(matches!(missing, ForeignError::Io { .. }), "{missing}");
        let (_dir, path) = store("CREATE TABLE t (a)");
        let owner = Connection::open(&path).unwrap();
        owner.execute_batch("BEGIN EXCLUSIVE").unwrap();
        assert!(texts(&path).unwrap_err().to_string().contains("in use by another program"));
    }
}
