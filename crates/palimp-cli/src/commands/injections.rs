//! `palimp injections`: what clients were given, and how much of it.

use palimp_engine::injection::injection_usage::{self, InjectionWithUsage};
use palimp_engine::injection::pointer_use::PointerCount;
use serde_json::json;

use super::{FilterArgs, parse_limit, print_nothing_captured};
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};
use crate::when::format_minute;
use palimp_core::counts;

/// Show injected context, newest first
#[derive(Debug, clap::Args)]
pub(crate) struct InjectionsArgs {
    /// Maximum number
    #[arg(short = 'n', long, default_value_t = 5, value_name = "N", allow_negative_numbers = true,
        value_parser = parse_limit)]
    limit: usize,
    /// Show sizes without the text
    #[arg(long)]
    brief: bool,
    #[command(flatten)]
    narrow: FilterArgs,
}

pub(crate) fn run(cx: &Cx, args: &InjectionsArgs) -> Result<(), CliError> {
    let rows = match cx.activity_to_read()? {
        Some(db) => {
            let filter = args.narrow.filter(cx);
            let rows = db.recent_injections(&filter, args.limit)?;
            injection_usage::injections_with_usage(&db, &filter, rows)?
        }
        None => {
            print_nothing_captured(cx)?;
            Vec::new()
        }
    };
    if cx.json {
        let row = |it: &InjectionWithUsage| {
            let mut row = json!(it.told);
            row["pointers"] = json!(it.pointers);
            row
        };
        print_json(&rows.iter().map(row).collect::<Vec<_>>());
        return Ok(());
    }
    for InjectionWithUsage { told: row, pointers, .. } in &rows {
        let at = format_minute(row.created_at);
        let [project, client, event] = [&row.project, &row.client, &row.event].map(|it| inline(it));
        let PointerCount { told, opened } = pointers;
        let opened = match told {
            0 => String::new(),
            _ => messages::opened_pointers(opened, counts::pointers(*told)),
        };
        say(messages::injection_head(&at, &project, &client, &event, row.chars, &opened));
        if !args.brief {
            say(format!("{}\n", row.content));
        }
    }
    if rows.is_empty() && cx.home.activity_db().exists() && !args.narrow.tell_nothing(cx)? {
        note(messages::nothing_injected_yet());
    }
    Ok(())
}
