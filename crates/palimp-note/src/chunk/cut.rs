//! Cutting of a section that is too long.

use std::ops::Range;

use super::ChunkLimits;
use super::overlap::{SentenceEnd, overlap_len};
use crate::line_kinds::{LineShape, NoteLine};
use palimp_core::tokens::{quarter_tokens, quarters_of};

/// Quality of a cut at a place in a text, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CutQuality {
    /// Between two blocks.
    Block,
    /// Before an item of an outermost list.
    Item,
    /// Before something inside a list item.
    Nested,
    /// Between two lines.
    Line,
    /// Between two sentences of a line.
    Sentence,
    /// Between two words.
    Word,
    /// Between two characters, or before a blank line.
    Character,
    /// Not at all: inside a fence that stays whole.
    Never,
}

impl CutQuality {
    /// Returns the quality of a cut before `line`, which follows a line of the shape `before`.
    pub(super) fn quality_before(line: &NoteLine, before: LineShape) -> CutQuality {
        let new_block = matches!(before, LineShape::Blank | LineShape::FenceEnd | LineShape::Front);
        match line.shape {
            LineShape::Blank => CutQuality::Character,
            LineShape::Front | LineShape::Code | LineShape::FenceEnd => CutQuality::Line,
            LineShape::Item if line.depth <= 1 => CutQuality::Item,
            LineShape::Item => CutQuality::Nested,
            _ if line.depth > 0 && new_block => CutQuality::Nested,
            _ if new_block => CutQuality::Block,
            LineShape::Fence => CutQuality::Item,
            _ => CutQuality::Line,
        }
    }
}

/// A line, or a piece of one that is very long: what is never cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChunkSegment {
    /// Offset of its beginning in the note.
    at: usize,
    /// The weight of all that stands before it in the note.
    weight: usize,
    /// Its line, counted from 1.
    line: usize,
    /// Quality of a cut before it.
    cut: CutQuality,
}

/// A piece of a section.
pub(super) struct SectionPiece {
    pub(super) range: Range<usize>,
    pub(super) start_line: usize,
    pub(super) end_line: usize,
}

/// The segments of the present section. Weights are in quarters of a token.
pub(super) struct Segments<'a> {
    text: &'a str,
    target: usize,
    max: usize,
    overlap: usize,
    list: Vec<ChunkSegment>,
    /// End offset of the last segment.
    end: usize,
    /// The weight of everything up to there.
    weight: usize,
    /// The first segment of the fence that is open.
    fence: Option<usize>,
}

/// The smallest limit that is obeyed, in tokens: a character has to fit.
const MIN_LIMIT_TOKENS: usize = 8;

