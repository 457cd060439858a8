//! Records of the SQL statements that hooks run, in builds for tests.

use std::fs;
use std::path::PathBuf;

use rusqlite::{Connection, OpenFlags};

use crate::Machine;

/// A statement that a hook ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookStatement {
    /// Number of rows that it passed over because no index led to those it wanted.
    pub passed_over: u64,
    /// Number of steps that SQLite took for the statement.
    pub steps: u64,
    /// The statement.
    pub sql: String,
}

/// Tables that are read whole because they stay small: a row for 8,192 chunks, the names of projects,
/// counts by agent, client, project and type, the full text's settings.
const WHOLE_READ_TABLES: [&str; 5] = ["slots", "vectors", "names", "counts", "_config"];

impl HookStatement {
    /// Returns true if the statement scans rows that it does not want. Dropping or renaming a table
    /// scans the schema alone.
    fn is_slow(&self) -> bool {
        let renames = self.sql.starts_with("ALTER TABLE ") && self.sql.contains(" RENAME TO ");
        if renames || self.sql.starts_with("DROP TABLE ") {
            return false;
        }
        let (_, from) = self.sql.split_once(" FROM ").unwrap_or_default();
        let table = from.split(' ').next().unwrap_or_default().trim_end_matches('\'');
        self.passed_over > 0 && !WHOLE_READ_TABLES.iter().any(|whole| table.ends_with(whole))
    }
}

impl Machine {
    /// File in which hooks record their statements: beside the machine, so that writing it is none
    /// of the steps in which they change it.
    pub(crate) fn statements_file(&self) -> PathBuf {
        self.root().with_extension("statements")
    }

    /// Returns the statements that hooks ran since the last call.
    pub fn drain_statements(&self) -> Vec<HookStatement> {
        let text = fs::read_to_string(self.statements_file()).unwrap_or_default();
        let _ = fs::remove_file(self.statements_file());
        text.lines().filter_map(parse_statement).collect()
    }

    /// Returns the lines of the query plan in which a statement scans rows one by one, without an
    /// index, in the database that has its tables; tables that stay small are left out.
    pub fn table_scans(&self, sql: &str) -> Vec<String> {
        let mut plan = self.query_plan(sql);
        plan.retain(|line| {
            let whole = WHOLE_READ_TABLES.iter().any(|table| line.ends_with(table));
            let no_table = line == "SCAN CONSTANT ROW" || line.contains("VIRTUAL TABLE");
            line.starts_with("SCAN") && !whole && !no_table
        });
        plan
    }

    fn query_plan(&self, sql: &str) -> Vec<String> {
        let databases = [self.database(), self.home().join("index/main.db")];
        let plan = |path: PathBuf| -> rusqlite::Result<Vec<String>> {
            let conn = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
            let mut statement = conn.prepare(&format!("EXPLAIN QUERY PLAN {sql}"))?;
            let mut rows = statement.raw_query();
            let mut lines = Vec::new();
            while let Some(row) = rows.next()? {
                lines.push(row.get("detail")?);
            }
            Ok(lines)
        };
        databases.into_iter().find_map(|path| plan(path).ok()).expect(sql)
    }
}

fn parse_statement(line: &str) -> Option<HookStatement> {
    let mut parts = line.splitn(3, '\t');
    let mut number = || parts.next()?.parse().ok();
    Some(HookStatement { passed_over: number()?, steps: number()?, sql: parts.next()?.to_owned() })
}

/// A hook costs the same after years as on the first day, in whichever test it runs.
impl Drop for Machine {
    fn drop(&mut self) {
        let slow = self.drain_statements().into_iter().find(HookStatement::is_slow);
        if !std::thread::panicking() {
            assert_eq!(slow, None, "a hook passes over rows without an index");
        }
    }
}
