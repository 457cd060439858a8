//! History → activity: takes in what a client recorded before palimp was there.
//!
//! A record can be taken in at any time and as often as one likes: what hooks captured of the same
//! session, and what an earlier import brought, is recognised.

mod stored_session;

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use palimp_core::activity::{Capture, CaptureEntry, SessionRef};
use palimp_core::home::HomePaths;
use palimp_core::observation::ObservationType;
use palimp_core::settings::Settings;
use palimp_core::{AgentClient, EventKind, HookEvent};
use palimp_engine::home::exclusion::Exclusions;
use palimp_engine::home::project_discovery::ProjectLocation;
use palimp_engine::home::projects::ProjectTable;
use palimp_engine::home::tombstones::Tombstones;
use palimp_engine::ingest::capture::{self, CaptureContext};
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, AppliedCounts, HandedOn};
use serde::Serialize;

use crate::import::stored_session::StoredEntries;

/// Counts of imported transcripts, observations and messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ImportCounts {
    /// Transcripts that were read.
    pub transcripts: usize,
    /// Observations that are new.
    pub observations: usize,
    /// Messages that are new.
    pub messages: usize,
}

/// Reason why an import stopped.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The transcript.
    #[error("{}", crate::messages::file_failed(.path.display(), palimp_core::message::io_reason(.source)))]
    Read {
        /// The file.
        path: PathBuf,
        /// The I/O error.
        source: io::Error,
    },
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ImportCounts {
    /// Adds the counts of another record.
    pub fn add_counts(&mut self, other: ImportCounts) {
        self.transcripts += other.transcripts;
        self.observations += other.observations;
        self.messages += other.messages;
    }
}

/// Number of captures per transaction.
const CAPTURES_PER_TRANSACTION: usize = 256;

/// Result of importing a record.
#[derive(Clone, Debug, Default)]
pub struct ImportOutcome {
    /// Counts of new transcripts, observations and messages.
    pub imported: ImportCounts,
    /// Parts of the record that could not be understood.
    pub passed_over: usize,
    /// Messages and observations that were forgotten and stay out.
    pub left_out: usize,
    /// Sessions that the user leaves out, in whole or in part.
    pub excluded: usize,
    /// The sessions that have new messages.
    pub sessions: Vec<UpdatedSession>,
}

/// A session that received new messages.
#[derive(Clone, Debug)]
pub struct UpdatedSession {
    /// The session.
    pub session: SessionRef,
    /// The number of its last message before; 0 for none.
    pub after: i64,
    /// True if captured messages of the session are pending a flush, and the new ones with them.
    pub waits: bool,
}

/// Takes in recorded sessions.
pub struct Importer<'a> {
    db: &'a mut ActivityDb,
    settings: &'a Settings,
    agent: Option<&'a str>,
    tombstones: &'a Tombstones,
    exclusions: Exclusions<'a>,
    projects: ProjectTable,
    /// Sessions of which something was excluded in the record that is being read.
    excluded: HashSet<String>,
    /// Up to when the observations of sessions were removed because of their age.
    expired: HashMap<String, i64>,
    /// Number of entries skipped in the record that is being read.
    left_out: usize,
    /// The sessions that the database held from the beginning.
    sessions: HashSet<String>,
    /// Those of them with messages that wait to be condensed.
    waiting: HashSet<String>,
    /// Prompts that palimp handed to clients. `links` holds, by client session, the palimp sessions
    /// it answered in.
    handed_on: Vec<HandedOn>,
    links: HashMap<String, HashSet<String>>,
    /// Stored entries of each session in the record that is being read.
    known: HashMap<String, (StoredEntries, SessionRef)>,
    /// Project location of each working directory, because records repeat a few directories.
    places: HashMap<PathBuf, ProjectLocation>,
    batch: Vec<Capture>,
    last: Option<Capture>,
}

/// Maximum delay, in milliseconds, with which a record reports a tool's use after its hook.
const MAX_RECORD_DELAY_MS: i64 = 60_000;

