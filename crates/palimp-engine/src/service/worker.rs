//! Doing what is due, beside the hooks: conversations are condensed, and what they left behind goes
//! where it belongs.

mod remember;
mod upkeep;

use std::path::PathBuf;

use jiff::Zoned;
use palimp_clients::install::ClientPaths;
use palimp_core::chat::ModelError;
use palimp_core::distill::Distiller;
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_store::activity::ActivityDb;

use crate::consolidation::flush::{Distillers, FLUSH_LOCK_NAME, FlushScope, Flushed, Flusher};
use crate::consolidation::reflect::{self, ReflectOptions, ReflectionResult};
use crate::consolidation::schedule::{Budget, budget_day, is_due};
use crate::home::agents::configured_agents;
use crate::home::lock::WorkLock;
use crate::home::log;
use crate::home::note_store::NoteStore;
use crate::home::tombstones::{self, TombstoneKeyStore, Tombstones};
use crate::ingest::capture;
use crate::ingest::delayed_replies;
use crate::ingest::open_activity;
use crate::retrieval::index_sync::{Error, IndexSync, Models};
use crate::retrieval::repository::{RepositoryReadOptions, WORKER_READ_TIMEOUT};

pub use remember::remember_args;
pub use upkeep::Upkeep;

/// Background worker that flushes, reflects and keeps up a home.
pub struct Worker<'a> {
    /// The home.
    pub home: &'a HomePaths,
    /// Its settings.
    pub settings: &'a Settings,
    /// The user's own directory.
    pub user: Option<PathBuf>,
    /// Locations of the clients' files, if known.
    pub places: Option<&'a ClientPaths>,
    /// Store of the tombstone keys.
    pub ring: &'a dyn TombstoneKeyStore,
    /// Summarisers of a client's conversations.
    pub distillers: Distillers<'a>,
    /// Model that sorts the summarised facts.
    pub sorter: &'a dyn Fn() -> Result<Box<dyn Distiller>, ModelError>,
    /// Models for the notes.
    pub models: &'a dyn Fn() -> Models,
    /// The user's clock.
    pub clock: &'a dyn Fn() -> Zoned,
}

