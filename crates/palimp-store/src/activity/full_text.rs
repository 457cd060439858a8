//! Full-text index of observations and messages, updated in the transaction that changes a row.
//!
//! Triggers would do it too, but every process that opens the database parses them: a third of what
//! a hook computes. So the few statements that write rows call [`FullText::add_row_text`]
//! themselves; deletions, which many statements make, follow by two small triggers. The index is
//! derived from the rows: a damaged one is rebuilt, and missing rows are added.

use palimp_core::activity::{NewObservation, StoredObservation};
use palimp_core::text::prefix;
use palimp_rank::analysis::index_text;
use rusqlite::{Connection, OptionalExtension, params};

use super::schema;
use crate::messages;

/// The full text of one table.
pub(super) struct FullText {
    /// The table.
    pub(super) table: &'static str,
    /// The analyzer's terms.
    pub(super) words: &'static str,
    /// Pieces of three characters.
    pub(super) trigrams: &'static str,
    /// SQL expression of the searchable text of a row.
    body: &'static str,
}

/// Of observations.
pub(super) const OBSERVATIONS: FullText = FullText {
    table: "observations",
    words: "observations_words",
    trigrams: "observations_trigrams",
    body: "content || ' ' || coalesce(file_path, '') || ' ' || tags",
};

/// Of messages.
pub(super) const MESSAGES: FullText = FullText {
    table: "messages",
    words: "messages_words",
    trigrams: "messages_trigrams",
    body: "content",
};

/// Both.
pub(super) const ALL: [FullText; 2] = [OBSERVATIONS, MESSAGES];

/// Maximum length of a text that is indexed by words, in characters; a longer text is a file that
/// somebody pasted, and the rest of it is found by scanning.
const MAX_INDEXED_CHARS: usize = 64_000;

impl FullText {
    /// Adds a row's text.
    pub(super) fn add_row_text(
        &self,
        conn: &Connection,
        id: i64,
        body: &str,
    ) -> rusqlite::Result<()> {
        let body = prefix(body, MAX_INDEXED_CHARS);
        let words = format!("INSERT INTO {} (rowid, terms) VALUES (?1, ?2)", self.words);
        conn.prepare_cached(&words)?.execute(params![id, index_text(body)])?;
        let trigrams = format!("INSERT INTO {} (rowid, body) VALUES (?1, ?2)", self.trigrams);
        conn.prepare_cached(&trigrams)?.execute(params![id, body])?;
        Ok(())
    }

    /// Replaces the text of a row.
    pub(super) fn replace_row_text(
        &self,
        conn: &Connection,
        id: i64,
        body: &str,
    ) -> rusqlite::Result<()> {
        for index in [self.words, self.trigrams] {
            conn.execute(&format!("DELETE FROM {index} WHERE rowid = ?"), [id])?;
        }
        self.add_row_text(conn, id, body)
    }

    /// Returns a description of its damage, in a line; `None` if it is sound and has no excess row.
    pub(super) fn find_damage(&self, conn: &Connection) -> Option<String> {
        [self.words, self.trigrams].into_iter().find_map(|index| {
            let why = as_it_is(conn, || check_index(conn, self.table, index));
            why.unwrap_or_else(|error| Some(error.to_string())).map(|why| format!("{index}: {why}"))
        })
    }

    /// Recreates the full text without a row. A damaged virtual table cannot be dropped, because
    /// dropping opens it first; so its schema entry is deleted, and then its tables are dropped
    /// like any others.
    pub(super) fn recreate_tables(&self, conn: &Connection) -> rusqlite::Result<()> {
        for index in [self.words, self.trigrams] {
            conn.execute_batch("PRAGMA writable_schema = ON")?;
            let gone = conn.execute("DELETE FROM sqlite_schema WHERE name = ?", [index]);
            conn.execute_batch("PRAGMA writable_schema = RESET")?;
            gone?;
            for part in ["data", "idx", "docsize", "config"] {
                conn.execute_batch(&format!("DROP TABLE IF EXISTS {index}_{part}"))?;
            }
            conn.execute_batch(schema::full_text_definition(index))?;
        }
        Ok(())
    }

