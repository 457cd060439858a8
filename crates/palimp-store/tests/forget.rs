//! What the database forgets leaves nothing but tombstones, and what the retention removed is known.

use std::fs;
use std::path::PathBuf;

use palimp_core::AgentClient;
use palimp_core::activity::{
    Capture, CaptureEntry, ExportRow, MessageRole, NewMessage, NewObservation, SessionRef,
};
use palimp_core::forget_query::ForgetQuery;
use palimp_core::observation::ObservationType;
use palimp_core::tombstone::{TombstoneKey, TombstoneMatcher};
use palimp_store::activity::{ActivityDb, AgingKind, BusyPolicy, Filter, ForgottenCounts};

struct Store {
    dir: tempfile::TempDir,
    db: ActivityDb,
}

fn store() -> Store {
    let dir = tempfile::tempdir().unwrap();
    let db = ActivityDb::open(&dir.path().join("activity.db"), BusyPolicy::Command).unwrap();
    Store { dir, db }
}

fn key() -> TombstoneKey {
    TombstoneKey::new([3; 32])
}

fn session(id: &str, project: &str) -> SessionRef {
    SessionRef {
        id: id.to_owned(),
        client: AgentClient::Claude,
        agent: "main".to_owned(),
        project_id: format!("id of {}", project.len()),
        project: project.to_owned(),
        working_dir: format!("/code/{project}"),
    }
}

fn observation(content: &str) -> CaptureEntry {
    CaptureEntry::Observation(NewObservation {
        tool_name: "Bash".to_owned(),
        kind: ObservationType::Command,
        file_path: None,
        content: content.to_owned(),
        tags: String::new(),
        importance: 2,
        commit_sha: None,
        call_id: None,
    })
}

fn message(content: &str) -> CaptureEntry {
    let content = content.to_owned();
    CaptureEntry::Message(NewMessage { role: MessageRole::User, content, trace: None, turn: None })
}

impl Store {
    fn add(&mut self, session: SessionRef, at: i64, entries: Vec<CaptureEntry>) {
        self.db.apply_capture(&Capture { session, at, dedupe_ms: 1, entries }).unwrap();
    }

    fn forget(&mut self, text: &str) -> ForgottenCounts {
        let wanted = ForgetQuery::new(text);
        let forgotten = self.db.forget(&wanted, "main", &key(), 100).unwrap();
        assert_eq!(
            self.db.find_matches(&wanted, "main").unwrap().counts(),
            ForgottenCounts::default()
        );
        self.db.scrub().unwrap();
        forgotten
    }

    fn expire(&mut self, before: i64) -> usize {
        let ids = self.db.expired_rows(AgingKind::Observations, before).unwrap();
        self.db.expire(AgingKind::Observations, &ids).unwrap()
    }

    fn holds(&self, text: &str) -> bool {
        let files = fs::read_dir(self.dir.path()).unwrap().map(|file| file.unwrap().path());
        let bytes: Vec<u8> =
            files.collect::<Vec<PathBuf>>().iter().flat_map(|it| fs::read(it).unwrap()).collect();
        bytes.windows(text.len()).any(|it| it.eq_ignore_ascii_case(text.as_bytes()))
    }

    fn watch(&self) -> TombstoneMatcher {
        TombstoneMatcher::new(key(), self.db.tombstones().unwrap().into_iter().map(|(_, it)| it))
    }
}

#[test]
fn a_row_goes_wherever_it_says_it_and_is_known_by_its_tombstone() {
    let mut store = store();
    let entries = vec![
        observation("cargo test ZEBRA"),
        observation("git push"),
        message("the\nzebra, please"),
        CaptureEntry::Summary,
    ];
    store.add(session("s", "app"), 1, entries);
    assert!(store.holds("zebra"));
    let forgotten = store.forget("Zebra");
    assert_eq!(
        forgotten,
        ForgottenCounts { observations: 1, messages: 1, injections: 0, sessions: 1, logged: 0 }
    );
    assert!(!store.holds("zebra"));
    let watch = store.watch();
    assert_eq!(watch.forgotten_at("cargo test zebra"), Some(100));
    assert_eq!(watch.forgotten_at("the zebra, please"), Some(100));
    assert_eq!(watch.forgotten_at("git push"), None);
    let sessions = store.db.sessions(&Filter::default(), 9).unwrap();
    assert!(sessions[0].summary.contains("git push"), "the rest is summed up anew");
    assert!(
        store.db.tombstones().unwrap().iter().all(|(agent, it)| agent == "main" && it.at == 100)
    );
}

