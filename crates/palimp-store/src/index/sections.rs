//! The index as the gate asks it: without the columns and vectors of all chunks, of which a prompt's
//! hook, which lives for one question, would read megabytes.

use std::collections::HashMap;
use std::path::Path;

use palimp_rank::analysis::korean_word;
use palimp_rank::relevance_threshold;
use palimp_rank::{ChunkPassage, Slot, is_verb_term};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};

use super::codec::{SLOT_BYTES, SLOTS_PER_BLOCK, read_slot};
use super::read::{ChunkLocation, read_location, read_names, read_passage, read_postings};
use super::{IndexDb, index_error, query_meta};
use crate::StoreError;

/// Predicate of slots: true if a slot may be injected, given its project's name, which is empty for
/// none.
pub type AllowedSlots<'a> = &'a dyn Fn(&Slot, &str) -> bool;

/// Chunks of an index as sections, by their slots, in a state that does not change while others
/// write.
pub struct IndexSections<'db> {
    tx: Transaction<'db>,
    path: &'db Path,
    allowed: AllowedSlots<'db>,
    /// One more than the last slot.
    end: u32,
    /// A bit for each slot of a block, set for those that are not looked at: messages, and commits and
    /// decision records where they are not asked for; of blocks that have any.
    left_out: HashMap<u32, Vec<u8>>,
    vocabulary: f32,
    projects: Vec<String>,
    /// The blocks of columns that were looked into.
    columns: HashMap<u32, Vec<u8>>,
}

impl IndexDb {
    /// Returns the `allowed` sections for the relevance threshold, without commits and decision
    /// records.
    pub fn sections<'db>(
        &'db mut self,
        allowed: AllowedSlots<'db>,
    ) -> Result<IndexSections<'db>, StoreError> {
        self.begin_sections(allowed, false)
    }

    /// Returns the `allowed` sections like [`IndexDb::sections`], with commits and decision
    /// records, which also count for the rarity of a word.
    pub fn sections_with_history<'db>(
        &'db mut self,
        allowed: AllowedSlots<'db>,
    ) -> Result<IndexSections<'db>, StoreError> {
        self.begin_sections(allowed, true)
    }

    fn begin_sections<'db>(
        &'db mut self,
        allowed: AllowedSlots<'db>,
        with_history: bool,
    ) -> Result<IndexSections<'db>, StoreError> {
        let IndexDb { conn, path, .. } = self;
        let begun = conn.transaction_with_behavior(TransactionBehavior::Deferred);
        let open = begun.and_then(|tx| {
            let vocabulary = query_meta::<f64>(&tx, VOCABULARY_KEY)?
                .map_or(DEFAULT_VOCABULARY_SHARE, |share| share as f32);
            Ok((end_slot(&tx)?, left_out(&tx, with_history)?, vocabulary, read_names(&tx, 0)?, tx))
        });
        let (end, left_out, vocabulary, projects, tx) =
            open.map_err(|source| index_error(path, source))?;
        let columns = HashMap::new();
        Ok(IndexSections { tx, path, allowed, end, left_out, vocabulary, projects, columns })
    }

    /// Notes how many of the words that prompts are made of the notes say, where they are others than
    /// the last time: an eighth more or fewer sections.
    pub fn measure_vocabulary(&mut self) -> Result<(), StoreError> {
        let known: Option<u32> = self.read_meta(SECTION_COUNT_KEY)?;
        let mut sections = self.sections(&|_, _| true)?;
        let count = relevance_threshold::TermPostings::count(&mut sections)?;
        if known.is_some_and(|known| known.abs_diff(count) <= known / 8) {
            return Ok(());
        }
        let share = relevance_threshold::measure_vocabulary(&mut sections)?;
        drop(sections);
        let sql = "INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2), (?3, ?4)";
        let values = rusqlite::params![VOCABULARY_KEY, f64::from(share), SECTION_COUNT_KEY, count];
        self.map_error(self.conn.execute(sql, values).map(|_| ()))
    }
}

/// Keys of the share of prompt words that the notes contain, and of the number of sections it was
/// counted over.
const VOCABULARY_KEY: &str = "vocabulary";
const SECTION_COUNT_KEY: &str = "vocabulary_of";
/// Share of prompt words that the notes contain, as long as it was not counted.
const DEFAULT_VOCABULARY_SHARE: f32 = 0.45;

