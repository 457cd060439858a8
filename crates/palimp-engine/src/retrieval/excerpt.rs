//! Some lines of a note, as they stand.

use serde::Serialize;

/// Lines of a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Excerpt {
    /// The note, relative to the vault.
    pub path: String,
    /// The number of the first line, from 1.
    pub start_line: usize,
    /// The number of the last line.
    pub end_line: usize,
    /// Number of lines of the note.
    pub total_lines: usize,
    /// The lines as they stand.
    pub text: String,
    /// By which the whole is known as it was read.
    pub hash: String,
}

/// The hash by which a note is known as it was read.
pub(crate) fn hash_of(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..12].to_owned()
}

impl Excerpt {
    /// Returns some lines of a text: from the line `from`, as many as `lines`.
    pub(crate) fn from_text(
        path: &str,
        text: &str,
        from: Option<usize>,
        lines: Option<usize>,
    ) -> Excerpt {
        let from = from.unwrap_or(1).max(1);
        let all = text.split_inclusive('\n');
        let taken: Vec<&str> = all.skip(from - 1).take(lines.unwrap_or(usize::MAX)).collect();
        Excerpt {
            path: path.to_owned(),
            start_line: from,
            end_line: (from + taken.len()).saturating_sub(1),
            total_lines: text.lines().count(),
            text: taken.concat(),
            hash: hash_of(text),
        }
    }
}
