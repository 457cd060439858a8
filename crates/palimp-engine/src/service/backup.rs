//! Writes a home into one archive, and restores a home from it.
//!
//! The archive is a gzipped tar: a manifest, the files of the home, and the vaults that stand
//! elsewhere. Indexes and derived caches are left out, because they are rebuilt; so are keys of
//! services and teams. The keys of tombstones are in it: without them nobody could tell what was forgotten.
//! What waits in the spool is read before the database, so that a capture that moves meanwhile is
//! in both, and is applied once when it is restored.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use palimp_core::home::HomePaths;
use palimp_core::message::io_reason;
use palimp_core::settings::Settings;
use palimp_core::tombstone::TombstoneKey;
use palimp_files::{Partial, Scratch};
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, BusyPolicy};
use palimp_store::index::EmbeddingCache;
use serde::{Deserialize, Serialize};
use tar::{Archive, Builder, EntryType, Header};

use crate::consolidation::flush::EPISODES_LOCK_NAME;
use crate::error::Error;
use crate::home::agents::configured_agents;
use crate::home::lock::WorkLock;
use crate::home::note_store::vault_of;
use crate::home::projects;
use crate::home::settings;
use crate::home::tombstones::TombstoneKeyStore;

/// Version of the archive's layout.
const FORMAT_VERSION: u32 = 1;
/// Directories of the archive.
const HOME_DIR: &str = "home";
const VAULTS_DIR: &str = "vaults";
const MANIFEST_NAME: &str = "manifest.json";
/// Maximum size of a manifest, in bytes.
const MAX_MANIFEST_BYTES: u64 = 1 << 20;
/// Size of the buffer for extracted files, in bytes.
const COPY_BUFFER_BYTES: usize = 64 << 10;
/// Entries of a home that are left out: derived, of this machine alone, or keys.
const SKIPPED_ENTRIES: [&str; 10] = [
    "index", "cache", "locks", "keys.json", "team-key", "activity.db", "activity.db-wal",
    "activity.db-shm", "sync", LAST_BACKUP_NAME,
];
/// File that holds when the last backup was made.
const LAST_BACKUP_NAME: &str = "last-backup.json";

/// Home that is backed up or restored.
#[derive(Clone, Copy)]
pub struct BackupHost<'a> {
    /// The home.
    pub home: &'a HomePaths,
    /// Its settings.
    pub settings: &'a Settings,
    /// The user's own directory.
    pub user: Option<&'a Path>,
    /// Key ring of the tombstones.
    pub ring: &'a dyn TombstoneKeyStore,
    /// Now, in milliseconds since the Unix epoch.
    pub now: i64,
}

/// First entry of an archive.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Manifest {
    format: u32,
    created_at: i64,
    /// Vaults outside of the home, by agent.
    vaults: BTreeMap<String, PathBuf>,
    tombstone_keys: Vec<String>,
}

/// Counts of what an archive holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupSummary {
    /// Time at which the backup was made, in milliseconds since the Unix epoch.
    pub created_at: i64,
    /// Files.
    pub files: usize,
    /// Their size, in bytes.
    pub bytes: u64,
    /// Vaults that were restored to another place, because theirs holds files: agent, its place and
    /// the other place.
    pub set_aside: Vec<(String, PathBuf, PathBuf)>,
}

