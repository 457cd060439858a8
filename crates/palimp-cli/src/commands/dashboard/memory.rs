//! `palimp dashboard memory`: the notes of all homes of this machine, read only.

use palimp_core::settings::Settings;
use palimp_engine::home::settings::{self, SettingRef};
use palimp_engine::ingest::open_activity::Filter;
use palimp_engine::retrieval::federation::{
    Agent, Federation, HomeStatus, OfHome, Reindexed, SearchedIndex,
};
use palimp_engine::retrieval::index_sync::Models;
use palimp_engine::retrieval::recall::SearchOptions;
use palimp_models::Keys;
use serde_json::json;

use crate::commands::{config, keys};
use crate::context::{Cx, now_ms, user_home};
use crate::error::CliError;
use crate::hits::{HitLayout, hit_lines};
use crate::messages;
use crate::models;
use crate::output::{
    SpanStyle, StyledSpan, inline, note, print_json, print_spans, print_verbatim, say,
    terminal_width,
};
use crate::progress::Bar;
use palimp_core::counts;

/// Read every palimp home on this machine; only the current one is ever changed
#[derive(Debug, clap::Args)]
pub(crate) struct DashboardMemoryArgs {
    #[command(subcommand)]
    what: DashboardMemoryCommand,
}

#[derive(Debug, clap::Subcommand)]
enum DashboardMemoryCommand {
    /// List the homes: ~/.palimp* and those in dashboard.homes
    Instances,
    /// Search notes of all homes, by words and by meaning
    Search {
        /// The query; text "in double quotes" must match exactly
        #[arg(required = true, num_args = 1.., value_name = "QUERY")]
        query: Vec<String>,
        /// Only this home: its label or path
        #[arg(long = "in", value_name = "HOME")]
        only: Option<String>,
        /// Maximum number of results [default: search.maxResults]
        #[arg(short = 'n', long, value_name = "N")]
        limit: Option<usize>,
        /// Include retired notes
        #[arg(long)]
        archive: bool,
    },
    /// Print a note of a home or some of its lines
    Read {
        /// The home: its label or path
        #[arg(value_name = "HOME")]
        place: String,
        /// The note, relative to the vault
        #[arg(value_name = "PATH")]
        path: String,
        /// The first line, from 1
        #[arg(long, value_name = "LINE", value_parser = clap::value_parser!(u32).range(1..))]
        from: Option<u32>,
        /// Number of lines
        #[arg(long, value_name = "N")]
        lines: Option<u32>,
    },
    /// Build the missing indexes of other homes, and store them in this home
    Reindex {
        /// Only this home: its label or path
        #[arg(value_name = "HOME")]
        place: Option<String>,
        /// Embed too, with the provider in dashboard.embedding
        #[arg(long)]
        embedding: bool,
    },
    /// Show or change the homes to read and their embedding provider
    Config {
        #[command(subcommand)]
        what: Option<HomesConfigCommand>,
    },
}

#[derive(Debug, clap::Subcommand)]
enum HomesConfigCommand {
    /// Show one value
    Get {
        /// The key: homes or embedding
        key: String,
    },
    /// Change one value, or set the embedding provider and store its key
    Set(HomesSetArgs),
}

#[derive(Debug, clap::Args)]
struct HomesSetArgs {
    /// The key: homes or embedding
    #[arg(required_unless_present_any = ["provider", "api_key"])]
    key: Option<String>,
    /// The value; a list as JSON or separated by commas
    #[arg(required_unless_present_any = ["provider", "api_key"])]
    value: Option<String>,
    /// The embedding provider: builtin, local, openai, gemini, voyage, vertex or ollama
    #[arg(long, conflicts_with_all = ["key", "value"])]
    provider: Option<String>,
    /// Store the provider's key: piped in, or asked for on a terminal
    #[arg(
        long,
        value_name = "-",
        num_args = 0..=1,
        default_missing_value = "-",
        conflicts_with_all = ["key", "value"]
    )]
    api_key: Option<String>,
}

impl DashboardMemoryArgs {
    /// Returns true if a setting changes or a key comes.
    pub(super) const fn changes_settings(&self) -> bool {
        matches!(
            self.what,
            DashboardMemoryCommand::Config { what: Some(HomesConfigCommand::Set(_)) }
        )
    }
}

