//! Index entries: a chunk with its terms and its vector, ready to be written.

use palimp_core::author::AuthorKind;
use palimp_rank::vector::quantise;
use palimp_rank::{ChunkPassage, entry_terms};

/// A chunk of a document, ready to be written. Making it is work that needs no database.
#[derive(Clone, Debug)]
pub struct ChunkEntry {
    /// Text of the chunk and its position. Its path is not stored, because it is the document's.
    pub passage: ChunkPassage,
    /// Its first line in the note, from 1; of a message its number.
    pub first_line: i64,
    /// Its last line.
    pub last_line: i64,
    /// Time of writing, in milliseconds since the Unix epoch.
    pub created_at: i64,
    /// The name of its project, where that is not the document's.
    pub project: Option<String>,
    /// Author of the chunk.
    pub author: AuthorKind,
    /// Terms by which it is found.
    pub terms: ChunkTerms,
    /// The hash of everything that decides its terms and its vector.
    pub hash: [u8; 16],
    /// Its vector; none when it was not embedded yet.
    pub vector: Option<PackedVector>,
}

impl ChunkEntry {
    /// A chunk of the user's own words, without a vector.
    pub fn new(passage: ChunkPassage, lines: (i64, i64), created_at: i64) -> ChunkEntry {
        ChunkEntry {
            terms: ChunkTerms::from_passage(&passage),
            hash: passage_hash(&passage),
            passage,
            first_line: lines.0,
            last_line: lines.1,
            created_at,
            project: None,
            author: AuthorKind::User,
            vector: None,
        }
    }
}

fn passage_hash(passage: &ChunkPassage) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    let ChunkPassage { title, heading, speaker, text, labels, .. } = passage;
    for part in [title, heading, speaker, text, labels] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    let mut hash = [0; 16];
    hash.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    hash
}

/// Terms of a chunk, each with its frequency.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChunkTerms {
    text: String,
    /// End of each term in `text`, and its frequency.
    ends: Vec<(u32, u16)>,
    length: u16,
}

impl ChunkTerms {
    /// Extracts the terms of a passage.
    pub fn from_passage(passage: &ChunkPassage) -> ChunkTerms {
        let mut all = String::with_capacity(passage.text.len() * 2);
        let mut places: Vec<(u64, u32, u32)> = Vec::with_capacity(passage.text.len() / 3);
        entry_terms(passage, |term| {
            let start = all.len() as u32;
            all.push_str(term);
            places.push((quick_hash(term), start, all.len() as u32));
        });
        let length = u16::try_from(places.len()).unwrap_or(u16::MAX).max(1);
        let at = |&(_, start, end): &(u64, u32, u32)| &all[start as usize..end as usize];
        places.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| at(a).cmp(at(b))));
        let mut terms = ChunkTerms { text: String::new(), ends: Vec::new(), length };
        for same in places.chunk_by(|a, b| a.0 == b.0 && at(a) == at(b)) {
            terms.text.push_str(at(&same[0]));
            let frequency = u16::try_from(same.len()).unwrap_or(u16::MAX);
            terms.ends.push((terms.text.len() as u32, frequency));
        }
        terms
    }

    /// Returns the number of terms, counting repetitions; at least 1.
    pub fn total_count(&self) -> u16 {
        self.length
    }

    /// Each term once, with how often.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        let mut start = 0;
        self.ends.iter().map(move |&(end, frequency)| {
            let term = &self.text[start..end as usize];
            start = end as usize;
            (term, u32::from(frequency))
        })
    }
}

/// A hash to sort by: the order means nothing, equality of terms is compared.
fn quick_hash(term: &str) -> u64 {
    use std::hash::Hasher;
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(term.as_bytes());
    hasher.finish()
}

/// A vector of length one as 8-bit numbers and the factor that restores it.
#[derive(Clone, Debug, PartialEq)]
pub struct PackedVector {
    /// Factor by which a number is multiplied; 0 for a text that means nothing to the embedder.
    pub factor: f32,
    /// The numbers.
    pub numbers: Vec<i8>,
}

impl PackedVector {
    /// Packs a vector.
    pub fn from_floats(vector: &[f32]) -> PackedVector {
        let (factor, numbers) = quantise(vector);
        PackedVector { factor, numbers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_counted() {
        let passage =
            ChunkPassage { text: "retry, then retry again".to_owned(), ..ChunkPassage::default() };
        let terms = ChunkTerms::from_passage(&passage);
        let retry = terms.iter().find(|(term, _)| term.starts_with("retr"));
        assert_eq!(retry.map(|(_, frequency)| frequency), Some(2));
        assert_eq!(terms.total_count(), 4);
    }

    #[test]
    fn a_passage_without_words_still_has_a_length() {
        assert_eq!(ChunkTerms::from_passage(&ChunkPassage::default()).total_count(), 1);
    }

    #[test]
    fn the_hash_tells_parts_apart() {
        let passage = |heading: &str, text: &str| ChunkPassage {
            heading: heading.to_owned(),
            text: text.to_owned(),
            ..ChunkPassage::default()
        };
        assert_ne!(passage_hash(&passage("a", "bc")), passage_hash(&passage("ab", "c")));
    }
}
