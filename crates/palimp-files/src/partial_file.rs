//! A file that is being written, beside the place that it is to have.

use std::fs::{File, Metadata};
use std::io::{self, Write};
use std::os::fd::BorrowedFd;
use std::os::unix::fs::{MetadataExt, fchown};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Mode, OFlags};
use rustix::io::{Errno, retry_on_intr};

use crate::partial_name;

/// A file that is being written; it disappears unless it is given its name.
#[derive(Debug)]
pub struct Partial<'d> {
    /// Directory in which paths begin.
    dir: BorrowedFd<'d>,
    path: PathBuf,
    file: File,
    is_synced: bool,
    is_named: bool,
}

const PRIVATE_MODE: Mode = Mode::RUSR.union(Mode::WUSR);
/// Permissions of the user's files, before the user's mask.
const DEFAULT_MODE: Mode = PRIVATE_MODE.union(Mode::from_bits_truncate(0o066));

impl Partial<'_> {
    /// A new file in `dir` that its owner alone may read.
    ///
    /// # Errors
    ///
    /// When no file can be made there.
    pub fn private_in(dir: &Path) -> io::Result<Partial<'static>> {
        Partial::create_in(CWD, dir, PRIVATE_MODE)
    }

    /// A new file in `dir` with the permissions that the user's files have.
    ///
    /// # Errors
    ///
    /// When no file can be made there.
    pub fn usual_in(dir: &Path) -> io::Result<Partial<'static>> {
        Partial::create_in(CWD, dir, DEFAULT_MODE)
    }

    /// A new file, which its owner alone may read, in a directory that is held open. It takes a
    /// name in that directory, wherever the directory's path leads by then.
    ///
    /// # Errors
    ///
    /// When no file can be made there.
    pub fn private_at(dir: BorrowedFd) -> io::Result<Partial> {
        Partial::create_in(dir, Path::new(""), PRIVATE_MODE)
    }

    fn create_in<'d>(dir: BorrowedFd<'d>, below: &Path, mode: Mode) -> io::Result<Partial<'d>> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        loop {
            let path = below.join(partial_name());
            let made = retry_on_intr(|| rustix::fs::openat(dir, &path, flags, mode))?;
            let file = File::from(made);
            if lock_partial(&file)? {
                return Ok(Partial { dir, path, file, is_synced: false, is_named: false });
            }
        }
    }

    /// The file.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Sets the permissions `mode`, whatever the user's mask is.
    ///
    /// # Errors
    ///
    /// When its file system cannot.
    pub fn set_mode(&self, mode: u32) -> io::Result<()> {
        Ok(rustix::fs::fchmod(&self.file, Mode::from_raw_mode(mode))?)
    }

    /// Copies the permissions of the replaced file, and its owner where that is allowed, because a
    /// file that `sudo` replaces must still belong to its user.
    ///
    /// # Errors
    ///
    /// When the file system refuses it.
    pub fn copy_owner_and_mode(&self, old: &Metadata) -> io::Result<()> {
        let own = self.file.metadata()?;
        if (own.uid(), own.gid()) != (old.uid(), old.gid()) {
            let _ = fchown(&self.file, Some(old.uid()), Some(old.gid()));
        }
        self.file.set_permissions(old.permissions())
    }

    /// Adds `bytes`.
    ///
    /// # Errors
    ///
    /// When the disk does not take them.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.is_synced = false;
        self.file.write_all(bytes)
    }

    /// Waits until all of it is on the disk. Who looks once more at what it replaces, and may think
    /// better of it, does that before.
    ///
    /// # Errors
    ///
    /// When the disk does not take it.
    pub fn sync(&mut self) -> io::Result<()> {
        if !self.is_synced {
            self.file.sync_all()?;
            self.is_synced = true;
        }
        Ok(())
    }

    /// Puts the file in the place of `target`, once all of it is on the disk, and waits until its
    /// name is there too.
    ///
    /// # Errors
    ///
    /// When it cannot be synced or renamed; then it is gone, and `target` is what it was. When the
    /// disk does not take the name; then `target` is new, and after a crash of the system it may
    /// be what it was.
    pub fn become_file(mut self, target: &Path) -> io::Result<()> {
        self.sync()?;
        self.rename_to(target)?;
        self.sync_name(target)
    }

    /// The same where nothing stands there yet.
    ///
    /// # Errors
    ///
    /// As [`Partial::become_file`], and [`io::ErrorKind::AlreadyExists`] where something does.
    pub fn become_new_file(mut self, target: &Path) -> io::Result<()> {
        self.sync()?;
        self.rename_new(target)?;
        self.sync_name(target)
    }

    /// Puts the file in the place of `target` without waiting for the disk: after a crash of the
    /// system, what was written last may be missing.
    ///
    /// # Errors
    ///
    /// When it cannot be renamed; then it is gone, and `target` is what it was.
    pub fn rename_without_sync(mut self, target: &Path) -> io::Result<()> {
        self.rename_to(target)
    }

    fn rename_to(&mut self, target: &Path) -> io::Result<()> {
        rustix::fs::renameat(self.dir, &self.path, self.dir, target)?;
        self.is_named = true;
        Ok(())
    }

    fn rename_new(&mut self, target: &Path) -> io::Result<()> {
        #[cfg(any(target_os = "linux", target_os = "macos"))]
        {
            let (dir, only_new) = (self.dir, rustix::fs::RenameFlags::NOREPLACE);
            match rustix::fs::renameat_with(dir, &self.path, dir, target, only_new) {
                // Some file systems cannot.
                Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
                done => {
                    self.is_named = done.is_ok();
                    return Ok(done?);
                }
            }
        }
        match rustix::fs::statat(self.dir, target, AtFlags::SYMLINK_NOFOLLOW) {
            Err(Errno::NOENT) => self.rename_to(target),
            Ok(_) => Err(Errno::EXIST.into()),
            Err(error) => Err(error.into()),
        }
    }

    /// Puts the name on the disk. Without that a crash of the system may lose the new file, but
    /// never both.
    fn sync_name(&self, target: &Path) -> io::Result<()> {
        let dir = target.parent().filter(|dir| !dir.as_os_str().is_empty());
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let opened =
            rustix::fs::openat(self.dir, dir.unwrap_or(Path::new(".")), flags, Mode::empty());
        // Who may write a directory may not always read it.
        let Ok(dir) = opened else { return Ok(()) };
        match rustix::fs::fsync(dir) {
            // Some network file systems sync no directory.
            Ok(()) | Err(Errno::INVAL | Errno::NOTSUP) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

impl Drop for Partial<'_> {
    fn drop(&mut self) {
        if !self.is_named {
            let _ = rustix::fs::unlinkat(self.dir, &self.path, AtFlags::empty());
        }
    }
}

/// Locks a file that was just created as being written, until it is closed. `false` means that a
/// sweep has taken it for abandoned in the moment before; then another file has to be created.
fn lock_partial(file: &File) -> io::Result<bool> {
    // Where the file system knows no locks, a sweep goes by age.
    let is_held = crate::try_lock(file).unwrap_or(true);
    Ok(is_held && file.metadata()?.nlink() > 0)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::fs;
    use std::os::fd::AsFd;

    use super::*;
    use crate::is_partial;

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
    fn a_new_file_replaces_nothing_and_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let open = crate::open_dir(dir.path()).unwrap();
        let write = |text: &[u8]| {
            let mut partial = Partial::private_at(open.as_fd()).unwrap();
            partial.write(text).unwrap();
            partial.become_new_file(Path::new("a.md"))
        };
        write(b"one").unwrap();
        assert_eq!(write(b"two").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(dir.path().join("a.md")).unwrap(), b"one");
        assert_eq!(names(dir.path()), ["a.md"]);
    }

    #[test]
    fn a_writer_whose_file_a_sweep_took_makes_another() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(partial_name());
        let file = File::create(&path).unwrap();
        let sweeper = File::open(&path).unwrap();
        sweeper.lock().unwrap();
        assert!(!lock_partial(&file).unwrap(), "the sweep has it");
        fs::remove_file(&path).unwrap();
        drop(sweeper);
        assert!(!lock_partial(&file).unwrap(), "the sweep has removed it");
        assert!(lock_partial(&File::create(&path).unwrap()).unwrap());
    }
}
