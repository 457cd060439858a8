//! Other homes, read only: which there are, what their notes say, one search over all of them.
//!
//! Nothing is written in a home that is looked at: its databases and indexes are opened to be read
//! (`palimp_store`), and what they lack is made in one's own home. What comes from there is
//! data: it is redacted by one's own rules, and whoever shows it escapes it.

mod copies;
mod home_discovery;
mod instance;
mod joined;
mod remote_notes;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::tz::TimeZone;
use palimp_core::home::HomePaths;
use palimp_core::project::DEFAULT_AGENT;
use palimp_core::sanitize::printable_line;
use palimp_core::settings::Settings;
use palimp_core::text::prefix;
use palimp_note::NotePath;
use palimp_rank::rank;
use palimp_redact::Redactor;
use palimp_store::StoreError;
use palimp_store::index::IndexReader;
use serde::Serialize;

use crate::home::redaction;
use crate::retrieval::excerpt::Excerpt;
use crate::retrieval::index_sync::{Error, Models};
use crate::retrieval::recall::{
    self, HitSource, PreparedQuery, QueryModels, SearchHit, SearchOptions,
};
use crate::retrieval::searcher::MAX_QUERY_CHARS;
use joined::{Base, JoinedIndexes};
use remote_notes::{RemoteIndex, RemoteNotes};

pub use copies::Reindexed;
pub use home_discovery::KnownHome;
pub use instance::{Agent, HomeFormat, HomeStatus, SearchedIndex};

/// All homes of a machine, seen from one of them. A process that stays keeps it: what did not change is
/// not read again.
pub struct Federation {
    own: HomePaths,
    settings: Settings,
    user: Option<PathBuf>,
    models: Models,
    redactor: Redactor,
    shelves: Vec<RemoteNotes>,
    base: Option<Arc<Base>>,
    /// Indexes that turned out to be damaged.
    damaged: HashSet<PathBuf>,
}

/// A note's passage, and whose it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OfHome {
    /// The label of the home.
    pub home: String,
    /// The agent whose note it is.
    pub agent: String,
    /// The passage.
    #[serde(flatten)]
    pub hit: SearchHit,
}

/// Answer of a search over homes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FederatedAnswer {
    /// The labels of the homes that were searched.
    pub homes: Vec<String>,
    /// The passages, best first.
    pub hits: Vec<OfHome>,
    /// Homes that could not be searched, and what to do about each.
    pub notes: Vec<String>,
}

/// Maximum number of attempts of a search whose results change meanwhile.
const MAX_SEARCH_ATTEMPTS: usize = 3;

impl Federation {
    /// The homes that `own` with its `settings` knows; `user` is the user's own directory. The embedder
    /// of `models` understands questions where notes have vectors of it.
    pub fn new(
        own: HomePaths,
        settings: Settings,
        user: Option<PathBuf>,
        models: Models,
    ) -> Federation {
        let redactor = redaction::redactor(&settings);
        let (shelves, base, damaged) = Default::default();
        Federation { own, settings, user, models, redactor, shelves, base, damaged }
    }

    /// Lists the homes.
    pub fn list_homes(&self) -> Vec<KnownHome> {
        home_discovery::find_homes(&self.own, &self.settings, self.user.as_deref())
    }

    /// Finds the home that `name` means: its label, or its path.
    ///
    /// # Errors
    ///
    /// When there is none, in words that name those there are.
    pub fn find_home(&self, name: &str) -> Result<KnownHome, Error> {
        let places = self.list_homes();
        let labels: Vec<&str> = places.iter().map(|place| place.label.as_str()).collect();
        let refused = crate::messages::no_such_home(printable_line(name), labels.join(", "));
        let meant = places.iter().find(|place| place.is_meant_by(name, self.user.as_deref()));
        meant.cloned().ok_or(Error::Refused(refused))
    }

    /// Returns every home with its status.
    pub fn home_statuses(&self) -> Vec<HomeStatus> {
        self.list_homes().iter().map(|place| self.home_status(place)).collect()
    }

