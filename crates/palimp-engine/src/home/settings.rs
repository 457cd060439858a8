//! Reading and writing `settings.json`.

use std::io;
use std::path::{Path, PathBuf};

use palimp_core::settings::{self as keys, Agent, SettingKey, SettingKind, Settings};
use palimp_store::StoreError;
use serde_json::{Map, Value, json};

/// Error while reading or writing the settings.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file is no JSON object.
    #[error("{}", crate::messages::settings_not_json(.path.display(), .why))]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Message of the parser.
        why: String,
    },
    /// The file could not be read.
    #[error("{}", crate::messages::file_failed(.path.display(), palimp_core::message::io_reason(.source)))]
    Io {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// The file could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The file's value with its keys by their present names; an empty object where there is no file.
pub fn read_value(path: &Path) -> Result<Value, SettingsError> {
    let mut value = read_as_it_is(path)?;
    palimp_core::settings::bring_up_to_date(&mut value);
    Ok(value)
}

/// Returns a sentence for each setting that an earlier version wrote under another name; with
/// `write`, writes them under their present names.
pub fn migrate_names(path: &Path, write: bool) -> Result<Vec<String>, SettingsError> {
    let mut value = read_as_it_is(path)?;
    let said = palimp_core::settings::bring_up_to_date(&mut value);
    if write && !said.is_empty() {
        self::write_value(path, &value)?;
    }
    Ok(said)
}

/// There is no file; nor is there one where its directory is none, of which others complain.
const fn is_absent(kind: io::ErrorKind) -> bool {
    matches!(kind, io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn read_as_it_is(path: &Path) -> Result<Value, SettingsError> {
    let text = match palimp_files::read_text(path) {
        Ok(text) => text,
        Err(error) if is_absent(error.kind()) => return Ok(json!({})),
        Err(source) => return Err(SettingsError::Io { path: path.to_owned(), source }),
    };
    let malformed = |why: String| SettingsError::Malformed { path: path.to_owned(), why };
    match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
        Ok(value @ Value::Object(_)) => Ok(value),
        Ok(_) => Err(malformed(crate::messages::settings_not_object())),
        Err(error) => Err(malformed(palimp_core::message::json_reason(&error))),
    }
}

/// The settings, with what is wrong in the file; a file that cannot be read means the defaults.
pub fn load(path: &Path) -> (Settings, Vec<String>) {
    match read_value(path) {
        Ok(value) => Settings::from_value(&value),
        Err(error) => (Settings::default(), vec![error.to_string()]),
    }
}

/// Returns a sentence for each part of the file with no effect, or a larger effect than it seems:
/// unknown keys, and a text that exempts everything from redaction.
pub fn settings_warnings(path: &Path) -> Vec<String> {
    let Ok(file) = read_value(path) else { return Vec::new() };
    let unknown = keys::unknown_paths(&file).into_iter().map(|key| match keys::suggest_key(&key) {
        Some(meant) => crate::messages::unknown_setting_like(&key, meant),
        None => crate::messages::unknown_setting(&key),
    });
    let (settings, _) = Settings::from_value(&file);
    let is_all = |text: &&String| !text.is_empty() && text.bytes().all(|byte| byte == b'*');
    let all =
        settings.redaction.allow.iter().find(is_all).map(crate::messages::allow_matches_everything);
    unknown.chain(all).collect()
}

/// Writes the file, whole or not at all; where it is a link, the file that it leads to.
pub fn write_value(path: &Path, value: &Value) -> Result<(), SettingsError> {
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    Ok(palimp_store::files::replace_file(path, text.as_bytes())?)
}

/// Message for a value that cannot be set; it names the valid ones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidSetting(pub String);

/// A key, and the place in the file that is meant.
#[derive(Clone, Debug)]
pub struct SettingRef {
    /// The place, such as `agents.work.vault`.
    pub path: String,
    /// The key.
    pub key: &'static SettingKey,
}

/// Every key, in the order of the table.
pub fn all_settings() -> impl Iterator<Item = SettingRef> {
    keys::keys().map(|key| SettingRef { path: key.path.to_owned(), key })
}

/// The setting at `path`.
///
/// # Errors
///
/// When there is none, in words that name one like it.
pub fn find_setting(path: &str) -> Result<SettingRef, InvalidSetting> {
    let path = keys::renamed_key(path).unwrap_or(path);
    if let Some(key) = keys::key_at(path) {
        return Ok(SettingRef { path: path.to_owned(), key });
    }
    if path.trim().is_empty() {
        return Err(InvalidSetting(crate::messages::setting_key_missing()));
    }
    let hint = match keys::suggest_key(path) {
        _ if path.starts_with("agents.") => {
            let keys: Vec<&str> = Agent::KEYS.iter().map(|key| key.path).collect();
            crate::messages::agent_settings(keys.join(", "))
        }
        Some(key) => crate::messages::similar_setting(key),
        None => crate::messages::all_settings_hint(),
    };
    Err(InvalidSetting(crate::messages::no_such_setting(path, &hint)))
}

impl SettingRef {
    /// Parses the user's input as a value that the key can have.
    ///
    /// # Errors
    ///
    /// When the value is not valid, in words that say which values are.
    pub fn parse(&self, text: &str) -> Result<Value, InvalidSetting> {
        let value = parse_value(self.key.kind, text);
        self.key.kind.check_value(&self.path, &value).map(|()| value).map_err(InvalidSetting)
    }

    /// Returns the value in effect, and true if the user set it.
    pub fn effective_value(&self, file: &Value) -> (Value, bool) {
        match keys::get(file, &self.path).and_then(|value| self.valid_part(value)) {
            Some(value) => (value, true),
            None => ((self.key.default)(), false),
        }
    }

    /// Returns the valid part of a value. Of several by their ids, a wrong one leaves the others
    /// alone.
    fn valid_part(&self, value: &Value) -> Option<Value> {
        let (SettingKind::ById(_), Some(all)) = (self.key.kind, value.as_object()) else {
            return self.key.kind.counts_as_set(value).then(|| value.clone());
        };
        let sound = all.iter().filter(|(id, one)| keys::is_id(id) && one.is_object());
        let sound: Map<_, _> = sound.map(|(id, one)| (id.clone(), one.clone())).collect();
        (all.is_empty() || !sound.is_empty()).then_some(Value::Object(sound))
    }
}

/// Parses the user's input as the kind of value that the key takes.
fn parse_value(kind: SettingKind, text: &str) -> Value {
    match (serde_json::from_str(text), kind) {
        (Ok(value @ Value::Array(_)), _) => value,
        (Ok(Value::Null), SettingKind::OrNull(_)) => Value::Null,
        (_, SettingKind::OrNull(kind)) => parse_value(*kind, text),
        (_, SettingKind::Text | SettingKind::Address | SettingKind::Choice(_)) => json!(text),
        (_, SettingKind::List | SettingKind::ListOf(_)) => {
            let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
            items.map(str::to_owned).collect::<Vec<_>>().into()
        }
        (Ok(value), _) => value,
        _ => json!(text),
    }
}
