//! Verifies the commits of `main`: how far they may be believed.
//!
//! A commit on `main` merges one proposal. Its first parent is the `main` before; its second is
//! the end of the proposal: commits in a row that begin at a commit of `main`, of which some
//! change files (their signers propose) and the others approve. Everything is judged by the policy
//! of the first parent: a key that is revoked there approves nothing, whenever it says it did.

use std::collections::BTreeSet;

use crate::commit::SignedCommit;
use crate::git::{GitObjectKind, Objects, Oid};
use crate::messages;
use crate::policy::TeamPolicy;
use crate::proposal::{
    MainHistory, ProposalCommits, check_content, may_approve, read_proposal, required_approvals,
};
use crate::refuse::or_refuse;
use crate::tree_diff::{self, Changed};
use crate::{CommitRefusal, Error, MAX_FILE, SshPublicKey, TeamRole};

/// The most commits of a history.
const MAX_COMMITS: usize = 100_000;

/// The commits of `main` that a home has verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifiedRange {
    /// The first commit, whose founder's fingerprint was compared when the home joined the team.
    pub root: Oid,
    /// The last verified commit.
    pub verified: Oid,
}

/// A commit that was verified, and who stands for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LandedCommit {
    /// The commit on `main`.
    pub commit: Oid,
    /// Time of landing as its signer states it, in seconds since the Unix epoch.
    pub at: i64,
    /// Proposers: members by name, and the keys of strangers who asked to become one.
    pub proposed: BTreeSet<String>,
    /// The members who approved.
    pub approved: BTreeSet<String>,
    /// The files that it changed.
    pub changed: Vec<Changed>,
}

/// Result of verifying `main`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The last verified commit: what is served.
    pub verified: Oid,
    /// Commits that were verified now, oldest first.
    pub landed: Vec<LandedCommit>,
    /// The first commit that is not believed, and why; it and all behind it are quarantined.
    pub refused: Option<(Oid, CommitRefusal)>,
}

/// Judges the commit that founds a team: signed by an owner that it enrols. Who joins compares the
/// fingerprint of that key with its owner's; nothing else can vouch for it.
pub fn judge_founding(
    objects: &mut Objects,
    root: Oid,
) -> Result<Result<SshPublicKey, CommitRefusal>, Error> {
    let commit = or_refuse!(SignedCommit::read(objects, root)?);
    if !commit.parents.is_empty() {
        return Ok(Err(CommitRefusal::OtherRoot));
    }
    let changed = or_refuse!(tree_diff::list_all_changes(objects, commit.tree)?);
    or_refuse!(check_content(objects, &changed)?);
    let policy = or_refuse!(TeamPolicy::read_from_tree(objects, commit.tree)?);
    let key = or_refuse!(commit.signer());
    let member = or_refuse!(policy.member_of_key(key));
    or_refuse!(policy.require_role(member, "team.toml", TeamRole::Owner));
    Ok(Ok(key))
}

/// Returns the changes of the commit that founds a team, all attributed to its founder.
pub fn founding_commit(
    objects: &mut Objects,
    root: Oid,
) -> Result<Result<LandedCommit, CommitRefusal>, Error> {
    let key = or_refuse!(judge_founding(objects, root)?);
    let commit = or_refuse!(SignedCommit::read(objects, root)?);
    let policy = or_refuse!(TeamPolicy::read_from_tree(objects, commit.tree)?);
    let founder = BTreeSet::from([or_refuse!(policy.member_of_key(key)).to_owned()]);
    let changed = or_refuse!(tree_diff::list_all_changes(objects, commit.tree)?);
    let (proposed, approved) = (founder.clone(), founder);
    Ok(Ok(LandedCommit { commit: root, at: commit.at, proposed, approved, changed }))
}

/// The policy of a commit.
pub fn policy_at(
    objects: &mut Objects,
    commit: Oid,
) -> Result<Result<TeamPolicy, CommitRefusal>, Error> {
    let commit = or_refuse!(SignedCommit::read(objects, commit)?);
    TeamPolicy::read_from_tree(objects, commit.tree)
}

/// Every file of a verified commit, with its blob, ordered by path.
pub fn files_at(
    objects: &mut Objects,
    commit: Oid,
) -> Result<Result<Vec<(String, Oid)>, CommitRefusal>, Error> {
    let commit = or_refuse!(SignedCommit::read(objects, commit)?);
    tree_diff::list_files(objects, commit.tree)
}

/// Judges the commits behind `range.verified` up to `tip`, oldest first, and stops at the first that
/// is refused.
pub fn verify_main(
    objects: &mut Objects,
    range: VerifiedRange,
    tip: Oid,
) -> Result<Judgement, Error> {
    let mut judgement = Judgement { verified: range.verified, landed: Vec::new(), refused: None };
    let new = match unverified_commits(objects, range, tip)? {
        Ok(new) => new,
        Err(refusal) => {
            judgement.refused = Some((tip, refusal));
            return Ok(judgement);
        }
    };
    let mut main = MainHistory::from_commit(objects, range.verified)?;
    for commit in new {
        match judge_commit(objects, &main, judgement.verified, commit)? {
            Ok(landed) => {
                main.record_merge(objects, commit)?;
                judgement.verified = commit;
                judgement.landed.push(landed);
            }
            Err(refusal) => {
                judgement.refused = Some((commit, refusal));
                break;
            }
        }
    }
    Ok(judgement)
}

