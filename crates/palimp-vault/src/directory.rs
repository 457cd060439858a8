//! An open directory, so that operations in it cannot be redirected elsewhere.
//!
//! Names are resolved one at a time relative to an open directory and never through a symbolic
//! link: otherwise a link could be inserted between the check and the operation.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use palimp_files::{Depth, Partial};
use palimp_note::path::to_nfc;
use rustix::fs::{self, AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

use crate::VaultError;

/// Directory that is held open.
pub(crate) struct HeldDirectory {
    fd: OwnedFd,
    path: PathBuf,
}

/// Bytes and permissions of a file.
pub(crate) struct FileContent {
    pub(crate) bytes: Vec<u8>,
    pub(crate) mode: Mode,
    /// Time of writing, in nanoseconds since the Unix epoch.
    pub(crate) mtime_ns: i64,
}

/// An entry of a directory.
pub(crate) struct DirectoryEntry {
    pub(crate) name: OsString,
    pub(crate) kind: FileType,
}

/// Maximum size of a note, in bytes; a larger file would only fill the memory.
const MAX_NOTE_BYTES: u64 = 64 << 20;

const PRIVATE_FILE: Mode = Mode::RUSR.union(Mode::WUSR);

impl HeldDirectory {
    /// Opens the directory at `path`, which may lead through links.
    pub(crate) fn open(path: &Path) -> Result<HeldDirectory, VaultError> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let fd = fs::open(path, flags, Mode::empty()).map_err(|e| VaultError::from_io(path, e))?;
        Ok(HeldDirectory { fd, path: path.to_owned() })
    }

    /// Opens the directory `name` in this one; a link is refused.
    pub(crate) fn open_child(&self, name: &OsStr) -> Result<HeldDirectory, VaultError> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let path = self.path.join(name);
        match fs::openat(&self.fd, name, flags, Mode::empty()) {
            Ok(fd) => Ok(HeldDirectory { fd, path }),
            Err(Errno::LOOP | Errno::NOTDIR) => Err(self.no_file(name)),
            Err(error) => Err(VaultError::from_io(&path, error)),
        }
    }

    /// Creates the directory `name`, for its owner alone, unless it exists.
    pub(crate) fn create_child(&self, name: &OsStr) -> Result<(), VaultError> {
        match fs::mkdirat(&self.fd, name, Mode::RWXU) {
            Ok(()) => self.sync_names(),
            Err(Errno::EXIST) => Ok(()),
            Err(error) => Err(VaultError::from_io(&self.path.join(name), error)),
        }
    }

    /// Returns the name under which `name`, which is in NFC, exists here in whatever spelling.
    pub(crate) fn find_spelling(&self, name: &str) -> Result<Option<OsString>, VaultError> {
        if self.stat(OsStr::new(name))?.is_some() {
            return Ok(Some(name.into()));
        }
        if name.is_ascii() {
            return Ok(None);
        }
        let same =
            |entry: &DirectoryEntry| entry.name.to_str().is_some_and(|found| to_nfc(found) == name);
        Ok(self.entries()?.into_iter().find(same).map(|entry| entry.name))
    }

    /// Everything in it.
    pub(crate) fn entries(&self) -> Result<Vec<DirectoryEntry>, VaultError> {
        let failed = |error: Errno| VaultError::from_io(&self.path, error);
        let mut entries = Vec::new();
        for entry in fs::Dir::read_from(&self.fd).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = OsStr::from_bytes(entry.file_name().to_bytes());
            if name != "." && name != ".." {
                entries.push(DirectoryEntry { name: name.to_owned(), kind: entry.file_type() });
            }
        }
        Ok(entries)
    }

    /// Returns the status of `name`; a link is not followed.
    pub(crate) fn stat(&self, name: &OsStr) -> Result<Option<Stat>, VaultError> {
        match fs::statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(stat)),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(VaultError::from_io(&self.path.join(name), error)),
        }
    }

    /// Reads a note; nothing but a regular file is one.
    pub(crate) fn read_note(&self, name: &OsStr) -> Result<FileContent, VaultError> {
        self.read_up_to(name, MAX_NOTE_BYTES)
    }

    /// Reads a file of at most `limit` bytes.
    pub(crate) fn read_up_to(&self, name: &OsStr, limit: u64) -> Result<FileContent, VaultError> {
        let path = self.path.join(name);
        // Opening a pipe would wait for somebody to write into it.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let fd = match fs::openat(&self.fd, name, flags, Mode::empty()) {
            Ok(fd) => fd,
            Err(Errno::LOOP | Errno::NXIO | Errno::OPNOTSUPP) => return Err(self.no_file(name)),
            Err(error) => return Err(VaultError::from_io(&path, error)),
        };
        let stat = fs::fstat(&fd).map_err(|e| VaultError::from_io(&path, e))?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            return Err(VaultError::NotAFile(path));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(stat.st_size).unwrap_or(0).min(1 << 20));
        let mut file = File::from(fd).take(limit + 1);
        file.read_to_end(&mut bytes).map_err(|e| VaultError::from_io(&path, e))?;
        if bytes.len() as u64 > limit {
            return Err(VaultError::TooLarge { path, limit });
        }
        Ok(FileContent {
            bytes,
            mode: Mode::from_raw_mode(stat.st_mode),
            mtime_ns: mtime_ns(&stat),
        })
    }

    /// Writes a file under a name that is not that of a note. The file is synced to the disk before
    /// this returns.
    pub(crate) fn write_partial(
        &self,
        bytes: &[u8],
        mode: Mode,
    ) -> Result<Partial<'_>, VaultError> {
        let written = Partial::private_at(self.fd.as_fd()).and_then(|mut partial| {
            if mode != PRIVATE_FILE {
                partial.set_mode(mode.as_raw_mode())?;
            }
            partial.write(bytes)?;
            partial.sync().map(|()| partial)
        });
        written.map_err(|error| VaultError::from_io(&self.path, error))
    }

    /// Gives a written file its name. When `new`, nothing may stand there: `false` says that
    /// something does.
    pub(crate) fn name_partial(
        &self,
        partial: Partial,
        name: &OsStr,
        new: bool,
    ) -> Result<bool, VaultError> {
        let name = Path::new(name);
        let named = if new { partial.become_new_file(name) } else { partial.become_file(name) };
        match named {
            Ok(()) => Ok(true),
            Err(error) if new && error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(VaultError::from_io(&self.path.join(name), error)),
        }
    }

    /// Removes a file.
    pub(crate) fn remove_file(&self, name: &OsStr) -> Result<(), VaultError> {
        let removed = fs::unlinkat(&self.fd, name, AtFlags::empty());
        removed.map_err(|e| VaultError::from_io(&self.path.join(name), e))?;
        self.sync_names()
    }

    /// Removes what killed processes were writing here.
    pub(crate) fn sweep(&self) {
        palimp_files::sweep(&self.path, Depth::Flat);
    }

    /// Syncs the names in it to the disk.
    fn sync_names(&self) -> Result<(), VaultError> {
        match fs::fsync(&self.fd) {
            // Some network file systems sync no directory.
            Ok(()) | Err(Errno::INVAL | Errno::NOTSUP) => Ok(()),
            Err(error) => Err(VaultError::from_io(&self.path, error)),
        }
    }

    fn no_file(&self, name: &OsStr) -> VaultError {
        let path = self.path.join(name);
        let link = |stat: Stat| FileType::from_raw_mode(stat.st_mode) == FileType::Symlink;
        match self.stat(name) {
            Ok(Some(stat)) if link(stat) => VaultError::Link(path),
            _ => VaultError::NotAFile(path),
        }
    }
}

/// The permissions of a file that is new.
pub(crate) const NEW_FILE: Mode = PRIVATE_FILE;

#[allow(
    clippy::useless_conversion,
    clippy::unnecessary_cast,
    reason = "the types differ between systems"
)]
pub(crate) fn mtime_ns(stat: &Stat) -> i64 {
    let nanoseconds = i64::try_from(stat.st_mtime_nsec).unwrap_or(0);
    (stat.st_mtime as i64).saturating_mul(1_000_000_000).saturating_add(nanoseconds)
}
