//! Reading the index: what ranking asks for, and what a hit shows.

use palimp_core::author::Author;
use palimp_core::rank::{Collection, Passage, Slot};
use palimp_core::vector::scan;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::codec::{POSTING_BLOCK, SLOT_BLOCK, VECTOR_BLOCK, entries};
use super::write::slots_of;
use super::{IndexDb, Packed, Source, broken, meta};
use crate::StoreError;

/// The columns and vectors in memory, as of a generation. A process that searches again reads only
/// the blocks that were written since.
#[derive(Debug, Default)]
pub(super) struct Snapshot {
    slots_as_of: i64,
    vectors_as_of: i64,
    slots: Vec<Slot>,
    dimensions: usize,
    /// NaN where a chunk was not embedded yet.
    factors: Vec<f32>,
    numbers: Vec<i8>,
    speakers: Vec<String>,
    projects: Vec<String>,
    /// Whether vectors were asked for before.
    asked: bool,
}

/// A state of the index that stays the same while others write.
#[derive(Debug)]
pub struct Reader<'db> {
    pub(super) tx: Transaction<'db>,
    pub(super) path: &'db std::path::Path,
    snapshot: &'db mut Snapshot,
}

/// Where a chunk stands and when it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where it comes from.
    pub source: Source,
    /// The note's path, or the session's id.
    pub path: String,
    /// Its project; empty for none.
    pub project: String,
    /// Who wrote it.
    pub author: Author,
    /// Its first line; of a message its number.
    pub first_line: i64,
    /// Its last line.
    pub last_line: i64,
    /// In milliseconds since the Unix epoch.
    pub created_at: i64,
}

impl IndexDb {
    /// Begins to read.
    pub fn reader(&mut self) -> Result<Reader<'_>, StoreError> {
        let IndexDb { conn, path, snapshot } = self;
        let begun = conn.transaction_with_behavior(TransactionBehavior::Deferred);
        let open = begun.and_then(|tx| {
            snapshot.refresh(&tx)?;
            Ok(tx)
        });
        let tx = open.map_err(|source| broken(path, source))?;
        Ok(Reader { tx, path, snapshot })
    }
}

impl Snapshot {
    fn refresh(&mut self, conn: &Connection) -> rusqlite::Result<()> {
        let generation = meta::<i64>(conn, "generation")?.unwrap_or(0);
        if generation == self.slots_as_of {
            return Ok(());
        }
        // A lower number is that of an index that was rebuilt.
        if generation < self.slots_as_of {
            *self = Snapshot::default();
        }
        let sql = "SELECT block, columns FROM slots WHERE generation > ?1 ORDER BY block";
        let mut statement = conn.prepare_cached(sql)?;
        let mut rows = statement.query([self.slots_as_of])?;
        while let Some(row) = rows.next()? {
            let at = (row.get::<_, u32>(0)? * SLOT_BLOCK) as usize;
            let end = at + SLOT_BLOCK as usize;
            if self.slots.len() < end {
                self.slots.resize(end, Slot::default());
            }
            let places = self.slots[at..end].iter_mut();
            places.zip(slots_of(row.get_ref(1)?.as_blob()?)).for_each(|(to, slot)| *to = slot);
        }
        self.projects = names(conn, 0)?;
        self.speakers = names(conn, 1)?;
        self.slots_as_of = generation;
        Ok(())
    }

    fn refresh_vectors(&mut self, conn: &Connection) -> rusqlite::Result<()> {
        if self.vectors_as_of == self.slots_as_of {
            return Ok(());
        }
        let since = meta::<i64>(conn, "vectors_since")?.unwrap_or(0);
        if since > self.vectors_as_of {
            self.vectors_as_of = 0;
            self.factors.clear();
            self.numbers.clear();
        }
        let dimensions = meta::<i64>(conn, "dimensions")?.unwrap_or(0);
        self.dimensions = usize::try_from(dimensions).unwrap_or(0);
        self.factors.resize(self.slots.len(), f32::NAN);
        self.numbers.resize(self.slots.len() * self.dimensions, 0);
        let sql = "SELECT block, factors, numbers FROM vectors WHERE generation > ?1";
        let mut statement = conn.prepare_cached(sql)?;
        let mut rows = statement.query([self.vectors_as_of])?;
        while let Some(row) = rows.next()? {
            let at = (row.get::<_, u32>(0)? * VECTOR_BLOCK) as usize;
            let read = factors(row.get_ref(1)?.as_blob()?);
            let places = self.factors.iter_mut().skip(at);
            places.zip(read).for_each(|(to, factor)| *to = factor);
            let read = row.get_ref(2)?.as_blob()?;
            let from = (at * self.dimensions).min(self.numbers.len());
            let room = &mut self.numbers[from..];
            let size = read.len().min(room.len());
            room[..size].iter_mut().zip(numbers(&read[..size])).for_each(|(to, n)| *to = n);
        }
        self.vectors_as_of = self.slots_as_of;
        Ok(())
    }
}

