//! Imports answers that a client writes to its transcript after its hooks ran.
//!
//! Copilot CLI tells a hook that a turn is over and writes the answer up to 100 ms later. An answer
//! that is not there in time is imported by a later event, or by the process that flushes. Each answer
//! bears the name of its turn, so it is neither lost nor imported twice. Prompts typed while the agent
//! worked, and its steps, are only in the transcript and are imported with the answer.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use palimp_clients::install::ClientPaths;
use palimp_clients::transcript::{self, OpenTurn, RecordedAnswers};
use palimp_core::activity::{CaptureEntry, MessageRole, SessionRef};
use palimp_core::settings::Settings;
use palimp_core::{AgentClient, EventKind, HookEvent};
use palimp_store::StoreError;
use palimp_store::activity::ActivityDb;

use crate::home::project_discovery::ProjectLocation;
use crate::ingest::capture::{self, CaptureContext};

/// Maximum time for the hook of a turn's end to wait for the turn's answer.
const TURN_END_TIMEOUT: Duration = Duration::from_millis(300);
/// Maximum time to wait for the record of a session that has just ended, in a background process.
const SESSION_END_TIMEOUT: Duration = Duration::from_secs(2);
/// Interval at which the record is checked for growth.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// Time without messages, in milliseconds, after which a session writes no more.
const SESSION_REST_MS: i64 = 60_000;

/// A session whose record lags behind its hooks.
pub struct Late<'a> {
    /// The session.
    pub session: &'a SessionRef,
    /// Its record.
    pub record: &'a Path,
    /// The settings.
    pub settings: &'a Settings,
}

impl Late<'_> {
    /// Imports the answers of the record that `db` lacks; returns their number.
    ///
    /// # Errors
    ///
    /// When the database cannot be read or written; a record that cannot be read has no answers.
    pub fn import_answers(&self, db: &mut ActivityDb) -> Result<usize, StoreError> {
        let answers = transcript::read_answers(self.record).unwrap_or_default();
        self.store_missing(db, answers.said)
    }

    /// Imports the missing answers if the session's last prompt has none. Call it before a new event of
    /// the session is stored.
    ///
    /// # Errors
    ///
    /// As [`import_answers`](Late::import_answers).
    pub fn import_missing_answers(&self, db: &mut ActivityDb) -> Result<usize, StoreError> {
        match db.last_said(&self.session.id)? {
            Some(last) if last.role == MessageRole::User => self.import_answers(db),
            _ => Ok(0),
        }
    }

    /// Imports the missing answers at the end of the turn that a hook calls `turn`; waits at most 300 ms
    /// for its answer.
    ///
    /// # Errors
    ///
    /// As [`import_answers`](Late::import_answers).
    pub fn import_answers_at_end(
        &self,
        db: &mut ActivityDb,
        turn: &str,
    ) -> Result<usize, StoreError> {
        let asked = db.last_said(&self.session.id)?.and_then(|last| last.turn);
        let (mut answers, mut seen) = (RecordedAnswers::default(), None);
        poll_until(TURN_END_TIMEOUT, || {
            let length = fs::metadata(self.record).map(|meta| meta.len()).ok();
            if std::mem::replace(&mut seen, length) == length {
                return false;
            }
            answers = transcript::read_answers(self.record).unwrap_or_default();
            let is_end =
                |event: &HookEvent| message_key(event) == Some((MessageRole::Assistant, turn));
            let ended = answers.said.iter().any(is_end);
            ended || is_answer(answers.open.as_ref(), asked.as_deref())
        });
        let open = answers.open.take().filter(|open| is_answer(Some(open), asked.as_deref()));
        answers.said.extend(open.map(|open| self.turn_end_event(open, turn)));
        self.store_missing(db, answers.said)
    }

    /// Builds the end of a turn of which the record holds only the answer.
    fn turn_end_event(&self, open: OpenTurn, turn: &str) -> HookEvent {
        let (reply, turn) = (Some(open.reply), Some(turn.to_owned()));
        HookEvent {
            client: self.session.client,
            name: "agentStop".to_owned(),
            session_id: self.session.id.clone(),
            cwd: None,
            at: open.at,
            subagent: false,
            kind: EventKind::TurnEnd { reply, turn, transcript: None },
        }
    }

    fn store_missing(
        &self,
        db: &mut ActivityDb,
        said: Vec<HookEvent>,
    ) -> Result<usize, StoreError> {
        if said.is_empty() {
            return Ok(0);
        }
        let known = db.turn_keys(&self.session.id)?;
        let mut last = db.last_said(&self.session.id)?.map_or(0, |last| last.created_at);
        let mut until = None;
        let mut kept = 0;
        for event in &said {
            let Some((role, turn)) = message_key(event) else { continue };
            if known.contains(&(role, turn.to_owned())) {
                continue;
            }
            // An answer is waited for by its name; all else is wanted where nothing was kept after it.
            if role != MessageRole::Assistant {
                let until = match until {
                    Some(until) => until,
                    None => *until.insert(db.heard_until(&self.session.id)?.unwrap_or(i64::MIN)),
                };
                if event.at.is_some_and(|at| at <= until) {
                    continue;
                }
            }
            // An answer stands behind its prompt, which bears the time of the hook that was told it.
            last = event.at.unwrap_or(last).max(last + 1);
            kept += self.keep_one(db, event, last)?;
        }
        Ok(kept)
    }

    fn keep_one(
        &self,
        db: &mut ActivityDb,
        event: &HookEvent,
        now: i64,
    ) -> Result<usize, StoreError> {
        let agent = Some(self.session.agent.as_str());
        let setting = CaptureContext { settings: self.settings, agent, now, leave_messages: false };
        let nowhere = ProjectLocation::without_directory("");
        let mut capture =
            capture::build_capture(event, &[], self.session.clone(), &nowhere, &setting);
        capture.entries.retain(|entry| matches!(entry, CaptureEntry::Message(_)));
        match capture.entries.is_empty() {
            true => Ok(0),
            false => Ok(db.apply_capture(&capture)?.messages),
        }
    }
}

