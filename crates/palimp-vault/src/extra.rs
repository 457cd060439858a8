//! Notes outside of the vault that are read and never written: other programs' memory, a
//! repository's `docs/`.

use std::fs::{self, Metadata};
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use palimp_core::text::matches_glob;
use palimp_note::path::{is_markdown, to_nfc};

use crate::VaultError;
use crate::events::WatchedPaths;

/// A note outside of the vault.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExtraNote {
    /// Name under which it is shown and identified: `~/docs/결정.md`, or an absolute path.
    pub shown: String,
    /// Path of the file.
    pub path: PathBuf,
    /// Its length in bytes.
    pub size: u64,
    /// Time of the last write, in nanoseconds since the Unix epoch.
    pub mtime_ns: i64,
    /// Whether the user wrote what bears no author.
    pub of_user: bool,
}

/// Maximum depth to which a directory is read.
const MAX_DIRECTORY_DEPTH: usize = 32;

/// Returns the notes that match `pattern`, sorted by path: a file, everything below a directory, or
/// the matches of a path with `*`. `~` is `home`.
///
/// A hidden part matches only if the pattern has its dot. Below a directory, hidden entries,
/// `node_modules` and symbolic links are skipped. A missing or unreadable path has no notes.
///
/// # Errors
///
/// When the pattern is relative, because it would mean something else in every directory.
pub fn expand_pattern(pattern: &str, home: &Path) -> Result<Vec<ExtraNote>, VaultError> {
    expand_with_places(pattern, home, &mut WatchedPaths::default())
}

/// Expands a pattern as [`expand_pattern`] does, and adds to `places` the paths that decide the
/// result.
///
/// # Errors
///
/// As [`expand_pattern`].
pub fn expand_with_places(
    pattern: &str,
    home: &Path,
    places: &mut WatchedPaths,
) -> Result<Vec<ExtraNote>, VaultError> {
    let path = path_of(pattern, home)?;
    let parts = path.components().collect::<Vec<_>>();
    let mut found = Vec::new();
    find_matching(PathBuf::new(), &parts, places, &mut found);
    let mut notes = Vec::new();
    found.iter().for_each(|found| collect_extra(found, home, 0, places, &mut notes));
    notes.sort_unstable();
    notes.dedup_by(|a, b| a.shown == b.shown);
    Ok(notes)
}

/// A pattern as an absolute path.
///
/// # Errors
///
/// When it is relative.
pub fn path_of(pattern: &str, home: &Path) -> Result<PathBuf, VaultError> {
    let path = match pattern.strip_prefix("~/").or((pattern == "~").then_some("")) {
        Some(rest) => home.join(rest),
        None => PathBuf::from(pattern),
    };
    if path.is_absolute() { Ok(path) } else { Err(VaultError::Relative(pattern.to_owned())) }
}

impl ExtraNote {
    /// Reads the text for an index; bytes that are not UTF-8 become replacement characters.
    pub fn read_lossy(&self) -> Result<String, VaultError> {
        let failed = |error| VaultError::from_io(&self.path, error);
        let bytes = palimp_files::read(&self.path).map_err(failed)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Returns the pattern of a part of a path, if it holds `*`.
fn wildcard_part<'a>(part: &Component<'a>) -> Option<&'a str> {
    part.as_os_str().to_str().filter(|part| part.contains('*'))
}

/// Finds every path that the parts of a pattern match.
fn find_matching(
    base: PathBuf,
    parts: &[Component],
    places: &mut WatchedPaths,
    found: &mut Vec<PathBuf>,
) {
    let spelled = parts.iter().take_while(|part| wildcard_part(part).is_none()).count();
    let (first, rest) = parts.split_at(spelled);
    let base = first.iter().fold(base, |base, part| base.join(part));
    if spelled > 0 {
        places.named.insert(base.clone());
    }
    let Some((first, rest)) = rest.split_first() else { return found.push(base) };
    let pattern = to_nfc(wildcard_part(first).unwrap_or_default());
    let Ok(entries) = fs::read_dir(&base) else { return };
    places.all.insert(base);
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let hidden = name.starts_with('.') && !pattern.starts_with('.');
        if !hidden && matches_glob(&pattern, &to_nfc(name)) {
            find_matching(entry.path(), rest, places, found);
        }
    }
}

