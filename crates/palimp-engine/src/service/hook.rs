//! A client's event: what it leaves behind, what it is answered, and what is due after it.
//!
//! Whatever becomes of the answer, what the event leaves behind is kept first. Nothing here waits for
//! a network, starts a thread or ends a process: what only a process can do, a [`HookCaller`] does.

mod answer;
mod background_work;

use std::path::PathBuf;

use palimp_clients::install::ClientPaths;
use palimp_clients::transcript::{self, RecordedTurn};
use palimp_core::activity::{Capture, CaptureEntry, SessionRef};
use palimp_core::home::HomePaths;
use palimp_core::message::io_reason;
use palimp_core::settings::{Preset, Settings};
use palimp_core::{AgentClient, EventKind, HookEvent, ToolUse};
use palimp_store::StoreError;
use palimp_store::activity::ActivityDb;
use palimp_store::spool::Spool;

use crate::error::Error;
use crate::home::exclusion::Exclusions;
use crate::home::owner::{self, Exposed};
use crate::home::project_discovery::{self, ProjectLocation};
use crate::home::projects;
use crate::home::redaction;
use crate::ingest::capture::{self, CaptureContext, CaptureOutcome};
use crate::ingest::delayed_replies::Late;
use crate::ingest::transcript_extras;
use crate::injection::inject::{self, InjectionState, RecentActivity};
use crate::retrieval::index_sync::Models;

/// Environment of a hook's event.
pub struct HookHost<'a> {
    /// The home.
    pub home: &'a HomePaths,
    /// The settings of the home.
    pub settings: &'a Settings,
    /// The agent whose memory it is, where the hook's command line names one.
    pub agent: Option<&'a str>,
    /// The client that the hook was installed for, where its command line names one.
    pub installed: Option<AgentClient>,
    /// The run or the chat of palimp's own that the client works for; none for the user's own session.
    pub run: Option<String>,
    /// Working directory of the client if its event does not name one.
    pub working_dir: PathBuf,
    /// The user's own directory.
    pub user: Option<PathBuf>,
    /// Directories where the clients keep their records.
    pub places: Option<ClientPaths>,
    /// Now, in milliseconds since the Unix epoch.
    pub now: i64,
}

/// Process operations for a hook.
pub trait HookCaller {
    /// Returns the models that work without a network request.
    fn models(&self, settings: &Settings) -> Models;

    /// Starts the deadline of the answer.
    fn start_deadline(&mut self);

    /// Sends context to the client; returns true if it accepted the context.
    fn send_context(&mut self, event: &HookEvent, context: &str) -> bool;

    /// Starts another palimp with these arguments; it outlives this process.
    fn spawn_palimp(&mut self, args: &[&str]);

    /// Reports an error and continues.
    fn report_error(&mut self, message: &str);
}

/// Reason why an event was not stored in the database. Its text says where the event is, or that it
/// is lost.
#[derive(Debug, thiserror::Error)]
pub enum HookError {
    /// The home is not its user's alone; the event waits where there is something to wait for.
    #[error("{}", crate::messages::home_exposed_spool(.exposed, .spool.display()))]
    Exposed {
        /// The exposure: who else can write there.
        exposed: Exposed,
        /// Directory in which events are pending.
        spool: PathBuf,
    },
    /// The home is not its user's alone, and the event left nothing behind.
    #[error(transparent)]
    Nothing(Exposed),
    /// The database could not take it.
    #[error("{}", crate::messages::event_in_spool(.error, .spool.display()))]
    Waits {
        /// The error of the database.
        error: StoreError,
        /// Directory in which the event is pending.
        spool: PathBuf,
    },
    /// It is kept nowhere.
    #[error("{}", crate::messages::event_lost(.0))]
    Lost(String),
}

/// Handles an event in a home that only its user can write to, or that is [`Exposed`].
pub fn handle_event(
    event: &mut HookEvent,
    exposed: Option<Exposed>,
    host: &HookHost,
    caller: &mut dyn HookCaller,
) -> Result<(), HookError> {
    let cwd = event.cwd.clone().unwrap_or_else(|| host.working_dir.clone());
    let place = match exposed {
        None => crate::identify_project(host.home, &cwd),
        // Others may have written the table.
        Some(_) => project_discovery::locate_project(&cwd),
    };
    let exclusions = Exclusions::load(host.home, host.settings);
    if exclusions.of_session(&cwd, &place, &event.session_id, host.now).is_some() {
        return Ok(());
    }
    if matches!(event.kind, EventKind::ToolStart(_)) {
        let turn = RecordedTurn::default();
        let hook = Hook { event, turn, host, cwd, place };
        return if exposed.is_none() { hook.before_tool(caller) } else { Ok(()) };
    }
    let mut turn = read_turn(event);
    transcript::settle_reply(event, &mut turn);
    match exposed {
        None => Hook { event, turn, host, cwd, place }.capture_and_answer(caller),
        Some(exposed) => Hook { event, turn, host, cwd, place }.spool_exposed(exposed),
    }
}

