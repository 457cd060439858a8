//! Reads a session's history before a flush: its length so far, and its facts that are already
//! written.

use std::collections::BTreeSet;

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use palimp_core::activity::{SessionRef, StoredMessage};
use palimp_core::distill::SessionProgress;
use palimp_note::NotePath;
use palimp_note::episode;
use palimp_store::StoreError;
use palimp_store::activity::ActivityDb;
use palimp_vault::Vault;

/// History of a session before a stretch of it.
#[derive(Debug, Default)]
pub struct FlushHistory {
    exchanges: usize,
    calls: usize,
    kept: Vec<String>,
}

impl FlushHistory {
    /// Reads the history before `stretch`. Searches entries on the days of its messages and the
    /// days after.
    pub fn before_stretch(
        db: &ActivityDb,
        vault: &Vault,
        session: &SessionRef,
        stretch: &[StoredMessage],
        zone: &TimeZone,
    ) -> Result<FlushHistory, StoreError> {
        let Some(first) = stretch.first() else { return Ok(FlushHistory::default()) };
        let said = db.message_times_before(&session.id, &session.agent, first.id)?;
        let calls = db.count_tool_calls(&session.id, &session.agent)?;
        let exchanges = said.iter().filter(|(_, is_prompt)| *is_prompt).count();
        let moments = said.iter().map(|(at, _)| *at);
        let kept =
            if said.is_empty() { Vec::new() } else { written_facts(vault, session, moments, zone) };
        Ok(FlushHistory { exchanges, calls, kept })
    }

    /// Returns the session's progress up to the stretch, for a distiller.
    pub fn so_far(&self) -> SessionProgress<'_> {
        SessionProgress { exchanges: self.exchanges, calls: self.calls, kept: &self.kept }
    }
}

/// Returns the facts listed in entries of a session.
fn written_facts(
    vault: &Vault,
    session: &SessionRef,
    moments: impl Iterator<Item = i64>,
    zone: &TimeZone,
) -> Vec<String> {
    let days: BTreeSet<String> = moments.flat_map(|at| day_and_next(at, zone)).collect();
    let paths = days.iter().flat_map(|day| [episode::live_path(day), episode::imported_path(day)]);
    let notes = paths.filter_map(|path| vault.read_lossy(&NotePath::new(&path).ok()?).ok());
    let mut kept = Vec::new();
    for note in notes {
        let entries = episode::parse(&note);
        let ours = entries
            .iter()
            .filter(|entry| entry.key.as_ref().is_some_and(|key| key.session == session.id));
        kept.extend(ours.flat_map(|entry| entry.facts().map(str::to_owned)));
    }
    kept
}

/// Returns the day of a time and the day after.
fn day_and_next(at: i64, zone: &TimeZone) -> [String; 2] {
    let at = Timestamp::from_millisecond(at).unwrap_or_default().to_zoned(zone.clone());
    let next = at.checked_add(1.day()).unwrap_or_else(|_| at.clone());
    [at, next].map(|day| day.strftime("%Y-%m-%d").to_string())
}
