//! Stored state of the files and team facts that the index was brought up to date with.

use rusqlite::Connection;

use super::{FilesGlance, IndexDb};
use crate::StoreError;

impl IndexDb {
    /// Returns which facts of teams the index has, as set by [`IndexDb::set_teams`]; empty before
    /// that.
    pub fn teams(&self) -> Result<String, StoreError> {
        Ok(self.read_meta("teams")?.unwrap_or_default())
    }

    /// Notes which facts of teams the index has.
    pub fn set_teams(&self, served: &str) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO meta (key, value) VALUES ('teams', ?1)";
        self.map_error(self.conn.execute(sql, [served]).map(|_| ()))
    }

    /// Returns the digest of the list of files that the index is up to date with, as set by
    /// [`IndexDb::set_seen`]; `None` if the index was written since.
    pub fn seen_digest(&self) -> Result<Option<Vec<u8>>, StoreError> {
        let as_of: Option<i64> = self.read_meta("seen_as_of")?;
        if as_of != Some(self.generation()?) { Ok(None) } else { self.read_meta("seen") }
    }

    /// Returns the description of the files, as set by [`IndexDb::set_seen`], and its time; `None`
    /// if the index was written since.
    pub fn files_glance(&self) -> Result<Option<FilesGlance>, StoreError> {
        let as_of: Option<i64> = self.read_meta("seen_as_of")?;
        if as_of != Some(self.generation()?) {
            return Ok(None);
        }
        let (text, at) = (self.read_meta::<String>("glance")?, self.read_meta::<i64>("seen_at")?);
        Ok(text.zip(at).map(|(text, at)| FilesGlance { text, at }))
    }

    /// Records that the index, as of a generation, is up to date with a list of files, with a
    /// glance that detects changes of the files.
    pub fn set_seen(
        &mut self,
        digest: &[u8],
        as_of: i64,
        glance: &FilesGlance,
    ) -> Result<(), StoreError> {
        let path = &self.path;
        let write = |conn: &mut Connection| {
            let tx = conn.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            let sql = "INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)";
            tx.execute(sql, rusqlite::params!["seen", digest])?;
            tx.execute(sql, rusqlite::params!["seen_as_of", as_of])?;
            tx.execute(sql, rusqlite::params!["glance", glance.text])?;
            tx.execute(sql, rusqlite::params!["seen_at", glance.at])?;
            tx.commit()
        };
        write(&mut self.conn).map_err(|source| StoreError::from_sqlite(path, source))
    }
}
