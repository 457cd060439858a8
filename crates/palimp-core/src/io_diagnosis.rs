//! Diagnosis of a file that cannot be written, in words that say what to do.

use std::io;
use std::path::Path;

/// Obstacle to writing a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The disk is full.
    Full,
    /// The disk has room, and takes no more files.
    NoMoreFiles,
    /// The user's share of the disk is used up.
    Quota,
    /// No file of this process may be as large.
    SizeLimit,
    /// The disk is there for reading alone.
    ReadOnlyDisk,
    /// The user may not.
    Denied,
    /// The path has more bytes than SQLite opens.
    LongPath,
    /// The disk did not do what it was asked.
    Failing,
}

/// The longest path, in bytes, that SQLite opens with the files that it puts beside.
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
            Obstacle::Full => format!("the disk that holds {path} is full: free some space"),
            Obstacle::NoMoreFiles => format!(
                "the disk that holds {path} has no room for one more file: remove some (`df -i` \
                 counts them)"
            ),
            Obstacle::Quota => format!(
                "your share of the disk that holds {path} is used up: free some space (`quota` \
                 says how much is yours)"
            ),
            Obstacle::SizeLimit => format!(
                "{path} cannot grow: the size of files is limited here (`ulimit -f` says to what); \
                 raise the limit"
            ),
            Obstacle::ReadOnlyDisk => format!(
                "{path} is on a disk that can only be read: mount it for writing, or choose \
                 another home"
            ),
            Obstacle::Denied => format!(
                "{path} may not be read or written by you: check the permissions of the file and \
                 its directory"
            ),
            Obstacle::LongPath => format!(
                "{path} has more than {LONGEST_PATH} bytes, which is the longest path that SQLite \
                 opens: choose a shorter one for the home (--home, or PALIMP_HOME)"
            ),
            Obstacle::Failing => format!(
                "{path} could not be read or written: the disk may be failing, see the system's log"
            ),
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
