//! Earlier versions of the notes that palimp changed.
//!
//! The newest one is a plain file, `<note's path>/<time>-<hash>`, so that a person finds it without
//! palimp; older versions are stored as differences, in one file beside it. The plain files of
//! earlier versions of palimp are read as well.

mod older;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use palimp_files::Depth;
use palimp_note::NotePath;

use crate::VaultError;
use older::{Older, VersionText};

/// The versions of one agent's notes.
#[derive(Clone, Debug)]
pub struct VersionHistory {
    dir: PathBuf,
}

/// A version of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteVersion {
    /// Its name, by which it is read.
    pub id: String,
    /// Time at which it stopped being the present version, in milliseconds since the Unix epoch.
    pub at_ms: i64,
    /// Its length in bytes.
    pub bytes: u64,
}

/// Maximum number of versions that are kept of a note.
const MAX_VERSIONS_PER_NOTE: usize = 50;
/// Maximum length of all texts that are kept of a note, in bytes: of huge notes there are fewer
/// versions.
const MAX_STORED_TEXT_BYTES: usize = 64 << 20;
/// Name of the file with the older versions.
const OLDER_VERSIONS_FILE: &str = "older.jsonl";

impl VersionHistory {
    /// Returns the history in `dir`, which need not exist.
    pub fn new(dir: impl Into<PathBuf>) -> VersionHistory {
        VersionHistory { dir: dir.into() }
    }

    /// Adds `old_text`, which is about to be replaced. A text that is kept already becomes the
    /// newest version instead; beyond fifty versions the oldest is removed.
    pub fn add_version(&self, note: &NotePath, old_text: &str) -> Result<(), VaultError> {
        let dir = self.versions_dir(note);
        private_dir(&dir)?;
        let mut versions = load_versions(&dir)?;
        let hash = hash_of(old_text);
        // Versions keep their order when the clock is put back.
        let newest = versions.first().and_then(|newest| time_of(&newest.id));
        let at_ms = newest.map_or(0, |at| at + 1).max(now_ms());
        versions.retain(|version| !version.id.ends_with(&hash));
        let kept = VersionText { id: format!("{at_ms:013}-{hash}"), text: old_text.to_owned() };
        versions.insert(0, kept);
        let mut bytes = 0;
        versions.retain(|version| {
            bytes += version.text.len();
            bytes <= MAX_STORED_TEXT_BYTES
        });
        versions.truncate(MAX_VERSIONS_PER_NOTE);
        store_versions(&dir, &versions)
    }

    /// The versions of a note, newest first.
    pub fn versions(&self, note: &NotePath) -> Result<Vec<NoteVersion>, VaultError> {
        let versions =
            load_versions(&self.versions_dir(note))?.into_iter().map(|VersionText { id, text }| {
                NoteVersion { at_ms: time_of(&id).unwrap_or(0), bytes: text.len() as u64, id }
            });
        Ok(versions.collect())
    }

    /// The text of a version.
    pub fn read_version(&self, note: &NotePath, id: &str) -> Result<String, VaultError> {
        let found =
            load_versions(&self.versions_dir(note))?.into_iter().find(|version| version.id == id);
        let missing = || VaultError::NoVersion { note: note.to_string(), id: id.to_owned() };
        found.map(|version| version.text).ok_or_else(missing)
    }

    /// The texts of all versions of a note with their names, newest first.
    pub fn version_texts(&self, note: &NotePath) -> Result<Vec<(String, String)>, VaultError> {
        Ok(load_versions(&self.versions_dir(note))?
            .into_iter()
            .map(|VersionText { id, text }| (id, text))
            .collect())
    }

    /// Removes the versions of a note for which `keep` is false; returns their number.
    pub fn retain_versions(
        &self,
        note: &NotePath,
        mut keep: impl FnMut(&str) -> bool,
    ) -> Result<usize, VaultError> {
        let dir = self.versions_dir(note);
        let mut versions = load_versions(&dir)?;
        let before = versions.len();
        versions.retain(|version| keep(&version.text));
        let gone = before - versions.len();
        if gone > 0 {
            store_versions(&dir, &versions)?;
            self.remove_empty(&dir);
        }
        Ok(gone)
    }

