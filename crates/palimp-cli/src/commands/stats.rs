//! `palimp stats`: what the memory holds, in numbers.

use palimp_core::text::ellipsis;
use palimp_engine::ingest::open_activity::{ActivityStats, Filter};
use palimp_engine::injection::injection_usage::{self, InjectionUsage, UsageCount};
use palimp_engine::injection::pointer_use::PointerCount;
use serde_json::json;

use super::print_nothing_captured;
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, print_json, say};
use crate::show;
use crate::when::format_minute;
use palimp_core::counts;

/// Maximum number of passages to list of each kind.
const MAX_LISTED_PASSAGES: usize = 5;
/// Minimum number of injections at which a passage that was never used is listed.
const MIN_UNUSED_INJECTIONS: usize = 3;

/// Maximum number of days to look back, a hundred years.
const MAX_REPORT_DAYS: i64 = 36_500;

/// Show statistics of the memory
#[derive(Debug, clap::Args)]
pub(crate) struct StatsArgs {
    /// Show what was injected into sessions and what their agents used
    #[arg(long)]
    told: bool,
    /// Number of days, with --told
    #[arg(long, value_name = "DAYS", default_value_t = 30, requires = "told",
        allow_negative_numbers = true, value_parser = clap::value_parser!(i64).range(1..=MAX_REPORT_DAYS))]
    days: i64,
}

pub(crate) fn run(cx: &Cx, args: &StatsArgs) -> Result<(), CliError> {
    if args.told {
        return print_usage(cx, args.days);
    }
    let stats = match cx.activity_to_read()? {
        Some(db) => db.stats(&cx.agent())?,
        None => {
            print_nothing_captured(cx)?;
            ActivityStats::default()
        }
    };
    if cx.json {
        print_json(&stats);
        return Ok(());
    }
    let span = stats.oldest.zip(stats.newest);
    let span = span
        .map_or(String::new(), |(a, b)| format!("  {} … {}", format_minute(a), format_minute(b)));
    say(messages::stats_observations(stats.observations, &span));
    let [types, clients, projects] = [&stats.by_type, &stats.by_client, &stats.by_project]
        .map(|groups| groups.iter().map(|(name, count)| format!("{} {count}", inline(name))))
        .map(|groups| groups.collect::<Vec<_>>().join(", "));
    if stats.observations > 0 {
        say(messages::stats_types(&types));
        say(messages::stats_clients(&clients));
        say(messages::stats_projects(&projects));
    }
    say(messages::stats_pinned(stats.pinned));
    say(messages::stats_messages(stats.messages));
    say(messages::stats_sessions(stats.sessions));
    say(messages::stats_injected(stats.injections));
    say(messages::stats_forgotten(stats.forgotten));
    say(messages::stats_database(show::format_bytes(u64::try_from(stats.bytes).unwrap_or(0))));
    Ok(())
}

fn print_usage(cx: &Cx, days: i64) -> Result<(), CliError> {
    let since = now_ms().saturating_sub(days.saturating_mul(24 * 3_600_000));
    let filter = Filter { agent: Some(cx.agent()), since: Some(since), ..Filter::default() };
    let told = match cx.activity_to_read()? {
        Some(db) => injection_usage::measure_usage(&db, &filter)?,
        None => {
            print_nothing_captured(cx)?;
            InjectionUsage::default()
        }
    };
    if cx.json {
        let of = |name: &str, text: &str, count: &UsageCount| json!({ "section": name, "text": text, "told": count.told, "used": count.used, "chars": count.chars });
        let sections = told.sections.iter().map(|(name, count)| of(name, "", count));
        let passages = told.passages.iter().map(|(it, count)| of(&it.section, &it.text, count));
        print_json(&json!({
            "days": days,
            "sessions": told.sessions,
            "pointers": told.pointers,
            "sections": sections.collect::<Vec<_>>(),
            "passages": passages.collect::<Vec<_>>(),
        }));
        return Ok(());
    }
    say(messages::told_in(
        counts::days(usize::try_from(days).unwrap_or(0)),
        counts::sessions(told.sessions),
    ));
    if !told.sections.is_empty() {
        say(messages::told_table_head());
    }
    for (name, UsageCount { told, used, chars }) in &told.sections {
        say(format!("{told:>10} {used:>5} {chars:>11}  {}", inline(name)));
    }
    if told.pointers.told > 0 {
        let PointerCount { told, opened } = told.pointers;
        say(messages::opened_of(opened, counts::pointers(told)));
    }
    let mut best: Vec<_> = told.passages.iter().filter(|(_, count)| count.used > 0).collect();
    best.sort_by_key(|(_, count)| std::cmp::Reverse(count.used));
    let idle = told
        .passages
        .iter()
        .filter(|(_, count)| count.used == 0 && count.told >= MIN_UNUSED_INJECTIONS);
    let titles = [messages::used_most(), messages::never_used()];
    for (title, list) in titles.into_iter().zip([best, idle.collect()]) {
        if !list.is_empty() {
            say(format!("\n{title}"));
        }
        for (passage, count) in list.into_iter().take(MAX_LISTED_PASSAGES) {
            say(messages::passage_use(
                count.used,
                count.told,
                ellipsis(&inline(&passage.text), 100),
            ));
        }
    }
    if told.sessions > 0 {
        say(messages::what_used_means());
    }
    Ok(())
}
