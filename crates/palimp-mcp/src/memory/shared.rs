//! What is proposed to a memory that many share.

use serde::Serialize;

/// A fact that is put forward.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposeArgs {
    /// What it says.
    pub statement: String,
    /// What kind of fact it is: `decision`, `procedure`, `incident`, …
    pub kind: String,
    /// Why it is so.
    pub why: Option<String>,
    /// Where it is to hold: `org`, `team:NAME`, `project:NAME`.
    pub scope: String,
    /// The ids of those whose place it takes.
    pub supersedes: Vec<String>,
    /// The day from which on it holds no longer.
    pub expires: Option<String>,
}

impl ProposeArgs {
    /// A fact takes the place of no more than these.
    pub const MAX_SUPERSEDED: usize = 16;
}

/// A fact that waits for a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PendingFact {
    /// Its id.
    pub id: String,
    /// Where it is to hold.
    pub scope: String,
    /// How many people have to approve it.
    pub needs: u32,
    /// What is known already and says the same.
    pub same: Vec<KnownFact>,
    /// What is known, and contradicted by it.
    pub contradicts: Vec<KnownFact>,
}

/// A fact that is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KnownFact {
    /// Its id.
    pub id: String,
    /// What it says.
    pub statement: String,
}
