//! Collection statistics for scoring that do not depend on the question: counted once, and valid
//! until the collection changes.

use std::ops::Range;

use super::conversation::Conversations;
use super::{ChunkKind, Slot, Tuning};

/// The lengths and places of all chunks, ready for scoring.
#[derive(Debug)]
pub struct ScoringFrame {
    /// The document of each slot, numbered without great gaps.
    pub(super) shelves: Vec<u32>,
    /// True for each chunk that is a message.
    pub(super) messages: Vec<bool>,
    /// The part of BM25's denominator that is the chunk's own.
    pub(super) chunk_norms: Vec<f32>,
    /// That of each document, by the numbers in `shelves`.
    pub(super) document_norms: Vec<f32>,
    /// Numbers of chunks and documents that a person and agents wrote.
    own: PartCounts,
    /// Numbers of chunks and documents that come from repositories.
    history: PartCounts,
    /// True for each chunk that comes from a repository; empty if none does.
    is_history: Vec<bool>,
    /// The messages among the chunks.
    pub(super) conversations: Conversations,
    /// Slots in a row that differ in place, length and speaker alone: where each ends, and the first of
    /// them.
    runs: Vec<(usize, Slot)>,
}

impl ScoringFrame {
    /// The frame of `slots`.
    pub fn new(slots: &[Slot], tuning: &Tuning) -> ScoringFrame {
        let shelves = renumber_documents(slots);
        let shelf_count = shelves.iter().max().map_or(0, |last| *last as usize + 1);
        let mut lengths = vec![0.0; shelf_count];
        let [mut chat, mut prose, mut history] = [Mean::default(); 3];
        let mut of_history = vec![false; shelf_count];
        for (slot, shelf) in slots.iter().zip(&shelves).filter(|(slot, _)| slot.length > 0) {
            let mean = match slot.kind {
                ChunkKind::Message => &mut chat,
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
                ChunkKind::Message => chat_norm,
                kind if kind.is_history() => history_norm,
                _ => prose_norm,
            };
            norm.at_length(f32::from(slot.length))
        };
        let whole_norm = documents.norm(tuning.document_k1, tuning.document_b);
        let commit_norm = commits.norm(tuning.document_k1, tuning.document_b);
        let document_norm = |(length, is_history): (&f32, &bool)| {
            if *is_history { commit_norm } else { whole_norm }.at_length(*length)
        };
        ScoringFrame {
            messages: slots.iter().map(|slot| slot.kind == ChunkKind::Message).collect(),
            chunk_norms: slots.iter().map(chunk_norm).collect(),
            document_norms: lengths.iter().zip(&of_history).map(document_norm).collect(),
            own: PartCounts { chunks: chat.count + prose.count, documents: documents.count },
            history: PartCounts { chunks: history.count, documents: commits.count },
            is_history: match history.count > 0.0 {
                true => slots.iter().map(|slot| slot.kind.is_history()).collect(),
                false => Vec::new(),
            },
            conversations: Conversations::new(slots),
            runs: uniform_runs(slots),
            shelves,
        }
    }

    /// Returns true if any chunk is `allowed`, a predicate with the limits of
    /// [`RankRequest::allowed`].
    ///
    /// [`RankRequest::allowed`]: super::RankRequest::allowed
    pub fn any_allowed(&self, allowed: impl Fn(&Slot) -> bool) -> bool {
        self.runs.iter().any(|(_, slot)| slot.length > 0 && allowed(slot))
    }

    /// Returns the part of the collection among which a word is rare, of those that a question may be
    /// answered by: what a person's notes say does not become common by a repository's commits.
    pub(super) fn rarity_part(&self, allowed: impl Fn(&Slot) -> bool) -> CollectionPart {
        let asks = |history: bool| {
            self.any_allowed(|slot| slot.kind.is_history() == history && allowed(slot))
        };
        match self.is_history.is_empty() || !asks(true) {
            true => CollectionPart::Own,
            false if asks(false) => CollectionPart::All,
            false => CollectionPart::History,
        }
    }

    /// Returns the numbers of chunks and documents of a part.
    pub(super) fn part_counts(&self, part: CollectionPart) -> PartCounts {
        let ScoringFrame { own, history, .. } = *self;
        match part {
            CollectionPart::Own => own,
            CollectionPart::History => history,
            CollectionPart::All => PartCounts {
                chunks: own.chunks + history.chunks,
                documents: own.documents + history.documents,
            },
        }
    }

    /// Leaves of a term's slots those of a part.
    pub(super) fn retain_part(&self, part: CollectionPart, postings: &mut Vec<(u32, u32)>) {
        if part == CollectionPart::All || self.is_history.is_empty() {
            return;
        }
        let wanted = part == CollectionPart::History;
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
pub(super) enum CollectionPart {
    /// Notes and messages.
    Own,
    /// Commits and decision records.
    History,
    /// Both.
    All,
}

/// Numbers of chunks and documents.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartCounts {
    /// Chunks.
    pub(super) chunks: f32,
    /// Documents.
    pub(super) documents: f32,
}

fn uniform_runs(slots: &[Slot]) -> Vec<(usize, Slot)> {
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
    fn at_length(self, length: f32) -> f32 {
        self.start + self.slope * length
    }
}

/// The document of each slot, renumbered where the numbers are far apart.
fn renumber_documents(slots: &[Slot]) -> Vec<u32> {
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
        assert_eq!(renumber_documents(&slots), [0, 1, 0]);
    }

    #[test]
    fn commits_leave_counts_of_notes_alone() {
        let slot = |kind, document| Slot { kind, document, length: 9, ..Slot::default() };
        let slots =
            [slot(ChunkKind::Note, 0), slot(ChunkKind::Commit, 1), slot(ChunkKind::Record, 2)];
        let frame = ScoringFrame::new(&slots, &Tuning::default());
        assert_eq!(frame.rarity_part(|slot| slot.kind == ChunkKind::Note), CollectionPart::Own);
        assert_eq!(frame.rarity_part(|slot| slot.kind.is_history()), CollectionPart::History);
        assert_eq!(frame.rarity_part(|_| true), CollectionPart::All);
        let held = |part| {
            let mut postings = vec![(0, 1), (1, 1), (2, 1)];
            frame.retain_part(part, &mut postings);
            (postings.len(), frame.part_counts(part).chunks)
        };
        assert_eq!(
            [CollectionPart::Own, CollectionPart::History, CollectionPart::All].map(held),
            [(1, 1.0), (2, 2.0), (3, 3.0)]
        );
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
        let frame = ScoringFrame::new(&slots, &Tuning::default());
        let runs: Vec<_> = frame.runs().map(|(slot, run)| (slot.day, run)).collect();
        assert_eq!(runs, [(5, 0..2), (6, 2..3), (6, 3..4)]);
        assert!(
            frame.any_allowed(|slot| slot.day == 6)
                && !frame.any_allowed(|slot| slot.document == 2)
        );
    }
}
