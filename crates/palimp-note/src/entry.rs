//! Appending of an entry to a note.

use std::borrow::Cow;

use crate::authors::{Authors, own_sections};
use crate::provenance::{END_COMMENT, bears_author};

/// Returns the note `old` with `entry` at its end, but before the sections that reflection writes
/// there; one blank line before it. An empty note begins with `heading`, if there is one.
///
/// An entry that names no author is the user's own: if an earlier text has no end, it gets one.
pub fn append_entry(old: &str, heading: &str, entry: &str) -> String {
    let entry = without_blank_lines(entry);
    if entry.is_empty() {
        return old.to_owned();
    }
    let newline = if is_crlf(old) { "\r\n" } else { "\n" };
    let (old, sections) = old.split_at(own_sections(old));
    let mut note = at_end(old, heading, entry, newline);
    if !sections.is_empty() {
        note.push_str(newline);
        note.push_str(sections);
    }
    note
}

fn at_end(old: &str, heading: &str, entry: &str, newline: &str) -> String {
    let kept = trimmed_end(old);
    let before = if kept.trim_start_matches('\u{feff}').is_empty() { heading.trim() } else { "" };
    let mut note = kept.to_owned();
    let first = entry.lines().next().unwrap_or("");
    let end =
        if !bears_author(entry) && Authors::would_take(kept, first) { END_COMMENT } else { "" };
    for part in [before, end, entry].into_iter().filter(|part| !part.is_empty()) {
        if !note.trim_start_matches('\u{feff}').is_empty() {
            note.push_str(newline);
            note.push_str(newline);
        }
        note.push_str(&with_line_ends(part, newline));
    }
    note.push_str(newline);
    note
}

/// A text without the blank lines at its beginning and the line ends at its end. What indents its
/// first line stays.
fn without_blank_lines(text: &str) -> &str {
    let text = trimmed_end(text);
    let blank = text.len() - text.trim_start().len();
    let start = text[..blank].rfind('\n').map_or(0, |at| at + 1);
    &text[start..]
}

/// A text without the line ends and blank lines at its end; two spaces that break the last line
/// stay.
fn trimmed_end(text: &str) -> &str {
    let said = text.trim_end().len();
    if said == 0 {
        return if text.starts_with('\u{feff}') { "\u{feff}" } else { "" };
    }
    let end = text[said..].find(['\r', '\n']).map_or(text.len(), |at| said + at);
    &text[..end]
}

/// Returns true if most lines of a note end with CRLF.
fn is_crlf(note: &str) -> bool {
    note.matches("\r\n").count() * 2 > note.matches('\n').count()
}

fn with_line_ends<'a>(text: &'a str, newline: &str) -> Cow<'a, str> {
    let crlf = newline == "\r\n";
    if crlf == text.contains("\r\n")
        && (!crlf || text.matches('\n').count() == text.matches("\r\n").count())
    {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n").replace('\n', newline))
}

#[cfg(test)]
mod tests {
    use super::append_entry;

    #[test]
    fn one_blank_line_stands_between() {
        assert_eq!(append_entry("", "", "a"), "a\n");
        assert_eq!(append_entry("", "# H", "a\n\n"), "# H\n\na\n");
        assert_eq!(append_entry(" \n\n", "# H", "a"), "# H\n\na\n");
        for old in ["# H", "# H\n", "# H\n\n\n", "# H\n  \n"] {
            assert_eq!(append_entry(old, "# no", "\n\na"), "# H\n\na\n", "{old:?}");
        }
    }

    #[test]
    fn what_is_said_stays_as_it_is() {
        let text = "C:\\new\\table  \n    indented \\n <b> `x`";
        assert_eq!(append_entry("old  \n", "", text), format!("old  \n\n{text}\n"));
        assert_eq!(append_entry("old", "", "\n    code"), "old\n\n    code\n");
        assert_eq!(append_entry("old", "", " \n "), "old");
        assert_eq!(append_entry("", "", "a\u{3000}"), "a\u{3000}\n");
    }

    #[test]
    fn it_stands_before_the_sections_of_reflection() {
        let own = "## From conversations: a\n<!-- palimp: by=agent project=a -->\n\n- x ([l](e))\n";
        let note = append_entry(&format!("# D\n\n- a\n\n{own}"), "# no", "- b");
        assert_eq!(note, format!("# D\n\n- a\n\n- b\n\n{own}"));
        assert_eq!(append_entry(own, "# D", "- b"), format!("# D\n\n- b\n\n{own}"));
        let windows = append_entry(&note.replace('\n', "\r\n"), "", "- c");
        assert_eq!(windows, note.replace("- b\n", "- b\n\n- c\n").replace('\n', "\r\n"));
        let mine = format!("{own}\n## Mine\n\n- a\n");
        assert_eq!(append_entry(&mine, "", "- b"), format!("{mine}\n- b\n"));
    }

    #[test]
    fn the_users_words_are_no_part_of_an_agents_text() {
        let open = "# D\n\n<!-- palimp: by=agent project=a -->\nit\n";
        let note = append_entry(open, "", "- mine");
        assert_eq!(note, format!("{open}\n<!-- palimp: end -->\n\n- mine\n"));
        assert_eq!(append_entry(&note, "", "- b"), format!("{note}\n- b\n"));
        let theirs = "- it <!-- palimp: by=agent project=a -->";
        assert_eq!(append_entry(open, "", theirs), format!("{open}\n{theirs}\n"));
        assert_eq!(append_entry(open, "", "## Mine\n- b"), format!("{open}\n## Mine\n- b\n"));
    }

    #[test]
    fn line_ends_are_the_notes() {
        assert_eq!(append_entry("a\r\nb\r\n", "", "c\nd"), "a\r\nb\r\n\r\nc\r\nd\r\n");
        assert_eq!(append_entry("a\n", "", "c\r\nd\r\n"), "a\n\nc\nd\n");
        assert_eq!(append_entry("a\r\n", "", "c\r\nd\ne"), "a\r\n\r\nc\r\nd\r\ne\r\n");
        assert_eq!(append_entry("\u{feff}a\n", "", "b"), "\u{feff}a\n\nb\n");
        assert_eq!(append_entry("\u{feff}", "# H", "b"), "\u{feff}# H\n\nb\n");
    }
}
