//! `palimp bench`: measures palimp's own index and search on questions with known answers.

mod answer_log;
mod archive;
mod decisions;
mod gate;
mod replay;
mod sessions;

use palimp_core::message::json_reason;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use palimp_core::home::HomePaths;
use palimp_core::project::ProjectIdentity;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::ingest::open_activity::Filter;
use palimp_engine::retrieval::conversations::IndexedMessage;
use palimp_engine::retrieval::index_sync::IndexSync;
use palimp_engine::retrieval::recall::{SearchHit, SearchOptions};
use palimp_engine::retrieval::retrieval_metrics::{self, JudgedQuestion, RetrievalMetrics};
use serde::Deserialize;
use serde_json::json;

use super::scratch;
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{print_json, say};
use crate::progress::Bar;
use crate::show::pad_right;

/// Measure palimp on questions with known answers
#[derive(Debug, clap::Args)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    what: BenchCommand,
}

#[derive(Debug, clap::Subcommand)]
enum BenchCommand {
    Retrieval(Retrieval),
    Gate(gate::BenchGateArgs),
    Decisions(decisions::BenchDecisionsArgs),
    Sessions(sessions::BenchSessionsArgs),
    Replay(replay::BenchReplayArgs),
}

/// Index a corpus, run a set of queries and print retrieval quality
#[derive(Debug, clap::Args)]
pub(crate) struct Retrieval {
    /// Records, one JSON object per line: _id, group, title, text, meta
    #[arg(long, value_name = "FILE")]
    corpus: PathBuf,
    /// Questions, one JSON object per line: _id, group, text, category
    #[arg(long, value_name = "FILE")]
    queries: PathBuf,
    /// Which record answers which question: tab-separated query-id, corpus-id, score
    #[arg(long, value_name = "FILE")]
    qrels: PathBuf,
    /// Write the metrics and first ten records of each question to this file, one JSON object per
    /// line
    #[arg(long, value_name = "FILE")]
    per_query: Option<PathBuf>,
    /// The embedding provider [default: embedding.provider]
    #[arg(long, value_name = "NAME")]
    provider: Option<String>,
    /// Search by words only, without vectors
    #[arg(long, conflicts_with = "provider")]
    lexical_only: bool,
    /// Minimum score of a hit
    #[arg(long, value_name = "SCORE", default_value_t = 0.0)]
    min_score: f32,
}

#[derive(Deserialize)]
struct CorpusRecord {
    #[serde(rename = "_id")]
    id: String,
    #[serde(default)]
    group: String,
    #[serde(default)]
    title: String,
    text: String,
    #[serde(default)]
    meta: Meta,
}

#[derive(Default, Deserialize)]
struct Meta {
    speaker: Option<String>,
    #[serde(default)]
    session: serde_json::Value,
    #[serde(default)]
    pos: u64,
    date: Option<String>,
}

#[derive(Deserialize)]
struct CorpusQuery {
    #[serde(rename = "_id")]
    id: String,
    #[serde(default)]
    group: String,
    text: String,
    #[serde(default)]
    category: String,
}

/// Parses a whole number of 1 or more.
fn parse_positive(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| messages::not_a_positive_number().to_owned())
}

pub(crate) fn run(cx: &Cx, args: &BenchArgs) -> Result<(), CliError> {
    let scratch = scratch::create_scratch("palimp-bench")?;
    let scratch = scratch.path();
    match &args.what {
        BenchCommand::Retrieval(args) => measure_retrieval(cx, args, scratch),
        BenchCommand::Gate(args) => gate::run(cx, args, scratch),
        BenchCommand::Decisions(args) => decisions::run(cx, args, scratch),
        BenchCommand::Sessions(args) => sessions::run(cx, args, scratch),
        BenchCommand::Replay(args) => replay::run(cx, args, scratch),
    }
}

