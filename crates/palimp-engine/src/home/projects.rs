//! Table of a home's projects, which recognises a repository at another path.
//!
//! A repository is the same after a move or a rename (inode and birth time of its git directory),
//! as a second clone (address of `origin`), and as a copy without a remote (first commit). A
//! repository that takes the path of another one is a new project. Hooks read the table and add a
//! place that they see for the first time; they run no process and wait for nothing. A table that
//! cannot be parsed is never overwritten.
//!
//! Rows and notes of joined projects are moved by `notes/project_moves`.

mod sighting;

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use palimp_core::forget_query::ForgetQuery;
use palimp_core::home::HomePaths;
use palimp_core::project::ProjectIdentity;
use palimp_redact::Redactor;
use serde::{Deserialize, Serialize};

use self::sighting::Sighting;
use super::lock::WorkLock;
use super::project_discovery::{ProjectLocation, locate_project};

/// Name of the table in a home: one project per line, in JSON.
const TABLE_NAME: &str = "projects.jsonl";
/// Name of the lock for changes of the table.
const TABLE_LOCK: &str = "projects";
/// Name of a project whose name was forgotten.
const FORGOTTEN_NAME: &str = "(forgotten)";
/// Maximum number of places of a project; the oldest ones that are gone make room.
const MAX_PLACES: usize = 64;

/// A project of a home.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ProjectRecord {
    /// Stable id; rows and notes refer to it.
    pub id: String,
    /// The name shown.
    pub name: String,
    /// True if the user split it off; it is not joined again by itself.
    #[serde(skip_serializing_if = "is_false")]
    pub is_split: bool,
    /// Directories in which it was seen, the newest last.
    pub places: Vec<ProjectPlace>,
    /// Addresses of `origin`, in the form `host/owner/name`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remotes: Vec<String>,
    /// First commits of the history, in hexadecimal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub first_commits: Vec<String>,
    /// Ids of projects that were joined into it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<String>,
    /// Those of them whose rows and notes are still to be moved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pending: Vec<String>,
}

/// A directory in which a project was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ProjectPlace {
    /// Root of the main work tree.
    pub root: String,
    /// Stamp of the directory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<String>,
    /// Stamp of the directory of git's data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub git: Option<String>,
}

impl ProjectPlace {
    /// Returns true if a directory stands there.
    pub fn exists(&self) -> bool {
        Path::new(&self.root).is_dir()
    }
}

impl ProjectRecord {
    /// Returns the newest place that still exists.
    pub fn current_place(&self) -> Option<&ProjectPlace> {
        self.places.iter().rev().find(|place| place.exists())
    }

    /// Returns true if `id` is the project's, now or before a join.
    pub fn has_id(&self, id: &str) -> bool {
        self.id == id || self.joined.iter().any(|it| it == id)
    }

    /// Returns true if `name` is the project's, or the last component of one of its places.
    pub fn has_name(&self, name: &str) -> bool {
        let is_last = |place: &ProjectPlace| {
            Path::new(&place.root).file_name().is_some_and(|it| it == OsStr::new(name))
        };
        self.name == name || self.places.iter().any(is_last)
    }

    /// Returns the project, at its newest place.
    pub fn identity(&self) -> ProjectIdentity {
        let root = self.current_place().or(self.places.last());
        ProjectIdentity {
            id: self.id.clone(),
            name: self.name.clone(),
            root: root.map(|place| PathBuf::from(&place.root)).unwrap_or_default(),
        }
    }

    /// Takes over the places, remotes and ids of another record of the same project.
    fn absorb(&mut self, other: ProjectRecord) {
        for place in other.places {
            self.places.retain(|it| it.root != place.root);
            self.places.push(place);
        }
        extend_unique(&mut self.remotes, other.remotes);
        extend_unique(&mut self.first_commits, other.first_commits);
        extend_unique(&mut self.joined, other.joined.into_iter().chain([other.id.clone()]));
        extend_unique(&mut self.pending, other.pending.into_iter().chain([other.id]));
    }
}

/// The projects of a home.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectTable {
    text: String,
}

/// Identifies the project of `cwd` as the home knows it; see [`ProjectTable::identify`].
pub fn identify_project(home: &HomePaths, cwd: &Path) -> ProjectLocation {
    ProjectTable::load(home).identify(cwd)
}

