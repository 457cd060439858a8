//! `palimp recent`: what was captured last.

use palimp_core::activity::StoredObservation;
use palimp_core::observation::ObservationType;
use palimp_engine::ingest::open_activity::Filter;

use super::{FilterArgs, parse_limit, parse_type, pick, print_nothing_captured};
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::hits::{HitLayout, brief_lines};
use crate::messages;
use crate::output::{note, print_json, print_spans, terminal_width};

/// Show recent captures
#[derive(Debug, clap::Args)]
pub(crate) struct RecentCommandArgs {
    /// Maximum number [default: 20]
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true,
        value_parser = parse_limit)]
    limit: Option<usize>,
    /// Search as you type; press keys to open, edit, copy, pin or forget results
    #[arg(short, long, conflicts_with = "json")]
    interactive: bool,
    /// Only this type: file_edit, command, error or observation
    #[arg(long = "type", value_name = "TYPE", value_parser = parse_type)]
    kind: Option<ObservationType>,
    #[command(flatten)]
    narrow: FilterArgs,
}

/// Default number of rows to show, and of rows to choose from.
const DEFAULT_ROWS: usize = 20;
const DEFAULT_CHOICES: usize = 500;

pub(crate) fn run(cx: &Cx, args: &RecentCommandArgs) -> Result<(), CliError> {
    let filter = Filter { kind: args.kind, ..args.narrow.filter(cx) };
    if args.interactive {
        // What is to be said of it is said before the screen is taken.
        let activity = cx.activity_to_read()?;
        return pick::run(cx, String::new(), &mut |query| {
            let rows = activity
                .as_ref()
                .map(|db| db.recent_observations(&filter, args.limit.unwrap_or(DEFAULT_CHOICES)));
            let rows = rows.transpose()?.unwrap_or_default().into_iter();
            Ok(rows.filter(|row| matches_query(row, query)).map(pick::to_item).collect())
        });
    }
    let rows = match cx.activity_to_read()? {
        Some(db) => db.recent_observations(&filter, args.limit.unwrap_or(DEFAULT_ROWS))?,
        None => {
            print_nothing_captured(cx)?;
            Vec::new()
        }
    };
    if cx.json {
        print_json(&rows);
    } else {
        if rows.is_empty() && cx.home.activity_db().exists() && !args.narrow.tell_nothing(cx)? {
            note(messages::no_capture_matches());
        }
        let screen = HitLayout { width: terminal_width(), now: now_ms() };
        for row in rows {
            let pinned = row.pinned;
            brief_lines(&row.into(), pinned, screen).iter().for_each(|line| print_spans(line));
        }
    }
    Ok(())
}

/// True if the observation contains every word of the query, in any case.
fn matches_query(row: &StoredObservation, query: &str) -> bool {
    let text = [row.content.as_str(), &row.project, &row.client, row.kind.name()]
        .join("\n")
        .to_lowercase();
    query.to_lowercase().split_whitespace().all(|word| text.contains(word))
}
