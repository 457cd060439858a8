//! The index of an agent's notes and conversations: chunks, full text, vectors.
//!
//! The index is derived from files and from the activity database, so an unknown format is not
//! migrated but rebuilt, and so is a damaged file.

mod cache;
mod checked_pages;
mod codec;
mod columns;
mod entry;
mod fallback;
mod read;
mod repository_history;
mod sections;
mod sync_marks;
mod terms;
mod upkeep;
mod vectors;
mod window;
mod window_writer;
mod windows;
mod write;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use palimp_rank::ChunkKind;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, OptionalExtension};

pub use cache::EmbeddingCache;
pub use entry::{ChunkEntry, ChunkTerms, PackedVector};
pub use read::{ChunkLocation, IndexReader};
pub use repository_history::{CommitRow, IndexedRepository};
pub use sections::{AllowedSlots, IndexSections};
pub use upkeep::IndexSize;
pub use window::{WindowPart, WindowText};
pub use windows::{ProjectWindows, WindowDocument};
pub use write::IndexWriter;

use crate::StoreError;
use crate::files::{make_database, private_dir};

/// Format of the tables and of the terms in them. Increases with every change of the schema, of the
/// analyzer and of the fields that a chunk is indexed under.
const INDEX_FORMAT_VERSION: i64 = 11;

/// Maximum number of bytes of the file that SQLite maps. A mapped page takes no call to read, and a
/// query reads a large part of the file.
const MAX_MAPPED_BYTES: i64 = 0x7fff_0000;

/// Page cache of an index that is not mapped, as SQLite counts it: kilobytes, negative.
const CACHE_SIZE_NEGATIVE_KIB: i64 = -32_768;

/// Source of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum DocumentSource {
    /// A note of the vault.
    Note = 0,
    /// A file outside the vault.
    Extra = 1,
    /// A session of the activity database.
    Session = 2,
    /// A fact that a team approved.
    Team = 3,
    /// A commit of a git repository.
    Commit = 4,
    /// A decision record in the working tree of a git repository.
    Record = 5,
}

impl DocumentSource {
    /// Every source, by its number.
    const ALL: [DocumentSource; 6] = [
        DocumentSource::Note,
        DocumentSource::Extra,
        DocumentSource::Session,
        DocumentSource::Team,
        DocumentSource::Commit,
        DocumentSource::Record,
    ];

    /// Returns the source of this number; a note's if there is none.
    fn from_number(number: u8) -> DocumentSource {
        DocumentSource::ALL.get(usize::from(number)).copied().unwrap_or(DocumentSource::Note)
    }

    /// Returns the path of a document under which its chunks are found: a hash is no words.
    fn searched_path(self, path: &str) -> &str {
        if self == DocumentSource::Commit { "" } else { path }
    }
}

/// Stamp by which a change of a document is noticed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DocumentStamp {
    /// Bytes of the file; of a session, the number of its newest message.
    pub size: i64,
    /// Time of writing, in nanoseconds since the Unix epoch.
    pub mtime: i64,
    /// The hash of its content.
    pub hash: [u8; 16],
}

/// A note, a session, a fact of a team, a commit or a decision record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexDocument {
    /// Source of the document.
    pub source: DocumentSource,
    /// The note's path, the session's id, or the commit's hash.
    pub path: String,
    /// The number of the repository of a commit or a decision record; 0 of all others.
    pub repository: u32,
    /// Stamp by which a change is noticed.
    pub stamp: DocumentStamp,
    /// Its title.
    pub title: String,
    /// Its project; empty for none.
    pub project: String,
    /// Kind of its chunks.
    pub kind: ChunkKind,
    /// Time of creation, in milliseconds since the Unix epoch.
    pub created_at: i64,
    /// Text that its writer stores beside its chunks; never searched.
    pub about: String,
}

/// Path and stamp of a document in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownDocument {
    /// The note's path, or the session's id.
    pub path: String,
    /// Stamp by which a change is noticed.
    pub stamp: DocumentStamp,
}

/// An open index.
#[derive(Debug)]
pub struct IndexDb {
    conn: Connection,
    path: PathBuf,
    snapshot: read::IndexSnapshot,
    /// The documents of each source, and of when that is.
    documents: [Option<Documents>; DocumentSource::ALL.len()],
}

/// A version and a generation of an index, and the documents of a source then.
type Documents = ((i64, i64), Arc<[KnownDocument]>);

