//! Imports what other tools remember into notes and activity: memory files, rules, databases and
//! recorded sessions that are already on this machine.
//!
//! An import can be repeated at any time: an imported note names its source and the hash of its
//! content, so a second import adds nothing, a changed source updates its note, and a note that a
//! person has edited since is left alone. Recorded sessions are kept apart from what hooks
//! captured, and summarised at once, because they are not flushed later.
//!
//! [`find`] looks where tools keep such data and [`import_source`] imports one source.

mod adopt;
mod chatgpt;
mod condense;
mod databases;
mod files;
mod find;
mod profile;
mod rules;
mod sessions;

use std::fmt;
use std::path::PathBuf;

use jiff::Zoned;
use palimp_core::counts::{self, CountNoun};
use palimp_core::distill::Distiller;
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_core::{AgentClient, HookEvent};
use palimp_engine::Error;
use palimp_engine::home::exclusion::Exclusions;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::home::tombstones::Tombstones;
use palimp_engine::injection::standing_wishes;
use palimp_engine::retrieval::index_sync::StageProgress;
use palimp_store::activity::ActivityDb;
use serde::{Serialize, Serializer};

use crate::import::ImportCounts;

pub use condense::Condenser;
pub use find::{NotFound, find, find_by_name, source_files};

/// Directories where tools keep what they remember.
#[derive(Clone, Debug, Default)]
pub struct ToolDirs {
    /// The user's own directory.
    pub user: PathBuf,
    /// The directory of the present project.
    pub project: PathBuf,
    /// The directory where programs keep their data, usually `~/.local/share`.
    pub data: PathBuf,
    /// The directories of the clients that are on this machine.
    pub clients: Vec<(AgentClient, PathBuf)>,
}

impl ToolDirs {
    /// Returns the directory of a client that is on this machine.
    fn client_dir(&self, client: AgentClient) -> Option<&PathBuf> {
        self.clients.iter().find(|(known, _)| *known == client).map(|(_, dir)| dir)
    }
}

/// A kind of import source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImportSourceKind {
    /// Sessions that a client recorded.
    Sessions(AgentClient),
    /// Claude Code's own memory of projects.
    ClaudeMemory,
    /// Instructions for agents: `CLAUDE.md`, `AGENTS.md`, `.cursorrules` and their like.
    Rules,
    /// The notes of cli-jaw.
    Jaw,
    /// The notes of cli-claw.
    Claw,
    /// The notes of OpenClaw.
    OpenclawNotes,
    /// claude-mem's database.
    ClaudeMem,
    /// The database of the memory hooks that came before palimp.
    Hooks,
    /// ChatGPT's export and memory, where the user put them.
    Chatgpt,
}

impl ImportSourceKind {
    /// The name by which a person chooses it.
    pub const fn name(self) -> &'static str {
        match self {
            ImportSourceKind::Sessions(client) => client.name(),
            ImportSourceKind::ClaudeMemory => "claude-memory",
            ImportSourceKind::Rules => "rules",
            ImportSourceKind::Jaw => "cli-jaw",
            ImportSourceKind::Claw => "cli-claw",
            ImportSourceKind::OpenclawNotes => "openclaw-notes",
            ImportSourceKind::ClaudeMem => "claude-mem",
            ImportSourceKind::Hooks => "memory-hooks",
            ImportSourceKind::Chatgpt => "chatgpt",
        }
    }

    /// Title of the kind, for a person.
    pub fn title(self) -> String {
        match self {
            ImportSourceKind::Sessions(client) => client.display_name().to_owned(),
            ImportSourceKind::ClaudeMemory => crate::messages::claude_memory_title(),
            ImportSourceKind::Rules => crate::messages::agent_rules_title(),
            ImportSourceKind::Jaw => "cli-jaw".to_owned(),
            ImportSourceKind::Claw => "cli-claw".to_owned(),
            ImportSourceKind::OpenclawNotes => crate::messages::openclaw_notes_title(),
            ImportSourceKind::ClaudeMem => "claude-mem".to_owned(),
            ImportSourceKind::Hooks => crate::messages::memory_hooks_title(),
            ImportSourceKind::Chatgpt => "ChatGPT".to_owned(),
        }
    }

    /// Returns how much of the kind there is, for a person; all of it where nobody counted.
    pub fn describe_amount(self, count: Option<usize>) -> String {
        use crate::messages;
        let count_or =
            |counted: CountNoun, uncounted: fn() -> String| count.map_or_else(uncounted, counted);
        match self {
            ImportSourceKind::Sessions(_) => {
                count_or(counts::recorded_sessions, messages::uncounted_sessions)
            }
            ImportSourceKind::ClaudeMem => count_or(counts::memories, messages::uncounted_memories),
            ImportSourceKind::Hooks => {
                count_or(counts::observations, messages::uncounted_observations)
            }
            ImportSourceKind::Chatgpt => count_or(counts::exports, messages::uncounted_exports),
            _ => count_or(counts::files, messages::uncounted_files),
        }
    }
}