#[test]
fn a_project_that_is_forgotten_leaves_no_name() {
    let mut store = store();
    store.add(
        session("s", "project-x"),
        1,
        vec![observation("git push"), message("hello"), CaptureEntry::FlushDue],
    );
    store.add(session("t", "other"), 2, vec![observation("git pull"), CaptureEntry::Summary]);
    let forgotten = store.forget("Project-X");
    assert_eq!(
        forgotten,
        ForgottenCounts { observations: 1, messages: 1, injections: 0, sessions: 1, logged: 0 }
    );
    assert!(!store.holds("project-x") && store.holds("git pull"));
    let there = store.db.sessions(&Filter::default(), 9).unwrap();
    assert_eq!(there.iter().map(|it| it.session_id.as_str()).collect::<Vec<_>>(), ["t"]);
}

#[test]
fn of_a_directory_only_the_name_goes() {
    let mut store = store();
    let mut there = session("s", "app");
    there.working_dir = "/clients/acme/app".to_owned();
    store.add(there, 1, vec![observation("git push"), message("hello")]);
    assert_eq!(store.forget("acme"), ForgottenCounts { sessions: 1, ..ForgottenCounts::default() });
    assert!(!store.holds("acme") && store.holds("git push") && store.holds("hello"));
}

#[test]
fn what_was_put_together_of_sessions_goes_with_anything_that_it_may_hold() {
    let mut store = store();
    let long = CaptureEntry::Message(NewMessage {
        role: MessageRole::User,
        content: "the zebra, at length".to_owned(),
        trace: Some("zebra".to_owned()),
        turn: None,
    });
    let entries =
        |entry: &CaptureEntry| vec![entry.clone(), observation("git push"), CaptureEntry::Summary];
    let captured = |id: &str, at| Capture {
        session: session(id, "app"),
        at,
        dedupe_ms: 1,
        entries: entries(&long),
    };
    let project = session("s", "app").project_id;
    let put_together = |store: &mut Store, change: &dyn Fn(&mut Store)| {
        store.db.keep_lately("main", &project, |_| Ok(["a".into(), "zebra".into()])).unwrap();
        for of in [&*project, "*"] {
            store.db.keep_wishes("main", of, |_| Ok("zebra".into())).unwrap();
            assert_eq!(store.db.wishes("main", of).unwrap().as_deref(), Some("zebra"));
        }
        assert!(store.db.recent_activity("main", &project, true).unwrap().is_some());
        change(store);
        assert_eq!(store.db.recent_activity("main", &project, true).unwrap(), None);
        [&*project, "*"].map(|of| store.db.wishes("main", of).unwrap())
    };
    let goes = |store: &mut Store, how: &str, change: &dyn Fn(&mut Store)| {
        assert_eq!(put_together(store, change), [None, None], "{how}");
    };
    // A new row makes no wish untrue, and others start sessions meanwhile.
    let wishes_stay = |store: &mut Store, how: &str, change: &dyn Fn(&mut Store)| {
        let zebra = || Some("zebra".to_owned());
        assert_eq!(put_together(store, change), [zebra(), zebra()], "{how}");
    };
    wishes_stay(&mut store, "captures", &|it| {
        it.db.apply_all(&[captured("s", 1), captured("t", 2)]).unwrap();
    });
    goes(&mut store, "a restored row", &|it| {
        let row = it.db.sessions(&Filter::default(), 1).unwrap().remove(0);
        it.db.restore_rows(&[ExportRow::Session(row)]).unwrap();
    });
    goes(&mut store, "a text under newer rules", &|it| {
        let mut texts = Vec::new();
        it.db.each_text("main", |text| texts.push(text)).unwrap();
        it.db.replace_texts(&texts[..1]).unwrap();
    });
    goes(&mut store, "a row that is removed", &|it| {
        assert_eq!(
            it.db.remove_rows("main", &|text, at| at == 2 && text == "git push").unwrap(),
            1
        );
    });
    goes(&mut store, "age", &|it| assert_eq!(it.expire(2), 1));
    store.add(session("u", "app"), 3, vec![observation("make")]);
    wishes_stay(&mut store, "a killed session", &|it| it.db.sum_up("main", "", 9).unwrap());
    goes(&mut store, "forgetting", &|it| assert_eq!(it.forget("zebra").messages, 2));
    assert!(!store.holds("zebra"));
}

