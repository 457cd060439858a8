//! Earlier versions of the notes that palimp changed.
//!
//! They are plain files, `<note's path>/<time>-<hash>`, so that a person finds them without
//! palimp.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use palimp_files::{Depth, Partial};

use crate::VaultError;
use crate::path::NotePath;

/// The versions of one agent's notes.
#[derive(Clone, Debug)]
pub struct History {
    dir: PathBuf,
}

/// A version of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// Its name, by which it is read.
    pub id: String,
    /// When it stopped being the present one, in milliseconds since the Unix epoch.
    pub at_ms: i64,
    /// Its length in bytes.
    pub bytes: u64,
}

/// How many versions of a note are kept.
const KEPT: usize = 50;

impl History {
    /// The history in `dir`, which need not exist.
    pub fn at(dir: impl Into<PathBuf>) -> History {
        History { dir: dir.into() }
    }

    /// Keeps `old_text`, which is about to be replaced. A text that is kept already becomes the
    /// newest version instead; beyond fifty versions the oldest goes.
    pub fn keep(&self, note: &NotePath, old_text: &str) -> Result<(), VaultError> {
        let dir = self.of(note);
        private_dir(&dir)?;
        let versions = self.versions(note)?;
        let hash = &blake3::hash(old_text.as_bytes()).to_hex()[..16];
        // Versions keep their order when the clock is put back.
        let at_ms = versions.first().map_or(0, |newest| newest.at_ms + 1).max(now_ms());
        let path = dir.join(format!("{at_ms:013}-{hash}"));
        let same = versions.iter().find(|version| version.id.ends_with(hash));
        let kept = match same {
            Some(same) => fs::rename(dir.join(&same.id), &path),
            None => write(&dir, &path, old_text.as_bytes()),
        };
        kept.map_err(|e| VaultError::io(&path, e))?;
        let room = if same.is_some() { KEPT } else { KEPT - 1 };
        for version in versions.iter().skip(room) {
            let _ = fs::remove_file(dir.join(&version.id));
        }
        Ok(())
    }

    /// The versions of a note, newest first.
    pub fn versions(&self, note: &NotePath) -> Result<Vec<Version>, VaultError> {
        let dir = self.of(note);
        let entries = match fs::read_dir(&dir) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(VaultError::io(&dir, error)),
        };
        let mut versions = entries.filter_map(|entry| version(&entry.ok()?)).collect::<Vec<_>>();
        versions.sort_unstable_by(|a, b| b.at_ms.cmp(&a.at_ms).then_with(|| b.id.cmp(&a.id)));
        Ok(versions)
    }

    /// The text of a version.
    pub fn read(&self, note: &NotePath, id: &str) -> Result<String, VaultError> {
        let missing = || VaultError::NoVersion { note: note.to_string(), id: id.to_owned() };
        time_of(id).ok_or_else(missing)?;
        let path = self.of(note).join(id);
        match fs::read_to_string(&path) {
            Ok(text) => Ok(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(missing()),
            Err(error) => Err(VaultError::io(&path, error)),
        }
    }

    /// Removes what killed processes were writing; answers how many files that were.
    pub(crate) fn sweep(&self) -> usize {
        palimp_files::sweep_own(&self.dir, Depth::Deep)
    }

    /// Removes every version of a note, and what killed processes were writing of them.
    pub fn forget(&self, note: &NotePath) -> Result<(), VaultError> {
        let dir = self.of(note);
        palimp_files::sweep_own(&dir, Depth::Flat);
        for entry in fs::read_dir(&dir).into_iter().flatten().flatten() {
            if entry.file_name().to_str().is_some_and(|name| time_of(name).is_some()) {
                fs::remove_file(entry.path()).map_err(|e| VaultError::io(&entry.path(), e))?;
            }
        }
        // A directory above may hold other notes' versions and stays then.
        let mut empty = dir.as_path();
        while empty != self.dir && fs::remove_dir(empty).is_ok() {
            empty = empty.parent().unwrap_or(&self.dir);
        }
        Ok(())
    }

    fn of(&self, note: &NotePath) -> PathBuf {
        self.dir.join(note.as_str())
    }
}

fn version(entry: &fs::DirEntry) -> Option<Version> {
    let id = entry.file_name().into_string().ok()?;
    let at_ms = time_of(&id)?;
    let meta = entry.metadata().ok().filter(fs::Metadata::is_file)?;
    Some(Version { id, at_ms, bytes: meta.len() })
}

/// The time in an id; none when it is no id.
fn time_of(id: &str) -> Option<i64> {
    let (time, hash) = id.split_once('-')?;
    let digits = time.bytes().all(|byte| byte.is_ascii_digit());
    let hex = hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    (digits && hex).then(|| time.parse().ok()).flatten()
}

fn write(dir: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    palimp_files::sweep_own(dir, Depth::Flat);
    let mut partial = Partial::private_in(dir)?;
    partial.write(bytes)?;
    partial.become_file(path)
}

/// Makes a directory and its parents, each for its owner alone.
pub(crate) fn private_dir(path: &Path) -> Result<(), VaultError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(|e| VaultError::io(path, e))
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(path: &str) -> NotePath {
        NotePath::new(path).unwrap()
    }

    #[test]
    fn versions_come_newest_first_and_each_once() {
        let dir = tempfile::tempdir().unwrap();
        let history = History::at(dir.path().join("history"));
        let note = note("shared/결정.md");
        assert!(history.versions(&note).unwrap().is_empty());
        for text in ["one", "둘", "three", "one"] {
            history.keep(&note, text).unwrap();
        }
        let versions = history.versions(&note).unwrap();
        let read = |version: &Version| history.read(&note, &version.id).unwrap();
        assert_eq!(versions.iter().map(read).collect::<Vec<_>>(), ["one", "three", "둘"]);
        assert_eq!(versions[2].bytes, 3);
        assert!(versions.windows(2).all(|two| two[0].at_ms > two[1].at_ms));
    }

    #[test]
    fn the_oldest_goes_beyond_fifty() {
        let dir = tempfile::tempdir().unwrap();
        let history = History::at(dir.path());
        let note = note("a.md");
        for number in 0..60 {
            history.keep(&note, &number.to_string()).unwrap();
        }
        let versions = history.versions(&note).unwrap();
        assert_eq!(versions.len(), KEPT);
        assert_eq!(history.read(&note, &versions[0].id).unwrap(), "59");
        assert_eq!(history.read(&note, &versions[KEPT - 1].id).unwrap(), "10");
    }

    #[test]
    fn forgetting_leaves_nothing_and_touches_no_other_note() {
        let dir = tempfile::tempdir().unwrap();
        let history = History::at(dir.path());
        history.keep(&note("a/b.md"), "b").unwrap();
        history.keep(&note("a/c.md"), "c").unwrap();
        history.forget(&note("a/b.md")).unwrap();
        assert!(history.versions(&note("a/b.md")).unwrap().is_empty());
        assert_eq!(history.versions(&note("a/c.md")).unwrap().len(), 1);
        assert!(!dir.path().join("a/b.md").exists());
        history.forget(&note("a/c.md")).unwrap();
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[test]
    fn an_id_leads_nowhere_else() {
        let dir = tempfile::tempdir().unwrap();
        let history = History::at(dir.path());
        for id in ["../x", "", "1-../../0123456789ab", "99-0123456789abcdef"] {
            let said = history.read(&note("a.md"), id).unwrap_err().to_string();
            assert!(said.contains("no version"), "{said}");
        }
    }
}
