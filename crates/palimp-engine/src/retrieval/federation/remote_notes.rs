//! Notes of an agent in another home, with the indexes to search them by: the home's own or the copy in one's own,
//! and for the notes that it lacks an index in memory.

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use palimp_note::NotePath;
use palimp_store::StoreError;
use palimp_store::index::{DocumentSource, DocumentStamp, IndexDb};
use palimp_vault::{ScannedNote, Vault};

use super::{Federation, KnownHome, copies};
use crate::home::vault_snapshot::VaultSnapshot;
use crate::retrieval::index_sync::{Models, new_chunker};
use crate::retrieval::indexing::{self, FileListing, IndexFile};

/// An agent's notes.
pub(super) struct RemoteNotes {
    /// The label of the home.
    pub(super) label: String,
    pub(super) agent: String,
    pub(super) parts: Vec<RemoteIndex>,
    place: KnownHome,
    root: PathBuf,
    /// None where there is no vault yet.
    vault: Option<Vault>,
    notes: HashMap<NotePath, ScannedNote>,
    glance: VaultSnapshot,
    looked: Instant,
    /// The files by which it is noticed that an index was written, and how they were.
    marks: Vec<(PathBuf, FileMark)>,
    /// Number of notes that no index has.
    pub(super) lacking: usize,
}

/// An index of some of the notes.
pub(super) struct RemoteIndex {
    pub(super) index: IndexDb,
    /// Flags, by document number, of documents that match their files.
    pub(super) current: Vec<bool>,
    /// The space of the vectors.
    pub(super) space: Option<String>,
    /// Path of the index; none in memory.
    pub(super) path: Option<PathBuf>,
}

/// Mark of a file that changes when it is written: inode, length and mtime.
type FileMark = Option<(u64, u64, i64, i64)>;

/// Age after which all notes are scanned again.
const MAX_SHELF_AGE: Duration = Duration::from_secs(30);
/// Maximum size of unindexed notes that are indexed in memory for a search.
const MAX_MEMORY_INDEX_BYTES: u64 = 4 << 20;
/// Maximum number of a document that palimp made.
const MAX_DOCUMENT_NUMBER: u32 = 1 << 24;

impl Federation {
    /// Opens the notes of an agent for a search.
    pub(super) fn open_shelf(
        &self,
        place: &KnownHome,
        agent: &str,
        root: PathBuf,
    ) -> Result<RemoteNotes, String> {
        let mut shelf = self.survey_notes(place, agent, root)?;
        let mut lacking: Vec<ScannedNote> = shelf.lacking_notes();
        lacking.sort_by_key(|note| std::cmp::Reverse(note.mtime_ns));
        let mut bytes = 0;
        lacking.retain(|note| {
            let fits = bytes + note.size <= MAX_MEMORY_INDEX_BYTES;
            bytes += if fits { note.size } else { 0 };
            fits
        });
        if !lacking.is_empty() {
            let part = self.in_memory(&shelf, &lacking).map_err(|error| error.to_string())?;
            shelf.parts.push(part);
            shelf.lacking -= lacking.len();
        }
        Ok(shelf)
    }

    /// Scans the notes of an agent and opens the better of the existing indexes.
    pub(super) fn survey_notes(
        &self,
        place: &KnownHome,
        agent: &str,
        root: PathBuf,
    ) -> Result<RemoteNotes, String> {
        let no_vault_yet = root.starts_with(place.home.root()) && root.symlink_metadata().is_err();
        let vault = (!no_vault_yet).then(|| place.open_vault(&root)).transpose()?;
        let looked = Instant::now();
        let surveyed = vault.as_ref().map(Vault::scan_with_tree).transpose();
        let (notes, tree) = surveyed.map_err(|error| error.to_string())?.unwrap_or_default();
        let glance = VaultSnapshot::from_notes(tree, &notes);
        let mut shelf = RemoteNotes {
            label: place.label.clone(),
            agent: agent.to_owned(),
            parts: Vec::new(),
            place: place.clone(),
            root,
            vault,
            lacking: notes.len(),
            notes: notes.into_iter().map(|note| (note.path.clone(), note)).collect(),
            glance,
            looked,
            marks: Vec::new(),
        };
        self.open_best_index(&mut shelf);
        Ok(shelf)
    }

    /// Opens the index of the home or its copy here, whichever covers more notes.
    fn open_best_index(&self, shelf: &mut RemoteNotes) {
        let there = shelf.place.home.index_file(&shelf.agent);
        let here = copies::copy_home(&self.own, &shelf.place).index_file(&shelf.agent);
        copies::drop_gone(&here, |known| shelf.is_note_unchanged(&known.path, &known.stamp));
        let paths = if shelf.place.own { vec![there] } else { vec![there, here] };
        for path in &paths {
            let marked = [path.clone(), path_with_suffix(path, "-wal")]
                .map(|path| (path.clone(), file_mark(&path)));
            shelf.marks.extend(marked);
        }
        let space = self.models.embedder.as_deref().map(|embedder| embedder.space().to_string());
        let parts = paths.into_iter().filter(|path| !self.damaged.contains(path));
        // What cannot be read is as good as none.
        let parts = parts.filter_map(|path| shelf.open_index(path).ok().flatten());
        let best = parts.rev().max_by_key(|part| (part.covered_notes(), part.space == space));
        shelf.lacking -= best.as_ref().map_or(0, RemoteIndex::covered_notes);
        shelf.parts.extend(best);
    }

