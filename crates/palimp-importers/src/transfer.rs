//! Export and import of the activity database as JSON lines: one row a line, its `kind` in it.

use std::io::{self, BufRead, Write};

use palimp_core::activity::ExportRow;
use palimp_engine::home::tombstones::Tombstones;
use palimp_engine::ingest::redact_value;
use palimp_redact::Redactor;
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, Filter, is_expired};
use serde::Serialize;

/// Error that stopped a transfer.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Writes the rows that match `filter`, oldest first; returns their number.
///
/// The rows are redacted once more, under today's rules and settings.
pub fn export_rows(
    db: &ActivityDb,
    filter: &Filter,
    redactor: &Redactor,
    out: &mut dyn Write,
) -> Result<usize, TransferError> {
    const NO_LIMIT: usize = i64::MAX as usize;
    let sessions = db.sessions(filter, NO_LIMIT)?.into_iter().map(ExportRow::Session);
    let observations =
        db.recent_observations(filter, NO_LIMIT)?.into_iter().map(ExportRow::Observation);
    let messages = db.recent_messages(filter, NO_LIMIT)?.into_iter().map(ExportRow::Message);
    let mut written = 0;
    for row in sessions.rev().chain(observations.rev()).chain(messages.rev()) {
        let row = serde_json::to_value(row).and_then(|row| redact_value(row, redactor));
        serde_json::to_writer(&mut *out, &row.map_err(io::Error::from)?)
            .map_err(io::Error::from)?;
        out.write_all(b"\n")?;
        written += 1;
    }
    out.flush()?;
    Ok(written)
}

/// Counts of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TransferCounts {
    /// New sessions.
    pub sessions: usize,
    /// New observations.
    pub observations: usize,
    /// New messages.
    pub messages: usize,
    /// Rows that were there already.
    pub known: usize,
    /// Rows that were forgotten, or were removed because of their age, and stay out.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: usize,
    /// The numbers of lines that are none of ours.
    pub rejected: Vec<usize>,
}

/// True if the number is zero and may be left out.
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Number of rows in one transaction.
const ROWS_PER_TRANSACTION: usize = 500;

/// Imports lines, except forgotten ones; each is redacted first, because a file may come from
/// anywhere.
pub fn import_rows(
    db: &mut ActivityDb,
    lines: impl BufRead,
    redactor: &Redactor,
    tombstones: &Tombstones,
) -> Result<TransferCounts, TransferError> {
    let expired = db.expired_sessions()?;
    let mut imported = TransferCounts::default();
    let mut batch = Vec::with_capacity(ROWS_PER_TRANSACTION);
    for (number, line) in lines.split(b'\n').enumerate() {
        let line = line?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        match serde_json::from_slice(&line).and_then(|row| redact_value(row, redactor)) {
            Ok(mut row) => {
                if is_expired(&row, &expired)
                    || !tombstones.for_agent(row.agent()).admit_row(&mut row)
                {
                    imported.left_out += 1;
                } else {
                    batch.push(row);
                }
            }
            Err(_) => imported.rejected.push(number + 1),
        }
        if batch.len() == ROWS_PER_TRANSACTION {
            restore_batch(db, &mut batch, &mut imported)?;
        }
    }
    restore_batch(db, &mut batch, &mut imported)?;
    Ok(imported)
}

fn restore_batch(
    db: &mut ActivityDb,
    batch: &mut Vec<ExportRow>,
    imported: &mut TransferCounts,
) -> Result<(), StoreError> {
    for (row, new) in batch.iter().zip(db.restore_rows(batch)?) {
        let count = match row {
            _ if !new => &mut imported.known,
            ExportRow::Session(_) => &mut imported.sessions,
            ExportRow::Observation(_) => &mut imported.observations,
            ExportRow::Message(_) => &mut imported.messages,
        };
        *count += 1;
    }
    batch.clear();
    Ok(())
}
