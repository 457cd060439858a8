//! One sync of a home: fetch, merge what others published, publish what is new here.

mod receive;
mod send;

use std::path::PathBuf;

use palimp_core::activity::ExportRow;
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_core::tombstone::TombstoneKey;
use palimp_engine::home::agents::agents_with_vault;
use palimp_engine::home::device_sync::sync_dir;
use palimp_engine::home::lock::WorkLock;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::home::tombstones::{TombstoneKeyStore, Tombstones};
use palimp_engine::ingest::{capture, open_activity};
use palimp_engine::retrieval::index_sync::Models;
use palimp_store::activity::{ActivityDb, is_expired};
use serde::Serialize;

use crate::activity::RowFilter;
use crate::error::Error;
use crate::key::{SyncKey, to_hex};
use crate::messages;
use crate::notes::{NoteConflict, SyncedNotes};
use crate::records::{SyncRecord, parse_lines};
use crate::remote::{OpenRemote, RemoteAddress, read_names};
use crate::segment;
use crate::state::{
    DeviceManifest, DeviceState, GROUP_FILE_NAME, SyncState, is_device_id, list_hash,
    new_device_id, read_file, write_file,
};

/// Content of the file by which a code is checked.
const GROUP_CONTENT: &[u8] = b"palimp";
/// Maximum size of the records of a segment, in bytes.
const MAX_SEGMENT_BYTES: usize = 4 << 20;
/// Number of segments of about one size that are merged into one.
const MERGED_SEGMENTS: usize = 8;
/// Name of the lock for a sync.
pub const SYNC_LOCK_NAME: &str = "sync";

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
    /// Problems that a person should know of, in words.
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
    /// Error of the last sync, if it ran in the background and failed.
    pub last_error: Option<String>,
    /// The other machines, by name.
    pub devices: Vec<SyncDevice>,
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
            last_error: state.last_error,
            devices,
        }))
    }

    /// Records that a sync in the background failed; the next sync that succeeds clears it.
    ///
    /// # Errors
    ///
    /// When another process syncs the home, or the state cannot be read or written.
    pub fn record_error(home: &HomePaths, error: &str) -> Result<(), Error> {
        // Otherwise it could put an older state in the place of one that another sync writes.
        let _lock = lock_sync(home)?;
        let Some(mut state) = SyncState::load(home)? else { return Ok(()) };
        state.last_error = Some(error.to_owned());
        state.save(home)
    }
}

