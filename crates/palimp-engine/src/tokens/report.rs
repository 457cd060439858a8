//! The sums of a ledger.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use palimp_core::event::AgentClient;
use serde::Serialize;

use super::cold::Watch;
use super::counted::{File, Record};
use super::read::Ledger;
use super::untold::untold;
use super::{Cause, Cold, Dollars, Price, Prices, TokenCounts};

/// So many cold rewrites are shown one by one.
const LATEST: usize = 5;

/// By what requests are summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// The user's days.
    #[default]
    Day,
    /// The project.
    Project,
    /// The client.
    Client,
    /// The model.
    Model,
    /// The session.
    Session,
}

/// Which requests are meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// None before this moment, in milliseconds since the Unix epoch.
    pub since: Option<i64>,
    /// Those of this project alone.
    pub project: Option<String>,
    /// Those of this client alone.
    pub client: Option<AgentClient>,
    /// By what they are summed up.
    pub by: By,
}

/// The sums of some requests.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The day, project, client, model or session; empty where nobody said.
    pub name: String,
    /// The client of a session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<AgentClient>,
    /// The project of a session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// How many requests.
    pub requests: usize,
    /// Their tokens.
    #[serde(flatten)]
    pub tokens: TokenCounts,
    /// What they cost by the lists, in US dollars: those whose price is known.
    pub dollars: Option<Dollars>,
    /// How many have no price that is known.
    pub unpriced: usize,
    /// The last of them, in milliseconds since the Unix epoch.
    #[serde(skip)]
    pub last: i64,
}

impl Row {
    fn add(&mut self, counted: &Counted, dollars: Option<Dollars>) {
        self.requests += 1;
        self.tokens += counted.tokens;
        self.last = self.last.max(counted.record.at);
        match dollars {
            Some(dollars) => self.dollars = Some(self.dollars.unwrap_or_default() + dollars),
            None => self.unpriced += 1,
        }
    }
}

/// Requests that found the cache cold.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Colds {
    /// How many.
    pub times: usize,
    /// Tokens that were sent anew.
    pub tokens: u64,
    /// The same, by the likely cause.
    pub causes: BTreeMap<Cause, Times>,
    /// The last of them, the last first.
    pub latest: Vec<One>,
}

impl Colds {
    fn add(&mut self, counted: &Counted) {
        let Some(cold) = counted.cold else { return };
        self.times += 1;
        self.tokens += cold.tokens;
        let of = self.causes.entry(cold.cause).or_default();
        of.times += 1;
        of.tokens += cold.tokens;
        let Record { at, id, .. } = *counted.record;
        let place =
            self.latest.partition_point(|one| (Reverse(one.at), one.id) < (Reverse(at), id));
        if place < LATEST {
            self.latest.insert(place, One::of(counted, cold));
            self.latest.truncate(LATEST);
        }
    }
}

/// How often the cache was cold for one cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Times {
    /// How many requests.
    pub times: usize,
    /// Tokens that were sent anew.
    pub tokens: u64,
}

/// A request that found the cache cold.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct One {
    /// When, in milliseconds since the Unix epoch.
    pub at: i64,
    /// The client.
    pub client: Option<AgentClient>,
    /// The project.
    pub project: String,
    /// The session.
    pub session: String,
    /// The model.
    pub model: String,
    /// What was cold.
    #[serde(flatten)]
    pub cold: Cold,
    /// What tells the request from others.
    #[serde(skip)]
    id: u64,
}

impl One {
    fn of(counted: &Counted, cold: Cold) -> One {
        One {
            at: counted.record.at,
            client: counted.file.client,
            project: counted.project().to_owned(),
            session: counted.session().to_owned(),
            model: counted.model().to_owned(),
            cold,
            id: counted.record.id,
        }
    }
}

/// What sessions cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// By what the rows are summed up.
    pub by: By,
    /// All of it.
    pub total: Row,
    /// Days and sessions in their order, all others by what was sent and answered, the most first.
    pub rows: Vec<Row>,
    /// Where the cache was cold.
    pub cold: Colds,
    /// How many requests have no price that is known, by their model.
    pub unpriced: BTreeMap<String, usize>,
    /// The prices of the models that were asked.
    pub prices: Vec<Price>,
}

/// A request that counts.
struct Counted<'a> {
    file: &'a File,
    record: &'a Record,
    /// The greatest figures that were told of it.
    tokens: TokenCounts,
    cold: Option<Cold>,
}

impl<'a> Counted<'a> {
    fn project(&self) -> &'a str {
        self.file.name(self.record.project)
    }

    fn session(&self) -> &'a str {
        self.file.name(self.record.session)
    }

    fn model(&self) -> &'a str {
        self.file.name(self.record.model)
    }

    fn is(&self, wanted: &Wanted) -> bool {
        wanted.since.is_none_or(|since| self.record.at >= since)
            && wanted.project.as_ref().is_none_or(|project| self.project() == project)
            && wanted.client.is_none_or(|client| self.file.client == Some(client))
    }

    fn key(&self, by: By, day: Option<Date>) -> (&'a str, Option<Date>) {
        match by {
            By::Day => ("", day),
            By::Project => (self.project(), None),
            By::Client => (self.file.client.map_or("", AgentClient::name), None),
            By::Model => (self.model(), None),
            By::Session => (self.session(), None),
        }
    }
}

