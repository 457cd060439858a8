//! A forgetting that was killed on its way: rows may be gone whose words still lie in free pages.

use std::fs;
use std::path::PathBuf;

use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_store::activity::ActivityDb;
use palimp_store::files;

use crate::consolidation::flush::EPISODES_LOCK_NAME;
use crate::home::lock::WorkLock;
use crate::home::note_store::NoteStore;
use crate::retrieval::index_sync::{Error, IndexSync, Models};

/// Name of the file that exists while an agent's text is being forgotten; it contains the agent.
const MARKER_FILE_NAME: &str = "forgetting";

/// Marker of an unfinished `forget`.
pub(super) struct ForgetMarker {
    path: PathBuf,
    is_second: bool,
}

impl ForgetMarker {
    pub(super) fn create(home: &HomePaths, agent: &str) -> Result<ForgetMarker, Error> {
        let path = home.lock_file(MARKER_FILE_NAME);
        let is_second = path.exists();
        files::replace_file(&path, agent.as_bytes())?;
        Ok(ForgetMarker { path, is_second })
    }

    /// True if an earlier `forget` did not finish.
    pub(super) const fn is_second(&self) -> bool {
        self.is_second
    }

    pub(super) fn remove(self) {
        let _ = fs::remove_file(self.path);
    }
}

/// Removes the residue of a `forget` that was killed. Text that was not yet removed stays: the
/// query is known only to the user.
///
/// # Errors
///
/// When database, index or cache cannot be written.
pub fn finish_forgetting(
    home: &HomePaths,
    settings: &Settings,
    user: Option<PathBuf>,
    db: &ActivityDb,
) -> Result<(), Error> {
    let path = home.lock_file(MARKER_FILE_NAME);
    let Ok(agent) = palimp_files::read_private(&path) else { return Ok(()) };
    let agent = String::from_utf8_lossy(&agent);
    let Ok(Some(_writing)) = WorkLock::try_acquire(home, EPISODES_LOCK_NAME) else { return Ok(()) };
    let mut memory = IndexSync::new(
        NoteStore::new(home.clone(), &agent, settings.clone(), user),
        Models::default(),
    );
    memory.leave_no_residue(db)?;
    let _ = fs::remove_file(path);
    Ok(())
}