    /// Reads lines of a note in a home: from line `from`, as many as `lines`, redacted.
    ///
    /// # Errors
    ///
    /// When there is no such home or note, or it cannot be read.
    pub fn read_note(
        &self,
        (home, agent, note): (&str, Option<&str>, &str),
        from: Option<usize>,
        lines: Option<usize>,
    ) -> Result<Excerpt, Error> {
        let place = self.find_home(home)?;
        let named =
            |error: &dyn std::fmt::Display| Error::Refused(format!("{}: {error}", place.label));
        let vault = place.open_agent_vault(agent.unwrap_or(DEFAULT_AGENT), self.user.as_deref());
        let vault = vault.map_err(|why| named(&why))?;
        let text =
            NotePath::new(note).map_err(Error::from).and_then(|path| Ok(vault.read_lossy(&path)?));
        let text = text.map_err(|error| named(&error))?;
        let text = self.redactor.redact(&text);
        Ok(Excerpt::from_text(note, &text, from, lines))
    }

    /// Searches the notes of all homes, or of the one that `only` means, as if they were one: a word's
    /// rarity is counted over all of them.
    ///
    /// # Errors
    ///
    /// When `only` means no home. A home that cannot be read is named among the notes of the answer.
    pub fn search(
        &mut self,
        text: &str,
        options: &SearchOptions,
        only: Option<&str>,
    ) -> Result<FederatedAnswer, Error> {
        let text = prefix(text, MAX_QUERY_CHARS);
        self.damaged.clear();
        let mut tries = 0;
        loop {
            let mut answer = FederatedAnswer {
                notes: self.refresh_shelves(only)?,
                ..FederatedAnswer::default()
            };
            let found = match self.rank_passages(text, options, &mut answer.notes) {
                Err(error) if self.does_without(error.path()) => continue,
                found => found?,
            };
            tries += 1;
            let moved = |at: &usize| self.shelves[*at].was_written();
            let gone = |(at, hit): &&(usize, SearchHit)| !self.is_hit_current(*at, hit);
            let numbers = (0..self.shelves.len()).filter(moved);
            let changed: HashSet<usize> =
                numbers.chain(found.iter().filter(gone).map(|(at, _)| *at)).collect();
            if !changed.is_empty() && tries < MAX_SEARCH_ATTEMPTS {
                self.shelves =
                    select_by_index(std::mem::take(&mut self.shelves), |at| !changed.contains(&at));
                continue;
            }
            // Where somebody writes all the time, what the notes still say is shown.
            let still = found.into_iter().filter(|(at, hit)| self.is_hit_current(*at, hit));
            answer.hits = still.map(|(at, hit)| self.label_hit(at, hit)).collect();
            answer.homes = self.shelves.iter().map(|shelf| shelf.label.clone()).collect();
            answer.homes.dedup();
            return Ok(answer);
        }
    }

    /// Has the next search do without the index at `path`, which turned out not to be readable; whether
    /// it is one of those that are searched.
    fn does_without(&mut self, path: &Path) -> bool {
        let used = self.shelves.iter().any(|shelf| shelf.uses_index(path));
        self.shelves.retain(|shelf| !shelf.uses_index(path));
        used && self.damaged.insert(path.to_owned())
    }

    /// True if the note of a hit has not changed since it was read.
    fn is_hit_current(&self, at: usize, hit: &SearchHit) -> bool {
        self.shelves[at].is_note_current(hit.path.as_deref().unwrap_or_default())
    }

    /// Updates the shelves to the current state of the homes; returns messages about homes that
    /// failed.
    fn refresh_shelves(&mut self, only: Option<&str>) -> Result<Vec<String>, Error> {
        let places = match only {
            Some(name) => vec![self.find_home(name)?],
            None => self.list_homes(),
        };
        let mut before = std::mem::take(&mut self.shelves);
        let mut said = Vec::new();
        for place in &places {
            let agents = match place.agent_vaults(self.user.as_deref()) {
                Ok(agents) => agents,
                Err(why) => {
                    said.push(format!("{}: {why}", place.label));
                    continue;
                }
            };
            for (agent, root) in agents {
                let same = before.iter().position(|it| it.is_of(place, &agent, &root));
                let known = same.map(|at| before.swap_remove(at)).filter(RemoteNotes::is_still);
                match known.map_or_else(|| self.open_shelf(place, &agent, root), Ok) {
                    Ok(shelf) => {
                        said.extend(shelf.missing_notes_hint());
                        self.shelves.push(shelf);
                    }
                    Err(why) => said.push(format!("{}: {why}", place.label)),
                }
            }
        }
        Ok(said)
    }

