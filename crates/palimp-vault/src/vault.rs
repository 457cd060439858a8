//! Reads and changes a directory of notes without ever losing a change.
//!
//! Every change is made under a lock of all palimp processes: from the file's present text into a
//! file beside it, which is renamed to the note once it is complete and synced. A process that is
//! killed leaves the old note or the new one. An editor takes no lock; if it saved in between, the
//! change is applied again to its text.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use palimp_core::io_diagnosis::Obstacle;
use palimp_files::{Depth, FileLock, Partial};
use palimp_note::NotePath;
use palimp_note::entry::append_entry;
use rustix::fs::Mode;

use crate::VaultError;
use crate::directory::{HeldDirectory, NEW_FILE};
use crate::history::{VersionHistory, private_dir};
use crate::obsidian_notes::all_below;
use crate::scan::{ScannedNote, VaultTree, find_note, left_alone, scan_in, scan_vault};

/// An agent's directory of notes.
#[derive(Clone, Debug)]
pub struct Vault {
    root: PathBuf,
    lock: PathBuf,
    history: Option<VersionHistory>,
    /// Directories that hold other notes than this vault's.
    without: Vec<PathBuf>,
}

/// Maximum number of times that a change is made because another program was faster.
const MAX_WRITE_ATTEMPTS: usize = 16;

impl Vault {
    /// Opens the existing vault at `root`. `locks` is a directory outside of the vault, common to
    /// all its writers, and is created when it is needed.
    pub fn open(root: impl Into<PathBuf>, locks: &Path) -> Result<Vault, VaultError> {
        let root = root.into();
        let real = root.canonicalize().map_err(|_| VaultError::NoVault(root.clone()))?;
        if !real.is_dir() {
            return Err(VaultError::NoVault(root));
        }
        // However the vault is reached, it has one lock.
        let hash = blake3::hash(real.as_os_str().as_encoded_bytes()).to_hex();
        let lock = locks.join(format!("vault-{}.lock", &hash[..16]));
        Ok(Vault { root, lock, history: None, without: Vec::new() })
    }

    /// Makes an empty vault at `root`, or opens the one that is there.
    ///
    /// A new vault is a directory for its owner alone and nothing else: notes come when something
    /// is saved, and a directory full of empty ones would only look like memory. One that exists,
    /// an Obsidian vault or another program's workspace, is left as it is, permissions included.
    pub fn init(root: impl Into<PathBuf>, locks: &Path) -> Result<Vault, VaultError> {
        let root = root.into();
        if !root.is_dir() {
            private_dir(&root)?;
        }
        Vault::open(root, locks)
    }

    /// Sets the history that stores replaced texts.
    pub fn with_history(self, history: VersionHistory) -> Vault {
        Vault { history: Some(history), ..self }
    }

    /// Sets the directories that scans skip, because they belong to other vaults.
    pub fn without(self, without: Vec<PathBuf>) -> Vault {
        Vault { without, ..self }
    }

    /// The directory.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the history that keeps replaced text, if there is one.
    pub fn history(&self) -> Option<&VersionHistory> {
        self.history.as_ref()
    }

    /// Reads a note, including a byte order mark; refuses a text that is not UTF-8.
    pub fn read(&self, note: &NotePath) -> Result<String, VaultError> {
        let bytes = self.read_bytes(note)?;
        String::from_utf8(bytes).map_err(|_| VaultError::NotText(self.absolute_path(note)))
    }

