//! Files of a home, with errors that say which file and what stands in the way.

use std::path::Path;

use palimp_core::home::HomePaths;
use palimp_store::files;

use crate::error::Error;

/// Creates the directory of a home and its parents, each readable by its owner alone.
///
/// # Errors
///
/// When it cannot be created.
pub fn create_home(home: &HomePaths) -> Result<(), Error> {
    Ok(files::private_dir(home.root())?)
}

/// Replaces a file as a whole.
///
/// # Errors
///
/// When it cannot be written.
pub fn replace_file(path: &Path, content: &[u8]) -> Result<(), Error> {
    Ok(files::replace_file(path, content)?)
}

/// Checks that the databases of an agent could be opened, whether or not they exist yet.
///
/// # Errors
///
/// When SQLite cannot open one at its path.
pub fn check_databases(home: &HomePaths, agent: &str) -> Result<(), Error> {
    for database in [home.activity_db(), home.index_file(agent)] {
        files::check_openable(&database)?;
    }
    Ok(())
}
