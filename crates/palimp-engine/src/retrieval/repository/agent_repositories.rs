//! Repositories of an agent: those of its sessions, and the present one.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::RepositoryReadOptions;
use crate::home::exclusion::Exclusions;
use crate::home::project_discovery::ProjectLocation;
use crate::home::projects::ProjectTable;
use crate::retrieval::index_sync::{Error, IndexSync};

/// The most directories of sessions that are looked at, those of the newest first.
const MAX_WORKING_DIRS: usize = 500;

impl IndexSync {
    /// Returns the repositories whose commits belong into this agent's index, each once.
    pub(super) fn repository_places(
        &mut self,
        reading: &RepositoryReadOptions,
    ) -> Result<Vec<ProjectLocation>, Error> {
        if self.notes.settings.index.commits == 0 {
            return Ok(Vec::new());
        }
        let dirs = match reading.db {
            Some(db) => db.working_dirs(&self.notes.agent, MAX_WORKING_DIRS)?,
            None => Vec::new(),
        };
        let known = self.open_index()?.repositories()?;
        let here = reading.here.map(Path::to_owned);
        let all = here
            .into_iter()
            .chain(dirs.into_iter().map(PathBuf::from))
            .chain(known.into_iter().map(|it| PathBuf::from(it.root)));
        let exclusions = Exclusions::load(&self.notes.home, &self.notes.settings);
        let projects = ProjectTable::load(&self.notes.home);
        let mut seen = HashSet::new();
        let is_there = |dir: &PathBuf| dir.is_absolute() && dir.is_dir();
        let places = all.filter(is_there).map(|dir| projects.identify(&dir)).filter(|place| {
            place.common_dir().is_some()
                && !reading.buried.is_forgotten(&place.project.name)
                && !reading.buried.is_forgotten(&place.project.root.to_string_lossy())
                && self.owns_project(&place.project)
                && exclusions.of_place(place.tree(), place).is_none()
                && seen.insert(place.project.id.clone())
        });
        Ok(places.collect())
    }
}
