//! Noticing that single files are written, without looking at them.

use std::path::{Path, PathBuf};

use notify::event::ModifyKind;
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::VaultError;

/// Follows files until it is dropped.
#[derive(Debug)]
pub struct FileFollower {
    _watcher: RecommendedWatcher,
}

/// Calls `on_write` whenever one of these files of `directory` is written, from a thread of the system's
/// events. Files that are not there yet are followed, too. Nothing is read, and nothing done while
/// nothing happens.
///
/// # Errors
///
/// When the system cannot follow the directory.
pub fn follow_files(
    directory: &Path,
    names: &[&str],
    on_write: impl Fn() + Send + 'static,
) -> Result<FileFollower, VaultError> {
    let files: Vec<PathBuf> = names.iter().map(|name| directory.join(name)).collect();
    let failed = |error: notify::Error| VaultError::Watch {
        path: directory.to_owned(),
        reason: error.to_string(),
    };
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let is_written = match event {
            Ok(event) if event.need_rescan() => true,
            // Opening or closing a database also creates and removes files beside it.
            Ok(event) => {
                matches!(event.kind, EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Any))
                    && event.paths.iter().any(|path| files.contains(path))
            }
            Err(_) => true,
        };
        if is_written {
            on_write();
        }
    })
    .map_err(failed)?;
    watcher.watch(directory, RecursiveMode::NonRecursive).map_err(failed)?;
    Ok(FileFollower { _watcher: watcher })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_write_to_a_named_file_is_noticed_and_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let (told, heard) = channel();
        let _following =
            follow_files(dir.path(), &["a-wal"], move || told.send(()).unwrap_or(())).unwrap();
        fs::write(dir.path().join("b"), "something").unwrap();
        fs::File::create(dir.path().join("a-wal")).unwrap();
        fs::remove_file(dir.path().join("a-wal")).unwrap();
        fs::write(dir.path().join("c-wal"), "something").unwrap();
        assert!(heard.recv_timeout(Duration::from_millis(200)).is_err());
        fs::write(dir.path().join("a-wal"), "something").unwrap();
        assert!(heard.recv_timeout(Duration::from_secs(60)).is_ok());
    }
}