impl<'a> Importer<'a> {
    /// Creates an importer of sessions for `agent`, or for the agents of their projects, that skips
    /// forgotten and excluded entries.
    pub fn new(
        db: &'a mut ActivityDb,
        (home, settings): (&HomePaths, &'a Settings),
        agent: Option<&'a str>,
        tombstones: &'a Tombstones,
    ) -> Result<Importer<'a>, StoreError> {
        Ok(Importer {
            sessions: db.session_ids()?,
            handed_on: db.handed_on()?,
            links: db.session_links()?,
            waiting: db.backlog()?.into_iter().map(|one| one.session.id).collect(),
            expired: db.expired_sessions()?,
            left_out: 0,
            db,
            settings,
            agent,
            tombstones,
            exclusions: Exclusions::load(home, settings),
            projects: ProjectTable::load(home),
            excluded: HashSet::new(),
            known: HashMap::new(),
            places: HashMap::new(),
            batch: Vec::new(),
            last: None,
        })
    }

    /// The database.
    pub fn db(&mut self) -> &mut ActivityDb {
        self.db
    }

    /// Imports one transcript. An error of the file keeps the entries read before it.
    pub fn import_transcript(
        &mut self,
        client: AgentClient,
        path: &Path,
    ) -> Result<ImportOutcome, ImportError> {
        let (mut taken, read) =
            self.import_events(|each| palimp_clients::transcript::read_events(client, path, each))?;
        taken.passed_over =
            read.map_err(|source| ImportError::Read { path: path.to_owned(), source })?;
        Ok(taken)
    }

    /// Imports the events that `read` hands over; also returns the result of `read`.
    pub fn import_events<R>(
        &mut self,
        read: impl FnOnce(&mut dyn FnMut(HookEvent)) -> R,
    ) -> Result<(ImportOutcome, R), StoreError> {
        let mut imported = ImportCounts::default();
        let mut failed = None;
        let answer = read(&mut |event| {
            if failed.is_none() {
                failed = self.import_event(&event, &mut imported).err();
            }
        });
        failed.map_or(Ok(()), Err)?;
        self.sum_up();
        self.flush_batch(&mut imported)?;
        imported.transcripts = self.known.len().max(1);
        let sessions = self.take_updated_sessions();
        let left_out = std::mem::take(&mut self.left_out);
        let excluded = std::mem::take(&mut self.excluded).len();
        Ok((ImportOutcome { imported, passed_over: 0, left_out, excluded, sessions }, answer))
    }

    fn import_event(
        &mut self,
        event: &HookEvent,
        total: &mut ImportCounts,
    ) -> Result<(), StoreError> {
        // What bears no time happened when the last thing did that bears one.
        let Some(at) = event.at.or_else(|| self.last.as_ref().map(|last| last.at)) else {
            return Ok(());
        };
        if matches!(event.kind, EventKind::SessionStart { .. } | EventKind::PreCompact { .. }) {
            return Ok(());
        }
        let (cwd, place) = self.locate(event);
        if self.exclusions.of_session(&cwd, &place, &event.session_id, at).is_some() {
            self.excluded.insert(event.session_id.clone());
            return Ok(());
        }
        let mut capture = self.capture_event(event, at, &cwd, &place);
        self.leave_out(&mut capture);
        if self.last.as_ref().is_some_and(|last| last.session.id != capture.session.id) {
            self.sum_up();
        }
        self.load_session(&capture.session, total)?;
        if let Some((known, _)) = self.known.get_mut(&capture.session.id) {
            let (client, at) = (capture.session.client, capture.at);
            capture.entries.retain_mut(|entry| known.lacks_entry(client, at, entry));
        }
        self.last = Some(Capture { entries: self.pending_summary(&capture), ..capture.clone() });
        if !capture.entries.is_empty() {
            self.batch.push(capture);
        }
        if self.batch.len() >= CAPTURES_PER_TRANSACTION { self.flush_batch(total) } else { Ok(()) }
    }

