//! Decides which projects, files and times palimp leaves out.
//!
//! Nothing of what is left out is captured, imported, indexed or injected, by any client. Three
//! things leave out: the setting `capture.exclude`, files named `.palimpignore`, and
//! [pauses](super::pauses). An ignore file that cannot be read or parsed leaves out everything in
//! its directory, because the user wanted something left out.

use std::fs;
use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_core::text::matches_glob;
use palimp_core::{ToolAction, ToolUse};
use serde::Serialize;

use super::pauses::{Pause, Pauses};
use super::project_discovery::{ProjectLocation, locate_project};

/// Name of the file that leaves out parts of the directory it is in, in the syntax of `.gitignore`.
pub const IGNORE_FILE_NAME: &str = ".palimpignore";
/// Maximum size of an ignore file, in bytes.
const MAX_IGNORE_FILE_BYTES: u64 = 256 << 10;
/// Name of a file that only a pattern for everything matches.
const ANY_FILE_NAME: &str = "palimp-any-file";

/// Reason why something is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "by", rename_all = "camelCase")]
pub enum Exclusion {
    /// A pattern of the setting `capture.exclude`.
    Setting {
        /// The pattern.
        pattern: String,
    },
    /// An ignore file.
    IgnoreFile {
        /// Path of the file.
        path: PathBuf,
    },
    /// A pause.
    Pause(Pause),
}

impl Exclusion {
    /// Returns the reason in the thread's language.
    pub fn in_words(&self) -> String {
        match self {
            Exclusion::Setting { pattern } => crate::messages::excluded_by_setting(pattern),
            Exclusion::IgnoreFile { path } => crate::messages::excluded_by_file(path.display()),
            Exclusion::Pause(pause) => crate::messages::excluded_by_pause(pause.target_in_words()),
        }
    }
}

/// What a home leaves out.
#[derive(Clone, Debug)]
pub struct Exclusions<'a> {
    patterns: &'a [String],
    pauses: Pauses,
}

