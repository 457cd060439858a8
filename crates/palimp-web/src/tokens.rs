//! Tokens.

use std::sync::Arc;

use jiff::tz::TimeZone;
use palimp_core::AgentClient;
use palimp_engine::open::{ActivityDb, Filter, SessionFilter};
use palimp_engine::redaction::redactor;
use palimp_engine::tokens::{self, By, Dollars, Ledger, Prices, Report, Wanted};
use palimp_pages::{
    ColdCacheCause, ColdCacheRequest, OwnTokenShare, PageError, TokenUsageRow, TokensView,
};
use palimp_serve::extract::State;
use palimp_serve::response::Response;

use crate::desk::{Asking, Desk, Page, answer, failed};

/// How many rows are on a page.
const ROWS: usize = 31;

pub(crate) async fn page(State(desk): State<Arc<Desk>>, asking: Asking) -> Response {
    answer(desk, asking, made).await
}

fn made(desk: &Desk, asking: &Asking) -> Page {
    let settings = desk.settings();
    let ledger = desk.surroundings().ledger(&settings).map_err(PageError::Failed)?;
    let project = asking.asked.some("project");
    let wanted = Wanted {
        since: asking.since(),
        project: project.as_deref().map(|name| tokens::name(&redactor(&settings), name)),
        client: asking.asked.text("client").parse().ok(),
        by: by(asking.asked.text("by")),
    };
    let zone = asking.view.now.time_zone();
    let report = Report::of(&ledger, &wanted, &Prices::known(), zone);
    let db = desk.activity()?;
    let filter = Filter {
        since: wanted.since,
        project: project.clone(),
        client: wanted.client.map(|client| client.name().to_owned()),
        ..desk.filter()
    };
    let own = own(desk, db.as_ref(), &filter, zone)?;
    let [projects, _] = desk.choices(db.as_ref())?;
    let from: usize = asking.asked.number("from");
    let until = from.saturating_add(ROWS);
    let rows = report.rows.iter().skip(from).take(ROWS);
    let tokens = TokensView {
        by: named(wanted.by).to_owned(),
        since: wanted.since.map_or_else(String::new, |_| asking.asked.text("since").to_owned()),
        project: project.unwrap_or_default(),
        client: filter.client.clone().unwrap_or_default(),
        projects,
        clients: AgentClient::INSTALLABLE.map(|client| client.name().to_owned()).into(),
        rows: rows.map(|it| row(desk, db.as_ref(), it)).collect(),
        next: (report.rows.len() > until).then_some(until),
        own,
        sources: sources(&ledger),
        complaints: ledger.complaints,
        ..summed(report)
    };
    Ok(palimp_pages::tokens_page(&asking.view, &tokens))
}

/// What the names of a form mean.
const BY: [(&str, By); 5] = [
    ("day", By::Day),
    ("project", By::Project),
    ("client", By::Client),
    ("model", By::Model),
    ("session", By::Session),
];

fn by(name: &str) -> By {
    BY.iter().find(|(it, _)| *it == name).map_or(By::Day, |(_, by)| *by)
}

fn named(by: By) -> &'static str {
    BY.iter().find(|(_, it)| *it == by).map_or("day", |(name, _)| name)
}

/// What a report says beside its rows.
fn summed(report: Report) -> TokensView {
    let read = report.prices.iter().map(|price| price.read);
    let priced = match (read.clone().min(), read.max()) {
        (Some(first), Some(last)) if first == last => first.to_string(),
        (Some(first), Some(last)) => format!("{first} – {last}"),
        _ => String::new(),
    };
    let causes = report.cold.causes.into_iter();
    TokensView {
        total: figures(&report.total),
        unpriced: report.unpriced.into_iter().collect(),
        priced,
        causes: causes.map(|(cause, of)| (of_cause(cause), of.times as u64, of.tokens)).collect(),
        cold: report.cold.latest.into_iter().map(cold).collect(),
        ..TokensView::default()
    }
}

fn row(desk: &Desk, db: Option<&ActivityDb>, row: &tokens::Row) -> TokenUsageRow {
    let Some(client) = row.client else { return figures(row) };
    let filter = Filter { session: Some(SessionFilter::Is(row.name.clone())), ..desk.filter() };
    let found = db.and_then(|db| db.sessions(&filter, 1).ok()).unwrap_or_default();
    TokenUsageRow {
        of: row.project.iter().cloned().chain([client.name().to_owned()]).collect(),
        is_session: found.iter().any(|it| it.session_id == row.name),
        ..figures(row)
    }
}

fn figures(row: &tokens::Row) -> TokenUsageRow {
    TokenUsageRow {
        name: row.name.clone(),
        requests: row.requests as u64,
        input: row.tokens.input,
        output: row.tokens.output,
        read: row.tokens.cache_read,
        written: row.tokens.cache_write,
        dollars: row.dollars.map(Dollars::value),
        is_partly_priced: row.unpriced > 0,
        ..TokenUsageRow::default()
    }
}

fn cold(one: tokens::One) -> ColdCacheRequest {
    let client = one.client.map_or("", AgentClient::name).to_owned();
    ColdCacheRequest {
        at: one.at,
        of: vec![one.project, client, one.model],
        tokens: one.cold.tokens,
        cause: of_cause(one.cold.cause),
    }
}

const fn of_cause(cause: tokens::Cause) -> ColdCacheCause {
    match cause {
        tokens::Cause::Compaction => ColdCacheCause::Compaction,
        tokens::Cause::Model => ColdCacheCause::Model,
        tokens::Cause::Prefix => ColdCacheCause::Prefix,
        tokens::Cause::Idle => ColdCacheCause::Idle,
        tokens::Cause::Unknown => ColdCacheCause::Unknown,
    }
}

fn own(
    desk: &Desk,
    db: Option<&ActivityDb>,
    filter: &Filter,
    zone: &TimeZone,
) -> Result<OwnTokenShare, PageError> {
    let own = tokens::Own::of(db, filter, &desk.surroundings().tools(), zone).map_err(failed)?;
    let (told, tools) = (own.told, own.definitions);
    let distillers = own.distillers.into_iter();
    Ok(OwnTokenShare {
        told: [told.times, told.characters, told.estimated_tokens].map(|it| it as u64),
        tools: [tools.characters, tools.estimated_tokens].map(|it| it as u64),
        distillers: distillers.map(|it| (it.name, [it.calls, it.input, it.output])).collect(),
    })
}

fn sources(ledger: &Ledger) -> Vec<(String, usize, u64)> {
    let read = ledger.sources.iter().filter(|it| it.transcripts > 0);
    read.map(|it| (it.client.name().to_owned(), it.transcripts, it.bytes)).collect()
}
