//! Recorded sessions → activity, and at once their episodes.

use std::path::{Path, PathBuf};

use palimp_clients::openclaw::transcript::OpenclawEventReader;
use palimp_clients::opencode::transcript::{self as opencode_messages, OpencodeMessageReader};
use palimp_core::activity::SessionRef;
use palimp_core::project::ProjectIdentity;
use palimp_core::{AgentClient, EventKind, HookEvent};
use palimp_engine::consolidation::flush;
use palimp_engine::home::lock::WorkLock;
use palimp_engine::retrieval::index_sync::StageProgress;
use palimp_engine::{Error, identify_project};
use palimp_store::activity::ActivityDb;
use palimp_store::foreign::{ForeignError, claude_mem, openclaw, opencode};
use palimp_vault::Vault;

use super::adopt::display_path;
use super::condense::Condenser;
use super::{ImportContext, ImportSource, ImportSummary};
use crate::import::{self, ImportError, Importer};

/// Result of reading a record: the number of parts that were not understood, or the reason why it
/// ended early.
type RecordReadResult = Result<usize, String>;

/// Imports the sessions of a client, one file after the other.
pub(super) fn import_client_sessions(
    client: AgentClient,
    source: &ImportSource,
    db: &mut ActivityDb,
    taker: &ImportContext,
    progress: StageProgress,
) -> Result<ImportSummary, Error> {
    let mut taking = Taking::new(db, taker)?;
    let total = source.paths.len() as u64;
    for (done, path) in (1..).zip(&source.paths) {
        match (client, path.extension().and_then(|ending| ending.to_str())) {
            (AgentClient::Opencode, Some("db")) => taking.import_opencode(path)?,
            (AgentClient::Opencode, _) => taking.opencode_files(path)?,
            (AgentClient::Openclaw, Some("sqlite")) => taking.import_openclaw(path)?,
            _ => taking.import_transcript(client, path)?,
        }
        progress(done, total, "recorded sessions");
    }
    Ok(taking.taken)
}

/// Takes in sessions whose events are at hand.
pub(super) fn take_events(
    sessions: impl IntoIterator<Item = Vec<HookEvent>>,
    db: &mut ActivityDb,
    taker: &ImportContext,
) -> Result<ImportSummary, Error> {
    let mut taking = Taking::new(db, taker)?;
    for events in sessions {
        taking.import_record(Path::new(""), |each| {
            events.into_iter().for_each(each);
            Ok(0)
        })?;
    }
    Ok(taking.taken)
}

/// The prompts that claude-mem kept, of sessions of which nothing else is known.
pub(super) fn take_claude_mem(
    source: &ImportSource,
    db: &mut ActivityDb,
    taker: &ImportContext,
) -> Result<ImportSummary, Error> {
    let known = db.session_ids()?;
    let mut taking = Taking::new(db, taker)?;
    for path in &source.paths {
        let prompts = claude_mem::ClaudeMemStore::open(path).and_then(|store| store.prompts());
        match prompts {
            Ok(prompts) => {
                let unknown = prompts.into_iter().filter(|prompt| !known.contains(&prompt.session));
                let here = identify_project(taker.home, &taker.places.project).project;
                let events: Vec<HookEvent> =
                    unknown.map(|prompt| prompt_event(prompt, &here)).collect();
                taking.import_record(path, |each| {
                    events.into_iter().for_each(each);
                    Ok(0)
                })?;
            }
            Err(error) => taking.taken.complaints.push(error.to_string()),
        }
    }
    // Prompts are no sessions that were read.
    taking.taken.imported.transcripts = 0;
    Ok(taking.taken)
}

/// Converts a prompt to an event. Only the name of its project is known, which may be the present
/// project's.
fn prompt_event(prompt: claude_mem::ClaudeMemPrompt, here: &ProjectIdentity) -> HookEvent {
    let cwd = match prompt.project == here.name {
        true => here.root.clone(),
        false => PathBuf::from(prompt.project),
    };
    HookEvent {
        client: AgentClient::Claude,
        name: "UserPromptSubmit".to_owned(),
        session_id: prompt.session,
        cwd: Some(cwd).filter(|name| !name.as_os_str().is_empty()),
        at: Some(prompt.at),
        subagent: false,
        kind: EventKind::Prompt { text: prompt.text, turn: None },
    }
}

/// Takes in records, and condenses what they bring.
pub(super) struct Taking<'a> {
    importer: Importer<'a>,
    taker: &'a ImportContext<'a>,
    pub(super) taken: ImportSummary,
    /// While it is held nobody takes what is imported for something that is being said.
    _lock: WorkLock,
}

