//! Writing the columns of slots, block by block, and the bits that stand in front of them.

use palimp_rank::{ChunkKind, Slot};
use rusqlite::params;

use super::IndexWriter;
use super::codec::{SLOT_BYTES, SLOTS_PER_BLOCK, write_slot};

impl IndexWriter<'_> {
    /// Writes the blocks of columns that changed.
    pub(super) fn write_slots(&self) -> rusqlite::Result<()> {
        let sql = "INSERT INTO slots (block, generation, messages, history, columns)
            VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT DO UPDATE SET generation = excluded.generation,
                messages = excluded.messages, history = excluded.history,
                columns = excluded.columns";
        let mut statement = self.tx.prepare_cached(sql)?;
        let mut blob = vec![0; SLOTS_PER_BLOCK as usize * SLOT_BYTES];
        for &block in &self.dirty {
            blob.fill(0);
            let start = (block * SLOTS_PER_BLOCK) as usize;
            let slots = &self.slots[start..self.slots.len().min(start + SLOTS_PER_BLOCK as usize)];
            for (slot, place) in slots.iter().zip(blob.chunks_exact_mut(SLOT_BYTES)) {
                write_slot(slot, place);
            }
            let messages = kind_bits(slots, |kind| kind == ChunkKind::Message);
            let history = kind_bits(slots, ChunkKind::is_history);
            statement.execute(params![block, self.generation, messages, history, blob])?;
        }
        Ok(())
    }
}

/// A bit for each slot of a block, set for those of some kinds; nothing where there are none.
fn kind_bits(slots: &[Slot], is_set: fn(ChunkKind) -> bool) -> Vec<u8> {
    if !slots.iter().any(|slot| is_set(slot.kind)) {
        return Vec::new();
    }
    let byte =
        |slots: &[Slot]| (0..).zip(slots).map(|(at, slot)| u8::from(is_set(slot.kind)) << at).sum();
    slots.chunks(8).map(byte).collect()
}
