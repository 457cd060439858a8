//! Projects declared by a team, and matching of a working tree against them.
//!
//! A project is identified by the declaration in `team.toml`, so that any clone at any path is the
//! same project:
//!
//! ```toml
//! [projects.app]
//! remotes = ["github.com/acme/app"]
//! roots = ["0123456789abcdef0123456789abcdef01234567"]
//! ```

use std::collections::BTreeMap;

use toml_edit::{Item, TableLike};

use crate::git::Oid;
use crate::messages;
use crate::repository_layout::is_name;

/// The most projects of a team, and the most remotes and root commits of a project.
const MAX_PROJECTS: usize = 1_000;

/// The projects of a team, by their ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Projects {
    by_id: BTreeMap<String, TeamProject>,
}

/// Identity of a project: its remotes and first commits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamProject {
    /// Its remotes, as [`plain_remote`] writes them.
    pub remotes: Vec<String>,
    /// Its first commits.
    pub roots: Vec<Oid>,
}

impl Projects {
    /// Reads `projects` of a `team.toml`; the error says which is wrong.
    pub(crate) fn from_toml(item: Option<&Item>) -> Result<Projects, String> {
        let Some(item) = item else { return Ok(Projects::default()) };
        let table = item.as_table_like().ok_or_else(messages::projects_malformed)?;
        if table.len() > MAX_PROJECTS {
            return Err(messages::too_many_projects(MAX_PROJECTS));
        }
        let project = |(id, item): (&str, &Item)| {
            let wrong = || format!("team.toml: projects.{id}");
            let table =
                item.as_table_like().filter(|_| is_name(id) && id != "_").ok_or_else(wrong)?;
            let remotes = string_array(table, "remotes").ok_or_else(wrong)?;
            let roots = string_array(table, "roots").ok_or_else(wrong)?;
            let roots = roots.iter().map(|root| Oid::parse(root).ok_or_else(wrong));
            let remotes = remotes.iter().map(|remote| plain_remote(remote).ok_or_else(wrong));
            let project = TeamProject {
                remotes: remotes.collect::<Result<_, _>>()?,
                roots: roots.collect::<Result<_, _>>()?,
            };
            Ok((id.to_owned(), project))
        };
        let by_id = table.iter().map(project).collect::<Result<_, String>>()?;
        Ok(Projects { by_id })
    }

    /// Every project with its id.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &TeamProject)> {
        self.by_id.iter().map(|(id, project)| (id.as_str(), project))
    }

    /// True if any project is declared by first commits: the caller has to look up those of its
    /// tree.
    pub fn uses_roots(&self) -> bool {
        self.by_id.values().any(|project| !project.roots.is_empty())
    }

    /// The projects that a working tree with these remotes and first commits is.
    pub fn matching_tree<'p>(
        &'p self,
        remotes: &[String],
        roots: &[Oid],
    ) -> impl Iterator<Item = &'p str> {
        let remotes: Vec<String> = remotes.iter().filter_map(|url| plain_remote(url)).collect();
        let roots = roots.to_vec();
        let is_it = move |project: &TeamProject| {
            project.remotes.iter().any(|remote| remotes.contains(remote))
                || project.roots.iter().any(|root| roots.contains(root))
        };
        self.iter().filter(move |(_, project)| is_it(project)).map(|(id, _)| id)
    }
}

/// The texts of an array; none of a key that is not there.
fn string_array(table: &dyn TableLike, key: &str) -> Option<Vec<String>> {
    let Some(item) = table.get(key) else { return Some(Vec::new()) };
    let array = item.as_array().filter(|array| array.len() <= MAX_PROJECTS)?;
    array.iter().map(|value| value.as_str().map(str::to_owned)).collect()
}

