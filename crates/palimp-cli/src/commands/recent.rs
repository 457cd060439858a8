//! `palimp recent`: what was captured last.

use palimp_core::activity::StoredObservation;
use palimp_core::observation::ObservationType;
use palimp_store::activity::Filter;

use super::{Narrow, how_many, nothing_yet, parse_type, pick};
use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::hits::{Screen, brief};
use crate::output::{document, note, spans, width};

/// Show what was captured last
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// How many [default: 20]
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true,
        value_parser = how_many)]
    limit: Option<usize>,
    /// Choose on the screen: what is typed is looked for, keys open, edit, copy, pin and forget
    #[arg(short, long, conflicts_with = "json")]
    interactive: bool,
    /// Only this type: file_edit, command, error or observation
    #[arg(long = "type", value_name = "TYPE", value_parser = parse_type)]
    kind: Option<ObservationType>,
    #[command(flatten)]
    narrow: Narrow,
}

/// How many are shown, and how many there are to choose from.
const SHOWN: usize = 20;
const TO_CHOOSE: usize = 500;

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let filter = Filter { kind: args.kind, ..args.narrow.filter(cx) };
    if args.interactive {
        // What is to be said of it is said before the screen is taken.
        let activity = cx.activity()?;
        return pick::run(cx, String::new(), &mut |query| {
            let rows = activity
                .as_ref()
                .map(|db| db.recent_observations(&filter, args.limit.unwrap_or(TO_CHOOSE)));
            let rows = rows.transpose()?.unwrap_or_default().into_iter();
            Ok(rows.filter(|row| says(row, query)).map(pick::item).collect())
        });
    }
    let rows = match cx.activity()? {
        Some(db) => db.recent_observations(&filter, args.limit.unwrap_or(SHOWN))?,
        None => {
            nothing_yet(cx)?;
            Vec::new()
        }
    };
    if cx.json {
        document(&rows);
    } else {
        if rows.is_empty() && cx.home.activity_db().exists() && !args.narrow.tell_nothing(cx)? {
            note!("Nothing captured matches.");
        }
        let screen = Screen { width: width(), now: now_ms() };
        for row in rows {
            let pinned = row.pinned;
            brief(&row.into(), pinned, screen).iter().for_each(|line| spans(line));
        }
    }
    Ok(())
}

/// Whether it holds every word, in whatever letters.
fn says(row: &StoredObservation, query: &str) -> bool {
    let text = [row.content.as_str(), &row.project, &row.client, row.kind.name()]
        .join("\n")
        .to_lowercase();
    query.to_lowercase().split_whitespace().all(|word| text.contains(word))
}
