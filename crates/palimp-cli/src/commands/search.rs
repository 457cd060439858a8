//! `palimp search`: finds what was written down, done or said.

use clap::ValueEnum;
use palimp_core::author::Author;
use palimp_core::observation::ObservationType;
use palimp_engine::recall::{Hit, Options, Source};
use palimp_engine::teams::day;
use serde_json::json;

use super::{Narrow, parse_type};
use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::{document, inline, note, say};
use crate::progress::Bar;
use crate::when::day_or_minute;

/// Find what was written down, done or said: by its words, and by its meaning
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// What to look for; "in double quotes" as it stands
    #[arg(required = true, num_args = 1.., value_name = "QUERY")]
    query: Vec<String>,
    /// How many [default: search.maxResults]
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<usize>,
    /// Where to look
    #[arg(long, value_enum, value_delimiter = ',', default_value = "notes,observations,messages")]
    source: Vec<From>,
    /// Only observations of this type: file_edit, command, error or observation
    #[arg(long = "type", value_name = "TYPE", value_parser = parse_type)]
    kind: Option<ObservationType>,
    /// The score, from 0 to 1, below which nothing is shown [default: search.minScore]
    #[arg(long, value_name = "SCORE")]
    min_score: Option<f32>,
    /// Retired notes too
    #[arg(long)]
    archive: bool,
    /// Show how each score came about
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    narrow: Narrow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum From {
    /// Markdown of the vault and of the extra paths.
    Notes,
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
    let options = options(cx, args)?;
    let activity = match options.observations || options.messages {
        true => cx.activity()?,
        false => None,
    };
    let bar = Bar::new(cx.json, 0, "notes");
    let mut memory = cx.memory();
    let answer = memory.search(&query, &options, activity.as_ref(), &mut |done, total, what| {
        bar.at(done, total, what);
    })?;
    bar.done();
    if cx.json {
        document(&json!({
            "query": query, "tier": answer.tier, "hits": answer.hits, "notes": answer.notes,
        }));
        return Ok(());
    }
    for hit in &answer.hits {
        say!("{}", in_words(hit, &query));
        if args.explain {
            say!("    {}", explain(hit));
        }
    }
    answer.notes.iter().for_each(|remark| note!("palimp: {remark}"));
    if answer.hits.is_empty() {
        note!("Nothing found for '{query}'.");
    }
    Ok(())
}

fn options(cx: &Cx, args: &Args) -> Result<Options, Failure> {
    let floor = args.min_score.unwrap_or(cx.settings.search.min_score);
    if !(0.0..=1.0).contains(&floor) {
        return Err(Failure::usage("--min-score is a number from 0 to 1"));
    }
    let mut filter = args.narrow.filter(cx);
    filter.kind = args.kind;
    // A type, a client and a session are things that notes don't have.
    let of_tools = args.kind.is_some();
    let of_sessions = filter.client.is_some() || filter.session.is_some();
    Ok(Options {
        limit: args.limit.unwrap_or(cx.settings.search.max_results),
        floor,
        notes: args.source.contains(&From::Notes) && !of_tools && !of_sessions,
        observations: args.source.contains(&From::Observations),
        messages: args.source.contains(&From::Messages) && !of_tools,
        archive: args.archive,
        project: args.narrow.project_name(),
        tree: std::env::current_dir().unwrap_or_default(),
        ..Options::new(filter, &cx.here(), now_ms())
    })
}

/// A hit as a person reads it: what and when, then its text.
pub(super) fn in_words(hit: &Hit, query: &str) -> String {
    let number = hit.id.unwrap_or(0);
    let what = match hit.source {
        Source::Observations => {
            format!("#{number} {}", hit.kind.map_or("", ObservationType::name))
        }
        Source::Messages => format!("m{number} message"),
        Source::Notes => place(hit),
    };
    let by = match &hit.team {
        Some(team) => Some(team.words(day(now_ms()))),
        None => (hit.author != Author::User).then(|| format!("by {}", hit.author.name())),
    };
    let against = hit.against.as_ref().map(|other| format!("contradicts {other}"));
    let (heading, project) = (hit.heading.as_deref(), hit.project.as_deref());
    let about = [by.as_deref(), against.as_deref(), heading, project, hit.client.as_deref()];
    let about = about.into_iter().flatten().map(|part| format!(" · {part}"));
    let head =
        inline(&format!("{what}{} · {}", about.collect::<String>(), day_or_minute(hit.created_at)));
    let lines = around(&hit.snippet, query).into_iter().map(|line| format!("\n    {line}"));
    format!("{head}{}", lines.collect::<String>())
}

/// Lines of a snippet that are shown.
const SHOWN: usize = 5;

/// The lines around the one that says most of the query.
fn around<'s>(snippet: &'s str, query: &str) -> Vec<&'s str> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let lines: Vec<&str> = snippet.lines().filter(|line| !line.trim().is_empty()).collect();
    let said = |line: &str| {
        let line = line.to_lowercase();
        words.iter().filter(|word| line.contains(word.as_str())).count()
    };
    let best = lines.iter().enumerate().rev().max_by_key(|(_, line)| said(line));
    let best = best.map_or(0, |(at, _)| at);
    let from = best.saturating_sub(SHOWN / 2).min(lines.len().saturating_sub(SHOWN));
    lines.into_iter().skip(from).take(SHOWN).collect()
}

/// Where a note's hit stands, in the form that editors open: `shared/decisions.md:12`.
fn place(hit: &Hit) -> String {
    let path = hit.path.as_deref().unwrap_or("");
    match hit.start_line.filter(|_| hit.team.is_none()) {
        Some(line) => format!("{path}:{line}"),
        None => path.to_owned(),
    }
}

fn explain(hit: &Hit) -> String {
    let parts = hit.parts.iter().map(|(name, value)| format!("{name} {value:.3}"));
    let parts = parts.collect::<Vec<_>>().join(" · ");
    format!(
        "score {:.3} (words {:.3}, vectors {:.3}): {parts}",
        hit.score, hit.text_score, hit.vector_score
    )
}
