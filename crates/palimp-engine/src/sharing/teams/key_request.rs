//! Keys that a proposal lets in: whose name gets which key, and the roles of that key.

use palimp_team::{NewKey, TeamPolicy, new_keys};
use serde::Serialize;

/// The files that say who may do what.
pub(super) const POLICY_FILES: [&str; 3] = ["team.toml", "allowed_signers", "revoked"];

/// A key that a proposal lets in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KeyRequest {
    /// The name that it would have.
    pub member: String,
    /// The fingerprint of the key.
    pub fingerprint: String,
    /// The name is a member's already, who gets one more key.
    pub is_further: bool,
    /// Roles of the member once the proposal landed: each path with its role; empty for a
    /// contributor.
    pub roles: Vec<(String, String)>,
}

/// Returns the keys that a change lets in, with the roles that hold once it landed; `files` are those of the
/// policy as they are, and `changed` says what a file would be.
pub(super) fn requested_keys(
    policy: &TeamPolicy,
    files: [String; 3],
    changed: impl Fn(&str) -> Option<String>,
) -> Vec<KeyRequest> {
    let [team, signers, revoked] = files;
    let [team, signers, revoked] = [(0, team), (1, signers), (2, revoked)]
        .map(|(at, file)| changed(POLICY_FILES[at]).unwrap_or(file));
    let landed = TeamPolicy::parse(&team, &signers, &revoked);
    let landed = landed.as_ref().unwrap_or(policy);
    let described = |NewKey { key, member, is_further }: NewKey| {
        let roles = landed.roles_of(&member);
        let roles = roles.map(|(path, role)| (path.to_owned(), role.name().to_owned())).collect();
        KeyRequest { fingerprint: key.fingerprint(), member, is_further, roles }
    };
    new_keys(policy, &signers).unwrap_or_default().into_iter().map(described).collect()
}
