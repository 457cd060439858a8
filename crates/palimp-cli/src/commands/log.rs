//! `palimp log`: what agents wrote and wanted forgotten, and what went to the archive by age.

use palimp_engine::ingest::open_activity::{AgentAct, AgentDeed, Filter};

use super::{parse_limit, print_nothing_captured};
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};
use crate::show::note_place;
use crate::when::format_minute;

/// Show what agents saved or asked to forget, and what was archived, newest first
#[derive(Debug, clap::Args)]
pub(crate) struct LogArgs {
    /// Maximum number
    #[arg(short = 'n', long, default_value_t = 20, value_name = "N", allow_negative_numbers = true,
        value_parser = parse_limit)]
    limit: usize,
    /// Only since this time: 7d, 12h, 2026-11-20
    #[arg(long, value_name = "WHEN", value_parser = crate::when::since)]
    since: Option<i64>,
    /// Only this client: claude, codex, gemini, opencode, copilot, or the name of another one
    #[arg(long, value_name = "CLIENT")]
    client: Option<String>,
    /// Only this project: its name
    #[arg(long, value_name = "NAME", add = clap_complete::engine::ArgValueCandidates::new(crate::complete::projects))]
    project: Option<String>,
}

pub(crate) fn run(cx: &Cx, args: &LogArgs) -> Result<(), CliError> {
    let acts = match cx.activity_to_read()? {
        Some(db) => {
            let filter = Filter {
                since: args.since,
                client: args.client.clone(),
                project: args.project.clone(),
                ..cx.agent_filter()
            };
            db.agent_acts(&filter, args.limit)?
        }
        None => {
            print_nothing_captured(cx)?;
            Vec::new()
        }
    };
    if cx.json {
        print_json(&acts);
        return Ok(());
    }
    acts.iter().for_each(|act| say(in_words(act)));
    if acts.iter().any(|act| act.deed == AgentDeed::Archive) {
        note(messages::how_to_restore_aged());
    }
    if acts.is_empty() && cx.home.activity_db().exists() {
        match args.project.is_some() || args.client.is_some() || args.since.is_some() {
            true => note(messages::nothing_matches_log_filters()),
            false => note(messages::no_agent_wrote()),
        }
    }
    Ok(())
}

/// `2026-11-22 10:00  save     claude  shop  shared/decisions.md: Deploys need two approvals`.
fn in_words(act: &AgentAct) -> String {
    let client = if act.client.is_empty() { "?" } else { &inline(&act.client) };
    let place = act.path.as_ref().map_or(String::new(), |path| format!("{}: ", note_place(path)));
    let (project, text) = (inline(&act.project), inline(&act.text));
    let struck = text.strip_prefix("~~").and_then(|text| text.strip_suffix("~~"));
    let deed = if struck.is_some() { "strike" } else { act.deed.name() };
    let (at, text) = (format_minute(act.created_at), struck.unwrap_or(&text));
    format!("{at}  {deed:<8} {client}  {project}  {place}{text}")
}
