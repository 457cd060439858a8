//! A commit as git wrote it, read strictly: what is signed is what is read.

use crate::git::{GitObjectKind, Objects, Oid};
use crate::signature::{self, SshPublicKey};
use crate::{CommitRefusal, Error};

/// The most bytes of a commit.
const MAX_COMMIT: usize = 64 << 10;
/// Prefix of the last line of an approval; the name of the change follows.
pub(crate) const APPROVED_PREFIX: &str = "Approved-Change: ";
/// Prefix of the last line of a rejection.
pub(crate) const REJECTED_PREFIX: &str = "Rejected-Change: ";
/// Prefix of the last line of a commit that starts a rewritten history; the replaced commit
/// follows.
pub(crate) const REWRITES_PREFIX: &str = "Rewrites: ";
/// Prefix of the line before [`REWRITES_PREFIX`]; the id of the erased fact follows.
pub(crate) const ERASED_PREFIX: &str = "Erased: ";

/// A commit, and the key that signed it.
#[derive(Clone, Debug)]
pub(crate) struct SignedCommit {
    pub(crate) tree: Oid,
    pub(crate) parents: Vec<Oid>,
    /// Commit time as the commit states it, in seconds since the Unix epoch.
    pub(crate) at: i64,
    message: String,
    signed: Vec<u8>,
    signature: Option<String>,
}

impl SignedCommit {
    /// Reads a commit. The signature is not looked at yet.
    pub(crate) fn read(
        objects: &mut Objects,
        oid: Oid,
    ) -> Result<Result<SignedCommit, CommitRefusal>, Error> {
        let bytes = objects.read_object(oid, GitObjectKind::Commit, MAX_COMMIT)?;
        Ok(bytes.and_then(|bytes| SignedCommit::parse(&bytes)).ok_or(CommitRefusal::Malformed))
    }

    fn parse(bytes: &[u8]) -> Option<SignedCommit> {
        let text = std::str::from_utf8(bytes).ok()?;
        let (headers, message) = text.split_once("\n\n")?;
        let mut commit = SignedCommit {
            tree: Oid::parse(headers.lines().next()?.strip_prefix("tree ")?)?,
            parents: Vec::new(),
            at: 0,
            message: message.to_owned(),
            signed: Vec::new(),
            signature: None,
        };
        let mut header = "";
        let mut signed = String::new();
        for line in headers.split('\n') {
            if let Some(more) = line.strip_prefix(' ') {
                match (&mut commit.signature, header) {
                    (Some(signature), "gpgsig") => *signature += &format!("{more}\n"),
                    _ => signed += &format!("{line}\n"),
                }
                continue;
            }
            let earlier = header;
            let (name, value) = line.split_once(' ')?;
            header = name;
            match name {
                "tree" if earlier.is_empty() => {}
                "parent" if matches!(earlier, "tree" | "parent") => {
                    commit.parents.push(Oid::parse(value)?);
                }
                "committer" => commit.at = parse_committer_time(value).unwrap_or(0),
                "author" | "encoding" => {}
                "gpgsig" if commit.signature.is_none() => {
                    commit.signature = Some(format!("{value}\n"));
                    continue;
                }
                _ => return None,
            }
            signed += &format!("{line}\n");
        }
        signed += &format!("\n{message}");
        commit.signed = signed.into_bytes();
        Some(commit)
    }

    /// The key that signed exactly this commit. Names and mails in it are not asked: anybody can
    /// write any.
    pub(crate) fn signer(&self) -> Result<SshPublicKey, CommitRefusal> {
        let signature = self.signature.as_deref().ok_or(CommitRefusal::Unsigned)?;
        signature::verify_signature(signature, &self.signed)
    }

    /// The change that this commit approves, by its last lines.
    pub(crate) fn approved_change(&self) -> Option<&str> {
        self.message.trim_end().lines().next_back()?.strip_prefix(APPROVED_PREFIX)
    }

    /// The change that this commit turns down by its last line, and why.
    pub(crate) fn rejected_change(&self) -> Option<(&str, &str)> {
        let (why, last) = self.message.trim_end().rsplit_once('\n')?;
        Some((last.strip_prefix(REJECTED_PREFIX)?, why.trim()))
    }

    /// The fact that was erased and the commit in whose place this one stands, by its last lines.
    pub(crate) fn rewritten_commit(&self) -> Option<(&str, Oid)> {
        let (rest, last) = self.message.trim_end().rsplit_once('\n')?;
        let erased = rest.lines().next_back()?.strip_prefix(ERASED_PREFIX)?;
        Some((erased, Oid::parse(last.strip_prefix(REWRITES_PREFIX)?)?))
    }

    /// The first line of what its author wrote.
    pub(crate) fn title(&self) -> &str {
        self.message.lines().next().unwrap_or_default()
    }
}

/// The seconds in `NAME <MAIL> SECONDS ZONE`.
fn parse_committer_time(committer: &str) -> Option<i64> {
    let (_, moment) = committer.rsplit_once('>')?;
    moment.split_whitespace().next()?.parse().ok().filter(|seconds| *seconds >= 0)
}