impl Worker<'_> {
    /// Summarises all pending messages, or those of one session. The caller holds the [`WorkLock`](crate::home::lock::WorkLock) for
    /// [`FLUSH_LOCK_NAME`](crate::consolidation::flush::FLUSH_LOCK_NAME).
    ///
    /// # Errors
    ///
    /// When the database or the notes cannot be read or written. Failures of a distiller are
    /// reported.
    pub fn flush(&self, db: &mut ActivityDb, session: Option<&str>) -> Result<Flushed, Error> {
        self.with_flusher(db, &|flusher, db| match session {
            Some(session) => flusher.run_session(db, session),
            None => flusher.run(db, FlushScope::All),
        })
    }

    /// Condenses what is due unless another process does so. What became due while that process was
    /// at work it sees itself, because it looks once more after it has given the lock back.
    ///
    /// # Errors
    ///
    /// As [`flush`](Worker::flush).
    pub fn flush_due(&self, db: &mut ActivityDb) -> Result<(), Error> {
        loop {
            let taken = WorkLock::try_acquire(self.home, FLUSH_LOCK_NAME);
            let taken = taken.map_err(|error| Error::Refused(error.to_string()))?;
            let Some(lock) = taken else { return Ok(()) };
            let flushed = self.with_flusher(db, &|flusher, db| flusher.run(db, FlushScope::Due))?;
            // One that was killed while it settled leaves that to the next.
            let owes =
                || configured_agents(self.settings).iter().any(|it| reflect::is_due(self.home, it));
            if flushed.entries > 0 || owes() {
                self.reflect_and_index(db);
            }
            drop(lock);
            let now = self.now_ms();
            let more = db.backlog()?.iter().any(|one| is_due(one, self.settings, now));
            if !more || !flushed.has_progressed() {
                return Ok(());
            }
        }
    }

    /// Takes in late captures, and runs `work` with a flusher that knows the tombstones.
    fn with_flusher(
        &self,
        db: &mut ActivityDb,
        work: &dyn Fn(&Flusher, &mut ActivityDb) -> Result<Flushed, Error>,
    ) -> Result<Flushed, Error> {
        if let Some(places) = self.places {
            delayed_replies::import_pending_answers(db, places, self.settings, self.now_ms())?;
        }
        capture::drain_spool(self.home, db, None)?;
        let read = Tombstones::from_database(db, self.ring, self.now_ms());
        let tombstones = tombstones::or_none(self.home, read, self.now_ms());
        let flusher = Flusher {
            home: self.home,
            settings: self.settings,
            user: self.user.clone(),
            distillers: self.distillers,
            instructions: None,
            tombstones: &tombstones,
            clock: self.clock,
        };
        work(&flusher, db)
    }

    /// Follows up on a flush: reflects once a day, and indexes the new notes, so that no prompt has
    /// to wait for that.
    fn reflect_and_index(&self, db: &ActivityDb) {
        for agent in configured_agents(self.settings) {
            if let Err(error) = self.reflect_if_due(&agent) {
                log::append_line(self.home, self.now_ms(), &format!("reflect: {error}"));
            }
            let mut memory = self.open_memory(&agent, (self.models)());
            let refreshed = memory.refresh(&mut |_, _, _| ());
            let refreshed = refreshed.and_then(|_| self.read_repositories(&mut memory, db));
            if let Err(error) = refreshed {
                log::append_line(self.home, self.now_ms(), &format!("index: {error}"));
            }
        }
    }

    fn read_repositories(&self, memory: &mut IndexSync, db: &ActivityDb) -> Result<(), Error> {
        let tombstones = Tombstones::from_database(db, self.ring, self.now_ms())?;
        let reading = RepositoryReadOptions {
            db: Some(db),
            here: None,
            buried: tombstones.for_agent(memory.notes.agent()),
            time: WORKER_READ_TIMEOUT,
            now: self.now_ms(),
        };
        memory.follow_repositories(&reading, &mut |_, _, _| ()).map(|_| ())
    }

    fn reflect_if_due(&self, agent: &str) -> Result<(), Error> {
        if !reflect::is_due(self.home, agent) {
            return Ok(());
        }
        let reflected = self.reflect_agent(agent, None, false);
        // Marked when it is over: one that is killed is made up for by the next.
        reflect::touch_marker(self.home, agent)?;
        match reflected?.failure_message(self.settings) {
            Some(why) => Err(Error::Refused(why)),
            None => Ok(()),
        }
    }

    /// Sorts the facts of an agent's episodes, of the last so many days where they are given, and
    /// meters what it cost.
    ///
    /// # Errors
    ///
    /// When nobody could sort, or the notes or the database cannot be read or written.
    pub fn reflect_agent(
        &self,
        agent: &str,
        since_days: Option<i64>,
        dry_run: bool,
    ) -> Result<ReflectionResult, Error> {
        let sorter = (self.sorter)().map_err(|error| Error::Refused(error.to_string()))?;
        let now = (self.clock)();
        let mut db = match sorter.spends_tokens() && !dry_run {
            true => Some(open_activity::or_new(self.home)?),
            false => open_activity::to_look_up(self.home)?.db,
        };
        let tokens_left = Budget::for_day(db.as_ref(), self.settings, &now)?.remaining_tokens();
        let options = ReflectOptions { since_days, dry_run, now: now.clone(), tokens_left };
        let told = self.notes_of(agent).reflect(&options, sorter.as_ref(), db.as_ref())?;
        if let Some(db) = db.as_mut().filter(|_| told.usage.total_tokens() > 0) {
            db.add_token_usage(&budget_day(&now), &sorter.name(), told.usage)?;
        }
        Ok(told)
    }

    fn notes_of(&self, agent: &str) -> NoteStore {
        NoteStore::new(self.home.clone(), agent, self.settings.clone(), self.user.clone())
    }

    fn open_memory(&self, agent: &str, models: Models) -> IndexSync {
        IndexSync::new(self.notes_of(agent), models)
    }

    /// Now, in milliseconds since the Unix epoch.
    fn now_ms(&self) -> i64 {
        (self.clock)().timestamp().as_millisecond()
    }
}
