//! Cache of anchor verdicts in a working tree, so that an unchanged file is not read again.
//!
//! An append-only file of lines: the last line of an anchor is valid. Writes are not synced, and a
//! torn line is ignored; a lost verdict is computed again.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;

use palimp_note::anchor::{Anchor, AnchorVerdict, LineRange};

use crate::home::working_tree::SourceFileStamp;

/// Size in bytes above which the file is started anew.
const MAX_CACHE_BYTES: usize = 256 << 10;

/// Verdict on an anchor, valid while its file has this stamp; or, if the file does not exist, while
/// git's index has this stamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CachedVerdict {
    pub(super) stamp: SourceFileStamp,
    pub(super) verdict: AnchorVerdict,
}

/// Cached verdicts on the anchors in a working tree.
pub(super) struct Cache {
    place: PathBuf,
    known: HashMap<u64, CachedVerdict>,
    size: usize,
    new: String,
}

/// Key that identifies an anchor.
pub(super) fn anchor_key(anchor: &Anchor) -> u64 {
    let hash = blake3::hash(anchor.to_string().as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&hash.as_bytes()[..8]);
    u64::from_be_bytes(first)
}

impl Cache {
    /// Loads the cached verdicts; none if the file cannot be read.
    pub(super) fn load(place: PathBuf) -> Cache {
        let bytes = palimp_files::read_private(&place).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let known = text.split_inclusive('\n').filter_map(parse_line).collect();
        Cache { place, known, size: bytes.len(), new: String::new() }
    }

    /// Returns the cached verdict on an anchor if its stamp is still `stamp`.
    pub(super) fn get(&self, key: u64, stamp: SourceFileStamp) -> Option<&CachedVerdict> {
        self.known.get(&key).filter(|known| known.stamp == stamp)
    }

    /// Inserts a new verdict.
    pub(super) fn insert(&mut self, key: u64, known: CachedVerdict) {
        self.new.push_str(&format_line(key, &known));
        self.known.insert(key, known);
    }

    /// Appends the new verdicts to the file. A verdict that cannot be written is computed again.
    pub(super) fn save(self) {
        if self.new.is_empty() {
            return;
        }
        if let Some(directory) = self.place.parent()
            && palimp_files::private_dir(directory).is_err()
        {
            return;
        }
        let opened = match self.size + self.new.len() > MAX_CACHE_BYTES {
            true => palimp_files::begin_private(&self.place),
            false => palimp_files::append_private(&self.place),
        };
        // It is a cache: nothing is lost with a line of it.
        let _ = opened.and_then(|mut file| file.write_all(self.new.as_bytes()));
    }
}

/// `key size mtime inode state first last` and a dot: a line without the dot was torn.
fn format_line(key: u64, known: &CachedVerdict) -> String {
    let CachedVerdict { stamp: SourceFileStamp { size, mtime, inode }, verdict } = known;
    let (first, last) = match verdict {
        AnchorVerdict::Moved(LineRange { first, last }) => (*first, *last),
        AnchorVerdict::Drifted(percent) => (usize::from(*percent), 0),
        _ => (0, 0),
    };
    let state = verdict.name();
    format!("{key:016x} {size} {mtime} {inode} {state} {first} {last}.\n")
}

fn parse_line(line: &str) -> Option<(u64, CachedVerdict)> {
    let mut parts = line.strip_suffix(".\n")?.split(' ');
    let key = u64::from_str_radix(parts.next()?, 16).ok()?;
    let stamp = SourceFileStamp {
        size: parts.next()?.parse().ok()?,
        mtime: parts.next()?.parse().ok()?,
        inode: parts.next()?.parse().ok()?,
    };
    let (state, first, last) = (parts.next()?, parts.next()?, parts.next()?);
    let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
    let verdict = match state {
        "fresh" => AnchorVerdict::Fresh,
        "moved" => AnchorVerdict::Moved(LineRange { first, last }),
        "drifted" => AnchorVerdict::Drifted(u8::try_from(first).ok()?),
        "gone" => AnchorVerdict::Gone,
        _ => return None,
    };
    Some((key, CachedVerdict { stamp, verdict }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(verdict: AnchorVerdict) -> CachedVerdict {
        CachedVerdict { stamp: SourceFileStamp { size: 3, mtime: -7, inode: 9 }, verdict }
    }

    #[test]
    fn what_is_known_is_read_back() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("cache/anchors-1");
        let all = [
            known(AnchorVerdict::Fresh),
            known(AnchorVerdict::Moved(LineRange { first: 3, last: 8 })),
            known(AnchorVerdict::Drifted(60)),
            known(AnchorVerdict::Gone),
        ];
        for (key, it) in (0..).zip(&all) {
            let mut cache = Cache::load(place.clone());
            cache.insert(key, known(AnchorVerdict::Gone));
            cache.insert(key, *it);
            cache.save();
        }
        let cache = Cache::load(place.clone());
        for (key, it) in (0..).zip(&all) {
            assert_eq!(cache.get(key, it.stamp), Some(it));
            assert_eq!(cache.get(key, SourceFileStamp { inode: 10, ..it.stamp }), None);
        }
        let text = std::fs::read_to_string(&place).unwrap();
        std::fs::write(&place, &text[..text.len() - 3]).unwrap();
        assert_eq!(Cache::load(place).get(3, all[3].stamp), Some(&known(AnchorVerdict::Gone)));
    }

    #[test]
    fn a_full_one_begins_anew() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("cache");
        std::fs::write(&place, "x".repeat(MAX_CACHE_BYTES)).unwrap();
        let mut cache = Cache::load(place.clone());
        cache.insert(1, known(AnchorVerdict::Fresh));
        cache.save();
        assert!(std::fs::metadata(&place).unwrap().len() < 100);
    }
}
