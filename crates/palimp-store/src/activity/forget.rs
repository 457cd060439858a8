//! Forgetting: every row that says a text goes, and what stays is a tombstone.

mod items;
mod sessions;

use std::path::Path;

use palimp_core::forget_query::ForgetQuery;
use palimp_core::text::prefix;
use palimp_core::tombstone::{Tombstone, TombstoneKey};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use serde::Serialize;

pub use self::items::CapturedItem;
use self::sessions::{SessionMatch, forget_complaints, sessions_of, sessions_saying};
use super::flush_marks::lower_marks;
use super::{ActivityDb, agent_log, recent_activity};
use crate::StoreError;

/// Number of rows that were forgotten, or would be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ForgottenCounts {
    /// Observations.
    pub observations: usize,
    /// Messages.
    pub messages: usize,
    /// Records of injected context.
    pub injections: usize,
    /// Sessions whose summary, directory or project says it.
    pub sessions: usize,
    /// Entries of the log of what agents did, which lose their words.
    pub logged: usize,
}

/// Rows of the database that contain a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchingRows {
    /// Observations by their numbers, and how they begin.
    pub observations: Vec<(i64, String)>,
    /// Messages by their numbers, and how they begin.
    pub messages: Vec<(i64, String)>,
    injections: Vec<(i64, String)>,
    sessions: Vec<SessionMatch>,
    logged: Vec<(i64, String)>,
}

impl MatchingRows {
    /// Returns the number of matching rows.
    pub fn counts(&self) -> ForgottenCounts {
        ForgottenCounts {
            observations: self.observations.len(),
            messages: self.messages.len(),
            injections: self.injections.len(),
            sessions: self.sessions.len(),
            logged: self.logged.len(),
        }
    }
}

/// Maximum length of a row's preview, in characters.
const MAX_PREVIEW_CHARS: usize = 200;
/// Columns with text; a row is removed if one of them contains the forgotten text.
const OBSERVATION_TEXT_COLUMNS: &str = "content, file_path, tags, call_id, project";
const MESSAGE_TEXT_COLUMNS: &str = "content, trace, turn, project";
const INJECTION_TEXT_COLUMNS: &str = "content, project";
const LOG_TEXT_COLUMNS: &str = "text, path, project";

impl ActivityDb {
    /// Finds the rows of `agent` that contain `wanted`.
    pub fn find_matches(
        &self,
        wanted: &ForgetQuery,
        agent: &str,
    ) -> Result<MatchingRows, StoreError> {
        let says = |text: &str, _| wanted.is_in(text);
        let rows = |table, columns| rows_saying(&self.conn, table, columns, agent, &says);
        let found = (|| {
            Ok(MatchingRows {
                observations: rows("observations", OBSERVATION_TEXT_COLUMNS)?,
                messages: rows("messages", MESSAGE_TEXT_COLUMNS)?,
                injections: rows("injections", INJECTION_TEXT_COLUMNS)?,
                sessions: sessions_saying(&self.conn, wanted, agent)?,
                logged: rows("agent_log", LOG_TEXT_COLUMNS)?,
            })
        })();
        found.map_err(|source| self.wrap_error(source))
    }

    /// Removes every observation, message and injection of `agent` that contains `wanted`, rebuilds
    /// the summaries of their sessions, and stores a tombstone of each; returns the counts. Rows
    /// that are captured meanwhile stay. [`ActivityDb::scrub`] has to follow.
    pub fn forget(
        &mut self,
        wanted: &ForgetQuery,
        agent: &str,
        key: &TombstoneKey,
        at: i64,
    ) -> Result<ForgottenCounts, StoreError> {
        let saying = self.find_matches(wanted, agent)?;
        let forgotten = saying.counts();
        if forgotten != ForgottenCounts::default() {
            self.remove_matches(&saying, wanted, agent, key, at)
                .map_err(|source| self.wrap_error(source))?;
        }
        Ok(forgotten)
    }

    /// Finds the rows of `agent` that are removed with `item`.
    pub fn find_item_matches(
        &self,
        item: &CapturedItem,
        agent: &str,
    ) -> Result<MatchingRows, StoreError> {
        items::saying_item(&self.conn, item, agent).map_err(|source| self.wrap_error(source))
    }