impl<'a> Segments<'a> {
    pub(super) fn new(text: &'a str, limits: &ChunkLimits) -> Segments<'a> {
        let max = limits.max.max(MIN_LIMIT_TOKENS) * 4;
        let target = (limits.tokens.max(MIN_LIMIT_TOKENS) * 4).min(max);
        let overlap = (limits.overlap * 4).min(target / 2);
        Segments { text, target, max, overlap, list: Vec::new(), end: 0, weight: 0, fence: None }
    }

    /// Adds a line.
    pub(super) fn push_line(&mut self, number: usize, line: &NoteLine, cut: CutQuality) {
        let fenced = matches!(line.shape, LineShape::Code | LineShape::FenceEnd | LineShape::Blank);
        if !fenced {
            self.close_fence();
        }
        if line.shape == LineShape::Fence {
            self.fence = Some(self.list.len());
        }
        let whole = &self.text[line.start..line.end];
        let weight = quarter_tokens(whole);
        if weight <= self.target {
            self.add_segment(line.start, number, cut, weight);
        } else {
            self.push_long(whole, line.start, number, cut);
        }
        self.end = line.end;
        if line.shape == LineShape::FenceEnd {
            self.close_fence();
        }
    }

    fn add_segment(&mut self, at: usize, line: usize, cut: CutQuality, weight: usize) {
        self.list.push(ChunkSegment { at, weight: self.weight, line, cut });
        self.weight += weight;
    }

    /// Adds a line that is longer than a piece, sentence by sentence; a sentence that is long
    /// word by word, and a word that is long character by character.
    fn push_long(&mut self, text: &str, start: usize, line: usize, first: CutQuality) {
        let longest = self.target / 4;
        let (mut from, mut cut, mut weight) = (0, first, 0);
        // The last place between two words of the segment, and the segment's weight up to it.
        let mut word = None;
        let mut ends = SentenceEnd::default();
        for (at, c) in text.char_indices() {
            let sentence = ends.ended_before(c);
            if sentence && weight > 0 {
                self.add_segment(start + from, line, cut, weight);
                (from, cut, weight, word) = (at, CutQuality::Sentence, 0, None);
            } else if weight + quarters_of(c) > longest && weight > 0 {
                let (end, kind, taken) = word
                    .map_or((at, CutQuality::Character, weight), |(end, taken)| {
                        (end, CutQuality::Word, taken)
                    });
                self.add_segment(start + from, line, cut, taken);
                (from, cut, weight, word) = (end, kind, weight - taken, None);
            }
            weight += quarters_of(c);
            if c.is_whitespace() {
                word = Some((at + c.len_utf8(), weight));
            }
        }
        if weight > 0 {
            self.add_segment(start + from, line, cut, weight);
        }
    }

    /// Keeps the fence that has ended in one piece if it fits into one.
    fn close_fence(&mut self) {
        let Some(first) = self.fence.take() else { return };
        if self.weight - self.list[first].weight <= self.max {
            self.list[first + 1..].iter_mut().for_each(|segment| segment.cut = CutQuality::Never);
        }
    }

    /// Takes out what begins at `start` or later.
    pub(super) fn split_off(&mut self, start: usize) -> DetachedSegments {
        self.close_fence();
        let keep = self.list.iter().rposition(|segment| segment.at < start).map_or(0, |at| at + 1);
        let list = self.list.split_off(keep);
        let rest = DetachedSegments { list, end: self.end, weight: self.weight };
        if let Some(first) = rest.list.first() {
            (self.end, self.weight) = (first.at, first.weight);
        }
        rest
    }

    /// Appends detached segments.
    pub(super) fn append(&mut self, rest: DetachedSegments) {
        self.list.extend(rest.list);
        (self.end, self.weight) = (rest.end, rest.weight);
    }

    /// Removes the segments of the section.
    pub(super) fn clear(&mut self) {
        self.list.clear();
    }

    /// Cuts the section into pieces.
    pub(super) fn cut_pieces(&mut self) -> Vec<SectionPiece> {
        self.close_fence();
        let mut pieces = Vec::new();
        let (mut before, mut first) = (0, 0);
        while first < self.list.len() {
            let next = self.next_cut(first);
            pieces.push(self.build_piece(before, first, next));
            (before, first) = (first, next);
        }
        pieces
    }

    /// Returns the piece from segment `first` up to `next`, with its overlap with the piece that
    /// began at segment `before`.
    fn build_piece(&self, before: usize, first: usize, next: usize) -> SectionPiece {
        let own = self.offset_of(first)..self.offset_of(next);
        let room = self.max - (self.weight_at(next) - self.weight_at(first));
        let earlier = &self.text[self.offset_of(before)..own.start];
        let repeated = overlap_len(earlier, self.overlap.min(room), own.len() / 4);
        let start = own.start - repeated;
        let holder = self.list[before..=first].partition_point(|segment| segment.at <= start);
        let start_line = self.list[before + holder - 1].line;
        SectionPiece { range: start..own.end, start_line, end_line: self.list[next - 1].line }
    }

    /// The segment before which the piece that begins with `first` ends.
    fn next_cut(&self, first: usize) -> usize {
        let left = self.weight - self.list[first].weight;
        // What repeats nothing may be a little longer.
        let whole = if first == 0 { self.target + self.target / 4 } else { self.target };
        if left <= whole.min(self.max) {
            return self.list.len();
        }
        // What is left is shared out evenly rather than with a scrap at the end.
        let goal = left / left.div_ceil(self.target - self.overlap);
        let mut best = (usize::MAX, first + 1);
        for next in first + 1..=self.list.len() {
            let weight = self.weight_at(next) - self.list[first].weight;
            if weight > self.max || weight.saturating_sub(goal) > best.0 {
                break;
            }
            best = best.min((self.cut_cost(next, weight, goal), next));
        }
        best.1
    }

    /// Cost of cutting before segment `next`: the quality of the cut, and its distance from the
    /// goal. A piece that is much too short costs more than a long one.
    fn cut_cost(&self, next: usize, weight: usize, goal: usize) -> usize {
        let cut = self.list.get(next).map_or(CutQuality::Block, |segment| segment.cut);
        if cut == CutQuality::Never {
            return usize::MAX;
        }
        let off = weight.abs_diff(goal);
        let short = if weight < goal / 2 { off } else { 0 };
        off + short + cut as usize * goal / 8
    }

    fn offset_of(&self, segment: usize) -> usize {
        self.list.get(segment).map_or(self.end, |segment| segment.at)
    }

    fn weight_at(&self, segment: usize) -> usize {
        self.list.get(segment).map_or(self.weight, |segment| segment.weight)
    }
}

/// Segments that wait while the section before them is finished.
pub(super) struct DetachedSegments {
    list: Vec<ChunkSegment>,
    end: usize,
    weight: usize,
}
