//! Checks that a home belongs to its user alone.
//!
//! Whoever writes into a home decides what every agent is told, and at which address models are
//! called. So a home is used only if nobody else can write into it, and if nothing in it was put
//! there by somebody else or leads elsewhere.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use palimp_core::home::HomePaths;

/// Reason why a home is not its user's alone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Exposed {
    /// The home, or something in it, belongs to another user.
    #[error("{}", crate::messages::home_of_other_user(.path.display(), .owner))]
    Foreign {
        /// Path that belongs to another user.
        path: PathBuf,
        /// Id of the other user.
        owner: u32,
    },
    /// Others can write into the home, or into something in it that they can reach.
    #[error("{}", crate::messages::others_can_write(.0.display()))]
    Writable(PathBuf),
    /// Something in the home is a link.
    #[error("{}", crate::messages::home_is_symlink(.0.display()))]
    Link(PathBuf),
    /// A file stands where the home is to be, or above that.
    #[error("{}", crate::messages::file_in_place_of_home(.0.display()))]
    File(PathBuf),
}

/// Entries that palimp creates in a home. The vault may be a link and be shared; so may entries
/// that are not listed.
const HOME_ENTRIES: &[&str] = &[
    "activity.db", "spool", "log", "locks", "review", "history", "index", "cache", "chat",
    "scratch", "agents", "keys.json", "installs.json",
];
/// Settings may be a link, to where the user keeps all settings.
const SETTINGS_FILE: &str = "settings.json";

/// Checks the home and palimp's entries in it. A missing home passes, and so does one that cannot
/// be examined: using it reports the error.
///
/// # Errors
///
/// Returns the first entry that is not the user's alone.
pub fn check_ownership(home: &HomePaths) -> Result<(), Exposed> {
    let root = home.root();
    let meta = match fs::metadata(root) {
        Ok(meta) if meta.is_dir() => meta,
        Err(error) if error.kind() != io::ErrorKind::NotADirectory => return Ok(()),
        _ => return Err(Exposed::File(root.to_owned())),
    };
    require_own(root, &meta)?;
    if others_can_write(&meta) {
        return Err(Exposed::Writable(root.to_owned()));
    }
    let reachable = others_can_enter(&meta);
    for name in HOME_ENTRIES {
        let path = root.join(name);
        let Ok(meta) = fs::symlink_metadata(&path) else { continue };
        if meta.is_symlink() {
            return Err(Exposed::Link(path));
        }
        own_part(path, &meta, reachable)?;
    }
    match fs::metadata(root.join(SETTINGS_FILE)) {
        Ok(meta) => own_part(root.join(SETTINGS_FILE), &meta, reachable),
        Err(_) => Ok(()),
    }
}

/// Looks at a part of a home, to which others come or do not come.
fn own_part(path: PathBuf, meta: &Metadata, reachable: bool) -> Result<(), Exposed> {
    require_own(&path, meta)?;
    match reachable && others_can_write(meta) {
        true => Err(Exposed::Writable(path)),
        false => Ok(()),
    }
}

/// Returns true if a capture may be spooled in a home that fails [`check_ownership`]: the home and
/// its spool belong to the user, even if other entries do not.
pub fn may_spool(home: &HomePaths) -> bool {
    let is_own = |meta: &Metadata| meta.is_dir() && palimp_files::foreign_owner(meta).is_none();
    fs::metadata(home.root()).is_ok_and(|meta| is_own(&meta))
        && fs::symlink_metadata(home.spool_dir()).map_or(true, |meta| is_own(&meta))
}

/// Returns true if the settings of such a home are the user's own: nobody else can have written
/// them.
pub fn settings_are_own(home: &HomePaths) -> bool {
    let is_own =
        |meta: &Metadata| palimp_files::foreign_owner(meta).is_none() && !others_can_write(meta);
    fs::metadata(home.settings_file()).is_ok_and(|meta| is_own(&meta))
}

