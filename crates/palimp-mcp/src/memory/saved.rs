//! Results of saving a text.

use serde::Serialize;

/// Location of a saved text, and the outcome of saving it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SaveResult {
    /// The note, relative to the vault.
    pub path: String,
    /// The first of its lines that hold the text, from 1; none where it was not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// True if the text was there already, so that nothing was written.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub known: bool,
    /// State of the proposal if the user decides about the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposed: Option<ProposalState>,
    /// Older lines that it made untrue, and that were struck through.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub superseded: Vec<String>,
    /// Kinds of secrets removed before writing, such as `api key`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub redacted: Vec<String>,
    /// Present content of the note, if the note changed since it was read and nothing was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Conflict>,
}

/// A note that has changed since it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// Hash of its present text.
    pub hash: String,
    /// Present content, or its beginning.
    pub now: String,
    /// The text to write.
    pub text: String,
}

/// State of a text that needs the user's decision.
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
