//! Signatures that `ssh-keygen -Y sign` made, verified here: no program of the machine is asked.

use std::fmt;

use ring::signature::{ED25519, UnparsedPublicKey};
use ssh_key::{HashAlg, PublicKey, SshSig};

use crate::error::Refusal;

/// An ed25519 key. It is the identity of its owner; mails and names in commits are not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key([u8; 32]);

impl Key {
    /// Reads `ssh-ed25519 BASE64`, with or without a comment behind it.
    pub fn parse(text: &str) -> Option<Key> {
        let key = PublicKey::from_openssh(text).ok()?;
        key.key_data().ed25519().map(|key| Key(key.0))
    }

    /// `ssh-ed25519 BASE64`, as `allowed_signers` and `revoked` have it.
    pub fn line(&self) -> String {
        let key = ssh_key::public::Ed25519PublicKey(self.0);
        PublicKey::from(key).to_openssh().unwrap_or_default()
    }

    /// What people compare: `SHA256:…`, as `ssh-keygen -l` prints it.
    pub fn fingerprint(&self) -> String {
        let key = ssh_key::public::Ed25519PublicKey(self.0);
        PublicKey::from(key).fingerprint(HashAlg::Sha256).to_string()
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fingerprint())
    }
}

/// The key whose signature of `message`, made for git, this is.
pub(crate) fn verified(signature: &str, message: &[u8]) -> Result<Key, Refusal> {
    let signature = SshSig::from_pem(signature).map_err(|_| Refusal::BadSignature)?;
    let key = signature.public_key().ed25519().ok_or(Refusal::KeyType)?;
    let signed = SshSig::signed_data("git", signature.hash_alg(), message)
        .map_err(|_| Refusal::BadSignature)?;
    UnparsedPublicKey::new(&ED25519, key.0)
        .verify(&signed, signature.signature_bytes())
        .map_err(|_| Refusal::BadSignature)?;
    Ok(Key(key.0))
}
