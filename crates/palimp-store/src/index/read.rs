//! Reads the index: data for ranking, and the text of a hit.

use std::sync::Arc;

use palimp_core::author::AuthorKind;
use palimp_rank::{ChunkPassage, Collection, ScoringFrame, Slot, Tuning};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::codec::{SLOTS_PER_BLOCK, SLOTS_PER_POSTING_ROW, decode_postings, slots_of};
use super::vectors::Vectors;
use super::{DocumentSource, IndexDb, index_error, query_meta};
use crate::StoreError;

/// Columns and vectors in memory, as of a generation. A process that searches again reads only the
/// blocks that were written since.
#[derive(Debug, Default)]
pub(super) struct IndexSnapshot {
    as_of: i64,
    slots: Vec<Slot>,
    speakers: Vec<String>,
    projects: Vec<String>,
    /// Scoring data of the slots, with the tuning that it belongs to.
    frame: Option<(Tuning, Arc<ScoringFrame>)>,
    vectors: Vectors,
    /// Number of chunks without a vector.
    pending: Option<usize>,
}

/// State of the index that does not change while others write.
#[derive(Debug)]
pub struct IndexReader<'db> {
    pub(super) tx: Transaction<'db>,
    pub(super) path: &'db std::path::Path,
    snapshot: &'db mut IndexSnapshot,
}

/// Location of a chunk and its time of writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkLocation {
    /// Source of its document.
    pub source: DocumentSource,
    /// The note's path, or the session's id.
    pub path: String,
    /// Its project; empty for none.
    pub project: String,
    /// Author of the chunk.
    pub author: AuthorKind,
    /// Its first line; of a message its number.
    pub first_line: i64,
    /// Its last line.
    pub last_line: i64,
    /// In milliseconds since the Unix epoch.
    pub created_at: i64,
    /// Text that is stored beside its document.
    pub about: String,
}

impl IndexDb {
    /// Begins to read.
    pub fn reader(&mut self) -> Result<IndexReader<'_>, StoreError> {
        let IndexDb { conn, path, snapshot, .. } = self;
        let begun = conn.transaction_with_behavior(TransactionBehavior::Deferred);
        let open = begun.and_then(|tx| {
            snapshot.refresh(&tx)?;
            Ok(tx)
        });
        let tx = open.map_err(|source| index_error(path, source))?;
        Ok(IndexReader { tx, path, snapshot })
    }
}

impl IndexSnapshot {
    fn refresh(&mut self, conn: &Connection) -> rusqlite::Result<()> {
        let generation = query_meta::<i64>(conn, "generation")?.unwrap_or(0);
        if generation == self.as_of {
            return Ok(());
        }
        // A lower number is that of an index that was rebuilt.
        if generation < self.as_of {
            *self = IndexSnapshot::default();
        }
        let sql = "SELECT block, columns FROM slots WHERE generation > ?1 ORDER BY block";
        let mut statement = conn.prepare_cached(sql)?;
        let mut rows = statement.query([self.as_of])?;
        while let Some(row) = rows.next()? {
            let at = (row.get::<_, u32>(0)? * SLOTS_PER_BLOCK) as usize;
            let end = at + SLOTS_PER_BLOCK as usize;
            if self.slots.len() < end {
                self.slots.resize(end, Slot::default());
            }
            let places = self.slots[at..end].iter_mut();
            places.zip(slots_of(row.get_ref(1)?.as_blob()?)).for_each(|(to, slot)| *to = slot);
        }
        self.projects = read_names(conn, 0)?;
        self.speakers = read_names(conn, 1)?;
        (self.frame, self.pending) = (None, None);
        self.as_of = generation;
        Ok(())
    }

    fn refresh_vectors(&mut self, conn: &Connection) -> rusqlite::Result<()> {
        self.vectors.refresh_blocks(conn, (self.slots.len(), self.as_of))
    }
}

impl IndexReader<'_> {
    pub(super) fn map_error<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|source| index_error(self.path, source))
    }

    /// Returns the number that slots of `project` have; `None` if the index has nothing of it.
    pub fn project_number(&self, project: &str) -> Option<u16> {
        let at = self.snapshot.projects.iter().position(|name| name == project)?;
        u16::try_from(at + 1).ok()
    }

    /// The names of the projects; a slot's `project` counts from 1.
    pub fn projects(&self) -> &[String] {
        &self.snapshot.projects
    }

    /// Returns the number of times that the index was written.
    pub fn generation(&self) -> i64 {
        self.snapshot.as_of
    }

    /// Returns the location of a chunk.
    pub fn chunk_location(&self, slot: u32) -> Result<ChunkLocation, StoreError> {
        let columns = self.snapshot.slots.get(slot as usize).copied().unwrap_or_default();
        self.map_error(read_location(&self.tx, slot, &columns, &self.snapshot.projects))
    }

    /// Returns chunks that have no vector yet, each with its passage to embed.
    pub fn pending_chunks(&mut self, limit: usize) -> Result<Vec<(u32, ChunkPassage)>, StoreError> {
        let slots = self.pending_slots()?;
        slots.into_iter().take(limit).map(|slot| Ok((slot, self.passage(slot)?))).collect()
    }

    /// Counts the chunks of the index.
    pub fn chunk_count(&self) -> usize {
        self.snapshot.slots.iter().filter(|slot| slot.length > 0).count()
    }

    /// Returns the number of chunks that have no vector yet.
    pub fn pending_count(&mut self) -> Result<usize, StoreError> {
        if let Some(count) = self.snapshot.pending {
            return Ok(count);
        }
        let count = self.pending_slots()?.len();
        self.snapshot.pending = Some(count);
        Ok(count)
    }

    fn pending_slots(&mut self) -> Result<Vec<u32>, StoreError> {
        let refreshed = self.snapshot.refresh_vectors(&self.tx);
        self.map_error(refreshed)?;
        let IndexSnapshot { slots, vectors, .. } = &*self.snapshot;
        let waiting = slots.iter().enumerate().filter(|(number, slot)| {
            slot.length > 0 && vectors.factors.get(*number).is_none_or(|factor| factor.is_nan())
        });
        Ok(waiting.map(|(number, _)| number as u32).collect())
    }
}

