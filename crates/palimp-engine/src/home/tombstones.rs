//! Tombstones: forgotten texts of a home, which imports, summaries and rebuilds must not bring
//! back. Texts that a person saves or says anew are not checked.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Display;

use palimp_core::activity::{CaptureEntry, ExportRow, NewMessage, NewObservation};
use palimp_core::home::HomePaths;
use palimp_core::tombstone::{Tombstone, TombstoneKey, TombstoneMatcher};
use palimp_rank::analysis::is_whole;
use palimp_store::activity::ActivityDb;

use crate::error::Error;
use crate::home::log;

/// Store of tombstone keys. Its errors are sentences that say what to do.
pub trait TombstoneKeyStore {
    /// Returns every available key.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn read_keys(&self) -> Result<Vec<TombstoneKey>, String>;

    /// Creates a key, and stores it.
    ///
    /// # Errors
    ///
    /// When it cannot be stored.
    fn create_key(&self) -> Result<TombstoneKey, String>;
}

/// Returns the key for new tombstones: one that the home's tombstones use already, else any, else a
/// new one.
pub(crate) fn key_for_new(
    db: &ActivityDb,
    ring: &dyn TombstoneKeyStore,
) -> Result<TombstoneKey, Error> {
    let keys = ring.read_keys().map_err(Error::Refused)?;
    let used: Vec<i64> = db.tombstones()?.iter().map(|(_, it)| it.key).collect();
    let known = keys.iter().find(|key| used.contains(&key.id())).or(keys.first()).cloned();
    known.map_or_else(|| ring.create_key().map_err(Error::Refused), Ok)
}

/// Tombstones of a home, by agent.
#[derive(Clone, Debug, Default)]
pub struct Tombstones {
    agents: HashMap<String, Vec<TombstoneMatcher>>,
    /// In milliseconds since the Unix epoch.
    now: i64,
}

impl Tombstones {
    /// Reads the tombstones of a home; where there are none, no key is looked for.
    ///
    /// # Errors
    ///
    /// When a key is not at hand: then nobody could tell what was forgotten from the rest.
    pub fn from_database(
        db: &ActivityDb,
        ring: &dyn TombstoneKeyStore,
        now: i64,
    ) -> Result<Tombstones, Error> {
        Tombstones::from_list(db.tombstones()?, ring, now)
    }

    /// Prepares tombstones, each with its agent; where there are none, no key is looked for.
    ///
    /// # Errors
    ///
    /// As [`Tombstones::from_database`].
    pub fn from_list(
        all: Vec<(String, Tombstone)>,
        ring: &dyn TombstoneKeyStore,
        now: i64,
    ) -> Result<Tombstones, Error> {
        if all.is_empty() {
            return Ok(Tombstones::default());
        }
        let keys = ring.read_keys().map_err(Error::Refused)?;
        let at_hand = |id: i64| keys.iter().any(|key| key.id() == id);
        if !all.iter().all(|(_, it)| at_hand(it.key)) {
            return Err(Error::Refused(crate::messages::tombstone_key_missing().to_owned()));
        }
        let mut of_agents: HashMap<String, Vec<_>> = HashMap::new();
        all.into_iter().for_each(|(agent, it)| of_agents.entry(agent).or_default().push(it));
        let watches = |of_agent: Vec<_>| {
            let watch = |key: &TombstoneKey| {
                TombstoneMatcher::new(key.clone(), of_agent.clone()).of_words(is_whole)
            };
            keys.iter().map(watch).collect()
        };
        let agents = of_agents.into_iter().map(|(agent, it)| (agent, watches(it))).collect();
        Ok(Tombstones { agents, now })
    }

    /// Returns the forgotten texts of `agent`.
    pub fn for_agent(&self, agent: &str) -> Buried<'_> {
        let watches = self.agents.get(agent).map_or(&[][..], Vec::as_slice);
        Buried { watches, now: self.now }
    }
}

/// Returns the tombstones for a summary of newer messages. A missing key is logged, and the summary
/// goes on without them: the database holds no forgotten text.
pub fn or_none(home: &HomePaths, read: Result<Tombstones, impl Display>, now: i64) -> Tombstones {
    read.unwrap_or_else(|why| {
        log::append_line(home, now, &format!("flush: {why}"));
        Tombstones::default()
    })
}

