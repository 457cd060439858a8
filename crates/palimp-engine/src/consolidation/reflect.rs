//! Episodes → notes that last: what conversations left behind goes where it belongs, each fact
//! once, with a link to its episode.
//!
//! What was done is told by the notes themselves: a fact that stands there is not written again.
//! So a run that dies half way is finished by the next one, and a second run changes nothing.

mod adopted_facts;
mod archive_unseen;
mod change;
mod derive;
pub(crate) mod episodes;
mod imports;
pub(crate) mod line_target;
mod notes;
pub(crate) mod pages;
mod plan;
mod repeated_facts;
mod rework;
mod saved_statement;
pub(crate) mod section;
pub(crate) mod section_limit;
mod sort;
pub(crate) mod user_statements;

use crate::home::redaction;

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use jiff::{ToSpan, Zoned};
use palimp_core::chat::TokenUsage;
use palimp_core::distill::Distiller;
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_note::NotePath;
use palimp_store::StoreError;
use palimp_store::activity::ActivityDb;
use palimp_vault::{Vault, VaultError};
use serde::Serialize;

use crate::consolidation::review::{self, ReviewProposal};
use crate::error::Error;
use crate::home::lock::WorkLock;
use crate::home::note_store::NoteStore;
use adopted_facts::ReflectedHashes;
use change::NoteChange;
use episodes::EpisodeFact;
use pages::ProjectPages;
use plan::Plan;
use sort::{SortError, SortedFact, SortingCost};

pub use archive_unseen::Aged;
pub(crate) use archive_unseen::shown_lines;
pub(crate) use notes::{link_to_episode, rebase_link};
pub(crate) use saved_statement::SavedStatement;

/// Name of the lock that at most one process holds.
pub const LOCK_NAME: &str = "reflect";
/// Directory of lines that do not last: they are found only if a search asks for the archive.
pub(crate) const ARCHIVE_PREFIX: &str = "archive/";
const REFLECTION_INTERVAL: Duration = Duration::from_secs(24 * 3_600);

/// Options of a reflection.
#[derive(Clone, Debug)]
pub struct ReflectOptions {
    /// Only episodes of the last so many days; of all, where none are given.
    pub since_days: Option<i64>,
    /// Only say what would be done. No tokens are spent for that: the rules sort.
    pub dry_run: bool,
    /// The user's clock.
    pub now: Zoned,
    /// Token budget.
    pub tokens_left: u64,
}

/// A line added to a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AddedLine {
    /// The note.
    pub path: String,
    /// Text of the fact.
    pub text: String,
    /// The project in which it holds; none where it holds in all.
    pub project: Option<String>,
    /// Time at which the fact was said.
    pub at: String,
}

/// A line that is untrue by now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SupersededLine {
    /// The note.
    pub path: String,
    /// Text of the line.
    pub text: String,
    /// Later statement that supersedes the line.
    pub by: String,
}

/// Result of a reflection.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReflectionResult {
    /// Facts that were read.
    pub read: usize,
    /// Facts that were added.
    pub added: Vec<AddedLine>,
    /// Lines that were added of what was run, rather than of what was said.
    pub derived: Vec<AddedLine>,
    /// Lines that were struck through.
    pub superseded: Vec<SupersededLine>,
    /// Proposals that wait for the user's decision.
    pub proposed: Vec<ReviewProposal>,
    /// Facts that stood there already.
    pub known: usize,
    /// Facts of no lasting worth.
    pub passed: usize,
    /// Name of the distiller that sorted, or of the rules.
    pub sorted_by: String,
    /// Tokens that were used.
    pub usage: TokenUsage,
    /// Reason why nothing was changed, if a distiller failed.
    pub failure: Option<String>,
    /// True if nothing was changed because the day's tokens are used up.
    pub over_budget: bool,
    /// True if changes are only reported, not written.
    pub dry_run: bool,
}

impl ReflectionResult {
    /// Returns the reason why nothing was done, if a model failed or the day's budget is used up,
    /// with a hint.
    pub fn failure_message(&self, settings: &Settings) -> Option<String> {
        if let Some(why) = &self.failure {
            return Some(crate::messages::facts_not_sorted(&self.sorted_by, why));
        }
        self.over_budget
            .then(|| crate::messages::daily_tokens_used(settings.flush.daily_token_budget))
    }
}

