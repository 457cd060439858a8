//! OpenClaw's store of an agent: `openclaw-agent.sqlite`, with a row for each event of a session's
//! transcript, as JSON or as compressed JSON.

use std::io::Read;
use std::path::Path;

use super::{Foreign, ForeignError, ForeignQuery};

/// Maximum size of an event that is read, in bytes.
const MAX_EVENT_BYTES: u64 = 16 << 20;

/// OpenClaw's store of an agent.
#[derive(Debug)]
pub struct OpenClawStore(Foreign);

/// Numbers of events of a session that could and could not be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EventReadCounts {
    /// Events that were handed over.
    pub events: usize,
    /// Events that could not be read.
    pub unreadable: usize,
}

impl OpenClawStore {
    /// Opens the store at `path`.
    pub fn open(path: &Path) -> Result<OpenClawStore, ForeignError> {
        Foreign::open(path).map(OpenClawStore)
    }

    /// Returns the ids of the sessions that have a transcript, in the order in which they began.
    pub fn session_ids(&self) -> Result<Vec<String>, ForeignError> {
        let mut sessions: Vec<(i64, String)> = Vec::new();
        let wanted = ForeignQuery {
            table: "transcript_events",
            columns: &["session_id", "created_at"],
            only: None,
            order: &["session_id", "seq"],
        };
        self.0.for_each_row(&wanted, &mut |row| {
            let Some(id) = row.text("session_id") else { return };
            if sessions.last().is_none_or(|(_, last)| *last != id) {
                sessions.push((row.number("created_at").unwrap_or_default(), id));
            }
        })?;
        sessions.sort();
        Ok(sessions.into_iter().map(|(_, id)| id).collect())
    }

    /// Passes the events of a session to `each` in their order, as the stored JSON.
    pub fn for_each_event(
        &self,
        session: &str,
        each: &mut dyn FnMut(&[u8]),
    ) -> Result<EventReadCounts, ForeignError> {
        let mut told = EventReadCounts::default();
        let wanted = ForeignQuery {
            table: "transcript_events",
            columns: &["event_json", "event_zstd"],
            only: Some(("session_id", session)),
            order: &["seq"],
        };
        self.0.for_each_row(&wanted, &mut |row| {
            let json = row.text("event_json").map(String::into_bytes);
            match json.or_else(|| decompress_event(&row.bytes("event_zstd")?)) {
                Some(json) => {
                    told.events += 1;
                    each(&json);
                }
                None => told.unreadable += 1,
            }
        })?;
        Ok(told)
    }
}

/// Decompresses an event.
fn decompress_event(packed: &[u8]) -> Option<Vec<u8>> {
    let mut json = Vec::new();
    let decoder = ruzstd::decoding::StreamingDecoder::new(packed).ok()?;
    decoder.take(MAX_EVENT_BYTES).read_to_end(&mut json).ok()?;
    Some(json)
}
