//! Reading conversations: what an index of them follows.

use std::collections::HashSet;

use palimp_core::activity::{MessageRole, StoredMessage};
use rusqlite::OptionalExtension;
use rusqlite::types::Value;

use super::ActivityDb;
use super::query::{MESSAGE_COLUMNS, parse_message};
use crate::StoreError;

/// Progress of a captured conversation: its newest message and its number of messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversationProgress {
    /// The client's session.
    pub session_id: String,
    /// The client's name.
    pub client: String,
    /// The project's name.
    pub project: String,
    /// The number of its newest message.
    pub newest: i64,
    /// Number of messages.
    pub messages: i64,
    /// Start time, in milliseconds since the Unix epoch.
    pub began_at: i64,
    /// The files that its session changed, as JSON; empty where the session is not known.
    pub files_changed: String,
}

/// Extent of the stored messages: their number, and id and time of the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessagesExtent {
    count: i64,
    last: Option<(i64, i64)>,
}

impl ActivityDb {
    /// Returns the extent of the messages, which shows without reading them that messages came or
    /// went.
    pub fn messages_extent(&self) -> Result<MessagesExtent, StoreError> {
        let read = || {
            let count =
                self.conn.query_row("SELECT count(*) FROM messages", [], |row| row.get(0))?;
            let sql = "SELECT id, created_at FROM messages ORDER BY id DESC LIMIT 1";
            let last = self.conn.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?)));
            Ok(MessagesExtent { count, last: last.optional()? })
        };
        read().map_err(|source: rusqlite::Error| self.wrap_error(source))
    }

    /// Every conversation of `agent` that has a message.
    pub fn conversations(&self, agent: &str) -> Result<Vec<ConversationProgress>, StoreError> {
        let sql = "SELECT session_id, client, project, max(id), count(*), min(created_at),
                coalesce((SELECT files_changed FROM sessions
                    WHERE sessions.session_id = messages.session_id), '')
            FROM messages WHERE agent = ? GROUP BY session_id ORDER BY session_id";
        self.query_rows(sql, vec![Value::Text(agent.to_owned())], |row| {
            Ok(ConversationProgress {
                session_id: row.get(0)?,
                client: row.get(1)?,
                project: row.get(2)?,
                newest: row.get(3)?,
                messages: row.get(4)?,
                began_at: row.get(5)?,
                files_changed: row.get(6)?,
            })
        })
    }

    /// The newest prompts and answers of a project over all its sessions but `except`, newest first.
    pub fn last_messages(
        &self,
        agent: &str,
        project_id: &str,
        except: &str,
        limit: usize,
    ) -> Result<Vec<StoredMessage>, StoreError> {
        let sql = format!(
            "SELECT {MESSAGE_COLUMNS} FROM messages
             WHERE project_id = ? AND agent = ? AND session_id <> ? AND role IN ('user', 'assistant')
             ORDER BY created_at DESC, id DESC LIMIT {limit}"
        );
        let text = |text: &str| Value::Text(text.to_owned());
        self.query_rows(&sql, vec![text(project_id), text(agent), text(except)], parse_message)
    }

    /// The last prompt or answer of `session`.
    pub fn last_said(&self, session: &str) -> Result<Option<StoredMessage>, StoreError> {
        let sql = format!(
            "SELECT {MESSAGE_COLUMNS} FROM messages
             WHERE session_id = ? AND role IN ('user', 'assistant') ORDER BY id DESC LIMIT 1"
        );
        let last = self.query_rows(&sql, vec![Value::Text(session.to_owned())], parse_message)?;
        Ok(last.into_iter().next())
    }

    /// Returns the last prompts and answers of a session up to a moment, the newest first.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn last_said_until(
        &self,
        session: &str,
        until: i64,
        limit: usize,
    ) -> Result<Vec<StoredMessage>, StoreError> {
        let sql = format!(
            "SELECT {MESSAGE_COLUMNS} FROM messages WHERE session_id = ? AND created_at <= ?
             AND role IN ('user', 'assistant') ORDER BY id DESC LIMIT {limit}"
        );
        let values = vec![Value::Text(session.to_owned()), Value::Integer(until)];
        self.query_rows(&sql, values, parse_message)
    }

    /// Returns the time after which texts of the model in `session` are still missing, in
    /// milliseconds since the Unix epoch: that of its last stored text, or of a later deletion or
    /// expiry.
    pub fn heard_until(&self, session: &str) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT max(at) FROM (
               SELECT max(created_at) AS at FROM messages WHERE session_id = ?1 AND role <> 'user'
               UNION ALL SELECT max(forgotten_at) FROM tombstones
               UNION ALL SELECT before FROM expired WHERE session_id = ?1)";
        let until = self.conn.query_row(sql, [session], |row| row.get(0));
        until.map_err(|source| self.wrap_error(source))
    }

    /// Returns the turns of the messages of `session`, which tell them apart, each with its role.
    pub fn turn_keys(&self, session: &str) -> Result<HashSet<(MessageRole, String)>, StoreError> {
        let sql = "SELECT role, turn FROM messages WHERE session_id = ? AND turn IS NOT NULL";
        let turns = self.query_rows(sql, vec![Value::Text(session.to_owned())], |row| {
            Ok((MessageRole::from_name(&row.get::<_, String>(0)?), row.get(1)?))
        })?;
        Ok(turns.into_iter().collect())
    }

    /// Returns the last `limit` prompts of a session, the newest first.
    pub fn last_prompts(&self, session: &str, limit: usize) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT content FROM messages
            WHERE session_id = ?1 AND role = 'user' ORDER BY id DESC LIMIT ?2";
        let read = || {
            let mut statement = self.conn.prepare(sql)?;
            let prompts =
                statement.query_map(rusqlite::params![session, limit], |row| row.get(0))?;
            prompts.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|source| self.wrap_error(source))
    }

    /// Returns the first prompt of a session that says more than a word.
    pub fn first_prompt(&self, session: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT substr(content, 1, 400) FROM messages
            WHERE session_id = ?1 AND role = 'user' AND length(content) >= 8 ORDER BY id LIMIT 1";
        let found = self.conn.query_row(sql, [session], |row| row.get(0)).optional();
        found.map_err(|source| self.wrap_error(source))
    }

    /// Returns the first prompts of a session, at most 2,000 characters of each, with their times in milliseconds since
    /// the Unix epoch.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn first_prompts(
        &self,
        session: &str,
        limit: usize,
    ) -> Result<Vec<(String, i64)>, StoreError> {
        let sql = "SELECT substr(content, 1, 2000), created_at FROM messages
            WHERE session_id = ?1 AND role = 'user' ORDER BY id LIMIT ?2";
        let values = vec![Value::Text(session.to_owned()), Value::Integer(limit as i64)];
        self.query_rows(sql, values, |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Returns the user's last prompt in a session.
    pub fn last_prompt(&self, session: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT content FROM messages WHERE session_id = ? AND role = 'user'
             ORDER BY id DESC LIMIT 1";
        let found =
            self.query_rows(sql, vec![Value::Text(session.to_owned())], |row| row.get(0))?;
        Ok(found.into_iter().next())
    }

    /// The messages of a session that came after the one with the number `after`, oldest first.
    pub fn messages_after(
        &self,
        session: &str,
        agent: &str,
        after: i64,
    ) -> Result<Vec<StoredMessage>, StoreError> {
        let sql = format!(
            "SELECT {MESSAGE_COLUMNS} FROM messages
             WHERE session_id = ? AND agent = ? AND id > ? ORDER BY id"
        );
        let values = vec![
            Value::Text(session.to_owned()),
            Value::Text(agent.to_owned()),
            Value::Integer(after),
        ];
        self.query_rows(&sql, values, parse_message)
    }

    /// Returns the time in milliseconds of each message of a session before the one with the number
    /// `before`, each with true if the message is a prompt.
    pub fn message_times_before(
        &self,
        session: &str,
        agent: &str,
        before: i64,
    ) -> Result<Vec<(i64, bool)>, StoreError> {
        let sql = "SELECT created_at, role = 'user' FROM messages
             WHERE session_id = ? AND agent = ? AND id < ? ORDER BY id";
        let text = |value: &str| Value::Text(value.to_owned());
        let values = vec![text(session), text(agent), Value::Integer(before)];
        self.query_rows(sql, values, |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Returns the number of tool calls captured in a session.
    pub fn count_tool_calls(&self, session: &str, agent: &str) -> Result<usize, StoreError> {
        let sql = "SELECT count(*) FROM observations WHERE session_id = ? AND agent = ?";
        let values = vec![Value::Text(session.to_owned()), Value::Text(agent.to_owned())];
        let found: Vec<usize> = self.query_rows(sql, values, |row| row.get(0))?;
        Ok(found.into_iter().next().unwrap_or_default())
    }
}
