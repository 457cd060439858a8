//! Merges what other machines published.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use palimp_core::activity::ExportRow;
use palimp_core::tombstone::{Tombstone, TombstoneKey};
use palimp_engine::consolidation::review::{ReviewProposal, submit_proposal};
use palimp_engine::home::agents::agents_with_vault;
use palimp_engine::home::projects::{ProjectRecord, ProjectTable};
use palimp_engine::home::tombstones::Tombstones;
use palimp_engine::notes::project_moves::ProjectKeeper;
use palimp_engine::retrieval::index_sync::IndexSync;
use palimp_store::activity::{ActivityDb, ObservationKey};

use crate::activity::{RowFilter, apply_pins};
use crate::error::Error;
use crate::key::SyncKey;
use crate::messages;
use crate::notes::{IncomingNotes, NoteConflict};
use crate::projects::{merge_projects, remove_projects};
use crate::records::{LineChange, SyncRecord, TombstoneRecord, parse_lines};
use crate::remote::{OpenRemote, read_names};
use crate::segment;
use crate::state::{DeviceManifest, NameState, SyncState, is_device_id, read_file};

use super::{SyncHome, SyncReport, hash_of};

/// Changes of other machines that are merged after all segments are read.
#[derive(Default)]
struct IncomingChanges {
    notes: Vec<IncomingNote>,
    /// Segments in which changes of a note came, by its agent and path.
    sources: HashMap<(String, String), Vec<(String, String)>>,
    removed_sessions: Vec<String>,
    removed_projects: Vec<String>,
    names: Vec<(String, NameState)>,
    tombstones: Vec<(String, Tombstone)>,
    pins: Vec<(ObservationKey, bool, u64)>,
    removed: Vec<SyncRecord>,
    /// Notes that could not be written, by agent and path.
    failed: Vec<(String, String)>,
}

/// Changes of a note that came in a segment.
struct IncomingNote {
    agent: String,
    path: String,
    lines: Vec<LineChange>,
    /// The list of this machine that the writer had read.
    seen: u64,
}

/// Records of a segment that was opened.
struct IncomingSegment<'a> {
    device: &'a str,
    name: &'a str,
    records: Vec<SyncRecord>,
    /// The list of this machine that the writer had read.
    seen: u64,
}

