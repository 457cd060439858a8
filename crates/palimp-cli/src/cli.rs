//! The command line: what can be typed, and how its outcome becomes an exit code.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use palimp_engine::purge::Lease;
use serde_json::json;

use crate::commands;
use crate::context::{Cx, locate_home};
use crate::error::Failure;
use crate::help;
use crate::lang::told;
use crate::output::note;

/// One memory for every coding agent.
#[derive(Debug, Parser)]
#[command(name = "palimp", version, max_term_width = 100, propagate_version = false)]
#[command(
    after_help = "Start with `palimp up`. Exit codes: 0 done (no hits is done), 1 could not be done, 2 wrong usage."
)]
pub(crate) struct Cli {
    /// Print one JSON document
    #[arg(long, global = true)]
    json: bool,
    /// The home to work with [default: $PALIMP_HOME, else ~/.palimp]
    #[arg(long, global = true, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    home: Option<PathBuf>,
    /// The agent to work as [default: the one whose project this is, else main]
    #[arg(long, global = true, value_name = "ID", add = clap_complete::engine::ArgValueCandidates::new(crate::complete::agents))]
    agent: Option<String>,
    /// Run in the background, as a hook starts it
    #[arg(long, global = true, hide = true)]
    detached: bool,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Up(commands::up::Args),
    Install(commands::install::InstallArgs),
    Uninstall(commands::install::UninstallArgs),
    /// Take an event of a client from standard input (clients run this)
    Hook {
        /// The client: claude, codex, gemini, opencode, copilot, cursor or openclaw
        client: Option<String>,
        /// The event, where the payload does not name it
        event: Option<String>,
    },
    Search(commands::search::Args),
    Save(commands::save::Args),
    Read(commands::read::Args),
    List(commands::list::Args),
    Links(commands::links::Args),
    Edit(commands::edit::Args),
    History(commands::history::Args),
    Init(commands::init::Args),
    Index(commands::index::Args),
    Watch(commands::watch::Args),
    Embed(commands::embed::Args),
    Keys(commands::keys::Args),
    Mcp(commands::mcp::Args),
    Dashboard(commands::dashboard::Args),
    Bench(commands::bench::Args),
    Recent(commands::recent::Args),
    Show(commands::show::Args),
    Timeline(commands::timeline::Args),
    Summaries(commands::summaries::Args),
    Stats(commands::stats::Args),
    Tokens(commands::tokens::Args),
    Context(commands::context::Args),
    Injected(commands::injected::Args),
    Log(commands::log::Args),
    Pin(commands::pin::PinArgs),
    Unpin(commands::pin::UnpinArgs),
    Flush(commands::flush::Args),
    Reflect(commands::reflect::Args),
    Review(commands::review::Args),
    Rules(commands::rules::Args),
    Why(commands::why::Args),
    Stale(commands::stale::Args),
    Team(commands::team::Args),
    Hub(commands::hub::Args),
    Run(commands::run::Args),
    Chat(commands::chat::Args),
    Bootstrap(commands::bootstrap::Args),
    Forget(commands::forget::Args),
    Transcript(commands::transcript::Args),
    Status(commands::status::Args),
    Doctor(commands::doctor::Args),
    Scan(commands::scan::Args),
    Cleanup(commands::cleanup::Args),
    Config(commands::config::Args),
    Export(commands::export::Args),
    Import(commands::import::Args),
    Completions(commands::completions::Args),
    Tour(commands::tour::Args),
}

impl Verb {
    /// Whether it looks after a home that is not its user's alone, and so has to be let in.
    const fn mends(&self) -> bool {
        matches!(self, Verb::Doctor(_) | Verb::Up(_))
    }

    /// Whether it tells of an agent's memory, and makes none where there is none.
    const fn only_reads(&self) -> bool {
        use Verb::{
            Context, History, Injected, Links, List, Log, Read, Recent, Search, Show, Stats,
            Summaries, Timeline, Why,
        };
        matches!(
            self,
            Context(_)
                | History(_)
                | Injected(_)
                | Links(_)
                | List(_)
                | Log(_)
                | Read(_)
                | Recent(_)
                | Search(_)
                | Show(_)
                | Stats(_)
                | Summaries(_)
                | Timeline(_)
                | Why(_)
        )
    }
}

