//! Writing the index: whole documents, in one transaction.

use std::collections::{BTreeMap, BTreeSet, HashMap, btree_map};

use palimp_core::embed::EmbeddingSpace;
use palimp_rank::{ChunkKind, ChunkPassage, Slot};
use rusqlite::{OptionalExtension, Transaction, TransactionBehavior, params};
use rustc_hash::FxHashMap;

use super::codec::SLOTS_PER_BLOCK;
use super::vectors::{self, VectorBlock};
use super::window::WindowChanges;
use super::{
    ChunkEntry, ChunkTerms, DocumentSource, DocumentStamp, IndexDb, IndexDocument, PackedVector,
    index_error, query_meta,
};
use crate::StoreError;

/// Transaction that writes. Dropped without [`IndexWriter::commit`], it leaves the index as it was.
#[derive(Debug)]
pub struct IndexWriter<'db> {
    pub(super) tx: Transaction<'db>,
    path: &'db std::path::Path,
    pub(super) slots: Vec<Slot>,
    /// Slots that hold nothing, the lowest last.
    free: Vec<u32>,
    /// Blocks of columns that changed.
    pub(super) dirty: BTreeSet<u32>,
    vectors: BTreeMap<u32, VectorBlock>,
    dimensions: usize,
    /// Changes of the postings: for each term the slots and the new frequencies, in the order in
    /// which they changed.
    postings: FxHashMap<String, Vec<(u32, u32)>>,
    names: HashMap<(u8, String), u16>,
    pub(super) generation: i64,
    pub(super) windows: WindowChanges,
}

/// Numbers of the lists of names to which slots refer by number.
pub(super) const PROJECT_NAMES_LIST: u8 = 0;
const SPEAKER_NAMES_LIST: u8 = 1;

/// A chunk as it stands in the index.
struct Old {
    slot: u32,
    hash: [u8; 16],
}

impl IndexDb {
    /// Begins to write; waits for another process that does.
    pub fn writer(&mut self) -> Result<IndexWriter<'_>, StoreError> {
        let IndexDb { conn, path, .. } = self;
        let begun = conn.transaction_with_behavior(TransactionBehavior::Immediate);
        let open = begun.and_then(|tx| IndexWriter::new(tx, path));
        open.map_err(|source| index_error(path, source))
    }
}

