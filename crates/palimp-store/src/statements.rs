//! Which statements a hook runs, and what each of them costs; in builds for tests alone.
//!
//! A hook must cost the same after years as on the first day. So tests let every hook that they run
//! write its statements down, wherever in the code they are: nobody has to list them.

use std::io::Write;

use rusqlite::trace::{TraceEvent, TraceEventCodes};
use rusqlite::{Connection, StatementStatus};

/// The environment variable that names the file into which hooks write their statements, a line
/// each: rows that were passed over without an index, steps of SQLite's machine, the statement.
const STATEMENTS_FILE_VAR: &str = "PALIMP_STATEMENTS";

/// Writes down what `conn` runs, where this process is a hook and its environment asks for it.
pub(crate) fn record_statements(conn: &mut Connection) {
    let Some(path) = std::env::var_os(STATEMENTS_FILE_VAR) else { return };
    if std::env::args_os().nth(1).is_none_or(|verb| verb != "hook") {
        return;
    }
    let write = move |event: TraceEvent<'_>| {
        let TraceEvent::Profile(statement, _) = event else { return };
        let passed_over = statement.get_status(StatementStatus::FullscanStep);
        let steps = statement.get_status(StatementStatus::VmStep);
        let sql = statement.sql().split_whitespace().collect::<Vec<_>>().join(" ");
        let file = palimp_files::append_private(path.as_ref());
        let _ = file.and_then(|mut file| {
            file.write_all(format!("{passed_over}\t{steps}\t{sql}\n").as_bytes())
        });
    };
    let _ = conn.trace_v2(TraceEventCodes::SQLITE_TRACE_PROFILE, Some(write));
}