impl Reader<'_> {
    pub(super) fn wrap<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|source| broken(self.path, source))
    }

    /// The number that slots of `project` bear; none when nothing is of it.
    pub fn project(&self, project: &str) -> Option<u16> {
        let at = self.snapshot.projects.iter().position(|name| name == project)?;
        u16::try_from(at + 1).ok()
    }

    /// Where a chunk stands.
    pub fn place(&self, slot: u32) -> Result<Place, StoreError> {
        let columns = self.snapshot.slots.get(slot as usize).copied().unwrap_or_default();
        let project = usize::from(columns.project).checked_sub(1);
        let project = project.and_then(|at| self.snapshot.projects.get(at));
        let sql = "SELECT source, path, first_line, last_line, chunks.created_at
            FROM chunks JOIN documents ON documents.id = document WHERE slot = ?1";
        self.wrap(self.tx.prepare_cached(sql).and_then(|mut statement| {
            statement.query_row([slot], |row| {
                Ok(Place {
                    source: match row.get(0)? {
                        0_u8 => Source::Note,
                        1 => Source::Extra,
                        _ => Source::Session,
                    },
                    path: row.get(1)?,
                    project: project.cloned().unwrap_or_default(),
                    author: columns.author,
                    first_line: row.get(2)?,
                    last_line: row.get(3)?,
                    created_at: row.get(4)?,
                })
            })
        }))
    }

    /// Chunks that have no vector yet, and what is to be embedded of each.
    pub fn pending(&mut self, limit: usize) -> Result<Vec<(u32, Passage)>, StoreError> {
        let slots = self.pending_slots()?;
        slots.into_iter().take(limit).map(|slot| Ok((slot, self.passage(slot)?))).collect()
    }

    /// How many chunks have no vector yet.
    pub fn pending_count(&mut self) -> Result<usize, StoreError> {
        Ok(self.pending_slots()?.len())
    }

    fn pending_slots(&mut self) -> Result<Vec<u32>, StoreError> {
        let refreshed = self.snapshot.refresh_vectors(&self.tx);
        self.wrap(refreshed)?;
        let Snapshot { slots, factors, .. } = &*self.snapshot;
        let waiting = slots.iter().enumerate().filter(|(number, slot)| {
            slot.length > 0 && factors.get(*number).is_none_or(|factor| factor.is_nan())
        });
        Ok(waiting.map(|(number, _)| number as u32).collect())
    }
}

impl Collection for Reader<'_> {
    type Error = StoreError;

    fn slots(&self) -> &[Slot] {
        &self.snapshot.slots
    }

    fn speakers(&self) -> &[String] {
        &self.snapshot.speakers
    }

    fn postings(&mut self, term: &str, each: &mut dyn FnMut(u32, u32)) -> Result<(), StoreError> {
        let result = visit_postings(&self.tx, term, self.snapshot.slots.len() as u32, each);
        self.wrap(result)
    }

    fn cosines(&mut self, vector: &[f32], into: &mut Vec<f32>) -> Result<bool, StoreError> {
        // Whoever asks once needs no copy of all vectors.
        if self.snapshot.vectors_as_of == 0 && !std::mem::replace(&mut self.snapshot.asked, true) {
            let streamed = stream_cosines(&self.tx, vector, self.snapshot.slots.len(), into);
            return self.wrap(streamed);
        }
        let refreshed = self.snapshot.refresh_vectors(&self.tx);
        self.wrap(refreshed)?;
        let Snapshot { slots, dimensions, factors, numbers, .. } = &*self.snapshot;
        into.clear();
        if *dimensions == 0 || vector.len() != *dimensions {
            into.resize(slots.len(), 0.0);
            return Ok(false);
        }
        let query = Packed::of(vector);
        let mut products = Vec::with_capacity(slots.len());
        scan(&query.numbers, numbers, *dimensions, &mut products);
        into.extend(products.iter().zip(factors).map(|(&product, &factor)| {
            if factor.is_nan() { 0.0 } else { product as f32 * factor * query.factor }
        }));
        Ok(true)
    }

    fn passage(&mut self, slot: u32) -> Result<Passage, StoreError> {
        let sql = "SELECT path, title, heading, speaker, text
            FROM chunks JOIN documents ON documents.id = document WHERE slot = ?1";
        self.wrap(self.tx.prepare_cached(sql).and_then(|mut statement| {
            statement.query_row([slot], |row| {
                Ok(Passage {
                    path: row.get(0)?,
                    title: row.get(1)?,
                    heading: row.get(2)?,
                    speaker: row.get(3)?,
                    text: row.get(4)?,
                })
            })
        }))
    }
}

