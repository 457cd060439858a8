//! Files: opened so that nobody can make palimp wait for them or read without end ([`open`] and what
//! follows it); and written so that a name stands for a whole file or for none.
//!
//! What palimp writes as a whole is written beside its place first, and takes its name when it is
//! complete. A process that is killed leaves the old file or the new one, and perhaps a partial
//! one, which may hold text that is to be forgotten.
//!
//! Its writer keeps a partial file locked. The lock ends with the process, however that ends, and
//! so it says what a process id cannot: ids come back, and those of another container mean nothing
//! here. A file that can be locked by somebody else is abandoned, at any age.

mod earlier;
mod open;
mod sweep;

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;

pub use open::{
    LARGEST, is_there, open, open_dir, open_named, owner, private, read, read_named, read_private,
    read_text, read_up_to,
};
pub use sweep::{Depth, abandoned, sweep, sweep_own};

/// How the name of a partial file begins: hidden, so that nobody takes it for a note.
pub const OPENING: &str = ".palimp-";
/// How it ends, so that no client takes it for one of its settings.
pub const ENDING: &str = ".partial";

/// A name for a partial file that no other has.
pub fn name() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let started = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    format!("{OPENING}{}-{:x}-{number}{ENDING}", std::process::id(), started.as_nanos())
}

/// Whether a file of this name is a partial one, of this version or an earlier one.
pub fn is_partial(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| is_ours(name) || earlier::writer(name).is_some())
}

fn is_ours(name: &str) -> bool {
    name.starts_with(OPENING) && name.ends_with(ENDING)
}

/// Marks a file that was just made as being written, until it is closed. `false` says that a sweep
/// has taken it for abandoned in the moment before; then another one has to be made.
///
/// # Errors
///
/// When the file cannot be looked at.
pub fn hold(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(false),
        // Where the file system knows no locks, a sweep goes by age.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file.metadata()?.nlink() > 0),
    }
}

/// A file that is being written; it disappears unless it is given its name.
#[derive(Debug)]
pub struct Partial {
    path: PathBuf,
    file: File,
    named: bool,
}

impl Partial {
    /// A new file in `dir` that its owner alone may read.
    ///
    /// # Errors
    ///
    /// When no file can be made there.
    pub fn private_in(dir: &Path) -> io::Result<Partial> {
        Partial::make(dir, OpenOptions::new().mode(0o600))
    }

    /// A new file in `dir` with the permissions that the user's files have.
    ///
    /// # Errors
    ///
    /// When no file can be made there.
    pub fn usual_in(dir: &Path) -> io::Result<Partial> {
        Partial::make(dir, &mut OpenOptions::new())
    }

    fn make(dir: &Path, options: &mut OpenOptions) -> io::Result<Partial> {
        options.write(true).create_new(true);
        loop {
            let path = dir.join(name());
            let file = options.open(&path)?;
            if hold(&file)? {
                return Ok(Partial { path, file, named: false });
            }
        }
    }

    /// The file.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Adds `bytes`.
    ///
    /// # Errors
    ///
    /// When the disk does not take them.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    /// Puts the file in the place of `target`, once all of it is on the disk.
    ///
    /// # Errors
    ///
    /// When it cannot be synced or renamed; then it is gone, and `target` is what it was.
    pub fn become_file(mut self, target: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        self.rename(target)
    }

    /// The same without waiting for the disk: after a crash of the system, what was written last
    /// may be missing.
    ///
    /// # Errors
    ///
    /// When it cannot be renamed; then it is gone, and `target` is what it was.
    pub fn become_file_soon(mut self, target: &Path) -> io::Result<()> {
        self.rename(target)
    }

    fn rename(&mut self, target: &Path) -> io::Result<()> {
        fs::rename(&self.path, target)?;
        self.named = true;
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if !self.named {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dir: &Path) -> Vec<String> {
        let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name());
        entries.map(|name| name.into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_has_its_name_when_it_is_whole_or_never() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("a.json");
        let mut partial = Partial::private_in(dir.path()).unwrap();
        partial.write(b"{}").unwrap();
        assert!(!target.exists() && is_partial(OsStr::new(&names(dir.path())[0])));
        partial.become_file(&target).unwrap();
        assert_eq!(
            (names(dir.path()), fs::read(&target).unwrap()),
            (vec!["a.json".into()], b"{}".into())
        );
        assert_eq!(fs::metadata(&target).unwrap().mode() & 0o777, 0o600);
        drop(Partial::usual_in(dir.path()).unwrap());
        assert_eq!(names(dir.path()), ["a.json"]);
    }

    #[test]
    fn a_writer_whose_file_a_sweep_took_makes_another() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(name());
        let file = File::create(&path).unwrap();
        let sweeper = File::open(&path).unwrap();
        sweeper.lock().unwrap();
        assert!(!hold(&file).unwrap(), "the sweep has it");
        fs::remove_file(&path).unwrap();
        drop(sweeper);
        assert!(!hold(&file).unwrap(), "the sweep has removed it");
        assert!(hold(&File::create(&path).unwrap()).unwrap());
    }
}