fn measure_retrieval(cx: &Cx, args: &Retrieval, scratch: &Path) -> Result<(), CliError> {
    let records: Vec<CorpusRecord> = read_json_lines(&args.corpus)?;
    let queries: Vec<CorpusQuery> = read_json_lines(&args.queries)?;
    let answers = read_answers(&args.qrels)?;
    let mut groups: BTreeMap<&str, (Vec<&CorpusRecord>, Vec<&CorpusQuery>)> = BTreeMap::new();
    for record in &records {
        groups.entry(&record.group).or_default().0.push(record);
    }
    for query in queries.iter().filter(|query| answers.contains_key(&query.id)) {
        groups.entry(&query.group).or_default().1.push(query);
    }
    if groups.values().all(|(_, queries)| queries.is_empty()) {
        return Err(CliError::user(messages::judgements_match_no_question(args.qrels.display())));
    }
    let mut outcome = RetrievalOutcome::default();
    let bar = Bar::new(cx.json, queries.len() as u64, messages::questions());
    for (records, queries) in groups.values().filter(|(_, queries)| !queries.is_empty()) {
        let dir = tempfile::tempdir_in(scratch)?;
        let shelf = CorpusMemory::from_records(cx, args, dir.path(), records)?;
        measure_group(shelf, args, records, queries, &answers, &mut outcome, &bar)?;
    }
    bar.finish();
    if let Some(path) = &args.per_query {
        write_each(path, &outcome.judged)?;
    }
    print_metrics(cx, &outcome);
    Ok(())
}

#[derive(Default)]
struct RetrievalOutcome {
    judged: Vec<JudgedQuestion>,
    seconds: f64,
    bytes: u64,
}

type ExpectedAnswers = HashMap<String, HashSet<String>>;

/// Number of hits to request, so that ten records are among them: a record may be several hits.
const SEARCH_LIMIT: usize = 50;

/// A group is a memory of its own.
fn measure_group(
    mut shelf: CorpusMemory,
    args: &Retrieval,
    records: &[&CorpusRecord],
    queries: &[&CorpusQuery],
    answers: &ExpectedAnswers,
    outcome: &mut RetrievalOutcome,
    bar: &Bar,
) -> Result<(), CliError> {
    let started = Instant::now();
    shelf.index_records(records)?;
    outcome.seconds += started.elapsed().as_secs_f64();
    outcome.bytes += shelf.memory.embedding_state()?.bytes;
    let options = shelf.search_options(args);
    for query in queries {
        let started = Instant::now();
        let answer =
            shelf.memory.searcher().search(&query.text, &options, None, &mut |_, _, _| ())?;
        let milliseconds = started.elapsed().as_secs_f64() * 1e3;
        outcome.judged.push(JudgedQuestion {
            id: query.id.clone(),
            category: query.category.clone(),
            relevant: answers[&query.id].clone(),
            found: shelf.records_of(&answer.hits),
            milliseconds,
        });
        bar.step();
    }
    Ok(())
}

/// A group's records as palimp holds them: notes as files, messages as conversations.
struct CorpusMemory {
    memory: IndexSync,
    /// The record of each note.
    notes: HashMap<String, String>,
    /// The record of each message.
    messages: HashMap<i64, String>,
    /// Texts become vectors.
    embeds: bool,
}

impl CorpusMemory {
    fn from_records(
        cx: &Cx,
        args: &Retrieval,
        dir: &Path,
        records: &[&CorpusRecord],
    ) -> Result<CorpusMemory, CliError> {
        let mut settings = cx.settings.clone();
        settings.index.extra_paths.clear();
        settings.agents.by_id.clear();
        if let Some(provider) = &args.provider {
            settings.embedding.provider.clone_from(provider);
        }
        let models = match args.lexical_only {
            true => palimp_engine::retrieval::index_sync::Models::default(),
            false => crate::models::open_models(&cx.home, &settings),
        };
        if let Some(complaint) = &models.complaint {
            return Err(CliError::user(complaint.clone()));
        }
        let home = HomePaths::new(dir.join("home"));
        let vault = home.vault_dir("main");
        fs::create_dir_all(&vault)?;
        let mut notes = HashMap::new();
        for (number, record) in records.iter().enumerate() {
            if record.meta.speaker.is_none() {
                let name = format!("{number:06}.md");
                record.write_note(&vault.join(&name))?;
                notes.insert(name, record.id.clone());
            }
        }
        let embeds = models.embedder.is_some();
        let memory = IndexSync::new(NoteStore::new(home, "main", settings, None), models);
        Ok(CorpusMemory { memory, notes, messages: HashMap::new(), embeds })
    }

