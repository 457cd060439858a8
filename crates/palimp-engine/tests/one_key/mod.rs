//! A store of tombstone keys for tests.

use palimp_core::tombstone::TombstoneKey;
use palimp_engine::home::tombstones::TombstoneKeyStore;

/// The same key whenever one is asked for.
pub(crate) struct OneKey;

impl TombstoneKeyStore for OneKey {
    fn read_keys(&self) -> Result<Vec<TombstoneKey>, String> {
        Ok(vec![self.create_key()?])
    }

    fn create_key(&self) -> Result<TombstoneKey, String> {
        TombstoneKey::parse(&"5a".repeat(32)).ok_or_else(|| "it is no key".to_owned())
    }
}