/// Runs what was typed.
pub(crate) fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(_) => return misused(),
    };
    let json = cli.json;
    match dispatch(cli) {
        Ok(code) => code,
        Err(failure) => {
            if json {
                crate::output::document(&json!({ "error": failure.to_string() }));
            }
            note!("palimp: {failure}");
            ExitCode::from(failure.code())
        }
    }
}

/// Says what clap has to say: help, the version, or what was wrong with the call. Only now is help
/// dressed for people.
fn misused() -> ExitCode {
    let Err(mut error) = help::dressed(Cli::command()).try_get_matches() else {
        return ExitCode::from(2);
    };
    help::nearest_first(&mut error);
    let wrong = error.use_stderr();
    if wrong && std::env::args_os().any(|arg| arg == "--json") {
        let message = error.to_string();
        // What is missing stands on the lines below the first.
        let first = message.split("\n\n").next().unwrap_or_default();
        let words = first.split_whitespace().collect::<Vec<_>>().join(" ");
        crate::output::document(&json!({ "error": words.trim_start_matches("error: ") }));
    }
    match wrong {
        // What is wrong is quoted.
        true => crate::output::talk(&help::in_words(&error)),
        false => crate::output::help(&help::in_words(&error)),
    }
    ExitCode::from(if wrong { 2 } else { 0 })
}

fn dispatch(cli: Cli) -> Result<ExitCode, Failure> {
    // Completions need no home.
    if let Verb::Completions(args) = &cli.verb {
        return done(commands::completions::run(args));
    }
    let home = locate_home(cli.home.as_deref())
        .ok_or_else(|| Failure::user("there is no home directory: set HOME or PALIMP_HOME"))?;
    // A home that was removed is not made anew, and one that is worked in is not removed.
    let lease = cli.detached.then(|| Lease::take(&home));
    if matches!(lease, Some(None)) {
        return Ok(ExitCode::SUCCESS);
    }
    if cli.verb.decides() {
        crate::caller::refuse_agent()?;
    }
    if !cli.verb.mends() {
        palimp_engine::owner::check_ownership(&home)?;
    }
    let (settings, wrong) = palimp_engine::settings::load(&home.settings_file());
    for complaint in wrong {
        let complaint = told(&complaint);
        note!("palimp: {complaint}; the default holds");
    }
    if let Some(agent) = cli.agent.as_deref().filter(|agent| !is_agent_id(agent)) {
        return Err(Failure::usage(format!(
            "'{agent}' is no agent's id: use letters, digits, '-' and '_'"
        )));
    }
    let cx = Cx { home, settings, agent: cli.agent, json: cli.json };
    if let Some(agent) = cx.agent.as_deref().filter(|_| cli.verb.only_reads())
        && let known = cx.known_agents()
        && !known.iter().any(|it| it == agent)
    {
        note!("palimp: there is no agent '{agent}' yet: there are {}", known.join(", "));
    }
    perform(&cx, cli.verb)
}

/// Runs a verb with its arguments, as they would be typed, inside of another one.
pub(crate) fn within(cx: &Cx, words: Vec<&str>) -> Result<ExitCode, Failure> {
    let words = ["palimp"].into_iter().chain(words);
    let cli = Cli::try_parse_from(words).map_err(|error| Failure::usage(error.to_string()))?;
    perform(cx, cli.verb)
}

