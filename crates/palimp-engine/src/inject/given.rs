//! What a session was given so far, so that nothing is given twice without need.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ContextFrame, LineDeduplicator};

/// What a session was given so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct InjectionState {
    /// How many prompts it has had.
    pub prompts: u64,
    /// Whether the history had no room in the answer to the session's start.
    pub history_waits: bool,
    /// Whether the client could not be told what belongs to the session's start.
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
    /// How many characters it was told.
    pub chars: usize,
    /// Hashes of the files that it touched, the last ones last.
    pub touched: Vec<u32>,
    /// Hashes of the files that it changed.
    pub changed: Vec<u32>,
    /// Hashes of the files that were named to it.
    pub named: Vec<u32>,
    /// Hashes of the pointers that it was given.
    pub pointers: Vec<u32>,
    /// Whether it was told commands when it changed files.
    pub has_commands: bool,
    /// Whether it was told what the context is.
    pub is_introduced: bool,
    /// Whether it was told what pointers are.
    pub explains_pointers: bool,
    /// Hashes of the rules that it was reminded of before a command.
    pub broken: Vec<u32>,
    /// The programs that it used whose places may be told.
    pub programs: Vec<String>,
    /// The moment at which its client last said that it ends, in milliseconds since the Unix epoch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<i64>,
}

/// How many facts are remembered as told; a session that was told more may hear one again.
const MAX_STATE_HASHES: usize = 1_000;

impl InjectionState {
    /// Of a session whose start waits for its first prompt.
    pub fn nothing_yet() -> InjectionState {
        InjectionState { start_waits: true, ..InjectionState::default() }
    }

    /// Reads what was kept; what cannot be read is nothing.
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
    pub(super) fn forget_told(&mut self) {
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

    /// Whether the session touches a file for the first time; from now on it has.
    pub(super) fn record_touch(&mut self, path: &str) -> bool {
        insert_hash(&mut self.touched, path)
    }

    /// Returns true if the session changes a file for the first time; from now on it has.
    pub(super) fn record_change(&mut self, path: &str) -> bool {
        insert_hash(&mut self.changed, path)
    }

    /// Whether a file is named to the session for the first time; from now on it was.
    pub(super) fn record_named_file(&mut self, path: &str) -> bool {
        insert_hash(&mut self.named, path)
    }

    /// Returns true if the session is given this pointer for the first time; from now on it was.
    pub(super) fn points_to(&mut self, pointer: &str) -> bool {
        insert_hash(&mut self.pointers, pointer)
    }

    /// Returns true if the session is about to break a rule for the first time; from now on it has.
    pub(super) fn record_broken_rule(&mut self, rule: &str) -> bool {
        insert_hash(&mut self.broken, rule)
    }

    /// Returns true where the session uses a program for the first time; from now on it has.
    pub(super) fn record_program(&mut self, program: &str) -> bool {
        let is_new = !self.programs.iter().any(|known| known == program);
        if is_new {
            self.programs.push(program.to_owned());
        }
        is_new
    }

    /// How many characters are left of so many for the session.
    pub fn remaining_chars(&self, of: usize) -> usize {
        of.saturating_sub(self.chars)
    }

    /// What contexts must not say again.
    pub fn deduplicator(&self) -> LineDeduplicator {
        LineDeduplicator::from_hashes(&self.told)
    }

    /// Returns what the session was told of the frame.
    pub fn frame_state(&self) -> ContextFrame {
        let InjectionState { is_introduced, explains_pointers, .. } = *self;
        ContextFrame { is_introduced, explains_pointers }
    }

    /// Remembers what was told since, in a context of this text, and whether it holds pointers.
    pub fn record_injection(&mut self, seen: LineDeduplicator, text: &str, points: bool) {
        self.is_introduced = true;
        self.explains_pointers |= points;
        self.told = seen.into_hashes();
        self.told.drain(..self.told.len().saturating_sub(MAX_STATE_HASHES));
        self.chars += text.chars().count();
    }

    /// As it is kept.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Adds a text's hash, the oldest of many making room; whether it was not there.
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

/// What tells one text of a note from another.
pub(super) fn hash_note(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
}
