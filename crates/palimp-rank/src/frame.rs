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
    /// How many there are of what a person and agents wrote.
    own: Counts,
    /// How many there are of what repositories tell of themselves.
    history: Counts,
    /// Which chunks are of the latter; empty where none is.
    is_history: Vec<bool>,
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
        let [mut chat, mut prose, mut history] = [Mean::default(); 3];
        let mut of_history = vec![false; shelf_count];
        for (slot, shelf) in slots.iter().zip(&shelves).filter(|(slot, _)| slot.length > 0) {
            let mean = match slot.kind {
                Kind::Message => &mut chat,
                kind if kind.is_history() => &mut history,
                _ => &mut prose,
            };
            mean.add(f32::from(slot.length));
            lengths[*shelf as usize] += f32::from(slot.length);
            of_history[*shelf as usize] = slot.kind.is_history();
        }
        // Thousands of short commits would make every note a long one.
        let [mut documents, mut commits] = [Mean::default(); 2];
        for (length, is_history) in lengths.iter().zip(&of_history).filter(|(it, _)| **it > 0.0) {
            if *is_history { &mut commits } else { &mut documents }.add(*length);
        }
        let chat_norm = chat.norm(tuning.chat_k1, tuning.chat_b);
        let prose_norm = prose.norm(tuning.prose_k1, tuning.prose_b);
        let history_norm = history.norm(tuning.prose_k1, tuning.prose_b);
        let chunk_norm = |slot: &Slot| {
            let norm = match slot.kind {
                Kind::Message => chat_norm,
                kind if kind.is_history() => history_norm,
                _ => prose_norm,
            };
            norm.of(f32::from(slot.length))
        };
        let whole_norm = documents.norm(tuning.document_k1, tuning.document_b);
        let commit_norm = commits.norm(tuning.document_k1, tuning.document_b);
        let document_norm = |(length, is_history): (&f32, &bool)| {
            if *is_history { commit_norm } else { whole_norm }.of(*length)
        };
        Frame {
            messages: slots.iter().map(|slot| slot.kind == Kind::Message).collect(),
            chunk_norms: slots.iter().map(chunk_norm).collect(),
            document_norms: lengths.iter().zip(&of_history).map(document_norm).collect(),
            own: Counts { chunks: chat.count + prose.count, documents: documents.count },
            history: Counts { chunks: history.count, documents: commits.count },
            is_history: match history.count > 0.0 {
                true => slots.iter().map(|slot| slot.kind.is_history()).collect(),
                false => Vec::new(),
            },
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

    /// Returns the part of the collection among which a word is rare, of those that a question may be
    /// answered by: what a person's notes say does not become common by a repository's commits.
    pub(super) fn part(&self, allowed: impl Fn(&Slot) -> bool) -> Part {
        let asks =
            |history: bool| self.any(|slot| slot.kind.is_history() == history && allowed(slot));
        match self.is_history.is_empty() || !asks(true) {
            true => Part::Own,
            false if asks(false) => Part::All,
            false => Part::History,
        }
    }

    /// Returns how many chunks and documents a part has.
    pub(super) fn counts(&self, part: Part) -> Counts {
        let Frame { own, history, .. } = *self;
        match part {
            Part::Own => own,
            Part::History => history,
            Part::All => Counts {
                chunks: own.chunks + history.chunks,
                documents: own.documents + history.documents,
            },
        }
    }

    /// Leaves of a term's slots those of a part.
    pub(super) fn keep(&self, part: Part, postings: &mut Vec<(u32, u32)>) {
        if part == Part::All || self.is_history.is_empty() {
            return;
        }
        let wanted = part == Part::History;
        postings.retain(|(slot, _)| self.is_history[*slot as usize] == wanted);
    }

    /// Slots in a row that are all allowed or none of them: the first of each, and where they stand.
    pub(super) fn runs(&self) -> impl Iterator<Item = (&Slot, Range<usize>)> {
        let starts = std::iter::once(0).chain(self.runs.iter().map(|(end, _)| *end));
        starts.zip(&self.runs).map(|(start, (end, slot))| (slot, start..*end))
    }
}

/// A part of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Notes and messages.
    Own,
    /// Commits and decision records.
    History,
    /// Both.
    All,
}

/// How many chunks and documents there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    /// Chunks.
    pub(super) chunks: f32,
    /// Documents.
    pub(super) documents: f32,
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
    fn commits_leave_counts_of_notes_alone() {
        let slot = |kind, document| Slot { kind, document, length: 9, ..Slot::default() };
        let slots = [slot(Kind::Note, 0), slot(Kind::Commit, 1), slot(Kind::Record, 2)];
        let frame = Frame::new(&slots, &Tuning::default());
        assert_eq!(frame.part(|slot| slot.kind == Kind::Note), Part::Own);
        assert_eq!(frame.part(|slot| slot.kind.is_history()), Part::History);
        assert_eq!(frame.part(|_| true), Part::All);
        let held = |part| {
            let mut postings = vec![(0, 1), (1, 1), (2, 1)];
            frame.keep(part, &mut postings);
            (postings.len(), frame.counts(part).chunks)
        };
        assert_eq!([Part::Own, Part::History, Part::All].map(held), [(1, 1.0), (2, 2.0), (3, 3.0)]);
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
