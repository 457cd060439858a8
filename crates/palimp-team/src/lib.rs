//! A memory that a team shares in a git repository, without a server that anybody must trust.
//!
//! The forge is a transport. Whoever reads, verifies: each commit on `main` is judged by the
//! members, keys and roles of its **parent**, so that no commit allows itself. What a team's
//! repository says is taken from verified commits alone, by their objects; nothing is ever
//! checked out.
//!
//! - `git`: git as a child process that runs nothing of the repository's.
//! - `fetch`: what others pushed, within bounds.
//! - `history`: the commits of any other repository, read and nothing else.
//! - `oid`, `commit`, `signature`, `directory`, `tree`: objects, read strictly.
//! - `policy`: `team.toml`, `allowed_signers` and `revoked` of one commit.
//! - `place`, `role`: which paths there are, and the role that each asks for.
//! - `fact`: one fact a file.
//! - `project`: which projects there are, and which of them a working tree is.
//! - `approval`: the name of a change, which approvals bear.
//! - `proposal`: commits that propose a change, and who approved it.
//! - `enrolment`: the keys that a proposal lets in, and the names that they may not have.
//! - `verify`: the judgement.
//! - `rewrite`: a history that an owner began anew.
//! - `amend`: the policy's files with something changed in them.
//! - `signer`, `write`, `push`: what a member adds: signed commits, and their way to the others.

mod amend;
mod approval;
mod commit;
mod enrolment;
mod error;
mod fact;
mod fetch;
pub mod git;
pub mod history;
mod messages;
mod oid;
mod policy;
mod project;
mod proposal;
mod push;
mod refuse;
mod repository_layout;
mod rewrite;
mod role;
mod roots;
mod signature;
mod signer;
mod tree_diff;
mod tree_object;
mod verify;
mod write;

pub use amend::{ApprovalRules, founding_files, with_project, with_role, with_rules, with_signer};
pub use approval::name_of_change;
pub use enrolment::{NewKey, new_keys};
pub use error::{CommitRefusal, Error};
pub use fact::{FactPath, MAX_FACT_CHARS, NotAFact, TeamFact, TeamFactOrigin};
pub use policy::TeamPolicy;
pub use project::{Projects, TeamProject, plain_remote};
pub use proposal::{JudgedProposal, judge_proposal};
pub use repository_layout::{MAX_CHANGED, MAX_FILE, is_name};
pub use rewrite::{Rewrite, refs_not_descended, verify_rewrite};
pub use role::TeamRole;
pub use roots::first_commits;
pub use signature::SshPublicKey;
pub use signer::Signer;
pub use tree_diff::Changed;
pub use verify::{
    Judgement, LandedCommit, VerifiedRange, changes_between, files_at, founding_commit,
    judge_founding, policy_at, read_rejection, text_at, verify_main,
};
pub use write::{CommitAuthor, CommitFileEdit};
