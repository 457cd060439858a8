//! Retention: once a day, what is past its age goes.

use std::time::Duration;

use palimp_core::home::HomePaths;
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, AgingKind};
use serde::Serialize;

use crate::home::stamp_file::{is_older, touch_marker};

/// The marker whose time says when the retention last ran.
const RETENTION_MARKER: &str = "retention";
const RETENTION_INTERVAL: Duration = Duration::from_secs(24 * 3_600);
const DAY_MS: i64 = 24 * 3_600 * 1_000;
/// The marker whose time says when a damaged database was last looked at.
const REPAIR_MARKER: &str = "mending";
/// Minimum time between two attempts to repair a database.
const REPAIR_RETRY_INTERVAL: Duration = Duration::from_secs(600);

/// Returns true if a day has passed since the last run.
pub fn is_due(home: &HomePaths) -> bool {
    is_older(home, RETENTION_MARKER, RETENTION_INTERVAL)
}

/// Marks that the retention runs now, so that no other process starts it today.
pub fn mark_run(home: &HomePaths) -> Result<(), StoreError> {
    touch_marker(home, RETENTION_MARKER)
}

/// Returns true if a process that nobody waits for may look at a damaged database.
pub fn mending_is_due(home: &HomePaths) -> bool {
    is_older(home, REPAIR_MARKER, REPAIR_RETRY_INTERVAL)
}

/// Says that a damaged database is looked at now.
pub fn mark_mending(home: &HomePaths) -> Result<(), StoreError> {
    touch_marker(home, REPAIR_MARKER)
}

/// Counts of the rows that a run removed, or would remove.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Removed {
    /// Observations past their age.
    pub observations: usize,
    /// Records of injected context past theirs.
    pub injections: usize,
    /// Condensed messages past theirs, of which the short form stays.
    pub messages: usize,
}

/// Counts the rows that [`run`] would remove.
pub fn would_remove(db: &ActivityDb, now: i64, days: i64) -> Result<Removed, StoreError> {
    count_removed(|what| Ok(db.expired_rows(what, now - days * DAY_MS)?.len()))
}

/// Removes what is older than `days`, as a person asks for it; failures and pinned observations
/// stay, and of messages that were condensed their short form does.
pub fn run(db: &mut ActivityDb, now: i64, days: i64) -> Result<Removed, StoreError> {
    let before = now - days * DAY_MS;
    let removed = count_removed(|what| {
        let expired = db.expired_rows(what, before)?;
        db.expire(what, &expired)
    })?;
    db.drop_injection_states(before)?;
    Ok(removed)
}

/// The same as it happens once a day, unasked: a clock that has jumped must not cost a memory. So
/// nothing goes where it may have, and a share at a time where it has not.
pub fn run_daily(db: &mut ActivityDb, now: i64, days: i64) -> Result<Removed, StoreError> {
    let before = now - days * DAY_MS;
    count_removed(|what| {
        if db.detect_clock_jump(what, before, now)?.is_some() {
            return Ok(0);
        }
        if what == AgingKind::Injections {
            db.drop_injection_states(before)?;
        }
        let expired = db.expired_today(what, before)?;
        db.expire(what, &expired)
    })
}

fn count_removed(
    mut each: impl FnMut(AgingKind) -> Result<usize, StoreError>,
) -> Result<Removed, StoreError> {
    Ok(Removed {
        observations: each(AgingKind::Observations)?,
        injections: each(AgingKind::Injections)?,
        messages: each(AgingKind::Messages)?,
    })
}

/// Returns the reason why captured rows older than `days` do not expire by themselves; none if they
/// do.
pub fn expiry_doubt(db: &ActivityDb, now: i64, days: i64) -> Result<Option<String>, StoreError> {
    let day = |ms| jiff::Timestamp::from_millisecond(ms).unwrap_or_default().strftime("%Y-%m-%d");
    let doubt = db.detect_clock_jump(AgingKind::Observations, now - days * DAY_MS, now)?;
    Ok(doubt.map(|doubt| crate::messages::clock_jumped(day(doubt.last), day(doubt.next))))
}
