//! What a session was given so far, so that nothing is given twice without need.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a session was given so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Given {
    /// How many prompts it has had.
    pub prompts: u64,
    /// Whether the history had no room in the answer to the session's start.
    pub history_waits: bool,
    /// The hash of each note as it was given, by section.
    pub notes: BTreeMap<String, String>,
}

impl Given {
    /// Reads what was kept; what cannot be read is nothing.
    pub fn read(text: Option<&str>) -> Given {
        text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }

    /// As it is kept.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// What tells one text of a note from another.
pub(super) fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
}
