//! Removing what killed processes were writing.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::Path;

use rustix::fs::{Mode, OFlags};

use crate::{PARTIAL_PREFIX, is_ours, old_partial_names, try_lock};

/// Depth of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The directory itself.
    Flat,
    /// The directory and everything below it; hidden directories and links are skipped.
    Deep,
}

/// Passes to `each` the partial files in `dir` that nobody writes any more. They stay locked
/// meanwhile.
pub fn each_abandoned(dir: &Path, depth: Depth, each: &mut dyn FnMut(&Path)) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Ok(kind) = entry.file_type() else { continue };
        let hidden = name.as_encoded_bytes().starts_with(b".");
        if kind.is_dir() && depth == Depth::Deep && !hidden {
            each_abandoned(&entry.path(), depth, each);
        } else if kind.is_file()
            && let Some(_held) = lock_abandoned(&entry.path(), &name)
        {
            each(&entry.path());
        }
    }
}

/// Removes the partial files in a directory of palimp's own that nobody writes any more; answers how
/// many.
pub fn sweep_own(dir: &Path, depth: Depth) -> usize {
    let mut removed = 0;
    each_abandoned(dir, depth, &mut |path| removed += usize::from(fs::remove_file(path).is_ok()));
    removed
}

/// Removes abandoned partial files in a directory that is its user's, or another program's: only
/// files that cannot be theirs. Returns their number.
pub fn sweep(dir: &Path, depth: Depth) -> usize {
    let mut removed = 0;
    each_abandoned(dir, depth, &mut |path| {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        let ours = name.starts_with(PARTIAL_PREFIX.as_bytes());
        removed += usize::from(ours && fs::remove_file(path).is_ok());
    });
    removed
}

/// Returns the file, locked, if it is a partial one and nobody writes it.
fn lock_abandoned(path: &Path, name: &OsStr) -> Option<File> {
    let name = name.to_str()?;
    let before = old_partial_names::parse_writer(name);
    if !is_ours(name) && before.is_none() {
        return None;
    }
    // Opening a pipe would wait for somebody to write into it.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::open(path, flags, Mode::empty()).ok()?);
    let meta = file.metadata().ok().filter(fs::Metadata::is_file)?;
    let is_free = match try_lock(&file) {
        Ok(true) => is_ours(name) || before.is_some_and(|writer| !writer.is_alive(&meta)),
        Ok(false) => false,
        Err(_) => old_partial_names::is_old(&meta),
    };
    is_free.then_some(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Partial;

    fn count(dir: &Path) -> usize {
        fs::read_dir(dir).unwrap().count()
    }

    #[test]
    fn what_is_being_written_stays_and_what_was_left_goes_at_any_age() {
        let dir = tempfile::tempdir().unwrap();
        let below = dir.path().join("a/b");
        fs::create_dir_all(&below).unwrap();
        fs::write(dir.path().join(crate::partial_name()), "left").unwrap();
        fs::write(below.join(crate::partial_name()), "left").unwrap();
        let living = Partial::private_in(dir.path()).unwrap();
        assert_eq!(sweep(dir.path(), Depth::Flat), 1);
        assert_eq!(sweep(dir.path(), Depth::Deep), 1);
        assert_eq!((count(dir.path()), count(&below)), (2, 0));
        living.become_file(&dir.path().join("whole")).unwrap();
        assert!(dir.path().join("whole").exists());
    }

    #[test]
    fn what_earlier_versions_left_goes_once_its_writer_is_gone() {
        let dir = tempfile::tempdir().unwrap();
        let write = |name: String| fs::write(dir.path().join(name), "text").unwrap();
        let (gone, here) = (u32::MAX, std::process::id());
        for process in [gone, here] {
            write(format!(".palimp-{process}-18a4f-0"));
            write(format!(".settings.json.{process}"));
        }
        write(".1795340000000-0123456789abcdef".to_owned());
        write("note.md".to_owned());
        assert_eq!(sweep(dir.path(), Depth::Flat), 1, "others' files may be named like that");
        assert_eq!(sweep_own(dir.path(), Depth::Flat), 2);
        assert_eq!(count(dir.path()), 3);
    }

    #[test]
    fn nothing_else_is_touched_and_no_link_followed() {
        let dir = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        let target = elsewhere.path().join(crate::partial_name());
        fs::write(&target, "mine").unwrap();
        let link = |to: &Path, name: &str| {
            std::os::unix::fs::symlink(to, dir.path().join(name)).unwrap();
        };
        link(&target, &crate::partial_name());
        link(elsewhere.path(), "linked");
        fs::create_dir(dir.path().join(".git")).unwrap();
        fs::write(dir.path().join(".git").join(crate::partial_name()), "").unwrap();
        fs::create_dir(dir.path().join(crate::partial_name())).unwrap();
        assert_eq!(sweep(dir.path(), Depth::Deep), 0);
        assert!(target.exists());
    }
}
