//! Other homes, read only: which there are, what their notes say, one search over all of them.
//!
//! Nothing is written in a home that is looked at: its databases and indexes are opened to be read
//! (`palimp_store`), and what they lack is made in one's own home. What comes from there is
//! data: it is redacted by one's own rules, and whoever shows it escapes it.

mod copies;
mod found;
mod instance;
mod joined;
mod shelf;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::tz::TimeZone;
use palimp_core::home::HomePaths;
use palimp_core::printable::printable_line;
use palimp_core::project::DEFAULT_AGENT;
use palimp_core::settings::Settings;
use palimp_core::text::prefix;
use palimp_note::NotePath;
use palimp_rank::rank;
use palimp_redact::Redactor;
use palimp_store::StoreError;
use palimp_store::index::IndexReader;
use serde::Serialize;

use crate::memory::{Error, LONGEST, Models};
use crate::notes::Excerpt;
use crate::recall::{self, Hit, Options, Question, Sense, Source};
use crate::redaction;
use joined::{Base, Joined};
use shelf::{Part, Shelf};

pub use copies::Reindexed;
pub use found::Place;
pub use instance::{Agent, Indexed, Instance, State};

/// All homes of a machine, seen from one of them. A process that stays keeps it: what did not change is
/// not read again.
pub struct Federation {
    own: HomePaths,
    settings: Settings,
    user: Option<PathBuf>,
    models: Models,
    redactor: Redactor,
    shelves: Vec<Shelf>,
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
    pub hit: Hit,
}

/// What a search over homes answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The labels of the homes that were searched.
    pub homes: Vec<String>,
    /// The passages, best first.
    pub hits: Vec<OfHome>,
    /// What could not be looked at, and what to do about it.
    pub notes: Vec<String>,
}

