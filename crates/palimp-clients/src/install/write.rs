//! Reading and writing files that other programs read and write too.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use palimp_files::{Depth, Partial};

use super::InstallError;
use crate::messages;

/// Maximum number of symbolic links to follow before a loop is assumed, as on Linux.
const MAX_LINKS: usize = 40;

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A file as it was when it was read.
pub(super) struct SettingsSnapshot {
    /// The file that is meant.
    pub(super) path: PathBuf,
    /// The file behind the symbolic links, which is the one to write.
    target: PathBuf,
    bytes: Option<Vec<u8>>,
}

impl SettingsSnapshot {
    /// Reads the file; a missing file is not an error.
    pub(super) fn read(path: &Path) -> Result<SettingsSnapshot, InstallError> {
        let fail = |source| InstallError::read_error(path, source);
        let target = follow_links(path).map_err(fail)?;
        let bytes = read_if_there(&target).map_err(fail)?;
        Ok(SettingsSnapshot { path: path.to_owned(), target, bytes })
    }

    /// The text without its byte order mark, or `None` when there is no file.
    pub(super) fn text(&self) -> Result<Option<&str>, InstallError> {
        let Some(bytes) = &self.bytes else { return Ok(None) };
        let text = std::str::from_utf8(bytes)
            .map_err(|_| InstallError::NotText { path: self.path.clone() })?;
        Ok(Some(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)))
    }

    /// Returns true if the path itself is a symbolic link.
    pub(super) fn is_link(&self) -> bool {
        self.path.is_symlink()
    }

    /// Fails when the file may not be written.
    ///
    /// Renaming over a file needs no permission on the file itself, so that its owner's wish
    /// must be looked up.
    pub(super) fn check_writable(&self) -> Result<(), InstallError> {
        match fs::metadata(&self.target) {
            Ok(meta) if meta.permissions().readonly() => {
                Err(InstallError::ReadOnly { path: self.path.clone() })
            }
            _ => Ok(()),
        }
    }

    /// Replaces the file's content with `text` atomically, and keeps permissions and byte order
    /// mark.
    ///
    /// Returns `false` and leaves the file unchanged if it has changed since it was read.
    pub(super) fn replace(&self, text: &str) -> Result<bool, InstallError> {
        self.check_writable()?;
        let had_bom =
            self.bytes.as_ref().is_some_and(|bytes| bytes.starts_with(BYTE_ORDER_MARK.as_bytes()));
        let bom = if had_bom { BYTE_ORDER_MARK } else { "" };
        self.try_replace(&[bom, text].concat())
            .map_err(|e| InstallError::write_error(&self.path, e))
    }

    fn try_replace(&self, text: &str) -> io::Result<bool> {
        let dir = self.target.parent().unwrap_or(Path::new(""));
        let mut partial = match fs::metadata(&self.target) {
            Ok(old) => {
                let partial = Partial::private_in(dir)?;
                partial.copy_owner_and_mode(&old)?;
                partial
            }
            Err(_) => Partial::usual_in(dir)?,
        };
        partial.write(text.as_bytes())?;
        partial.sync()?;
        if !self.is_current()? {
            return Ok(false);
        }
        partial.become_file(&self.target)?;
        Ok(true)
    }

    /// Removes the file, or returns `false` if it has changed since it was read.
    pub(super) fn remove(&self) -> Result<bool, InstallError> {
        let remove = || {
            if !self.is_current()? {
                return Ok(false);
            }
            fs::remove_file(&self.path).map(|()| true)
        };
        remove().map_err(|source| InstallError::write_error(&self.path, source))
    }

    fn is_current(&self) -> io::Result<bool> {
        Ok(read_if_there(&self.target)? == self.bytes)
    }

    /// Makes the directory that the file is to stand in, and returns the directories that were
    /// not there, outermost first.
    pub(super) fn make_dirs(&self) -> Result<Vec<PathBuf>, InstallError> {
        let missing = self.missing_dirs();
        let Some(dir) = self.target.parent() else { return Ok(missing) };
        fs::create_dir_all(dir).map_err(|source| InstallError::write_error(dir, source))?;
        Ok(missing)
    }

    /// The directories that are not there, outermost first.
    pub(super) fn missing_dirs(&self) -> Vec<PathBuf> {
        let Some(dir) = self.target.parent() else { return Vec::new() };
        let absent = |dir: &&Path| !dir.as_os_str().is_empty() && !dir.exists();
        let mut missing: Vec<_> = dir.ancestors().take_while(absent).map(Path::to_owned).collect();
        missing.reverse();
        missing
    }
}