impl IndexSections<'_> {
    /// Returns the location of a section.
    pub fn section_location(&mut self, slot: u32) -> Result<ChunkLocation, StoreError> {
        let columns = self.slot_columns(slot)?;
        self.map_error(read_location(&self.tx, slot, &columns, &self.projects))
    }

    /// Returns the passage of a section.
    pub fn passage(&self, slot: u32) -> Result<ChunkPassage, StoreError> {
        self.map_error(read_passage(&self.tx, slot))
    }

    fn map_error<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|source| index_error(self.path, source))
    }

    /// Returns the columns of a slot; those of a free one if there is none.
    fn slot_columns(&mut self, slot: u32) -> Result<Slot, StoreError> {
        let number = slot / SLOTS_PER_BLOCK;
        if !self.columns.contains_key(&number) {
            let block = self.map_error(read_block(&self.tx, number))?;
            self.columns.insert(number, block.unwrap_or_default());
        }
        let at = (slot % SLOTS_PER_BLOCK) as usize * SLOT_BYTES;
        let bytes = self.columns[&number].get(at..at + SLOT_BYTES);
        let bytes: Option<&[u8; SLOT_BYTES]> = bytes.and_then(|bytes| bytes.try_into().ok());
        Ok(bytes.map(read_slot).unwrap_or_default())
    }

    fn is_allowed(&self, columns: &Slot) -> bool {
        let project = usize::from(columns.project).checked_sub(1);
        let project = project.and_then(|at| self.projects.get(at)).map_or("", String::as_str);
        columns.length > 0 && (self.allowed)(columns, project)
    }
}

impl relevance_threshold::TermPostings for IndexSections<'_> {
    type Error = StoreError;

    /// Free slots count as well: there are few. Messages do not: a question that was asked before
    /// would make its own words less rare.
    fn count(&mut self) -> Result<u32, StoreError> {
        let bits = self.left_out.values().flatten().map(|byte| byte.count_ones());
        Ok(self.end.saturating_sub(bits.sum()))
    }

    fn texts_with_term(&mut self, term: &str, into: &mut Vec<u32>) -> Result<(), StoreError> {
        let end = self.end;
        // They come in their order, so a block is looked for once.
        let mut block = (u32::MAX, None);
        self.map_error(read_postings(&self.tx, term, &mut |slot, _| {
            let number = slot / SLOTS_PER_BLOCK;
            if block.0 != number {
                block = (number, self.left_out.get(&number));
            }
            let byte = block.1.and_then(|bits| bits.get((slot % SLOTS_PER_BLOCK) as usize / 8));
            let is_left_out = byte.is_some_and(|byte| byte >> (slot % 8) & 1 == 1);
            if slot < end && !is_left_out {
                into.push(slot);
            }
        }))
    }

    fn terms_with_prefix(&mut self, start: &str, into: &mut Vec<String>) -> Result<(), StoreError> {
        self.map_error(korean_terms(&self.tx, start, into))
    }
}

impl relevance_threshold::SectionSource for IndexSections<'_> {
    fn vocabulary_share(&mut self) -> Result<f32, StoreError> {
        Ok(self.vocabulary)
    }

    fn section(
        &mut self,
        slot: u32,
    ) -> Result<Option<relevance_threshold::NoteSection>, StoreError> {
        let columns = self.slot_columns(slot)?;
        if !self.is_allowed(&columns) {
            return Ok(None);
        }
        let ChunkPassage { title, heading, text, labels, .. } = self.passage(slot)?;
        Ok(Some(relevance_threshold::NoteSection { title, heading, text, labels }))
    }
}

/// Adds the terms of the Korean words that begin with `start`.
pub(super) fn korean_terms(
    conn: &Connection,
    start: &str,
    into: &mut Vec<String>,
) -> rusqlite::Result<()> {
    for from in [start, &format!("_{start}")] {
        let sql = "SELECT term FROM terms WHERE term >= ?1 AND term < ?1 || char(0x10FFFF)";
        let mut statement = conn.prepare_cached(sql)?;
        let mut rows = statement.query([from])?;
        while let Some(row) = rows.next()? {
            let term: String = row.get(0)?;
            // A pair of syllables without a mark stands for no word, and the stem of a verb for many.
            let is_word = korean_word(&term) != term || term.chars().nth(2).is_some();
            if is_word && !is_verb_term(&term) {
                into.push(term);
            }
        }
    }
    Ok(())
}

fn end_slot(conn: &Connection) -> rusqlite::Result<u32> {
    let mut statement = conn.prepare_cached("SELECT max(slot) FROM chunks")?;
    let last: Option<u32> = statement.query_row([], |row| row.get(0))?;
    Ok(last.map_or(0, |last| last + 1))
}

fn left_out(conn: &Connection, with_history: bool) -> rusqlite::Result<HashMap<u32, Vec<u8>>> {
    let sql = "SELECT block, messages, history FROM slots
        WHERE length(messages) > 0 OR length(history) > 0";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map([], |row| {
        let (messages, history): (Vec<u8>, Vec<u8>) = (row.get(1)?, row.get(2)?);
        Ok((row.get(0)?, if with_history { messages } else { union_bits(messages, &history) }))
    })?;
    rows.collect()
}

/// Returns the bits that are set in one of two lists.
fn union_bits(mut bits: Vec<u8>, others: &[u8]) -> Vec<u8> {
    bits.resize(bits.len().max(others.len()), 0);
    bits.iter_mut().zip(others).for_each(|(bit, other)| *bit |= other);
    bits
}

fn read_block(conn: &Connection, number: u32) -> rusqlite::Result<Option<Vec<u8>>> {
    let mut statement = conn.prepare_cached("SELECT columns FROM slots WHERE block = ?1")?;
    statement.query_row([number], |row| row.get(0)).optional()
}
