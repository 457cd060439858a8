//! `palimp dashboard memory`: the notes of all homes of this machine, read only.

use palimp_core::settings::Settings;
use palimp_engine::federation::{Agent, Federation, HomeStatus, OfHome, Reindexed, SearchedIndex};
use palimp_engine::memory::Models;
use palimp_engine::recall::SearchOptions;
use palimp_engine::settings::{self, SettingRef};
use palimp_models::Keys;
use palimp_store::activity::Filter;
use serde_json::json;

use crate::commands::{config, keys};
use crate::context::{Cx, now_ms, user_home};
use crate::error::Failure;
use crate::hits::{Screen, lines};
use crate::lang::{named, told};
use crate::models;
use crate::output::{Span, Style, document, inline, note, say, spans, verbatim, width, words};
use crate::progress::Bar;
use crate::show::count;

/// Look into all homes of this machine, and change none of them
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// List the homes: ~/.palimp* and what dashboard.homes names
    Instances,
    /// Find notes in all homes, by their words and by their meaning
    Search {
        /// What to look for; "in double quotes" as it stands
        #[arg(required = true, num_args = 1.., value_name = "QUERY")]
        query: Vec<String>,
        /// Only in this home: its label, or its path
        #[arg(long = "in", value_name = "HOME")]
        only: Option<String>,
        /// How many [default: search.maxResults]
        #[arg(short = 'n', long, value_name = "N")]
        limit: Option<usize>,
        /// Retired notes too
        #[arg(long)]
        archive: bool,
    },
    /// Print a note of a home, or some of its lines
    Read {
        /// The home: its label, or its path
        #[arg(value_name = "HOME")]
        place: String,
        /// The note, relative to the vault
        #[arg(value_name = "PATH")]
        path: String,
        /// The first line, from 1
        #[arg(long, value_name = "LINE", value_parser = clap::value_parser!(u32).range(1..))]
        from: Option<u32>,
        /// How many lines
        #[arg(long, value_name = "N")]
        lines: Option<u32>,
    },
    /// Make the indexes that other homes lack, in this home
    Reindex {
        /// Only of this home: its label, or its path
        #[arg(value_name = "HOME")]
        place: Option<String>,
        /// Vectors too, by the embedder that dashboard.embedding names
        #[arg(long)]
        embedding: bool,
    },
    /// Show or change which homes are read, and who gives their notes vectors
    Config {
        #[command(subcommand)]
        what: Option<Change>,
    },
}

#[derive(Debug, clap::Subcommand)]
enum Change {
    /// Show one value
    Get {
        /// The key: homes or embedding
        key: String,
    },
    /// Change one value; or say in one step who gives vectors, and keep its key
    Set(Set),
}

#[derive(Debug, clap::Args)]
struct Set {
    /// The key: homes or embedding
    #[arg(required_unless_present_any = ["provider", "api_key"])]
    key: Option<String>,
    /// The value; a list as JSON or separated by commas
    #[arg(required_unless_present_any = ["provider", "api_key"])]
    value: Option<String>,
    /// Who gives vectors: builtin, local, openai, gemini, voyage, vertex or ollama
    #[arg(long, conflicts_with_all = ["key", "value"])]
    provider: Option<String>,
    /// Keep the provider's key, which is read from standard input or asked for: `--api-key -`
    #[arg(
        long,
        value_name = "-",
        num_args = 0..=1,
        default_missing_value = "-",
        conflicts_with_all = ["key", "value"]
    )]
    api_key: Option<String>,
}

impl Args {
    /// Returns true if a setting changes or a key comes.
    pub(super) const fn changes(&self) -> bool {
        matches!(self.what, What::Config { what: Some(Change::Set(_)) })
    }
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    match &args.what {
        What::Instances => instances(cx),
        What::Search { query, only, limit, archive } => {
            let limit = limit.unwrap_or(cx.settings.search.max_results);
            let floor = cx.settings.search.min_score;
            let usual = SearchOptions::new(Filter::default(), &cx.here(), now_ms());
            let options = SearchOptions { limit, floor, archive: *archive, ..usual };
            find(cx, &query.join(" "), &options, only.as_deref())
        }
        What::Read { place, path, from, lines } => read(cx, (place, path), (*from, *lines)),
        What::Reindex { place, embedding } => reindex(cx, place.as_deref(), *embedding),
        What::Config { what } => configure(cx, what.as_ref()),
    }
}

