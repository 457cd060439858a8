//! Checks the indexes that hold only some rows of their table: SQLite's integrity check compares the number of
//! entries for every other index, and passes over entries too many in these.

use rusqlite::Connection;

/// A partial index.
struct PartialIndex {
    name: String,
    table: String,
    /// SQL condition of the rows that it holds.
    condition: String,
}

/// Returns the partial indexes with a wrong number of entries, a line each.
pub(super) fn check_entry_counts(conn: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut found = Vec::new();
    for PartialIndex { name, table, condition } in partial_indexes(conn)? {
        let rows = format!("SELECT count(*) FROM \"{table}\" NOT INDEXED WHERE {condition}");
        let rows: i64 = conn.query_row(&rows, [], |row| row.get(0))?;
        let entries = "SELECT coalesce(sum(ncell), 0) FROM dbstat WHERE name = ?";
        let entries: i64 = conn.query_row(entries, [&name], |row| row.get(0))?;
        if rows != entries {
            found.push(format!("wrong # of entries in index {name}"));
        }
    }
    Ok(found)
}

fn partial_indexes(conn: &Connection) -> rusqlite::Result<Vec<PartialIndex>> {
    let sql =
        "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL";
    let mut statement = conn.prepare(sql)?;
    let mut rows = statement.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let definition: String = row.get(2)?;
        let words = definition.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((_, condition)) = words.split_once(" WHERE ") {
            let condition = condition.to_owned();
            found.push(PartialIndex { name: row.get(0)?, table: row.get(1)?, condition });
        }
    }
    Ok(found)
}