impl Report {
    /// The sums of what is `wanted`, on the days of `zone`.
    pub fn of(ledger: &Ledger, wanted: &Wanted, prices: &Prices, zone: &TimeZone) -> Report {
        let mut report = Report { by: wanted.by, ..Report::default() };
        let mut rows = HashMap::<_, Row>::new();
        let (mut days, mut models) = (Days { zone, known: HashMap::new() }, BTreeSet::new());
        each(ledger, |counted| {
            if !counted.is(wanted) {
                return;
            }
            let day = days.of(counted.record.at);
            let dollars = prices.cost(counted.model(), day.unwrap_or(Date::MAX), &counted.tokens);
            models.insert(counted.model());
            let row = rows.entry(counted.key(wanted.by, day)).or_default();
            if wanted.by == By::Session && row.requests == 0 {
                row.client = counted.file.client;
                row.project = Some(counted.project().to_owned());
            }
            row.add(&counted, dollars);
            report.total.add(&counted, dollars);
            if dollars.is_none() {
                *report.unpriced.entry(counted.model().to_owned()).or_default() += 1;
            }
            report.cold.add(&counted);
        });
        report.rows = rows.into_iter().map(|(key, row)| named(key, row)).collect();
        sort(&mut report.rows, wanted.by);
        report.prices = models.iter().flat_map(|model| prices.rows(model)).cloned().collect();
        report
    }
}

fn named((name, day): (&str, Option<Date>), row: Row) -> Row {
    Row { name: day.map_or_else(|| name.to_owned(), |day| day.to_string()), ..row }
}

fn sort(rows: &mut [Row], by: By) {
    rows.sort_by(|a, b| match by {
        By::Day => b.name.cmp(&a.name),
        By::Session => b.last.cmp(&a.last).then_with(|| a.name.cmp(&b.name)),
        _ => {
            let all = |row: &Row| row.tokens.total_input().saturating_add(row.tokens.output);
            all(b).cmp(&all(a)).then_with(|| a.name.cmp(&b.name))
        }
    });
}

/// Shows `count` every request once. Transcripts tell of one several times, and each figure counts with the
/// greatest that was told of it: answers grow while they are written.
fn each<'a>(ledger: &'a Ledger, mut count: impl FnMut(Counted<'a>)) {
    let mut files: Vec<&File> = ledger.files.iter().collect();
    // A request is that of the session in which it was made, not of one that goes on from it, which
    // bears its times and ends later.
    files.sort_by_key(|file| {
        let time = |record: Option<&Record>| record.map_or(i64::MAX, |record| record.at);
        (time(file.records.first()), time(file.records.last()), &file.names, file.key)
    });
    let mut again = told_again(&files);
    for (file, record, tokens) in untold(&files) {
        count(Counted { file, record, tokens, cold: None });
    }
    for file in files {
        let mut watch = Watch::default();
        for record in &file.records {
            let cold = watch.next(record);
            let tokens = match again.get_mut(&record.id) {
                // What was counted is nothing more.
                Some(greatest) => greatest.take(),
                None => Some(record.tokens),
            };
            if let Some(tokens) = tokens {
                count(Counted { file, record, tokens, cold });
            }
        }
    }
}

/// The requests that are told of more than once, with the greatest figures that were told of each. They are
/// few, and all that has to be remembered.
fn told_again(files: &[&File]) -> HashMap<u64, Option<TokenCounts>> {
    let records = || files.iter().flat_map(|file| &file.records).filter(|record| record.id != 0);
    let mut ids: Vec<u64> = records().map(|record| record.id).collect();
    ids.sort_unstable();
    let twice = ids.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    let mut again: HashMap<u64, Option<TokenCounts>> = twice.map(|id| (id, None)).collect();
    for record in records() {
        if let Some(greatest) = again.get_mut(&record.id) {
            *greatest = Some(greatest.unwrap_or_default().max(record.tokens));
        }
    }
    again
}

/// The days of moments: looking one up costs more than all the rest, and an hour has one day.
struct Days<'a> {
    zone: &'a TimeZone,
    known: HashMap<i64, Option<Date>>,
}

impl Days<'_> {
    fn of(&mut self, at: i64) -> Option<Date> {
        if at == 0 {
            return None;
        }
        // No zone changes its day within a quarter of an hour.
        *self.known.entry(at.div_euclid(15 * 60_000)).or_insert_with(|| {
            let moment = Timestamp::from_millisecond(at).ok()?;
            Some(moment.to_zoned(self.zone.clone()).date())
        })
    }
}
