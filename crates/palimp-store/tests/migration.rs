//! Databases of the first version, migrated by the first process that opens them.

use std::path::PathBuf;

use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, BusyPolicy, DatabaseHealth};
use palimp_testing::Machine;
use rusqlite::Connection;
use rusqlite::types::Value;

/// The machine, and the rows that its database has, in the first version's own tables.
fn left() -> (Machine, PathBuf, Vec<String>) {
    let machine = Machine::of_first_version("palimp");
    let path = machine.database();
    let rows = rows(&path);
    assert!(rows.len() > 50, "{}", rows.len());
    (machine, path, rows)
}

/// Every row of what must not be lost, as text.
fn rows(path: &std::path::Path) -> Vec<String> {
    let conn = Connection::open(path).unwrap();
    let mut rows = Vec::new();
    for sql in [
        "SELECT 'o', id, session_id, client, agent, tool_name, type, project_id, project, file_path,
           content, tags, importance, pinned, created_at FROM observations ORDER BY id",
        "SELECT 'm', id, session_id, client, agent, project_id, project, working_dir, role, content,
           trace, turn, created_at FROM messages ORDER BY id",
        "SELECT 's', session_id, client, agent, project_id, project, summary, tools_used,
           files_changed, memory_count, started_at, ended_at FROM sessions ORDER BY session_id",
        "SELECT 'f', session_id, agent, mark, entries, answers, failures FROM flush_marks
           ORDER BY session_id",
        "SELECT 't', * FROM token_meter ORDER BY day, distiller",
    ] {
        let mut statement = conn.prepare(sql).unwrap();
        let columns = statement.column_count();
        let found = statement
            .query_map([], |row| {
                let values = (0..columns).map(|at| row.get::<_, Value>(at).map(|it| format!("{it:?}")));
                Ok(values.collect::<Result<Vec<_>, _>>()?.join("|"))
            })
            .unwrap();
        rows.extend(found.map(Result::unwrap));
    }
    rows
}

#[test]
fn nothing_of_the_first_versions_rows_is_lost_or_changed() {
    let (_machine, path, before) = left();
    for _ in 0..2 {
        let db = ActivityDb::open(&path, BusyPolicy::Command).unwrap();
        assert_eq!(db.check_health().unwrap(), DatabaseHealth::Sound);
        drop(db);
        assert_eq!(rows(&path), before);
    }
}

#[test]
fn whoever_comes_first_migrates_and_the_others_wait() {
    let (_machine, path, before) = left();
    std::thread::scope(|scope| {
        let open = |patience| ActivityDb::open(&path, patience).unwrap().stats("main").unwrap();
        let threads: Vec<_> = (0..8)
            .map(|number| {
                let patience = if number % 2 == 0 { BusyPolicy::Hook } else { BusyPolicy::Command };
                scope.spawn(move || open(patience).observations)
            })
            .collect();
        let counts: Vec<_> = threads.into_iter().map(|it| it.join().unwrap()).collect();
        let expected = before.iter().filter(|row| row.starts_with("Text(\"o\")")).count();
        assert!(counts.iter().all(|count| usize::try_from(*count) == Ok(expected)), "{counts:?}");
    });
    assert_eq!(rows(&path), before);
}

#[test]
fn a_database_of_a_later_version_is_refused_and_left_alone() {
    let (_machine, path, before) = left();
    Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 99").unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let refused = ActivityDb::open(&path, BusyPolicy::Command).unwrap_err();
    assert!(matches!(refused, StoreError::Newer { found: 99, .. }), "{refused}");
    assert!(refused.to_string().contains("update palimp"), "{refused}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    assert_eq!(rows(&path), before);
}

#[test]
fn a_session_that_goes_on_is_not_told_again_what_it_was_given() {
    let (_machine, path, _) = left();
    let given = |path: &std::path::Path| {
        let conn = Connection::open(path).unwrap();
        let mut statement = conn.prepare("SELECT * FROM given ORDER BY session_id").unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.collect::<Result<Vec<(String, String)>, _>>().unwrap()
    };
    let before = given(&path);
    assert!(!before.is_empty());
    let db = ActivityDb::open(&path, BusyPolicy::Hook).unwrap();
    assert_eq!(given(&path), before);
    for (session, state) in &before {
        assert_eq!(db.injection_state(session).unwrap().as_ref(), Some(state));
    }
}

#[test]
fn the_documents_name_the_present_format() {
    let (_machine, path, _) = left();
    drop(ActivityDb::open(&path, BusyPolicy::Command).unwrap());
    let conn = Connection::open(&path).unwrap();
    let format: i64 = conn.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference");
    for (name, says) in [
        ("formats.md", format!("is the format, {format} today")),
        ("formats.ko.md", format!("오늘은 {format}")),
    ] {
        let text = std::fs::read_to_string(docs.join(name)).unwrap();
        assert!(text.contains(&says), "{name}: {says}");
    }
}
