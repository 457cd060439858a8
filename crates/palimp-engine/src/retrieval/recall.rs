//! Query → hits, from notes, from what tools did and from what was said.

mod answer;
mod dates;
mod explain_miss;
mod filter;
mod highlight;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use palimp_core::activity::{MessageRole, StoredObservation};
use palimp_core::author::AuthorKind;
use palimp_core::embed::{EmbedPurpose, Embedder, Thesaurus, Weights};
use palimp_core::pointer::Pointer;
use palimp_note::Labels;
use palimp_rank::analysis::{AnalyzedQuery, QueryWord, WordForm, analyze_query};
use palimp_rank::{ChunkPassage, Collection, RankRequest, Ranked, Slot, Tuning, rank, snippet};
use palimp_store::StoreError;
use palimp_store::activity::{self as store, ActivityDb, ActivitySearch, Filter, Tier};
use palimp_store::index::{ChunkLocation, DocumentSource as From, IndexReader};

use crate::retrieval::anchors;
use crate::sharing::teams::{ProjectsHere, SharedFactInfo};

pub use answer::{HitSource, SearchHit, SearchResults};
pub use explain_miss::{MissExplanation, MissReason};
use filter::{ChunkFilter, epoch_day};
pub use highlight::matching_word_ranges;

/// Options of a search: filters, sources and limits.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// Filter on rows; for notes and messages, on their time.
    pub filter: Filter,
    /// The name of the project whose notes and messages count alone.
    pub project: Option<String>,
    /// True to leave out entries of other projects than the current one.
    pub here_alone: bool,
    /// The present project's id; its observations come a little earlier.
    pub here: String,
    /// The present project's name; its notes and messages come a little earlier.
    pub here_name: String,
    /// Maximum number of hits.
    pub limit: usize,
    /// The score, from 0 to 1, below which nothing is returned.
    pub floor: f32,
    /// True to search notes.
    pub notes: bool,
    /// True to search observations.
    pub observations: bool,
    /// True to search messages.
    pub messages: bool,
    /// True to search the commits and decision records of repositories.
    pub commits: bool,
    /// True to search decision records alone.
    pub records: bool,
    /// True to include retired notes.
    pub archive: bool,
    /// Author whose passages count alone.
    pub author: Option<AuthorKind>,
    /// The tags and properties of the notes that count alone.
    pub labels: Labels,
    /// Now, in milliseconds since the Unix epoch.
    pub now: i64,
    /// The directory in whose working tree it is seen whether the code says what facts say of it.
    pub tree: PathBuf,
}

impl SearchOptions {
    /// Six hits among notes and what tools did.
    pub fn new(
        filter: Filter,
        here: &palimp_core::project::ProjectIdentity,
        now: i64,
    ) -> SearchOptions {
        SearchOptions {
            project: filter.project.clone(),
            here_alone: false,
            filter,
            here: here.id.clone(),
            here_name: here.name.clone(),
            limit: 6,
            floor: 0.35,
            notes: true,
            observations: true,
            messages: false,
            commits: false,
            records: false,
            archive: false,
            author: None,
            labels: Labels::default(),
            now,
            tree: here.root.clone(),
        }
    }
}

/// Models and weights that help to understand a query beside its words.
#[derive(Clone, Copy, Default)]
pub struct QueryModels<'a> {
    /// Turns the question into a vector.
    pub embedder: Option<&'a dyn Embedder>,
    /// Knows words that are near the question's.
    pub thesaurus: Option<&'a dyn Thesaurus>,
    /// Weights of vectors and words, if the user has set them.
    pub weights: (Option<f32>, Option<f32>),
}

/// Searches captured tool uses.
pub fn search_observations(
    db: &ActivityDb,
    text: &str,
    options: &SearchOptions,
    answer: &mut SearchResults,
) -> Result<(), StoreError> {
    let query = analyze_query(text);
    let look = ActivitySearch {
        query: &query,
        text,
        filter: &options.filter,
        here: &options.here,
        limit: options.limit,
        now: options.now,
    };
    let found = db.search_observations(&look)?;
    answer.add_hits(found.tier, found.hits.into_iter().map(|hit| of_observation(hit, &query)));
    Ok(())
}

/// Factor of the limit for an index that knows no clients, if the search filters by one.
const FILTERED_LIMIT_FACTOR: usize = 5;

