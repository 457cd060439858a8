//! What a hook accepted is in the database or in the spool, and comes out of the spool once.

use std::fs;
use std::time::Duration;

use palimp_core::AgentClient;
use palimp_core::activity::{Capture, CaptureEntry, NewObservation, SessionRef};
use palimp_core::home::HomePaths;
use palimp_core::observation::ObservationType;
use palimp_engine::ingest::capture::{CaptureOutcome, drain_spool, open_for_hook, store_capture};
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, BusyPolicy, Filter};
use palimp_store::spool::Spool;

/// A home in a temporary directory.
struct SpoolFixture {
    _dir: tempfile::TempDir,
    home: HomePaths,
}

impl SpoolFixture {
    fn new() -> SpoolFixture {
        let dir = tempfile::tempdir().unwrap();
        SpoolFixture { home: HomePaths::new(dir.path().join("home")), _dir: dir }
    }

    fn db(&self) -> ActivityDb {
        open_for_hook(&self.home).unwrap()
    }

    /// Puts captures into the spool, as hooks do that find the database locked.
    fn spool(&self, numbers: std::ops::Range<i64>) {
        for number in numbers {
            let kept = store_capture(&self.home, Err(locked()), &capture(number));
            assert!(matches!(kept, CaptureOutcome::Spooled(StoreError::Locked(_))), "{kept:?}");
        }
    }

    fn waiting(&self) -> usize {
        Spool::new(self.home.spool_dir()).pending_files().len()
    }

    /// What was captured, oldest first.
    fn contents(&self) -> Vec<String> {
        let filter = Filter { agent: Some("main".to_owned()), ..Filter::default() };
        let mut rows = self.db().recent_observations(&filter, 10_000).unwrap();
        rows.reverse();
        rows.into_iter().map(|row| row.content).collect()
    }
}

fn locked() -> StoreError {
    StoreError::Locked("activity.db".into())
}

fn capture(number: i64) -> Capture {
    let session = SessionRef {
        id: "s".to_owned(),
        client: AgentClient::Claude,
        agent: "main".to_owned(),
        project_id: "p1".to_owned(),
        project: "app".to_owned(),
        working_dir: "/app".to_owned(),
    };
    let observation = NewObservation {
        tool_name: "Bash".to_owned(),
        kind: ObservationType::Command,
        file_path: None,
        content: content(number),
        tags: String::new(),
        importance: 2,
        commit_sha: None,
        call_id: None,
    };
    let entries = vec![CaptureEntry::Observation(observation)];
    Capture { session, at: number * 1_000, dedupe_ms: 60_000, entries }
}

fn content(number: i64) -> String {
    format!("git tag v{number}")
}

fn contents(numbers: std::ops::Range<i64>) -> Vec<String> {
    numbers.map(content).collect()
}

#[test]
fn a_capture_is_kept_in_the_database_or_in_the_spool_or_said_to_be_lost() {
    let fixture = SpoolFixture::new();
    let kept = store_capture(&fixture.home, Ok(&mut fixture.db()), &capture(1));
    assert!(matches!(kept, CaptureOutcome::Stored(_)), "{kept:?}");
    assert_eq!((fixture.contents(), fixture.waiting()), (contents(1..2), 0));
    fixture.spool(2..3);
    assert_eq!((fixture.contents(), fixture.waiting()), (contents(1..2), 1));
    fs::remove_dir_all(fixture.home.spool_dir()).unwrap();
    fs::write(fixture.home.spool_dir(), "no directory").unwrap();
    let kept = store_capture(&fixture.home, Err(locked()), &capture(3));
    assert!(matches!(kept, CaptureOutcome::Lost(StoreError::Locked(_), _)), "{kept:?}");
}

#[test]
fn a_database_that_another_process_holds_sends_a_capture_to_the_spool() {
    let fixture = SpoolFixture::new();
    let mut db = fixture.db();
    let holder = palimp_testing::lock_database_file(&fixture.home.activity_db());
    let kept = store_capture(&fixture.home, Ok(&mut db), &capture(1));
    assert!(matches!(kept, CaptureOutcome::Spooled(StoreError::Locked(_))), "{kept:?}");
    drop(holder);
    assert_eq!(drain_spool(&fixture.home, &mut db, None).unwrap(), 1);
    assert_eq!(fixture.contents(), contents(1..2));
}

#[test]
fn what_waits_is_imported_once_and_in_order() {
    let fixture = SpoolFixture::new();
    // More than go into one transaction, and more than a name of one digit can order.
    fixture.spool(1..151);
    let mut db = fixture.db();
    assert_eq!(drain_spool(&fixture.home, &mut db, None).unwrap(), 150);
    assert_eq!((fixture.contents(), fixture.waiting()), (contents(1..151), 0));
    assert_eq!(drain_spool(&fixture.home, &mut db, None).unwrap(), 0);
}

#[test]
fn a_hook_takes_what_it_has_time_for_and_leaves_the_rest() {
    let fixture = SpoolFixture::new();
    fixture.spool(1..151);
    let mut db = fixture.db();
    let taken = drain_spool(&fixture.home, &mut db, Some(Duration::ZERO)).unwrap();
    assert!((1..150).contains(&taken), "{taken}");
    assert_eq!(fixture.waiting(), 150 - taken);
    assert_eq!(fixture.contents().len(), taken);
    drain_spool(&fixture.home, &mut db, None).unwrap();
    assert_eq!(fixture.contents(), contents(1..151));
}

#[test]
fn who_dies_between_the_commit_and_the_removal_doubles_nothing() {
    let fixture = SpoolFixture::new();
    fixture.spool(1..6);
    let captures: Vec<_> = (1..6).map(capture).collect();
    fixture.db().apply_all(&captures).unwrap();
    assert_eq!(drain_spool(&fixture.home, &mut fixture.db(), None).unwrap(), 5);
    assert_eq!((fixture.contents(), fixture.waiting()), (contents(1..6), 0));
}

#[test]
fn processes_that_take_it_in_at_once_double_nothing() {
    let fixture = SpoolFixture::new();
    fixture.spool(1..101);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut db =
                    ActivityDb::open(&fixture.home.activity_db(), BusyPolicy::Command).unwrap();
                drain_spool(&fixture.home, &mut db, None).unwrap();
            });
        }
    });
    assert_eq!((fixture.contents(), fixture.waiting()), (contents(1..101), 0));
}

#[test]
fn what_is_no_capture_is_set_aside_and_holds_nobody_up() {
    let fixture = SpoolFixture::new();
    fixture.spool(1..4);
    fs::write(fixture.home.spool_dir().join("000000000000001-1-0.json"), "{\"session\":").unwrap();
    assert_eq!(drain_spool(&fixture.home, &mut fixture.db(), None).unwrap(), 3);
    assert_eq!((fixture.contents(), fixture.waiting()), (contents(1..4), 0));
    let broken = Spool::new(fixture.home.spool_dir()).broken_files();
    assert_eq!(broken.len(), 1);
    assert_eq!(fs::read_to_string(&broken[0]).unwrap(), "{\"session\":");
}