/// The cosine of `vector` with each of `slots`, from the blocks as they are read.
fn stream_cosines(
    conn: &Connection,
    vector: &[f32],
    slots: usize,
    into: &mut Vec<f32>,
) -> rusqlite::Result<bool> {
    into.clear();
    into.resize(slots, 0.0);
    let dimensions = meta::<i64>(conn, "dimensions")?.unwrap_or(0);
    let dimensions = usize::try_from(dimensions).unwrap_or(0);
    if dimensions == 0 || vector.len() != dimensions {
        return Ok(false);
    }
    let query = Packed::of(vector);
    let (mut block, mut products) = (Vec::new(), Vec::new());
    let mut statement = conn.prepare_cached("SELECT block, factors, numbers FROM vectors")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let at = (row.get::<_, u32>(0)? * VECTOR_BLOCK) as usize;
        block.clear();
        block.extend(numbers(row.get_ref(2)?.as_blob()?));
        scan(&query.numbers, &block, dimensions, &mut products);
        let read = factors(row.get_ref(1)?.as_blob()?);
        let places = into.iter_mut().skip(at).zip(products.iter().zip(read));
        for (to, (&product, factor)) in places.filter(|(_, (_, factor))| !factor.is_nan()) {
            *to = product as f32 * factor * query.factor;
        }
    }
    Ok(true)
}

/// Visits the slots of a term that are below `end`.
fn visit_postings(
    conn: &Connection,
    term: &str,
    end: u32,
    each: &mut dyn FnMut(u32, u32),
) -> rusqlite::Result<()> {
    let Some(id) = term_id(conn, term)? else { return Ok(()) };
    let sql = "SELECT block, entries FROM postings WHERE term = ?1 ORDER BY block";
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query([id])?;
    while let Some(row) = rows.next()? {
        let base = row.get::<_, u32>(0)?.saturating_mul(POSTING_BLOCK);
        let list = entries(row.get_ref(1)?.as_blob()?, base);
        list.take_while(|(slot, _)| *slot < end).for_each(|(slot, often)| each(slot, often));
    }
    Ok(())
}

/// The number of a term.
pub(super) fn term_id(conn: &Connection, term: &str) -> rusqlite::Result<Option<i64>> {
    let mut statement = conn.prepare_cached("SELECT id FROM terms WHERE term = ?1")?;
    statement.query_row(params![term], |row| row.get(0)).optional()
}

/// The names of a list, in the order of their numbers.
fn names(conn: &Connection, list: u8) -> rusqlite::Result<Vec<String>> {
    let mut statement =
        conn.prepare_cached("SELECT name FROM names WHERE list = ?1 ORDER BY id")?;
    statement.query_map([list], |row| row.get(0))?.collect()
}

/// The columns of every slot.
pub(super) fn all_slots(conn: &Connection) -> rusqlite::Result<Vec<Slot>> {
    let mut snapshot = Snapshot::default();
    snapshot.refresh(conn)?;
    Ok(snapshot.slots)
}

/// The factors in a blob.
pub(super) fn factors(blob: &[u8]) -> impl Iterator<Item = f32> {
    blob.chunks_exact(4).map(|four| f32::from_le_bytes(four.try_into().expect("four bytes")))
}

/// The numbers in a blob.
pub(super) fn numbers(blob: &[u8]) -> impl Iterator<Item = i8> {
    blob.iter().map(|byte| byte.cast_signed())
}
