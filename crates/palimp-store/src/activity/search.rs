//! Full-text search over observations and messages, in three tiers: words, trigrams, LIKE.
//!
//! A term that stands in half of all rows has as many candidates, and scoring them all would take
//! longer than anyone waits. So candidates are bounded: the newest rows that hold every word of
//! the query, then the newest for each word alone; a rare word brings in all its rows, a common
//! one its newest. What they score is then counted on the rows themselves.

use std::collections::HashMap;

use palimp_core::activity::{StoredMessage, StoredObservation};
use palimp_rank::analysis::{AnalyzedQuery, QueryWord, WordForm, index_terms};
use rusqlite::Row;
use rusqlite::types::Value;
use serde::Serialize;

use super::counts::RowCount;
use super::maintain::like_pattern;
use super::query::{self, Filter, SessionFilter};
use super::{ActivityDb, BusyPolicy, full_text};
use crate::StoreError;

/// Search tier that found rows; the first tier that finds any gives the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// By the analyzer's terms.
    Words,
    /// By a part of a word, three characters or more.
    Trigram,
    /// By reading everything.
    Like,
}

/// Parameters of a search over observations or messages.
#[derive(Clone, Copy, Debug)]
pub struct ActivitySearch<'a> {
    /// The query, analysed.
    pub query: &'a AnalyzedQuery,
    /// The query, as typed.
    pub text: &'a str,
    /// Filter for the rows.
    pub filter: &'a Filter,
    /// The id of the present project.
    pub here: &'a str,
    /// Maximum number of rows.
    pub limit: usize,
    /// Now, in milliseconds since the Unix epoch.
    pub now: i64,
}

/// Row that was found, with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct ActivityHit<T> {
    /// The row.
    pub row: T,
    /// From 0 to 1.
    pub score: f64,
    /// Parts of the score; the first is the text's.
    pub parts: Vec<(&'static str, f64)>,
}

/// Results of a search, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct ActivityResults<T> {
    /// Tier that found the rows; `None` when nothing was found.
    pub tier: Option<Tier>,
    /// The rows.
    pub hits: Vec<ActivityHit<T>>,
}

/// Maximum number of candidates that hold every word, the newest rows first.
const MAX_CANDIDATE_ROWS: usize = 300;
/// Maximum number of candidates that hold one word, the newest rows first.
const MAX_ROWS_PER_WORD: usize = 200;
/// Maximum number of rows that are scored on their text.
const MAX_SCORED_ROWS: usize = 64;
/// Maximum number of words of a query.
const MAX_WORDS: usize = 12;
/// Minimum share of the query's weight that a row must hold.
const MIN_WEIGHT_SHARE: f64 = 0.35;

/// A kind of row that can be searched.
trait Searchable: Sized {
    const TABLE: &'static str;
    const WORDS: &'static str;
    const TRIGRAMS: &'static str;
    const COLUMNS: &'static str;
    /// Columns that LIKE reads.
    const LIKE_COLUMNS: &'static [&'static str];
    /// SQL condition of rows that the trigrams may not cover to the end, worded as in an index.
    const LONG_ROW_CONDITION: &'static str;

    fn from_row(row: &Row) -> rusqlite::Result<Self>;
    fn id(&self) -> i64;
    /// Returns all of its text that is searched.
    fn search_text(&self) -> String;
    fn created_at(&self) -> i64;
    fn project_id(&self) -> &str;
    fn importance(&self) -> u8;
}

impl Searchable for StoredObservation {
    const TABLE: &'static str = query::OBSERVATIONS_TABLE;
    const WORDS: &'static str = full_text::OBSERVATIONS.words;
    const TRIGRAMS: &'static str = full_text::OBSERVATIONS.trigrams;
    const COLUMNS: &'static str = query::OBSERVATION_COLUMNS;
    const LIKE_COLUMNS: &'static [&'static str] = &["content", "file_path", "tags"];
    const LONG_ROW_CONDITION: &'static str =
        "length(content) + coalesce(length(file_path), 0) + length(tags) > 63000";

    fn from_row(row: &Row) -> rusqlite::Result<Self> {
        query::parse_observation(row)
    }
    fn id(&self) -> i64 {
        self.id
    }
    fn search_text(&self) -> String {
        full_text::body_of_stored(self)
    }
    fn created_at(&self) -> i64 {
        self.created_at
    }
    fn project_id(&self) -> &str {
        &self.project_id
    }
    fn importance(&self) -> u8 {
        self.importance
    }
}

