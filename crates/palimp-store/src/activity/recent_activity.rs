//! Queries about earlier sessions of a project, for the context of a new one: few columns of few
//! rows, because a hook reads them while its client waits.

use std::collections::BTreeSet;

use palimp_core::activity::SessionRef;
use palimp_core::observation::{MEDIUM_IMPORTANCE, ObservationType};
use rusqlite::{
    Connection, OptionalExtension, Row, ToSql, Transaction, TransactionBehavior, params,
};

use super::ActivityDb;
use crate::StoreError;

/// A session that changed files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditingSession {
    /// The session.
    pub id: String,
    /// The beginning of its first prompt that is more than a greeting; empty where it did not begin with one.
    pub prompt: String,
    /// The files that it changed, in the order of their first change.
    pub files: Vec<String>,
    /// Time of its last activity, in milliseconds since the Unix epoch.
    pub ended_at: i64,
}

/// Command that was run, or file that was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRecord {
    /// Its outcome; none for a file that was changed.
    pub ended: Option<RunEnd>,
    /// True where it did more than look.
    pub matters: bool,
    /// The session that ran it.
    pub session: String,
    /// Time of the run, in milliseconds since the Unix epoch.
    pub at: i64,
    /// The command line, with its output below.
    pub content: String,
}

/// The outcome of a command line, as far as its client told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// It did not fail.
    Well,
    /// It failed.
    Ill,
}

impl ActivityDb {
    /// Returns the digest of an agent's last sessions in a project that
    /// [`keep_lately`](Self::keep_lately) stored: all of it if `whole`, otherwise its first part;
    /// `None` if rows were removed since, or older ones imported.
    pub fn recent_activity(
        &self,
        agent: &str,
        project: &str,
        whole: bool,
    ) -> Result<Option<String>, StoreError> {
        let sql = "SELECT text FROM lately WHERE agent = ?1 AND project_id BETWEEN ?2 AND ?2 || '+'
            ORDER BY project_id LIMIT ?3";
        let read = || {
            let mut statement = self.conn.prepare(sql)?;
            let mut rows = statement.query(params![agent, project, if whole { 2 } else { 1 }])?;
            let mut text = None;
            while let Some(row) = rows.next()? {
                text.get_or_insert_with(String::new).push_str(row.get_ref(0)?.as_str()?);
            }
            Ok(text)
        };
        read().map_err(|source| self.wrap_error(source))
    }

    /// Stores the digest that `make` builds, in two parts. Writers are blocked meanwhile, so that
    /// no text that is being forgotten comes back.
    pub fn keep_lately(
        &self,
        agent: &str,
        project: &str,
        make: impl FnOnce(&ActivityDb) -> Result<[String; 2], StoreError>,
    ) -> Result<(), StoreError> {
        let begin = || Transaction::new_unchecked(&self.conn, TransactionBehavior::Immediate);
        let tx = begin().map_err(|source| self.wrap_error(source))?;
        let [text, more] = make(self)?;
        let keep = || {
            let sql = "INSERT OR REPLACE INTO lately (agent, project_id, text)
                VALUES (?1, ?2 || ?3, ?4)";
            for (end, part) in [("", &text), ("+", &more)] {
                tx.execute(sql, [agent, project, end, part])?;
            }
            tx.commit()
        };
        keep().map_err(|source| self.wrap_error(source))
    }

    /// Returns the wishes of an agent's user in a project, as [`keep_wishes`](Self::keep_wishes) kept them.
    pub fn wishes(&self, agent: &str, project: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT text FROM lately WHERE agent = ?1 AND project_id = ?2 || ','";
        let read = || {
            let mut statement = self.conn.prepare(sql)?;
            statement.query_row(params![agent, project], |row| row.get(0)).optional()
        };
        read().map_err(|source| self.wrap_error(source))
    }

    /// Stores the wishes that `make` extracts from conversations. That may take long, so writers
    /// are not blocked. Nothing is stored if a text was forgotten since it began, so that the text
    /// does not come back.
    pub fn keep_wishes(
        &self,
        agent: &str,
        project: &str,
        make: impl FnOnce(&ActivityDb) -> Result<String, StoreError>,
    ) -> Result<(), StoreError> {
        // Forgetting removes the row, and no later row has the same text.
        let begin = "INSERT OR IGNORE INTO lately (agent, project_id, text)
            VALUES (?1, ?2 || ',', hex(randomblob(16)))";
        let keep = "UPDATE lately SET text = ?4
            WHERE agent = ?1 AND project_id = ?2 || ',' AND text = ?3";
        let begun = self.conn.execute(begin, [agent, project]);
        begun.map_err(|source| self.wrap_error(source))?;
        let Some(before) = self.wishes(agent, project)? else { return Ok(()) };
        let new = make(self)?;
        let kept = self.conn.execute(keep, [agent, project, &before, &new]);
        kept.map(|_| ()).map_err(|source| self.wrap_error(source))
    }

