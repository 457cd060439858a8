//! Keeps an agent's index in step with its notes, conversations and repositories.

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use palimp_core::embed::{Embedder, Thesaurus};
use palimp_core::settings::Settings;
use palimp_note::chunk::ChunkLimits;
use palimp_rank::TERMS_VERSION;
use palimp_store::StoreError;
use palimp_store::activity::ActivityDb;
use palimp_store::index::{self, IndexDb};
use palimp_vault::VaultError;
use palimp_vault::events::WatchedPaths;
use palimp_vault::watch::Watcher;

use crate::home::note_store::NoteStore;
use crate::home::redaction;
use crate::home::vault_snapshot::{self, VaultSnapshot};
use crate::retrieval::conversations::{self, IndexedMessage};
use crate::retrieval::freshness::WatchState;
use crate::retrieval::indexing::{self, Changes, Chunker, FileListing, Gone, IndexFile};
use crate::retrieval::shared_facts;
use crate::sharing::teams;

pub use crate::error::Error;

/// Models for semantic search.
#[derive(Default)]
pub struct Models {
    /// Turns text into vectors; none for words alone.
    pub embedder: Option<Box<dyn Embedder>>,
    /// Knows words that are near others; none for words alone.
    pub thesaurus: Option<Box<dyn Thesaurus>>,
    /// Reason why there is no embedder although the settings name one.
    pub complaint: Option<String>,
}

/// Keeps the index of an agent's notes, conversations and repositories in step with them.
pub struct IndexSync {
    /// The notes.
    pub notes: NoteStore,
    pub(crate) models: Models,
    pub(crate) index: Option<IndexDb>,
    /// Of a process that stays, what it knows of the files.
    pub(crate) standing: Option<WatchState>,
    /// True if only a bounded part of the index is kept in memory.
    has_bounded_cache: bool,
}

/// Progress callback of long work: amount done, total, and name of the stage.
pub type StageProgress<'a> = &'a mut dyn FnMut(u64, u64, &str);

impl IndexSync {
    /// Creates the index of an agent's notes. Nothing is opened or created yet.
    pub fn new(notes: NoteStore, models: Models) -> IndexSync {
        IndexSync { notes, models, index: None, standing: None, has_bounded_cache: false }
    }

    /// The same index for whoever only looks, in a home that must stay as it is: what the index lacks
    /// is taken in by a copy of it, which goes with this value. What changes notes is not kept from it.
    pub fn only_reading(mut self) -> IndexSync {
        self.notes.is_read_only = true;
        self
    }

    /// Bounds the index pages kept in memory, for a process that stays; reading a large index takes
    /// a little longer.
    pub fn with_bounded_cache(self) -> IndexSync {
        IndexSync { has_bounded_cache: true, ..self }
    }

    /// Returns true if there is anything to search.
    pub fn has_notes(&self) -> Result<bool, Error> {
        Ok(self.index_path().exists()
            || !self.list_files()?.is_empty()
            || teams::are_served(&self.notes.home))
    }

    /// Returns the embedding space of the current model, as text for the user.
    pub fn space(&self) -> Option<String> {
        self.models.embedder.as_ref().map(|embedder| embedder.space().to_string())
    }

    /// Returns the reason why there is no embedder although the settings name one.
    pub fn embedder_error(&self) -> Option<&str> {
        self.models.complaint.as_deref()
    }

    /// Returns the path of the index.
    pub fn index_path(&self) -> PathBuf {
        self.notes.home.index_file(&self.notes.agent)
    }

    /// Indexes the changes in the vault and the extra paths since the last sync.
    pub fn sync_index(&mut self, progress: StageProgress) -> Result<Changes, Error> {
        let signature = self.index_signature();
        if self.open_index()?.signature()?.is_some_and(|made_with| made_with != signature) {
            return self.rebuild(progress);
        }
        self.sync_teams()?;
        let changes = match self.follow_events(progress)? {
            Some(changes) => changes,
            None => self.follow_at_most(u64::MAX, progress)?,
        };
        if changes != Changes::default() {
            self.open_index()?.measure_vocabulary()?;
        }
        Ok(changes)
    }

    /// Syncs the facts of teams like [`IndexSync::sync_teams`], and rebuilds a damaged index.
    pub(crate) fn refresh_teams(&mut self) -> Result<Changes, Error> {
        self.with_sound_index(&mut |memory| memory.sync_teams())
    }

