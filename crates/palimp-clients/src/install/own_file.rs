//! Files that are palimp's alone: slash commands and the opencode plugin.
//!
//! Each carries a mark with a checksum of its text. The mark distinguishes a file that may be
//! replaced and removed from one that the user has changed or that was never palimp's, even without
//! a record of the installation.

use std::path::PathBuf;

/// Mark in front of the checksum.
const CHECKSUM_MARK: &str = "palimp:file ";

/// Placeholder for the checksum in a text that has not been sealed yet.
const BLANK_CHECKSUM: &str = "0000000000000000";

/// A file that palimp writes whole.
#[derive(Clone, Debug)]
pub(crate) struct OwnFile {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    /// Description of the file for messages.
    pub(crate) what: String,
}

impl OwnFile {
    /// Creates the file at `path` from `template`, in which each name in `values` is replaced by
    /// its value. The template must contain the blank mark.
    pub(crate) fn new(
        path: PathBuf,
        what: String,
        template: &str,
        values: &[(&str, &str)],
    ) -> OwnFile {
        OwnFile { path, what, text: write_checksum(&fill_template(template, values)) }
    }
}

/// Replaces every `@@NAME@@` of `values` in `template`, in one pass: a value that looks like a
/// placeholder stays as it is.
pub(crate) fn fill_template(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(template.len());
    let mut pieces = template.split("@@");
    text += pieces.next().unwrap_or_default();
    while let (Some(name), Some(rest)) = (pieces.next(), pieces.next()) {
        let value = values.iter().find(|(key, _)| *key == name);
        text += value.unwrap_or_else(|| panic!("the template names `{name}`")).1;
        text += rest;
    }
    text
}

/// Ownership of a file, by its checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileOwnership {
    /// palimp wrote it, and it is unchanged.
    Ours,
    /// palimp wrote it and somebody has changed it.
    Changed,
    /// It never was palimp's.
    Foreign,
}

/// Determines the ownership of a file with this text.
pub(super) fn check_ownership(text: &str) -> FileOwnership {
    let Some(at) = text.find(CHECKSUM_MARK).map(|mark| mark + CHECKSUM_MARK.len()) else {
        return FileOwnership::Foreign;
    };
    let sum = text.get(at..at + BLANK_CHECKSUM.len()).unwrap_or_default();
    if sum.len() != BLANK_CHECKSUM.len() || !sum.bytes().all(|b| b.is_ascii_hexdigit()) {
        return FileOwnership::Foreign;
    }
    let blanked = format!("{}{BLANK_CHECKSUM}{}", &text[..at], &text[at + BLANK_CHECKSUM.len()..]);
    if checksum(&blanked) == sum { FileOwnership::Ours } else { FileOwnership::Changed }
}

/// Writes the checksum into a text's blank mark.
fn write_checksum(text: &str) -> String {
    let blank = format!("{CHECKSUM_MARK}{BLANK_CHECKSUM}");
    debug_assert_eq!(text.matches(CHECKSUM_MARK).count(), 1, "one mark in every file");
    text.replacen(&blank, &format!("{CHECKSUM_MARK}{}", checksum(text)), 1)
}

/// Computes FNV-1a over the text, with line breaks normalised to a newline: it must detect an edit,
/// not an attack, and a checkout that converts line breaks is not an edit.
fn checksum(text: &str) -> String {
    let bytes = text.bytes().filter(|&byte| byte != b'\r');
    let sum = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{sum:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_text_is_ours_until_it_is_changed() {
        let file = OwnFile::new(
            PathBuf::from("x"),
            "a command".to_owned(),
            "# palimp:file 0000000000000000\nrun @@PALIMP@@ and @@PALIMP@@\n",
            &[("PALIMP", "/bin/@@x@@")],
        );
        assert!(file.text.ends_with("run /bin/@@x@@ and /bin/@@x@@\n"));
        assert_eq!(check_ownership(&file.text), FileOwnership::Ours);
        assert_eq!(check_ownership(&file.text.replace('\n', "\r\n")), FileOwnership::Ours);
        assert_eq!(check_ownership(&file.text.replace("run", "ran")), FileOwnership::Changed);
        assert_eq!(check_ownership(&format!("{}\n", file.text)), FileOwnership::Changed);
        assert_eq!(
            check_ownership(&file.text.replace("palimp:file ", "palimp:file x")),
            FileOwnership::Foreign
        );
    }

    #[test]
    fn a_text_without_a_mark_is_foreign() {
        assert_eq!(check_ownership(""), FileOwnership::Foreign);
        assert_eq!(check_ownership("palimp:file 한글한글"), FileOwnership::Foreign);
        assert_eq!(check_ownership("notes on palimp: a file"), FileOwnership::Foreign);
    }
}