impl Searchable for StoredMessage {
    const TABLE: &'static str = query::MESSAGES_TABLE;
    const WORDS: &'static str = full_text::MESSAGES.words;
    const TRIGRAMS: &'static str = full_text::MESSAGES.trigrams;
    const COLUMNS: &'static str = query::MESSAGE_COLUMNS;
    const LIKE_COLUMNS: &'static [&'static str] = &["content"];
    const LONG_ROW_CONDITION: &'static str = "length(content) > 63000";

    fn from_row(row: &Row) -> rusqlite::Result<Self> {
        query::parse_message(row)
    }
    fn id(&self) -> i64 {
        self.id
    }
    fn search_text(&self) -> String {
        self.content.clone()
    }
    fn created_at(&self) -> i64 {
        self.created_at
    }
    fn project_id(&self) -> &str {
        &self.project_id
    }
    fn importance(&self) -> u8 {
        1
    }
}

impl ActivityDb {
    /// Finds observations.
    pub fn search_observations(
        &self,
        look: &ActivitySearch,
    ) -> Result<ActivityResults<StoredObservation>, StoreError> {
        self.search(look)
    }

    /// Finds messages.
    pub fn search_messages(
        &self,
        look: &ActivitySearch,
    ) -> Result<ActivityResults<StoredMessage>, StoreError> {
        self.search(look)
    }

    /// Searches, and repairs a damaged full text on the way.
    fn search<T: Searchable>(
        &self,
        look: &ActivitySearch,
    ) -> Result<ActivityResults<T>, StoreError> {
        match self.search_as_it_is(look) {
            Err(StoreError::Corrupt(_)) if self.try_mend() => self.search_as_it_is(look),
            found => found,
        }
    }

    fn search_as_it_is<T: Searchable>(
        &self,
        look: &ActivitySearch,
    ) -> Result<ActivityResults<T>, StoreError> {
        let Some(within) = self.candidate_range::<T>(look.filter)? else {
            return Ok(ActivityResults { tier: None, hits: Vec::new() });
        };
        for tier in [Tier::Words, Tier::Trigram, Tier::Like] {
            let hits = match tier {
                Tier::Words => self.by_words(look, &within)?,
                Tier::Trigram => self.by_trigrams(look, &within)?,
                Tier::Like => self.by_like(look, &within)?,
            };
            if !hits.is_empty() {
                return Ok(ActivityResults { tier: Some(tier), hits });
            }
        }
        Ok(ActivityResults { tier: None, hits: Vec::new() })
    }

    /// Returns the range of ids that holds all rows which `filter` leaves; `None` if it leaves
    /// none. A hook, which has no time to count, gets all rows.
    fn candidate_range<T: Searchable>(
        &self,
        filter: &Filter,
    ) -> Result<Option<Within>, StoreError> {
        if self.patience == BusyPolicy::Hook {
            return Ok(Some(Within::unbounded()));
        }
        let counts = self.row_counts(T::TABLE)?;
        let new_enough = |count: &RowCount| filter.since.is_none_or(|since| count.newest >= since);
        let left: Vec<_> = counts
            .iter()
            .filter(|(kind, count)| kind.may_match(filter) && new_enough(count))
            .map(|(_, count)| count)
            .collect();
        let first = left.iter().map(|count| count.first).min();
        let last = left.iter().map(|count| count.last).max();
        let Some((mut first, mut last)) = first.zip(last) else { return Ok(None) };
        if let Some((is_it, id)) = filter.session.as_ref().map(SessionFilter::sql_condition) {
            let sql = format!("SELECT min(id), max(id) FROM {} WHERE {is_it}", T::TABLE);
            let ends = |row: &Row| Ok((row.get(0)?, row.get(1)?));
            let ends = self.conn.query_row(&sql, [id], ends);
            let (Some(from), Some(to)) = ends.map_err(|source| self.wrap_error(source))? else {
                return Ok(None);
            };
            (first, last) = (first.max(from), last.min(to));
        }
        Ok((first <= last).then_some(Within { first, last }))
    }