impl ProjectTable {
    /// Reads the table of a home; it is empty where none can be read.
    pub fn load(home: &HomePaths) -> ProjectTable {
        let bytes = palimp_files::read(&table_file(home)).unwrap_or_default();
        ProjectTable { text: String::from_utf8(bytes).unwrap_or_default() }
    }

    /// Returns the records, in the order in which their projects were seen first.
    pub fn records(&self) -> Vec<ProjectRecord> {
        self.text.lines().filter_map(parse_record).collect()
    }

    /// Identifies the project of `cwd`: finds it on the disk, and takes its id and name from the
    /// table. A project that the table does not have gets an id that it alone has.
    pub fn identify(&self, cwd: &Path) -> ProjectLocation {
        let mut place = locate_project(cwd);
        if place.project.root.is_absolute() && !self.text.is_empty() {
            let seen = Sighting::new(&place);
            let (id, name, is_recorded) = match self.find(&seen) {
                Some(record) => {
                    let is_recorded = record.places.contains(&seen.place);
                    (record.id, record.name, is_recorded)
                }
                None => {
                    let id = self.free_id(&place.project.id, &seen.place);
                    (id, place.project.name.clone(), false)
                }
            };
            place.is_recorded = is_recorded;
            place.project = ProjectIdentity { id, name, ..place.project };
        }
        place
    }

    /// Returns the id that a project has today, which differs from `id` after a join.
    pub fn current_id<'a>(&self, id: &'a str) -> Cow<'a, str> {
        let quoted = format!("\"{id}\"");
        let mut lines = self.text.lines().filter(|line| line.contains(&quoted));
        let found = lines.find_map(|line| parse_record(line).filter(|it| it.has_id(id)));
        found.map_or(id.into(), |record| record.id.into())
    }

    /// Returns the name that a project of this name has today: the name of a directory in which it was
    /// seen counts, if it leads to one project alone.
    pub fn current_name(&self, name: &str) -> String {
        let records = self.records();
        if records.iter().any(|it| it.name == name) {
            return name.to_owned();
        }
        let mut found = records.into_iter().filter(|it| it.has_name(name));
        let only = found.next().filter(|_| found.next().is_none());
        only.map_or_else(|| name.to_owned(), |it| it.name)
    }

    /// Returns the record that a person means by an id, the beginning of one, or a name; of several
    /// with this name the one that was seen last.
    pub fn named(&self, named: &str) -> Option<ProjectRecord> {
        let records = self.records();
        let by_id = records.iter().find(|it| it.has_id(named)).or_else(|| {
            let mut of_prefix = records.iter().filter(|it| it.id.starts_with(named));
            of_prefix.next().filter(|_| named.len() >= 4 && of_prefix.next().is_none())
        });
        let by_name = || records.iter().rev().find(|it| it.name == named);
        let by_place = || records.iter().rev().find(|it| it.has_name(named));
        by_id.or_else(by_name).or_else(by_place).cloned()
    }

    /// Returns the project that was seen last at `root`, and the place.
    fn record_at(&self, root: &str) -> Option<(ProjectRecord, ProjectPlace)> {
        let quoted = serde_json::to_string(root).ok()?;
        self.text.lines().filter(|line| line.contains(&quoted)).find_map(|line| {
            let record = parse_record(line)?;
            let place = record.places.iter().find(|place| place.root == root)?.clone();
            Some((record, place))
        })
    }

    fn find(&self, seen: &Sighting) -> Option<ProjectRecord> {
        let known = self.record_at(&seen.place.root);
        let replaced = match known {
            Some((record, place)) if seen.is_still_at(&record, &place) => return Some(record),
            Some((record, _)) => Some(record.id),
            None => None,
        };
        let mut records = self.records();
        records.retain(|it| Some(&it.id) != replaced.as_ref());
        let found = records.iter().position(|it| seen.is_moved_from(it));
        let found = found.or_else(|| records.iter().position(|it| seen.is_clone_of(it)));
        found.map(|at| records.swap_remove(at))
    }

    /// Returns the id of a project that the table does not have: `path_id`, that of its path, unless
    /// another project bears it, which was there before.
    fn free_id(&self, path_id: &str, place: &ProjectPlace) -> String {
        if !self.text.contains(&format!("\"{path_id}\"")) {
            return path_id.to_owned();
        }
        let stamp = place.git.as_ref().or(place.dir.as_ref()).map_or("", String::as_str);
        ProjectIdentity::from_root([&place.root, "\0", stamp].concat()).id
    }
}