    fn index_records(&mut self, records: &[&CorpusRecord]) -> Result<(), CliError> {
        if !self.notes.is_empty() {
            self.memory.sync_index(&mut |_, _, _| ())?;
        }
        let mut sessions: BTreeMap<(String, String), Vec<&CorpusRecord>> = BTreeMap::new();
        for record in records.iter().filter(|record| record.meta.speaker.is_some()) {
            sessions.entry(record.session_key()).or_default().push(record);
        }
        let mut number = 0;
        for ((conversation, session), mut records) in sessions {
            records.sort_by_key(|record| record.meta.pos);
            let said: Vec<IndexedMessage> = records
                .iter()
                .map(|record| {
                    number += 1;
                    self.messages.insert(number, record.id.clone());
                    IndexedMessage {
                        number,
                        speaker: record.meta.speaker.as_deref().unwrap_or_default(),
                        text: &record.text,
                        at: record.meta.date.as_deref().and_then(parse_date).unwrap_or(0),
                    }
                })
                .collect();
            self.memory.index_conversation(&format!("{conversation}/{session}"), &said)?;
        }
        // A search embeds nothing by itself that is slow or paid for.
        if self.embeds {
            self.memory.embed_pending(usize::MAX, &mut |_, _, _| ())?;
        }
        Ok(())
    }

    fn search_options(&self, args: &Retrieval) -> SearchOptions {
        let nowhere =
            ProjectIdentity { id: String::new(), name: String::new(), root: PathBuf::new() };
        SearchOptions {
            limit: SEARCH_LIMIT,
            floor: args.min_score,
            notes: !self.notes.is_empty(),
            observations: false,
            messages: !self.messages.is_empty(),
            ..SearchOptions::new(Filter::default(), &nowhere, now_ms())
        }
    }

    /// The records that hits belong to, each once, best first.
    fn records_of(&self, hits: &[SearchHit]) -> Vec<String> {
        let record = |hit: &SearchHit| match (&hit.path, hit.id) {
            (Some(path), _) => self.notes.get(path),
            (None, Some(id)) => self.messages.get(&id),
            (None, None) => None,
        };
        let mut seen = HashSet::new();
        let records = hits.iter().filter_map(record).filter(|id| seen.insert((*id).clone()));
        records.take(10).cloned().collect()
    }
}

impl CorpusRecord {
    /// A note that was last written on the record's day, if it names one.
    fn write_note(&self, path: &Path) -> std::io::Result<()> {
        let text = match self.title.as_str() {
            "" => format!("{}\n", self.text),
            title => format!("# {title}\n\n{}\n", self.text),
        };
        fs::write(path, text)?;
        let day =
            self.meta.date.as_deref().and_then(parse_date).and_then(|at| u64::try_from(at).ok());
        match day {
            Some(at) => {
                let written = SystemTime::UNIX_EPOCH + Duration::from_millis(at);
                fs::File::options().write(true).open(path)?.set_modified(written)
            }
            None => Ok(()),
        }
    }

    /// The conversation and the session that a message belongs to. Several conversations may stand
    /// in one group; then what stands before the last `/` of their ids tells them apart.
    fn session_key(&self) -> (String, String) {
        let conversation = self.id.rsplit_once('/').map_or("", |(before, _)| before);
        (conversation.to_owned(), self.meta.session.to_string())
    }
}