    fn by_words<T: Searchable>(
        &self,
        look: &ActivitySearch,
        within: &Within,
    ) -> Result<Vec<ActivityHit<T>>, StoreError> {
        let words = &look.query.words[..look.query.words.len().min(MAX_WORDS)];
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let mut candidates = CandidatePool::new(words.len());
        let every = words.iter().map(word_expression).collect::<Vec<_>>().join(" AND ");
        let rows = self.newest_candidates::<T>(
            T::WORDS,
            &every,
            (look.filter, within),
            MAX_CANDIDATE_ROWS,
        )?;
        candidates.add_all(&rows);
        if rows.len() < MAX_CANDIDATE_ROWS && words.len() > 1 {
            for (at, word) in words.iter().enumerate() {
                let expression = word_expression(word);
                let rows = self.newest_candidates::<T>(
                    T::WORDS,
                    &expression,
                    (look.filter, within),
                    MAX_ROWS_PER_WORD,
                )?;
                candidates.add_word_rows(at, &rows);
            }
        }
        let weights = candidates.word_weights(self.greatest_id::<T>()?);
        let best = candidates.best_ids(&weights);
        let rows = self.by_ids::<T>(&best)?;
        let scorer = RowScorer { words, weights: &weights, look };
        let hits = rows.into_iter().filter_map(|row| scorer.score_row(row)).collect();
        Ok(rank_hits(hits, look.limit))
    }

    /// Rows that hold each typed word as a part of another.
    fn by_trigrams<T: Searchable>(
        &self,
        look: &ActivitySearch,
        within: &Within,
    ) -> Result<Vec<ActivityHit<T>>, StoreError> {
        let parts = typed_parts(look.text);
        let trigrams = parts.iter().flat_map(|part| quoted_trigrams(part)).collect::<Vec<_>>();
        if trigrams.is_empty() {
            return Ok(Vec::new());
        }
        let every = trigrams.join(" AND ");
        let rows = self.newest_candidates::<T>(
            T::TRIGRAMS,
            &every,
            (look.filter, within),
            MAX_CANDIDATE_ROWS,
        )?;
        let rows = self.by_ids::<T>(&rows.iter().map(|row| row.id).collect::<Vec<_>>())?;
        // No positions are kept, so that the three-character pieces may stand apart.
        let holds = |row: &T| {
            let text = row.search_text().to_lowercase();
            parts.iter().all(|part| text.contains(part.as_str()))
        };
        let hits = rows.into_iter().filter(holds).map(|row| plain_hit(row, look)).collect();
        Ok(rank_hits(hits, look.limit))
    }

    /// Finds rows that contain the query as typed. A query of three characters or more that the
    /// trigrams lack is in no fully indexed row, so only a shorter query scans all rows.
    fn by_like<T: Searchable>(
        &self,
        look: &ActivitySearch,
        within: &Within,
    ) -> Result<Vec<ActivityHit<T>>, StoreError> {
        let text = look.text.trim().trim_matches('"');
        if text.is_empty() {
            return Ok(Vec::new());
        }
        // To SQLite, a text ends at its first NUL.
        let trigrams = quoted_trigrams(text.split('\0').next().unwrap_or_default());
        let (index, table) = (T::TRIGRAMS, T::TABLE);
        let holding = |rows: &str, matched: Option<Value>| {
            self.rows_containing::<T>(text, (rows, matched), look.filter, within)
        };
        let rows = if trigrams.is_empty() {
            holding(&format!("{table} WHERE true"), None)?
        } else {
            let mut rows = holding(&format!("{table} WHERE {}", T::LONG_ROW_CONDITION), None)?;
            let join = format!("{index} CROSS JOIN {table} ON {table}.id = {index}.rowid");
            let others =
                format!("{join} WHERE {index} MATCH ? AND NOT ({})", T::LONG_ROW_CONDITION);
            rows.extend(holding(&others, Some(Value::Text(trigrams.join(" AND "))))?);
            rows
        };
        let hits = rows.into_iter().map(|row| plain_hit(row, look)).collect();
        Ok(rank_hits(hits, look.limit))
    }