/// Removes partial files that killed processes left beside the file at `path`; returns their
/// number.
pub(super) fn sweep_partial_files(path: &Path) -> usize {
    let Ok(target) = follow_links(path) else { return 0 };
    let dir = target.parent().unwrap_or(Path::new(""));
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let mut removed = palimp_files::sweep(dir, Depth::Flat);
    // Earlier versions of palimp named them after the file.
    palimp_files::each_abandoned(dir, Depth::Flat, &mut |left| {
        let left_name = left.file_name().unwrap_or_default().to_string_lossy();
        let ours = left_name.starts_with(&format!(".{name}.")) && left_name.ends_with(".tmp");
        removed += usize::from(ours && fs::remove_file(left).is_ok());
    });
    removed
}

fn read_if_there(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match palimp_files::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e),
    }
}

/// The file that `path` leads to, whether or not it exists.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(link) => path = path.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other(messages::too_many_links()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dir: &Path) -> Vec<String> {
        let entry = |e: io::Result<fs::DirEntry>| e.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<_> = fs::read_dir(dir).unwrap().map(entry).collect();
        names.sort();
        names
    }

    #[test]
    fn a_change_between_read_and_write_is_seen() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.json");
        let absent = SettingsSnapshot::read(&path).unwrap();
        fs::write(&path, "1").unwrap();
        assert!(!absent.replace("x").unwrap());
        let snapshot = SettingsSnapshot::read(&path).unwrap();
        fs::write(&path, "2").unwrap();
        assert!(!snapshot.replace("x").unwrap());
        assert!(!snapshot.remove().unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "2");
        assert_eq!(names(dir.path()), ["a.json"]);
        assert!(SettingsSnapshot::read(&path).unwrap().replace("x").unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "x");
        assert_eq!(names(dir.path()), ["a.json"]);
    }

    #[test]
    fn what_a_killed_process_was_writing_goes_and_nothing_of_the_client() {
        let dir = tempfile::tempdir().unwrap();
        let others = [".b.json.4294967295-0.tmp", ".settings.json.4294967295", "a.json"];
        for name in
            others.into_iter().chain([".a.json.4294967295-0.tmp", &palimp_files::partial_name()])
        {
            fs::write(dir.path().join(name), "{").unwrap();
        }
        assert_eq!(sweep_partial_files(&dir.path().join("a.json")), 2);
        assert_eq!(names(dir.path()), others);
    }

    #[test]
    fn the_byte_order_mark_stays() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.json");
        fs::write(&path, "\u{feff}{}").unwrap();
        let snapshot = SettingsSnapshot::read(&path).unwrap();
        assert_eq!(snapshot.text().unwrap(), Some("{}"));
        assert!(snapshot.replace("[]").unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "\u{feff}[]");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_written_through() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let dir = tempfile::tempdir().unwrap();
        let (real, link) = (dir.path().join("real"), dir.path().join("link"));
        symlink("real", dir.path().join("middle")).unwrap();
        symlink("middle", &link).unwrap();
        assert!(SettingsSnapshot::read(&link).unwrap().replace("new").unwrap());
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        assert!(SettingsSnapshot::read(&link).unwrap().replace("newer").unwrap());
        assert_eq!(fs::read_to_string(&real).unwrap(), "newer");
        assert_eq!(real.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(fs::read_link(&link).unwrap(), Path::new("middle"));

        symlink("loop", dir.path().join("loop")).unwrap();
        assert!(SettingsSnapshot::read(&dir.path().join("loop")).is_err());
    }
}