    /// Indexes the facts that teams serve, if they differ from those in the index.
    pub(crate) fn sync_teams(&mut self) -> Result<Changes, Error> {
        let (notes, models, index) = self.open_parts()?;
        match shared_facts::is_behind(&notes.home, index)? {
            true => Ok(shared_facts::index_served_facts(
                &notes.home,
                index,
                &new_chunker(&notes.settings, models),
            )?),
            false => Ok(Changes::default()),
        }
    }

    fn follow_at_most(&mut self, most: u64, progress: StageProgress) -> Result<Changes, Error> {
        let signature = self.index_signature();
        let index = self.open_index()?;
        let (began, version) = (Instant::now(), index.data_version()?);
        let before = indexing::index_baseline(index)?;
        self.standing.iter_mut().for_each(WatchState::begin_scan);
        let FileSurvey { files, glance, places } = self.survey_files()?;
        let now = now_nanoseconds();
        let (notes, models, index) = self.open_parts()?;
        let cutter = new_chunker(&notes.settings, models);
        let listed =
            FileListing { files: &files, root: notes.root(), glance: glance.as_ref(), now, most };
        let changes = indexing::sync_index(index, before, listed, &cutter, &mut |done, total| {
            progress(done, total, "notes")
        })?;
        if changes.written > 0 {
            index.set_signature(&signature)?;
        }
        if let Some(standing) = self.standing.as_mut().filter(|_| !changes.behind) {
            standing.end_scan((began, version), places, &files);
        }
        Ok(changes)
    }

    /// Indexes these files alone, and removes those that are gone.
    pub(crate) fn index_changed_files(
        &mut self,
        files: &[IndexFile],
        gone: Gone,
        progress: StageProgress,
    ) -> Result<Changes, Error> {
        let (notes, models, index) = self.open_parts()?;
        let with = (&new_chunker(&notes.settings, models), now_nanoseconds());
        Ok(indexing::index_files(index, (files, gone), notes.root(), with, &mut |done, total| {
            progress(done, total, "notes")
        })?)
    }

    /// The same for whoever has no time: the notes are looked at no closer than it takes to see that
    /// nothing has changed lately, and where more than `most` bytes have, the index stays as it
    /// is. The answer says whether it may be behind.
    pub fn follow_at_a_glance(&mut self, most: u64) -> Result<Changes, Error> {
        let behind = Changes { behind: true, ..Changes::default() };
        let signature = self.index_signature();
        let index = self.open_index()?;
        if index.signature()?.is_some_and(|made_with| made_with != signature) {
            return Ok(behind);
        }
        if let Some(known) = index.files_glance()?
            && let Some(glance) = VaultSnapshot::parse(&known.text)
            && glance.newest.len() == vault_snapshot::MAX_NEWEST_NOTES
            && self.notes.settings.index.extra_paths.is_empty()
            && self.notes.glanced_vault()?.is_still(&glance.tree, &glance.newest)?
        {
            let fresh = now_nanoseconds().saturating_sub(known.at) < indexing::MAX_SNAPSHOT_AGE_NS;
            return Ok(if fresh { Changes::default() } else { behind });
        }
        let changes = self.follow_at_most(most, &mut |_, _, _| ())?;
        // Facts of teams are as many as there are: whoever has the time takes them in.
        let index = self.index.as_ref().expect("opened above");
        Ok(Changes {
            behind: changes.behind || shared_facts::is_behind(&self.notes.home, index)?,
            ..changes
        })
    }

    /// Calls `on_change` when notes have changed and then rested for `debounce`.
    pub fn watch(
        &self,
        debounce: Duration,
        on_change: impl FnMut(&[PathBuf]) + Send + 'static,
    ) -> Result<Watcher, Error> {
        let around = self.notes.obsidian().map(|around| around.root);
        let mut paths: Vec<PathBuf> = around.into_iter().collect();
        if !paths.iter().any(|around| self.notes.root().starts_with(around)) {
            paths.push(self.notes.root().to_owned());
        }
        paths.extend(
            self.notes.extra_notes(&mut WatchedPaths::default()).into_iter().map(|note| note.path),
        );
        Ok(palimp_vault::watch::watch_paths(&paths, debounce, on_change)?)
    }

    /// Syncs the index like [`IndexSync::sync_index`], and rebuilds a damaged index.
    pub fn refresh(&mut self, progress: StageProgress) -> Result<Changes, Error> {
        self.with_sound_index(&mut |memory| memory.sync_index(progress))
    }

