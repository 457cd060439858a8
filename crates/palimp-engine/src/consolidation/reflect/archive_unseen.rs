//! Lines that reflection wrote by itself, and that nobody was told of or found for long: they go to the
//! archive, where they are found when they are asked for, and come back when the user wants them.
//!
//! Injected lines are read from the record of injections once a day; searches record what they showed. Of each line a hash and a time are kept.

use std::collections::{HashMap, HashSet};

use jiff::Zoned;
use palimp_core::settings::Preset;
use palimp_core::text::{ellipsis, prefix};
use palimp_note::NotePath;
use palimp_note::provenance::{AuthorKind, Provenance};
use palimp_store::activity::{ActivityDb, AgentAct, AgentDeed, Filter, LineUsage, StoredInjection};
use palimp_vault::{Vault, VaultError};
use serde::Serialize;

use super::line_target::LineTarget;
use super::notes::{is_target, rebase_link};
use super::plan::text_with_topic;
use super::section::{self, LinkedFact, ManagedLine};
use super::{ARCHIVE_PREFIX, episodes};
use crate::error::Error;
use crate::home::note_store::NoteStore;
use crate::home::redaction;
use crate::ingest::open_activity;
use crate::injection::inject;
use crate::injection::injection_usage;
use crate::retrieval::recall::{HitSource, SearchHit};

const DAY_MS: i64 = 24 * 3_600 * 1_000;
/// Time in milliseconds after which an unseen line is archived.
const MAX_UNSEEN_MS: i64 = 90 * DAY_MS;
/// Time in milliseconds after the last injection during which a project counts as active: lines age
/// only in active projects. After a longer absence, or a jump of the clock, no line has aged
/// meanwhile.
const MAX_PROJECT_IDLE_MS: i64 = 7 * DAY_MS;
/// At most one line in so many is archived on one day.
const DAILY_ARCHIVE_DIVISOR: usize = 10;
/// Length of a line's beginning that identifies the line, in characters: an injected line may be
/// cut.
const KEY_PREFIX_CHARS: usize = 100;
/// Maximum length of a logged line, in characters.
const MAX_LOGGED_CHARS: usize = 200;

/// A line that went to the archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Aged {
    /// The note that it left.
    pub path: String,
    /// Text of the line.
    pub text: String,
    /// The project in which it holds; none where it holds in all.
    pub project: Option<String>,
    /// The day on which it went: `2026-11-21`.
    pub day: String,
}

/// A line that palimp wrote by itself, and the note that holds it.
struct AgingLine {
    note: NotePath,
    line: ManagedLine,
    key: i64,
}

impl AgingLine {
    /// Returns the note with the line in it, under this comment.
    fn note_with_line(&self, to: &NotePath, old: &str, by: &Provenance) -> String {
        let ManagedLine { entry, scope, part, .. } = &self.line;
        let entry = LinkedFact { link: rebase_link(to, &entry.link), ..entry.clone() };
        LineTarget { note: to, scope, part: *part }.with_entry(old, &entry, by)
    }

    fn move_line(&self, vault: &Vault, to: &NotePath, by: &Provenance) -> Result<(), VaultError> {
        // What leaves a note stands in the other one before.
        vault.change(to, |old| {
            Ok::<_, VaultError>(self.note_with_line(to, old.unwrap_or(""), by))
        })?;
        let ManagedLine { entry, scope, .. } = &self.line;
        let without = |old: Option<&str>| section::remove_fact(old.unwrap_or(""), scope, entry);
        vault.change(&self.note, |old| Ok::<_, VaultError>(without(old)))?;
        Ok(())
    }

    fn to_aged(&self, note: &NotePath, day: &str) -> Aged {
        Aged {
            path: note.as_str().to_owned(),
            text: self.line.entry.text.clone(),
            project: self.line.scope.name.clone(),
            day: day.to_owned(),
        }
    }
}

/// Returns the key of a line, from its words alone; none of a line too short to say something.
fn line_key(line: &str) -> Option<i64> {
    let said = inject::normalize_fact(line)?;
    let hash = blake3::hash(prefix(&said, KEY_PREFIX_CHARS).as_bytes());
    Some(hash.as_bytes().iter().take(6).fold(0, |hash, byte| hash << 8 | i64::from(*byte)))
}

/// The lines of palimp's own that stand in what a search has shown, by their keys.
pub(crate) fn shown_lines(hits: &[SearchHit]) -> Vec<i64> {
    let is_own = |hit: &&SearchHit| {
        let path = hit.path.as_deref().and_then(|path| NotePath::new(path).ok());
        let is_target = path.is_some_and(|path| is_target(&path));
        hit.source == HitSource::Notes && hit.author == AuthorKind::Agent && is_target
    };
    let own = hits.iter().filter(is_own);
    own.flat_map(|hit| hit.snippet.lines().filter_map(line_key)).collect()
}

