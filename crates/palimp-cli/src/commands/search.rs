//! `palimp search`: finds what was written down, done or said.

use clap::ValueEnum;
use palimp_core::observation::ObservationType;
use palimp_engine::retrieval::index_sync::IndexSync;
use palimp_engine::retrieval::recall::{SearchHit, SearchOptions, SearchResults};
use palimp_note::Labels;
use serde_json::json;

use super::{FilterArgs, LabelArgs, list, parse_limit, parse_type, pick};
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::hits::{HitLayout, hit_lines};
use crate::hook::spawn_detached;
use crate::messages;
use crate::output::{note, print_json, print_spans, say, terminal_width};
use crate::picker::PickerItem;
use crate::progress::Bar;

/// Search notes, past work and conversations, by words and by meaning
#[derive(Debug, clap::Args)]
pub(crate) struct SearchCommandArgs {
    /// The query; text "in double quotes" must match exactly
    #[arg(required_unless_present_any = ["interactive", "tag", "properties"], num_args = 1..,
        value_name = "QUERY")]
    query: Vec<String>,
    /// Search as you type; press keys to open, edit, copy, pin or forget results
    #[arg(short, long, conflicts_with_all = ["json", "explain"])]
    interactive: bool,
    /// Maximum number of results [default: search.maxResults]
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true,
        value_parser = parse_limit)]
    limit: Option<usize>,
    /// Where to search; commits includes records
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        default_value = "notes,observations,messages,commits"
    )]
    source: Vec<From>,
    /// Only observations of this type: file_edit, command, error or observation
    #[arg(long = "type", value_name = "TYPE", value_parser = parse_type)]
    kind: Option<ObservationType>,
    /// Minimum score, from 0 to 1 [default: search.minScore]
    #[arg(long, value_name = "SCORE", allow_negative_numbers = true)]
    min_score: Option<f32>,
    /// Include retired notes
    #[arg(long)]
    archive: bool,
    /// Explain each score
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    labelled: LabelArgs,
    #[command(flatten)]
    narrow: FilterArgs,
}

/// Number of sources that are searched by default.
const DEFAULT_SOURCE_COUNT: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum From {
    /// Markdown of the vault and of the extra paths.
    Notes,
    /// What tools did.
    Observations,
    /// What was said.
    Messages,
    /// Commits and decision records of repositories.
    Commits,
    /// Decision records of repositories.
    Records,
}

impl SearchCommandArgs {
    /// Returns true if more is asked for than tags and properties say.
    fn is_narrow(&self) -> bool {
        self.narrow.is_narrow() || self.kind.is_some() || self.source.len() < DEFAULT_SOURCE_COUNT
    }

    /// Returns true if notes with these labels are listed, for nothing else is asked for.
    fn lists_notes(&self) -> bool {
        let is_of_notes = self.kind.is_none() && self.source.contains(&From::Notes);
        self.query.is_empty() && is_of_notes && !self.narrow.is_narrow()
    }
}

pub(crate) fn run(cx: &Cx, args: &SearchCommandArgs) -> Result<(), CliError> {
    let query = args.query.join(" ");
    if args.interactive {
        return choose_hit(cx, args, query);
    }
    let labels = args.labelled.labels()?;
    if !labels.is_empty() && args.lists_notes() {
        return tell_labelled(cx, args, &labels);
    }
    if query.trim().is_empty() {
        return Err(CliError::usage(messages::search_words_missing()));
    }
    let options = search_options(cx, args)?;
    let activity = match options.observations || options.messages {
        true => cx.activity_to_read()?,
        false => None,
    };
    let bar = Bar::new(cx.json, 0, messages::notes());
    let mut memory = cx.memory();
    let answer = memory.searcher().search(
        &query,
        &options,
        activity.as_ref(),
        &mut |done, total, what| {
            bar.set_progress(done, total, what);
        },
    )?;
    bar.finish();
    print_hits(cx, args, &query, &answer);
    // Nobody waits for this: it comes behind what was asked for.
    memory.notes.note_shown(&answer.hits, now_ms());
    if options.commits || options.records {
        catch_up(cx, &mut memory);
    }
    match answer.hits.is_empty() && !cx.json {
        true => tell_nothing(cx, args, &query, &options),
        false => Ok(()),
    }
}

/// Lists the notes with these labels; as JSON they are hits, as those of any search.
fn tell_labelled(cx: &Cx, args: &SearchCommandArgs, labels: &Labels) -> Result<(), CliError> {
    if !cx.json {
        return list::list_labelled(cx, labels, args.limit);
    }
    let answer = cx.notes().labelled(labels, args.limit.unwrap_or(usize::MAX))?;
    print_hits(cx, args, "", &answer);
    Ok(())
}

/// Has the repository of the working directory read beside this process, where it has new commits, and says so the first
/// time.
fn catch_up(cx: &Cx, memory: &mut IndexSync) {
    let here = std::env::current_dir().unwrap_or_default();
    if cx.home.root().exists() && memory.is_behind_repository(&here).unwrap_or(false) {
        let (agent, here) = (cx.agent(), here.to_string_lossy());
        spawn_detached(&cx.home, &["index", "--due", "--agent", &agent, "--tree", &here]);
        let is_first = memory.commit_count(&cx.current_project()).is_ok_and(|count| count == 0);
        if is_first && !cx.json {
            note(messages::reads_repository_first());
        }
    }
}

