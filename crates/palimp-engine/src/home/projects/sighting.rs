//! Compares a place on disk with records of projects: still there, moved, cloned, or another one.

use std::cell::OnceCell;
use std::fs;
use std::os::unix::fs::{DirEntryExt, MetadataExt};
use std::path::Path;
use std::time::UNIX_EPOCH;

use super::{ProjectPlace, ProjectRecord};
use crate::home::git_objects::{has_no_objects, has_object};
use crate::home::project_discovery::ProjectLocation;

/// A place on disk that is compared with the records.
pub(super) struct Sighting<'a> {
    pub(super) place: ProjectPlace,
    location: &'a ProjectLocation,
    origin: OnceCell<Option<String>>,
}

impl<'a> Sighting<'a> {
    pub(super) fn new(location: &'a ProjectLocation) -> Sighting<'a> {
        Sighting { place: stamped_place(location), location, origin: OnceCell::new() }
    }

    /// The address of `origin`, else of the only remote; read when it is first needed.
    pub(super) fn origin(&self) -> Option<&str> {
        let read = || palimp_team::plain_remote(&self.location.origin_url()?);
        self.origin.get_or_init(read).as_deref()
    }

    /// Returns true if the project is still at a place where it was seen; otherwise another one has
    /// taken the place.
    pub(super) fn is_still_at(&self, record: &ProjectRecord, place: &ProjectPlace) -> bool {
        if self.place.git.is_some() && self.place.git == place.git {
            return true;
        }
        let is_same_dir = self.place.dir.is_some() && self.place.dir == place.dir;
        if self.place.git.is_none() && place.git.is_none() && is_same_dir {
            return true;
        }
        if self.shares_remote(record) {
            return true;
        }
        if let Some(has_it) = self.has_first_commit(record) {
            return has_it || (is_same_dir && self.has_no_history());
        }
        if self.has_other_remote(record) {
            return false;
        }
        is_same_dir || !has_moved_aside(place)
    }

    /// Returns true if a recorded directory is this one under another path.
    pub(super) fn is_moved_from(&self, record: &ProjectRecord) -> bool {
        let is_it = |place: &ProjectPlace| match (&place.git, &self.place.git) {
            (Some(git), Some(own)) => git == own,
            (None, _) => place.dir.is_some() && place.dir == self.place.dir,
            (Some(_), None) => false,
        };
        record.places.iter().any(is_it)
            && (!self.has_other_remote(record) || self.has_first_commit(record) == Some(true))
    }

    /// Returns true if this is another clone or a copy of the project.
    pub(super) fn is_clone_of(&self, record: &ProjectRecord) -> bool {
        match self.origin() {
            Some(_) if self.shares_remote(record) => true,
            Some(origin) => record.places.iter().any(|place| place.root == origin),
            None => record.remotes.is_empty() && self.has_first_commit(record) == Some(true),
        }
    }

    fn shares_remote(&self, record: &ProjectRecord) -> bool {
        !record.remotes.is_empty()
            && self.origin().is_some_and(|own| record.remotes.iter().any(|it| it == own))
    }

    fn has_other_remote(&self, record: &ProjectRecord) -> bool {
        !record.remotes.is_empty() && self.origin().is_some() && !self.shares_remote(record)
    }

    /// Returns true if the repository has a first commit of the project; `None` if it cannot be told.
    fn has_first_commit(&self, record: &ProjectRecord) -> Option<bool> {
        let git_dir = self.location.common_dir()?;
        if record.first_commits.is_empty() || git_dir.join("shallow").exists() {
            return None;
        }
        Some(record.first_commits.iter().any(|commit| has_object(&git_dir, commit)))
    }

    fn has_no_history(&self) -> bool {
        self.location.common_dir().is_none_or(|git_dir| has_no_objects(&git_dir))
    }
}

fn stamped_place(location: &ProjectLocation) -> ProjectPlace {
    let root = &location.project.root;
    ProjectPlace {
        root: root.to_string_lossy().into_owned(),
        dir: directory_stamp(root),
        git: location.common_dir().and_then(|git_dir| directory_stamp(&git_dir)),
    }
}

/// Stamp that a directory keeps when it is renamed: its inode, and the time of its birth, because a
/// removed directory's inode is given to another one. Without such a time, the device.
fn directory_stamp(path: &Path) -> Option<String> {
    let meta = fs::metadata(path).ok()?;
    let born = meta.created().ok().and_then(|born| born.duration_since(UNIX_EPOCH).ok());
    Some(match born {
        Some(born) => format!("{}-{}", meta.ino(), born.as_nanos()),
        None => format!("{}:{}", meta.dev(), meta.ino()),
    })
}

/// Returns true if the directory that was recorded at a place stands beside it under another name.
fn has_moved_aside(place: &ProjectPlace) -> bool {
    let Some(stamp) = &place.dir else { return false };
    let inode = stamp.split(['-', ':']).next().and_then(|it| it.parse().ok());
    let root = Path::new(&place.root);
    let entries = root.parent().and_then(|parent| fs::read_dir(parent).ok());
    entries.into_iter().flatten().flatten().any(|entry| {
        Some(entry.ino()) == inode
            && entry.path() != root
            && directory_stamp(&entry.path()).as_ref() == Some(stamp)
    })
}
