//! The score of words: BM25 of every chunk and of every document.
//!
//! S. Robertson and H. Zaragoza, *The Probabilistic Relevance Framework: BM25 and Beyond*; the
//! inverse document frequency is log(1 + …), which no common word can turn negative.

use super::frame::{CollectionPart, PartCounts, ScoringFrame};
use super::question::{Near, PreparedQuestion, QuestionWord, Term};
use super::{Collection, Tuning};

/// Word scores of chunks and documents.
pub(super) struct Sums {
    /// Of each slot.
    pub(super) chunks: Vec<f32>,
    /// Of each document, by its number in the frame.
    pub(super) documents: Vec<f32>,
}

/// Postings of the question's terms, with their rarity.
pub(super) struct TermIndex {
    /// Slots that hold each term, in the order of slots.
    postings: Vec<Vec<(u32, u32)>>,
    /// The inverse document frequency of each term, among [`MIN_COUNTED_CHUNKS`] chunks at the least.
    idf: Vec<f32>,
    /// That of a term which no chunk holds.
    rarest: f32,
}

/// In a collection of fewer chunks, that a word stands in few of them does not tell whether it is
/// rare: it is taken for one of this many.
const MIN_COUNTED_CHUNKS: f32 = 40.0;

impl TermIndex {
    pub(super) fn score<C: Collection>(
        collection: &mut C,
        (frame, part): (&ScoringFrame, CollectionPart),
        question: &PreparedQuestion,
        tuning: &Tuning,
    ) -> Result<(TermIndex, Sums), C::Error> {
        let mut scorer = Bm25Scorer::new((frame, part), collection.slots().len(), tuning);
        let all = frame.part_counts(part).chunks.max(MIN_COUNTED_CHUNKS);
        let mut words = TermIndex {
            postings: Vec::with_capacity(question.terms.len()),
            idf: Vec::with_capacity(question.terms.len()),
            rarest: idf(all, 0.0),
        };
        for term in &question.terms {
            let mut postings = Vec::new();
            collection.postings(&term.text, &mut postings)?;
            frame.retain_part(part, &mut postings);
            scorer.add_term(term, &postings);
            words.idf.push(idf(all, postings.len() as f32));
            words.postings.push(postings);
        }
        Ok((words, Sums { chunks: scorer.chunks, documents: scorer.documents }))
    }

    /// Returns true for a term of the question that no chunk holds.
    pub(super) fn is_absent(&self, term: usize) -> bool {
        self.postings[term].is_empty()
    }

    /// Returns true if a slot holds a term of the question.
    pub(super) fn holds_term(&self, slot: u32, term: usize) -> bool {
        self.postings[term].binary_search_by_key(&slot, |posting| posting.0).is_ok()
    }

    /// Rarity of a word of the question: the greatest inverse document frequency among the terms of
    /// its first form, as a share of the greatest possible.
    pub(super) fn rarity(&self, word: &QuestionWord) -> f32 {
        word.forms.first().map_or(0.0, |form| self.rarity_of(form))
    }

    fn rarity_of(&self, terms: &[usize]) -> f32 {
        let greatest = terms.iter().map(|term| self.idf[*term]).fold(0.0, f32::max);
        if self.rarest > 0.0 { greatest / self.rarest } else { 0.0 }
    }

    /// Returns how much of a word a slot holds, and how rare that is: all of the word by any form, or a share of its
    /// bigrams or parts, or as much as the nearest word to it that the slot holds.
    pub(super) fn held_share(&self, slot: u32, word: &QuestionWord) -> (f32, f32) {
        let rarity = self.rarity(word);
        let shares = word.forms.iter().map(|form| {
            let held = form.iter().filter(|term| self.holds_term(slot, **term)).count();
            held as f32 / form.len().max(1) as f32
        });
        let own = (shares.fold(0.0, f32::max), rarity);
        let parts = word.parts.iter().map(|part| self.nearest_held(slot, part, rarity));
        let all = parts.fold((0.0, 0.0), |sum, (cosine, rare)| (sum.0 + cosine, sum.1 + rare));
        let count = word.parts.len().max(1) as f32;
        let near = self.nearest_held(slot, &word.near, rarity);
        [(all.0 / count, all.1 / count), near].into_iter().fold(own, stronger)
    }

    /// Returns the nearness of the nearest of some words that a slot holds, and its rarity, at most `rarity`.
    fn nearest_held(&self, slot: u32, near: &[Near], rarity: f32) -> (f32, f32) {
        let held =
            near.iter().filter(|near| near.terms.iter().all(|term| self.holds_term(slot, *term)));
        let held = held.map(|near| (near.cosine, self.rarity_of(&near.terms).min(rarity)));
        held.fold((0.0, 0.0), stronger)
    }
}

