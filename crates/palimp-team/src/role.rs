//! What people of a team may do.

/// What a member may do; each may do what those before may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Reads.
    Reader,
    /// Proposes.
    Contributor,
    /// Approves facts.
    Reviewer,
    /// Approves templates and erasures.
    Maintainer,
    /// Approves members, roles and the policy.
    Owner,
}