    /// Removes `item` of `agent`, rebuilds the summary of its session, and stores tombstones;
    /// returns the counts. [`ActivityDb::scrub`] has to follow.
    pub fn forget_item(
        &mut self,
        item: &CapturedItem,
        agent: &str,
        key: &TombstoneKey,
        at: i64,
    ) -> Result<ForgottenCounts, StoreError> {
        let saying = self.find_item_matches(item, agent)?;
        let forgotten = saying.counts();
        let removed = items::item_content(&self.conn, item).and_then(|content| {
            self.remove_matches(&saying, &ForgetQuery::new(&content), agent, key, at)
        });
        removed.map_err(|source| self.wrap_error(source))?;
        Ok(forgotten)
    }

    /// Returns the time at which these rows are forgotten: `now`, or the time of the newest of them if the
    /// clock of the machine that captured it was ahead. Otherwise they would count as said anew.
    pub fn forgetting_time(&self, rows: &MatchingRows, now: i64) -> Result<i64, StoreError> {
        forgetting_time(&self.conn, rows, now).map_err(|source| self.wrap_error(source))
    }

    fn remove_matches(
        &mut self,
        saying: &MatchingRows,
        wanted: &ForgetQuery,
        agent: &str,
        key: &TombstoneKey,
        at: i64,
    ) -> rusqlite::Result<()> {
        let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let at = forgetting_time(&tx, saying, at)?;
        let tombstones = of_rows(&tx, "observations", &saying.observations, key, at)?;
        add_tombstones(&tx, agent, tombstones)?;
        let tombstones = of_rows(&tx, "messages", &saying.messages, key, at)?;
        add_tombstones(&tx, agent, tombstones)?;
        let mut sessions = saying.sessions.clone();
        sessions.extend(sessions_of(&tx, "observations", &saying.observations)?);
        sessions.extend(sessions_of(&tx, "messages", &saying.messages)?);
        delete_rows(&tx, "observations", &saying.observations)?;
        delete_rows(&tx, "messages", &saying.messages)?;
        delete_rows(&tx, "injections", &saying.injections)?;
        agent_log::clear_entries(&tx, saying.logged.iter().map(|(id, _)| *id))?;
        lower_marks(&tx)?;
        sessions.iter().try_for_each(|session| session.erase_text(&tx, wanted))?;
        forget_complaints(&tx, wanted, agent)?;
        recent_activity::invalidate_all(&tx)?;
        tx.execute(
            "INSERT INTO tombstones (observations, messages, forgotten_at) VALUES (?1, ?2, ?3)",
            params![saying.observations.len(), saying.messages.len(), at],
        )?;
        tx.commit()
    }

    /// Removes the observations and messages of `agent` for which `gone` holds, given a text and
    /// the time of its capture, and injected contexts, whose texts were captured before; returns
    /// their number.
    pub fn remove_rows(
        &mut self,
        agent: &str,
        gone: &dyn Fn(&str, i64) -> bool,
    ) -> Result<usize, StoreError> {
        let removed = (|| {
            let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let observations =
                rows_saying(&tx, "observations", OBSERVATION_TEXT_COLUMNS, agent, gone)?;
            let messages = rows_saying(&tx, "messages", MESSAGE_TEXT_COLUMNS, agent, gone)?;
            let is_gone = |text: &str, _| gone(text, 0);
            let injections =
                rows_saying(&tx, "injections", INJECTION_TEXT_COLUMNS, agent, &is_gone)?;
            delete_rows(&tx, "observations", &observations)?;
            delete_rows(&tx, "messages", &messages)?;
            delete_rows(&tx, "injections", &injections)?;
            lower_marks(&tx)?;
            tx.commit()?;
            Ok(observations.len() + messages.len() + injections.len())
        })();
        removed.map_err(|source| self.wrap_error(source))
    }

    /// Rebuilds the full text and rewrites the file, so that no free page, slack space or log
    /// contains removed text.
    pub fn scrub(&self) -> Result<(), StoreError> {
        self.leave_no_residue().map_err(|source| self.wrap_error(source))
    }

    /// Writes a copy of the database, as it is at one moment, to the file `path`, which must not be
    /// there. Hooks go on writing meanwhile.
    ///
    /// # Errors
    ///
    /// When the database cannot be read, or the file cannot be written.
    pub fn copy_to(&self, path: &Path) -> Result<(), StoreError> {
        let copied = self.conn.execute("VACUUM INTO ?1", [path.to_string_lossy()]);
        copied.map(|_| ()).map_err(|source| self.wrap_error(source))
    }

