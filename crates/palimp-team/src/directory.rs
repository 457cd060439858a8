//! A directory as git wrote it, and directories that were read already.

use std::collections::HashMap;
use std::rc::Rc;

use crate::oid::Oid;

/// What stands in a directory, as git wrote it, ordered by name.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    bytes: Vec<u8>,
    /// Where in the bytes each mode and each name ends; the mode begins at the first number.
    places: Vec<[usize; 3]>,
}

/// Something that stands in a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry<'t> {
    pub(crate) name: &'t str,
    pub(crate) mode: &'t str,
    pub(crate) oid: Oid,
}

impl Entries {
    /// Reads a tree; `None` of one that is not well formed, or in which a name stands twice.
    pub(crate) fn parse(bytes: Vec<u8>) -> Option<Entries> {
        let (mut places, mut start) = (Vec::new(), 0);
        while start < bytes.len() {
            let end = start + bytes[start..].iter().position(|byte| *byte == 0)?;
            let mode = std::str::from_utf8(&bytes[start..end]).ok()?.find(' ')?;
            bytes.get(end + 1..end + 21)?;
            places.push([start, start + mode, end]);
            start = end + 21;
        }
        let name = |place: &[usize; 3]| &bytes[place[1] + 1..place[2]];
        places.sort_by(|a, b| name(a).cmp(name(b)));
        let twice = places.windows(2).any(|two| name(&two[0]) == name(&two[1]));
        (!twice).then_some(Entries { bytes, places })
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Entry<'_>> {
        self.places.iter().filter_map(|&[start, mode, end]| {
            Some(Entry {
                mode: std::str::from_utf8(&self.bytes[start..mode]).ok()?,
                name: std::str::from_utf8(&self.bytes[mode + 1..end]).ok()?,
                oid: Oid::from_bytes(&self.bytes[end + 1..end + 21])?,
            })
        })
    }
}

/// Directories that were read, as many as a few large ones take.
#[derive(Default)]
pub(crate) struct Trees {
    known: HashMap<Oid, Rc<Entries>>,
    bytes: usize,
}

impl Trees {
    /// The most bytes that are kept.
    const MOST: usize = 16 << 20;

    pub(crate) fn known(&self, tree: Oid) -> Option<Rc<Entries>> {
        self.known.get(&tree).map(Rc::clone)
    }

    pub(crate) fn keep(&mut self, tree: Oid, entries: &Rc<Entries>) {
        if self.bytes > Trees::MOST {
            *self = Trees::default();
        }
        self.bytes += entries.bytes.len();
        self.known.insert(tree, Rc::clone(entries));
    }
}
