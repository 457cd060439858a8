//! Scratch directory of a command that measures or shows something: for its user alone, and removed
//! with the command, however that ends.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use palimp_files::{Scratch, sweep_named};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// A directory among the temporary ones, until it is dropped or a signal ends the process.
pub(super) struct ScratchGuard {
    scratch: Scratch,
    end: Arc<ScratchEnd>,
}

/// State that is shared by the work and the signal handler that ends it.
#[derive(Default)]
struct ScratchEnd {
    /// True once nobody writes any more.
    is_left: AtomicBool,
    /// Held from a signal until the process ends, so that the work does not end it by its own failure.
    ending: Mutex<()>,
}

/// Creates a scratch directory of this name. Directories that killed processes left are removed.
pub(super) fn create_scratch(name: &str) -> io::Result<ScratchGuard> {
    let root = std::env::temp_dir();
    sweep_named(&root, name);
    let scratch = Scratch::acquire(&root, name)?;
    let end = Arc::new(ScratchEnd::default());
    let (path, seen) = (scratch.path().to_owned(), Arc::clone(&end));
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let _ending = seen.ending.lock().unwrap_or_else(PoisonError::into_inner);
            remove_until_gone(&path, &seen.is_left);
            // By the shells' convention, the code tells the signal.
            std::process::exit(128 + signal);
        }
    });
    Ok(ScratchGuard { scratch, end })
}

impl ScratchGuard {
    /// The directory.
    pub(super) fn path(&self) -> &Path {
        self.scratch.path()
    }
}

impl Drop for ScratchGuard {
    fn drop(&mut self) {
        self.end.is_left.store(true, Ordering::SeqCst);
        let _until_it_ended = self.end.ending.lock().unwrap_or_else(PoisonError::into_inner);
    }
}

/// Removes what others still write into, until they fail for it; what only computes is not waited for.
fn remove_until_gone(path: &Path, is_left: &AtomicBool) {
    const MAX_WAIT: Duration = Duration::from_secs(1);
    let began = Instant::now();
    loop {
        let is_last = is_left.load(Ordering::SeqCst) || began.elapsed() > MAX_WAIT;
        let _ = fs::remove_dir_all(path);
        if is_last && (!path.exists() || began.elapsed() > 2 * MAX_WAIT) {
            return;
        }
        thread::yield_now();
    }
}
