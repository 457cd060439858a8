//! What went wrong, a line an event, in a file that never grows beyond a bound.

use std::fs::{self, OpenOptions};
use std::io::Write;

use palimp_core::home::Home;
use palimp_core::printable::printable_line;
use palimp_core::redact::Redactor;
use palimp_store::files::{private, private_dir};

/// From this size on, the log becomes the old log and a new one is begun.
const BOUND: u64 = 512 * 1024;

/// Adds a line. A log that cannot be written is no further trouble to anyone.
pub fn add(home: &Home, now_ms: i64, message: &str) {
    let path = home.log();
    if fs::metadata(&path).is_ok_and(|meta| meta.len() > BOUND) {
        let _ = fs::rename(&path, path.with_extension("log.old"));
    }
    let message = printable_line(message);
    let line = format!("{} {}\n", timestamp(now_ms), Redactor::default().redact(&message));
    let opened = path.parent().map(private_dir).and_then(|made| {
        made.ok()?;
        private(OpenOptions::new().append(true).create(true), &path).ok()
    });
    if let Some(mut file) = opened {
        let _ = file.write_all(line.as_bytes());
    }
}

/// The last `count` lines.
pub fn last(home: &Home, count: usize) -> Vec<String> {
    let text = fs::read_to_string(home.log()).unwrap_or_default();
    let lines: Vec<_> = text.lines().collect();
    lines[lines.len().saturating_sub(count)..].iter().map(|line| (*line).to_owned()).collect()
}

fn timestamp(now_ms: i64) -> String {
    jiff::Timestamp::from_millisecond(now_ms).map_or_else(|_| "?".to_owned(), |t| t.to_string())
}
