//! Updates the indexes of all agents when what teams and organisations serve has changed.

use std::path::{Path, PathBuf};

use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;

use crate::error::Error;
use crate::home::agents::configured_agents;
use crate::home::note_store::NoteStore;
use crate::retrieval::index_sync::{IndexSync, Models};
use crate::sharing::teams;

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
) -> Result<(), Error> {
    teams::record_served(home, directories, now)?;
    for agent in configured_agents(settings) {
        let user = user.map(Path::to_owned);
        let mut memory =
            IndexSync::new(NoteStore::new(home.clone(), &agent, settings.clone(), user), models());
        if memory.refresh_teams()?.removed > 0 {
            // What was erased is not to be read in free pages either.
            memory.forget_residue()?;
        }
    }
    Ok(())
}
