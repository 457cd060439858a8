//! Daily upkeep of a home, and immediate repair of a damaged one.

use std::io;

use palimp_store::activity::ActivityDb;

use super::Worker;
use crate::erasure::forget;
use crate::erasure::retain;
use crate::erasure::sweep;
use crate::home::agents::configured_agents;
use crate::home::lock::WorkLock;
use crate::home::log;
use crate::ingest::open_activity;
use crate::injection::standing_wishes;
use crate::notes::project_moves::{JoinedProject, ProjectKeeper};
use crate::retrieval::index_sync::Error;

/// Name of the lock for the upkeep of a home.
const UPKEEP_LOCK: &str = "cleanup";
/// Name of the lock for the upkeep of projects.
const PROJECTS_LOCK: &str = "project-upkeep";
/// Maximum number of free bytes given back to the disk at once; more would lock the database for
/// longer.
const MAX_FREED_BYTES: i64 = 16 << 20;

/// Kind of upkeep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upkeep {
    /// Daily upkeep: among other things, expires rows older than this number of days.
    Daily(i64),
    /// Repair: rebuilds damaged parts that can be rebuilt.
    Mend,
}

impl Worker<'_> {
    /// Keeps a home up, unless another process does so or the home is gone. What fails is logged.
    ///
    /// # Errors
    ///
    /// When it cannot be told whether another process does so.
    pub fn keep_up(&self, what: Upkeep) -> io::Result<()> {
        if !self.home.root().exists() {
            return Ok(());
        }
        let Some(_lock) = WorkLock::try_acquire(self.home, UPKEEP_LOCK)? else { return Ok(()) };
        let user = self.user.as_deref();
        sweep::sweep_all(self.home, self.settings, user, self.places);
        sweep::bound_history(self.home, self.settings, user);
        if let Err(error) = self.try_keep_up(what) {
            let what = match what {
                Upkeep::Daily(_) => "the daily cleanup",
                Upkeep::Mend => "mending the database",
            };
            log::append_line(self.home, self.now_ms(), &format!("{what} failed: {error}"));
        }
        Ok(())
    }

    fn try_keep_up(&self, what: Upkeep) -> Result<(), Error> {
        let Some(mut db) = open_activity::to_change(self.home)? else { return Ok(()) };
        match what {
            Upkeep::Daily(days) => self.run_daily(&mut db, days),
            Upkeep::Mend => Ok(db.mend_full_text().map(|_| ())?),
        }
    }

    fn run_daily(&self, db: &mut ActivityDb, days: i64) -> Result<(), Error> {
        if let Some(doubt) = retain::expiry_doubt(db, self.now_ms(), days)? {
            let why = crate::messages::cleanup_paused(&doubt);
            log::append_line(self.home, self.now_ms(), &why);
        }
        self.log_joined(db);
        self.archive_unused(db);
        retain::run_daily(db, self.now_ms(), days)?;
        forget::finish_forgetting(self.home, self.settings, self.user.clone(), db)?;
        db.mend_full_text()?;
        standing_wishes::renew_changed(db, &[])?;
        // What locks the database for longer is left to whoever cleans up by hand.
        db.give_back(MAX_FREED_BYTES)?;
        db.update_counts()?;
        Ok(db.checkpoint()?)
    }

    /// Records what changed of the home's projects on disk, and moves what was joined, unless another
    /// process does so.
    ///
    /// # Errors
    ///
    /// When it cannot be told whether another process does so.
    pub fn keep_up_projects(&self) -> io::Result<()> {
        if !self.home.root().exists() {
            return Ok(());
        }
        let Some(_lock) = WorkLock::try_acquire(self.home, PROJECTS_LOCK)? else { return Ok(()) };
        let db = match open_activity::to_change(self.home) {
            Ok(db) => db,
            Err(error) => {
                log::append_line(self.home, self.now_ms(), &format!("projects: {error}"));
                None
            }
        };
        if let Some(db) = db {
            self.log_joined(&db);
        }
        Ok(())
    }

    fn log_joined(&self, db: &ActivityDb) {
        let keeper = ProjectKeeper {
            home: self.home,
            settings: self.settings,
            user: self.user.clone(),
            db,
            models: self.models,
        };
        match keeper.keep_up() {
            Ok(joined) => joined.iter().for_each(|it| {
                let JoinedProject { id, into, rows, notes } = it;
                let line = crate::messages::project_was_joined(id, &into.name, rows, notes);
                log::append_line(self.home, self.now_ms(), &line);
            }),
            Err(error) => {
                log::append_line(self.home, self.now_ms(), &format!("projects: {error}"));
            }
        }
    }

    /// Archives palimp's own lines that were not injected for long; failures are logged.
    fn archive_unused(&self, db: &ActivityDb) {
        for agent in configured_agents(self.settings) {
            let aged = self.notes_of(&agent).archive_unseen_lines(db, &(self.clock)());
            if let Err(error) = aged {
                log::append_line(self.home, self.now_ms(), &format!("the archive: {error}"));
            }
        }
    }
}
