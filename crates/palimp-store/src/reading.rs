//! Opening a database that cannot be written: reading needs no room on a disk, and no permission but
//! to read.
//!
//! Whoever reads a database with a write-ahead log shares memory with those who write it, in a file
//! beside it that has to be made. Where it cannot be, nobody writes the database either, and it is
//! read without.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use crate::StoreError;

/// Opens the database at `path` to read it, and makes sure that it can be read.
pub(crate) fn open(path: &Path) -> Result<Connection, StoreError> {
    crate::files::database_is_there(path)?;
    match shared(path).map_err(|source| StoreError::sqlite(path, source)) {
        Err(StoreError::Blocked { .. }) => {
            alone(path).map_err(|source| StoreError::sqlite(path, source))
        }
        opened => opened,
    }
}

fn shared(path: &Path) -> rusqlite::Result<Connection> {
    let conn = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    conn.busy_timeout(std::time::Duration::from_secs(5))?;
    readable(conn)
}

/// Opens a database that nobody writes. What its log holds is read too, by an index of the log in
/// this process's own memory.
fn alone(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let log = PathBuf::from(format!("{}-wal", path.display()));
    if std::fs::metadata(log).is_ok_and(|log| log.len() > 0) {
        let conn = Connection::open_with_flags_and_vfs(path, flags, c"unix-none")?;
        conn.query_row("PRAGMA locking_mode = EXCLUSIVE", [], |_| Ok(()))?;
        return readable(conn);
    }
    let mut uri = String::from("file:");
    for c in path.to_string_lossy().chars() {
        match c {
            '%' => uri.push_str("%25"),
            '?' => uri.push_str("%3f"),
            '#' => uri.push_str("%23"),
            c => uri.push(c),
        }
    }
    readable(Connection::open_with_flags(uri + "?immutable=1", flags)?)
}

fn readable(conn: Connection) -> rusqlite::Result<Connection> {
    // What is sorted must not go to a disk either.
    conn.execute_batch("PRAGMA temp_store = MEMORY")?;
    conn.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(conn)
}

/// A copy of what `from` reads, in memory: what is changed there is gone with it.
pub(crate) fn copy(from: &Connection) -> rusqlite::Result<Connection> {
    let mut copy = Connection::open_in_memory()?;
    rusqlite::backup::Backup::new(from, &mut copy)?.step(-1)?;
    Ok(copy)
}