fn federation(cx: &Cx, models: Models) -> Federation {
    Federation::new(cx.home.clone(), cx.settings.clone(), user_home(), models)
}

fn instances(cx: &Cx) -> Result<(), Failure> {
    let instances = federation(cx, Models::default()).home_statuses();
    if cx.json {
        document(&json!({ "instances": instances }));
        return Ok(());
    }
    instances.iter().for_each(|instance| say!("{}", of_instance(instance)));
    Ok(())
}

fn of_instance(instance: &HomeStatus) -> String {
    let HomeStatus { label, path, own, state, why, agents } = instance;
    let own = if *own { format!(" ({})", words!("this home")) } else { String::new() };
    let why = why.as_ref().map_or(String::new(), |why| format!(": {}", told(why)));
    let state = named(state.name());
    let head = inline(&format!("{label}{own} · {} · {state}{why}", path.display()));
    let agents = agents.iter().map(|agent| format!("\n    {}", inline(&of_agent(agent))));
    format!("{head}{}", agents.collect::<String>())
}

fn of_agent(agent: &Agent) -> String {
    if let Some(why) = &agent.why {
        return format!("{}: {}", agent.id, told(why));
    }
    let indexed = match agent.index {
        SearchedIndex::There => words!("indexed there"),
        SearchedIndex::Here => words!("indexed here"),
        SearchedIndex::Not => words!("not indexed"),
    };
    let lacking = match agent.lacking {
        0 => String::new(),
        lacking => words!(", {} not in it", count(lacking, "note")),
    };
    let chunks = usize::try_from(agent.chunks).unwrap_or(usize::MAX);
    let (notes, chunks) = (count(agent.notes, "note"), count(chunks, "piece"));
    format!("{}: {notes}, {chunks}, {indexed}{lacking}", agent.id)
}

fn find(cx: &Cx, query: &str, options: &SearchOptions, only: Option<&str>) -> Result<(), Failure> {
    if query.trim().is_empty() {
        let hint = "nothing to look for: palimp dashboard memory search \"dark mode\"";
        return Err(Failure::usage(hint));
    }
    let models = models::open_for_homes(&cx.home, &cx.settings);
    let answer = federation(cx, models).search(query, options, only)?;
    if cx.json {
        document(&json!({
            "query": query, "homes": answer.homes, "hits": answer.hits, "notes": answer.notes,
        }));
        return Ok(());
    }
    let screen = Screen { width: width(), now: now_ms() };
    for OfHome { home, agent, hit } in &answer.hits {
        let mut shown = lines(hit, query, screen);
        let home = Span { style: Style::Plain, text: inline(&format!("[{home}/{agent}] ")) };
        shown[0].insert(0, home);
        shown.iter().for_each(|line| spans(line));
    }
    answer.notes.iter().for_each(|remark| note!("palimp: {}", inline(remark)));
    if answer.hits.is_empty() {
        note!("Nothing found for '{}' in {}.", inline(query), count(answer.homes.len(), "home"));
    }
    Ok(())
}

fn read(
    cx: &Cx,
    (place, path): (&str, &str),
    (from, lines): (Option<u32>, Option<u32>),
) -> Result<(), Failure> {
    let wide = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let note = (place, cx.agent.as_deref(), path);
    let federation = federation(cx, Models::default());
    let excerpt = federation.read_note(note, from.map(wide), lines.map(wide))?;
    if cx.json {
        let label = federation.find_home(place)?.label;
        document(&json!({ "home": label, "note": excerpt }));
        return Ok(());
    }
    verbatim(&excerpt.text);
    if !excerpt.text.is_empty() && !excerpt.text.ends_with('\n') {
        verbatim("\n");
    }
    Ok(())
}