    /// Adds tombstones of `agent`, each once.
    pub fn insert_tombstones(
        &mut self,
        agent: &str,
        tombstones: Vec<Tombstone>,
    ) -> Result<(), StoreError> {
        let buried = (|| {
            let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
            add_tombstones(&tx, agent, tombstones)?;
            tx.commit()
        })();
        buried.map_err(|source| self.wrap_error(source))
    }

    /// Every tombstone, with the agent whose memory it was.
    pub fn tombstones(&self) -> Result<Vec<(String, Tombstone)>, StoreError> {
        let sql = "SELECT agent, key, hash, clue, forgotten_at FROM forgotten";
        self.query_rows(sql, Vec::new(), |row| {
            Ok((
                row.get(0)?,
                Tombstone {
                    key: row.get(1)?,
                    hash: row.get(2)?,
                    clue: row.get(3)?,
                    at: row.get(4)?,
                },
            ))
        })
    }

    /// Drops every tombstone, so that imports may restore forgotten texts. Returns their number.
    pub fn drop_tombstones(&mut self) -> Result<usize, StoreError> {
        self.conn.execute("DELETE FROM forgotten", []).map_err(|source| self.wrap_error(source))
    }
}

fn rows_saying(
    conn: &Connection,
    table: &str,
    columns: &str,
    agent: &str,
    says: &dyn Fn(&str, i64) -> bool,
) -> rusqlite::Result<Vec<(i64, String)>> {
    let sql = format!("SELECT id, created_at, {columns} FROM {table} WHERE agent = ?");
    let mut statement = conn.prepare(&sql)?;
    let count = statement.column_count();
    let mut rows = statement.query([agent])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let at = row.get(1)?;
        let text = |column| row.get_ref(column).map(|it| it.as_str_or_null().unwrap_or_default());
        for column in 2..count {
            if text(column)?.is_some_and(|text| says(text, at)) {
                let begins = prefix(text(2)?.unwrap_or_default(), MAX_PREVIEW_CHARS);
                found.push((row.get(0)?, begins.to_owned()));
                break;
            }
        }
    }
    Ok(found)
}

fn forgetting_time(conn: &Connection, rows: &MatchingRows, now: i64) -> rusqlite::Result<i64> {
    let mut latest = now;
    for (table, rows) in [("observations", &rows.observations), ("messages", &rows.messages)] {
        let mut time = conn.prepare(&format!("SELECT created_at FROM {table} WHERE id = ?"))?;
        for (id, _) in rows {
            latest = latest.max(time.query_row([id], |row| row.get(0)).optional()?.unwrap_or(0));
        }
    }
    Ok(latest)
}

/// The tombstones of rows that go.
fn of_rows(
    tx: &Transaction,
    table: &str,
    rows: &[(i64, String)],
    key: &TombstoneKey,
    at: i64,
) -> rusqlite::Result<Vec<Tombstone>> {
    let mut content = tx.prepare(&format!("SELECT content FROM {table} WHERE id = ?"))?;
    let mut tombstones = Vec::new();
    for (id, _) in rows {
        let text = content.query_row([id], |row| row.get::<_, String>(0)).optional()?;
        tombstones.extend(text.and_then(|text| key.whole_tombstone(&text, at)));
    }
    Ok(tombstones)
}

fn delete_rows(tx: &Transaction, table: &str, rows: &[(i64, String)]) -> rusqlite::Result<()> {
    let mut delete = tx.prepare(&format!("DELETE FROM {table} WHERE id = ?"))?;
    rows.iter().try_for_each(|(id, _)| delete.execute([id]).map(|_| ()))
}

fn add_tombstones(
    tx: &Transaction,
    agent: &str,
    tombstones: impl IntoIterator<Item = Tombstone>,
) -> rusqlite::Result<()> {
    let mut known = std::collections::HashSet::new();
    let mut hashes = tx.prepare("SELECT hash FROM forgotten WHERE agent = ?")?;
    for hash in hashes.query_map([agent], |row| row.get::<_, [u8; 16]>(0))? {
        known.insert(hash?);
    }
    let mut renew = tx.prepare(
        "UPDATE forgotten SET forgotten_at = max(forgotten_at, ?3) WHERE agent = ?1 AND hash = ?2",
    )?;
    let mut insert = tx.prepare(
        "INSERT INTO forgotten (agent, key, hash, clue, forgotten_at) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for it in tombstones {
        if known.insert(it.hash) {
            insert.execute(params![agent, it.key, it.hash, it.clue, it.at])?;
        } else {
            renew.execute(params![agent, it.hash, it.at])?;
        }
    }
    Ok(())
}
