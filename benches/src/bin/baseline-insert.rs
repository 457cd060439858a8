//! The least that a hook could do: open the same kind of database, insert one row with its full
//! text, close. `palimp hook` is measured against it.
//!
//! `baseline-insert DB` makes the tables where there are none: the very ones of palimp, without
//! its triggers, for the terms of the row are given here and not computed.

use rusqlite::{Connection, params};

const SCHEMA: &str = include_str!("../../../crates/palimp-store/src/activity/schema_1.sql");
const MORE: &str = concat!(
    include_str!("../../../crates/palimp-store/src/activity/schema_2.sql"),
    include_str!("../../../crates/palimp-store/src/activity/schema_3.sql"),
);

/// The row that palimp makes of the payload that the benchmark hands to the hook.
const CONTENT: &str = "git commit -m 'feat: retry fetchUser on 503'\n→ 2 files changed, 31 insertions(+), 4 deletions(-)";
const TERMS: &str =
    "git commit m feat retri fetchuser fetch user on 503 2 file chang 31 insert 4 delet git commit";

fn main() -> rusqlite::Result<()> {
    let path = std::env::args_os().nth(1).expect("the path of a database");
    let mut conn = Connection::open(path)?;
    conn.busy_timeout(std::time::Duration::from_millis(250))?;
    conn.execute_batch("PRAGMA synchronous = NORMAL")?;
    let version: i64 = conn.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version == 0 {
        let tables = SCHEMA.split("CREATE TRIGGER").next().unwrap_or_default();
        conn.execute_batch(&format!(
            "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; BEGIN; {tables}; {MORE};
             PRAGMA user_version = 3; COMMIT"
        ))?;
    }
    // Something must differ from row to row.
    let now =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let at = i64::try_from(now.as_millis()).unwrap_or_default();
    let unique = i64::from(now.subsec_nanos());
    let content = format!("{CONTENT} {unique}");
    let tx = conn.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    tx.execute(
        "INSERT INTO observations (session_id, client, agent, tool_name, type, project_id, project,
           content, tags, importance, fingerprint, created_at)
         VALUES ('benchmark', 'claude', 'main', 'Bash', 'command', '0123456789abcdef', 'app',
           ?1, 'git,commit', 2, ?2, ?3)",
        params![content, unique, at],
    )?;
    let id = tx.last_insert_rowid();
    tx.execute(
        "INSERT INTO observations_words (rowid, terms) VALUES (?1, ?2)",
        params![id, format!("{TERMS} {unique}")],
    )?;
    let body = format!("{content}  git,commit");
    tx.execute(
        "INSERT INTO observations_trigrams (rowid, body) VALUES (?1, ?2)",
        params![id, body],
    )?;
    tx.commit()?;
    drop(conn);
    Ok(())
}
