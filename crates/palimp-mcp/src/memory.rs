//! Interface between the server and a memory: requests and answers.
//!
//! Everything here is plain data and one trait without async, so that an engine can implement it
//! without knowing anything of the protocol.

mod saved;
mod shared;

use palimp_core::author::AuthorKind;
use palimp_core::distill;
use serde::Serialize;

pub use saved::{Conflict, ProposalState, SaveResult};
pub use shared::{KnownFact, PendingFact, ProposeArgs};

/// Tells how far a long call has come: how much is done, of how much, and of what.
///
/// Called from the thread that does the work, as often as the work likes; a client that has not
/// asked for news costs nothing.
pub type ProgressCallback<'a> = &'a mut dyn FnMut(u64, u64, &str);

/// A memory that agents can search, read and write.
///
/// Calls come one at a time, on a thread that may block. An error is a sentence for the agent,
/// which reads it as the result of its call: what happened, and what to do instead.
pub trait MemoryBackend: Send + 'static {
    /// The kind of memory, which decides the offered tools; always the same.
    fn offer_kind(&self) -> Offer {
        Offer::Personal
    }

    /// Sets the caller of the calls that follow, up to the next such call.
    fn called_by(&mut self, caller: ToolCaller);

    /// Does work that can wait until a call is answered. The next call waits for it.
    fn run_deferred_work(&mut self) {}

    /// Searches the memory. Returns hits, best first; no hit is a valid answer.
    ///
    /// # Errors
    ///
    /// When the memory cannot be searched at all.
    fn search(
        &mut self,
        args: &SearchArgs,
        progress: ProgressCallback<'_>,
    ) -> Result<SearchAnswer, String>;

    /// The lines of a note.
    ///
    /// # Errors
    ///
    /// When there is no such note, or it may not be read.
    fn get(&mut self, args: &GetArgs) -> Result<NotePassage, String>;

    /// Writes something down.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or not there.
    fn save(&mut self, args: &SaveArgs) -> Result<SaveResult, String>;

    /// Returns recent events, newest first.
    ///
    /// # Errors
    ///
    /// When captured events cannot be read.
    fn recent(&mut self, args: &RecentArgs) -> Result<Vec<Happening>, String>;

    /// Lists everything that forgetting would remove.
    ///
    /// # Errors
    ///
    /// When nothing could be looked for.
    fn would_forget(&mut self, target: &str) -> Result<Vec<ForgettableItem>, String>;

    /// Removes the matches that the agent itself wrote in this session, and asks the user about the
    /// rest.
    ///
    /// # Errors
    ///
    /// When something could not be removed, or the user cannot be asked.
    fn forget(&mut self, target: &str) -> Result<ForgetResult, String>;

    /// All notes of the vault, in any order. Must not wait for an index.
    ///
    /// # Errors
    ///
    /// When the vault cannot be read.
    fn list(&mut self) -> Result<Vec<NoteInfo>, String>;

    /// Those whose paths come after `after`, in their order, and at most so many.
    ///
    /// # Errors
    ///
    /// As [`MemoryBackend::list`].
    fn list_after(&mut self, after: &str, most: usize) -> Result<Vec<NoteInfo>, String> {
        let mut notes = self.list()?;
        notes.retain(|note| note.path.as_str() > after);
        notes.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        notes.truncate(most);
        Ok(notes)
    }

    /// Puts a fact forward, about which others decide.
    ///
    /// # Errors
    ///
    /// When the caller may not, the fact may not be kept, or nothing can be proposed here.
    fn propose(&mut self, _: &ProposeArgs) -> Result<PendingFact, String> {
        Err("Nothing can be proposed here.".to_owned())
    }
}

/// Kind of owner of a memory, by which its tools differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Offer {
    /// Memory of one person, in which the person's agents write.
    #[default]
    Personal,
    /// An organisation's: agents propose, and people decide.
    Shared,
}

