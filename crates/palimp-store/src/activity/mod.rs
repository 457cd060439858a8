//! The activity database: sessions, messages and observations, with their full text.

mod agent_log;
mod batched_maintenance;
mod changes_since;
mod conversations;
mod counts;
mod device_sync;
mod flush_marks;
mod forget;
mod full_text;
mod injections;
mod line_usage;
mod maintain;
mod partial_indexes;
mod projects;
mod query;
mod raw_rows;
mod recent_activity;
mod retention;
mod runs;
mod schema;
mod search;
mod sessions;
mod space;
mod texts;
mod write;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

pub use agent_log::{AgentAct, AgentDeed};
pub use changes_since::ActivityPosition;
pub use conversations::{ConversationProgress, MessagesExtent};
pub use device_sync::ObservationKey;
pub use flush_marks::{Backlog, TokenMeter};
pub use forget::{CapturedItem, ForgottenCounts, MatchingRows};
pub use line_usage::LineUsage;
pub use maintain::{DatabaseHealth, Salvage};
pub use projects::ProjectMove;
pub use query::{ActivityStats, Filter, SessionFilter, StoredInjection, TimelineMoment};
pub use recent_activity::{EditingSession, RunEnd, RunRecord};
pub use retention::{AgingKind, ClockJump, is_expired};
pub use runs::HandedOn;
pub use search::{ActivityHit, ActivityResults, ActivitySearch, Tier};
pub use texts::StoredText;
pub use write::AppliedCounts;

use crate::StoreError;
use crate::files::make_database;

/// Busy timeout for locks of other processes, and whether closing checkpoints the write-ahead log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BusyPolicy {
    /// A hook: waits at most 250 ms, and leaves the checkpoint of the write-ahead log to slower
    /// processes.
    Hook,
    /// A command that a person runs: waits 5 s.
    Command,
}

/// Size of the write-ahead log, in bytes, from which even a hook checkpoints it when it is the last
/// to close the database. A log that no process holds open is read through by the next one that
/// opens it; this limit keeps that to a tenth of a millisecond or two.
const HOOK_CHECKPOINT_BYTES: u64 = 480 * 1024;

/// Size of the log, in pages, from which a commit of a command checkpoints it.
const COMMAND_PAGES: i32 = 1_000;
/// Size of the log, in pages, from which a commit of a hook checkpoints it, because no other
/// process did.
const HOOK_PAGES: i32 = 8_000;

/// An open activity database.
#[derive(Debug)]
pub struct ActivityDb {
    conn: Connection,
    path: PathBuf,
    patience: BusyPolicy,
}

impl Drop for ActivityDb {
    /// The last connection that closes checkpoints the log and removes it, which costs four disk
    /// syncs. A hook leaves that to slower processes as long as the log is small.
    fn drop(&mut self) {
        if self.patience == BusyPolicy::Hook {
            crate::files::leave_log(&self.conn, &self.path, HOOK_CHECKPOINT_BYTES);
        }
    }
}

