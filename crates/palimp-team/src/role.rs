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

impl Role {
    /// All of them, the least first.
    pub const ALL: [Role; 5] =
        [Role::Reader, Role::Contributor, Role::Reviewer, Role::Maintainer, Role::Owner];

    /// Its name in `team.toml`.
    pub fn name(self) -> &'static str {
        match self {
            Role::Reader => "reader",
            Role::Contributor => "contributor",
            Role::Reviewer => "reviewer",
            Role::Maintainer => "maintainer",
            Role::Owner => "owner",
        }
    }

    /// The role of a name.
    pub fn named(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }
}
