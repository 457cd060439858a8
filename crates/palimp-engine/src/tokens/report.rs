//! The sums of a ledger.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use palimp_core::event::Client;
use serde::Serialize;

use super::cold::Watch;
use super::counted::{File, Record};
use super::read::Ledger;
use super::{Cause, Cold, Dollars, Price, Prices, Tokens};

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
    pub client: Option<Client>,
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
    pub client: Option<Client>,
    /// The project of a session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// How many requests.
    pub requests: usize,
    /// Their tokens.
    #[serde(flatten)]
    pub tokens: Tokens,
    /// What they cost by the lists, in US dollars: those whose price is known.
    pub dollars: Option<Dollars>,
    /// How many have no price that is known.
    pub unpriced: usize,
    /// The last of them, in milliseconds since the Unix epoch.
    #[serde(skip)]
    pub last: i64,
}

impl Row {
    fn add(&mut self, counted: &Counted) {
        self.requests += 1;
        self.tokens += counted.record.tokens;
        self.last = self.last.max(counted.record.at);
        match counted.dollars {
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
    pub client: Option<Client>,
    /// The project.
    pub project: String,
    /// The session.
    pub session: String,
    /// The model.
    pub model: String,
    /// What was cold.
    #[serde(flatten)]
    pub cold: Cold,
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
    record: Record,
    cold: Option<Cold>,
    day: Option<Date>,
    dollars: Option<Dollars>,
}

impl<'a> Counted<'a> {
    fn project(&self) -> &'a str {
        &self.file.names[self.record.project]
    }

    fn session(&self) -> &'a str {
        &self.file.names[self.record.session]
    }

    fn model(&self) -> &'a str {
        &self.file.names[self.record.model]
    }

    fn is(&self, wanted: &Wanted) -> bool {
        wanted.since.is_none_or(|since| self.record.at >= since)
            && wanted.project.as_ref().is_none_or(|project| self.project() == project)
            && wanted.client.is_none_or(|client| self.file.client == Some(client))
    }

    fn key(&self, by: By) -> (&'a str, Option<Date>) {
        match by {
            By::Day => ("", self.day),
            By::Project => (self.project(), None),
            By::Client => (self.file.client.map_or("", Client::name), None),
            By::Model => (self.model(), None),
            By::Session => (self.session(), None),
        }
    }
}

impl Report {
    /// The sums of what is `wanted`, on the days of `zone`.
    pub fn of(ledger: &Ledger, wanted: &Wanted, prices: &Prices, zone: &TimeZone) -> Report {
        let mut report = Report { by: wanted.by, ..Report::default() };
        let (mut rows, mut cold) = (HashMap::<_, Row>::new(), Vec::new());
        let (mut days, mut models) = (Days { zone, known: HashMap::new() }, BTreeSet::new());
        for mut counted in counted(ledger).into_iter().filter(|counted| counted.is(wanted)) {
            counted.day = days.of(counted.record.at);
            let day = counted.day.unwrap_or(Date::MAX);
            counted.dollars = prices.cost(counted.model(), day, &counted.record.tokens);
            models.insert(counted.model());
            let row = rows.entry(counted.key(wanted.by)).or_default();
            if wanted.by == By::Session && row.requests == 0 {
                row.client = counted.file.client;
                row.project = Some(counted.project().to_owned());
            }
            row.add(&counted);
            report.total.add(&counted);
            if counted.dollars.is_none() {
                *report.unpriced.entry(counted.model().to_owned()).or_default() += 1;
            }
            if counted.cold.is_some() {
                cold.push(counted);
            }
        }
        report.rows = rows.into_iter().map(|(key, row)| named(key, row)).collect();
        sort(&mut report.rows, wanted.by);
        report.cold = colds(cold);
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
            let all = |row: &Row| row.tokens.sent().saturating_add(row.tokens.output);
            all(b).cmp(&all(a)).then_with(|| a.name.cmp(&b.name))
        }
    });
}

/// Every request once. Transcripts tell of one several times, and each figure counts with the
/// greatest that was told of it: answers grow while they are written.
fn counted(ledger: &Ledger) -> Vec<Counted<'_>> {
    let mut files: Vec<&File> = ledger.files.iter().collect();
    // A request is that of the session in which it was made, not of one that goes on from it, which
    // bears its times and ends later.
    files.sort_by_key(|file| {
        let time = |record: Option<&Record>| record.map_or(i64::MAX, |record| record.at);
        (time(file.records.first()), time(file.records.last()), &file.names, file.key)
    });
    let mut counted: Vec<Counted> = Vec::new();
    let mut places: HashMap<u64, usize> = HashMap::new();
    for file in files {
        let mut watch = Watch::default();
        for record in &file.records {
            let cold = watch.next(record);
            if record.id != 0
                && let Some(same) = places.get(&record.id)
            {
                let same = &mut counted[*same].record;
                same.tokens = same.tokens.max(record.tokens);
                continue;
            }
            places.insert(record.id, counted.len());
            counted.push(Counted { file, record: *record, cold, day: None, dollars: None });
        }
    }
    counted
}

fn colds(mut found: Vec<Counted>) -> Colds {
    let mut colds = Colds::default();
    found.sort_by_key(|counted| (std::cmp::Reverse(counted.record.at), counted.record.id));
    for counted in &found {
        let Some(cold) = counted.cold else { continue };
        colds.times += 1;
        colds.tokens += cold.tokens;
        let of = colds.causes.entry(cold.cause).or_default();
        of.times += 1;
        of.tokens += cold.tokens;
        if colds.latest.len() < LATEST {
            colds.latest.push(One {
                at: counted.record.at,
                client: counted.file.client,
                project: counted.project().to_owned(),
                session: counted.session().to_owned(),
                model: counted.model().to_owned(),
                cold,
            });
        }
    }
    colds
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