    /// Removes partial files of killed processes; returns their number.
    pub(crate) fn sweep(&self) -> usize {
        palimp_files::sweep_own(&self.dir, Depth::Deep)
    }

    /// Removes every version of a note, and what killed processes were writing of them.
    pub fn remove_versions(&self, note: &NotePath) -> Result<(), VaultError> {
        let dir = self.versions_dir(note);
        palimp_files::sweep_own(&dir, Depth::Flat);
        for (path, name) in list_files(&dir)? {
            if name == OLDER_VERSIONS_FILE || time_of(&name).is_some() {
                fs::remove_file(&path).map_err(|e| VaultError::from_io(&path, e))?;
            }
        }
        self.remove_empty(&dir);
        Ok(())
    }

    /// The notes that have versions.
    pub fn notes_with_versions(&self) -> Result<Vec<NotePath>, VaultError> {
        let mut notes = Vec::new();
        collect_notes(&self.dir, &self.dir, &mut notes)?;
        notes.sort_unstable();
        Ok(notes)
    }

    /// Limits all versions together to `limit` bytes: the oldest are removed, whichever notes they
    /// are of. Versions that earlier palimps stored whole are stored as differences from now on.
    /// Returns the number of removed versions.
    pub fn limit_total_bytes(&self, limit: u64) -> Result<usize, VaultError> {
        let notes = self.notes_with_versions()?;
        let mut sizes = Vec::new();
        for (at, note) in notes.iter().enumerate() {
            let dir = self.versions_dir(note);
            let versions = load_versions(&dir)?;
            if list_files(&dir)?.len() > 2 {
                store_versions(&dir, &versions)?;
            }
            sizes.extend(sizes_of(&versions).into_iter().map(|(time, size)| (time, at, size)));
        }
        let mut total: u64 = sizes.iter().map(|(_, _, size)| size).sum();
        sizes.sort_unstable();
        let mut gone = vec![0; notes.len()];
        for (_, note, size) in sizes {
            if total <= limit {
                break;
            }
            total -= size;
            gone[note] += 1;
        }
        for (note, gone) in notes.iter().zip(&gone).filter(|(_, gone)| **gone > 0) {
            let dir = self.versions_dir(note);
            let mut versions = load_versions(&dir)?;
            versions.truncate(versions.len() - gone);
            store_versions(&dir, &versions)?;
            self.remove_empty(&dir);
        }
        Ok(gone.iter().sum())
    }

    fn versions_dir(&self, note: &NotePath) -> PathBuf {
        self.dir.join(note.as_str())
    }

    /// Removes an empty directory, and its parents that hold no other note's versions.
    fn remove_empty(&self, dir: &Path) {
        let mut empty = dir;
        while empty != self.dir && fs::remove_dir(empty).is_ok() {
            empty = empty.parent().unwrap_or(&self.dir);
        }
    }
}

/// Loads the versions in a directory, newest first.
fn load_versions(dir: &Path) -> Result<Vec<VersionText>, VaultError> {
    let (mut versions, mut older) = (Vec::new(), None);
    for (path, id) in list_files(dir)? {
        if id != OLDER_VERSIONS_FILE && time_of(&id).is_none() {
            continue;
        }
        let bytes = palimp_files::read_private(&path).map_err(|e| VaultError::from_io(&path, e))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        match id == OLDER_VERSIONS_FILE {
            true => older = Older::parse(&text),
            false => versions.push(VersionText { id, text }),
        }
    }
    let from = |older: &Older| versions.iter().find(|version| version.id == older.from);
    let reckoned =
        older.as_ref().and_then(|older| Some(older.restore_versions(&from(older)?.text)));
    for version in reckoned.unwrap_or_default() {
        // Where a process was killed between two files, both have it.
        if !versions.iter().any(|known| known.id == version.id) {
            versions.push(version);
        }
    }
    let time = |version: &VersionText| time_of(&version.id);
    versions.sort_unstable_by(|a, b| time(b).cmp(&time(a)).then_with(|| b.id.cmp(&a.id)));
    Ok(versions)
}

