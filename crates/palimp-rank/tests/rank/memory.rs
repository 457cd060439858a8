//! A collection in memory.

use std::collections::HashMap;
use std::convert::Infallible;

use palimp_rank::{ChunkKind, ChunkPassage, Collection, Slot, entry_terms};

/// Chunks with their terms and vectors, held in memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    slots: Vec<Slot>,
    speakers: Vec<String>,
    postings: HashMap<String, Vec<(u32, u32)>>,
    passages: Vec<ChunkPassage>,
    vectors: Vec<f32>,
    dimensions: usize,
}

impl Memory {
    /// Adds a chunk and answers its slot. `slot` says where it stands; its length and its speaker
    /// follow from the passage.
    pub(crate) fn add(&mut self, slot: Slot, passage: ChunkPassage) -> u32 {
        let number = self.slots.len() as u32;
        let mut counts: HashMap<String, u32> = HashMap::new();
        let mut length = 0_u16;
        entry_terms(&passage, |term| {
            *counts.entry(term.to_owned()).or_default() += 1;
            length = length.saturating_add(1);
        });
        for (term, count) in counts {
            self.postings.entry(term).or_default().push((number, count));
        }
        let speaker = self.speaker(&passage.speaker);
        self.slots.push(Slot { length, speaker, ..slot });
        self.passages.push(passage);
        number
    }

    /// Adds a note of one chunk.
    pub(crate) fn note(&mut self, path: &str, text: &str) -> u32 {
        let title = text.strip_prefix("# ").and_then(|rest| rest.lines().next()).unwrap_or("");
        let passage = ChunkPassage {
            path: path.to_owned(),
            title: title.to_owned(),
            heading: title.to_owned(),
            speaker: String::new(),
            text: text.to_owned(),
            labels: String::new(),
        };
        let document = self.slots.last().map_or(0, |slot| slot.document + 1);
        self.add(Slot { document, kind: ChunkKind::Note, ..Slot::default() }, passage)
    }

    /// Gives each slot its vector: `vectors` holds one after the other.
    pub(crate) fn set_vectors(&mut self, vectors: Vec<f32>, dimensions: usize) {
        self.vectors = vectors;
        self.dimensions = dimensions;
    }

    /// Changes what is known of a slot.
    pub(crate) fn slot_mut(&mut self, slot: u32) -> Option<&mut Slot> {
        self.slots.get_mut(slot as usize)
    }

    fn speaker(&mut self, name: &str) -> u16 {
        let name = name.to_lowercase();
        if name.is_empty() {
            return 0;
        }
        let known = self.speakers.iter().position(|speaker| *speaker == name);
        let index = known.unwrap_or_else(|| {
            self.speakers.push(name);
            self.speakers.len() - 1
        });
        u16::try_from(index + 1).unwrap_or(0)
    }
}

impl Collection for Memory {
    type Error = Infallible;

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn speakers(&self) -> &[String] {
        &self.speakers
    }

    fn postings(&mut self, term: &str, into: &mut Vec<(u32, u32)>) -> Result<(), Infallible> {
        into.extend(self.postings.get(term).into_iter().flatten());
        Ok(())
    }

    fn cosines(
        &mut self,
        vector: &[f32],
        slots: &[u32],
        into: &mut Vec<f32>,
    ) -> Result<bool, Infallible> {
        let row = |slot: u32| {
            let row = self.vectors.chunks(self.dimensions.max(1)).nth(slot as usize);
            row.unwrap_or_default().iter().zip(vector).map(|(a, b)| a * b).sum()
        };
        into.clear();
        into.extend(slots.iter().map(|slot| -> f32 { row(*slot) }));
        Ok(self.dimensions > 0 && vector.len() == self.dimensions)
    }

    fn passage(&mut self, slot: u32) -> Result<ChunkPassage, Infallible> {
        Ok(self.passages.get(slot as usize).cloned().unwrap_or_default())
    }
}
