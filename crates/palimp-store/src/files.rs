//! Files that hold what only their owner should read, written so that a crash leaves the old one
//! or the new one and never a half.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use palimp_files::{Depth, Partial, sweep_own};

use palimp_core::obstacle::{LONGEST_PATH, Obstacle};

use crate::StoreError;

/// Makes a directory and its parents, each readable by its owner alone.
pub fn private_dir(path: &Path) -> Result<(), StoreError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(|source| StoreError::io(path, source))
}

/// Refuses a path that SQLite could not open, whether or not something stands there yet.
pub fn openable(path: &Path) -> Result<(), StoreError> {
    // What counts is the path behind all links.
    let real = path.ancestors().find_map(|place| {
        let rest = path.strip_prefix(place).ok()?;
        Some(place.canonicalize().ok()?.join(rest))
    });
    if real.as_deref().unwrap_or(path).as_os_str().len() > LONGEST_PATH {
        return Err(StoreError::Blocked { path: path.to_owned(), obstacle: Obstacle::LongPath });
    }
    Ok(())
}

/// Opens a file to be written, readable by its owner alone when it is new.
pub fn private(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options.open(path)
}

/// Puts `bytes` in the place of the file at `path`, and removes what killed processes were writing
/// beside it.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let dir = path.parent().unwrap_or(Path::new("."));
    private_dir(dir)?;
    sweep_own(dir, Depth::Flat);
    let written = Partial::private_in(dir).and_then(|mut partial| {
        partial.write(bytes)?;
        partial.become_file(path)
    });
    written.map_err(|source| StoreError::io(path, source))
}
