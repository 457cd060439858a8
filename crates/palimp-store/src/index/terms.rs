//! Terms of the index and their postings: writing the changes of one transaction.

use rusqlite::params;

use super::codec::{SLOTS_PER_POSTING_ROW, merge_postings};
use super::write::IndexWriter;

impl IndexWriter<'_> {
    pub(super) fn write_term(
        &self,
        term: &str,
        mut changes: Vec<(u32, u32)>,
    ) -> rusqlite::Result<()> {
        // The last change of a slot counts; the sort is stable.
        changes.sort_by_key(|(slot, _)| *slot);
        let mut last: Vec<(u32, u32)> = Vec::with_capacity(changes.len());
        for change in changes {
            match last.last_mut() {
                Some(before) if before.0 == change.0 => *before = change,
                _ => last.push(change),
            }
        }
        let known = super::read::term_id(&self.tx, term)?;
        let id = match known {
            Some(id) => id,
            None if last.iter().all(|(_, frequency)| *frequency == 0) => return Ok(()),
            None => self.new_term(term)?,
        };
        let mut emptied = false;
        for block in
            last.chunk_by(|a, b| a.0 / SLOTS_PER_POSTING_ROW == b.0 / SLOTS_PER_POSTING_ROW)
        {
            emptied |= self.write_postings(id, block)?;
        }
        if emptied { self.drop_term_if_unused(id, term) } else { Ok(()) }
    }

    pub(super) fn new_term(&self, term: &str) -> rusqlite::Result<i64> {
        self.tx.prepare_cached("INSERT INTO terms (term) VALUES (?1)")?.execute([term])?;
        let id = self.tx.last_insert_rowid();
        if super::fallback::has_parts(term) {
            let sql = "INSERT INTO parts (rowid, term) VALUES (?1, ?2)";
            self.tx.prepare_cached(sql)?.execute(params![id, term])?;
        }
        Ok(id)
    }

    /// Writes the changes of one block; whether nothing is left in it.
    fn write_postings(&self, term: i64, changes: &[(u32, u32)]) -> rusqlite::Result<bool> {
        let block = changes[0].0 / SLOTS_PER_POSTING_ROW;
        let base = block * SLOTS_PER_POSTING_ROW;
        let sql = "SELECT entries FROM postings WHERE term = ?1 AND block = ?2";
        let merged = {
            let mut statement = self.tx.prepare_cached(sql)?;
            let mut rows = statement.query(params![term, block])?;
            match rows.next()? {
                Some(row) => merge_postings(row.get_ref(0)?.as_blob()?, base, changes),
                None => merge_postings(&[], base, changes),
            }
        };
        if merged.is_empty() {
            let sql = "DELETE FROM postings WHERE term = ?1 AND block = ?2";
            self.tx.prepare_cached(sql)?.execute(params![term, block])?;
            return Ok(true);
        }
        let sql = "INSERT INTO postings (term, block, entries) VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET entries = excluded.entries";
        self.tx.prepare_cached(sql)?.execute(params![term, block, merged])?;
        Ok(false)
    }

    pub(super) fn drop_term_if_unused(&self, id: i64, term: &str) -> rusqlite::Result<()> {
        let sql = "SELECT EXISTS (SELECT 1 FROM postings WHERE term = ?1)
            OR EXISTS (SELECT 1 FROM window_postings WHERE term = ?1)";
        if self.tx.prepare_cached(sql)?.query_row([id], |row| row.get(0))? {
            return Ok(());
        }
        self.tx.prepare_cached("DELETE FROM terms WHERE id = ?1")?.execute([id])?;
        if super::fallback::has_parts(term) {
            self.tx.prepare_cached("DELETE FROM parts WHERE rowid = ?1")?.execute([id])?;
        }
        Ok(())
    }
}
