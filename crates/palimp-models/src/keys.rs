//! The keys of services: where they lie, and in which order they are looked for.
//!
//! A key is first looked for in the environment, then in the keyring of the system, and last in a
//! file of the home that only its owner may read. A keyring that is missing, locked or hangs is
//! passed over in silence: many machines have none.

mod file;
mod keyring;
#[cfg(any(target_os = "macos", windows))]
mod native;
mod secret;
#[cfg(target_os = "linux")]
mod secret_service;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use palimp_core::home::HomePaths;
use palimp_core::message::io_reason;

use file::KeyFile;
use keyring::TimedKeyring;

use crate::messages;

pub use keyring::{Keyring, KeyringError};
pub use secret::SecretToken;

/// The variables in which a provider's key may stand; `PALIMP_<PROVIDER>_API_KEY` comes first.
const KEY_VARIABLES: &[(&str, &[&str])] = &[
    ("anthropic", &["ANTHROPIC_API_KEY"]),
    ("openai", &["OPENAI_API_KEY"]),
    ("gemini", &["GEMINI_API_KEY", "GOOGLE_API_KEY"]),
    ("voyage", &["VOYAGE_API_KEY"]),
    ("vertex", &["VERTEX_ACCESS_TOKEN", "GOOGLE_OAUTH_ACCESS_TOKEN"]),
    ("ollama", &["OLLAMA_API_KEY"]),
];

/// Stands between secrets of palimp's own that have one name.
const SECRET_SEPARATOR: char = ',';

/// A key, and where it was found.
#[derive(Clone, Debug)]
pub struct FoundKey {
    /// Secret that the service requires.
    pub secret: SecretToken,
    /// Source of the key.
    pub source: KeySource,
}

/// Source of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeySource {
    /// In this variable.
    Environment(String),
    /// In the keyring of the system.
    Keyring,
    /// In this file.
    File(PathBuf),
}

impl std::fmt::Display for KeySource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            KeySource::Environment(name) => f.write_str(&messages::key_in_variable(name)),
            KeySource::Keyring => f.write_str(&messages::key_in_keyring()),
            KeySource::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// Storage for a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyStorage {
    /// In the keyring of the system.
    Keyring,
    /// In the file of the home.
    File,
}

/// Reason for which a key could not be read or kept. Its text never holds a key.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// Others can read the file of keys.
    #[error("{}", messages::keys_exposed(.0.display()))]
    Exposed(PathBuf),
    /// The file of keys is not what it must be.
    #[error("{}", messages::keys_damaged(.0.display()))]
    Damaged(PathBuf),
    /// The file of keys could not be read or written.
    #[error("{}: {}", .path.display(), io_reason(.source))]
    Io {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        source: std::io::Error,
    },
    /// The entered text is not a key.
    #[error("{}", messages::key_malformed(.0))]
    Malformed(String),
    /// No name of a provider.
    #[error("{}", messages::provider_name_wrong(.0))]
    Provider(String),
    /// The keyring was not unlocked, so that a key in it stays.
    #[error("{}", messages::keyring_locked_key())]
    Locked,
    /// The keyring did not do it.
    #[error("{}", messages::keyring_failed(.why, .file.display()))]
    Keyring {
        /// Error of the keyring.
        why: KeyringError,
        /// The file that could be used.
        file: PathBuf,
    },
}

type Environment = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// The keys of one home.
#[derive(Clone)]
pub struct Keys {
    environment: Environment,
    keyring: Option<Arc<TimedKeyring>>,
    file: KeyFile,
}

impl Keys {
    /// The keys of `home`, with this process's environment and the system's keyring.
    pub fn for_home(home: &HomePaths) -> Keys {
        Keys::with_sources(
            home.keys_file(),
            |name| std::env::var(name).ok(),
            keyring::system_keyring(),
        )
    }

    /// The keys of a file, an environment and a keyring.
    pub fn with_sources(
        file: impl Into<PathBuf>,
        environment: impl Fn(&str) -> Option<String> + Send + Sync + 'static,
        keyring: Option<Arc<dyn Keyring>>,
    ) -> Keys {
        Keys {
            environment: Arc::new(environment),
            keyring: keyring.map(|keyring| Arc::new(TimedKeyring::new(keyring))),
            file: KeyFile::new(file.into()),
        }
    }