impl Collection for IndexReader<'_> {
    type Error = StoreError;

    fn slots(&self) -> &[Slot] {
        &self.snapshot.slots
    }

    fn speakers(&self) -> &[String] {
        &self.snapshot.speakers
    }

    fn frame(&mut self, tuning: &Tuning) -> Arc<ScoringFrame> {
        let IndexSnapshot { slots, frame, .. } = &mut *self.snapshot;
        match frame {
            Some((of, frame)) if of == tuning => Arc::clone(frame),
            _ => {
                let new = Arc::new(ScoringFrame::new(slots, tuning));
                *frame = Some((*tuning, Arc::clone(&new)));
                new
            }
        }
    }

    fn postings(&mut self, term: &str, into: &mut Vec<(u32, u32)>) -> Result<(), StoreError> {
        let end = self.snapshot.slots.len() as u32;
        let result = read_postings(&self.tx, term, &mut |slot, frequency| {
            if slot < end {
                into.push((slot, frequency));
            }
        });
        self.map_error(result)
    }

    fn cosines(
        &mut self,
        vector: &[f32],
        slots: &[u32],
        into: &mut Vec<f32>,
    ) -> Result<bool, StoreError> {
        let refreshed = self.snapshot.refresh_vectors(&self.tx);
        let vectors = &mut self.snapshot.vectors;
        let result = refreshed.and_then(|()| vectors.cosines(&self.tx, vector, slots, into));
        self.map_error(result)
    }

    fn slots_near(
        &mut self,
        vector: &[f32],
        least: (u32, &[f32]),
        into: &mut Vec<(u32, f32)>,
    ) -> Result<(), StoreError> {
        let refreshed = self.snapshot.refresh_vectors(&self.tx);
        let vectors = &mut self.snapshot.vectors;
        let result = refreshed.and_then(|()| vectors.find_near(&self.tx, vector, least, into));
        self.map_error(result)
    }

    fn passage(&mut self, slot: u32) -> Result<ChunkPassage, StoreError> {
        self.map_error(read_passage(&self.tx, slot))
    }
}

/// Reads the location of a chunk with these columns.
pub(super) fn read_location(
    conn: &Connection,
    slot: u32,
    columns: &Slot,
    projects: &[String],
) -> rusqlite::Result<ChunkLocation> {
    let project = usize::from(columns.project).checked_sub(1).and_then(|at| projects.get(at));
    let sql = "SELECT source, path, first_line, last_line, chunks.created_at, about
        FROM chunks JOIN documents ON documents.id = document WHERE slot = ?1";
    conn.prepare_cached(sql)?.query_row([slot], |row| {
        Ok(ChunkLocation {
            source: DocumentSource::from_number(row.get(0)?),
            path: row.get(1)?,
            project: project.cloned().unwrap_or_default(),
            author: columns.author,
            first_line: row.get(2)?,
            last_line: row.get(3)?,
            created_at: row.get(4)?,
            about: row.get(5)?,
        })
    })
}

/// Reads the passage of a chunk.
pub(super) fn read_passage(conn: &Connection, slot: u32) -> rusqlite::Result<ChunkPassage> {
    let sql = "SELECT path, title, heading, speaker, text, labels
        FROM chunks JOIN documents ON documents.id = document WHERE slot = ?1";
    conn.prepare_cached(sql)?.query_row([slot], |row| {
        Ok(ChunkPassage {
            path: row.get(0)?,
            title: row.get(1)?,
            heading: row.get(2)?,
            speaker: row.get(3)?,
            text: row.get(4)?,
            labels: row.get(5)?,
        })
    })
}

/// Calls `emit` with each slot that holds a term, and how often, in their order.
pub(super) fn read_postings(
    conn: &Connection,
    term: &str,
    emit: &mut dyn FnMut(u32, u32),
) -> rusqlite::Result<()> {
    let Some(id) = term_id(conn, term)? else { return Ok(()) };
    let sql = "SELECT block, entries FROM postings WHERE term = ?1 ORDER BY block";
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query([id])?;
    while let Some(row) = rows.next()? {
        let base = row.get::<_, u32>(0)?.saturating_mul(SLOTS_PER_POSTING_ROW);
        let list = decode_postings(row.get_ref(1)?.as_blob()?, base);
        list.for_each(|(slot, frequency)| emit(slot, frequency));
    }
    Ok(())
}

/// The number of a term.
pub(super) fn term_id(conn: &Connection, term: &str) -> rusqlite::Result<Option<i64>> {
    let mut statement = conn.prepare_cached("SELECT id FROM terms WHERE term = ?1")?;
    statement.query_row(params![term], |row| row.get(0)).optional()
}

/// Reads the names of a list, in the order of their numbers.
pub(super) fn read_names(conn: &Connection, list: u8) -> rusqlite::Result<Vec<String>> {
    let mut statement =
        conn.prepare_cached("SELECT name FROM names WHERE list = ?1 ORDER BY id")?;
    statement.query_map([list], |row| row.get(0))?.collect()
}

/// The columns of every slot.
pub(super) fn all_slots(conn: &Connection) -> rusqlite::Result<Vec<Slot>> {
    let mut snapshot = IndexSnapshot::default();
    snapshot.refresh(conn)?;
    Ok(snapshot.slots)
}
