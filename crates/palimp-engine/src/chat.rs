//! A conversation that palimp itself holds: what is said is on the disk before a model is asked,
//! and everything that is sent is made here.
//!
//! The record of a chat is the conversation. Whoever is killed goes on with it: words that were
//! typed stand in it, and what had come of an answer lies beside it until the answer is whole.

mod ending;
mod forget;
mod kept;
mod prompt;
mod record;
mod secrets;
mod sessions;
mod shorten;
mod texts;
mod window;

use std::fs;
use std::path::PathBuf;

use jiff::{Timestamp, Zoned};
use palimp_context::{
    ContextSettings as Long, Freshness, LongConversation, RecordEntry, ResetReason, check_freshness,
};
use palimp_core::activity::{self, Capture, MessageRole, SessionRef};
use palimp_core::chat::{ChatMessage, ChatReply};
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_core::{AgentClient, EventKind, HookEvent, StartSource};
use palimp_store::activity::ActivityDb;

use crate::capture::{self, Kept, Setting};
use crate::inject::{Given, Section};
use crate::memory::{Error, Memory};
use crate::place::{self, Place};
use crate::redaction;
use record::Record;

pub use ending::Leaving;
pub(crate) use forget::{forget, holding};
pub use kept::MESSAGES;
pub use prompt::{System, said};
pub use record::{RecordError, Unfinished};
pub use secrets::{Secret, secrets, take_out};
pub use sessions::newest;

/// What stands behind an answer of which the rest never came.
pub const CUT: &str = "\n\n[cut off here]";

/// Why a chat cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ChatError {
    /// Its record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The memory.
    #[error(transparent)]
    Memory(#[from] Error),
}

/// Where a chat is held, and with whom.
#[derive(Clone, Debug)]
pub struct Host {
    /// The home.
    pub home: HomePaths,
    /// Its settings.
    pub settings: Settings,
    /// The agent.
    pub agent: String,
    /// The client that answers; palimp itself where a model is asked.
    pub client: AgentClient,
    /// Where the user works.
    pub cwd: PathBuf,
    /// How many tokens fit into the window of whoever answers.
    pub window: usize,
}

impl Host {
    /// What the settings say on long conversations.
    pub fn long(&self) -> Long {
        Long::from(&self.settings)
    }

    /// The project.
    pub fn place(&self) -> Place {
        place::identify(&self.cwd)
    }
}

/// A conversation.
pub struct Chat {
    host: Host,
    long: Long,
    place: Place,
    session: SessionRef,
    talk: LongConversation,
    record: Record,
    db: ActivityDb,
    memory: Memory,
    given: Given,
    system: System,
    /// Sections for the first message of the conversation.
    opening: Vec<Section>,
    /// What went wrong without stopping anything.
    warnings: Vec<String>,
    behind: bool,
    /// When its user asked for this very conversation: nothing is over that she goes on with.
    asked_for: Option<Timestamp>,
}

impl Chat {
    /// A new conversation.
    pub fn begin(
        host: Host,
        db: ActivityDb,
        memory: Memory,
        now: &Zoned,
    ) -> Result<Chat, ChatError> {
        let id = sessions::new_id(now);
        let path = sessions::path(&host.home, &host.agent, &id);
        let record = Record::create(path, redaction::redactor(&host.settings))?;
        let mut chat = Chat::over(host, &id, record, (db, memory));
        let mut header = RecordEntry::header(&*id, now.timestamp().as_millisecond());
        if let RecordEntry::Header { cwd, .. } = &mut header {
            *cwd = Some(chat.host.cwd.to_string_lossy().into_owned());
        }
        chat.happens(header)?;
        chat.look(StartSource::Startup)?;
        Ok(chat)
    }

    /// The conversation `id` goes on.
    pub fn resume(host: Host, db: ActivityDb, memory: Memory, id: &str) -> Result<Chat, ChatError> {
        let path = sessions::named(&host.home, &host.agent, id)?;
        let mut record = Record::open(path, redaction::redactor(&host.settings))?;
        let lines = record.read()?;
        let mut chat = Chat::over(host, id, record, (db, memory));
        let passed = palimp_context::replay(lines.split(|byte| *byte == b'\n'), &mut chat.talk);
        if passed > 0 {
            let warning = match passed {
                1 => "1 damaged line of the conversation is left out".to_owned(),
                _ => format!("{passed} damaged lines of the conversation are left out"),
            };
            chat.warnings.push(warning);
        }
        chat.given = Given::read(chat.db.injected_state(id).ok().flatten().as_deref());
        chat.take_up_unfinished()?;
        chat.tell_again();
        let source = if chat.talk.is_empty() { StartSource::Startup } else { StartSource::Resume };
        chat.look(source)?;
        Ok(chat)
    }