impl<'db> IndexWriter<'db> {
    fn new(tx: Transaction<'db>, path: &'db std::path::Path) -> rusqlite::Result<IndexWriter<'db>> {
        let slots = super::read::all_slots(&tx)?;
        let empty = slots.iter().enumerate().rev().filter(|(_, slot)| slot.length == 0);
        let free = empty.map(|(number, _)| number as u32).collect();
        let generation = query_meta::<i64>(&tx, "generation")?.unwrap_or(0) + 1;
        let dimensions = vectors::read_dimensions(&tx)?;
        let mut writer = IndexWriter {
            tx,
            path,
            slots,
            free,
            dirty: BTreeSet::new(),
            vectors: BTreeMap::new(),
            dimensions,
            postings: FxHashMap::default(),
            names: HashMap::new(),
            generation,
            windows: WindowChanges::default(),
        };
        writer.names = writer.load_names()?;
        Ok(writer)
    }

    pub(super) fn map_error<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|source| index_error(self.path, source))
    }

    /// Says in which space the vectors live that follow; those of another are dropped.
    pub fn set_space(&mut self, space: &EmbeddingSpace) -> Result<(), StoreError> {
        let named = space.to_string();
        let result = (|| {
            if query_meta::<String>(&self.tx, "space")?.as_deref() == Some(&named) {
                return Ok(());
            }
            self.vectors.clear();
            self.dimensions = space.dimensions;
            self.tx.execute_batch("DELETE FROM vectors; DELETE FROM rests;")?;
            set_meta(&self.tx, "space", named)?;
            set_meta(&self.tx, "dimensions", space.dimensions as i64)?;
            set_meta(&self.tx, "vectors_since", self.generation)
        })();
        self.map_error(result)
    }

    /// Returns the stamp of a document: by it, two processes that notice a change do the work once.
    pub fn document_stamp(
        &self,
        source: DocumentSource,
        path: &str,
    ) -> Result<Option<DocumentStamp>, StoreError> {
        self.map_error(super::query_stamp(&self.tx, source, path))
    }

    /// Updates the stamp of a file that was touched without a change of its text.
    pub fn update_stamp(
        &mut self,
        source: DocumentSource,
        path: &str,
        stamp: &DocumentStamp,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE documents SET size = ?3, mtime = ?4 WHERE source = ?1 AND path = ?2";
        let done = self.tx.prepare_cached(sql).and_then(|mut statement| {
            statement.execute(params![source as u8, path, stamp.size, stamp.mtime])
        });
        self.map_error(done.map(|_| ()))
    }

    /// Replaces a document in the index. Chunks whose text is unchanged keep their vectors.
    pub fn put_document(
        &mut self,
        document: &IndexDocument,
        entries: Vec<ChunkEntry>,
    ) -> Result<(), StoreError> {
        let result = self.try_put(document, entries);
        self.map_error(result).map(|_| ())
    }

    pub(super) fn try_put(
        &mut self,
        document: &IndexDocument,
        entries: Vec<ChunkEntry>,
    ) -> rusqlite::Result<u32> {
        let before = self.title_of(document)?;
        let id = self.upsert_document(document)?;
        let mut old = self.chunks_of(id)?;
        for (position, entry) in entries.into_iter().enumerate() {
            let kept = old.iter().position(|chunk| chunk.hash == entry.hash);
            match kept {
                Some(at) => {
                    let slot = old.swap_remove(at).slot;
                    self.update_chunk_position(slot, id, document, position, &entry)?;
                }
                None => self.add_chunk(id, document, position, entry)?,
            }
        }
        let path = document.source.searched_path(&document.path);
        let before = before.unwrap_or_default();
        old.iter().try_for_each(|chunk| self.drop_chunk(chunk.slot, (path, &before)))?;
        Ok(id)
    }

    /// The title under which the chunks of a document were indexed.
    fn title_of(&self, document: &IndexDocument) -> rusqlite::Result<Option<String>> {
        let sql = "SELECT title FROM documents WHERE source = ?1 AND path = ?2 AND repository = ?3";
        let IndexDocument { source, path, repository, .. } = document;
        let mut statement = self.tx.prepare_cached(sql)?;
        statement.query_row(params![*source as u8, path, repository], |row| row.get(0)).optional()
    }

    /// Appends chunks to those that a document has: the new messages of a session.
    pub fn append_chunks(
        &mut self,
        document: &IndexDocument,
        entries: Vec<ChunkEntry>,
    ) -> Result<(), StoreError> {
        let result = self.upsert_document(document).and_then(|id| {
            let sql = "SELECT coalesce(max(position) + 1, 0) FROM chunks WHERE document = ?1";
            let next: u32 = self.tx.query_row(sql, [id], |row| row.get(0))?;
            let places = next as usize..;
            places.zip(entries).try_for_each(|(at, entry)| self.add_chunk(id, document, at, entry))
        });
        self.map_error(result)
    }

    /// Removes a document; `false` if it was not there.
    pub fn remove_document(
        &mut self,
        source: DocumentSource,
        path: &str,
    ) -> Result<bool, StoreError> {
        let result = self.try_remove(source, path, 0);
        self.map_error(result).map(|removed| removed.is_some())
    }

    /// Removes a document of a repository; returns its number.
    pub(super) fn try_remove(
        &mut self,
        source: DocumentSource,
        path: &str,
        repository: u32,
    ) -> rusqlite::Result<Option<u32>> {
        let sql = "DELETE FROM documents WHERE source = ?1 AND path = ?2 AND repository = ?3
            RETURNING id, title";
        let gone = self.tx.query_row(sql, params![source as u8, path, repository], |row| {
            Ok((row.get::<_, u32>(0)?, row.get::<_, String>(1)?))
        });
        let Some((id, title)) = gone.optional()? else { return Ok(None) };
        for chunk in self.chunks_of(id)? {
            self.drop_chunk(chunk.slot, (source.searched_path(path), &title))?;
        }
        self.remove_windows(id, None)?;
        Ok(Some(id))
    }

    /// Sets the vector of a chunk if its text is still the embedded one, because the slot may have
    /// been reused.
    pub fn embed_chunk(
        &mut self,
        slot: u32,
        passage: &ChunkPassage,
        vector: &PackedVector,
    ) -> Result<(), StoreError> {
        let sql = "SELECT text = ?2 AND heading = ?3 FROM chunks WHERE slot = ?1";
        let result = (|| {
            let mut statement = self.tx.prepare_cached(sql)?;
            let same = statement
                .query_row(params![slot, passage.text, passage.heading], |row| row.get(0))
                .optional()?;
            drop(statement);
            if same == Some(true) { self.set_vector(slot, Some(vector)) } else { Ok(()) }
        })();
        self.map_error(result)
    }

    /// Makes everything lasting, or nothing.
    pub fn commit(mut self) -> Result<(), StoreError> {
        let path = self.path;
        let done = self.flush().and_then(|()| self.tx.commit());
        done.map_err(|source| index_error(path, source))
    }

    /// Inserts or updates the row of a document, and returns its number.
    pub(super) fn upsert_document(&self, document: &IndexDocument) -> rusqlite::Result<u32> {
        let sql = "INSERT INTO documents
                (source, path, size, mtime, hash, title, project, kind, created_at, about, repository)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            ON CONFLICT (source, path, repository) DO UPDATE SET size = excluded.size, mtime = excluded.mtime,
                hash = excluded.hash, title = excluded.title, project = excluded.project,
                kind = excluded.kind, created_at = excluded.created_at, about = excluded.about
            RETURNING id";
        let IndexDocument {
            source,
            path,
            repository,
            stamp,
            title,
            project,
            kind,
            created_at,
            about,
        } = document;
        let mut statement = self.tx.prepare_cached(sql)?;
        statement.query_row(
            params![
                *source as u8, path, stamp.size, stamp.mtime, stamp.hash, title, project,
                *kind as u8, created_at, about, repository
            ],
            |row| row.get(0),
        )
    }

    fn chunks_of(&self, document: u32) -> rusqlite::Result<Vec<Old>> {
        let sql = "SELECT slot, hash FROM chunks WHERE document = ?1 ORDER BY position";
        let mut statement = self.tx.prepare_cached(sql)?;
        let rows = statement.query_map([document], |row| {
            let hash = row.get_ref(1)?.as_blob()?.try_into().unwrap_or_default();
            Ok(Old { slot: row.get(0)?, hash })
        })?;
        rows.collect()
    }

    fn add_chunk(
        &mut self,
        id: u32,
        document: &IndexDocument,
        position: usize,
        entry: ChunkEntry,
    ) -> rusqlite::Result<()> {
        let slot = self.free.pop().unwrap_or(self.slots.len() as u32);
        if slot as usize == self.slots.len() {
            self.slots.push(Slot::default());
        }
        for (term, frequency) in entry.terms.iter() {
            self.change_posting(term, slot, frequency);
        }
        self.set_vector(slot, entry.vector.as_ref())?;
        self.set_columns(slot, id, document, position, &entry)?;
        let sql = "INSERT INTO chunks (slot, document, position, hash, speaker, heading, text,
                labels, first_line, last_line, created_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
        let ChunkPassage { speaker, heading, text, labels, .. } = &entry.passage;
        self.tx.prepare_cached(sql)?.execute(params![
            slot, id, position, entry.hash, speaker, heading, text, labels, entry.first_line,
            entry.last_line, entry.created_at
        ])?;
        Ok(())
    }

    /// Updates the position of a chunk whose text is unchanged.
    fn update_chunk_position(
        &mut self,
        slot: u32,
        id: u32,
        document: &IndexDocument,
        position: usize,
        entry: &ChunkEntry,
    ) -> rusqlite::Result<()> {
        self.set_columns(slot, id, document, position, entry)?;
        let sql =
            "UPDATE chunks SET position = ?2, first_line = ?3, last_line = ?4, created_at = ?5
            WHERE slot = ?1";
        self.tx.prepare_cached(sql)?.execute(params![
            slot, position, entry.first_line, entry.last_line, entry.created_at
        ])?;
        Ok(())
    }

    /// Sets the columns of a slot.
    fn set_columns(
        &mut self,
        number: u32,
        document: u32,
        about: &IndexDocument,
        position: usize,
        entry: &ChunkEntry,
    ) -> rusqlite::Result<()> {
        let slot = Slot {
            document,
            position: position as u32,
            day: entry.created_at.div_euclid(86_400_000) as i32,
            length: entry.terms.total_count(),
            speaker: self.name_number(SPEAKER_NAMES_LIST, &entry.passage.speaker.to_lowercase())?,
            project: self.name_number(
                PROJECT_NAMES_LIST,
                entry.project.as_ref().unwrap_or(&about.project),
            )?,
            kind: about.kind,
            author: entry.author,
        };
        if self.slots[number as usize] != slot {
            self.slots[number as usize] = slot;
            self.dirty.insert(number / SLOTS_PER_BLOCK);
        }
        Ok(())
    }

    fn drop_chunk(&mut self, slot: u32, (path, title): (&str, &str)) -> rusqlite::Result<()> {
        let sql = "DELETE FROM chunks WHERE slot = ?1 RETURNING speaker, heading, text, labels";
        let passage = self.tx.prepare_cached(sql)?.query_row([slot], |row| {
            Ok(ChunkPassage {
                path: path.to_owned(),
                title: title.to_owned(),
                speaker: row.get(0)?,
                heading: row.get(1)?,
                text: row.get(2)?,
                labels: row.get(3)?,
            })
        })?;
        for (term, _) in ChunkTerms::from_passage(&passage).iter() {
            self.change_posting(term, slot, 0);
        }
        self.set_vector(slot, None)?;
        self.slots[slot as usize] = Slot { kind: ChunkKind::Note, ..Slot::default() };
        self.dirty.insert(slot / SLOTS_PER_BLOCK);
        self.free.push(slot);
        Ok(())
    }

    fn change_posting(&mut self, term: &str, slot: u32, frequency: u32) {
        match self.postings.get_mut(term) {
            Some(changes) => changes.push((slot, frequency)),
            None => {
                self.postings.insert(term.to_owned(), vec![(slot, frequency)]);
            }
        }
    }

    fn load_names(&self) -> rusqlite::Result<HashMap<(u8, String), u16>> {
        let mut statement = self.tx.prepare_cached("SELECT list, name, id FROM names")?;
        let rows = statement.query_map([], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)))?;
        rows.collect()
    }

    /// Returns the number of a name; 0 for none, and for one too many.
    pub(super) fn name_number(&mut self, list: u8, name: &str) -> rusqlite::Result<u16> {
        if name.is_empty() {
            return Ok(0);
        }
        if let Some(id) = self.names.get(&(list, name.to_owned())) {
            return Ok(*id);
        }
        let known = self.names.keys().filter(|(of, _)| *of == list).count();
        let Ok(id) = u16::try_from(known + 1) else { return Ok(0) };
        self.tx.execute(
            "INSERT INTO names (list, id, name) VALUES (?1, ?2, ?3)",
            params![list, id, name],
        )?;
        self.names.insert((list, name.to_owned()), id);
        Ok(id)
    }

    fn set_vector(&mut self, slot: u32, vector: Option<&PackedVector>) -> rusqlite::Result<()> {
        let dimensions = self.dimensions;
        if dimensions == 0 || vector.is_some_and(|vector| vector.numbers.len() != dimensions) {
            return Ok(());
        }
        let number = slot / vectors::SLOTS_PER_HEAD_BLOCK;
        let block = match self.vectors.entry(number) {
            btree_map::Entry::Occupied(known) => known.into_mut(),
            btree_map::Entry::Vacant(new) => {
                new.insert(VectorBlock::read(&self.tx, number, dimensions)?)
            }
        };
        block.set_vector(slot, vector);
        Ok(())
    }

    /// Writes the gathered changes.
    fn flush(&mut self) -> rusqlite::Result<()> {
        let postings = std::mem::take(&mut self.postings);
        let mut postings: Vec<_> = postings.into_iter().collect();
        postings.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        for (term, changes) in postings {
            self.write_term(&term, changes)?;
        }
        self.flush_windows()?;
        self.write_slots()?;
        for (number, block) in &self.vectors {
            block.write(&self.tx, *number, self.generation)?;
        }
        set_meta(&self.tx, "generation", self.generation)
    }
}

fn set_meta(tx: &Transaction, key: &str, value: impl rusqlite::ToSql) -> rusqlite::Result<()> {
    let sql = "INSERT INTO meta (key, value) VALUES (?1, ?2)
        ON CONFLICT DO UPDATE SET value = excluded.value";
    tx.prepare_cached(sql)?.execute(params![key, value]).map(|_| ())
}
