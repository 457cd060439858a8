//! Conversation → episode: what was said since the last time goes to a distiller, and what it
//! makes of it into the day's note.
//!
//! A mark in the activity database says which message was read last. It moves only when the answer
//! is on the disk, so that whatever fails, nothing is passed over; and an entry bears the numbers
//! of the messages it condenses, so that a process which died between the two does not write it
//! twice.

mod accepted;
mod answer;
mod batch;
mod before;
mod estimate;
mod links;
mod speaker;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use jiff::Zoned;
use palimp_core::AgentClient;
use palimp_core::activity::{MessageRole, SessionRef, StoredMessage};
use palimp_core::chat::{ModelError, TokenUsage};
use palimp_core::distill::{self, DistillTask, Distiller};
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_note::NotePath;
use palimp_note::episode::{self, Episode, EpisodeKey};
use palimp_note::provenance::{AuthorKind, Provenance};
use palimp_rules::RuleDistiller;
use palimp_rules::reflect::taken_apart;
use palimp_store::activity::{ActivityDb, Backlog, Filter, SessionFilter};
use palimp_vault::{Vault, VaultError};
use serde::Serialize;

use crate::consolidation::schedule::{self, Budget, budget_day};
use crate::home::lock::WorkLock;
use crate::home::log;
use crate::home::note_store::NoteStore;
use crate::home::redaction;
use crate::home::tombstones::Tombstones;
use crate::injection::standing_wishes;
use crate::retrieval::anchors::{AnchorPlaces, WorkingTree};
use crate::retrieval::fact_metadata;
use crate::retrieval::index_sync::Error;
use accepted::{AcceptedAnswer, named_there};
use answer::DistilledLine;
use speaker::Speakers;

pub use before::FlushHistory;
pub use estimate::FlushEstimate;

/// Name of the lock that a flush holds.
pub const FLUSH_LOCK_NAME: &str = "flush";
/// Name of the lock for writing or forgetting episodes.
pub(crate) const EPISODES_LOCK_NAME: &str = "episodes";

/// Sessions to flush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlushScope {
    /// Those whose time has come.
    Due,
    /// All in which something waits, also after failures.
    All,
}

/// Result of a flush.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Flushed {
    /// Messages that were read.
    pub messages: usize,
    /// Entries that were written.
    pub entries: usize,
    /// Answers that nothing was worth keeping.
    pub skipped: usize,
    /// Cost in tokens.
    pub tokens: u64,
    /// Ids of the sessions that failed, each with the reason.
    pub failures: Vec<(String, String)>,
    /// True if the day's budget is used up.
    pub over_budget: bool,
}

impl Flushed {
    /// True if any message was read.
    pub const fn has_progressed(&self) -> bool {
        self.messages > 0
    }

    fn merge(&mut self, other: Flushed) {
        self.messages += other.messages;
        self.entries += other.entries;
        self.skipped += other.skipped;
        self.tokens += other.tokens;
        self.over_budget |= other.over_budget;
    }
}

/// Finds the distiller for the sessions of a client.
pub type Distillers<'a> = &'a dyn Fn(AgentClient) -> Result<Box<dyn Distiller>, ModelError>;

/// Condenses conversations.
pub struct Flusher<'a> {
    /// The home.
    pub home: &'a HomePaths,
    /// Its settings.
    pub settings: &'a Settings,
    /// The user's own directory.
    pub user: Option<PathBuf>,
    /// Finds the distiller that summarises.
    pub distillers: Distillers<'a>,
    /// Additional instructions for the distiller.
    pub instructions: Option<&'a str>,
    /// Tombstones of forgotten texts.
    pub tombstones: &'a Tombstones,
    /// The user's clock.
    pub clock: &'a dyn Fn() -> Zoned,
}

