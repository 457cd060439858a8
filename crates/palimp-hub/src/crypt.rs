//! Encryption keys and what they protect.
//!
//! A memory's text is encrypted with a key of its own, and that key with the master key, which is
//! in no backup of the database. So erasing its key erases a memory in every copy. The master key
//! also derives the keys under which an organisation's terms and the audit's details are hashed.

use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};
use uuid::Uuid;

use crate::error::Error;
use crate::messages;

/// Length of a key in bytes.
pub(crate) const KEY_BYTES: usize = 32;

/// The key above all others.
#[derive(Clone)]
pub struct Master([u8; KEY_BYTES]);

impl std::fmt::Debug for Master {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Master(…)")
    }
}

/// The length of a derived key, for who derives it.
struct Length;

impl KeyType for Length {
    fn len(&self) -> usize {
        KEY_BYTES
    }
}

impl Master {
    /// A new one.
    ///
    /// # Errors
    ///
    /// When the system has no random numbers.
    pub fn random() -> Result<Master, Error> {
        random_bytes().map(Master)
    }

    /// Reads it as [`Master::reveal`] wrote it: 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Master> {
        let bytes = from_hex(text.trim())?;
        bytes.try_into().ok().map(Master)
    }

    /// The key itself, to be written to a file of its own.
    pub fn reveal(&self) -> String {
        to_hex(&self.0)
    }

    /// A key that is made of this one for one purpose.
    fn derive_key(&self, purpose: &str, org: Uuid) -> [u8; KEY_BYTES] {
        let salt = Salt::new(HKDF_SHA256, b"palimp-hub");
        let mut key = [0; KEY_BYTES];
        let info = [purpose.as_bytes(), org.as_bytes()];
        // Fails only for lengths that are not ours.
        if let Ok(okm) = salt.extract(&self.0).expand(&info, Length) {
            let _ = okm.fill(&mut key);
        }
        key
    }

    /// Returns the key with which an organisation's terms are hashed.
    pub fn term_hash_key(&self, org: Uuid) -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, &self.derive_key("terms", org))
    }

    /// Returns the key with which the audit's details are hashed.
    pub fn detail_hash_key(&self, org: Uuid) -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, &self.derive_key("audit", org))
    }

    /// Returns the token that a page's forms carry, which proves that they belong to the holder of
    /// `token`.
    pub(crate) fn form_token(&self, token: &str) -> String {
        to_hex(hmac::sign(&self.form_key(), token.as_bytes()).as_ref())
    }

    /// True if the forms of the holder of `token` carry this value.
    pub(crate) fn verify_form_token(&self, token: &str, said: &str) -> bool {
        let said = from_hex(said).unwrap_or_default();
        hmac::verify(&self.form_key(), token.as_bytes(), &said).is_ok()
    }

    fn form_key(&self) -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, &self.derive_key("forms", Uuid::nil()))
    }

    /// The seed of the key that signs the heads of the audit chains.
    pub fn signing_seed(&self) -> [u8; KEY_BYTES] {
        self.derive_key("heads", Uuid::nil())
    }

    /// A key for `subject`, and the same as it may be kept.
    ///
    /// # Errors
    ///
    /// When the system has no random numbers.
    pub fn make_key(&self, org: Uuid, subject: Uuid) -> Result<([u8; KEY_BYTES], Vec<u8>), Error> {
        let key = random_bytes()?;
        let wrapped = seal(&self.derive_key("wrap", org), subject, &key)?;
        Ok((key, wrapped))
    }

    /// The key that was kept for `subject`.
    ///
    /// # Errors
    ///
    /// When it was wrapped by another master key, or for somebody else.
    pub fn unwrap_key(
        &self,
        org: Uuid,
        subject: Uuid,
        wrapped: &[u8],
    ) -> Result<[u8; KEY_BYTES], Error> {
        unseal(&self.derive_key("wrap", org), subject, wrapped)?
            .try_into()
            .map_err(|_| Error::Sealed)
    }
}

