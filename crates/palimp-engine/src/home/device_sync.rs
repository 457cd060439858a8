//! Decides when a home syncs with the user's other machines by itself.

use std::path::PathBuf;
use std::time::Duration;

use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_store::StoreError;

use super::stamp_file;

/// Name of the file whose time is that of the last sync in the background.
const SYNC_MARKER: &str = "device-sync.stamp";
/// Minimum time between syncs at the start of sessions.
const MIN_SYNC_INTERVAL: Duration = Duration::from_secs(10 * 60);

/// Name of the file with the state of a home's sync.
pub const STATE_NAME: &str = "state.json";

/// Returns the directory with the state of a home's sync.
pub fn sync_dir(home: &HomePaths) -> PathBuf {
    home.root().join("sync")
}

/// Returns true if the home syncs in the background.
pub fn is_on(home: &HomePaths, settings: &Settings) -> bool {
    settings.sync.auto && sync_dir(home).join(STATE_NAME).is_file()
}

/// Returns true if the home syncs in the background, and has not done so lately.
pub fn is_due(home: &HomePaths, settings: &Settings) -> bool {
    is_on(home, settings) && stamp_file::is_older(home, SYNC_MARKER, MIN_SYNC_INTERVAL)
}

/// Marks that a sync in the background starts now.
///
/// # Errors
///
/// When the file cannot be written.
pub fn mark_sync(home: &HomePaths) -> Result<(), StoreError> {
    stamp_file::touch_marker(home, SYNC_MARKER)
}