impl ActivityDb {
    /// Opens the database at `path`, and makes or migrates it where needed.
    pub fn open(path: &Path, patience: BusyPolicy) -> Result<ActivityDb, StoreError> {
        make_database(path)?;
        let mut db = ActivityDb::connect(path, patience, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let found = db.schema_version()?;
        if found > schema::SCHEMA_VERSION {
            return Err(StoreError::Newer {
                path: path.to_owned(),
                found,
                known: schema::SCHEMA_VERSION,
            });
        }
        if found < schema::SCHEMA_VERSION {
            db.migrate(patience)?;
        }
        Ok(db)
    }

    /// Opens the database at `path` read-only and changes no file: nothing is created, migrated or
    /// checkpointed, and writers are not blocked. An older schema is migrated in memory. If no
    /// other process has the database open, it is a snapshot of this moment.
    pub fn open_to_read(path: &Path) -> Result<ActivityDb, StoreError> {
        let conn = crate::reading::open(path)?;
        let mut db = ActivityDb { conn, path: path.to_owned(), patience: BusyPolicy::Command };
        let found = db.schema_version()?;
        if found > schema::SCHEMA_VERSION {
            return Err(StoreError::Newer {
                path: path.to_owned(),
                found,
                known: schema::SCHEMA_VERSION,
            });
        }
        if found < schema::SCHEMA_VERSION {
            db.conn =
                crate::reading::copy_to_memory(&db.conn).map_err(|source| db.wrap_error(source))?;
            db.migrate(BusyPolicy::Command)?;
        }
        let sealed = db.conn.execute_batch("PRAGMA query_only = ON");
        sealed.map_err(|source| db.wrap_error(source))?;
        Ok(db)
    }

    /// Compares the format of the database at `path` with this program's: earlier, equal or later.
    /// Nothing is changed.
    ///
    /// # Errors
    ///
    /// When the file is not a database, or cannot be read.
    pub fn compare_version(path: &Path) -> Result<std::cmp::Ordering, StoreError> {
        let conn = crate::reading::open(path)?;
        let found =
            schema::read_version(&conn).map_err(|source| StoreError::from_sqlite(path, source))?;
        Ok(found.cmp(&schema::SCHEMA_VERSION))
    }

    fn connect(
        path: &Path,
        patience: BusyPolicy,
        flags: OpenFlags,
    ) -> Result<ActivityDb, StoreError> {
        let wrap = |source| StoreError::from_sqlite(path, source);
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut conn = Connection::open_with_flags(path, flags).map_err(wrap)?;
        #[cfg(debug_assertions)]
        crate::statements::record_statements(&mut conn);
        configure(&mut conn, patience).map_err(wrap)?;
        Ok(ActivityDb { conn, path: path.to_owned(), patience })
    }

    fn schema_version(&self) -> Result<i64, StoreError> {
        schema::read_version(&self.conn).map_err(|source| self.wrap_error(source))
    }

    /// Migrates; a process that loses the race for the journal mode tries again.
    fn migrate(&mut self, patience: BusyPolicy) -> Result<(), StoreError> {
        let deadline = std::time::Instant::now() + patience.busy_timeout();
        loop {
            match schema::migrate(&mut self.conn).map_err(|source| self.wrap_error(source)) {
                Err(StoreError::Locked(_)) if std::time::Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                done => return done,
            }
        }
    }

    /// Runs `work` in one transaction. If the full text is damaged, a caller other than a hook
    /// repairs it and runs the work again. The repair itself writes by [`ActivityDb::write_once`],
    /// because a damage that it cannot repair would otherwise restart it without end.
    fn write<T>(
        &self,
        mut work: impl FnMut(&Transaction) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        match self.write_once(&mut work) {
            Err(StoreError::Corrupt(_)) if self.try_mend() => self.write_once(&mut work),
            done => done,
        }
    }

    fn write_once<T>(
        &self,
        work: &mut impl FnMut(&Transaction) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let done = (|| {
            // No transaction is ever begun within another one.
            let tx = Transaction::new_unchecked(&self.conn, TransactionBehavior::Immediate)?;
            let done = work(&tx)?;
            tx.commit()?;
            Ok(done)
        })();
        done.map_err(|source| self.wrap_error(source))
    }

    /// Repairs the full text where a hook is not waiting; true if it was damaged and is repaired.
    fn try_mend(&self) -> bool {
        self.patience == BusyPolicy::Command && self.mend_full_text().is_ok_and(|mended| mended)
    }

    fn wrap_error(&self, source: rusqlite::Error) -> StoreError {
        StoreError::from_sqlite(&self.path, source)
    }
}

impl BusyPolicy {
    const fn busy_timeout(self) -> Duration {
        match self {
            BusyPolicy::Hook => Duration::from_millis(250),
            BusyPolicy::Command => Duration::from_secs(5),
        }
    }
}

fn configure(conn: &mut Connection, patience: BusyPolicy) -> rusqlite::Result<()> {
    conn.busy_handler(Some(match patience {
        BusyPolicy::Hook => |tries| wait_for_lock(tries, BusyPolicy::Hook),
        BusyPolicy::Command => |tries| wait_for_lock(tries, BusyPolicy::Command),
    }))?;
    // Checkpoints are left to slower processes; a hook does one if no other process did.
    if patience == BusyPolicy::Hook {
        checkpoint_behind(conn, HOOK_PAGES);
    }
    conn.execute_batch("PRAGMA synchronous = NORMAL")
}

/// Lets this connection write the log back only behind a commit that makes it longer than so many
/// pages. The pragma of this name would be parsed by every hook.
#[expect(unsafe_code, reason = "rusqlite has no name for it")]
fn checkpoint_behind(conn: &Connection, pages: i32) {
    // SAFETY: the connection is open.
    unsafe { rusqlite::ffi::sqlite3_wal_autocheckpoint(conn.handle(), pages) };
}

/// Waits a little for a lock; false once the busy timeout has passed. SQLite's own handler sleeps
/// up to 100 ms at a time, which under many writers leaves most of them asleep while the lock is
/// free; steps of a millisecond keep the tail short.
fn wait_for_lock(tries: i32, patience: BusyPolicy) -> bool {
    const POLL_INTERVAL: Duration = Duration::from_millis(1);
    let waited = POLL_INTERVAL * u32::try_from(tries).unwrap_or(u32::MAX);
    if waited >= patience.busy_timeout() {
        return false;
    }
    std::thread::sleep(POLL_INTERVAL);
    true
}
