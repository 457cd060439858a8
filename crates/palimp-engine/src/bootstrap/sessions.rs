//! Recorded sessions → activity, and at once their episodes.

use std::path::{Path, PathBuf};

use palimp_clients::openclaw::transcript::OpenclawEventReader;
use palimp_clients::opencode::transcript::{self as opencode_messages, OpencodeMessageReader};
use palimp_core::activity::SessionRef;
use palimp_core::project::ProjectIdentity;
use palimp_core::text::count_noun;
use palimp_core::{AgentClient, EventKind, HookEvent};
use palimp_store::activity::ActivityDb;
use palimp_store::foreign::{ForeignError, claude_mem, openclaw, opencode};
use palimp_vault::Vault;

use super::adopt::shown;
use super::condense::Condenser;
use super::{Source, Taken, Taker};
use crate::flush;
use crate::import::{self, ImportError, Importer};
use crate::lock::Lock;
use crate::memory::{Error, Progress};

/// What reading a record came to: parts that could not be understood, or why it ended early.
type Read = Result<usize, String>;

/// Takes in the sessions of a client, one file after the other.
pub(super) fn take(
    client: AgentClient,
    source: &Source,
    db: &mut ActivityDb,
    taker: &Taker,
    progress: Progress,
) -> Result<Taken, Error> {
    let mut taking = Taking::new(db, taker)?;
    let total = source.paths.len() as u64;
    for (done, path) in (1..).zip(&source.paths) {
        match (client, path.extension().and_then(|ending| ending.to_str())) {
            (AgentClient::Opencode, Some("db")) => taking.opencode(path)?,
            (AgentClient::Opencode, _) => taking.opencode_files(path)?,
            (AgentClient::Openclaw, Some("sqlite")) => taking.openclaw(path)?,
            _ => taking.transcript(client, path)?,
        }
        progress(done, total, "recorded sessions");
    }
    Ok(taking.taken)
}

/// Takes in sessions whose events are at hand.
pub(super) fn take_events(
    sessions: impl IntoIterator<Item = Vec<HookEvent>>,
    db: &mut ActivityDb,
    taker: &Taker,
) -> Result<Taken, Error> {
    let mut taking = Taking::new(db, taker)?;
    for events in sessions {
        taking.record(Path::new(""), |each| {
            events.into_iter().for_each(each);
            Ok(0)
        })?;
    }
    Ok(taking.taken)
}

