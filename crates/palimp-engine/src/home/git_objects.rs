//! Looks up commits in a repository's object store, without running git.
//!
//! Only existence is decided, from loose objects and the sorted tables of pack indexes of version 2.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// First bytes of a pack index of version 2.
const PACK_INDEX_HEADER: [u8; 8] = [0xff, b't', b'O', b'c', 0, 0, 0, 2];
/// Size of the table that counts objects by their first byte, in bytes.
const FANOUT_BYTES: u64 = 256 * 4;
/// Maximum number of pack indexes that are searched in a repository.
const MAX_PACK_INDEXES: usize = 256;
/// Maximum size of the list of other object stores, in bytes.
const MAX_ALTERNATES_BYTES: u64 = 16 << 10;

/// Returns true if the repository whose data is in `git_dir` has the object `id`, in hexadecimal.
pub(crate) fn has_object(git_dir: &Path, id: &str) -> bool {
    let Some(bytes) = parse_hex(id) else { return false };
    let own = git_dir.join("objects");
    let listed = palimp_files::read_up_to(&own.join("info/alternates"), MAX_ALTERNATES_BYTES);
    let listed = listed.unwrap_or_default();
    let others = String::from_utf8_lossy(&listed).lines().map(|it| own.join(it)).collect();
    let stores: Vec<PathBuf> = [vec![own], others].concat();
    stores.iter().any(|store| has_loose_object(store, id) || has_packed_object(store, &bytes))
}

/// Returns true if the repository has no objects at all.
pub(crate) fn has_no_objects(git_dir: &Path) -> bool {
    let Ok(entries) = fs::read_dir(git_dir.join("objects")) else { return true };
    let is_empty = |path: PathBuf| fs::read_dir(path).is_ok_and(|mut it| it.next().is_none());
    entries.flatten().all(|entry| is_empty(entry.path()) || entry.file_name() == "info")
}

fn has_loose_object(store: &Path, id: &str) -> bool {
    id.is_char_boundary(2) && store.join(&id[..2]).join(&id[2..]).exists()
}

fn has_packed_object(store: &Path, id: &[u8]) -> bool {
    let entries = fs::read_dir(store.join("pack")).into_iter().flatten().flatten();
    let indexes = entries.map(|entry| entry.path());
    indexes
        .filter(|path| path.extension().is_some_and(|it| it == "idx"))
        .take(MAX_PACK_INDEXES)
        .any(|path| search_pack_index(&path, id).unwrap_or(false))
}

/// Finds an id by binary search in the sorted ids of a pack index.
fn search_pack_index(path: &Path, id: &[u8]) -> io::Result<bool> {
    let file = palimp_files::open(path)?;
    let mut header = [0; 8];
    file.read_exact_at(&mut header, 0)?;
    if header != PACK_INDEX_HEADER {
        return Ok(false);
    }
    let first = u64::from(id[0]);
    let mut low = if first == 0 { 0 } else { fanout(&file, first - 1)? };
    let mut high = fanout(&file, first)?;
    let mut found = vec![0; id.len()];
    while low < high {
        let middle = low + (high - low) / 2;
        let at = 8 + FANOUT_BYTES + middle * id.len() as u64;
        file.read_exact_at(&mut found, at)?;
        match found.as_slice().cmp(id) {
            std::cmp::Ordering::Equal => return Ok(true),
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    Ok(false)
}

/// Returns the number of objects whose first byte is at most `byte`.
fn fanout(file: &File, byte: u64) -> io::Result<u64> {
    let mut count = [0; 4];
    file.read_exact_at(&mut count, 8 + byte * 4)?;
    Ok(u64::from(u32::from_be_bytes(count)))
}

/// Parses an object id: 40 hexadecimal digits of SHA-1, 64 of SHA-256.
fn parse_hex(id: &str) -> Option<Vec<u8>> {
    if !matches!(id.len(), 40 | 64) || !id.is_ascii() {
        return None;
    }
    (0..id.len()).step_by(2).map(|at| u8::from_str_radix(&id[at..at + 2], 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    fn git(dir: &Path, args: &[&str]) -> String {
        let output = Command::new("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@b"])
            .args(args)
            .current_dir(dir)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    #[test]
    fn commits_are_found_loose_packed_and_borrowed() {
        let dir = tempfile::tempdir().unwrap();
        let repo = dir.path().join("app");
        fs::create_dir(&repo).unwrap();
        git(&repo, &["init", "-q"]);
        assert!(has_no_objects(&repo.join(".git")));
        for message in ["one", "two", "three"] {
            git(&repo, &["commit", "-q", "--allow-empty", "-m", message]);
        }
        let ids = git(&repo, &["rev-list", "HEAD"]);
        let strange = "0123456789abcdef0123456789abcdef01234567";
        let check = |git_dir: &Path| {
            ids.lines().for_each(|id| assert!(has_object(git_dir, id), "{id}"));
            assert!(
                !has_object(git_dir, strange)
                    && !has_object(git_dir, "01")
                    && !has_object(git_dir, "")
            );
            assert!(!has_no_objects(git_dir));
        };
        check(&repo.join(".git"));
        git(&repo, &["gc", "-q"]);
        assert!(!has_loose_object(&repo.join(".git/objects"), ids.lines().next().unwrap()));
        check(&repo.join(".git"));
        git(dir.path(), &["clone", "-q", "--shared", "app", "borrower"]);
        let borrower = dir.path().join("borrower/.git");
        ids.lines().for_each(|id| assert!(has_object(&borrower, id), "{id}"));
    }

    #[test]
    fn damaged_pack_index_has_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let pack = dir.path().join("objects/pack");
        fs::create_dir_all(&pack).unwrap();
        let id = "ff23456789abcdef0123456789abcdef01234567";
        for bytes in
            [&b""[..], &PACK_INDEX_HEADER, &[PACK_INDEX_HEADER.as_slice(), &[0xff; 1024]].concat()]
        {
            fs::write(pack.join("pack-1.idx"), bytes).unwrap();
            assert!(!has_object(dir.path(), id));
        }
    }
}
