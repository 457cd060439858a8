//! Reading: lists, counts and the timeline.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use palimp_core::activity::{MessageRole, StoredMessage, StoredObservation, StoredSession};
use palimp_core::observation::ObservationType;
use rusqlite::types::Value;
use rusqlite::{Row, params_from_iter};
use serde::Serialize;

use super::ActivityDb;
use super::counts::{RowCount, RowCounts, RowGroup};
use crate::StoreError;

/// Filter for rows; a field that is `None` does not narrow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// The agent; always one, since agents don't see each other.
    pub agent: Option<String>,
    /// A project's id.
    pub project_id: Option<String>,
    /// A project's name, as a person types it.
    pub project: Option<String>,
    /// The kind of observation.
    pub kind: Option<ObservationType>,
    /// A client's name.
    pub client: Option<String>,
    /// A session, or several.
    pub session: Option<SessionFilter>,
    /// Not before this moment, in milliseconds since the Unix epoch.
    pub since: Option<i64>,
    /// Not below this importance.
    pub importance: Option<u8>,
}

/// Filter for sessions: by id, or by the beginning of an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionFilter {
    /// The one with this id.
    Is(String),
    /// Those whose ids begin so, as a person types it.
    Begins(String),
}

impl SessionFilter {
    /// True if the filter matches the session with this id.
    pub fn matches(&self, id: &str) -> bool {
        match self {
            SessionFilter::Is(it) => id == it,
            SessionFilter::Begins(begin) => id.starts_with(begin.as_str()),
        }
    }

    /// Returns the condition on a table's `session_id`, and its value.
    pub(super) fn sql_condition(&self) -> (&'static str, String) {
        match self {
            SessionFilter::Is(id) => ("session_id = ?", id.clone()),
            SessionFilter::Begins(begin) => {
                ("session_id GLOB ?", format!("{}*", begin.replace(['*', '?', '['], "?")))
            }
        }
    }
}

impl Filter {
    /// Returns the conditions on `table`, each beginning with ` AND `, and their values.
    pub(super) fn sql_conditions(&self, table: &str, time: &str) -> (String, Vec<Value>) {
        let text = |text: &Option<String>| text.clone().map(Value::Text);
        let (session_is, session) = self.session.as_ref().map(SessionFilter::sql_condition).unzip();
        let kind = self.kind.map(|kind| Value::Text(kind.name().to_owned()));
        let about_tools = table == OBSERVATIONS_TABLE;
        let conditions = [
            ("agent = ?", text(&self.agent)),
            ("project_id = ?", text(&self.project_id)),
            ("project = ?", text(&self.project)),
            ("client = ?", text(&self.client)),
            (session_is.unwrap_or_default(), session.map(Value::Text)),
            ("type = ?", kind.filter(|_| about_tools)),
            (
                "importance >= ?",
                self.importance.filter(|_| about_tools).map(|i| Value::Integer(i.into())),
            ),
        ];
        let since = self.since.map(|since| (format!("{time} >= ?"), Value::Integer(since)));
        let given =
            conditions.into_iter().filter_map(|(sql, value)| Some((sql.to_owned(), value?)));
        given.chain(since).fold(
            (String::new(), Vec::new()),
            |(mut sql, mut values), (condition, value)| {
                sql.push_str(&format!(" AND {table}.{condition}"));
                values.push(value);
                (sql, values)
            },
        )
    }
}

pub(super) const OBSERVATIONS_TABLE: &str = "observations";
pub(super) const MESSAGES_TABLE: &str = "messages";
pub(super) const SESSIONS_TABLE: &str = "sessions";
const INJECTIONS_TABLE: &str = "injections";

/// Columns that [`parse_observation`] reads, in its order.
pub(super) const OBSERVATION_COLUMNS: &str =
    "observations.id, observations.session_id, observations.client,
  observations.agent, observations.tool_name, observations.type, observations.project_id,
  observations.project, observations.file_path, observations.content, observations.tags,
  observations.importance, observations.pinned, observations.commit_sha, observations.call_id,
  observations.created_at";

