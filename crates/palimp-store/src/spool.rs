//! Captures that could not be written to the database, one file each, until the next run imports
//! them.
//!
//! A file appears under its name only when it is whole: it is written under another name first, by
//! the rule of `palimp-files`, but without a sync: a hook would wait for the disk. Importing a file
//! is idempotent (the database deduplicates), so a crash between the commit and the removal of the
//! file duplicates nothing. Only a file that was read is removed: an unreadable file stays, and a
//! file without a capture is renamed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use palimp_core::activity::Capture;
use palimp_files::{Depth, Partial, each_abandoned, read_private, rename};

use crate::StoreError;
use crate::files::private_dir;

/// The directory of waiting captures.
#[derive(Clone, Debug)]
pub struct Spool {
    dir: PathBuf,
}

/// Extension of a pending capture.
const PENDING_EXTENSION: &str = "json";
/// Extension of a capture that cannot be read.
const BROKEN_EXTENSION: &str = "broken";

impl Spool {
    /// Returns the spool in `dir`, which need not exist.
    pub fn new(dir: impl Into<PathBuf>) -> Spool {
        Spool { dir: dir.into() }
    }

    /// Adds a capture.
    pub fn push(&self, capture: &Capture) -> Result<(), StoreError> {
        private_dir(&self.dir)?;
        let whole = self.unique_path(capture);
        let written = serde_json::to_vec(capture).map_err(io::Error::other).and_then(|bytes| {
            let mut partial = Partial::private_in(&self.dir)?;
            partial.write(&bytes)?;
            partial.rename_without_sync(&whole)
        });
        written.map_err(|source| StoreError::from_io(&whole, source))
    }

    /// Returns a path that no other capture has.
    fn unique_path(&self, capture: &Capture) -> PathBuf {
        static NEXT_NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NEXT_NUMBER.fetch_add(1, Ordering::Relaxed);
        let process = std::process::id();
        self.dir.join(format!("{:015}-{process}-{number}.{PENDING_EXTENSION}", capture.at.max(0)))
    }

    /// Returns the pending captures, oldest first.
    pub fn pending_files(&self) -> Vec<PathBuf> {
        self.files_with_extension(PENDING_EXTENSION)
    }

    /// Returns the files that were set aside because they hold no capture.
    pub fn broken_files(&self) -> Vec<PathBuf> {
        self.files_with_extension(BROKEN_EXTENSION)
    }

    /// Reads a pending capture. A file that holds none is set aside, and `None` returned; so it is
    /// for a file that another process has imported meanwhile.
    pub fn read_capture(&self, path: &Path) -> Result<Option<Capture>, StoreError> {
        let capture = match read_private(path) {
            Ok(bytes) => serde_json::from_slice(&bytes).ok(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            // A pipe, a link, another user's file: none of ours.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => None,
            Err(source) => return Err(StoreError::from_io(path, source)),
        };
        if capture.is_none() {
            let aside = path.with_extension(BROKEN_EXTENSION);
            rename(path, &aside).map_err(|source| StoreError::from_io(path, source))?;
        }
        Ok(capture)
    }

    /// Removes a capture after it was imported.
    pub fn remove(&self, path: &Path) {
        let _ = fs::remove_file(path);
    }

    /// Finishes or removes the partial files of killed processes: a complete one becomes a pending
    /// capture. Returns their number.
    pub fn sweep(&self) -> usize {
        let mut swept = 0;
        each_abandoned(&self.dir, Depth::Flat, &mut |path| {
            let done = read_private(path).and_then(|bytes| match serde_json::from_slice(&bytes) {
                Ok(capture) => rename(path, &self.unique_path(&capture)),
                Err(_) => fs::remove_file(path),
            });
            swept += usize::from(done.is_ok());
        });
        swept
    }

    fn files_with_extension(&self, ending: &str) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(&self.dir) else { return Vec::new() };
        let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
        let mut files: Vec<_> =
            paths.filter(|path| path.extension().is_some_and(|e| e == ending)).collect();
        files.sort_unstable();
        files
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_core::AgentClient;
    use palimp_core::activity::{CaptureEntry, SessionRef};

    fn capture(at: i64) -> Capture {
        Capture {
            session: SessionRef {
                id: "s".to_owned(),
                client: AgentClient::Claude,
                agent: "main".to_owned(),
                project_id: "p".to_owned(),
                project: "app".to_owned(),
                working_dir: "/app".to_owned(),
            },
            at,
            dedupe_ms: 60_000,
            entries: vec![CaptureEntry::Summary],
        }
    }

    #[test]
    fn what_waits_comes_back_oldest_first() {
        let dir = tempfile::tempdir().unwrap();
        let spool = Spool::new(dir.path().join("spool"));
        assert!(spool.pending_files().is_empty());
        spool.push(&capture(20)).unwrap();
        spool.push(&capture(3)).unwrap();
        let times = spool
            .pending_files()
            .iter()
            .map(|path| spool.read_capture(path).unwrap().unwrap().at)
            .collect::<Vec<_>>();
        assert_eq!(times, [3, 20]);
        for path in spool.pending_files() {
            spool.remove(&path);
        }
        assert!(spool.pending_files().is_empty());
    }

    #[test]
    fn what_holds_no_capture_is_set_aside() {
        let dir = tempfile::tempdir().unwrap();
        let spool = Spool::new(dir.path());
        fs::write(dir.path().join("1.json"), "{half").unwrap();
        assert!(matches!(spool.read_capture(&spool.pending_files()[0]), Ok(None)));
        assert_eq!(spool.pending_files().len(), 0);
        assert_eq!(spool.broken_files().len(), 1);
    }

    #[test]
    fn what_cannot_be_read_waits_on() {
        let dir = tempfile::tempdir().unwrap();
        let spool = Spool::new(dir.path());
        // No right is needed to see a name, and none helps to read what is no file: that fails for
        // every user.
        fs::create_dir(dir.path().join("1.json")).unwrap();
        assert!(spool.read_capture(&spool.pending_files()[0]).is_err());
        assert_eq!((spool.pending_files().len(), spool.broken_files().len()), (1, 0));
        assert!(
            matches!(spool.read_capture(&dir.path().join("2.json")), Ok(None)),
            "taken in already"
        );
    }

    #[test]
    fn abandoned_files_are_finished_or_removed_at_any_age() {
        let dir = tempfile::tempdir().unwrap();
        let spool = Spool::new(dir.path());
        let left = |name: String, bytes: &[u8]| fs::write(dir.path().join(name), bytes).unwrap();
        let whole = serde_json::to_vec(&capture(1)).unwrap();
        left(palimp_files::partial_name(), &whole);
        left(palimp_files::partial_name(), b"{\"session\":");
        // As an earlier version named them, and a process that is gone.
        left("000000000000001-4294967295-0.partial".to_owned(), &whole);
        let living = Partial::private_in(dir.path()).unwrap();
        assert_eq!(spool.sweep(), 3);
        let times = spool
            .pending_files()
            .iter()
            .map(|path| spool.read_capture(path).unwrap().unwrap().at)
            .collect::<Vec<_>>();
        assert_eq!(times, [1, 1]);
        drop(living);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
    }
}
