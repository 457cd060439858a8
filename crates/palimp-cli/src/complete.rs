//! Shell completions: the names that this home has, beside what clap knows.
//!
//! The shell asks with every press of its key. So nothing is written, imported or made here, and
//! what cannot be read at once is not offered.

use std::path::PathBuf;

use clap::Command;
use clap_complete::CompleteEnv;
use clap_complete::engine::CompletionCandidate as Candidate;
use palimp_core::project::DEFAULT_AGENT;
use palimp_engine::home::owner;
use palimp_engine::home::settings;
use palimp_engine::ingest::open_activity;

use crate::context::{Cx, locate_home};

/// The variable in which a shell says that it asks.
pub(crate) const COMPLETION_VARIABLE: &str = "PALIMP_COMPLETE";

/// Answers a shell, where one asks, and ends.
pub(crate) fn answer_shell(command: fn() -> Command) {
    if std::env::var_os(COMPLETION_VARIABLE).is_some() {
        CompleteEnv::with_factory(|| crate::help::prepare_help(command()))
            .var(COMPLETION_VARIABLE)
            .bin("palimp")
            .complete();
    }
}

/// The projects in which something was captured.
pub(crate) fn projects() -> Vec<Candidate> {
    let named = |cx: Cx| {
        let db = open_activity::to_read(&cx.home).ok()?.db?;
        let [projects, _] = db.projects_and_clients(&cx.agent()).ok()?;
        Some(projects)
    };
    to_candidates(home_context().and_then(named).unwrap_or_default())
}

/// The notes of the vault.
pub(crate) fn notes() -> Vec<Candidate> {
    let found = home_context().and_then(|cx| cx.notes().scan_notes().ok()).unwrap_or_default();
    to_candidates(found.into_iter().map(|note| note.path.as_str().to_owned()).collect())
}

/// The notes that can be read: those of the vault and of the Obsidian vault around it.
pub(crate) fn readable_notes() -> Vec<Candidate> {
    let others = home_context().map(|cx| cx.notes().obsidian_notes()).unwrap_or_default();
    let mut all = notes();
    all.extend(to_candidates(others.into_iter().map(|note| note.shown).collect()));
    all
}

/// The agents that there are.
pub(crate) fn agents() -> Vec<Candidate> {
    let usual = || vec![DEFAULT_AGENT.to_owned()];
    to_candidates(home_context().map_or_else(usual, |cx| cx.known_agents()))
}

/// A name that would command the terminal is not offered.
fn to_candidates(names: Vec<String>) -> Vec<Candidate> {
    let plain = |name: &String| !name.is_empty() && crate::output::inline(name) == *name;
    names.into_iter().filter(plain).map(Candidate::new).collect()
}

/// The home that is meant by what was typed so far; none where it is somebody else's.
fn home_context() -> Option<Cx> {
    let home = locate_home(typed_option("--home").map(PathBuf::from).as_deref())?;
    owner::check_ownership(&home).ok()?;
    let (settings, _) = settings::load(&home.settings_file());
    Some(Cx { home, settings, agent: typed_option("--agent"), json: false })
}

/// The value of an option that was typed already.
fn typed_option(option: &str) -> Option<String> {
    let words: Vec<String> =
        std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let apart = words.windows(2).find(|two| two[0] == option).map(|two| two[1].clone());
    let joined = || words.iter().find_map(|word| word.strip_prefix(option)?.strip_prefix('='));
    apart.or_else(|| joined().map(str::to_owned)).filter(|value| !value.is_empty())
}

/// Returns the script for the place where a shell looks for the completions of `palimp`: it asks
/// the program how to ask, so that it fits whichever version is there.
pub(crate) fn loader_script(shell: &str) -> Option<String> {
    Some(match shell {
        "bash" => format!("source <({COMPLETION_VARIABLE}=bash palimp)\n"),
        "zsh" => format!(
            "#compdef palimp\nsource <({COMPLETION_VARIABLE}=zsh palimp)\n_clap_dynamic_completer_palimp \"$@\"\n"
        ),
        "fish" => format!("{COMPLETION_VARIABLE}=fish palimp | source\n"),
        _ => return None,
    })
}
