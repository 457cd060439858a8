//! Errors of a sync, in words that say what to do.

use std::io;
use std::path::PathBuf;

use palimp_core::message::io_reason;
use palimp_store::StoreError;
use palimp_vault::VaultError;

use crate::messages;

/// Reason why a sync stopped.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The system has no random numbers.
    #[error("{}", messages::no_random_numbers())]
    NoRandomNumbers,
    /// A file of the remote does not open with the key.
    #[error("{}", messages::file_damaged(.name))]
    Damaged {
        /// Name of the file.
        name: String,
    },
    /// A newer palimp wrote a file of the remote.
    #[error("{}", messages::file_too_new(.name))]
    TooNew {
        /// Name of the file.
        name: String,
    },
    /// A file or directory cannot be read or written.
    #[error("{}", messages::file_failed(.path.display(), io_reason(.source)))]
    Io {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// git could not reach the remote, or refused.
    #[error("{}", messages::git_failed(.0))]
    Git(#[from] palimp_team::Error),
    /// Other machines pushed all the time.
    #[error("{}", messages::remote_busy())]
    Busy,
    /// `ssh` could not prepare the repository.
    #[error("{}", messages::ssh_failed(.host, .said))]
    Ssh {
        /// The machine.
        host: String,
        /// Standard error of `ssh`.
        said: String,
    },
    /// The home does not sync yet.
    #[error("{}", messages::not_set_up())]
    NotSetUp,
    /// The home syncs already.
    #[error("{}", messages::already_set_up(.0))]
    AlreadySetUp(String),
    /// The remote has a group already.
    #[error("{}", messages::remote_in_use(.0))]
    RemoteInUse(String),
    /// The repository holds something else.
    #[error("{}", messages::remote_not_empty(.0))]
    RemoteNotEmpty(String),
    /// The directory is not there.
    #[error("{}", messages::remote_missing(.0.display()))]
    RemoteMissing(PathBuf),
    /// The directory is a part of the home, or the home of it.
    #[error("{}", messages::remote_in_home(.0.display()))]
    RemoteInHome(PathBuf),
    /// Nobody has set up sync at the remote.
    #[error("{}", messages::remote_empty(.0))]
    RemoteEmpty(String),
    /// The code does not open the remote.
    #[error("{}", messages::wrong_code())]
    WrongCode,
    /// The key is not in the keyring or in the file of keys.
    #[error("{}", messages::key_missing())]
    KeyMissing,
    /// Another process syncs this home.
    #[error("{}", messages::sync_in_progress())]
    InProgress,
    /// The database or the notes.
    #[error(transparent)]
    Home(#[from] palimp_engine::Error),
    /// The key ring of the tombstones.
    #[error("{0}")]
    Keys(String),
}

impl Error {
    pub(crate) fn io(path: impl Into<PathBuf>, source: io::Error) -> Error {
        Error::Io { path: path.into(), source }
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Error {
        Error::Home(error.into())
    }
}

impl From<VaultError> for Error {
    fn from(error: VaultError) -> Error {
        Error::Home(error.into())
    }
}
