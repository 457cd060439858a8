//! What scoring needs of a collection whatever is asked: counted once, and good until the collection
//! changes.

use std::ops::Range;

use super::conversation::Conversations;
use super::{Kind, Slot, Tuning};

/// The lengths and places of all chunks, ready for scoring.
#[derive(Debug)]
pub struct Frame {
    /// The document of each slot, numbered without great gaps.
    pub(super) shelves: Vec<u32>,
    /// Which chunks are messages.
    pub(super) messages: Vec<bool>,
    /// The part of BM25's denominator that is the chunk's own.
    pub(super) chunk_norms: Vec<f32>,
    /// That of each document, by the numbers in `shelves`.
    pub(super) document_norms: Vec<f32>,
    /// How many chunks there are.
    pub(super) live: f32,
    /// How many documents there are.
    pub(super) full: f32,
    /// The messages among the chunks.
    pub(super) conversations: Conversations,
    /// Slots in a row that differ in place, length and speaker alone: where each ends, and the first of
    /// them.
    runs: Vec<(usize, Slot)>,
}

impl Frame {
    /// The frame of `slots`.
    pub fn new(slots: &[Slot], tuning: &Tuning) -> Frame {
        let shelves = shelves(slots);
        let shelf_count = shelves.iter().max().map_or(0, |last| *last as usize + 1);
        let mut lengths = vec![0.0; shelf_count];
        let mut chat = Mean::default();
        let mut prose = Mean::default();
        for (slot, shelf) in slots.iter().zip(&shelves).filter(|(slot, _)| slot.length > 0) {
            let mean = if slot.kind == Kind::Message { &mut chat } else { &mut prose };
            mean.add(f32::from(slot.length));
            lengths[*shelf as usize] += f32::from(slot.length);
        }
        let mut documents = Mean::default();
        lengths.iter().filter(|length| **length > 0.0).for_each(|length| documents.add(*length));
        let chat_norm = chat.norm(tuning.chat_k1, tuning.chat_b);
        let prose_norm = prose.norm(tuning.prose_k1, tuning.prose_b);
        let chunk_norm = |slot: &Slot| {
            let norm = if slot.kind == Kind::Message { chat_norm } else { prose_norm };
            norm.of(f32::from(slot.length))
        };
        let whole_norm = documents.norm(tuning.document_k1, tuning.document_b);
        Frame {
            messages: slots.iter().map(|slot| slot.kind == Kind::Message).collect(),
            chunk_norms: slots.iter().map(chunk_norm).collect(),
            document_norms: lengths.iter().map(|length| whole_norm.of(*length)).collect(),
            live: chat.count + prose.count,
            full: documents.count,
            conversations: Conversations::new(slots),
            runs: runs(slots),
            shelves,
        }
    }

    /// Whether any chunk is `allowed`, which looks at what [`Ask::allowed`] looks at.
    ///
    /// [`Ask::allowed`]: super::Ask::allowed
    pub fn any(&self, allowed: impl Fn(&Slot) -> bool) -> bool {
        self.runs.iter().any(|(_, slot)| slot.length > 0 && allowed(slot))
    }

    /// Slots in a row that are all allowed or none of them: the first of each, and where they stand.
    pub(super) fn runs(&self) -> impl Iterator<Item = (&Slot, Range<usize>)> {
        let starts = std::iter::once(0).chain(self.runs.iter().map(|(end, _)| *end));
        starts.zip(&self.runs).map(|(start, (end, slot))| (slot, start..*end))
    }
}

fn runs(slots: &[Slot]) -> Vec<(usize, Slot)> {
    let alike = |slot: &Slot| {
        let Slot { document, day, length, project, kind, author, .. } = *slot;
        (document, day, length > 0, project, kind, author)
    };
    let mut end = 0;
    let runs = slots.chunk_by(|a, b| alike(a) == alike(b)).map(|run| {
        end += run.len();
        (end, run[0])
    });
    runs.collect()
}

#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f32,
    count: f32,
}

impl Mean {
    fn add(&mut self, value: f32) {
        self.sum += value;
        self.count += 1.0;
    }

    /// k1 · (1 − b + b · length / mean), as a line over the length.
    fn norm(self, k1: f32, b: f32) -> Norm {
        let mean = (self.sum / self.count.max(1.0)).max(1.0);
        Norm { start: k1 * (1.0 - b), slope: k1 * b / mean }
    }
}

#[derive(Clone, Copy)]
struct Norm {
    start: f32,
    slope: f32,
}

impl Norm {
    fn of(self, length: f32) -> f32 {
        self.start + self.slope * length
    }
}

/// The document of each slot, renumbered where the numbers are far apart.
fn shelves(slots: &[Slot]) -> Vec<u32> {
    let given: Vec<u32> = slots.iter().map(|slot| slot.document).collect();
    let last = given.iter().max().map_or(0, |last| *last as usize);
    if last < slots.len() * 4 + 1_024 {
        return given;
    }
    let mut distinct = given.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let place = |document: &u32| distinct.partition_point(|known| known < document) as u32;
    given.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_with_wild_numbers_are_renumbered() {
        let slots = [7, u32::MAX, 7].map(|document| Slot { document, ..Slot::default() });
        assert_eq!(shelves(&slots), [0, 1, 0]);
    }

    #[test]
    fn runs_end_where_what_may_be_asked_for_differs() {
        let slot = |document, day, length, position| Slot {
            document,
            day,
            length,
            position,
            ..Slot::default()
        };
        let slots = [slot(1, 5, 3, 0), slot(1, 5, 9, 1), slot(1, 6, 9, 2), slot(1, 6, 0, 3)];
        let frame = Frame::new(&slots, &Tuning::default());
        let runs: Vec<_> = frame.runs().map(|(slot, run)| (slot.day, run)).collect();
        assert_eq!(runs, [(5, 0..2), (6, 2..3), (6, 3..4)]);
        assert!(frame.any(|slot| slot.day == 6) && !frame.any(|slot| slot.document == 2));
    }
}
