//! Route of the page *Tokens*: usage and cost by client, model and day.

use std::sync::Arc;

use jiff::tz::TimeZone;
use palimp_core::AgentClient;
use palimp_engine::home::redaction::redactor;
use palimp_engine::ingest::open_activity::{ActivityDb, Filter, SessionFilter};
use palimp_pages::{
    ColdCacheCause, ColdCacheRequest, OwnTokenShare, PageError, TokenUsageRow, TokensView,
};
use palimp_serve::extract::State;
use palimp_serve::response::Response;
use palimp_usage::{Dollars, Prices, TokenFilter, TokenGroupBy, TokenLedger, TokenReport};

use crate::app_state::{DashboardState, PageRequest, PageResult, engine_failure, render_page};

/// Number of rows on a page.
const ROWS_PER_PAGE: usize = 31;

pub(crate) async fn tokens_page(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
) -> Response {
    render_page(state, asking, build_page).await
}

fn build_page(state: &DashboardState, asking: &PageRequest) -> PageResult {
    let settings = state.load_settings();
    let ledger = state.host().token_ledger(&settings).map_err(PageError::Failed)?;
    let project = asking.asked.non_empty("project");
    let wanted = TokenFilter {
        since: asking.since_ms(),
        project: project
            .as_deref()
            .map(|name| palimp_usage::sanitize_name(&redactor(&settings), name)),
        client: asking.asked.field_value("client").parse().ok(),
        by: parse_grouping(asking.asked.field_value("by")),
    };
    let zone = asking.view.now.time_zone();
    let report = TokenReport::from_ledger(&ledger, &wanted, &Prices::builtin_table(), zone);
    let db = state.open_activity()?;
    let filter = Filter {
        since: wanted.since,
        project: project.clone(),
        client: wanted.client.map(|client| client.name().to_owned()),
        ..state.agent_filter()
    };
    let own = own_tokens(state, db.as_ref(), &filter, zone)?;
    let [projects, _] = state.form_choices(db.as_ref())?;
    let from: usize = asking.asked.parse_number("from");
    let until = from.saturating_add(ROWS_PER_PAGE);
    let rows = report.rows.iter().skip(from).take(ROWS_PER_PAGE);
    let tokens = TokensView {
        by: grouping_name(wanted.by).to_owned(),
        since: wanted
            .since
            .map_or_else(String::new, |_| asking.asked.field_value("since").to_owned()),
        project: project.unwrap_or_default(),
        client: filter.client.clone().unwrap_or_default(),
        projects,
        clients: AgentClient::INSTALLABLE.map(|client| client.name().to_owned()).into(),
        rows: rows.map(|it| report_row(state, db.as_ref(), it)).collect(),
        next: (report.rows.len() > until).then_some(until),
        own,
        sources: ledger_sources(&ledger),
        complaints: ledger.complaints,
        ..report_totals(report)
    };
    Ok(palimp_pages::tokens_page(&asking.view, &tokens))
}

/// Groupings by their names in the form.
const GROUPING_NAMES: [(&str, TokenGroupBy); 5] = [
    ("day", TokenGroupBy::Day),
    ("project", TokenGroupBy::Project),
    ("client", TokenGroupBy::Client),
    ("model", TokenGroupBy::Model),
    ("session", TokenGroupBy::Session),
];

fn parse_grouping(name: &str) -> TokenGroupBy {
    GROUPING_NAMES.iter().find(|(it, _)| *it == name).map_or(TokenGroupBy::Day, |(_, by)| *by)
}

fn grouping_name(by: TokenGroupBy) -> &'static str {
    GROUPING_NAMES.iter().find(|(_, it)| *it == by).map_or("day", |(name, _)| name)
}

/// Returns the parts of a report beside its rows.
fn report_totals(report: TokenReport) -> TokensView {
    let read = report.prices.iter().map(|price| price.read);
    let priced = match (read.clone().min(), read.max()) {
        (Some(first), Some(last)) if first == last => first.to_string(),
        (Some(first), Some(last)) => format!("{first} – {last}"),
        _ => String::new(),
    };
    let causes = report.cold.causes.into_iter();
    TokensView {
        total: row_figures(&report.total),
        unpriced: report.unpriced.into_iter().collect(),
        priced,
        causes: causes.map(|(cause, of)| (of_cause(cause), of.times as u64, of.tokens)).collect(),
        cold: report.cold.latest.into_iter().map(cold_row).collect(),
        ..TokensView::default()
    }
}

fn report_row(
    state: &DashboardState,
    db: Option<&ActivityDb>,
    row: &palimp_usage::TokenRow,
) -> TokenUsageRow {
    let Some(client) = row.client else { return row_figures(row) };
    let filter =
        Filter { session: Some(SessionFilter::Is(row.name.clone())), ..state.agent_filter() };
    let found = db.and_then(|db| db.sessions(&filter, 1).ok()).unwrap_or_default();
    TokenUsageRow {
        of: row.project.iter().cloned().chain([client.name().to_owned()]).collect(),
        is_session: found.iter().any(|it| it.session_id == row.name),
        ..row_figures(row)
    }
}

fn row_figures(row: &palimp_usage::TokenRow) -> TokenUsageRow {
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

fn cold_row(one: palimp_usage::ColdRequestRow) -> ColdCacheRequest {
    let client = one.client.map_or("", AgentClient::name).to_owned();
    ColdCacheRequest {
        at: one.at,
        of: vec![one.project, client, one.model],
        tokens: one.cold.tokens,
        cause: of_cause(one.cold.cause),
    }
}

const fn of_cause(cause: palimp_usage::ColdCause) -> ColdCacheCause {
    match cause {
        palimp_usage::ColdCause::Compaction => ColdCacheCause::Compaction,
        palimp_usage::ColdCause::Model => ColdCacheCause::Model,
        palimp_usage::ColdCause::Prefix => ColdCacheCause::Prefix,
        palimp_usage::ColdCause::Idle => ColdCacheCause::Idle,
        palimp_usage::ColdCause::Unknown => ColdCacheCause::Unknown,
    }
}

fn own_tokens(
    state: &DashboardState,
    db: Option<&ActivityDb>,
    filter: &Filter,
    zone: &TimeZone,
) -> Result<OwnTokenShare, PageError> {
    let own = palimp_usage::PalimpTokens::from_database(
        db,
        filter,
        &state.host().tool_definitions(),
        zone,
    )
    .map_err(engine_failure)?;
    let (told, tools) = (own.told, own.definitions);
    let distillers = own.distillers.into_iter();
    Ok(OwnTokenShare {
        told: [told.times, told.characters, told.estimated_tokens].map(|it| it as u64),
        tools: [tools.characters, tools.estimated_tokens].map(|it| it as u64),
        distillers: distillers.map(|it| (it.name, [it.calls, it.input, it.output])).collect(),
    })
}

fn ledger_sources(ledger: &TokenLedger) -> Vec<(String, usize, u64)> {
    let read = ledger.sources.iter().filter(|it| it.transcripts > 0);
    read.map(|it| (it.client.name().to_owned(), it.transcripts, it.bytes)).collect()
}