    fn over(host: Host, id: &str, record: Record, (db, memory): (ActivityDb, Memory)) -> Chat {
        let (place, long) = (host.place(), host.long());
        let client = host.client;
        let setting = setting(&host, 0);
        let event = event(client, id, EventKind::PreCompact { transcript: None });
        let session = capture::session_in(&event, &setting, &host.cwd, &place);
        let talk = LongConversation::new(long.clone(), host.window);
        let (given, system) = (Given::default(), System::default());
        let (opening, warnings) = (Vec::new(), Vec::new());
        Chat {
            host,
            long,
            place,
            session,
            talk,
            record,
            db,
            memory,
            given,
            system,
            opening,
            warnings,
            behind: false,
            asked_for: None,
        }
    }

    /// What had come of an answer when a process died becomes a message.
    fn take_up_unfinished(&mut self) -> Result<(), ChatError> {
        let path = self.record.unfinished();
        if let (true, Some(text)) = (self.is_unanswered(), record::left(&path)) {
            let at = self.talk.last_activity().unwrap_or_default();
            self.replied(&format!("{}{CUT}", text.trim_end()), at)?;
        }
        let _ = fs::remove_file(path);
        Ok(())
    }

    /// Tells the activity database the last exchange once more, which a process that died between
    /// the record and the database had no time for. What it knows it does not take twice.
    fn tell_again(&mut self) {
        let (first, now) =
            (self.talk.first_number(), self.talk.last_activity().unwrap_or_default());
        let messages = self.talk.messages();
        let last = messages.iter().enumerate().skip(messages.len().saturating_sub(2));
        let kind = |(at, message): (usize, &ChatMessage)| {
            let words = said(message).to_owned();
            let number = first + at;
            match message.role {
                MessageRole::User => {
                    EventKind::Prompt { text: words, turn: Some((number + 1).to_string()) }
                }
                _ => EventKind::TurnEnd {
                    reply: Some(words),
                    turn: Some(number.to_string()),
                    transcript: None,
                },
            }
        };
        let known = |(_, message): &(usize, &ChatMessage)| said(message) != forget::FORGOTTEN;
        let kinds: Vec<EventKind> = last.filter(known).map(kind).collect();
        kinds.into_iter().for_each(|kind| self.capture(kind, None, now));
    }

    /// Takes `entry` over, once it is on the disk.
    fn happens(&mut self, entry: RecordEntry) -> Result<(), RecordError> {
        self.record.append(&entry)?;
        self.talk.apply_entry(entry);
        Ok(())
    }

    /// Writes down what has happened to the conversation already.
    fn note(&mut self, entry: &RecordEntry) -> Result<(), RecordError> {
        self.record.append(entry)
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.session.id
    }

    /// Its session, as the activity database knows it.
    pub const fn session(&self) -> &SessionRef {
        &self.session
    }

    /// The conversation.
    pub const fn talk(&self) -> &LongConversation {
        &self.talk
    }

    /// The settings of long conversations.
    pub const fn long(&self) -> &Long {
        &self.long
    }

    /// What went wrong since this was asked last, without stopping anything.
    pub fn warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// Whether notes have changed that the index has not taken in, since this was asked last.
    pub fn is_behind(&mut self) -> bool {
        std::mem::take(&mut self.behind)
    }

    /// Whether the user's last words have no answer.
    pub fn is_unanswered(&self) -> bool {
        self.talk.messages().last().is_some_and(|last| last.role == MessageRole::User)
    }

    /// The user goes on with this conversation, whatever its age.
    pub fn go_on(&mut self, now: &Zoned) {
        self.asked_for = Some(now.timestamp());
    }

    /// Why the conversation is over by itself at `now`, if it is.
    pub fn is_stale(&self, now: &Zoned) -> Option<ResetReason> {
        let last = Timestamp::from_millisecond(self.talk.last_activity()?).ok()?;
        let last = self.asked_for.map_or(last, |asked| last.max(asked));
        match check_freshness(last, now.timestamp(), now.time_zone(), &self.long.reset) {
            Freshness::Over(why) if !self.talk.is_empty() => Some(why),
            Freshness::Over(_) | Freshness::Keep => None,
        }
    }

