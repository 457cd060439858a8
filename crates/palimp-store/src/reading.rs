//! Opening a database only to read it: reading needs no room on a disk, no permission but to read, and
//! leaves every file as it was.
//!
//! Whoever reads a database with a write-ahead log shares memory with those who write it, in a file
//! beside it. Where that is there, it is read too, and not written: whoever writes goes on. Where it is
//! not, nobody has the database open, and it is read without.

use std::ffi::CStr;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::StoreError;

/// SQLite's names for the functions by which it accesses files here, and for those that take no
/// lock, for a file that nobody writes.
const SYSTEM_VFS: &CStr = c"unix";
const LOCKLESS_VFS: &CStr = c"unix-none";

/// Opens the database at `path` to read it, and makes sure that it can be read. What is read of a
/// database that nobody had open is of that moment: whoever stays opens it again.
pub(crate) fn open(path: &Path) -> Result<Connection, StoreError> {
    open_by(path, SYSTEM_VFS)
}

/// The same by functions of another name than the system's own.
pub(crate) fn open_by(path: &Path, vfs: &CStr) -> Result<Connection, StoreError> {
    if !crate::files::database_is_there(path)? {
        return Err(StoreError::Missing(path.to_owned()));
    }
    let wrap = |source| StoreError::from_sqlite(path, source);
    if !(sibling_path(path, "-wal").exists() && sibling_path(path, "-shm").exists()) {
        return open_unshared(path, vfs).map_err(wrap);
    }
    match open_shared(path, vfs).map_err(wrap) {
        Err(StoreError::Blocked { .. }) => open_unshared(path, vfs).map_err(wrap),
        opened => opened,
    }
}

fn open_shared(path: &Path, vfs: &CStr) -> rusqlite::Result<Connection> {
    let conn = with_options(path, vfs, "readonly_shm=1")?;
    conn.busy_timeout(std::time::Duration::from_secs(5))?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    check_readable(conn)
}

/// Opens a database that nobody writes. What its log holds is read too, by an index of the log in
/// this process's own memory.
fn open_unshared(path: &Path, vfs: &CStr) -> rusqlite::Result<Connection> {
    if std::fs::metadata(sibling_path(path, "-wal")).is_ok_and(|log| log.len() > 0) {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let conn = Connection::open_with_flags_and_vfs(path, flags, LOCKLESS_VFS)?;
        conn.query_row("PRAGMA locking_mode = EXCLUSIVE", [], |_| Ok(()))?;
        conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        return check_readable(conn);
    }
    check_readable(with_options(path, vfs, "immutable=1")?)
}

/// Opens a database to read it, with options that only a URI can name.
fn with_options(path: &Path, vfs: &CStr, options: &str) -> rusqlite::Result<Connection> {
    let mut uri = String::from("file:");
    for c in path.to_string_lossy().chars() {
        match c {
            '%' => uri.push_str("%25"),
            '?' => uri.push_str("%3f"),
            '#' => uri.push_str("%23"),
            c => uri.push(c),
        }
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags_and_vfs(format!("{uri}?{options}"), flags, vfs)
}

/// Returns the path of a file that SQLite keeps beside a database.
fn sibling_path(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn check_readable(conn: Connection) -> rusqlite::Result<Connection> {
    // What is sorted must not go to a disk either.
    conn.execute_batch("PRAGMA temp_store = MEMORY")?;
    conn.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(conn)
}

/// A copy of what `from` reads, in memory: what is changed there is gone with it.
pub(crate) fn copy_to_memory(from: &Connection) -> rusqlite::Result<Connection> {
    let mut copy = Connection::open_in_memory()?;
    rusqlite::backup::Backup::new(from, &mut copy)?.step(-1)?;
    Ok(copy)
}
