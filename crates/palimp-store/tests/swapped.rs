//! Two pages that changed places, as on a disk that loses a write: nothing ends the process, and what is called
//! sound is sound.

use std::fs;
use std::path::Path;

use palimp_core::AgentClient;
use palimp_core::activity::{
    Capture, CaptureEntry, MessageRole, NewMessage, NewObservation, SessionRef,
};
use palimp_core::observation::ObservationType;
use palimp_rank::analysis::analyze_query;
use palimp_store::activity::{ActivityDb, ActivitySearch, BusyPolicy, DatabaseHealth, Filter};

const PAGE: usize = 4_096;
const ROWS: usize = 40;
/// One of so many pairs of pages is tried, beside those that are named.
const STRIDE: usize = 37;

fn entry(number: usize) -> [CaptureEntry; 3] {
    let content = format!("walrus {number} {}", "text ".repeat(number * 9));
    let observation = NewObservation {
        tool_name: "Bash".to_owned(),
        kind: ObservationType::Command,
        file_path: Some(format!("src/{number}.rs")),
        content: content.clone(),
        tags: String::new(),
        importance: 2,
        commit_sha: None,
        call_id: None,
    };
    let message = NewMessage { role: MessageRole::User, content, trace: None, turn: None };
    [CaptureEntry::Observation(observation), CaptureEntry::Message(message), CaptureEntry::Summary]
}

fn fill(path: &Path) {
    let mut db = ActivityDb::open(path, BusyPolicy::Command).unwrap();
    for number in 0..ROWS {
        let session = SessionRef {
            id: format!("s{}", number % 4),
            client: AgentClient::Claude,
            agent: "main".to_owned(),
            project_id: "p1".to_owned(),
            project: "app".to_owned(),
            working_dir: "/app".to_owned(),
        };
        let at = 1_000_000 * (number as i64 + 1);
        let entries = entry(number).to_vec();
        db.apply_capture(&Capture { session, at, dedupe_ms: 1, entries }).unwrap();
    }
    db.checkpoint().unwrap();
}

/// The pages on which tables and indexes begin, by name.
fn roots(path: &Path) -> Vec<(String, usize)> {
    let conn = rusqlite::Connection::open(path).unwrap();
    let sql = "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0 ORDER BY name";
    let mut statement = conn.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

fn swapped(bytes: &[u8], one: usize, other: usize) -> Vec<u8> {
    let page = |number: usize| (number - 1) * PAGE..number * PAGE;
    let mut swapped = bytes.to_vec();
    swapped[page(one)].copy_from_slice(&bytes[page(other)]);
    swapped[page(other)].copy_from_slice(&bytes[page(one)]);
    swapped
}

/// Searches, which may fail, and may not end the process.
fn search(path: &Path) {
    let Ok(db) = ActivityDb::open(path, BusyPolicy::Command) else { return };
    let (query, filter) = (analyze_query("walrus"), Filter::default());
    let look = ActivitySearch {
        query: &query,
        text: "walrus",
        filter: &filter,
        here: "p1",
        limit: 9,
        now: 9,
    };
    let _ = db.search_messages(&look);
    let _ = db.search_observations(&look);
}

/// Mends as `palimp doctor --fix` does.
fn mend(path: &Path) {
    let is_sound = |db: &ActivityDb| matches!(db.check_health(), Ok(DatabaseHealth::Sound));
    if let Ok(db) = ActivityDb::open(path, BusyPolicy::Command)
        && (is_sound(&db) || db.mend_full_text().is_ok() && is_sound(&db))
    {
        return;
    }
    ActivityDb::salvage(path, 1).unwrap();
}

/// What is wrong with the database: SQLite's own words, and indexes with other entries than a new one has.
fn faults(path: &Path) -> Vec<String> {
    let conn = rusqlite::Connection::open(path).unwrap();
    let text = |sql: &str| {
        let mut statement = conn.prepare(sql).unwrap();
        let rows = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
        rows.collect::<Result<Vec<_>, _>>().unwrap()
    };
    let mut faults = text("PRAGMA integrity_check");
    faults.retain(|line| line != "ok");
    let entries = "SELECT name || ' ' || sum(ncell) FROM dbstat WHERE name IN
         (SELECT name FROM sqlite_schema WHERE type = 'index') GROUP BY name";
    let before = text(entries);
    conn.execute_batch("REINDEX").unwrap();
    let after = text(entries);
    faults.extend(after.into_iter().filter(|line| !before.contains(line)));
    faults
}

#[test]
fn swapped_root_pages_end_nothing_and_are_mended() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("activity.db");
    fill(&path);
    let roots = roots(&path);
    let bytes = fs::read(&path).unwrap();
    let named = [
        ("messages", "messages_words_data"),
        ("flush_marks", "sessions_that_changed"),
        ("messages_long", "observations_words_idx"),
    ];
    let (mut tried, mut wrong) = (0, Vec::new());
    for (at, (one, first)) in roots.iter().enumerate() {
        for (place, (other, second)) in roots.iter().enumerate().skip(at + 1) {
            let is_named = named.contains(&(one, other)) || named.contains(&(other, one));
            if !is_named && (at * 7 + place) % STRIDE != 0 {
                continue;
            }
            tried += 1;
            for file in fs::read_dir(dir.path()).unwrap() {
                fs::remove_file(file.unwrap().path()).unwrap();
            }
            fs::write(&path, swapped(&bytes, *first, *second)).unwrap();
            search(&path);
            mend(&path);
            let faults = faults(&path);
            if !faults.is_empty() {
                wrong.push((one, other, faults));
            }
        }
    }
    assert!(tried > 20, "{tried} pairs");
    assert!(wrong.is_empty(), "{} of {tried}: {:?}", wrong.len(), &wrong[..wrong.len().min(5)]);
}