impl<'a> Taking<'a> {
    pub(super) fn new(
        db: &'a mut ActivityDb,
        taker: &'a ImportContext<'a>,
    ) -> Result<Taking<'a>, Error> {
        let lock = WorkLock::acquire(taker.home, flush::FLUSH_LOCK_NAME).map_err(|error| {
            let path = taker.home.locks_dir();
            Error::Refused(crate::messages::directory_not_readable(
                path.display(),
                palimp_core::message::io_reason(&error),
            ))
        })?;
        let importer =
            Importer::new(db, (taker.home, taker.settings), taker.agent, taker.tombstones)?;
        Ok(Taking { importer, taker, taken: ImportSummary::default(), _lock: lock })
    }

    fn import_transcript(&mut self, client: AgentClient, path: &Path) -> Result<(), Error> {
        match self.importer.import_transcript(client, path) {
            Ok(taken) => self.add_imported(path, taken),
            Err(ImportError::Store(error)) => Err(error.into()),
            Err(error @ ImportError::Read { .. }) => {
                self.taken.complaints.push(crate::messages::session_left_out(&error));
                Ok(())
            }
        }
    }

    fn import_opencode(&mut self, path: &Path) -> Result<(), Error> {
        let (store, sessions) = match opencode::OpenCodeStore::open(path)
            .and_then(|store| store.sessions().map(|sessions| (store, sessions)))
        {
            Ok(opened) => opened,
            Err(error) => return self.add_complaint(&error),
        };
        for session in sessions {
            let about = opencode_messages::OpencodeSession {
                id: session.id.clone(),
                parent: session.parent,
                directory: session.directory.map(PathBuf::from),
            };
            let whole = self.import_record(path, |each| {
                let mut messages = OpencodeMessageReader::new(&about);
                let read = store.each_session_message(&session.id, &mut |message, parts| {
                    messages.read_message(&message, &parts, each);
                });
                messages.finish(each);
                read.map_err(|error| error.to_string())
            })?;
            // A store that breaks off once would be complained of for every session.
            if !whole {
                break;
            }
        }
        Ok(())
    }

    fn opencode_files(&mut self, path: &Path) -> Result<(), Error> {
        let storage = path.ancestors().nth(3).unwrap_or(path);
        self.import_record(path, |each| {
            let read = opencode_messages::read_files(storage, path, each);
            read.map(|()| 0).map_err(|error| error.to_string())
        })?;
        Ok(())
    }

    fn import_openclaw(&mut self, path: &Path) -> Result<(), Error> {
        let (store, sessions) = match openclaw::OpenClawStore::open(path)
            .and_then(|store| store.session_ids().map(|sessions| (store, sessions)))
        {
            Ok(opened) => opened,
            Err(error) => return self.add_complaint(&error),
        };
        for session in sessions {
            let whole = self.import_record(path, |each| {
                let mut events = OpenclawEventReader::new(&session);
                let read =
                    store.for_each_event(&session, &mut |json| events.read_event(json, each));
                events.finish(each);
                read.map(|told| told.unreadable).map_err(|error| error.to_string())
            })?;
            if !whole {
                break;
            }
        }
        Ok(())
    }

    fn add_complaint(&mut self, error: &ForeignError) -> Result<(), Error> {
        self.taken.complaints.push(error.to_string());
        Ok(())
    }

    /// Imports what `read` returns of the file at `path`; returns true if the whole file was read.
    pub(super) fn import_record(
        &mut self,
        path: &Path,
        read: impl FnOnce(&mut dyn FnMut(HookEvent)) -> RecordReadResult,
    ) -> Result<bool, Error> {
        let (mut taken, read) = self.importer.import_events(read)?;
        let whole = read.is_ok();
        match read {
            Ok(passed_over) => taken.passed_over = passed_over,
            Err(why) => {
                let shown = self.display_path(path);
                self.taken.complaints.push(crate::messages::session_broke_off(&shown, &why));
            }
        }
        self.add_imported(path, taken)?;
        Ok(whole)
    }

    fn display_path(&self, path: &Path) -> String {
        display_path(path, &self.taker.places.user)
    }

    /// Counts what a record brought and summarises its messages.
    fn add_imported(&mut self, path: &Path, taken: import::ImportOutcome) -> Result<(), Error> {
        if taken.passed_over > 0 {
            let (shown, lines) =
                (self.display_path(path), palimp_core::counts::lines(taken.passed_over));
            self.taken.complaints.push(crate::messages::session_lines_unknown(&shown, &lines));
        }
        self.taken.imported.add_counts(taken.imported);
        self.taken.left_out += taken.left_out;
        self.taken.excluded += taken.excluded;
        for touched in &taken.sessions {
            // A flush takes what waits in the session, and what is new with it.
            if !touched.waits {
                self.summarise_session(&touched.session, touched.after)?;
            }
        }
        Ok(())
    }

    fn summarise_session(&mut self, session: &SessionRef, after: i64) -> Result<(), Error> {
        let memory = self.taker.agent_notes(&session.agent);
        memory.vault_or_new()?;
        // Entries are added and nothing is lost, so that no earlier versions are kept.
        let vault = Vault::open(memory.root(), &self.taker.home.locks_dir())?;
        let condenser = Condenser {
            vault: &vault,
            distiller: self.taker.distiller,
            settings: self.taker.settings,
            buried: self.taker.tombstones.for_agent(&session.agent),
            zone: self.taker.now.time_zone(),
        };
        let db = self.importer.db();
        self.taken.episodes += condenser.summarise_messages(db, session, after)?;
        Ok(db.mark_read(session)?)
    }
}
