//! The judgement: how far `main` may be believed.
//!
//! A commit on `main` merges one proposal. Its first parent is the `main` before; its second is
//! the end of the proposal: commits in a row that begin at a commit of `main`, of which some
//! change files (their signers propose) and the others approve. Everything is judged by the policy
//! of the first parent: a key that is revoked there approves nothing, whenever it says it did.

use std::collections::{BTreeSet, HashSet};

use crate::commit::Commit;
use crate::git::{Kind, Objects, Oid};
use crate::policy::Policy;
use crate::tree::{self, Changed};
use crate::{Error, Key, MAX_FILE, Refusal, Role, name_of_change, place};

/// The most commits of a history, and of a proposal.
const MAX_COMMITS: usize = 100_000;
const MAX_PROPOSAL: usize = 100;

/// What a home knows of a team: where it began when it was joined, and what was verified last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    /// The first commit, whose founder's fingerprint was compared.
    pub root: Oid,
    /// The last verified commit.
    pub verified: Oid,
}

/// A commit that was verified, and who stands for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landed {
    /// The commit on `main`.
    pub commit: Oid,
    /// When it landed, as its signer says, in seconds since the Unix epoch.
    pub at: i64,
    /// Who proposed: members by name, and the keys of those who asked to become one.
    pub proposed: BTreeSet<String>,
    /// The members who approved.
    pub approved: BTreeSet<String>,
    /// The files that it changed.
    pub changed: Vec<Changed>,
}

/// How far `main` is believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The last verified commit: what is served.
    pub verified: Oid,
    /// What was verified now, oldest first.
    pub landed: Vec<Landed>,
    /// The first commit that is not believed, and why; it and all behind it are quarantined.
    pub refused: Option<(Oid, Refusal)>,
}

/// Unpacks `Result<Result<T, Refusal>, Error>`: a refusal is the function's answer.
macro_rules! or_refuse {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(refusal) => return Ok(Err(refusal)),
        }
    };
}

/// Judges the commit that founds a team: signed by an owner that it enrols. Who joins compares the
/// fingerprint of that key with its owner's; nothing else can vouch for it.
pub fn found(objects: &mut Objects, root: Oid) -> Result<Result<Key, Refusal>, Error> {
    let commit = or_refuse!(Commit::read(objects, root)?);
    if !commit.parents.is_empty() {
        return Ok(Err(Refusal::OtherRoot));
    }
    let changed = or_refuse!(tree::changes(objects, None, commit.tree)?);
    or_refuse!(content(objects, &changed)?);
    let policy = or_refuse!(Policy::read(objects, commit.tree)?);
    let key = or_refuse!(commit.signer());
    let member = or_refuse!(policy.member(key));
    or_refuse!(policy.demand(member, "team.toml", Role::Owner));
    Ok(Ok(key))
}

/// What the commit that founds a team brought, of which its founder stands for everything.
pub fn founding(objects: &mut Objects, root: Oid) -> Result<Result<Landed, Refusal>, Error> {
    let key = or_refuse!(found(objects, root)?);
    let commit = or_refuse!(Commit::read(objects, root)?);
    let policy = or_refuse!(Policy::read(objects, commit.tree)?);
    let founder = BTreeSet::from([or_refuse!(policy.member(key)).to_owned()]);
    let changed = or_refuse!(tree::changes(objects, None, commit.tree)?);
    let (proposed, approved) = (founder.clone(), founder);
    Ok(Ok(Landed { commit: root, at: commit.at, proposed, approved, changed }))
}

/// The policy of a commit.
pub fn policy(objects: &mut Objects, commit: Oid) -> Result<Result<Policy, Refusal>, Error> {
    let commit = or_refuse!(Commit::read(objects, commit)?);
    Policy::read(objects, commit.tree)
}

/// Every file of a verified commit, with its blob, ordered by path.
pub fn files(
    objects: &mut Objects,
    commit: Oid,
) -> Result<Result<Vec<(String, Oid)>, Refusal>, Error> {
    let commit = or_refuse!(Commit::read(objects, commit)?);
    tree::files(objects, commit.tree)
}

