//! Errors of git operations, and reasons why a commit is quarantined.

use std::io;
use std::path::PathBuf;

use palimp_core::message::io_reason;

use crate::messages;
use crate::repository_layout::{MAX_CHANGED, MAX_FILE};
use crate::role::TeamRole;

/// git could not be asked, or did not answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The child could not be started, or went away.
    #[error("{}", messages::git_not_run(io_reason(.0)))]
    Start(#[source] io::Error),
    /// git refused a command.
    #[error("{}", messages::git_refused(.directory.display(), .said))]
    Git {
        /// The repository.
        directory: PathBuf,
        /// Standard error of git.
        said: String,
    },
    /// A fetch brought too much, or took too long.
    #[error("{}", messages::fetch_stopped(.bytes >> 20, .seconds))]
    Bounds {
        /// Number of bytes received.
        bytes: u64,
        /// Number of seconds that passed.
        seconds: u64,
    },
    /// `ssh-keygen` could not be run, or made no signature.
    #[error("{}", messages::signing_failed(.file, .said))]
    Signing {
        /// The key's file.
        file: String,
        /// Standard error of ssh-keygen.
        said: String,
    },
    /// An object or a ref is not there, or is not what was asked for.
    #[error("{}", messages::object_missing(.asked))]
    Answer {
        /// The object or ref that was requested.
        asked: String,
    },
}

/// Reason why a commit is quarantined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommitRefusal {
    /// It is too large, or not what git writes.
    #[error("{}", messages::commit_malformed())]
    Malformed,
    /// It bears no signature.
    #[error("{}", messages::commit_unsigned())]
    Unsigned,
    /// Its signature is not one of exactly this commit, made for git.
    #[error("{}", messages::signature_wrong())]
    BadSignature,
    /// It is signed by a key of another type.
    #[error("{}", messages::key_type_wrong())]
    KeyType,
    /// The key was none of a member's before this commit.
    #[error("{}", messages::signed_by_stranger(.0))]
    Stranger(String),
    /// The key had been revoked before this commit.
    #[error("{}", messages::signed_by_revoked(.0))]
    Revoked(String),
    /// The member may not do this there.
    #[error("{}", messages::role_missing(.member, .path, format_args!("{:?}", .needed)))]
    Role {
        /// Name of the member whose key signed.
        member: String,
        /// The file.
        path: String,
        /// The role that the file asks for.
        needed: TeamRole,
    },
    /// Too few members approved exactly this change.
    #[error("{}", messages::approvals_missing(.have, .need))]
    Approvals {
        /// Number of approvals that count.
        have: usize,
        /// Number of approvals that the policy asks for.
        need: usize,
    },
    /// Somebody else's key asks for a name that a member has.
    #[error("{}", messages::name_taken(.print, .member))]
    NameTaken {
        /// The name.
        member: String,
        /// The fingerprint of the key.
        print: String,
    },
    /// With four eyes, nobody approves what they proposed.
    #[error("{}", messages::own_proposal(.member))]
    Own {
        /// The member.
        member: String,
    },
    /// A commit on `main` is no merge of one proposal.
    #[error("{}", messages::merge_without_proposal())]
    NoProposal,
    /// The proposal landed before: its approvals were meant for that time.
    #[error("{}", messages::proposal_used())]
    Used,
    /// The merge changes something else than its proposal.
    #[error("{}", messages::merge_differs())]
    OtherChange,
    /// A path that a team's repository does not have.
    #[error("{}", messages::path_unknown(format_args!("{:?}", .0)))]
    Path(String),
    /// A symbolic link, a submodule, a program.
    #[error("{}", messages::mode_wrong(format_args!("{:?}", .path), .mode))]
    Mode {
        /// Path of the file.
        path: String,
        /// Its mode, as git writes it.
        mode: String,
    },
    /// A directory that is too large or malformed.
    #[error("{}", messages::tree_too_large(format_args!("{:?}", .0)))]
    Tree(String),
    /// A file that is too large.
    #[error("{}", messages::file_too_large(format_args!("{:?}", .path), MAX_FILE))]
    Large {
        /// Path of the file.
        path: String,
    },
    /// A file that is not UTF-8.
    #[error("{}", messages::file_not_text(format_args!("{:?}", .path)))]
    NotText {
        /// Path of the file.
        path: String,
    },
    /// A tombstone that goes, or that says something.
    #[error("{}", messages::tombstone_wrong(format_args!("{:?}", .path)))]
    Tombstone {
        /// Path of the file.
        path: String,
    },
    /// More files than one commit may change.
    #[error("{}", messages::too_many_changes(MAX_CHANGED))]
    TooMany,
    /// The commit would leave a policy that is not valid.
    #[error("{}", messages::policy_broken(.0))]
    Policy(String),
    /// `main` begins with another commit than the one that was joined.
    #[error("{}", messages::other_team())]
    OtherRoot,
    /// `main` lacks commits that were verified: its end was cut off.
    #[error("{}", messages::history_shortened())]
    Shortened,
    /// An owner began the history anew, in the place of a commit that this home has not verified.
    #[error("{}", messages::history_rewritten_since())]
    RewrittenSince,
    /// A history that an owner began anew changes what is served, or nothing was erased.
    #[error("{}", messages::history_rewritten_more())]
    RewrittenMore,
    /// `main` does not go on from what was verified.
    #[error("{}", messages::history_rewritten())]
    Rewritten,
}