/// Locks `text`, which belongs to `subject`.
///
/// # Errors
///
/// When the system has no random numbers.
pub(crate) fn seal(key: &[u8; KEY_BYTES], subject: Uuid, text: &[u8]) -> Result<Vec<u8>, Error> {
    let nonce: [u8; NONCE_LEN] = random_bytes()?;
    let mut sealed = text.to_vec();
    let failed = |_| Error::Broken(messages::text_not_sealed());
    let aad = Aad::from(subject.as_bytes());
    aead_key(key)?
        .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), aad, &mut sealed)
        .map_err(failed)?;
    Ok([&nonce[..], &sealed].concat())
}

/// Opens a text that [`seal`] locked.
///
/// # Errors
///
/// When it was locked with another key, for another subject, or is not what it was.
pub(crate) fn unseal(
    key: &[u8; KEY_BYTES],
    subject: Uuid,
    sealed: &[u8],
) -> Result<Vec<u8>, Error> {
    let (nonce, rest) = sealed.split_first_chunk::<NONCE_LEN>().ok_or(Error::Sealed)?;
    let mut rest = rest.to_vec();
    let aad = Aad::from(subject.as_bytes());
    let opened = aead_key(key)?.open_in_place(Nonce::assume_unique_for_key(*nonce), aad, &mut rest);
    Ok(opened.map_err(|_| Error::Sealed)?.to_vec())
}

fn aead_key(key: &[u8; KEY_BYTES]) -> Result<LessSafeKey, Error> {
    let key = UnboundKey::new(&AES_256_GCM, key).map_err(|_| Error::Sealed)?;
    Ok(LessSafeKey::new(key))
}

/// Random bytes.
///
/// # Errors
///
/// When the system has none.
pub(crate) fn random_bytes<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    let failed = |_| Error::Broken(messages::random_unavailable());
    SystemRandom::new().fill(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// A new token: 256 random bits, in hexadecimal behind a prefix by which scanners know it.
///
/// # Errors
///
/// When the system has no random numbers.
pub(crate) fn new_token() -> Result<String, Error> {
    random_bytes::<32>().map(|bytes| format!("phub_{}", to_hex(&bytes)))
}

/// Bytes in hexadecimal.
pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of a hexadecimal text.
pub(crate) fn from_hex(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    if text.len().is_multiple_of(2) { pairs.map(byte).collect() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_locked_opens_with_its_key_and_for_its_subject_alone() {
        let (master, org, memory) = (Master::random().unwrap(), Uuid::now_v7(), Uuid::now_v7());
        let (key, wrapped) = master.make_key(org, memory).unwrap();
        let sealed = seal(&key, memory, "결정: PostgreSQL".as_bytes()).unwrap();
        let again =
            Master::parse(&master.reveal()).unwrap().unwrap_key(org, memory, &wrapped).unwrap();
        assert_eq!(unseal(&again, memory, &sealed).unwrap(), "결정: PostgreSQL".as_bytes());
        assert!(unseal(&key, Uuid::now_v7(), &sealed).is_err(), "another subject");
        assert!(
            master.unwrap_key(Uuid::now_v7(), memory, &wrapped).is_err(),
            "another organisation"
        );
        let other = Master::random().unwrap();
        assert!(other.unwrap_key(org, memory, &wrapped).is_err(), "another master key");
        let mut changed = sealed.clone();
        *changed.last_mut().unwrap() ^= 1;
        assert!(unseal(&key, memory, &changed).is_err());
        assert!(unseal(&key, memory, &sealed[..5]).is_err());
    }

    #[test]
    fn only_whole_hexadecimal_is_a_key() {
        assert!(Master::parse(&"ab".repeat(32)).is_some());
        for odd in ["", "ab", &"ab".repeat(31), &"zz".repeat(32), &"ab".repeat(33)] {
            assert!(Master::parse(odd).is_none(), "{odd}");
        }
    }
}
