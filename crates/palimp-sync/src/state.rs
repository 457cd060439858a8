//! State of a home's sync: the machine's name, what it published, and what it has of others.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind::{IsADirectory, NotADirectory};
use std::path::{Path, PathBuf};

use palimp_core::home::HomePaths;
use palimp_engine::home::device_sync::sync_dir;
use palimp_store::activity::ActivityPosition;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Error;
use crate::key::{random_bytes, to_hex};
use crate::segment;
use crate::{SyncKey, remote};

/// Name of the file of a machine that lists its segments.
pub(crate) const MANIFEST_NAME: &str = "manifest";
/// Name of the file by which a code is checked.
pub(crate) const GROUP_FILE_NAME: &str = "group";
/// Length of a machine's id, in bytes.
const DEVICE_ID_BYTES: usize = 8;

fn state_file(home: &HomePaths) -> PathBuf {
    sync_dir(home).join("state.json")
}

/// State of a home's sync.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct SyncState {
    /// Address of the remote.
    pub(crate) remote: String,
    /// Random id of this machine in the group.
    pub(crate) device: String,
    /// Name under which the key is stored.
    pub(crate) key_name: String,
    /// Name of this machine, for people.
    pub(crate) name: String,
    /// Number of the published manifest.
    pub(crate) revision: u64,
    /// Published segments: their names, with the hashes of the files.
    pub(crate) segments: BTreeMap<String, String>,
    /// Hash of the list that was published last.
    pub(crate) list_hash: String,
    /// Segments that a published one was merged from, by its name.
    pub(crate) merged: BTreeMap<String, Vec<String>>,
    /// Agents whose notes were synced.
    pub(crate) agents: BTreeSet<String>,
    /// Other machines, by their ids.
    pub(crate) devices: BTreeMap<String, DeviceState>,
    /// Last published observation and message.
    pub(crate) observation: i64,
    pub(crate) message: i64,
    /// Time up to which rows were published, in milliseconds since the Unix epoch.
    pub(crate) rows_until: i64,
    /// Hashes of the published rows that may still change.
    pub(crate) late_rows: BTreeSet<String>,
    /// Names of the tombstones that were published or received, with the number of the list in which
    /// this machine published them, 0 for received ones.
    pub(crate) tombstones: BTreeMap<String, u64>,
    /// Number of times that something was forgotten on this machine.
    pub(crate) forgettings: i64,
    /// True if the own segments may hold a text that another machine forgot.
    pub(crate) is_erase_due: bool,
    /// Hash of the published projects.
    pub(crate) projects: String,
    /// Pins that were published or received.
    pub(crate) pins: BTreeMap<String, PinState>,
    /// True if all pins and tombstones are to be published again.
    pub(crate) is_all_due: bool,
    /// Sessions of whose forgetting the other machines know.
    pub(crate) removed_sessions: BTreeSet<String>,
    /// Names of projects, as far as they were changed after they were published.
    pub(crate) names: BTreeMap<String, NameState>,
    /// Published projects that are in the table of the home.
    pub(crate) project_ids: BTreeSet<String>,
    /// Projects that were forgotten.
    pub(crate) removed_projects: BTreeSet<String>,
    /// Time of the last whole sync, in milliseconds since the Unix epoch.
    pub(crate) last_sync: Option<i64>,
    /// Error of the last sync, if it ran in the background.
    pub(crate) last_error: Option<String>,
    /// The state that a sync was about to publish when it was killed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next: Option<Box<SyncState>>,
}

/// State of another machine, as far as it is here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct DeviceState {
    pub(crate) name: String,
    pub(crate) revision: u64,
    /// True if its list is missing, and this was said.
    pub(crate) is_missing: bool,
    /// Time of its last sync by its own clock, in milliseconds since the Unix epoch.
    pub(crate) published_at: i64,
    /// Segments that were applied.
    pub(crate) applied: BTreeSet<String>,
}

/// Latest change of a pin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PinState {
    pub(crate) pinned: bool,
    pub(crate) clock: u64,
}

/// Latest change of a project's name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NameState {
    pub(crate) name: String,
    pub(crate) clock: u64,
}

impl SyncState {
    /// Returns a new state for a machine that begins to sync.
    pub(crate) fn new(remote: String, name: String) -> Result<SyncState, Error> {
        let device = new_device_id()?;
        let key_name = format!("sync-{device}");
        Ok(SyncState { remote, device, key_name, name, ..SyncState::default() })
    }

    /// Loads the state of a home; none if it does not sync.
    pub(crate) fn load(home: &HomePaths) -> Result<Option<SyncState>, Error> {
        let path = state_file(home);
        let bytes = match palimp_files::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::io(path, error)),
        };
        let parsed = serde_json::from_slice(&bytes);
        parsed.map(Some).map_err(|error| Error::io(path, error.into()))
    }

    /// Writes the state.
    pub(crate) fn save(&self, home: &HomePaths) -> Result<(), Error> {
        let path = state_file(home);
        write_json(&path, &serde_json::to_value(self).expect("a state is JSON"))
    }

    /// Returns the position behind the published rows.
    pub(crate) const fn position(&self) -> ActivityPosition {
        ActivityPosition { observation: self.observation, message: self.message }
    }

    /// Makes everything of this machine be published again.
    pub(crate) fn forget_published(&mut self) {
        self.segments.clear();
        self.merged.clear();
        (self.observation, self.message, self.rows_until) = (0, 0, 0);
        self.late_rows.clear();
        self.projects.clear();
        self.removed_sessions.clear();
        self.is_all_due = true;
    }
}