impl fmt::Display for ImportSourceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for ImportSourceKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A source that can be imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ImportSource {
    /// The kind of the source.
    pub kind: ImportSourceKind,
    /// The same in words.
    pub title: String,
    /// The files that hold it.
    pub paths: Vec<PathBuf>,
    /// Size in the kind's unit; none if only reading all of it would tell.
    pub count: Option<usize>,
}

/// Counts of what was imported from a source, or would be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportSummary {
    /// Sessions that were read, and what is new of them.
    #[serde(flatten)]
    pub imported: ImportCounts,
    /// Entries that condense them.
    pub episodes: usize,
    /// Notes that are new.
    pub notes: usize,
    /// Notes whose source had changed.
    pub renewed: usize,
    /// Notes that are as their source is.
    pub unchanged: usize,
    /// Lines about the user that wait for their decision.
    #[serde(skip_serializing_if = "is_zero")]
    pub proposed: usize,
    /// Texts that were forgotten and stay out, in whole or in part.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: usize,
    /// Sessions and files of projects that the user leaves out.
    #[serde(skip_serializing_if = "is_zero")]
    pub excluded: usize,
    /// Messages for a person: a file that could not be read, a note that the user edited.
    pub complaints: Vec<String>,
    /// True if nothing of the source could be read.
    pub unreadable: bool,
}

impl ImportSummary {
    /// Adds the counts of another source.
    pub fn merge(&mut self, other: ImportSummary) {
        self.imported.add_counts(other.imported);
        self.episodes += other.episodes;
        self.notes += other.notes;
        self.renewed += other.renewed;
        self.unchanged += other.unchanged;
        self.proposed += other.proposed;
        self.left_out += other.left_out;
        self.excluded += other.excluded;
        other.complaints.into_iter().for_each(|complaint| self.add_complaint(complaint));
        self.unreadable |= other.unreadable;
    }

    /// Adds a message for a person, once.
    fn add_complaint(&mut self, complaint: String) {
        if !self.complaints.contains(&complaint) {
            self.complaints.push(complaint);
        }
    }

    /// True if nothing is new.
    pub const fn is_nothing_new(&self) -> bool {
        self.imported.messages == 0
            && self.imported.observations == 0
            && self.episodes == 0
            && self.notes == 0
            && self.renewed == 0
    }
}

/// Destination and settings of an import.
pub struct ImportContext<'a> {
    /// palimp's home.
    pub home: &'a HomePaths,
    /// Its settings.
    pub settings: &'a Settings,
    /// Directories where tools keep data.
    pub places: &'a ToolDirs,
    /// The agent that was named; else sessions go to the agents of their projects.
    pub agent: Option<&'a str>,
    /// The agent that is given the notes.
    pub notes_agent: &'a str,
    /// Summarises imported sessions.
    pub distiller: &'a dyn Distiller,
    /// Tombstones of forgotten texts, which stay out.
    pub tombstones: &'a Tombstones,
    /// Now, by the user's clock.
    pub now: Zoned,
}

/// True if a number is 0, so that it is not serialized.
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl ImportContext<'_> {
    /// Returns the notes of an agent.
    fn agent_notes(&self, agent: &str) -> NoteStore {
        let user = Some(self.places.user.clone());
        NoteStore::new(self.home.clone(), agent, self.settings.clone(), user)
    }
}