impl NoteStore {
    /// Archives the lines that palimp wrote by itself and that were neither injected nor found for
    /// 90 days in which their project was worked in; at most a tenth of all lines, the oldest
    /// first.
    ///
    /// # Errors
    ///
    /// Returns an error if notes or the database cannot be read or written.
    pub fn archive_unseen_lines(&self, db: &ActivityDb, now: &Zoned) -> Result<Vec<Aged>, Error> {
        let quiet = matches!(self.settings.inject.preset, Some(Preset::Quiet | Preset::Off));
        if quiet || !self.root().exists() {
            return Ok(Vec::new());
        }
        let (_lock, _writing) = (self.review_lock()?, self.lock_writing()?);
        let vault = self.open_vault()?;
        let own = self.own_lines(&vault)?;
        let at = now.timestamp().as_millisecond();
        let lines = self.line_usage(db, &own, at)?;
        db.keep_lines(self.agent(), &lines)?;
        let seen = |one: &AgingLine| lines.seen.get(&one.key).copied().unwrap_or(at);
        let mut old: Vec<&AgingLine> =
            own.iter().filter(|one| at - seen(one) > MAX_UNSEEN_MS).collect();
        old.sort_by_key(|one| seen(one));
        old.truncate(own.len().div_ceil(DAILY_ARCHIVE_DIVISOR));
        let archived = old.into_iter().map(|one| self.archive_line(&vault, db, one, now));
        archived.collect()
    }

    /// Returns the lines of the archive that went there by age, in the order of their notes.
    ///
    /// # Errors
    ///
    /// Returns an error if the notes cannot be read.
    pub fn aged_lines(&self) -> Result<Vec<Aged>, Error> {
        if !self.root().exists() {
            return Ok(Vec::new());
        }
        let vault = self.open_vault()?;
        let told = |(one, to): (AgingLine, NotePath)| {
            let day = one.line.by.aged.clone().unwrap_or_default();
            one.to_aged(&to, &day)
        };
        Ok(archived_lines(&vault)?.into_iter().map(told).collect())
    }

    /// Takes them back to their notes, or only those that say `words`.
    ///
    /// # Errors
    ///
    /// When the notes cannot be read or written.
    pub fn restore_aged(&self, words: &str, now: &Zoned) -> Result<Vec<Aged>, Error> {
        let (_lock, _writing) = (self.review_lock()?, self.lock_writing()?);
        let vault = self.open_vault()?;
        let mut restored = Vec::new();
        let mut keys = Vec::new();
        let says =
            |one: &AgingLine| one.line.entry.text.to_lowercase().contains(&words.to_lowercase());
        for (one, to) in archived_lines(&vault)?.into_iter().filter(|(one, _)| says(one)) {
            let day = one.line.by.aged.clone().unwrap_or_default();
            one.move_line(&vault, &to, &Provenance { aged: None, ..one.line.by.clone() })?;
            restored.push(one.to_aged(&to, &day));
            keys.push(one.key);
        }
        // They are as good as found: their time begins anew.
        if let Some(db) = open_activity::to_change(&self.home)?.filter(|_| !keys.is_empty()) {
            db.lines_found(self.agent(), &keys, now.timestamp().as_millisecond())?;
        }
        Ok(restored)
    }

    /// Notes which lines of palimp's own a search has shown: behind the answer, for the database may be
    /// waited for. Where nothing can be written, nothing is noted.
    pub fn note_shown(&self, hits: &[SearchHit], now: i64) {
        self.note_lines_shown(&shown_lines(hits), now);
    }

    /// The same of lines by their keys.
    pub(crate) fn note_lines_shown(&self, keys: &[i64], now: i64) {
        if keys.is_empty() || self.is_read_only {
            return;
        }
        if let Ok(db) = open_activity::to_note(&self.home) {
            let _ = db.lines_found(self.agent(), keys, now);
        }
    }

    /// Drops what is noted of lines that no note has any more.
    pub(crate) fn forget_unlisted_lines(&self, db: &ActivityDb) -> Result<(), Error> {
        let Ok(vault) = self.open_vault() else { return Ok(()) };
        let own: HashSet<i64> = self.own_lines(&vault)?.iter().map(|one| one.key).collect();
        let mut lines = db.line_usage(self.agent())?;
        lines.seen.retain(|key, _| own.contains(key));
        Ok(db.keep_lines(self.agent(), &lines)?)
    }