    /// Returns the ids of the rows that it lacks.
    pub(super) fn missing_rows(&self, conn: &Connection) -> rusqlite::Result<Vec<i64>> {
        let FullText { table, words, trigrams, .. } = self;
        let mut statement = conn.prepare(&format!(
            "SELECT id FROM {table} WHERE id NOT IN (SELECT id FROM {words}_docsize)
               OR id NOT IN (SELECT id FROM {trigrams}_docsize)"
        ))?;
        statement.query_map([], |row| row.get(0))?.collect()
    }

    /// Adds the text of missing rows, as far as the rows still exist.
    pub(super) fn add_missing_rows(&self, conn: &Connection, ids: &[i64]) -> rusqlite::Result<()> {
        let sql = format!("SELECT {} FROM {} WHERE id = ?", self.body, self.table);
        let mut statement = conn.prepare(&sql)?;
        for id in ids {
            let body = statement.query_row([id], |row| row.get::<_, String>(0)).optional()?;
            if let Some(body) = body {
                self.replace_row_text(conn, *id, &body)?;
            }
        }
        Ok(())
    }
}

/// Looks at the full text as it is on the disk, and at one state of it. A connection that wrote keeps
/// the list of its parts in memory, and SQLite's check takes that list for granted, though others may
/// have written since; a query of any kind looks whether they have.
pub(super) fn as_it_is<T>(
    conn: &Connection,
    look: impl FnOnce() -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    conn.execute_batch("SAVEPOINT look")?;
    for index in ALL.iter().flat_map(|text| [text.words, text.trigrams]) {
        // A damaged index returns an error here; the check that follows finds which one.
        let _ = conn.query_row(&format!("SELECT EXISTS (SELECT 1 FROM {index})"), [], |_| Ok(()));
    }
    let seen = look();
    conn.execute_batch("RELEASE look")?;
    seen
}

fn check_index(conn: &Connection, table: &str, index: &str) -> rusqlite::Result<Option<String>> {
    let mut check = conn.prepare(&format!("PRAGMA integrity_check('{index}')"))?;
    let lines =
        check.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
    if let Some(line) = lines.into_iter().find(|line| line != "ok") {
        return Ok(Some(line));
    }
    // The check passes over a table that cannot be opened, and over one that lost all its terms. A row
    // without any has the length nought: to trigrams, a text of fewer than three characters.
    let terms = format!(
        "CREATE VIRTUAL TABLE IF NOT EXISTS temp.{index}_terms USING fts5vocab(main, {index}, row)"
    );
    conn.execute_batch(&terms)?;
    let sql = format!(
        "SELECT EXISTS (SELECT 1 FROM {index}_docsize WHERE sz <> zeroblob(length(sz))) AND NOT
             (EXISTS (SELECT 1 FROM {index}_terms) AND EXISTS (SELECT 1 FROM {index}_idx)),
           EXISTS (SELECT 1 FROM {index}_docsize WHERE id NOT IN (SELECT id FROM {table}))"
    );
    let (empty, orphans): (bool, bool) =
        conn.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(match (empty, orphans) {
        (true, _) => Some(messages::index_terms_gone()),
        (_, true) => Some(messages::index_rows_stale()),
        _ => None,
    })
}

/// Turns automatic merging by writers on or off. Merging is cheap for one row; for many rows it
/// rewrites the whole index under one lock. A damaged index is left as it is.
pub(super) fn merge_by_itself(conn: &Connection, automatically: bool) {
    const AUTOMERGE_SEGMENTS: i64 = 4;
    let parts = if automatically { AUTOMERGE_SEGMENTS } else { 0 };
    for index in ALL.iter().flat_map(|text| [text.words, text.trigrams]) {
        let sql = format!("INSERT INTO {index} ({index}, rank) VALUES ('automerge', ?)");
        let _ = conn.execute(&sql, [parts]);
    }
}

/// Returns the searchable text of a new observation; equals the `body` above.
pub(super) fn body_of(new: &NewObservation) -> String {
    searchable_text(&new.content, new.file_path.as_deref(), &new.tags)
}

/// Returns the searchable text of a stored observation.
pub(super) fn body_of_stored(row: &StoredObservation) -> String {
    searchable_text(&row.content, row.file_path.as_deref(), &row.tags)
}

fn searchable_text(content: &str, path: Option<&str>, tags: &str) -> String {
    format!("{content} {} {tags}", path.unwrap_or(""))
}