/// Imports all of `source`. Reports what cannot be read in the result and imports the rest.
///
/// # Errors
///
/// When the vault or the activity database cannot be written.
pub fn import_source(
    source: &ImportSource,
    db: &mut ActivityDb,
    taker: &ImportContext,
    progress: StageProgress,
) -> Result<ImportSummary, Error> {
    let mut taken = match source.kind {
        ImportSourceKind::Sessions(client) => {
            sessions::import_client_sessions(client, source, db, taker, progress)?
        }
        ImportSourceKind::Hooks => databases::take_hooks(source, db, taker)?,
        ImportSourceKind::Chatgpt => chatgpt::import_chatgpt(source, db, taker, progress)?,
        ImportSourceKind::ClaudeMem => {
            let mut taken = sessions::take_claude_mem(source, db, taker)?;
            taken.merge(adopt_all(source, taker, progress)?);
            taken
        }
        ImportSourceKind::Jaw => {
            let mut taken = adopt_all(source, taker, progress)?;
            profile::propose_lines(source, taker, &mut taken)?;
            taken
        }
        _ => adopt_all(source, taker, progress)?,
    };
    let is_recorded = matches!(
        source.kind,
        ImportSourceKind::Sessions(_) | ImportSourceKind::Hooks | ImportSourceKind::Chatgpt
    );
    let complains = taken.imported.transcripts == 0 && !taken.complaints.is_empty();
    taken.unreadable |= is_recorded && complains;
    taken.unreadable &= taken.is_nothing_new();
    Ok(taken)
}

/// Takes in sessions whose events are at hand, as [`import_source`] does those of a client's records.
///
/// # Errors
///
/// When the vault or the activity database cannot be written.
pub fn take_sessions(
    sessions: impl IntoIterator<Item = Vec<HookEvent>>,
    db: &mut ActivityDb,
    taker: &ImportContext,
) -> Result<ImportSummary, Error> {
    sessions::take_events(sessions, db, taker)
}

/// Has what the user laid down in imported sessions lie ready for the very next one. Called once behind all sources,
/// for it reads the last sessions of every project.
///
/// # Errors
///
/// When the database cannot be read or written.
pub fn renew_wishes(db: &ActivityDb) -> Result<(), Error> {
    Ok(standing_wishes::renew_all(db)?)
}

/// Counts what [`import_source`] would do with the notes of `source`; writes nothing. New sessions
/// are known only after an import.
///
/// # Errors
///
/// When the vault cannot be read.
pub fn preview_import(
    source: &ImportSource,
    taker: &ImportContext,
) -> Result<ImportSummary, Error> {
    let mut taken = ImportSummary::default();
    let items = collect_items(source, taker, &mut taken);
    find::read_errors(source).into_iter().for_each(|complaint| taken.add_complaint(complaint));
    let memory = taker.agent_notes(taker.notes_agent);
    for planned in adopt::plan_imports(items, &memory, taker, &mut taken)? {
        planned.add_to_summary(&mut taken);
    }
    Ok(taken)
}

fn adopt_all(
    source: &ImportSource,
    taker: &ImportContext,
    progress: StageProgress,
) -> Result<ImportSummary, Error> {
    let mut taken = ImportSummary::default();
    let items = collect_items(source, taker, &mut taken);
    taken.unreadable = items.is_empty() && !taken.complaints.is_empty();
    adopt::import_items(items, taker, progress, &mut taken)?;
    Ok(taken)
}

/// Collects the texts of a source that become notes.
fn collect_items(
    source: &ImportSource,
    taker: &ImportContext,
    taken: &mut ImportSummary,
) -> Vec<adopt::ImportItem> {
    let exclusions = Exclusions::load(taker.home, taker.settings);
    let mut items = match source.kind {
        ImportSourceKind::Sessions(_) | ImportSourceKind::Hooks => Vec::new(),
        ImportSourceKind::ClaudeMem => databases::claude_mem(source, taker, &mut taken.complaints),
        ImportSourceKind::Chatgpt => {
            chatgpt::read_memories(source, taker.places, &mut taken.complaints)
        }
        _ => files::read_items(source, taker.places, &exclusions, taken),
    };
    let all = items.len();
    items.retain(|it| !it.project.as_ref().is_some_and(|name| exclusions.excludes_name(name)));
    taken.excluded += all - items.len();
    items
}