/// The prompts that claude-mem kept, of sessions of which nothing else is known.
pub(super) fn take_claude_mem(
    source: &Source,
    db: &mut ActivityDb,
    taker: &Taker,
) -> Result<Taken, Error> {
    let known = db.session_ids()?;
    let mut taking = Taking::new(db, taker)?;
    for path in &source.paths {
        let prompts = claude_mem::ClaudeMemStore::open(path).and_then(|store| store.prompts());
        match prompts {
            Ok(prompts) => {
                let unknown = prompts.into_iter().filter(|prompt| !known.contains(&prompt.session));
                let here = crate::identify(&taker.places.project).project;
                let events: Vec<HookEvent> =
                    unknown.map(|prompt| prompted(prompt, &here)).collect();
                taking.record(path, |each| {
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

/// A prompt as an event. Of its project only the name is told, which may be the present one's.
fn prompted(prompt: claude_mem::ClaudeMemPrompt, here: &ProjectIdentity) -> HookEvent {
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
    taker: &'a Taker<'a>,
    pub(super) taken: Taken,
    /// While it is held nobody takes what is imported for something that is being said.
    _lock: Lock,
}

impl<'a> Taking<'a> {
    pub(super) fn new(db: &'a mut ActivityDb, taker: &'a Taker<'a>) -> Result<Taking<'a>, Error> {
        let lock = Lock::wait(taker.home, flush::WORK).map_err(|error| {
            let path = taker.home.locks_dir();
            Error::Refused(format!("{}: {error}: check its permissions", path.display()))
        })?;
        let importer = Importer::new(db, taker.settings, taker.agent, taker.tombstones)?;
        Ok(Taking { importer, taker, taken: Taken::default(), _lock: lock })
    }

    fn transcript(&mut self, client: AgentClient, path: &Path) -> Result<(), Error> {
        match self.importer.transcript(client, path) {
            Ok(taken) => self.keep(path, taken),
            Err(ImportError::Store(error)) => Err(error.into()),
            Err(error @ ImportError::Read { .. }) => {
                self.taken.complaints.push(format!("{error}; it was left out"));
                Ok(())
            }
        }
    }

    fn opencode(&mut self, path: &Path) -> Result<(), Error> {
        let (store, sessions) = match opencode::OpenCodeStore::open(path)
            .and_then(|store| store.sessions().map(|sessions| (store, sessions)))
        {
            Ok(opened) => opened,
            Err(error) => return self.complain(&error),
        };
        for session in sessions {
            let about = opencode_messages::OpencodeSession {
                id: session.id.clone(),
                parent: session.parent,
                directory: session.directory.map(PathBuf::from),
            };
            let whole = self.record(path, |each| {
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
        self.record(path, |each| {
            let read = opencode_messages::read_files(storage, path, each);
            read.map(|()| 0).map_err(|error| error.to_string())
        })?;
        Ok(())
    }

    fn openclaw(&mut self, path: &Path) -> Result<(), Error> {
        let (store, sessions) = match openclaw::OpenClawStore::open(path)
            .and_then(|store| store.session_ids().map(|sessions| (store, sessions)))
        {
            Ok(opened) => opened,
            Err(error) => return self.complain(&error),
        };
        for session in sessions {
            let whole = self.record(path, |each| {
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

    fn complain(&mut self, error: &ForeignError) -> Result<(), Error> {
        self.taken.complaints.push(error.to_string());
        Ok(())
    }

    /// Takes in what `read` hands over of the file at `path`; answers whether that was all of it.
    pub(super) fn record(
        &mut self,
        path: &Path,
        read: impl FnOnce(&mut dyn FnMut(HookEvent)) -> Read,
    ) -> Result<bool, Error> {
        let (mut taken, read) = self.importer.events(read)?;
        let whole = read.is_ok();
        match read {
            Ok(passed_over) => taken.passed_over = passed_over,
            Err(why) => {
                let shown = self.shown(path);
                self.taken
                    .complaints
                    .push(format!("{shown}: {why}; what stands before that was taken in"));
            }
        }
        self.keep(path, taken)?;
        Ok(whole)
    }

    fn shown(&self, path: &Path) -> String {
        shown(path, &self.taker.places.user)
    }

    /// Counts what a record brought, and condenses its messages.
    fn keep(&mut self, path: &Path, taken: import::Taken) -> Result<(), Error> {
        if taken.passed_over > 0 {
            let (shown, lines) = (self.shown(path), count_noun(taken.passed_over, "line"));
            self.taken
                .complaints
                .push(format!("{shown}: {lines} could not be understood; the rest was taken in"));
        }
        self.taken.imported.add(taken.imported);
        self.taken.left_out += taken.left_out;
        for touched in &taken.sessions {
            // A flush takes what waits in the session, and what is new with it.
            if !touched.waits {
                self.condense(&touched.session, touched.after)?;
            }
        }
        Ok(())
    }

    fn condense(&mut self, session: &SessionRef, after: i64) -> Result<(), Error> {
        let memory = self.taker.memory(&session.agent);
        memory.vault_or_new()?;
        // Entries are added and nothing is lost, so that no earlier versions are kept.
        let vault = Vault::open(memory.root(), &self.taker.home.locks_dir())?;
        let condenser = Condenser {
            vault: &vault,
            distiller: self.taker.distiller,
            settings: self.taker.settings,
            buried: self.taker.tombstones.of(&session.agent),
            zone: self.taker.now.time_zone(),
        };
        let db = self.importer.db();
        self.taken.episodes += condenser.condense(db, session, after)?;
        Ok(db.mark_read(session)?)
    }
}
