//! The agents of a home.

use palimp_core::home::HomePaths;
use palimp_core::project::DEFAULT_AGENT;
use palimp_core::settings::Settings;

/// The agents that the settings name, and the one that there always is.
pub(crate) fn configured_agents(settings: &Settings) -> Vec<String> {
    let named = settings.agents.by_id.iter().map(|(id, _)| id.clone());
    let mut agents: Vec<String> = named.chain([DEFAULT_AGENT.to_owned()]).collect();
    agents.sort();
    agents.dedup();
    agents
}

/// Every agent of the home that has a vault, or has one named by the settings.
pub fn agents_with_vault(home: &HomePaths, settings: &Settings) -> Vec<String> {
    let made = std::fs::read_dir(home.root().join("agents")).into_iter().flatten().flatten();
    let made = made.filter_map(|entry| entry.file_name().into_string().ok());
    let named = settings.agents.by_id.iter().filter(|(_, agent)| agent.vault.is_some());
    let named = named.map(|(id, _)| id.clone());
    let mut agents: Vec<String> = made.chain(named).chain([DEFAULT_AGENT.to_owned()]).collect();
    agents.sort_unstable();
    agents.dedup();
    agents
}
