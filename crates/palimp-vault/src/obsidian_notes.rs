//! Notes of an Obsidian vault around another vault's folder, which are read and never written.

use std::path::{Path, PathBuf};

use crate::VaultError;
use crate::directory::HeldDirectory;
use crate::obsidian::{self, normalize_folder};
use crate::scan::{ScannedNote, VaultTree, scan_around};

/// Returns true if Obsidian keeps its settings in `dir`.
pub fn is_obsidian(dir: &Path) -> bool {
    obsidian::is_vault(dir)
}

/// Returns the notes and directories of the Obsidian vault at `root`, except those below the
/// directories `without`. The vault is only read.
///
/// # Errors
///
/// When the vault is not there or cannot be read.
pub fn survey(
    root: &Path,
    without: &[PathBuf],
) -> Result<(Vec<ScannedNote>, VaultTree), VaultError> {
    scan_around(&HeldDirectory::open(root)?, all_below(root, without))
}

/// Returns the paths from `root` on of those `places` that lie below it.
pub(crate) fn all_below(root: &Path, places: &[PathBuf]) -> Vec<String> {
    places.iter().filter_map(|place| below(root, place)).collect()
}

/// Returns true if `place` is `root` or lies below it. Links on the way to both are followed.
pub fn is_within(root: &Path, place: &Path) -> bool {
    real(place).starts_with(real(root)) || place.starts_with(root)
}

/// Returns the path of `place` from `root` on, in NFC and `/` between its parts; none where it lies elsewhere or is
/// `root` itself. Links on the way to both are followed.
pub fn below(root: &Path, place: &Path) -> Option<String> {
    let inner = real(place);
    let inner = inner.strip_prefix(real(root)).or_else(|_| place.strip_prefix(root)).ok()?;
    normalize_folder(inner.to_str()?)
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