/// A remote without what differs between its clones: scheme, user, port, `.git`, and how the host is
/// spelled. `None` of nothing.
///
/// ```
/// use palimp_team::plain_remote;
///
/// for url in ["git@GitHub.com:acme/app.git", "https://me:token@github.com/acme/app/", "ssh://git@github.com:22/acme/app"] {
///     assert_eq!(plain_remote(url).as_deref(), Some("github.com/acme/app"));
/// }
/// assert_eq!(plain_remote("/srv/git/app.git").as_deref(), Some("/srv/git/app"));
/// ```
pub fn plain_remote(url: &str) -> Option<String> {
    let url = url.trim();
    let (scheme, rest) =
        url.split_once("://").map_or((None, url), |(scheme, rest)| (Some(scheme), rest));
    let (host, path) = match scheme {
        Some("file") => ("", rest),
        Some(_) => rest.split_once('/')?,
        None => before_colon(rest)
            .or_else(|| {
                rest.split_once('/')
                    .filter(|(host, _)| host.contains('.') && !host.starts_with('.'))
            })
            .unwrap_or(("", rest)),
    };
    let host = host.rsplit('@').next()?.split(':').next()?.to_lowercase();
    let path = path.trim_end_matches('/').trim_end_matches(".git").trim_end_matches('/');
    if path.is_empty() || path.contains(char::is_control) {
        return None;
    }
    Some(if host.is_empty() {
        path.to_owned()
    } else {
        format!("{host}/{}", path.trim_start_matches('/'))
    })
}

/// `host:path`, as ssh writes it; a path with a slash before its colon is none.
fn before_colon(text: &str) -> Option<(&str, &str)> {
    text.split_once(':').filter(|(host, _)| !host.contains('/') && !host.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Projects, String> {
        let document = toml_edit::Document::parse(text).unwrap();
        Projects::from_toml(document.get("projects"))
    }

    const ROOT: &str = "0123456789abcdef0123456789abcdef01234567";

    #[test]
    fn a_clone_is_known_by_a_remote_or_by_its_first_commit() {
        let text = format!(
            "[projects.app]\nremotes = [\"https://github.com/acme/app\"]\n\
             [projects.old]\nroots = [\"{ROOT}\"]\n"
        );
        let projects = read(&text).unwrap();
        let of = |remotes: &[&str], roots: &[&str]| {
            let remotes: Vec<String> = remotes.iter().map(|url| (*url).to_owned()).collect();
            let roots: Vec<Oid> = roots.iter().filter_map(|root| Oid::parse(root)).collect();
            projects.matching_tree(&remotes, &roots).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(of(&["git@github.com:acme/app.git"], &[]), ["app"]);
        assert_eq!(of(&["git@github.com:other/app.git"], &[ROOT]), ["old"]);
        assert_eq!(of(&["git@evil.example:acme/app.git"], &[]), [""; 0]);
        assert!(projects.uses_roots());
    }

    #[test]
    fn what_is_no_project_is_refused_by_its_name() {
        assert_eq!(read("").unwrap(), Projects::default());
        for text in [
            "[projects.\"../x\"]",
            "[projects._]",
            "[projects.x]\nroots = [\"12\"]",
            "[projects.x]\nremotes = \"a\"",
            "[projects.x]\nremotes = [1]",
            "projects.x = 1",
            "projects.x.remotes = [\"\"]",
        ] {
            assert!(read(text).unwrap_err().starts_with("team.toml: projects"), "{text}");
        }
    }

    #[test]
    fn remotes_are_compared_by_what_they_name() {
        let plain = |url: &str| plain_remote(url).unwrap_or_default();
        assert_eq!(plain("github.com/acme/app"), "github.com/acme/app");
        assert_eq!(plain("file:///srv/app.git/"), "/srv/app");
        assert_eq!(plain("../app.git"), "../app");
        assert_eq!(plain("/a:b/c"), "/a:b/c");
        assert_eq!(plain("git@host:~ana/app"), "host/~ana/app");
        for nothing in ["", "https://", "https://host/", "host:", "a\nb"] {
            assert_eq!(plain(nothing), "", "{nothing:?}");
        }
    }
}
