//! A conversation that palimp itself holds: what is said is on the disk before a model is asked,
//! and everything that is sent is made here.
//!
//! The record of a chat is the conversation. Whoever is killed goes on with it: words that were
//! typed stand in it, and what had come of an answer lies beside it until the answer is whole.

mod chat_note;
mod chat_record;
mod ending;
mod forget;
mod prompt;
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

use crate::home::project_discovery::ProjectLocation;
use crate::home::redaction;
use crate::ingest::capture::{self, CaptureContext, CaptureOutcome};
use crate::injection::inject::{ContextSection, InjectionState};
use crate::retrieval::index_sync::{Error, IndexSync};
use chat_record::ChatRecord;

pub use chat_note::MAX_NOTE_MESSAGES;
pub use chat_record::{RecordError, UnfinishedAnswer};
pub use ending::ChatLeaveHandle;
pub(crate) use forget::{count_matching_chats, forget_in_chats};
pub use prompt::{System, message_text};
pub use secrets::{ChatSecret, find_secrets, redact_secrets};
pub use sessions::newest_open_chat;

/// Mark at the end of an incomplete answer.
pub const CUT_OFF_MARK: &str = "\n\n[cut off here]";

/// Reason why a chat cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum ChatError {
    /// Its record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The memory.
    #[error(transparent)]
    Memory(#[from] Error),
}

/// Home, agent, client and working directory of a chat.
#[derive(Clone, Debug)]
pub struct ChatHost {
    /// The home.
    pub home: HomePaths,
    /// Its settings.
    pub settings: Settings,
    /// The agent.
    pub agent: String,
    /// The client that answers; palimp itself where a model is asked.
    pub client: AgentClient,
    /// The user's working directory.
    pub cwd: PathBuf,
    /// Number of tokens in the model's context window.
    pub window: usize,
}

impl ChatHost {
    /// Returns the settings for long conversations.
    pub fn long_settings(&self) -> Long {
        Long::from(&self.settings)
    }

    /// Identifies the project.
    pub fn identify_place(&self) -> ProjectLocation {
        crate::identify_project(&self.home, &self.cwd)
    }
}

/// A conversation.
pub struct Chat {
    host: ChatHost,
    long: Long,
    place: ProjectLocation,
    session: SessionRef,
    talk: LongConversation,
    record: ChatRecord,
    db: ActivityDb,
    memory: IndexSync,
    injection_state: InjectionState,
    system: System,
    /// Sections for the first message of the conversation.
    opening: Vec<ContextSection>,
    /// Warnings about failures that stopped nothing.
    warnings: Vec<String>,
    behind: bool,
    /// Time at which the user asked to continue this conversation: a continued conversation is not
    /// stale.
    asked_for: Option<Timestamp>,
}

impl Chat {
    /// Starts a new conversation.
    pub fn start(
        host: ChatHost,
        db: ActivityDb,
        memory: IndexSync,
        now: &Zoned,
    ) -> Result<Chat, ChatError> {
        let id = sessions::new_id(now);
        let path = sessions::record_path(&host.home, &host.agent, &id);
        let record = ChatRecord::create(path, redaction::redactor(&host.settings))?;
        let mut chat = Chat::from_record(host, &id, record, (db, memory));
        let mut header = RecordEntry::header(&*id, now.timestamp().as_millisecond());
        if let RecordEntry::Header { cwd, .. } = &mut header {
            *cwd = Some(chat.host.cwd.to_string_lossy().into_owned());
        }
        chat.append_and_apply(header)?;
        chat.refresh_system_prompt(StartSource::Startup)?;
        Ok(chat)
    }

    /// Resumes the conversation `id`.
    pub fn resume(
        host: ChatHost,
        db: ActivityDb,
        memory: IndexSync,
        id: &str,
    ) -> Result<Chat, ChatError> {
        let path = sessions::find_record(&host.home, &host.agent, id)?;
        let mut record = ChatRecord::open(path, redaction::redactor(&host.settings))?;
        let lines = record.read_all()?;
        let mut chat = Chat::from_record(host, id, record, (db, memory));
        let passed = palimp_context::replay(lines.split(|byte| *byte == b'\n'), &mut chat.talk);
        if passed > 0 {
            chat.warnings.push(crate::messages::damaged_lines(passed));
        }
        chat.injection_state =
            InjectionState::from_json(chat.db.injection_state(id).ok().flatten().as_deref());
        chat.recover_unfinished_reply()?;
        chat.tell_again();
        let source = if chat.talk.is_empty() { StartSource::Startup } else { StartSource::Resume };
        chat.refresh_system_prompt(source)?;
        Ok(chat)
    }

