//! Upkeep of an index: its size, its soundness, and its free pages.

use super::IndexDb;
use crate::StoreError;

/// Size of an index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexSize {
    /// Notes and sessions.
    pub documents: u64,
    /// Their chunks.
    pub chunks: u64,
    /// Bytes that it takes on the disk, once its log is written back.
    pub bytes: u64,
}

impl IndexDb {
    /// Returns the size of the index.
    pub fn size(&self) -> Result<IndexSize, StoreError> {
        let count = |sql: &str| self.conn.query_row(sql, [], |row| row.get::<_, u64>(0));
        self.map_error((|| {
            Ok(IndexSize {
                documents: count("SELECT count(*) FROM documents")?,
                chunks: count("SELECT count(*) FROM chunks")?,
                bytes: count("PRAGMA page_count")? * count("PRAGMA page_size")?,
            })
        })())
    }

    /// Returns the faults of the file, a line each; empty when it is sound.
    pub fn find_damage(&self) -> Result<Vec<String>, StoreError> {
        let found = self.map_error((|| {
            let mut statement = self.conn.prepare("PRAGMA integrity_check(5)")?;
            let lines = statement.query_map([], |row| row.get(0))?;
            lines.collect::<rusqlite::Result<Vec<String>>>()
        })())?;
        Ok(found.into_iter().filter(|line| line != "ok").collect())
    }

    /// Rewrites the file without free pages, and empties the log, so that no removed text can be
    /// read in the file.
    pub fn scrub(&mut self) -> Result<(), StoreError> {
        self.map_error(self.conn.execute_batch(
            "INSERT INTO parts (parts) VALUES ('optimize');
             VACUUM;
             PRAGMA wal_checkpoint(TRUNCATE);",
        ))
    }
}