    /// Returns the projects of the newest sessions of all, those that began last: agents and ids, each once.
    pub fn newest_projects(&self, sessions: usize) -> Result<Vec<(String, String)>, StoreError> {
        let sql = "SELECT DISTINCT agent, project_id FROM sessions
            WHERE rowid > (SELECT max(rowid) FROM sessions) - ?1";
        let read = || {
            let mut statement = self.conn.prepare(sql)?;
            let rows = statement.query_map([sessions], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|source| self.wrap_error(source))
    }

    /// The number of the last observation of all, 0 where there is none.
    pub fn last_observation(&self) -> Result<i64, StoreError> {
        let sql = "SELECT coalesce(max(id), 0) FROM observations";
        self.conn.query_row(sql, [], |row| row.get(0)).map_err(|source| self.wrap_error(source))
    }

    /// The number of the last message of all, 0 where there is none.
    pub fn last_message(&self) -> Result<i64, StoreError> {
        let sql = "SELECT coalesce(max(id), 0) FROM messages";
        self.conn.query_row(sql, [], |row| row.get(0)).map_err(|source| self.wrap_error(source))
    }

    /// Returns the newest `limit` sessions of a session's project that changed files, without the
    /// session itself, each with the time of its last activity in milliseconds since the Unix
    /// epoch; newest first.
    pub fn other_session_ends(
        &self,
        session: &SessionRef,
        limit: usize,
    ) -> Result<Vec<(String, i64)>, StoreError> {
        let sql = "SELECT session_id, ended_at FROM sessions
            WHERE project_id = ?1 AND agent = ?2 AND session_id <> ?3 AND files_changed <> '[]'
            ORDER BY ended_at DESC, session_id DESC LIMIT ?4";
        let read = || {
            let mut statement = self.conn.prepare(sql)?;
            let values = params![session.project_id, session.agent, session.id, limit];
            let ends = statement.query_map(values, |row| Ok((row.get(0)?, row.get(1)?)))?;
            ends.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|source| self.wrap_error(source))
    }

    /// Returns the newest `limit` sessions of an agent in a project that changed files.
    pub fn sessions_with_changes(
        &self,
        agent: &str,
        project: &str,
        limit: usize,
    ) -> Result<Vec<EditingSession>, StoreError> {
        let sql = "SELECT session_id, coalesce((
                    SELECT substr(content, 1, 400) FROM messages
                    WHERE role = 'user' AND length(content) >= 8 AND id IN (
                        SELECT id FROM messages WHERE session_id = sessions.session_id
                        ORDER BY id LIMIT 4)
                    ORDER BY id LIMIT 1), ''), files_changed, ended_at
            FROM sessions
            WHERE project_id = ?1 AND agent = ?2 AND files_changed <> '[]'
            ORDER BY ended_at DESC, session_id DESC LIMIT ?3";
        let read = || {
            let mut statement = self.conn.prepare(sql)?;
            let begun = statement.query_map(params![project, agent, limit], parse_begun)?;
            begun.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|source| self.wrap_error(source))
    }

    /// Returns the last sessions of an agent in a project, the newest first: id, working directory, and when
    /// it did something last.
    pub fn last_sessions(
        &self,
        agent: &str,
        project: &str,
        limit: usize,
    ) -> Result<Vec<(String, String, i64)>, StoreError> {
        let sql = "SELECT session_id, working_dir, ended_at FROM sessions
            WHERE project_id = ?1 AND agent = ?2
            ORDER BY ended_at DESC, session_id DESC LIMIT ?3";
        self.session_ends(sql, params![project, agent, limit])
    }

    /// Returns the sessions of an agent among the newest sessions of all agents, as
    /// [`last_sessions`](Self::last_sessions) does.
    pub fn newest_sessions(
        &self,
        agent: &str,
        newest: usize,
    ) -> Result<Vec<(String, String, i64)>, StoreError> {
        let sql = "SELECT session_id, working_dir, ended_at FROM sessions
            WHERE rowid > (SELECT max(rowid) FROM sessions) - ?1 AND agent = ?2";
        self.session_ends(sql, params![newest, agent])
    }

    fn session_ends(
        &self,
        sql: &str,
        values: &[&dyn ToSql],
    ) -> Result<Vec<(String, String, i64)>, StoreError> {
        let read = || {
            let mut statement = self.conn.prepare(sql)?;
            let rows =
                statement.query_map(values, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|source| self.wrap_error(source))
    }

    /// Returns the newest `limit` failures of commands of other sessions in a session's project:
    /// the session, the time, and the content; newest first.
    pub fn recent_failures(
        &self,
        session: &SessionRef,
        limit: usize,
    ) -> Result<Vec<(String, i64, String)>, StoreError> {
        let sql = "SELECT session_id, created_at, content FROM observations
            WHERE project_id = ?1 AND type = 'error' AND agent = ?2 AND file_path IS NULL
                AND session_id <> ?3
            ORDER BY created_at DESC LIMIT ?4";
        let read = || {
            let mut statement = self.conn.prepare(sql)?;
            let values = params![session.project_id, session.agent, session.id, limit];
            let rows =
                statement.query_map(values, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|source| self.wrap_error(source))
    }

    /// Returns the agent's answers in a session after a moment, earliest first.
    pub fn answers_after(&self, session: &str, at: i64) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT content FROM messages
            WHERE session_id = ?1 AND role = 'assistant' AND created_at >= ?2 ORDER BY id LIMIT 20";
        let read = || {
            let mut statement = self.conn.prepare(sql)?;
            let rows = statement.query_map(params![session, at], |row| row.get(0))?;
            rows.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|source| self.wrap_error(source))
    }

    /// Returns the commands and changes among the newest `limit` observations of an agent in a
    /// project, newest first.
    pub fn recent_runs(
        &self,
        agent: &str,
        project: &str,
        limit: usize,
    ) -> Result<Vec<RunRecord>, StoreError> {
        let sql = "SELECT type, importance, file_path IS NULL, session_id, created_at, content
            FROM observations
            WHERE project_id = ?1 AND agent = ?2 ORDER BY created_at DESC, id DESC LIMIT ?3";
        let read = || {
            let mut statement = self.conn.prepare(sql)?;
            let mut rows = statement.query(params![project, agent, limit])?;
            let mut runs = Vec::new();
            while let Some(row) = rows.next()? {
                runs.extend(parse_run(row)?);
            }
            Ok(runs)
        };
        read().map_err(|source| self.wrap_error(source))
    }
}