/// Caller of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolCaller {
    /// The client, as it names itself; empty where it does not.
    pub client: String,
    /// Its session, where the call names it.
    pub session: Option<String>,
}

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchArgs {
    /// Query, in the agent's words.
    pub query: String,
    /// Maximum number of hits.
    pub max_results: usize,
    /// The score, from 0 to 1, below which nothing is shown.
    pub min_score: f64,
    /// Sources to search; empty for the default sources.
    pub sources: Vec<MemorySource>,
    /// Only what belongs to the project of this name.
    pub project: Option<String>,
    /// Maximum length of the answer, in characters.
    pub max_chars: usize,
    /// Only notes that have all of these tags.
    pub tags: Vec<String>,
}

impl SearchArgs {
    /// Maximum number of tags in a search.
    pub const MAX_TAGS: usize = 10;
}

/// Source of a remembered text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MemorySource {
    /// The vault's Markdown.
    Notes,
    /// Captured tool use.
    Observations,
    /// Messages of conversations.
    Messages,
    /// Commits and decision records of repositories.
    Commits,
    /// Decision records of repositories.
    Records,
}

impl MemorySource {
    /// Sources that a search can be limited to; commits include decision records.
    pub const ALL: [MemorySource; 4] = [
        MemorySource::Notes,
        MemorySource::Observations,
        MemorySource::Messages,
        MemorySource::Commits,
    ];

    /// The name used in calls and answers.
    pub const fn name(self) -> &'static str {
        match self {
            MemorySource::Notes => "notes",
            MemorySource::Observations => "observations",
            MemorySource::Messages => "messages",
            MemorySource::Commits => "commits",
            MemorySource::Records => "records",
        }
    }

    const fn is_notes(&self) -> bool {
        matches!(self, MemorySource::Notes)
    }
}

/// Result of a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SearchAnswer {
    /// Best first.
    pub hits: Vec<MemoryHit>,
    /// Note about the search itself, such as that no vectors were at hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Names of the hits that had no room, as `memory_get` opens them, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<String>,
}

/// A search hit. Its data equals its line of text, and fields with obvious values are omitted,
/// because a model reads every field of every hit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MemoryHit {
    /// Id that opens the whole hit if it is not a note: `#12` of an observation, `m12` of a
    /// message, `c:979fa9b` of a commit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The note, relative to the vault, or the file that an observation is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The first and the last of the note's lines, from 1; sent as `5-6`.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "crate::render::as_lines")]
    pub lines: Option<(u32, u32)>,
    /// From 0 to 1; sent with two digits.
    #[serde(serialize_with = "crate::render::as_score")]
    pub score: f64,
    /// The text around the match.
    pub snippet: String,
    /// The headings above it, outermost first, such as `Auth > Tokens`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// Source of the hit; sent if it is not a note.
    #[serde(skip_serializing_if = "MemorySource::is_notes")]
    pub source: MemorySource,
    /// The project's name, where it belongs to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// Author of the text or action.
    pub author: AuthorKind,
    /// Scope of the text, if it is more than this home: `team:acme`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// Person who vouches for it, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vouched: Option<String>,
    /// Location of the text that contradicts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// Time of writing or of the event, in milliseconds since the Unix epoch; sent as a minute in
    /// UTC.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "crate::render::as_minute")]
    pub created_at: Option<i64>,
    /// Day of a note's line, such as `2026-11-20`; it has no time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
}

/// Lines to read from a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GetArgs {
    /// The note, relative to the vault, or the id of a hit that is none.
    pub path: String,
    /// The first line, from 1; `None` is the first of all.
    pub from: Option<usize>,
    /// Maximum number of lines; `None` is all that follow.
    pub lines: Option<usize>,
    /// Maximum length of the text, in characters.
    pub max_chars: Option<usize>,
    /// Words whose nearest part of a session is shown first.
    pub query: Option<String>,
}

/// Lines of a note, or something that was done or said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NotePassage {
    /// The note, relative to the vault.
    pub path: String,
    /// The number of the first line, from 1.
    pub from: usize,
    /// Number of lines of the whole note.
    pub total_lines: usize,
    /// The lines as they stand.
    pub text: String,
    /// By which a note is known as it was read; none of what cannot be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

