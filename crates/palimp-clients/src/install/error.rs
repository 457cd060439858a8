//! Errors of connecting a client, each with a remedy.

use std::io;
use std::path::{Path, PathBuf};

/// Reason why a client could not be connected or disconnected.
///
/// Each message is one sentence that names the file and the remedy. Every error that can be found
/// before writing is found before the first file is written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InstallError {
    /// The settings are not JSON, even with comments and trailing commas allowed.
    #[error(
        "{} is not valid JSON (line {line}: {reason}); correct that line and try again, palimp has left the file alone",
        .path.display()
    )]
    Syntax {
        /// The settings file.
        path: PathBuf,
        /// The line of the fault, from 1.
        line: usize,
        /// Message of the parser.
        reason: String,
    },
    /// The settings are not TOML.
    #[error(
        "{} is not valid TOML (line {line}: {reason}); correct that line and try again, palimp has left the file alone",
        .path.display()
    )]
    Toml {
        /// The settings file.
        path: PathBuf,
        /// The line of the fault, from 1.
        line: usize,
        /// Message of the parser.
        reason: String,
    },
    /// A part of the settings that palimp must write into is of another type.
    #[error(
        "in {}, line {line}, {what} should be {expected}; correct it and try again, palimp has left the file alone",
        .path.display()
    )]
    Shape {
        /// The settings file.
        path: PathBuf,
        /// The line of the value, from 1.
        line: usize,
        /// The part of the file, in words.
        what: String,
        /// Type that the client expects there.
        expected: &'static str,
    },
    /// The file holds something other than text.
    #[error("{} is not UTF-8 text; convert or remove it and try again, palimp has left it alone", .path.display())]
    NotText {
        /// The file.
        path: PathBuf,
    },
    /// A path that must be written into a client's settings is not Unicode.
    #[error("the path {} is not UTF-8, so that no client's settings can name it; move it to another name", .path.display())]
    NotUnicode {
        /// The path.
        path: PathBuf,
    },
    /// The file may not be written.
    #[error(
        "{} is read-only; make it writable (`chmod u+w`), or change it where it is generated, and try again",
        .path.display()
    )]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// The file could not be read.
    #[error("cannot read {} ({source}); see to its permissions and try again", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// The file could not be written; it is as it was before.
    #[error("cannot write {} ({source}); see to permissions and free space and try again", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// Something else wrote the file each time between palimp's look and its writing.
    #[error("{} keeps changing while palimp edits it; close the program that writes it and try again", .path.display())]
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