    /// Reads a note for an index; bytes that are not UTF-8 become replacement characters.
    pub fn read_lossy(&self, note: &NotePath) -> Result<String, VaultError> {
        let bytes = self.read_bytes(note)?;
        Ok(String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    /// True if something exists under the note's name.
    pub fn exists(&self, note: &NotePath) -> bool {
        !matches!(self.read_bytes(note), Err(VaultError::Missing(_)))
    }

    /// Returns every note, sorted by path. Skips hidden files and directories, `sessions/` at the
    /// root, `node_modules`, symbolic links, [`Vault::left_alone`] and directories of other vaults.
    pub fn scan(&self) -> Result<Vec<ScannedNote>, VaultError> {
        Ok(self.scan_with_tree()?.0)
    }

    /// Scans the notes, and returns the directories of the vault as they were, too.
    pub fn scan_with_tree(&self) -> Result<(Vec<ScannedNote>, VaultTree), VaultError> {
        scan_vault(&self.open_root()?, all_below(&self.root, &self.without))
    }

    /// The directories of the vault that hold templates or attachments, as Obsidian's settings say.
    pub fn left_alone(&self) -> Result<Vec<String>, VaultError> {
        left_alone(&self.open_root()?)
    }

    /// Those below one directory of the vault, such as `episodes`; none where it is not there.
    pub fn scan_in(&self, directory: &str) -> Result<Vec<ScannedNote>, VaultError> {
        scan_in(&self.open_root()?, &directory.split('/').collect::<Vec<_>>())
    }

    /// Returns a note as it lies on the disk, if it exists.
    pub fn find_note(&self, note: &NotePath) -> Result<Option<ScannedNote>, VaultError> {
        Ok(find_note(&self.open_root()?, note.as_str()))
    }

    /// True if the directories and these notes are unchanged.
    pub fn is_still(&self, tree: &VaultTree, notes: &[ScannedNote]) -> Result<bool, VaultError> {
        let root = self.open_root()?;
        let same = |note: &ScannedNote| find_note(&root, note.path.as_str()).as_ref() == Some(note);
        Ok(tree.is_unchanged(&root) && notes.iter().all(same))
    }

    /// Appends `text` to a note, after one blank line; creates a missing note.
    ///
    /// The text is stored unchanged, except for surrounding blank lines and for line ends, which
    /// become those of the note.
    pub fn append(&self, note: &NotePath, text: &str) -> Result<(), VaultError> {
        self.append_entry(note, "", text)
    }

    /// Appends an entry like [`Vault::append`]; a missing or empty note begins with `heading`.
    pub fn append_entry(
        &self,
        note: &NotePath,
        heading: &str,
        text: &str,
    ) -> Result<(), VaultError> {
        if text.trim().is_empty() {
            return Ok(());
        }
        self.change(note, |old| Ok(append_entry(old.unwrap_or(""), heading, text)))
    }

    /// Replaces a note with `text`, or creates it.
    pub fn replace(&self, note: &NotePath, text: &str) -> Result<(), VaultError> {
        self.change(note, |_| Ok(text.to_owned()))
    }

    /// Creates a note; one that exists is left as it is and refused.
    pub fn create(&self, note: &NotePath, text: &str) -> Result<(), VaultError> {
        self.change(note, |old| match old {
            Some(_) => Err(VaultError::Exists(self.absolute_path(note))),
            None => Ok(text.to_owned()),
        })
    }

    /// Changes a note into what `change` makes of it, `None` where there is none. `change` is
    /// called again when another program wrote the note in the meantime.
    pub fn change(
        &self,
        note: &NotePath,
        mut change: impl FnMut(Option<&str>) -> Result<String, VaultError>,
    ) -> Result<(), VaultError> {
        let _lock = self.acquire_lock()?;
        let place = self.locate_note(note, true)?;
        for _ in 0..MAX_WRITE_ATTEMPTS {
            let old = self.read_current(&place, note)?;
            let text = old.as_ref().map(|old| old.text.as_str());
            let new = change(text)?;
            if text == Some(new.as_str()) || self.write_note(&place, note, old.as_ref(), &new)? {
                place.directory.sweep();
                return Ok(());
            }
        }
        Err(VaultError::Busy(self.absolute_path(note)))
    }

    /// Removes a note; its text is kept in the history, if there is one.
    pub fn remove(&self, note: &NotePath) -> Result<(), VaultError> {
        let _lock = self.acquire_lock()?;
        let place = self.locate_note(note, false)?;
        let content = place.directory.read_note(&place.name)?;
        self.keep_version(note, &String::from_utf8_lossy(&content.bytes))?;
        place.directory.sweep();
        place.directory.remove_file(&place.name)
    }

    /// Removes what killed processes were writing, beside the notes and into the history; answers
    /// how many files that were.
    pub fn sweep(&self) -> Result<usize, VaultError> {
        // Earlier versions of palimp lock nothing but the vault.
        let _lock = self.acquire_lock()?;
        let versions = self.history.as_ref().map_or(0, VersionHistory::sweep);
        Ok(palimp_files::sweep(&self.root, Depth::Deep) + versions)
    }

    /// Restores an earlier version of a note; the present one becomes an earlier one.
    pub fn restore_version(&self, note: &NotePath, id: &str) -> Result<(), VaultError> {
        let missing = || VaultError::NoVersion { note: note.to_string(), id: id.to_owned() };
        let history = self.history.as_ref().ok_or_else(missing)?;
        self.replace(note, &history.read_version(note, id)?)
    }

    /// Removes the oldest versions until the history has at most `limit` bytes; returns their
    /// number.
    pub fn bound_history(&self, limit: u64) -> Result<usize, VaultError> {
        let _lock = self.acquire_lock()?;
        self.history.as_ref().map_or(Ok(0), |history| history.limit_total_bytes(limit))
    }

    /// Removes the earlier versions of a note for which `keep` is false; returns their number.
    pub fn retain_versions(
        &self,
        note: &NotePath,
        keep: impl FnMut(&str) -> bool,
    ) -> Result<usize, VaultError> {
        let _lock = self.acquire_lock()?;
        self.history.as_ref().map_or(Ok(0), |history| history.retain_versions(note, keep))
    }

    fn absolute_path(&self, note: &NotePath) -> PathBuf {
        self.root.join(note.as_str())
    }

    fn open_root(&self) -> Result<HeldDirectory, VaultError> {
        HeldDirectory::open(&self.root).map_err(|error| match error {
            VaultError::Missing(root) => VaultError::NoVault(root),
            error => error,
        })
    }

    fn read_bytes(&self, note: &NotePath) -> Result<Vec<u8>, VaultError> {
        let place = self.locate_note(note, false)?;
        Ok(place.directory.read_note(&place.name)?.bytes)
    }

    /// Waits until no other process changes the vault.
    fn acquire_lock(&self) -> Result<FileLock, VaultError> {
        if let Some(dir) = self.lock.parent() {
            private_dir(dir)?;
        }
        FileLock::acquire(&self.lock).map_err(|error| VaultError::from_io(&self.lock, error))
    }

    /// Returns the directory and the name of a note, whether or not the note exists.
    fn locate_note(&self, note: &NotePath, make: bool) -> Result<NotePlace, VaultError> {
        let mut directory = self.open_root()?;
        for part in note.directories() {
            let name = directory.find_spelling(part)?.unwrap_or_else(|| part.into());
            if make {
                directory.create_child(&name)?;
            }
            directory = directory.open_child(&name)?;
        }
        let name = directory.find_spelling(note.name())?.unwrap_or_else(|| note.name().into());
        Ok(NotePlace { directory, name })
    }

    /// Reads the current text of a note.
    fn read_current(
        &self,
        place: &NotePlace,
        note: &NotePath,
    ) -> Result<Option<CurrentNote>, VaultError> {
        let content = match place.directory.read_note(&place.name) {
            Ok(content) => content,
            Err(VaultError::Missing(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        if !content.mode.contains(Mode::WUSR) {
            let (path, obstacle) = (self.absolute_path(note), Obstacle::Denied);
            return Err(VaultError::Blocked { path, obstacle });
        }
        let text = String::from_utf8(content.bytes)
            .map_err(|_| VaultError::NotText(self.absolute_path(note)))?;
        Ok(Some(CurrentNote { text, mode: content.mode }))
    }

    /// Writes a note whose text was `old`; `false` if its text is another by now.
    fn write_note(
        &self,
        place: &NotePlace,
        note: &NotePath,
        old: Option<&CurrentNote>,
        new: &str,
    ) -> Result<bool, VaultError> {
        let directory = &place.directory;
        let mode = old.map_or(NEW_FILE, |old| old.mode);
        let partial = directory.write_partial(new.as_bytes(), mode)?;
        self.name_partial(place, note, old, partial)
    }

    fn name_partial(
        &self,
        place: &NotePlace,
        note: &NotePath,
        old: Option<&CurrentNote>,
        partial: Partial,
    ) -> Result<bool, VaultError> {
        let Some(old) = old else {
            return place.directory.name_partial(partial, &place.name, true);
        };
        self.keep_version(note, &old.text)?;
        // Times of writing are too coarse to tell two saves apart; the text is not.
        let unchanged = matches!(
            place.directory.read_note(&place.name),
            Ok(content) if content.bytes == old.text.as_bytes()
        );
        Ok(unchanged && place.directory.name_partial(partial, &place.name, false)?)
    }

    fn keep_version(&self, note: &NotePath, text: &str) -> Result<(), VaultError> {
        self.history.as_ref().map_or(Ok(()), |history| history.add_version(note, text))
    }
}

/// Name of a note in an open directory.
struct NotePlace {
    directory: HeldDirectory,
    name: OsString,
}

/// Current text and permissions of a note.
struct CurrentNote {
    text: String,
    mode: Mode,
}