/// Closes a home to others, if it is the user's.
///
/// # Errors
///
/// Returns an error if the system refuses, or the disk has no permissions.
pub fn restrict_to_owner(home: &HomePaths) -> io::Result<()> {
    palimp_files::for_owner_alone(home.root())?;
    match others_can_write(&fs::metadata(home.root())?) {
        false => Ok(()),
        true => {
            Err(io::Error::other(crate::messages::disk_without_permissions(home.root().display())))
        }
    }
}

fn require_own(path: &Path, meta: &Metadata) -> Result<(), Exposed> {
    match palimp_files::foreign_owner(meta) {
        None => Ok(()),
        Some(owner) => Err(Exposed::Foreign { path: path.to_owned(), owner }),
    }
}

fn others_can_write(meta: &Metadata) -> bool {
    others_can(meta, 0o022)
}

fn others_can_enter(meta: &Metadata) -> bool {
    others_can(meta, 0o011)
}

fn others_can(meta: &Metadata, bits: u32) -> bool {
    #[cfg(unix)]
    {
        std::os::unix::fs::MetadataExt::mode(meta) & bits != 0
    }
    #[cfg(not(unix))]
    {
        let _ = (meta, bits);
        false
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn home() -> (tempfile::TempDir, HomePaths) {
        let dir = tempfile::tempdir().unwrap();
        let home = HomePaths::new(dir.path().join("home"));
        fs::create_dir_all(home.spool_dir()).unwrap();
        fs::set_permissions(home.root(), fs::Permissions::from_mode(0o755)).unwrap();
        (dir, home)
    }

    #[test]
    fn a_home_of_ones_own_is_one() {
        let (dir, home) = home();
        assert_eq!(check_ownership(&home), Ok(()));
        assert_eq!(check_ownership(&HomePaths::new(dir.path().join("none"))), Ok(()));
        let link = dir.path().join("link");
        symlink(home.root(), &link).unwrap();
        assert_eq!(check_ownership(&HomePaths::new(link)), Ok(()));
        for name in ["vault", "settings.json", "notes of mine"] {
            let elsewhere = dir.path().join(name);
            fs::write(&elsewhere, "{}").unwrap();
            symlink(&elsewhere, home.root().join(name)).unwrap();
        }
        assert_eq!(check_ownership(&home), Ok(()));
    }

    #[test]
    fn one_that_others_can_write_is_closed_on_demand() {
        let (_dir, home) = home();
        for mode in [0o777, 0o775, 0o722, 0o1777] {
            fs::set_permissions(home.root(), fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(check_ownership(&home), Err(Exposed::Writable(home.root().to_owned())));
            assert!(may_spool(&home));
            assert!(!settings_are_own(&home));
            fs::write(home.settings_file(), "{}").unwrap();
            fs::set_permissions(home.settings_file(), fs::Permissions::from_mode(0o600)).unwrap();
            assert!(settings_are_own(&home));
            fs::set_permissions(home.settings_file(), fs::Permissions::from_mode(0o666)).unwrap();
            assert!(!settings_are_own(&home));
            restrict_to_owner(&home).unwrap();
            assert_eq!(check_ownership(&home), Ok(()));
        }
    }

    #[test]
    fn what_others_can_write_in_it_is_closed_with_it() {
        for name in HOME_ENTRIES.iter().chain([&SETTINGS_FILE]) {
            let (_dir, home) = home();
            let part = home.root().join(name);
            let _ = fs::remove_dir(&part);
            fs::write(&part, "").unwrap();
            fs::set_permissions(&part, fs::Permissions::from_mode(0o662)).unwrap();
            assert_eq!(check_ownership(&home), Err(Exposed::Writable(part)));
            restrict_to_owner(&home).unwrap();
            assert_eq!(check_ownership(&home), Ok(()), "nobody gets that far");
        }
    }

    #[test]
    fn no_link_leads_out_of_it() {
        for name in HOME_ENTRIES {
            let (dir, home) = home();
            let place = home.root().join(name);
            let _ = fs::remove_dir(&place);
            symlink(dir.path(), &place).unwrap();
            let said = check_ownership(&home).unwrap_err();
            assert!(matches!(&said, Exposed::Link(path) if *path == place), "{said}");
            assert_eq!(may_spool(&home), *name != "spool");
        }
    }
}
