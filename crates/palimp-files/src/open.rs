//! Files, opened so that nobody can make palimp wait for them or read without end.
//!
//! Whoever can put something into a directory that palimp reads (a repository, a client's settings,
//! a folder of notes) could put a pipe there, which blocks until somebody writes into it, a device
//! without end, or a link. So what is opened here is opened without waiting, has to be a regular
//! file, and is read up to a limit.

use std::fs::{DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

use rustix::fs::OFlags;
use rustix::io::Errno;

use crate::messages;

/// Maximum size of a file that is read whole, in bytes, unless its reader knows better.
pub const MAX_READ_BYTES: u64 = 64 << 20;

/// Maximum size of a file of palimp's own that is read whole, in bytes: a capture may hold a long
/// prompt.
const MAX_OWN_READ_BYTES: u64 = 1 << 30;

/// Opens a file to be read. It may be reached by a link.
///
/// # Errors
///
/// When it cannot be opened, and when it is a pipe, a device, a socket or a directory.
pub fn open(path: &Path) -> io::Result<File> {
    open_with(OpenOptions::new().read(true), path, OFlags::empty())
}

/// Reads a file of at most [`MAX_READ_BYTES`] bytes. It may be reached by a link.
///
/// # Errors
///
/// As [`open`], and [`io::ErrorKind::FileTooLarge`] when it is larger.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, MAX_READ_BYTES)
}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
///
/// As [`read`].
pub fn read_up_to(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    read_all(open(path)?, limit)
}

/// Reads a secret that the user named a file for, of at most `limit` bytes. It may be reached by a link.
///
/// # Errors
///
/// As [`read`], and [`io::ErrorKind::PermissionDenied`] when other users may read or write it.
pub fn read_secret(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    match file.metadata()?.mode() & 0o077 {
        0 => read_all(file, limit),
        _ => Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            messages::readable_by_others(path.display()),
        )),
    }
}

/// Reads a text of at most [`MAX_READ_BYTES`] bytes.
///
/// # Errors
///
/// As [`read`], and [`io::ErrorKind::InvalidData`] when it is no UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    let no_text = |_| io::Error::new(io::ErrorKind::InvalidData, messages::not_utf8());
    String::from_utf8(read(path)?).map_err(no_text)
}

/// Opens a file of palimp's own to be read. A link is refused: palimp puts none there, and where it
/// leads is not for palimp to write. So is what another user put there.
///
/// # Errors
///
/// As [`open`], and when it is a link, or belongs to another user: [`io::ErrorKind::InvalidInput`]
/// for whatever is no file of palimp's.
pub fn open_private(path: &Path) -> io::Result<File> {
    open_owned(OpenOptions::new().read(true), path)
}

/// A file of palimp's own, for its owner alone, whatever it holds; an empty one where none is there.
///
/// # Errors
///
/// As [`open_private`].
pub fn create_private(path: &Path) -> io::Result<File> {
    open_owned(OpenOptions::new().write(true).create(true).truncate(false), path)
}

/// The same, emptied.
///
/// # Errors
///
/// As [`open_private`].
pub fn begin_private(path: &Path) -> io::Result<File> {
    open_owned(OpenOptions::new().write(true).create(true).truncate(true), path)
}

/// The same, to which all that is written is added.
///
/// # Errors
///
/// As [`open_private`].
pub fn append_private(path: &Path) -> io::Result<File> {
    open_owned(OpenOptions::new().append(true).create(true), path)
}

/// A file of palimp's own that is read and added to; it has to be there.
///
/// # Errors
///
/// As [`open_private`].
pub fn open_record(path: &Path) -> io::Result<File> {
    open_owned(OpenOptions::new().read(true).append(true), path)
}

/// The same, which must not be there yet.
///
/// # Errors
///
/// As [`open_private`].
pub fn create_record(path: &Path) -> io::Result<File> {
    open_owned(OpenOptions::new().read(true).append(true).create_new(true), path)
}

fn open_owned(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    let file = open_with(options.mode(0o600), path, OFlags::NOFOLLOW)?;
    match foreign_owner(&file.metadata()?) {
        None => Ok(file),
        Some(other) => Err(belongs_to(other)),
    }
}

/// Returns the owner of a file, by number, unless it is the user that this process runs as.
pub fn foreign_owner(meta: &Metadata) -> Option<u32> {
    let owner = meta.uid();
    (owner != rustix::process::geteuid().as_raw()).then_some(owner)
}

/// Reads a file of palimp's own.
///
/// # Errors
///
/// As [`read`], and when it is a link.
pub fn read_private(path: &Path) -> io::Result<Vec<u8>> {
    read_all(open_owned(OpenOptions::new().read(true), path)?, MAX_OWN_READ_BYTES)
}

