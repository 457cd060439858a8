//! Parts of a monorepo: directories that `projects.<id>.parts` names, by which the sessions of one
//! project are told apart.

use std::path::{Component, Path};

use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;

use super::projects::ProjectTable;

/// Parts of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProjectParts {
    /// Directories relative to the root of the project, without slashes around them.
    parts: Vec<String>,
    /// Directories in which the project was seen.
    roots: Vec<String>,
}

impl ProjectParts {
    /// Returns the parts that the settings name for a project; none for most projects.
    pub(crate) fn for_project(home: &HomePaths, settings: &Settings, id: &str, name: &str) -> Self {
        let projects = settings.projects.by_id.iter().filter(|(of, _)| of == id || of == name);
        let named = projects.flat_map(|(_, project)| &project.parts);
        let parts: Vec<String> = named.map(|part| normalize_part(part)).collect();
        if parts.is_empty() {
            return ProjectParts::default();
        }
        let records = ProjectTable::load(home).records();
        let record = records.into_iter().find(|record| record.has_id(id));
        let places = record.map(|record| record.places).unwrap_or_default();
        ProjectParts { parts, roots: places.into_iter().map(|place| place.root).collect() }
    }

    /// Returns true if the project has no parts.
    pub(crate) const fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns the part in which `directory` lies, the innermost one; none outside all parts.
    ///
    /// A directory below a root of the project that this home has never seen, such as one of another
    /// machine, is in the part whose components it contains.
    pub(crate) fn find_part(&self, directory: &str) -> Option<&str> {
        let directory = Path::new(directory);
        let below = self.roots.iter().find_map(|root| directory.strip_prefix(root).ok());
        let is_in = |part: &&String| match below {
            Some(below) => below.starts_with(part),
            None => contains_components(directory, Path::new(part)),
        };
        self.parts.iter().filter(is_in).max_by_key(|part| part.len()).map(String::as_str)
    }
}

/// Returns `services/api` for `./services/api/`.
fn normalize_part(part: &str) -> String {
    let names = Path::new(part).components().filter_map(|component| match component {
        Component::Normal(name) => name.to_str(),
        _ => None,
    });
    names.collect::<Vec<_>>().join("/")
}

fn contains_components(directory: &Path, part: &Path) -> bool {
    let (all, wanted): (Vec<_>, Vec<_>) =
        (directory.components().collect(), part.components().collect());
    !wanted.is_empty() && all.windows(wanted.len()).any(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts() -> ProjectParts {
        let parts = ["./services/api/", "services/api/admin", "app"].map(normalize_part);
        ProjectParts { parts: parts.into(), roots: vec!["/home/app/shop".to_owned()] }
    }

    #[test]
    fn directory_lies_in_its_innermost_part() {
        let parts = parts();
        for (directory, expect) in [
            ("/home/app/shop/services/api", Some("services/api")),
            ("/home/app/shop/services/api/src", Some("services/api")),
            ("/home/app/shop/services/api/admin/x", Some("services/api/admin")),
            ("/home/app/shop/services", None),
            ("/home/app/shop/services/api2", None),
            ("/home/app/shop", None),
            ("/home/app/shop/app", Some("app")),
        ] {
            assert_eq!(parts.find_part(directory), expect, "{directory}");
        }
    }

    #[test]
    fn directory_of_another_machine_is_told_by_its_components() {
        let parts = parts();
        assert_eq!(parts.find_part("/Users/kim/src/shop/services/api"), Some("services/api"));
        assert_eq!(parts.find_part("/Users/kim/src/shop/web"), None);
    }
}
