//! Writing a file of palimp's own, whole or not at all.

use std::fs::{self, FileTimes, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::SystemTime;

use crate::{Depth, Partial, begin_private, private_dir, sweep_own};

/// Replaces the file at `path` with `bytes`, in a directory of palimp's own, and removes the files
/// that killed processes were writing there.
///
/// # Errors
///
/// As [`Partial::become_file`], and when the directory cannot be made.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_by(path, |partial| partial.write(bytes))
}

/// The same, with what `write` writes piece by piece.
///
/// # Errors
///
/// As [`replace_file`], and those of `write`.
pub fn replace_by(
    path: &Path,
    write: impl FnOnce(&mut Partial<'_>) -> io::Result<()>,
) -> io::Result<()> {
    sweep_own(path.parent().unwrap_or(Path::new(".")), Depth::Flat);
    put_by(path, write)
}

/// Replaces one of many files in a directory, which its writer sweeps once: a sweep looks at every
/// file.
///
/// # Errors
///
/// As [`replace_file`].
pub fn replace_unswept(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put_by(path, |partial| partial.write(bytes))
}

fn put_by(path: &Path, write: impl FnOnce(&mut Partial<'_>) -> io::Result<()>) -> io::Result<()> {
    let dir = path.parent().unwrap_or(Path::new("."));
    private_dir(dir)?;
    let mut partial = Partial::private_in(dir)?;
    write(&mut partial)?;
    partial.become_file(path)
}

/// Lets a whole file have another name, and replaces what has it, without waiting for the disk.
///
/// # Errors
///
/// When it cannot be renamed.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// Makes an empty file whose time of writing is now, and its directory. Nothing is written, so that
/// a full disk does not matter.
///
/// # Errors
///
/// When it cannot be made.
pub fn touch(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), private_dir)?;
    begin_private(path)?.set_times(FileTimes::new().set_modified(SystemTime::now()))
}

/// Takes a file or a directory of palimp's own away from everybody but its owner.
///
/// # Errors
///
/// When it is another user's.
pub fn for_owner_alone(path: &Path) -> io::Result<()> {
    let mode = if path.is_dir() { 0o700 } else { 0o600 };
    fs::set_permissions(path, Permissions::from_mode(mode))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn what_is_replaced_is_private_whole_and_alone() {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path().join("a/b");
        let path = dir.join("c.json");
        replace_file(&path, b"one").unwrap();
        fs::write(dir.join(crate::partial_name()), "left by a killed process").unwrap();
        replace_unswept(&path, b"between").unwrap();
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 2, "one of many sweeps nothing");
        replace_file(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
        assert_eq!((mode(&path), mode(&dir)), (0o600, 0o700));
        fs::create_dir(dir.join("d")).unwrap();
        assert!(replace_file(&dir.join("d"), b"three").is_err());
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 2, "nothing is left beside it");
    }

    #[test]
    fn a_marker_says_when_it_was_touched_last() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("marker");
        touch(&path).unwrap();
        fs::File::open(&path).unwrap().set_modified(SystemTime::UNIX_EPOCH).unwrap();
        touch(&path).unwrap();
        assert_ne!(fs::metadata(&path).unwrap().modified().unwrap(), SystemTime::UNIX_EPOCH);
        for_owner_alone(&path).unwrap();
        assert_eq!(mode(&path), 0o600);
    }
}
