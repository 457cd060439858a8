//! A home that is left for good: what palimp keeps in it goes, and nothing else.

use std::fs::{self, DirEntry};
use std::io;
use std::path::PathBuf;

use palimp_core::home::Home;

/// What palimp keeps in a home, by name; the database, its log and what was saved of damaged ones begin
/// alike, and so does what is being written.
const OURS: [&str; 19] = [
    "agents", "cache", "chat", "dashboard.json", "history", "hub", "index", "installs.json",
    "keys.json", "locks", "log", "review", "scratch", "settings.json", "shelf", "spool",
    "team-key", "team-key.pub", "teams",
];
const BEGINNINGS: [&str; 2] = ["activity.db", ".palimp-"];
/// The notes, which go last: nothing else could be made anew from them, nor they from anything else.
const VAULT: &str = "vault";

/// Removes all that palimp keeps in `home`, and the home itself where nothing else is in it; answers
/// what else is there. A link goes, and what it leads to stays.
///
/// # Errors
///
/// When something cannot be removed; what was removed until then stays so.
pub fn purge(home: &Home) -> io::Result<Vec<PathBuf>> {
    let (mut left, mut vault) = (Vec::new(), None);
    for entry in fs::read_dir(home.root())? {
        let entry = entry?;
        match entry.file_name().to_string_lossy().as_ref() {
            VAULT => vault = Some(entry),
            name if is_ours(name) => remove(&entry)?,
            _ => left.push(entry.path()),
        }
    }
    vault.as_ref().map_or(Ok(()), remove)?;
    if left.is_empty() {
        fs::remove_dir(home.root())?;
    }
    left.sort();
    Ok(left)
}

fn is_ours(name: &str) -> bool {
    OURS.contains(&name) || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}

fn remove(entry: &DirEntry) -> io::Result<()> {
    let path = entry.path();
    if entry.file_type()?.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_goes_and_what_it_leads_to_stays() {
        let dir = tempfile::tempdir().unwrap();
        let (root, notes) = (dir.path().join(".palimp"), dir.path().join("notes"));
        fs::create_dir_all(root.join("index")).unwrap();
        fs::create_dir(&notes).unwrap();
        fs::write(notes.join("a.md"), "mine").unwrap();
        fs::write(root.join("activity.db-wal"), "").unwrap();
        std::os::unix::fs::symlink(&notes, root.join("vault")).unwrap();
        assert_eq!(purge(&Home::at(&root)).unwrap(), Vec::<PathBuf>::new());
        assert!(!root.exists());
        assert_eq!(fs::read_to_string(notes.join("a.md")).unwrap(), "mine");
    }

    #[test]
    fn what_is_not_palimps_stays_and_so_does_the_home() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["settings.json", "thesis.docx", ".palimp-x.partial", "activity.db"] {
            fs::write(dir.path().join(name), "").unwrap();
        }
        let left = purge(&Home::at(dir.path())).unwrap();
        assert_eq!(left, [dir.path().join("thesis.docx")]);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
