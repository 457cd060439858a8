//! Roles of a team's members, in order of their rights.

/// Rights of a member; each role includes the rights of those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TeamRole {
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

impl TeamRole {
    /// All of them, the least first.
    pub const ALL_ROLES: [TeamRole; 5] = [
        TeamRole::Reader,
        TeamRole::Contributor,
        TeamRole::Reviewer,
        TeamRole::Maintainer,
        TeamRole::Owner,
    ];

    /// Its name in `team.toml`.
    pub fn name(self) -> &'static str {
        match self {
            TeamRole::Reader => "reader",
            TeamRole::Contributor => "contributor",
            TeamRole::Reviewer => "reviewer",
            TeamRole::Maintainer => "maintainer",
            TeamRole::Owner => "owner",
        }
    }

    /// The role of a name.
    pub fn from_name(name: &str) -> Option<TeamRole> {
        TeamRole::ALL_ROLES.into_iter().find(|role| role.name() == name)
    }
}
