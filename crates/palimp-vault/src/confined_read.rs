//! Reading a file of somebody else's directory, and nothing outside of it.

use std::path::{Component, Path, PathBuf};

use crate::VaultError;
use crate::directory::HeldDirectory;

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfinedFile {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Time of writing, in nanoseconds since the Unix epoch.
    pub mtime_ns: i64,
}

/// Reads the file at `path`, of at most `limit` bytes, if it lies within `root`, links followed: a
/// link that leads out is refused, be it the file, a directory above it, or a chain of both.
///
/// The targets of links are resolved once; from there on the file is opened name by name from
/// `root` and through no link. A link that is put in the way in between is refused too.
///
/// # Errors
///
/// [`VaultError::Outside`] for a path that leads out, and any error of reading the file.
pub fn read_within(root: &Path, path: &Path, limit: u64) -> Result<ConfinedFile, VaultError> {
    let root = root.canonicalize().map_err(|error| VaultError::from_io(root, error))?;
    let real = path.canonicalize().map_err(|error| VaultError::from_io(path, error))?;
    read_inner(&root, &path_within(&root, &real, path)?, limit)
}

/// True if `path` leads out of `root`.
pub fn leads_out(root: &Path, path: &Path) -> bool {
    let (Ok(root), Ok(real)) = (root.canonicalize(), path.canonicalize()) else { return false };
    !real.starts_with(root)
}

fn path_within(root: &Path, real: &Path, path: &Path) -> Result<PathBuf, VaultError> {
    let inner = real.strip_prefix(root).map(Path::to_owned);
    inner.map_err(|_| VaultError::Outside { path: path.to_owned(), root: root.to_owned() })
}

/// Reads a file by its names below a directory, none of which may be a link.
fn read_inner(root: &Path, inner: &Path, limit: u64) -> Result<ConfinedFile, VaultError> {
    let mut directory = HeldDirectory::open(root)?;
    let mut names = inner.components().peekable();
    while let Some(Component::Normal(name)) = names.next() {
        if names.peek().is_none() {
            let content = directory.read_up_to(name, limit)?;
            return Ok(ConfinedFile { bytes: content.bytes, mtime_ns: content.mtime_ns });
        }
        directory = directory.open_child(name)?;
    }
    Err(VaultError::NotAFile(root.join(inner)))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    /// A project beside a private file: `out/private.txt`, `app/AGENTS.md`, `app/docs/a.md`.
    fn place() -> (tempfile::TempDir, PathBuf) {
        let place = tempfile::tempdir().unwrap();
        let app = place.path().join("app");
        fs::create_dir_all(app.join("docs")).unwrap();
        fs::create_dir_all(place.path().join("out")).unwrap();
        fs::write(place.path().join("out/private.txt"), "private").unwrap();
        fs::write(app.join("AGENTS.md"), "inside").unwrap();
        fs::write(app.join("docs/a.md"), "inside").unwrap();
        (place, app)
    }

    #[test]
    fn links_within_are_followed_and_links_out_are_not() {
        let (place, app) = place();
        symlink("AGENTS.md", app.join("CLAUDE.md")).unwrap();
        symlink("docs", app.join("rules")).unwrap();
        symlink("../out/private.txt", app.join("leaf.md")).unwrap();
        symlink(place.path().join("out"), app.join("dir")).unwrap();
        symlink("leaf.md", app.join("chain.md")).unwrap();
        symlink("dir/private.txt", app.join("through.md")).unwrap();
        symlink("../app/../out/private.txt", app.join("dots.md")).unwrap();
        for name in ["AGENTS.md", "CLAUDE.md", "rules/a.md", "docs/../docs/a.md"] {
            assert_eq!(read_within(&app, &app.join(name), 99).unwrap().bytes, b"inside", "{name}");
            assert!(!leads_out(&app, &app.join(name)));
        }
        for name in [
            "leaf.md", "dir/private.txt", "chain.md", "through.md", "dots.md", "../out/private.txt",
        ] {
            let refused = read_within(&app, &app.join(name), 99);
            assert!(matches!(refused, Err(VaultError::Outside { .. })), "{name}: {refused:?}");
            assert!(leads_out(&app, &app.join(name)));
        }
    }

    #[test]
    fn the_root_itself_may_be_a_link() {
        let (place, app) = place();
        let link = place.path().join("link");
        symlink(&app, &link).unwrap();
        assert_eq!(read_within(&link, &link.join("AGENTS.md"), 99).unwrap().bytes, b"inside");
        assert_eq!(read_within(&link, &app.join("AGENTS.md"), 99).unwrap().bytes, b"inside");
    }

    #[test]
    fn a_link_that_is_put_in_the_way_is_refused() {
        let (place, app) = place();
        // The file that was found inside is replaced before it is opened.
        fs::remove_file(app.join("docs/a.md")).unwrap();
        symlink(place.path().join("out/private.txt"), app.join("docs/a.md")).unwrap();
        let leaf = read_inner(&app, Path::new("docs/a.md"), 99);
        assert!(matches!(leaf, Err(VaultError::Link(_))), "{leaf:?}");
        fs::remove_dir_all(app.join("docs")).unwrap();
        symlink(place.path().join("out"), app.join("docs")).unwrap();
        let above = read_inner(&app, Path::new("docs/private.txt"), 99);
        assert!(matches!(above, Err(VaultError::Link(_))), "{above:?}");
    }

    #[test]
    fn only_files_of_a_size_are_read() {
        let (_place, app) = place();
        assert!(matches!(read_within(&app, &app.join("docs"), 99), Err(VaultError::NotAFile(_))));
        assert!(matches!(read_within(&app, &app, 99), Err(VaultError::NotAFile(_))));
        assert!(matches!(
            read_within(&app, &app.join("AGENTS.md"), 5),
            Err(VaultError::TooLarge { .. })
        ));
        assert!(matches!(read_within(&app, &app.join("none"), 5), Err(VaultError::Missing(_))));
    }
}
