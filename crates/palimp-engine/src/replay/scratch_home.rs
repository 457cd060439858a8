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
use palimp_rules::Rules;
use palimp_store::activity::{ActivityDb, BusyPolicy};

use super::Answer;
use crate::bootstrap::{self, Places, Taker};
use crate::flush::{Flusher, Which};
use crate::hook::{self, Caller, Host};
use crate::memory::{Error, Memory, Models};
use crate::redaction;
use crate::reflect::ReflectOptions;
use crate::repository::{Reading, WORKER_TIME};
use crate::session_view::open_session;
use crate::tombstones::Tombstones;
use crate::zone;

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

    /// What takes secrets out of texts.
    pub(super) fn redactor(&self) -> Redactor {
        redaction::redactor(&self.settings)
    }

    /// Handles an event at the time that it bears, and returns the answers.
    ///
    /// # Errors
    ///
    /// When the home cannot be read or written.
    pub fn send(&self, event: &mut HookEvent) -> Result<Vec<Answer>, Error> {
        let working_dir = event.cwd.clone().unwrap_or_default();
        let ScratchHome { home, settings, .. } = self;
        let (agent, installed, run, user, places) = (None, None, None, None, None);
        let now = event.at.unwrap_or(0);
        let host = Host { home, settings, agent, installed, run, working_dir, user, places, now };
        let mut window = Window { home: self, answers: Vec::new(), troubles: Vec::new() };
        hook::handle(event, None, &host, &mut window)
            .map_err(|error| Error::Refused(error.to_string()))?;
        match window.troubles.into_iter().next() {
            Some(trouble) => Err(Error::Refused(trouble)),
            None => Ok(window.answers),
        }
    }

    /// Imports sessions of Claude Code as `palimp up` imports recorded ones.
    ///
    /// # Errors
    ///
    /// When the home cannot be read or written.
    pub fn import(
        &self,
        sessions: impl IntoIterator<Item = Vec<HookEvent>>,
        now: i64,
    ) -> Result<(), Error> {
        let mut db = self.db()?;
        let taker = Taker {
            home: &self.home,
            settings: &self.settings,
            places: &Places::default(),
            agent: None,
            notes_agent: DEFAULT_AGENT,
            distiller: &Rules,
            tombstones: &Tombstones::default(),
            now: zoned(now),
        };
        bootstrap::take_sessions(sessions, &mut db, &taker)?;
        bootstrap::renew_wishes(&db)
    }

    /// Condenses and sorts what sessions left behind, and brings the index up to date, as of a moment.
    ///
    /// # Errors
    ///
    /// When the home cannot be read or written.
    pub fn settle(&self, now: i64) -> Result<(), Error> {
        let clock = || zoned(now);
        let mut db = self.db()?;
        let flusher = Flusher {
            home: &self.home,
            settings: &self.settings,
            user: None,
            distillers: &|_| Ok(Box::new(Rules)),
            instructions: None,
            tombstones: &Tombstones::default(),
            clock: &clock,
        };
        flusher.run(&mut db, Which::All)?;
        let mut memory = self.memory();
        let options =
            ReflectOptions { since_days: None, dry_run: false, now: clock(), tokens_left: 0 };
        memory.reflect(&options, &Rules, Some(&db))?;
        memory.refresh(&mut |_, _, _| ())?;
        memory.follow_conversations(&db, &mut |_, _, _| ())?;
        Ok(())
    }

    /// Opens a pointer as `palimp show` does; none where it names nothing.
    ///
    /// # Errors
    ///
    /// When the home cannot be read.
    pub fn show(&self, pointer: &Pointer) -> Result<Option<String>, Error> {
        match pointer {
            Pointer::Session(beginning) => {
                open_session(&self.db()?, (DEFAULT_AGENT, beginning), None, &self.redactor)
            }
            Pointer::Commit(sha) => match self.memory().commit(sha) {
                Ok(commit) => Ok(Some(commit.text())),
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
        let (db, tombstones) = (self.db()?, Tombstones::default());
        let buried = tombstones.of(DEFAULT_AGENT);
        let reading = Reading { db: Some(&db), here: Some(dir), buried, time: WORKER_TIME, now };
        self.memory().follow_repositories(&reading, &mut |_, _, _| ())?;
        Ok(())
    }

    fn db(&self) -> Result<ActivityDb, Error> {
        Ok(ActivityDb::open(&self.home.activity_db(), BusyPolicy::Command)?)
    }

    fn memory(&self) -> Memory {
        let (home, settings) = (self.home.clone(), self.settings.clone());
        Memory::new(home, DEFAULT_AGENT, settings, (self.models)(), None)
    }
}

fn zoned(at: i64) -> Zoned {
    Timestamp::from_millisecond(at).unwrap_or_default().to_zoned(zone::local())
}

/// A client that takes every context.
struct Window<'a> {
    home: &'a ScratchHome<'a>,
    answers: Vec<Answer>,
    troubles: Vec<String>,
}

impl Caller for Window<'_> {
    fn models(&self, _: &Settings) -> Models {
        (self.home.models)()
    }

    fn hurry(&mut self) {}

    fn give(&mut self, event: &HookEvent, context: &str) -> bool {
        self.answers.push(Answer::new(event, context, &self.home.redactor));
        true
    }

    /// Starts nothing: what is due is done when the session is over.
    fn start(&mut self, _: &[&str]) {}

    fn complain(&mut self, message: &str) {
        self.troubles.push(message.to_owned());
    }
}
