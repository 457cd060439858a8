//! Operations of `palimp-files` on the files of a home, with errors that name the file and the
//! obstacle.

use std::path::Path;

use palimp_core::io_diagnosis::{LONGEST_PATH, Obstacle};
use rusqlite::Connection;
use rusqlite::config::DbConfig;

use crate::StoreError;

/// Makes a directory and its parents, each readable by its owner alone.
pub fn private_dir(path: &Path) -> Result<(), StoreError> {
    palimp_files::private_dir(path).map_err(|source| StoreError::from_io(path, source))
}

/// Returns an error for a path that SQLite could not open, whether or not a file exists there yet.
pub fn check_openable(path: &Path) -> Result<(), StoreError> {
    // What counts is the path behind all links.
    let real = path.ancestors().find_map(|place| {
        let rest = path.strip_prefix(place).ok()?;
        Some(place.canonicalize().ok()?.join(rest))
    });
    if real.as_deref().unwrap_or(path).as_os_str().len() > LONGEST_PATH {
        return Err(StoreError::Blocked { path: path.to_owned(), obstacle: Obstacle::LongPath });
    }
    Ok(())
}

/// True if a database exists at `path`. The files that SQLite reads beside it have to be regular
/// files too, because SQLite would wait for a pipe.
pub(crate) fn database_is_there(path: &Path) -> Result<bool, StoreError> {
    let is_file = |path: &Path| {
        palimp_files::is_there(path).map_err(|source| StoreError::from_io(path, source))
    };
    for ending in ["-wal", "-journal", "-shm"] {
        let mut beside = path.as_os_str().to_owned();
        beside.push(ending);
        is_file(Path::new(&beside))?;
    }
    is_file(path)
}

/// Makes an empty file for a database unless one is there. SQLite gives its log and index the
/// permissions of the database.
pub(crate) fn make_database(path: &Path) -> Result<(), StoreError> {
    if !database_is_there(path)? {
        palimp_files::create_private(path).map_err(|source| StoreError::from_io(path, source))?;
    }
    Ok(())
}

/// Leaves the write-ahead log of a database that is about to be closed where it is, if it is shorter
/// than `bytes`. Else the last connection that closes writes it back, syncs and removes it.
pub(crate) fn leave_log(conn: &Connection, path: &Path, bytes: u64) {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if std::fs::metadata(&log).is_ok_and(|log| log.len() < bytes) {
        let _ = conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
    }
}

/// Replaces the file at `path` with `bytes`, and removes what killed processes were writing beside
/// it.
pub fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let dir = path.parent().unwrap_or(Path::new("."));
    private_dir(dir)?;
    palimp_files::replace_file(path, bytes).map_err(|source| StoreError::from_io(path, source))
}
