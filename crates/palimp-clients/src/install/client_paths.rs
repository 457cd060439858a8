//! Paths of each client's files on this machine.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Variables that move the clients' directories, and the search path.
const PATH_VARIABLES: [&str; 8] = [
    "CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "GEMINI_CLI_HOME", "OPENCLAW_CONFIG_PATH",
    "OPENCLAW_STATE_DIR", "PATH", "XDG_CONFIG_HOME",
];

/// The user's home directory and the environment that moves clients' directories.
///
/// Nothing in this crate reads the process's own environment, so that a test can never reach a
/// real configuration.
#[derive(Clone, Debug)]
pub struct ClientPaths {
    home: PathBuf,
    variables: BTreeMap<&'static str, OsString>,
}

impl ClientPaths {
    /// Creates the paths below `home`, with `lookup` for environment variables (`std::env::var_os`
    /// in a program). An empty variable counts as unset.
    pub fn new(home: impl Into<PathBuf>, lookup: impl Fn(&str) -> Option<OsString>) -> ClientPaths {
        let set = |name: &'static str| {
            lookup(name).filter(|value| !value.is_empty()).map(|value| (name, value))
        };
        ClientPaths {
            home: home.into(),
            variables: PATH_VARIABLES.into_iter().filter_map(set).collect(),
        }
    }

    /// Returns the directory that `variable` names, or `default` below the home directory.
    pub(crate) fn resolve_dir(&self, variable: &str, default: &str) -> PathBuf {
        match self.variables.get(variable) {
            // A relative value is relative to where the client is started, for which the
            // directory of this process is the best guess there is.
            Some(value) => std::path::absolute(value).unwrap_or_else(|_| PathBuf::from(value)),
            None => self.home.join(default),
        }
    }

    /// Returns true if `variable` sets a path.
    pub(crate) fn is_moved(&self, variable: &str) -> bool {
        self.variables.contains_key(variable)
    }

    /// Returns the user's home directory.
    pub(crate) fn home(&self) -> &Path {
        &self.home
    }

    /// Finds the program `name` on the search path.
    pub(crate) fn find_program(&self, name: &str) -> Option<PathBuf> {
        let path = self.variables.get("PATH")?;
        std::env::split_paths(path)
            .filter(|dir| dir.is_absolute())
            .flat_map(|dir| {
                PROGRAM_SUFFIXES.iter().map(move |suffix| dir.join(format!("{name}{suffix}")))
            })
            .find(|file| is_executable(file))
    }
}

/// Suffixes of a program's file name.
const PROGRAM_SUFFIXES: &[&str] = if cfg!(windows) { &[".exe", ".cmd", ".bat"] } else { &[""] };

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    file.is_file()
}
