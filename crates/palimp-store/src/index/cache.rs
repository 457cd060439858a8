//! Vectors that were paid for, kept where deleting the index does not reach them.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

use palimp_core::embed::Space;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::{Packed, wait};
use crate::StoreError;
use crate::files::{private, private_dir};

/// Vectors by the space they live in and the hash of the text they stand for.
#[derive(Debug)]
pub struct EmbeddingCache {
    conn: Connection,
    path: PathBuf,
}

impl EmbeddingCache {
    /// Opens the cache at `path`; a damaged one is begun anew.
    pub fn open(path: &Path) -> Result<EmbeddingCache, StoreError> {
        match EmbeddingCache::try_open(path) {
            Err(StoreError::Corrupt(_)) => {
                super::remove(path)?;
                EmbeddingCache::try_open(path)
            }
            opened => opened,
        }
    }

    fn try_open(path: &Path) -> Result<EmbeddingCache, StoreError> {
        if let Some(dir) = path.parent() {
            private_dir(dir)?;
        }
        let created = private(OpenOptions::new().write(true).create(true).truncate(false), path);
        created.map_err(|source| StoreError::io(path, source))?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || {
            let mut conn = Connection::open_with_flags(path, flags)?;
            conn.busy_handler(Some(wait))?;
            conn.execute_batch(
                "PRAGMA synchronous = NORMAL;
                 CREATE TABLE IF NOT EXISTS embeddings (
                     space TEXT NOT NULL, hash BLOB NOT NULL,
                     factor REAL NOT NULL, numbers BLOB NOT NULL,
                     PRIMARY KEY (space, hash)) WITHOUT ROWID;",
            )?;
            Ok(conn)
        };
        let conn = open().map_err(|source| StoreError::sqlite(path, source))?;
        Ok(EmbeddingCache { conn, path: path.to_owned() })
    }

    /// The vector of a text in a space, where it is kept.
    pub fn get(&self, space: &Space, hash: &[u8]) -> Result<Option<Packed>, StoreError> {
        let sql = "SELECT factor, numbers FROM embeddings WHERE space = ?1 AND hash = ?2";
        let found = self.conn.prepare_cached(sql).and_then(|mut statement| {
            let row = statement.query_row(params![space.to_string(), hash], |row| {
                let numbers = super::read::numbers(row.get_ref(1)?.as_blob()?).collect();
                Ok(Packed { factor: row.get::<_, f64>(0)? as f32, numbers })
            });
            row.optional()
        });
        let found = found.map_err(|source| StoreError::sqlite(&self.path, source))?;
        Ok(found.filter(|packed| packed.numbers.len() == space.dimensions))
    }

    /// Keeps vectors, all or none.
    pub fn put(&mut self, space: &Space, vectors: &[(&[u8], &Packed)]) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO embeddings (space, hash, factor, numbers)
            VALUES (?1, ?2, ?3, ?4)";
        let named = space.to_string();
        let mut write = || {
            let tx = self.conn.transaction()?;
            for (hash, packed) in vectors {
                let numbers: Vec<u8> = packed.numbers.iter().map(|n| n.cast_unsigned()).collect();
                let factor = f64::from(packed.factor);
                tx.prepare_cached(sql)?.execute(params![named, hash, factor, numbers])?;
            }
            tx.commit()
        };
        write().map_err(|source| StoreError::sqlite(&self.path, source))
    }

    /// Takes out the vectors of a text in every space, and leaves no trace of them.
    pub fn forget(&mut self, hashes: &[&[u8]]) -> Result<(), StoreError> {
        let mut remove = || {
            let tx = self.conn.transaction()?;
            for hash in hashes {
                tx.execute("DELETE FROM embeddings WHERE hash = ?1", params![hash])?;
            }
            tx.commit()?;
            self.conn.execute_batch("VACUUM")
        };
        remove().map_err(|source| StoreError::sqlite(&self.path, source))
    }

    /// How many vectors of a space are kept.
    pub fn count(&self, space: &Space) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM embeddings WHERE space = ?1";
        let count = self.conn.query_row(sql, [space.to_string()], |row| row.get(0));
        count.map_err(|source| StoreError::sqlite(&self.path, source))
    }
}
