//! Stamp files, whose time says when something was last done.

use std::time::{Duration, SystemTime};

use palimp_core::home::HomePaths;
use palimp_store::StoreError;

/// Returns true if a marker is older than `age`, or missing. A marker from the future was left by a
/// clock that has jumped, and counts as old.
pub(crate) fn is_older(home: &HomePaths, marker: &str, age: Duration) -> bool {
    let Ok(meta) = std::fs::metadata(home.lock_file(marker)) else { return true };
    let past = meta.modified().ok().and_then(|at| SystemTime::now().duration_since(at).ok());
    past.is_none_or(|past| past > age)
}

/// Marks that something is done now.
pub(crate) fn touch_marker(home: &HomePaths, marker: &str) -> Result<(), StoreError> {
    let path = home.lock_file(marker);
    palimp_files::touch(&path).map_err(|source| StoreError::Io { path, source })
}
