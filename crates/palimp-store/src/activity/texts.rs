//! Visits and replaces every stored text, so that newer redaction rules reach older rows.

use rusqlite::{TransactionBehavior, params};

use super::{ActivityDb, counts, recent_activity};
use crate::StoreError;

/// Columns with captured text by table, each with the key of its rows.
const TEXT_COLUMNS: [(&str, &str, &[&str]); 5] = [
    ("observations", "id", &["content", "file_path", "tags", "call_id", "project"]),
    ("messages", "id", &["content", "trace", "turn", "working_dir", "project"]),
    ("sessions", "session_id", &["summary", "files_changed", "working_dir", "project"]),
    ("injections", "id", &["content", "project"]),
    ("agent_log", "id", &["text", "path", "project"]),
];

/// A text of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredText {
    /// The table.
    pub table: &'static str,
    /// The column.
    pub column: &'static str,
    /// The row's number, or the session's id.
    pub row: String,
    /// The text.
    pub text: String,
}

impl ActivityDb {
    /// Hands every text of `agent` to `each`.
    pub fn each_text(
        &self,
        agent: &str,
        mut each: impl FnMut(StoredText),
    ) -> Result<(), StoreError> {
        let read = (|| {
            for (table, key, columns) in TEXT_COLUMNS {
                for &column in columns {
                    let mut statement = self.conn.prepare(&format!(
                        "SELECT CAST({key} AS TEXT), {column} FROM {table}
                         WHERE agent = ? AND {column} IS NOT NULL AND {column} <> ''"
                    ))?;
                    let mut rows = statement.query([agent])?;
                    while let Some(row) = rows.next()? {
                        each(StoredText { table, column, row: row.get(0)?, text: row.get(1)? });
                    }
                }
            }
            Ok(())
        })();
        read.map_err(|source| self.wrap_error(source))
    }

    /// Replaces texts, and leaves nothing of the old texts in the file.
    pub fn replace_texts(&mut self, texts: &[StoredText]) -> Result<(), StoreError> {
        if texts.is_empty() {
            return Ok(());
        }
        let replaced = (|| {
            let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for StoredText { table, column, row, text } in texts {
                let key = if *table == "sessions" { "session_id" } else { "id" };
                let sql = format!("UPDATE {table} SET {column} = ?2 WHERE {key} = ?1");
                tx.execute(&sql, params![row, text])?;
            }
            counts::invalidate_counts(&tx)?;
            recent_activity::invalidate_all(&tx)?;
            tx.commit()
        })();
        replaced.and_then(|()| self.leave_no_residue()).map_err(|source| self.wrap_error(source))
    }
}
