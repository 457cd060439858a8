//! Paths and commands with which clients of this machine are connected to palimp.

use std::path::{Path, PathBuf};

use palimp_clients::install::{
    ClientPaths, HookCommand, InstallChange, InstallOutcome, InstallTarget,
};
use palimp_engine::service::connections;
use serde_json::{Value, json};

use crate::context::{Cx, user_home};
use crate::error::CliError;
use crate::messages;
use crate::output::note;

/// Returns the places of the clients' files.
pub(crate) fn client_places() -> Result<ClientPaths, CliError> {
    let home = user_home().ok_or_else(|| CliError::user(messages::no_home_directory()))?;
    Ok(ClientPaths::new(home, |name| std::env::var_os(name)))
}

/// Returns the directory in which programs keep their data.
pub(crate) fn data_dir() -> Result<PathBuf, CliError> {
    let named = std::env::var_os("XDG_DATA_HOME").filter(|dir| !dir.is_empty());
    match (named, user_home()) {
        (Some(named), _) => Ok(named.into()),
        (None, Some(home)) => Ok(home.join(".local/share")),
        (None, None) => Err(CliError::user(messages::no_home_directory())),
    }
}

/// The command that clients are to call: this program, by the path that outlives an update.
pub(crate) fn hook_command(cx: &Cx) -> Result<HookCommand, CliError> {
    let mut command =
        HookCommand::new(&program_path()?)?.with_tools(cx.settings.capture.tools.iter().cloned());
    if cx.home != palimp_core::home::HomePaths::new(usual_home()) {
        let home =
            cx.home.root().to_str().ok_or_else(|| {
                CliError::user(messages::path_not_unicode(cx.home.root().display()))
            })?;
        command = command.with_args(["--home", home]);
    }
    if let Some(agent) = &cx.agent {
        command = command.with_args(["--agent", agent]);
    }
    Ok(command)
}

fn usual_home() -> PathBuf {
    user_home().unwrap_or_default().join(".palimp")
}

/// The program's path: as found on the search path where that leads here, since a package manager
/// keeps that name over updates, else the file itself.
fn program_path() -> Result<PathBuf, CliError> {
    let file = std::env::current_exe()?;
    let same = |candidate: &PathBuf| candidate.is_absolute() && same_file(candidate, &file);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let name = file.file_name().unwrap_or_default().to_owned();
    let found = std::env::split_paths(&path).map(|dir| dir.join(&name)).find(same);
    Ok(found.unwrap_or(file))
}

/// Directories in which `npx`, `uvx` and `pipx run` keep programs until somebody cleans them.
const CACHE_DIRS: [&str; 3] = [".cache", "_npx", "archive-v0"];

/// Warns if this program is in a cache, because clients would call it by a path that goes away.
pub(crate) fn warn_about_cache() -> Result<(), CliError> {
    let path = program_path()?;
    if path.components().any(|part| CACHE_DIRS.iter().any(|dir| part.as_os_str() == *dir)) {
        note(messages::program_in_cache(path.display()));
    }
    Ok(())
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// Returns the name of a change of a file, for programs.
const fn change_name(change: &InstallChange) -> &'static str {
    match change.what {
        InstallOutcome::Created => "created",
        InstallOutcome::Edited => "edited",
        InstallOutcome::Removed => "removed",
        InstallOutcome::Unchanged => "unchanged",
        InstallOutcome::Kept => "left alone",
    }
}

/// A change as data.
pub(crate) fn change_json(change: &InstallChange) -> Value {
    json!({ "path": change.path, "what": change_name(change), "note": change.note })
}

/// Connects a client to call this program.
pub(crate) fn connect_client(
    cx: &Cx,
    client: InstallTarget,
) -> Result<Vec<InstallChange>, CliError> {
    Ok(connections::connect_client(&cx.home, client, &client_places()?, &hook_command(cx)?)?)
}
