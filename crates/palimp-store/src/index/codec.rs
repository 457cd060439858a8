//! Encoding of columns and postings in blobs.

use palimp_core::author::AuthorKind;
use palimp_rank::{ChunkKind, Slot};

/// Number of slots in a block of columns.
pub(super) const SLOTS_PER_BLOCK: u32 = 1_024;
/// Number of slots that share a row of postings.
pub(super) const SLOTS_PER_POSTING_ROW: u32 = 8_192;
/// Bytes of a slot.
pub(super) const SLOT_BYTES: usize = 24;

/// Writes a slot's columns to its place in a block.
pub(super) fn write_slot(slot: &Slot, to: &mut [u8]) {
    to[0..4].copy_from_slice(&slot.document.to_le_bytes());
    to[4..8].copy_from_slice(&slot.position.to_le_bytes());
    to[8..12].copy_from_slice(&slot.day.to_le_bytes());
    to[12..14].copy_from_slice(&slot.length.to_le_bytes());
    to[14..16].copy_from_slice(&slot.speaker.to_le_bytes());
    to[16..18].copy_from_slice(&slot.project.to_le_bytes());
    to[18] = slot.kind as u8;
    to[19] = slot.author as u8;
}

/// The columns of a slot.
pub(super) fn read_slot(from: &[u8; SLOT_BYTES]) -> Slot {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, ..] = *from;
    Slot {
        document: u32::from_le_bytes([a, b, c, d]),
        position: u32::from_le_bytes([e, f, g, h]),
        day: i32::from_le_bytes([i, j, k, l]),
        length: u16::from_le_bytes([m, n]),
        speaker: u16::from_le_bytes([o, p]),
        project: u16::from_le_bytes([q, r]),
        kind: kind_from_number(s),
        author: AuthorKind::ALL.get(usize::from(t)).copied().unwrap_or_default(),
    }
}

/// The columns of a block.
pub(super) fn slots_of(columns: &[u8]) -> impl Iterator<Item = Slot> {
    columns.as_chunks().0.iter().map(read_slot)
}

fn kind_from_number(number: u8) -> ChunkKind {
    const KINDS: [ChunkKind; 10] = [
        ChunkKind::Note,
        ChunkKind::Core,
        ChunkKind::Lasting,
        ChunkKind::Daily,
        ChunkKind::Episode,
        ChunkKind::Extra,
        ChunkKind::Archive,
        ChunkKind::Message,
        ChunkKind::Commit,
        ChunkKind::Record,
    ];
    KINDS.get(usize::from(number)).copied().unwrap_or_default()
}

/// Appends an entry of a posting list: the distance to the slot before, with one bit that says
/// whether a frequency other than 1 follows. `last` is one more than the slot before.
fn push_entry(to: &mut Vec<u8>, last: u32, slot: u32, frequency: u32) {
    let many = frequency != 1;
    push_varint(to, (slot - last) << 1 | u32::from(many));
    if many {
        push_varint(to, frequency);
    }
}

fn push_varint(to: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        to.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    to.push(value as u8);
}

/// Decodes a posting list into pairs of slot and frequency; `base` is the first slot of its block.
/// Damaged bytes end it early.
pub(super) fn decode_postings(bytes: &[u8], base: u32) -> PostingEntries<'_> {
    PostingEntries { bytes, next: base }
}

/// Iterator of [`decode_postings`].
pub(super) struct PostingEntries<'a> {
    bytes: &'a [u8],
    next: u32,
}

impl PostingEntries<'_> {
    #[inline]
    fn read_varint(&mut self) -> Option<u32> {
        let (&byte, rest) = self.bytes.split_first()?;
        if byte < 0x80 {
            self.bytes = rest;
            return Some(u32::from(byte));
        }
        self.read_long_varint()
    }

    /// Reads a number of more bytes than one.
    fn read_long_varint(&mut self) -> Option<u32> {
        let (mut value, mut shift) = (0_u32, 0);
        loop {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            value |= u32::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(value);
            }
            shift += 7;
        }
    }
}

impl Iterator for PostingEntries<'_> {
    type Item = (u32, u32);

    fn next(&mut self) -> Option<(u32, u32)> {
        let head = self.read_varint()?;
        let slot = self.next.checked_add(head >> 1)?;
        self.next = slot.checked_add(1)?;
        let frequency = if head & 1 == 1 { self.read_varint()? } else { 1 };
        Some((slot, frequency))
    }
}

/// Applies `changes` to a posting list; both are in the order of slots, and a change to the
/// frequency 0 removes the entry.
pub(super) fn merge_postings(old: &[u8], base: u32, changes: &[(u32, u32)]) -> Vec<u8> {
    let mut merged = Vec::with_capacity(old.len() + changes.len() * 2);
    let mut last = base;
    let mut push = |slot: u32, frequency: u32| {
        if frequency > 0 {
            push_entry(&mut merged, last, slot, frequency);
            last = slot + 1;
        }
    };
    let mut changes = changes.iter().copied().peekable();
    for (slot, frequency) in decode_postings(old, base) {
        while let Some((new, frequency)) = changes.next_if(|(new, _)| *new < slot) {
            push(new, frequency);
        }
        match changes.next_if(|(new, _)| *new == slot) {
            Some((_, frequency)) => push(slot, frequency),
            None => push(slot, frequency),
        }
    }
    changes.for_each(|(slot, frequency)| push(slot, frequency));
    merged
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn merging_is_what_a_map_does(
            rounds in prop::collection::vec(
                prop::collection::btree_map(0_u32..500, 0_u32..400, 0..60), 0..8)
        ) {
            let base = 8_192;
            let mut map = BTreeMap::new();
            let mut bytes = Vec::new();
            for round in rounds {
                let changes: Vec<_> = round.iter().map(|(s, f)| (s + base, *f)).collect();
                bytes = merge_postings(&bytes, base, &changes);
                for (slot, frequency) in changes {
                    if frequency == 0 { map.remove(&slot); } else { map.insert(slot, frequency); }
                }
            }
            let read: Vec<_> = decode_postings(&bytes, base).collect();
            prop_assert_eq!(read, map.into_iter().collect::<Vec<_>>());
        }

        #[test]
        fn damaged_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            for (slot, _) in decode_postings(&bytes, 0) {
                prop_assert!(slot < u32::MAX);
            }
        }
    }

    #[test]
    fn a_slot_comes_back() {
        let slot = Slot {
            document: 70_000,
            position: 65_600,
            day: -3,
            length: 900,
            speaker: 2,
            project: 3,
            kind: ChunkKind::Message,
            author: AuthorKind::Agent,
        };
        let mut bytes = [0; SLOT_BYTES];
        write_slot(&slot, &mut bytes);
        assert_eq!(read_slot(&bytes), slot);
    }
}