/// Returns a new random id of a machine.
pub(crate) fn new_device_id() -> Result<String, Error> {
    Ok(to_hex(&random_bytes::<DEVICE_ID_BYTES>()?))
}

/// Returns true if a directory of the remote may be that of a machine.
pub(crate) fn is_device_id(name: &str) -> bool {
    name.len() == 2 * DEVICE_ID_BYTES && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Writes a file of the sync directory, whole or not at all.
pub(crate) fn write_json(path: &Path, value: &Value) -> Result<(), Error> {
    let directory = path.parent().unwrap_or(path);
    palimp_files::private_dir(directory)
        .and_then(|()| palimp_files::replace_file(path, value.to_string().as_bytes()))
        .map_err(|error| Error::io(path, error))
}

/// List of a machine's segments, which replaces its earlier list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct DeviceManifest {
    /// Name of the machine.
    pub(crate) name: String,
    /// Number of the list; each is one more than the one before.
    pub(crate) revision: u64,
    /// Time by the clock of the machine, in milliseconds since the Unix epoch.
    pub(crate) at: i64,
    /// Names of the segments, with the hashes of the files.
    pub(crate) segments: BTreeMap<String, String>,
    /// Segments that a segment was merged from, by its name.
    pub(crate) merged: BTreeMap<String, Vec<String>>,
    /// Keys of tombstones that this machine knows, in hexadecimal.
    pub(crate) tombstone_keys: Vec<String>,
    /// Revisions of the other machines' lists that this machine has read.
    pub(crate) seen: BTreeMap<String, u64>,
}

/// Returns the hash of a list of segments.
pub(crate) fn list_hash(segments: &BTreeMap<String, String>) -> String {
    let list = serde_json::to_vec(segments).expect("a list of names is JSON");
    to_hex(&blake3::hash(&list).as_bytes()[..16])
}

impl DeviceManifest {
    /// Returns the list that a state describes.
    pub(crate) fn from_state(
        state: &SyncState,
        tombstone_keys: Vec<String>,
        now: i64,
    ) -> DeviceManifest {
        let seen = state.devices.iter().map(|(id, device)| (id.clone(), device.revision));
        DeviceManifest {
            name: state.name.clone(),
            revision: state.revision,
            at: now,
            segments: state.segments.clone(),
            merged: state.merged.clone(),
            tombstone_keys,
            seen: seen.collect(),
        }
    }

    /// Reads the list of a machine; none if there is no file.
    pub(crate) fn read(
        key: &SyncKey,
        files: &Path,
        device: &str,
    ) -> Result<Option<DeviceManifest>, Error> {
        let Some(bytes) = read_file(&files.join(device).join(MANIFEST_NAME))? else {
            return Ok(None);
        };
        let name = format!("{device}/{MANIFEST_NAME}");
        let content = segment::open_file(key, &name, &bytes)?;
        serde_json::from_slice(&content).map(Some).map_err(|_| Error::Damaged { name })
    }

    /// Writes the list of a machine.
    pub(crate) fn write(&self, key: &SyncKey, files: &Path, device: &str) -> Result<(), Error> {
        let name = format!("{device}/{MANIFEST_NAME}");
        let content = serde_json::to_vec(self).expect("a manifest is JSON");
        write_file(&files.join(&name), &segment::seal_file(key, &name, &content)?)
    }
}

/// Reads a file of the remote; none if it is not there.
pub(crate) fn read_file(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match palimp_files::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        // Something else stands where the directory of a machine should be, or in it.
        Err(error) if matches!(error.kind(), NotADirectory | IsADirectory) => Ok(None),
        Err(error) => Err(Error::io(path, error)),
    }
}

/// Writes a file of the remote, whole or not at all.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let directory = path.parent().unwrap_or(path);
    // A link would lead the writes of this machine to other files of the user.
    let is_other = |meta: std::fs::Metadata| !meta.is_dir();
    if path.file_name().is_some_and(|name| name != GROUP_FILE_NAME)
        && std::fs::symlink_metadata(directory).is_ok_and(is_other)
    {
        remote::remove_file(directory)?;
    }
    palimp_files::private_dir(directory)
        .and_then(|()| palimp_files::replace_file(path, bytes))
        .map_err(|error| Error::io(path, error))
}

fn is_real_directory(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok_and(|meta| meta.is_dir())
}

/// Removes the files of a machine that its list does not name.
pub(crate) fn remove_unlisted(files: &Path, state: &SyncState) -> Result<(), Error> {
    let directory = files.join(&state.device);
    if !is_real_directory(&directory) {
        return Ok(());
    }
    for name in remote::read_names(&directory)? {
        if name != MANIFEST_NAME && !state.segments.contains_key(&name) {
            remote::remove_file(&directory.join(name))?;
        }
    }
    Ok(())
}