    /// Returns the newest of some rows that contain a text. Rows are read from the newest on, so
    /// that a text of every other row is found at once.
    fn rows_containing<T: Searchable>(
        &self,
        text: &str,
        (rows, matched): (&str, Option<Value>),
        filter: &Filter,
        within: &Within,
    ) -> Result<Vec<T>, StoreError> {
        let (conditions, values) = filter.sql_conditions(T::TABLE, "created_at");
        let (between, ends) = within.sql_condition(&format!("{}.id", T::TABLE));
        let likes = T::LIKE_COLUMNS.iter().map(|column| format!("{column} LIKE ? ESCAPE '\\'"));
        let likes = likes.collect::<Vec<_>>().join(" OR ");
        let sql = format!(
            "SELECT {} FROM {rows}{between}{conditions} AND ({likes})
             ORDER BY {}.id DESC LIMIT {MAX_CANDIDATE_ROWS}",
            T::COLUMNS,
            T::TABLE
        );
        let pattern = Value::Text(like_pattern(text));
        let patterns = T::LIKE_COLUMNS.iter().map(|_| pattern.clone());
        let values = matched.into_iter().chain(ends).chain(values).chain(patterns).collect();
        self.query_rows(&sql, values, T::from_row)
    }

    /// Returns the newest matching rows, as far as the candidates need them.
    fn newest_candidates<T: Searchable>(
        &self,
        index: &str,
        expression: &str,
        (filter, within): (&Filter, &Within),
        limit: usize,
    ) -> Result<Vec<RowCandidate>, StoreError> {
        let (conditions, values) = filter.sql_conditions(T::TABLE, "created_at");
        let (between, ends) = within.sql_condition(&format!("{index}.rowid"));
        // CROSS JOIN keeps the full text outside, where it yields rows from the newest on.
        let sql = format!(
            "SELECT {index}.rowid FROM {index} CROSS JOIN {table} ON {table}.id = {index}.rowid
             WHERE {index} MATCH ?{between}{conditions} ORDER BY {index}.rowid DESC LIMIT {limit}",
            table = T::TABLE,
        );
        let matched = std::iter::once(Value::Text(expression.to_owned()));
        let values = matched.chain(ends).chain(values).collect();
        self.query_rows(&sql, values, |row| Ok(RowCandidate { id: row.get(0)? }))
    }

    fn by_ids<T: Searchable>(&self, ids: &[i64]) -> Result<Vec<T>, StoreError> {
        let list = ids.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        let sql = format!("SELECT {} FROM {} WHERE id IN ({list})", T::COLUMNS, T::TABLE);
        self.query_rows(&sql, Vec::new(), T::from_row)
    }

    fn greatest_id<T: Searchable>(&self) -> Result<i64, StoreError> {
        let sql = format!("SELECT coalesce(max(id), 0) FROM {}", T::TABLE);
        self.conn.query_row(&sql, [], |row| row.get(0)).map_err(|source| self.wrap_error(source))
    }
}

/// Between which numbers rows are searched.
#[derive(Clone, Copy, Debug)]
struct Within {
    first: i64,
    last: i64,
}

impl Within {
    const fn unbounded() -> Within {
        Within { first: i64::MIN, last: i64::MAX }
    }

    /// Returns the condition on a column of numbers, beginning with ` AND `, and its values.
    fn sql_condition(&self, column: &str) -> (String, [Value; 2]) {
        let ends = [Value::Integer(self.first), Value::Integer(self.last)];
        (format!(" AND {column} BETWEEN ? AND ?"), ends)
    }
}

/// Returns the full-text expression of a word: any of its forms, each with all of its terms.
fn word_expression(word: &QueryWord) -> String {
    let form = |form: &WordForm| {
        let terms: Vec<_> = form.terms.iter().map(|term| quote_term(term)).collect();
        format!("({})", terms.join(" AND "))
    };
    format!("({})", word.forms.iter().map(form).collect::<Vec<_>>().join(" OR "))
}

