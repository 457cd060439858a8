//! Append-only record of a conversation: lines of JSON.
//!
//! Each event of a conversation is a [`RecordEntry`], and each entry is a line. The crate reads and
//! writes no file: the caller appends [`RecordEntry::to_line`] and, after a restart, passes the file's
//! lines to [`replay`]. A process that is killed in the middle of a line leaves a torn line; it is
//! skipped, and the next writer begins on a new line: see [`missing_line_end`].

use palimp_core::chat::{ChatMessage, TokenUsage};
use serde::{Deserialize, Serialize};

use crate::conversation::LongConversation;
use crate::prune::PruneDecision;

/// The version of the lines. A reader passes over entries that it does not know.
pub const RECORD_VERSION: u32 = 1;

/// Something that happened to a conversation. Times are milliseconds since the Unix epoch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RecordEntry {
    /// It began. The first line.
    Header {
        /// Always `palimp`: by this a record is known.
        format: Palimp,
        /// Of the lines.
        version: u32,
        /// The session.
        session: String,
        /// Time.
        at: i64,
        /// Name of the model, such as `anthropic/claude-haiku-4-5`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        model: Option<String>,
        /// Working directory, as a path.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cwd: Option<String>,
    },
    /// Something was said.
    Message {
        /// Time.
        at: i64,
        /// The message.
        message: ChatMessage,
    },
    /// The service answered a request.
    Usage {
        /// Time.
        at: i64,
        /// Reported token usage.
        usage: TokenUsage,
        /// Number of tokens counted before, without correction.
        counted: usize,
    },
    /// Results of tools were pruned.
    Prune {
        /// Time.
        at: i64,
        /// Decisions.
        decisions: Vec<PruneDecision>,
    },
    /// Memories were flushed, or that was tried.
    Flush {
        /// Time.
        at: i64,
        /// Number of messages of the conversation at the flush; earlier messages are not flushed
        /// again. A failed flush leaves it unchanged.
        upto: usize,
    },
    /// A summary took the place of the older messages.
    Compaction {
        /// Time.
        at: i64,
        /// Text of the summary.
        summary: String,
        /// The message with which what stayed begins.
        from: usize,
        /// Decisions about results in the kept messages.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        decisions: Vec<PruneDecision>,
        /// The tokens before.
        before: usize,
        /// The tokens after.
        after: usize,
    },
    /// A compaction failed; the conversation had so many tokens.
    CompactionFailed {
        /// Time.
        at: i64,
        /// Its tokens.
        tokens: usize,
    },
    /// It is over.
    End {
        /// Time.
        at: i64,
        /// Reason, in a word.
        reason: String,
    },
}

/// The mark of the format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Palimp {
    /// The only one.
    #[default]
    Palimp,
}

impl RecordEntry {
    /// The beginning of session `session`.
    pub fn header(session: impl Into<String>, at: i64) -> RecordEntry {
        let (format, session) = (Palimp::Palimp, session.into());
        RecordEntry::Header { format, version: RECORD_VERSION, session, at, model: None, cwd: None }
    }

    /// The entry as a line, with its end.
    pub fn to_line(&self) -> String {
        // It is plain data with texts as keys: nothing in it can fail to be written.
        let mut line = serde_json::to_string(self).unwrap_or_default();
        line.push('\n');
        line
    }

    /// Parses a line; `None` if it is torn, of another format, or from a later version.
    pub fn parse(line: &[u8]) -> Option<RecordEntry> {
        serde_json::from_slice(line).ok()
    }

    /// Returns the time of the entry.
    pub const fn time_ms(&self) -> i64 {
        match self {
            RecordEntry::Header { at, .. }
            | RecordEntry::Message { at, .. }
            | RecordEntry::Usage { at, .. }
            | RecordEntry::Prune { at, .. }
            | RecordEntry::Flush { at, .. }
            | RecordEntry::Compaction { at, .. }
            | RecordEntry::CompactionFailed { at, .. }
            | RecordEntry::End { at, .. } => *at,
        }
    }
}

/// Returns the text to write before the first line that is added to a record that ends with `end`:
/// a line end if the last line has none, or nothing.
pub fn missing_line_end(end: &[u8]) -> &'static str {
    if end.last().is_some_and(|byte| *byte != b'\n') { "\n" } else { "" }
}

/// Takes all entries of `lines` into `conversation`; answers how many lines were passed over
/// because they say nothing that is understood. Empty lines are not counted.
pub fn replay<L: AsRef<[u8]>>(
    lines: impl IntoIterator<Item = L>,
    conversation: &mut LongConversation,
) -> usize {
    let mut passed = 0;
    for line in lines {
        let line = line.as_ref().trim_ascii();
        match RecordEntry::parse(line) {
            Some(entry) => conversation.apply_entry(entry),
            None => passed += usize::from(!line.is_empty()),
        }
    }
    passed
}
