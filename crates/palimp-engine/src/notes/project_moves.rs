//! Keeps the table of projects up, and moves rows and notes to another project.
//!
//! A join is recorded in the table first, with the ids that are still to be moved. Whoever is killed
//! while moving leaves them there, and the next upkeep goes on. Moving twice changes nothing.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use palimp_core::home::HomePaths;
use palimp_core::message::io_reason;
use palimp_core::project::ProjectIdentity;
use palimp_core::settings::Settings;
use palimp_redact::Redactor;
use palimp_store::activity::{ActivityDb, Filter, ProjectMove};
use palimp_team::first_commits;

use crate::consolidation::flush::EPISODES_LOCK_NAME;
use crate::consolidation::reflect;
use crate::home::agents::agents_with_vault;
use crate::home::exclusion::Exclusions;
use crate::home::git_objects::has_object;
use crate::home::lock::WorkLock;
use crate::home::note_store::NoteStore;
use crate::home::project_discovery::{ProjectLocation, locate_project};
use crate::home::projects::{ProjectPlace, ProjectRecord, ProjectTable, TableChange, table_file};
use crate::home::redaction;
use crate::injection::standing_wishes;
use crate::retrieval::index_sync::{Error, IndexSync, Models};

mod moved_notes;

/// Maximum number of working directories of an agent that are looked at, the newest first.
const MAX_WORKING_DIRS: usize = 500;
/// Number of captured commits by which a project is recognised whose directory is gone.
const MATCHED_COMMITS: usize = 5;

/// A project whose rows and notes were moved into another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinedProject {
    /// Id of the project that is no more.
    pub id: String,
    /// The project that has its rows and notes.
    pub into: ProjectIdentity,
    /// Number of captured rows.
    pub rows: usize,
    /// Number of notes.
    pub notes: usize,
}

/// Projects of a home, to be kept up and changed.
pub struct ProjectKeeper<'a> {
    /// The home.
    pub home: &'a HomePaths,
    /// Its settings.
    pub settings: &'a Settings,
    /// The user's own directory.
    pub user: Option<PathBuf>,
    /// The captured activity.
    pub db: &'a ActivityDb,
    /// Models for the index.
    pub models: &'a dyn Fn() -> Models,
}

/// Rows and notes that go to another project.
struct Move<'m> {
    from: &'m str,
    /// Sessions whose rows and notes go; all if `None`.
    sessions: Option<&'m [String]>,
    to: &'m ProjectIdentity,
}

