//! Searches lines of text, by words alone: `cargo run --example search -- 'who broke the build' < log.txt`.

#![expect(clippy::disallowed_methods, reason = "an example prints what is its own")]

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::{self, Write};

use palimp_core::embed::Weights;
use palimp_rank::analysis::analyze_query;
use palimp_rank::{ChunkPassage, Collection, RankRequest, Slot, entry_terms, rank};

/// Lines, and for each term the lines that hold it, with how often.
#[derive(Default)]
struct Lines {
    slots: Vec<Slot>,
    passages: Vec<ChunkPassage>,
    postings: BTreeMap<String, BTreeMap<u32, u32>>,
}

impl Lines {
    fn add(&mut self, text: String) {
        let number = self.slots.len() as u32;
        let mut slot = Slot { document: number, ..Slot::default() };
        let passage = ChunkPassage { text, ..ChunkPassage::default() };
        entry_terms(&passage, |term| {
            slot.length = slot.length.saturating_add(1);
            *self.postings.entry(term.to_owned()).or_default().entry(number).or_default() += 1;
        });
        self.slots.push(slot);
        self.passages.push(passage);
    }
}

impl Collection for Lines {
    type Error = Infallible;

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn speakers(&self) -> &[String] {
        &[]
    }

    fn postings(&mut self, term: &str, into: &mut Vec<(u32, u32)>) -> Result<(), Infallible> {
        into.extend(
            self.postings.get(term).into_iter().flatten().map(|(&line, &count)| (line, count)),
        );
        Ok(())
    }

    fn cosines(&mut self, _: &[f32], _: &[u32], _: &mut Vec<f32>) -> Result<bool, Infallible> {
        Ok(false) // There are no vectors.
    }

    fn passage(&mut self, slot: u32) -> Result<ChunkPassage, Infallible> {
        Ok(self.passages[slot as usize].clone())
    }
}

fn main() -> io::Result<()> {
    let text = std::env::args().nth(1).unwrap_or_default();
    let mut lines = Lines::default();
    for line in io::stdin().lines() {
        lines.add(line?);
    }
    let query = analyze_query(&text);
    let ask = RankRequest {
        text: &text,
        query: &query,
        vector: None,
        understood: 0.0,
        weights: Weights { vector: 0.0, text: 1.0 },
        thesaurus: None,
        allowed: &|_| true,
        here: 0,
        today: 0,
        floor: 0.35,
        limit: 6,
    };
    let Ok(hits) = rank(&mut lines, &ask);
    for hit in hits {
        writeln!(io::stdout(), "{:.2}  {}", hit.score, hit.passage.text)?;
    }
    Ok(())
}
