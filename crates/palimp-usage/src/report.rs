//! The sums of a ledger.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use palimp_core::event::AgentClient;
use serde::Serialize;

use super::cache_misses::CacheWatch;
use super::counted::{CountedTranscript, RequestRecord};
use super::read::TokenLedger;
use super::unreported_usage::unattributed_usage;
use super::{ColdCause, ColdRequest, Dollars, ModelPrice, Prices, TokenCounts};

/// So many cold rewrites are shown one by one.
const MAX_LATEST_COLD: usize = 5;

/// Grouping of requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TokenGroupBy {
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

/// Filter and grouping of requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenFilter {
    /// None before this moment, in milliseconds since the Unix epoch.
    pub since: Option<i64>,
    /// Those of this project alone.
    pub project: Option<String>,
    /// Those of this client alone.
    pub client: Option<AgentClient>,
    /// Grouping of the sums.
    pub by: TokenGroupBy,
}

/// The sums of some requests.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenRow {
    /// The day, project, client, model or session; empty where nobody said.
    pub name: String,
    /// The client of a session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<AgentClient>,
    /// The project of a session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// Number of requests.
    pub requests: usize,
    /// Their tokens.
    #[serde(flatten)]
    pub tokens: TokenCounts,
    /// Cost by the price lists, in US dollars, of the requests with a known price.
    pub dollars: Option<Dollars>,
    /// Number of requests without a known price.
    pub unpriced: usize,
    /// The last of them, in milliseconds since the Unix epoch.
    #[serde(skip)]
    pub last: i64,
}

impl TokenRow {
    fn add_request(&mut self, counted: &CountedRequest, dollars: Option<Dollars>) {
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
pub struct ColdRequests {
    /// Number of cold requests.
    pub times: usize,
    /// Tokens that were sent anew.
    pub tokens: u64,
    /// The same, by the likely cause.
    pub causes: BTreeMap<ColdCause, Times>,
    /// The last of them, the last first.
    pub latest: Vec<ColdRequestRow>,
}

impl ColdRequests {
    fn add_cold(&mut self, counted: &CountedRequest) {
        let Some(cold) = counted.cold else { return };
        self.times += 1;
        self.tokens += cold.tokens;
        let of = self.causes.entry(cold.cause).or_default();
        of.times += 1;
        of.tokens += cold.tokens;
        let RequestRecord { at, id, .. } = *counted.record;
        let place =
            self.latest.partition_point(|one| (Reverse(one.at), one.id) < (Reverse(at), id));
        if place < MAX_LATEST_COLD {
            self.latest.insert(place, ColdRequestRow::from_counted(counted, cold));
            self.latest.truncate(MAX_LATEST_COLD);
        }
    }
}

/// Number of cold requests of one cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Times {
    /// Number of requests.
    pub times: usize,
    /// Tokens that were sent anew.
    pub tokens: u64,
}

/// A request that found the cache cold.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ColdRequestRow {
    /// Time of the request, in milliseconds since the Unix epoch.
    pub at: i64,
    /// The client.
    pub client: Option<AgentClient>,
    /// The project.
    pub project: String,
    /// The session.
    pub session: String,
    /// The model.
    pub model: String,
    /// Cause, resent tokens and idle time.
    #[serde(flatten)]
    pub cold: ColdRequest,
    /// Hash that identifies the request.
    #[serde(skip)]
    id: u64,
}

impl ColdRequestRow {
    fn from_counted(counted: &CountedRequest, cold: ColdRequest) -> ColdRequestRow {
        ColdRequestRow {
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

/// Token costs of sessions.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenReport {
    /// Grouping of the rows.
    pub by: TokenGroupBy,
    /// All of it.
    pub total: TokenRow,
    /// Days and sessions in their order, all others by what was sent and answered, the most first.
    pub rows: Vec<TokenRow>,
    /// Requests that found the cache cold.
    pub cold: ColdRequests,
    /// Number of requests without a known price, by model.
    pub unpriced: BTreeMap<String, usize>,
    /// The prices of the models that were asked.
    pub prices: Vec<ModelPrice>,
}

/// A request that counts.
struct CountedRequest<'a> {
    file: &'a CountedTranscript,
    record: &'a RequestRecord,
    /// The greatest figures that were told of it.
    tokens: TokenCounts,
    cold: Option<ColdRequest>,
}

impl<'a> CountedRequest<'a> {
    fn project(&self) -> &'a str {
        self.file.name_at(self.record.project)
    }

