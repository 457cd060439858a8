//! Answers to a text that is to be written down.

use serde::Serialize;

/// Where something was written down.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SaveResult {
    /// The note, relative to the vault.
    pub path: String,
    /// The first of its lines that hold the text, from 1; none where it was not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Whether it stood there already, so that nothing was written.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub known: bool,
    /// What became of it where the user decides whether it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposed: Option<ProposalState>,
    /// Older lines that it made untrue, and that were struck through.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub superseded: Vec<String>,
    /// What was taken out before it was written, such as `api key`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub redacted: Vec<String>,
    /// What the note says, where it is not the one that was read and nothing was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Conflict>,
}

/// A note that has changed since it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// The hash of what it says now.
    pub hash: String,
    /// What it says now, or its beginning.
    pub now: String,
    /// What was to be written.
    pub text: String,
}

/// What became of a text that the user decides about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ProposalState {
    /// It waits for the user, under this id.
    Waits(String),
    /// The user has said yes to it before.
    Accepted,
    /// The user has said no to it before.
    Rejected,
}
