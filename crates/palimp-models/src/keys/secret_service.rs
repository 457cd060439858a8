//! The keyring of a Linux desktop: the Secret Service on the session's D-Bus.

use std::collections::HashMap;
use std::path::Path;

use dbus_secret_service::{EncryptionType, Error, Item, SecretService};

use super::{Keyring, KeyringError};
use crate::messages;

/// Maximum time for the user to unlock the keyring, in seconds.
const PROMPT_SECONDS: u64 = 60;

/// The Secret Service that answers on this session's bus.
pub(crate) struct SecretServiceKeyring;

impl SecretServiceKeyring {
    /// None where there is no bus: asking for one would start it.
    pub(crate) fn on_this_bus() -> Option<SecretServiceKeyring> {
        let named = std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some_and(|at| !at.is_empty());
        let usual = || {
            let dir = std::env::var_os("XDG_RUNTIME_DIR")?;
            Some(Path::new(&dir).join("bus").exists())
        };
        (named || usual().unwrap_or(false)).then_some(SecretServiceKeyring)
    }
}

impl Keyring for SecretServiceKeyring {
    fn find(&self, provider: &str) -> Result<Option<String>, KeyringError> {
        let service = connect(0)?;
        let found = service.search_items(attributes(provider)).map_err(to_keyring_error)?;
        match (found.unlocked.first(), found.locked.first()) {
            (Some(item), _) => read_secret(item).map(Some),
            // Reading it would open a window in the middle of somebody's work.
            (None, Some(_)) => Err(KeyringError::Locked),
            (None, None) => Ok(None),
        }
    }

    fn set(&self, provider: &str, secret: &str) -> Result<(), KeyringError> {
        let service = connect(PROMPT_SECONDS)?;
        let collection = service.get_default_collection().map_err(to_keyring_error)?;
        collection.ensure_unlocked().or_else(|_| collection.unlock()).map_err(to_keyring_error)?;
        let label = format!("palimp: key for {provider}");
        let kept = collection.create_item(
            &label,
            attributes(provider),
            secret.as_bytes(),
            true,
            "text/plain",
        );
        kept.map(drop).map_err(to_keyring_error)
    }

    fn remove(&self, provider: &str) -> Result<bool, KeyringError> {
        let service = connect(PROMPT_SECONDS)?;
        let found = service.search_items(attributes(provider)).map_err(to_keyring_error)?;
        let items: Vec<&Item<'_>> = found.unlocked.iter().chain(&found.locked).collect();
        for item in &items {
            item.ensure_unlocked().or_else(|_| item.unlock()).map_err(to_keyring_error)?;
            item.delete().map_err(to_keyring_error)?;
        }
        Ok(!items.is_empty())
    }
}

/// Secrets cross the bus as they are: it is a socket that this user alone can open, and who can
/// listen on it can ask the service as well.
fn connect(prompt_seconds: u64) -> Result<SecretService, KeyringError> {
    SecretService::connect_with_max_prompt_timeout(EncryptionType::Plain, prompt_seconds)
        .map_err(to_keyring_error)
}

fn attributes(provider: &str) -> HashMap<&str, &str> {
    HashMap::from([("application", "palimp"), ("provider", provider)])
}

fn read_secret(item: &Item<'_>) -> Result<String, KeyringError> {
    let secret = item.get_secret().map_err(to_keyring_error)?;
    String::from_utf8(secret).map_err(|_| KeyringError::Failed(messages::key_not_text()))
}

fn to_keyring_error(error: Error) -> KeyringError {
    match error {
        Error::Unavailable | Error::NoResult => KeyringError::Absent,
        Error::Locked | Error::Prompt => KeyringError::Locked,
        error => KeyringError::Failed(error.to_string()),
    }
}