    /// The key of `provider`. Fails when the file of keys is damaged or can be read by others.
    pub fn find(&self, provider: &str) -> Result<Option<FoundKey>, KeyError> {
        if let Some(key) = self.in_environment(provider)? {
            return Ok(Some(key));
        }
        if let Some(secret) = self.in_keyring(provider) {
            return Ok(Some(FoundKey { secret, source: KeySource::Keyring }));
        }
        let key = self.file.find(provider)?;
        Ok(key.map(|secret| FoundKey { secret, source: self.in_file() }))
    }

    /// Keeps the key of `provider` in one place and takes it out of the other, so that there is
    /// one. Answers with what still comes before it: a variable.
    pub fn set(
        &self,
        provider: &str,
        secret: &str,
        place: KeyStorage,
    ) -> Result<Option<KeySource>, KeyError> {
        check_name(provider)?;
        let secret =
            SecretToken::new(secret).ok_or_else(|| KeyError::Malformed(provider.to_owned()))?;
        match place {
            KeyStorage::Keyring => {
                self.require_keyring()?
                    .set(provider, &secret)
                    .map_err(|why| self.keyring_error(why))?;
                self.file.remove(provider)?;
            }
            KeyStorage::File => {
                self.file.set(provider, &secret)?;
                // One that stayed in the keyring would hide the new one.
                self.forget_in_keyring(provider);
            }
        }
        Ok(self.in_environment(provider)?.map(|key| key.source))
    }

    /// Takes the key of `provider` out of the keyring and the file, and says where it was. A
    /// variable stays as it is. Fails when the keyring has it and is not unlocked.
    pub fn remove(&self, provider: &str) -> Result<Vec<KeySource>, KeyError> {
        let mut removed = Vec::new();
        match self.keyring.as_ref().map(|keyring| keyring.remove(provider)) {
            Some(Ok(true)) => removed.push(KeySource::Keyring),
            Some(Err(KeyringError::Locked)) => return Err(KeyError::Locked),
            _ => {}
        }
        if self.file.remove(provider)? {
            removed.push(self.in_file());
        }
        Ok(removed)
    }

    /// Every secret that palimp keeps here for itself under `name`: the keyring's, then the file's.
    ///
    /// # Errors
    ///
    /// When the file of keys is damaged or can be read by others.
    pub fn own_secrets(&self, name: &str) -> Result<Vec<SecretToken>, KeyError> {
        Ok(self.in_keyring(name).into_iter().chain(self.file.find(name)?).collect())
    }

    /// Makes a random secret of 32 bytes, in hexadecimal, and keeps it under `name`: in the keyring
    /// where one is open, else in the file. Nobody is asked to unlock anything.
    ///
    /// # Errors
    ///
    /// When the file of keys cannot be read or written, or the system has no random numbers.
    pub fn make_own(&self, name: &str) -> Result<SecretToken, KeyError> {
        check_name(name)?;
        let mut bytes = [0_u8; 32];
        let random = ring::rand::SystemRandom::new();
        ring::rand::SecureRandom::fill(&random, &mut bytes).map_err(|_| {
            io_error(self.file.path(), std::io::Error::other(messages::no_random_numbers()))
        })?;
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let secret = SecretToken::new(&hex).expect("hexadecimal digits");
        self.keep_own(name, &secret)?;
        Ok(secret)
    }

    /// Keeps a secret of palimp's own, in hexadecimal, under `name`: in the keyring where that has none, else
    /// in the file.
    ///
    /// # Errors
    ///
    /// When the secret is malformed, or the file of keys cannot be read or written.
    pub fn add_own(&self, name: &str, hex: &str) -> Result<(), KeyError> {
        check_name(name)?;
        let secret = SecretToken::new(hex).ok_or_else(|| KeyError::Malformed(name.to_owned()))?;
        self.keep_own(name, &secret)
    }

    /// Keeps one more secret of palimp's own under `name`, beside those that are there.
    ///
    /// # Errors
    ///
    /// When the secret is malformed, or the file of keys cannot be read or written.
    pub fn add_another(&self, name: &str, hex: &str) -> Result<(), KeyError> {
        check_name(name)?;
        let malformed = || KeyError::Malformed(name.to_owned());
        let stored = match self.file.find(name)? {
            Some(others) => format!("{}{SECRET_SEPARATOR}{hex}", others.expose()),
            None if self.in_keyring(name).is_none() => return self.add_own(name, hex),
            None => hex.to_owned(),
        };
        self.file.set(name, &SecretToken::new(&stored).ok_or_else(malformed)?)
    }

