//! `palimp search`: finds what was done or said.

use clap::ValueEnum;
use palimp_core::observation::ObservationType;
use palimp_engine::recall::{self, Answer, Hit, Options, Source};
use serde_json::json;

use super::{Narrow, nothing_yet, parse_type};
use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::{document, note, say};
use crate::when::minute;

/// Find what was done or said, by its words
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// What to look for; "in double quotes" as it stands
    #[arg(required = true, num_args = 1.., value_name = "QUERY")]
    query: Vec<String>,
    /// How many [default: search.maxResults]
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<usize>,
    /// Where to look
    #[arg(long, value_enum, value_delimiter = ',', default_value = "observations")]
    source: Vec<From>,
    /// Only this type: file_edit, command, error or observation
    #[arg(long = "type", value_name = "TYPE", value_parser = parse_type)]
    kind: Option<ObservationType>,
    /// Show how each score came about
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    narrow: Narrow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum From {
    /// What tools did.
    Observations,
    /// What was said.
    Messages,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let query = args.query.join(" ");
    if query.trim().is_empty() {
        return Err(Failure::usage("nothing to look for: palimp search \"dark mode\""));
    }
    let answer = match cx.activity()? {
        Some(db) => {
            let mut filter = args.narrow.filter(cx);
            filter.kind = args.kind;
            let options = Options {
                limit: args.limit.unwrap_or(cx.settings.max_results),
                observations: args.source.contains(&From::Observations),
                messages: args.source.contains(&From::Messages),
                ..Options::new(filter, cx.here().id, now_ms())
            };
            recall::search(&db, &query, &options)?
        }
        None => {
            nothing_yet(cx)?;
            Answer::default()
        }
    };
    if cx.json {
        document(&json!({ "query": query, "tier": answer.tier, "hits": answer.hits }));
        return Ok(());
    }
    for hit in &answer.hits {
        say!("{}", in_words(hit));
        if args.explain {
            say!("    {}", explain(hit));
        }
    }
    if answer.hits.is_empty() && cx.home.activity_db().exists() {
        note!("Nothing found for '{query}'.");
    }
    Ok(())
}

/// A hit as a person reads it: what and when, then its text.
pub(super) fn in_words(hit: &Hit) -> String {
    let kind = match hit.source {
        Source::Observations => {
            format!("#{} {}", hit.id, hit.kind.map_or("", ObservationType::name))
        }
        Source::Messages => format!("message {}", hit.id),
    };
    let head = format!("{kind} · {} · {} · {}", hit.project, hit.client, minute(hit.created_at));
    let mut lines = hit.snippet.lines();
    let first = lines.next().unwrap_or("");
    let rest: String = lines.take(4).map(|line| format!("\n    {line}")).collect();
    format!("{head}\n    {first}{rest}")
}

fn explain(hit: &Hit) -> String {
    let parts = hit.parts.iter().map(|(name, value)| format!("{name} {value:.3}"));
    format!("score {:.3} = {}", hit.score, parts.collect::<Vec<_>>().join(" + "))
}
