//! A proposal: commits in a row that begin at a commit of `main`, of which some change files (their
//! signers propose) and the others approve.

use std::collections::{BTreeSet, HashSet};

use crate::commit::SignedCommit;
use crate::enrolment::refuse_taken_names;
use crate::git::{GitObjectKind, Objects, Oid};
use crate::policy::TeamPolicy;
use crate::refuse::or_refuse;
use crate::tree_diff::{self, Changed};
use crate::{
    CommitRefusal, Error, MAX_FILE, SshPublicKey, TeamRole, name_of_change, repository_layout,
};

/// The most commits of a proposal.
const MAX_PROPOSAL: usize = 100;

/// The commits of `main`, and those of proposals that landed.
pub(crate) struct MainHistory {
    commits: HashSet<Oid>,
    used: HashSet<Oid>,
}

impl MainHistory {
    /// All up to `commit`, which is verified.
    pub(crate) fn from_commit(objects: &Objects, commit: Oid) -> Result<MainHistory, Error> {
        let commits = objects.ancestors(commit, true)?;
        let mut used = objects.ancestors(commit, false)?;
        used.retain(|oid| !commits.contains(oid));
        Ok(MainHistory { commits, used })
    }

    pub(crate) fn record_merge(&mut self, objects: &mut Objects, commit: Oid) -> Result<(), Error> {
        self.commits.insert(commit);
        self.use_proposal(objects, commit)
    }

    fn use_proposal(&mut self, objects: &mut Objects, merge: Oid) -> Result<(), Error> {
        let read = SignedCommit::read(objects, merge)?;
        let mut at = read.ok().and_then(|commit| commit.parents.get(1).copied());
        while let Some(oid) = at.filter(|oid| !self.commits.contains(oid)) {
            self.used.insert(oid);
            let read = SignedCommit::read(objects, oid)?;
            at = read.ok().and_then(|commit| commit.parents.first().copied());
        }
        Ok(())
    }
}

/// Refuses paths that there are not, what is too large or no text, and tombstones that speak.
pub(crate) fn check_content(
    objects: &mut Objects,
    changed: &[Changed],
) -> Result<Result<(), CommitRefusal>, Error> {
    for file in changed {
        let path = || file.path.clone();
        if repository_layout::required_role(&file.path).is_none() {
            return Ok(Err(CommitRefusal::Path(path())));
        }
        let is_tombstone = file.path.starts_with("tombstones/");
        let Some(new) = file.new else {
            if is_tombstone {
                return Ok(Err(CommitRefusal::Tombstone { path: path() }));
            }
            continue;
        };
        let Some(bytes) = objects.read_object(new, GitObjectKind::Blob, MAX_FILE)? else {
            return Ok(Err(CommitRefusal::Large { path: path() }));
        };
        if is_tombstone && !bytes.is_empty() {
            return Ok(Err(CommitRefusal::Tombstone { path: path() }));
        }
        if std::str::from_utf8(&bytes).is_err() {
            return Ok(Err(CommitRefusal::NotText { path: path() }));
        }
    }
    Ok(Ok(()))
}

/// A row of commits that proposes one change, and who approved what.
pub(crate) struct ProposalCommits {
    pub(crate) changed: Vec<Changed>,
    /// Members by name, and keys of those who ask to become one.
    pub(crate) proposers: BTreeSet<String>,
    approvals: Vec<(String, String)>,
    /// Its first commit.
    first: SignedCommit,
}

/// Reads the proposal that ends at `end` and begins at a commit of `main`.
pub(crate) fn read_proposal(
    objects: &mut Objects,
    policy: &TeamPolicy,
    main: &MainHistory,
    end: Oid,
) -> Result<Result<ProposalCommits, CommitRefusal>, Error> {
    let last = or_refuse!(SignedCommit::read(objects, end)?);
    let (mut proposers, mut approvals) = (BTreeSet::new(), Vec::new());
    let (mut at, mut commit) = (end, last.clone());
    for _ in 0..MAX_PROPOSAL {
        if main.used.contains(&at) {
            return Ok(Err(CommitRefusal::Used));
        }
        let [parent] = commit.parents[..] else { return Ok(Err(CommitRefusal::NoProposal)) };
        let before = or_refuse!(SignedCommit::read(objects, parent)?);
        let key = or_refuse!(commit.signer());
        if before.tree == commit.tree {
            let approver = policy.member_of_key(key).map(str::to_owned);
            let approval = approver.ok().zip(commit.approved_change().map(str::to_owned));
            approvals.extend(approval);
        } else {
            let changed =
                or_refuse!(tree_diff::diff_trees(objects, Some(before.tree), commit.tree)?);
            proposers.insert(or_refuse!(may_propose(objects, policy, key, &changed)?));
        }
        if main.commits.contains(&parent) {
            let changed = or_refuse!(tree_diff::diff_trees(objects, Some(before.tree), last.tree)?);
            return Ok(Ok(ProposalCommits { changed, proposers, approvals, first: commit }));
        }
        (at, commit) = (parent, before);
    }
    Ok(Err(CommitRefusal::NoProposal))
}

/// Returns the proposer. A stranger may only ask to be enrolled, which an owner has to approve.
fn may_propose(
    objects: &mut Objects,
    policy: &TeamPolicy,
    key: SshPublicKey,
    changed: &[Changed],
) -> Result<Result<String, CommitRefusal>, Error> {
    let member = match policy.member_of_key(key) {
        Err(CommitRefusal::Stranger(print)) if asks_to_join(objects, key, changed)? => {
            return Ok(Ok(print));
        }
        member => or_refuse!(member),
    };
    for file in changed {
        or_refuse!(policy.require_role(member, &file.path, TeamRole::Contributor));
    }
    Ok(Ok(member.to_owned()))
}

