//! Writing windows with the transaction of the documents that they are parts of.

use std::collections::BTreeSet;

use rusqlite::{OptionalExtension, params};
use rustc_hash::FxHashMap;

use super::IndexDocument;
use super::codec::{decode_postings, merge_postings};
use super::window::{AddedWindow, WindowChanges, WindowPart, WindowText};
use super::windows::ALL_WINDOWS_TERM;
use super::write::{IndexWriter, PROJECT_NAMES_LIST};
use crate::StoreError;

impl IndexWriter<'_> {
    /// Replaces the windows of a part of a document.
    pub fn put_windows(
        &mut self,
        document: &IndexDocument,
        part: WindowPart,
        windows: Vec<WindowText>,
    ) -> Result<(), StoreError> {
        let result = (|| {
            let Some(id) = self.document_id(document)? else { return Ok(()) };
            self.remove_windows(id, Some(part))?;
            self.add_windows((id, &document.project), part, windows)
        })();
        self.map_error(result)
    }

    /// Appends windows of messages to those of a session.
    pub fn extend_windows(
        &mut self,
        document: &IndexDocument,
        windows: Vec<WindowText>,
    ) -> Result<(), StoreError> {
        let result = (|| match self.document_id(document)? {
            Some(id) => self.add_windows((id, &document.project), WindowPart::Messages, windows),
            None => Ok(()),
        })();
        self.map_error(result)
    }

    /// Stores the card of a document, which is shown if its windows match.
    pub fn put_card(&mut self, document: &IndexDocument, card: &str) -> Result<(), StoreError> {
        let result = (|| {
            let Some(id) = self.document_id(document)? else { return Ok(()) };
            let sql = "INSERT INTO cards (document, card) VALUES (?1, ?2)
                ON CONFLICT DO UPDATE SET card = excluded.card";
            self.tx.prepare_cached(sql)?.execute(params![id, card]).map(|_| ())
        })();
        self.map_error(result)
    }

    fn document_id(&self, document: &IndexDocument) -> rusqlite::Result<Option<u32>> {
        let sql = "SELECT id FROM documents WHERE source = ?1 AND path = ?2 AND repository = ?3";
        let IndexDocument { source, path, repository, .. } = document;
        let mut statement = self.tx.prepare_cached(sql)?;
        statement.query_row(params![*source as u8, path, repository], |row| row.get(0)).optional()
    }

    pub(super) fn add_windows(
        &mut self,
        (document, project): (u32, &str),
        part: WindowPart,
        windows: Vec<WindowText>,
    ) -> rusqlite::Result<()> {
        let project = self.name_number(PROJECT_NAMES_LIST, project)?;
        for text in windows.into_iter().filter(|text| !text.terms.is_empty()) {
            let id = self.next_window()?;
            self.windows.added.push(AddedWindow { id, document, part, project, text });
        }
        Ok(())
    }

    fn next_window(&mut self) -> rusqlite::Result<u32> {
        let next = match self.windows.next {
            Some(next) => next,
            None => {
                let sql = "SELECT coalesce(max(id), 0) + 1 FROM windows";
                self.tx.query_row(sql, [], |row| row.get(0))?
            }
        };
        self.windows.next = Some(next + 1);
        Ok(next)
    }

    /// Removes the windows of a document, or of one part of it, and its card with the last of them.
    pub(super) fn remove_windows(
        &mut self,
        document: u32,
        part: Option<WindowPart>,
    ) -> rusqlite::Result<()> {
        let is_meant = |of: WindowPart| part.is_none_or(|part| part == of);
        self.windows.added.retain(|it| it.document != document || !is_meant(it.part));
        let sql = "DELETE FROM windows WHERE document = ?1 AND (?2 IS NULL OR part = ?2)
            RETURNING id, project, terms";
        let mut statement = self.tx.prepare_cached(sql)?;
        let part_number = part.map(|part| part as u8);
        let mut rows = statement.query(params![document, part_number])?;
        while let Some(row) = rows.next()? {
            let (id, project) = (row.get(0)?, row.get(1)?);
            let terms =
                decode_postings(row.get_ref(2)?.as_blob()?, 0).map(|(term, _)| i64::from(term));
            for term in terms.chain([ALL_WINDOWS_TERM]) {
                self.windows.removed.entry((term, project)).or_default().push((id, 0));
            }
        }
        if part.is_none() {
            self.tx.prepare_cached("DELETE FROM cards WHERE document = ?1")?.execute([document])?;
        }
        Ok(())
    }

    /// Writes the added windows, and deletes the removed ones.
    pub(super) fn flush_windows(&mut self) -> rusqlite::Result<()> {
        let WindowChanges { added, removed: mut changes, .. } = std::mem::take(&mut self.windows);
        let mut known = FxHashMap::default();
        for window in added {
            let terms = self.write_window(&window, &mut known)?;
            for term in terms.into_iter().chain([ALL_WINDOWS_TERM]) {
                changes.entry((term, window.project)).or_default().push((window.id, 1));
            }
        }
        for ((term, project), mut windows) in changes {
            windows.sort_unstable();
            self.write_window_postings(term, project, &windows)?;
        }
        Ok(())
    }

    /// Writes the row of a window and returns the ids of its terms.
    fn write_window(
        &self,
        window: &AddedWindow,
        known: &mut FxHashMap<String, i64>,
    ) -> rusqlite::Result<BTreeSet<i64>> {
        let mut terms = BTreeSet::new();
        for term in &window.text.terms {
            let id = match known.get(term) {
                Some(id) => *id,
                None => {
                    let id = match super::read::term_id(&self.tx, term)? {
                        Some(id) => id,
                        None => self.new_term(term)?,
                    };
                    known.insert(term.clone(), id);
                    id
                }
            };
            terms.insert(id);
        }
        let list: Vec<_> =
            terms.iter().filter_map(|&id| Some((u32::try_from(id).ok()?, 1))).collect();
        let sql = "INSERT INTO windows (id, document, part, project, words, terms)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let AddedWindow { id, document, part, project, text } = window;
        self.tx.prepare_cached(sql)?.execute(params![
            id,
            document,
            *part as u8,
            project,
            text.word_count(),
            merge_postings(&[], 0, &list)
        ])?;
        Ok(terms)
    }

    fn write_window_postings(
        &self,
        term: i64,
        project: u16,
        changes: &[(u32, u32)],
    ) -> rusqlite::Result<()> {
        let sql = "SELECT entries FROM window_postings WHERE term = ?1 AND project = ?2";
        let merged = {
            let mut statement = self.tx.prepare_cached(sql)?;
            let mut rows = statement.query(params![term, project])?;
            match rows.next()? {
                Some(row) => merge_postings(row.get_ref(0)?.as_blob()?, 0, changes),
                None => merge_postings(&[], 0, changes),
            }
        };
        if merged.is_empty() {
            let sql = "DELETE FROM window_postings WHERE term = ?1 AND project = ?2";
            self.tx.prepare_cached(sql)?.execute(params![term, project])?;
            let sql = "SELECT term FROM terms WHERE id = ?1";
            let text =
                self.tx.prepare_cached(sql)?.query_row([term], |row| row.get::<_, String>(0));
            return match text.optional()? {
                Some(text) => self.drop_term_if_unused(term, &text),
                None => Ok(()),
            };
        }
        let sql = "INSERT INTO window_postings (term, project, entries) VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET entries = excluded.entries";
        self.tx.prepare_cached(sql)?.execute(params![term, project, merged]).map(|_| ())
    }
}