pub(crate) fn run(cx: &Cx, args: &DashboardMemoryArgs) -> Result<(), CliError> {
    match &args.what {
        DashboardMemoryCommand::Instances => list_instances(cx),
        DashboardMemoryCommand::Search { query, only, limit, archive } => {
            let limit = limit.unwrap_or(cx.settings.search.max_results);
            let floor = cx.settings.search.min_score;
            let usual = SearchOptions::new(Filter::default(), &cx.current_project(), now_ms());
            let options = SearchOptions { limit, floor, archive: *archive, ..usual };
            search_homes(cx, &query.join(" "), &options, only.as_deref())
        }
        DashboardMemoryCommand::Read { place, path, from, lines } => {
            read_note(cx, (place, path), (*from, *lines))
        }
        DashboardMemoryCommand::Reindex { place, embedding } => {
            reindex_homes(cx, place.as_deref(), *embedding)
        }
        DashboardMemoryCommand::Config { what } => run_config(cx, what.as_ref()),
    }
}

fn open_federation(cx: &Cx, models: Models) -> Federation {
    Federation::new(cx.home.clone(), cx.settings.clone(), user_home(), models)
}

fn list_instances(cx: &Cx) -> Result<(), CliError> {
    let instances = open_federation(cx, Models::default()).home_statuses();
    if cx.json {
        print_json(&json!({ "instances": instances }));
        return Ok(());
    }
    instances.iter().for_each(|instance| say(of_instance(instance)));
    Ok(())
}

fn of_instance(instance: &HomeStatus) -> String {
    let HomeStatus { label, path, own, state, why, agents } = instance;
    let own = if *own { format!(" ({})", messages::this_home()) } else { String::new() };
    let why = why.as_ref().map_or(String::new(), |why| format!(": {}", why));
    let state = messages::name_in_words(state.name());
    let head = inline(&format!("{label}{own} · {} · {state}{why}", path.display()));
    let agents = agents.iter().map(|agent| format!("\n    {}", inline(&of_agent(agent))));
    format!("{head}{}", agents.collect::<String>())
}

fn of_agent(agent: &Agent) -> String {
    if let Some(why) = &agent.why {
        return format!("{}: {}", agent.id, why);
    }
    let indexed = match agent.index {
        SearchedIndex::There => messages::indexed_there(),
        SearchedIndex::Here => messages::indexed_here(),
        SearchedIndex::Not => messages::not_indexed(),
    };
    let lacking = match agent.lacking {
        0 => String::new(),
        lacking => messages::notes_not_indexed(counts::notes(lacking)),
    };
    let chunks = usize::try_from(agent.chunks).unwrap_or(usize::MAX);
    let (notes, chunks) = (counts::notes(agent.notes), counts::pieces(chunks));
    format!("{}: {notes}, {chunks}, {indexed}{lacking}", agent.id)
}

fn search_homes(
    cx: &Cx,
    query: &str,
    options: &SearchOptions,
    only: Option<&str>,
) -> Result<(), CliError> {
    if query.trim().is_empty() {
        let hint = messages::homes_query_missing();
        return Err(CliError::usage(hint));
    }
    let models = models::open_for_homes(&cx.home, &cx.settings);
    let answer = open_federation(cx, models).search(query, options, only)?;
    if cx.json {
        print_json(&json!({
            "query": query, "homes": answer.homes, "hits": answer.hits, "notes": answer.notes,
        }));
        return Ok(());
    }
    let screen = HitLayout { width: terminal_width(), now: now_ms() };
    for OfHome { home, agent, hit } in &answer.hits {
        let mut shown = hit_lines(hit, query, screen);
        let home =
            StyledSpan { style: SpanStyle::Plain, text: inline(&format!("[{home}/{agent}] ")) };
        shown[0].insert(0, home);
        shown.iter().for_each(|line| print_spans(line));
    }
    answer.notes.iter().for_each(|remark| note(format!("palimp: {}", inline(remark))));
    if answer.hits.is_empty() {
        note(messages::nothing_found_in_homes(inline(query), counts::homes(answer.homes.len())));
    }
    Ok(())
}

fn read_note(
    cx: &Cx,
    (place, path): (&str, &str),
    (from, lines): (Option<u32>, Option<u32>),
) -> Result<(), CliError> {
    let wide = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let note = (place, cx.agent.as_deref(), path);
    let federation = open_federation(cx, Models::default());
    let excerpt = federation.read_note(note, from.map(wide), lines.map(wide))?;
    if cx.json {
        let label = federation.find_home(place)?.label;
        print_json(&json!({ "home": label, "note": excerpt }));
        return Ok(());
    }
    print_verbatim(&excerpt.text);
    if !excerpt.text.is_empty() && !excerpt.text.ends_with('\n') {
        print_verbatim("\n");
    }
    Ok(())
}

