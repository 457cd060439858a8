//! Records of the activity database: captures as they are written, rows as they are read.

use serde::{Deserialize, Serialize};

use crate::event::AgentClient;
use crate::observation::ObservationType;
use crate::text::{ellipsis, one_line};

pub use crate::role::MessageRole;

/// Redacted record of one event of a client, ready to be stored. It is written in one transaction,
/// or waits in the spool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Capture {
    /// The session of the event.
    pub session: SessionRef,
    /// Time of the event, in milliseconds since the Unix epoch.
    pub at: i64,
    /// Window of deduplication: content that recurs in a session within this number of milliseconds is
    /// the same observation.
    pub dedupe_ms: i64,
    /// Entries of the event.
    pub entries: Vec<CaptureEntry>,
}

/// The session of a capture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionRef {
    /// The client's id of it.
    pub id: String,
    /// The client.
    pub client: AgentClient,
    /// The agent it belongs to.
    pub agent: String,
    /// The project's id.
    pub project_id: String,
    /// The project's name.
    pub project: String,
    /// Working directory of the client.
    pub working_dir: String,
}

/// One entry of a captured event.
///
/// Spool files hold the serialised names, so a variant that is renamed keeps its stored name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CaptureEntry {
    /// A captured tool event.
    Observation(NewObservation),
    /// Late outcome of a call that was captured before: replaces the observation of that call, or is
    /// an observation of its own if there is none.
    Outcome(NewObservation),
    /// A turn of the conversation.
    Message(NewMessage),
    /// Rebuild the session's summary from the captured events.
    Summary,
    /// Context injected into the client.
    Injection(NewInjection),
    /// Flush the session's messages whatever their length, because it ends or is compacted.
    #[serde(rename = "due")]
    FlushDue,
    /// State of the context injected into the session so far, encoded by the injecting code.
    #[serde(rename = "given")]
    InjectionState(String),
    /// Id of palimp's own session in which the client's session answers.
    Link(String),
}

/// An observation to be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewObservation {
    /// The tool, in palimp's words.
    pub tool_name: String,
    /// The kind.
    #[serde(rename = "type")]
    pub kind: ObservationType,
    /// The file that was changed.
    pub file_path: Option<String>,
    /// The text.
    pub content: String,
    /// Comma-separated words.
    pub tags: String,
    /// From 1 (low) to 3 (a failure).
    pub importance: u8,
    /// The commit that was checked out.
    pub commit_sha: Option<String>,
    /// The client's id of the call.
    pub call_id: Option<String>,
}

/// A message to be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewMessage {
    /// Role of the speaker.
    pub role: MessageRole,
    /// The text.
    pub content: String,
    /// Its short form, when it is long.
    pub trace: Option<String>,
    /// Unique key of the turn within the session, if the client names one.
    pub turn: Option<String>,
}

/// Injected context to be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewInjection {
    /// Name of the client's event that was answered.
    pub event: String,
    /// The text as it was injected.
    pub content: String,
}

/// An observation as it is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredObservation {
    /// Its number.
    pub id: i64,
    /// The client's session.
    pub session_id: String,
    /// The client's name.
    pub client: String,
    /// The agent it belongs to.
    pub agent: String,
    /// The tool.
    pub tool_name: String,
    /// The kind.
    #[serde(rename = "type")]
    pub kind: ObservationType,
    /// The project's id.
    pub project_id: String,
    /// The project's name.
    pub project: String,
    /// The file that was changed.
    pub file_path: Option<String>,
    /// The text.
    pub content: String,
    /// Comma-separated words.
    pub tags: String,
    /// From 1 (low) to 4 (a failure that came back).
    pub importance: u8,
    /// True if the user asked to keep the observation.
    pub pinned: bool,
    /// The commit that was checked out.
    pub commit_sha: Option<String>,
    /// The client's id of the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call_id: Option<String>,
    /// Time of the observation, in milliseconds since the Unix epoch.
    pub created_at: i64,
}

/// A session as it is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredSession {
    /// The client's id of it.
    pub session_id: String,
    /// The client's name.
    pub client: String,
    /// The agent it belongs to.
    pub agent: String,
    /// The project's id.
    pub project_id: String,
    /// The project's name.
    pub project: String,
    /// Working directory of the client.
    pub working_dir: String,
    /// Summary of the session's work; empty until a turn ended.
    pub summary: String,
    /// The tools, in the order of their first use.
    pub tools_used: Vec<String>,
    /// The files changed, in the order of their first change.
    pub files_changed: Vec<String>,
    /// Number of observations in the session.
    pub memory_count: i64,
    /// In milliseconds since the Unix epoch.
    pub started_at: i64,
    /// Time of the last activity.
    pub ended_at: i64,
    /// In seconds.
    pub duration_sec: i64,
}

/// A message as it is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredMessage {
    /// Its number.
    pub id: i64,
    /// The client's session.
    pub session_id: String,
    /// The client's name.
    pub client: String,
    /// The agent it belongs to.
    pub agent: String,
    /// The project's id.
    pub project_id: String,
    /// The project's name.
    pub project: String,
    /// Working directory of the client.
    pub working_dir: String,
    /// Role of the speaker.
    pub role: MessageRole,
    /// The text.
    pub content: String,
    /// Its short form, when it is long.
    pub trace: Option<String>,
    /// Unique key of the turn, if the client names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// Time of the message, in milliseconds since the Unix epoch.
    pub created_at: i64,
}

