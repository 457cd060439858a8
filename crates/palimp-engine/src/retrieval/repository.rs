//! A repository's own memory: commit messages and decision records in the index.
//!
//! They are read from git and from the working tree, redacted, and written nowhere but into the index. No
//! hook reads a repository: the worker, `palimp index` and `palimp up` do; hooks ask the index.

mod agent_repositories;
mod commit_view;
mod commits;
mod forgetting;
mod records;

use std::path::Path;
use std::time::Duration;

use palimp_core::home::HomePaths;
use palimp_core::project::ProjectIdentity;
use palimp_core::settings::Settings;
use palimp_store::activity::ActivityDb;
use palimp_store::index::{IndexDb, IndexedRepository};

use crate::git_head;
use crate::home::exclusion::Exclusions;
use crate::home::log;
use crate::home::project_discovery::ProjectLocation;
use crate::home::tombstones::Buried;
use crate::identify_project;
use crate::retrieval::index_sync::{Error, IndexSync, StageProgress};

pub use commit_view::{CommitRef, MAX_SHOWN_CHARS, ShownCommit};

/// Maximum time the worker reads a repository's commits.
pub const WORKER_READ_TIMEOUT: Duration = Duration::from_secs(60);
/// Maximum time to read a repository's commits while a person waits.
pub const FOREGROUND_READ_TIMEOUT: Duration = Duration::from_secs(8);

/// Options for reading repositories.
#[derive(Clone, Copy)]
pub struct RepositoryReadOptions<'a> {
    /// The database whose sessions say which repositories there are.
    pub db: Option<&'a ActivityDb>,
    /// The present directory, where it counts.
    pub here: Option<&'a Path>,
    /// Forgotten texts of the memory's agent.
    pub buried: Buried<'a>,
    /// Maximum time to read the commits of one repository.
    pub time: Duration,
    /// Now, in milliseconds since the Unix epoch.
    pub now: i64,
}

/// Index changes after reading repositories.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadChanges {
    /// Commits that were put in.
    pub commits: usize,
    /// Decision records that are new or different.
    pub records: usize,
    /// Commits and decision records that were taken out.
    pub removed: usize,
}

impl IndexSync {
    /// Brings the commits and decision records in the index to the state of the repositories of this
    /// agent's sessions. A repository that cannot be read is logged and passed over.
    ///
    /// # Errors
    ///
    /// When the index or the database cannot be read or written.
    pub fn follow_repositories(
        &mut self,
        reading: &RepositoryReadOptions,
        progress: StageProgress,
    ) -> Result<ReadChanges, Error> {
        self.with_sound_index(&mut |memory| memory.try_follow_repositories(reading, progress))
    }

    fn try_follow_repositories(
        &mut self,
        reading: &RepositoryReadOptions,
        progress: StageProgress,
    ) -> Result<ReadChanges, Error> {
        let signature = self.index_signature();
        let made_with = self.open_index()?.signature()?;
        if made_with.as_ref().is_some_and(|made_with| *made_with != signature) {
            self.rebuild(progress)?;
        }
        let places = self.repository_places(reading)?;
        let removed = self.drop_repositories(&places)?;
        let mut changes = ReadChanges { removed, ..ReadChanges::default() };
        for place in &places {
            let commits = self.index_commits(place, reading, progress)?;
            let records = self.index_records(place, reading)?;
            changes.commits += commits.written;
            changes.records += records.written;
            changes.removed += commits.removed + records.removed;
        }
        if changes.commits + changes.records > 0 && made_with.is_none() {
            self.open_index()?.set_signature(&signature)?;
        }
        Ok(changes)
    }

    /// Takes out the repositories that are gone from the disk, excluded, or another agent's now; all of them where
    /// no commits are wanted.
    fn drop_repositories(&mut self, places: &[ProjectLocation]) -> Result<usize, Error> {
        let off = self.notes.settings.index.commits == 0;
        let exclusions = Exclusions::load(&self.notes.home, &self.notes.settings);
        let is_here =
            |it: &IndexedRepository| places.iter().any(|place| place.project.id == it.project_id);
        let is_left = |it: &IndexedRepository| {
            let root = Path::new(&it.root);
            let is_ours = self.owns_project(&ProjectIdentity::from_root(root))
                && exclusions.of_directory(root).is_none();
            off || !is_here(it) && (!is_ours || is_gone(Path::new(&it.git_dir)))
        };
        let index = self.index.as_ref().expect("opened by whoever asks what changed");
        let gone: Vec<u32> =
            index.repositories()?.iter().filter(|it| is_left(it)).map(|it| it.id).collect();
        let mut removed = 0;
        if !gone.is_empty() {
            let mut writer = self.open_index()?.writer()?;
            for id in gone {
                removed += writer.remove_repository(id)?;
            }
            writer.commit()?;
        }
        Ok(removed)
    }

    /// Returns true if the repository around `tree` has commits that the index was not brought up to. Reads
    /// two small files and a row.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn is_behind_repository(&mut self, tree: &Path) -> Result<bool, Error> {
        if self.notes.settings.index.commits == 0 || self.notes.is_read_only {
            return Ok(false);
        }
        let place = identify_project(&self.notes.home, tree);
        let exclusions = Exclusions::load(&self.notes.home, &self.notes.settings);
        if !self.owns_project(&place.project) || exclusions.of_place(tree, &place).is_some() {
            return Ok(false);
        }
        Ok(is_behind(Some(self.open_index()?), &place)?)
    }

    /// Returns true if the commits of a project belong to this memory's agent.
    fn owns_project(&self, project: &ProjectIdentity) -> bool {
        let agents = &self.notes.settings.agents.by_id;
        palimp_core::project::agent_for(project, agents) == self.notes.agent
    }

    /// Returns the number of commits that the index knows of a project.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn commit_count(&mut self, project: &ProjectIdentity) -> Result<usize, Error> {
        self.with_readable_index(&mut |memory| {
            Ok(memory.open_index()?.commit_count(&project.id)?)
        })
    }

    /// Logs why a repository could not be read; nothing waits for it.
    fn log_unread(&self, place: &ProjectLocation, error: &dyn std::fmt::Display, now: i64) {
        let root = place.project.root.display();
        log::append_line(
            &self.notes.home,
            now,
            &format!("cannot read the commits of {root}: {error}"),
        );
    }
}

/// Returns true if a session that starts in `tree` finds the index of `agent` without its newest commits.
/// Writes nothing.
pub(crate) fn is_due(home: &HomePaths, settings: &Settings, agent: &str, tree: &Path) -> bool {
    if settings.index.commits == 0 {
        return false;
    }
    let place = identify_project(home, tree);
    let exclusions = Exclusions::load(home, settings);
    if palimp_core::project::agent_for(&place.project, &settings.agents.by_id) != agent
        || exclusions.of_place(tree, &place).is_some()
    {
        return false;
    }
    let index = IndexDb::open_to_read(&home.index_file(agent)).ok().flatten();
    is_behind(index.as_ref(), &place).unwrap_or(false)
}

fn is_behind(
    index: Option<&IndexDb>,
    place: &ProjectLocation,
) -> Result<bool, palimp_store::StoreError> {
    let Some(head) = git_head(place) else { return Ok(false) };
    let known = index.map(|index| index.repository(&place.project.id)).transpose()?.flatten();
    Ok(known.is_none_or(|known| !known.heads.split(' ').any(|it| it == head)))
}

/// Returns true if nothing stands at `path`; a disk that cannot be read proves nothing.
fn is_gone(path: &Path) -> bool {
    path.symlink_metadata().is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound)
}
