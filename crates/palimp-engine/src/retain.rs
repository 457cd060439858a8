//! Retention: once a day, what is past its age goes.

use std::fs::{File, FileTimes};
use std::time::{Duration, SystemTime};

use palimp_core::home::Home;
use palimp_store::StoreError;
use palimp_store::activity::ActivityDb;
use palimp_store::files::{private, private_dir};
use serde::Serialize;

/// The marker whose time says when the retention last ran.
const MARKER: &str = "retention";
const A_DAY: Duration = Duration::from_secs(24 * 3_600);
const DAY_MS: i64 = 24 * 3_600 * 1_000;

/// Whether a day has passed since the last run. A marker from the future was left by a clock that
/// has jumped, and counts as old.
pub fn is_due(home: &Home) -> bool {
    let Ok(meta) = std::fs::metadata(home.lock(MARKER)) else { return true };
    let age = meta.modified().ok().and_then(|at| SystemTime::now().duration_since(at).ok());
    age.is_none_or(|age| age > A_DAY)
}

/// Says that the retention runs now, so that no other process starts it today.
pub fn mark(home: &Home) -> Result<(), StoreError> {
    let path = home.lock(MARKER);
    path.parent().map_or(Ok(()), private_dir)?;
    let marked = private(File::options().write(true).create(true).truncate(true), &path)
        .and_then(|file| file.set_times(FileTimes::new().set_modified(SystemTime::now())));
    marked.map_err(|source| StoreError::Io { path, source })
}

/// What a run removed, or would remove.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Removed {
    /// Observations past their age.
    pub observations: usize,
    /// Records of injected context past theirs.
    pub injections: usize,
    /// Condensed messages past theirs, of which the short form stays.
    pub messages: usize,
}

/// Removes what is older than `days`; failures and pinned observations stay, and of messages that were
/// condensed their short form does.
pub fn run(db: &mut ActivityDb, now: i64, days: i64) -> Result<Removed, StoreError> {
    let before = now - days * DAY_MS;
    Ok(Removed {
        observations: db.expire(before)?,
        injections: db.expire_injections(before)?,
        messages: db.shorten(before)?,
    })
}
