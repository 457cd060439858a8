//! The command line: what can be typed, and how its outcome becomes an exit code.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use palimp_core::lang::{Lang, set_process_lang};
use palimp_engine::erasure::purge::Lease;
use serde_json::json;

use crate::commands;
use crate::context::{Cx, locate_home};
use crate::error::CliError;
use crate::help;
use crate::messages;
use crate::output::note;

/// One memory for every coding agent.
#[derive(Debug, Parser)]
#[command(name = "palimp", version, max_term_width = 100, propagate_version = false)]
#[command(
    after_help = "Start with `palimp up`. Exit codes: 0 success (even with no results), 1 failure, 2 usage error."
)]
pub(crate) struct Cli {
    /// Print one JSON document
    #[arg(long, global = true)]
    json: bool,
    /// The home to use [default: $PALIMP_HOME, else ~/.palimp]
    #[arg(long, global = true, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    home: Option<PathBuf>,
    /// The palimp agent (its own vault) [default: the one of this project, else main]
    #[arg(long, global = true, value_name = "ID", add = clap_complete::engine::ArgValueCandidates::new(crate::complete::agents))]
    agent: Option<String>,
    /// Run in the background (hooks run this)
    #[arg(long, global = true, hide = true)]
    detached: bool,
    #[command(subcommand)]
    verb: CliCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CliCommand {
    Up(commands::up::UpArgs),
    Install(commands::install::InstallArgs),
    Uninstall(commands::install::UninstallArgs),
    /// Handle an event of a client from standard input (clients run this)
    Hook {
        /// The client: claude, codex, gemini, opencode, copilot, cursor or openclaw
        client: Option<String>,
        /// The event, if the payload does not name it
        event: Option<String>,
    },
    Search(commands::search::SearchCommandArgs),
    Save(commands::save::SaveCommandArgs),
    Read(commands::read::ReadArgs),
    List(commands::list::ListArgs),
    Links(commands::links::LinksArgs),
    Edit(commands::edit::EditArgs),
    History(commands::history::HistoryArgs),
    Init(commands::init::InitArgs),
    Index(commands::index::IndexArgs),
    Watch(commands::watch::WatchArgs),
    Embed(commands::embed::EmbedArgs),
    Keys(commands::keys::KeysArgs),
    Mcp(commands::mcp::McpArgs),
    Dashboard(commands::dashboard::DashboardArgs),
    Bench(commands::bench::BenchArgs),
    Recent(commands::recent::RecentCommandArgs),
    Show(commands::show::ShowArgs),
    Timeline(commands::timeline::TimelineArgs),
    #[command(alias = "summaries")]
    Sessions(commands::sessions::SessionsArgs),
    Stats(commands::stats::StatsArgs),
    Tokens(commands::tokens::TokensArgs),
    Context(commands::context::ContextArgs),
    #[command(alias = "injected")]
    Injections(commands::injections::InjectionsArgs),
    Log(commands::log::LogArgs),
    Pin(commands::pin::PinArgs),
    Unpin(commands::pin::UnpinArgs),
    Flush(commands::flush::FlushArgs),
    Reflect(commands::reflect::ReflectArgs),
    Review(commands::review::ReviewArgs),
    Rules(commands::rules::RulesArgs),
    Why(commands::why::WhyArgs),
    #[command(alias = "stale")]
    Anchors(commands::anchors::AnchorsArgs),
    Team(commands::team::TeamArgs),
    Hub(commands::hub::HubArgs),
    Run(commands::run::RunArgs),
    Chat(commands::chat::ChatArgs),
    Bootstrap(commands::bootstrap::BootstrapArgs),
    Forget(commands::forget::ForgetArgs),
    Transcript(commands::transcript::TranscriptArgs),
    Status(commands::status::StatusArgs),
    Doctor(commands::doctor::DoctorArgs),
    Scan(commands::scan::ScanArgs),
    Cleanup(commands::cleanup::CleanupArgs),
    Config(commands::config::ConfigArgs),
    Project(commands::project::ProjectArgs),
    Exclude(commands::exclude::ExcludeArgs),
    Pause(commands::pause::PauseArgs),
    Resume(commands::pause::ResumeArgs),
    Backup(commands::backup::BackupArgs),
    Restore(commands::backup::RestoreArgs),
    Sync(commands::sync::SyncArgs),
    Export(commands::export::ExportArgs),
    Import(commands::import::ImportArgs),
    Completions(commands::completions::CompletionsArgs),
    Tour(commands::tour::TourArgs),
}

impl CliCommand {
    /// True if the command repairs a home, and so may open one that is not its user's alone.
    const fn repairs_home(&self) -> bool {
        matches!(self, CliCommand::Doctor(_) | CliCommand::Up(_))
    }

