//! Signatures that `ssh-keygen -Y sign` made, verified here: no program of the machine is asked.

use std::fmt;

use ring::signature::{ED25519, UnparsedPublicKey};
use ssh_key::{HashAlg, PublicKey, SshSig};

use crate::error::CommitRefusal;

/// An ed25519 key. It is the identity of its owner; mails and names in commits are not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SshPublicKey([u8; 32]);

impl SshPublicKey {
    /// Reads `ssh-ed25519 BASE64`, with or without a comment behind it.
    pub fn parse(text: &str) -> Option<SshPublicKey> {
        let key = PublicKey::from_openssh(text).ok()?;
        key.key_data().ed25519().map(|key| SshPublicKey(key.0))
    }

    /// `ssh-ed25519 BASE64`, as `allowed_signers` and `revoked` have it.
    pub fn to_openssh(&self) -> String {
        let key = ssh_key::public::Ed25519PublicKey(self.0);
        PublicKey::from(key).to_openssh().unwrap_or_default()
    }

    /// Returns the fingerprint for comparison by people: `SHA256:…`, as `ssh-keygen -l` prints it.
    pub fn fingerprint(&self) -> String {
        let key = ssh_key::public::Ed25519PublicKey(self.0);
        PublicKey::from(key).fingerprint(HashAlg::Sha256).to_string()
    }
}

impl fmt::Debug for SshPublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fingerprint())
    }
}

/// The key whose signature of `message`, made for git, this is.
pub(crate) fn verify_signature(
    signature: &str,
    message: &[u8],
) -> Result<SshPublicKey, CommitRefusal> {
    let signature = SshSig::from_pem(signature).map_err(|_| CommitRefusal::BadSignature)?;
    let key = signature.public_key().ed25519().ok_or(CommitRefusal::KeyType)?;
    let signed = SshSig::signed_data("git", signature.hash_alg(), message)
        .map_err(|_| CommitRefusal::BadSignature)?;
    UnparsedPublicKey::new(&ED25519, key.0)
        .verify(&signed, signature.signature_bytes())
        .map_err(|_| CommitRefusal::BadSignature)?;
    Ok(SshPublicKey(key.0))
}
