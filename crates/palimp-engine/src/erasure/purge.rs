//! A home that is left for good: what palimp keeps in it goes, and nothing else.
//!
//! Whoever works in the background holds a lease of the home, a shared lock of its directory: the home goes when
//! the last lease has ended, and nobody takes one of a home that is gone.

use std::fs::{self, DirEntry, File};
use std::io;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use palimp_core::home::HomePaths;

/// Names of palimp's entries in a home. Names of the database, its log, copies of damaged databases
/// and partial files share a prefix.
const OWN_ENTRY_NAMES: [&str; 23] = [
    "agents", "cache", "chat", "dashboard.json", "history", "hub", "index", "installs.json",
    "keys.json", "last-backup.json", "locks", "log", "pauses.json", "projects.jsonl", "review",
    "scratch", "settings.json", "shelf", "spool", "sync", "team-key", "team-key.pub", "teams",
];
const OWN_ENTRY_PREFIXES: [&str; 2] = ["activity.db", ".palimp-"];
/// Directory of the notes. It is removed last, because nothing else can be rebuilt without it, nor
/// it from anything else.
const VAULT_DIR: &str = "vault";
/// Maximum time for workers to end.
const MAX_WAIT: Duration = Duration::from_secs(60);
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A worker's right to a home: while it lasts, the home is not removed.
#[derive(Debug)]
pub struct Lease {
    _root: File,
}

impl Lease {
    /// Takes a lease of `home`; none where nothing of palimp's is in it, or where it is being removed.
    pub fn take(home: &HomePaths) -> Option<Lease> {
        let root = palimp_files::open_dir(home.root()).ok()?;
        // Where the file system knows no locks, nobody can wait for it either.
        let is_shared = palimp_files::try_share(&root).unwrap_or(true);
        (is_shared && is_in_use(home)).then_some(Lease { _root: root })
    }
}

/// Returns true if something of palimp's is in `home`.
fn is_in_use(home: &HomePaths) -> bool {
    let entries = fs::read_dir(home.root()).into_iter().flatten().flatten();
    let mut names = entries.map(|entry| entry.file_name());
    names.any(|name| name == VAULT_DIR || is_ours(&name.to_string_lossy()))
}

/// Removes all that palimp keeps in `home`, and the home itself where nothing else is in it; answers
/// what else is there. A link goes, and what it leads to stays. Calls `on_wait` where workers have to end first.
///
/// # Errors
///
/// When a worker does not end within a minute, which leaves everything as it is, of kind
/// [`io::ErrorKind::TimedOut`]. When something cannot be removed; what was removed until then stays so.
pub fn purge(home: &HomePaths, on_wait: &mut dyn FnMut()) -> io::Result<Vec<PathBuf>> {
    let root = palimp_files::open_dir(home.root())?;
    wait_for_workers(&root, MAX_WAIT, on_wait)?;
    remove_own_entries(home)
}

/// Locks the home once no worker holds a lease of it.
fn wait_for_workers(root: &File, limit: Duration, on_wait: &mut dyn FnMut()) -> io::Result<()> {
    // Where the file system knows no locks, nobody holds one either.
    let is_locked = || palimp_files::try_lock(root).unwrap_or(true);
    if is_locked() {
        return Ok(());
    }
    on_wait();
    let began = Instant::now();
    while !is_locked() {
        if began.elapsed() >= limit {
            return Err(io::ErrorKind::TimedOut.into());
        }
        thread::sleep(POLL_INTERVAL);
    }
    Ok(())
}

fn remove_own_entries(home: &HomePaths) -> io::Result<Vec<PathBuf>> {
    let (mut left, mut vault) = (Vec::new(), None);
    for entry in fs::read_dir(home.root())? {
        let entry = entry?;
        match entry.file_name().to_string_lossy().as_ref() {
            VAULT_DIR => vault = Some(entry),
            name if is_ours(name) => remove_entry(&entry)?,
            _ => left.push(entry.path()),
        }
    }
    vault.as_ref().map_or(Ok(()), remove_entry)?;
    if left.is_empty() {
        fs::remove_dir(home.root())?;
    }
    left.sort();
    Ok(left)
}

fn is_ours(name: &str) -> bool {
    OWN_ENTRY_NAMES.contains(&name)
        || OWN_ENTRY_PREFIXES.iter().any(|beginning| name.starts_with(beginning))
}

fn remove_entry(entry: &DirEntry) -> io::Result<()> {
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
        assert_eq!(purge(&HomePaths::new(&root), &mut || ()).unwrap(), Vec::<PathBuf>::new());
        assert!(!root.exists());
        assert_eq!(fs::read_to_string(notes.join("a.md")).unwrap(), "mine");
    }

    #[test]
    fn what_is_not_palimps_stays_and_so_does_the_home() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["settings.json", "thesis.docx", ".palimp-x.partial", "activity.db"] {
            fs::write(dir.path().join(name), "").unwrap();
        }
        let left = purge(&HomePaths::new(dir.path()), &mut || ()).unwrap();
        assert_eq!(left, [dir.path().join("thesis.docx")]);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
    #[test]
    fn lease_of_a_purged_home_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let home = HomePaths::new(dir.path().join(".palimp"));
        fs::create_dir_all(home.root().join("index")).unwrap();
        fs::write(home.root().join("thesis.docx"), "").unwrap();
        assert!(Lease::take(&home).is_some());
        purge(&home, &mut || ()).unwrap();
        assert!(Lease::take(&home).is_none(), "what is left is not palimp's");
        fs::remove_dir_all(home.root()).unwrap();
        assert!(Lease::take(&home).is_none());
    }

    #[test]
    fn wait_for_an_endless_worker_times_out() {
        let dir = tempfile::tempdir().unwrap();
        let home = HomePaths::new(dir.path().join(".palimp"));
        fs::create_dir_all(home.root().join("index")).unwrap();
        let _lease = Lease::take(&home).unwrap();
        let root = palimp_files::open_dir(home.root()).unwrap();
        let mut waits = 0;
        let waited = wait_for_workers(&root, Duration::ZERO, &mut || waits += 1);
        assert_eq!((waited.unwrap_err().kind(), waits), (io::ErrorKind::TimedOut, 1));
        assert!(home.root().join("index").exists());
    }

    #[test]
    fn purge_with_a_lease_waits_until_it_ends() {
        let dir = tempfile::tempdir().unwrap();
        let home = HomePaths::new(dir.path().join(".palimp"));
        fs::create_dir_all(home.root().join("index")).unwrap();
        let mut lease = Lease::take(&home);
        let mut waited = false;
        let left = purge(&home, &mut || {
            assert!(home.root().join("index").exists());
            (lease, waited) = (None, true);
        });
        assert_eq!((left.unwrap(), waited, home.root().exists()), (Vec::new(), true, false));
    }
}