/// True if the only change is one line added to the end of `allowed_signers`, with this very key.
fn asks_to_join(
    objects: &mut Objects,
    key: SshPublicKey,
    changed: &[Changed],
) -> Result<bool, Error> {
    let [Changed { path, old: Some(old), new: Some(new) }] = changed else { return Ok(false) };
    let mut text = |oid| objects.read_object(oid, GitObjectKind::Blob, MAX_FILE);
    let (Some(old), Some(new)) = (text(*old)?, text(*new)?) else { return Ok(false) };
    let added = new.strip_prefix(&old[..]).and_then(|added| std::str::from_utf8(added).ok());
    let line = added.map(str::trim).filter(|line| !line.contains('\n'));
    let enrolled = line.and_then(|line| SshPublicKey::parse(line.split_once(' ')?.1));
    Ok(path == "allowed_signers" && enrolled == Some(key))
}

/// Refuses, unless `member` may approve all of a change.
pub(crate) fn may_approve(
    policy: &TeamPolicy,
    member: &str,
    changed: &[Changed],
) -> Result<(), CommitRefusal> {
    for file in changed {
        let Some(needed) = repository_layout::required_role(&file.path) else {
            return Err(CommitRefusal::Path(file.path.clone()));
        };
        policy.require_role(member, &file.path, needed)?;
    }
    Ok(())
}

/// The members who approved exactly this change and may: as many as the policy asks for. With four
/// eyes, nobody counts who proposed.
pub(crate) fn required_approvals(
    policy: &TeamPolicy,
    proposal: &ProposalCommits,
) -> Result<BTreeSet<String>, CommitRefusal> {
    if proposal.proposers.is_empty() {
        return Err(CommitRefusal::NoProposal);
    }
    let approved = counted_approvals(policy, proposal, &name_of_change(&proposal.changed));
    let (have, need) = (approved.len(), policy.approvals);
    if have < need { Err(CommitRefusal::Approvals { have, need }) } else { Ok(approved) }
}

/// The members whose approvals of the change `name` count.
fn counted_approvals(
    policy: &TeamPolicy,
    proposal: &ProposalCommits,
    name: &str,
) -> BTreeSet<String> {
    let counts = |member: &str, change: &str| {
        change == name
            && may_approve(policy, member, &proposal.changed).is_ok()
            && !(policy.four_eyes && proposal.proposers.contains(member))
    };
    let approvals = proposal.approvals.iter().filter(|(member, change)| counts(member, change));
    approvals.map(|(member, _)| member.clone()).collect()
}

/// A proposal as it would be judged now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedProposal {
    /// The name of its change, which approvals bear.
    pub change: String,
    /// The files that it changes.
    pub changed: Vec<Changed>,
    /// First line of the proposer's description.
    pub title: String,
    /// Time of the proposal as its signer states it, in seconds since the Unix epoch.
    pub at: i64,
    /// Proposers: members by name, and the keys of strangers who ask to become one.
    pub proposed: BTreeSet<String>,
    /// The members whose approvals count.
    pub approved: BTreeSet<String>,
    /// Number of approvals that the policy asks for.
    pub needed: usize,
    /// A file that `main` has changed since: it cannot land any more.
    pub overtaken: Option<String>,
}

impl JudgedProposal {
    /// True if the proposal has as many approvals as the policy asks for.
    pub fn is_approved(&self) -> bool {
        self.approved.len() >= self.needed
    }

    /// Refuses, unless an approval by `member` would count under `policy`.
    pub fn may_be_approved_by(
        &self,
        policy: &TeamPolicy,
        member: &str,
    ) -> Result<(), CommitRefusal> {
        if policy.four_eyes && self.proposed.contains(member) {
            return Err(CommitRefusal::Own { member: member.to_owned() });
        }
        may_approve(policy, member, &self.changed)
    }
}

/// Looks at the proposal that ends at `end` as the next commit behind `main` would be judged, which is
/// verified.
pub fn judge_proposal(
    objects: &mut Objects,
    main: Oid,
    end: Oid,
) -> Result<Result<JudgedProposal, CommitRefusal>, Error> {
    let before = or_refuse!(SignedCommit::read(objects, main)?);
    let policy = or_refuse!(TeamPolicy::read_from_tree(objects, before.tree)?);
    let commits = MainHistory::from_commit(objects, main)?;
    let proposal = or_refuse!(read_proposal(objects, &policy, &commits, end)?);
    or_refuse!(check_content(objects, &proposal.changed)?);
    or_refuse!(refuse_taken_names(objects, &policy, (&proposal.changed, &proposal.proposers))?);
    if proposal.proposers.is_empty() {
        return Ok(Err(CommitRefusal::NoProposal));
    }
    let mut overtaken = None;
    for file in &proposal.changed {
        if tree_diff::at_path(objects, before.tree, &file.path)? != file.old {
            overtaken.get_or_insert(file.path.clone());
        }
    }
    let change = name_of_change(&proposal.changed);
    let approved = counted_approvals(&policy, &proposal, &change);
    let ProposalCommits { changed, proposers: proposed, first, .. } = proposal;
    let (title, at, needed) = (first.title().to_owned(), first.at, policy.approvals);
    Ok(Ok(JudgedProposal { change, changed, title, at, proposed, approved, needed, overtaken }))
}
