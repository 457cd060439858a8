//! Files of a home beside notes and database that may say what is forgotten: the log, captures that
//! could not be read, and damaged databases that were set aside.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use palimp_core::forget_query::ForgetQuery;
use palimp_core::home::HomePaths;
use palimp_store::activity::ActivityDb;
use palimp_store::spool::Spool;

/// Size in bytes of the part of a file that is searched at once, and of the overlap between two
/// parts.
const PART_BYTES: usize = 1 << 20;
const OVERLAP_BYTES: usize = 1 << 16;

/// Returns the files that contain `wanted` and are not needed any more: all readable content was
/// saved when they were set aside.
pub(super) fn files_with_text(home: &HomePaths, wanted: &ForgetQuery) -> Vec<PathBuf> {
    let is_damaged = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().contains(".damaged-"))
    };
    let there = fs::read_dir(home.root()).into_iter().flatten().flatten().map(|it| it.path());
    let damaged = there.filter(is_damaged);
    let mut files: Vec<PathBuf> = damaged
        .filter(|path| file_says(path, wanted) || ActivityDb::damaged_db_contains(path, wanted))
        .collect();
    files.extend(
        Spool::new(home.spool_dir()).broken_files().into_iter().filter(|it| file_says(it, wanted)),
    );
    files.sort_unstable();
    files
}

/// True if a file of any kind contains `wanted`, in plain text or escaped as JSON.
pub(super) fn file_says(path: &Path, wanted: &ForgetQuery) -> bool {
    palimp_files::open(path).is_ok_and(|file| reader_contains(file, wanted))
}

fn reader_contains(mut file: impl Read, wanted: &ForgetQuery) -> bool {
    let mut bytes = Vec::with_capacity(PART_BYTES + OVERLAP_BYTES);
    loop {
        let before = bytes.len();
        let Ok(read) = file.by_ref().take(PART_BYTES as u64).read_to_end(&mut bytes) else {
            return false;
        };
        if wanted.is_in_escaped(&String::from_utf8_lossy(&bytes)) {
            return true;
        }
        if read == 0 {
            return false;
        }
        bytes.drain(..(before + read).saturating_sub(OVERLAP_BYTES));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_across_the_parts_of_a_long_file() {
        let wanted = ForgetQuery::new("the walrus \"sleeps\"");
        for before in [0, PART_BYTES - 10, PART_BYTES + 1, 3 * PART_BYTES - 5] {
            let text =
                format!("{} the walrus \\\"sleeps\\\" {}", "x".repeat(before), "y".repeat(9));
            assert!(reader_contains(text.as_bytes(), &wanted), "{before}");
        }
        assert!(!reader_contains("x".repeat(3 * PART_BYTES).as_bytes(), &wanted));
        assert!(reader_contains(&b"{\"text\":\"the\\nwalrus \\\"sleeps\\\"\"}"[..], &wanted));
    }
}
