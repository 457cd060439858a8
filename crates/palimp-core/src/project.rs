//! Identity of projects: id, name and root. `palimp_engine::home::projects` decides which project a directory is.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::settings::Agent;

/// A project: the main repository of a git work tree, else a working directory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectIdentity {
    /// Stable over sessions, work trees, moves and clones: 16 hexadecimal digits, at first of the
    /// root's hash.
    pub id: String,
    /// The name shown: the root's last component, or the user's choice.
    pub name: String,
    /// The directory.
    pub root: PathBuf,
}

impl ProjectIdentity {
    /// The project whose canonical root is `root`.
    pub fn from_root(root: impl Into<PathBuf>) -> ProjectIdentity {
        let root = root.into();
        let name = root.file_name().unwrap_or(root.as_os_str()).to_string_lossy().into_owned();
        ProjectIdentity { id: id_of(&root), name, root }
    }
}

fn id_of(root: &Path) -> String {
    let hash = blake3::hash(root.as_os_str().as_encoded_bytes());
    hash.to_hex()[..16].to_owned()
}

/// The agent that works in `project`: the one of `agents` with a pattern that names the project or
/// contains its root; `main` when there is none.
pub fn agent_for<'a>(project: &ProjectIdentity, agents: &'a [(String, Agent)]) -> &'a str {
    let claims = |pattern: &String| {
        *pattern == project.name
            || project.root.file_name() == Some(pattern.as_ref())
            || project.root.starts_with(pattern.trim_end_matches('/'))
    };
    agents
        .iter()
        .find(|(_, agent)| agent.projects.iter().any(claims))
        .map_or(DEFAULT_AGENT, |(id, _)| id.as_str())
}

/// The agent of a home that names no other.
pub const DEFAULT_AGENT: &str = "main";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_root_has_one_id() {
        assert_eq!(
            ProjectIdentity::from_root("/home/dev/app"),
            ProjectIdentity::from_root("/home/dev/app")
        );
        assert_ne!(
            ProjectIdentity::from_root("/home/dev/app").id,
            ProjectIdentity::from_root("/home/dev/app2").id
        );
        assert_eq!(ProjectIdentity::from_root("/home/dev/앱").name, "앱");
    }

    #[test]
    fn a_project_may_belong_to_an_agent() {
        let projects = vec!["/home/dev/job/".to_owned(), "api".to_owned()];
        let agents = [("job".to_owned(), Agent { projects, ..Agent::default() })];
        assert_eq!(agent_for(&ProjectIdentity::from_root("/home/dev/job/x"), &agents), "job");
        assert_eq!(agent_for(&ProjectIdentity::from_root("/srv/api"), &agents), "job");
        assert_eq!(agent_for(&ProjectIdentity::from_root("/home/dev/jobshop"), &agents), "main");
    }
}
