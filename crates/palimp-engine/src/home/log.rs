//! Log of errors, a line an event, in a file of bounded size.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use palimp_core::forget_query::ForgetQuery;
use palimp_core::home::HomePaths;
use palimp_core::sanitize::printable_line;
use palimp_redact::Redactor;
use palimp_store::StoreError;
use palimp_store::files::{self, private_dir};

/// Maximum size of the log, in bytes; a larger log becomes the old log and a new one is begun.
const MAX_LOG_BYTES: u64 = 512 * 1024;
/// Extension of the old log.
const OLD_LOG_EXTENSION: &str = "log.old";

/// Appends a line. A log that cannot be written is ignored.
pub fn append_line(home: &HomePaths, now_ms: i64, message: &str) {
    let path = home.log_file();
    if fs::metadata(&path).is_ok_and(|meta| meta.len() > MAX_LOG_BYTES) {
        let _ = palimp_files::rename(&path, &path.with_extension(OLD_LOG_EXTENSION));
    }
    let message = printable_line(message);
    let line = format!("{} {}\n", format_timestamp(now_ms), Redactor::default().redact(&message));
    let opened = path.parent().map(private_dir).and_then(|made| {
        made.ok()?;
        palimp_files::append_private(&path).ok()
    });
    if let Some(mut file) = opened {
        let _ = file.write_all(line.as_bytes());
    }
}

/// Counts the lines of the log that match `wanted`.
pub(crate) fn count_matching(home: &HomePaths, wanted: &ForgetQuery) -> usize {
    let lines = |path: &PathBuf| {
        palimp_files::read_private(path).map_or(0, |text| split_matching(&text, wanted).0)
    };
    log_files(home).iter().map(lines).sum()
}

/// Removes every line that matches `wanted`.
pub(crate) fn remove_matching(home: &HomePaths, wanted: &ForgetQuery) -> Result<(), StoreError> {
    for path in log_files(home) {
        let Ok(text) = palimp_files::read_private(&path) else { continue };
        let (gone, rest) = split_matching(&text, wanted);
        if gone > 0 {
            files::replace_file(&path, rest.as_bytes())?;
        }
    }
    Ok(())
}

/// Returns the paths of the log and the old log.
fn log_files(home: &HomePaths) -> [PathBuf; 2] {
    [home.log_file(), home.log_file().with_extension(OLD_LOG_EXTENSION)]
}

/// Counts the lines that match `wanted`, and returns all others.
fn split_matching(text: &[u8], wanted: &ForgetQuery) -> (usize, String) {
    let text = String::from_utf8_lossy(text);
    let says = |line: &&str| wanted.is_in_escaped(line);
    let rest: String = text.split_inclusive('\n').filter(|line| !says(line)).collect();
    (text.lines().filter(says).count(), rest)
}

/// Returns the last `count` lines.
pub fn last_lines(home: &HomePaths, count: usize) -> Vec<String> {
    let bytes = palimp_files::read_private(&home.log_file()).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<_> = text.lines().collect();
    lines[lines.len().saturating_sub(count)..].iter().map(|line| (*line).to_owned()).collect()
}

fn format_timestamp(now_ms: i64) -> String {
    jiff::Timestamp::from_millisecond(now_ms).map_or_else(|_| "?".to_owned(), |t| t.to_string())
}
