//! Updates after a sync: every index of the home gets the served facts.

use std::path::{Path, PathBuf};

use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;

use super::{JoinedTeam, indexed, project_mapping, utc_day};
use crate::home::agents::configured_agents;
use crate::retrieval::memory::{self, AgentMemory, Models};
use crate::sharing::hub::HomeHub;

/// Records the served facts of a home's teams and organisations, and updates the indexes of its
/// agents. `directories` are working trees, whose projects are found out, too.
///
/// # Errors
///
/// When a file of the home or an index cannot be written.
pub fn reindex_agents(
    (home, settings, user): (&HomePaths, &Settings, Option<&Path>),
    models: &dyn Fn() -> Models,
    directories: &[PathBuf],
    now: i64,
) -> Result<(), memory::Error> {
    let (teams, hubs) = (JoinedTeam::list_all(home), HomeHub::list_all(home));
    project_mapping::update_declarations(home, (&teams, &hubs), directories)?;
    indexed::write_stamp(home, (&teams, &hubs), utc_day(now))?;
    for agent in configured_agents(settings) {
        let user = user.map(Path::to_owned);
        let mut memory = AgentMemory::new(home.clone(), &agent, settings.clone(), models(), user);
        if memory.take_in_teams()?.removed > 0 {
            // What was erased is not to be read in free pages either.
            memory.forget_residue()?;
        }
    }
    Ok(())
}
