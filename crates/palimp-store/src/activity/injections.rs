//! Injected context by its numbers, for reading in pages however much there is.

use rusqlite::types::Value;

use super::ActivityDb;
use super::query::{INJECTION_COLUMNS, StoredInjection, parse_injection};
use crate::StoreError;

impl ActivityDb {
    /// The context that clients of an agent were given, newest first: what has a smaller number than
    /// `before`, where that is given.
    pub fn injections_before(
        &self,
        agent: &str,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Vec<StoredInjection>, StoreError> {
        let sql = format!(
            "SELECT {INJECTION_COLUMNS} FROM injections WHERE id < ? AND agent = ? ORDER BY id DESC LIMIT {limit}"
        );
        let before = Value::Integer(before.unwrap_or(i64::MAX));
        self.query_rows(&sql, vec![before, Value::Text(agent.to_owned())], parse_injection)
    }

    /// Returns the injected context with this number of an agent's client, and the id of its
    /// project.
    pub fn find_injection(
        &self,
        id: i64,
        agent: &str,
    ) -> Result<Option<(StoredInjection, String)>, StoreError> {
        let sql = format!(
            "SELECT {INJECTION_COLUMNS}, project_id FROM injections WHERE id = ? AND agent = ?"
        );
        let values = vec![Value::Integer(id), Value::Text(agent.to_owned())];
        let rows = self.query_rows(&sql, values, |row| Ok((parse_injection(row)?, row.get(8)?)))?;
        Ok(rows.into_iter().next())
    }
}
