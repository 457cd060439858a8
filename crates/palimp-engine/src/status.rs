//! Whether palimp works: what is in a home, what waits, and how its clients are wired.

use std::path::PathBuf;

use jiff::Zoned;
use palimp_clients::install::{ClientPaths, HookCommand};
use palimp_core::home::HomePaths;
use palimp_core::project::ProjectIdentity;
use palimp_core::settings::{Preset, Settings};
use palimp_store::activity::{ActivityDb, ActivityStats};
use palimp_store::spool::Spool;
use serde::Serialize;

use crate::due::{Budget, MIN_REQUEST_TOKENS};
use crate::embedding::EmbeddingState;
use crate::hub;
use crate::memory::{AgentMemory, Error};
use crate::open::{self, CapturedActivity};
use crate::teams;
use crate::wiring::{self, ClientStatus};

/// From this many failures of a distiller in a row on, they are told.
const MIN_REPORTED_FAILURES: i64 = 3;

/// What is looked at.
pub struct StatusContext<'a> {
    /// The home.
    pub home: &'a HomePaths,
    /// Its settings.
    pub settings: &'a Settings,
    /// The memory of the agent in question, with its models.
    pub memory: &'a mut AgentMemory,
    /// Where the clients keep their files.
    pub places: &'a ClientPaths,
    /// The command that they are to call.
    pub command: &'a HookCommand,
    /// Which services the settings have asked, and where, a line each.
    pub services: Vec<String>,
    /// The present project.
    pub here: &'a ProjectIdentity,
    /// The user's clock.
    pub now: &'a Zoned,
}

/// How a home is.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusReport {
    /// The home.
    pub home: PathBuf,
    /// The agent whose memory is meant.
    pub agent: String,
    /// Whether anything is captured.
    pub enabled: bool,
    /// Whether secrets are taken out.
    pub redaction: bool,
    /// Whether sessions are told anything.
    pub inject: bool,
    /// The clients of this machine.
    pub clients: Vec<ClientStatus>,
    /// What was captured; nothing where [`trouble`](Status::trouble) says why it cannot be read.
    pub activity: ActivityStats,
    /// How many captures waited in the spool.
    pub spooled: usize,
    /// How many of them wait still.
    #[serde(skip)]
    pub left: usize,
    /// Why captures that wait were not taken in, where the database could only be read.
    #[serde(skip)]
    pub not_shown: Option<String>,
    /// Why what was captured cannot be read.
    pub trouble: Option<String>,
    /// Where the notes are.
    pub vault: PathBuf,
    /// How many there are.
    pub notes: usize,
    /// The Obsidian vault around them, which is read and never written.
    pub obsidian: Option<PathBuf>,
    /// How many notes it has.
    pub read: usize,
    /// How far the index is; none before the first search.
    pub index: Option<EmbeddingState>,
    /// How many commits of the present project are known.
    pub commits: usize,
    /// How the teams of this home stand.
    pub teams: Vec<teams::TeamStatus>,
    /// How the hubs of this home stand.
    pub hubs: Vec<hub::HubPullStatus>,
    /// What waits to be condensed.
    pub flush: FlushBacklog,
    /// Which services are asked, and where, a line each.
    pub services: Vec<String>,
    /// What turns text into vectors.
    pub embedder: Option<String>,
    /// Why nothing does, although the settings name something.
    pub embedder_trouble: Option<String>,
    /// How many proposals wait for the user.
    #[serde(skip)]
    pub proposals: usize,
}

/// What waits to be condensed, and what condensing cost today.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FlushBacklog {
    /// Who condenses, in the words of the settings.
    pub distiller: String,
    /// Sessions in which something waits.
    pub sessions: usize,
    /// Their messages that wait.
    pub messages: usize,
    /// What was spent today, in tokens.
    pub tokens_today: u64,
    /// Whether what waits would cost more than is left for today.
    pub over_budget: bool,
    /// The session whose distiller failed most often in a row, how often, why, and when it is
    /// asked again, in milliseconds since the Unix epoch.
    pub failing: Option<(String, i64, String, i64)>,
}

/// Returns true if the settings let anything be told to a session.
pub fn is_injection_enabled(settings: &Settings) -> bool {
    let inject = &settings.inject;
    inject.max_chars > 0 && !inject.sections.is_empty() && inject.preset != Some(Preset::Off)
}

/// Looks at a home. What waits in its spool is taken in, unless the memory is
/// [`only_reading`](Memory::only_reading): then every file stays as it is.
///
/// # Errors
///
/// When the index cannot be read, or what was captured breaks off while it is read.
pub fn collect_status(subject: StatusContext) -> Result<StatusReport, Error> {
    let StatusContext { home, settings, memory, places, command, services, here, now } = subject;
    let spool = Spool::new(home.spool_dir());
    let spooled = spool.pending_files().len();
    let (CapturedActivity { db, not_shown }, trouble) = match open_activity(home, memory) {
        Ok(opened) => (opened, None),
        Err(error) => (CapturedActivity::default(), Some(error.to_string())),
    };
    let db = db.as_ref();
    Ok(StatusReport {
        home: home.root().to_owned(),
        agent: memory.agent().to_owned(),
        enabled: settings.memory.enabled,
        redaction: settings.redaction.enabled,
        inject: is_injection_enabled(settings),
        clients: wiring::client_statuses(places, command),
        activity: db.map_or(Ok(ActivityStats::default()), |db| db.stats(memory.agent()))?,
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
        vault: memory.root().to_owned(),
        notes: memory.scan_notes().map_or(0, |notes| notes.len()),
        obsidian: memory.obsidian().map(|around| around.root),
        read: memory.obsidian_notes().len(),
        index: memory.index_path().exists().then(|| memory.embedding_state()).transpose()?,
        commits: match memory.index_path().exists() {
            true => memory.commit_count(here)?,
            false => 0,
        },
        services,
        embedder: memory.space(),
        embedder_trouble: memory.embedder_error().map(str::to_owned),
        proposals: memory.proposals().map_or(0, |listed| listed.proposals.len()),
    })
}

/// What was captured, opened as the memory is.
fn open_activity(home: &HomePaths, memory: &AgentMemory) -> Result<CapturedActivity, Error> {
    match memory.only_reads {
        true => open::to_read(home),
        false => open::to_look_up(home),
    }
}

impl FlushBacklog {
    /// What waits in a database; nothing where there is none.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub fn from_database(
        db: Option<&ActivityDb>,
        settings: &Settings,
        now: &Zoned,
    ) -> Result<FlushBacklog, Error> {
        let distiller = settings.memory.cli.clone();
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
