//! Finds the project of a directory by looking at the disk, never by running git.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use palimp_core::project::ProjectIdentity;

/// A project and its location on disk and in git.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectLocation {
    /// The project.
    pub project: ProjectIdentity,
    /// The directory of this work tree's `HEAD`, where the project is under git.
    git_dir: Option<PathBuf>,
    /// The root of this work tree: the project's own, unless it is a linked one.
    tree: PathBuf,
    /// True if the home's table of projects has exactly this place.
    pub(crate) is_recorded: bool,
}

impl ProjectLocation {
    /// Returns true if the project is under git.
    pub const fn is_repository(&self) -> bool {
        self.git_dir.is_some()
    }

    /// Location of something that happened in no directory, known by a name.
    pub fn without_directory(name: &str) -> ProjectLocation {
        ProjectLocation::from_project(ProjectIdentity::from_root(name), None)
    }

    fn from_project(project: ProjectIdentity, git_dir: Option<PathBuf>) -> ProjectLocation {
        ProjectLocation { tree: project.root.clone(), project, git_dir, is_recorded: false }
    }

    /// Returns the root of this work tree.
    pub fn tree(&self) -> &Path {
        &self.tree
    }

    /// The directory of the repository's data that all its work trees share.
    pub(crate) fn common_dir(&self) -> Option<PathBuf> {
        let git_dir = self.git_dir.as_deref()?;
        Some(common_dir(git_dir).unwrap_or_else(|| git_dir.to_owned()))
    }

    /// Returns the addresses of the remotes, from the repository's own settings.
    pub(crate) fn remote_urls(&self) -> Vec<String> {
        self.remotes().into_iter().map(|(_, url)| url).collect()
    }

    /// Returns the address of the remote `origin`, else of the only remote. A path is made absolute.
    pub(crate) fn origin_url(&self) -> Option<String> {
        let mut remotes = self.remotes();
        let origin = remotes.iter().position(|(name, _)| name == "origin");
        let url = match (origin, remotes.len()) {
            (Some(at), _) => remotes.swap_remove(at).1,
            (None, 1) => remotes.swap_remove(0).1,
            (None, _) => return None,
        };
        if !url.starts_with(['.', '/']) {
            return Some(url);
        }
        let path = self.project.root.join(&url);
        Some(fs::canonicalize(&path).unwrap_or(path).to_string_lossy().into_owned())
    }

    /// The remotes and their addresses.
    fn remotes(&self) -> Vec<(String, String)> {
        let config = self.common_dir().and_then(|dir| read_up_to(&dir.join("config"), 256 << 10));
        let (mut remotes, mut remote) = (Vec::new(), None);
        for line in config.unwrap_or_default().lines().map(str::trim) {
            if line.starts_with('[') {
                remote = line.strip_prefix("[remote ").map(|name| name.trim_end_matches(']'));
            } else if let Some(name) = remote
                && let Some((key, url)) = line.split_once('=')
                && key.trim().eq_ignore_ascii_case("url")
            {
                let unquoted = |text: &str| text.trim().trim_matches('"').to_owned();
                remotes.push((unquoted(name), unquoted(url)));
            }
        }
        remotes
    }

    /// The list of the files that git knows in this work tree.
    pub(crate) fn git_index(&self) -> Option<PathBuf> {
        self.git_dir.as_ref().map(|dir| dir.join("index"))
    }

    /// The place as something of the past sees it: the commit of today says nothing about then.
    pub fn in_the_past(self) -> ProjectLocation {
        ProjectLocation { git_dir: None, ..self }
    }
}

/// Finds the project of `cwd` on disk: the root of the git repository around it, the main one if `cwd`
/// lies in a linked work tree, else `cwd` itself.
pub fn locate_project(cwd: &Path) -> ProjectLocation {
    let cwd = fs::canonicalize(cwd).unwrap_or_else(|_| cwd.to_owned());
    for dir in cwd.ancestors() {
        let dot_git = dir.join(".git");
        let Ok(meta) = fs::metadata(&dot_git) else { continue };
        if meta.is_dir() {
            return ProjectLocation::from_project(ProjectIdentity::from_root(dir), Some(dot_git));
        }
        if let Some(git_dir) = resolve_git_file(dir, &dot_git) {
            let root = main_root(&git_dir).unwrap_or_else(|| dir.to_owned());
            let place =
                ProjectLocation::from_project(ProjectIdentity::from_root(root), Some(git_dir));
            return ProjectLocation { tree: dir.to_owned(), ..place };
        }
    }
    ProjectLocation::from_project(ProjectIdentity::from_root(cwd), None)
}

/// Returns the directory that a `.git` file names: of a linked work tree or a submodule.
fn resolve_git_file(dir: &Path, dot_git: &Path) -> Option<PathBuf> {
    let text = read_small(dot_git)?;
    let path = text.strip_prefix("gitdir:")?.trim();
    let git_dir = dir.join(path);
    Some(fs::canonicalize(&git_dir).unwrap_or(git_dir))
}

/// The main repository of a linked work tree; a submodule has none, it is a project of its own.
fn main_root(git_dir: &Path) -> Option<PathBuf> {
    let common = common_dir(git_dir)?;
    let name = common.file_name()?;
    // A bare repository has no work tree of its own; it stands for itself.
    Some(if name == ".git" { common.parent()?.to_owned() } else { common })
}

/// The directory that a linked work tree shares with its main repository.
fn common_dir(git_dir: &Path) -> Option<PathBuf> {
    let text = read_small(&git_dir.join("commondir"))?;
    let common = git_dir.join(text.trim());
    Some(fs::canonicalize(&common).unwrap_or(common))
}