    /// The user says `words`. When this has returned, they are on the disk.
    pub fn hear(&mut self, words: &str, now: i64) -> Result<(), ChatError> {
        if self.is_forgotten(now) && !self.talk.is_empty() {
            self.look(StartSource::Resume)?;
        }
        let memory = match self.host.settings.memory.enabled {
            true => self.remember(words).unwrap_or_else(|error| {
                self.warnings.push(format!("nothing is remembered on this: {error}"));
                None
            }),
            false => None,
        };
        let message = prompt::message(memory.clone(), words);
        self.happens(RecordEntry::Message { at: now, message })?;
        self.opening.clear();
        let turn = Some(self.talk.len().to_string());
        let kind = EventKind::Prompt { text: words.to_owned(), turn };
        self.capture(kind, memory, now);
        Ok(())
    }

    /// Another model answers from now on, whose window holds `window` tokens.
    pub const fn set_window(&mut self, window: usize) {
        self.host.window = window;
        self.talk.set_window(window);
    }

    /// The system prompt.
    pub const fn system(&self) -> &System {
        &self.system
    }

    /// The user's last words.
    pub fn asked(&self) -> &str {
        self.talk.messages().last().map_or("", said)
    }

    /// Where the pieces of an answer are kept until it is whole.
    pub fn answer_begins(&self) -> Result<Unfinished, RecordError> {
        let path = self.record.unfinished();
        Unfinished::begin(&path, redaction::redactor(&self.host.settings))
            .map_err(|source| RecordError::Io { path, source })
    }

    /// The whole answer came.
    pub fn answered(&mut self, reply: &ChatReply, now: i64) -> Result<(), ChatError> {
        let overhead = self.overhead();
        let entry = self.talk.record_usage(reply.usage, overhead, now);
        self.note(&entry)?;
        self.replied(&reply.text, now)
    }

    /// The answer ended before its time with these words, which may be none.
    pub fn broke_off(&mut self, words: &str, now: i64) -> Result<(), ChatError> {
        if words.trim().is_empty() {
            let _ = fs::remove_file(self.record.unfinished());
            return Ok(());
        }
        self.replied(&format!("{}{CUT}", words.trim_end()), now)
    }

    fn replied(&mut self, text: &str, now: i64) -> Result<(), ChatError> {
        let turn = Some(self.talk.len().to_string());
        let message = ChatMessage::from_text(MessageRole::Assistant, text);
        self.happens(RecordEntry::Message { at: now, message })?;
        let _ = fs::remove_file(self.record.unfinished());
        let kind = EventKind::TurnEnd { reply: Some(text.to_owned()), turn, transcript: None };
        self.capture(kind, None, now);
        Ok(())
    }

    /// Tells the activity database; what cannot reach it waits in the spool.
    fn capture(&mut self, kind: EventKind, injected: Option<String>, now: i64) {
        if !self.host.settings.memory.enabled {
            return;
        }
        let event = event(self.session.client, &self.session.id, kind);
        let setting = setting(&self.host, now);
        let mut capture =
            capture::capture(&event, &[], self.session.clone(), &self.place, &setting);
        if let Some(text) = injected {
            capture.entries.push(capture::injection(&event, &text));
        }
        if matches!(event.kind, EventKind::Prompt { .. }) {
            capture.entries.push(activity::CaptureEntry::Given(self.given.text()));
        }
        self.keep(&capture);
    }

    fn keep(&mut self, capture: &Capture) {
        match capture::keep(&self.host.home, Ok(&mut self.db), capture) {
            Kept::Stored(_) => {}
            Kept::Spooled(error) => self.warnings.push(format!(
                "{error}; what was said waits in {}",
                self.host.home.spool_dir().display()
            )),
            Kept::Lost(error, spool) => self.warnings.push(format!(
                "what was said stands in the chat's record alone: {error}; and {spool}"
            )),
        }
    }
}

fn setting(host: &Host, now: i64) -> Setting<'_> {
    Setting { settings: &host.settings, agent: Some(&host.agent), now, leave_messages: false }
}

fn event(client: AgentClient, session: &str, kind: EventKind) -> HookEvent {
    HookEvent {
        client,
        name: "chat".to_owned(),
        session_id: session.to_owned(),
        cwd: None,
        at: None,
        subagent: false,
        kind,
    }
}
