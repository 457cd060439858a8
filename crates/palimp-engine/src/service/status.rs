//! Status of a home: its contents, pending captures, and the connection of its clients.

use std::path::PathBuf;

use jiff::Zoned;
use palimp_clients::install::{ClientPaths, HookCommand};
use palimp_core::home::HomePaths;
use palimp_core::project::ProjectIdentity;
use palimp_core::settings::{Preset, Settings};
use palimp_store::activity::{ActivityDb, ActivityStats};
use palimp_store::spool::Spool;
use serde::Serialize;

use crate::consolidation::schedule::{Budget, MIN_REQUEST_TOKENS};
use crate::home::exclusion::{Exclusion, Exclusions};
use crate::home::note_store::NoteStore;
use crate::ingest::open_activity::{self, CapturedActivity};
use crate::retrieval::embedding::EmbeddingState;
use crate::retrieval::index_sync::{Error, IndexSync};
use crate::service::connections::{self, ClientStatus};
use crate::sharing::hub;
use crate::sharing::teams;

/// Minimum number of failures of a distiller in a row that are reported.
const MIN_REPORTED_FAILURES: i64 = 3;

/// Home, memory and clients to report on.
pub struct StatusContext<'a> {
    /// The home.
    pub home: &'a HomePaths,
    /// Its settings.
    pub settings: &'a Settings,
    /// The memory of the agent in question, with its models.
    pub memory: &'a mut IndexSync,
    /// Locations of the clients' files.
    pub places: &'a ClientPaths,
    /// The command that they are to call.
    pub command: &'a HookCommand,
    /// Services that the settings have asked, and their addresses, a line each.
    pub services: Vec<String>,
    /// The present project.
    pub here: &'a ProjectIdentity,
    /// The user's clock.
    pub now: &'a Zoned,
}

/// Status of a home.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusReport {
    /// The home.
    pub home: PathBuf,
    /// The agent whose memory is meant.
    pub agent: String,
    /// True if events are captured.
    pub enabled: bool,
    /// True if secrets are redacted.
    pub redaction: bool,
    /// True if context is injected into sessions.
    pub inject: bool,
    /// The clients of this machine.
    pub clients: Vec<ClientStatus>,
    /// Statistics of captured events; empty if [`trouble`](StatusReport::trouble) says why they
    /// cannot be read.
    pub activity: ActivityStats,
    /// Number of captures that waited in the spool.
    pub spooled: usize,
    /// Number of captures that still wait.
    #[serde(skip)]
    pub left: usize,
    /// Reason why waiting captures were not taken in, if the database could only be read.
    #[serde(skip)]
    pub not_shown: Option<String>,
    /// Reason why captured events cannot be read.
    pub trouble: Option<String>,
    /// Directory of the notes.
    pub vault: PathBuf,
    /// Number of notes.
    pub notes: usize,
    /// The Obsidian vault around them, which is read and never written.
    pub obsidian: Option<PathBuf>,
    /// How many notes it has.
    pub read: usize,
    /// State of the index; none before the first search.
    pub index: Option<EmbeddingState>,
    /// Number of known commits of the present project.
    pub commits: usize,
    /// State of each team of this home.
    pub teams: Vec<teams::TeamStatus>,
    /// State of each hub of this home.
    pub hubs: Vec<hub::HubPullStatus>,
    /// Sessions that wait to be summarised.
    pub flush: FlushBacklog,
    /// Services that are asked, and their addresses, a line each.
    pub services: Vec<String>,
    /// Model that turns text into vectors.
    pub embedder: Option<String>,
    /// Reason why no embedder is available although the settings name one.
    pub embedder_trouble: Option<String>,
    /// Time of the last backup, in milliseconds since the Unix epoch.
    pub last_backup: Option<i64>,
    /// Reasons for which palimp leaves projects out.
    pub excluded: Vec<Exclusion>,
    /// Number of proposals that wait for the user.
    #[serde(skip)]
    pub proposals: usize,
}

/// Sessions that wait to be summarised, and today's cost of summaries.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FlushBacklog {
    /// Summariser as the settings name it.
    pub distiller: String,
    /// Sessions in which something waits.
    pub sessions: usize,
    /// Their messages that wait.
    pub messages: usize,
    /// Number of tokens spent today.
    pub tokens_today: u64,
    /// True if the waiting sessions would cost more than is left for today.
    pub over_budget: bool,
    /// The session whose distiller failed most often in a row, how often, why, and when it is
    /// asked again, in milliseconds since the Unix epoch.
    pub failing: Option<(String, i64, String, i64)>,
}