fn perform(cx: &Cx, verb: Verb) -> Result<ExitCode, Failure> {
    match verb {
        Verb::Up(args) => done(commands::up::run(cx, &args)),
        Verb::Install(args) => done(commands::install::install(cx, &args)),
        Verb::Uninstall(args) => done(commands::install::uninstall(cx, &args)),
        Verb::Search(args) => done(commands::search::run(cx, &args)),
        Verb::Save(args) => done(commands::save::run(cx, &args)),
        Verb::Read(args) => done(commands::read::run(cx, &args)),
        Verb::List(args) => done(commands::list::run(cx, &args)),
        Verb::Links(args) => done(commands::links::run(cx, &args)),
        Verb::Edit(args) => done(commands::edit::run(cx, &args)),
        Verb::History(args) => done(commands::history::run(cx, &args)),
        Verb::Init(args) => done(commands::init::run(cx, &args)),
        Verb::Index(args) => done(commands::index::run(cx, &args)),
        Verb::Watch(args) => done(commands::watch::run(cx, &args)),
        Verb::Embed(args) => done(commands::embed::run(cx, &args)),
        Verb::Keys(args) => done(commands::keys::run(cx, &args)),
        Verb::Mcp(args) => done(commands::mcp::run(cx, &args)),
        Verb::Dashboard(args) => done(commands::dashboard::run(cx, &args)),
        Verb::Bench(args) => done(commands::bench::run(cx, &args)),
        Verb::Recent(args) => done(commands::recent::run(cx, &args)),
        Verb::Timeline(args) => done(commands::timeline::run(cx, &args)),
        Verb::Summaries(args) => done(commands::summaries::run(cx, &args)),
        Verb::Stats(args) => done(commands::stats::run(cx, &args)),
        Verb::Tokens(args) => done(commands::tokens::run(cx, &args)),
        Verb::Context(args) => done(commands::context::run(cx, &args)),
        Verb::Injected(args) => done(commands::injected::run(cx, &args)),
        Verb::Log(args) => done(commands::log::run(cx, &args)),
        Verb::Show(args) => done(commands::show::run(cx, &args)),
        Verb::Pin(args) => done(commands::pin::pin(cx, &args)),
        Verb::Unpin(args) => done(commands::pin::unpin(cx, &args)),
        Verb::Flush(args) => done(commands::flush::run(cx, &args)),
        Verb::Reflect(args) => done(commands::reflect::run(cx, &args)),
        Verb::Review(args) => done(commands::review::run(cx, &args)),
        Verb::Rules(args) => done(commands::rules::run(cx, &args)),
        Verb::Why(args) => done(commands::why::run(cx, &args)),
        Verb::Stale(args) => done(commands::stale::run(cx, &args)),
        Verb::Team(args) => done(commands::team::run(cx, &args)),
        Verb::Hub(args) => done(commands::hub::run(cx, &args)),
        Verb::Run(args) => commands::run::run(cx, &args),
        Verb::Chat(args) => commands::chat::run(cx, &args),
        Verb::Bootstrap(args) => done(commands::bootstrap::run(cx, &args)),
        Verb::Forget(args) => done(commands::forget::run(cx, &args)),
        Verb::Transcript(args) => done(commands::transcript::run(cx, &args)),
        Verb::Status(args) => done(commands::status::run(cx, &args)),
        Verb::Doctor(args) => commands::doctor::run(cx, &args),
        Verb::Scan(args) => done(commands::scan::run(cx, &args)),
        Verb::Cleanup(args) => done(commands::cleanup::run(cx, &args)),
        Verb::Config(args) => done(commands::config::run(cx, &args)),
        Verb::Export(args) => done(commands::export::run(cx, &args)),
        Verb::Import(args) => done(commands::import::run(cx, &args)),
        Verb::Tour(args) => done(commands::tour::run(cx, &args)),
        // `palimp hook` never comes here unless a flag stood before it.
        Verb::Hook { .. } => {
            Err(Failure::usage("write `hook` first: palimp hook <client> [--home DIR]"))
        }
        Verb::Completions(_) => Ok(ExitCode::SUCCESS),
    }
}

fn done(result: Result<(), Failure>) -> Result<ExitCode, Failure> {
    result.map(|()| ExitCode::SUCCESS)
}

fn is_agent_id(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
}