fn reindex(cx: &Cx, place: Option<&str>, embedding: bool) -> Result<(), Failure> {
    if embedding && cx.settings.dashboard.embedding.is_none() {
        return Err(Failure::user(
            "nobody is named who gives vectors: `palimp dashboard memory config set embedding builtin`",
        ));
    }
    if embedding && let Some(told) = models::homes_embedded_at(&cx.home, &cx.settings) {
        note!("{told}.");
    }
    let models = || match embedding {
        true => models::open_for_homes(&cx.home, &cx.settings),
        false => Models::default(),
    };
    let bar = Bar::new(cx.json, 0, words!("notes"));
    let progress = &mut |done, total, what: &str| bar.at(done, total, what);
    let all = federation(cx, Models::default()).reindex(place, &models, progress)?;
    bar.done();
    if cx.json {
        document(&json!({ "reindexed": all }));
    } else {
        all.iter().for_each(|one| say!("{}", inline(&of_copy(one))));
        if all.is_empty() {
            note!("There is no other home.");
        }
    }
    match all.iter().any(|one| one.why.is_some()) {
        true => Err(Failure::user("not every home could be indexed; the others are")),
        false => Ok(()),
    }
}

fn of_copy(one: &Reindexed) -> String {
    let whose = match &one.agent {
        Some(agent) => format!("{}/{agent}", one.home),
        None => one.home.clone(),
    };
    let (written, removed) = (count(one.written, "note"), count(one.removed, "note"));
    let embedded = match one.vectors {
        0 => String::new(),
        vectors => words!(", {} with vectors", count(vectors, "piece")),
    };
    let why = one.why.as_ref().map_or(String::new(), |why| format!("; {}", told(why)));
    words!("{whose}: {written} taken in, {removed} taken out") + &embedded + &why
}

fn configure(cx: &Cx, change: Option<&Change>) -> Result<(), Failure> {
    let file = settings::read_value(&cx.home.settings_file())?;
    match change {
        Some(Change::Get { key }) => config::get(cx, &file, &setting(key)?),
        Some(Change::Set(Set { key: Some(key), value: Some(value), .. })) => {
            config::set(cx, &setting(key)?, value)?;
            tell_where(cx)?;
        }
        Some(Change::Set(set)) => set_provider(cx, set)?,
        None => {
            let all = [setting("homes")?, setting("embedding")?];
            if cx.json {
                document(&all.iter().map(|at| config::entry(&file, at)).collect::<Vec<_>>());
            } else {
                all.iter().for_each(|at| say!("{}", config::line(&file, at)));
            }
        }
    }
    Ok(())
}

fn setting(key: &str) -> Result<SettingRef, Failure> {
    let name = key.strip_prefix("dashboard.").unwrap_or(key);
    match name {
        "homes" | "embedding" => config::find(&format!("dashboard.{name}")),
        _ => Err(Failure::usage(format!("there is no '{key}' here: use homes or embedding"))),
    }
}

/// Names the provider and keeps its key. Nothing changes where either cannot be.
fn set_provider(cx: &Cx, set: &Set) -> Result<(), Failure> {
    let provider = set.provider.as_ref().or(cx.settings.dashboard.embedding.as_ref());
    let provider = provider
        .ok_or_else(|| Failure::usage("no provider is named: `--provider openai --api-key -`"))?;
    let at = setting("embedding")?;
    at.parse(provider).map_err(|wrong| Failure::usage(wrong.to_string()))?;
    let kept = match &set.api_key {
        Some(given) => Some(keep_key(cx, provider, given)?),
        None => None,
    };
    config::set(cx, &at, provider)?;
    if let Some(kept) = kept {
        note!("The key of {provider} is kept in {kept}.");
    }
    tell_where(cx)
}

/// Keeps the key that standard input holds or a person enters; where it is kept.
fn keep_key(cx: &Cx, provider: &str, given: &str) -> Result<&'static str, Failure> {
    if given != "-" {
        return Err(Failure::usage(
            "a key on the command line can be read by others and stays in the shell's history: `--api-key -` reads it from standard input, or asks; replace the key that was shown",
        ));
    }
    keys::check_service(provider)?;
    let command = format!("palimp dashboard memory config set --provider {provider} --api-key -");
    let secret = keys::read_key(&command)?;
    palimp_store::files::private_dir(cx.home.root())?;
    keys::keep(&Keys::for_home(&cx.home), provider, &secret, false)
}

/// Says which service is sent what, and where.
fn tell_where(cx: &Cx) -> Result<(), Failure> {
    let (settings, _) = Settings::from_value(&settings::read_value(&cx.home.settings_file())?);
    models::homes_embedded_at(&cx.home, &settings).iter().for_each(|told| note!("{told}."));
    Ok(())
}
