//! Records of a segment: one per line, in JSON.

use palimp_core::activity::ExportRow;
use palimp_core::tombstone::Tombstone;
use palimp_engine::home::projects::ProjectRecord;
use palimp_store::activity::ObservationKey;
use serde::{Deserialize, Serialize};

use crate::key::{parse_hex, to_hex};
use crate::note_lines::SyncedLine;

/// A change that machines tell each other. Each merges in any order, and twice as well as once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "camelCase")]
pub(crate) enum SyncRecord {
    /// A captured row.
    Row {
        /// The row.
        row: ExportRow,
    },
    /// A row that was forgotten.
    RemovedRow {
        /// Session of the row.
        session: String,
        /// Its time, in milliseconds since the Unix epoch.
        at: i64,
        /// Its fingerprint.
        print: i64,
        /// True for a message, false for an observation.
        message: bool,
    },
    /// A session that was forgotten with all its rows.
    RemovedSession {
        /// The session.
        session: String,
    },
    /// A project got another name.
    ProjectName {
        /// Its id.
        id: String,
        /// The name.
        name: String,
        /// Number of the change; the highest one holds.
        clock: u64,
    },
    /// A project that was forgotten.
    RemovedProject {
        /// Its id.
        id: String,
    },
    /// Changed lines of a note.
    Note {
        /// The agent to whose vault it belongs.
        agent: String,
        /// Path in the vault.
        path: String,
        /// The lines.
        lines: Vec<LineChange>,
    },
    /// A text that was forgotten.
    Tombstone(TombstoneRecord),
    /// A project, without its places on a machine.
    Project {
        /// The project.
        project: ProjectRecord,
    },
    /// An observation was pinned or unpinned.
    Pin {
        /// The observation.
        key: ObservationKey,
        /// True if it is pinned.
        pinned: bool,
        /// Number of the change; the highest one holds.
        clock: u64,
    },
}

/// A line of a note that was written or deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LineChange {
    /// The line.
    #[serde(flatten)]
    pub(crate) line: SyncedLine,
    /// Its text; none of a deleted line.
    #[serde(rename = "t", default, skip_serializing_if = "Option::is_none")]
    pub(crate) content: Option<String>,
    /// True if this machine forgot the text, so that the line is deleted for all.
    #[serde(skip)]
    pub(crate) is_forgotten: bool,
}

/// A tombstone, in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TombstoneRecord {
    agent: String,
    key: i64,
    hash: String,
    clue: Option<String>,
    at: i64,
}

impl TombstoneRecord {
    pub(crate) fn new(agent: String, tombstone: &Tombstone) -> TombstoneRecord {
        TombstoneRecord {
            agent,
            key: tombstone.key,
            hash: to_hex(&tombstone.hash),
            clue: tombstone.clue.map(|clue| to_hex(&clue)),
            at: tombstone.at,
        }
    }

    /// Returns the agent and the tombstone; none if the record is malformed.
    pub(crate) fn parse(&self) -> Option<(String, Tombstone)> {
        let clue = match &self.clue {
            Some(clue) => Some(parse_hex(clue)?.try_into().ok()?),
            None => None,
        };
        let hash = parse_hex(&self.hash)?.try_into().ok()?;
        Some((self.agent.clone(), Tombstone { key: self.key, hash, clue, at: self.at }))
    }

    /// Returns the name by which a tombstone is known.
    pub(crate) fn name(&self) -> String {
        format!("{} {} {}", self.agent, self.hash, self.at)
    }
}

/// Writes records as lines.
pub(crate) fn to_lines(records: &[SyncRecord]) -> Vec<u8> {
    let mut lines = Vec::new();
    for record in records {
        serde_json::to_writer(&mut lines, record).expect("a record is JSON");
        lines.push(b'\n');
    }
    lines
}

/// Parses lines; returns the records, and the number of lines that this version does not know.
pub(crate) fn parse_lines(lines: &[u8]) -> (Vec<SyncRecord>, usize) {
    let lines = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let parsed: Vec<_> = lines.map(serde_json::from_slice).collect();
    let unknown = parsed.iter().filter(|it| it.is_err()).count();
    (parsed.into_iter().flatten().collect(), unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_a_newer_version_are_counted_and_the_rest_is_read() {
        let known = SyncRecord::RemovedProject { id: "aa".to_owned() };
        let mut lines = to_lines(&[known.clone(), known.clone()]);
        lines.extend(b"{\"record\":\"dream\",\"of\":\"sheep\"}\nnot json\n");
        assert_eq!(parse_lines(&lines), (vec![known.clone(), known], 2));
    }

    #[test]
    fn tombstone_survives_its_record() {
        let tombstone = Tombstone { key: -7, hash: [3; 16], clue: Some([9; 12]), at: 1_795_000 };
        let record = TombstoneRecord::new("main".to_owned(), &tombstone);
        assert_eq!(record.parse(), Some(("main".to_owned(), tombstone.clone())));
        let later = Tombstone { at: 1_796_000, ..tombstone };
        assert_ne!(record.name(), TombstoneRecord::new("main".to_owned(), &later).name());
        assert_eq!(TombstoneRecord { hash: "zz".to_owned(), ..record }.parse(), None);
    }
}