pub(super) fn parse_observation(row: &Row) -> rusqlite::Result<StoredObservation> {
    let kind: String = row.get(5)?;
    Ok(StoredObservation {
        id: row.get(0)?,
        session_id: row.get(1)?,
        client: row.get(2)?,
        agent: row.get(3)?,
        tool_name: row.get(4)?,
        kind: ObservationType::from_name(&kind).unwrap_or(ObservationType::Observation),
        project_id: row.get(6)?,
        project: row.get(7)?,
        file_path: row.get(8)?,
        content: row.get(9)?,
        tags: row.get(10)?,
        importance: row.get(11)?,
        pinned: row.get(12)?,
        commit_sha: row.get(13)?,
        call_id: row.get(14)?,
        created_at: row.get(15)?,
    })
}

/// Columns that [`parse_message`] reads, in its order.
pub(super) const MESSAGE_COLUMNS: &str =
    "messages.id, messages.session_id, messages.client, messages.agent,
  messages.project_id, messages.project, messages.working_dir, messages.role, messages.content,
  messages.trace, messages.turn, messages.created_at";

pub(super) fn parse_message(row: &Row) -> rusqlite::Result<StoredMessage> {
    let role: String = row.get(7)?;
    Ok(StoredMessage {
        id: row.get(0)?,
        session_id: row.get(1)?,
        client: row.get(2)?,
        agent: row.get(3)?,
        project_id: row.get(4)?,
        project: row.get(5)?,
        working_dir: row.get(6)?,
        role: MessageRole::from_name(&role),
        content: row.get(8)?,
        trace: row.get(9)?,
        turn: row.get(10)?,
        created_at: row.get(11)?,
    })
}

pub(super) const SESSION_COLUMNS: &str =
    "sessions.session_id, sessions.client, sessions.agent, sessions.project_id,
  sessions.project, sessions.working_dir, sessions.summary, sessions.tools_used,
  sessions.files_changed, sessions.memory_count, sessions.started_at, sessions.ended_at,
  sessions.duration_sec";

pub(super) fn parse_session(row: &Row) -> rusqlite::Result<StoredSession> {
    let list = |json: String| serde_json::from_str(&json).unwrap_or_default();
    Ok(StoredSession {
        session_id: row.get(0)?,
        client: row.get(1)?,
        agent: row.get(2)?,
        project_id: row.get(3)?,
        project: row.get(4)?,
        working_dir: row.get(5)?,
        summary: row.get(6)?,
        tools_used: list(row.get(7)?),
        files_changed: list(row.get(8)?),
        memory_count: row.get(9)?,
        started_at: row.get(10)?,
        ended_at: row.get(11)?,
        duration_sec: row.get(12)?,
    })
}

/// Context that a client was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredInjection {
    /// Its number.
    pub id: i64,
    /// The client's session.
    pub session_id: String,
    /// The client's name.
    pub client: String,
    /// The project's name.
    pub project: String,
    /// The client's event that it answered.
    pub event: String,
    /// The text.
    pub content: String,
    /// Its length, in characters.
    pub chars: i64,
    /// Time of the injection, in milliseconds since the Unix epoch.
    pub created_at: i64,
}

/// Columns that [`parse_injection`] reads, in its order.
pub(super) const INJECTION_COLUMNS: &str =
    "id, session_id, client, project, event, content, chars, created_at";

pub(super) fn parse_injection(row: &Row) -> rusqlite::Result<StoredInjection> {
    Ok(StoredInjection {
        id: row.get(0)?,
        session_id: row.get(1)?,
        client: row.get(2)?,
        project: row.get(3)?,
        event: row.get(4)?,
        content: row.get(5)?,
        chars: row.get(6)?,
        created_at: row.get(7)?,
    })
}

/// Contents of an activity database in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivityStats {
    /// Observations.
    pub observations: i64,
    /// Of these, pinned.
    pub pinned: i64,
    /// Observations by type, the most first.
    pub by_type: Vec<(String, i64)>,
    /// Observations by client, the most first.
    pub by_client: Vec<(String, i64)>,
    /// Observations by project, the most first; at most ten.
    pub by_project: Vec<(String, i64)>,
    /// Messages.
    pub messages: i64,
    /// Sessions.
    pub sessions: i64,
    /// Times that context was injected.
    pub injections: i64,
    /// Times that something was forgotten.
    pub forgotten: i64,
    /// The first observation, in milliseconds since the Unix epoch.
    pub oldest: Option<i64>,
    /// The last observation or message.
    pub newest: Option<i64>,
    /// The size of the database, in bytes.
    pub bytes: i64,
}

/// Observation or message of the timeline.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TimelineMoment {
    /// A use of a tool.
    Observation(StoredObservation),
    /// A message.
    Message(StoredMessage),
}

