//! A member's key, with which `ssh-keygen` signs: its file, or what the user's ssh agent holds of it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Error;
use crate::git::KEPT_ENV_VARS;
use crate::messages;
use crate::signature::{SshPublicKey, verify_signature};

/// A key that this user can sign with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signer {
    file: PathBuf,
    key: SshPublicKey,
}

impl Signer {
    /// The key in `file`, which is the private half, or the public one of a key that an agent holds;
    /// `public` is its public half. `None` of any other type than ed25519.
    pub fn new(file: PathBuf, public: &str) -> Option<Signer> {
        Some(Signer { file, key: SshPublicKey::parse(public.trim())? })
    }

    /// Makes an ed25519 key without a passphrase at `file`, and its public half beside it.
    ///
    /// # Errors
    ///
    /// When ssh-keygen cannot be run or does not make it.
    pub fn generate(file: &Path) -> Result<(), Error> {
        let mut command = ssh_keygen();
        command.args(["-q", "-t", "ed25519", "-N", "", "-C", "palimp", "-f"]).arg(file);
        let output = command.stdin(Stdio::null()).output().map_err(|e| signing_error(file, &e))?;
        if output.status.success() {
            return Ok(());
        }
        Err(signing_error(file, &String::from_utf8_lossy(&output.stderr).trim()))
    }

    /// The key.
    pub fn key(&self) -> SshPublicKey {
        self.key
    }

    /// The file that ssh-keygen is given.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// A signature of `message` for git.
    pub(crate) fn sign(&self, message: &[u8]) -> Result<String, Error> {
        let mut command = ssh_keygen();
        command.args(["-Y", "sign", "-n", "git", "-f"]).arg(&self.file);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| signing_error(&self.file, &error))?;
        // A commit fits into a pipe; what ssh-keygen says to it comes afterwards.
        let written = child.stdin.take().map(|mut stdin| stdin.write_all(message));
        let output = child.wait_with_output().map_err(|error| signing_error(&self.file, &error))?;
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        if !output.status.success() || !matches!(written, Some(Ok(()))) {
            return Err(signing_error(&self.file, &said));
        }
        let signature = String::from_utf8_lossy(&output.stdout).into_owned();
        match verify_signature(&signature, message) {
            Ok(key) if key == self.key => Ok(signature),
            _ => Err(signing_error(&self.file, &messages::key_pair_differs())),
        }
    }
}

fn ssh_keygen() -> Command {
    let mut command = Command::new("ssh-keygen");
    command.env_clear().env("LC_ALL", "C");
    for name in KEPT_ENV_VARS {
        command.envs(std::env::var_os(name).map(|value| (name, value)));
    }
    command
}

fn signing_error(file: &Path, said: &dyn std::fmt::Display) -> Error {
    Error::Signing { file: file.display().to_string(), said: said.to_string() }
}