/// A row as it leaves the database and comes back: one line of an export.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ExportRow {
    /// A session.
    Session(StoredSession),
    /// An observation.
    Observation(StoredObservation),
    /// A message.
    Message(StoredMessage),
}

impl ExportRow {
    /// Returns the client's session.
    pub fn session_id(&self) -> &str {
        match self {
            ExportRow::Session(row) => &row.session_id,
            ExportRow::Observation(row) => &row.session_id,
            ExportRow::Message(row) => &row.session_id,
        }
    }

    /// Returns the agent it belongs to.
    pub fn agent(&self) -> &str {
        match self {
            ExportRow::Session(row) => &row.agent,
            ExportRow::Observation(row) => &row.agent,
            ExportRow::Message(row) => &row.agent,
        }
    }

    /// Returns the id and the name of its project.
    pub fn project(&self) -> (&str, &str) {
        match self {
            ExportRow::Session(row) => (&row.project_id, &row.project),
            ExportRow::Observation(row) => (&row.project_id, &row.project),
            ExportRow::Message(row) => (&row.project_id, &row.project),
        }
    }

    /// Returns the id and the name of its project, to be changed.
    pub fn project_mut(&mut self) -> (&mut String, &mut String) {
        match self {
            ExportRow::Session(row) => (&mut row.project_id, &mut row.project),
            ExportRow::Observation(row) => (&mut row.project_id, &mut row.project),
            ExportRow::Message(row) => (&mut row.project_id, &mut row.project),
        }
    }
}

impl StoredObservation {
    /// Returns the hash by which the observation is recognised in its session.
    pub fn content_fingerprint(&self) -> i64 {
        observation_fingerprint(&self.tool_name, &self.content)
    }
}

impl StoredMessage {
    /// Returns the hash by which the message is recognised in its session.
    pub fn content_fingerprint(&self) -> i64 {
        message_fingerprint(self.role, self.turn.as_deref(), &self.content)
    }
}

/// Returns the hash by which an observation is recognised in its session.
pub fn observation_fingerprint(tool_name: &str, content: &str) -> i64 {
    fingerprint(&[tool_name, content])
}

/// Returns the hash by which a message is recognised in its session.
pub fn message_fingerprint(role: MessageRole, turn: Option<&str>, content: &str) -> i64 {
    fingerprint(&[role.name(), turn.unwrap_or(""), content])
}

/// A stable 64-bit hash of `parts`, kept in the database to recognise what arrives twice.
pub fn fingerprint(parts: &[&str]) -> i64 {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    i64::from_le_bytes(bytes)
}

/// The short form of a message longer than 500 characters: its first paragraph and the last, at
/// most 480 characters.
pub fn trace_of(content: &str) -> Option<String> {
    const LONG_MESSAGE_CHARS: usize = 500;
    const MAX_TRACE_CHARS: usize = 480;
    content.chars().nth(LONG_MESSAGE_CHARS)?;
    let mut paragraphs: Vec<_> = content.split("\n\n").map(one_line).collect();
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    match paragraphs.as_slice() {
        [] => None,
        [only] => Some(ellipsis(only, MAX_TRACE_CHARS)),
        [first, .., last] => {
            let first = ellipsis(first, MAX_TRACE_CHARS / 2);
            let room = MAX_TRACE_CHARS - 3 - first.chars().count();
            Some(format!("{first} … {}", ellipsis(last, room)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn capture_entries_keep_their_stored_names() {
        let entries = [
            (CaptureEntry::Summary, r#""summary""#),
            (CaptureEntry::FlushDue, r#""due""#),
            (CaptureEntry::InjectionState("{}".to_owned()), r#"{"given":"{}"}"#),
            (CaptureEntry::Link("run".to_owned()), r#"{"link":"run"}"#),
        ];
        for (entry, stored) in entries {
            assert_eq!(serde_json::to_string(&entry).unwrap(), stored);
            assert_eq!(serde_json::from_str::<CaptureEntry>(stored).unwrap(), entry);
        }
    }

    #[test]
    fn parts_are_told_apart() {
        assert_eq!(fingerprint(&["a", "b"]), fingerprint(&["a", "b"]));
        assert_ne!(fingerprint(&["ab", ""]), fingerprint(&["a", "b"]));
    }

    #[test]
    fn short_messages_have_no_trace() {
        assert_eq!(trace_of("short"), None);
        let long = format!("Did it.\n\n{}\n\nTests pass.", "x ".repeat(400));
        assert_eq!(trace_of(&long).as_deref(), Some("Did it. … Tests pass."));
    }

    proptest! {
        #[test]
        fn a_trace_is_one_short_paragraph(content in "(.|\n){500,1500}") {
            if let Some(trace) = trace_of(&content) {
                prop_assert!(trace.chars().count() <= 480);
                prop_assert!(!trace.contains('\n'));
            }
        }
    }
}