impl Flusher<'_> {
    /// Summarises pending messages, one call per session in turn, until none are left that can be
    /// flushed now. The caller holds the [`WorkLock`] for [`FLUSH_LOCK_NAME`].
    pub fn run(&self, db: &mut ActivityDb, which: FlushScope) -> Result<Flushed, Error> {
        self.run_some(db, which, &|_| true)
    }

    /// The same, for one session alone.
    pub fn run_session(&self, db: &mut ActivityDb, session: &str) -> Result<Flushed, Error> {
        self.run_some(db, FlushScope::All, &|backlog| backlog.session.id == session)
    }

    fn run_some(
        &self,
        db: &mut ActivityDb,
        which: FlushScope,
        wanted: &dyn Fn(&Backlog) -> bool,
    ) -> Result<Flushed, Error> {
        let waiting = db.backlog()?.into_iter().filter(|one| wanted(one));
        let changed: Vec<_> =
            waiting.map(|one| (one.session.agent, one.session.project_id)).collect();
        let flushed = self.summarise_pending(db, which, wanted);
        if let Err(error) = standing_wishes::renew_changed(db, &changed) {
            let now = self.now().timestamp().as_millisecond();
            log::append_line(self.home, now, &format!("wishes: {error}"));
        }
        flushed
    }

    fn summarise_pending(
        &self,
        db: &mut ActivityDb,
        which: FlushScope,
        wanted: &dyn Fn(&Backlog) -> bool,
    ) -> Result<Flushed, Error> {
        let mut total = Flushed::default();
        let mut left = HashSet::new();
        loop {
            let mut backlog = db.backlog()?;
            backlog.retain(|one| {
                wanted(one) && !left.contains(&one.session.id) && self.is_ready(one, which)
            });
            if backlog.is_empty() {
                return Ok(total);
            }
            for one in backlog {
                match self.flush_session(db, &one)? {
                    Ok(flushed) if flushed.over_budget => {
                        left.insert(one.session.id);
                        total.merge(flushed);
                    }
                    Ok(flushed) => total.merge(flushed),
                    Err(why) => {
                        left.insert(one.session.id.clone());
                        total.failures.push((one.session.id, why));
                    }
                }
            }
        }
    }

    fn is_ready(&self, one: &Backlog, which: FlushScope) -> bool {
        let now = || self.now().timestamp().as_millisecond();
        which == FlushScope::All || schedule::is_due(one, self.settings, now())
    }

    fn now(&self) -> Zoned {
        (self.clock)()
    }

    /// Makes one call for one session; returns the result, or the reason why there is none.
    fn flush_session(
        &self,
        db: &mut ActivityDb,
        one: &Backlog,
    ) -> Result<Result<Flushed, String>, Error> {
        let session = &one.session;
        let waiting = db.messages_after(&session.id, &session.agent, one.mark)?;
        if waiting.is_empty() {
            return Ok(Ok(Flushed::default()));
        }
        let vault = match self.open_vault(&session.agent) {
            Ok(vault) => vault,
            Err(why) => return self.record_failure(db, one, &why.to_string()),
        };
        if one.in_doubt
            && let Some(to) = written_before(&vault, &session.id, &waiting)
        {
            db.flush_done(session, to, self.now().timestamp().as_millisecond())?;
            let messages = waiting.iter().filter(|message| message.id <= to).count();
            return Ok(Ok(Flushed { messages, ..Flushed::default() }));
        }
        self.ask_distiller(db, one, &vault, &waiting)
    }

    fn ask_distiller(
        &self,
        db: &mut ActivityDb,
        one: &Backlog,
        vault: &Vault,
        waiting: &[StoredMessage],
    ) -> Result<Result<Flushed, String>, Error> {
        let redactor = redaction::redactor(self.settings);
        let flush_every = self.settings.flush.every;
        let mut batch = batch::first_batch(waiting, flush_every);
        if batch::to_turns(batch, &redactor).is_empty() {
            let nothing = AcceptedAnswer { batch, kept: None, usage: TokenUsage::default() };
            return self.write_accepted(db, one, vault, nothing);
        }
        let mut distiller = match (self.distillers)(one.session.client) {
            Ok(distiller) => distiller,
            Err(why) => return self.record_failure(db, one, &why.to_string()),
        };
        // The client has had a model sum this up: nobody is paid for it once more.
        if let Some(summed_up) = batch::summed_up(waiting, flush_every)
            && distiller.spends_tokens()
        {
            (batch, distiller) = (summed_up, Box::new(RuleDistiller));
        }
        let turns = batch::to_turns(batch, &redactor);
        let language = self.settings.flush.language;
        let zone = self.now().time_zone().clone();
        let before = FlushHistory::before_stretch(db, vault, &one.session, batch, &zone)?;
        let (instructions, so_far) = (self.instructions, before.so_far());
        let task = DistillTask::Flush { turns: &turns, language, instructions, so_far };
        if distiller.spends_tokens() && self.is_beyond_budget(db, &task)? {
            return Ok(Ok(Flushed { over_budget: true, ..Flushed::default() }));
        }
        let distilled = match distiller.distill(&task) {
            Ok(distilled) => distilled,
            Err(why) => return self.record_failure(db, one, &why.to_string()),
        };
        if distiller.spends_tokens() {
            db.add_token_usage(&budget_day(&self.now()), &distiller.name(), distilled.usage)?;
        }
        let mut kept = match answer::check_answer(&distilled.text, &redactor) {
            Ok(kept) => kept,
            Err(why) => {
                return self.record_failure(db, one, &format!("{}: {why}", distiller.name()));
            }
        };
        if let Some(lines) = kept.as_mut().filter(|_| distiller.spends_tokens()) {
            lines.truncate(distill::MAX_FLUSH_LINES);
        }
        let kept = kept.and_then(|kept| self.without_forgotten(kept, one, batch));
        let kept = kept.map(|kept| named_there(kept, &turns));
        self.write_accepted(db, one, vault, AcceptedAnswer { batch, kept, usage: distilled.usage })
    }

    /// Removes forgotten texts from a distiller's answer, unless the user said them again; an agent
    /// may have them from a conversation that its client continues.
    fn without_forgotten(
        &self,
        mut kept: Vec<DistilledLine>,
        one: &Backlog,
        batch: &[StoredMessage],
    ) -> Option<Vec<DistilledLine>> {
        let buried = self.tombstones.for_agent(&one.session.agent);
        let mut by_user = batch.iter().filter(|message| message.role == MessageRole::User);
        if by_user.any(|message| buried.is_forgotten(&message.content)) {
            return Some(kept);
        }
        let texts = kept.iter().map(|line| &*line.text).collect::<Vec<_>>().join("\n");
        let rest = buried.remove_forgotten(&texts, None);
        let mut rest = rest.lines().peekable();
        kept.retain(|line| rest.next_if_eq(&&*line.text).is_some());
        for line in &mut kept {
            line.aliases.retain(|alias| !buried.is_forgotten(alias));
            line.places.retain(|place| !buried.is_forgotten(place));
        }
        kept.iter().any(|line| !line.text.trim().is_empty()).then_some(kept)
    }

    fn write_accepted(
        &self,
        db: &mut ActivityDb,
        one: &Backlog,
        vault: &Vault,
        accepted: AcceptedAnswer,
    ) -> Result<Result<Flushed, String>, Error> {
        let (Some(first), Some(last)) = (accepted.batch.first(), accepted.batch.last()) else {
            return Ok(Ok(Flushed::default()));
        };
        let now = self.now();
        let mut flushed = Flushed {
            messages: accepted.batch.len(),
            tokens: accepted.usage.total_tokens(),
            ..Flushed::default()
        };
        // Whoever forgets holds this too: what was forgotten while the distiller worked is not
        // written down, and the rest is asked for again.
        let writing =
            self.is_there().and_then(|()| WorkLock::acquire(self.home, EPISODES_LOCK_NAME));
        let _writing = match writing {
            Ok(lock) => lock,
            Err(why) => return self.record_failure(db, one, &why.to_string()),
        };
        let now_there = db.messages_after(&one.session.id, &one.session.agent, one.mark)?;
        if !now_there.starts_with(accepted.batch) {
            return Ok(Ok(Flushed { tokens: accepted.usage.total_tokens(), ..Flushed::default() }));
        }
        if let Some(lines) = accepted.kept {
            let key = EpisodeKey { session: one.session.id.clone(), from: first.id, to: last.id };
            let by = agent_provenance(one, &now);
            let time = now.strftime("%H:%M").to_string();
            let body = self.render_lines(db, one, &lines, (&by, accepted.batch))?;
            let number = db.flush_begins(&one.session, now.timestamp().as_millisecond())?;
            let entry = Episode { time, number, key: Some(key), by: Some(by), body, line: 0 };
            if let Err(why) = append_episode(vault, &budget_day(&now), &entry) {
                return self.record_failure(db, one, &why.to_string());
            }
            flushed.entries = 1;
        } else {
            flushed.skipped = 1;
        }
        db.flush_done(&one.session, last.id, now.timestamp().as_millisecond())?;
        Ok(Ok(flushed))
    }

    /// Renders the lines of an entry with provenance `by`, a model's metadata and their anchors: at
    /// the places that the model named, otherwise in the files that the lines name, and in those
    /// that the session changed.
    fn render_lines(
        &self,
        db: &ActivityDb,
        one: &Backlog,
        lines: &[DistilledLine],
        (by, batch): (&Provenance, &[StoredMessage]),
    ) -> Result<String, Error> {
        let SessionRef { id, agent, project_id, working_dir, .. } = &one.session;
        let here = Path::new(working_dir);
        let tree = Some(WorkingTree::in_home(self.home, here))
            .filter(|tree| tree.project().id == *project_id);
        let (session, agent) = (Some(SessionFilter::Is(id.clone())), Some(agent.clone()));
        let itself = db.sessions(&Filter { session, agent, ..Filter::default() }, 1)?;
        let edited = itself.into_iter().flat_map(|it| it.files_changed).collect::<Vec<_>>();
        let redactor = redaction::redactor(self.settings);
        let speakers = Speakers::from_batch(batch, &redactor);
        let line = |line: &DistilledLine| {
            let fact = line.text.trim_start().strip_prefix("- ");
            let places = AnchorPlaces { here, named: &line.places, edited: &edited };
            let (anchors, places) = match fact.zip(tree.as_ref()) {
                Some((fact, tree)) => {
                    fact_metadata::find_anchors_or_places(tree, fact, places, &redactor)
                }
                None => (Vec::new(), line.places.clone()),
            };
            let said = fact.map_or("", |fact| taken_apart(fact).1);
            line.render_with(anchors, &places, &speakers.fact_provenance(said, by), &redactor)
        };
        Ok(lines.iter().map(line).collect::<Vec<_>>().join("\n"))
    }

    fn record_failure(
        &self,
        db: &mut ActivityDb,
        one: &Backlog,
        why: &str,
    ) -> Result<Result<Flushed, String>, Error> {
        let why = redaction::redactor(self.settings).redact(why).into_owned();
        let now = self.now().timestamp().as_millisecond();
        db.flush_failed(&one.session, &why, now + backoff_ms(one.failures))?;
        Ok(Err(why))
    }

    fn is_beyond_budget(&self, db: &ActivityDb, task: &DistillTask) -> Result<bool, Error> {
        let prompt = task.render_prompt();
        let tokens = palimp_core::tokens::count_tokens;
        let asked = (tokens(&prompt.system) + tokens(&prompt.text)) as u64;
        Ok(!Budget::for_day(Some(db), self.settings, &self.now())?.allows(asked))
    }

    /// Fails if the home was removed while a distiller was running, so that it is not created
    /// again.
    fn is_there(&self) -> std::io::Result<()> {
        std::fs::metadata(self.home.root()).map(|_| ())
    }

    fn open_vault(&self, agent: &str) -> Result<Vault, VaultError> {
        self.is_there().map_err(|_| VaultError::NoVault(self.home.root().to_owned()))?;
        let settings = self.settings.clone();
        NoteStore::new(self.home.clone(), agent, settings, self.user.clone()).vault_or_new()
    }
}

