//! Activity feed: observations and messages recorded after a given position.

use std::fmt;
use std::str::FromStr;

use rusqlite::types::Value;

use super::ActivityDb;
use super::query::{
    MESSAGE_COLUMNS, OBSERVATION_COLUMNS, TimelineMoment, parse_message, parse_observation,
};
use crate::StoreError;

/// Position in the activity database: ids of the last observation and the last message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActivityPosition {
    /// The observation's number.
    pub observation: i64,
    /// The message's number.
    pub message: i64,
}

/// `12-7`, as others hand it back.
impl fmt::Display for ActivityPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.observation, self.message)
    }
}

impl FromStr for ActivityPosition {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<ActivityPosition, Self::Err> {
        let (observation, message) = text.split_once('-').unwrap_or((text, ""));
        Ok(ActivityPosition { observation: observation.parse()?, message: message.parse()? })
    }
}

impl ActivityDb {
    /// Returns the position behind the last observation and the last message of any agent.
    pub fn current_position(&self) -> Result<ActivityPosition, StoreError> {
        let sql = "SELECT (SELECT coalesce(max(id), 0) FROM observations),
                          (SELECT coalesce(max(id), 0) FROM messages)";
        let read = |row: &rusqlite::Row| {
            Ok(ActivityPosition { observation: row.get(0)?, message: row.get(1)? })
        };
        self.conn.query_row(sql, [], read).map_err(|source| self.wrap_error(source))
    }

    /// Returns up to `limit` observations and up to `limit` messages of `agent` behind `mark`,
    /// oldest first, and the position behind them.
    pub fn changes_since(
        &self,
        agent: &str,
        mark: ActivityPosition,
        limit: usize,
    ) -> Result<(Vec<TimelineMoment>, ActivityPosition), StoreError> {
        let values = |from: i64| vec![Value::Integer(from), Value::Text(agent.to_owned())];
        let sql = |columns: &str, table: &str| {
            format!(
                "SELECT {columns} FROM {table} WHERE id > ? AND agent = ? ORDER BY id LIMIT {limit}"
            )
        };
        let done = self.query_rows(
            &sql(OBSERVATION_COLUMNS, "observations"),
            values(mark.observation),
            parse_observation,
        )?;
        let said = self.query_rows(
            &sql(MESSAGE_COLUMNS, "messages"),
            values(mark.message),
            parse_message,
        )?;
        let next = ActivityPosition {
            observation: done.last().map_or(mark.observation, |row| row.id),
            message: said.last().map_or(mark.message, |row| row.id),
        };
        let done = done.into_iter().map(TimelineMoment::Observation);
        let mut moments: Vec<_> =
            done.chain(said.into_iter().map(TimelineMoment::Message)).collect();
        moments.sort_by_key(TimelineMoment::created_at);
        Ok((moments, next))
    }
}
