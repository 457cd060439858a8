//! What palimp has written into clients' files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::InstallTarget;
use super::draft::SettingsDraft;

/// What palimp has written into clients' files, so that it can be taken out without a trace.
///
/// The caller stores it. It holds palimp's own text alone and nothing of the files around it,
/// which may hold secrets. Without it `uninstall` still finds palimp's entries, and may leave an
/// empty object or a different line break behind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct InstallRecord {
    clients: BTreeMap<InstallTarget, ClientRecord>,
}

impl InstallRecord {
    /// Whether nothing is wired.
    pub fn is_empty(&self) -> bool {
        self.clients.is_empty()
    }

    /// The files of `client` that palimp has written.
    pub fn files(&self, client: impl Into<InstallTarget>) -> impl Iterator<Item = &Path> {
        self.client(client.into())
            .into_iter()
            .flat_map(|it| &it.files)
            .map(|file| file.path.as_path())
    }

    /// The directories that palimp made for `client`.
    pub(super) fn dirs(&self, client: InstallTarget) -> impl Iterator<Item = &Path> {
        self.client(client).into_iter().flat_map(|it| &it.dirs).map(PathBuf::as_path)
    }

    pub(super) fn client(&self, client: InstallTarget) -> Option<&ClientRecord> {
        self.clients.get(&client)
    }

    pub(super) fn file(&self, client: InstallTarget, path: &Path) -> Option<&FileRecord> {
        self.client(client)?.files.iter().find(|file| file.path == path)
    }

    /// Notes `file` in place of what was noted of the same path.
    pub(super) fn record_file(&mut self, client: InstallTarget, file: FileRecord) {
        let files = &mut self.clients.entry(client).or_default().files;
        match files.iter_mut().find(|known| known.path == file.path) {
            Some(known) => *known = file,
            None => files.push(file),
        }
    }

    /// Notes what `file` is about to be, for whoever comes if that is never finished.
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

/// What palimp has written for one client.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ClientRecord {
    #[serde(default)]
    pub(super) files: Vec<FileRecord>,
    /// Directories that palimp made, which go when they are empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) dirs: Vec<PathBuf>,
}

/// What palimp has written into one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileRecord {
    pub(super) path: PathBuf,
    pub(super) kind: FileKind,
    /// Whether there was no such file before.
    #[serde(default)]
    pub(super) created: bool,
    /// The objects and arrays that palimp made for its entries, as JSON pointers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) keys: Vec<String>,
    /// Every piece that palimp inserted; `None` when its traces no longer suffice to restore the
    /// file byte for byte.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) inserted: Option<Vec<InsertedSegment>>,
    /// What held before palimp began to write what stands above. It still does where the process
    /// died in between.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) before: Option<Box<FileRecord>>,
}

impl FileRecord {
    /// What is known of the file as it says `text`: what palimp last wrote, or what held before.
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

/// How a file belongs to palimp.
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

/// A piece of text that palimp inserted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct InsertedSegment {
    /// Where it starts in the file as palimp left it, in bytes after a byte order mark.
    pub(super) at: usize,
    pub(super) text: String,
}
