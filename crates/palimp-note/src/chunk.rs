//! A note's text → the pieces under which it is indexed and found.
//!
//! A section, which is a heading with what stands below it up to the next heading, is one chunk for
//! each stretch of lines of one author and scope: what is told of a chunk has one author, and holds
//! in one place. One that is too long is cut where a reader would turn the page: between blocks rather than
//! between the items of a list, between lines rather than between sentences; a code fence stays
//! whole as long as it can. Its pieces share a little text, so that a sentence at a cut is found
//! with what came before it.
//!
//! What always holds: every byte of the note lies in some chunk, in order; no chunk has more
//! than [`ChunkLimits::max`] tokens; all chunks together are at most a quarter longer than the note;
//! and cutting takes time that grows with the note's length alone.

mod cut;
mod overlap;

use std::ops::Range;

use palimp_core::text::{one_line, prefix};

use crate::authors::{Authors, is_same};
use crate::line_kinds::{LineShape, NoteLine, NoteLines};
use crate::provenance::Provenance;
use cut::{CutQuality, Segments};

/// Length limits of chunks, in [`tokens`](palimp_core::tokens).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkLimits {
    /// Target length of a piece of a section that is cut. A section up to a quarter longer than
    /// this stays whole.
    pub tokens: usize,
    /// Maximum length of a chunk; at least 8, so that every character fits.
    pub max: usize,
    /// Length that the next piece repeats of a piece; never more than a quarter of its own bytes.
    pub overlap: usize,
}

impl Default for ChunkLimits {
    fn default() -> ChunkLimits {
        ChunkLimits { tokens: 400, max: 800, overlap: 80 }
    }
}

/// An indexed piece of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteChunk {
    /// The headings above it and its own, outermost first, joined by ` > `; empty for what
    /// stands before the first heading.
    pub heading: String,
    /// Byte range in the note.
    pub range: Range<usize>,
    /// The line of its first byte, counted from 1.
    pub start_line: usize,
    /// The line of its last byte.
    pub end_line: usize,
    /// Author and scope; none for the user's own words that hold everywhere.
    pub by: Option<Provenance>,
}

/// Separator between the headings of a path.
const HEADING_SEPARATOR: &str = " > ";
/// Maximum length of one heading in a path, in characters: every chunk repeats it.
const MAX_HEADING_CHARS: usize = 160;

/// Splits a note into chunks.
///
/// Front matter, and headings with nothing below them, belong to the section that follows. An empty
/// text has no chunks; one of white space has, since every byte lies in one.
///
/// ```
/// use palimp_note::chunk::{ChunkLimits, split_into_chunks};
///
/// let chunks = split_into_chunks("# 결정\n\n## DB\nPostgreSQL\n\n## API\nREST\n", &ChunkLimits::default());
/// let headings = chunks.iter().map(|chunk| chunk.heading.as_str()).collect::<Vec<_>>();
/// assert_eq!(headings, ["결정 > DB", "결정 > API"]);
/// assert_eq!((chunks[1].start_line, chunks[1].end_line), (6, 7));
/// ```
pub fn split_into_chunks(text: &str, limits: &ChunkLimits) -> Vec<NoteChunk> {
    let authors = Authors::parse(text);
    let mut sections = SectionChunker {
        text,
        authors: &authors,
        by: None,
        segments: Segments::new(text, limits),
        path: Vec::new(),
        level: 0,
        body: None,
        words: None,
        chunks: Vec::new(),
    };
    let mut lines = NoteLines::new(text).enumerate();
    let mut before = LineShape::Blank;
    for (number, line) in &mut lines {
        sections.push_line(number + 1, &line, before);
        before = line.shape;
    }
    sections.finish_section();
    sections.chunks
}

fn aliases(by: Option<&Provenance>) -> Option<&str> {
    by.and_then(|by| by.aliases.as_deref())
}

/// State of the chunking of a note: chunks of the sections that ended, segments of the present one.
struct SectionChunker<'a> {
    text: &'a str,
    authors: &'a Authors,
    /// Author of the present stretch, as soon as a line has decided it.
    by: Option<Option<&'a Provenance>>,
    segments: Segments<'a>,
    /// The open headings.
    path: Vec<Heading<'a>>,
    /// The level of the present section's heading, 0 before the first.
    level: u8,
    /// Offset of the first text below the heading of the present section.
    body: Option<usize>,
    /// Offset of the first text of the present stretch, headings included.
    words: Option<usize>,
    chunks: Vec<NoteChunk>,
}

/// A heading under which others stand.
struct Heading<'a> {
    level: u8,
    words: String,
    /// Author of the heading, if not the user.
    by: Option<&'a Provenance>,
}

impl SectionChunker<'_> {
    fn push_line(&mut self, number: usize, line: &NoteLine, before: LineShape) {
        match line.shape {
            LineShape::Heading { level, text } => {
                self.begin_section(level, text, (number, line.start));
                self.split_at_author_change(number);
                self.segments.push_line(number, line, CutQuality::Block);
            }
            LineShape::Underline { level, since } => {
                let by = self.by;
                self.begin_section(level, &self.text[since..line.start], (number, since));
                self.by = by;
                self.segments.push_line(number, line, CutQuality::Line);
            }
            shape => {
                if !matches!(shape, LineShape::Blank | LineShape::Front) {
                    self.split_at_author_change(number);
                    if self.authors.has_own_text(number) {
                        self.body.get_or_insert(line.start);
                        self.words.get_or_insert(line.start);
                    }
                }
                self.segments.push_line(number, line, CutQuality::quality_before(line, before));
            }
        }
    }

    /// Ends the present stretch before a line of another author or scope.
    fn split_at_author_change(&mut self, number: usize) {
        if !self.authors.decides_author(number) {
            return;
        }
        let by = self.authors.of_line(number);
        // What one line is found by says nothing of the next one.
        let goes_on = |before| is_same(before, by) && aliases(before) == aliases(by);
        if self.by.is_some_and(|before| !goes_on(before)) {
            self.finish_section();
        }
        self.by = Some(by);
    }

    /// Begins a section at `start`, the first line of its heading, whose last line has this
    /// `number`.
    fn begin_section(&mut self, level: u8, heading: &str, (number, start): (usize, usize)) {
        let says_something = self.body.is_some_and(|body| body < start);
        // Palimp's comment alone is no chunk: it goes with the heading behind it.
        let has_words = self.words.is_some_and(|words| words < start);
        if has_words && (says_something || level <= self.level) {
            let rest = self.segments.split_off(start);
            self.finish_section();
            self.segments.append(rest);
        }
        self.path.retain(|above| above.level < level);
        let words = prefix(&one_line(heading), MAX_HEADING_CHARS).to_owned();
        self.path.push(Heading { level, words, by: self.authors.of_line(number) });
        self.level = level;
        self.body = None;
        self.words.get_or_insert(start);
    }

    /// Ends the present section: its segments become chunks.
    fn finish_section(&mut self) {
        let pieces = self.segments.cut_pieces();
        let by = self.by.take().flatten();
        // What another calls the section above it is none of this one's words.
        let names = |above: &&Heading| {
            !above.words.is_empty() && (above.by.is_none() || is_same(above.by, by))
        };
        let named = self.path.iter().filter(names).map(|above| above.words.as_str());
        let heading = named.collect::<Vec<_>>().join(HEADING_SEPARATOR);
        self.chunks.extend(pieces.into_iter().map(|piece| NoteChunk {
            heading: heading.clone(),
            range: piece.range,
            start_line: piece.start_line,
            end_line: piece.end_line,
            by: by.cloned(),
        }));
        self.segments.clear();
        self.words = None;
    }
}
