//! Conversations that palimp holds itself, and the sessions in which clients answered in them.
//!
//! A client that palimp starts keeps its own record under an id of its own. Both contain the same
//! messages, which an import has to deduplicate.

use std::collections::{HashMap, HashSet};

use palimp_core::activity::{MessageRole, SessionRef};
use rusqlite::{Transaction, params};

use super::ActivityDb;
use crate::StoreError;

/// A prompt that palimp handed to a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandedOn {
    /// palimp's own session.
    pub run: String,
    /// The client's name.
    pub client: String,
    /// The prompt.
    pub prompt: String,
    /// Time of the prompt, in milliseconds since the Unix epoch.
    pub asked_at: i64,
    /// Time of the answer; `None` if there was none.
    pub answered_at: Option<i64>,
}

impl ActivityDb {
    /// Every prompt that palimp handed to a client, in `palimp run` or `chat`.
    pub fn handed_on(&self) -> Result<Vec<HandedOn>, StoreError> {
        let sql = "SELECT session_id, client, role, content, created_at FROM messages
             WHERE role IN ('user', 'assistant') AND (session_id GLOB 'run-*' OR session_id GLOB 'chat-*') AND client <> 'palimp'
             ORDER BY session_id, id";
        let said = self.query_rows(sql, Vec::new(), |row| {
            let role: String = row.get(2)?;
            let at: i64 = row.get(4)?;
            let [run, client, prompt] = [row.get(0)?, row.get(1)?, row.get(3)?];
            let one = HandedOn { run, client, prompt, asked_at: at, answered_at: None };
            Ok((role == MessageRole::User.name(), one))
        })?;
        let mut prompts: Vec<HandedOn> = Vec::new();
        for (is_prompt, one) in said {
            match prompts.last_mut().filter(|last| last.run == one.run) {
                _ if is_prompt => prompts.push(one),
                Some(last) if last.answered_at.is_none() => last.answered_at = Some(one.asked_at),
                _ => {}
            }
        }
        Ok(prompts)
    }

    /// Returns palimp's own sessions in which each client's session answered, as far as hooks
    /// reported them.
    pub fn session_links(&self) -> Result<HashMap<String, HashSet<String>>, StoreError> {
        let sql = "SELECT session_id, run FROM session_links";
        let pairs = self.query_rows(sql, Vec::new(), |row| Ok((row.get(0)?, row.get(1)?)))?;
        let mut links: HashMap<String, HashSet<String>> = HashMap::new();
        for (session, run) in pairs {
            links.entry(session).or_default().insert(run);
        }
        Ok(links)
    }
}

/// A client's session answers in one of palimp's own.
pub(super) fn set_link(tx: &Transaction, session: &SessionRef, run: &str) -> rusqlite::Result<()> {
    tx.execute(
        "INSERT INTO session_links (session_id, run) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        params![session.id, run],
    )?;
    Ok(())
}
