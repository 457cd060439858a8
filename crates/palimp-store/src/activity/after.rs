//! What came after what is known.

use std::fmt;
use std::str::FromStr;

use rusqlite::types::Value;

use super::ActivityDb;
use super::query::{MESSAGE, Moment, OBSERVATION, message, observation};
use crate::StoreError;

/// Up to where a database is known: its last observation and its last message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// The observation's number.
    pub observation: i64,
    /// The message's number.
    pub message: i64,
}

/// `12-7`, as others hand it back.
impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.observation, self.message)
    }
}

impl FromStr for Mark {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Mark, Self::Err> {
        let (observation, message) = text.split_once('-').unwrap_or((text, ""));
        Ok(Mark { observation: observation.parse()?, message: message.parse()? })
    }
}

impl ActivityDb {
    /// The last observation and the last message, of whichever agent.
    pub fn mark(&self) -> Result<Mark, StoreError> {
        let sql = "SELECT (SELECT coalesce(max(id), 0) FROM observations),
                          (SELECT coalesce(max(id), 0) FROM messages)";
        let read =
            |row: &rusqlite::Row| Ok(Mark { observation: row.get(0)?, message: row.get(1)? });
        self.conn.query_row(sql, [], read).map_err(|source| self.error(source))
    }

    /// What `agent`'s clients did and said after `mark`, oldest first, `limit` of each at the most;
    /// and the mark after it.
    pub fn after(
        &self,
        agent: &str,
        mark: Mark,
        limit: usize,
    ) -> Result<(Vec<Moment>, Mark), StoreError> {
        let values = |from: i64| vec![Value::Integer(from), Value::Text(agent.to_owned())];
        let sql = |columns: &str, table: &str| {
            format!(
                "SELECT {columns} FROM {table} WHERE id > ? AND agent = ? ORDER BY id LIMIT {limit}"
            )
        };
        let done =
            self.rows(&sql(OBSERVATION, "observations"), values(mark.observation), observation)?;
        let said = self.rows(&sql(MESSAGE, "messages"), values(mark.message), message)?;
        let next = Mark {
            observation: done.last().map_or(mark.observation, |row| row.id),
            message: said.last().map_or(mark.message, |row| row.id),
        };
        let done = done.into_iter().map(Moment::Observation);
        let mut moments: Vec<_> = done.chain(said.into_iter().map(Moment::Message)).collect();
        moments.sort_by_key(Moment::at);
        Ok((moments, next))
    }
}