/// Returns the name of the branch that is checked out at `place`.
pub(crate) fn checked_out_branch(place: &ProjectLocation) -> Option<String> {
    let head = read_small(&place.git_dir.as_deref()?.join("HEAD"))?;
    head.trim().strip_prefix("ref: refs/heads/").map(str::to_owned)
}

/// The commit that is checked out at `place`.
pub fn git_head(place: &ProjectLocation) -> Option<String> {
    let git_dir = place.git_dir.as_deref()?;
    let head = read_small(&git_dir.join("HEAD"))?;
    let Some(reference) = head.trim().strip_prefix("ref: ") else {
        return parse_commit_hash(head.trim());
    };
    let common = common_dir(git_dir).unwrap_or_else(|| git_dir.to_owned());
    if let Some(text) = read_small(&common.join(reference)) {
        return parse_commit_hash(text.trim());
    }
    let packed = read_up_to(&common.join("packed-refs"), 8 << 20)?;
    let line = packed.lines().find(|line| line.ends_with(reference))?;
    let (commit, name) = line.split_once(' ')?;
    if name == reference { parse_commit_hash(commit) } else { None }
}

/// The commits that are checked out in the work trees of the repository at `place`, each once, in their
/// order.
pub(crate) fn git_heads(place: &ProjectLocation) -> Vec<String> {
    let Some(common) = place.common_dir() else { return Vec::new() };
    let linked = fs::read_dir(common.join("worktrees")).into_iter().flatten().flatten();
    let git_dirs = linked.map(|entry| entry.path()).take(MAX_WORK_TREES).chain([common.clone()]);
    let head = |git_dir| git_head(&ProjectLocation { git_dir: Some(git_dir), ..place.clone() });
    let mut heads: Vec<String> = git_dirs.filter_map(head).collect();
    heads.sort_unstable();
    heads.dedup();
    heads
}

/// The most linked work trees of a repository that are looked at.
const MAX_WORK_TREES: usize = 64;

fn parse_commit_hash(text: &str) -> Option<String> {
    let looks_like_one = text.len() >= 40 && text.bytes().all(|b| b.is_ascii_hexdigit());
    looks_like_one.then(|| text.to_owned())
}

fn read_small(path: &Path) -> Option<String> {
    read_up_to(path, 4_096)
}

fn read_up_to(path: &Path, limit: u64) -> Option<String> {
    let mut text = String::new();
    palimp_files::open(path).ok()?.take(limit).read_to_string(&mut text).ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn root() -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(dir.path()).unwrap();
        (dir, root)
    }

    #[test]
    fn a_directory_below_a_repository_is_the_repository() {
        let (_dir, root) = root();
        write(&root.join("app/.git/HEAD"), "ref: refs/heads/main\n");
        write(&root.join("app/.git/refs/heads/main"), &format!("{COMMIT}\n"));
        write(&root.join("app/src/deep/x.rs"), "");
        let place = locate_project(&root.join("app/src/deep"));
        assert_eq!(place.project, ProjectIdentity::from_root(root.join("app")));
        assert_eq!(git_head(&place).as_deref(), Some(COMMIT));
    }

    #[test]
    fn a_linked_work_tree_counts_as_its_main_repository() {
        let (_dir, root) = root();
        write(&root.join("app/.git/HEAD"), "ref: refs/heads/main\n");
        write(
            &root.join("app/.git/packed-refs"),
            &format!("# pack-refs\n{COMMIT} refs/heads/feature\n"),
        );
        write(&root.join("app/.git/worktrees/wt/HEAD"), "ref: refs/heads/feature\n");
        write(&root.join("app/.git/worktrees/wt/commondir"), "../..\n");
        let git_dir = root.join("app/.git/worktrees/wt");
        write(&root.join("wt/.git"), &format!("gitdir: {}\n", git_dir.display()));
        let place = locate_project(&root.join("wt"));
        assert_eq!(place.project, ProjectIdentity::from_root(root.join("app")));
        assert_eq!(place.tree(), root.join("wt"));
        assert_eq!(git_head(&place).as_deref(), Some(COMMIT));
    }

    #[test]
    fn remotes_are_those_of_the_main_repository() {
        let (_dir, root) = root();
        let config =
            "[core]\n\turl = no\n[remote \"origin\"]\n\turl = git@x:a/b.git\n\tfetch = +refs\n";
        write(&root.join("app/.git/config"), config);
        write(&root.join("app/.git/worktrees/wt/commondir"), "../..\n");
        let git_dir = root.join("app/.git/worktrees/wt");
        write(&root.join("wt/.git"), &format!("gitdir: {}\n", git_dir.display()));
        for tree in ["app", "wt"] {
            assert_eq!(locate_project(&root.join(tree)).remote_urls(), ["git@x:a/b.git"]);
        }
        assert!(locate_project(&root).remote_urls().is_empty());
    }

    #[test]
    fn a_submodule_is_a_project_of_its_own() {
        let (_dir, root) = root();
        write(&root.join("app/.git/modules/lib/HEAD"), &format!("{COMMIT}\n"));
        write(&root.join("app/lib/.git"), "gitdir: ../.git/modules/lib\n");
        let place = locate_project(&root.join("app/lib"));
        assert_eq!(place.project, ProjectIdentity::from_root(root.join("app/lib")));
        assert_eq!(git_head(&place).as_deref(), Some(COMMIT));
    }

    #[test]
    fn without_git_the_directory_is_the_project() {
        let place = locate_project(Path::new("/no/such/place"));
        assert_eq!(place.project.name, "place");
        assert_eq!(git_head(&place), None);
    }
}
