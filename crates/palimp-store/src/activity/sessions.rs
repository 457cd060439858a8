//! The sessions that were heard of last, however many there are: an index knows each project's by their
//! ends, so that of each project only the last are read.

use palimp_core::activity::StoredSession;
use rusqlite::types::Value;
use rusqlite::{OptionalExtension, Row};

use super::ActivityDb;
use super::query::{Filter, SESSION_COLUMNS, SESSIONS_TABLE, parse_session};
use crate::StoreError;

/// Query for the projects that have sessions, each found by the one before it.
pub(super) const PROJECTS_SQL: &str = "WITH RECURSIVE project (id) AS (
    SELECT min(project_id) FROM sessions
    UNION ALL
    SELECT (SELECT min(project_id) FROM sessions WHERE project_id > project.id)
    FROM project WHERE project.id IS NOT NULL
  ) SELECT id FROM project WHERE id IS NOT NULL";

impl ActivityDb {
    /// All sessions, newest first.
    pub fn sessions(
        &self,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<StoredSession>, StoreError> {
        // Of a few that are named by their ids there is nothing to be found by their ends.
        if filter.session.is_some() {
            return self.list_rows(
                SESSION_COLUMNS, SESSIONS_TABLE, "ended_at", filter, limit, "", parse_session,
            );
        }
        let mut found = self.of_each_project(filter, limit)?;
        found.truncate(limit);
        Ok(found)
    }

    /// Returns the newest session of each project, newest first.
    pub fn newest_by_project(&self, filter: &Filter) -> Result<Vec<StoredSession>, StoreError> {
        self.of_each_project(filter, 1)
    }

    /// Returns the last sessions of each project, newest first.
    fn of_each_project(
        &self,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<StoredSession>, StoreError> {
        let (conditions, values) = filter.sql_conditions(SESSIONS_TABLE, "ended_at");
        let projects = self.query_rows(PROJECTS_SQL, Vec::new(), |row| row.get::<_, String>(0))?;
        let mut found = Vec::new();
        for project in projects {
            let values = [Value::Text(project)].into_iter().chain(values.iter().cloned());
            found.extend(self.query_rows(
                &of_project(&conditions, limit),
                values.collect(),
                parse_numbered_session,
            )?);
        }
        found.sort_by_key(|(number, it): &(i64, StoredSession)| {
            std::cmp::Reverse((it.ended_at, *number))
        });
        Ok(found.into_iter().map(|(_, session)| session).collect())
    }

    /// Returns the session with this id.
    pub fn find_session(&self, id: &str) -> Result<Option<StoredSession>, StoreError> {
        let sql = format!("SELECT {SESSION_COLUMNS} FROM sessions WHERE session_id = ?");
        let found = self
            .conn
            .prepare_cached(&sql)
            .and_then(|mut statement| statement.query_row([id], parse_session).optional());
        found.map_err(|source| self.wrap_error(source))
    }

    /// The client of a session; none of one that is not known.
    pub fn client_of(&self, session: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT client FROM sessions WHERE session_id = ?";
        let found = self.conn.query_row(sql, [session], |row| row.get(0)).optional();
        found.map_err(|source| self.wrap_error(source))
    }
}

/// The last sessions of a project.
fn of_project(conditions: &str, limit: usize) -> String {
    format!(
        "SELECT {SESSION_COLUMNS}, sessions.rowid FROM sessions WHERE project_id = ?{conditions}
         ORDER BY ended_at DESC, sessions.rowid DESC LIMIT {limit}"
    )
}

fn parse_numbered_session(row: &Row) -> rusqlite::Result<(i64, StoredSession)> {
    Ok((row.get(13)?, parse_session(row)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::activity::BusyPolicy;

    #[test]
    fn the_last_sessions_are_found_by_an_index() {
        let dir = tempfile::tempdir().unwrap();
        let db = ActivityDb::open(&dir.path().join("a.db"), BusyPolicy::Command).unwrap();
        let filter = Filter { agent: Some("main".to_owned()), ..Filter::default() };
        let (conditions, _) = filter.sql_conditions(SESSIONS_TABLE, "ended_at");
        for sql in [of_project(&conditions, 50), PROJECTS_SQL.to_owned()] {
            let plan: Vec<String> = db
                .query_rows(
                    &format!("EXPLAIN QUERY PLAN {}", sql.replace('?', "''")),
                    vec![],
                    |row| row.get(3),
                )
                .unwrap();
            let of_sessions = plan.iter().filter(|step| step.contains("sessions"));
            assert!(of_sessions.clone().count() > 0, "{plan:?}");
            assert!(of_sessions.clone().all(|step| step.starts_with("SEARCH ")), "{plan:?}");
            assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE")), "{plan:?}");
        }
    }
}