/// Quotes a text as a full-text string.
fn quote_term(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// The words of a query as they were typed, folded; the short ones too.
fn typed_parts(text: &str) -> Vec<String> {
    let parts = text
        .split(|c: char| c.is_whitespace() || c.is_control() || c == '"')
        .filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect()
}

/// Returns the pieces of three characters that the trigram index knows of a word.
fn quoted_trigrams(part: &str) -> Vec<String> {
    let chars: Vec<char> = part.chars().collect();
    let pieces = chars.windows(3).map(|piece| piece.iter().collect::<String>());
    pieces.map(|piece| quote_term(&piece)).collect()
}

/// Id of a row that may be a hit.
#[derive(Clone, Copy, Debug)]
struct RowCandidate {
    id: i64,
}

/// Rows that may be hits, with the words that brought them in.
struct CandidatePool {
    words: usize,
    /// Bit n is set when word n brought the row in.
    by_id: HashMap<i64, u16>,
    /// Of each word: how many rows it brought in, and the oldest of them.
    reach: Vec<Option<(usize, i64)>>,
}

impl CandidatePool {
    fn new(words: usize) -> Self {
        CandidatePool { words, by_id: HashMap::new(), reach: vec![None; words] }
    }

    fn add_all(&mut self, rows: &[RowCandidate]) {
        let every = ((1_u32 << self.words) - 1) as u16;
        self.by_id.extend(rows.iter().map(|row| (row.id, every)));
    }

    fn add_word_rows(&mut self, word: usize, rows: &[RowCandidate]) {
        for row in rows {
            *self.by_id.entry(row.id).or_default() |= 1 << word;
        }
        let oldest = rows.iter().map(|row| row.id).min().unwrap_or(0);
        self.reach[word] = Some((rows.len(), oldest));
    }

    /// Returns the weight of each word: its inverse document frequency. For a word with more rows
    /// than were fetched, the frequency is estimated from how far back the newest of them reach.
    fn word_weights(&self, greatest: i64) -> Vec<f64> {
        let total = greatest.max(1) as f64;
        let weight = |reach: &Option<(usize, i64)>| {
            let Some((count, oldest)) = *reach else { return 1.0 };
            let frequency = if count < MAX_ROWS_PER_WORD {
                count as f64
            } else {
                count as f64 * total / (greatest - oldest + 1).max(1) as f64
            };
            (1.0 + (total - frequency + 0.5).max(0.0) / (frequency + 0.5)).ln().max(0.01)
        };
        self.reach.iter().map(weight).collect()
    }

    /// Returns the ids worth scoring on their text: those with the heaviest words, the newest
    /// first.
    fn best_ids(&self, weights: &[f64]) -> Vec<i64> {
        let weight = |bits: u16| {
            let held = weights.iter().enumerate().filter(|(at, _)| bits & (1 << at) != 0);
            held.map(|(_, weight)| weight).sum::<f64>()
        };
        let mut ids: Vec<_> = self.by_id.iter().map(|(&id, &bits)| (weight(bits), id)).collect();
        ids.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
        ids.truncate(MAX_SCORED_ROWS);
        ids.into_iter().map(|(_, id)| id).collect()
    }
}

/// Scores rows on their own text.
struct RowScorer<'a> {
    words: &'a [QueryWord],
    weights: &'a [f64],
    look: &'a ActivitySearch<'a>,
}

/// BM25's saturation, small because a row is a line or a few; and its length norm.
const BM25_K1: f64 = 0.6;
const BM25_B: f64 = 0.3;
/// A usual row, in terms.
const USUAL_LENGTH: f64 = 40.0;

