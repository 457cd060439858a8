//! The full text of observations and messages, kept in the transaction that changes a row.
//!
//! Triggers would do it too, but every process that opens the database parses them: a third of
//! what a hook computes. So the few statements that write rows call [`FullText::add`] themselves;
//! deletions, which many statements make, follow by two small triggers. `health` compares both
//! sides, and [`FullText::rebuild`] makes them fit.

use palimp_core::activity::{NewObservation, StoredObservation};
use palimp_core::analysis::index_text;
use palimp_core::text::prefix;
use rusqlite::{Connection, params};

/// The full text of one table.
pub(super) struct FullText {
    /// The table.
    pub(super) table: &'static str,
    /// The analyzer's terms.
    pub(super) words: &'static str,
    /// Pieces of three characters.
    pub(super) trigrams: &'static str,
    /// What is searched of a row, in SQL.
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

/// How much of a text is found by its words, in characters; what is longer is a file that somebody
/// pasted, and found behind that by reading.
const SEARCHED: usize = 64_000;

impl FullText {
    /// Adds a row's text.
    pub(super) fn add(&self, conn: &Connection, id: i64, body: &str) -> rusqlite::Result<()> {
        let body = prefix(body, SEARCHED);
        let words = format!("INSERT INTO {} (rowid, terms) VALUES (?1, ?2)", self.words);
        conn.prepare_cached(&words)?.execute(params![id, index_text(body)])?;
        let trigrams = format!("INSERT INTO {} (rowid, body) VALUES (?1, ?2)", self.trigrams);
        conn.prepare_cached(&trigrams)?.execute(params![id, body])?;
        Ok(())
    }

    /// Puts a row's text in the place of what it was.
    pub(super) fn replace(&self, conn: &Connection, id: i64, body: &str) -> rusqlite::Result<()> {
        for index in [self.words, self.trigrams] {
            conn.execute(&format!("DELETE FROM {index} WHERE rowid = ?"), [id])?;
        }
        self.add(conn, id, body)
    }

    /// Writes the full text anew from the rows, in the caller's transaction.
    pub(super) fn rebuild(&self, conn: &Connection) -> rusqlite::Result<()> {
        for index in [self.words, self.trigrams] {
            conn.execute(&format!("INSERT INTO {index} ({index}) VALUES ('delete-all')"), [])?;
        }
        let mut rows = conn.prepare(&format!("SELECT id, {} FROM {}", self.body, self.table))?;
        let mut rows = rows.query([])?;
        while let Some(row) = rows.next()? {
            self.add(conn, row.get(0)?, row.get_ref(1)?.as_str().unwrap_or_default())?;
        }
        Ok(())
    }
}

/// What is searched of an observation that is written; the same as the `body` above.
pub(super) fn body_of(new: &NewObservation) -> String {
    body(&new.content, new.file_path.as_deref(), &new.tags)
}

/// What is searched of an observation that was read.
pub(super) fn body_of_stored(row: &StoredObservation) -> String {
    body(&row.content, row.file_path.as_deref(), &row.tags)
}

fn body(content: &str, path: Option<&str>, tags: &str) -> String {
    format!("{content} {} {tags}", path.unwrap_or(""))
}