/// Makes a directory and its parents, each for its owner alone. Those that are there stay as they
/// are.
///
/// # Errors
///
/// When one of them cannot be made.
pub fn private_dir(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Opens a directory, to lock or to sync it.
///
/// # Errors
///
/// When it cannot be opened, or is none.
pub fn open_dir(path: &Path) -> io::Result<File> {
    let flags = OFlags::DIRECTORY.bits().cast_signed();
    OpenOptions::new().read(true).custom_flags(flags).open(path)
}

/// True if a file of palimp's own exists at `path`. The file is not opened, because opening and
/// closing a database beside SQLite takes SQLite's locks away.
///
/// # Errors
///
/// When something else stands there, or nobody can say.
pub fn is_there(path: &Path) -> io::Result<bool> {
    match path.symlink_metadata() {
        Ok(meta) if meta.is_file() => match foreign_owner(&meta) {
            None => Ok(true),
            Some(other) => Err(belongs_to(other)),
        },
        Ok(meta) if meta.is_symlink() => Err(a_link()),
        Ok(meta) if meta.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(_) => Err(no_file(OFlags::NOFOLLOW)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Empties or makes a file that the user names, for its owner alone; it may be a link or a pipe.
///
/// # Errors
///
/// When it cannot be opened.
pub fn create_named(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)
}

fn open_with(options: &mut OpenOptions, path: &Path, flags: OFlags) -> io::Result<File> {
    let flags = flags | OFlags::NONBLOCK | OFlags::NOCTTY;
    let opened = options.custom_flags(flags.bits().cast_signed()).open(path);
    let file = opened.map_err(|error| in_words(error, flags))?;
    let kind = file.metadata()?.file_type();
    match kind.is_file() {
        true => Ok(file),
        false if kind.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        false => Err(no_file(flags)),
    }
}

/// Puts the system's error number into words, where something other than a file stands there.
fn in_words(error: io::Error, flags: OFlags) -> io::Error {
    match Errno::from_io_error(&error) {
        Some(Errno::LOOP) => a_link(),
        // A pipe that nobody reads, a socket.
        Some(Errno::NXIO) => no_file(flags),
        _ => error,
    }
}

fn belongs_to(other: u32) -> io::Error {
    invalid_file(messages::owned_by_other(other))
}

fn a_link() -> io::Error {
    invalid_file(messages::symbolic_link())
}

/// Something else than a file: in the place of one of palimp's own, which is opened without following links, or named by
/// the user.
fn no_file(flags: OFlags) -> io::Error {
    invalid_file(match flags.contains(OFlags::NOFOLLOW) {
        true => messages::not_file(),
        false => messages::named_not_file(),
    })
}

/// Returns the error for something that palimp did not put there.
fn invalid_file(words: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, words)
}

fn read_all(file: File, limit: u64) -> io::Result<Vec<u8>> {
    let too_large = || {
        let words = messages::too_large(limit.div_ceil(1 << 20));
        io::Error::new(io::ErrorKind::FileTooLarge, words)
    };
    let size = file.metadata()?.len();
    if size > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
    // It may grow meanwhile, and files of the kernel do not know their size.
    file.take(limit + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > limit {
        true => Err(too_large()),
        false => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;
    use std::path::PathBuf;

    struct Place(tempfile::TempDir);

    impl Place {
        fn new() -> Place {
            Place(tempfile::tempdir().unwrap())
        }

        fn path(&self, name: &str) -> PathBuf {
            self.0.path().join(name)
        }

        fn pipe(&self) -> PathBuf {
            let path = self.path("pipe");
            let kind = rustix::fs::FileType::Fifo;
            let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
            rustix::fs::mknodat(rustix::fs::CWD, &path, kind, mode, 0).unwrap();
            path
        }
    }

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let place = Place::new();
        let path = place.path("a");
        fs::write(&path, "한글").unwrap();
        assert_eq!(read_text(&path).unwrap(), "한글");
        assert_eq!(read_up_to(&path, 5).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        fs::write(&path, b"\xff").unwrap();
        assert_eq!(read_text(&path).unwrap_err().kind(), io::ErrorKind::InvalidData);
        assert_eq!(read(&place.path("b")).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(open(place.0.path()).unwrap_err().kind(), io::ErrorKind::IsADirectory);
    }

    #[test]
    fn nothing_is_waited_for_and_nothing_read_without_end() {
        let place = Place::new();
        let socket = place.path("socket");
        let _listener = UnixListener::bind(&socket).unwrap();
        for path in [place.pipe(), socket, "/dev/zero".into(), "/dev/tty".into()] {
            assert!(open(&path).is_err(), "{}", path.display());
            for options in [
                File::options().append(true),
                File::options().read(true).write(true),
                File::options().write(true).create(true).truncate(true),
            ] {
                assert!(open_owned(options, &path).is_err(), "{}", path.display());
            }
        }
        let huge = place.path("huge");
        File::create(&huge).unwrap().set_len(1 << 40).unwrap();
        assert_eq!(read(&huge).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        // A file of the kernel says that it is empty and is not.
        assert_eq!(
            read_up_to(Path::new("/proc/self/maps"), 9).unwrap_err().kind(),
            io::ErrorKind::FileTooLarge
        );
    }

    #[test]
    fn a_secret_is_its_owners_alone() {
        let place = Place::new();
        let path = place.path("token");
        fs::write(&path, "x").unwrap();
        let allow = |mode| fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        allow(0o600);
        assert_eq!(read_secret(&path, 9).unwrap(), b"x");
        for mode in [0o640, 0o604, 0o620] {
            allow(mode);
            let said = read_secret(&path, 9).unwrap_err().to_string();
            assert!(said.contains("chmod 600"), "{said}");
        }
        assert!(read_secret(&place.pipe(), 9).is_err());
    }

    #[test]
    fn a_link_is_followed_where_others_may_put_one_and_nowhere_else() {
        let place = Place::new();
        let (file, link) = (place.path("file"), place.path("link"));
        fs::write(&file, "x").unwrap();
        symlink(&file, &link).unwrap();
        assert_eq!(read(&link).unwrap(), b"x");
        let said = read_private(&link).unwrap_err().to_string();
        assert!(said.contains("symbolic link"), "{said}");
        let said = open_owned(File::options().append(true), &link).unwrap_err().to_string();
        assert!(said.contains("replace the link with the file"), "{said}");
        assert!(is_there(&file).unwrap());
        assert!(is_there(&link).is_err() && is_there(&place.pipe()).is_err());
        let new = place.path("new");
        assert!(!is_there(&new).unwrap());
        open_owned(File::options().write(true).create(true), &new).unwrap();
        assert_eq!(fs::metadata(&new).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
