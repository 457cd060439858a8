//! Encryption of the files of a sync, such as segments: compressed, then sealed with ChaCha20-Poly1305 under a key of their own.
//!
//! The key of a file is derived from the group's key and a random salt, so that no two files share a
//! key and the nonce can be zero. The name of a file is authenticated with it: a file under another
//! name, of another machine or changed by a bit does not open.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

use crate::error::Error;
use crate::key::{SyncKey, random_bytes};

/// First bytes of every file.
const FILE_MAGIC_BYTES: &[u8] = b"palimp sync 1\n";
/// Length of the salt, in bytes.
const SALT_BYTES: usize = 32;
/// Purpose for which the key of a file is derived.
const KEY_PURPOSE: &str = "palimp sync 1 file encryption";
/// Maximum size of a file's content, in bytes.
const MAX_CONTENT_BYTES: u64 = 1 << 30;

/// Seals the content of the file `name`.
///
/// # Errors
///
/// When the system has no random numbers.
pub(crate) fn seal_file(key: &SyncKey, name: &str, content: &[u8]) -> Result<Vec<u8>, Error> {
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
    let mut sealed =
        zlib.write_all(content).and_then(|()| zlib.finish()).expect("a vector can be written to");
    let salt: [u8; SALT_BYTES] = random_bytes()?;
    file_key(key, &salt)
        .seal_in_place_append_tag(zero_nonce(), Aad::from(name.as_bytes()), &mut sealed)
        .expect("the content is shorter than 256 GB");
    Ok([FILE_MAGIC_BYTES, &salt, &sealed].concat())
}

/// Opens the file `name`.
///
/// # Errors
///
/// When the file was not sealed under this name with this key, or is of a newer format.
pub(crate) fn open_file(key: &SyncKey, name: &str, file: &[u8]) -> Result<Vec<u8>, Error> {
    let damaged = || Error::Damaged { name: name.to_owned() };
    let sealed = match file.strip_prefix(FILE_MAGIC_BYTES) {
        Some(sealed) => sealed,
        None if file.starts_with(b"palimp sync ") => {
            return Err(Error::TooNew { name: name.to_owned() });
        }
        None => return Err(damaged()),
    };
    let (salt, sealed) = sealed.split_at_checked(SALT_BYTES).ok_or_else(damaged)?;
    let mut sealed = sealed.to_vec();
    let opened = file_key(key, salt)
        .open_in_place(zero_nonce(), Aad::from(name.as_bytes()), &mut sealed)
        .map_err(|_| damaged())?;
    let mut content = Vec::new();
    ZlibDecoder::new(&*opened)
        .take(MAX_CONTENT_BYTES)
        .read_to_end(&mut content)
        .map_err(|_| damaged())?;
    Ok(content)
}

fn file_key(key: &SyncKey, salt: &[u8]) -> LessSafeKey {
    let key = key.derive_key(KEY_PURPOSE, salt);
    LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, &key).expect("a key of 32 bytes"))
}

fn zero_nonce() -> Nonce {
    Nonce::assume_unique_for_key([0; NONCE_LEN])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_opens_under_its_name_and_key_alone() {
        let (key, other) = (SyncKey::generate().unwrap(), SyncKey::generate().unwrap());
        let sealed = seal_file(&key, "a/1", b"deploys go through bastion-3").unwrap();
        assert_eq!(open_file(&key, "a/1", &sealed).unwrap(), b"deploys go through bastion-3");
        assert!(open_file(&key, "a/2", &sealed).is_err());
        assert!(open_file(&other, "a/1", &sealed).is_err());
        assert_ne!(sealed, seal_file(&key, "a/1", b"deploys go through bastion-3").unwrap());
        assert!(!sealed.windows(7).any(|it| it == b"bastion"));
    }

    #[test]
    fn file_with_any_bit_changed_is_refused() {
        let key = SyncKey::generate().unwrap();
        let sealed = seal_file(&key, "a/1", b"some content").unwrap();
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(open_file(&key, "a/1", &changed).is_err(), "byte {at}");
            assert!(open_file(&key, "a/1", &sealed[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn file_of_a_newer_format_is_named_so() {
        let key = SyncKey::generate().unwrap();
        let newer = open_file(&key, "a/1", b"palimp sync 2\n...").unwrap_err();
        assert!(matches!(newer, Error::TooNew { .. }));
    }
}
