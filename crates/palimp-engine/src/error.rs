//! Errors of operations on a home, in words that say what to do.

use palimp_note::PathError;
use palimp_store::StoreError;
use palimp_vault::VaultError;

/// Reason why a memory failed to do what it was asked, with a hint.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The index or the activity database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A note.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// The given name is not a note's.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The request cannot be fulfilled.
    #[error("{0}")]
    Refused(String),
    /// The note that an agent writes into is not the one that it read.
    #[error("{}", crate::messages::note_changed_since_read(.path))]
    Changed {
        /// The note.
        path: String,
        /// The hash of what it says now.
        hash: String,
        /// Current text of the note, or its beginning.
        now: String,
        /// Text that was to be written.
        text: String,
    },
    /// The stored state of a team.
    #[error(transparent)]
    Team(#[from] TeamError),
}

impl Error {
    /// Returns true if a database cannot be written, or not even be opened.
    pub fn is_blocked(&self) -> bool {
        matches!(self, Error::Store(StoreError::Blocked { .. }))
    }
}

/// Error of a team operation, in words that say what to do.
#[derive(Debug, thiserror::Error)]
pub enum TeamError {
    /// git, or an object of the team's repository.
    #[error(transparent)]
    Git(#[from] palimp_team::Error),
    /// A file of the team in the home.
    #[error("{}", crate::messages::file_failed(.path.display(), palimp_core::message::io_reason(.source)))]
    File {
        /// Path of the file.
        path: std::path::PathBuf,
        /// Cause.
        source: std::io::Error,
    },
    /// No team of that name was joined.
    #[error("{}", unknown_team(name, known_names))]
    Unknown {
        /// The requested name.
        name: String,
        /// Names of the joined teams.
        known_names: Vec<String>,
    },
    /// The request cannot be fulfilled.
    #[error("{0}")]
    Refused(String),
}

fn unknown_team(name: &str, known: &[String]) -> String {
    match known {
        [] => crate::messages::no_such_team(name),
        known => crate::messages::no_such_team_among(name, known.join(", ")),
    }
}
