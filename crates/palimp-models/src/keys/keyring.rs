//! The keyring of the system, asked for no longer than a person would wait.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use super::SecretToken;
use crate::messages;

/// Maximum time of a look-up in the keyring. One that answers does so in milliseconds.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum time of a change: the system may ask the user for a password.
const CHANGE_TIMEOUT: Duration = Duration::from_secs(90);

/// System's storage of secrets.
pub trait Keyring: Send + Sync {
    /// The key of a provider. Never asks the user anything.
    fn find(&self, provider: &str) -> Result<Option<String>, KeyringError>;
    /// Keeps the key of a provider in the place of an earlier one. May ask the user to unlock.
    fn set(&self, provider: &str, secret: &str) -> Result<(), KeyringError>;
    /// Takes the key of a provider out; whether there was one.
    fn remove(&self, provider: &str) -> Result<bool, KeyringError>;
}

/// Reason for which a keyring failed; its text follows "the keyring of this machine".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyringError {
    /// There is none.
    #[error("{}", messages::keyring_absent())]
    Absent,
    /// It is locked, and was not unlocked.
    #[error("{}", messages::keyring_locked())]
    Locked,
    /// It did not answer in time.
    #[error("{}", messages::keyring_slow())]
    Slow,
    /// Anything else that it said.
    #[error("{}", messages::keyring_error(.0))]
    Failed(String),
}

/// The system's keyring, where this machine can have one.
pub(crate) fn system_keyring() -> Option<Arc<dyn Keyring>> {
    #[cfg(target_os = "linux")]
    return super::secret_service::SecretServiceKeyring::on_this_bus().map(|k| Arc::new(k) as _);
    #[cfg(any(target_os = "macos", windows))]
    return super::native::NativeKeyring::open().map(|k| Arc::new(k) as _);
    #[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
    return None;
}

/// A keyring that is given up on when it hangs, and not asked again.
pub(crate) struct TimedKeyring {
    keyring: Arc<dyn Keyring>,
    look: Duration,
    hangs: AtomicBool,
}

impl TimedKeyring {
    pub(crate) fn new(keyring: Arc<dyn Keyring>) -> TimedKeyring {
        TimedKeyring { keyring, look: LOOKUP_TIMEOUT, hangs: AtomicBool::new(false) }
    }

    pub(crate) fn find(&self, provider: &str) -> Result<Option<String>, KeyringError> {
        let provider = provider.to_owned();
        self.call_within(self.look, move |keyring| keyring.find(&provider))
    }

    pub(crate) fn set(&self, provider: &str, secret: &SecretToken) -> Result<(), KeyringError> {
        let (provider, secret) = (provider.to_owned(), secret.clone());
        self.call_within(CHANGE_TIMEOUT, move |keyring| keyring.set(&provider, secret.expose()))
    }

    pub(crate) fn remove(&self, provider: &str) -> Result<bool, KeyringError> {
        // Looks first, so that a machine whose keyring hangs is not waited for long.
        if self.find(provider) == Ok(None) {
            return Ok(false);
        }
        let provider = provider.to_owned();
        self.call_within(CHANGE_TIMEOUT, move |keyring| keyring.remove(&provider))
    }

    /// The thread of a call that hangs is left behind; it ends with the process.
    fn call_within<T: Send + 'static>(
        &self,
        limit: Duration,
        call: impl FnOnce(&dyn Keyring) -> Result<T, KeyringError> + Send + 'static,
    ) -> Result<T, KeyringError> {
        if self.hangs.load(Ordering::Relaxed) {
            return Err(KeyringError::Slow);
        }
        let (answer, answered) = mpsc::channel();
        let keyring = Arc::clone(&self.keyring);
        let call = move || {
            let _ = answer.send(call(&*keyring));
        };
        let started = thread::Builder::new().name("keyring".to_owned()).spawn(call);
        started.map_err(|error| KeyringError::Failed(error.to_string()))?;
        answered.recv_timeout(limit).unwrap_or_else(|_| {
            self.hangs.store(true, Ordering::Relaxed);
            Err(KeyringError::Slow)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Answers when the test lets go of the other end, which is never.
    struct Hanging(Mutex<mpsc::Receiver<()>>);

    impl Keyring for Hanging {
        fn find(&self, _: &str) -> Result<Option<String>, KeyringError> {
            let _ = self.0.lock().unwrap().recv();
            Ok(None)
        }
        fn set(&self, _: &str, _: &str) -> Result<(), KeyringError> {
            unreachable!("given up on before")
        }
        fn remove(&self, _: &str) -> Result<bool, KeyringError> {
            unreachable!("given up on before")
        }
    }

    #[test]
    fn a_keyring_that_hangs_is_given_up_on_and_not_asked_again() {
        let (_open, end) = mpsc::channel();
        let look = Duration::from_millis(10);
        let keyring = Arc::new(Hanging(Mutex::new(end)));
        let bounded = TimedKeyring { look, ..TimedKeyring::new(keyring) };
        assert_eq!(bounded.find("openai"), Err(KeyringError::Slow));
        assert_eq!(bounded.remove("openai"), Err(KeyringError::Slow));
        assert_eq!(bounded.set("openai", &SecretToken::new("k").unwrap()), Err(KeyringError::Slow));
    }
}
