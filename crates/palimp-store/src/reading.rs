//! Opens a database read-only: without free disk space, without write permission, and without
//! changing any file.
//!
//! Readers and writers of a database with a write-ahead log share memory in a file beside it. If
//! that file exists, it is opened read-only, so writers are not disturbed. If it does not, no
//! process has the database open, and it is read without shared memory.

use std::ffi::CStr;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::StoreError;

/// SQLite's names of the system's VFS, and of the VFS without locks, for a file that no process
/// writes.
const SYSTEM_VFS: &CStr = c"unix";
const LOCKLESS_VFS: &CStr = c"unix-none";

/// Opens the database at `path` read-only, and checks that it can be read. A database that no
/// process had open is a snapshot of this moment, so a long-running caller has to open it again.
pub(crate) fn open(path: &Path) -> Result<Connection, StoreError> {
    open_by(path, SYSTEM_VFS)
}

/// Opens a database like [`open`], with the named VFS.
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

/// Opens a database that no process writes. The log is read too, with its index in this process's
/// memory.
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
    // Sorting must not write to a disk either.
    conn.execute_batch("PRAGMA temp_store = MEMORY")?;
    conn.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(conn)
}

/// Copies the database of `from` into memory; changes to the copy are lost with it.
pub(crate) fn copy_to_memory(from: &Connection) -> rusqlite::Result<Connection> {
    let mut copy = Connection::open_in_memory()?;
    rusqlite::backup::Backup::new(from, &mut copy)?.step(-1)?;
    Ok(copy)
}
