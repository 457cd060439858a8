//! Query → hits.

use palimp_core::activity::{StoredMessage, StoredObservation};
use palimp_core::analysis::{Query, analyze_query};
use palimp_core::observation::ObservationType;
use palimp_core::text::{prefix, suffix};
use palimp_store::StoreError;
use palimp_store::activity::{self as store, ActivityDb, Filter, Found, Look, Tier};
use serde::Serialize;

/// What to look for and where.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which rows count.
    pub filter: Filter,
    /// The present project's id; its hits come a little earlier.
    pub here: String,
    /// How many hits at the most.
    pub limit: usize,
    /// Whether to look at what tools did.
    pub observations: bool,
    /// Whether to look at what was said.
    pub messages: bool,
    /// Now, in milliseconds since the Unix epoch.
    pub now: i64,
}

impl Options {
    /// Six hits among what tools did.
    pub fn new(filter: Filter, here: String, now: i64) -> Options {
        Options { filter, here, limit: 6, observations: true, messages: false, now }
    }
}

/// Where a hit comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// What a tool did.
    Observations,
    /// What was said.
    Messages,
}

/// Something that was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Hit {
    /// The row's number.
    pub id: i64,
    /// Where it comes from.
    pub source: Source,
    /// The kind of observation.
    #[serde(rename = "type")]
    pub kind: Option<ObservationType>,
    /// The file that was changed.
    pub path: Option<String>,
    /// From 0 to 1.
    pub score: f64,
    /// What the words contribute to it, from 0 to 1.
    pub text_score: f64,
    /// The part of the text around the match, at most 700 characters.
    pub snippet: String,
    /// The project's name.
    pub project: String,
    /// The client's name.
    pub client: String,
    /// The client's session.
    pub session_id: String,
    /// When, in milliseconds since the Unix epoch.
    pub created_at: i64,
    /// How the score came about.
    #[serde(serialize_with = "as_object")]
    pub parts: Vec<(&'static str, f64)>,
}

fn as_object<S: serde::Serializer>(
    parts: &[(&'static str, f64)],
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_map(parts.iter().copied())
}

/// The hits of a search, best first.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Answer {
    /// How the best of them were found.
    pub tier: Option<Tier>,
    /// The hits.
    pub hits: Vec<Hit>,
}

/// Searches the activity database.
pub fn search(db: &ActivityDb, text: &str, options: &Options) -> Result<Answer, StoreError> {
    let query = analyze_query(text);
    let look = Look {
        query: &query,
        text,
        filter: &options.filter,
        here: &options.here,
        limit: options.limit,
        now: options.now,
    };
    let mut answer = Answer::default();
    if options.observations {
        let found = db.search_observations(&look)?;
        answer.take(found, |hit| of_observation(hit, &query));
    }
    if options.messages {
        let found = db.search_messages(&look)?;
        answer.take(found, |hit| of_message(hit, &query));
    }
    answer.hits.sort_by(|a, b| b.score.total_cmp(&a.score));
    answer.hits.truncate(options.limit);
    Ok(answer)
}

impl Answer {
    /// Adds what one source found; the better way of finding speaks for the whole answer.
    fn take<T>(&mut self, found: Found<T>, into_hit: impl Fn(store::Hit<T>) -> Hit) {
        self.tier = match (self.tier, found.tier) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self.hits.extend(found.hits.into_iter().map(into_hit));
    }
}

fn of_observation(hit: store::Hit<StoredObservation>, query: &Query) -> Hit {
    let row = hit.row;
    Hit {
        id: row.id,
        source: Source::Observations,
        kind: Some(row.kind),
        snippet: snippet(&row.content, query),
        path: row.file_path,
        score: hit.score,
        text_score: text_score(&hit.parts),
        project: row.project,
        client: row.client,
        session_id: row.session_id,
        created_at: row.created_at,
        parts: hit.parts,
    }
}

fn of_message(hit: store::Hit<StoredMessage>, query: &Query) -> Hit {
    let row = hit.row;
    Hit {
        id: row.id,
        source: Source::Messages,
        kind: None,
        snippet: snippet(&row.content, query),
        path: None,
        score: hit.score,
        text_score: text_score(&hit.parts),
        project: row.project,
        client: row.client,
        session_id: row.session_id,
        created_at: row.created_at,
        parts: hit.parts,
    }
}

fn text_score(parts: &[(&'static str, f64)]) -> f64 {
    parts.first().map_or(0.0, |(_, value)| *value)
}

/// The longest snippet, in characters.
const SNIPPET: usize = 700;

/// The part of `text` around the first word of the query that stands in it.
fn snippet(text: &str, query: &Query) -> String {
    if text.chars().nth(SNIPPET).is_none() {
        return text.to_owned();
    }
    let folded = text.to_lowercase();
    let found = query.words.iter().find_map(|word| folded.find(&word.text));
    // Folding may change lengths; then the place is only near, which is near enough.
    let mut at = found.unwrap_or(0).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let before = suffix(&text[..at], SNIPPET / 2);
    let after = prefix(&text[at..], SNIPPET - 2 - before.chars().count());
    let head = if before.len() < at { "…" } else { "" };
    let tail = if at + after.len() < text.len() { "…" } else { "" };
    format!("{head}{before}{after}{tail}")
}
