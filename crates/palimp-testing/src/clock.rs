//! Another time of day for palimp and all that it starts.
//!
//! The program stays as it is: a library that is loaded before the C library answers for the
//! system's clock. The kernel keeps its own time, so that files are as old as they really are;
//! [`age_files`] puts them back.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

/// Starts `command` at `at`; its clock goes on from there.
pub fn start_at(command: &mut Command, at: SystemTime) {
    let now = SystemTime::now();
    let ahead = |later: SystemTime, earlier| later.duration_since(earlier).unwrap_or_default();
    let added = ahead(at, now).as_secs().cast_signed() - ahead(now, at).as_secs().cast_signed();
    command.env("LD_PRELOAD", concat!(env!("OUT_DIR"), "/clock.so"));
    command.env("PALIMP_TEST_CLOCK", added.to_string());
}

/// Makes every file below `dir` that was written after `at` one that was written then.
pub fn age_files(dir: &Path, at: SystemTime) {
    for path in crate::files_below(dir) {
        let modified = fs::metadata(&path).and_then(|meta| meta.modified());
        if modified.is_ok_and(|modified| modified > at) {
            // A file that palimp removes meanwhile has no age.
            let _ = File::open(&path).and_then(|file| file.set_modified(at));
        }
    }
}