    /// Indexes a conversation that is in no database.
    pub fn index_conversation(
        &mut self,
        session: &str,
        said: &[IndexedMessage],
    ) -> Result<(), Error> {
        let (notes, models, index) = self.open_parts()?;
        Ok(conversations::index_messages(
            index,
            session,
            said,
            &new_chunker(&notes.settings, models),
        )?)
    }

    /// Takes in what was said since the last time.
    pub fn follow_conversations(
        &mut self,
        db: &ActivityDb,
        progress: StageProgress,
    ) -> Result<Changes, Error> {
        let now = (self.open_index()?.data_version()?, db.messages_extent()?);
        if self.standing.as_ref().is_some_and(|standing| standing.said == Some(now)) {
            return Ok(Changes::default());
        }
        let (notes, models, index) = self.open_parts()?;
        let cutter = new_chunker(&notes.settings, models);
        let said = &mut |done, total| progress(done, total, "conversations");
        let changes = conversations::sync_conversations(index, db, &notes.agent, &cutter, said)?;
        self.standing.iter_mut().for_each(|standing| standing.said = Some(now));
        Ok(changes)
    }

    /// Rebuilds the index beside the old one, which answers until the new one replaces it.
    pub fn rebuild(&mut self, progress: StageProgress) -> Result<Changes, Error> {
        self.standing.iter_mut().for_each(WatchState::invalidate);
        let FileSurvey { files, glance, .. } = self.survey_files()?;
        let mut fresh = IndexDb::open_temporary()?;
        let cutter = new_chunker(&self.notes.settings, &self.models);
        let before = indexing::index_baseline(&fresh)?;
        let (root, glance, now) = (self.notes.root(), glance.as_ref(), now_nanoseconds());
        let listed = FileListing { files: &files, root, glance, now, most: u64::MAX };
        let changes =
            indexing::sync_index(&mut fresh, before, listed, &cutter, &mut |done, total| {
                progress(done, total, "notes")
            })?;
        shared_facts::index_served_facts(&self.notes.home, &mut fresh, &cutter)?;
        fresh.set_signature(&self.index_signature())?;
        self.open_index()?.become_of(&fresh)?;
        self.open_index()?.measure_vocabulary()?;
        Ok(changes)
    }

    /// Returns the index, opening it if necessary.
    pub(crate) fn open_index(&mut self) -> Result<&mut IndexDb, Error> {
        if self.index.is_none() {
            let path = self.index_path();
            let index = match self.notes.is_read_only {
                true => IndexDb::in_memory(&path)?,
                false => IndexDb::open(&path)?,
            };
            if self.has_bounded_cache {
                index.limit_memory()?;
            }
            self.index = Some(index);
        }
        Ok(self.index.as_mut().expect("just opened"))
    }

    /// Returns the notes, the models and the opened index.
    pub(crate) fn open_parts(&mut self) -> Result<(&NoteStore, &Models, &mut IndexDb), Error> {
        self.open_index()?;
        let index = self.index.as_mut().expect("opened above");
        Ok((&self.notes, &self.models, index))
    }

    /// Does `work`; where the index turns out to be damaged, it is built anew and the work done
    /// again.
    pub(crate) fn with_sound_index<T>(
        &mut self,
        work: &mut dyn FnMut(&mut IndexSync) -> Result<T, Error>,
    ) -> Result<T, Error> {
        match work(self) {
            Err(Error::Store(StoreError::Corrupt(path))) if path == self.index_path() => {
                self.index = None;
                self.standing.iter_mut().for_each(WatchState::invalidate);
                match self.notes.is_read_only {
                    true => self.index = Some(IndexDb::open_temporary()?),
                    false => index::remove_index(&path)?,
                }
                work(self)
            }
            done => done,
        }
    }

    /// The same for work that needs all notes in the index, however long that takes.
    pub(crate) fn with_whole_index<T>(
        &mut self,
        work: &mut dyn FnMut(&mut IndexSync) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut again = false;
        self.with_sound_index(&mut |memory| {
            if std::mem::replace(&mut again, true) {
                memory.sync_index(&mut |_, _, _| ())?;
            }
            work(memory)
        })
    }