/// Imports the missing answers of all sessions with pending messages, and waits for records that are
/// still being written. `now` is in milliseconds since the Unix epoch.
///
/// # Errors
///
/// When the database cannot be read or written.
pub fn import_pending_answers(
    db: &mut ActivityDb,
    places: &ClientPaths,
    settings: &Settings,
    now: i64,
) -> Result<(), StoreError> {
    for one in db.backlog()?.iter().filter(|one| one.session.client == AgentClient::Copilot) {
        let session = &one.session;
        let Some(record) = transcript::late_record(session.client, &session.id, places) else {
            continue;
        };
        let late = Late { session, record: &record, settings };
        let patience =
            if now - one.last_at < SESSION_REST_MS { SESSION_END_TIMEOUT } else { Duration::ZERO };
        let mut done = Ok(0);
        poll_until(patience, || {
            done = late.import_missing_answers(db);
            done.is_err() || is_answered(db, &session.id)
        });
        done?;
    }
    Ok(())
}

/// Returns true if the last prompt of a session has its answer.
fn is_answered(db: &ActivityDb, session: &str) -> bool {
    let last = db.last_said(session).ok().flatten();
    last.is_none_or(|last| last.role == MessageRole::Assistant)
}

/// Polls `is_there` until it returns true or `patience` has passed.
fn poll_until(patience: Duration, mut is_there: impl FnMut() -> bool) {
    let until = Instant::now() + patience;
    while !is_there() && Instant::now() < until {
        std::thread::sleep(POLL_INTERVAL);
    }
}

/// Returns the role and the name of a message, which identify it.
fn message_key(event: &HookEvent) -> Option<(MessageRole, &str)> {
    let (role, turn) = match &event.kind {
        EventKind::TurnEnd { turn, .. } => (MessageRole::Assistant, turn),
        EventKind::Prompt { turn, .. } => (MessageRole::User, turn),
        EventKind::TranscriptExtra { role, turn, .. } => (*role, turn),
        _ => return None,
    };
    Some((role, turn.as_deref()?))
}

/// Returns true if the open turn answers the prompt that was asked last.
fn is_answer(open: Option<&OpenTurn>, asked: Option<&str>) -> bool {
    let is_asked = |turn: &Option<String>| turn.as_deref() == asked;
    asked.is_some() && open.is_some_and(|open| is_asked(&open.prompt) || is_asked(&open.asked))
}