/// An event and what surrounds it.
struct Hook<'a> {
    event: &'a HookEvent,
    /// The current turn in the client's record, if the event requires reading it.
    turn: RecordedTurn,
    host: &'a HookHost<'a>,
    /// Working directory of the session.
    cwd: PathBuf,
    /// The project around it.
    place: ProjectLocation,
}

impl Hook<'_> {
    /// True if palimp runs the conversation and captures it itself.
    fn is_under_palimp(&self) -> bool {
        self.host.run.is_some()
    }

    /// True if another palimp hook of the client is called for this event and answers it.
    fn is_answered_elsewhere(&self) -> bool {
        let crossed = self.host.installed.zip(self.host.places.as_ref());
        crossed.is_some_and(|(installed, places)| {
            palimp_clients::is_answered_elsewhere(installed, self.event.client, places)
        })
    }

    /// Builds the capture of the event.
    fn build_capture(&self) -> Capture {
        let late = self.late_failures();
        let session = self.session();
        capture::build_capture(self.event, &late, session, &self.place, &self.capture_context())
    }

    fn session(&self) -> SessionRef {
        capture::session_in(self.event, &self.capture_context(), &self.cwd, &self.place)
    }

    fn capture_context(&self) -> CaptureContext<'_> {
        let HookHost { settings, agent, now, .. } = *self.host;
        CaptureContext { settings, agent, now, leave_messages: self.is_under_palimp() }
    }

    /// The failures that Codex CLI's record alone tells.
    fn late_failures(&self) -> Vec<ToolUse> {
        let codex_ends = self.event.client == AgentClient::Codex
            && matches!(self.event.kind, EventKind::TurnEnd { .. });
        let tools =
            self.turn.tools.iter().filter(|tool| codex_ends && capture::is_late_failure(tool));
        tools.cloned().collect()
    }

    /// Spools the capture of the event, because other users can write to the home. Nothing in the home
    /// is read, injected or run until a person has checked it; the capture waits in the spool.
    fn spool_exposed(&self, exposed: Exposed) -> Result<(), HookError> {
        let home = self.host.home;
        if !owner::may_spool(home) {
            return Err(HookError::Lost(exposed.to_string()));
        }
        let capture = self.build_capture();
        if capture.entries.is_empty() {
            return Err(HookError::Nothing(exposed));
        }
        match Spool::new(home.spool_dir()).push(&capture) {
            Ok(()) => Err(HookError::Exposed { exposed, spool: home.spool_dir() }),
            Err(error) => Err(HookError::Lost(format!("{exposed}; and {error}"))),
        }
    }

    /// Answers a tool that is about to run. Nothing is kept of the call: it comes again once it has ended, and
    /// then what waits is taken in and what is due is started.
    fn before_tool(&self, caller: &mut dyn HookCaller) -> Result<(), HookError> {
        let moments = answer::context_moments(self.event, None);
        let home = self.host.home;
        let is_quiet = self.host.settings.inject.preset == Some(Preset::Quiet);
        let says_nothing = moments.is_empty() || is_quiet || self.is_silent();
        if says_nothing
            || self.is_under_palimp()
            || self.is_answered_elsewhere()
            || !home.activity_db().exists()
        {
            return Ok(());
        }
        let session = self.session();
        let answered = capture::open_for_hook(home)
            .map_err(Error::from)
            .and_then(|mut db| self.answer_moments(&moments, &session, &mut db, caller));
        if let Err(error) = answered {
            caller.report_error(&error.to_string());
        }
        Ok(())
    }

    /// Stores the capture of the event, then answers with context if the event takes some.
    fn capture_and_answer(&self, caller: &mut dyn HookCaller) -> Result<(), HookError> {
        let mut capture = self.build_capture();
        let failure = answer::failed_command(self.event, &capture);
        let mut moments = answer::context_moments(self.event, failure.as_deref());
        if self.is_under_palimp() || self.is_answered_elsewhere() {
            moments.clear();
        }
        let starts = matches!(self.event.kind, EventKind::SessionStart { .. });
        if palimp_clients::hears_later(self.event) && !self.is_under_palimp() {
            capture
                .entries
                .push(CaptureEntry::InjectionState(InjectionState::nothing_yet().to_json()));
        }
        if matches!(self.event.kind, EventKind::Prompt { .. } | EventKind::TurnEnd { .. }) {
            capture.entries.extend(self.host.run.clone().map(CaptureEntry::Link));
        }
        if capture.entries.is_empty() && !starts && moments.is_empty() {
            return Ok(());
        }
        let home = self.host.home;
        let mut db = capture::open_for_hook(home);
        self.record_project(caller);
        if let Ok(db) = &mut db {
            self.catch_up(&capture, db, caller);
            self.note_end(&mut capture, db, caller);
        }
        let kept = capture::store_capture(home, db.as_mut().map_err(take_error), &capture);
        if let (CaptureOutcome::Stored(_), Ok(db)) = (&kept, &mut db) {
            if let Err(error) = capture::drain_briefly(home, db) {
                caller.report_error(&error.to_string());
            }
            if matches!(self.event.kind, EventKind::SessionEnd { .. })
                && let Err(error) = RecentActivity::rebuild_cache(db, &capture.session)
            {
                caller.report_error(&error.to_string());
            }
            if !moments.is_empty()
                && let Err(error) = self.answer_moments(&moments, &capture.session, db, caller)
            {
                caller.report_error(&error.to_string());
            }
            if !self.is_under_palimp() {
                self.start_what_is_due(&capture.session, db, caller);
            }
        }
        drop(db);
        if !matches!(kept, CaptureOutcome::Lost(..)) {
            self.start_to_remember(&capture, caller);
        }
        match kept {
            CaptureOutcome::Stored(_) => Ok(()),
            CaptureOutcome::Spooled(error) => {
                if matches!(error, StoreError::Corrupt(_)) {
                    background_work::have_it_mended(home, caller);
                }
                Err(HookError::Waits { error, spool: home.spool_dir() })
            }
            CaptureOutcome::Lost(error, spool) => {
                Err(HookError::Lost(format!("{error}; and {spool}")))
            }
        }
    }

    /// Records where the project is, so that it is recognised elsewhere.
    fn record_project(&self, caller: &mut dyn HookCaller) {
        let redactor = || redaction::redactor(self.host.settings);
        match projects::record_place(self.host.home, &self.place, redactor) {
            Ok(true) => caller.spawn_palimp(&["project", "--due"]),
            Ok(false) => {}
            Err(error) => {
                let path = self.host.home.root().display();
                caller.report_error(&crate::messages::file_failed(path, io_reason(&error)));
            }
        }
    }

    /// Notes that the session ends, so that it does not pass for one under way.
    fn note_end(&self, capture: &mut Capture, db: &ActivityDb, caller: &mut dyn HookCaller) {
        let ends = matches!(self.event.kind, EventKind::SessionEnd { .. });
        if !ends || self.event.subagent || self.is_under_palimp() {
            return;
        }
        match db.injection_state(&capture.session.id) {
            Ok(stored) => {
                let state = InjectionState {
                    ended_at: Some(capture.at),
                    ..InjectionState::from_json(stored.as_deref())
                };
                capture.entries.push(CaptureEntry::InjectionState(state.to_json()));
            }
            Err(error) => caller.report_error(&error.to_string()),
        }
    }

    /// Takes in what earlier events left open: sessions whose client was killed, and what the client's
    /// record held back.
    fn catch_up(&self, capture: &Capture, db: &mut ActivityDb, caller: &mut dyn HookCaller) {
        if self.is_under_palimp() {
            return;
        }
        let session = &capture.session;
        let starts = matches!(self.event.kind, EventKind::SessionStart { .. });
        if starts
            && !self.event.subagent
            && let Err(error) = inject::catch_up(db, session)
        {
            caller.report_error(&error.to_string());
        }
        if let Some(record) = self.late_record() {
            let late = Late { session, record: &record, settings: self.host.settings };
            if let Err(error) = import_late_answers(self.event, &late, db) {
                caller.report_error(&error.to_string());
            }
        }
        if let Err(error) = transcript_extras::import_extras(
            db,
            session,
            &self.turn.extras,
            &self.capture_context(),
        ) {
            caller.report_error(&error.to_string());
        }
    }

    /// The session's record, where the client writes it behind the back of its hooks, and the event is
    /// one at which [`import_late_answers`] looks into it.
    fn late_record(&self) -> Option<PathBuf> {
        let HookEvent { client, session_id, subagent, .. } = self.event;
        if *client != AgentClient::Copilot || *subagent {
            return None;
        }
        match &self.event.kind {
            EventKind::TurnEnd { transcript: Some(path), .. } => Some(path.clone()),
            EventKind::TurnEnd { .. } | EventKind::Prompt { .. } | EventKind::SessionEnd { .. } => {
                let places = self.host.places.as_ref()?;
                transcript::late_record(*client, session_id, places)
            }
            _ => None,
        }
    }
}

