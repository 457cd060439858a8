//! A note's text → the pieces under which it is indexed and found.
//!
//! A section, which is a heading with what stands below it up to the next heading, is one chunk.
//! One that is too long is cut where a reader would turn the page: between blocks rather than
//! between the items of a list, between lines rather than between sentences; a code fence stays
//! whole as long as it can. Its pieces share a little text, so that a sentence at a cut is found
//! with what came before it.
//!
//! What always holds: every byte of the note lies in some chunk, in order; no chunk has more
//! than [`Limits::max`] tokens; all chunks together are at most a quarter longer than the note;
//! and cutting takes time that grows with the note's length alone.

mod cut;
mod overlap;

use std::ops::Range;

use palimp_core::text::{one_line, prefix};

use crate::lines::{Line, Lines, Shape};
use cut::{Cut, Segments};

/// How long chunks are, in [`tokens`](palimp_core::tokens).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How long a piece of a section that is cut should be. A section a quarter longer than this
    /// stays whole.
    pub tokens: usize,
    /// How long no chunk may be; at least 8, so that every character fits.
    pub max: usize,
    /// How much of a piece the next one repeats; never more than a quarter of its own bytes.
    pub overlap: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { tokens: 400, max: 800, overlap: 80 }
    }
}

/// An indexed piece of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The headings above it and its own, outermost first, joined by ` > `; empty for what
    /// stands before the first heading.
    pub heading: String,
    /// Where it stands in the note, in bytes.
    pub range: Range<usize>,
    /// The line of its first byte, counted from 1.
    pub start_line: usize,
    /// The line of its last byte.
    pub end_line: usize,
}

/// What stands between the headings of a path.
const JOINT: &str = " > ";
/// How much of one heading goes into a path, in characters: every chunk repeats it.
const HEADING_CHARS: usize = 160;

/// Takes a note apart.
///
/// Front matter, and headings with nothing below them, belong to the section that follows. An
/// empty text has no chunks; one of white space has, since every byte lies in one.
///
/// ```
/// use palimp_vault::chunk::{Limits, chunks};
///
/// let chunks = chunks("# 결정\n\n## DB\nPostgreSQL\n\n## API\nREST\n", &Limits::default());
/// let headings = chunks.iter().map(|chunk| chunk.heading.as_str()).collect::<Vec<_>>();
/// assert_eq!(headings, ["결정 > DB", "결정 > API"]);
/// assert_eq!((chunks[1].start_line, chunks[1].end_line), (6, 7));
/// ```
pub fn chunks(text: &str, limits: &Limits) -> Vec<Chunk> {
    let mut sections = Sections {
        text,
        segments: Segments::new(text, limits),
        path: Vec::new(),
        level: 0,
        body: None,
        chunks: Vec::new(),
    };
    let mut lines = Lines::of(text).enumerate();
    let mut before = Shape::Blank;
    for (number, line) in &mut lines {
        sections.take(number + 1, &line, before);
        before = line.shape;
    }
    sections.finish();
    sections.chunks
}

/// The note as far as it was read: chunks of the sections that ended, segments of the present one.
struct Sections<'a> {
    text: &'a str,
    segments: Segments<'a>,
    /// The open headings with their levels.
    path: Vec<(u8, String)>,
    /// The level of the present section's heading, 0 before the first.
    level: u8,
    /// Where the present section first says something below its heading.
    body: Option<usize>,
    chunks: Vec<Chunk>,
}

impl Sections<'_> {
    fn take(&mut self, number: usize, line: &Line, before: Shape) {
        match line.shape {
            Shape::Heading { level, text } => {
                self.open(level, text, line.start);
                self.segments.push(number, line, Cut::Block);
            }
            Shape::Underline { level, since } => {
                self.open(level, &self.text[since..line.start], since);
                self.segments.push(number, line, Cut::Line);
            }
            shape => {
                if !matches!(shape, Shape::Blank | Shape::Front) {
                    self.body.get_or_insert(line.start);
                }
                self.segments.push(number, line, Cut::before(line, before));
            }
        }
    }

    /// Begins a section at `start`, where its heading's first line stands.
    fn open(&mut self, level: u8, heading: &str, start: usize) {
        let says_something = self.body.is_some_and(|body| body < start);
        if says_something || level <= self.level {
            let rest = self.segments.split_off(start);
            self.finish();
            self.segments.put(rest);
        }
        self.path.retain(|(above, _)| *above < level);
        self.path.push((level, prefix(&one_line(heading), HEADING_CHARS).to_owned()));
        self.level = level;
        self.body = None;
    }

    /// Ends the present section: its segments become chunks.
    fn finish(&mut self) {
        let named = self.path.iter().map(|(_, heading)| heading.as_str());
        let heading = named.filter(|heading| !heading.is_empty()).collect::<Vec<_>>().join(JOINT);
        let pieces = self.segments.pieces();
        self.chunks.extend(pieces.into_iter().map(|piece| Chunk {
            heading: heading.clone(),
            range: piece.range,
            start_line: piece.start_line,
            end_line: piece.end_line,
        }));
        self.segments.clear();
    }
}