/// Adds a place to the table that a hook sees for the first time, and what changed of a known one.
/// Does nothing if the home's table is in use or cannot be parsed: the next hook sees it again. Returns
/// true if the table changed.
///
/// # Errors
///
/// When the table cannot be written.
pub fn record_place(
    home: &HomePaths,
    place: &ProjectLocation,
    redactor: impl FnOnce() -> Redactor,
) -> io::Result<bool> {
    if place.is_recorded {
        return Ok(false);
    }
    let root = place.project.root.to_str().filter(|_| place.project.root.is_absolute());
    let Some(root) = root else { return Ok(false) };
    let redactor = redactor();
    // A secret in a path would stay in the table.
    if redactor.redact(root) != root {
        return Ok(false);
    }
    let Some(mut change) = TableChange::try_begin(home)? else { return Ok(false) };
    change.record(place, &redactor);
    change.finish()
}

/// Change of the table, under its lock.
pub struct TableChange {
    home: HomePaths,
    before: ProjectTable,
    /// The records; all may be changed.
    pub records: Vec<ProjectRecord>,
    _lock: WorkLock,
}

impl TableChange {
    /// Waits for the lock and reads the table.
    ///
    /// # Errors
    ///
    /// When the lock cannot be had, or the table cannot be parsed.
    pub fn begin(home: &HomePaths) -> io::Result<TableChange> {
        let lock = WorkLock::acquire(home, TABLE_LOCK)?;
        TableChange::locked(home, lock)
    }

    /// Reads the table, unless another process changes it or it cannot be parsed.
    fn try_begin(home: &HomePaths) -> io::Result<Option<TableChange>> {
        let Some(lock) = WorkLock::try_acquire(home, TABLE_LOCK)? else { return Ok(None) };
        Ok(TableChange::locked(home, lock).ok())
    }

    fn locked(home: &HomePaths, lock: WorkLock) -> io::Result<TableChange> {
        let before = ProjectTable::load(home);
        let records = read_checked(home)?;
        Ok(TableChange { home: home.clone(), before, records, _lock: lock })
    }

    /// Records a place of a project; returns the record's number.
    pub fn record(&mut self, place: &ProjectLocation, redactor: &Redactor) -> Option<usize> {
        if !place.project.root.is_absolute() || place.project.root.to_str().is_none() {
            return None;
        }
        let table = self.table();
        let seen = Sighting::new(place);
        let stamped = seen.place.clone();
        let found = table.find(&seen).map(|it| it.id);
        let at = match found.and_then(|id| self.records.iter().position(|it| it.id == id)) {
            Some(at) => at,
            None => {
                let id = table.free_id(&place.project.id, &stamped);
                // The place is that of another project now.
                let is_here = |it: &ProjectPlace| it.root == stamped.root;
                self.records.iter_mut().for_each(|it| it.places.retain(|place| !is_here(place)));
                let name = redactor.redact(&place.project.name).into_owned();
                self.records.push(ProjectRecord { id, name, ..ProjectRecord::default() });
                self.records.len() - 1
            }
        };
        let path_id = ProjectIdentity::from_root(&place.project.root).id;
        let is_taken = self.records.iter().any(|it| it.has_id(&path_id));
        let record = &mut self.records[at];
        record.places.retain(|it| it.root != stamped.root);
        record.places.push(stamped);
        if record.places.len() > MAX_PLACES {
            let gone = record.places.iter().position(|it| !it.exists()).unwrap_or(0);
            record.places.remove(gone);
        }
        // Without the table, sessions at this path would bear the id of the path.
        if !is_taken {
            record.joined.push(path_id.clone());
            record.pending.push(path_id);
        }
        if let Some(origin) = seen.origin().filter(|it| redactor.redact(it) == **it) {
            extend_unique(&mut record.remotes, [origin.to_owned()]);
        }
        Some(at)
    }