impl SyncHome<'_> {
    /// Sets up the sync of a first machine at a remote that nobody uses. Nothing is written there before
    /// the first sync, so that the caller can store the key first.
    ///
    /// # Errors
    ///
    /// When the home syncs already, the remote is in use, or it cannot be written.
    pub fn set_up(&self, address: &RemoteAddress, device_name: &str) -> Result<(), Error> {
        let _lock = lock_sync(self.home)?;
        let remote = self.open_new(address, true)?;
        let names = read_names(remote.files())?;
        if names.iter().any(|name| name == GROUP_FILE_NAME || is_device_id(name)) {
            return Err(Error::RemoteInUse(address.to_text()));
        }
        // A repository is palimp's alone: its history can be dropped.
        if !names.is_empty() && !matches!(address, RemoteAddress::Directory(_)) {
            return Err(Error::RemoteNotEmpty(address.to_text()));
        }
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
        let _lock = lock_sync(self.home)?;
        let remote = self.open_new(address, false)?;
        let group = read_file(&remote.files().join(GROUP_FILE_NAME))?
            .ok_or_else(|| Error::RemoteEmpty(address.to_text()))?;
        segment::open_file(key, GROUP_FILE_NAME, &group).map_err(|error| match error {
            Error::Damaged { .. } => Error::WrongCode,
            other => other,
        })?;
        SyncState::new(address.to_text(), device_name.to_owned())?.save(self.home)
    }

    fn open_new(&self, address: &RemoteAddress, create: bool) -> Result<OpenRemote, Error> {
        if let RemoteAddress::Directory(path) = address {
            let mut own = vec![self.home.root().to_owned()];
            let agents = agents_with_vault(self.home, self.settings);
            own.extend(agents.iter().map(|agent| self.notes_of(agent).root().to_owned()));
            if own.iter().any(|it| path.starts_with(it) || it.starts_with(path)) {
                return Err(Error::RemoteInHome(path.clone()));
            }
        }
        if let Some(state) = SyncState::load(self.home)? {
            return Err(Error::AlreadySetUp(state.remote));
        }
        let opened = OpenRemote::open(address, &sync_dir(self.home), create)
            .and_then(|remote| remote.fetch_files().map(|()| remote));
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
        let _lock = lock_sync(self.home)?;
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
        let _lock = lock_sync(self.home)?;
        let (mut state, remote) = self.open()?;
        let mut report = SyncReport::default();
        self.finish_killed(key, &mut state, &remote, &mut report)?;
        let vaults = self.usable_vaults(key, &state, &mut report)?;
        let mut db = open_activity::or_new(self.home)?;
        capture::drain_spool(self.home, &mut db, None)?;
        self.refill_database(key, &mut state, &remote, &mut db, &mut report)?;
        self.receive_changes(key, &mut state, &remote, &vaults, &mut db, &mut report)?;
        state.save(self.home)?;
        self.send_changes(key, &mut state, &remote, &vaults, &mut db, &mut report)?;
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
        let _lock = lock_sync(self.home)?;
        let (mut state, remote) = self.open()?;
        let mut db = open_activity::or_new(self.home)?;
        let mut report = SyncReport::default();
        let vaults = self.usable_vaults(key, &state, &mut report)?;
        self.publish_again(key, &mut state)?;
        self.send_changes(key, &mut state, &remote, &vaults, &mut db, &mut report)?;
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

    fn open(&self) -> Result<(SyncState, OpenRemote), Error> {
        let state = SyncState::load(self.home)?.ok_or(Error::NotSetUp)?;
        let address = RemoteAddress::parse(&state.remote, self.user.as_deref());
        let remote = OpenRemote::open(&address, &sync_dir(self.home), false)?;
        remote.fetch_files()?;
        Ok((state, remote))
    }

    /// Compares the remote with what this machine published: finishes a sync that was killed, notices a
    /// copied home, and publishes lost files again.
    fn finish_killed(
        &self,
        key: &SyncKey,
        state: &mut SyncState,
        remote: &OpenRemote,
        report: &mut SyncReport,
    ) -> Result<(), Error> {
        let next = state.next.take();
        let manifest = match DeviceManifest::read(key, remote.files(), &state.device) {
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
        if !remote.files().join(GROUP_FILE_NAME).is_file() {
            write_group(key, remote)?;
        }
        let found = manifest.as_ref().map_or(0, |manifest| manifest.revision);
        let is_other =
            manifest.as_ref().is_some_and(|it| list_hash(&it.segments) != state.list_hash);
        if found > state.revision || (found == state.revision && is_other) {
            report.warnings.push(messages::own_state_newer());
            let copied = std::mem::replace(&mut state.device, new_device_id()?);
            state.devices.insert(copied, DeviceState::default());
            state.revision = 0;
            state.tombstones.values_mut().for_each(|revision| *revision = 0);
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

    /// Fills a database that was lost or set back with the rows that machines published: what is missing
    /// in it was not forgotten.
    fn refill_database(
        &self,
        key: &SyncKey,
        state: &mut SyncState,
        remote: &OpenRemote,
        db: &mut ActivityDb,
        report: &mut SyncReport,
    ) -> Result<(), Error> {
        let (now, forgettings) = (db.current_position()?, db.count_forgettings()?);
        let is_behind = now.observation < state.observation || now.message < state.message;
        if forgettings > state.forgettings || (forgettings == state.forgettings && !is_behind) {
            return Ok(());
        }
        let expired = db.expired_sessions()?;
        let mut is_refilled = false;
        let tombstones = Tombstones::from_database(db, self.ring, self.now)?;
        let filter = RowFilter::new(self.home, self.settings, &tombstones);
        for name in state.segments.keys() {
            let path = format!("{}/{name}", state.device);
            let Some(bytes) = read_file(&remote.files().join(&path))? else { continue };
            let (records, _) = parse_lines(&segment::open_file(key, &path, &bytes)?);
            let mut rows = Vec::new();
            for record in records {
                match record {
                    // A row that is too old is not missing.
                    SyncRecord::Row { row } if is_expired(&row, &expired) => {}
                    SyncRecord::Row { row } => rows.extend(filter.admit_row(row)),
                    SyncRecord::Tombstone(record) => {
                        if let Some((agent, tombstone)) = record.parse() {
                            db.insert_tombstones(&agent, vec![tombstone])?;
                        }
                    }
                    _ => {}
                }
            }
            is_refilled |= db.restore_rows(&rows)?.contains(&true);
        }
        if is_refilled {
            report.warnings.push(messages::database_refilled());
        }
        // Those of other machines come with their segments.
        state.tombstones.retain(|_, revision| *revision > 0);
        state.devices.values_mut().for_each(|device| device.applied.clear());
        let position = db.current_position()?;
        (state.observation, state.message) = (position.observation, position.message);
        state.forgettings = forgettings;
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
}

fn lock_sync(home: &HomePaths) -> Result<WorkLock, Error> {
    let lock = WorkLock::try_acquire(home, SYNC_LOCK_NAME);
    lock.map_err(|error| Error::io(home.root(), error))?.ok_or(Error::InProgress)
}

/// Writes the file by which a code is checked.
fn write_group(key: &SyncKey, remote: &OpenRemote) -> Result<(), Error> {
    let group = segment::seal_file(key, GROUP_FILE_NAME, GROUP_CONTENT)?;
    write_file(&remote.files().join(GROUP_FILE_NAME), &group)?;
    remote.publish_files(&[GROUP_FILE_NAME])
}

fn hash_of(bytes: &[u8]) -> String {
    to_hex(blake3::hash(bytes).as_bytes())
}
