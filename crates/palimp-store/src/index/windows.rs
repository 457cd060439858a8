//! Reading windows: which sessions and commits of a project share words with a prompt.

use std::path::Path;

use palimp_rank::relevance_threshold::{IndexedWindow, TermPostings, Windows};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::codec::decode_postings;
use super::read::term_id;
use super::sections::korean_terms;
use super::{DocumentSource, IndexDb, index_error};
use crate::StoreError;

/// The term under which all windows of a project stand.
pub(super) const ALL_WINDOWS_TERM: i64 = 0;

/// The windows of a project, in a state that stays the same while others write.
pub struct ProjectWindows<'db> {
    tx: Transaction<'db>,
    path: &'db Path,
    project: u16,
}

/// The document that a window is a part of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowDocument {
    /// Source of the document: a session, a commit or a decision record.
    pub source: DocumentSource,
    /// The session's id, the commit's hash, or the record's path.
    pub path: String,
    /// The project whose repository a commit or record is of; empty for a session.
    pub project_id: String,
    /// The subject of the commit or the title of the record; empty for a session.
    pub title: String,
    /// Begin of the session or date of the commit, in milliseconds since the Unix epoch.
    pub created_at: i64,
    /// The card, as [`super::IndexWriter::put_card`] was given it; empty for none.
    pub card: String,
    /// The first chunk of a commit or record; empty for a session.
    pub text: String,
}

impl IndexDb {
    /// Begins to read the windows of a project; none where nothing of it was indexed.
    pub fn project_windows(
        &mut self,
        project: &str,
    ) -> Result<Option<ProjectWindows<'_>>, StoreError> {
        let IndexDb { conn, path, .. } = self;
        let begun = conn.transaction_with_behavior(TransactionBehavior::Deferred);
        let open = begun.and_then(|tx| Ok((project_number(&tx, project)?, tx)));
        let (number, tx) = open.map_err(|source| index_error(path, source))?;
        Ok(number.map(|project| ProjectWindows { tx, path, project }))
    }
}

impl ProjectWindows<'_> {
    /// Returns the session or commit with this number.
    pub fn find_document(&self, number: u32) -> Result<WindowDocument, StoreError> {
        let sql = "SELECT source, path, title, created_at, coalesce(card, ''),
                coalesce((SELECT project_id FROM repositories
                    WHERE repositories.id = documents.repository), ''),
                CASE source WHEN ?2 THEN '' ELSE coalesce((SELECT text FROM chunks
                    WHERE chunks.document = documents.id AND position = 0), '') END
            FROM documents LEFT JOIN cards ON cards.document = documents.id WHERE id = ?1";
        let read = self.tx.prepare_cached(sql).and_then(|mut statement| {
            statement.query_row(params![number, DocumentSource::Session as u8], |row| {
                Ok(WindowDocument {
                    source: DocumentSource::from_number(row.get(0)?),
                    path: row.get(1)?,
                    title: row.get(2)?,
                    created_at: row.get(3)?,
                    card: row.get(4)?,
                    project_id: row.get(5)?,
                    text: row.get(6)?,
                })
            })
        });
        self.map_error(read)
    }

    fn map_error<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|source| index_error(self.path, source))
    }
}

impl TermPostings for ProjectWindows<'_> {
    type Error = StoreError;

    fn count(&mut self) -> Result<u32, StoreError> {
        let mut count = 0;
        let read = read_windows(&self.tx, ALL_WINDOWS_TERM, self.project, &mut |_| count += 1);
        self.map_error(read)?;
        Ok(count)
    }

    fn texts_with_term(&mut self, term: &str, into: &mut Vec<u32>) -> Result<(), StoreError> {
        let read = term_id(&self.tx, term).and_then(|id| match id {
            Some(id) => read_windows(&self.tx, id, self.project, &mut |number| into.push(number)),
            None => Ok(()),
        });
        self.map_error(read)
    }

    fn terms_with_prefix(&mut self, start: &str, into: &mut Vec<String>) -> Result<(), StoreError> {
        self.map_error(korean_terms(&self.tx, start, into))
    }
}

impl Windows for ProjectWindows<'_> {
    fn window(&mut self, number: u32) -> Result<Option<IndexedWindow>, StoreError> {
        let sql = "SELECT document, words FROM windows WHERE id = ?1";
        let read = self.tx.prepare_cached(sql).and_then(|mut statement| {
            let window = |row: &rusqlite::Row| {
                Ok(IndexedWindow { document: row.get(0)?, words: row.get(1)? })
            };
            statement.query_row([number], window).optional()
        });
        self.map_error(read)
    }
}

/// Returns the number that the slots and windows of a project bear.
fn project_number(conn: &Connection, project: &str) -> rusqlite::Result<Option<u16>> {
    if project.is_empty() {
        return Ok(Some(0));
    }
    let sql = "SELECT id FROM names WHERE list = 0 AND name = ?1";
    conn.prepare_cached(sql)?.query_row([project], |row| row.get(0)).optional()
}

/// Calls `emit` with the number of each window of a project that holds a term, in ascending order.
fn read_windows(
    conn: &Connection,
    term: i64,
    project: u16,
    emit: &mut dyn FnMut(u32),
) -> rusqlite::Result<()> {
    let sql = "SELECT entries FROM window_postings WHERE term = ?1 AND project = ?2";
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query(params![term, project])?;
    if let Some(row) = rows.next()? {
        decode_postings(row.get_ref(0)?.as_blob()?, 0).for_each(|(number, _)| emit(number));
    }
    Ok(())
}
