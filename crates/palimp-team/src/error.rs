//! Errors of git operations, and reasons why a commit is quarantined.

use std::io;
use std::path::PathBuf;

use crate::repository_layout::{MAX_CHANGED, MAX_FILE};
use crate::role::TeamRole;

/// git could not be asked, or did not answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The child could not be started, or went away.
    #[error("git could not be run: {0}; is git 2.34 or later installed?")]
    Start(#[source] io::Error),
    /// git refused a command.
    #[error("{}: git: {said}", directory.display())]
    Git {
        /// The repository.
        directory: PathBuf,
        /// Standard error of git.
        said: String,
    },
    /// A fetch brought too much, or took too long.
    #[error(
        "the fetch was stopped after {} MB and {seconds} s, which is more than a team's memory takes; \
         ask who owns the repository what was pushed there, and sync again",
        bytes >> 20
    )]
    Bounds {
        /// Number of bytes received.
        bytes: u64,
        /// Number of seconds that passed.
        seconds: u64,
    },
    /// `ssh-keygen` could not be run, or made no signature.
    #[error(
        "{file}: ssh-keygen made no signature: {said}; is the key there, or in your ssh agent?"
    )]
    Signing {
        /// The key's file.
        file: String,
        /// Standard error of ssh-keygen.
        said: String,
    },
    /// An object or a ref is not there, or is not what was asked for.
    #[error("the team's repository lacks {asked}; sync again, or join the team anew")]
    Answer {
        /// The object or ref that was requested.
        asked: String,
    },
}

/// Reason why a commit is quarantined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommitRefusal {
    /// It is too large, or not what git writes.
    #[error("the commit is malformed")]
    Malformed,
    /// It bears no signature.
    #[error("the commit is not signed")]
    Unsigned,
    /// Its signature is not one of exactly this commit, made for git.
    #[error("the signature does not fit the commit")]
    BadSignature,
    /// It is signed by a key of another type.
    #[error("the commit is signed by another key than ed25519")]
    KeyType,
    /// The key was none of a member's before this commit.
    #[error("signed by a key that no member had before: {0}")]
    Stranger(String),
    /// The key had been revoked before this commit.
    #[error("signed by a revoked key: {0}")]
    Revoked(String),
    /// The member may not do this there.
    #[error("{member} may not change {path}: that asks for {needed:?}")]
    Role {
        /// Name of the member whose key signed.
        member: String,
        /// The file.
        path: String,
        /// The role that the file asks for.
        needed: TeamRole,
    },
    /// Too few members approved exactly this change.
    #[error("{have} of {need} approvals of exactly this change")]
    Approvals {
        /// Number of approvals that count.
        have: usize,
        /// Number of approvals that the policy asks for.
        need: usize,
    },
    /// Somebody else's key asks for a name that a member has.
    #[error(
        "it gives the key {print} the name {member}, which is a member's: only a key of {member}'s or an owner \
         may propose that"
    )]
    NameTaken {
        /// The name.
        member: String,
        /// The fingerprint of the key.
        print: String,
    },
    /// With four eyes, nobody approves what they proposed.
    #[error("{member} proposed it; with four eyes, somebody else approves")]
    Own {
        /// The member.
        member: String,
    },
    /// A commit on `main` is no merge of one proposal.
    #[error("the commit does not merge a proposal")]
    NoProposal,
    /// The proposal landed before: its approvals were meant for that time.
    #[error("the proposal landed before; approvals count once")]
    Used,
    /// The merge changes something else than its proposal.
    #[error("the merge changes something else than its proposal")]
    OtherChange,
    /// A path that a team's repository does not have.
    #[error("{0:?} is no path of a team's repository")]
    Path(String),
    /// A symbolic link, a submodule, a program.
    #[error("{path:?} is no plain file: mode {mode}")]
    Mode {
        /// Path of the file.
        path: String,
        /// Its mode, as git writes it.
        mode: String,
    },
    /// A directory that is too large or malformed.
    #[error("the directory {0:?} is too large or malformed")]
    Tree(String),
    /// A file that is too large.
    #[error("{path:?} is larger than {} bytes", MAX_FILE)]
    Large {
        /// Path of the file.
        path: String,
    },
    /// A file that is not UTF-8.
    #[error("{path:?} is not text")]
    NotText {
        /// Path of the file.
        path: String,
    },
    /// A tombstone that goes, or that says something.
    #[error("{path:?}: a tombstone is empty and stays")]
    Tombstone {
        /// Path of the file.
        path: String,
    },
    /// More files than one commit may change.
    #[error("more than {} files change at once", MAX_CHANGED)]
    TooMany,
    /// The commit would leave a policy that is not valid.
    #[error("the policy would be broken: {0}")]
    Policy(String),
    /// `main` begins with another commit than the one that was joined.
    #[error("this is another team than the one that you joined")]
    OtherRoot,
    /// `main` lacks commits that were verified: its end was cut off.
    #[error("the history was shortened: verified commits are missing")]
    Shortened,
    /// An owner began the history anew, in the place of a commit that this home has not verified.
    #[error(
        "an owner rewrote the history behind what this home has verified: compare the owners' \
         fingerprints again, leave the team and join it anew"
    )]
    RewrittenSince,
    /// A history that an owner began anew changes what is served, or nothing was erased.
    #[error("the history was rewritten, and not only so that what was erased is gone from it")]
    RewrittenMore,
    /// `main` does not go on from what was verified.
    #[error("the history was rewritten: it does not go on from the last verified commit")]
    Rewritten,
}