/// Returns the options for the index, which knows neither clients nor sessions: if the search
/// filters by one, the limit is raised.
pub(crate) fn widen_limit(options: &SearchOptions) -> SearchOptions {
    let is_meant = options.filter.client.is_some() || options.filter.session.is_some();
    let limit = options.limit.saturating_mul(if is_meant { FILTERED_LIMIT_FACTOR } else { 1 });
    SearchOptions { limit, ..options.clone() }
}

/// Leaves of what was said only what the sessions said that a filter means.
pub(crate) fn of_sessions(
    db: &ActivityDb,
    filter: &Filter,
    answer: &mut SearchResults,
) -> Result<(), StoreError> {
    if filter.client.is_none() && filter.session.is_none() {
        return Ok(());
    }
    let mut clients: HashMap<String, Option<String>> = HashMap::new();
    for hit in answer.hits.iter().filter(|hit| hit.source == HitSource::Messages) {
        if let Some(id) = hit.session_id.as_ref().filter(|id| !clients.contains_key(*id)) {
            clients.insert(id.clone(), db.client_of(id)?);
        }
    }
    let is_meant = |id: &String| {
        let client = clients.get(id).and_then(Option::as_ref);
        client.is_some_and(|client| filter.client.as_ref().is_none_or(|wanted| wanted == client))
            && filter.session.as_ref().is_none_or(|session| session.matches(id))
    };
    answer.hits.retain(|hit| {
        hit.source != HitSource::Messages || hit.session_id.as_ref().is_some_and(is_meant)
    });
    Ok(())
}

fn of_observation(hit: store::ActivityHit<StoredObservation>, query: &AnalyzedQuery) -> SearchHit {
    let text_score = hit.parts.first().map_or(0.0, |(_, value)| *value);
    let part = snippet(&hit.row.content, query, MAX_SNIPPET_CHARS);
    SearchHit {
        snippet: part,
        score: hit.score,
        text_score,
        parts: hit.parts,
        ..SearchHit::from(hit.row)
    }
}

/// Maximum length of a snippet, in characters.
const MAX_SNIPPET_CHARS: usize = 700;

/// A query, analyzed and embedded once for all sources.
pub struct PreparedQuery<'a> {
    text: &'a str,
    query: AnalyzedQuery,
    vector: Option<Vec<f32>>,
    understood: f32,
    weights: Weights,
    thesaurus: Option<&'a dyn Thesaurus>,
}

impl<'a> PreparedQuery<'a> {
    /// Prepares `text` as well as `sense` allows. The second value is the reason why the query
    /// could not be embedded, if so.
    pub fn new(text: &'a str, sense: &QueryModels<'a>) -> (PreparedQuery<'a>, Option<String>) {
        let mut question = PreparedQuery {
            text,
            query: analyze_query(text),
            vector: None,
            understood: 0.0,
            weights: Weights { vector: 0.0, text: 1.0 },
            thesaurus: sense.thesaurus,
        };
        let Some(embedder) = sense.embedder else { return (question, None) };
        let best = embedder.weights();
        question.weights = Weights {
            vector: sense.weights.0.unwrap_or(best.vector),
            text: sense.weights.1.unwrap_or(best.text),
        };
        question.understood = embedder.scripts().covered_share(text);
        match embedder.embed(&[text], EmbedPurpose::Query) {
            Ok(vectors) => {
                question.vector = vectors.into_iter().next();
                (question, None)
            }
            Err(why) => (question, Some(crate::messages::found_by_words_alone(&why))),
        }
    }

    /// Returns the words of the query.
    pub(crate) fn query(&self) -> &AnalyzedQuery {
        &self.query
    }

    /// Builds the ranking request for `query`, over slots that are `allowed`; `here` is the number
    /// of the current project.
    pub(crate) fn rank_request<'q>(
        &'q self,
        query: &'q AnalyzedQuery,
        allowed: &'q dyn Fn(&Slot) -> bool,
        here: u16,
        options: &SearchOptions,
    ) -> RankRequest<'q> {
        RankRequest {
            text: self.text,
            query,
            vector: self.vector.as_deref(),
            understood: self.understood,
            weights: self.weights,
            thesaurus: self.thesaurus,
            allowed,
            here,
            today: epoch_day(options.now),
            floor: options.floor,
            limit: options.limit,
        }
    }
}