impl<'a> Exclusions<'a> {
    /// Loads the exclusions of a home. A missing file pauses nothing.
    pub fn load(home: &HomePaths, settings: &'a Settings) -> Exclusions<'a> {
        Exclusions { patterns: &settings.capture.exclude, pauses: Pauses::load(home) }
    }

    /// Returns why the session is left out at `at`, in milliseconds since the Unix epoch, when it
    /// works in `cwd`, which is in `place`.
    pub fn of_session(
        &self,
        cwd: &Path,
        place: &ProjectLocation,
        session: &str,
        at: i64,
    ) -> Option<Exclusion> {
        let pause = self.pauses.find(&place.project.id, session, at);
        pause.cloned().map(Exclusion::Pause).or_else(|| self.of_place(cwd, place))
    }

    /// Returns why everything in `cwd`, which is in `place`, is left out at any time.
    pub fn of_place(&self, cwd: &Path, place: &ProjectLocation) -> Option<Exclusion> {
        let by_setting = self.patterns.iter().find(|pattern| matches_place(pattern, cwd, place));
        if let Some(pattern) = by_setting {
            return Some(Exclusion::Setting { pattern: pattern.clone() });
        }
        if !cwd.is_absolute() {
            let name = &place.project.name;
            let pattern = self.patterns.iter().find(|_| self.excludes_name(name))?.clone();
            return Some(Exclusion::Setting { pattern });
        }
        let cwd = fs::canonicalize(cwd).unwrap_or_else(|_| cwd.to_owned());
        // A linked work tree is a part of the main repository, wherever it stands.
        let path = ignore_file_for(&cwd, true).or_else(|| {
            let is_apart = !cwd.starts_with(&place.project.root);
            is_apart.then(|| ignore_file_for(&place.project.root, true)).flatten()
        })?;
        Some(Exclusion::IgnoreFile { path })
    }

    /// Returns true if a project of which only the name is known is left out. A pattern for a
    /// directory or a remote counts by its last part: what may be meant is left out.
    pub fn excludes_name(&self, name: &str) -> bool {
        self.patterns.iter().any(|pattern| {
            let pattern = pattern.trim().trim_end_matches('/');
            let (last, is_apart) = match pattern.rsplit_once('/') {
                Some((_, last)) => (last, last.contains('*')),
                None => (pattern, false),
            };
            !last.is_empty() && !is_apart && matches_glob(last, name)
        })
    }

    /// Returns why everything in `cwd` is left out at any time.
    pub fn of_directory(&self, cwd: &Path) -> Option<Exclusion> {
        self.of_place(cwd, &locate_project(cwd))
    }

    /// Returns everything that leaves out at `at`: the pauses, the patterns, and an ignore file
    /// around `cwd`.
    pub fn all_reasons(&self, cwd: &Path, at: i64) -> Vec<Exclusion> {
        let pauses = self.pauses.active(at).cloned().map(Exclusion::Pause);
        let pattern = |pattern: &String| Exclusion::Setting { pattern: pattern.clone() };
        let without_patterns = Exclusions { patterns: &[], pauses: Pauses::default() };
        let file = without_patterns.of_directory(cwd);
        pauses.chain(self.patterns.iter().map(pattern)).chain(file).collect()
    }

    /// Returns the pauses.
    pub fn pauses(&self) -> &Pauses {
        &self.pauses
    }
}

/// Takes out of a tool's use the files that an ignore file leaves out; returns `None` if nothing of
/// it is left. `root` is the directory that relative paths start from.
pub(crate) fn without_ignored_files(tool: &ToolUse, root: &Path) -> Option<ToolUse> {
    let is_ignored = |path: &str| {
        let path = root.join(path);
        path.is_absolute() && ignore_file_for(&path, path.is_dir()).is_some()
    };
    match &tool.action {
        ToolAction::Edit(edits) => {
            let left: Vec<_> = edits.iter().filter(|it| !is_ignored(&it.path)).cloned().collect();
            match left.len() {
                0 if !edits.is_empty() => None,
                all if all == edits.len() => Some(tool.clone()),
                // The output speaks of all files.
                _ => Some(ToolUse {
                    action: ToolAction::Edit(left),
                    output: String::new(),
                    ..tool.clone()
                }),
            }
        }
        ToolAction::Shell { command: text } | ToolAction::Other { input: text } => {
            let mut words = text.split(|c: char| c.is_whitespace() || "\"'`=:;,()<>|&".contains(c));
            let names_one = words.any(|word| word.contains(['/', '.']) && is_ignored(word));
            (!names_one).then(|| tool.clone())
        }
    }
}

/// Returns true if an ignore file stands in `root` or above it.
pub(crate) fn has_ignore_file(root: &Path) -> bool {
    root.ancestors().any(|dir| dir.join(IGNORE_FILE_NAME).symlink_metadata().is_ok())
}

/// Returns the ignore file that leaves out `path`: the nearest one that says something about it.
fn ignore_file_for(path: &Path, is_dir: bool) -> Option<PathBuf> {
    for dir in path.ancestors().skip(usize::from(!is_dir)) {
        let file = dir.join(IGNORE_FILE_NAME);
        if file.symlink_metadata().is_err() {
            continue;
        }
        let Some(rules) = read_ignore_file(dir, &file) else { return Some(file) };
        let found = match path == dir {
            true => rules.matched(ANY_FILE_NAME, false),
            false => rules.matched_path_or_any_parents(path, is_dir),
        };
        if found.is_ignore() {
            return Some(file);
        }
        if found.is_whitelist() {
            return None;
        }
    }
    None
}

/// Reads an ignore file; `None` if it cannot be read or has a line that is no pattern.
fn read_ignore_file(dir: &Path, file: &Path) -> Option<Gitignore> {
    let bytes = palimp_files::read_up_to(file, MAX_IGNORE_FILE_BYTES).ok()?;
    let mut rules = GitignoreBuilder::new(dir);
    for line in String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').lines() {
        rules.add_line(None, line).ok()?;
    }
    rules.build().ok()
}

/// Returns true if a pattern names the project, a directory around `cwd`, or a remote of the
/// repository. `*` stands for any run of characters.
fn matches_place(pattern: &str, cwd: &Path, place: &ProjectLocation) -> bool {
    let pattern = pattern.trim().trim_end_matches('/');
    if pattern.is_empty() {
        return false;
    }
    let directory = match (pattern.strip_prefix('~'), std::env::home_dir()) {
        (Some(below), Some(user)) => format!("{}{below}", user.display()),
        _ => pattern.to_owned(),
    };
    if Path::new(&directory).is_absolute() {
        let places = [cwd, place.tree(), &place.project.root];
        return places.iter().flat_map(|it| it.ancestors()).any(|it| {
            matches_glob(&directory, &it.to_string_lossy())
                || fs::canonicalize(&directory).is_ok_and(|real| real == it)
        });
    }
    if pattern.contains('/') {
        let pattern = palimp_team::plain_remote(pattern).unwrap_or_else(|| pattern.to_owned());
        let mut remotes = place.remote_urls().into_iter();
        return remotes.any(|url| {
            palimp_team::plain_remote(&url).is_some_and(|url| matches_glob(&pattern, &url))
        });
    }
    let root_name = place.project.root.file_name().unwrap_or_default().to_string_lossy();
    matches_glob(pattern, &place.project.name) || matches_glob(pattern, &root_name)
}

#[cfg(test)]
mod tests {
    use palimp_core::{FileChange, FileEdit, ToolOutcome};

    use super::*;

    struct Tree(tempfile::TempDir);

