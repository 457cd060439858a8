//! Space: what rows leave behind that are gone is given back to the disk, step by step.

use super::ActivityDb;
use super::full_text;
use super::steps::Pace;
use crate::StoreError;

impl ActivityDb {
    /// Gives the space of rows that are gone back to the disk. Where another process uses a page
    /// at the end of the file meanwhile, some of it stays for the next time.
    pub fn give_back(&mut self) -> Result<(), StoreError> {
        for text in full_text::ALL {
            for index in [text.words, text.trigrams] {
                self.merge(index)?;
            }
        }
        let mut pace = Pace::default();
        let mut free = self.free_pages()?;
        while free > 0 {
            let sql = format!("PRAGMA incremental_vacuum({})", pace.batch());
            pace.step(|| self.conn.execute_batch(&sql)).map_err(|source| self.error(source))?;
            let left = self.free_pages()?;
            if left >= free {
                break;
            }
            free = left;
        }
        Ok(())
    }

    /// The full text keeps what was deleted until its parts are merged.
    fn merge(&mut self, index: &str) -> Result<(), StoreError> {
        let mut pace = Pace::default();
        loop {
            let pages = pace.batch();
            let sql = format!("INSERT INTO {index} ({index}, rank) VALUES ('merge', {pages})");
            let before = self.conn.total_changes();
            pace.step(|| self.write(|tx| tx.execute(&sql, [])))?;
            // One change is the request itself.
            if self.conn.total_changes() - before < 2 {
                return Ok(());
            }
        }
    }

    fn free_pages(&self) -> Result<i64, StoreError> {
        let free = self.conn.query_row("PRAGMA freelist_count", [], |row| row.get(0));
        free.map_err(|source| self.error(source))
    }
}