    /// The same for work that only looks something up. Where the index cannot be written, a copy of it
    /// in memory is brought up to date instead.
    pub(crate) fn with_readable_index<T>(
        &mut self,
        work: &mut dyn FnMut(&mut IndexSync) -> Result<T, Error>,
    ) -> Result<T, Error> {
        match self.with_sound_index(work) {
            Err(Error::Store(StoreError::Blocked { path, .. }))
                if path.starts_with(self.notes.home.root()) =>
            {
                self.standing.iter_mut().for_each(WatchState::invalidate);
                self.index = Some(IndexDb::in_memory(&self.index_path())?);
                let done = work(self);
                // Whoever changes the index has to be told that it cannot be.
                self.index = None;
                self.standing.iter_mut().for_each(WatchState::invalidate);
                done
            }
            done => done,
        }
    }

    /// Lists every file that belongs in the index.
    fn list_files(&self) -> Result<Vec<IndexFile>, Error> {
        Ok(self.survey_files()?.files)
    }

    /// Lists the files, with the data that proves that they have not changed.
    fn survey_files(&self) -> Result<FileSurvey, Error> {
        let (notes, tree) = match self.notes.open_vault() {
            Ok(vault) => vault.scan_with_tree().map(|(notes, tree)| (notes, Some(tree)))?,
            Err(VaultError::NoVault(_)) if !self.notes.is_elsewhere() => (Vec::new(), None),
            Err(error) => return Err(error.into()),
        };
        let mut places = WatchedPaths::default();
        places.named.insert(self.notes.root().to_owned());
        let directories = tree.iter().flat_map(|tree| &tree.directories);
        places.notes.extend(directories.map(|(path, _)| self.notes.root().join(path)));
        let around = self.notes.obsidian().map(|around| (around.survey(&mut places), around));
        let mut files: Vec<IndexFile> =
            notes.iter().cloned().map(|note| IndexFile::of_note(self.notes.root(), note)).collect();
        if let Some(((notes, _), around)) = &around {
            files.extend(notes.iter().map(|note| IndexFile::of_extra(around.note(note))));
        }
        files.extend(self.notes.extra_notes(&mut places).into_iter().map(IndexFile::of_extra));
        let is_indexed = self.notes.index_filter();
        files.retain(|file| is_indexed(&file.path));
        let whole = match around {
            Some((outer, around)) => tree.map(|tree| around.whole(outer, (&notes, tree))),
            None => tree.map(|tree| (notes, tree)),
        };
        // Of few notes all are looked at.
        let many = whole.filter(|(notes, _)| notes.len() >= vault_snapshot::MAX_NEWEST_NOTES);
        let glance = many.map(|(notes, tree)| VaultSnapshot::from_notes(tree, &notes));
        Ok(FileSurvey { files, glance, places })
    }

    /// Returns the settings that decide how notes are chunked and redacted: an index with another
    /// signature is rebuilt.
    pub(crate) fn index_signature(&self) -> String {
        let Settings { index, redaction, .. } = &self.notes.settings;
        let allowed = redaction.allow.join("\n");
        let around = self.notes.obsidian().map(|around| format!("/{}", around.root.display()));
        let excluded = index.exclude.iter().map(|pattern| format!("/-{pattern}"));
        let excluded = excluded.collect::<String>();
        format!(
            "{TERMS_VERSION}/{}/{}/{}/{allowed}{}{excluded}",
            index.chunk_tokens,
            index.chunk_overlap,
            redaction.enabled,
            around.unwrap_or_default()
        )
    }
}

/// The files that exist.
struct FileSurvey {
    files: Vec<IndexFile>,
    /// Snapshot that proves cheaply that the vault's notes are unchanged, if there are many.
    glance: Option<VaultSnapshot>,
    /// Places to watch for changes.
    places: WatchedPaths,
}

pub(crate) fn new_chunker<'m>(settings: &Settings, models: &'m Models) -> Chunker<'m> {
    let embedder = models.embedder.as_deref().filter(|embedder| embedder.is_instant());
    Chunker { limits: chunk_limits(settings), redactor: redaction::redactor(settings), embedder }
}

fn chunk_limits(settings: &Settings) -> ChunkLimits {
    ChunkLimits {
        tokens: settings.index.chunk_tokens,
        max: settings.index.chunk_tokens.saturating_mul(2).clamp(100, 800),
        overlap: settings.index.chunk_overlap.min(settings.index.chunk_tokens / 4),
    }
}

/// Returns the current time in nanoseconds since the Unix epoch.
fn now_nanoseconds() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
}
