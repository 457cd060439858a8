//! Git tree objects as they are stored, and a cache of those that were read.

use std::collections::HashMap;
use std::rc::Rc;

use crate::oid::Oid;

/// Entries of a git tree, ordered by name.
#[derive(Debug, Default)]
pub(crate) struct TreeEntries {
    bytes: Vec<u8>,
    /// Offsets in the bytes: start of the mode, end of the mode, end of the name.
    places: Vec<[usize; 3]>,
}

/// Something that stands in a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TreeEntry<'t> {
    pub(crate) name: &'t str,
    pub(crate) mode: &'t str,
    pub(crate) oid: Oid,
}

impl TreeEntries {
    /// Reads a tree; `None` of one that is not well formed, or in which a name stands twice.
    pub(crate) fn parse(bytes: Vec<u8>) -> Option<TreeEntries> {
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
        (!twice).then_some(TreeEntries { bytes, places })
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = TreeEntry<'_>> {
        self.places.iter().filter_map(|&[start, mode, end]| {
            Some(TreeEntry {
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
    known: HashMap<Oid, Rc<TreeEntries>>,
    bytes: usize,
}

impl Trees {
    /// The most bytes that are kept.
    const MAX_CACHED_BYTES: usize = 16 << 20;

    pub(crate) fn cached(&self, tree: Oid) -> Option<Rc<TreeEntries>> {
        self.known.get(&tree).map(Rc::clone)
    }

    pub(crate) fn cache(&mut self, tree: Oid, entries: &Rc<TreeEntries>) {
        if self.bytes > Trees::MAX_CACHED_BYTES {
            *self = Trees::default();
        }
        self.bytes += entries.bytes.len();
        self.known.insert(tree, Rc::clone(entries));
    }
}