    /// Returns the working directory of an event and its project.
    fn locate(&mut self, event: &HookEvent) -> (PathBuf, ProjectLocation) {
        let cwd = event.cwd.clone().unwrap_or_else(|| PathBuf::from("/"));
        let place = self.places.entry(cwd.clone()).or_insert_with(|| match cwd.is_absolute() {
            true => self.projects.identify(&cwd).in_the_past(),
            // Of some records only the project's name is known, or there is no directory at all.
            false => ProjectLocation::without_directory(&cwd.to_string_lossy()),
        });
        (cwd, place.clone())
    }

    fn capture_event(
        &self,
        event: &HookEvent,
        at: i64,
        cwd: &Path,
        place: &ProjectLocation,
    ) -> Capture {
        let setting = CaptureContext {
            settings: self.settings,
            agent: self.agent,
            now: at,
            leave_messages: false,
        };
        let session = capture::session_in(event, &setting, cwd, place);
        let mut capture = capture::build_capture(event, &[], session, place, &setting);
        // One summary at the end tells as much as one after every turn.
        capture.entries.retain(|entry| *entry != CaptureEntry::Summary);
        capture
    }

    /// Loads, once, the stored entries of a session.
    fn load_session(
        &mut self,
        session: &SessionRef,
        total: &mut ImportCounts,
    ) -> Result<(), StoreError> {
        if self.known.contains_key(&session.id) {
            return Ok(());
        }
        let mut known = match self.sessions.insert(session.id.clone()) {
            true => StoredEntries::default(),
            false => {
                // What was read of it a moment ago counts as well.
                self.flush_batch(total)?;
                StoredEntries::load(self.db, &session.id)?
            }
        };
        known.set_handed_on(session.client, &self.handed_on, self.links.get(&session.id));
        self.known.insert(session.id.clone(), (known, session.clone()));
        Ok(())
    }

    /// Takes the updated sessions of the record that has been read; the next record starts without
    /// them.
    fn take_updated_sessions(&mut self) -> Vec<UpdatedSession> {
        let known = std::mem::take(&mut self.known).into_values();
        let touched = known.filter(|(known, _)| known.has_new_messages);
        let mut touched: Vec<UpdatedSession> = touched
            .map(|(known, session)| UpdatedSession {
                waits: self.waiting.contains(&session.id),
                after: known.last_message,
                session,
            })
            .collect();
        touched.sort_by(|a, b| a.session.id.cmp(&b.session.id));
        touched
    }

    /// Takes out of a capture what was forgotten, and what the retention removed.
    fn leave_out(&mut self, capture: &mut Capture) {
        let buried = self.tombstones.for_agent(&capture.session.agent);
        let (project, at) = (&capture.session.project, capture.at);
        let expired =
            self.expired.get(&capture.session.id).map_or(i64::MIN, |at| at + MAX_RECORD_DELAY_MS);
        let before = capture.entries.len();
        if buried.excludes_text(project, at) {
            capture.entries.clear();
        }
        capture.entries.retain(|entry| {
            let aged =
                matches!(entry, CaptureEntry::Observation(new) if new.kind != ObservationType::Error);
            !(aged && at < expired || buried.excludes_entry(entry, at))
        });
        self.left_out += before - capture.entries.len();
        if buried.is_forgotten(&capture.session.working_dir) {
            capture.session.working_dir.clear();
        }
    }

    /// Returns a summary entry if the session has new entries. After retention, the old summary is
    /// all that is left of expired entries, and stays.
    fn pending_summary(&self, capture: &Capture) -> Vec<CaptureEntry> {
        let id = &capture.session.id;
        let before = self.last.as_ref().filter(|last| last.session.id == *id);
        let is_due =
            !capture.entries.is_empty() || before.is_some_and(|last| !last.entries.is_empty());
        Vec::from_iter((is_due && !self.expired.contains_key(id)).then_some(CaptureEntry::Summary))
    }

    fn sum_up(&mut self) {
        self.batch.extend(self.last.take().filter(|last| !last.entries.is_empty()));
    }

    fn flush_batch(&mut self, total: &mut ImportCounts) -> Result<(), StoreError> {
        let AppliedCounts { observations, messages } = self.db.apply_all(&self.batch)?;
        total.observations += observations;
        total.messages += messages;
        self.batch.clear();
        Ok(())
    }
}
