//! A prompt → the passages that are told unasked.

use std::borrow::Cow;

use jiff::Timestamp;
use palimp_core::author::Author;
use palimp_core::settings::Gate;
use palimp_core::text::{prefix, suffix};
use palimp_rank::analysis::analyze_query;
use palimp_rank::gate::{self, Candidate, Features};
use palimp_rank::{Kind, Slot, snippet};
use palimp_store::index::Sections;
use serde::Serialize;

use crate::memory::{Error, Memory};

pub use palimp_rank::gate::floor;

/// How much of a prompt is looked at, in characters: its beginning, and as much of its end.
const LONGEST: usize = 6_000;
/// The longest passage that is told, in characters.
const PASSAGE: usize = 400;
/// So many passages are looked at, those below the floor among them.
const LOOKED_AT: usize = 8;

/// A passage of a note that answers a prompt, or comes near it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Passage {
    /// The note's path.
    pub path: String,
    /// Its first line, from 1.
    pub line: usize,
    /// The headings above it, outermost first.
    pub heading: String,
    /// What it says, at most 400 characters, without headings.
    pub text: String,
    /// Whose it is.
    pub author: Author,
    /// The project that it holds in; empty where it holds everywhere.
    pub project: String,
    /// When it was written, in milliseconds since the Unix epoch.
    pub created_at: i64,
    /// How much speaks for it; it is told where that is as much as the gate asks for.
    pub score: f32,
    /// What speaks for it.
    pub features: Features,
    /// The part of the prompt that it answers.
    pub question: String,
}

impl Memory {
    /// The passages that come near the gate or pass it, best first, of notes that hold in the project
    /// named `here` or everywhere. Asks the index as it is.
    pub fn passages(
        &mut self,
        prompt: &str,
        here: &str,
        gate: Gate,
    ) -> Result<Vec<Passage>, Error> {
        let prompt = both_ends(prompt);
        let allowed = |slot: &Slot, project: &str| {
            !matches!(slot.kind, Kind::Archive | Kind::Message)
                && (project.is_empty() || project == here)
        };
        self.index()?;
        let Memory { models, index, .. } = self;
        let index = index.as_mut().expect("opened above");
        let mut sections = index.sections(&allowed)?;
        let thesaurus = models.thesaurus.as_deref();
        let found = gate::ask(&mut sections, &prompt, thesaurus, gate::floor(gate))?;
        let found = found.into_iter().take(LOOKED_AT);
        found.map(|candidate| passage(&mut sections, candidate)).collect()
    }
}

fn both_ends(prompt: &str) -> Cow<'_, str> {
    match prompt.chars().nth(2 * LONGEST) {
        None => Cow::Borrowed(prompt),
        Some(_) => format!("{}\n{}", prefix(prompt, LONGEST), suffix(prompt, LONGEST)).into(),
    }
}

fn passage(sections: &mut Sections, candidate: Candidate) -> Result<Passage, Error> {
    let Candidate { section, range, score, features, question } = candidate;
    let place = sections.place(section)?;
    let passage = sections.passage(section)?;
    let above = passage.text[..range.start].matches('\n').count();
    let text = snippet(&said(&passage.text[range]), &analyze_query(&question), PASSAGE);
    Ok(Passage {
        path: place.path,
        line: usize::try_from(place.first_line).unwrap_or(1) + above,
        heading: passage.heading,
        text,
        author: place.author,
        project: place.project,
        created_at: place.created_at,
        score,
        features,
        question,
    })
}

/// A passage without empty lines, and with the day in place of a link to the entry that a line is from.
fn said(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(dated).collect::<Vec<_>>().join("\n")
}

/// `… ([2026-11-20 09:00](../episodes/live/2026-11-20.md))` becomes `… ([2026-11-20])`.
fn dated(line: &str) -> Cow<'_, str> {
    let linked = || {
        let (rest, target) = line.strip_suffix("))")?.rsplit_once("](")?;
        let (said, moment) = rest.rsplit_once("([")?;
        let is_entry = target.starts_with("../episodes/");
        is_entry.then(|| format!("{said}([{}])", moment.split(' ').next().unwrap_or_default()))
    };
    linked().map_or(Cow::Borrowed(line), Cow::Owned)
}

/// `semantic/db.md:3 (Database > Port), 2026-03-01`
pub(crate) fn source(passage: &Passage) -> String {
    let Passage { path, line, heading, created_at, .. } = passage;
    let heading = if heading.is_empty() { String::new() } else { format!(" ({heading})") };
    let day = Timestamp::from_millisecond(*created_at).unwrap_or_default();
    format!("{path}:{line}{heading}, {}", day.strftime("%Y-%m-%d"))
}