impl RowScorer<'_> {
    /// Returns the share of the query's weight that the row holds, a little less where a word is
    /// lost in much text; `None` below the minimum share.
    fn score_row<T: Searchable>(&self, row: T) -> Option<ActivityHit<T>> {
        let text = row.search_text();
        let mut counts: HashMap<String, u32> = HashMap::new();
        let mut length = 0.0;
        index_terms(&text, |term| {
            length += 1.0;
            match counts.get_mut(term) {
                Some(count) => *count += 1,
                None => {
                    counts.insert(term.to_owned(), 1);
                }
            }
        });
        let norm = BM25_K1 * (1.0 - BM25_B + BM25_B * length / USUAL_LENGTH);
        let (mut held, mut strength, mut every) = (0.0, 0.0, true);
        for (word, weight) in self.words.iter().zip(self.weights) {
            let frequency = word_frequency(word, &counts);
            every &= frequency > 0.0;
            if frequency > 0.0 {
                held += weight;
                strength += weight * frequency / (frequency + norm);
            }
        }
        let total: f64 = self.weights.iter().sum();
        let share = held / total;
        let folded = text.to_lowercase();
        let quoted = |phrase: &String| folded.contains(&phrase.to_lowercase());
        if (share < MIN_WEIGHT_SHARE && !every) || !self.look.query.phrases.iter().all(quoted) {
            return None;
        }
        let words = share * (0.6 + 0.25 * strength / held.max(f64::MIN_POSITIVE));
        let exact = if folded.contains(&self.look.text.trim().to_lowercase()) { 0.05 } else { 0.0 };
        Some(with_priors(row, self.look, vec![("words", words), ("exact", exact)]))
    }
}

/// Returns the frequency of a word in a row, by the form that counts most there; a less sure form
/// counts less.
fn word_frequency(word: &QueryWord, counts: &HashMap<String, u32>) -> f64 {
    let of = |form: &WordForm| {
        let held = form.terms.iter().map(|term| counts.get(term).copied().unwrap_or(0)).min();
        f64::from(held.unwrap_or(0)) * f64::from(form.weight)
    };
    word.forms.iter().map(of).fold(0.0, f64::max)
}

/// Builds a hit that contains the query, without further scores.
fn plain_hit<T: Searchable>(row: T, look: &ActivitySearch) -> ActivityHit<T> {
    with_priors(row, look, vec![("part", 0.5)])
}

