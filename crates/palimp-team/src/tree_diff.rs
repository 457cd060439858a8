//! Differences between the trees of two commits.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::git::{GitObjectKind, MAX_OBJECT, Objects, Oid};
use crate::repository_layout::MAX_CHANGED;
use crate::tree_object::{TreeEntries, TreeEntry};
use crate::{CommitRefusal, Error};

/// Maximum number of names in a path: `facts/<project>/<kind>/<id>.md`.
const MAX_DEPTH: usize = 4;
/// The most files of a commit.
const MAX_FILES: usize = 100_000;

pub(crate) const DIRECTORY_MODE: &str = "40000";
pub(crate) const FILE_MODE: &str = "100644";

/// A file before and after, by its blob.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Path in the repository.
    pub path: String,
    /// Old blob; `None` if the file is new.
    pub old: Option<Oid>,
    /// New blob; `None` if the file was removed.
    pub new: Option<Oid>,
}

/// Returns the changes from `old` to `new`, ordered by path. Identical directories are not opened.
pub(crate) fn diff_trees(
    objects: &mut Objects,
    old: Option<Oid>,
    new: Oid,
) -> Result<Result<Vec<Changed>, CommitRefusal>, Error> {
    walk_trees(objects, (old, new), MAX_CHANGED)
}

/// All that stands in a tree, as if it were new.
pub(crate) fn list_all_changes(
    objects: &mut Objects,
    tree: Oid,
) -> Result<Result<Vec<Changed>, CommitRefusal>, Error> {
    walk_trees(objects, (None, tree), MAX_FILES)
}

/// Every file of a tree, ordered by path.
pub(crate) fn list_files(
    objects: &mut Objects,
    tree: Oid,
) -> Result<Result<Vec<(String, Oid)>, CommitRefusal>, Error> {
    let files = list_all_changes(objects, tree)?;
    let of = |file: Changed| file.new.map(|new| (file.path, new));
    Ok(files.map(|files| files.into_iter().filter_map(of).collect()))
}

fn walk_trees(
    objects: &mut Objects,
    (old, new): (Option<Oid>, Oid),
    most: usize,
) -> Result<Result<Vec<Changed>, CommitRefusal>, Error> {
    let mut walk = TreeDiff { objects, most, met: 0, changed: Vec::new(), refusal: None };
    walk.compare_directories("", old, Some(new), 1)?;
    let TreeDiff { mut changed, refusal, .. } = walk;
    changed.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(refusal.map_or(Ok(changed), Err))
}

/// The blob at the top of a tree that is called `name`.
pub(crate) fn at_top(objects: &mut Objects, tree: Oid, name: &str) -> Result<Option<Oid>, Error> {
    let entries = read_tree(objects, tree)?.unwrap_or_default();
    Ok(entries
        .iter()
        .find(|entry| entry.name == name && entry.mode == FILE_MODE)
        .map(|entry| entry.oid))
}

/// The blob that stands at `path` below a tree.
pub(crate) fn at_path(objects: &mut Objects, tree: Oid, path: &str) -> Result<Option<Oid>, Error> {
    let (mut at, mut names) = (tree, path.split('/').peekable());
    while let Some(name) = names.next() {
        let mode = if names.peek().is_some() { DIRECTORY_MODE } else { FILE_MODE };
        let entries = read_tree(objects, at)?.unwrap_or_default();
        match entries.iter().find(|entry| entry.name == name && entry.mode == mode) {
            Some(entry) => at = entry.oid,
            None => return Ok(None),
        }
    }
    Ok(Some(at))
}

struct TreeDiff<'o> {
    objects: &'o mut Objects,
    most: usize,
    /// Number of entries that differed, including directories: otherwise directories without files
    /// would be walked without end.
    met: usize,
    changed: Vec<Changed>,
    refusal: Option<CommitRefusal>,
}

impl TreeDiff<'_> {
    fn compare_directories(
        &mut self,
        at: &str,
        old: Option<Oid>,
        new: Option<Oid>,
        depth: usize,
    ) -> Result<(), Error> {
        if old == new {
            return Ok(());
        }
        if depth > MAX_DEPTH {
            return self.refuse(CommitRefusal::Path(at.to_owned()));
        }
        let Some(old) = self.read_entries(old)? else {
            return self.refuse(CommitRefusal::Tree(at.to_owned()));
        };
        let Some(new) = self.read_entries(new)? else {
            return self.refuse(CommitRefusal::Tree(at.to_owned()));
        };
        let (mut left, mut right) = (old.iter().peekable(), new.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (None, None) => return Ok(()),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(old), Some(new)) => old.name.cmp(new.name),
            };
            let old = if order.is_le() { left.next() } else { None };
            let new = if order.is_ge() { right.next() } else { None };
            if self.refusal.is_some() {
                return Ok(());
            }
            if old != new {
                self.compare_entries(at, old, new, depth)?;
            }
        }
    }

    fn compare_entries(
        &mut self,
        at: &str,
        old: Option<TreeEntry<'_>>,
        new: Option<TreeEntry<'_>>,
        depth: usize,
    ) -> Result<(), Error> {
        self.met += 1;
        if self.met > self.most * MAX_DEPTH {
            return self.refuse(CommitRefusal::TooMany);
        }
        let name = old.or(new).map_or("", |entry| entry.name);
        let path = if at.is_empty() { name.to_owned() } else { format!("{at}/{name}") };
        if let Some(TreeEntry { mode, .. }) = new
            && mode != DIRECTORY_MODE
            && mode != FILE_MODE
        {
            return self.refuse(CommitRefusal::Mode { path, mode: mode.to_owned() });
        }
        let of = |entry: Option<TreeEntry<'_>>, mode: &str| {
            entry.filter(|entry| entry.mode == mode).map(|entry| entry.oid)
        };
        self.compare_directories(
            &path,
            of(old, DIRECTORY_MODE),
            of(new, DIRECTORY_MODE),
            depth + 1,
        )?;
        let (old, new) = (of(old, FILE_MODE), of(new, FILE_MODE));
        if old != new {
            self.changed.push(Changed { path, old, new });
        }
        if self.changed.len() > self.most {
            return self.refuse(CommitRefusal::TooMany);
        }
        Ok(())
    }

    fn read_entries(&mut self, tree: Option<Oid>) -> Result<Option<Rc<TreeEntries>>, Error> {
        tree.map_or(Ok(Some(Rc::default())), |tree| read_tree(self.objects, tree))
    }

    fn refuse(&mut self, refusal: CommitRefusal) -> Result<(), Error> {
        self.refusal.get_or_insert(refusal);
        Ok(())
    }
}

/// Returns the entries of a tree; `None` if the tree is too large or malformed.
pub(crate) fn read_tree(
    objects: &mut Objects,
    tree: Oid,
) -> Result<Option<Rc<TreeEntries>>, Error> {
    if let Some(known) = objects.trees.cached(tree) {
        return Ok(Some(known));
    }
    let read = objects
        .read_object(tree, GitObjectKind::Tree, MAX_OBJECT)?
        .and_then(TreeEntries::parse)
        .map(Rc::new);
    if let Some(entries) = &read {
        objects.trees.cache(tree, entries);
    }
    Ok(read)
}