/// Searches notes or messages. If no term matches, parts of words and then the text itself are
/// tried; this is slow, so it is skipped if other sources found something.
pub fn search_chunks(
    reader: &mut IndexReader,
    question: &PreparedQuery,
    (options, teams): (&SearchOptions, &ProjectsHere),
    (source, documents): (HitSource, Option<&HashSet<u32>>),
    answer: &mut SearchResults,
) -> Result<(), StoreError> {
    let wanted = ChunkFilter::new(reader, options, source)
        .of_teams(reader, teams)
        .among_documents(documents);
    let allowed = |slot: &Slot| wanted.allows_slot(slot);
    if !reader.frame(&Tuning::default()).any_allowed(allowed) {
        return Ok(());
    }
    let here = reader.project_number(&options.here_name).unwrap_or(0);
    let ask = |query| question.rank_request(query, &allowed, here, options);
    let mut ranked = rank(reader, &ask(&question.query))?;
    let mut tier = Tier::Words;
    let first = answer.hits.is_empty();
    if ranked.is_empty()
        && first
        && let Some(query) = by_parts(&question.query, |part| reader.terms_with(part))?
    {
        tier = Tier::Trigram;
        ranked = rank(reader, &RankRequest { vector: None, thesaurus: None, ..ask(&query) })?;
    }
    // Reading takes the longer the more there is: not where what it finds is below the floor.
    if ranked.is_empty() && first && FULL_SCAN_SCORE >= options.floor {
        tier = Tier::Like;
        ranked = by_reading(reader, question.text, &allowed, options)?;
    }
    let mut hits = Vec::with_capacity(ranked.len());
    for found in ranked {
        hits.push(of_chunk(reader, found, &question.query, source)?);
    }
    hits.retain(|hit| options.archive || hit.holds_at(options.now));
    let tier = (!hits.is_empty()).then_some(tier);
    answer.add_hits(tier, hits);
    Ok(())
}

/// The query with each word replaced by the terms that it is a part of; none when there are none.
pub(crate) fn by_parts(
    query: &AnalyzedQuery,
    mut terms_with: impl FnMut(&str) -> Result<Vec<String>, StoreError>,
) -> Result<Option<AnalyzedQuery>, StoreError> {
    let mut words = Vec::new();
    for word in &query.words {
        let terms = terms_with(&word.text)?;
        let forms = terms.into_iter().map(|term| WordForm { terms: vec![term], weight: 1.0 });
        let forms: Vec<WordForm> = forms.collect();
        if !forms.is_empty() {
            words.push(QueryWord { text: word.text.clone(), exact: false, forms });
        }
    }
    Ok((!words.is_empty()).then(|| AnalyzedQuery { words, phrases: Vec::new() }))
}

/// Score of a hit that only a full scan of the text found: above the floor, below hits by words.
const FULL_SCAN_SCORE: f32 = 0.4;

fn by_reading(
    reader: &mut IndexReader,
    text: &str,
    allowed: &dyn Fn(&Slot) -> bool,
    options: &SearchOptions,
) -> Result<Vec<Ranked>, StoreError> {
    let text = text.trim();
    if text.chars().nth(1).is_none() {
        return Ok(Vec::new());
    }
    let slots = reader.chunks_containing(text, allowed)?;
    let found = slots.into_iter().take(options.limit).map(|slot| {
        Ok(Ranked {
            slot,
            score: FULL_SCAN_SCORE,
            text: FULL_SCAN_SCORE,
            vector: 0.0,
            parts: vec![("read", FULL_SCAN_SCORE)],
            passage: reader.passage(slot)?,
        })
    });
    found.collect()
}

/// A text with no more than one empty line in a row, and none around it: lines that say nothing of the
/// note stand empty in the index.
fn without_gaps(text: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for line in text.trim().lines() {
        if !(line.trim().is_empty() && lines.last().is_some_and(|last| last.trim().is_empty())) {
            lines.push(line);
        }
    }
    lines.join("\n")
}

/// Part of its score that a transcript extra loses: a prompt or an answer with the same content comes first.
const EXTRA_PENALTY_RATIO: f64 = 0.1;

/// Part of its score that a prompt loses if it only repeats the query.
const ECHO_PENALTY_RATIO: f64 = 0.4;