impl NoteStore {
    /// Sorts the facts of episodes into lasting notes. `db` holds the user's own words.
    pub fn reflect(
        &self,
        options: &ReflectOptions,
        distiller: &dyn Distiller,
        db: Option<&ActivityDb>,
    ) -> Result<ReflectionResult, Error> {
        let vault = match self.open_vault() {
            Ok(vault) => vault,
            Err(VaultError::NoVault(_)) if !self.root().exists() => {
                return Ok(ReflectionResult::default());
            }
            Err(error) => return Err(error.into()),
        };
        let _lock = match options.dry_run {
            true => None,
            false => Some(WorkLock::acquire(&self.home, LOCK_NAME).map_err(|source| {
                StoreError::Io { path: self.home.lock_file(&format!("{LOCK_NAME}.lock")), source }
            })?),
        };
        let mut told = self.reflect_locked(&vault, options, distiller, db)?;
        if let Some(db) = db.filter(|_| !options.dry_run) {
            told.derived = self.add_derived_lines(&vault, db)?;
        }
        Ok(told)
    }

    fn reflect_locked(
        &self,
        vault: &Vault,
        options: &ReflectOptions,
        distiller: &dyn Distiller,
        db: Option<&ActivityDb>,
    ) -> Result<ReflectionResult, Error> {
        let all = episodes::read_facts(vault, &redaction::redactor(&self.settings))?;
        let mut seen = ReflectedHashes::load(&self.home, &self.agent);
        let listed: HashSet<String> = all.iter().map(EpisodeFact::hash).collect();
        let again = repeated_facts::repeated_facts(&all);
        let mut fresh = self.unreflected_facts(all, &seen, options);
        user_statements::attribute_facts(
            &mut fresh,
            &self.agent,
            db,
            &redaction::redactor(&self.settings),
        )?;
        let done: Vec<String> = fresh.iter().map(EpisodeFact::hash).collect();
        let mut told = ReflectionResult {
            read: fresh.len(),
            dry_run: options.dry_run,
            ..ReflectionResult::default()
        };
        let pages = ProjectPages::from_vault(vault)?;
        let known = notes::read_known_lines(vault, &pages)?;
        let Some(sorted) = sort_facts(fresh, &again, &known, options, distiller, &mut told) else {
            return Ok(told);
        };
        let plan = plan::plan_changes(
            sorted,
            known,
            pages,
            &review::proposal_ids(&self.home, &self.agent),
        );
        if !options.dry_run {
            self.mark_approved_lines(db, &options.now)?;
            self.carry_out(vault, &plan)?;
            seen.add_and_prune(done, &listed)?;
        }
        report_plan(plan, &mut told);
        Ok(told)
    }

    /// Drops what is noted of facts that no episode lists any more.
    pub(crate) fn forget_unlisted(&self) -> Result<(), Error> {
        let Ok(vault) = self.open_vault() else { return Ok(()) };
        let listed = episodes::read_facts(&vault, &redaction::redactor(&self.settings))?;
        let listed = listed.iter().map(EpisodeFact::hash).collect();
        Ok(ReflectedHashes::load(&self.home, &self.agent).add_and_prune([], &listed)?)
    }

    /// Notes that facts were taken over which were so before their project changed. Both lists are in
    /// the order of the episodes.
    pub(crate) fn keep_reflected(
        &self,
        before: &[EpisodeFact],
        now: &[EpisodeFact],
    ) -> Result<(), Error> {
        let mut seen = ReflectedHashes::load(&self.home, &self.agent);
        let same = before.iter().zip(now);
        let done = same.filter(|(before, _)| seen.contains(&before.hash()));
        let done: Vec<String> = done.map(|(_, now)| now.hash()).collect();
        Ok(seen.add_hashes(done)?)
    }

    /// Returns the facts that were not taken over yet.
    fn unreflected_facts(
        &self,
        all: Vec<EpisodeFact>,
        seen: &ReflectedHashes,
        options: &ReflectOptions,
    ) -> Vec<EpisodeFact> {
        let since = options.since_days.and_then(|days| {
            let first = options.now.checked_sub(days.clamp(0, 36_500).days()).ok()?;
            Some(first.strftime("%Y-%m-%d").to_string())
        });
        let recent = |fact: &EpisodeFact| since.as_ref().is_none_or(|since| fact.at >= *since);
        let mut fresh = all;
        fresh.retain(|fact| recent(fact) && !seen.contains(&fact.hash()));
        fresh
    }

