//! A prompt → the passages that are told unasked.

use std::borrow::Cow;

use jiff::Timestamp;
use palimp_core::author::AuthorKind;
use palimp_core::sanitize::printable_line;
use palimp_core::settings::RelevanceThreshold;
use palimp_core::text::{prefix, suffix};
use palimp_rank::analysis::analyze_query;
use palimp_rank::relevance_threshold::{self, Features, PassageCandidate};
use palimp_rank::{ChunkKind, Slot, snippet};
use palimp_store::index::IndexSections;
use serde::Serialize;

use crate::error::Error;
use crate::retrieval::searcher::Searcher;
use crate::retrieval::team_conflicts;
use crate::sharing::teams::{self, ProjectsHere, SharedFactInfo};

pub use palimp_rank::relevance_threshold::is_injected;

/// Maximum length, in characters, of the beginning of a prompt that is read, and of its end.
const MAX_PROMPT_EDGE_CHARS: usize = 6_000;
/// Maximum length of an injected passage, in characters.
const MAX_PASSAGE_CHARS: usize = 400;
/// Maximum number of candidate passages, including those below the floor.
const MAX_CANDIDATES: usize = 8;

/// A passage of a note that answers a prompt, or comes near it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PromptPassage {
    /// The note's path.
    pub path: String,
    /// Its first line, from 1.
    pub line: usize,
    /// The headings above it, outermost first.
    pub heading: String,
    /// The text, at most 400 characters, without headings.
    pub text: String,
    /// Author of the passage.
    pub author: AuthorKind,
    /// The project that it holds in; empty where it holds everywhere.
    pub project: String,
    /// Time of writing, in milliseconds since the Unix epoch.
    pub created_at: i64,
    /// Relevance score; the passage is injected if it reaches the relevance threshold.
    pub score: f32,
    /// Features of the score.
    pub features: Features,
    /// The part of the prompt that it answers.
    pub question: String,
    /// The team whose fact it is, and who approved it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<Box<SharedFactInfo>>,
    /// Location of what contradicts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
}

impl PromptPassage {
    /// True if it has not expired at `now`, in milliseconds since the Unix epoch, by its own terms.
    pub(crate) fn holds_at(&self, now: i64) -> bool {
        self.team.as_ref().is_none_or(|team| team.holds_on(teams::utc_day(now)))
    }
}

impl Searcher<'_> {
    /// Returns the passages that come near or pass the relevance threshold, best first, from notes
    /// of the project `here`, of a team's project in `teams`, or of all projects. Reads the index
    /// without updating it.
    pub fn passages_for_prompt(
        &mut self,
        prompt: &str,
        (here, teams): (&str, &ProjectsHere),
        gate: RelevanceThreshold,
    ) -> Result<Vec<PromptPassage>, Error> {
        let prompt = both_ends(prompt);
        let allowed = |slot: &Slot, project: &str| {
            !matches!(slot.kind, ChunkKind::Archive | ChunkKind::Message)
                && !slot.kind.is_history()
                && (project.is_empty() || project == here || teams.is_project_here(project))
        };
        let (notes, models, index) = self.sync.open_parts()?;
        let mut sections = index.sections(&allowed)?;
        let thesaurus = models.thesaurus.as_deref();
        let found = relevance_threshold::find_passages(
            &mut sections,
            &prompt,
            thesaurus,
            relevance_threshold::min_score(gate),
        )?;
        let found = found.into_iter().map(|candidate| to_passage(&mut sections, candidate));
        let is_injectable = notes.injection_filter();
        let may_be_told = |passage: &Result<PromptPassage, Error>| {
            passage.as_ref().map_or(true, |it| it.team.is_some() || is_injectable(&it.path))
        };
        let found = found.filter(may_be_told).take(MAX_CANDIDATES);
        let mut passages = found.collect::<Result<Vec<_>, _>>()?;
        team_conflicts::mark_conflicts(&mut passages);
        Ok(passages)
    }
}

impl team_conflicts::ConflictCandidate for PromptPassage {
    fn is_of_team(&self) -> bool {
        self.team.is_some()
    }

    fn shown_text(&self) -> &str {
        &self.text
    }

    fn display_location(&self) -> Option<String> {
        let line = self.line;
        let path = &self.path;
        Some(if self.team.is_some() { path.clone() } else { format!("{path}:{line}") })
    }

    fn set_against(&mut self, place: String) {
        self.against.get_or_insert(place);
    }
}

fn both_ends(prompt: &str) -> Cow<'_, str> {
    match prompt.chars().nth(2 * MAX_PROMPT_EDGE_CHARS) {
        None => Cow::Borrowed(prompt),
        Some(_) => format!(
            "{}\n{}",
            prefix(prompt, MAX_PROMPT_EDGE_CHARS),
            suffix(prompt, MAX_PROMPT_EDGE_CHARS)
        )
        .into(),
    }
}

fn to_passage(
    sections: &mut IndexSections,
    candidate: PassageCandidate,
) -> Result<PromptPassage, Error> {
    let PassageCandidate { section, range, score, features, question } = candidate;
    let place = sections.section_location(section)?;
    let passage = sections.passage(section)?;
    let above = passage.text[..range.start].matches('\n').count();
    let text =
        snippet(&clean_passage(&passage.text[range]), &analyze_query(&question), MAX_PASSAGE_CHARS);
    Ok(PromptPassage {
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
        team: SharedFactInfo::parse(&place.about).map(Box::new),
        against: None,
    })
}

/// Removes empty lines and shortens links to entries to their day.
fn clean_passage(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(shorten_entry_link).collect::<Vec<_>>().join("\n")
}

/// Shortens `… ([2026-11-20 09:00](../episodes/live/2026-11-20.md))` to `… ([2026-11-20])`.
fn shorten_entry_link(line: &str) -> Cow<'_, str> {
    let linked = || {
        let (rest, target) = line.strip_suffix("))")?.rsplit_once("](")?;
        let (said, moment) = rest.rsplit_once("([")?;
        let is_entry = target.starts_with("../episodes/");
        is_entry.then(|| format!("{said}([{}])", moment.split(' ').next().unwrap_or_default()))
    };
    linked().map_or(Cow::Borrowed(line), Cow::Owned)
}

/// The day of the entry that the first line of a passage links to, `… ([2026-11-20])`: what it says is of that
/// day, and its note may be newer.
pub(crate) fn linked_day(text: &str) -> Option<&str> {
    let (_, rest) = text.lines().next()?.rsplit_once(" ([")?;
    let day = rest.strip_suffix("])")?;
    (day.len() == "2026-11-20".len()).then_some(day)
}

/// Formats the source: `semantic/db.md:3 (Database > Port), 2026-03-01`; for a team's fact, the
/// team and who approved it.
pub(crate) fn source_label(passage: &PromptPassage) -> String {
    let PromptPassage { path, line, heading, created_at, team, against, .. } = passage;
    let heading = if heading.is_empty() { String::new() } else { format!(" ({heading})") };
    let day = linked_day(&passage.text).map_or_else(
        || {
            Timestamp::from_millisecond(*created_at)
                .unwrap_or_default()
                .strftime("%Y-%m-%d")
                .to_string()
        },
        str::to_owned,
    );
    let against = against.as_ref().map_or(String::new(), |other| format!(", contradicts {other}"));
    match team {
        Some(team) => {
            let words = printable_line(&team.approval_text());
            format!("{words} ({path}), {day}{against}")
        }
        None => format!("{path}:{line}{heading}, {day}{against}"),
    }
}
