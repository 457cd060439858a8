//! Publishes what is new on this machine.

use std::collections::BTreeMap;
use std::path::Path;

use palimp_core::activity::ExportRow;
use palimp_core::tombstone::TombstoneKey;
use palimp_engine::home::agents::agents_with_vault;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::home::tombstones::Tombstones;
use palimp_store::activity::{ActivityDb, is_expired};

use crate::activity::{
    RowFilter, collect_pins, collect_removed_sessions, collect_rows, removed_row,
};
use crate::error::Error;
use crate::key::{SyncKey, random_bytes, to_hex};
use crate::notes::SyncedNotes;
use crate::projects::{collect_names, collect_removed_projects, published_projects};
use crate::records::{SyncRecord, TombstoneRecord, parse_lines, to_lines};
use crate::remote::OpenRemote;
use crate::segment;
use crate::state::{DeviceManifest, SyncState, list_hash, read_file, remove_unlisted, write_file};

use super::{MAX_SEGMENT_BYTES, MERGED_SEGMENTS, SyncHome, SyncReport, hash_of};

impl SyncHome<'_> {
    /// Publishes what is new on this machine.
    pub(super) fn send_changes(
        &self,
        key: &SyncKey,
        state: &mut SyncState,
        remote: &OpenRemote,
        vaults: &[String],
        db: &mut ActivityDb,
        report: &mut SyncReport,
    ) -> Result<(), Error> {
        let before = state.clone();
        let files = remote.files();
        let mut records = Vec::new();
        let mut agents = agents_with_vault(self.home, self.settings);
        // A vault that came with this sync is usable, too.
        agents.retain(|agent| vaults.contains(agent) || !before.agents.contains(agent));
        state.agents.extend(agents.iter().cloned());
        let stores: Vec<NoteStore> = agents.iter().map(|agent| self.notes_of(agent)).collect();
        let device = state.device.clone();
        let notes: Vec<SyncedNotes> =
            stores.iter().map(|store| self.synced_notes(store, key, &device)).collect();
        for of_agent in &notes {
            records.extend(of_agent.collect_changes(&mut report.warnings)?);
        }
        let forgotten = collect_tombstones(db, state)?;
        let forgettings = db.count_forgettings()?;
        let has_forgotten = state.is_erase_due || forgettings > state.forgettings;
        (state.is_erase_due, state.forgettings) = (false, forgettings);
        if has_forgotten {
            // Sessions and projects leave the segments, and are published again as they are now.
            state.late_rows.clear();
            records.extend(self.erase_forgotten(key, state, files, db, &notes)?);
        }
        records.extend(forgotten);
        let (projects, hash) = published_projects(self.home);
        if hash != state.projects {
            state.projects = hash;
            records.extend(collect_removed_projects(&projects, state));
            records.extend(collect_names(&projects, state));
            records.extend(projects);
        }
        records.extend(collect_removed_sessions(db, state)?);
        let tombstones = Tombstones::default();
        let filter = RowFilter::new(self.home, self.settings, &tombstones);
        let rows = collect_rows(db, state, self.now, has_forgotten)?.into_iter();
        records.extend(rows.filter(|record| !filter.excludes(record)));
        records.extend(collect_pins(db, state)?);
        state.is_all_due = false;
        for record in &records {
            match record {
                SyncRecord::Row { row } => report.sent.add_row(row),
                SyncRecord::Note { .. } => report.sent.notes += 1,
                SyncRecord::Tombstone(_) => report.sent.forgotten += 1,
                _ => {}
            }
        }
        for content in split_contents(&records) {
            self.write_segment(key, state, files, &content)?;
        }
        self.merge_segments(key, state, files)?;
        if state.segments != before.segments || state.revision == 0 {
            state.revision += 1;
            state.list_hash = list_hash(&state.segments);
            // From here on the remote may have the new list; a sync that is killed finds out which.
            SyncState { next: Some(Box::new(state.clone())), ..before }.save(self.home)?;
            let keys = self.ring.read_keys().map_err(Error::Keys)?;
            let keys = keys.iter().map(TombstoneKey::to_hex).collect();
            let manifest = DeviceManifest::from_state(state, keys, self.now);
            manifest.write(key, files, &state.device)?;
            remove_unlisted(files, state)?;
            remote.publish_files(&[&state.device])?;
        }
        state.last_sync = Some(self.now);
        state.last_error = None;
        state.save(self.home)?;
        for record in &records {
            if let SyncRecord::Note { agent, path, lines } = record
                && let Some(notes) = notes.iter().find(|it| it.agent() == agent)
            {
                notes.mark_published(path, lines)?;
            }
        }
        Ok(())
    }

    /// Writes the own segments again without what was forgotten; returns the records that tell other
    /// machines which rows are gone.
    fn erase_forgotten(
        &self,
        key: &SyncKey,
        state: &mut SyncState,
        files: &Path,
        db: &ActivityDb,
        notes: &[SyncedNotes],
    ) -> Result<Vec<SyncRecord>, Error> {
        let expired = db.expired_sessions()?;
        let device = state.device.clone();
        let mut removed = Vec::new();
        for name in state.segments.keys().cloned().collect::<Vec<_>>() {
            let path = format!("{device}/{name}");
            let Some(bytes) = read_file(&files.join(&path))? else { continue };
            let content = segment::open_file(key, &path, &bytes)?;
            let (records, _) = parse_lines(&content);
            let mut kept = Vec::new();
            for record in records {
                match record {
                    // Published again, as they are now.
                    SyncRecord::Row { row: ExportRow::Session(_) } | SyncRecord::Project { .. } => {
                    }
                    SyncRecord::Row { row } if !db.has_row(&row)? => {
                        if !is_expired(&row, &expired) {
                            removed.extend(removed_row(&row));
                        }
                    }
                    SyncRecord::Note { agent, path, mut lines } => {
                        if let Some(notes) = notes.iter().find(|it| it.agent() == agent) {
                            let deleted = notes.deleted_lines(&path, &lines)?;
                            for change in &mut lines {
                                if deleted.contains(&change.line.id()) {
                                    (change.line.deleted, change.content) = (true, None);
                                }
                            }
                        }
                        kept.push(SyncRecord::Note { agent, path, lines });
                    }
                    record => kept.push(record),
                }
            }
            let kept = to_lines(&kept);
            if kept != content {
                state.segments.remove(&name);
                state.merged.remove(&name);
                if !kept.is_empty() {
                    self.write_segment(key, state, files, &kept)?;
                }
            }
        }
        state.projects.clear();
        Ok(removed)
    }

    /// Writes a new segment of this machine.
    fn write_segment(
        &self,
        key: &SyncKey,
        state: &mut SyncState,
        files: &Path,
        content: &[u8],
    ) -> Result<String, Error> {
        let number =
            |name: &String| name.split_once('-').and_then(|(it, _)| it.parse::<u64>().ok());
        let last = state.segments.keys().filter_map(number).max().unwrap_or(0);
        let name = format!("{:08}-{}", last + 1, to_hex(&random_bytes::<4>()?));
        let path = format!("{}/{name}", state.device);
        let sealed = segment::seal_file(key, &path, content)?;
        write_file(&files.join(&path), &sealed)?;
        state.segments.insert(name.clone(), hash_of(&sealed));
        Ok(name)
    }

    /// Merges small segments, so that their number grows with the logarithm of what they hold.
    fn merge_segments(
        &self,
        key: &SyncKey,
        state: &mut SyncState,
        files: &Path,
    ) -> Result<(), Error> {
        loop {
            let mut by_size: BTreeMap<u32, Vec<String>> = BTreeMap::new();
            for name in state.segments.keys() {
                let path = files.join(&state.device).join(name);
                let size = std::fs::metadata(&path).map_or(0, |it| it.len());
                // Each class is eight times as large as the one below it.
                if size > 0 && size < MAX_SEGMENT_BYTES as u64 {
                    by_size.entry(size.ilog2() / 3).or_default().push(name.clone());
                }
            }
            let Some(parts) = by_size.into_values().find(|it| it.len() >= MERGED_SEGMENTS) else {
                return Ok(());
            };
            let mut content = Vec::new();
            for name in &parts {
                let path = format!("{}/{name}", state.device);
                let Some(bytes) = read_file(&files.join(&path))? else { return Ok(()) };
                content.extend(segment::open_file(key, &path, &bytes)?);
            }
            let merged = self.write_segment(key, state, files, &content)?;
            for name in &parts {
                state.segments.remove(name);
                state.merged.remove(name);
            }
            state.merged.insert(merged, parts);
        }
    }
}

/// Collects tombstones that are new since the last sync, or all if they are due.
fn collect_tombstones(db: &ActivityDb, state: &mut SyncState) -> Result<Vec<SyncRecord>, Error> {
    let mut records = Vec::new();
    let revision = state.revision + 1;
    for (agent, tombstone) in db.tombstones()? {
        let record = TombstoneRecord::new(agent, &tombstone);
        let name = record.name();
        let is_known = state.tombstones.contains_key(&name);
        if !is_known {
            state.tombstones.insert(name, revision);
        }
        if !is_known || state.is_all_due {
            records.push(SyncRecord::Tombstone(record));
        }
    }
    Ok(records)
}

/// Returns the contents of segments with these records.
fn split_contents(records: &[SyncRecord]) -> Vec<Vec<u8>> {
    let mut contents: Vec<Vec<u8>> = Vec::new();
    for record in records {
        let line = to_lines(std::slice::from_ref(record));
        match contents.last_mut() {
            Some(last) if last.len() + line.len() <= MAX_SEGMENT_BYTES => last.extend(line),
            _ => contents.push(line),
        }
    }
    contents
}