    /// Returns the best passages of all shelves, each with the number of its shelf.
    fn rank_passages(
        &mut self,
        text: &str,
        options: &SearchOptions,
        notes: &mut Vec<String>,
    ) -> Result<Vec<(usize, SearchHit)>, StoreError> {
        let space = self.models.embedder.as_deref().map(|embedder| embedder.space().to_string());
        let fits = |part: &RemoteIndex| space.is_some() && part.space == space;
        let parts = || {
            self.shelves
                .iter()
                .enumerate()
                .flat_map(|(at, it)| it.parts.iter().map(move |part| (at, part)))
        };
        let (owners, fitting): (Vec<usize>, Vec<bool>) =
            parts().map(|(at, part)| (at, fits(part))).unzip();
        let embedder = self.models.embedder.as_deref().filter(|_| fitting.contains(&true));
        let weights = (self.settings.search.vector_weight, self.settings.search.text_weight);
        let sense = QueryModels { embedder, thesaurus: self.models.thesaurus.as_deref(), weights };
        let (question, complaint) = PreparedQuery::new(text, &sense);
        notes.extend(self.models.complaint.clone().or(complaint));
        let parts = self.shelves.iter_mut().flat_map(|shelf| &mut shelf.parts);
        let mut readers: Vec<(IndexReader, &Vec<bool>)> = Vec::new();
        for RemoteIndex { index, current, .. } in parts {
            readers.push((index.reader()?, current));
        }
        let base = Base::up_to_date(self.base.take(), &readers);
        self.base = Some(Arc::clone(&base));
        let mut joined = JoinedIndexes { readers, base, fits: fitting };
        let project = options.project.as_ref().map(|name| joined.project_number(name));
        let allowed = |slot: &palimp_rank::Slot| {
            (options.archive || slot.kind != palimp_rank::ChunkKind::Archive)
                && !slot.kind.is_history()
                && project.is_none_or(|wanted| wanted == Some(slot.project))
                && options.author.is_none_or(|author| slot.author == author)
        };
        let here = joined.project_number(&options.here_name).unwrap_or(0);
        let ask = |query| question.rank_request(query, &allowed, here, options);
        let mut ranked = rank(&mut joined, &ask(question.query()))?;
        if ranked.is_empty()
            && let Some(query) = recall::by_parts(question.query(), |part| joined.terms_with(part))?
        {
            ranked = rank(
                &mut joined,
                &palimp_rank::RankRequest { vector: None, thesaurus: None, ..ask(&query) },
            )?;
        }
        let hits = ranked.into_iter().map(|found| {
            let (part, slot) = joined.locate_slot(found.slot);
            let found = palimp_rank::Ranked { slot, ..found };
            let hit = recall::of_chunk(
                &joined.readers[part].0,
                found,
                question.query(),
                HitSource::Notes,
            )?;
            Ok((owners[part], hit))
        });
        hits.collect()
    }

    fn label_hit(&self, at: usize, mut hit: SearchHit) -> OfHome {
        let clean = |text: &mut String| *text = self.redactor.redact(text).into_owned();
        clean(&mut hit.snippet);
        hit.heading.as_mut().map(clean);
        hit.project.as_mut().map(clean);
        let mut one = recall::SearchResults { hits: vec![hit], ..recall::SearchResults::default() };
        one.in_zone(&TimeZone::system());
        let RemoteNotes { label, agent, .. } = &self.shelves[at];
        OfHome { home: label.clone(), agent: agent.clone(), hit: one.hits.remove(0) }
    }
}

/// Keeps the items whose index is `wanted`.
fn select_by_index<T>(items: Vec<T>, wanted: impl Fn(usize) -> bool) -> Vec<T> {
    let numbered = items.into_iter().enumerate();
    numbered.filter(|(at, _)| wanted(*at)).map(|(_, item)| item).collect()
}
