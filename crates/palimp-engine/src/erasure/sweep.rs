//! Removing what killed processes were writing, wherever palimp writes in a home, and earlier versions
//! of notes that nobody will look at any more.

use std::collections::BTreeSet;
use std::path::Path;

use palimp_clients::install::{self, ClientPaths};
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_files::{Depth, sweep_scratch};
use palimp_store::spool::Spool;
use palimp_vault::Vault;
use palimp_vault::history::VersionHistory;

use crate::home::agents::agents_with_vault;
use crate::home::note_store::vault_of;

/// Removes abandoned files of any age: partial files of the home, of every agent's vault and of its
/// history, and directories in which clients were asked. A spooled capture that turns out whole is
/// kept. Returns the number of removed files.
pub fn sweep_home(home: &HomePaths, settings: &Settings, user: Option<&Path>) -> usize {
    let flat = [home.root().to_owned(), home.locks_dir()];
    let deep = ["review", "chat", "history", "teams", "hub"].map(|name| home.root().join(name));
    let mut removed = Spool::new(home.spool_dir()).sweep() + sweep_scratch(&home.scratch_dir());
    for agent in agents_with_vault(home, settings) {
        let vault = Vault::open(vault_of(home, &agent, settings, user), &home.locks_dir());
        let vault =
            vault.map(|vault| vault.with_history(VersionHistory::new(home.history_dir(&agent))));
        removed += vault.and_then(|vault| vault.sweep()).unwrap_or(0);
    }
    removed += flat.iter().map(|dir| palimp_files::sweep_own(dir, Depth::Flat)).sum::<usize>();
    removed + deep.iter().map(|dir| palimp_files::sweep_own(dir, Depth::Deep)).sum::<usize>()
}

/// The same, and what was being written beside the clients' files, where it is known where those are,
/// and beside man pages and completions.
pub fn sweep_all(
    home: &HomePaths,
    settings: &Settings,
    user: Option<&Path>,
    places: Option<&ClientPaths>,
) -> usize {
    sweep_home(home, settings, user)
        + places.map_or(0, install::sweep_partial_files)
        + sweep_shelf(home)
}

/// Removes partial files beside man pages and completions.
fn sweep_shelf(home: &HomePaths) -> usize {
    let named = palimp_files::read_private(&home.shelf_file()).unwrap_or_default();
    let named = String::from_utf8_lossy(&named);
    let dirs: BTreeSet<&Path> = named.lines().filter_map(|file| Path::new(file).parent()).collect();
    dirs.into_iter().map(|dir| palimp_files::sweep(dir, Depth::Flat)).sum()
}

/// Maximum size of all earlier versions of an agent's notes together, in bytes.
const MAX_HISTORY_BYTES: u64 = 8 << 20;

/// Lets the oldest of the earlier versions go where there are too many; answers how many those were.
pub fn bound_history(home: &HomePaths, settings: &Settings, user: Option<&Path>) -> usize {
    let bound = |agent: &String| {
        let vault = Vault::open(vault_of(home, agent, settings, user), &home.locks_dir())?;
        vault
            .with_history(VersionHistory::new(home.history_dir(agent)))
            .bound_history(MAX_HISTORY_BYTES)
    };
    agents_with_vault(home, settings).iter().filter_map(|agent| bound(agent).ok()).sum()
}
