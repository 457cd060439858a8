//! Records what palimp has written into clients' files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::InstallTarget;
use super::draft::SettingsDraft;

/// Record of what palimp has written into clients' files, so that it can be removed without a
/// trace.
///
/// The caller stores it. It holds only palimp's own text and nothing of the files around it, which
/// may hold secrets. Without it `uninstall` still finds palimp's entries, and may leave an empty
/// object or a different line break behind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct InstallRecord {
    clients: BTreeMap<InstallTarget, ClientRecord>,
}

impl InstallRecord {
    /// Returns true if no client is connected.
    pub fn is_empty(&self) -> bool {
        self.clients.is_empty()
    }

    /// Returns the files of `client` that palimp has written.
    pub fn files(&self, client: impl Into<InstallTarget>) -> impl Iterator<Item = &Path> {
        self.client(client.into())
            .into_iter()
            .flat_map(|it| &it.files)
            .map(|file| file.path.as_path())
    }

    /// Returns the directories that palimp created for `client`.
    pub(super) fn dirs(&self, client: InstallTarget) -> impl Iterator<Item = &Path> {
        self.client(client).into_iter().flat_map(|it| &it.dirs).map(PathBuf::as_path)
    }

    pub(super) fn client(&self, client: InstallTarget) -> Option<&ClientRecord> {
        self.clients.get(&client)
    }

    pub(super) fn file(&self, client: InstallTarget, path: &Path) -> Option<&FileRecord> {
        self.client(client)?.files.iter().find(|file| file.path == path)
    }

    /// Records `file` and replaces an earlier record of its path.
    pub(super) fn record_file(&mut self, client: InstallTarget, file: FileRecord) {
        let files = &mut self.clients.entry(client).or_default().files;
        match files.iter_mut().find(|known| known.path == file.path) {
            Some(known) => *known = file,
            None => files.push(file),
        }
    }

    /// Records the intended state of `file`, in case the write is never finished.
    pub(super) fn record_intent(
        &mut self,
        client: InstallTarget,
        file: FileRecord,
        text: Option<&str>,
    ) {
        let known = self.file(client, &file.path).map(|known| known.as_of(text));
        let before = known.map(|known| Box::new(FileRecord { before: None, ..known.clone() }));
        self.record_file(client, FileRecord { before, ..file });
    }

    pub(super) fn keep_dirs(&mut self, client: InstallTarget, dirs: Vec<PathBuf>) {
        if !dirs.is_empty() {
            let known = &mut self.clients.entry(client).or_default().dirs;
            known.extend(dirs);
            known.sort();
            known.dedup();
        }
    }

    pub(super) fn drop_file(&mut self, client: InstallTarget, path: &Path) {
        if let Some(known) = self.clients.get_mut(&client) {
            known.files.retain(|file| file.path != path);
        }
    }

    pub(super) fn drop_client(&mut self, client: InstallTarget) -> Option<ClientRecord> {
        self.clients.remove(&client)
    }
}

/// Files and directories that palimp has written for one client.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ClientRecord {
    #[serde(default)]
    pub(super) files: Vec<FileRecord>,
    /// Directories that palimp made, which go when they are empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) dirs: Vec<PathBuf>,
}

/// Text that palimp has written into one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileRecord {
    pub(super) path: PathBuf,
    pub(super) kind: FileKind,
    /// True if there was no such file before.
    #[serde(default)]
    pub(super) created: bool,
    /// The objects and arrays that palimp made for its entries, as JSON pointers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) keys: Vec<String>,
    /// Every piece that palimp inserted; `None` when its traces no longer suffice to restore the
    /// file byte for byte.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) inserted: Option<Vec<InsertedSegment>>,
    /// State before palimp began the write recorded above. Still valid if the process died during
    /// the write.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) before: Option<Box<FileRecord>>,
}

impl FileRecord {
    /// Returns the record that matches the file's `text`: palimp's last write, or the state before
    /// it.
    pub(super) fn as_of(&self, text: Option<&str>) -> &FileRecord {
        let fits = |segments: &Vec<InsertedSegment>| {
            text.is_some_and(|text| SettingsDraft::from_segments(text, segments).is_some())
        };
        match &self.before {
            Some(before) if !self.inserted.as_ref().is_some_and(fits) => before,
            _ => self,
        }
    }
}

/// Kind of a file that palimp writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum FileKind {
    /// A settings file that holds palimp's entries among others.
    Settings,
    /// A file of palimp's own.
    Own,
    /// A TOML file that holds palimp's server among others.
    Toml,
}

/// A segment of text that palimp inserted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct InsertedSegment {
    /// Offset in the file as palimp left it, in bytes after a byte order mark.
    pub(super) at: usize,
    pub(super) text: String,
}