/// Returns when the last backup of a home was made, in milliseconds since the Unix epoch.
pub fn last_backup_at(home: &HomePaths) -> Option<i64> {
    let bytes = palimp_files::read(&home.root().join(LAST_BACKUP_NAME)).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Notes that a backup was made at `at`.
///
/// # Errors
///
/// When the file cannot be written.
pub fn record_backup(home: &HomePaths, at: i64) -> io::Result<()> {
    palimp_files::replace_file(&home.root().join(LAST_BACKUP_NAME), at.to_string().as_bytes())
}

/// Writes an archive of a home to `out`. Summaries wait meanwhile; hooks do not.
///
/// # Errors
///
/// When something cannot be read or written.
pub fn write_backup(host: BackupHost, out: impl Write) -> Result<BackupSummary, Error> {
    let BackupHost { home, settings, user, ring, now } = host;
    let io_failed =
        |error: io::Error| Error::Refused(crate::messages::backup_failed(io_reason(&error)));
    let _writing = WorkLock::acquire(home, EPISODES_LOCK_NAME).map_err(io_failed)?;
    let vaults = vaults_elsewhere(home, settings, user);
    let keys = ring.read_keys().map_err(Error::Refused)?;
    let manifest = Manifest {
        format: FORMAT_VERSION,
        created_at: now,
        vaults: vaults.clone(),
        tombstone_keys: keys.iter().map(TombstoneKey::to_hex).collect(),
    };
    let gzip = GzEncoder::new(out, Compression::default());
    let mut archive = ArchiveWriter { tar: Builder::new(gzip), summary: BackupSummary::default() };
    archive.summary.created_at = now;
    let manifest = serde_json::to_vec_pretty(&manifest).map_err(|it| io_failed(it.into()))?;
    archive.append(Path::new(MANIFEST_NAME), &manifest, SystemTime::now()).map_err(io_failed)?;
    // The spool first: see the module.
    archive
        .append_tree(&home.spool_dir(), &Path::new(HOME_DIR).join("spool"))
        .map_err(io_failed)?;
    let scratch = Scratch::acquire(&home.root().join("cache"), "backup").map_err(io_failed)?;
    for copy in copy_databases(home, settings, scratch.path())? {
        let name = Path::new(HOME_DIR).join(&copy);
        archive.append_file(&scratch.path().join(&copy), &name).map_err(io_failed)?;
    }
    drop(scratch);
    archive.append_home(home.root()).map_err(io_failed)?;
    for (agent, root) in &vaults {
        let name = Path::new(VAULTS_DIR).join(agent);
        archive.append_tree(root, &name).map_err(io_failed)?;
    }
    archive.finish().map_err(io_failed)
}

/// Copies the databases that cannot be made anew, each as it is at one moment, below `to`; returns
/// their paths from the home.
fn copy_databases(home: &HomePaths, settings: &Settings, to: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut copied = Vec::new();
    if home.activity_db().exists() {
        let name = PathBuf::from("activity.db");
        ActivityDb::open(&home.activity_db(), BusyPolicy::Command)?.copy_to(&to.join(&name))?;
        copied.push(name);
    }
    for agent in configured_agents(settings) {
        let cache = home.vector_cache_file(&agent);
        if let (true, Ok(name)) = (cache.exists(), cache.strip_prefix(home.root())) {
            let target = to.join(name);
            palimp_files::private_dir(target.parent().unwrap_or(to))
                .map_err(|source| StoreError::Io { path: target.clone(), source })?;
            EmbeddingCache::open(&cache)?.copy_to(&target)?;
            copied.push(name.to_owned());
        }
    }
    Ok(copied)
}

/// Returns the vaults that do not stand in the home itself.
fn vaults_elsewhere(
    home: &HomePaths,
    settings: &Settings,
    user: Option<&Path>,
) -> BTreeMap<String, PathBuf> {
    let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let agents = configured_agents(settings).into_iter();
    let roots = agents.map(|id| (id.clone(), vault_of(home, &id, settings, user)));
    roots.filter(|(_, root)| root.is_dir() && !real(root).starts_with(real(home.root()))).collect()
}

/// An archive that is being written.
struct ArchiveWriter<W: Write> {
    tar: Builder<GzEncoder<W>>,
    summary: BackupSummary,
}

impl<W: Write> ArchiveWriter<W> {
    fn append(&mut self, name: &Path, bytes: &[u8], modified: SystemTime) -> io::Result<()> {
        let mut header = Header::new_gnu();
        header.set_entry_type(EntryType::Regular);
        header.set_mode(0o600);
        header.set_size(bytes.len() as u64);
        let since = modified.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        header.set_mtime(since.as_secs());
        self.tar.append_data(&mut header, name, bytes)
    }

    /// Appends a file, if it is still there.
    fn append_file(&mut self, path: &Path, name: &Path) -> io::Result<()> {
        let bytes = match palimp_files::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => {
                let path = path.display();
                return Err(io::Error::new(error.kind(), format!("{path}: {error}")));
            }
        };
        self.summary.files += 1;
        self.summary.bytes += bytes.len() as u64;
        let modified = fs::metadata(path).and_then(|meta| meta.modified());
        self.append(name, &bytes, modified.unwrap_or_else(|_| SystemTime::now()))
    }

    fn append_home(&mut self, root: &Path) -> io::Result<()> {
        for entry in fs::read_dir(root)? {
            let entry = entry?;
            let name = entry.file_name();
            let is_skipped = SKIPPED_ENTRIES.iter().any(|it| name == *it) || name == "spool";
            if !is_skipped {
                let below = Path::new(HOME_DIR).join(&name);
                self.append_entry(&entry.path(), &below)?;
            }
        }
        Ok(())
    }

    /// Appends the files below a directory; links are not followed, and repositories of notes and
    /// partial files are left out.
    fn append_tree(&mut self, root: &Path, below: &Path) -> io::Result<()> {
        let entries = match fs::read_dir(root) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        for entry in entries {
            let entry = entry?;
            self.append_entry(&entry.path(), &below.join(entry.file_name()))?;
        }
        Ok(())
    }

    fn append_entry(&mut self, path: &Path, name: &Path) -> io::Result<()> {
        let file_name = path.file_name().unwrap_or_default();
        let kind = fs::symlink_metadata(path)?.file_type();
        if kind.is_dir() && file_name != ".git" {
            self.append_tree(path, name)
        } else if kind.is_file() && !palimp_files::is_partial(file_name) {
            self.append_file(path, name)
        } else {
            Ok(())
        }
    }

    fn finish(self) -> io::Result<BackupSummary> {
        self.tar.into_inner()?.finish()?.flush()?;
        Ok(self.summary)
    }
}

