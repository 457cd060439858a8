//! Captured rows, pins and tombstones of the database.

use std::collections::HashSet;

use palimp_core::activity::ExportRow;
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_engine::home::exclusion::Exclusions;
use palimp_engine::home::projects::ProjectTable;
use palimp_engine::home::tombstones::Tombstones;
use palimp_redact::Redactor;
use palimp_store::activity::{ActivityDb, ActivityPosition, ObservationKey};

use crate::error::Error;
use crate::key::to_hex;
use crate::records::SyncRecord;
use crate::state::{PinState, SyncState};

/// Number of rows read at a time.
const ROWS_PER_READ: usize = 2_000;
/// Rows this long before the last sync are published again, because a call's outcome may have come
/// late, in milliseconds.
const LATE_OUTCOME_MS: i64 = 10 * 60 * 1_000;
/// Maximum number of rows that are looked at again for that.
const MAX_LATE_ROWS: i64 = 2_000;
/// Maximum number of rows of which is known that they were published as they are.
const MAX_KNOWN_ROWS: usize = 8_000;

/// Collects the rows that are new or changed since the last sync, and the sessions that were active
/// since then; all sessions if `all_sessions`.
pub(crate) fn collect_rows(
    db: &ActivityDb,
    state: &mut SyncState,
    now: i64,
    all_sessions: bool,
) -> Result<Vec<SyncRecord>, Error> {
    let since = state.rows_until - LATE_OUTCOME_MS;
    let published = state.position();
    // A row from the future, which a wrong clock left, must not bring back all that came after it.
    let oldest = ActivityPosition {
        observation: published.observation - MAX_LATE_ROWS,
        message: published.message - MAX_LATE_ROWS,
    };
    let mut position = db.position_before(since, (oldest, published))?;
    let since = if all_sessions { i64::MIN } else { since };
    let sessions = db.own_sessions_since(since, position)?;
    let sessions = sessions.into_iter().map(ExportRow::Session);
    let mut rows: Vec<ExportRow> = sessions.collect();
    loop {
        let (more, next) = db.own_rows_since(position, ROWS_PER_READ)?;
        if more.is_empty() {
            break;
        }
        rows.extend(more);
        position = next;
    }
    state.observation = position.observation.max(published.observation);
    state.message = position.message.max(published.message);
    // A clock that was ahead must not hide the rows of the time until then.
    state.rows_until = now;
    let hashed: Vec<(String, ExportRow)> =
        rows.into_iter().map(|row| (row_hash(&row), row)).collect();
    let (sessions, rows): (Vec<_>, Vec<_>) =
        hashed.iter().partition(|(_, row)| matches!(row, ExportRow::Session(_)));
    let last = |list: Vec<&(String, ExportRow)>| -> Vec<String> {
        list.into_iter().rev().take(MAX_KNOWN_ROWS).map(|(hash, _)| hash.clone()).collect()
    };
    let late = last(sessions).into_iter().chain(last(rows));
    let published = std::mem::replace(&mut state.late_rows, late.collect());
    let new = hashed.into_iter().filter(|(hash, _)| !published.contains(hash));
    Ok(new.map(|(_, row)| SyncRecord::Row { row }).collect())
}

/// Hashes a row without what travels by itself: its project and its pin.
fn row_hash(row: &ExportRow) -> String {
    let mut row = row.clone();
    if let ExportRow::Observation(row) = &mut row {
        row.pinned = false;
    }
    let (id, name) = row.project_mut();
    id.clear();
    name.clear();
    let bytes = serde_json::to_vec(&row).expect("a row is JSON");
    to_hex(&blake3::hash(&bytes).as_bytes()[..8])
}

/// Collects sessions that were forgotten since the last sync.
pub(crate) fn collect_removed_sessions(
    db: &ActivityDb,
    state: &mut SyncState,
) -> Result<Vec<SyncRecord>, Error> {
    let forgotten = db.forgotten_sessions()?.into_iter();
    let new = forgotten.filter(|session| state.removed_sessions.insert(session.clone()));
    Ok(new.map(|session| SyncRecord::RemovedSession { session }).collect())
}