#[test]
fn a_summary_outlives_its_observations_but_for_what_is_forgotten() {
    let mut store = store();
    let file = CaptureEntry::Observation(NewObservation {
        tool_name: "Edit".to_owned(),
        kind: ObservationType::FileEdit,
        file_path: Some("src/zebra.rs".to_owned()),
        content: "Edited src/zebra.rs".to_owned(),
        tags: String::new(),
        importance: 2,
        commit_sha: None,
        call_id: None,
    });
    store.add(session("s", "app"), 1, vec![file, observation("git push"), CaptureEntry::Summary]);
    assert_eq!(store.expire(50), 2);
    assert_eq!(
        store.forget("zebra"),
        ForgottenCounts { sessions: 1, ..ForgottenCounts::default() }
    );
    let summary = &store.db.sessions(&Filter::default(), 9).unwrap()[0];
    assert!(summary.summary.contains("git push"), "{}", summary.summary);
    assert_eq!(summary.files_changed, Vec::<String>::new());
    assert!(!store.holds("zebra"));
}

#[test]
fn what_was_forgotten_twice_has_one_tombstone() {
    let mut store = store();
    for at in [1, 2] {
        store.add(session("s", "app"), at * 1_000, vec![observation("cargo test zebra")]);
        store
            .db
            .insert_tombstones("main", key().query_tombstone("zebra", at).into_iter().collect())
            .unwrap();
        store.forget("zebra");
    }
    let tombstones = store.db.tombstones().unwrap();
    assert_eq!(tombstones.len(), 2);
    assert_eq!(store.watch().forgotten_at("a zebra"), Some(2), "of a query the last time counts");
    assert_eq!(store.db.drop_tombstones().unwrap(), 2);
}

#[test]
fn a_session_that_lost_observations_to_their_age_is_noted_once() {
    let mut store = store();
    for at in 0..2_000 {
        store.add(session("s", "app"), at * 10, vec![observation("make")]);
    }
    store.add(session("t", "app"), 90_000, vec![observation("make")]);
    assert_eq!(store.expire(5_000), 500);
    assert_eq!(store.expire(20_000), 1_500);
    assert_eq!(store.expire(10_000), 0);
    assert_eq!(
        store.db.expired_sessions().unwrap().into_iter().collect::<Vec<_>>(),
        [("s".to_owned(), 19_991)]
    );
}

#[test]
fn a_salvage_takes_tombstones_over_and_brings_back_nothing_that_had_aged() {
    let mut store = store();
    let path = store.dir.path().join("activity.db");
    store.add(
        session("s", "app"),
        1,
        vec![observation("an old one"), message("the zebra is here")],
    );
    store.add(session("s", "app"), 900, vec![observation("a new one")]);
    store.forget("zebra");
    assert_eq!(store.expire(500), 1);
    assert!(store.holds("an old one"), "its page is free, and not wiped");
    drop(store.db);
    ActivityDb::salvage(&path, 1).unwrap();
    let db = ActivityDb::open(&path, BusyPolicy::Command).unwrap();
    let there = db.recent_observations(&Filter::default(), 9).unwrap();
    assert_eq!(there.iter().map(|it| it.content.as_str()).collect::<Vec<_>>(), ["a new one"]);
    assert_eq!(db.tombstones().unwrap().len(), 1);
    // Without a schema, the bare pages still have them.
    drop(db);
    let mut bytes = fs::read(&path).unwrap();
    bytes[100..4_096].fill(0);
    fs::write(&path, bytes).unwrap();
    ActivityDb::salvage(&path, 2).unwrap();
    assert_eq!(
        ActivityDb::open(&path, BusyPolicy::Command).unwrap().tombstones().unwrap().len(),
        1
    );
}

#[test]
fn wishes_read_before_something_was_forgotten_are_not_kept() {
    let mut store = store();
    store.add(session("s", "app"), 1, vec![observation("zebra")]);
    let project = session("s", "app").project_id;
    let mut other =
        ActivityDb::open(&store.dir.path().join("activity.db"), BusyPolicy::Command).unwrap();
    let keep = |db: &ActivityDb, forgets: &mut dyn FnMut()| {
        let made = db.keep_wishes("main", &project, |_| {
            forgets();
            Ok("zebra".into())
        });
        made.unwrap();
        db.wishes("main", &project).unwrap()
    };
    assert_eq!(keep(&store.db, &mut || ()).as_deref(), Some("zebra"));
    let mut forget = || {
        assert_eq!(
            other.forget(&ForgetQuery::new("zebra"), "main", &key(), 2).unwrap().observations,
            1
        );
    };
    assert_eq!(keep(&store.db, &mut forget), None);
}