/// Forgotten texts of an agent.
#[derive(Clone, Copy, Debug)]
pub struct Buried<'t> {
    watches: &'t [TombstoneMatcher],
    now: i64,
}

impl Buried<'_> {
    /// True if `text` was forgotten, or contains a forgotten text.
    pub fn is_forgotten(&self, text: &str) -> bool {
        self.forgotten_at(text).is_some()
    }

    fn forgotten_at(&self, text: &str) -> Option<i64> {
        self.watches.iter().filter_map(|watch| watch.forgotten_at(text)).max()
    }

    /// True if a text from `at` stays out. A text newer than its tombstone is new again; a time in
    /// the future proves nothing.
    pub fn excludes_text(&self, text: &str, at: i64) -> bool {
        let anew = |forgotten| forgotten < at && at <= self.now;
        self.forgotten_at(text).is_some_and(|forgotten| !anew(forgotten))
    }

    /// True if a text of a place was forgotten together with the place.
    pub fn is_part_forgotten(&self, place: &str, text: &str) -> bool {
        self.watches.iter().any(|watch| watch.part_forgotten_at(place, text).is_some())
    }

    /// Returns the text without forgotten lines, and without those forgotten together with `place`.
    pub fn remove_forgotten<'s>(&self, text: &'s str, place: Option<&str>) -> Cow<'s, str> {
        if self.watches.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut gone: HashSet<usize> =
            self.watches.iter().flat_map(|watch| watch.forgotten_lines(text)).collect();
        if let Some(place) = place {
            let lines = text.lines().enumerate();
            gone.extend(
                lines.filter(|(_, line)| self.is_part_forgotten(place, line)).map(|(at, _)| at),
            );
        }
        if gone.is_empty() {
            return Cow::Borrowed(text);
        }
        let lines = text.split_inclusive('\n').enumerate();
        Cow::Owned(lines.filter(|(at, _)| !gone.contains(at)).map(|(_, line)| line).collect())
    }

    /// True if an entry of a record from `at` stays out.
    pub fn excludes_entry(&self, entry: &CaptureEntry, at: i64) -> bool {
        let texts: Vec<&str> = match entry {
            _ if self.watches.is_empty() => return false,
            CaptureEntry::Observation(new) | CaptureEntry::Outcome(new) => {
                let NewObservation { content, file_path, tags, .. } = new;
                [content, tags].into_iter().chain(file_path).map(String::as_str).collect()
            }
            CaptureEntry::Message(NewMessage { content, .. }) => vec![content],
            _ => Vec::new(),
        };
        texts.into_iter().any(|text| self.excludes_text(text, at))
    }

    /// True if a row of an export or another tool's database may come in. Forgotten metadata of a
    /// session is cut.
    pub fn admit_row(&self, row: &mut ExportRow) -> bool {
        if self.watches.is_empty() {
            return true;
        }
        match row {
            ExportRow::Session(row) => {
                if self.excludes_text(&row.project, row.ended_at) {
                    return false;
                }
                row.summary = self.remove_forgotten(&row.summary, None).into_owned();
                row.files_changed.retain(|file| !self.is_forgotten(file));
                if self.is_forgotten(&row.working_dir) {
                    row.working_dir.clear();
                }
                true
            }
            ExportRow::Observation(row) => {
                let texts =
                    [&row.content, &row.tags, &row.project].into_iter().chain(&row.file_path);
                !texts.into_iter().any(|text| self.excludes_text(text, row.created_at))
            }
            ExportRow::Message(row) => {
                if self.is_forgotten(&row.working_dir) {
                    row.working_dir.clear();
                }
                let texts = [&row.content, &row.project].into_iter().chain(&row.trace);
                !texts.into_iter().any(|text| self.excludes_text(text, row.created_at))
            }
        }
    }
}

/// Removes what a rebuilt database holds again although it was forgotten; answers how many rows.
///
/// # Errors
///
/// When the database cannot be read or written.
pub fn forget_again(db: &mut ActivityDb, tombstones: &Tombstones) -> Result<usize, Error> {
    let mut removed = 0;
    for agent in tombstones.agents.keys() {
        let buried = tombstones.for_agent(agent);
        removed += db.remove_rows(agent, &|text, at| buried.excludes_text(text, at))?;
    }
    Ok(removed)
}