    /// Returns every secret that [`Keys::add_another`] kept under `name`.
    ///
    /// # Errors
    ///
    /// As [`Keys::own_secrets`].
    pub fn all_own(&self, name: &str) -> Result<Vec<SecretToken>, KeyError> {
        let stored = self.own_secrets(name)?;
        let parts = stored.iter().flat_map(|it| it.expose().split(SECRET_SEPARATOR));
        Ok(parts.filter_map(SecretToken::new).collect())
    }

    /// Keeps a secret in the keyring where one is open and has none of this name, else in the file.
    fn keep_own(&self, name: &str, secret: &SecretToken) -> Result<(), KeyError> {
        let kept = self.keyring.as_ref().is_some_and(|keyring| {
            keyring.find(name) == Ok(None) && keyring.set(name, secret).is_ok()
        });
        if kept { Ok(()) } else { self.file.set(name, secret) }
    }

    /// Lists the sources of all keys: each provider with every place that has one, the one that
    /// counts first. Never the keys themselves.
    pub fn list_sources(&self) -> Result<Vec<(String, KeySource)>, KeyError> {
        let kept = self.file.providers()?;
        let known = KEY_VARIABLES.iter().map(|(provider, _)| (*provider).to_owned());
        let mut providers: Vec<String> = known.chain(kept.iter().cloned()).collect();
        providers.sort();
        providers.dedup();
        let mut found = Vec::new();
        for provider in providers {
            let variable = self.in_environment(&provider).ok().flatten().map(|key| key.source);
            let keyring = self.in_keyring(&provider).map(|_| KeySource::Keyring);
            let file = kept.contains(&provider).then(|| self.in_file());
            let sources = [variable, keyring, file].into_iter().flatten();
            found.extend(sources.map(|source| (provider.clone(), source)));
        }
        Ok(found)
    }

    /// The value of a variable that is set and not empty.
    pub(crate) fn variable(&self, name: &str) -> Option<String> {
        (self.environment)(name).map(|value| value.trim().to_owned()).filter(|v| !v.is_empty())
    }

    fn in_environment(&self, provider: &str) -> Result<Option<FoundKey>, KeyError> {
        for name in key_variables(provider) {
            if let Some(value) = self.variable(&name) {
                let secret = SecretToken::new(&value).ok_or(KeyError::Malformed(name.clone()))?;
                return Ok(Some(FoundKey { secret, source: KeySource::Environment(name) }));
            }
        }
        Ok(None)
    }

    fn in_keyring(&self, provider: &str) -> Option<SecretToken> {
        SecretToken::new(&self.keyring.as_ref()?.find(provider).ok()??)
    }

    fn forget_in_keyring(&self, provider: &str) -> bool {
        self.keyring.as_ref().is_some_and(|keyring| keyring.remove(provider).unwrap_or(false))
    }

    fn require_keyring(&self) -> Result<&TimedKeyring, KeyError> {
        self.keyring.as_deref().ok_or_else(|| self.keyring_error(KeyringError::Absent))
    }

    fn keyring_error(&self, why: KeyringError) -> KeyError {
        KeyError::Keyring { why, file: self.file.path().to_owned() }
    }

    fn in_file(&self) -> KeySource {
        KeySource::File(self.file.path().to_owned())
    }
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Keys").field("file", &self.file.path()).finish_non_exhaustive()
    }
}

/// The variables in which a key of `provider` may stand, the first that counts first.
pub fn key_variables(provider: &str) -> Vec<String> {
    let own = provider.to_ascii_uppercase().replace('-', "_");
    let usual = KEY_VARIABLES.iter().find(|(name, _)| *name == provider).map(|(_, names)| *names);
    let usual = usual.unwrap_or_default().iter().map(|name| (*name).to_owned());
    std::iter::once(format!("PALIMP_{own}_API_KEY")).chain(usual).collect()
}

/// Hint for giving palimp the key of `provider`, as the end of a sentence.
pub fn how_to_set(provider: &str) -> String {
    let names = key_variables(provider);
    let usual = names.get(1).or(names.first()).map_or("", String::as_str);
    messages::how_to_set_key(usual, provider)
}

fn check_name(provider: &str) -> Result<(), KeyError> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if provider.is_empty() || !provider.chars().all(plain) {
        return Err(KeyError::Provider(provider.to_owned()));
    }
    Ok(())
}

fn io_error(path: &Path, source: std::io::Error) -> KeyError {
    KeyError::Io { path: path.to_owned(), source }
}