/// Collects a file that was named, or everything below a directory.
fn collect_extra(
    path: &Path,
    home: &Path,
    depth: usize,
    places: &mut WatchedPaths,
    notes: &mut Vec<ExtraNote>,
) {
    // The path that the user named may be a link; entries below it may not.
    let meta = if depth == 0 { fs::metadata(path) } else { fs::symlink_metadata(path) };
    let Ok(meta) = meta else { return };
    if depth == 0 && fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink()) {
        places.named.insert(path.to_owned());
    }
    if meta.is_file() {
        let above = path.parent().filter(|_| depth == 0);
        places.notes.extend(above.map(Path::to_owned));
        notes.extend(extra_note(path, &meta, home));
    } else if meta.is_dir() && depth < MAX_DIRECTORY_DEPTH {
        let Ok(entries) = fs::read_dir(path) else { return };
        places.notes.insert(path.to_owned());
        for entry in entries.flatten() {
            let name = entry.file_name();
            let passed = name.to_str().is_none_or(|n| n.starts_with('.') || n == "node_modules");
            if !passed {
                collect_extra(&entry.path(), home, depth + 1, places, notes);
            }
        }
    }
}

fn extra_note(path: &Path, meta: &Metadata, home: &Path) -> Option<ExtraNote> {
    let text = path.to_str().filter(|text| is_markdown(text))?;
    let shown = shown(text, home);
    let written = meta.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let mtime_ns = i64::try_from(written.as_nanos()).unwrap_or(i64::MAX);
    let (path, size) = (path.to_owned(), meta.len());
    Some(ExtraNote { shown, path, size, mtime_ns, of_user: false })
}

/// Returns a path as a person reads it, in NFC: `~/docs` for one below `home`.
pub fn shown(path: &str, home: &Path) -> String {
    let below = Path::new(path).strip_prefix(home).ok().and_then(Path::to_str);
    to_nfc(&below.map_or_else(|| path.to_owned(), |below| format!("~/{below}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home() -> tempfile::TempDir {
        let home = tempfile::tempdir().unwrap();
        for file in [
            ".claude/projects/-app/memory/a.md",
            ".claude/projects/-app/memory/sub/deep.md",
            ".claude/projects/-lib/memory/결정.MD",
            ".claude/projects/-lib/memory/no.txt",
            ".claude/projects/.hidden/memory/no.md",
            "docs/one.md",
            "docs/guide/two.markdown",
            "docs/.git/no.md",
            "docs/node_modules/no.md",
        ] {
            let path = home.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "# Note\n").unwrap();
        }
        home
    }

    fn check(pattern: &str, expected: &[&str]) {
        let home = home();
        let notes = expand_pattern(pattern, home.path()).unwrap();
        let shown = notes.iter().map(|note| note.shown.as_str()).collect::<Vec<_>>();
        assert_eq!(shown, expected, "{pattern}");
        assert!(notes.iter().all(|note| note.size == 7 && note.mtime_ns > 0));
        assert!(notes.iter().all(|note| note.read_lossy().unwrap() == "# Note\n"));
    }

    #[test]
    fn patterns_stand_for_files_and_directories() {
        check("~/.claude/projects/*/memory/*.md", &["~/.claude/projects/-app/memory/a.md"]);
        check(
            "~/.claude/projects/*/memory",
            &[
                "~/.claude/projects/-app/memory/a.md",
                "~/.claude/projects/-app/memory/sub/deep.md",
                "~/.claude/projects/-lib/memory/결정.MD",
            ],
        );
        check("~/docs", &["~/docs/guide/two.markdown", "~/docs/one.md"]);
        check("~/docs/", &["~/docs/guide/two.markdown", "~/docs/one.md"]);
        check("~/docs/one.md", &["~/docs/one.md"]);
        check("~/nothing/*.md", &[]);
        check("~/.claude/projects/*/memory/no.txt", &[]);
    }

    #[test]
    fn a_path_outside_the_home_is_shown_whole_and_a_relative_one_refused() {
        let place = home();
        let pattern = place.path().join("docs/*.md");
        let notes = expand_pattern(pattern.to_str().unwrap(), Path::new("/nowhere")).unwrap();
        assert_eq!(notes[0].shown, place.path().join("docs/one.md").to_str().unwrap());
        let said = expand_pattern("docs/*.md", place.path()).unwrap_err().to_string();
        assert!(said.contains("docs/*.md"), "{said}");
    }

    #[test]
    fn links_below_a_directory_are_passed_over() {
        let home = home();
        let docs = home.path().join("docs");
        std::os::unix::fs::symlink(&docs, docs.join("loop")).unwrap();
        std::os::unix::fs::symlink(docs.join("one.md"), docs.join("link.md")).unwrap();
        std::os::unix::fs::symlink(&docs, home.path().join("named")).unwrap();
        assert_eq!(expand_pattern("~/docs", home.path()).unwrap().len(), 2);
        assert_eq!(expand_pattern("~/named", home.path()).unwrap().len(), 2);
    }
}