/// Returns true if the settings let any context be injected into a session.
pub fn is_injection_enabled(settings: &Settings) -> bool {
    let inject = &settings.inject;
    inject.max_chars > 0 && !inject.sections.is_empty() && inject.preset != Some(Preset::Off)
}

/// Looks at a home. What waits in its spool is taken in, unless the memory is
/// [`only_reading`](IndexSync::only_reading): then every file stays as it is.
///
/// # Errors
///
/// When the index cannot be read, or what was captured breaks off while it is read.
pub fn collect_status(subject: StatusContext) -> Result<StatusReport, Error> {
    let StatusContext { home, settings, memory, places, command, services, here, now } = subject;
    let spool = Spool::new(home.spool_dir());
    let spooled = spool.pending_files().len();
    let (CapturedActivity { db, not_shown }, trouble) = match open_activity(home, &memory.notes) {
        Ok(opened) => (opened, None),
        Err(error) => (CapturedActivity::default(), Some(error.to_string())),
    };
    let db = db.as_ref();
    Ok(StatusReport {
        home: home.root().to_owned(),
        agent: memory.notes.agent().to_owned(),
        enabled: settings.memory.enabled,
        redaction: settings.redaction.enabled,
        inject: is_injection_enabled(settings),
        clients: connections::client_statuses(places, command),
        activity: db.map_or(Ok(ActivityStats::default()), |db| db.stats(memory.notes.agent()))?,
        spooled,
        left: spool.pending_files().len(),
        not_shown,
        teams: teams::team_statuses(home, settings, now.timestamp().as_millisecond()),
        hubs: hub::hub_statuses(home, settings, now.timestamp().as_millisecond()),
        flush: match trouble {
            None => FlushBacklog::from_database(db, settings, now)?,
            Some(_) => FlushBacklog::default(),
        },
        trouble,
        vault: memory.notes.root().to_owned(),
        notes: memory.notes.scan_notes().map_or(0, |notes| notes.len()),
        obsidian: memory.notes.obsidian().map(|around| around.root),
        read: memory.notes.obsidian_notes().len(),
        index: memory.index_path().exists().then(|| memory.embedding_state()).transpose()?,
        commits: match memory.index_path().exists() {
            true => memory.commit_count(here)?,
            false => 0,
        },
        services,
        last_backup: super::backup::last_backup_at(home),
        excluded: Exclusions::load(home, settings)
            .all_reasons(&here.root, now.timestamp().as_millisecond()),
        embedder: memory.space(),
        embedder_trouble: memory.embedder_error().map(str::to_owned),
        proposals: memory.notes.proposals().map_or(0, |listed| listed.proposals.len()),
    })
}

/// Opens the captured events in the memory's mode, read-only or not.
fn open_activity(home: &HomePaths, memory: &NoteStore) -> Result<CapturedActivity, Error> {
    match memory.is_read_only {
        true => open_activity::to_read(home),
        false => open_activity::to_look_up(home),
    }
}

impl FlushBacklog {
    /// Returns the backlog of a database; empty if there is no database.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub fn from_database(
        db: Option<&ActivityDb>,
        settings: &Settings,
        now: &Zoned,
    ) -> Result<FlushBacklog, Error> {
        let distiller = settings.flush.summarizer.clone();
        let Some(db) = db else { return Ok(FlushBacklog { distiller, ..FlushBacklog::default() }) };
        let backlog = db.backlog()?;
        let failing = backlog.iter().filter(|one| one.failures >= MIN_REPORTED_FAILURES);
        let failing = failing.max_by_key(|one| one.failures).map(|one| {
            let why = one.complaint.clone().unwrap_or_default();
            (one.session.id.clone(), one.failures, why, one.retry_at)
        });
        let budget = Budget::for_day(Some(db), settings, now)?;
        let spends = distiller != "rules";
        Ok(FlushBacklog {
            sessions: backlog.len(),
            messages: backlog.iter().map(|one| one.messages).sum(),
            over_budget: spends && !backlog.is_empty() && !budget.allows(MIN_REQUEST_TOKENS),
            tokens_today: budget.spent,
            failing,
            distiller,
        })
    }
}
