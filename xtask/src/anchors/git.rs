//! A repository, as git tells of it.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

/// A repository on this machine; nothing is checked out.
pub(super) struct GitRepository {
    place: PathBuf,
    texts: RefCell<HashMap<(String, String), Rc<str>>>,
    paths: RefCell<HashMap<String, Rc<BTreeSet<String>>>>,
}

/// A file that a commit changed.
pub(super) struct CommittedFile {
    /// Its name before, and after; of one that was added or removed, the same.
    pub(super) from: String,
    pub(super) to: String,
    kind: char,
}

impl CommittedFile {
    pub(super) fn is_removal(&self) -> bool {
        self.kind == 'D'
    }
}

impl GitRepository {
    pub(super) fn at_path(place: &Path) -> GitRepository {
        GitRepository {
            place: place.to_owned(),
            texts: RefCell::default(),
            paths: RefCell::default(),
        }
    }

    /// Runs git and returns its output.
    pub(super) fn run_git(&self, args: &[&str]) -> Result<String, String> {
        let run = Command::new("git").arg("-C").arg(&self.place).args(args).output();
        let done = run.map_err(|error| format!("git: {error}"))?;
        match done.status.success() {
            true => Ok(String::from_utf8_lossy(&done.stdout).into_owned()),
            false => {
                Err(format!("git {}: {}", args.join(" "), String::from_utf8_lossy(&done.stderr)))
            }
        }
    }

    /// The last commits, the first of them first.
    pub(super) fn commits(&self, count: usize) -> Result<Vec<String>, String> {
        let count = format!("-n{count}");
        let list = self.run_git(&["rev-list", "--first-parent", "--reverse", &count, "HEAD"])?;
        Ok(list.lines().map(str::to_owned).collect())
    }

    /// The files that a commit changed, compared with its first parent.
    pub(super) fn changes(&self, commit: &str) -> Result<Vec<CommittedFile>, String> {
        let before = format!("{commit}^1");
        let list = self.run_git(&["diff", "--name-status", "-M", &before, commit])?;
        let change = |line: &str| {
            let mut parts = line.split('\t');
            let kind = parts.next()?.chars().next()?;
            let from = parts.next()?.to_owned();
            Some(CommittedFile { to: parts.next().unwrap_or(&from).to_owned(), from, kind })
        };
        Ok(list.lines().filter_map(change).collect())
    }

    /// The lines that a commit added to a file, by their numbers.
    pub(super) fn added_lines(&self, commit: &str, path: &str) -> Result<Vec<usize>, String> {
        let before = format!("{commit}^1");
        let diff = self.run_git(&["diff", "-U0", "-M", &before, commit, "--", path])?;
        let hunks = diff.lines().filter_map(|line| line.strip_prefix("@@ ")).filter_map(|hunk| {
            let new = hunk.split(' ').find_map(|part| part.strip_prefix('+'))?;
            let (from, count) = new.split_once(',').unwrap_or((new, "1"));
            let from: usize = from.parse().ok()?;
            Some(from..from + count.parse::<usize>().ok()?)
        });
        Ok(hunks.flatten().collect())
    }

    /// Returns the text of a file at a commit; empty if it is not text.
    pub(super) fn file_text(&self, commit: &str, path: &str) -> Result<Rc<str>, String> {
        let key = (commit.to_owned(), path.to_owned());
        if let Some(text) = self.texts.borrow().get(&key) {
            return Ok(text.clone());
        }
        let text: Rc<str> =
            self.run_git(&["show", &format!("{commit}:{path}")]).unwrap_or_default().into();
        self.texts.borrow_mut().insert(key, text.clone());
        Ok(text)
    }

    /// The names of all files at a commit.
    pub(super) fn paths(&self, commit: &str) -> Result<Rc<BTreeSet<String>>, String> {
        if let Some(paths) = self.paths.borrow().get(commit) {
            return Ok(paths.clone());
        }
        let list = self.run_git(&["ls-tree", "-r", "--name-only", commit])?;
        let paths: Rc<BTreeSet<String>> = Rc::new(list.lines().map(str::to_owned).collect());
        self.paths.borrow_mut().insert(commit.to_owned(), paths.clone());
        Ok(paths)
    }
}
