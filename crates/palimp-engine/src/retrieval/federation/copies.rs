//! Indexes of other homes' notes in one's own: made when asked for, and without anything that is gone
//! there.

use std::fs;
use std::path::{Path, PathBuf};

use palimp_core::home::HomePaths;
use palimp_core::settings::{Agent, Settings};
use palimp_store::StoreError;
use palimp_store::index::{DocumentSource, IndexDb, KnownDocument};
use serde::Serialize;

use super::{Federation, KnownHome};
use crate::home::note_store::NoteStore;
use crate::retrieval::index_sync::{Error, IndexSync, Models, StageProgress};

/// Result of copying an agent's index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reindexed {
    /// The label of the home.
    pub home: String,
    /// The agent; none where the home cannot be read.
    pub agent: Option<String>,
    /// Notes that were taken in.
    pub written: usize,
    /// Notes that were taken out.
    pub removed: usize,
    /// Pieces that have vectors now.
    pub vectors: usize,
    /// Reason why there is no copy, or no vectors.
    pub why: Option<String>,
}

/// Directory with the copies of a home's indexes, laid out as a home, so that code for homes works
/// on it.
pub(super) fn copy_home(own: &HomePaths, place: &KnownHome) -> HomePaths {
    HomePaths::new(own.other_homes().join(copy_dir_name(place.home.root())))
}

fn copy_dir_name(root: &Path) -> String {
    let real = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    blake3::hash(real.as_os_str().as_encoded_bytes()).to_hex()[..16].to_owned()
}

/// Takes out of a copy what does not hold any more, and leaves no trace of it. Where that cannot be
/// done, it is not shown all the same.
pub(super) fn drop_gone(path: &Path, holds: impl Fn(&KnownDocument) -> bool) {
    let gone = IndexDb::open_to_read(path)
        .ok()
        .flatten()
        .and_then(|index| index.numbered_documents(DocumentSource::Note).ok());
    let gone = gone.unwrap_or_default().into_iter().map(|(_, known)| known);
    let gone: Vec<KnownDocument> = gone.filter(|known| !holds(known)).collect();
    if !gone.is_empty() {
        let _ = remove_documents(path, &gone);
    }
}

fn remove_documents(path: &Path, gone: &[KnownDocument]) -> Result<(), StoreError> {
    let mut index = IndexDb::open(path)?;
    let mut writer = index.writer()?;
    for known in gone {
        writer.remove_document(DocumentSource::Note, &known.path)?;
    }
    writer.commit()?;
    index.scrub()
}

impl Federation {
    /// Creates or updates what homes lack: an index of their notes and, with an embedder from
    /// `models`, their vectors. `only` selects one home; without it, copies of homes that no longer
    /// exist are deleted.
    ///
    /// # Errors
    ///
    /// When `only` means no home, or one's own.
    pub fn reindex(
        &self,
        only: Option<&str>,
        models: &dyn Fn() -> Models,
        progress: StageProgress,
    ) -> Result<Vec<Reindexed>, Error> {
        let places = match only {
            Some(name) => vec![self.find_home(name)?],
            None => self.list_homes(),
        };
        if only.is_some() && places[0].own {
            let why = crate::messages::own_index_by_command();
            return Err(Error::Refused(why.to_owned()));
        }
        if only.is_none() {
            self.drop_strangers(&places);
        }
        let mut all = Vec::new();
        for place in places.iter().filter(|place| !place.own) {
            let nothing = |agent: Option<String>, why: Option<String>| Reindexed {
                home: place.label.clone(),
                agent,
                written: 0,
                removed: 0,
                vectors: 0,
                why,
            };
            let agents = match place.agent_vaults(self.user.as_deref()) {
                Ok(agents) => agents,
                Err(why) => {
                    all.push(nothing(None, Some(why)));
                    continue;
                }
            };
            for (agent, root) in
                agents.into_iter().filter(|(_, root)| root.symlink_metadata().is_ok())
            {
                let mut done = nothing(Some(agent.clone()), None);
                if let Err(why) =
                    self.update_copy(place, (&agent, &root), models(), &mut done, progress)
                {
                    done.why = Some(why);
                }
                all.push(done);
            }
        }
        Ok(all)
    }

    fn update_copy(
        &self,
        place: &KnownHome,
        (agent, root): (&str, &Path),
        models: Models,
        done: &mut Reindexed,
        progress: StageProgress,
    ) -> Result<(), String> {
        place.open_vault(root)?;
        let words = |error: Error| error.to_string();
        let complaint = models.complaint.clone();
        let embeds = models.embedder.is_some();
        let home = copy_home(&self.own, place);
        let mut memory = IndexSync::new(
            NoteStore::new(home, agent, self.of_vault(agent, root), self.user.clone()),
            models,
        );
        let changes = memory.refresh(progress).map_err(words)?;
        (done.written, done.removed) = (changes.written, changes.removed);
        if changes.written + changes.removed > 0 {
            memory.forget_residue().map_err(words)?;
        }
        if embeds {
            memory.embed_pending(usize::MAX, progress).map_err(words)?;
            let state = memory.embedding_state().map_err(words)?;
            done.vectors = state.chunks - state.pending;
        }
        complaint.map_or(Ok(()), Err)
    }

    /// One's own settings for a memory whose vault is that of another home.
    fn of_vault(&self, agent: &str, root: &Path) -> Settings {
        let mut settings = self.settings.clone();
        let vault = Some(root.to_string_lossy().into_owned());
        settings.agents.by_id = vec![(agent.to_owned(), Agent { vault, ..Agent::default() })];
        settings.index.extra_paths.clear();
        settings
    }

    /// Removes the copies of homes that are not among `places`.
    fn drop_strangers(&self, places: &[KnownHome]) {
        let known: Vec<String> =
            places.iter().map(|place| copy_dir_name(place.home.root())).collect();
        let there = fs::read_dir(self.own.other_homes()).into_iter().flatten().flatten();
        let strange = there.filter(|it| !known.iter().any(|name| it.file_name() == name.as_str()));
        for path in strange.map(|entry| entry.path()).collect::<Vec<PathBuf>>() {
            let _ = fs::remove_dir_all(path);
        }
    }
}