/// Restores a home from an archive. The home must be empty or not there; it appears when all of it
/// is on the disk. `store_key` keeps a key of tombstones.
///
/// # Errors
///
/// When the home is not empty, the archive is not whole, or something cannot be written; then
/// nothing is restored.
pub fn restore_backup(
    home: &HomePaths,
    user: Option<&Path>,
    archive: impl Read,
    store_key: &mut dyn FnMut(&TombstoneKey) -> Result<(), String>,
) -> Result<BackupSummary, Error> {
    let root = home.root();
    let failed =
        |error: io::Error| Error::Refused(crate::messages::restore_failed(io_reason(&error)));
    if fs::read_dir(root).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(Error::Refused(crate::messages::restore_home_not_empty(root.display())));
    }
    let parent = root.parent().unwrap_or(Path::new("."));
    let staging = parent.join(palimp_files::partial_name());
    palimp_files::private_dir(&staging).map_err(failed)?;
    let restored = extract(&staging, archive).and_then(|(manifest, mut summary)| {
        place_home(&staging, root)?;
        projects::drop_stamps(home)?;
        summary.set_aside = place_vaults(&staging, home, user, &manifest)?;
        Ok((manifest, summary))
    });
    let _ = fs::remove_dir_all(&staging);
    let (manifest, summary) = restored.map_err(failed)?;
    for key in manifest.tombstone_keys.iter().filter_map(|hex| TombstoneKey::parse(hex)) {
        store_key(&key).map_err(Error::Refused)?;
    }
    Ok(summary)
}

