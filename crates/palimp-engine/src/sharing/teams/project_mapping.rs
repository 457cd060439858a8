//! Projects of teams that a working tree belongs to; hooks pay nothing for them.
//!
//! A tree is known by the addresses of its remotes, which stand in a small file of its own, and by
//! its first commits, for which git has to walk its history. That is done beside the hooks, and
//! kept.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use palimp_core::home::HomePaths;
use palimp_team::git::Oid;
use palimp_team::{Projects, first_commits};
use serde::{Deserialize, Serialize};

use super::about::{Sharer, is_shared, scope_of};
use super::{Error, JoinedTeam};
use crate::home::project_discovery::ProjectLocation;
use crate::sharing::hub::HomeHub;

/// Declarations of projects, and first commits of trees, for all who share with a home.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct ProjectDeclarations {
    /// Declaration of each project, by its name in the index.
    projects: BTreeMap<String, Declared>,
    /// The first commits of trees, by their directories.
    trees: BTreeMap<PathBuf, Vec<String>>,
}

/// Remotes and first commits that declare a project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Declared {
    remotes: Vec<String>,
    roots: Vec<String>,
}

/// The projects that the tree around a directory is, found out when somebody asks.
#[derive(Debug)]
pub struct ProjectsHere {
    home: HomePaths,
    directory: PathBuf,
    found: OnceLock<Vec<String>>,
}

impl ProjectsHere {
    /// The tree around `directory`. Nothing is read yet.
    pub fn for_directory(home: &HomePaths, directory: &Path) -> ProjectsHere {
        ProjectsHere { home: home.clone(), directory: directory.to_owned(), found: OnceLock::new() }
    }

    /// The projects, as the index names them: `team:acme/app`.
    pub fn projects(&self) -> &[String] {
        self.found.get_or_init(|| {
            let place = crate::home::project_discovery::locate_project(&self.directory);
            ProjectDeclarations::read_file(&self.home).projects_of(&place)
        })
    }

    /// True if facts bound to `project` hold here; false for a project that nobody shares, without
    /// a look.
    pub fn is_project_here(&self, project: &str) -> bool {
        is_shared(project) && self.projects().iter().any(|here| here == project)
    }
}

/// Records the declarations of a home's teams and organisations, and looks for the first commits of
/// the trees around `directories`, if a declaration needs them and they are not known yet.
pub(super) fn update_declarations(
    home: &HomePaths,
    (teams, hubs): (&[JoinedTeam], &[HomeHub]),
    directories: &[PathBuf],
) -> Result<(), Error> {
    let mut known = ProjectDeclarations::read_file(home);
    let before = known.clone();
    known.projects.clear();
    let mut ask_for_roots = false;
    for team in teams {
        let Ok(policy) = team.policy() else { continue };
        ask_for_roots |= policy.projects.uses_roots();
        known.add_declarations(team.name(), &policy.projects);
    }
    for (name, scope) in hubs.iter().flat_map(HomeHub::declared_projects) {
        ask_for_roots |= !scope.roots.is_empty();
        let remotes = scope.remotes.iter().filter_map(|url| palimp_team::plain_remote(url));
        let declared = Declared { remotes: remotes.collect(), roots: scope.roots };
        known.projects.insert(name, declared);
    }
    if ask_for_roots {
        directories.iter().for_each(|directory| {
            known.look_at(&crate::home::project_discovery::locate_project(directory))
        });
    }
    if known == before { Ok(()) } else { known.write_file(home) }
}

impl ProjectDeclarations {
    fn file_path(home: &HomePaths) -> PathBuf {
        home.teams_dir().join("projects.json")
    }

    fn read_file(home: &HomePaths) -> ProjectDeclarations {
        let read = palimp_files::read(&ProjectDeclarations::file_path(home)).ok();
        read.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
    }

    fn write_file(&self, home: &HomePaths) -> Result<(), Error> {
        let path = ProjectDeclarations::file_path(home);
        let bytes = serde_json::to_vec(self).map_err(std::io::Error::other);
        bytes
            .and_then(|bytes| palimp_files::replace_file(&path, &bytes))
            .map_err(|source| Error::File { path, source })
    }

    fn add_declarations(&mut self, team: &str, projects: &Projects) {
        for (id, project) in projects.iter() {
            let roots = project.roots.iter().map(Oid::to_string).collect();
            let declared = Declared { remotes: project.remotes.clone(), roots };
            self.projects.insert(scope_of(Sharer::Team(team), Some(id)), declared);
        }
    }

    fn look_at(&mut self, place: &ProjectLocation) {
        if let Some(git_dir) =
            place.common_dir().filter(|_| !self.trees.contains_key(&place.project.root))
        {
            let roots = first_commits(&git_dir).unwrap_or_default();
            self.trees
                .insert(place.project.root.clone(), roots.iter().map(Oid::to_string).collect());
        }
    }

    /// The projects that a tree is.
    fn projects_of(&self, place: &ProjectLocation) -> Vec<String> {
        if self.projects.is_empty() {
            return Vec::new();
        }
        let remotes: Vec<String> =
            place.remote_urls().iter().filter_map(|url| palimp_team::plain_remote(url)).collect();
        let roots = self.trees.get(&place.project.root).map_or(&[][..], Vec::as_slice);
        let is_it = |declared: &&Declared| {
            declared.remotes.iter().any(|remote| remotes.contains(remote))
                || declared.roots.iter().any(|root| roots.contains(root))
        };
        self.projects
            .iter()
            .filter(|(_, declared)| is_it(declared))
            .map(|(name, _)| name.clone())
            .collect()
    }
}