/// Something to write down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveArgs {
    /// Markdown.
    pub text: String,
    /// Kind of the text, which decides the note that it goes to.
    pub kind: SavedKind,
    /// The note to append to, relative to the vault; comes before the kind.
    pub path: Option<String>,
    /// Scope of the text.
    pub scope: SaveScope,
    /// Other words by which it may be searched.
    pub aliases: Vec<String>,
    /// The places in the code that it speaks of, such as `src/pool.rs:10-20`.
    pub at: Vec<String>,
    /// The hash of the note as it was read: where it is another by now, nothing is written.
    pub expected: Option<String>,
    /// The agent's earlier words in the note, in whose place these go.
    pub replace: Option<String>,
}

impl SaveArgs {
    /// Maximum number of aliases of a text.
    pub const MAX_ALIASES: usize = distill::MAX_ALIASES_AND_PLACES;
    /// Maximum number of places in the code that a text refers to.
    pub const MAX_PLACES: usize = 5;
    /// An alias is a question and a place a path: neither is longer, in characters.
    pub const MAX_ALIAS_CHARS: usize = distill::MAX_ALIAS_CHARS;
}

/// Scope of a saved text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SaveScope {
    /// In the project in which the agent works.
    #[default]
    Project,
    /// In all projects of the user.
    User,
}

impl SaveScope {
    /// All of them.
    pub const ALL: [SaveScope; 2] = [SaveScope::Project, SaveScope::User];

    /// The name used in calls.
    pub const fn name(self) -> &'static str {
        match self {
            SaveScope::Project => "project",
            SaveScope::User => "user",
        }
    }
}

/// Kind of a saved text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SavedKind {
    /// Something of today.
    #[default]
    Daily,
    /// Facts that must always be known.
    Core,
    /// The user's preferences.
    Preference,
    /// A decision, and its reason.
    Decision,
    /// State of a project.
    Project,
    /// A procedure.
    Procedure,
    /// A lesson about working here.
    Lesson,
    /// A lasting fact.
    Semantic,
}

impl SavedKind {
    /// All of them.
    pub const ALL: [SavedKind; 8] = [
        SavedKind::Daily,
        SavedKind::Core,
        SavedKind::Preference,
        SavedKind::Decision,
        SavedKind::Project,
        SavedKind::Procedure,
        SavedKind::Lesson,
        SavedKind::Semantic,
    ];

    /// The name used in calls and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            SavedKind::Daily => "daily",
            SavedKind::Core => "core",
            SavedKind::Preference => "preference",
            SavedKind::Decision => "decision",
            SavedKind::Project => "project",
            SavedKind::Procedure => "procedure",
            SavedKind::Lesson => "lesson",
            SavedKind::Semantic => "semantic",
        }
    }
}

/// Filter for recent events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentArgs {
    /// Maximum number of events.
    pub limit: usize,
    /// Only those of the project of this name; `None` is the present one.
    pub project: Option<String>,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Happening {
    /// Time, in milliseconds since the Unix epoch; sent as a minute in UTC.
    #[serde(serialize_with = "crate::render::as_minute_always")]
    pub created_at: i64,
    /// Kind: `file_edit`, `command`, `error`, `observation`, `message`, `summary`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The client's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// The project's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// The file, where it is about one; of a shared memory, its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Description of the event.
    pub text: String,
}

/// Something that can be forgotten.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ForgettableItem {
    /// Permanent name: a note's path with its lines, or a row's number.
    pub id: String,
    /// Source of the item; sent if it is not a note.
    #[serde(skip_serializing_if = "MemorySource::is_notes")]
    pub source: MemorySource,
    /// Its beginning, for a person to recognise it by.
    pub text: String,
    /// True if the agent itself wrote it in this session; sent if true.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
}

/// Outcome of forgetting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ForgetResult {
    /// Removed items.
    pub gone: Vec<ForgettableItem>,
    /// Items that need the user's decision.
    pub waits: Vec<ForgettableItem>,
    /// Hint in a sentence: the place where the user decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<String>,
}

/// A note of the vault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteInfo {
    /// Relative to the vault, with `/` between its parts.
    pub path: String,
    /// Its first heading.
    pub title: Option<String>,
    /// Its size.
    pub bytes: u64,
    /// Time of the last write, in milliseconds since the Unix epoch.
    pub modified_ms: i64,
}
