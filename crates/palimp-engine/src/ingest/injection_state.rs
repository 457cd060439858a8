//! Injection state of a session, so that nothing is injected twice without need.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Everything that was injected into a session so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct InjectionState {
    /// Number of prompts.
    pub prompts: u64,
    /// True if the history had no room in the answer to the session's start.
    pub history_waits: bool,
    /// True if the client could not receive the context of the session's start.
    pub start_waits: bool,
    /// True once it was given what belongs to a session's start.
    pub started: bool,
    /// The commands that it is to be told once it has something to run them on.
    pub works: Vec<String>,
    /// The hash of each note as it was given, by section.
    pub notes: BTreeMap<String, String>,
    /// The hash of the notes that a section may be made of, as they stood then, and of the project: while they do,
    /// it is the same.
    pub stood: BTreeMap<String, String>,
    /// Hashes of the facts that it was told, the last ones last.
    pub told: Vec<u64>,
    /// Number of characters injected.
    pub chars: usize,
    /// Hashes of the files that it touched, the last ones last.
    pub touched: Vec<u32>,
    /// Hashes of the files that it changed.
    pub changed: Vec<u32>,
    /// Hashes of the files that were named to it.
    pub named: Vec<u32>,
    /// Hashes of the pointers that it was given.
    pub pointers: Vec<u32>,
    /// True if commands were injected when the session changed files.
    pub has_commands: bool,
    /// True if the context was introduced to the session.
    pub is_introduced: bool,
    /// True if pointers were explained to the session.
    pub explains_pointers: bool,
    /// Hashes of the rules that it was reminded of before a command.
    pub broken: Vec<u32>,
    /// The programs that it used whose places may be told.
    pub programs: Vec<String>,
    /// The moment at which its client last said that it ends, in milliseconds since the Unix epoch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<i64>,
}

/// Parts of the frame that a session has received.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContextFrame {
    /// True if an answer introduced the context; later answers have tags alone.
    pub is_introduced: bool,
    /// True if an answer explained pointers.
    pub explains_pointers: bool,
}

/// Maximum number of injected facts to remember; a session with more may receive a fact again.
const MAX_STATE_HASHES: usize = 1_000;

impl InjectionState {
    /// Of a session whose start waits for its first prompt.
    pub fn nothing_yet() -> InjectionState {
        InjectionState { start_waits: true, ..InjectionState::default() }
    }

    /// Parses a stored state; unreadable text gives an empty state.
    pub fn from_json(text: Option<&str>) -> InjectionState {
        text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }

    /// Returns the account after one that waited: the one of more prompts is the later, and what was told since stays.
    pub(crate) fn after(self, waited: InjectionState) -> InjectionState {
        let ended_at = self.ended_at.max(waited.ended_at);
        let later = if waited.prompts > self.prompts { waited } else { self };
        InjectionState { ended_at, ..later }
    }

    /// After a compaction, what was told before may stand nowhere any more.
    pub(crate) fn forget_told(&mut self) {
        self.told.clear();
        self.touched.clear();
        self.changed.clear();
        self.named.clear();
        self.pointers.clear();
        (self.is_introduced, self.explains_pointers, self.has_commands) = (false, false, false);
        self.broken.clear();
        self.programs.clear();
        self.chars = 0;
    }

    /// Records that the session touches a file; returns true the first time.
    pub(crate) fn record_touch(&mut self, path: &str) -> bool {
        insert_hash(&mut self.touched, path)
    }

    /// Records that the session changes a file; returns true the first time.
    pub(crate) fn record_change(&mut self, path: &str) -> bool {
        insert_hash(&mut self.changed, path)
    }

    /// Records that a file was named to the session; returns true the first time.
    pub(crate) fn record_named_file(&mut self, path: &str) -> bool {
        insert_hash(&mut self.named, path)
    }

    /// Returns true if the session is given this pointer for the first time; from now on it was.
    pub(crate) fn points_to(&mut self, pointer: &str) -> bool {
        insert_hash(&mut self.pointers, pointer)
    }

    /// Records that the session is about to break a rule; returns true the first time.
    pub(crate) fn record_broken_rule(&mut self, rule: &str) -> bool {
        insert_hash(&mut self.broken, rule)
    }

    /// Records that the session uses a program; returns true the first time.
    pub(crate) fn record_program(&mut self, program: &str) -> bool {
        let is_new = !self.programs.iter().any(|known| known == program);
        if is_new {
            self.programs.push(program.to_owned());
        }
        is_new
    }

    /// Returns the characters left for the session out of `of`.
    pub fn remaining_chars(&self, of: usize) -> usize {
        of.saturating_sub(self.chars)
    }

    /// Returns the parts of the frame that the session knows.
    pub fn frame_state(&self) -> ContextFrame {
        let InjectionState { is_introduced, explains_pointers, .. } = *self;
        ContextFrame { is_introduced, explains_pointers }
    }

    /// Records an injected context: the hashes of all facts told so far, its text, and if it holds pointers.
    pub fn record_injection(&mut self, told: Vec<u64>, text: &str, points: bool) {
        self.is_introduced = true;
        self.explains_pointers |= points;
        self.told = told;
        self.told.drain(..self.told.len().saturating_sub(MAX_STATE_HASHES));
        self.chars += text.chars().count();
    }

    /// Returns the state as JSON, for storage.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Inserts a text's hash, dropping the oldest if there are too many; returns true if it is new.
fn insert_hash(hashes: &mut Vec<u32>, text: &str) -> bool {
    let [a, b, c, d, ..] = *blake3::hash(text.as_bytes()).as_bytes();
    let hash = u32::from_le_bytes([a, b, c, d]);
    let is_new = !hashes.contains(&hash);
    if is_new {
        hashes.push(hash);
        hashes.drain(..hashes.len().saturating_sub(MAX_STATE_HASHES));
    }
    is_new
}