    fn from_record(
        host: ChatHost,
        id: &str,
        record: ChatRecord,
        (db, memory): (ActivityDb, IndexSync),
    ) -> Chat {
        let (place, long) = (host.identify_place(), host.long_settings());
        let client = host.client;
        let setting = capture_context(&host, 0);
        let event = chat_event(client, id, EventKind::PreCompact { transcript: None });
        let session = capture::session_in(&event, &setting, &host.cwd, &place);
        let talk = LongConversation::new(long.clone(), host.window);
        let (injection_state, system) = (InjectionState::default(), System::default());
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
            injection_state,
            system,
            opening,
            warnings,
            behind: false,
            asked_for: None,
        }
    }

    /// Adds an unfinished answer of a process that died as a message.
    fn recover_unfinished_reply(&mut self) -> Result<(), ChatError> {
        let path = self.record.unfinished_path();
        if let (true, Some(text)) = (self.is_unanswered(), chat_record::read_unfinished(&path)) {
            let at = self.talk.last_activity().unwrap_or_default();
            self.add_reply(&format!("{}{CUT_OFF_MARK}", text.trim_end()), at)?;
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
            let words = message_text(message).to_owned();
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
        let known =
            |(_, message): &(usize, &ChatMessage)| message_text(message) != forget::FORGOTTEN_MARK;
        let kinds: Vec<EventKind> = last.filter(known).map(kind).collect();
        kinds.into_iter().for_each(|kind| self.capture_event(kind, None, now));
    }

    /// Writes `entry` to disk, then applies it to the conversation.
    fn append_and_apply(&mut self, entry: RecordEntry) -> Result<(), RecordError> {
        self.record.append(&entry)?;
        self.talk.apply_entry(entry);
        Ok(())
    }

    /// Writes an entry that the conversation already contains.
    fn append_entry(&mut self, entry: &RecordEntry) -> Result<(), RecordError> {
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
    pub const fn conversation(&self) -> &LongConversation {
        &self.talk
    }

    /// The settings for long conversations.
    pub const fn long_settings(&self) -> &Long {
        &self.long
    }

    /// Returns the warnings since the last call, about failures that stopped nothing.
    pub fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// True if notes have changed since the last call that are not in the index.
    pub fn is_behind(&mut self) -> bool {
        std::mem::take(&mut self.behind)
    }

    /// True if the user's last message has no answer.
    pub fn is_unanswered(&self) -> bool {
        self.talk.messages().last().is_some_and(|last| last.role == MessageRole::User)
    }

    /// The user goes on with this conversation, whatever its age.
    pub fn go_on(&mut self, now: &Zoned) {
        self.asked_for = Some(now.timestamp());
    }

    /// Reason why the conversation is over at `now` by its age, if it is.
    pub fn is_stale(&self, now: &Zoned) -> Option<ResetReason> {
        let last = Timestamp::from_millisecond(self.talk.last_activity()?).ok()?;
        let last = self.asked_for.map_or(last, |asked| last.max(asked));
        match check_freshness(last, now.timestamp(), now.time_zone(), &self.long.reset) {
            Freshness::Over(why) if !self.talk.is_empty() => Some(why),
            Freshness::Over(_) | Freshness::Keep => None,
        }
    }

    /// Adds a message of the user, injecting what memory has on it. It is on disk when this
    /// returns.
    pub fn add_user_message(&mut self, words: &str, now: i64) -> Result<(), ChatError> {
        if self.is_forgotten(now) && !self.talk.is_empty() {
            self.refresh_system_prompt(StartSource::Resume)?;
        }
        let memory = match self.host.settings.memory.enabled {
            true => self.recall_context(words).unwrap_or_else(|error| {
                self.warnings.push(crate::messages::question_not_searched(&error));
                None
            }),
            false => None,
        };
        let message = prompt::user_message(memory.clone(), words);
        self.append_and_apply(RecordEntry::Message { at: now, message })?;
        self.opening.clear();
        let turn = Some(self.talk.len().to_string());
        let kind = EventKind::Prompt { text: words.to_owned(), turn };
        self.capture_event(kind, memory, now);
        Ok(())
    }

    /// Another model answers from now on, whose window holds `window` tokens.
    pub const fn set_window(&mut self, window: usize) {
        self.host.window = window;
        self.talk.set_window(window);
    }

    /// The system prompt.
    pub const fn system_prompt(&self) -> &System {
        &self.system
    }

    /// The user's last message.
    pub fn last_user_text(&self) -> &str {
        self.talk.messages().last().map_or("", message_text)
    }

    /// Opens the file that keeps the pieces of an answer until it is complete.
    pub fn answer_begins(&self) -> Result<UnfinishedAnswer, RecordError> {
        let path = self.record.unfinished_path();
        UnfinishedAnswer::create(&path, redaction::redactor(&self.host.settings))
            .map_err(|source| RecordError::Io { path, source })
    }

    /// Adds the complete answer.
    pub fn finish_answer(&mut self, reply: &ChatReply, now: i64) -> Result<(), ChatError> {
        let overhead = self.overhead_tokens();
        let entry = self.talk.record_usage(reply.usage, overhead, now);
        self.append_entry(&entry)?;
        self.add_reply(&reply.text, now)
    }

    /// The answer ended before its time with these words, which may be none.
    pub fn broke_off(&mut self, words: &str, now: i64) -> Result<(), ChatError> {
        if words.trim().is_empty() {
            let _ = fs::remove_file(self.record.unfinished_path());
            return Ok(());
        }
        self.add_reply(&format!("{}{CUT_OFF_MARK}", words.trim_end()), now)
    }

    fn add_reply(&mut self, text: &str, now: i64) -> Result<(), ChatError> {
        let turn = Some(self.talk.len().to_string());
        let message = ChatMessage::from_text(MessageRole::Assistant, text);
        self.append_and_apply(RecordEntry::Message { at: now, message })?;
        let _ = fs::remove_file(self.record.unfinished_path());
        let kind = EventKind::TurnEnd { reply: Some(text.to_owned()), turn, transcript: None };
        self.capture_event(kind, None, now);
        Ok(())
    }

    /// Captures an event in the activity database, or in the spool if the database fails.
    fn capture_event(&mut self, kind: EventKind, injected: Option<String>, now: i64) {
        if !self.host.settings.memory.enabled {
            return;
        }
        let event = chat_event(self.session.client, &self.session.id, kind);
        let setting = capture_context(&self.host, now);
        let mut capture =
            capture::build_capture(&event, &[], self.session.clone(), &self.place, &setting);
        if let Some(text) = injected {
            capture.entries.push(capture::injection_entry(&event, &text));
        }
        if matches!(event.kind, EventKind::Prompt { .. }) {
            capture
                .entries
                .push(activity::CaptureEntry::InjectionState(self.injection_state.to_json()));
        }
        self.store_capture(&capture);
    }

    fn store_capture(&mut self, capture: &Capture) {
        match capture::store_capture(&self.host.home, Ok(&mut self.db), capture) {
            CaptureOutcome::Stored(_) => {}
            CaptureOutcome::Spooled(error) => self.warnings.push(
                crate::messages::turn_waits_in_spool(&error, self.host.home.spool_dir().display()),
            ),
            CaptureOutcome::Lost(error, spool) => {
                self.warnings.push(crate::messages::turn_in_record_alone(&error, &spool))
            }
        }
    }
}

fn capture_context(host: &ChatHost, now: i64) -> CaptureContext<'_> {
    CaptureContext {
        settings: &host.settings,
        agent: Some(&host.agent),
        now,
        leave_messages: false,
    }
}

fn chat_event(client: AgentClient, session: &str, kind: EventKind) -> HookEvent {
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