/// A date as the sets write it: `1:56 pm on 8 May, 2023`, `2023/05/20 (Sat) 02:21`, `2023-05-20`.
fn parse_date(text: &str) -> Option<i64> {
    let formats = ["%I:%M %p on %d %B, %Y", "%Y/%m/%d (%a) %H:%M", "%Y-%m-%d %H:%M"];
    let parsed =
        formats.iter().find_map(|format| jiff::civil::DateTime::strptime(format, text).ok());
    let parsed = parsed.or_else(|| text.parse::<jiff::civil::Date>().ok().map(Into::into));
    let zoned = parsed?.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
    Some(zoned.timestamp().as_millisecond())
}

fn read_json_lines<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<Vec<T>, CliError> {
    let text = read_text(path)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            serde_json::from_str(line).map_err(|error| {
                CliError::user(messages::line_unreadable(
                    path.display(),
                    number + 1,
                    json_reason(&error),
                ))
            })
        })
        .collect()
}

/// Maximum size of a file of records or questions, in bytes.
const MAX_INPUT_BYTES: u64 = 1 << 30;

fn read_text(path: &Path) -> Result<String, CliError> {
    let failed = |error| CliError::user(format!("{}: {error}", path.display()));
    let bytes = palimp_files::read_up_to(path, MAX_INPUT_BYTES).map_err(failed)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn read_answers(path: &Path) -> Result<ExpectedAnswers, CliError> {
    let mut answers = ExpectedAnswers::new();
    for line in read_text(path)?.lines().skip(1) {
        let mut fields = line.split('\t');
        let (Some(query), Some(record)) = (fields.next(), fields.next()) else { continue };
        if fields.next().is_none_or(|score| score.trim() != "0") {
            answers.entry(query.to_owned()).or_default().insert(record.to_owned());
        }
    }
    Ok(answers)
}

fn write_each(path: &Path, judged: &[JudgedQuestion]) -> Result<(), CliError> {
    let mut file = std::io::BufWriter::new(palimp_files::create_named(path)?);
    for question in judged {
        let line = json!({
            "id": question.id,
            "category": question.category,
            "relevant": question.relevant,
            "found": question.found,
            "metrics": retrieval_metrics::measure_question(question),
            "ms": question.milliseconds,
        });
        writeln!(file, "{line}")?;
    }
    Ok(file.flush()?)
}

fn print_metrics(cx: &Cx, outcome: &RetrievalOutcome) {
    let metrics = retrieval_metrics::mean_metrics(&outcome.judged);
    let latency = retrieval_metrics::latency_percentiles(&outcome.judged);
    let categories = retrieval_metrics::by_category(&outcome.judged);
    if cx.json {
        return print_json(&json!({
            "queries": outcome.judged.len(),
            "metrics": metrics,
            "categories": categories,
            "latency_ms": latency,
            "index": { "seconds": outcome.seconds, "bytes": outcome.bytes },
        }));
    }
    say(format!(
        "{:<16} {:>6} {:>6} {:>6} {:>6} {:>6} {:>7} {:>7}",
        "", "R@1", "R@5", "R@10", "H@1", "H@10", "nDCG@10", "MRR@10"
    ));
    print_metrics_row(&messages::name_in_words("all"), &metrics);
    if categories.len() > 1 {
        categories.iter().for_each(|(category, metrics)| print_metrics_row(category, metrics));
    }
    say(messages::retrieval_timing(
        outcome.judged.len(),
        latency.p50,
        latency.p95,
        latency.p99,
        outcome.seconds,
        outcome.bytes as f64 / 1e6,
    ));
}

fn print_metrics_row(name: &str, metrics: &RetrievalMetrics) {
    let RetrievalMetrics { recall1, recall5, recall10, hit1, hit10, ndcg10, mrr10, .. } = metrics;
    let name = pad_right(name, 16);
    say(format!(
        "{name} {recall1:>6.1} {recall5:>6.1} {recall10:>6.1} {hit1:>6.1} {hit10:>6.1} {ndcg10:>7.1} {mrr10:>7.1}"
    ));
}
