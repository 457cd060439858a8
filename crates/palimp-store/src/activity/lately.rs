//! What a session is told of earlier ones of its project: few columns of few rows, since a hook
//! reads them while its client waits.

use palimp_core::activity::SessionRef;
use palimp_core::observation::{MEDIUM, ObservationType};
use rusqlite::{Row, params};

use super::ActivityDb;
use crate::StoreError;

/// A session that changed files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begun {
    /// The beginning of its first prompt that is more than a greeting; empty where it did not begin with one.
    pub prompt: String,
    /// The files that it changed, in the order of their first change.
    pub files: Vec<String>,
    /// When it last did something, in milliseconds since the Unix epoch.
    pub ended_at: i64,
}

/// A command that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Whether it ran well, as far as is known.
    pub well: bool,
    /// Whether it did more than look.
    pub matters: bool,
    /// The session that ran it.
    pub session: String,
    /// The command line, and below it what came of it.
    pub content: String,
}

impl ActivityDb {
    /// Of the newest `limit` sessions of a session's project that changed files, but itself, those
    /// that changed a file of this name; with an empty name, all.
    pub fn begun(
        &self,
        session: &SessionRef,
        limit: usize,
        name: &str,
    ) -> Result<Vec<Begun>, StoreError> {
        let sql = "SELECT instr(files_changed, ?5) > 0, files_changed, ended_at,
                iif(instr(files_changed, ?5) > 0, coalesce((
                    SELECT substr(content, 1, 400) FROM messages
                    WHERE role = 'user' AND length(content) >= 8 AND id IN (
                        SELECT id FROM messages WHERE session_id = sessions.session_id
                        ORDER BY id LIMIT 4)
                    ORDER BY id LIMIT 1), ''), '')
            FROM sessions
            WHERE project_id = ?1 AND agent = ?2 AND session_id <> ?3 AND files_changed <> '[]'
            ORDER BY ended_at DESC LIMIT ?4";
        let read = || {
            let mut statement = self.conn.prepare(sql)?;
            let values = params![session.project_id, session.agent, session.id, limit, name];
            let begun = statement.query_map(values, begun)?;
            begun.filter_map(Result::transpose).collect::<rusqlite::Result<_>>()
        };
        read().map_err(|source| self.error(source))
    }

    /// Of the newest `limit` failures of commands in a session's project, those of other sessions: the
    /// session, when it was, and the content; newest first.
    pub fn failures(
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
        read().map_err(|source| self.error(source))
    }

    /// What the agent answered in a session after a moment, the earliest first.
    pub fn answers_after(&self, session: &str, at: i64) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT content FROM messages
            WHERE session_id = ?1 AND role = 'assistant' AND created_at >= ?2 ORDER BY id LIMIT 20";
        let read = || {
            let mut statement = self.conn.prepare(sql)?;
            let rows = statement.query_map(params![session, at], |row| row.get(0))?;
            rows.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|source| self.error(source))
    }

    /// The commands among the newest `limit` observations of a session's project, newest first.
    pub fn runs(&self, session: &SessionRef, limit: usize) -> Result<Vec<Run>, StoreError> {
        let sql = "SELECT type, importance, file_path IS NULL, session_id, content
            FROM observations
            WHERE project_id = ?1 AND agent = ?2 ORDER BY created_at DESC, id DESC LIMIT ?3";
        let read = || {
            let mut statement = self.conn.prepare(sql)?;
            let mut rows = statement.query(params![session.project_id, session.agent, limit])?;
            let mut runs = Vec::new();
            while let Some(row) = rows.next()? {
                runs.extend(run(row)?);
            }
            Ok(runs)
        };
        read().map_err(|source| self.error(source))
    }
}

/// The session; none where it did not change the file that is asked for.
fn begun(row: &Row) -> rusqlite::Result<Option<Begun>> {
    if !row.get::<_, bool>(0)? {
        return Ok(None);
    }
    let files = serde_json::from_str(row.get_ref(1)?.as_str()?).unwrap_or_default();
    Ok(Some(Begun { files, ended_at: row.get(2)?, prompt: row.get(3)? }))
}

/// The content of other rows, which may be long, is not read.
fn run(row: &Row) -> rusqlite::Result<Option<Run>> {
    let kind = ObservationType::from_name(row.get_ref(0)?.as_str()?);
    let well = match kind {
        Some(ObservationType::Command) => true,
        Some(ObservationType::Error) if row.get(2)? => false,
        _ => return Ok(None),
    };
    let matters = row.get::<_, u8>(1)? >= MEDIUM;
    Ok(Some(Run { well, matters, session: row.get(3)?, content: row.get(4)? }))
}