/// Lowers the prompts among the hits that ask what `question` asks: beside notes they hold no answer.
pub(crate) fn lower_echoes(question: &PreparedQuery, answer: &mut SearchResults) {
    for hit in &mut answer.hits {
        let is_prompt = hit.role.as_deref() == Some(MessageRole::User.name());
        if is_prompt && is_echo(&hit.snippet, &question.query) {
            hit.parts.push(("echo", -ECHO_PENALTY_RATIO * hit.score));
            hit.score -= ECHO_PENALTY_RATIO * hit.score;
        }
    }
}

/// Returns true if a text has no words but those of a query of some length.
fn is_echo(text: &str, query: &AnalyzedQuery) -> bool {
    const MIN_QUERY_WORDS: usize = 3;
    let terms = |query: &AnalyzedQuery| -> HashSet<String> {
        let forms = query.words.iter().flat_map(|word| &word.forms);
        forms.flat_map(|form| &form.terms).cloned().collect()
    };
    let asked = terms(query);
    let is_asked = |word: &QueryWord| {
        word.forms.iter().any(|form| form.terms.iter().all(|term| asked.contains(term)))
    };
    query.words.len() >= MIN_QUERY_WORDS && analyze_query(text).words.iter().all(is_asked)
}

/// Returns true if a speaker's words are neither a prompt nor an answer.
fn is_transcript_extra(speaker: &str) -> bool {
    MessageRole::ALL.iter().any(|role| !role.is_turn() && role.name() == speaker)
}

/// A passage of the index as it is shown.
pub(crate) fn of_chunk(
    reader: &IndexReader,
    found: Ranked,
    query: &AnalyzedQuery,
    source: HitSource,
) -> Result<SearchHit, StoreError> {
    let place = reader.chunk_location(found.slot)?;
    let message = place.source == From::Session;
    if place.source == From::Commit {
        return Ok(of_commit(place, found, query));
    }
    let mut passage = found.passage;
    let source = if place.source == From::Record { HitSource::Records } else { source };
    // What a record is about stands in its title, which its name does not always tell.
    if source == HitSource::Records && passage.heading.is_empty() {
        passage.heading.clone_from(&passage.title);
    }
    let filled = |text: String| (!text.is_empty()).then_some(text);
    let mut parts: Vec<(&'static str, f64)> =
        found.parts.into_iter().map(|(name, value)| (name, value.into())).collect();
    let mut score = f64::from(found.score);
    if message && is_transcript_extra(&passage.speaker) {
        parts.push(("aside", -EXTRA_PENALTY_RATIO * score));
        score -= EXTRA_PENALTY_RATIO * score;
    }
    Ok(SearchHit {
        id: message.then_some(place.first_line),
        pointer: message.then(|| Pointer::to_session(&place.path).to_string()),
        source,
        kind: None,
        path: (!message).then(|| place.path.clone()),
        start_line: (!message).then_some(place.first_line),
        end_line: (!message).then_some(place.last_line),
        heading: filled(passage.heading),
        score,
        vector_score: found.vector.into(),
        text_score: found.text.into(),
        snippet: snippet(&without_gaps(&passage.text), query, MAX_SNIPPET_CHARS),
        project: filled(place.project),
        author: place.author,
        client: None,
        role: filled(passage.speaker),
        session_id: message.then_some(place.path),
        created_at: place.created_at,
        day: String::new(),
        team: SharedFactInfo::parse(&place.about).map(Box::new),
        against: None,
        anchored: place.about == anchors::ANCHORED_MARK,
        anchors: Vec::new(),
        parts,
    })
}

/// A commit as it is shown: by its pointer, under its subject, with the passage of its body that answers.
fn of_commit(place: ChunkLocation, found: Ranked, query: &AnalyzedQuery) -> SearchHit {
    let ChunkPassage { title, text, .. } = found.passage;
    let body = text.split_once("\n\n").map_or(text.as_str(), |(_, body)| body);
    let parts = found.parts.into_iter().map(|(name, value)| (name, value.into()));
    SearchHit {
        pointer: Some(Pointer::to_commit(&place.path).to_string()),
        source: HitSource::Commits,
        heading: Some(title),
        score: found.score.into(),
        vector_score: found.vector.into(),
        text_score: found.text.into(),
        snippet: snippet(&without_gaps(body), query, MAX_SNIPPET_CHARS),
        project: (!place.project.is_empty()).then_some(place.project),
        author: place.author,
        created_at: place.created_at,
        parts: parts.collect(),
        ..SearchHit::empty()
    }
}