impl ProjectKeeper<'_> {
    /// Brings the table up to what stands on disk, joins what is one repository, and moves the rows
    /// and notes of joined projects.
    ///
    /// # Errors
    ///
    /// When the table, the database or a note cannot be read or written.
    pub fn keep_up(&self) -> Result<Vec<JoinedProject>, Error> {
        self.survey()?;
        self.finish_joins()
    }

    /// Records the directories of sessions, the first commits of repositories, and which projects are
    /// one.
    fn survey(&self) -> Result<(), Error> {
        let places = self.session_places()?;
        let mut change = self.begin()?;
        let redactor = redaction::redactor(self.settings);
        for place in &places {
            change.record(place, &redactor);
        }
        change.records.iter_mut().for_each(find_first_commits);
        join_same_remotes(&mut change);
        self.join_gone(&mut change)?;
        self.finish(change)
    }

    /// The projects in whose directories sessions worked, as far as those are there and not excluded.
    fn session_places(&self) -> Result<Vec<ProjectLocation>, Error> {
        let exclusions = Exclusions::load(self.home, self.settings);
        let (mut seen, mut places) = (HashSet::new(), Vec::new());
        for agent in agents_with_vault(self.home, self.settings) {
            for dir in self.db.working_dirs(&agent, MAX_WORKING_DIRS)? {
                let dir = PathBuf::from(dir);
                if !dir.is_absolute() || !dir.is_dir() {
                    continue;
                }
                let place = locate_project(&dir);
                let is_new = seen.insert(place.project.root.clone());
                if is_new && exclusions.of_place(&dir, &place).is_none() {
                    places.push(place);
                }
            }
        }
        Ok(places)
    }

    /// Joins projects whose directory is gone into the one that has the commits at which they were
    /// captured, if there is one alone.
    fn join_gone(&self, change: &mut TableChange) -> Result<(), Error> {
        for id in self.db.project_ids()? {
            if change.records.iter().any(|record| record.has_id(&id)) {
                continue;
            }
            let commits = self.db.captured_commits(&id, MATCHED_COMMITS)?;
            if commits.is_empty() {
                continue;
            }
            let has_all = |record: &&mut ProjectRecord| {
                let git_dir = record.current_place().map(|it| locate_project(Path::new(&it.root)));
                let git_dir = git_dir.and_then(|place| place.common_dir());
                git_dir.is_some_and(|dir| commits.iter().all(|commit| has_object(&dir, commit)))
            };
            let mut found = change.records.iter_mut().filter(has_all);
            if let (Some(record), None) = (found.next(), found.next()) {
                // By its directory, `split` undoes it.
                let filter = Filter { project_id: Some(id.clone()), ..Filter::default() };
                let root = self.db.sessions(&filter, 1)?.pop().map(|it| it.working_dir);
                let root = root.filter(|root| !record.places.iter().any(|it| it.root == *root));
                let gone = root.map(|root| ProjectPlace { root, ..ProjectPlace::default() });
                record.places.splice(0..0, gone);
                record.joined.push(id.clone());
                record.pending.push(id);
            }
        }
        Ok(())
    }

    /// Moves the rows and notes of projects that were joined.
    ///
    /// # Errors
    ///
    /// When the database or a note cannot be read or written.
    pub fn finish_joins(&self) -> Result<Vec<JoinedProject>, Error> {
        let is_due = |record: &ProjectRecord| !record.pending.is_empty();
        if !ProjectTable::load(self.home).records().iter().any(is_due) {
            return Ok(Vec::new());
        }
        let _held = self.lock_notes()?;
        let mut done = Vec::new();
        for record in ProjectTable::load(self.home).records() {
            let into = record.identity();
            for id in &record.pending {
                let (rows, notes) =
                    self.carry_out(&Move { from: id, sessions: None, to: &into })?;
                if rows + notes > 0 {
                    done.push(JoinedProject { id: id.clone(), into: into.clone(), rows, notes });
                }
            }
            if is_due(&record) {
                self.change_record(&record.id, |it| {
                    it.pending.retain(|id| !record.pending.contains(id))
                })?;
            }
        }
        Ok(done)
    }

    /// Joins the second project into the first.
    ///
    /// # Errors
    ///
    /// When the table, the database or a note cannot be read or written.
    pub fn join(&self, into: &str, other: &str) -> Result<Vec<JoinedProject>, Error> {
        let mut change = self.begin()?;
        change.join(into, other);
        self.finish(change)?;
        self.finish_joins()
    }

    /// Makes a directory of a project a project of its own, with the sessions that worked in it.
    /// Returns the new project and the number of sessions.
    ///
    /// # Errors
    ///
    /// When the table, the database or a note cannot be read or written.
    pub fn split(
        &self,
        record: &ProjectRecord,
        root: &str,
    ) -> Result<(ProjectIdentity, usize), Error> {
        let _held = self.lock_notes()?;
        let mut change = self.begin()?;
        let project = change.split(&record.id, root);
        self.finish(change)?;
        let sessions = self.sessions_below(&record.id, Path::new(root))?;
        if !sessions.is_empty() {
            self.carry_out(&Move { from: &record.id, sessions: Some(&sessions), to: &project })?;
        }
        Ok((project, sessions.len()))
    }

    fn sessions_below(&self, id: &str, root: &Path) -> Result<Vec<String>, Error> {
        let filter = Filter { project_id: Some(id.to_owned()), ..Filter::default() };
        let sessions = self.db.sessions(&filter, usize::MAX >> 1)?;
        let is_below = |dir: &str| Path::new(dir).starts_with(root);
        Ok(sessions
            .into_iter()
            .filter(|it| is_below(&it.working_dir))
            .map(|it| it.session_id)
            .collect())
    }

    /// Gives a project another name, in rows and notes, too.
    ///
    /// # Errors
    ///
    /// When the table, the database or a note cannot be read or written.
    pub fn rename(&self, record: &ProjectRecord, name: &str) -> Result<ProjectIdentity, Error> {
        let _held = self.lock_notes()?;
        self.change_record(&record.id, |it| name.clone_into(&mut it.name))?;
        let project = ProjectIdentity { name: name.to_owned(), ..record.identity() };
        self.carry_out(&Move { from: &record.id, sessions: None, to: &project })?;
        Ok(project)
    }

    /// Removes a project from the table. Its rows are the caller's to forget.
    ///
    /// # Errors
    ///
    /// When the table cannot be read or written.
    pub fn remove(&self, id: &str) -> Result<(), Error> {
        let mut change = self.begin()?;
        change.records.retain(|it| it.id != id);
        self.finish(change)
    }

    /// Keeps others from writing lines of a project that is being moved.
    fn lock_notes(&self) -> Result<[WorkLock; 2], Error> {
        let lock = |work| WorkLock::acquire_or_refuse(self.home, work);
        Ok([lock(reflect::LOCK_NAME)?, lock(EPISODES_LOCK_NAME)?])
    }

    fn carry_out(&self, project: &Move) -> Result<(usize, usize), Error> {
        let rows = self.db.move_project(&ProjectMove {
            from: project.from,
            sessions: project.sessions,
            to: &project.to.id,
            name: &project.to.name,
        })?;
        if rows > 0 {
            standing_wishes::renew_changed(self.db, &[])?;
        }
        let mut notes = 0;
        for agent in agents_with_vault(self.home, self.settings) {
            let mut memory = self.open_memory(&agent);
            let changed = moved_notes::move_notes(&memory.notes, project)?;
            notes += changed;
            if rows + changed > 0 && self.home.index_file(&agent).exists() {
                // Windows of sessions and commits are kept by project.
                memory.rebuild(&mut |_, _, _| ())?;
            }
        }
        if project.sessions.is_none() {
            self.move_in_files(project);
        }
        Ok((rows, notes))
    }

    /// Moves the ids in files of pauses and proposals. What cannot be written is left: it names a
    /// project that is no more.
    fn move_in_files(&self, project: &Move) {
        let reviews = agents_with_vault(self.home, self.settings);
        let reviews = reviews.iter().map(|agent| self.home.review_dir(agent));
        let files = reviews.flat_map(|dir| std::fs::read_dir(dir).into_iter().flatten().flatten());
        let files = files.map(|entry| entry.path()).chain([self.home.root().join("pauses.json")]);
        let (from, to) = (format!("\"{}\"", project.from), format!("\"{}\"", project.to.id));
        for path in files {
            let text = palimp_files::read_text(&path).unwrap_or_default();
            if text.contains(&from) {
                let _ = palimp_files::replace_file(&path, text.replace(&from, &to).as_bytes());
            }
        }
    }

    fn open_memory(&self, agent: &str) -> IndexSync {
        let (home, settings) = (self.home.clone(), self.settings.clone());
        IndexSync::new(NoteStore::new(home, agent, settings, self.user.clone()), (self.models)())
    }

    fn change_record(
        &self,
        id: &str,
        change: impl FnOnce(&mut ProjectRecord),
    ) -> Result<(), Error> {
        let mut table = self.begin()?;
        if let Some(record) = table.records.iter_mut().find(|it| it.id == id) {
            change(record);
        }
        self.finish(table)
    }

    fn begin(&self) -> Result<TableChange, Error> {
        TableChange::begin(self.home).map_err(|error| self.table_failed(&error))
    }

    fn finish(&self, change: TableChange) -> Result<(), Error> {
        change.finish().map(drop).map_err(|error| self.table_failed(&error))
    }

    fn table_failed(&self, error: &io::Error) -> Error {
        let path = table_file(self.home);
        Error::Refused(crate::messages::file_failed(path.display(), io_reason(error)))
    }
}