    fn in_memory(
        &self,
        shelf: &RemoteNotes,
        notes: &[ScannedNote],
    ) -> Result<RemoteIndex, StoreError> {
        let mut index = IndexDb::open_temporary()?;
        let files = notes.iter().map(|note| IndexFile::of_note(&shelf.root, note.clone()));
        let files: Vec<IndexFile> = files.collect();
        let before = indexing::index_baseline(&index)?;
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let now = i64::try_from(since.as_nanos()).unwrap_or(i64::MAX);
        let listed =
            FileListing { files: &files, root: &shelf.root, glance: None, now, most: u64::MAX };
        let models = Models::default();
        let cutter = new_chunker(&self.settings, &models);
        indexing::sync_index(&mut index, before, listed, &cutter, &mut |_, _| ())?;
        let numbers =
            index.numbered_documents(DocumentSource::Note)?.into_iter().map(|(number, _)| number);
        let current = vec![true; numbers.max().map_or(0, |last| last as usize + 1)];
        Ok(RemoteIndex { index, current, space: None, path: None })
    }
}

impl RemoteIndex {
    /// Number of notes that it has in their current state.
    fn covered_notes(&self) -> usize {
        self.current.iter().filter(|current| **current).count()
    }
}

impl RemoteNotes {
    pub(super) fn is_of(&self, place: &KnownHome, agent: &str, root: &Path) -> bool {
        self.place == *place && self.agent == agent && self.root == root
    }

    /// Number of notes.
    pub(super) fn note_count(&self) -> usize {
        self.notes.len()
    }

    /// True if neither notes nor indexes have changed, as far as a check of directories and the
    /// newest notes shows.
    pub(super) fn is_still(&self) -> bool {
        let notes = match &self.vault {
            Some(vault) => vault.is_still(&self.glance.tree, &self.glance.newest).unwrap_or(false),
            None => self.root.symlink_metadata().is_err(),
        };
        notes && self.looked.elapsed() < MAX_SHELF_AGE && !self.was_written()
    }

    /// True if an index was written since it was opened.
    pub(super) fn was_written(&self) -> bool {
        self.marks.iter().any(|(path, then)| file_mark(path) != *then)
    }

    /// True if it reads the index at `path`.
    pub(super) fn uses_index(&self, path: &Path) -> bool {
        self.parts.iter().any(|part| part.path.as_deref() == Some(path))
    }

    /// True if a note has not changed since it was scanned.
    pub(super) fn is_note_current(&self, path: &str) -> bool {
        let Some(known) = NotePath::new(path).ok().and_then(|path| self.notes.get(&path)) else {
            return false;
        };
        let now = self.vault.as_ref().and_then(|vault| vault.find_note(&known.path).ok().flatten());
        now.as_ref() == Some(known)
    }

    /// Hint about notes that no index has.
    pub(super) fn missing_notes_hint(&self) -> Option<String> {
        (self.lacking > 0).then(|| {
            crate::messages::notes_without_index(
                &self.label,
                crate::messages::notes(self.lacking),
                &self.agent,
                &self.label,
            )
        })
    }

    /// Opens the index at `path`; none if there is none of this format.
    fn open_index(&self, path: PathBuf) -> Result<Option<RemoteIndex>, StoreError> {
        let Some(index) = IndexDb::open_to_read(&path)? else { return Ok(None) };
        let mut current = Vec::new();
        for (number, known) in index.numbered_documents(DocumentSource::Note)? {
            if number < MAX_DOCUMENT_NUMBER && self.is_note_unchanged(&known.path, &known.stamp) {
                let at = number as usize;
                current.resize(current.len().max(at + 1), false);
                current[at] = true;
            }
        }
        let space = index.vector_space()?;
        Ok(Some(RemoteIndex { index, current, space, path: Some(path) }))
    }

    /// True if a note has not changed since an index stored it under `stamp`.
    fn is_note_unchanged(&self, path: &str, stamp: &DocumentStamp) -> bool {
        let Ok(path) = NotePath::new(path) else { return false };
        let Some(note) = self.notes.get(&path) else { return false };
        // What had just been written when it was indexed is told by its bytes.
        let same = || {
            let bytes = palimp_files::read(&self.root.join(path.as_str())).unwrap_or_default();
            blake3::hash(&bytes).as_bytes()[..16] == stamp.hash
        };
        u64::try_from(stamp.size) == Ok(note.size)
            && (stamp.mtime == note.mtime_ns || stamp.mtime == 0 && same())
    }

    fn lacking_notes(&self) -> Vec<ScannedNote> {
        let known = self.parts.iter().flat_map(|part| {
            let numbered =
                part.index.numbered_documents(DocumentSource::Note).unwrap_or_default().into_iter();
            let current = |number: u32| part.current.get(number as usize) == Some(&true);
            numbered.filter(move |(number, _)| current(*number)).map(|(_, known)| known.path)
        });
        let known: std::collections::HashSet<String> = known.collect();
        self.notes.values().filter(|note| !known.contains(note.path.as_str())).cloned().collect()
    }
}

fn path_with_suffix(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn file_mark(path: &Path) -> FileMark {
    let meta = fs::symlink_metadata(path).ok()?;
    Some((meta.ino(), meta.len(), meta.mtime(), meta.mtime_nsec()))
}
