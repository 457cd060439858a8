//! opencode's store: `opencode.db`, with a row for each session, message and part of a message.

use std::path::Path;

use serde_json::{Map, Value};

use super::{Foreign, ForeignError, ForeignQuery};

/// A session of opencode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenCodeSession {
    /// Its id.
    pub id: String,
    /// The session that started it, of a sub-agent's.
    pub parent: Option<String>,
    /// Directory in which it works.
    pub directory: Option<String>,
}

/// opencode's store.
#[derive(Debug)]
pub struct OpenCodeStore(Foreign);

impl OpenCodeStore {
    /// Opens the store at `path`.
    pub fn open(path: &Path) -> Result<OpenCodeStore, ForeignError> {
        Foreign::open(path).map(OpenCodeStore)
    }

    /// Returns the number of sessions.
    pub fn count_sessions(&self) -> Result<usize, ForeignError> {
        self.0.count_rows("session")
    }

    /// The sessions, oldest first.
    pub fn sessions(&self) -> Result<Vec<OpenCodeSession>, ForeignError> {
        let mut sessions = Vec::new();
        let wanted = ForeignQuery {
            table: "session",
            columns: &["id", "parent_id", "directory"],
            only: None,
            order: &["time_created", "id"],
        };
        self.0.for_each_row(&wanted, &mut |row| {
            let Some(id) = row.text("id") else { return };
            let (parent, directory) = (row.text("parent_id"), row.text("directory"));
            sessions.push(OpenCodeSession { id, parent, directory });
        })?;
        Ok(sessions)
    }

    /// Passes the messages of a session to `each`, oldest first: each as opencode's own JSON, with
    /// its id under `id`, and its parts. Returns the number of rows without JSON, which are left
    /// out.
    pub fn each_session_message(
        &self,
        session: &str,
        each: &mut dyn FnMut(Value, Vec<Value>),
    ) -> Result<usize, ForeignError> {
        let mut broken = 0;
        let messages =
            self.query_objects("message", ("session_id", session), &["time_created", "id"])?;
        for message in OpenCodeStore::valid_objects(messages, &mut broken) {
            let id = message["id"].as_str().unwrap_or_default().to_owned();
            let parts = self.query_objects("part", ("message_id", &id), &["id"])?;
            each(message, OpenCodeStore::valid_objects(parts, &mut broken));
        }
        Ok(broken)
    }

    /// Hands over every message, oldest first, without its parts: as opencode's own JSON, which names
    /// itself under `id` and its session under `sessionID`. Answers how many rows hold no JSON.
    pub fn each_message(&self, each: &mut dyn FnMut(Value)) -> Result<usize, ForeignError> {
        let mut broken = 0;
        let wanted = ForeignQuery {
            table: "message",
            columns: &["id", "session_id", "data"],
            only: None,
            order: &["time_created", "id"],
        };
        self.0.for_each_row(&wanted, &mut |row| {
            let data = row.text("data").and_then(|data| serde_json::from_str(&data).ok());
            let Some(mut object): Option<Map<String, Value>> = data else {
                broken += 1;
                return;
            };
            object.insert("id".to_owned(), row.text("id").into());
            object.insert("sessionID".to_owned(), row.text("session_id").into());
            each(Value::Object(object));
        })?;
        Ok(broken)
    }

    /// Returns the rows that hold JSON, and counts the others in `broken`.
    fn valid_objects(rows: Vec<Option<Value>>, broken: &mut usize) -> Vec<Value> {
        *broken += rows.iter().filter(|row| row.is_none()).count();
        rows.into_iter().flatten().collect()
    }

    fn query_objects(
        &self,
        table: &'static str,
        only: (&'static str, &str),
        order: &[&'static str],
    ) -> Result<Vec<Option<Value>>, ForeignError> {
        let mut objects = Vec::new();
        let wanted = ForeignQuery { table, columns: &["id", "data"], only: Some(only), order };
        self.0.for_each_row(&wanted, &mut |row| {
            let data = row.text("data").and_then(|data| serde_json::from_str(&data).ok());
            objects.push(row.text("id").zip(data).map(|(id, data)| {
                let mut object: Map<String, Value> = data;
                object.insert("id".to_owned(), id.into());
                Value::Object(object)
            }));
        })?;
        Ok(objects)
    }
}