/// Cheap description of files, to detect quickly that they are unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilesGlance {
    /// Description, in a format of the caller.
    pub text: String,
    /// Time of the look at the files, in nanoseconds since the Unix epoch.
    pub at: i64,
}

impl Drop for IndexDb {
    /// Leaves an empty log behind, so that the next process need not create it; most processes only
    /// read.
    fn drop(&mut self) {
        crate::files::leave_log(&self.conn, &self.path, 1);
    }
}

impl IndexDb {
    /// Opens the index at `path`; creates it if it is missing, damaged or of another format.
    pub fn open(path: &Path) -> Result<IndexDb, StoreError> {
        if let Some(dir) = path.parent() {
            private_dir(dir)?;
        }
        match IndexDb::try_open(path) {
            Err(StoreError::Corrupt(_)) => {
                remove_index(path)?;
                IndexDb::try_open(path)
            }
            opened => opened,
        }
    }

    /// Copies the index at `path` into memory without changing any file; an empty index if there is
    /// none of this format, or a damaged one. Changes to the copy are not stored.
    pub fn in_memory(path: &Path) -> Result<IndexDb, StoreError> {
        let wrap = |source| StoreError::from_sqlite(path, source);
        let there = crate::reading::open_by(path, checked_pages::vfs_name()).ok();
        let there = there
            .filter(|conn| format_version(conn).is_ok_and(|format| format == INDEX_FORMAT_VERSION));
        // A damaged page is detected while it is copied.
        let mut conn = match there.and_then(|there| crate::reading::copy_to_memory(&there).ok()) {
            Some(copy) => copy,
            None => Connection::open_in_memory().map_err(wrap)?,
        };
        create_tables(&mut conn, false).map_err(wrap)?;
        Ok(IndexDb::from_connection(conn, path))
    }

    /// Opens the index at `path` read-only without changing any file; `None` if there is none of
    /// this format. An index that no process had open is a snapshot of this moment, so a
    /// long-running caller has to open it again once the file has changed.
    ///
    /// # Errors
    ///
    /// When the file is not an index, or cannot be read.
    pub fn open_to_read(path: &Path) -> Result<Option<IndexDb>, StoreError> {
        let conn = match crate::reading::open_by(path, checked_pages::vfs_name()) {
            Err(StoreError::Missing(_)) => return Ok(None),
            opened => opened?,
        };
        let wrap = |source| StoreError::from_sqlite(path, source);
        conn.set_prepared_statement_cache_capacity(64);
        // The file is not mapped, because another process may truncate it.
        conn.pragma_update(None, "cache_size", CACHE_SIZE_NEGATIVE_KIB).map_err(wrap)?;
        Ok((format_version(&conn).map_err(wrap)? == INDEX_FORMAT_VERSION)
            .then(|| IndexDb::from_connection(conn, path)))
    }

    /// Limits the part of the file that is kept in memory from now on. Of a mapped file, every page
    /// that was ever looked into counts as its process's memory.
    pub fn limit_memory(&self) -> Result<(), StoreError> {
        let bounded =
            format!("PRAGMA mmap_size = 0; PRAGMA cache_size = {CACHE_SIZE_NEGATIVE_KIB}");
        self.map_error(self.conn.execute_batch(&bounded))
    }

    /// Opens an index that lives as long as this value, in memory or in a file without a name: a
    /// rebuild fills it while the old index answers. A process that is killed leaves nothing of it.
    pub fn open_temporary() -> Result<IndexDb, StoreError> {
        let path = Path::new("");
        let mut conn =
            Connection::open("").map_err(|source| StoreError::from_sqlite(path, source))?;
        create_tables(&mut conn, false).map_err(|source| StoreError::from_sqlite(path, source))?;
        Ok(IndexDb::from_connection(conn, path))
    }

    fn from_connection(conn: Connection, path: &Path) -> IndexDb {
        let (snapshot, documents) = Default::default();
        IndexDb { conn, path: path.to_owned(), snapshot, documents }
    }