/// Backoff in milliseconds after `before` failures and one more: a minute, doubled each time, at
/// most six hours.
fn backoff_ms(before: i64) -> i64 {
    const MINUTE_MS: i64 = 60_000;
    (MINUTE_MS << before.clamp(0, 10)).min(360 * MINUTE_MS)
}

/// Appends an entry to the day's note.
pub(crate) fn append_episode(vault: &Vault, day: &str, entry: &Episode) -> Result<(), VaultError> {
    let path = NotePath::new(&episode::live_path(day))?;
    vault.append_entry(&path, &format!("# {day}"), &entry.to_string())
}

fn agent_provenance(one: &Backlog, now: &Zoned) -> Provenance {
    let session = &one.session;
    Provenance {
        by: AuthorKind::Agent,
        client: Some(session.client.name().to_owned()),
        session: Some(session.id.clone()),
        project: Some(session.project.clone()),
        project_id: Some(session.project_id.clone()),
        at: Some(now.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()),
        ..Provenance::default()
    }
}

/// The last message of the entry that condenses `session` from the first waiting message on, where
/// a note holds it. An entry of messages that are not there is of another database, or forged.
fn written_before(vault: &Vault, session: &str, waiting: &[StoredMessage]) -> Option<i64> {
    let (first, last) = (waiting.first()?.id, waiting.last()?.id);
    let notes = vault.scan().ok()?;
    let live = notes.iter().rev().filter(|note| note.path.as_str().starts_with("episodes/"));
    let keys = live.filter_map(|note| vault.read_lossy(&note.path).ok()).flat_map(|text| {
        let keys: Vec<_> = text.lines().filter_map(EpisodeKey::parse).collect();
        keys
    });
    let mut ours = keys.filter(|key| key.session == session && key.from == first && key.to <= last);
    ours.next().map(|key| key.to)
}

/// Returns a message of a session `s` in a project `app`; its number is its moment, too.
#[cfg(test)]
pub(crate) fn stored_message(id: i64, role: MessageRole, content: &str) -> StoredMessage {
    StoredMessage {
        id,
        session_id: "s".to_owned(),
        client: "claude".to_owned(),
        agent: "main".to_owned(),
        project_id: "p".to_owned(),
        project: "app".to_owned(),
        working_dir: "/app".to_owned(),
        role,
        content: content.to_owned(),
        trace: None,
        turn: None,
        created_at: id,
    }
}