    impl Tree {
        fn new() -> Tree {
            let tree = Tree(tempfile::tempdir().unwrap());
            tree.write("app/.git/HEAD", "ref: refs/heads/main\n");
            tree.write(
                "app/.git/config",
                "[remote \"origin\"]\n\turl = git@github.com:acme/app.git\n",
            );
            tree
        }

        fn path(&self, path: &str) -> PathBuf {
            fs::canonicalize(self.0.path()).unwrap().join(path)
        }

        fn write(&self, path: &str, text: &str) {
            let path = self.path(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }

        fn is_excluded(&self, pattern: &str, cwd: &str) -> bool {
            let mut settings = Settings::default();
            settings.capture.exclude = vec![pattern.to_owned()];
            let home = HomePaths::new(self.path("home"));
            Exclusions::load(&home, &settings).of_directory(&self.path(cwd)).is_some()
        }
    }

    #[test]
    fn setting_matches_name_path_and_remote() {
        let tree = Tree::new();
        tree.write("app/src/lib.rs", "");
        tree.write("app2/x", "");
        let root = tree.path("app").display().to_string();
        for pattern in [
            "app",
            "a*p",
            &root,
            &format!("{root}/"),
            &root.replace("app", "a*"),
            "github.com/acme/*",
            "https://github.com/acme/app.git",
            "*",
        ] {
            assert!(tree.is_excluded(pattern, "app/src"), "{pattern}");
        }
        for pattern in ["ap", "app2", "", "github.com/acme/ap", "gitlab.com/*", &format!("{root}2")]
        {
            assert!(!tree.is_excluded(pattern, "app/src"), "{pattern}");
        }
        assert!(!tree.is_excluded(&root, "app2"));
    }

    #[test]
    fn name_alone_matches_the_last_part_of_a_pattern() {
        let mut settings = Settings::default();
        settings.capture.exclude =
            ["/srv/nda/", "github.com/acme/*", "x-*"].map(str::to_owned).to_vec();
        let exclusions =
            Exclusions { patterns: &settings.capture.exclude, pauses: Pauses::default() };
        for (name, expect) in [("nda", true), ("x-1", true), ("acme", false), ("app", false)] {
            assert_eq!(exclusions.excludes_name(name), expect, "{name}");
        }
    }

    #[test]
    fn ignore_file_of_star_leaves_out_everything_below() {
        let tree = Tree::new();
        tree.write("app/src/lib.rs", "");
        for text in ["*\n", "# all of it\n*", "**", "/*\n", "{a\n"] {
            tree.write("app/.palimpignore", text);
            assert!(tree.is_excluded("", "app"), "{text}");
            assert!(tree.is_excluded("", "app/src"), "{text}");
        }
        for text in ["", "# nothing\n", "*.md\n", "docs/\n", "*\n!src/\n"] {
            tree.write("app/.palimpignore", text);
            assert!(!tree.is_excluded("", "app/src"), "{text}");
        }
        tree.write("app/.palimpignore", "src/\n");
        assert!(tree.is_excluded("", "app/src"));
        assert!(!tree.is_excluded("", "app"));
        tree.write(".palimpignore", "*\n");
        assert!(tree.is_excluded("", "app"));
    }

    #[test]
    fn linked_work_tree_obeys_main_repository() {
        let tree = Tree::new();
        tree.write("app/.git/worktrees/wt/commondir", "../..\n");
        tree.write(
            "wt/.git",
            &format!("gitdir: {}\n", tree.path("app/.git/worktrees/wt").display()),
        );
        assert!(!tree.is_excluded("", "wt"));
        tree.write("app/.palimpignore", "*\n");
        assert!(tree.is_excluded("", "wt"));
    }

    #[test]
    fn tool_use_loses_ignored_files() {
        let tree = Tree::new();
        tree.write("app/.palimpignore", "secret/\n*.pem\n");
        tree.write("app/secret/plan.md", "");
        let root = tree.path("app");
        let tool = |action| ToolUse {
            name: "Edit".to_owned(),
            id: None,
            action,
            outcome: ToolOutcome::Success,
            output: "both".to_owned(),
        };
        let edit = |path: &str| FileEdit { path: path.to_owned(), change: FileChange::Delete };
        let absolute = root.join("secret/plan.md").display().to_string();
        let both = tool(ToolAction::Edit(vec![edit(&absolute), edit("src/a.rs")]));
        let left = without_ignored_files(&both, &root).unwrap();
        assert_eq!(left.action, ToolAction::Edit(vec![edit("src/a.rs")]));
        assert_eq!(left.output, "");
        let shell = |command: &str| tool(ToolAction::Shell { command: command.to_owned() });
        for command in ["cat secret/plan.md", "openssl x509 -in 'server.pem'", "cat <./secret/a"] {
            assert_eq!(without_ignored_files(&shell(command), &root), None, "{command}");
        }
        for command in ["cargo test", "cat src/a.rs", "echo secret"] {
            assert_eq!(without_ignored_files(&shell(command), &root), Some(shell(command)));
        }
    }
}
