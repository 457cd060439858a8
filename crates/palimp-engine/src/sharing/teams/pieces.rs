//! A note taken apart into the facts that it says.

use palimp_note::authors::{self, Authors};
use palimp_note::provenance::Provenance;

/// Something that a note says: an item of a list, or a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotePiece {
    /// The line of its first words, from 1.
    pub(crate) line: usize,
    /// The line of its last.
    pub(crate) end: usize,
    /// Its words, without the mark of an item.
    pub(crate) text: String,
    /// Author and origin.
    pub(crate) by: Option<Provenance>,
}

/// The facts of a note, in its order. Headings, front matter and what was struck through are none.
pub(crate) fn note_pieces(note: &str) -> Vec<NotePiece> {
    let (said, authors) = (authors::strip_comments(note), Authors::parse(note));
    let mut pieces: Vec<NotePiece> = Vec::new();
    let (mut open, mut fenced) = (false, false);
    for (at, line) in said.lines().enumerate().skip(behind_front_matter(note)) {
        let (number, words) = (at + 1, line.trim());
        let is_fence = words.starts_with("```") || words.starts_with("~~~");
        let goes_on =
            open && (fenced || is_fence || !words.is_empty() && item_text(words).is_none());
        if !fenced && !is_fence && (words.is_empty() || words.starts_with('#')) {
            // A line of nothing but a comment belongs to what stands above it.
            open =
                open && words.is_empty() && !note.lines().nth(at).unwrap_or("").trim().is_empty();
            continue;
        }
        fenced ^= is_fence;
        match pieces.last_mut().filter(|_| goes_on) {
            Some(piece) => {
                piece.text = format!("{}\n{}", piece.text, if fenced { line } else { words });
                piece.end = number;
            }
            None => pieces.push(NotePiece {
                line: number,
                end: number,
                text: without_time(item_text(words).unwrap_or(words)).to_owned(),
                by: authors.of_line(number).cloned(),
            }),
        }
        open = true;
    }
    pieces.retain(|piece| {
        !piece.text.starts_with("~~") && piece.text.contains(char::is_alphanumeric)
    });
    pieces
}

/// Returns the number of lines of the front matter.
fn behind_front_matter(note: &str) -> usize {
    let mut lines = note.lines();
    if lines.next().map(str::trim_end) != Some("---") {
        return 0;
    }
    lines.position(|line| line.trim_end() == "---").map_or(0, |end| end + 2)
}

/// Returns the text after the mark of a list item.
fn item_text(line: &str) -> Option<&str> {
    let marked = ["- ", "* ", "+ "].into_iter().find_map(|mark| line.strip_prefix(mark));
    let numbered = || {
        let (number, text) = line.split_once(". ")?;
        let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        digits.then_some(text)
    };
    marked.or_else(numbered).map(str::trim)
}

/// An item of a daily log without its time: `09:05 We use pnpm`.
fn without_time(text: &str) -> &str {
    match text.as_bytes() {
        [a, b, b':', c, d, b' ', ..] if [a, b, c, d].iter().all(|it| it.is_ascii_digit()) => {
            text[6..].trim_start()
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_and_paragraphs_are_facts_and_headings_are_none() {
        let note = "---\ntitle: x\n---\n# Decisions\n\n- We use pnpm.\n- 09:05 Ports are 7000\n  and up. \
                    <!-- palimp: by=agent client=claude at=2026-11-20T10:00 -->\n1. One\n\n\
                    Deploys run\nat night:\n```sh\n# not a heading\nmake deploy\n```\n\n~~Gone.~~\n\n---\n";
        let found = note_pieces(note);
        let seen: Vec<_> = found.iter().map(|it| (it.line, it.end, it.text.as_str())).collect();
        let deploys = "Deploys run\nat night:\n```sh\n# not a heading\nmake deploy\n```";
        let expect = [
            (6, 6, "We use pnpm."),
            (7, 8, "Ports are 7000\nand up."),
            (9, 9, "One"),
            (11, 16, deploys),
        ];
        assert_eq!(seen, expect);
        assert_eq!(found[1].by.as_ref().unwrap().client.as_deref(), Some("claude"));
        assert_eq!(found[0].by, None);
    }
}
