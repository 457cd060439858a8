//! A repository, as git tells of it.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

/// A repository on this machine; nothing is checked out.
pub(super) struct Repository {
    place: PathBuf,
    texts: RefCell<HashMap<(String, String), Rc<str>>>,
    paths: RefCell<HashMap<String, Rc<BTreeSet<String>>>>,
}

/// A file that a commit changed.
pub(super) struct Change {
    /// Its name before, and after; of one that was added or removed, the same.
    pub(super) from: String,
    pub(super) to: String,
    kind: char,
}

impl Change {
    pub(super) fn is_removal(&self) -> bool {
        self.kind == 'D'
    }
}

impl Repository {
    pub(super) fn at(place: &Path) -> Repository {
        Repository { place: place.to_owned(), texts: RefCell::default(), paths: RefCell::default() }
    }

    /// What git prints.
    pub(super) fn git(&self, args: &[&str]) -> Result<String, String> {
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
        let list = self.git(&["rev-list", "--first-parent", "--reverse", &count, "HEAD"])?;
        Ok(list.lines().map(str::to_owned).collect())
    }

    /// The files that a commit changed, compared with its first parent.
    pub(super) fn changes(&self, commit: &str) -> Result<Vec<Change>, String> {
        let before = format!("{commit}^1");
        let list = self.git(&["diff", "--name-status", "-M", &before, commit])?;
        let change = |line: &str| {
            let mut parts = line.split('\t');
            let kind = parts.next()?.chars().next()?;
            let from = parts.next()?.to_owned();
            Some(Change { to: parts.next().unwrap_or(&from).to_owned(), from, kind })
        };
        Ok(list.lines().filter_map(change).collect())
    }

    /// The lines that a commit added to a file, by their numbers.
    pub(super) fn added(&self, commit: &str, path: &str) -> Result<Vec<usize>, String> {
        let before = format!("{commit}^1");
        let diff = self.git(&["diff", "-U0", "-M", &before, commit, "--", path])?;
        let hunks = diff.lines().filter_map(|line| line.strip_prefix("@@ ")).filter_map(|hunk| {
            let new = hunk.split(' ').find_map(|part| part.strip_prefix('+'))?;
            let (from, count) = new.split_once(',').unwrap_or((new, "1"));
            let from: usize = from.parse().ok()?;
            Some(from..from + count.parse::<usize>().ok()?)
        });
        Ok(hunks.flatten().collect())
    }

    /// What a file said at a commit; nothing where it is no text.
    pub(super) fn text(&self, commit: &str, path: &str) -> Result<Rc<str>, String> {
        let key = (commit.to_owned(), path.to_owned());
        if let Some(text) = self.texts.borrow().get(&key) {
            return Ok(text.clone());
        }
        let text: Rc<str> =
            self.git(&["show", &format!("{commit}:{path}")]).unwrap_or_default().into();
        self.texts.borrow_mut().insert(key, text.clone());
        Ok(text)
    }

    /// The names of all files at a commit.
    pub(super) fn paths(&self, commit: &str) -> Result<Rc<BTreeSet<String>>, String> {
        if let Some(paths) = self.paths.borrow().get(commit) {
            return Ok(paths.clone());
        }
        let list = self.git(&["ls-tree", "-r", "--name-only", commit])?;
        let paths: Rc<BTreeSet<String>> = Rc::new(list.lines().map(str::to_owned).collect());
        self.paths.borrow_mut().insert(commit.to_owned(), paths.clone());
        Ok(paths)
    }
}