    fn session(&self) -> &'a str {
        self.file.name_at(self.record.session)
    }

    fn model(&self) -> &'a str {
        self.file.name_at(self.record.model)
    }

    fn matches_filter(&self, wanted: &TokenFilter) -> bool {
        wanted.since.is_none_or(|since| self.record.at >= since)
            && wanted.project.as_ref().is_none_or(|project| self.project() == project)
            && wanted.client.is_none_or(|client| self.file.client == Some(client))
    }

    fn group_key(&self, by: TokenGroupBy, day: Option<Date>) -> (&'a str, Option<Date>) {
        match by {
            TokenGroupBy::Day => ("", day),
            TokenGroupBy::Project => (self.project(), None),
            TokenGroupBy::Client => (self.file.client.map_or("", AgentClient::name), None),
            TokenGroupBy::Model => (self.model(), None),
            TokenGroupBy::Session => (self.session(), None),
        }
    }
}

impl TokenReport {
    /// Sums up the requests that match the filter, on the days of `zone`.
    pub fn from_ledger(
        ledger: &TokenLedger,
        wanted: &TokenFilter,
        prices: &Prices,
        zone: &TimeZone,
    ) -> TokenReport {
        let mut report = TokenReport { by: wanted.by, ..TokenReport::default() };
        let mut rows = HashMap::<_, TokenRow>::new();
        let (mut days, mut models) = (Days { zone, known: HashMap::new() }, BTreeSet::new());
        each_request(ledger, |counted| {
            if !counted.matches_filter(wanted) {
                return;
            }
            let day = days.day_of(counted.record.at);
            let dollars =
                prices.request_cost(counted.model(), day.unwrap_or(Date::MAX), &counted.tokens);
            models.insert(counted.model());
            let row = rows.entry(counted.group_key(wanted.by, day)).or_default();
            if wanted.by == TokenGroupBy::Session && row.requests == 0 {
                row.client = counted.file.client;
                row.project = Some(counted.project().to_owned());
            }
            row.add_request(&counted, dollars);
            report.total.add_request(&counted, dollars);
            if dollars.is_none() {
                *report.unpriced.entry(counted.model().to_owned()).or_default() += 1;
            }
            report.cold.add_cold(&counted);
        });
        report.rows = rows.into_iter().map(|(key, row)| named_row(key, row)).collect();
        sort_rows(&mut report.rows, wanted.by);
        report.prices = models.iter().flat_map(|model| prices.model_rows(model)).cloned().collect();
        report
    }
}

fn named_row((name, day): (&str, Option<Date>), row: TokenRow) -> TokenRow {
    TokenRow { name: day.map_or_else(|| name.to_owned(), |day| day.to_string()), ..row }
}

fn sort_rows(rows: &mut [TokenRow], by: TokenGroupBy) {
    rows.sort_by(|a, b| match by {
        TokenGroupBy::Day => b.name.cmp(&a.name),
        TokenGroupBy::Session => b.last.cmp(&a.last).then_with(|| a.name.cmp(&b.name)),
        _ => {
            let all = |row: &TokenRow| row.tokens.total_input().saturating_add(row.tokens.output);
            all(b).cmp(&all(a)).then_with(|| a.name.cmp(&b.name))
        }
    });
}

/// Calls `count` once with every request. A transcript may report a request several times; the
/// greatest of each figure counts, because answers grow while they are written.
fn each_request<'a>(ledger: &'a TokenLedger, mut count: impl FnMut(CountedRequest<'a>)) {
    let mut files: Vec<&CountedTranscript> = ledger.files.iter().collect();
    // A request is that of the session in which it was made, not of one that goes on from it, which
    // bears its times and ends later.
    files.sort_by_key(|file| {
        let time = |record: Option<&RequestRecord>| record.map_or(i64::MAX, |record| record.at);
        (time(file.records.first()), time(file.records.last()), &file.names, file.key)
    });
    let mut again = told_again(&files);
    for (file, record, tokens) in unattributed_usage(&files) {
        count(CountedRequest { file, record, tokens, cold: None });
    }
    for file in files {
        let mut watch = CacheWatch::default();
        for record in &file.records {
            let cold = watch.add_request(record);
            let tokens = match again.get_mut(&record.id) {
                // What was counted is nothing more.
                Some(greatest) => greatest.take(),
                None => Some(record.tokens),
            };
            if let Some(tokens) = tokens {
                count(CountedRequest { file, record, tokens, cold });
            }
        }
    }
}

/// The requests that are told of more than once, with the greatest figures that were told of each. They are
/// few, and all that has to be remembered.
fn told_again(files: &[&CountedTranscript]) -> HashMap<u64, Option<TokenCounts>> {
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
    fn day_of(&mut self, at: i64) -> Option<Date> {
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