/// Imports the answers that the client's record lacked until now, of earlier turns and of the one that
/// ends.
fn import_late_answers(
    event: &HookEvent,
    late: &Late,
    db: &mut ActivityDb,
) -> Result<usize, StoreError> {
    match &event.kind {
        EventKind::TurnEnd { turn: Some(turn), .. } => late.import_answers_at_end(db, turn),
        EventKind::Prompt { .. } | EventKind::SessionEnd { .. } => late.import_missing_answers(db),
        _ => Ok(0),
    }
}

/// The error that stands where the database should; it is reported once.
fn take_error(error: &mut StoreError) -> StoreError {
    std::mem::replace(error, StoreError::Missing(PathBuf::new()))
}

/// Reads the current turn from the client's record, if the event requires it.
fn read_turn(event: &HookEvent) -> RecordedTurn {
    let path = match &event.kind {
        // It is waited for, and read then.
        EventKind::TurnEnd { .. } if event.client == AgentClient::Copilot => None,
        EventKind::TurnEnd { transcript, .. }
        | EventKind::SessionEnd { transcript }
        | EventKind::PreCompact { transcript }
            if !event.subagent =>
        {
            transcript.as_ref()
        }
        _ => None,
    };
    let turn = path.and_then(|path| transcript::last_turn(event.client, path).ok());
    turn.unwrap_or_default()
}
