//! Returns the space of removed rows to the disk, in short steps.

use super::ActivityDb;
use super::batched_maintenance::MaintenanceSteps;
use super::full_text;
use crate::StoreError;

impl ActivityDb {
    /// Returns the space of removed rows to the disk. If another process uses a page at the end of
    /// the file meanwhile, some space is left for the next call.
    ///
    /// A file of the first version of palimp has to be rewritten once before. That locks it for a
    /// while, so it is done only if the file has at most `at_once` bytes and the gain is worth it.
    pub fn give_back(&mut self, at_once: i64) -> Result<(), StoreError> {
        let mut steps = MaintenanceSteps::new(self);
        for index in full_text::ALL.iter().flat_map(|text| [text.words, text.trigrams]) {
            self.merge_full_text(&mut steps, index)?;
        }
        drop(steps);
        self.write_anew(at_once)?;
        let mut steps = MaintenanceSteps::new(self);
        let mut free = self.free_pages()?;
        while free > 0 {
            let sql = format!("PRAGMA incremental_vacuum({})", steps.batch_size());
            steps.run_step(|tx| {
                // It answers a row for each page that it gives back.
                let mut statement = tx.prepare(&sql)?;
                let mut pages = statement.query([])?;
                while pages.next()?.is_some() {}
                Ok(())
            })?;
            let left = self.free_pages()?;
            if left >= free {
                break;
            }
            free = left;
        }
        Ok(())
    }

    fn write_anew(&self, at_once: i64) -> Result<(), StoreError> {
        let number = |sql: &str| self.conn.query_row(sql, [], |row| row.get::<_, i64>(0));
        let write = || {
            let (all, free) = (number("PRAGMA page_count")?, number("PRAGMA freelist_count")?);
            let held = (all - free) * number("PRAGMA page_size")?;
            let is_old = number("PRAGMA auto_vacuum")? == 0;
            if is_old && free > all / 4 && held <= at_once {
                self.conn.execute_batch("PRAGMA auto_vacuum = INCREMENTAL")?;
                self.conn.execute_batch("VACUUM")?;
            }
            Ok(())
        };
        write().map_err(|source| self.wrap_error(source))
    }

    fn free_pages(&self) -> Result<i64, StoreError> {
        let free = self.conn.query_row("PRAGMA freelist_count", [], |row| row.get(0));
        free.map_err(|source| self.wrap_error(source))
    }

    /// Merges the parts of a full text, which keeps deleted text until then.
    fn merge_full_text(&self, steps: &mut MaintenanceSteps, index: &str) -> Result<(), StoreError> {
        loop {
            let pages = steps.batch_size();
            let sql = format!("INSERT INTO {index} ({index}, rank) VALUES ('merge', {pages})");
            let before = self.conn.total_changes();
            steps.run_step(|tx| tx.execute(&sql, []))?;
            // One change is the request itself.
            if self.conn.total_changes() - before < 2 {
                return Ok(());
            }
        }
    }
}
