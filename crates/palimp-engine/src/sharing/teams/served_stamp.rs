//! Stamp of the served facts: another one tells that they are others.

use std::path::PathBuf;

use jiff::civil::Date;
use palimp_core::home::HomePaths;

use super::{Error, JoinedTeam, project_mapping, utc_day};
use crate::sharing::hub::HomeHub;

/// Format of facts in the index; another format rebuilds them.
pub(super) const INDEX_FORMAT_VERSION: u8 = 1;

/// Says which facts are served: whoever has an index compares it with what that was made of.
fn stamp_path(home: &HomePaths) -> PathBuf {
    home.teams_dir().join("served")
}

/// Returns the stamp of the served facts: the day as of which, and a hash. Empty if nobody shares
/// anything.
pub(crate) fn read_stamp(home: &HomePaths) -> String {
    palimp_files::read_text(&stamp_path(home)).unwrap_or_default()
}

/// True if a team or an organisation has anything to inject.
pub(crate) fn are_served(home: &HomePaths) -> bool {
    !read_stamp(home).is_empty()
}

/// Records the stamp of the facts that are served on `day`. The stamp stays on another day as long
/// as no fact begins or ceases to hold.
fn write_stamp(
    home: &HomePaths,
    (teams, hubs): (&[JoinedTeam], &[HomeHub]),
    day: Date,
) -> Result<(), Error> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&[INDEX_FORMAT_VERSION]);
    for team in teams {
        let served = palimp_files::read(&team.file_path("served.json")).unwrap_or_default();
        let past = team.state().turns.iter().filter(|turn| **turn <= day).count();
        hasher.update(team.name().as_bytes()).update(&past.to_le_bytes());
        hasher.update(blake3::hash(&served).as_bytes());
    }
    for hub in hubs {
        let state = hub.state();
        let past = state.turns.iter().filter(|turn| **turn <= day).count();
        hasher.update(hub.sharer().to_string().as_bytes()).update(&past.to_le_bytes());
        hasher.update(&state.edition.to_le_bytes());
    }
    let now = match (teams, hubs) {
        ([], []) => String::new(),
        _ => format!("{day} {}\n", hasher.finalize().to_hex()),
    };
    let path = stamp_path(home);
    if read_stamp(home).split(' ').nth(1) == now.split(' ').nth(1) {
        return Ok(());
    }
    palimp_files::replace_file(&path, now.as_bytes()).map_err(|source| Error::File { path, source })
}

/// Records the served facts of a home's teams and organisations, and which projects the trees
/// around `directories` are.
pub(crate) fn record_served(
    home: &HomePaths,
    directories: &[PathBuf],
    now: i64,
) -> Result<(), Error> {
    let (teams, hubs) = (JoinedTeam::list_all(home), HomeHub::list_all(home));
    project_mapping::update_declarations(home, (&teams, &hubs), directories)?;
    write_stamp(home, (&teams, &hubs), utc_day(now))
}
