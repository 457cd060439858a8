//! Files that are palimp's alone: slash commands and the opencode plugin.
//!
//! Each carries a mark with a checksum of its text, so that a file which the user has changed,
//! or which was never palimp's, is told from one that may be replaced and removed, even when no
//! record of the installation is left.

use std::path::PathBuf;

/// What stands before the checksum.
const MARK: &str = "palimp:file ";

/// The checksum's place in a text that has not been sealed yet.
const BLANK: &str = "0000000000000000";

/// A file that palimp writes whole.
#[derive(Clone, Debug)]
pub(crate) struct OwnFile {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    /// What the file is, in words.
    pub(crate) what: &'static str,
}

impl OwnFile {
    /// The file at `path` with `template`'s text, in which each name in `values` is replaced by
    /// its value. The template must contain the blank mark.
    pub(crate) fn new(
        path: PathBuf,
        what: &'static str,
        template: &str,
        values: &[(&str, &str)],
    ) -> OwnFile {
        OwnFile { path, what, text: seal(&fill(template, values)) }
    }
}

/// `template` with every `@@NAME@@` of `values` replaced, in one pass: a value that looks like
/// a placeholder stays as it is.
pub(crate) fn fill(template: &str, values: &[(&str, &str)]) -> String {
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

/// Whose a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// palimp wrote it and nobody has touched it since.
    Ours,
    /// palimp wrote it and somebody has changed it.
    Changed,
    /// It never was palimp's.
    Foreign,
}

/// Whose a file with this text is.
pub(super) fn origin(text: &str) -> Origin {
    let Some(at) = text.find(MARK).map(|mark| mark + MARK.len()) else { return Origin::Foreign };
    let sum = text.get(at..at + BLANK.len()).unwrap_or_default();
    if sum.len() != BLANK.len() || !sum.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Origin::Foreign;
    }
    let blanked = format!("{}{BLANK}{}", &text[..at], &text[at + BLANK.len()..]);
    if checksum(&blanked) == sum { Origin::Ours } else { Origin::Changed }
}

/// Writes the checksum into a text's blank mark.
fn seal(text: &str) -> String {
    let blank = format!("{MARK}{BLANK}");
    debug_assert_eq!(text.matches(MARK).count(), 1, "one mark in every file");
    text.replacen(&blank, &format!("{MARK}{}", checksum(text)), 1)
}

/// FNV-1a over the text, line breaks taken as `\n`: it must notice an edit, not an attack, and
/// a checkout that converts line breaks is no edit.
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
            "a command",
            "# palimp:file 0000000000000000\nrun @@PALIMP@@ and @@PALIMP@@\n",
            &[("PALIMP", "/bin/@@x@@")],
        );
        assert!(file.text.ends_with("run /bin/@@x@@ and /bin/@@x@@\n"));
        assert_eq!(origin(&file.text), Origin::Ours);
        assert_eq!(origin(&file.text.replace('\n', "\r\n")), Origin::Ours);
        assert_eq!(origin(&file.text.replace("run", "ran")), Origin::Changed);
        assert_eq!(origin(&format!("{}\n", file.text)), Origin::Changed);
        assert_eq!(origin(&file.text.replace("palimp:file ", "palimp:file x")), Origin::Foreign);
    }

    #[test]
    fn a_text_without_a_mark_is_foreign() {
        assert_eq!(origin(""), Origin::Foreign);
        assert_eq!(origin("palimp:file 한글한글"), Origin::Foreign);
        assert_eq!(origin("notes on palimp: a file"), Origin::Foreign);
    }
}
