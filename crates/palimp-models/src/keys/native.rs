//! The keychain of macOS and the credential manager of Windows.

use std::sync::Arc;

use keyring_core::api::CredentialStoreApi;
use keyring_core::{Entry, Error};

use super::{Keyring, KeyringError};
use crate::messages;

#[cfg(target_os = "macos")]
use apple_native_keyring_store::keychain::Store;
#[cfg(windows)]
use windows_native_keyring_store::Store;

/// The system's own store, in which an entry is a service and a user.
pub(crate) struct NativeKeyring {
    store: Arc<Store>,
}

impl NativeKeyring {
    pub(crate) fn open() -> Option<NativeKeyring> {
        Store::new().ok().map(|store| NativeKeyring { store })
    }

    fn entry(&self, provider: &str) -> Result<Entry, KeyringError> {
        self.store.build("palimp", provider, None).map_err(said)
    }
}

impl Keyring for NativeKeyring {
    fn find(&self, provider: &str) -> Result<Option<String>, KeyringError> {
        match self.entry(provider)?.get_password() {
            Ok(secret) => Ok(Some(secret)),
            Err(Error::NoEntry) => Ok(None),
            Err(error) => Err(said(error)),
        }
    }

    fn set(&self, provider: &str, secret: &str) -> Result<(), KeyringError> {
        self.entry(provider)?.set_password(secret).map_err(said)
    }

    fn remove(&self, provider: &str) -> Result<bool, KeyringError> {
        match self.entry(provider)?.delete_credential() {
            Ok(()) => Ok(true),
            Err(Error::NoEntry) => Ok(false),
            Err(error) => Err(said(error)),
        }
    }
}

/// Some errors of the store carry the secret, so no error is shown but those that cannot.
fn said(error: Error) -> KeyringError {
    match error {
        Error::NoStorageAccess(_) => KeyringError::Locked,
        Error::NoDefaultStore => KeyringError::Absent,
        Error::PlatformFailure(why) => KeyringError::Failed(why.to_string()),
        _ => KeyringError::Failed(messages::entry_unreadable()),
    }
}
