//! Reading and writing `settings.json`.

use std::io;
use std::path::{Path, PathBuf};

use palimp_core::settings::Settings;
use palimp_store::StoreError;
use serde_json::{Value, json};

/// Why the settings could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file is no JSON object.
    #[error("{} is not valid JSON ({why}): correct it, or move it away to start with the defaults", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What the parser said.
        why: String,
    },
    /// The file could not be read.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The file's value with its keys by their present names; an empty object where there is no file.
pub fn read(path: &Path) -> Result<Value, SettingsError> {
    let mut value = read_as_it_is(path)?;
    palimp_core::settings::bring_up_to_date(&mut value);
    Ok(value)
}

/// Says which settings an earlier version wrote under other names, a sentence each; where `write` is
/// set, writes them under their present ones.
pub fn renamed(path: &Path, write: bool) -> Result<Vec<String>, SettingsError> {
    let mut value = read_as_it_is(path)?;
    let said = palimp_core::settings::bring_up_to_date(&mut value);
    if write && !said.is_empty() {
        self::write(path, &value)?;
    }
    Ok(said)
}

fn read_as_it_is(path: &Path) -> Result<Value, SettingsError> {
    let text = match palimp_files::read_text(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(json!({})),
        Err(source) => return Err(SettingsError::Io { path: path.to_owned(), source }),
    };
    let malformed = |why: String| SettingsError::Malformed { path: path.to_owned(), why };
    match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
        Ok(value @ Value::Object(_)) => Ok(value),
        Ok(_) => Err(malformed("it holds no object".to_owned())),
        Err(error) => Err(malformed(error.to_string())),
    }
}

/// The settings, with what is wrong in the file; a file that cannot be read means the defaults.
pub fn load(path: &Path) -> (Settings, Vec<String>) {
    match read(path) {
        Ok(value) => Settings::from_value(&value),
        Err(error) => (Settings::default(), vec![error.to_string()]),
    }
}

/// Writes the file, whole or not at all; where it is a link, the file that it leads to.
pub fn write(path: &Path, value: &Value) -> Result<(), SettingsError> {
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    Ok(palimp_store::files::replace(path, text.as_bytes())?)
}