/// Replaces the versions in a directory by these, newest first. Each of them can be read at every
/// moment.
fn store_versions(dir: &Path, versions: &[VersionText]) -> Result<(), VaultError> {
    let put = |name: &str, text: &str| {
        let path = dir.join(name);
        palimp_files::replace_file(&path, text.as_bytes())
            .map_err(|e| VaultError::from_io(&path, e))
    };
    let (newest, rest) = versions.split_first().map_or((None, versions), |(a, b)| (Some(a), b));
    if let Some(newest) = newest {
        if !dir.join(&newest.id).exists() {
            put(&newest.id, &newest.text)?;
        }
        if !rest.is_empty() {
            put(OLDER_VERSIONS_FILE, &Older::from_versions(newest, rest).to_json_lines())?;
        }
    }
    for (path, name) in list_files(dir)? {
        let whole = time_of(&name).is_some() && newest.is_none_or(|newest| newest.id != name);
        if whole || name == OLDER_VERSIONS_FILE && rest.is_empty() {
            fs::remove_file(&path).map_err(|e| VaultError::from_io(&path, e))?;
        }
    }
    Ok(())
}

/// Returns the time at which each version was kept, and its size in bytes.
fn sizes_of(versions: &[VersionText]) -> Vec<(i64, u64)> {
    let Some((newest, rest)) = versions.split_first() else { return Vec::new() };
    let differences = Older::from_versions(newest, rest).differences;
    let sizes =
        std::iter::once(newest.text.len()).chain(differences.iter().map(|it| it.stored_bytes()));
    let times = versions.iter().map(|version| time_of(&version.id).unwrap_or(0));
    times.zip(sizes.map(|size| size as u64)).collect()
}

/// Lists the files in a directory, with their names; none if there is no directory.
fn list_files(dir: &Path) -> Result<Vec<(PathBuf, String)>, VaultError> {
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(VaultError::from_io(dir, error)),
    };
    let file = |entry: fs::DirEntry| {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        is_file.then(|| entry.file_name().into_string().ok()).flatten().map(|it| (entry.path(), it))
    };
    Ok(entries.filter_map(|entry| file(entry.ok()?)).collect())
}

/// Adds the notes whose versions lie below `dir`.
fn collect_notes(root: &Path, dir: &Path, notes: &mut Vec<NotePath>) -> Result<(), VaultError> {
    if list_files(dir)?
        .iter()
        .any(|(_, name)| name == OLDER_VERSIONS_FILE || time_of(name).is_some())
    {
        let path = dir.strip_prefix(root).ok().and_then(Path::to_str);
        notes.extend(path.and_then(|path| NotePath::new(path).ok()));
    }
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect_notes(root, &entry.path(), notes)?;
        }
    }
    Ok(())
}

/// Returns the hash that identifies a text.
fn hash_of(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
}

/// The time in an id; none when it is no id.
fn time_of(id: &str) -> Option<i64> {
    let (time, hash) = id.split_once('-')?;
    let digits = time.bytes().all(|byte| byte.is_ascii_digit());
    let hex = hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    (digits && hex).then(|| time.parse().ok()).flatten()
}

