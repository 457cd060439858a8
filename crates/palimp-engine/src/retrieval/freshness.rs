//! Tracks changed files in a long-running process, so that it does not scan all files before each
//! answer.
//!
//! A scan of all files is most of the cost of a search over thousands of notes. A server therefore
//! follows the kernel's events after a full scan and reads them before each answer. It scans all
//! files again if the events are incomplete: a directory came or went, another process wrote the
//! index, or the queue overflowed; and at a fixed interval, because a write through a memory map or
//! a hard link makes no event.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use palimp_note::NotePath;
use palimp_store::activity::MessagesExtent;
use palimp_store::index::DocumentSource;
use palimp_vault::events::{FileChanges, FileEvents, WatchedPaths};

use crate::retrieval::index_sync::{Error, IndexSync, StageProgress};
use crate::retrieval::indexing::{Changes, Gone, IndexFile};

/// Maximum time between two scans of all files, regardless of events.
const FULL_SCAN_INTERVAL: Duration = Duration::from_secs(60);

/// Time of the last scan of all files, and the version of the index before it.
type FullScan = (Instant, i64);

/// Known state of the files in a long-running process.
#[derive(Debug, Default)]
pub(crate) struct WatchState {
    /// The events since before the last look at all files; none where there was none, or where the
    /// system tells of too little.
    events: Option<FileEvents>,
    /// True if the system refused to deliver events.
    refused: bool,
    /// The last look at all files; none when the index may not be what they were then.
    looked: Option<FullScan>,
    /// The index and the messages, as they were when the index had all of them; none when it may not.
    pub(crate) said: Option<(i64, MessagesExtent)>,
    /// The files outside the vault, by where they lie.
    extras: HashMap<PathBuf, IndexFile>,
}

impl WatchState {
    /// Marks the index as possibly out of date.
    pub(crate) fn invalidate(&mut self) {
        self.looked = None;
        self.said = None;
    }

    /// Prepares a scan of all files: drops events if some were lost.
    pub(crate) fn begin_scan(&mut self) {
        self.looked = None;
        self.events.take_if(|events| events.take_changes() == FileChanges::Unknown);
    }

    /// Records a scan of all files from `began` on, after which the index is up to date.
    pub(crate) fn end_scan(
        &mut self,
        (began, version): FullScan,
        places: WatchedPaths,
        files: &[IndexFile],
    ) {
        self.events.take_if(|events| *events.places() != places);
        if self.events.is_some() {
            self.looked = Some((began, version));
            let extras = files.iter().filter(|file| file.source == DocumentSource::Extra);
            self.extras = extras.map(|file| (file.place.clone(), file.clone())).collect();
        } else if !self.refused {
            // They tell of what comes after the next look; what came since this one began, they may
            // have missed.
            self.events = FileEvents::subscribe(places);
            self.refused = self.events.is_none();
        }
    }
}

impl IndexSync {
    /// Follows the files by system events from now on, for a long-running process.
    pub fn watch_files(&mut self) {
        self.standing = Some(WatchState::default());
    }

    /// Takes in what the events tell of; none where only a look at all files can tell.
    pub(crate) fn follow_events(
        &mut self,
        progress: StageProgress,
    ) -> Result<Option<Changes>, Error> {
        let version = self.open_index()?.data_version()?;
        let Some(standing) = &mut self.standing else { return Ok(None) };
        // Whoever fails from here on has lost what the events told.
        let still = |(at, then): &FullScan| *then == version && at.elapsed() < FULL_SCAN_INTERVAL;
        let Some(looked) = standing.looked.take().filter(still) else { return Ok(None) };
        let Some(FileChanges::Notes(paths)) =
            standing.events.as_mut().map(FileEvents::take_changes)
        else {
            return Ok(None);
        };
        let Some((files, gone)) = self.resolve_paths(paths)? else { return Ok(None) };
        let changes = match files.is_empty() && gone.is_empty() {
            true => Changes::default(),
            false => self.index_changed_files(&files, gone, progress)?,
        };
        if let Some(standing) = self.standing.as_mut().filter(|_| !changes.behind) {
            standing.looked = Some(looked);
        }
        Ok(Some(changes))
    }

    /// Returns the current notes at `paths`, and those that are gone; none if a path may be
    /// ambiguous.
    fn resolve_paths(
        &self,
        paths: BTreeSet<PathBuf>,
    ) -> Result<Option<(Vec<IndexFile>, Gone)>, Error> {
        let (mut files, mut gone) = (Vec::new(), Gone::new());
        let is_indexed = self.notes.index_filter();
        for place in paths {
            let known = self.standing.as_ref().and_then(|standing| standing.extras.get(&place));
            let note = place.strip_prefix(self.notes.root()).ok().and_then(Path::to_str);
            let (source, path, file) = match (known, note) {
                (Some(known), None) => {
                    (DocumentSource::Extra, known.path.as_str(), known.reread_metadata())
                }
                (None, Some(note)) => (DocumentSource::Note, note, self.note_at(note)?),
                _ => return Ok(None),
            };
            match file {
                Some(file) if file.path == path => {
                    files.extend(Some(file).filter(|file| is_indexed(&file.path)));
                }
                // A name that is not plain may stand there in another spelling.
                None if path.is_ascii() => gone.push((source, path.to_owned())),
                _ => return Ok(None),
            }
        }
        Ok(Some((files, gone)))
    }

    fn note_at(&self, path: &str) -> Result<Option<IndexFile>, Error> {
        let Ok(path) = NotePath::new(path) else { return Ok(None) };
        let found = self.notes.open_vault()?.find_note(&path)?;
        Ok(found.map(|found| IndexFile::of_note(self.notes.root(), found)))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;

    use palimp_core::home::HomePaths;
    use palimp_core::settings::Settings;

    use super::*;
    use crate::home::note_store::NoteStore;
    use crate::retrieval::index_sync::Models;

    #[test]
    fn now_and_then_all_files_are_looked_at() {
        let dir = tempfile::tempdir().unwrap();
        let home = HomePaths::new(dir.path().join("home"));
        let (note, name) = (home.vault_dir("main").join("a.md"), dir.path().join("second-name"));
        fs::create_dir_all(home.vault_dir("main")).unwrap();
        fs::write(&note, "one").unwrap();
        fs::hard_link(&note, &name).unwrap();
        let mut memory = IndexSync::new(
            NoteStore::new(home, "main", Settings::default(), None),
            Models::default(),
        );
        memory.watch_files();
        let mut written = || memory.sync_index(&mut |_, _, _| ()).unwrap().written;
        assert_eq!([written(), written()], [1, 0]);
        // No event tells of what is written under another name.
        fs::write(&name, "another").unwrap();
        assert_eq!(written(), 0);
        let looked = memory.standing.as_mut().and_then(|standing| standing.looked.as_mut());
        looked.unwrap().0 -= FULL_SCAN_INTERVAL;
        assert_eq!(memory.sync_index(&mut |_, _, _| ()).unwrap().written, 1);
    }
}