    fn try_open(path: &Path) -> Result<IndexDb, StoreError> {
        make_database(path)?;
        let wrap = |source| StoreError::from_sqlite(path, source);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags_and_vfs(path, flags, checked_pages::vfs_name());
        let mut conn = opened.map_err(wrap)?;
        #[cfg(debug_assertions)]
        crate::statements::record_statements(&mut conn);
        conn.busy_handler(Some(wait_for_lock)).map_err(wrap)?;
        conn.pragma_update(None, "synchronous", "NORMAL").map_err(wrap)?;
        conn.pragma_update(None, "mmap_size", MAX_MAPPED_BYTES).map_err(wrap)?;
        // Otherwise a statement is planned again whenever another value is bound to it.
        conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map_err(wrap)?;
        conn.set_prepared_statement_cache_capacity(64);
        match format_version(&conn).map_err(wrap)? {
            INDEX_FORMAT_VERSION => {}
            0 => create_tables(&mut conn, true).map_err(wrap)?,
            _ => return Err(StoreError::Corrupt(path.to_owned())),
        }
        Ok(IndexDb::from_connection(conn, path))
    }

    /// True if the index is a copy in memory, whose changes are not stored.
    pub fn is_in_memory(&self) -> bool {
        self.conn.path().is_none_or(str::is_empty)
    }

    /// Replaces the content of this index by that of `fresh`, in one transaction; readers keep the
    /// old content meanwhile.
    pub fn become_of(&mut self, fresh: &IndexDb) -> Result<(), StoreError> {
        let path = self.path.clone();
        let wrap = |source| StoreError::from_sqlite(&path, source);
        let backup = rusqlite::backup::Backup::new(&fresh.conn, &mut self.conn).map_err(wrap)?;
        loop {
            use rusqlite::backup::StepResult;
            match backup.step(-1).map_err(wrap)? {
                StepResult::Done => break,
                StepResult::Busy | StepResult::Locked => std::thread::sleep(POLL_INTERVAL),
                _ => {}
            }
        }
        drop(backup);
        self.snapshot = read::IndexSnapshot::default();
        self.documents = Default::default();
        Ok(())
    }

    /// Returns every document of a source in the index; the result is cached until the index
    /// changes.
    pub fn documents(
        &mut self,
        source: DocumentSource,
    ) -> Result<Arc<[KnownDocument]>, StoreError> {
        // The first number changes with what others write, the second with what this connection does.
        let as_of = (self.data_version()?, self.generation()?);
        let known = &self.documents[source as usize];
        if let Some((_, documents)) = known.as_ref().filter(|(then, _)| *then == as_of) {
            return Ok(Arc::clone(documents));
        }
        let documents = self.map_error(query_documents(&self.conn, source))?;
        self.documents[source as usize] = Some((as_of, Arc::clone(&documents)));
        Ok(documents)
    }

    /// Returns the documents of a source that the index knows, by the number that their chunks
    /// have.
    pub fn numbered_documents(
        &self,
        source: DocumentSource,
    ) -> Result<Vec<(u32, KnownDocument)>, StoreError> {
        self.map_error((|| {
            let sql = "SELECT path, size, mtime, hash, id FROM documents WHERE source = ?1";
            let mut statement = self.conn.prepare_cached(sql)?;
            let rows = statement
                .query_map([source as u8], |row| Ok((row.get(4)?, parse_known_document(row)?)))?;
            rows.collect()
        })())
    }

    /// Returns the stamp of a document; `None` if the index does not know it.
    pub fn document_stamp(
        &self,
        source: DocumentSource,
        path: &str,
    ) -> Result<Option<DocumentStamp>, StoreError> {
        self.map_error(query_stamp(&self.conn, source, path))
    }

    /// Returns a number that changes when another connection writes the index.
    pub fn data_version(&self) -> Result<i64, StoreError> {
        self.map_error((|| {
            let mut statement = self.conn.prepare_cached("PRAGMA data_version")?;
            statement.query_row([], |row| row.get(0))
        })())
    }

    fn read_meta<T: rusqlite::types::FromSql>(&self, key: &str) -> Result<Option<T>, StoreError> {
        self.map_error(query_meta(&self.conn, key))
    }

    /// Returns the space of the vectors, as [`palimp_core::embed::EmbeddingSpace`] prints it; `None` before
    /// the first.
    pub fn vector_space(&self) -> Result<Option<String>, StoreError> {
        self.read_meta("space")
    }

    /// Returns the signature of the tools that made the chunks, as set by
    /// [`IndexDb::set_signature`]; `None` before the first.
    pub fn signature(&self) -> Result<Option<String>, StoreError> {
        self.read_meta("signature")
    }

    /// Stores the signature of the tools that made the chunks.
    pub fn set_signature(&self, signature: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO meta (key, value) VALUES ('signature', ?1)
            ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value";
        self.map_error(self.conn.execute(sql, [signature]).map(|_| ()))
    }

