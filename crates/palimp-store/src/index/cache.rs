//! Vectors that were paid for, kept where deleting the index does not reach them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use palimp_core::embed::EmbeddingSpace;
use rusqlite::{Connection, OpenFlags, Row, TransactionBehavior, params};

use super::{PackedVector, wait_for_lock};
use crate::StoreError;
use crate::files::{make_database, private_dir};

/// Vectors by the space they live in and the hash of the text they stand for.
#[derive(Debug)]
pub struct EmbeddingCache {
    conn: Connection,
    path: PathBuf,
}

impl EmbeddingCache {
    /// Opens the cache at `path`; a damaged one is replaced by an empty one.
    pub fn open(path: &Path) -> Result<EmbeddingCache, StoreError> {
        match EmbeddingCache::try_open(path) {
            Err(StoreError::Corrupt(_)) => {
                super::remove_index(path)?;
                EmbeddingCache::try_open(path)
            }
            opened => opened,
        }
    }

    /// Opens the cache at `path` to read it, and leaves every file as it is.
    pub fn open_to_read(path: &Path) -> Result<EmbeddingCache, StoreError> {
        Ok(EmbeddingCache { conn: crate::reading::open(path)?, path: path.to_owned() })
    }

    /// Writes a copy of the cache, as it is at one moment, to the file `path`, which must not be there.
    ///
    /// # Errors
    ///
    /// When the cache cannot be read, or the file cannot be written.
    pub fn copy_to(&self, path: &Path) -> Result<(), StoreError> {
        let copied = self.conn.execute("VACUUM INTO ?1", [path.to_string_lossy()]);
        copied.map(|_| ()).map_err(|source| StoreError::from_sqlite(&self.path, source))
    }

    fn try_open(path: &Path) -> Result<EmbeddingCache, StoreError> {
        if let Some(dir) = path.parent() {
            private_dir(dir)?;
        }
        make_database(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || {
            let mut conn = Connection::open_with_flags(path, flags)?;
            conn.busy_handler(Some(wait_for_lock))?;
            conn.execute_batch(
                "PRAGMA synchronous = NORMAL;
                 CREATE TABLE IF NOT EXISTS embeddings (
                     space TEXT NOT NULL, hash BLOB NOT NULL,
                     factor REAL NOT NULL, numbers BLOB NOT NULL, checksum BLOB,
                     PRIMARY KEY (space, hash)) WITHOUT ROWID;",
            )?;
            add_checksums(&mut conn)?;
            Ok(conn)
        };
        let conn = open().map_err(|source| StoreError::from_sqlite(path, source))?;
        Ok(EmbeddingCache { conn, path: path.to_owned() })
    }

    /// Returns the cached vector of a text in a space. A vector with a wrong checksum counts as
    /// missing, so the caller requests it again.
    pub fn get(
        &self,
        space: &EmbeddingSpace,
        hash: &[u8],
    ) -> Result<Option<PackedVector>, StoreError> {
        let sql = "SELECT factor, numbers, checksum FROM embeddings WHERE space = ?1 AND hash = ?2";
        let named = space.to_string();
        let found = self.conn.prepare_cached(sql).and_then(|mut statement| {
            let mut rows = statement.query(params![named, hash])?;
            Ok(rows.next()?.and_then(|row| parse_cached_row(row, &named, hash).ok().flatten()))
        });
        let found = found.map_err(|source| StoreError::from_sqlite(&self.path, source))?;
        Ok(found.filter(|packed| packed.numbers.len() == space.dimensions))
    }

    /// Stores vectors, all or none.
    pub fn insert_vectors(
        &mut self,
        space: &EmbeddingSpace,
        vectors: &[(&[u8], &PackedVector)],
    ) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO embeddings (space, hash, factor, numbers, checksum)
            VALUES (?1, ?2, ?3, ?4, ?5)";
        let named = space.to_string();
        let mut write = || {
            let tx = self.conn.transaction()?;
            for (hash, packed) in vectors {
                let numbers: Vec<u8> = packed.numbers.iter().map(|n| n.cast_unsigned()).collect();
                let factor = f64::from(packed.factor);
                let sum = row_checksum(&named, hash, factor, &numbers);
                tx.prepare_cached(sql)?.execute(params![named, hash, factor, numbers, sum])?;
            }
            tx.commit()
        };
        write().map_err(|source| StoreError::from_sqlite(&self.path, source))
    }

    /// Removes the vectors of every text whose hash is not `wanted`, in all spaces, without a
    /// trace; returns their number.
    pub fn keep_only(&mut self, wanted: &HashSet<[u8; 32]>) -> Result<usize, StoreError> {
        let mut remove = || {
            let tx = self.conn.transaction()?;
            let kept = {
                let mut statement = tx.prepare("SELECT DISTINCT hash FROM embeddings")?;
                let rows = statement.query_map([], |row| row.get::<_, Vec<u8>>(0))?;
                rows.collect::<rusqlite::Result<Vec<_>>>()?
            };
            let mut removed = 0;
            for hash in kept {
                let known = <[u8; 32]>::try_from(hash.as_slice());
                if !known.is_ok_and(|hash| wanted.contains(&hash)) {
                    removed += tx.execute("DELETE FROM embeddings WHERE hash = ?1", [hash])?;
                }
            }
            tx.commit()?;
            if removed > 0 {
                self.conn.execute_batch("VACUUM")?;
            }
            Ok(removed)
        };
        remove().map_err(|source| StoreError::from_sqlite(&self.path, source))
    }

    /// Returns the number of cached vectors of a space.
    pub fn count_vectors(&self, space: &EmbeddingSpace) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM embeddings WHERE space = ?1";
        let count = self.conn.query_row(sql, [space.to_string()], |row| row.get(0));
        count.map_err(|source| StoreError::from_sqlite(&self.path, source))
    }
}

/// The first caches had no checksums; their rows are accepted without.
fn add_checksums(conn: &mut Connection) -> rusqlite::Result<()> {
    let has = |conn: &Connection| conn.column_exists(None, "embeddings", "checksum");
    if has(conn)? {
        return Ok(());
    }
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if !has(&tx)? {
        tx.execute_batch("ALTER TABLE embeddings ADD COLUMN checksum BLOB")?;
    }
    tx.commit()
}

/// Parses the vector in a row; `None` if it is not the vector that was stored under this name.
fn parse_cached_row(row: &Row, space: &str, hash: &[u8]) -> rusqlite::Result<Option<PackedVector>> {
    let (factor, bytes) = (row.get(0)?, row.get_ref(1)?.as_blob()?);
    let sum: Option<[u8; 16]> = row.get(2)?;
    let same = sum.is_none_or(|sum| sum == row_checksum(space, hash, factor, bytes));
    let numbers = super::vectors::parse_numbers(bytes).collect();
    Ok(same.then_some(PackedVector { factor: factor as f32, numbers }))
}

/// Returns the checksum of a row over its space, hash, factor and numbers.
fn row_checksum(space: &str, hash: &[u8], factor: f64, numbers: &[u8]) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    for part in [space.as_bytes(), hash, &factor.to_le_bytes(), numbers] {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    let mut sum = [0; 16];
    sum.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    sum
}