/// Collects changes of pins since the last sync.
pub(crate) fn collect_pins(
    db: &ActivityDb,
    state: &mut SyncState,
) -> Result<Vec<SyncRecord>, Error> {
    let pinned: HashSet<String> = db.pinned_keys()?.iter().map(pin_name).collect();
    let clock = 1 + state.pins.values().map(|pin| pin.clock).max().unwrap_or(0);
    let mut changed: Vec<(String, bool)> = Vec::new();
    let is_new = |key: &&String| state.pins.get(*key).is_none_or(|pin| !pin.pinned);
    changed.extend(pinned.iter().filter(is_new).map(|key| (key.clone(), true)));
    let unpinned = state.pins.iter().filter(|(key, pin)| pin.pinned && !pinned.contains(*key));
    changed.extend(unpinned.map(|(key, _)| (key.clone(), false)));
    changed.sort_unstable();
    let mut records = Vec::new();
    if state.is_all_due {
        for (name, pin) in &state.pins {
            let key = parse_pin_name(name);
            let (pinned, clock) = (pin.pinned, pin.clock);
            records.extend(key.map(|key| SyncRecord::Pin { key, pinned, clock }));
        }
    }
    for (name, pinned) in changed {
        if let Some(key) = parse_pin_name(&name) {
            records.push(SyncRecord::Pin { key, pinned, clock });
        }
        state.pins.insert(name, PinState { pinned, clock });
    }
    Ok(records)
}

/// Applies changes of pins; those of rows that are not here are kept for later.
pub(crate) fn apply_pins(
    db: &mut ActivityDb,
    state: &mut SyncState,
    pins: &[(ObservationKey, bool, u64)],
) -> Result<(), Error> {
    for (key, pinned, clock) in pins {
        let known = state.pins.get(&pin_name(key)).copied().unwrap_or_default();
        let is_later = (*clock, *pinned) > (known.clock, known.pinned);
        if is_later && db.set_pinned_by_key(key, *pinned)? {
            state.pins.insert(pin_name(key), PinState { pinned: *pinned, clock: *clock });
        }
    }
    Ok(())
}

fn pin_name((session, at, print): &ObservationKey) -> String {
    format!("{at} {print} {session}")
}

fn parse_pin_name(name: &str) -> Option<ObservationKey> {
    let mut parts = name.splitn(3, ' ');
    let at = parts.next()?.parse().ok()?;
    let print = parts.next()?.parse().ok()?;
    Some((parts.next()?.to_owned(), at, print))
}

/// Admits rows of other machines: without forgotten ones and those of excluded projects, redacted by
/// this machine's rules, and with the ids that projects have here.
pub(crate) struct RowFilter<'a> {
    redactor: Redactor,
    projects: ProjectTable,
    excluded: HashSet<String>,
    exclusions: Exclusions<'a>,
    tombstones: &'a Tombstones,
}

impl<'a> RowFilter<'a> {
    pub(crate) fn new(
        home: &HomePaths,
        settings: &'a Settings,
        tombstones: &'a Tombstones,
    ) -> RowFilter<'a> {
        let projects = ProjectTable::load(home);
        let exclusions = Exclusions::load(home, settings);
        let excluded = projects.records().into_iter().filter(|record| {
            let place = record.current_place();
            place.is_some_and(|place| exclusions.of_directory(place.root.as_ref()).is_some())
        });
        RowFilter {
            redactor: palimp_engine::home::redaction::redactor(settings),
            excluded: excluded.map(|record| record.id).collect(),
            projects,
            exclusions,
            tombstones,
        }
    }

    /// Returns true if the record is a row of an excluded project.
    pub(crate) fn excludes(&self, record: &SyncRecord) -> bool {
        let SyncRecord::Row { row } = record else { return false };
        let (id, name) = row.project();
        self.excluded.contains(id) || self.exclusions.excludes_name(name)
    }

    /// Returns the row as it may be stored.
    pub(crate) fn admit_row(&self, row: ExportRow) -> Option<ExportRow> {
        let mut row = palimp_engine::ingest::redact_row(row, &self.redactor)?;
        let agent = row.agent().to_owned();
        let (id, name) = row.project_mut();
        let is_excluded = self.excluded.contains(id) || self.exclusions.excludes_name(name);
        *id = self.projects.current_id(id).into_owned();
        let is_admitted = !is_excluded && !self.excluded.contains(id);
        (is_admitted && self.tombstones.for_agent(&agent).admit_row(&mut row)).then_some(row)
    }
}

/// Returns the record that tells other machines that a row was removed here.
pub(crate) fn removed_row(row: &ExportRow) -> Option<SyncRecord> {
    match row {
        ExportRow::Session(_) => None,
        ExportRow::Observation(row) => Some(SyncRecord::RemovedRow {
            session: row.session_id.clone(),
            at: row.created_at,
            print: row.content_fingerprint(),
            message: false,
        }),
        ExportRow::Message(row) => Some(SyncRecord::RemovedRow {
            session: row.session_id.clone(),
            at: row.created_at,
            print: row.content_fingerprint(),
            message: true,
        }),
    }
}
