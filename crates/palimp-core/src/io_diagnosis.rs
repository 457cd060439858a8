//! Diagnoses why a file cannot be written, and says what to do.

use std::io;
use std::path::Path;

use crate::messages;

/// Obstacle to writing a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The disk is full.
    Full,
    /// The disk has room, but accepts no more files.
    NoMoreFiles,
    /// The user's share of the disk is used up.
    Quota,
    /// No file of this process may be as large.
    SizeLimit,
    /// The disk is read-only.
    ReadOnlyDisk,
    /// The user has no permission.
    Denied,
    /// The path has more bytes than SQLite opens.
    LongPath,
    /// The disk reported an error.
    Failing,
}

/// Maximum length of a database path, in bytes, that leaves room for the files that SQLite puts
/// beside it.
pub const LONGEST_PATH: usize = 504;

impl Obstacle {
    /// Classifies an error of the file system; none if nothing prevents writing. `takes_files` says
    /// if the disk has room for the name of one more file, because a system has one error for both.
    pub fn from_io_error(
        error: &io::Error,
        takes_files: impl FnOnce() -> bool,
    ) -> Option<Obstacle> {
        Some(match error.kind() {
            io::ErrorKind::StorageFull if takes_files() => Obstacle::Full,
            io::ErrorKind::StorageFull => Obstacle::NoMoreFiles,
            io::ErrorKind::QuotaExceeded => Obstacle::Quota,
            io::ErrorKind::FileTooLarge => Obstacle::SizeLimit,
            io::ErrorKind::ReadOnlyFilesystem => Obstacle::ReadOnlyDisk,
            io::ErrorKind::PermissionDenied => Obstacle::Denied,
            _ => return None,
        })
    }

    /// Explains the obstacle for the file at `path`, and what to do.
    pub fn in_words(self, path: &Path) -> String {
        let path = path.display();
        match self {
            Obstacle::Full => messages::disk_full(&path),
            Obstacle::NoMoreFiles => messages::no_more_files(&path),
            Obstacle::Quota => messages::quota_used_up(&path),
            Obstacle::SizeLimit => messages::file_too_large(&path),
            Obstacle::ReadOnlyDisk => messages::disk_read_only(&path),
            Obstacle::Denied => messages::access_denied(&path),
            Obstacle::LongPath => messages::path_too_long(&path, LONGEST_PATH),
            Obstacle::Failing => messages::disk_failing(&path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cause_has_its_own_words() {
        use io::ErrorKind as Kind;
        let of = |kind: Kind, takes_files| Obstacle::from_io_error(&kind.into(), || takes_files);
        let found = [
            of(Kind::StorageFull, true),
            of(Kind::StorageFull, false),
            of(Kind::QuotaExceeded, true),
            of(Kind::FileTooLarge, true),
            of(Kind::ReadOnlyFilesystem, true),
            of(Kind::PermissionDenied, true),
        ];
        let words = found.map(|one| one.unwrap().in_words(Path::new("/home/kim/a.db")));
        for (at, one) in words.iter().enumerate() {
            assert!(one.contains("/home/kim/a.db"), "{one}");
            assert!(!words[..at].contains(one), "{one}");
        }
        assert_eq!(of(Kind::NotFound, true), None);
    }
}