    /// The lines that reflection wrote and that stand as it wrote them: an episode says the same. What the
    /// user said or approved is hers.
    fn own_lines(&self, vault: &Vault) -> Result<Vec<AgingLine>, Error> {
        let facts = episodes::read_facts(vault, &redaction::redactor(&self.settings))?;
        let written: HashSet<(String, String)> =
            facts.iter().map(|fact| (fact.label().to_owned(), text_with_topic(fact))).collect();
        let is_own = |line: &ManagedLine| {
            let LinkedFact { label, text, .. } = line.entry.clone();
            line.by.by == AuthorKind::Agent
                && line.by.approved.is_none()
                && line.superseded.is_none()
                && written.contains(&(label, text))
        };
        let mut own = Vec::new();
        for note in vault.scan()?.into_iter().map(|found| found.path).filter(is_target) {
            let lines =
                section::managed_lines(&vault.read_lossy(&note)?).into_iter().filter(is_own);
            own.extend(lines.filter_map(|line| {
                Some(AgingLine { note: note.clone(), key: line_key(&line.entry.text)?, line })
            }));
        }
        Ok(own)
    }

    /// Returns the time at which each of these lines was last injected, found or first seen, as of
    /// `now`.
    fn line_usage(&self, db: &ActivityDb, own: &[AgingLine], now: i64) -> Result<LineUsage, Error> {
        let before = db.line_usage(self.agent())?;
        let last = before.looked.unwrap_or(now).min(now);
        let since = Some(last.min(now - MAX_PROJECT_IDLE_MS) - DAY_MS);
        let filter = Filter { agent: Some(self.agent().to_owned()), since, ..Filter::default() };
        let given = db.recent_injections(&filter, usize::MAX >> 1)?;
        let told = last_injected(&given);
        let recent = given.iter().filter(|one| one.created_at >= now - MAX_PROJECT_IDLE_MS);
        let at_work: HashSet<&str> = recent.map(|one| one.project.as_str()).collect();
        let mut lines = LineUsage { looked: Some(now), ..before.clone() };
        lines.seen = HashMap::with_capacity(own.len());
        for one in own {
            let project = one.line.scope.name.as_deref();
            let counts = now - last <= MAX_PROJECT_IDLE_MS
                && project.map_or(!at_work.is_empty(), |project| at_work.contains(project));
            let seen = before.seen.get(&one.key).copied().unwrap_or(now);
            let seen = if counts { seen } else { seen + (now - last) };
            let seen = told.get(&one.key).map_or(seen, |told| seen.max(*told));
            lines.seen.insert(one.key, seen.min(now));
        }
        Ok(lines)
    }

    /// Archives a line, which is logged first: if the process is killed in between, the log names
    /// every line that was moved.
    fn archive_line(
        &self,
        vault: &Vault,
        db: &ActivityDb,
        one: &AgingLine,
        now: &Zoned,
    ) -> Result<Aged, Error> {
        let day = now.strftime("%Y-%m-%d").to_string();
        let scope = &one.line.scope;
        db.log_act(&AgentAct {
            created_at: now.timestamp().as_millisecond(),
            client: "palimp".to_owned(),
            session_id: String::new(),
            agent: self.agent().to_owned(),
            project_id: scope.id.clone().unwrap_or_default(),
            project: scope.name.clone().unwrap_or_default(),
            deed: AgentDeed::Archive,
            path: Some(one.note.as_str().to_owned()),
            text: ellipsis(&one.line.entry.text, MAX_LOGGED_CHARS),
        })?;
        let to = NotePath::new(&format!("{ARCHIVE_PREFIX}{}", one.note))?;
        one.move_line(vault, &to, &Provenance { aged: Some(day.clone()), ..one.line.by.clone() })?;
        Ok(one.to_aged(&one.note, &day))
    }
}

/// Returns the lines of the archive that went there by age, each with the note that it left.
fn archived_lines(vault: &Vault) -> Result<Vec<(AgingLine, NotePath)>, Error> {
    let mut found = Vec::new();
    for note in vault.scan()?.into_iter().map(|found| found.path) {
        let left =
            note.as_str().strip_prefix(ARCHIVE_PREFIX).and_then(|left| NotePath::new(left).ok());
        let Some(left) = left.filter(is_target) else { continue };
        let lines = section::managed_lines(&vault.read_lossy(&note)?).into_iter();
        for line in lines.filter(|line| line.by.aged.is_some()) {
            let key = line_key(&line.entry.text).unwrap_or_default();
            found.push((AgingLine { note: note.clone(), line, key }, left.clone()));
        }
    }
    Ok(found)
}

/// Returns the time at which each line was last injected.
fn last_injected(given: &[StoredInjection]) -> HashMap<i64, i64> {
    let mut told = HashMap::new();
    for one in given {
        for key in one
            .content
            .lines()
            .filter_map(|line| line_key(&injection_usage::unescape_context(line)))
        {
            let at = told.entry(key).or_insert(one.created_at);
            *at = one.created_at.max(*at);
        }
    }
    told
}