impl SyncHome<'_> {
    /// Merges what other machines published since the last sync.
    pub(super) fn receive_changes(
        &self,
        key: &SyncKey,
        state: &mut SyncState,
        remote: &OpenRemote,
        vaults: &[String],
        db: &mut ActivityDb,
        report: &mut SyncReport,
    ) -> Result<(), Error> {
        let mut manifests = BTreeMap::new();
        for device in read_names(remote.files())?.into_iter().filter(|name| is_device_id(name)) {
            if device == state.device {
                continue;
            }
            match DeviceManifest::read(key, remote.files(), &device) {
                Ok(Some(manifest)) => drop(manifests.insert(device, manifest)),
                Ok(None) => {}
                Err(error) => report.warnings.push(error.to_string()),
            }
        }
        warn_of_withheld(state, &manifests, report);
        self.add_tombstone_keys(&manifests)?;
        let mut incoming = IncomingChanges::default();
        for (device, manifest) in &manifests {
            let known = state.devices.entry(device.clone()).or_default();
            known.is_missing = false;
            if manifest.revision < known.revision {
                continue;
            }
            let seen = manifest.seen.get(&state.device).copied().unwrap_or(0);
            known.name.clone_from(&manifest.name);
            (known.revision, known.published_at) = (manifest.revision, manifest.at);
            let mut applied = std::mem::take(&mut known.applied);
            for (name, hash) in &manifest.segments {
                let parts = manifest.merged.get(name);
                let has_parts =
                    parts.is_some_and(|parts| parts.iter().all(|it| applied.contains(it)));
                if applied.contains(name) || has_parts {
                    applied.insert(name.clone());
                    continue;
                }
                let path = format!("{device}/{name}");
                let bytes = read_file(&remote.files().join(&path));
                let Some(bytes) = bytes.unwrap_or_default() else {
                    report.warnings.push(messages::segment_missing(path));
                    continue;
                };
                let content = match segment::open_file(key, &path, &bytes) {
                    Ok(content) if hash_of(&bytes) == *hash => content,
                    _ => {
                        report.warnings.push(messages::segment_changed(path));
                        continue;
                    }
                };
                let (records, unknown) = parse_lines(&content);
                let segment = IncomingSegment { device, name, records, seen };
                let is_applied = self.apply_records(segment, state, db, &mut incoming, report)?;
                if unknown > 0 {
                    // Read again by a newer version.
                    let name = &manifest.name;
                    report.warnings.push(messages::newer_records(name, unknown));
                } else if is_applied {
                    applied.insert(name.clone());
                }
            }
            applied.retain(|name| {
                let is_part = |parts: &Vec<String>| parts.contains(name);
                manifest.segments.contains_key(name) || manifest.merged.values().any(is_part)
            });
            state.devices.entry(device.clone()).or_default().applied = applied;
        }
        incoming.notes.retain(|note| {
            let is_usable =
                vaults.contains(&note.agent) || !self.home.vault_dir(&note.agent).exists();
            if !is_usable {
                incoming.failed.push((note.agent.clone(), note.path.clone()));
            }
            is_usable
        });
        self.merge_incoming(key, state, db, incoming, report)
    }

    /// Stores the keys of tombstones that other machines use.
    fn add_tombstone_keys(
        &self,
        manifests: &BTreeMap<String, DeviceManifest>,
    ) -> Result<(), Error> {
        let known = self.ring.read_keys().map_err(Error::Keys)?;
        let keys = manifests.values().flat_map(|manifest| &manifest.tombstone_keys);
        let mut keys: Vec<TombstoneKey> = keys.filter_map(|key| TombstoneKey::parse(key)).collect();
        keys.sort_unstable_by_key(TombstoneKey::id);
        keys.dedup_by_key(|key| key.id());
        let mut new = keys.iter().filter(|key| !known.contains(key));
        new.try_for_each(|key| (self.add_tombstone_key)(key).map_err(Error::Keys))
    }

    /// Groups changes by agent and note. A line is deleted whose text was forgotten here before its
    /// writer could know that.
    fn without_forgotten(
        &self,
        changes: Vec<IncomingNote>,
        state: &SyncState,
        db: &ActivityDb,
    ) -> Result<BTreeMap<String, IncomingNotes>, Error> {
        let mut notes: BTreeMap<String, IncomingNotes> = BTreeMap::new();
        let mut unknown: HashMap<u64, Tombstones> = HashMap::new();
        for IncomingNote { agent, path, mut lines, seen } in changes {
            let forgotten = match unknown.entry(seen) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => place.insert(self.unknown_tombstones(seen, state, db)?),
            };
            mark_forgotten_lines(&mut lines, forgotten, &agent);
            notes.entry(agent).or_default().entry(path).or_default().extend(lines);
        }
        Ok(notes)
    }

    /// Returns the texts that were forgotten here, and of which a machine cannot know that has read the
    /// list `seen` of this one.
    fn unknown_tombstones(
        &self,
        seen: u64,
        state: &SyncState,
        db: &ActivityDb,
    ) -> Result<Tombstones, Error> {
        let is_unknown = |(agent, it): &(String, Tombstone)| {
            let name = TombstoneRecord::new(agent.clone(), it).name();
            state.tombstones.get(&name).is_none_or(|published| *published > seen)
        };
        let unknown = db.tombstones()?.into_iter().filter(is_unknown).collect();
        Ok(Tombstones::from_list(unknown, self.ring, self.now)?)
    }

    /// Applies rows and projects of a segment, and collects the rest. Returns false if it is to be read
    /// again, because the key of a tombstone is missing.
    fn apply_records(
        &self,
        segment: IncomingSegment,
        state: &mut SyncState,
        db: &mut ActivityDb,
        incoming: &mut IncomingChanges,
        report: &mut SyncReport,
    ) -> Result<bool, Error> {
        let IncomingSegment { device, name, records, seen } = segment;
        let mut rows = Vec::new();
        let mut projects: Vec<ProjectRecord> = Vec::new();
        let mut tombstones = Vec::new();
        let keys = self.ring.read_keys().map_err(Error::Keys)?;
        let keys: Vec<i64> = keys.iter().map(TombstoneKey::id).collect();
        let mut has_keys = true;
        for record in records {
            match record {
                SyncRecord::Row { row } => rows.push(row),
                SyncRecord::Project { project } => {
                    projects.extend(
                        Some(project).filter(|it| !state.removed_projects.contains(&it.id)),
                    );
                }
                SyncRecord::RemovedSession { session } => incoming.removed_sessions.push(session),
                SyncRecord::ProjectName { id, name, clock } => {
                    incoming.names.push((id, NameState { name, clock }));
                }
                SyncRecord::RemovedProject { id } => incoming.removed_projects.push(id),
                SyncRecord::Pin { key, pinned, clock } => incoming.pins.push((key, pinned, clock)),
                SyncRecord::RemovedRow { .. } => incoming.removed.push(record),
                SyncRecord::Note { agent, path, lines } => {
                    let source = (device.to_owned(), name.to_owned());
                    let key = (agent.clone(), path.clone());
                    incoming.sources.entry(key).or_default().push(source);
                    incoming.notes.push(IncomingNote { agent, path, lines, seen });
                }
                SyncRecord::Tombstone(record) => {
                    let parsed = record.parse();
                    let has_key = |(_, it): &(String, Tombstone)| keys.contains(&it.key);
                    has_keys &= parsed.as_ref().is_some_and(has_key);
                    let is_new = !state.tombstones.contains_key(&record.name());
                    let parsed = parsed.filter(|it| is_new && has_key(it));
                    tombstones.extend(parsed.map(|it| (record.name(), it)));
                }
            }
        }
        // Before any row: a row that was forgotten elsewhere must not come back.
        for (name, (agent, tombstone)) in tombstones {
            db.insert_tombstones(&agent, vec![tombstone.clone()])?;
            state.tombstones.insert(name, 0);
            state.is_erase_due = true;
            report.received.forgotten += 1;
            incoming.tombstones.push((agent, tombstone));
        }
        merge_projects(self.home, &projects)?;
        if rows.is_empty() {
            return Ok(has_keys);
        }
        let tombstones = Tombstones::from_database(db, self.ring, self.now)?;
        let filter = RowFilter::new(self.home, self.settings, &tombstones);
        let rows: Vec<ExportRow> =
            rows.into_iter().filter_map(|row| filter.admit_row(row)).collect();
        for (row, is_new) in rows.iter().zip(db.merge_rows(device, &rows)?) {
            if is_new {
                report.received.add_row(row);
            }
        }
        Ok(has_keys)
    }

    fn merge_incoming(
        &self,
        key: &SyncKey,
        state: &mut SyncState,
        db: &mut ActivityDb,
        mut incoming: IncomingChanges,
        report: &mut SyncReport,
    ) -> Result<(), Error> {
        for record in &incoming.removed {
            if let SyncRecord::RemovedRow { session, at, print, message } = record {
                db.remove_by_key(&(session.clone(), *at, *print), *message)?;
            }
        }
        for session in &incoming.removed_sessions {
            if state.removed_sessions.insert(session.clone()) && db.remove_session(session)? {
                report.received.forgotten += 1;
            }
        }
        for id in &incoming.removed_projects {
            state.removed_projects.insert(id.clone());
        }
        remove_projects(self.home, db, &incoming.removed_projects)?;
        apply_pins(db, state, &incoming.pins)?;
        // Before the notes: a project has one id in the lines of all machines.
        let keeper = ProjectKeeper {
            home: self.home,
            settings: self.settings,
            user: self.user.clone(),
            db,
            models: self.models,
        };
        // Also those that a killed sync left.
        keeper.finish_joins()?;
        for (id, new) in &incoming.names {
            let known = state.names.entry(id.clone()).or_default();
            if (new.clock, &new.name) <= (known.clock, &known.name) {
                continue;
            }
            known.clone_from(new);
            let record = ProjectTable::load(self.home).named(id);
            if let Some(record) = record.filter(|it| it.id == *id && it.name != new.name) {
                keeper.rename(&record, &new.name)?;
            }
        }
        let mut removed_notes = BTreeMap::new();
        let notes = self.without_forgotten(std::mem::take(&mut incoming.notes), state, db)?;
        for (agent, notes) in &notes {
            let store = self.notes_of(agent);
            let merged = self.synced_notes(&store, key, &state.device).merge_notes(notes)?;
            report.received.notes += merged.written;
            removed_notes.insert(agent.clone(), merged.removed);
            incoming.failed.extend(merged.failed.into_iter().map(|path| (agent.clone(), path)));
            for NoteConflict { note, first, second } in &merged.conflicts {
                let proposal = ReviewProposal::of_conflict(note, first, second, self.now);
                submit_proposal(self.home, agent, &proposal)?;
            }
            report.conflicts.extend(merged.conflicts);
            report.warnings.extend(merged.warnings);
        }
        // The segments of notes that could not be written are read again.
        for note in &incoming.failed {
            for (device, segment) in incoming.sources.get(note).into_iter().flatten() {
                if let Some(device) = state.devices.get_mut(device) {
                    device.applied.remove(segment);
                }
            }
        }
        let has_removed = !incoming.removed.is_empty() || !incoming.removed_sessions.is_empty();
        if incoming.tombstones.is_empty() && !has_removed {
            return Ok(());
        }
        let tombstones = Tombstones::from_list(incoming.tombstones, self.ring, self.now)?;
        for agent in agents_with_vault(self.home, self.settings) {
            let mut index = IndexSync::new(self.notes_of(&agent), (self.models)());
            let removed = removed_notes.remove(&agent).unwrap_or_default();
            let store = self.notes_of(&agent);
            let notes = self.synced_notes(&store, key, &state.device);
            let foreign = |path: &str, text: &str| notes.lines_of_others(path, text);
            index.forget_received(db, &tombstones, &removed, &foreign)?;
        }
        Ok(())
    }
}