impl TimelineMoment {
    /// Returns the time of the moment, in milliseconds since the Unix epoch.
    pub const fn created_at(&self) -> i64 {
        match self {
            TimelineMoment::Observation(row) => row.created_at,
            TimelineMoment::Message(row) => row.created_at,
        }
    }
}

impl ActivityDb {
    /// Returns the newest observations.
    pub fn recent_observations(
        &self,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<StoredObservation>, StoreError> {
        self.list_rows(
            OBSERVATION_COLUMNS, OBSERVATIONS_TABLE, "created_at", filter, limit, "",
            parse_observation,
        )
    }

    /// Returns the recent changes of a project that matter: no failures, nothing below
    /// `importance`, and each `(file, type)` once, so that an hour of edits to one file does not
    /// hide everything else. Only the newest thousand observations are read, however few of them
    /// matter.
    pub fn recent_changes(
        &self,
        agent: &str,
        project_id: &str,
        importance: u8,
        limit: usize,
    ) -> Result<Vec<StoredObservation>, StoreError> {
        const MAX_OBSERVATIONS_READ: usize = 1_000;
        let sql = format!(
            "SELECT {OBSERVATION_COLUMNS} FROM observations WHERE project_id = ?1 AND agent = ?2
             ORDER BY created_at DESC, id DESC LIMIT {MAX_OBSERVATIONS_READ}"
        );
        let read = || {
            let mut statement = self.conn.prepare(&sql)?;
            let mut rows = statement.query([project_id, agent])?;
            let (mut found, mut seen) = (Vec::new(), HashSet::new());
            while found.len() < limit
                && let Some(row) = rows.next()?
            {
                let row = parse_observation(row)?;
                let matters = row.importance >= importance && row.kind != ObservationType::Error;
                if matters
                    && (row.file_path.is_none() || seen.insert((row.kind, row.file_path.clone())))
                {
                    found.push(row);
                }
            }
            Ok(found)
        };
        read().map_err(|source| self.wrap_error(source))
    }

    /// Returns the sessions that have a summary, newest first.
    pub fn sessions_with_summary(
        &self,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<StoredSession>, StoreError> {
        self.list_rows(
            SESSION_COLUMNS, SESSIONS_TABLE, "ended_at", filter, limit, " AND summary <> ''",
            parse_session,
        )
    }

    /// The ids of all sessions, of whichever agent.
    pub fn session_ids(&self) -> Result<HashSet<String>, StoreError> {
        let ids =
            self.query_rows("SELECT session_id FROM sessions", Vec::new(), |row| row.get(0))?;
        Ok(ids.into_iter().collect())
    }

    /// Returns the newest messages.
    pub fn recent_messages(
        &self,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<StoredMessage>, StoreError> {
        self.list_rows(
            MESSAGE_COLUMNS, MESSAGES_TABLE, "created_at", filter, limit, "", parse_message,
        )
    }

    /// Returns the contexts injected into clients, newest first.
    pub fn recent_injections(
        &self,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<StoredInjection>, StoreError> {
        self.list_rows(
            INJECTION_COLUMNS, INJECTIONS_TABLE, "created_at", filter, limit, "", parse_injection,
        )
    }

    /// Returns the newest `limit` observations and messages, oldest first.
    pub fn timeline(
        &self,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<TimelineMoment>, StoreError> {
        let done =
            self.recent_observations(filter, limit)?.into_iter().map(TimelineMoment::Observation);
        let said = match filter.kind {
            Some(_) => Vec::new(),
            None => self.recent_messages(filter, limit)?,
        };
        let mut moments: Vec<_> =
            done.chain(said.into_iter().map(TimelineMoment::Message)).collect();
        moments.sort_by_key(TimelineMoment::created_at);
        moments.drain(..moments.len().saturating_sub(limit));
        Ok(moments)
    }

    /// Returns the observation with this number.
    pub fn find_observation(&self, id: i64) -> Result<Option<StoredObservation>, StoreError> {
        let sql = format!("SELECT {OBSERVATION_COLUMNS} FROM observations WHERE id = ?");
        self.query_rows(&sql, vec![Value::Integer(id)], parse_observation)
            .map(|rows| rows.into_iter().next())
    }

    /// Returns the message with this number.
    pub fn find_message(&self, id: i64) -> Result<Option<StoredMessage>, StoreError> {
        let sql = format!("SELECT {MESSAGE_COLUMNS} FROM messages WHERE id = ?");
        self.query_rows(&sql, vec![Value::Integer(id)], parse_message)
            .map(|rows| rows.into_iter().next())
    }

    /// Returns the projects and the clients with the most observations of `agent`, in descending
    /// order.
    pub fn projects_and_clients(&self, agent: &str) -> Result<[Vec<String>; 2], StoreError> {
        let counts = self.row_counts(OBSERVATIONS_TABLE)?.into_iter();
        let done: RowCounts = counts.filter(|(kind, _)| kind.agent == agent).collect();
        let names = |name: fn(&RowGroup) -> &String| {
            top_names(&done, name).into_iter().map(|(name, _)| name).collect()
        };
        Ok([names(|kind| &kind.project), names(|kind| &kind.client)])
    }

    /// The directories in which the sessions of `agent` worked, each once, those of the newest first.
    pub fn working_dirs(&self, agent: &str, limit: usize) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT working_dir FROM sessions WHERE agent = ?1 AND working_dir <> ''
            GROUP BY working_dir ORDER BY max(ended_at) DESC LIMIT ?2";
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let values = vec![Value::Text(agent.to_owned()), Value::Integer(limit)];
        self.query_rows(sql, values, |row| row.get(0))
    }

    /// Returns the contents of the database that belong to `agent`, in numbers.
    pub fn stats(&self, agent: &str) -> Result<ActivityStats, StoreError> {
        let of_agent = |table| {
            let counts = self.row_counts(table)?;
            Ok(counts.into_iter().filter(|(kind, _)| kind.agent == agent).collect::<RowCounts>())
        };
        let (done, said) = (of_agent(OBSERVATIONS_TABLE)?, of_agent(MESSAGES_TABLE)?);
        let number = |sql: &str| self.conn.query_row(sql, [], |row| row.get(0));
        let count = |sql: &str| self.conn.query_row(sql, [agent], |row| row.get(0));
        let bytes = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
        let stats = (|| {
            Ok(ActivityStats {
                observations: total_amount(done.values()),
                pinned: total_amount(done.iter().filter(|(kind, _)| kind.pinned).map(|(_, it)| it)),
                by_type: top_names(&done, |kind| &kind.kind),
                by_client: top_names(&done, |kind| &kind.client),
                by_project: top_names(&done, |kind| &kind.project),
                messages: total_amount(said.values()),
                sessions: count("SELECT count(*) FROM sessions WHERE agent = ?")?,
                injections: count("SELECT count(*) FROM injections WHERE agent = ?")?,
                forgotten: number("SELECT count(*) FROM tombstones")?,
                oldest: done.values().map(|count| count.oldest).min(),
                newest: done.values().chain(said.values()).map(|count| count.newest).max(),
                bytes: number(bytes)?,
            })
        })();
        stats.map_err(|source| self.wrap_error(source))
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "one query with seven parts, of which nobody else hears"
    )]
    pub(super) fn list_rows<T>(
        &self,
        columns: &str,
        table: &str,
        time: &str,
        filter: &Filter,
        limit: usize,
        extra: &str,
        read: fn(&Row) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let (conditions, values) = filter.sql_conditions(table, time);
        let sql = format!(
            "SELECT {columns} FROM {table} WHERE true{conditions}{extra} ORDER BY {time} DESC, rowid DESC LIMIT {limit}"
        );
        self.query_rows(&sql, values, read)
    }

    pub(super) fn query_rows<T>(
        &self,
        sql: &str,
        values: Vec<Value>,
        read: fn(&Row) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let rows: rusqlite::Result<Vec<T>> = (|| {
            let mut statement = self.conn.prepare(sql)?;
            statement.query_map(params_from_iter(values), read)?.collect()
        })();
        rows.map_err(|source| self.wrap_error(source))
    }
}

fn total_amount<'c>(counts: impl Iterator<Item = &'c RowCount>) -> i64 {
    counts.map(|count| count.amount).sum()
}

/// Returns the ten names that most rows have, the most frequent first.
fn top_names(counts: &RowCounts, name: fn(&RowGroup) -> &String) -> Vec<(String, i64)> {
    let mut sums = BTreeMap::<&String, i64>::new();
    for (kind, count) in counts {
        *sums.entry(name(kind)).or_default() += count.amount;
    }
    let mut sums: Vec<_> = sums.into_iter().map(|(name, sum)| (name.clone(), sum)).collect();
    sums.sort_by_key(|(_, sum)| Reverse(*sum));
    sums.truncate(10);
    sums
}