/// Asks git for the first commits of a repository of which they are not known. A shallow clone does
/// not have them.
fn find_first_commits(record: &mut ProjectRecord) {
    if !record.first_commits.is_empty() {
        return;
    }
    let found = record.places.iter().rev().filter(|place| place.git.is_some()).find_map(|place| {
        let git_dir = locate_project(Path::new(&place.root)).common_dir()?;
        let is_shallow = git_dir.join("shallow").exists();
        let commits = if is_shallow { Vec::new() } else { first_commits(&git_dir).ok()? };
        Some(commits).filter(|commits| !commits.is_empty())
    });
    record.first_commits = found.into_iter().flatten().map(|commit| commit.to_string()).collect();
}

/// Joins projects that have the same remote, unless the user split them.
fn join_same_remotes(change: &mut TableChange) {
    let mut at = 0;
    while at < change.records.len() {
        let record = &change.records[at];
        let is_same = |other: &&ProjectRecord| {
            !other.is_split && other.remotes.iter().any(|it| record.remotes.contains(it))
        };
        let earlier = change.records[..at].iter().find(is_same).filter(|_| !record.is_split);
        match earlier.map(|earlier| (earlier.id.clone(), record.id.clone())) {
            Some((into, other)) => change.join(&into, &other),
            None => at += 1,
        }
    }
}

/// Returns true if a name can be a project's: it is not empty, has no line break, and holds no secret.
pub fn is_project_name(name: &str, redactor: &Redactor) -> bool {
    let name_is_plain = !name.trim().is_empty() && !name.contains(char::is_control);
    name_is_plain && !name.contains('/') && redactor.redact(name) == name
}