fn reindex_homes(cx: &Cx, place: Option<&str>, embedding: bool) -> Result<(), CliError> {
    if embedding && cx.settings.dashboard.embedding.is_none() {
        return Err(CliError::user(messages::no_vector_provider()));
    }
    if embedding && let Some(told) = models::homes_embedded_at(&cx.home, &cx.settings) {
        note(format!("{told}."));
    }
    let models = || match embedding {
        true => models::open_for_homes(&cx.home, &cx.settings),
        false => Models::default(),
    };
    let bar = Bar::new(cx.json, 0, messages::notes());
    let progress = &mut |done, total, what: &str| bar.set_progress(done, total, what);
    let all = open_federation(cx, Models::default()).reindex(place, &models, progress)?;
    bar.finish();
    if cx.json {
        print_json(&json!({ "reindexed": all }));
    } else {
        all.iter().for_each(|one| say(inline(&of_copy(one))));
        if all.is_empty() {
            note(messages::no_other_home());
        }
    }
    match all.iter().any(|one| one.why.is_some()) {
        true => Err(CliError::user(messages::some_homes_not_indexed())),
        false => Ok(()),
    }
}

fn of_copy(one: &Reindexed) -> String {
    let whose = match &one.agent {
        Some(agent) => format!("{}/{agent}", one.home),
        None => one.home.clone(),
    };
    let (written, removed) = (counts::notes(one.written), counts::notes(one.removed));
    let embedded = match one.vectors {
        0 => String::new(),
        vectors => messages::pieces_with_vectors(counts::pieces(vectors)),
    };
    let why = one.why.as_ref().map_or(String::new(), |why| format!("; {}", why));
    messages::home_indexed(&whose, &written, &removed) + &embedded + &why
}

fn run_config(cx: &Cx, change: Option<&HomesConfigCommand>) -> Result<(), CliError> {
    let file = settings::read_value(&cx.home.settings_file())?;
    match change {
        Some(HomesConfigCommand::Get { key }) => {
            config::print_value(cx, &file, &find_homes_setting(key)?)
        }
        Some(HomesConfigCommand::Set(HomesSetArgs {
            key: Some(key), value: Some(value), ..
        })) => {
            config::set_value(cx, &find_homes_setting(key)?, value)?;
            tell_where(cx)?;
        }
        Some(HomesConfigCommand::Set(set)) => set_provider(cx, set)?,
        None => {
            let all = [find_homes_setting("homes")?, find_homes_setting("embedding")?];
            if cx.json {
                print_json(
                    &all.iter().map(|at| config::setting_json(&file, at)).collect::<Vec<_>>(),
                );
            } else {
                all.iter().for_each(|at| say(config::format_setting(&file, at)));
            }
        }
    }
    Ok(())
}

fn find_homes_setting(key: &str) -> Result<SettingRef, CliError> {
    let name = key.strip_prefix("dashboard.").unwrap_or(key);
    match name {
        "homes" | "embedding" => config::find_setting(&format!("dashboard.{name}")),
        _ => Err(CliError::usage(messages::unknown_dashboard_key(key))),
    }
}

/// Names the provider and keeps its key. Nothing changes where either cannot be.
fn set_provider(cx: &Cx, set: &HomesSetArgs) -> Result<(), CliError> {
    let provider = set.provider.as_ref().or(cx.settings.dashboard.embedding.as_ref());
    let provider = provider.ok_or_else(|| CliError::usage(messages::provider_missing()))?;
    let at = find_homes_setting("embedding")?;
    at.parse(provider).map_err(|wrong| CliError::usage(wrong.to_string()))?;
    let kept = match &set.api_key {
        Some(given) => Some(keep_key(cx, provider, given)?),
        None => None,
    };
    config::set_value(cx, &at, provider)?;
    if let Some(kept) = kept {
        note(messages::provider_key_kept(provider, &kept));
    }
    tell_where(cx)
}

/// Keeps the key that standard input holds or a person enters; where it is kept.
fn keep_key(cx: &Cx, provider: &str, given: &str) -> Result<String, CliError> {
    if given != "-" {
        return Err(CliError::usage(messages::key_on_command_line()));
    }
    keys::check_service(provider)?;
    let command = format!("palimp dashboard memory config set --provider {provider} --api-key -");
    let secret = keys::read_key(&command)?;
    palimp_engine::home::files::create_home(&cx.home)?;
    keys::store_key(&Keys::for_home(&cx.home), provider, &secret, false)
}

/// Says which service is sent what, and where.
fn tell_where(cx: &Cx) -> Result<(), CliError> {
    let (settings, _) = Settings::from_value(&settings::read_value(&cx.home.settings_file())?);
    models::homes_embedded_at(&cx.home, &settings).iter().for_each(|told| note(format!("{told}.")));
    Ok(())
}
