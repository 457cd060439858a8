//! The file of keys: a JSON object that its owner alone may read.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::{KeyError, SecretToken, io_error};

/// More than any number of keys takes.
const MAX_BYTES: u64 = 1 << 20;

/// The file of keys of a home; it need not exist.
#[derive(Clone, Debug)]
pub(crate) struct KeyFile {
    path: PathBuf,
}

impl KeyFile {
    pub(crate) fn new(path: PathBuf) -> KeyFile {
        KeyFile { path }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn find(&self, provider: &str) -> Result<Option<SecretToken>, KeyError> {
        match self.read()?.get(provider) {
            None => Ok(None),
            Some(Value::String(text)) => match SecretToken::new(text) {
                Some(secret) => Ok(Some(secret)),
                None => Err(KeyError::Malformed(provider.to_owned())),
            },
            Some(_) => Err(self.damaged_error()),
        }
    }

    /// Returns the providers that have a key in the file.
    pub(crate) fn providers(&self) -> Result<Vec<String>, KeyError> {
        Ok(self.read()?.keys().cloned().collect())
    }

    pub(crate) fn set(&self, provider: &str, secret: &SecretToken) -> Result<(), KeyError> {
        let mut keys = self.read()?;
        keys.insert(provider.to_owned(), Value::String(secret.expose().to_owned()));
        self.write(&keys)
    }

    /// Removes a key; returns true if there was one.
    pub(crate) fn remove(&self, provider: &str) -> Result<bool, KeyError> {
        let mut keys = self.read()?;
        if keys.shift_remove(provider).is_none() {
            return Ok(false);
        }
        self.write(&keys)?;
        Ok(true)
    }

    fn read(&self) -> Result<Map<String, Value>, KeyError> {
        let file = match palimp_files::open_private(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Map::new()),
            Err(error) => return Err(io_error(&self.path, error)),
        };
        // The open file is asked, not the path, which may name another by now.
        let metadata = file.metadata().map_err(|error| io_error(&self.path, error))?;
        if is_exposed(&metadata) {
            return Err(KeyError::Exposed(self.path.clone()));
        }
        let mut text = Vec::new();
        file.take(MAX_BYTES).read_to_end(&mut text).map_err(|error| io_error(&self.path, error))?;
        serde_json::from_slice(&text).map_err(|_| self.damaged_error())
    }

    fn write(&self, keys: &Map<String, Value>) -> Result<(), KeyError> {
        let mut text = serde_json::to_vec_pretty(keys).map_err(|_| self.damaged_error())?;
        text.push(b'\n');
        let dir = self.path.parent().unwrap_or(Path::new("."));
        palimp_files::private_dir(dir).map_err(|error| io_error(dir, error))?;
        palimp_files::replace_file(&self.path, &text).map_err(|error| io_error(&self.path, error))
    }

    fn damaged_error(&self) -> KeyError {
        KeyError::Damaged(self.path.clone())
    }
}

#[cfg(unix)]
fn is_exposed(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::mode(metadata) & 0o077 != 0
}

/// Elsewhere the directory's access list protects the file.
#[cfg(not(unix))]
fn is_exposed(_: &fs::Metadata) -> bool {
    false
}
