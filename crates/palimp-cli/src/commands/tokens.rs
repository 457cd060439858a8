//! `palimp tokens`: what sessions cost, from the clients' own transcripts.

use clap::ValueEnum;
use jiff::tz::TimeZone;
use palimp_context::group_thousands;
use palimp_core::AgentClient;
use palimp_engine::home::redaction;
use palimp_usage::{
    ColdCause, ColdRequests, Dollars, PalimpTokens, Prices, TokenFilter, TokenGroupBy, TokenLedger,
    TokenReport, TokenRow, TranscriptSource,
};
use serde_json::json;

use super::project_named;
use crate::client_setup;
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};
use crate::show::{align_right, format_bytes};
use crate::when::format_minute;
use palimp_core::counts;

/// So many rows are shown; `--json` has all.
const MAX_LISTED_ROWS: usize = 31;

/// Show the token usage of sessions, from the clients' own transcripts
#[derive(Debug, clap::Args)]
pub(crate) struct TokensArgs {
    /// Only since this time: 7d, 12h, 2026-11-20
    #[arg(long, value_name = "WHEN", value_parser = crate::when::since)]
    since: Option<i64>,
    /// Only this project: its name, or a directory in it (`.` is the current one)
    #[arg(long, value_name = "NAME|DIR", add = clap_complete::engine::ArgValueCandidates::new(crate::complete::projects))]
    project: Option<String>,
    /// Only this client: claude, codex, gemini, opencode or copilot
    #[arg(long, value_name = "CLIENT")]
    client: Option<AgentClient>,
    /// Group by
    #[arg(long, value_enum, default_value_t = TokensGroupArg::Day)]
    by: TokensGroupArg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TokensGroupArg {
    Day,
    Project,
    Client,
    Model,
    Session,
}

impl From<TokensGroupArg> for TokenGroupBy {
    fn from(sum: TokensGroupArg) -> TokenGroupBy {
        match sum {
            TokensGroupArg::Day => TokenGroupBy::Day,
            TokensGroupArg::Project => TokenGroupBy::Project,
            TokensGroupArg::Client => TokenGroupBy::Client,
            TokensGroupArg::Model => TokenGroupBy::Model,
            TokensGroupArg::Session => TokenGroupBy::Session,
        }
    }
}

pub(crate) fn run(cx: &Cx, args: &TokensArgs) -> Result<(), CliError> {
    let (places, zone) = (client_setup::client_places()?, TimeZone::system());
    let ledger =
        TokenLedger::from_transcripts(&cx.home, &cx.settings, &places, &client_setup::data_dir()?);
    ledger.complaints.iter().for_each(|why| note(format!("palimp: {}", inline(why))));
    let project = args.project.as_deref().map(|named| project_named(cx, named).name);
    let wanted = TokenFilter {
        since: args.since,
        project: project
            .as_deref()
            .map(|name| palimp_usage::sanitize_name(&redaction::redactor(&cx.settings), name)),
        client: args.client,
        by: args.by.into(),
    };
    let report = TokenReport::from_ledger(&ledger, &wanted, &Prices::builtin_table(), &zone);
    let mut filter = cx.agent_filter();
    filter.since = args.since;
    filter.project = project;
    filter.client = args.client.map(|client| client.name().to_owned());
    let own = PalimpTokens::from_database(
        cx.activity_to_read()?.as_ref(),
        &filter,
        &palimp_mcp::definitions_json(),
        &zone,
    )?;
    if cx.json {
        let (sources, complaints) = (&ledger.sources, &ledger.complaints);
        print_json(&json!({
            "since": args.since,
            "project": wanted.project,
            "client": wanted.client,
            "report": report,
            "palimp": own,
            "sources": sources,
            "complaints": complaints,
        }));
        return Ok(());
    }
    match report.total.requests {
        0 => tell_nothing(&ledger.sources),
        _ => print_report(&report),
    }
    tell_own(&own);
    tell_sources(&ledger.sources);
    Ok(())
}

fn tell_nothing(sources: &[TranscriptSource]) {
    if sources.iter().any(|source| source.transcripts > 0) {
        say(messages::no_request_matches());
        return;
    }
    say(messages::no_transcripts_found());
    for root in sources.iter().flat_map(|source| &source.roots) {
        say(format!("  {}", inline(&root.display().to_string())));
    }
}

fn print_report(report: &TokenReport) {
    let title = serde_json::to_value(report.by).unwrap_or_default();
    let heads = [
        ("input", 14),
        ("output", 12),
        ("cache read", 14),
        ("cache write", 13),
        ("list price", 11),
    ];
    let heads =
        heads.map(|(name, cells)| align_right(&messages::name_in_words(name), cells)).join(" ");
    say(format!("{heads}  {}", messages::name_in_words(title.as_str().unwrap_or_default())));
    for row in report.rows.iter().take(MAX_LISTED_ROWS) {
        say(format!("{}  {}", format_figures(row), row_label(row)));
    }
    if report.rows.len() > MAX_LISTED_ROWS {
        say(messages::more_rows_in_json("", report.rows.len() - MAX_LISTED_ROWS));
    }
    say(messages::tokens_total(
        format_figures(&report.total),
        counts::requests(report.total.requests),
    ));
    tell_prices(report);
    tell_cold(&report.cold);
}

fn format_figures(row: &TokenRow) -> String {
    let tokens = row.tokens;
    // What has no price that is known is not in the sum.
    let more = if row.unpriced > 0 { "+" } else { "" };
    let dollars = match row.dollars.map(Dollars::value) {
        None => "-".to_owned(),
        Some(dollars) if dollars < 0.01 => format!("<$0.01{more}"),
        Some(dollars) => format!("${dollars:.2}{more}"),
    };
    format!(
        "{:>14} {:>12} {:>14} {:>13} {dollars:>11}",
        format_tokens(tokens.input),
        format_tokens(tokens.output),
        format_tokens(tokens.cache_read),
        format_tokens(tokens.cache_write)
    )
}

fn format_tokens(tokens: u64) -> String {
    group_thousands(usize::try_from(tokens).unwrap_or(usize::MAX))
}

/// Returns the name, or "unknown" where it is empty.
fn name_or_unknown(name: &str) -> String {
    if name.is_empty() { messages::unknown() } else { inline(name) }
}

fn row_label(row: &TokenRow) -> String {
    let name = name_or_unknown(&row.name);
    let client = row.client.map_or(String::new(), |client| format!(" · {client}"));
    let project =
        row.project.as_deref().map_or(String::new(), |it| format!(" · {}", name_or_unknown(it)));
    let last = row.client.map_or(String::new(), |_| format!(" · {}", format_minute(row.last)));
    format!("{name}{project}{client}{last}")
}

fn tell_prices(report: &TokenReport) {
    let read = report.prices.iter().map(|price| price.read);
    if let (Some(first), Some(last)) = (read.clone().min(), read.max()) {
        let days =
            if first == last { first.to_string() } else { messages::days_from_to(first, last) };
        say(messages::list_prices(&days));
    }
    if !report.unpriced.is_empty() {
        let models = report.unpriced.iter().map(|(model, requests)| {
            format!("{} ({})", name_or_unknown(model), counts::requests(*requests))
        });
        say(messages::no_price_known(models.collect::<Vec<_>>().join(", ")));
    }
}

fn tell_cold(cold: &ColdRequests) {
    if cold.times == 0 {
        return;
    }
    let times = counts::times(cold.times);
    say(messages::cache_was_cold(&times, format_tokens(cold.tokens)));
    for (cause, of) in &cold.causes {
        say(format!("{:>6} {:>14}  {}", of.times, format_tokens(of.tokens), cause.description()));
    }
    say(messages::last_cold_starts());
    for one in &cold.latest {
        let idle = match one.cold.cause {
            ColdCause::Idle => messages::idle_for(counts::minutes(idle_minutes(one.cold.idle_ms))),
            _ => String::new(),
        };
        say(format!(
            "  {}  {:>11}  {} · {} · {}{idle}",
            format_minute(one.at),
            format_tokens(one.cold.tokens),
            name_or_unknown(&one.project),
            one.client.map_or("", AgentClient::name),
            one.cold.cause.description()
        ));
    }
}

fn idle_minutes(ms: i64) -> usize {
    usize::try_from(ms / 60_000).unwrap_or_default()
}

fn tell_own(own: &PalimpTokens) {
    let (of_told, tools) = (&own.told, &own.definitions);
    say(messages::own_share());
    say(messages::share_told(
        counts::times(of_told.times),
        group_thousands(of_told.characters),
        group_thousands(of_told.estimated_tokens),
    ));
    say(messages::share_tools(
        group_thousands(tools.characters),
        group_thousands(tools.estimated_tokens),
    ));
    for one in &own.distillers {
        say(messages::share_distiller(
            inline(&one.name),
            counts::calls(usize::try_from(one.calls).unwrap_or_default()),
            messages::tokens_in_and_out(one.input, one.output),
        ));
    }
}

fn tell_sources(sources: &[TranscriptSource]) {
    let read: Vec<_> = sources.iter().filter(|source| source.transcripts > 0).collect();
    if read.is_empty() {
        return;
    }
    say(messages::transcripts_read());
    for TranscriptSource { client, transcripts, bytes: size, unread, .. } in read {
        let unread = match unread {
            0 => String::new(),
            unread => messages::lines_not_read(counts::lines(*unread)),
        };
        say(format!(
            "  {:<12} {}, {}{unread}",
            client.name(),
            counts::transcripts(*transcripts),
            format_bytes(*size)
        ));
    }
}
