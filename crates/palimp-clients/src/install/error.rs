//! Errors of connecting a client, each with a remedy.

use std::io;
use std::path::{Path, PathBuf};

use crate::messages;
use palimp_core::message::io_reason;

/// Reason why a client could not be connected or disconnected.
///
/// Each message is one sentence that names the file and the remedy. Every error that can be found
/// before writing is found before the first file is written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InstallError {
    /// The settings are not JSON, even with comments and trailing commas allowed.
    #[error("{}", messages::invalid_json(.path.display(), .line, .reason))]
    Syntax {
        /// The settings file.
        path: PathBuf,
        /// The line of the fault, from 1.
        line: usize,
        /// Message of the parser.
        reason: String,
    },
    /// The settings are not TOML.
    #[error("{}", messages::invalid_toml(.path.display(), .line, .reason))]
    Toml {
        /// The settings file.
        path: PathBuf,
        /// The line of the fault, from 1.
        line: usize,
        /// Message of the parser.
        reason: String,
    },
    /// A part of the settings that palimp must write into is of another type.
    #[error("{}", messages::wrong_shape(.path.display(), .line, .what, .expected))]
    Shape {
        /// The settings file.
        path: PathBuf,
        /// The line of the value, from 1.
        line: usize,
        /// The part of the file, in words.
        what: String,
        /// Type that the client expects there.
        expected: String,
    },
    /// The file holds something other than text.
    #[error("{}", messages::settings_not_text(.path.display()))]
    NotText {
        /// The file.
        path: PathBuf,
    },
    /// A path that must be written into a client's settings is not Unicode.
    #[error("{}", messages::path_not_unicode(.path.display()))]
    NotUnicode {
        /// The path.
        path: PathBuf,
    },
    /// The file may not be written.
    #[error("{}", messages::settings_read_only(.path.display()))]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// The file could not be read.
    #[error("{}", messages::settings_unreadable(.path.display(), io_reason(.source)))]
    Read {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// The file could not be written; it is as it was before.
    #[error("{}", messages::settings_unwritable(.path.display(), io_reason(.source)))]
    Write {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// Something else wrote the file each time between palimp's look and its writing.
    #[error("{}", messages::settings_busy(.path.display()))]
    Busy {
        /// The file.
        path: PathBuf,
    },
}

impl InstallError {
    pub(super) fn read_error(path: &Path, source: io::Error) -> InstallError {
        InstallError::Read { path: path.to_owned(), source }
    }

    pub(super) fn write_error(path: &Path, source: io::Error) -> InstallError {
        InstallError::Write { path: path.to_owned(), source }
    }
}
