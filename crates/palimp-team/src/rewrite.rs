//! A history that begins anew, so that what was erased stands in no earlier commit either.
//!
//! Its first commit has no parent, holds exactly the files of the last commit before, names that, and an
//! owner signed it. Whoever verified that last commit goes on from this one: nothing that is served
//! becomes another by it. Whoever did not cannot tell what the owner left out, and has to join anew.

use std::collections::HashSet;

use crate::commit::SignedCommit;
use crate::git::{Objects, Oid};
use crate::policy::TeamPolicy;
use crate::refuse::or_refuse;
use crate::repository_layout::is_name;
use crate::{CommitRefusal, Error, tree_diff};

/// A history that began anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// Its first commit, which stands for the last verified one of the history before.
    pub first: Oid,
    /// The owner who signed it.
    pub by: String,
    /// Time of the rewrite as its signer states it, in seconds since the Unix epoch.
    pub at: i64,
}

/// Verifies that an owner rewrote the history that ends at `tip` in place of `verified`; returns
/// the reason for distrust otherwise.
///
/// # Errors
///
/// When git fails.
pub fn verify_rewrite(
    objects: &mut Objects,
    verified: Oid,
    tip: Oid,
) -> Result<Result<Rewrite, CommitRefusal>, Error> {
    let first = objects.root_commit(tip)?;
    let commit = or_refuse!(SignedCommit::read(objects, first)?);
    let Some((erased, from)) = commit.rewritten_commit() else {
        return Ok(Err(CommitRefusal::Rewritten));
    };
    let before = or_refuse!(SignedCommit::read(objects, verified)?);
    let policy = or_refuse!(TeamPolicy::read_from_tree(objects, before.tree)?);
    let key = or_refuse!(commit.signer());
    let by = or_refuse!(policy.member_of_key(key)).to_owned();
    if !policy.is_owner(key) {
        return Ok(Err(CommitRefusal::Rewritten));
    }
    if from != verified {
        return Ok(Err(CommitRefusal::RewrittenSince));
    }
    let tombstone = format!("tombstones/{erased}");
    let is_erased =
        is_name(erased) && tree_diff::at_path(objects, before.tree, &tombstone)?.is_some();
    if commit.tree != before.tree || !is_erased {
        return Ok(Err(CommitRefusal::RewrittenMore));
    }
    Ok(Ok(Rewrite { first, by, at: commit.at }))
}

/// The commits of `refs` that do not go on from `first`.
///
/// # Errors
///
/// When git fails.
pub fn refs_not_descended(
    objects: &Objects,
    first: Oid,
    refs: Vec<(String, Oid)>,
) -> Result<Vec<String>, Error> {
    let mut astray = Vec::new();
    for (name, commit) in refs {
        let history: HashSet<Oid> = objects.ancestors(commit, false)?;
        astray.extend((!history.contains(&first)).then_some(name));
    }
    Ok(astray)
}
