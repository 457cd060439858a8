//! One sync of a home: fetch, merge what others published, publish what is new here.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use palimp_core::activity::ExportRow;
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_core::tombstone::{Tombstone, TombstoneKey};
use palimp_engine::home::agents::agents_with_vault;
use palimp_engine::home::device_sync::sync_dir;
use palimp_engine::home::lock::WorkLock;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::home::projects::ProjectRecord;
use palimp_engine::home::tombstones::{TombstoneKeyStore, Tombstones};
use palimp_engine::ingest::{capture, open_activity};
use palimp_engine::notes::project_moves::ProjectKeeper;
use palimp_engine::retrieval::index_sync::{IndexSync, Models};
use palimp_store::activity::{ActivityDb, ObservationKey};
use serde::Serialize;

use crate::activity::{
    RowFilter, apply_pins, collect_pins, collect_removed_sessions, collect_rows, removed_row,
};
use crate::error::Error;
use crate::key::{SyncKey, random_bytes, to_hex};
use crate::messages;
use crate::notes::{IncomingNotes, NoteConflict, SyncedNotes};
use crate::projects::{
    collect_removed_projects, merge_projects, published_projects, remove_projects,
};
use crate::records::{LineChange, Record, TombstoneRecord, parse_lines, to_lines};
use crate::remote::{Remote, RemoteAddress, read_names};
use crate::segment;
use crate::state::{
    DeviceState, Manifest, SyncState, is_device_id, new_device_id, read_file, remove_unlisted,
    write_file,
};

/// Name of the file by which a code is checked.
const GROUP_FILE: &str = "group";
/// Content of that file.
const GROUP_CONTENT: &[u8] = b"palimp";
/// Maximum size of the records of a segment, in bytes.
const MAX_SEGMENT_BYTES: usize = 4 << 20;
/// Number of segments of about one size that are merged into one.
const MERGED_SEGMENTS: usize = 8;
/// Name of the lock for a sync.
const SYNC_LOCK: &str = "sync";

/// Home that is synced.
pub struct SyncHome<'a> {
    /// The home.
    pub home: &'a HomePaths,
    /// Its settings.
    pub settings: &'a Settings,
    /// The user's own directory.
    pub user: Option<PathBuf>,
    /// Key ring of the tombstones.
    pub ring: &'a dyn TombstoneKeyStore,
    /// Stores a tombstone key of another machine.
    pub add_tombstone_key: &'a dyn Fn(&TombstoneKey) -> Result<(), String>,
    /// Models for the index.
    pub models: &'a dyn Fn() -> Models,
    /// True if notes are deleted on other machines even if most of them are gone here.
    pub may_delete_all: bool,
    /// Now, in milliseconds since the Unix epoch.
    pub now: i64,
}

/// Numbers of things that a sync sent or received.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SyncedCounts {
    /// Sessions.
    pub sessions: usize,
    /// Observations.
    pub observations: usize,
    /// Messages.
    pub messages: usize,
    /// Notes with changes.
    pub notes: usize,
    /// Forgotten texts.
    pub forgotten: usize,
}

impl SyncedCounts {
    /// Returns true if there was nothing.
    pub fn is_empty(&self) -> bool {
        *self == SyncedCounts::default()
    }

    fn add_row(&mut self, row: &ExportRow) {
        let count = match row {
            ExportRow::Session(_) => &mut self.sessions,
            ExportRow::Observation(_) => &mut self.observations,
            ExportRow::Message(_) => &mut self.messages,
        };
        *count += 1;
    }
}

/// Result of a sync.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SyncReport {
    /// New on this machine.
    pub received: SyncedCounts,
    /// New for the other machines.
    pub sent: SyncedCounts,
    /// Lines that were changed on two machines; both are kept.
    pub conflicts: Vec<NoteConflict>,
    /// What a person should know, in words.
    pub warnings: Vec<String>,
}

/// Another machine of the group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SyncDevice {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Time of its last sync by its own clock, in milliseconds since the Unix epoch.
    pub synced_at: i64,
}

