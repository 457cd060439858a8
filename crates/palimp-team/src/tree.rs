//! Directories of a commit, and what one changes of another.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::directory::{Entries, Entry};
use crate::git::{Kind, MAX_OBJECT, Objects, Oid};
use crate::place::MAX_CHANGED;
use crate::{Error, Refusal};

/// How many names a path has at most: `facts/<project>/<kind>/<id>.md`.
const MAX_DEPTH: usize = 4;
/// The most files of a commit.
const MAX_FILES: usize = 100_000;

pub(crate) const DIRECTORY: &str = "40000";
pub(crate) const FILE: &str = "100644";

/// A file before and after, by its blob.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Where it stands in the repository.
    pub path: String,
    /// What it was; `None` if it is new.
    pub old: Option<Oid>,
    /// What it is; `None` if it is gone.
    pub new: Option<Oid>,
}

/// What `new` changes of `old`, ordered by path. Directories that are the same are not opened.
pub(crate) fn changes(
    objects: &mut Objects,
    old: Option<Oid>,
    new: Oid,
) -> Result<Result<Vec<Changed>, Refusal>, Error> {
    walk(objects, (old, new), MAX_CHANGED)
}

/// All that stands in a tree, as if it were new.
pub(crate) fn whole(
    objects: &mut Objects,
    tree: Oid,
) -> Result<Result<Vec<Changed>, Refusal>, Error> {
    walk(objects, (None, tree), MAX_FILES)
}

/// Every file of a tree, ordered by path.
pub(crate) fn files(
    objects: &mut Objects,
    tree: Oid,
) -> Result<Result<Vec<(String, Oid)>, Refusal>, Error> {
    let files = whole(objects, tree)?;
    let of = |file: Changed| file.new.map(|new| (file.path, new));
    Ok(files.map(|files| files.into_iter().filter_map(of).collect()))
}

fn walk(
    objects: &mut Objects,
    (old, new): (Option<Oid>, Oid),
    most: usize,
) -> Result<Result<Vec<Changed>, Refusal>, Error> {
    let mut walk = Walk { objects, most, met: 0, changed: Vec::new(), refusal: None };
    walk.directory("", old, Some(new), 1)?;
    let Walk { mut changed, refusal, .. } = walk;
    changed.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(refusal.map_or(Ok(changed), Err))
}

/// The blob at the top of a tree that is called `name`.
pub(crate) fn at_top(objects: &mut Objects, tree: Oid, name: &str) -> Result<Option<Oid>, Error> {
    let entries = entries(objects, tree)?.unwrap_or_default();
    Ok(entries.iter().find(|entry| entry.name == name && entry.mode == FILE).map(|entry| entry.oid))
}

/// The blob that stands at `path` below a tree.
pub(crate) fn at_path(objects: &mut Objects, tree: Oid, path: &str) -> Result<Option<Oid>, Error> {
    let (mut at, mut names) = (tree, path.split('/').peekable());
    while let Some(name) = names.next() {
        let mode = if names.peek().is_some() { DIRECTORY } else { FILE };
        let entries = entries(objects, at)?.unwrap_or_default();
        match entries.iter().find(|entry| entry.name == name && entry.mode == mode) {
            Some(entry) => at = entry.oid,
            None => return Ok(None),
        }
    }
    Ok(Some(at))
}

struct Walk<'o> {
    objects: &'o mut Objects,
    most: usize,
    /// How many entries differed, directories too: those in which no file stands would else be walked
    /// without end.
    met: usize,
    changed: Vec<Changed>,
    refusal: Option<Refusal>,
}

impl Walk<'_> {
    fn directory(
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
            return self.refuse(Refusal::Path(at.to_owned()));
        }
        let Some(old) = self.entries(old)? else {
            return self.refuse(Refusal::Tree(at.to_owned()));
        };
        let Some(new) = self.entries(new)? else {
            return self.refuse(Refusal::Tree(at.to_owned()));
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
                self.entry(at, old, new, depth)?;
            }
        }
    }

    fn entry(
        &mut self,
        at: &str,
        old: Option<Entry<'_>>,
        new: Option<Entry<'_>>,
        depth: usize,
    ) -> Result<(), Error> {
        self.met += 1;
        if self.met > self.most * MAX_DEPTH {
            return self.refuse(Refusal::TooMany);
        }
        let name = old.or(new).map_or("", |entry| entry.name);
        let path = if at.is_empty() { name.to_owned() } else { format!("{at}/{name}") };
        if let Some(Entry { mode, .. }) = new
            && mode != DIRECTORY
            && mode != FILE
        {
            return self.refuse(Refusal::Mode { path, mode: mode.to_owned() });
        }
        let of = |entry: Option<Entry<'_>>, mode: &str| {
            entry.filter(|entry| entry.mode == mode).map(|entry| entry.oid)
        };
        self.directory(&path, of(old, DIRECTORY), of(new, DIRECTORY), depth + 1)?;
        let (old, new) = (of(old, FILE), of(new, FILE));
        if old != new {
            self.changed.push(Changed { path, old, new });
        }
        if self.changed.len() > self.most {
            return self.refuse(Refusal::TooMany);
        }
        Ok(())
    }

    fn entries(&mut self, tree: Option<Oid>) -> Result<Option<Rc<Entries>>, Error> {
        tree.map_or(Ok(Some(Rc::default())), |tree| entries(self.objects, tree))
    }

    fn refuse(&mut self, refusal: Refusal) -> Result<(), Error> {
        self.refusal.get_or_insert(refusal);
        Ok(())
    }
}

/// What stands in a tree; `None` if it is too large or not well formed.
pub(crate) fn entries(objects: &mut Objects, tree: Oid) -> Result<Option<Rc<Entries>>, Error> {
    if let Some(known) = objects.trees.known(tree) {
        return Ok(Some(known));
    }
    let read = objects.read(tree, Kind::Tree, MAX_OBJECT)?.and_then(Entries::parse).map(Rc::new);
    if let Some(entries) = &read {
        objects.trees.keep(tree, entries);
    }
    Ok(read)
}
