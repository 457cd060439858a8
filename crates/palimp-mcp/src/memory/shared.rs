//! Proposals to a memory that many share.

use serde::Serialize;

/// A fact that is put forward.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposeArgs {
    /// Statement of the fact.
    pub statement: String,
    /// Kind of the fact: `decision`, `procedure`, `incident`, …
    pub kind: String,
    /// Reason.
    pub why: Option<String>,
    /// Proposed scope: `org`, `team:NAME`, `project:NAME`.
    pub scope: String,
    /// The ids of those whose place it takes.
    pub supersedes: Vec<String>,
    /// The day from which on it holds no longer.
    pub expires: Option<String>,
}

impl ProposeArgs {
    /// Maximum number of facts that a fact supersedes.
    pub const MAX_SUPERSEDED: usize = 16;
}

/// A fact that waits for a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PendingFact {
    /// Its id.
    pub id: String,
    /// Proposed scope.
    pub scope: String,
    /// Number of required approvals.
    pub needs: u32,
    /// Known facts with the same statement.
    pub same: Vec<KnownFact>,
    /// Known facts that it contradicts.
    pub contradicts: Vec<KnownFact>,
}

/// A fact that is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KnownFact {
    /// Its id.
    pub id: String,
    /// Statement of the fact.
    pub statement: String,
}