    /// True if the command reads an agent's memory, and creates none where there is none.
    const fn only_reads(&self) -> bool {
        use CliCommand::{
            Context, History, Injections, Links, List, Log, Read, Recent, Search, Sessions, Show,
            Stats, Timeline, Why,
        };
        matches!(
            self,
            Context(_)
                | History(_)
                | Injections(_)
                | Links(_)
                | List(_)
                | Log(_)
                | Read(_)
                | Recent(_)
                | Search(_)
                | Show(_)
                | Stats(_)
                | Sessions(_)
                | Timeline(_)
                | Why(_)
        )
    }
}

/// Commands and options of earlier versions, and what they are called now.
const RENAMED_WORDS: [(&str, &str); 4] = [
    ("injected", "injections"),
    ("summaries", "sessions"),
    ("stale", "anchors"),
    ("--bring", "--move-notes"),
];

/// Says what the typed word is called now, where it is an earlier version's.
fn hint_renamed(word: &str) {
    let is_subcommand = |name| std::env::args().nth(1).is_some_and(|first| first == name);
    let renamed = RENAMED_WORDS.into_iter().find(|(old, _)| *old == word);
    let renamed = renamed.filter(|(old, _)| old.starts_with("--") || is_subcommand(*old));
    if let Some((old, new)) = renamed {
        note(messages::word_renamed(old, new));
    }
}

/// Runs what was typed.
pub(crate) fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(_) => return print_clap_error(),
    };
    let json = cli.json;
    // What a program reads is in English, errors included.
    if !json && !matches!(cli.verb, CliCommand::Mcp(_)) {
        set_process_lang(user_lang());
    }
    std::env::args().skip(1).for_each(|word| hint_renamed(&word));
    match dispatch(cli) {
        Ok(code) => code,
        Err(failure) => {
            if json {
                crate::output::print_json(&json!({ "error": failure.to_string() }));
            }
            note(format!("palimp: {failure}"));
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Prints help, the version or a usage error of clap. Help is dressed for people only here.
fn print_clap_error() -> ExitCode {
    let for_program = std::env::args_os().any(|arg| arg == "--json");
    if !for_program {
        set_process_lang(user_lang());
    }
    let Err(mut error) = help::prepare_help(Cli::command()).try_get_matches() else {
        return ExitCode::from(2);
    };
    help::nearest_first(&mut error);
    let wrong = error.use_stderr();
    if wrong && for_program {
        let message = error.to_string();
        // What is missing stands on the lines below the first.
        let first = message.split("\n\n").next().unwrap_or_default();
        let words = first.split_whitespace().collect::<Vec<_>>().join(" ");
        crate::output::print_json(&json!({ "error": words.trim_start_matches("error: ") }));
    }
    match wrong {
        // What is wrong is quoted.
        true => note(help::in_words(&error)),
        false => crate::output::print_help(&help::in_words(&error)),
    }
    ExitCode::from(if wrong { 2 } else { 0 })
}

fn dispatch(cli: Cli) -> Result<ExitCode, CliError> {
    // Completions need no home.
    if let CliCommand::Completions(args) = &cli.verb {
        return to_exit_code(commands::completions::run(args));
    }
    let home = locate_home(cli.home.as_deref())
        .ok_or_else(|| CliError::user(messages::no_home_directory_or_palimp_home()))?;
    // A home that was removed is not made anew, and one that is worked in is not removed.
    let lease = cli.detached.then(|| Lease::take(&home));
    if matches!(lease, Some(None)) {
        return Ok(ExitCode::SUCCESS);
    }
    if cli.verb.needs_user() {
        crate::caller::refuse_agent()?;
    }
    if !cli.verb.repairs_home() {
        palimp_engine::home::owner::check_ownership(&home)?;
    }
    let (settings, wrong) = palimp_engine::home::settings::load(&home.settings_file());
    for complaint in wrong {
        note(messages::setting_complaint(&complaint));
    }
    if let Some(agent) = cli.agent.as_deref().filter(|agent| !is_agent_id(agent)) {
        return Err(CliError::usage(messages::bad_agent_id(agent)));
    }
    let cx = Cx { home, settings, agent: cli.agent, json: cli.json };
    if let Some(agent) = cx.agent.as_deref().filter(|_| cli.verb.only_reads())
        && let known = cx.known_agents()
        && !known.iter().any(|it| it == agent)
    {
        note(messages::unknown_agent(agent, known.join(", ")));
    }
    run_command(&cx, cli.verb)
}

/// Runs a command with its arguments, as they would be typed, inside of another command.
pub(crate) fn run_nested(cx: &Cx, words: Vec<&str>) -> Result<ExitCode, CliError> {
    let words = ["palimp"].into_iter().chain(words);
    let cli = Cli::try_parse_from(words).map_err(|error| CliError::usage(error.to_string()))?;
    run_command(cx, cli.verb)
}

fn run_command(cx: &Cx, verb: CliCommand) -> Result<ExitCode, CliError> {
    match verb {
        CliCommand::Up(args) => to_exit_code(commands::up::run(cx, &args)),
        CliCommand::Install(args) => to_exit_code(commands::install::install(cx, &args)),
        CliCommand::Uninstall(args) => to_exit_code(commands::install::uninstall(cx, &args)),
        CliCommand::Search(args) => to_exit_code(commands::search::run(cx, &args)),
        CliCommand::Save(args) => to_exit_code(commands::save::run(cx, &args)),
        CliCommand::Read(args) => to_exit_code(commands::read::run(cx, &args)),
        CliCommand::List(args) => to_exit_code(commands::list::run(cx, &args)),
        CliCommand::Links(args) => to_exit_code(commands::links::run(cx, &args)),
        CliCommand::Edit(args) => to_exit_code(commands::edit::run(cx, &args)),
        CliCommand::History(args) => to_exit_code(commands::history::run(cx, &args)),
        CliCommand::Init(args) => to_exit_code(commands::init::run(cx, &args)),
        CliCommand::Index(args) => to_exit_code(commands::index::run(cx, &args)),
        CliCommand::Watch(args) => to_exit_code(commands::watch::run(cx, &args)),
        CliCommand::Embed(args) => to_exit_code(commands::embed::run(cx, &args)),
        CliCommand::Keys(args) => to_exit_code(commands::keys::run(cx, &args)),
        CliCommand::Mcp(args) => to_exit_code(commands::mcp::run(cx, &args)),
        CliCommand::Dashboard(args) => to_exit_code(commands::dashboard::run(cx, &args)),
        CliCommand::Bench(args) => to_exit_code(commands::bench::run(cx, &args)),
        CliCommand::Recent(args) => to_exit_code(commands::recent::run(cx, &args)),
        CliCommand::Timeline(args) => to_exit_code(commands::timeline::run(cx, &args)),
        CliCommand::Sessions(args) => to_exit_code(commands::sessions::run(cx, &args)),
        CliCommand::Stats(args) => to_exit_code(commands::stats::run(cx, &args)),
        CliCommand::Tokens(args) => to_exit_code(commands::tokens::run(cx, &args)),
        CliCommand::Context(args) => to_exit_code(commands::context::run(cx, &args)),
        CliCommand::Injections(args) => to_exit_code(commands::injections::run(cx, &args)),
        CliCommand::Log(args) => to_exit_code(commands::log::run(cx, &args)),
        CliCommand::Show(args) => to_exit_code(commands::show::run(cx, &args)),
        CliCommand::Pin(args) => to_exit_code(commands::pin::pin(cx, &args)),
        CliCommand::Unpin(args) => to_exit_code(commands::pin::unpin(cx, &args)),
        CliCommand::Flush(args) => to_exit_code(commands::flush::run(cx, &args)),
        CliCommand::Reflect(args) => to_exit_code(commands::reflect::run(cx, &args)),
        CliCommand::Review(args) => to_exit_code(commands::review::run(cx, &args)),
        CliCommand::Rules(args) => to_exit_code(commands::rules::run(cx, &args)),
        CliCommand::Why(args) => to_exit_code(commands::why::run(cx, &args)),
        CliCommand::Anchors(args) => to_exit_code(commands::anchors::run(cx, &args)),
        CliCommand::Team(args) => to_exit_code(commands::team::run(cx, &args)),
        CliCommand::Hub(args) => to_exit_code(commands::hub::run(cx, &args)),
        CliCommand::Run(args) => commands::run::run(cx, &args),
        CliCommand::Chat(args) => commands::chat::run(cx, &args),
        CliCommand::Bootstrap(args) => to_exit_code(commands::bootstrap::run(cx, &args)),
        CliCommand::Forget(args) => to_exit_code(commands::forget::run(cx, &args)),
        CliCommand::Transcript(args) => to_exit_code(commands::transcript::run(cx, &args)),
        CliCommand::Status(args) => to_exit_code(commands::status::run(cx, &args)),
        CliCommand::Doctor(args) => commands::doctor::run(cx, &args),
        CliCommand::Scan(args) => to_exit_code(commands::scan::run(cx, &args)),
        CliCommand::Cleanup(args) => to_exit_code(commands::cleanup::run(cx, &args)),
        CliCommand::Config(args) => to_exit_code(commands::config::run(cx, &args)),
        CliCommand::Project(args) => to_exit_code(commands::project::run(cx, &args)),
        CliCommand::Exclude(args) => to_exit_code(commands::exclude::run(cx, &args)),
        CliCommand::Pause(args) => to_exit_code(commands::pause::pause(cx, &args)),
        CliCommand::Resume(args) => to_exit_code(commands::pause::resume(cx, &args)),
        CliCommand::Backup(args) => to_exit_code(commands::backup::back_up(cx, &args)),
        CliCommand::Restore(args) => to_exit_code(commands::backup::restore(cx, &args)),
        CliCommand::Sync(args) => to_exit_code(commands::sync::run(cx, &args)),
        CliCommand::Export(args) => to_exit_code(commands::export::run(cx, &args)),
        CliCommand::Import(args) => to_exit_code(commands::import::run(cx, &args)),
        CliCommand::Tour(args) => to_exit_code(commands::tour::run(cx, &args)),
        // `palimp hook` never comes here unless a flag stood before it.
        CliCommand::Hook { .. } => Err(CliError::usage(messages::hook_comes_first())),
        CliCommand::Completions(_) => Ok(ExitCode::SUCCESS),
    }
}

fn to_exit_code(result: Result<(), CliError>) -> Result<ExitCode, CliError> {
    result.map(|()| ExitCode::SUCCESS)
}

/// Returns the user's language, as `PALIMP_LANG` or the locale says.
fn user_lang() -> Lang {
    Lang::of_environment(|name| std::env::var(name).ok())
}

fn is_agent_id(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
}
