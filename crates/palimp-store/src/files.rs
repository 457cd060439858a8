//! Files that hold what only their owner should read, written so that a crash leaves the old one
//! or the new one and never a half.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use crate::StoreError;

/// Makes a directory and its parents, each readable by its owner alone.
pub fn private_dir(path: &Path) -> Result<(), StoreError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(|source| StoreError::io(path, source))
}

/// Opens a file to be written, readable by its owner alone when it is new.
pub fn private(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options.open(path)
}

/// Puts `bytes` in the place of the file at `path`.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let dir = path.parent().unwrap_or(Path::new("."));
    private_dir(dir)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = dir.join(format!(".{name}.{}", std::process::id()));
    let written = write_synced(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    written.map_err(|source| {
        let _ = fs::remove_file(&temporary);
        StoreError::io(path, source)
    })
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = private(OpenOptions::new().write(true).create(true).truncate(true), path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
