//! A home that is thrown away: events go through the hook as if they happened now, at the time that they
//! bear. Nothing leaves the machine.

use std::path::Path;

use jiff::{Timestamp, Zoned};
use palimp_core::HookEvent;
use palimp_core::home::HomePaths;
use palimp_core::pointer::Pointer;
use palimp_core::project::DEFAULT_AGENT;
use palimp_core::settings::Settings;
use palimp_redact::Redactor;
use palimp_rules::RuleDistiller;
use palimp_store::activity::{ActivityDb, BusyPolicy};

use super::ReplayAnswer;
use crate::consolidation::flush::{FlushScope, Flusher};
use crate::consolidation::reflect::ReflectOptions;
use crate::home::note_store::NoteStore;
use crate::home::redaction;
use crate::home::tombstones::Tombstones;
use crate::home::zone;
use crate::retrieval::index_sync::{Error, IndexSync, Models};
use crate::retrieval::repository::{RepositoryReadOptions, WORKER_READ_TIMEOUT};
use crate::retrieval::session_view::open_session;
use crate::service::hook::{self, HookCaller, HookHost};

/// A home in which measurements are made.
pub struct ScratchHome<'a> {
    home: HomePaths,
    settings: Settings,
    models: &'a dyn Fn() -> Models,
    redactor: Redactor,
}

impl<'a> ScratchHome<'a> {
    /// Begins in an empty home. Of the settings, paths and agents that lie elsewhere are left out.
    pub fn new(
        home: HomePaths,
        mut settings: Settings,
        models: &'a dyn Fn() -> Models,
    ) -> ScratchHome<'a> {
        settings.index.extra_paths.clear();
        settings.agents.by_id.clear();
        let redactor = redaction::redactor(&settings);
        ScratchHome { home, settings, models, redactor }
    }

    /// The home.
    pub fn home(&self) -> &HomePaths {
        &self.home
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the redactor for secrets in texts.
    pub(super) fn redactor(&self) -> Redactor {
        redaction::redactor(&self.settings)
    }

    /// Handles an event at the time that it bears, and returns the answers.
    ///
    /// # Errors
    ///
    /// When the home cannot be read or written.
    pub fn handle_event(&self, event: &mut HookEvent) -> Result<Vec<ReplayAnswer>, Error> {
        let working_dir = event.cwd.clone().unwrap_or_default();
        let ScratchHome { home, settings, .. } = self;
        let (agent, installed, run, user, places) = (None, None, None, None, None);
        let now = event.at.unwrap_or(0);
        let host =
            HookHost { home, settings, agent, installed, run, working_dir, user, places, now };
        let mut window = ReplayCaller { home: self, answers: Vec::new(), troubles: Vec::new() };
        hook::handle_event(event, None, &host, &mut window)
            .map_err(|error| Error::Refused(error.to_string()))?;
        match window.troubles.into_iter().next() {
            Some(trouble) => Err(Error::Refused(trouble)),
            None => Ok(window.answers),
        }
    }

    /// Summarises and sorts captured sessions, and updates the index, as of a moment.
    ///
    /// # Errors
    ///
    /// When the home cannot be read or written.
    pub fn process_sessions(&self, now: i64) -> Result<(), Error> {
        let clock = || zoned_time(now);
        let mut db = self.open_db()?;
        let flusher = Flusher {
            home: &self.home,
            settings: &self.settings,
            user: None,
            distillers: &|_| Ok(Box::new(RuleDistiller)),
            instructions: None,
            tombstones: &Tombstones::default(),
            clock: &clock,
        };
        flusher.run(&mut db, FlushScope::All)?;
        let mut memory = self.open_memory();
        let options =
            ReflectOptions { since_days: None, dry_run: false, now: clock(), tokens_left: 0 };
        memory.notes.reflect(&options, &RuleDistiller, Some(&db))?;
        memory.refresh(&mut |_, _, _| ())?;
        memory.follow_conversations(&db, &mut |_, _, _| ())?;
        Ok(())
    }

    /// Opens a pointer as `palimp show` does; none where it names nothing.
    ///
    /// # Errors
    ///
    /// When the home cannot be read.
    pub fn show_pointer(&self, pointer: &Pointer) -> Result<Option<String>, Error> {
        match pointer {
            Pointer::Session(beginning) => {
                open_session(&self.open_db()?, (DEFAULT_AGENT, beginning), None, &self.redactor)
            }
            Pointer::Commit(sha) => match self.open_memory().searcher().open_commit(sha) {
                Ok(commit) => Ok(Some(commit.to_text())),
                Err(Error::Refused(_)) => Ok(None),
                Err(error) => Err(error),
            },
        }
    }

    /// Reads the commits of the repository around a directory into the index. A replay does not: a
    /// repository of today holds what came after its sessions.
    ///
    /// # Errors
    ///
    /// When the index cannot be written.
    pub fn read_repository(&self, dir: &Path, now: i64) -> Result<(), Error> {
        let (db, tombstones) = (self.open_db()?, Tombstones::default());
        let buried = tombstones.for_agent(DEFAULT_AGENT);
        let reading = RepositoryReadOptions {
            db: Some(&db),
            here: Some(dir),
            buried,
            time: WORKER_READ_TIMEOUT,
            now,
        };
        self.open_memory().follow_repositories(&reading, &mut |_, _, _| ())?;
        Ok(())
    }

    fn open_db(&self) -> Result<ActivityDb, Error> {
        Ok(ActivityDb::open(&self.home.activity_db(), BusyPolicy::Command)?)
    }

    fn open_memory(&self) -> IndexSync {
        let (home, settings) = (self.home.clone(), self.settings.clone());
        IndexSync::new(NoteStore::new(home, DEFAULT_AGENT, settings, None), (self.models)())
    }
}

fn zoned_time(at: i64) -> Zoned {
    Timestamp::from_millisecond(at).unwrap_or_default().to_zoned(zone::local_zone())
}

/// A client that takes every context.
struct ReplayCaller<'a> {
    home: &'a ScratchHome<'a>,
    answers: Vec<ReplayAnswer>,
    troubles: Vec<String>,
}

impl HookCaller for ReplayCaller<'_> {
    fn models(&self, _: &Settings) -> Models {
        (self.home.models)()
    }

    fn start_deadline(&mut self) {}

    fn send_context(&mut self, event: &HookEvent, context: &str) -> bool {
        self.answers.push(ReplayAnswer::new(event, context, &self.home.redactor));
        true
    }

    /// Starts nothing: what is due is done when the session is over.
    fn spawn_palimp(&mut self, _: &[&str]) {}

    fn report_error(&mut self, message: &str) {
        self.troubles.push(message.to_owned());
    }
}
