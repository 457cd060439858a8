//! Long work on the database, in steps so short that a hook beside it does not notice.

use std::time::{Duration, Instant};

use rusqlite::Transaction;

use super::{ActivityDb, checkpoint_behind, full_text};
use crate::StoreError;

/// Target time for which a step holds the lock. A hook waits up to 250 ms for it, but the agent
/// waits for the hook.
const TARGET_STEP_TIME: Duration = Duration::from_millis(8);
/// Minimum time for which the lock is free, because a waiting process polls it every millisecond.
const MIN_STEP_PAUSE: Duration = Duration::from_millis(3);
/// Maximum size of a step, because a batch that is little work for some rows may be much for the
/// next.
const MAX_BATCH_SIZE: usize = 128;
/// Size of the write-ahead log, in pages, from which it is checkpointed between two steps: rarely,
/// because the next writer holds the lock while the beginning of the log is synced, and before a
/// hook would do it.
const CHECKPOINT_LOG_PAGES: i64 = super::HOOK_PAGES as i64 * 3 / 4;

/// Maintenance in steps, each sized by the duration of the steps before.
pub(super) struct MaintenanceSteps<'a> {
    db: &'a ActivityDb,
    batch: usize,
    /// Damaged full text is mended, and a step done again.
    mends: bool,
}

impl<'a> MaintenanceSteps<'a> {
    /// Begins steps on a database, which end when this value is dropped.
    pub(super) fn new(db: &'a ActivityDb) -> MaintenanceSteps<'a> {
        checkpoint_behind(&db.conn, 0);
        full_text::merge_by_itself(&db.conn, false);
        MaintenanceSteps { db, batch: 16, mends: true }
    }

    /// Steps of what mends the full text.
    pub(super) fn without_mending(db: &'a ActivityDb) -> MaintenanceSteps<'a> {
        MaintenanceSteps { mends: false, ..MaintenanceSteps::new(db) }
    }

    /// Returns the size of the next step's batch.
    pub(super) fn batch_size(&self) -> usize {
        self.batch
    }

    /// Runs `work` over `all` in batches, one a step; returns the sum.
    pub(super) fn run_batches(
        &mut self,
        all: &[i64],
        mut work: impl FnMut(&Transaction, &[i64]) -> rusqlite::Result<usize>,
    ) -> Result<usize, StoreError> {
        let (mut rest, mut sum) = (all, 0);
        while !rest.is_empty() {
            let (batch, after) = rest.split_at(self.batch.min(rest.len()));
            sum += self.run_step(|tx| work(tx, batch))?;
            rest = after;
        }
        Ok(sum)
    }

    /// Runs a step in a transaction of its own, and then leaves the lock to others for a while.
    pub(super) fn run_step<T>(
        &mut self,
        mut work: impl FnMut(&Transaction) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let mut begun = Instant::now();
        let mut timed = |tx: &Transaction| {
            // The lock is there; how long it took to come says nothing of the work.
            begun = Instant::now();
            work(tx)
        };
        let done = match self.mends {
            true => self.db.write(timed)?,
            false => self.db.write_once(&mut timed)?,
        };
        let took = begun.elapsed();
        if took > TARGET_STEP_TIME {
            self.batch = (self.batch / 2).max(1);
        } else if took < TARGET_STEP_TIME / 2 {
            self.batch = (self.batch * 2).min(MAX_BATCH_SIZE);
        }
        if self.db.log_pages()? > CHECKPOINT_LOG_PAGES {
            self.db.checkpoint()?;
        }
        std::thread::sleep(took.max(MIN_STEP_PAUSE));
        Ok(done)
    }
}

impl Drop for MaintenanceSteps<'_> {
    fn drop(&mut self) {
        full_text::merge_by_itself(&self.db.conn, true);
        checkpoint_behind(&self.db.conn, super::COMMAND_PAGES);
    }
}