/// Judges the commits from what was verified last up to `tip`, oldest first, and stops at the
/// first that is not to be believed.
pub fn verify(objects: &mut Objects, pin: Pin, tip: Oid) -> Result<Judgement, Error> {
    let mut judgement = Judgement { verified: pin.verified, landed: Vec::new(), refused: None };
    let new = match chain(objects, pin, tip)? {
        Ok(new) => new,
        Err(refusal) => {
            judgement.refused = Some((tip, refusal));
            return Ok(judgement);
        }
    };
    let mut main = Main::read(objects, pin.verified)?;
    for commit in new {
        match judge(objects, &main, judgement.verified, commit)? {
            Ok(landed) => {
                main.land(objects, commit)?;
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

/// The commits behind `pin.verified` by first parents, oldest first.
fn chain(objects: &mut Objects, pin: Pin, tip: Oid) -> Result<Result<Vec<Oid>, Refusal>, Error> {
    let (mut chain, mut at) = (Vec::new(), tip);
    while at != pin.verified {
        let commit = or_refuse!(Commit::read(objects, at)?);
        chain.push(at);
        match commit.parents.first() {
            Some(parent) if chain.len() < MAX_COMMITS => at = *parent,
            _ => return astray(objects, pin, tip, at).map(Err),
        }
    }
    chain.reverse();
    Ok(Ok(chain))
}

/// Why a `main` that ends at `tip` and begins at `first` misses what was verified.
fn astray(objects: &Objects, pin: Pin, tip: Oid, first: Oid) -> Result<Refusal, Error> {
    if first != pin.root {
        return Ok(Refusal::OtherRoot);
    }
    let shortened = objects.history(pin.verified, true)?.contains(&tip);
    Ok(if shortened { Refusal::Shortened } else { Refusal::Rewritten })
}

/// The commits of `main`, and those of proposals that landed.
struct Main {
    commits: HashSet<Oid>,
    used: HashSet<Oid>,
}

impl Main {
    /// All up to `commit`, which is verified.
    fn read(objects: &Objects, commit: Oid) -> Result<Main, Error> {
        let commits = objects.history(commit, true)?;
        let mut used = objects.history(commit, false)?;
        used.retain(|oid| !commits.contains(oid));
        Ok(Main { commits, used })
    }

    fn land(&mut self, objects: &mut Objects, commit: Oid) -> Result<(), Error> {
        self.commits.insert(commit);
        self.use_proposal(objects, commit)
    }

    fn use_proposal(&mut self, objects: &mut Objects, merge: Oid) -> Result<(), Error> {
        let read = Commit::read(objects, merge)?;
        let mut at = read.ok().and_then(|commit| commit.parents.get(1).copied());
        while let Some(oid) = at.filter(|oid| !self.commits.contains(oid)) {
            self.used.insert(oid);
            let read = Commit::read(objects, oid)?;
            at = read.ok().and_then(|commit| commit.parents.first().copied());
        }
        Ok(())
    }
}

/// Judges one commit by the policy of its first parent, which is verified.
fn judge(
    objects: &mut Objects,
    main: &Main,
    parent: Oid,
    oid: Oid,
) -> Result<Result<Landed, Refusal>, Error> {
    let commit = or_refuse!(Commit::read(objects, oid)?);
    let before = or_refuse!(Commit::read(objects, parent)?);
    let policy = or_refuse!(Policy::read(objects, before.tree)?);
    let signer = or_refuse!(commit.signer());
    let member = or_refuse!(policy.member(signer)).to_owned();
    let changed = or_refuse!(tree::changes(objects, Some(before.tree), commit.tree)?);
    or_refuse!(content(objects, &changed)?);
    or_refuse!(may_approve(&policy, &member, &changed));
    let [_, end] = commit.parents[..] else { return Ok(Err(Refusal::NoProposal)) };
    let proposal = or_refuse!(proposal(objects, &policy, main, end)?);
    if proposal.changed != changed {
        return Ok(Err(Refusal::OtherChange));
    }
    let approved = or_refuse!(enough(&policy, &proposal));
    let after = or_refuse!(Policy::read(objects, commit.tree)?);
    if after.id != policy.id {
        return Ok(Err(Refusal::Policy("the team's id would change".to_owned())));
    }
    let Proposal { proposers: proposed, .. } = proposal;
    Ok(Ok(Landed { commit: oid, at: commit.at, proposed, approved, changed }))
}

/// Refuses paths that there are not, what is too large or no text, and tombstones that speak.
fn content(objects: &mut Objects, changed: &[Changed]) -> Result<Result<(), Refusal>, Error> {
    for file in changed {
        let path = || file.path.clone();
        if place::approver(&file.path).is_none() {
            return Ok(Err(Refusal::Path(path())));
        }
        let is_tombstone = file.path.starts_with("tombstones/");
        let Some(new) = file.new else {
            if is_tombstone {
                return Ok(Err(Refusal::Tombstone { path: path() }));
            }
            continue;
        };
        let Some(bytes) = objects.read(new, Kind::Blob, MAX_FILE)? else {
            return Ok(Err(Refusal::Large { path: path() }));
        };
        if is_tombstone && !bytes.is_empty() {
            return Ok(Err(Refusal::Tombstone { path: path() }));
        }
        if std::str::from_utf8(&bytes).is_err() {
            return Ok(Err(Refusal::NotText { path: path() }));
        }
    }
    Ok(Ok(()))
}

/// A row of commits that proposes one change, and who approved what.
struct Proposal {
    changed: Vec<Changed>,
    /// Members by name, and keys of those who ask to become one.
    proposers: BTreeSet<String>,
    approvals: Vec<(String, String)>,
}

/// Reads the proposal that ends at `end` and begins at a commit of `main`.
fn proposal(
    objects: &mut Objects,
    policy: &Policy,
    main: &Main,
    end: Oid,
) -> Result<Result<Proposal, Refusal>, Error> {
    let last = or_refuse!(Commit::read(objects, end)?);
    let (mut proposers, mut approvals) = (BTreeSet::new(), Vec::new());
    let (mut at, mut commit) = (end, last.clone());
    for _ in 0..MAX_PROPOSAL {
        if main.used.contains(&at) {
            return Ok(Err(Refusal::Used));
        }
        let [parent] = commit.parents[..] else { return Ok(Err(Refusal::NoProposal)) };
        let before = or_refuse!(Commit::read(objects, parent)?);
        let key = or_refuse!(commit.signer());
        if before.tree == commit.tree {
            let approver = policy.member(key).map(str::to_owned);
            let approval = approver.ok().zip(commit.approves().map(str::to_owned));
            approvals.extend(approval);
        } else {
            let changed = or_refuse!(tree::changes(objects, Some(before.tree), commit.tree)?);
            proposers.insert(or_refuse!(may_propose(objects, policy, key, &changed)?));
        }
        if main.commits.contains(&parent) {
            let changed = or_refuse!(tree::changes(objects, Some(before.tree), last.tree)?);
            return Ok(Ok(Proposal { changed, proposers, approvals }));
        }
        (at, commit) = (parent, before);
    }
    Ok(Err(Refusal::NoProposal))
}

/// Who proposes. A stranger may ask for one thing, to be enrolled, which an owner has to approve.
fn may_propose(
    objects: &mut Objects,
    policy: &Policy,
    key: Key,
    changed: &[Changed],
) -> Result<Result<String, Refusal>, Error> {
    let member = match policy.member(key) {
        Err(Refusal::Stranger(print)) if asks_to_join(objects, key, changed)? => {
            return Ok(Ok(print));
        }
        member => or_refuse!(member),
    };
    for file in changed {
        or_refuse!(policy.demand(member, &file.path, Role::Contributor));
    }
    Ok(Ok(member.to_owned()))
}

/// Whether all that changes is one line behind `allowed_signers`, with this very key.
fn asks_to_join(objects: &mut Objects, key: Key, changed: &[Changed]) -> Result<bool, Error> {
    let [Changed { path, old: Some(old), new: Some(new) }] = changed else { return Ok(false) };
    let mut text = |oid| objects.read(oid, Kind::Blob, MAX_FILE);
    let (Some(old), Some(new)) = (text(*old)?, text(*new)?) else { return Ok(false) };
    let added = new.strip_prefix(&old[..]).and_then(|added| std::str::from_utf8(added).ok());
    let line = added.map(str::trim).filter(|line| !line.contains('\n'));
    let enrolled = line.and_then(|line| Key::parse(line.split_once(' ')?.1));
    Ok(path == "allowed_signers" && enrolled == Some(key))
}

/// Refuses, unless `member` may approve all of a change.
fn may_approve(policy: &Policy, member: &str, changed: &[Changed]) -> Result<(), Refusal> {
    for file in changed {
        let Some(needed) = place::approver(&file.path) else {
            return Err(Refusal::Path(file.path.clone()));
        };
        policy.demand(member, &file.path, needed)?;
    }
    Ok(())
}

/// The members who approved exactly this change and may: as many as the policy asks for. With four
/// eyes, nobody counts who proposed.
fn enough(policy: &Policy, proposal: &Proposal) -> Result<BTreeSet<String>, Refusal> {
    if proposal.proposers.is_empty() {
        return Err(Refusal::NoProposal);
    }
    let name = name_of_change(&proposal.changed);
    let counts = |member: &str, change: &str| {
        change == name
            && may_approve(policy, member, &proposal.changed).is_ok()
            && !(policy.four_eyes && proposal.proposers.contains(member))
    };
    let approvals = proposal.approvals.iter().filter(|(member, change)| counts(member, change));
    let approved: BTreeSet<String> = approvals.map(|(member, _)| member.clone()).collect();
    let (have, need) = (approved.len(), policy.approvals);
    if have < need { Err(Refusal::Approvals { have, need }) } else { Ok(approved) }
}

/// What `tip` changes of `base`, as a proposal's reviewers see it and as approvals name it.
pub fn changed(
    objects: &mut Objects,
    base: Oid,
    tip: Oid,
) -> Result<Result<Vec<Changed>, Refusal>, Error> {
    let base = or_refuse!(Commit::read(objects, base)?);
    let tip = or_refuse!(Commit::read(objects, tip)?);
    tree::changes(objects, Some(base.tree), tip.tree)
}