    /// Joins the second project into the first.
    pub fn join(&mut self, into: &str, other: &str) {
        let Some(at) = self.records.iter().position(|it| it.id == other) else { return };
        let other = self.records.remove(at);
        if let Some(record) = self.records.iter_mut().find(|it| it.id == into) {
            record.absorb(other);
        }
    }

    /// Makes the place at `root` of a project a project of its own; returns that.
    pub(crate) fn split(&mut self, id: &str, root: &str) -> ProjectIdentity {
        let path_id = ProjectIdentity::from_root(root).id;
        let mut new = ProjectRecord { is_split: true, ..ProjectRecord::default() };
        if let Some(old) = self.records.iter_mut().find(|it| it.id == id) {
            new.places = old.places.extract_if(.., |it| it.root == root).collect();
            old.joined.retain(|it| *it != path_id);
            old.pending.retain(|it| *it != path_id);
            new.remotes.clone_from(&old.remotes);
            new.first_commits.clone_from(&old.first_commits);
        }
        let place = new.places.first().cloned().unwrap_or_default();
        new.id = self.table().free_id(&path_id, &place);
        new.name = Path::new(root).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let project = new.identity();
        self.records.push(new);
        project
    }

    /// Returns the table as it would be written.
    pub fn table(&self) -> ProjectTable {
        ProjectTable { text: self.records.iter().map(record_line).collect() }
    }

    /// Writes the table if it changed; returns true if it did.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn finish(self) -> io::Result<bool> {
        let table = self.table();
        if table == self.before {
            return Ok(false);
        }
        palimp_files::private_dir(self.home.root())?;
        palimp_files::replace_file(&table_file(&self.home), table.text.as_bytes())?;
        Ok(true)
    }
}

/// Removes names, places and remotes that contain a forgotten text. Rows and notes keep the ids, which
/// say nothing.
///
/// # Errors
///
/// When the table cannot be read or written.
pub(crate) fn forget_in_table(home: &HomePaths, wanted: &ForgetQuery) -> io::Result<()> {
    if !table_file(home).exists() {
        return Ok(());
    }
    let mut change = TableChange::begin(home)?;
    for record in &mut change.records {
        // The stamps say nothing, and still recognise the directory.
        let said = record.places.iter_mut().filter(|place| wanted.is_in(&place.root));
        said.for_each(|place| place.root.clear());
        record.remotes.retain(|remote| !wanted.is_in(remote));
        if wanted.is_in(&record.name) {
            record.name = FORGOTTEN_NAME.to_owned();
        }
    }
    change.finish().map(drop)
}

/// Removes the stamps of a restored table: on another machine they say nothing. A table that cannot be
/// parsed stays as it is.
///
/// # Errors
///
/// When the table cannot be written.
pub(crate) fn drop_stamps(home: &HomePaths) -> io::Result<()> {
    if read_checked(home).map_or(true, |records| records.is_empty()) {
        return Ok(());
    }
    let mut change = TableChange::begin(home)?;
    for place in change.records.iter_mut().flat_map(|it| &mut it.places) {
        (place.dir, place.git) = (None, None);
    }
    change.finish().map(drop)
}

/// Returns why the table of a home cannot be used; `None` if it can, or if there is none.
pub fn table_damage(home: &HomePaths) -> Option<(PathBuf, io::Error)> {
    read_checked(home).err().map(|error| (table_file(home), error))
}

fn read_checked(home: &HomePaths) -> io::Result<Vec<ProjectRecord>> {
    let text = match palimp_files::read_text(&table_file(home)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        text => text?,
    };
    let parse = |line| serde_json::from_str::<ProjectRecord>(line).map_err(io::Error::from);
    text.lines().filter(|line| !line.trim().is_empty()).map(parse).collect()
}

/// Returns the path of the table.
pub(crate) fn table_file(home: &HomePaths) -> PathBuf {
    home.root().join(TABLE_NAME)
}

fn parse_record(line: &str) -> Option<ProjectRecord> {
    serde_json::from_str(line).ok()
}

fn record_line(record: &ProjectRecord) -> String {
    serde_json::to_string(record).unwrap_or_default() + "\n"
}

fn extend_unique(all: &mut Vec<String>, more: impl IntoIterator<Item = String>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !value
}
