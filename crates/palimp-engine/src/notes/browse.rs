//! Read-only views for browsing: sessions as conversations, captured events and sizes on disk.

use std::fs;
use std::path::Path;

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use palimp_core::activity::{StoredMessage, StoredObservation, StoredSession};
use palimp_core::home::HomePaths;
use palimp_note::episode;
use palimp_store::activity::{ActivityDb, Filter, SessionFilter};
use palimp_vault::follow::{FileFollower, follow_files};

use crate::home::note_store::NoteStore;
use crate::injection::injection_usage::{self, InjectionWithUsage};
use crate::retrieval::index_sync::{Error, IndexSync};

pub use palimp_store::activity::TimelineMoment;

/// A session as a conversation.
#[derive(Clone, Debug)]
pub struct SessionConversation {
    /// The session.
    pub session: StoredSession,
    /// Events in the session, oldest first.
    pub turns: Vec<ConversationItem>,
    /// Entries that were summarised from it.
    pub condensed: Vec<SummarisedEntry>,
}

/// An event in a session.
#[derive(Clone, Debug)]
pub enum ConversationItem {
    /// Somebody said something.
    Said(StoredMessage),
    /// A tool did something.
    Did(StoredObservation),
    /// palimp told the client something.
    Told(InjectionWithUsage),
}

/// An entry of a note that was summarised from a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummarisedEntry {
    /// The note.
    pub path: String,
    /// The entry's first line, from 1.
    pub line: usize,
    /// The entry as Markdown.
    pub text: String,
}

/// Maximum number of events of a session that are read; the newest are kept.
const MAX_SESSION_ITEMS: usize = 5_000;

/// Maximum number of days of a session that are searched for its summaries.
const MAX_SUMMARY_DAYS: usize = 31;

/// Loads a session as a conversation; none if this agent has no such session.
///
/// # Errors
///
/// When what was captured, or a note, cannot be read.
pub fn load_conversation(
    db: &ActivityDb,
    memory: &NoteStore,
    id: &str,
) -> Result<Option<SessionConversation>, Error> {
    let (agent, session) =
        (Some(memory.agent().to_owned()), Some(SessionFilter::Is(id.to_owned())));
    let filter = Filter { agent, session, ..Filter::default() };
    let Some(session) = db.sessions(&filter, 1)?.pop() else { return Ok(None) };
    let said =
        db.recent_messages(&filter, MAX_SESSION_ITEMS)?.into_iter().map(ConversationItem::Said);
    let done =
        db.recent_observations(&filter, MAX_SESSION_ITEMS)?.into_iter().map(ConversationItem::Did);
    let told = injection_usage::injections_with_usage(
        db,
        &filter,
        db.recent_injections(&filter, MAX_SESSION_ITEMS)?,
    )?
    .into_iter();
    let turns = said.chain(done).chain(told.map(ConversationItem::Told));
    let mut turns: Vec<ConversationItem> = turns.collect();
    turns.sort_by_key(ConversationItem::sort_key);
    let condensed = find_summaries(memory, &session)?;
    Ok(Some(SessionConversation { session, turns, condensed }))
}

impl ConversationItem {
    /// Time in milliseconds since the Unix epoch; what is injected with a prompt comes after it.
    fn sort_key(&self) -> (i64, bool) {
        match self {
            ConversationItem::Said(it) => (it.created_at, false),
            ConversationItem::Did(it) => (it.created_at, false),
            ConversationItem::Told(it) => (it.told.created_at, true),
        }
    }
}

/// Finds the entries summarised from a session, on its days and the day after.
fn find_summaries(
    memory: &NoteStore,
    session: &StoredSession,
) -> Result<Vec<SummarisedEntry>, Error> {
    let day = |at: i64| {
        let at = Timestamp::from_millisecond(at).unwrap_or_default();
        at.to_zoned(TimeZone::system()).date()
    };
    let (first, last) = (day(session.started_at), day(session.ended_at).saturating_add(1.day()));
    let mut found = Vec::new();
    for day in first.series(1.day()).take_while(|day| *day <= last).take(MAX_SUMMARY_DAYS) {
        let day = day.to_string();
        for path in [episode::live_path(&day), episode::imported_path(&day)] {
            let text = memory.read_note(&path)?.unwrap_or_default();
            let entries = episode::parse(&text).into_iter();
            let ours = entries
                .filter(|it| it.key.as_ref().is_some_and(|key| key.session == session.session_id));
            found.extend(ours.map(|it| SummarisedEntry {
                path: path.clone(),
                line: it.line,
                text: it.body,
            }));
        }
    }
    Ok(found)
}

/// Calls `on_capture` whenever something may have been captured in a home, until the answer is
/// dropped; nothing is done while nothing happens.
///
/// # Errors
///
/// When the system cannot follow the home.
pub fn follow_captures(
    home: &HomePaths,
    on_capture: impl Fn() + Send + 'static,
) -> Result<FileFollower, Error> {
    Ok(follow_files(home.root(), &["activity.db", "activity.db-wal"], on_capture)?)
}

/// Returns the existing files and directories of a home with their sizes, in bytes.
pub fn home_sizes(home: &HomePaths, memory: &IndexSync) -> Vec<(String, u64)> {
    let agent = memory.notes.agent();
    let places = [
        home.activity_db(),
        home.root().join("activity.db-wal"),
        memory.index_path(),
        home.vector_cache_file(agent),
        memory.notes.root().to_owned(),
        home.history_dir(agent),
        home.spool_dir(),
        home.log_file(),
    ];
    let shown = |place: &Path| {
        place.strip_prefix(home.root()).unwrap_or(place).to_string_lossy().into_owned()
    };
    let there = places.iter().filter(|place| place.exists());
    there.map(|place| (shown(place), disk_size(place))).collect()
}

fn disk_size(place: &Path) -> u64 {
    let Ok(meta) = fs::symlink_metadata(place) else { return 0 };
    if !meta.is_dir() {
        return meta.len();
    }
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    entries.map(|entry| disk_size(&entry.path())).sum()
}
