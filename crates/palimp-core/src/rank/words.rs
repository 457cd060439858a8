//! The score of words: BM25 of every chunk and of every document.
//!
//! S. Robertson and H. Zaragoza, *The Probabilistic Relevance Framework: BM25 and Beyond*; the
//! inverse document frequency is log(1 + …), which no common word can turn negative.

use super::question::{Asked, Question, Term};
use super::{Collection, Kind, Slot, Tuning};

/// The scores of all chunks and documents, and which chunk holds which term.
pub(super) struct Words {
    /// Of each slot.
    pub(super) chunks: Vec<f32>,
    /// Of each document, by the numbers in `shelves`.
    pub(super) documents: Vec<f32>,
    /// The document of each slot, numbered without great gaps.
    pub(super) shelves: Vec<u32>,
    /// Where each term is, in the order of slots.
    postings: Vec<Vec<(u32, u32)>>,
    /// The inverse document frequency of each term, among [`SMALL`] chunks at the least.
    idf: Vec<f32>,
    /// That of a term which no chunk holds.
    rarest: f32,
}

/// In a collection of fewer chunks, that a word stands in few of them does not tell whether it is
/// rare: it is taken for one of this many.
const SMALL: f32 = 40.0;

impl Words {
    pub(super) fn score<C: Collection>(
        collection: &mut C,
        question: &Question,
        tuning: &Tuning,
    ) -> Result<Words, C::Error> {
        let mut scorer = Scorer::new(collection.slots(), tuning);
        let mut words = Words {
            chunks: Vec::new(),
            documents: Vec::new(),
            shelves: Vec::new(),
            postings: Vec::with_capacity(question.terms.len()),
            idf: Vec::with_capacity(question.terms.len()),
            rarest: idf(scorer.live.max(SMALL), 0.0),
        };
        for term in &question.terms {
            let postings = read(collection, &term.text)?;
            scorer.add(collection.slots(), term, &postings);
            words.idf.push(idf(scorer.live.max(SMALL), postings.len() as f32));
            words.postings.push(postings);
        }
        words.chunks = scorer.chunks;
        words.documents = scorer.documents;
        words.shelves = scorer.shelves;
        Ok(words)
    }

    /// Whether a slot holds a term of the question.
    pub(super) fn holds(&self, slot: u32, term: usize) -> bool {
        self.postings[term].binary_search_by_key(&slot, |posting| posting.0).is_ok()
    }

    /// How rare a word of the question is: the greatest inverse document frequency among the
    /// terms of its first form, as a share of the greatest possible.
    pub(super) fn rarity(&self, word: &Asked) -> f32 {
        let of = |term: &usize| self.idf[*term];
        let first = word.forms.first().into_iter().flatten().map(of).fold(0.0, f32::max);
        if self.rarest > 0.0 { first / self.rarest } else { 0.0 }
    }

    /// How much of a word a slot holds: all of it by any form, or a share of its bigrams or parts, or
    /// as much as the nearest word to it that the slot holds.
    pub(super) fn share(&self, slot: u32, word: &Asked) -> f32 {
        let shares = word.forms.iter().map(|form| {
            let held = form.iter().filter(|term| self.holds(slot, **term)).count();
            held as f32 / form.len().max(1) as f32
        });
        let near = word.near.iter().filter(|(term, _)| self.holds(slot, *term));
        shares.chain(near.map(|(_, cosine)| *cosine)).fold(0.0, f32::max)
    }
}

/// Where a term is, in the order of slots; free slots and those beyond the end left out.
pub(super) fn read<C: Collection>(
    collection: &mut C,
    term: &str,
) -> Result<Vec<(u32, u32)>, C::Error> {
    let mut postings = Vec::new();
    collection.postings(term, &mut |slot, count| postings.push((slot, count)))?;
    let slots = collection.slots();
    postings.retain(|&(slot, _)| slots.get(slot as usize).is_some_and(|slot| slot.length > 0));
    Ok(postings)
}

fn idf(all: f32, holding: f32) -> f32 {
    (1.0 + (all - holding + 0.5).max(0.0) / (holding + 0.5)).ln()
}

/// Adds up BM25 term by term.
struct Scorer {
    chunks: Vec<f32>,
    documents: Vec<f32>,
    shelves: Vec<u32>,
    /// The part of BM25's denominator that is the chunk's own.
    chunk_norms: Vec<f32>,
    document_norms: Vec<f32>,
    /// How often the present term is in each document.
    counts: Vec<f32>,
    /// The documents whose count is not 0.
    touched: Vec<u32>,
    /// How many chunks there are.
    live: f32,
    /// How many documents there are.
    full: f32,
    /// k1 + 1 of notes, messages and documents.
    gains: [f32; 3],
}

impl Scorer {
    fn new(slots: &[Slot], tuning: &Tuning) -> Scorer {
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
        let document_norm = |length: &f32| whole_norm.of(*length);
        Scorer {
            chunks: vec![0.0; slots.len()],
            documents: vec![0.0; shelf_count],
            chunk_norms: slots.iter().map(chunk_norm).collect(),
            document_norms: lengths.iter().map(document_norm).collect(),
            counts: vec![0.0; shelf_count],
            touched: Vec::new(),
            live: chat.count + prose.count,
            full: documents.count,
            gains: [tuning.prose_k1 + 1.0, tuning.chat_k1 + 1.0, tuning.document_k1 + 1.0],
            shelves,
        }
    }

    /// Adds a term's share to the chunks and documents that hold it.
    fn add(&mut self, slots: &[Slot], term: &Term, postings: &[(u32, u32)]) {
        let idf = self::idf(self.live, postings.len() as f32);
        let prose = term.prose * idf * self.gains[0];
        let chat = term.chat * idf * self.gains[1];
        for &(slot, count) in postings {
            let at = slot as usize;
            let count = count as f32;
            let weight = if slots[at].kind == Kind::Message { chat } else { prose };
            self.chunks[at] += weight * count / (count + self.chunk_norms[at]);
            let shelf = self.shelves[at];
            let sum = &mut self.counts[shelf as usize];
            if *sum == 0.0 {
                self.touched.push(shelf);
            }
            *sum += count;
        }
        let weight = term.prose * self::idf(self.full, self.touched.len() as f32) * self.gains[2];
        for shelf in self.touched.drain(..) {
            let at = shelf as usize;
            let count = std::mem::take(&mut self.counts[at]);
            self.documents[at] += weight * count / (count + self.document_norms[at]);
        }
    }
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
    fn a_term_in_every_chunk_still_counts_a_little() {
        assert!(idf(10.0, 10.0) > 0.0 && idf(10.0, 1.0) > idf(10.0, 2.0));
        assert!(idf(0.0, 3.0) >= 0.0);
    }
}
