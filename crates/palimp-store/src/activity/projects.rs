//! Moves captured rows to another project id or name, after projects were joined, split or renamed.

use rusqlite::params;

use super::batched_maintenance::MaintenanceSteps;
use super::{ActivityDb, counts, recent_activity};
use crate::StoreError;

/// Tables whose rows name their project, and their keys.
const PROJECT_TABLES: [(&str, &str); 5] = [
    ("messages", "id"),
    ("observations", "id"),
    ("injections", "id"),
    ("agent_log", "id"),
    // Last: as long as a session is not moved, the work is not done.
    ("sessions", "rowid"),
];

/// Rows to be moved to a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectMove<'a> {
    /// Id that the rows have.
    pub from: &'a str,
    /// Sessions whose rows are moved; all if `None`.
    pub sessions: Option<&'a [String]>,
    /// Id that they get.
    pub to: &'a str,
    /// Name that they get.
    pub name: &'a str,
}

impl ActivityDb {
    /// Moves rows to another project id and name, and returns their number. An interrupted move is
    /// continued by the next call.
    pub fn move_project(&self, project: &ProjectMove) -> Result<usize, StoreError> {
        let mut moved = 0;
        let mut steps = MaintenanceSteps::new(self);
        for (table, key) in PROJECT_TABLES {
            let ids = self.rows_to_move(table, key, project)?;
            let sql = format!("UPDATE {table} SET project_id = ?2, project = ?3 WHERE {key} = ?1");
            moved += steps.run_batches(&ids, |tx, ids| {
                let mut update = tx.prepare_cached(&sql)?;
                let rows =
                    ids.iter().map(|id| update.execute(params![id, project.to, project.name]));
                let rows = rows.sum::<rusqlite::Result<usize>>()?;
                counts::invalidate_counts(tx)?;
                recent_activity::invalidate_all(tx)?;
                Ok(rows)
            })?;
        }
        Ok(moved)
    }

    fn rows_to_move(
        &self,
        table: &str,
        key: &str,
        project: &ProjectMove,
    ) -> Result<Vec<i64>, StoreError> {
        let sql = format!(
            "SELECT {key}, session_id FROM {table} WHERE project_id = ?1 AND NOT
                (project_id = ?2 AND project = ?3)"
        );
        let values = [project.from, project.to, project.name];
        let values = values.map(|value| rusqlite::types::Value::Text(value.to_owned()));
        let rows = self.query_rows(&sql, values.to_vec(), |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
        })?;
        let is_moved =
            |session: &String| project.sessions.is_none_or(|sessions| sessions.contains(session));
        Ok(rows.into_iter().filter(|(_, session)| is_moved(session)).map(|(id, _)| id).collect())
    }

    /// Returns the newest commits at which something was captured in a project, each once.
    pub fn captured_commits(
        &self,
        project_id: &str,
        limit: usize,
    ) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT commit_sha FROM observations
            WHERE project_id = ?1 AND commit_sha IS NOT NULL
            GROUP BY commit_sha ORDER BY max(created_at) DESC LIMIT ?2";
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let values = vec![project_id.to_owned().into(), limit.into()];
        self.query_rows(sql, values, |row| row.get(0))
    }

    /// Returns the ids of the projects of all captured sessions.
    pub fn project_ids(&self) -> Result<Vec<String>, StoreError> {
        self.query_rows(super::sessions::PROJECTS_SQL, Vec::new(), |row| row.get(0))
    }
}