/// Deletes the lines of which the text was forgotten here.
fn mark_forgotten_lines(lines: &mut [LineChange], forgotten: &Tombstones, agent: &str) {
    let buried = forgotten.for_agent(agent);
    for change in lines {
        let text = change.content.as_deref().map(palimp_note::authors::strip_comments);
        if text.is_some_and(|text| buried.is_forgotten(text.trim_end())) {
            (change.line.deleted, change.content, change.is_forgotten) = (true, None, true);
        }
    }
}

/// Warns of machines whose files at the remote are older than what was seen of them.
fn warn_of_withheld(
    state: &mut SyncState,
    manifests: &BTreeMap<String, DeviceManifest>,
    report: &mut SyncReport,
) {
    for (device, known) in &mut state.devices {
        let has_list = manifests.contains_key(device);
        match manifests.get(device) {
            Some(manifest) if manifest.revision < known.revision => {
                report.warnings.push(messages::remote_went_back(&known.name));
            }
            None if known.revision > 0 && !known.is_missing => {
                report.warnings.push(messages::manifest_missing(&known.name));
            }
            _ => {}
        }
        // Said once: it may never come back.
        known.is_missing = !has_list;
    }
    for witness in manifests.values() {
        for (device, revision) in &witness.seen {
            let Some(manifest) = manifests.get(device) else { continue };
            let is_known = state.devices.get(device).is_some_and(|it| it.revision >= *revision);
            if manifest.revision < *revision && !is_known {
                let warning = messages::remote_withholds(&manifest.name, &witness.name);
                report.warnings.push(warning);
            }
        }
    }
}
