//! A history that begins anew, so that what was erased stands in no earlier commit either.
//!
//! Its first commit has no parent, holds exactly the files of the last commit before, names that, and an
//! owner signed it. Whoever verified that last commit goes on from this one: nothing that is served
//! becomes another by it. Whoever did not cannot tell what the owner left out, and has to join anew.

use std::collections::HashSet;

use crate::commit::Commit;
use crate::git::{Objects, Oid};
use crate::place::is_name;
use crate::policy::Policy;
use crate::refuse::or_refuse;
use crate::{Error, Refusal, tree};

/// A history that began anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// Its first commit, which stands for the last verified one of the history before.
    pub first: Oid,
    /// The owner who signed it.
    pub by: String,
    /// When, as its signer says, in seconds since the Unix epoch.
    pub at: i64,
}

/// Whether the history that ends at `tip` began anew in the place of `verified`, by an owner's will; why
/// it is not to be believed, where it did not.
///
/// # Errors
///
/// When git fails.
pub fn rewrite(
    objects: &mut Objects,
    verified: Oid,
    tip: Oid,
) -> Result<Result<Rewrite, Refusal>, Error> {
    let first = objects.first(tip)?;
    let commit = or_refuse!(Commit::read(objects, first)?);
    let Some((erased, from)) = commit.rewrites() else {
        return Ok(Err(Refusal::Rewritten));
    };
    let before = or_refuse!(Commit::read(objects, verified)?);
    let policy = or_refuse!(Policy::read(objects, before.tree)?);
    let key = or_refuse!(commit.signer());
    let by = or_refuse!(policy.member(key)).to_owned();
    if !policy.is_owner(key) {
        return Ok(Err(Refusal::Rewritten));
    }
    if from != verified {
        return Ok(Err(Refusal::RewrittenSince));
    }
    let tombstone = format!("tombstones/{erased}");
    let is_erased = is_name(erased) && tree::at_path(objects, before.tree, &tombstone)?.is_some();
    if commit.tree != before.tree || !is_erased {
        return Ok(Err(Refusal::RewrittenMore));
    }
    Ok(Ok(Rewrite { first, by, at: commit.at }))
}

/// The commits of `refs` that do not go on from `first`.
///
/// # Errors
///
/// When git fails.
pub fn astray(
    objects: &Objects,
    first: Oid,
    refs: Vec<(String, Oid)>,
) -> Result<Vec<String>, Error> {
    let mut astray = Vec::new();
    for (name, commit) in refs {
        let history: HashSet<Oid> = objects.history(commit, false)?;
        astray.extend((!history.contains(&first)).then_some(name));
    }
    Ok(astray)
}
