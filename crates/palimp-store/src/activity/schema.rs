//! The tables of the activity database and how they came to be.

use rusqlite::{Connection, TransactionBehavior};

/// Marks the file as palimp's: "PLMP".
pub(crate) const APPLICATION_ID: i64 = 0x504c_4d50;

/// Each migration takes the schema from its index to the next; what has been released is never
/// changed, only followed by another.
///
/// Every process that opens the database parses its schema, comments included, so the schema is
/// documented here from the third migration on:
///
/// - `session_links`: in which of palimp's own conversations (`run`) a client's session answered.
/// - `injections_by_session` finds the injections of one session among many.
/// - `forgotten` holds a tombstone a row ([`palimp_core::tombstone`]); `clue` is none of a whole text.
///   It has no index: imports read all of it, and nobody else reads any.
/// - `expired` says up to when the retention removed a session's observations.
/// - `agent_log` holds what agents wrote and wanted forgotten. `deed` is `save`, `propose` or `forget`,
///   `archive` of what palimp itself took to the archive, and `open` of a pointer that a session opened,
///   which is its `text`; of the others `text` is the beginning of what was written, and of what was forgotten how much, never what. No
///   hook reads it.
/// - `counts` says how many rows of a table have the same agent, client, project, type and pin,
///   with their first and last number and time. Rows behind the greatest `last` of a table are not
///   counted yet, so that no hook has to; after a row is removed, all rows are counted again.
/// - `seen_lines` holds when each line that palimp wrote was last injected or found, by its hash;
///   `found_lines` the lines that searches showed since the last count, a row per search. No hook
///   reads or writes either.
/// - `lately` holds the engine's digest of the last sessions of a project, so that hooks need not
///   read them: a short row for the start of a session, and a long one, with a `+` behind the
///   project's id, that only a prompt and a file's first touch read. It is derived from other
///   tables: if rows are removed there, all digests are dropped.
/// - `sessions_that_changed` finds the last sessions of a project that changed files, which hooks
///   query; it contains its own condition, so that no row is read for that.
/// - `given` and `lately` hold long texts, and so they are found through an index: in a table `WITHOUT ROWID` SQLite
///   reads the whole of every long row that it compares a key with, and a hook would read some of other sessions
///   and projects on its way.
/// - `synced_sessions` names the machine from which a session came that was captured elsewhere, and none for
///   one that was forgotten.
/// - `observations_long` and `messages_long` find the few rows that the full text does not hold whole.
const MIGRATIONS: &[&str] = &[
    include_str!("schema_1.sql"),
    include_str!("schema_2.sql"),
    include_str!("schema_3.sql"),
    include_str!("schema_4.sql"),
    include_str!("schema_5.sql"),
    include_str!("schema_6.sql"),
    include_str!("schema_7.sql"),
    include_str!("schema_8.sql"),
];

/// The newest format known here.
pub(crate) const SCHEMA_VERSION: i64 = MIGRATIONS.len() as i64;

/// Returns the statement that creates a table of the full text.
pub(crate) fn full_text_definition(table: &str) -> &'static str {
    let all = MIGRATIONS[0];
    let start = all.find(&format!("CREATE VIRTUAL TABLE {table} ")).unwrap_or(all.len());
    all[start..].split_inclusive(';').next().unwrap_or_default()
}

/// Returns the format of the database; 0 if it is new.
pub(crate) fn read_version(conn: &Connection) -> rusqlite::Result<i64> {
    conn.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Migrates the database to [`SCHEMA_VERSION`]. Concurrent processes wait for each other.
pub(crate) fn migrate(conn: &mut Connection) -> rusqlite::Result<()> {
    // Pages that become free can be given back one by one, where the file is made this way.
    conn.execute_batch("PRAGMA auto_vacuum = INCREMENTAL")?;
    conn.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let from = usize::try_from(read_version(&tx)?).unwrap_or(0);
    for migration in MIGRATIONS.iter().skip(from) {
        tx.execute_batch(migration)?;
    }
    if from < MIGRATIONS.len() {
        tx.pragma_update(None, "application_id", APPLICATION_ID)?;
        tx.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    }
    tx.commit()
}