/// How often a search is made again because what it found has changed meanwhile.
const TRIES: usize = 3;

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

    /// The homes there are.
    pub fn places(&self) -> Vec<Place> {
        found::places(&self.own, &self.settings, self.user.as_deref())
    }

    /// The home that `name` means: its label, or its path.
    ///
    /// # Errors
    ///
    /// When there is none, in words that name those there are.
    pub fn place(&self, name: &str) -> Result<Place, Error> {
        let places = self.places();
        let labels: Vec<&str> = places.iter().map(|place| place.label.as_str()).collect();
        let refused = format!(
            "there is no home '{}': use one of {}, or name its directory in dashboard.homes",
            printable_line(name),
            labels.join(", ")
        );
        let meant = places.iter().find(|place| place.is_meant_by(name, self.user.as_deref()));
        meant.cloned().ok_or(Error::Refused(refused))
    }

    /// Every home, and how it is.
    pub fn instances(&self) -> Vec<Instance> {
        self.places().iter().map(|place| self.instance(place)).collect()
    }

    /// Some lines of a note in a home: from the line `from`, as many as `lines`. Secrets are taken out.
    ///
    /// # Errors
    ///
    /// When there is no such home or note, or it cannot be read.
    pub fn read(
        &self,
        (home, agent, note): (&str, Option<&str>, &str),
        from: Option<usize>,
        lines: Option<usize>,
    ) -> Result<Excerpt, Error> {
        let place = self.place(home)?;
        let named =
            |error: &dyn std::fmt::Display| Error::Refused(format!("{}: {error}", place.label));
        let vault = place.vault(agent.unwrap_or(DEFAULT_AGENT), self.user.as_deref());
        let vault = vault.map_err(|why| named(&why))?;
        let text =
            NotePath::new(note).map_err(Error::from).and_then(|path| Ok(vault.read_lossy(&path)?));
        let text = text.map_err(|error| named(&error))?;
        let text = self.redactor.redact(&text);
        Ok(Excerpt::of(note, &text, from, lines))
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
        options: &Options,
        only: Option<&str>,
    ) -> Result<Answer, Error> {
        let text = prefix(text, LONGEST);
        self.damaged.clear();
        let mut tries = 0;
        loop {
            let mut answer = Answer { notes: self.look(only)?, ..Answer::default() };
            let found = match self.rank(text, options, &mut answer.notes) {
                Err(error) if self.does_without(error.path()) => continue,
                found => found?,
            };
            tries += 1;
            let moved = |at: &usize| self.shelves[*at].was_written();
            let gone = |(at, hit): &&(usize, Hit)| !self.says(*at, hit);
            let numbers = (0..self.shelves.len()).filter(moved);
            let changed: HashSet<usize> =
                numbers.chain(found.iter().filter(gone).map(|(at, _)| *at)).collect();
            if !changed.is_empty() && tries < TRIES {
                self.shelves = keep(std::mem::take(&mut self.shelves), |at| !changed.contains(&at));
                continue;
            }
            // Where somebody writes all the time, what the notes still say is shown.
            let still = found.into_iter().filter(|(at, hit)| self.says(*at, hit));
            answer.hits = still.map(|(at, hit)| self.labelled(at, hit)).collect();
            answer.homes = self.shelves.iter().map(|shelf| shelf.label.clone()).collect();
            answer.homes.dedup();
            return Ok(answer);
        }
    }

    /// Has the next search do without the index at `path`, which turned out not to be readable; whether
    /// it is one of those that are searched.
    fn does_without(&mut self, path: &Path) -> bool {
        let used = self.shelves.iter().any(|shelf| shelf.uses(path));
        self.shelves.retain(|shelf| !shelf.uses(path));
        used && self.damaged.insert(path.to_owned())
    }

    /// Whether the note of a hit is what it was when it was looked at.
    fn says(&self, at: usize, hit: &Hit) -> bool {
        self.shelves[at].says(hit.path.as_deref().unwrap_or_default())
    }

    /// Brings the shelves up to date with the homes; says what could not be.
    fn look(&mut self, only: Option<&str>) -> Result<Vec<String>, Error> {
        let places = match only {
            Some(name) => vec![self.place(name)?],
            None => self.places(),
        };
        let mut before = std::mem::take(&mut self.shelves);
        let mut said = Vec::new();
        for place in &places {
            let agents = match place.agents(self.user.as_deref()) {
                Ok(agents) => agents,
                Err(why) => {
                    said.push(format!("{}: {why}", place.label));
                    continue;
                }
            };
            for (agent, root) in agents {
                let same = before.iter().position(|it| it.is_of(place, &agent, &root));
                let known = same.map(|at| before.swap_remove(at)).filter(Shelf::is_still);
                match known.map_or_else(|| self.open(place, &agent, root), Ok) {
                    Ok(shelf) => {
                        said.extend(shelf.remark());
                        self.shelves.push(shelf);
                    }
                    Err(why) => said.push(format!("{}: {why}", place.label)),
                }
            }
        }
        Ok(said)
    }

    /// The best passages of all shelves, each with the number of its shelf.
    fn rank(
        &mut self,
        text: &str,
        options: &Options,
        notes: &mut Vec<String>,
    ) -> Result<Vec<(usize, Hit)>, StoreError> {
        let space = self.models.embedder.as_deref().map(|embedder| embedder.space().to_string());
        let fits = |part: &Part| space.is_some() && part.space == space;
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
        let sense = Sense { embedder, thesaurus: self.models.thesaurus.as_deref(), weights };
        let (question, complaint) = Question::new(text, &sense);
        notes.extend(self.models.complaint.clone().or(complaint));
        let parts = self.shelves.iter_mut().flat_map(|shelf| &mut shelf.parts);
        let mut readers: Vec<(IndexReader, &Vec<bool>)> = Vec::new();
        for Part { index, current, .. } in parts {
            readers.push((index.reader()?, current));
        }
        let base = Base::up_to_date(self.base.take(), &readers);
        self.base = Some(Arc::clone(&base));
        let mut joined = Joined { readers, base, fits: fitting };
        let project = options.project.as_ref().map(|name| joined.project(name));
        let allowed = |slot: &palimp_rank::Slot| {
            (options.archive || slot.kind != palimp_rank::ChunkKind::Archive)
                && !slot.kind.is_history()
                && project.is_none_or(|wanted| wanted == Some(slot.project))
                && options.author.is_none_or(|author| slot.author == author)
        };
        let here = joined.project(&options.here_name).unwrap_or(0);
        let ask = |query| question.ask(query, &allowed, here, options);
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
            let (part, slot) = joined.local(found.slot);
            let found = palimp_rank::Ranked { slot, ..found };
            let hit =
                recall::of_chunk(&joined.readers[part].0, found, question.query(), Source::Notes)?;
            Ok((owners[part], hit))
        });
        hits.collect()
    }

    fn labelled(&self, at: usize, mut hit: Hit) -> OfHome {
        let clean = |text: &mut String| *text = self.redactor.redact(text).into_owned();
        clean(&mut hit.snippet);
        hit.heading.as_mut().map(clean);
        hit.project.as_mut().map(clean);
        let mut one = recall::Answer { hits: vec![hit], ..recall::Answer::default() };
        one.in_zone(&TimeZone::system());
        let Shelf { label, agent, .. } = &self.shelves[at];
        OfHome { home: label.clone(), agent: agent.clone(), hit: one.hits.remove(0) }
    }
}

/// The items whose number `wanted` names.
fn keep<T>(items: Vec<T>, wanted: impl Fn(usize) -> bool) -> Vec<T> {
    let numbered = items.into_iter().enumerate();
    numbered.filter(|(at, _)| wanted(*at)).map(|(_, item)| item).collect()
}
