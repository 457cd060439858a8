//! Where something is measured: a directory for its user alone, which goes with the command, however
//! that ends.

use std::fs;
use std::io;
use std::path::Path;
use std::thread;

use palimp_files::{Scratch, sweep_named};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

const NAME: &str = "palimp-bench";

/// A directory among the temporary ones. Those that killed processes left are removed.
pub(super) fn take() -> io::Result<Scratch> {
    let root = std::env::temp_dir();
    sweep_named(&root, NAME);
    let scratch = Scratch::take(&root, NAME)?;
    let path = scratch.path().to_owned();
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            remove(&path);
            // By the shells' convention, the code tells the signal.
            std::process::exit(128 + signal);
        }
    });
    Ok(scratch)
}

/// Removes what other threads still write into.
fn remove(path: &Path) {
    const TRIES: usize = 64;
    let removes = |_| {
        let _ = fs::remove_dir_all(path);
        !path.exists()
    };
    (0..TRIES).any(removes);
}