    /// Writes what was planned: first all that is new, so that nothing is struck through or goes before
    /// what supersedes it is on the disk. What a page has no room for goes to the archive.
    fn carry_out(&self, vault: &Vault, plan: &Plan) -> Result<(), Error> {
        for proposal in &plan.proposals {
            review::write_new(&self.home, &self.agent, proposal)?;
        }
        let strikes = |change: &NoteChange| !matches!(change, NoteChange::Add { .. });
        for last in [false, true] {
            for note in notes_of(plan, |change| strikes(change) == last) {
                apply_changes(vault, &note, plan, |change| strikes(change) == last)?;
            }
        }
        Ok(section_limit::make_room(vault)?)
    }
}

/// The notes that are changed, each once.
fn notes_of(plan: &Plan, which: impl Fn(&NoteChange) -> bool) -> Vec<NotePath> {
    let mut notes: Vec<NotePath> = Vec::new();
    for (note, change) in &plan.changes {
        if which(change) && !notes.contains(note) {
            notes.push(note.clone());
        }
    }
    notes
}

fn apply_changes(
    vault: &Vault,
    note: &NotePath,
    plan: &Plan,
    which: impl Fn(&NoteChange) -> bool,
) -> Result<(), VaultError> {
    vault.change(note, |old| {
        let ours = plan.changes.iter().filter(|(of, change)| of == note && which(change));
        Ok(ours
            .fold(old.unwrap_or("").to_owned(), |text, (note, change)| change.apply(note, &text)))
    })
}

/// Sorts the facts to their places; none if the distiller failed or the budget is used up, which is
/// reported.
fn sort_facts(
    facts: Vec<EpisodeFact>,
    again: &HashSet<String>,
    known: &[notes::LastingNoteLine],
    options: &ReflectOptions,
    distiller: &dyn Distiller,
    told: &mut ReflectionResult,
) -> Option<Vec<SortedFact>> {
    if facts.is_empty() || options.dry_run || !distiller.spends_tokens() {
        told.sorted_by = "rules".to_owned();
        return Some(sort::by_rules(facts, again));
    }
    told.sorted_by = distiller.name();
    let mut cost = SortingCost::default();
    let sorted = sort::by_distiller(facts, again, known, distiller, options.tokens_left, &mut cost);
    told.usage = cost.usage;
    match sorted {
        Ok(sorted) => Some(sorted),
        Err(SortError::Failed(why)) => {
            told.failure = Some(why.to_string());
            None
        }
        Err(SortError::TooDear) => {
            told.over_budget = true;
            None
        }
    }
}

fn report_plan(plan: Plan, told: &mut ReflectionResult) {
    for (note, change) in plan.changes {
        let path = note.as_str().to_owned();
        match change {
            NoteChange::Add { scope, entry, .. } => told.added.push(AddedLine {
                path,
                text: entry.text,
                project: scope.name,
                at: entry.label,
            }),
            NoteChange::Strike { entry, by, .. } => {
                told.superseded.push(SupersededLine { path, text: entry.text, by: by.text });
            }
            NoteChange::StrikeSaved { text, by } => {
                told.superseded.push(SupersededLine { path, text, by: by.text });
            }
            NoteChange::Repeat { .. } | NoteChange::Remove { .. } => {}
        }
    }
    told.proposed = plan.proposals;
    told.known = plan.known;
    told.passed = plan.passed;
}

/// Returns true if a day has passed since the last reflection on the notes of `agent`. A marker
/// from the future was left by a clock that has jumped, and counts as old.
pub fn is_due(home: &HomePaths, agent: &str) -> bool {
    let Ok(meta) = std::fs::metadata(marker_path(home, agent)) else { return true };
    let age = meta.modified().ok().and_then(|at| SystemTime::now().duration_since(at).ok());
    age.is_none_or(|age| age > REFLECTION_INTERVAL)
}

/// Records that reflection ran, well or not, so that it does not start again today.
pub fn touch_marker(home: &HomePaths, agent: &str) -> Result<(), StoreError> {
    let path = marker_path(home, agent);
    palimp_files::touch(&path).map_err(|source| StoreError::Io { path, source })
}

/// Returns the file whose mtime is the time of the last reflection.
fn marker_path(home: &HomePaths, agent: &str) -> PathBuf {
    home.lock_file(&format!("{LOCK_NAME}-{agent}"))
}
