//! Keys that a change of `allowed_signers` adds, and whether they may bear the names that it gives them.

use std::collections::BTreeSet;

use crate::git::{GitObjectKind, Objects, Oid};
use crate::messages;
use crate::policy::{TeamPolicy, parse_signers};
use crate::refuse::or_refuse;
use crate::role::TeamRole;
use crate::signature::SshPublicKey;
use crate::tree_diff::Changed;
use crate::{CommitRefusal, Error, MAX_FILE, is_name};

/// The file of members' keys.
const SIGNERS_FILE: &str = "allowed_signers";

/// A key that a change lets in under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewKey {
    /// The key.
    pub key: SshPublicKey,
    /// The name that it would have.
    pub member: String,
    /// The name is a member's already, maybe in other letter case.
    pub is_further: bool,
}

/// Returns the keys that have another name in `after`, a text of `allowed_signers`, than in `policy`.
///
/// # Errors
///
/// When a line of `after` is malformed, in words.
pub fn new_keys(policy: &TeamPolicy, after: &str) -> Result<Vec<NewKey>, String> {
    let is_new =
        |key: &SshPublicKey, name: &str| !policy.members().any(|(at, it)| at == *key && it == name);
    let new = parse_signers(after)?.into_iter().filter(|(key, name)| is_new(key, name));
    let described = new.map(|(key, member)| {
        if !is_name(&member) {
            return Err(messages::member_name_wrong(format_args!("{:?}", member)));
        }
        let is_further = policy.members().any(|(_, name)| name.eq_ignore_ascii_case(&member));
        Ok(NewKey { key, member, is_further })
    });
    described.collect()
}

/// Refuses a further key of a member, unless the member's own key or an owner proposes it: whoever has the key
/// acts as that member from then on.
pub(crate) fn refuse_taken_names(
    objects: &mut Objects,
    policy: &TeamPolicy,
    (changed, proposers): (&[Changed], &BTreeSet<String>),
) -> Result<Result<(), CommitRefusal>, Error> {
    let changed = changed.iter().find(|file| file.path == SIGNERS_FILE);
    let Some(text) = read_signers(objects, changed.and_then(|file| file.new))? else {
        return Ok(Ok(()));
    };
    let new = or_refuse!(new_keys(policy, &text).map_err(CommitRefusal::Policy));
    for NewKey { key, member, .. } in new.into_iter().filter(|new| new.is_further) {
        let vouches = |by: &String| {
            *by == member
                || policy.members().any(|(_, name)| name == by)
                    && policy.role_for_path(by, SIGNERS_FILE) == TeamRole::Owner
        };
        if !proposers.iter().all(vouches) {
            return Ok(Err(CommitRefusal::NameTaken { member, print: key.fingerprint() }));
        }
    }
    Ok(Ok(()))
}

fn read_signers(objects: &mut Objects, blob: Option<Oid>) -> Result<Option<String>, Error> {
    let Some(blob) = blob else { return Ok(None) };
    let bytes = objects.read_object(blob, GitObjectKind::Blob, MAX_FILE)?;
    Ok(bytes.and_then(|bytes| String::from_utf8(bytes).ok()))
}
