//! Results of a search.

use std::collections::HashSet;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use palimp_core::activity::StoredObservation;
use palimp_core::author::AuthorKind;
use palimp_core::forget_query::fold_text;
use palimp_core::observation::ObservationType;
use palimp_store::activity::Tier;
use serde::Serialize;

use crate::retrieval::anchors::JudgedAnchor;
use crate::retrieval::team_conflicts::ConflictCandidate;
use crate::sharing::teams::{SharedFactInfo, utc_day};

/// Source of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HitSource {
    /// The vault, and files beside it.
    Notes,
    /// Captured tool uses.
    Observations,
    /// Messages of conversations.
    Messages,
    /// The commits of repositories.
    Commits,
    /// The decision records of repositories, which are read only.
    Records,
}

/// A hit of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchHit {
    /// The row's number; none of a note.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    /// Pointer that opens a session or a commit: `c:979fa9b`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// Source of the hit.
    pub source: HitSource,
    /// The kind of observation.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<ObservationType>,
    /// The note's path, or the file that was changed.
    pub path: Option<String>,
    /// The first of the note's lines, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_line: Option<i64>,
    /// The last of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_line: Option<i64>,
    /// The headings above it, outermost first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// From 0 to 1.
    pub score: f64,
    /// Score of semantic similarity, from 0 to 1.
    pub vector_score: f64,
    /// Score of the words, from 0 to 1.
    pub text_score: f64,
    /// The part of the text around the match, at most 700 characters.
    pub snippet: String,
    /// The project's name; none of a note that holds everywhere.
    pub project: Option<String>,
    /// Author of the content.
    pub author: AuthorKind,
    /// The client's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// Role of the speaker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// The client's session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// Time in milliseconds since the Unix epoch.
    pub created_at: i64,
    /// The day of that in the user's time zone, `2026-11-20`; empty until the answer is ready.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub day: String,
    /// The team whose fact it is, who approved it, and how long it holds.
    #[serde(flatten, serialize_with = "as_team")]
    pub team: Option<Box<SharedFactInfo>>,
    /// Location of a statement that contradicts the hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// True if its note may have facts that speak of code.
    #[serde(skip)]
    pub anchored: bool,
    /// Verdicts on the code that it speaks of, place by place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<JudgedAnchor>,
    /// Components of the score.
    #[serde(serialize_with = "as_object")]
    pub parts: Vec<(&'static str, f64)>,
}

/// `scope`, and what stands beside a team's fact.
fn as_team<S: serde::Serializer>(
    team: &Option<Box<SharedFactInfo>>,
    to: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Scoped<'a> {
        scope: String,
        #[serde(flatten)]
        about: &'a SharedFactInfo,
    }
    let scoped = team.as_ref().map(|about| Scoped { scope: about.scope(), about });
    scoped.serialize(to)
}

