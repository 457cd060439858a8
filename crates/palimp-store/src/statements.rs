//! Recording of the statements that a hook runs, with the cost of each; only in builds for tests.
//!
//! A hook must cost the same after years as on the first day. So tests let every hook that they run
//! record its statements, wherever in the code they are: nobody has to list them.

use std::io::Write;

use rusqlite::trace::{TraceEvent, TraceEventCodes};
use rusqlite::{Connection, StatementStatus};

/// Environment variable with the file to which hooks append their statements, a line each: rows
/// that were passed over without an index, steps of SQLite's machine, the statement.
const STATEMENTS_FILE_VAR: &str = "PALIMP_STATEMENTS";

/// Records the statements that `conn` runs, if this process is a hook and its environment asks for
/// it.
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