/// Adds the priors: present project, recency, importance. Their sum is less than the score of any
/// word in a short query.
fn with_priors<T: Searchable>(
    row: T,
    look: &ActivitySearch,
    mut parts: Vec<(&'static str, f64)>,
) -> ActivityHit<T> {
    const HALF_LIFE_MS: f64 = 14.0 * 24.0 * 3_600_000.0;
    let age = (look.now - row.created_at()).max(0) as f64;
    parts.push(("project", if row.project_id() == look.here { 0.04 } else { 0.0 }));
    parts.push(("recency", 0.04 * (-age / HALF_LIFE_MS).exp2()));
    parts.push(("importance", 0.01 * f64::from(row.importance().min(3) - 1)));
    let score = parts.iter().map(|(_, value)| value).sum::<f64>().min(1.0);
    ActivityHit { row, score, parts }
}

fn rank_hits<T: Searchable>(mut hits: Vec<ActivityHit<T>>, limit: usize) -> Vec<ActivityHit<T>> {
    hits.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then_with(|| b.row.created_at().cmp(&a.row.created_at()))
            .then_with(|| b.row.id().cmp(&a.row.id()))
    });
    hits.truncate(limit);
    hits
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI32, Ordering};

    use palimp_core::AgentClient;
    use palimp_core::activity::{Capture, CaptureEntry, NewObservation, SessionRef};
    use palimp_core::observation::ObservationType;
    use palimp_rank::analysis::analyze_query;
    use rusqlite::StatementStatus;
    use rusqlite::trace::{TraceEvent, TraceEventCodes};

    use super::*;

    fn database(path: &Path, rows: i64) -> ActivityDb {
        let mut db = ActivityDb::open(path, BusyPolicy::Command).unwrap();
        let observed = |number: i64| Capture {
            session: SessionRef {
                id: "s1".to_owned(),
                client: AgentClient::Claude,
                agent: "main".to_owned(),
                project_id: "p1".to_owned(),
                project: "app".to_owned(),
                working_dir: "/app".to_owned(),
            },
            at: number,
            dedupe_ms: 0,
            entries: vec![CaptureEntry::Observation(NewObservation {
                tool_name: "Bash".to_owned(),
                kind: ObservationType::Command,
                file_path: None,
                content: format!("the test of number {number}"),
                tags: String::new(),
                importance: 2,
                commit_sha: None,
                call_id: None,
            })],
        };
        db.apply_all(&(0..rows).map(observed).collect::<Vec<_>>()).unwrap();
        db.update_counts().unwrap();
        db
    }

    /// How many steps SQLite's machine takes for `work`.
    fn steps(db: &mut ActivityDb, work: impl Fn(&ActivityDb)) -> i32 {
        let sum = Arc::new(AtomicI32::new(0));
        let adding = Arc::clone(&sum);
        let add = move |event: TraceEvent<'_>| {
            if let TraceEvent::Profile(statement, _) = event {
                let steps = statement.get_status(StatementStatus::VmStep);
                adding.fetch_add(steps, Ordering::Relaxed);
            }
        };
        db.conn.trace_v2(TraceEventCodes::SQLITE_TRACE_PROFILE, Some(add)).unwrap();
        work(db);
        sum.load(Ordering::Relaxed)
    }

    #[test]
    fn what_is_not_there_takes_as_long_among_few_rows_as_among_many() {
        let all = Filter { agent: Some("main".to_owned()), ..Filter::default() };
        let cases = [
            ("qqqzzzxxx", all.clone()),
            ("없는낱말임", all.clone()),
            ("test", Filter { project: Some("elsewhere".to_owned()), ..all.clone() }),
            ("test", Filter { project_id: Some("p2".to_owned()), ..all.clone() }),
            ("test", Filter { agent: Some("work".to_owned()), ..all.clone() }),
            ("test", Filter { client: Some("codex".to_owned()), ..all.clone() }),
            ("test", Filter { kind: Some(ObservationType::Error), ..all.clone() }),
            ("test", Filter { session: Some(SessionFilter::Is("none".to_owned())), ..all.clone() }),
            ("test", Filter { since: Some(1_000_000), ..all.clone() }),
        ];
        let dir = tempfile::tempdir().unwrap();
        let mut few = database(&dir.path().join("few.db"), 60);
        let mut many = database(&dir.path().join("many.db"), 6_000);
        for (text, filter) in cases {
            let query = analyze_query(text);
            let search = |db: &ActivityDb| {
                let look = ActivitySearch {
                    query: &query,
                    text,
                    filter: &filter,
                    here: "",
                    limit: 6,
                    now: 0,
                };
                assert_eq!(db.search_observations(&look).unwrap().hits.len(), 0);
            };
            let (few, many) = (steps(&mut few, search), steps(&mut many, search));
            assert!(few > 0 && many < few * 3 / 2, "{text} {filter:?}: {few}, {many}");
        }
        let stats = |db: &ActivityDb| assert!(db.stats("main").unwrap().observations > 0);
        let (few, many) = (steps(&mut few, stats), steps(&mut many, stats));
        assert!(few > 0 && many < few * 3 / 2, "stats: {few}, {many}");
    }

    #[test]
    fn what_is_everywhere_and_found_by_reading_takes_as_long_among_few_rows_as_among_many() {
        let all = Filter { agent: Some("main".to_owned()), ..Filter::default() };
        let short = |db: &ActivityDb| {
            let (text, query) = ("e", analyze_query("e"));
            let look =
                ActivitySearch { query: &query, text, filter: &all, here: "", limit: 6, now: 0 };
            let found = db.search_observations(&look).unwrap();
            assert_eq!((found.tier, found.hits.len()), (Some(Tier::Like), 6));
        };
        let dir = tempfile::tempdir().unwrap();
        let [few, many] = [600, 6_000].map(|rows| {
            let path = dir.path().join(rows.to_string());
            drop(database(&path, rows));
            steps(&mut ActivityDb::open(&path, BusyPolicy::Command).unwrap(), short)
        });
        assert!(few > 0 && many < few * 3 / 2, "{few}, {many}");
    }
}