fn as_object<S: serde::Serializer>(
    parts: &[(&'static str, f64)],
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_map(parts.iter().copied())
}

/// An observation as a hit that nobody asked for, whole.
impl From<StoredObservation> for SearchHit {
    fn from(row: StoredObservation) -> SearchHit {
        SearchHit {
            id: Some(row.id),
            source: HitSource::Observations,
            kind: Some(row.kind),
            snippet: row.content,
            path: row.file_path,
            project: Some(row.project),
            client: Some(row.client),
            session_id: Some(row.session_id),
            created_at: row.created_at,
            ..SearchHit::empty()
        }
    }
}

/// The hits of a search, best first.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SearchResults {
    /// Tier in which the best hits were found.
    pub tier: Option<Tier>,
    /// The hits.
    pub hits: Vec<SearchHit>,
    /// Notices about the search itself, such as that semantic search was not possible.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl SearchResults {
    /// Adds the hits of one source; the better tier stands for all results.
    pub fn add_hits(&mut self, tier: Option<Tier>, hits: impl IntoIterator<Item = SearchHit>) {
        self.tier = match (self.tier, tier) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self.hits.extend(hits);
    }

    /// Gives notes that bear a day and no hour the midnight of a time zone. The index knows them by
    /// that of UTC, which is an hour of that day nowhere else.
    pub fn in_zone(&mut self, zone: &TimeZone) {
        const DAY_MS: i64 = 86_400_000;
        let of_notes =
            |hit: &&mut SearchHit| hit.source == HitSource::Notes && hit.created_at % DAY_MS == 0;
        for hit in self.hits.iter_mut().filter(of_notes) {
            let day = Timestamp::from_millisecond(hit.created_at).unwrap_or_default();
            let day = day.to_zoned(TimeZone::UTC).date();
            let midnight = day.to_zoned(zone.clone()).map(|at| at.timestamp().as_millisecond());
            hit.created_at = midnight.unwrap_or(hit.created_at);
        }
        for hit in &mut self.hits {
            let at = Timestamp::from_millisecond(hit.created_at).unwrap_or_default();
            hit.day = at.to_zoned(zone.clone()).strftime("%Y-%m-%d").to_string();
        }
    }

    /// Ranks the hits of all sources, and keeps the best: notes that hold every word of the query
    /// come first, those of the project `here` before others. Behind these, few commits and decision
    /// records are shown that hold a part of the query. Repeated content is shown once, so that a
    /// question that is asked often does not displace its answer.
    pub fn rank_and_truncate(&mut self, limit: usize, here: &str) {
        self.hits.sort_by(|a, b| {
            let place = a.place_by_words(here).cmp(&b.place_by_words(here));
            place.then(b.score.total_cmp(&a.score))
        });
        self.give_order_to_scores();
        if self.hits.iter().any(|hit| hit.place_by_words(here) < LOOSE_PLACE) {
            let mut loose = 0;
            self.hits.retain(|hit| {
                loose += usize::from(hit.is_loose_record());
                !hit.is_loose_record() || loose <= MAX_LOOSE_RECORDS
            });
        }
        let mut shown = HashSet::new();
        self.hits.retain(|hit| shown.insert(fold_text(&hit.snippet)) || hit.is_sorted_note());
        self.hits.truncate(limit);
    }

    /// Raises the score of each hit to that of the best behind it, because readers take the scores for the order.
    fn give_order_to_scores(&mut self) {
        let mut highest = 0.0_f64;
        for hit in self.hits.iter_mut().rev() {
            highest = highest.max(hit.score);
            hit.score = highest;
        }
    }
}

impl SearchHit {
    /// Returns a hit without content.
    pub(crate) fn empty() -> SearchHit {
        SearchHit {
            id: None,
            pointer: None,
            source: HitSource::Notes,
            kind: None,
            snippet: String::new(),
            path: None,
            start_line: None,
            end_line: None,
            heading: None,
            score: 0.0,
            vector_score: 0.0,
            text_score: 0.0,
            project: None,
            author: AuthorKind::Tool,
            client: None,
            role: None,
            session_id: None,
            created_at: 0,
            day: String::new(),
            team: None,
            against: None,
            anchored: false,
            anchors: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Returns true if the hit holds at `now`, in milliseconds since the Unix epoch, by its own
    /// dates.
    pub(crate) fn holds_at(&self, now: i64) -> bool {
        self.team.as_ref().is_none_or(|team| team.holds_on(utc_day(now)))
    }

    /// Returns its place among the hits of all sources: 0 for a note of `here`, or of no project, that holds every word
    /// of the question, 1 for such a note of another project, 2 for all else.
    fn place_by_words(&self, here: &str) -> u8 {
        let holds_all = self.parts.iter().any(|(name, _)| *name == "exact");
        let is_elsewhere = self.project.as_deref().is_some_and(|project| project != here);
        match holds_all && self.is_sorted_note() {
            true => u8::from(is_elsewhere),
            false => LOOSE_PLACE,
        }
    }

    /// Returns true for a commit or a decision record that holds a part of the query.
    fn is_loose_record(&self) -> bool {
        matches!(self.source, HitSource::Commits | HitSource::Records)
            && !self.parts.iter().any(|(name, _)| *name == "exact")
    }

    /// Returns true if the hit is in a note that is not a record of conversations.
    fn is_sorted_note(&self) -> bool {
        self.source == HitSource::Notes
            && !self.path.as_deref().is_some_and(|path| path.starts_with(EPISODES_PREFIX))
    }
}

/// Place of a hit that holds a part of the query, or is in no sorted note.
const LOOSE_PLACE: u8 = 2;
/// Maximum number of commits and decision records that hold a part of the query, if a note holds all of
/// it.
const MAX_LOOSE_RECORDS: usize = 2;
/// Directory of the notes that record conversations.
const EPISODES_PREFIX: &str = "episodes/";

impl ConflictCandidate for SearchHit {
    fn is_of_team(&self) -> bool {
        self.team.is_some()
    }

    fn shown_text(&self) -> &str {
        &self.snippet
    }

    fn display_location(&self) -> Option<String> {
        let path = self.path.as_deref()?;
        let line = self.start_line.filter(|_| self.team.is_none());
        Some(line.map_or_else(|| path.to_owned(), |line| format!("{path}:{line}")))
    }

    fn set_against(&mut self, place: String) {
        self.against.get_or_insert(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(source: HitSource, project: Option<&str>, score: f64, is_exact: bool) -> SearchHit {
        let snippet = format!("{source:?} {project:?}");
        let project = project.map(str::to_owned);
        let parts = if is_exact { vec![("exact", 1.0)] } else { Vec::new() };
        SearchHit { source, project, score, snippet, parts, ..SearchHit::empty() }
    }

    #[test]
    fn note_with_all_words_leaves_room_for_two_loose_commits() {
        let commit = |at: usize, is_exact| SearchHit {
            snippet: format!("commit {at}"),
            ..hit(HitSource::Commits, None, 0.4, is_exact)
        };
        let note = hit(HitSource::Notes, None, 0.4, true);
        let commits = || (0..5).map(|at| commit(at, at == 4));
        let count = |hits: Vec<SearchHit>| {
            let mut answer = SearchResults { hits, ..SearchResults::default() };
            answer.rank_and_truncate(9, "shop");
            answer.hits.len()
        };
        assert_eq!(count(commits().chain([note]).collect()), 1 + 1 + 2);
        assert_eq!(count(commits().collect()), 5);
    }

    #[test]
    fn note_with_all_words_comes_before_commits() {
        let hits = vec![
            hit(HitSource::Commits, Some("shop"), 0.9, true),
            hit(HitSource::Notes, Some("blog"), 0.8, true),
            hit(HitSource::Notes, Some("shop"), 0.4, true),
            hit(HitSource::Notes, None, 0.3, false),
        ];
        let mut answer = SearchResults { hits, ..SearchResults::default() };
        answer.rank_and_truncate(4, "shop");
        let places: Vec<_> =
            answer.hits.iter().map(|hit| (hit.source, hit.project.as_deref())).collect();
        let expect = [
            (HitSource::Notes, Some("shop")),
            (HitSource::Notes, Some("blog")),
            (HitSource::Commits, Some("shop")),
            (HitSource::Notes, None),
        ];
        assert_eq!(places, expect);
        assert!(answer.hits.is_sorted_by(|one, other| one.score >= other.score));
    }
}