    /// Returns the number of times that the index was written.
    pub fn generation(&self) -> Result<i64, StoreError> {
        Ok(self.read_meta("generation")?.unwrap_or(0))
    }

    fn map_error<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|source| index_error(&self.path, source))
    }
}

/// Removes a damaged index, and its log and its shared memory.
pub fn remove_index(path: &Path) -> Result<(), StoreError> {
    for suffix in ["", "-wal", "-shm"] {
        let path = PathBuf::from(format!("{}{suffix}", path.display()));
        match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(StoreError::from_io(&path, error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Classifies an error of SQLite. The index is made of tables that fit each other: a row that is
/// missing or of another type than it was written with is damage.
fn index_error(path: &Path, source: rusqlite::Error) -> StoreError {
    use rusqlite::Error as E;
    match source {
        E::QueryReturnedNoRows
        | E::FromSqlConversionFailure(..)
        | E::IntegralValueOutOfRange(..)
        | E::InvalidColumnType(..)
        | E::Utf8Error(..) => StoreError::Corrupt(path.to_owned()),
        source => StoreError::from_sqlite(path, source),
    }
}

fn query_meta<T: rusqlite::types::FromSql>(
    conn: &Connection,
    key: &str,
) -> rusqlite::Result<Option<T>> {
    let mut statement = conn.prepare_cached("SELECT value FROM meta WHERE key = ?1")?;
    statement.query_row([key], |row| row.get(0)).optional()
}

fn query_documents(
    conn: &Connection,
    source: DocumentSource,
) -> rusqlite::Result<Arc<[KnownDocument]>> {
    let sql = "SELECT path, size, mtime, hash FROM documents WHERE source = ?1 ORDER BY path";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map([source as u8], parse_known_document)?;
    rows.collect()
}

fn parse_known_document(row: &rusqlite::Row) -> rusqlite::Result<KnownDocument> {
    let stamp = DocumentStamp {
        size: row.get(1)?,
        mtime: row.get(2)?,
        hash: row.get_ref(3)?.as_blob()?.try_into().unwrap_or_default(),
    };
    Ok(KnownDocument { path: row.get(0)?, stamp })
}

fn query_stamp(
    conn: &Connection,
    source: DocumentSource,
    path: &str,
) -> rusqlite::Result<Option<DocumentStamp>> {
    let sql = "SELECT size, mtime, hash FROM documents WHERE source = ?1 AND path = ?2";
    let mut statement = conn.prepare_cached(sql)?;
    let row = statement.query_row(rusqlite::params![source as u8, path], |row| {
        Ok(DocumentStamp {
            size: row.get(0)?,
            mtime: row.get(1)?,
            hash: row.get_ref(2)?.as_blob()?.try_into().unwrap_or_default(),
        })
    });
    row.optional()
}

fn format_version(conn: &Connection) -> rusqlite::Result<i64> {
    conn.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Creates the tables; of processes that do so at once, one does.
fn create_tables(conn: &mut Connection, durable: bool) -> rusqlite::Result<()> {
    checked_pages::reserve_checksum_bytes(conn)?;
    conn.pragma_update(None, "page_size", checked_pages::PAGE_BYTES as i64)?;
    if durable {
        switch_to_wal(conn)?;
    }
    let tx = conn.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    if format_version(&tx)? == 0 {
        tx.execute_batch(include_str!("schema.sql"))?;
        tx.pragma_update(None, "user_version", INDEX_FORMAT_VERSION)?;
    }
    tx.commit()
}

/// SQLite does not wait for locks while it switches, so a second process retries.
fn switch_to_wal(conn: &Connection) -> rusqlite::Result<()> {
    let mut tries = 0;
    loop {
        match conn.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())) {
            Err(error)
                if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)
                    && wait_for_lock(tries) =>
            {
                tries += 1;
            }
            done => return done,
        }
    }
}

const POLL_INTERVAL: Duration = Duration::from_millis(1);
const INDEX_BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Waits a little for a lock; false once the busy timeout has passed.
fn wait_for_lock(tries: i32) -> bool {
    let waited = POLL_INTERVAL * u32::try_from(tries).unwrap_or(u32::MAX);
    if waited >= INDEX_BUSY_TIMEOUT {
        return false;
    }
    std::thread::sleep(POLL_INTERVAL);
    true
}