/// Drops the digests of the sessions of all projects. Where captured rows are removed, a trigger
/// does this.
pub(super) fn invalidate_all(conn: &Connection) -> rusqlite::Result<()> {
    conn.execute("DELETE FROM lately", []).map(|_| ())
}

/// Drops the digests of the projects of `sessions`. Their wishes stay: what was added makes them old, not wrong, and
/// the next flush renews them.
pub(super) fn outdate_of<'s>(
    conn: &Connection,
    sessions: impl Iterator<Item = &'s SessionRef>,
) -> rusqlite::Result<()> {
    let projects: BTreeSet<_> = sessions.map(|it| (&it.agent, &it.project_id)).collect();
    let sql = "DELETE FROM lately WHERE agent = ?1 AND project_id BETWEEN ?2 AND ?2 || '+'";
    projects
        .into_iter()
        .try_for_each(|(agent, project)| conn.execute(sql, [agent, project]).map(|_| ()))
}

fn parse_begun(row: &Row) -> rusqlite::Result<EditingSession> {
    Ok(EditingSession {
        id: row.get(0)?,
        prompt: row.get(1)?,
        files: serde_json::from_str(row.get_ref(2)?.as_str()?).unwrap_or_default(),
        ended_at: row.get(3)?,
    })
}

/// Parses a command or a change; the content of other rows, which may be long, is not read.
fn parse_run(row: &Row) -> rusqlite::Result<Option<RunRecord>> {
    let kind = ObservationType::from_name(row.get_ref(0)?.as_str()?);
    let ended = match kind {
        Some(ObservationType::Command) => Some(RunEnd::Well),
        Some(ObservationType::Error) if row.get(2)? => Some(RunEnd::Ill),
        Some(ObservationType::FileEdit) => None,
        _ => return Ok(None),
    };
    let content = if ended.is_some() { row.get(5)? } else { String::new() };
    let matters = row.get::<_, u8>(1)? >= MEDIUM_IMPORTANCE;
    Ok(Some(RunRecord { ended, matters, session: row.get(3)?, at: row.get(4)?, content }))
}
