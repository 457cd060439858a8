//! The keys of tombstones: in the keyring of the system, or in the file of keys.

use palimp_core::tombstone::TombstoneKey;
use palimp_engine::home::tombstones::{TombstoneKeyStore, Tombstones};
use palimp_models::Keys;

use crate::context::{Cx, now_ms};
use crate::error::CliError;

/// Name under which the keys are stored.
pub(crate) const KEYS_NAME: &str = "tombstones";

/// Key ring of a home's tombstones.
pub(crate) struct TombstoneKeyRing(Keys);

impl TombstoneKeyStore for TombstoneKeyRing {
    fn read_keys(&self) -> Result<Vec<TombstoneKey>, String> {
        let secrets = self.0.all_own(KEYS_NAME).map_err(|error| error.to_string())?;
        Ok(secrets.iter().filter_map(|secret| TombstoneKey::parse(secret.expose())).collect())
    }

    fn create_key(&self) -> Result<TombstoneKey, String> {
        let secret = self.0.make_own(KEYS_NAME).map_err(|error| error.to_string())?;
        TombstoneKey::parse(secret.expose())
            .ok_or_else(|| "the key that was made is none".to_owned())
    }
}

impl TombstoneKeyRing {
    /// Keeps a key of another home's tombstones, unless it is there.
    pub(crate) fn add_key(&self, key: &TombstoneKey) -> Result<(), String> {
        let known = self.read_keys()?;
        if known.iter().any(|it| it.id() == key.id()) {
            return Ok(());
        }
        self.0.add_another(KEYS_NAME, &key.to_hex()).map_err(|error| error.to_string())
    }
}

impl Cx {
    /// Returns the key ring of this home's tombstones.
    pub(crate) fn tombstone_ring(&self) -> TombstoneKeyRing {
        TombstoneKeyRing(Keys::for_home(&self.home))
    }

    /// Returns the tombstones of this home.
    pub(crate) fn tombstones(&self) -> Result<Tombstones, CliError> {
        match self.activity_to_read()? {
            Some(db) => Ok(Tombstones::from_database(&db, &self.tombstone_ring(), now_ms())?),
            None => Ok(Tombstones::default()),
        }
    }
}