fn print_hits(cx: &Cx, args: &SearchCommandArgs, query: &str, answer: &SearchResults) {
    if cx.json {
        return print_json(&json!({
            "query": query, "tier": answer.tier, "hits": answer.hits, "notes": answer.notes,
        }));
    }
    let screen = HitLayout { width: terminal_width(), now: now_ms() };
    for hit in &answer.hits {
        hit_lines(hit, query, screen).iter().for_each(|line| print_spans(line));
        if args.explain {
            say(format!("    {}", explain_score(hit)));
        }
    }
    answer.notes.iter().for_each(|remark| note(format!("palimp: {remark}")));
}

/// Default number of hits to choose from.
const DEFAULT_CHOICES: usize = 50;

/// Looks for whatever is typed; while nothing is, shows what was captured last.
fn choose_hit(cx: &Cx, args: &SearchCommandArgs, query: String) -> Result<(), CliError> {
    let options = search_options(cx, args)?;
    let options = SearchOptions { limit: args.limit.unwrap_or(DEFAULT_CHOICES), ..options };
    // To open it may ask a service: that is done behind the first drawing, and while Ctrl-C still ends it.
    let mut memory = None;
    // What is to be said of it is said before the screen is taken.
    let activity = cx.activity_to_read()?;
    pick::run(cx, query, &mut |query| {
        let memory = memory.get_or_insert_with(|| cx.memory());
        if query.trim().is_empty() {
            let rows =
                activity.as_ref().map(|db| db.recent_observations(&options.filter, options.limit));
            return Ok(rows
                .transpose()?
                .unwrap_or_default()
                .into_iter()
                .map(pick::to_item)
                .collect());
        }
        let now = SearchOptions { now: now_ms(), ..options.clone() };
        let answer = memory.searcher().search(query, &now, activity.as_ref(), &mut |_, _, _| ())?;
        Ok(answer.hits.into_iter().map(|hit| PickerItem { hit, pinned: false }).collect())
    })
}

fn search_options(cx: &Cx, args: &SearchCommandArgs) -> Result<SearchOptions, CliError> {
    let floor = args.min_score.unwrap_or(cx.settings.search.min_score);
    if !(0.0..=1.0).contains(&floor) {
        return Err(CliError::usage(messages::bad_min_score()));
    }
    let mut filter = args.narrow.filter(cx);
    filter.kind = args.kind;
    // A type, a client and a session are things that notes don't have.
    let of_tools = args.kind.is_some();
    let of_sessions = filter.client.is_some() || filter.session.is_some();
    // Tags and properties are things that only notes have.
    let labels = args.labelled.labels()?;
    let of_all = labels.is_empty();
    Ok(SearchOptions {
        limit: args.limit.unwrap_or(cx.settings.search.max_results),
        floor,
        notes: args.source.contains(&From::Notes) && !of_tools && !of_sessions,
        observations: args.source.contains(&From::Observations) && of_all,
        messages: args.source.contains(&From::Messages) && !of_tools && of_all,
        commits: args.source.contains(&From::Commits) && !of_tools && !of_sessions && of_all,
        records: args.source.contains(&From::Records) && !of_tools && !of_sessions && of_all,
        labels,
        archive: args.archive,
        project: args.narrow.project_name(cx),
        tree: std::env::current_dir().unwrap_or_default(),
        ..SearchOptions::new(filter, &cx.current_project(), now_ms())
    })
}

/// Says where nothing was found, and what may help.
fn tell_nothing(
    cx: &Cx,
    args: &SearchCommandArgs,
    query: &str,
    options: &SearchOptions,
) -> Result<(), CliError> {
    let places = [
        (options.notes, messages::notes()),
        (options.observations, messages::what_tools_did()),
        (options.messages, messages::what_was_said()),
        (options.commits, messages::commits_and_decisions()),
        (options.records && !options.commits, messages::decision_records()),
    ];
    let places = places.into_iter().filter(|(looked, _)| *looked).map(|(_, name)| name);
    let places = places.collect::<Vec<_>>().join(", ");
    note(messages::nothing_found_in(query, &places));
    match () {
        () if !cx.home.root().exists() => {
            note(messages::home_is_empty(cx.home.root().display()));
        }
        () if args.narrow.tell_strange_project(cx)? => {}
        () if !options.labels.is_empty() => {
            note(messages::labels_may_hide());
        }
        () if args.is_narrow() => {
            note(messages::filters_may_hide());
        }
        () => note(messages::try_other_words()),
    }
    Ok(())
}

fn explain_score(hit: &SearchHit) -> String {
    let parts = hit
        .parts
        .iter()
        .map(|(name, value)| format!("{} {value:.3}", messages::name_in_words(name)));
    let parts = parts.collect::<Vec<_>>().join(" · ");
    messages::score_parts(hit.score, hit.text_score, hit.vector_score, &parts)
}