/// State of a home's sync.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SyncStatus {
    /// Address of the remote.
    pub remote: String,
    /// Id of this machine.
    pub id: String,
    /// Name of this machine.
    pub name: String,
    /// Name under which the key is stored.
    #[serde(skip)]
    pub key_name: String,
    /// Time of the last whole sync, in milliseconds since the Unix epoch.
    pub last_sync: Option<i64>,
    /// The other machines, by name.
    pub devices: Vec<SyncDevice>,
}

/// Changes of other machines that are merged after all segments are read.
#[derive(Default)]
struct Incoming {
    notes: BTreeMap<String, IncomingNotes>,
    /// Segments in which changes of a note came, by its agent and path.
    sources: HashMap<(String, String), Vec<(String, String)>>,
    removed_sessions: Vec<String>,
    removed_projects: Vec<String>,
    tombstones: Vec<(String, Tombstone)>,
    pins: Vec<(ObservationKey, bool, u64)>,
    removed: Vec<Record>,
    has_joined: bool,
    /// Notes that could not be written, by agent and path.
    failed: Vec<(String, String)>,
}

/// Records of a segment that was opened.
struct IncomingSegment<'a> {
    device: &'a str,
    name: &'a str,
    records: Vec<Record>,
    /// Texts that were forgotten here before its machine knew that.
    forgotten: Option<&'a Tombstones>,
}

impl SyncStatus {
    /// Returns the state of a home's sync; none if it does not sync.
    ///
    /// # Errors
    ///
    /// When the state cannot be read.
    pub fn load(home: &HomePaths) -> Result<Option<SyncStatus>, Error> {
        let Some(state) = SyncState::load(home)? else { return Ok(None) };
        let mut devices: Vec<SyncDevice> = state
            .devices
            .into_iter()
            .map(|(id, it)| SyncDevice { id, name: it.name, synced_at: it.published_at })
            .collect();
        devices.sort_unstable_by(|a, b| (&a.name, &a.id).cmp(&(&b.name, &b.id)));
        Ok(Some(SyncStatus {
            remote: state.remote,
            id: state.device,
            name: state.name,
            key_name: state.key_name,
            last_sync: state.last_sync,
            devices,
        }))
    }
}