/// The commits behind `range.verified` by first parents, oldest first.
fn unverified_commits(
    objects: &mut Objects,
    range: VerifiedRange,
    tip: Oid,
) -> Result<Result<Vec<Oid>, CommitRefusal>, Error> {
    let (mut chain, mut at) = (Vec::new(), tip);
    while at != range.verified {
        let commit = or_refuse!(SignedCommit::read(objects, at)?);
        chain.push(at);
        match commit.parents.first() {
            Some(parent) if chain.len() < MAX_COMMITS => at = *parent,
            _ => return missing_history_refusal(objects, range, tip, at).map(Err),
        }
    }
    chain.reverse();
    Ok(Ok(chain))
}

/// Returns the reason why a `main` that ends at `tip` and begins at `first` misses the verified
/// commits.
fn missing_history_refusal(
    objects: &Objects,
    range: VerifiedRange,
    tip: Oid,
    first: Oid,
) -> Result<CommitRefusal, Error> {
    if first != range.root {
        return Ok(CommitRefusal::OtherRoot);
    }
    let shortened = objects.ancestors(range.verified, true)?.contains(&tip);
    Ok(if shortened { CommitRefusal::Shortened } else { CommitRefusal::Rewritten })
}

/// Judges one commit by the policy of its first parent, which is verified.
fn judge_commit(
    objects: &mut Objects,
    main: &MainHistory,
    parent: Oid,
    oid: Oid,
) -> Result<Result<LandedCommit, CommitRefusal>, Error> {
    let commit = or_refuse!(SignedCommit::read(objects, oid)?);
    let before = or_refuse!(SignedCommit::read(objects, parent)?);
    let policy = or_refuse!(TeamPolicy::read_from_tree(objects, before.tree)?);
    let signer = or_refuse!(commit.signer());
    let member = or_refuse!(policy.member_of_key(signer)).to_owned();
    let changed = or_refuse!(tree_diff::diff_trees(objects, Some(before.tree), commit.tree)?);
    or_refuse!(check_content(objects, &changed)?);
    or_refuse!(may_approve(&policy, &member, &changed));
    let [_, end] = commit.parents[..] else { return Ok(Err(CommitRefusal::NoProposal)) };
    let proposal = or_refuse!(read_proposal(objects, &policy, main, end)?);
    if proposal.changed != changed {
        return Ok(Err(CommitRefusal::OtherChange));
    }
    let approved = or_refuse!(required_approvals(&policy, &proposal));
    let after = or_refuse!(TeamPolicy::read_from_tree(objects, commit.tree)?);
    if after.id != policy.id {
        return Ok(Err(CommitRefusal::Policy(messages::team_id_changed())));
    }
    let ProposalCommits { proposers: proposed, .. } = proposal;
    Ok(Ok(LandedCommit { commit: oid, at: commit.at, proposed, approved, changed }))
}

/// Returns the changes from `base` to `tip`, as a proposal's reviewers see them and as approvals
/// name them.
pub fn changes_between(
    objects: &mut Objects,
    base: Oid,
    tip: Oid,
) -> Result<Result<Vec<Changed>, CommitRefusal>, Error> {
    let base = or_refuse!(SignedCommit::read(objects, base)?);
    let tip = or_refuse!(SignedCommit::read(objects, tip)?);
    tree_diff::diff_trees(objects, Some(base.tree), tip.tree)
}

/// Returns the text at `path` in a commit; `None` if there is no file or it is not text.
pub fn text_at(
    objects: &mut Objects,
    commit: Oid,
    path: &str,
) -> Result<Result<Option<String>, CommitRefusal>, Error> {
    let commit = or_refuse!(SignedCommit::read(objects, commit)?);
    let Some(blob) = tree_diff::at_path(objects, commit.tree, path)? else { return Ok(Ok(None)) };
    let bytes = objects.read_object(blob, GitObjectKind::Blob, MAX_FILE)?;
    Ok(Ok(bytes.and_then(|bytes| String::from_utf8(bytes).ok())))
}

/// Returns the member who rejected a change by `commit`, the change, and the reason; `None` if the
/// signer is not a member under the policy of `main`, or the commit rejects nothing.
pub fn read_rejection(
    objects: &mut Objects,
    main: Oid,
    commit: Oid,
) -> Result<Option<(String, String, String)>, Error> {
    let (Ok(policy), Ok(commit)) =
        (policy_at(objects, main)?, SignedCommit::read(objects, commit)?)
    else {
        return Ok(None);
    };
    let Ok(key) = commit.signer() else { return Ok(None) };
    let said = policy.member_of_key(key).ok().zip(commit.rejected_change());
    Ok(said.map(|(by, (change, why))| (by.to_owned(), change.to_owned(), why.to_owned())))
}
