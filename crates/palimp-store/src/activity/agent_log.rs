//! Log of agents' writes and forget requests, for a person to read.

use rusqlite::types::Value;
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

use super::{ActivityDb, Filter};
use crate::StoreError;

/// Action of an agent on the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AgentDeed {
    /// It wrote something into a note.
    Save,
    /// It wanted something written that a person decides about.
    Propose,
    /// It had something forgotten that it had written, or wanted something forgotten.
    Forget,
    /// Palimp took a line of its own to the archive.
    Archive,
    /// It opened a session or a commit by its pointer.
    Open,
}

/// Something that an agent did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AgentAct {
    /// Time of the action, in milliseconds since the Unix epoch.
    pub created_at: i64,
    /// The client, as it names itself; empty where it does not.
    pub client: String,
    /// Its session; empty where it names none.
    pub session_id: String,
    /// The agent whose memory it is.
    #[serde(skip)]
    pub agent: String,
    /// The id of the project in which it worked.
    #[serde(skip)]
    pub project_id: String,
    /// The project's name.
    pub project: String,
    /// The action.
    pub deed: AgentDeed,
    /// The note.
    pub path: Option<String>,
    /// The beginning of the written text; for a `forget`, the amount.
    pub text: String,
}

impl AgentDeed {
    const ALL: [AgentDeed; 5] = [
        AgentDeed::Save,
        AgentDeed::Propose,
        AgentDeed::Forget,
        AgentDeed::Archive,
        AgentDeed::Open,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            AgentDeed::Save => "save",
            AgentDeed::Propose => "propose",
            AgentDeed::Forget => "forget",
            AgentDeed::Archive => "archive",
            AgentDeed::Open => "open",
        }
    }
}

/// Clears text, path and project of log entries; the entries themselves stay.
pub(super) fn clear_entries(
    conn: &Connection,
    ids: impl Iterator<Item = i64>,
) -> rusqlite::Result<()> {
    let sql = "UPDATE agent_log SET text = '', path = NULL, project = '' WHERE id = ?";
    let mut clear = conn.prepare(sql)?;
    for id in ids {
        clear.execute([id])?;
    }
    Ok(())
}

impl ActivityDb {
    /// Logs an action that an agent is about to do; returns the entry's number.
    pub fn log_act(&self, act: &AgentAct) -> Result<i64, StoreError> {
        let sql = "INSERT INTO agent_log
              (session_id, client, agent, project_id, project, deed, path, text, created_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
        let AgentAct { session_id, client, agent, project_id, project, path, text, .. } = act;
        let values = params![
            session_id,
            client,
            agent,
            project_id,
            project,
            act.deed.name(),
            path,
            text,
            act.created_at
        ];
        let logged = self.conn.execute(sql, values).map_err(|source| self.wrap_error(source));
        logged.map(|_| self.conn.last_insert_rowid())
    }

    /// Removes an entry of [`ActivityDb::log_act`] whose action had no effect.
    pub fn unlog_act(&self, number: i64) -> Result<(), StoreError> {
        let taken = self.conn.execute("DELETE FROM agent_log WHERE id = ?1", [number]);
        taken.map(|_| ()).map_err(|source| self.wrap_error(source))
    }

    /// Clears the texts of these entries; the entries themselves stay.
    pub fn forget_acts(&mut self, numbers: &[i64]) -> Result<(), StoreError> {
        let forgotten = (|| {
            let tx = self.conn.transaction()?;
            clear_entries(&tx, numbers.iter().copied())?;
            tx.commit()
        })();
        forgotten.map_err(|source| self.wrap_error(source))
    }

    /// Returns the pointers that a session opened, each with the moment.
    pub fn opened_pointers(
        &self,
        agent: Option<&str>,
        session: &str,
    ) -> Result<Vec<(i64, String)>, StoreError> {
        let sql = "SELECT created_at, text FROM agent_log
            WHERE deed = 'open' AND session_id = ?1 AND (?2 IS NULL OR agent = ?2)";
        let agent = agent.map_or(Value::Null, |agent| Value::Text(agent.to_owned()));
        let values = vec![Value::Text(session.to_owned()), agent];
        self.query_rows(sql, values, |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Returns agents' actions on the memory, newest first; actions that only opened something are
    /// left out.
    pub fn agent_acts(&self, filter: &Filter, limit: usize) -> Result<Vec<AgentAct>, StoreError> {
        let (conditions, mut values) = filter.sql_conditions("agent_log", "created_at");
        values.push(Value::Integer(i64::try_from(limit).unwrap_or(i64::MAX)));
        let sql = format!(
            "SELECT created_at, client, session_id, agent, project_id, project, deed, path, text
             FROM agent_log WHERE deed <> 'open'{conditions} ORDER BY id DESC LIMIT ?"
        );
        self.query_rows(&sql, values, |row| {
            let deed: String = row.get(6)?;
            Ok(AgentAct {
                created_at: row.get(0)?,
                client: row.get(1)?,
                session_id: row.get(2)?,
                agent: row.get(3)?,
                project_id: row.get(4)?,
                project: row.get(5)?,
                deed: AgentDeed::ALL
                    .into_iter()
                    .find(|it| it.name() == deed)
                    .unwrap_or(AgentDeed::Save),
                path: row.get(7)?,
                text: row.get(8)?,
            })
        })
    }
}