/// Extracts an archive below `staging`.
fn extract(staging: &Path, archive: impl Read) -> io::Result<(Manifest, BackupSummary)> {
    let not_one = || io::Error::new(io::ErrorKind::InvalidData, crate::messages::not_a_backup());
    let mut archive = Archive::new(MultiGzDecoder::new(archive));
    let mut entries = archive.entries().map_err(|_| not_one())?;
    let mut first = entries.next().and_then(Result::ok).ok_or_else(not_one)?;
    if first.path()?.as_ref() != Path::new(MANIFEST_NAME) {
        return Err(not_one());
    }
    let mut bytes = Vec::new();
    first.by_ref().take(MAX_MANIFEST_BYTES).read_to_end(&mut bytes)?;
    let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|_| not_one())?;
    if manifest.format > FORMAT_VERSION {
        return Err(io::Error::other(crate::messages::backup_too_new(manifest.format)));
    }
    let mut summary = BackupSummary { created_at: manifest.created_at, ..BackupSummary::default() };
    for entry in entries {
        let mut entry = entry?;
        let modified = entry.header().mtime().unwrap_or_default();
        let name = entry.path()?.into_owned();
        let is_plain = name.components().all(|part| matches!(part, Component::Normal(_)));
        let is_known = name.starts_with(HOME_DIR) || name.starts_with(VAULTS_DIR);
        if !is_plain || !is_known || entry.header().entry_type() != EntryType::Regular {
            return Err(not_one());
        }
        let target = staging.join(&name);
        summary.files += 1;
        summary.bytes += extract_file(&mut entry, &target, modified)?;
    }
    // The checksum stands behind the last file.
    io::copy(&mut archive.into_inner(), &mut io::sink())?;
    Ok((manifest, summary))
}

/// Writes one file, last changed at `modified` in seconds since the Unix epoch; returns its size in
/// bytes.
fn extract_file(entry: &mut impl Read, target: &Path, modified: u64) -> io::Result<u64> {
    let dir = target.parent().unwrap_or(Path::new("."));
    palimp_files::private_dir(dir)?;
    let mut file = Partial::private_in(dir)?;
    let (mut buffer, mut size) = ([0; COPY_BUFFER_BYTES], 0);
    loop {
        match entry.read(&mut buffer)? {
            0 => break,
            read => {
                file.write(&buffer[..read])?;
                size += read as u64;
            }
        }
    }
    file.file().set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(modified))?;
    file.become_file(target)?;
    Ok(size)
}

/// Moves the extracted home to its place.
fn place_home(staging: &Path, root: &Path) -> io::Result<()> {
    let extracted = staging.join(HOME_DIR);
    palimp_files::private_dir(&extracted)?;
    if root.exists() {
        fs::remove_dir(root)?;
    }
    palimp_files::rename(&extracted, root)
}

/// Moves the extracted vaults to the places that the restored settings name, or into the home where
/// those hold files.
fn place_vaults(
    staging: &Path,
    home: &HomePaths,
    user: Option<&Path>,
    manifest: &Manifest,
) -> io::Result<Vec<(String, PathBuf, PathBuf)>> {
    let (restored, _) = settings::load(&home.settings_file());
    let mut set_aside = Vec::new();
    for agent in manifest.vaults.keys() {
        let extracted = staging.join(VAULTS_DIR).join(agent);
        if !extracted.is_dir() {
            continue;
        }
        let wanted = vault_of(home, agent, &restored, user);
        let is_free = fs::read_dir(&wanted).map_or(true, |mut it| it.next().is_none());
        let place = match is_free {
            true => wanted.clone(),
            false => home.root().join("restored").join(agent),
        };
        move_tree(&extracted, &place)?;
        if !is_free {
            set_aside.push((agent.clone(), wanted, place));
        }
    }
    Ok(set_aside)
}

/// Moves a directory; copies it where the place is on another disk.
fn move_tree(from: &Path, to: &Path) -> io::Result<()> {
    if let Some(parent) = to.parent() {
        palimp_files::private_dir(parent)?;
    }
    if to.exists() {
        fs::remove_dir(to)?;
    }
    match palimp_files::rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => copy_tree(from, to),
        moved => moved,
    }
}

fn copy_tree(from: &Path, to: &Path) -> io::Result<()> {
    palimp_files::private_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy_tree(&entry.path(), &target)?,
            false => palimp_files::replace_file(&target, &palimp_files::read(&entry.path())?)?,
        }
    }
    Ok(())
}
