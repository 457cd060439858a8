//! What follows a sync: every index of the home has what is served.

use std::path::{Path, PathBuf};

use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;

use super::{Team, day, here, indexed};
use crate::hub::Hub;
use crate::memory::{self, Memory, Models};
use crate::worker::agents;

/// Announces what the teams and organisations of a home serve, and brings the indexes of its agents to that. `directories`
/// are those of working trees: which projects they are is found out, too.
///
/// # Errors
///
/// When a file of the home or an index cannot be written.
pub fn settle(
    (home, settings, user): (&HomePaths, &Settings, Option<&Path>),
    models: &dyn Fn() -> Models,
    directories: &[PathBuf],
    now: i64,
) -> Result<(), memory::Error> {
    let (teams, hubs) = (Team::all(home), Hub::all(home));
    here::settle(home, (&teams, &hubs), directories)?;
    indexed::announce(home, (&teams, &hubs), day(now))?;
    for agent in agents(settings) {
        let user = user.map(Path::to_owned);
        let mut memory = Memory::new(home.clone(), &agent, settings.clone(), models(), user);
        if memory.take_in_teams()?.removed > 0 {
            // What was erased is not to be read in free pages either.
            memory.forget_residue()?;
        }
    }
    Ok(())
}