/// Makes a directory and its parents, each for its owner alone.
pub(crate) fn private_dir(path: &Path) -> Result<(), VaultError> {
    palimp_files::private_dir(path).map_err(|e| VaultError::from_io(path, e))
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn note(path: &str) -> NotePath {
        NotePath::new(path).unwrap()
    }

    #[test]
    fn versions_come_newest_first_and_each_once() {
        let dir = tempfile::tempdir().unwrap();
        let history = VersionHistory::new(dir.path().join("history"));
        let note = note("shared/결정.md");
        assert!(history.versions(&note).unwrap().is_empty());
        for text in ["one", "둘", "three", "one"] {
            history.add_version(&note, text).unwrap();
        }
        let versions = history.versions(&note).unwrap();
        let read = |version: &NoteVersion| history.read_version(&note, &version.id).unwrap();
        assert_eq!(versions.iter().map(read).collect::<Vec<_>>(), ["one", "three", "둘"]);
        assert_eq!(versions[2].bytes, 3);
        assert!(versions.windows(2).all(|two| two[0].at_ms > two[1].at_ms));
    }

    #[test]
    fn the_oldest_goes_beyond_fifty() {
        let dir = tempfile::tempdir().unwrap();
        let history = VersionHistory::new(dir.path());
        let note = note("a.md");
        for number in 0..60 {
            history.add_version(&note, &number.to_string()).unwrap();
        }
        let versions = history.versions(&note).unwrap();
        assert_eq!(versions.len(), MAX_VERSIONS_PER_NOTE);
        assert_eq!(history.read_version(&note, &versions[0].id).unwrap(), "59");
        assert_eq!(
            history.read_version(&note, &versions[MAX_VERSIONS_PER_NOTE - 1].id).unwrap(),
            "10"
        );
    }

    #[test]
    fn forgetting_leaves_nothing_and_touches_no_other_note() {
        let dir = tempfile::tempdir().unwrap();
        let history = VersionHistory::new(dir.path());
        history.add_version(&note("a/b.md"), "b").unwrap();
        history.add_version(&note("a/c.md"), "c").unwrap();
        history.remove_versions(&note("a/b.md")).unwrap();
        assert!(history.versions(&note("a/b.md")).unwrap().is_empty());
        assert_eq!(history.versions(&note("a/c.md")).unwrap().len(), 1);
        assert!(!dir.path().join("a/b.md").exists());
        history.remove_versions(&note("a/c.md")).unwrap();
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    /// A note that grows, as it was each time before it was changed.
    fn grown(times: usize) -> Vec<String> {
        let line =
            |number: usize| format!("- 10:{:02} what was done, number {number}\n", number % 60);
        (0..times)
            .map(|to| format!("# A day\n\n{}", (0..to).map(line).collect::<String>()))
            .collect()
    }

    fn bytes_below(dir: &Path) -> u64 {
        let of = |entry: fs::DirEntry| match entry.file_type().unwrap().is_dir() {
            true => bytes_below(&entry.path()),
            false => entry.metadata().unwrap().len(),
        };
        fs::read_dir(dir).unwrap().map(|entry| of(entry.unwrap())).sum()
    }

    #[test]
    fn a_note_that_only_grows_takes_little_more_than_itself() {
        let dir = tempfile::tempdir().unwrap();
        let history = VersionHistory::new(dir.path());
        let texts = grown(300);
        for text in &texts {
            history.add_version(&note("memory/day.md"), text).unwrap();
        }
        let versions = history.versions(&note("memory/day.md")).unwrap();
        assert_eq!(versions.len(), MAX_VERSIONS_PER_NOTE);
        for (version, text) in versions.iter().zip(texts.iter().rev()) {
            assert_eq!(history.read_version(&note("memory/day.md"), &version.id).unwrap(), *text);
        }
        let newest = texts.last().unwrap().len() as u64;
        let bytes = bytes_below(dir.path());
        assert!(bytes < newest + newest / 2, "{bytes} bytes for a note of {newest}");
        assert_eq!(list_files(&dir.path().join("memory/day.md")).unwrap().len(), 2);
    }

    #[test]
    fn what_was_kept_whole_before_is_read_and_taken_over() {
        let dir = tempfile::tempdir().unwrap();
        let history = VersionHistory::new(dir.path());
        let old = dir.path().join("a.md");
        fs::create_dir_all(&old).unwrap();
        let texts = grown(20);
        for (at, text) in texts.iter().enumerate() {
            fs::write(
                old.join(format!("{:013}-{}", 1_700_000_000_000_i64 + at as i64, hash_of(text))),
                text,
            )
            .unwrap();
        }
        let read = || -> Vec<String> {
            let versions = history.versions(&note("a.md")).unwrap();
            versions.iter().map(|it| history.read_version(&note("a.md"), &it.id).unwrap()).collect()
        };
        let mut expected: Vec<String> = texts.into_iter().rev().collect();
        assert_eq!(read(), expected);
        assert_eq!(history.limit_total_bytes(u64::MAX).unwrap(), 0);
        assert_eq!(read(), expected);
        assert_eq!(list_files(&old).unwrap().len(), 2, "one whole, and what the others differ in");
        history.add_version(&note("a.md"), "another text\n").unwrap();
        expected.insert(0, "another text\n".to_owned());
        assert_eq!(read(), expected);
    }

    #[test]
    fn all_versions_together_stay_below_a_limit() {
        let dir = tempfile::tempdir().unwrap();
        let history = VersionHistory::new(dir.path());
        for number in 0..40 {
            let text = format!("{number} {}", "replaced as a whole ".repeat(50));
            history.add_version(&note(["a.md", "b/c.md"][number % 2]), &text).unwrap();
        }
        let before = history.versions(&note("a.md")).unwrap();
        assert!(bytes_below(dir.path()) > 40_000);
        assert!(history.limit_total_bytes(15_000).unwrap() > 20);
        assert!(bytes_below(dir.path()) < 17_000);
        let left = history.versions(&note("a.md")).unwrap();
        assert_eq!(left[..], before[..left.len()], "the oldest go");
        assert!(
            left.len() > 3
                && left.len().abs_diff(history.versions(&note("b/c.md")).unwrap().len()) < 3
        );
        history.limit_total_bytes(0).unwrap();
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[test]
    fn versions_that_say_something_go_and_the_others_stay_readable() {
        let dir = tempfile::tempdir().unwrap();
        let history = VersionHistory::new(dir.path());
        let texts = grown(12);
        for text in &texts {
            history.add_version(&note("a.md"), text).unwrap();
        }
        let gone =
            history.retain_versions(&note("a.md"), |text| !text.contains("number 4")).unwrap();
        assert_eq!(gone, 7);
        let left = history.versions(&note("a.md")).unwrap();
        assert_eq!(left.len(), 5);
        assert_eq!(history.read_version(&note("a.md"), &left[0].id).unwrap(), texts[4]);
        assert!(!bytes_with(dir.path(), "number 4"));
        assert_eq!(history.retain_versions(&note("a.md"), |_| false).unwrap(), 5);
        assert_eq!(history.notes_with_versions().unwrap(), []);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    fn bytes_with(dir: &Path, text: &str) -> bool {
        fs::read_dir(dir).unwrap().any(|entry| {
            let path = entry.unwrap().path();
            if path.is_dir() {
                return bytes_with(&path, text);
            }
            fs::read_to_string(&path).unwrap().contains(text)
        })
    }

    #[test]
    fn a_death_between_two_files_costs_no_version() {
        let dir = tempfile::tempdir().unwrap();
        let history = VersionHistory::new(dir.path());
        for text in ["one\n", "one\ntwo\n", "one\ntwo\nthree\n"] {
            history.add_version(&note("a.md"), text).unwrap();
        }
        let of_note = dir.path().join("a.md");
        let before: Vec<_> = list_files(&of_note)
            .unwrap()
            .into_iter()
            .map(|(path, name)| (path.clone(), name, fs::read(path).unwrap()))
            .collect();
        history.add_version(&note("a.md"), "one\ntwo\nthree\nfour\n").unwrap();
        let versions = history.versions(&note("a.md")).unwrap();
        // The old whole version is not removed yet; then the differences are not written yet either.
        for keep in [false, true] {
            for (path, _, bytes) in
                before.iter().filter(|(_, name, _)| keep || name != OLDER_VERSIONS_FILE)
            {
                fs::write(path, bytes).unwrap();
            }
            assert_eq!(history.versions(&note("a.md")).unwrap(), versions);
        }
    }

    proptest! {
        #[test]
        fn any_versions_come_back_as_they_were(texts in proptest::collection::vec("(a\n|b\n|c|\r\n|가\n){0,6}", 1..9)) {
            let dir = tempfile::tempdir().unwrap();
            let history = VersionHistory::new(dir.path());
            let mut expected: Vec<String> = Vec::new();
            for text in texts {
                history.add_version(&note("a.md"), &text).unwrap();
                expected.retain(|known| *known != text);
                expected.insert(0, text);
            }
            let versions = history.versions(&note("a.md")).unwrap();
            let read = versions.iter().map(|it| history.read_version(&note("a.md"), &it.id).unwrap());
            prop_assert_eq!(read.collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn an_id_leads_nowhere_else() {
        let dir = tempfile::tempdir().unwrap();
        let history = VersionHistory::new(dir.path());
        for id in ["../x", "", "1-../../0123456789ab", "99-0123456789abcdef"] {
            let said = history.read_version(&note("a.md"), id).unwrap_err().to_string();
            assert!(said.contains("no version"), "{said}");
        }
    }
}