/// Returns the one of two shares that says more, each given with its rarity.
fn stronger(one: (f32, f32), other: (f32, f32)) -> (f32, f32) {
    if other.0 * other.1 > one.0 * one.1 { other } else { one }
}

fn idf(all: f32, holding: f32) -> f32 {
    (1.0 + (all - holding + 0.5).max(0.0) / (holding + 0.5)).ln()
}

/// Adds up BM25 term by term.
struct Bm25Scorer<'a> {
    frame: &'a ScoringFrame,
    /// Numbers of chunks and documents.
    all: PartCounts,
    chunks: Vec<f32>,
    documents: Vec<f32>,
    /// Number of occurrences of the present term in each document.
    counts: Vec<f32>,
    /// The documents whose count is not 0.
    touched: Vec<u32>,
    /// The number of the present meaning, and what its best term added to chunks and to documents.
    meaning: u32,
    added: [MeaningGains; 2],
    /// k1 + 1 of notes, messages and documents.
    gains: [f32; 3],
}

/// The gain of the best term of a meaning in each of several sums.
#[derive(Default)]
struct MeaningGains {
    most: Vec<f32>,
    touched: Vec<u32>,
}

impl MeaningGains {
    /// Returns by how much a value exceeds what was added before.
    fn excess(&mut self, at: u32, value: f32) -> f32 {
        let most = &mut self.most[at as usize];
        if *most == 0.0 {
            self.touched.push(at);
        }
        let excess = (value - *most).max(0.0);
        *most += excess;
        excess
    }

    fn clear(&mut self, count: usize) {
        self.most.resize(count, 0.0);
        for at in self.touched.drain(..) {
            self.most[at as usize] = 0.0;
        }
    }
}

impl Bm25Scorer<'_> {
    fn new<'a>(
        (frame, part): (&'a ScoringFrame, CollectionPart),
        slots: usize,
        tuning: &Tuning,
    ) -> Bm25Scorer<'a> {
        let documents = frame.document_norms.len();
        Bm25Scorer {
            frame,
            all: frame.part_counts(part),
            chunks: vec![0.0; slots],
            documents: vec![0.0; documents],
            counts: vec![0.0; documents],
            touched: Vec::new(),
            meaning: 0,
            added: Default::default(),
            gains: [tuning.prose_k1 + 1.0, tuning.chat_k1 + 1.0, tuning.document_k1 + 1.0],
        }
    }

    /// Adds a term's share to the chunks and documents that hold it; of terms that mean the same, the greatest.
    fn add_term(&mut self, term: &Term, postings: &[(u32, u32)]) {
        let sums = term.meaning == 0;
        if !sums && self.meaning != term.meaning {
            self.meaning = term.meaning;
            let counts = [self.chunks.len(), self.documents.len()];
            self.added.iter_mut().zip(counts).for_each(|(added, count)| added.clear(count));
        }
        let ScoringFrame { shelves, chunk_norms, document_norms, messages, .. } = self.frame;
        let [chunks, documents] = &mut self.added;
        let idf = self::idf(self.all.chunks, postings.len() as f32);
        let prose = term.prose * idf * self.gains[0];
        let chat = term.chat * idf * self.gains[1];
        for &(slot, count) in postings {
            let at = slot as usize;
            let count = count as f32;
            let weight = if messages[at] { chat } else { prose };
            let value = weight * count / (count + chunk_norms[at]);
            self.chunks[at] += if sums { value } else { chunks.excess(slot, value) };
            let shelf = shelves[at];
            let sum = &mut self.counts[shelf as usize];
            if *sum == 0.0 {
                self.touched.push(shelf);
            }
            *sum += count;
        }
        let weight =
            term.prose * self::idf(self.all.documents, self.touched.len() as f32) * self.gains[2];
        for shelf in self.touched.drain(..) {
            let at = shelf as usize;
            let count = std::mem::take(&mut self.counts[at]);
            let value = weight * count / (count + document_norms[at]);
            self.documents[at] += if sums { value } else { documents.excess(shelf, value) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_in_every_chunk_still_counts_a_little() {
        assert!(idf(10.0, 10.0) > 0.0 && idf(10.0, 1.0) > idf(10.0, 2.0));
        assert!(idf(0.0, 3.0) >= 0.0);
    }
}
