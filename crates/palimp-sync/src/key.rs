//! The key that a user's machines share, and the code by which another machine gets it.

use std::fmt;

use ring::rand::{SecureRandom, SystemRandom};

use crate::error::Error;

/// Length of a key, in bytes.
const KEY_BYTES: usize = 32;
/// Length of the checksum in a code, in bytes.
const CHECKSUM_BYTES: usize = 2;
/// Number of hexadecimal digits in a group of a code.
const GROUP_DIGITS: usize = 4;

/// Secret of a group of machines. Whoever has it reads and writes all that they sync.
#[derive(Clone, PartialEq, Eq)]
pub struct SyncKey([u8; KEY_BYTES]);

impl fmt::Debug for SyncKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SyncKey(…)")
    }
}

impl SyncKey {
    /// Generates a random key.
    ///
    /// # Errors
    ///
    /// When the system has no random numbers.
    pub fn generate() -> Result<SyncKey, Error> {
        random_bytes().map(SyncKey)
    }

    /// Parses a code; spaces, line ends and hyphens are ignored. `None` if a digit is wrong or missing.
    pub fn parse_code(code: &str) -> Option<SyncKey> {
        let digits: String =
            code.chars().filter(|c| !c.is_whitespace() && *c != '-').collect::<String>();
        let bytes = parse_hex(&digits)?;
        let (key, checksum) = bytes.split_at_checked(KEY_BYTES)?;
        let key = SyncKey(key.try_into().ok()?);
        (checksum == key.code_checksum()).then_some(key)
    }

    /// Returns the code of the key: groups of hexadecimal digits with a checksum at the end.
    pub fn to_code(&self) -> String {
        let digits = to_hex(&self.0) + &to_hex(&self.code_checksum());
        let groups = digits.as_bytes().chunks(GROUP_DIGITS).map(String::from_utf8_lossy);
        groups.collect::<Vec<_>>().join("-")
    }

    /// Parses the form in which the key is stored: 64 hexadecimal digits.
    pub fn parse_hex(text: &str) -> Option<SyncKey> {
        Some(SyncKey(parse_hex(text)?.try_into().ok()?))
    }

    /// Returns the key as 64 hexadecimal digits, to be stored.
    pub fn to_hex(&self) -> String {
        to_hex(&self.0)
    }

    /// Derives a key for one purpose.
    pub(crate) fn derive_key(&self, purpose: &str, salt: &[u8]) -> [u8; KEY_BYTES] {
        let mut material = self.0.to_vec();
        material.extend_from_slice(salt);
        blake3::derive_key(purpose, &material)
    }

    fn code_checksum(&self) -> [u8; CHECKSUM_BYTES] {
        let hash = self.derive_key("palimp sync 1 code checksum", &[]);
        [hash[0], hash[1]]
    }
}

/// Returns random bytes.
pub(crate) fn random_bytes<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).map_err(|_| Error::NoRandomNumbers)?;
    Ok(bytes)
}

/// Returns bytes as hexadecimal digits.
pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Parses hexadecimal digits.
pub(crate) fn parse_hex(digits: &str) -> Option<Vec<u8>> {
    let is_hex = digits.len().is_multiple_of(2) && digits.bytes().all(|it| it.is_ascii_hexdigit());
    let pairs = digits.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok());
    is_hex.then(|| pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_survives_hyphens_spaces_and_case() {
        let key = SyncKey::generate().unwrap();
        let code = key.to_code();
        assert_eq!(code.len(), 17 * 4 + 16);
        assert_eq!(SyncKey::parse_code(&code), Some(key.clone()));
        let spoken = format!(" {}\n", code.replace('-', " ").to_uppercase());
        assert_eq!(SyncKey::parse_code(&spoken), Some(key.clone()));
        assert_eq!(SyncKey::parse_hex(&key.to_hex()), Some(key));
    }

    #[test]
    fn code_with_a_wrong_digit_is_refused() {
        let code = SyncKey([7; 32]).to_code();
        let other = if code.starts_with('0') { "1" } else { "0" };
        assert_eq!(SyncKey::parse_code(&format!("{other}{}", &code[1..])), None);
        assert_eq!(SyncKey::parse_code(&code[..80]), None);
        assert_eq!(SyncKey::parse_code("é"), None);
        assert_eq!(SyncKey::parse_code(""), None);
    }
}