impl SyncHome<'_> {
    /// Sets up the sync of a first machine at a remote that nobody uses.
    ///
    /// # Errors
    ///
    /// When the home syncs already, the remote is in use, or it cannot be written.
    pub fn set_up(
        &self,
        address: &RemoteAddress,
        device_name: &str,
        key: &SyncKey,
    ) -> Result<(), Error> {
        let remote = self.open_new(address, true)?;
        let names = read_names(remote.files())?;
        if names.iter().any(|name| name == GROUP_FILE || is_device_id(name)) {
            return Err(Error::RemoteInUse(address.to_text()));
        }
        // A repository is palimp's alone: its history can be dropped.
        if !names.is_empty() && !matches!(address, RemoteAddress::Directory(_)) {
            return Err(Error::RemoteNotEmpty(address.to_text()));
        }
        write_group(key, &remote)?;
        SyncState::new(address.to_text(), device_name.to_owned())?.save(self.home)
    }

    /// Joins this machine to those that sync at a remote.
    ///
    /// # Errors
    ///
    /// When the home syncs already, nobody uses the remote, or the key does not open it.
    pub fn join(
        &self,
        address: &RemoteAddress,
        device_name: &str,
        key: &SyncKey,
    ) -> Result<(), Error> {
        let remote = self.open_new(address, false)?;
        let group = read_file(&remote.files().join(GROUP_FILE))?
            .ok_or_else(|| Error::RemoteEmpty(address.to_text()))?;
        segment::open(key, GROUP_FILE, &group).map_err(|error| match error {
            Error::Damaged { .. } => Error::WrongCode,
            other => other,
        })?;
        SyncState::new(address.to_text(), device_name.to_owned())?.save(self.home)
    }

    fn open_new(&self, address: &RemoteAddress, create: bool) -> Result<Remote, Error> {
        if let Some(state) = SyncState::load(self.home)? {
            return Err(Error::AlreadySetUp(state.remote));
        }
        let opened = Remote::open(address, &sync_dir(self.home), create)
            .and_then(|remote| remote.fetch().map(|()| remote));
        if opened.is_err() {
            let _ = std::fs::remove_dir_all(sync_dir(self.home));
        }
        opened
    }

    /// Stops the sync of this machine. Its files stay at the remote for the others; returns false if the
    /// home did not sync.
    ///
    /// # Errors
    ///
    /// When the state cannot be removed.
    pub fn leave(&self) -> Result<bool, Error> {
        let _lock = self.lock()?;
        // Another group gets all that is here, also what another machine captured.
        if let Some(mut db) = open_activity::to_change(self.home)? {
            db.own_all_sessions()?;
        }
        let directory = sync_dir(self.home);
        match std::fs::remove_dir_all(&directory) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(Error::io(directory, error)),
        }
    }

    /// Syncs once with the remote.
    ///
    /// # Errors
    ///
    /// When the home does not sync, another process syncs it, the remote cannot be reached, or the home
    /// cannot be read or written. What was merged until then stays, and is not merged again.
    pub fn sync(&self, key: &SyncKey) -> Result<SyncReport, Error> {
        let _lock = self.lock()?;
        let (mut state, remote) = self.open()?;
        let mut report = SyncReport::default();
        self.finish_killed(key, &mut state, &remote, &mut report)?;
        let vaults = self.usable_vaults(key, &state, &mut report)?;
        let mut db = open_activity::or_new(self.home)?;
        capture::drain_spool(self.home, &mut db, None)?;
        self.receive(key, &mut state, &remote, &vaults, &mut db, &mut report)?;
        state.save(self.home)?;
        self.send(key, &mut state, &remote, &vaults, &mut db, &mut report)?;
        Ok(report)
    }

    /// Replaces the segments of this machine by new ones, and drops the history of a repository; false
    /// if the remote keeps no history.
    ///
    /// # Errors
    ///
    /// As [`SyncHome::sync`].
    pub fn prune(&self, key: &SyncKey) -> Result<bool, Error> {
        self.sync(key)?;
        let _lock = self.lock()?;
        let (mut state, remote) = self.open()?;
        let mut db = open_activity::or_new(self.home)?;
        let mut report = SyncReport::default();
        let vaults = self.usable_vaults(key, &state, &mut report)?;
        self.publish_again(key, &mut state)?;
        self.send(key, &mut state, &remote, &vaults, &mut db, &mut report)?;
        remote.drop_history()
    }

    /// Returns the agents whose notes are synced. A vault of which most notes are gone is left alone,
    /// because its disk may be missing: that must not delete the notes of all machines.
    fn usable_vaults(
        &self,
        key: &SyncKey,
        state: &SyncState,
        report: &mut SyncReport,
    ) -> Result<Vec<String>, Error> {
        let mut usable = Vec::new();
        for agent in agents_with_vault(self.home, self.settings) {
            let store = self.notes_of(&agent);
            let missing = self.synced_notes(&store, key, &state.device).missing_notes()?;
            match missing.filter(|_| !self.may_delete_all) {
                Some((gone, known)) => {
                    let vault = store.root().display();
                    report.warnings.push(messages::vault_suspicious(vault, gone, known));
                }
                None => usable.push(agent),
            }
        }
        Ok(usable)
    }

    fn lock(&self) -> Result<WorkLock, Error> {
        let lock = WorkLock::try_acquire(self.home, SYNC_LOCK);
        lock.map_err(|error| Error::io(self.home.root(), error))?.ok_or(Error::InProgress)
    }

    fn open(&self) -> Result<(SyncState, Remote), Error> {
        let state = SyncState::load(self.home)?.ok_or(Error::NotSetUp)?;
        let address = RemoteAddress::parse(&state.remote, self.user.as_deref());
        let remote = Remote::open(&address, &sync_dir(self.home), false)?;
        remote.fetch()?;
        Ok((state, remote))
    }

    /// Compares the remote with what this machine published: finishes a sync that was killed, notices a
    /// copied home, and publishes lost files again.
    fn finish_killed(
        &self,
        key: &SyncKey,
        state: &mut SyncState,
        remote: &Remote,
        report: &mut SyncReport,
    ) -> Result<(), Error> {
        let next = state.next.take();
        let manifest = match Manifest::read(key, remote.files(), &state.device) {
            Ok(manifest) => manifest,
            Err(error @ Error::TooNew { .. }) => return Err(error),
            // Somebody damaged it; it is written again with everything.
            Err(_) => None,
        };
        if let (Some(next), Some(manifest)) = (next, &manifest)
            && next.revision == manifest.revision
            && next.segments == manifest.segments
        {
            *state = *next;
        }
        if !remote.files().join(GROUP_FILE).is_file() {
            write_group(key, remote)?;
        }
        let found = manifest.as_ref().map_or(0, |manifest| manifest.revision);
        let is_other = manifest.as_ref().is_some_and(|it| it.segments != state.segments);
        if found > state.revision || (found == state.revision && is_other) {
            report.warnings.push(messages::own_state_newer());
            let copied = std::mem::replace(&mut state.device, new_device_id()?);
            state.devices.insert(copied, DeviceState::default());
            state.revision = 0;
            // What this home published under the old name may be lost there.
            self.publish_again(key, state)?;
            return state.save(self.home);
        }
        let is_whole = |(name, hash): (&String, &String)| {
            let path = remote.files().join(&state.device).join(name);
            Ok::<bool, Error>(read_file(&path)?.is_some_and(|bytes| hash_of(&bytes) == *hash))
        };
        let mut lost = usize::from(found < state.revision);
        for segment in &state.segments {
            lost += usize::from(!is_whole(segment)?);
        }
        if lost > 0 {
            report.warnings.push(messages::files_uploaded_again(lost));
            self.publish_again(key, state)?;
            // Readers that saw a later list must not take the new one for an old one.
            state.revision = state.revision.max(found);
        }
        Ok(())
    }

    fn publish_again(&self, key: &SyncKey, state: &mut SyncState) -> Result<(), Error> {
        state.forget_published();
        for agent in agents_with_vault(self.home, self.settings) {
            let store = self.notes_of(&agent);
            self.synced_notes(&store, key, &state.device).forget_published()?;
        }
        Ok(())
    }

    fn notes_of(&self, agent: &str) -> NoteStore {
        NoteStore::new(self.home.clone(), agent, self.settings.clone(), self.user.clone())
    }

    fn synced_notes<'s>(
        &self,
        store: &'s NoteStore,
        key: &SyncKey,
        device: &'s str,
    ) -> SyncedNotes<'s> {
        SyncedNotes::new(store, key, self.home, device)
    }

    /// Merges what other machines published since the last sync.
    fn receive(
        &self,
        key: &SyncKey,
        state: &mut SyncState,
        remote: &Remote,
        vaults: &[String],
        db: &mut ActivityDb,
        report: &mut SyncReport,
    ) -> Result<(), Error> {
        let own_tombstones = self.unseen_tombstones(state, db)?;
        let mut manifests = BTreeMap::new();
        for device in read_names(remote.files())?.into_iter().filter(|name| is_device_id(name)) {
            if device == state.device {
                continue;
            }
            match Manifest::read(key, remote.files(), &device) {
                Ok(Some(manifest)) => drop(manifests.insert(device, manifest)),
                Ok(None) => {}
                Err(error) => report.warnings.push(error.to_string()),
            }
        }
        warn_of_withheld(state, &manifests, report);
        let mut incoming = Incoming::default();
        for (device, manifest) in &manifests {
            let known = state.devices.entry(device.clone()).or_default();
            known.is_missing = false;
            if manifest.revision < known.revision {
                continue;
            }
            // What that machine wrote before it knew what was forgotten here goes again.
            let seen = manifest.seen.get(&state.device).copied().unwrap_or(0);
            let has_pending = own_tombstones.1;
            let is_unaware = has_pending || seen < state.forgetting_revision;
            let forgotten = is_unaware.then_some(&own_tombstones.0);
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
                let content = match segment::open(key, &path, &bytes) {
                    Ok(content) if hash_of(&bytes) == *hash => content,
                    _ => {
                        report.warnings.push(messages::segment_changed(path));
                        continue;
                    }
                };
                let (records, unknown) = parse_lines(&content);
                let segment = IncomingSegment { device, name, records, forgotten };
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
        incoming.notes.retain(|agent, notes| {
            let is_usable = vaults.contains(agent) || !self.home.vault_dir(agent).exists();
            if !is_usable {
                notes.keys().for_each(|path| incoming.failed.push((agent.clone(), path.clone())));
            }
            is_usable
        });
        self.merge_incoming(key, state, db, incoming, report)
    }

    /// Returns the texts that were forgotten here, and true if no machine can know some of them yet.
    fn unseen_tombstones(
        &self,
        state: &SyncState,
        db: &ActivityDb,
    ) -> Result<(Tombstones, bool), Error> {
        let all = db.tombstones()?;
        let is_new = |(agent, it): &(String, Tombstone)| {
            !state.tombstones.contains(&TombstoneRecord::new(agent.clone(), it).name())
        };
        let has_pending = all.iter().any(is_new);
        Ok((Tombstones::from_list(all, self.ring, self.now)?, has_pending))
    }

    /// Applies rows and projects of a segment, and collects the rest. Returns false if it is to be read
    /// again, because the key of its tombstones is in a segment that is missing.
    fn apply_records(
        &self,
        segment: IncomingSegment,
        state: &mut SyncState,
        db: &mut ActivityDb,
        incoming: &mut Incoming,
        report: &mut SyncReport,
    ) -> Result<bool, Error> {
        let IncomingSegment { device, name, records, forgotten } = segment;
        let mut rows = Vec::new();
        let mut projects: Vec<ProjectRecord> = Vec::new();
        let mut tombstones = Vec::new();
        for record in records {
            match record {
                Record::Row { row } => rows.push(row),
                Record::Project { project } => {
                    projects.extend(
                        Some(project).filter(|it| !state.removed_projects.contains(&it.id)),
                    );
                }
                Record::RemovedSession { session } => incoming.removed_sessions.push(session),
                Record::RemovedProject { id } => incoming.removed_projects.push(id),
                Record::Pin { key, pinned, clock } => incoming.pins.push((key, pinned, clock)),
                Record::RemovedRow { .. } => incoming.removed.push(record),
                Record::Note { agent, path, mut lines } => {
                    if let Some(forgotten) = forgotten {
                        mark_forgotten_lines(&mut lines, forgotten, &agent);
                    }
                    let source = (device.to_owned(), name.to_owned());
                    let key = (agent.clone(), path.clone());
                    incoming.sources.entry(key).or_default().push(source);
                    let notes = incoming.notes.entry(agent).or_default();
                    notes.entry(path).or_default().extend(lines);
                }
                Record::TombstoneKey { key } => {
                    if let Some(key) = TombstoneKey::parse(&key) {
                        (self.add_tombstone_key)(&key).map_err(Error::Keys)?;
                        state.tombstone_keys.insert(key.id());
                    }
                }
                Record::Tombstone(record) => {
                    let parsed = record.parse();
                    let has_key =
                        |(_, it): &(String, Tombstone)| state.tombstone_keys.contains(&it.key);
                    if !parsed.as_ref().is_some_and(has_key) {
                        return Ok(false);
                    }
                    let is_new = !state.tombstones.contains(&record.name());
                    tombstones.extend(parsed.filter(|_| is_new).map(|it| (record.name(), it)));
                }
            }
        }
        // Before any row: a row that was forgotten elsewhere must not come back.
        for (name, (agent, tombstone)) in tombstones {
            db.insert_tombstones(&agent, vec![tombstone.clone()])?;
            state.tombstones.insert(name);
            state.is_erase_due = true;
            report.received.forgotten += 1;
            incoming.tombstones.push((agent, tombstone));
        }
        incoming.has_joined |= merge_projects(self.home, &projects)?;
        if rows.is_empty() {
            return Ok(true);
        }
        let tombstones = Tombstones::from_database(db, self.ring, self.now)?;
        let filter = RowFilter::new(self.home, self.settings, &tombstones);
        let rows: Vec<ExportRow> = rows.into_iter().filter_map(|row| filter.admit(row)).collect();
        for (row, is_new) in rows.iter().zip(db.merge_rows(device, &rows)?) {
            if is_new {
                report.received.add_row(row);
            }
        }
        Ok(true)
    }

    fn merge_incoming(
        &self,
        key: &SyncKey,
        state: &mut SyncState,
        db: &mut ActivityDb,
        mut incoming: Incoming,
        report: &mut SyncReport,
    ) -> Result<(), Error> {
        for record in &incoming.removed {
            if let Record::RemovedRow { session, at, print, message } = record {
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
        if incoming.has_joined {
            let models = self.models;
            let keeper = ProjectKeeper {
                home: self.home,
                settings: self.settings,
                user: self.user.clone(),
                db,
                models,
            };
            keeper.finish_joins()?;
        }
        let mut removed_notes = BTreeMap::new();
        for (agent, notes) in &incoming.notes {
            let store = self.notes_of(agent);
            let merged = self.synced_notes(&store, key, &state.device).merge(notes)?;
            report.received.notes += merged.written;
            removed_notes.insert(agent.clone(), merged.removed);
            incoming.failed.extend(merged.failed.into_iter().map(|path| (agent.clone(), path)));
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
            index.forget_received(db, &tombstones, &removed)?;
        }
        Ok(())
    }

    /// Returns new tombstones and their keys.
    fn collect_tombstones(
        &self,
        db: &ActivityDb,
        state: &mut SyncState,
    ) -> Result<Vec<Record>, Error> {
        let mut records = Vec::new();
        for (agent, tombstone) in db.tombstones()? {
            let record = TombstoneRecord::new(agent, &tombstone);
            if state.tombstones.insert(record.name()) {
                records.push(Record::Tombstone(record));
            }
        }
        if records.is_empty() {
            return Ok(records);
        }
        let keys = self.ring.read_keys().map_err(Error::Keys)?;
        let new = keys.iter().filter(|key| state.tombstone_keys.insert(key.id()));
        // Keys first: without its key a tombstone recognises nothing.
        let keys: Vec<Record> = new.map(|key| Record::TombstoneKey { key: key.to_hex() }).collect();
        records.splice(0..0, keys);
        Ok(records)
    }

    /// Writes the own segments again without what was forgotten; returns the records that tell other
    /// machines which rows are gone.
    fn erase_forgotten(
        &self,
        key: &SyncKey,
        state: &mut SyncState,
        files: &Path,
        db: &ActivityDb,
        stores: &[NoteStore],
    ) -> Result<Vec<Record>, Error> {
        let expired = db.expired_sessions()?;
        let device = state.device.clone();
        let mut removed = Vec::new();
        for name in state.segments.keys().cloned().collect::<Vec<_>>() {
            let path = format!("{device}/{name}");
            let Some(bytes) = read_file(&files.join(&path))? else { continue };
            let content = segment::open(key, &path, &bytes)?;
            let (records, _) = parse_lines(&content);
            let mut kept = Vec::new();
            for record in records {
                match record {
                    // Published again, as they are now.
                    Record::Row { row: ExportRow::Session(_) } | Record::Project { .. } => {}
                    Record::Row { row } if !db.has_row(&row)? => {
                        if !is_expired(&row, &expired) {
                            removed.extend(removed_row(&row));
                        }
                    }
                    Record::Note { agent, path, mut lines } => {
                        if let Some(store) = stores.iter().find(|it| it.agent() == agent) {
                            let notes = self.synced_notes(store, key, &device);
                            let deleted = notes.deleted_lines(&path, &lines)?;
                            for change in &mut lines {
                                if deleted.contains(&change.line.id()) {
                                    (change.line.deleted, change.content) = (true, None);
                                }
                            }
                        }
                        kept.push(Record::Note { agent, path, lines });
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
        let sealed = segment::seal(key, &path, content)?;
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
                content.extend(segment::open(key, &path, &bytes)?);
            }
            let merged = self.write_segment(key, state, files, &content)?;
            for name in &parts {
                state.segments.remove(name);
                state.merged.remove(name);
            }
            state.merged.insert(merged, parts);
        }
    }

    /// Publishes what is new on this machine.
    fn send(
        &self,
        key: &SyncKey,
        state: &mut SyncState,
        remote: &Remote,
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
        for store in &stores {
            let notes = self.synced_notes(store, key, &device);
            records.extend(notes.collect(&mut report.warnings)?);
        }
        let forgotten = self.collect_tombstones(db, state)?;
        let has_forgotten = state.is_erase_due || !forgotten.is_empty();
        state.is_erase_due = false;
        if has_forgotten {
            // Sessions and projects leave the segments, and are published again as they are now.
            state.late_rows.clear();
            records.extend(self.erase_forgotten(key, state, files, db, &stores)?);
        }
        records.extend(forgotten);
        let (projects, hash) = published_projects(self.home);
        if hash != state.projects {
            state.projects = hash;
            records.extend(collect_removed_projects(&projects, state));
            records.extend(projects);
        }
        records.extend(collect_removed_sessions(db, state)?);
        let tombstones = Tombstones::default();
        let filter = RowFilter::new(self.home, self.settings, &tombstones);
        let rows = collect_rows(db, state, self.now, has_forgotten)?.into_iter();
        records.extend(rows.filter(|record| !filter.excludes(record)));
        records.extend(collect_pins(db, state)?);
        for record in &records {
            match record {
                Record::Row { row } => report.sent.add_row(row),
                Record::Note { .. } => report.sent.notes += 1,
                Record::Tombstone(_) => report.sent.forgotten += 1,
                _ => {}
            }
        }
        for part in split_records(&records) {
            self.write_segment(key, state, files, &to_lines(part))?;
        }
        self.merge_segments(key, state, files)?;
        if state.segments != before.segments || state.revision == 0 {
            state.revision += 1;
            if has_forgotten {
                state.forgetting_revision = state.revision;
            }
            // From here on the remote may have the new list; a sync that is killed finds out which.
            SyncState { next: Some(Box::new(state.clone())), ..before }.save(self.home)?;
            Manifest::from_state(state, self.now).write(key, files, &state.device)?;
            remove_unlisted(files, state)?;
            remote.publish(&[&state.device])?;
        }
        state.last_sync = Some(self.now);
        state.save(self.home)?;
        for record in &records {
            if let Record::Note { agent, path, lines } = record
                && let Some(store) = stores.iter().find(|store| store.agent() == agent)
            {
                self.synced_notes(store, key, &device).mark_published(path, lines)?;
            }
        }
        Ok(())
    }
}

/// Writes the file by which a code is checked.
fn write_group(key: &SyncKey, remote: &Remote) -> Result<(), Error> {
    let group = segment::seal(key, GROUP_FILE, GROUP_CONTENT)?;
    write_file(&remote.files().join(GROUP_FILE), &group)?;
    remote.publish(&[GROUP_FILE])
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

/// Splits records into parts for segments.
fn split_records(records: &[Record]) -> Vec<&[Record]> {
    let mut parts = Vec::new();
    let (mut from, mut bytes) = (0, 0);
    for (at, record) in records.iter().enumerate() {
        let size = to_lines(std::slice::from_ref(record)).len();
        if bytes + size > MAX_SEGMENT_BYTES && at > from {
            parts.push(&records[from..at]);
            (from, bytes) = (at, 0);
        }
        bytes += size;
    }
    parts.extend(Some(&records[from..]).filter(|it| !it.is_empty()));
    parts
}

/// Warns of machines whose files at the remote are older than what was seen of them.
fn warn_of_withheld(
    state: &mut SyncState,
    manifests: &BTreeMap<String, Manifest>,
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

/// Returns true if retention removed the row, or would have.
fn is_expired(row: &ExportRow, expired: &HashMap<String, i64>) -> bool {
    let ExportRow::Observation(row) = row else { return false };
    expired.get(&row.session_id).is_some_and(|before| row.created_at < *before)
}

fn hash_of(bytes: &[u8]) -> String {
    to_hex(blake3::hash(bytes).as_bytes())
}
