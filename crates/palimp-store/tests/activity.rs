//! The activity database: what goes in comes out, once, and is found.

use std::path::PathBuf;

use palimp_core::AgentClient;
use palimp_core::activity::{
    Capture, CaptureEntry, MessageRole, NewMessage, NewObservation, SessionRef, StoredObservation,
};
use palimp_core::forget_query::ForgetQuery;
use palimp_core::observation::ObservationType;
use palimp_core::tombstone::TombstoneKey;
use palimp_rank::analysis::analyze_query;
use palimp_store::StoreError;
use palimp_store::activity::{
    ActivityDb, ActivityResults, ActivitySearch, AgentAct, AgentDeed, AgingKind, BusyPolicy,
    DatabaseHealth, Filter, SessionFilter, StoredText, Tier,
};
use proptest::prelude::*;

struct Store {
    _dir: tempfile::TempDir,
    path: PathBuf,
    db: ActivityDb,
}

fn store() -> Store {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("activity.db");
    let db = ActivityDb::open(&path, BusyPolicy::Command).unwrap();
    Store { _dir: dir, path, db }
}

fn capture(session: &str, at: i64, entries: Vec<CaptureEntry>) -> Capture {
    let session = SessionRef {
        id: session.to_owned(),
        client: AgentClient::Claude,
        agent: "main".to_owned(),
        project_id: "p1".to_owned(),
        project: "app".to_owned(),
        working_dir: "/app".to_owned(),
    };
    Capture { session, at, dedupe_ms: 60_000, entries }
}

fn observation(content: &str) -> NewObservation {
    NewObservation {
        tool_name: "Bash".to_owned(),
        kind: ObservationType::Command,
        file_path: None,
        content: content.to_owned(),
        tags: String::new(),
        importance: 2,
        commit_sha: None,
        call_id: None,
    }
}

fn expire(db: &mut ActivityDb, before: i64) -> usize {
    let expired = db.expired_rows(AgingKind::Observations, before).unwrap();
    db.expire(AgingKind::Observations, &expired).unwrap()
}

fn observed(content: &str, at: i64) -> Capture {
    capture("s", at, vec![CaptureEntry::Observation(observation(content))])
}

fn message(content: &str, turn: Option<&str>) -> CaptureEntry {
    CaptureEntry::Message(NewMessage {
        role: MessageRole::User,
        content: content.to_owned(),
        trace: None,
        turn: turn.map(str::to_owned),
    })
}

fn search(db: &ActivityDb, text: &str) -> ActivityResults<StoredObservation> {
    let filter = Filter { agent: Some("main".to_owned()), ..Filter::default() };
    let query = analyze_query(text);
    let look = ActivitySearch {
        query: &query,
        text,
        filter: &filter,
        here: "p1",
        limit: 10,
        now: 1_000_000,
    };
    db.search_observations(&look).unwrap()
}

fn texts(found: &ActivityResults<StoredObservation>) -> Vec<&str> {
    found.hits.iter().map(|hit| hit.row.content.as_str()).collect()
}

#[test]
fn a_capture_written_twice_is_there_once() {
    let mut store = store();
    let entries = vec![
        CaptureEntry::Observation(observation("git push")),
        message("hi", None),
        CaptureEntry::Summary,
    ];
    let capture = capture("s", 1_000, entries);
    for _ in 0..3 {
        store.db.apply_capture(&capture).unwrap();
    }
    let stats = store.db.stats("main").unwrap();
    assert_eq!((stats.observations, stats.messages, stats.sessions), (1, 1, 1));
}

#[test]
fn the_window_of_a_repeat_is_open_to_both_sides() {
    let mut store = store();
    for (at, expected) in [(100_000, 1), (159_999, 1), (40_001, 1), (160_000, 2), (40_000, 3)] {
        store.db.apply_capture(&observed("git push", at)).unwrap();
        assert_eq!(store.db.stats("main").unwrap().observations, expected, "{at}");
    }
}

#[test]
fn a_message_is_the_same_as_another_of_its_turn_alone() {
    let mut store = store();
    for (at, turn) in
        [(1_000, Some("a")), (2_000, Some("b")), (900_000, Some("a")), (3_000, None), (4_000, None)]
    {
        store.db.apply_capture(&capture("s", at, vec![message("continue", turn)])).unwrap();
    }
    assert_eq!(store.db.stats("main").unwrap().messages, 3);
}

#[test]
fn a_late_outcome_replaces_what_was_kept_of_its_call() {
    let mut store = store();
    let unknown = NewObservation { call_id: Some("c1".to_owned()), ..observation("cargo test") };
    store
        .db
        .apply_capture(&capture("s", 1_000, vec![CaptureEntry::Observation(unknown.clone())]))
        .unwrap();
    let failed = NewObservation {
        kind: ObservationType::Error,
        content: "cargo test\nexit 101: it panicked".to_owned(),
        importance: 3,
        ..unknown
    };
    let stray = NewObservation { call_id: Some("c2".to_owned()), ..failed.clone() };
    let stray = NewObservation { content: "ls\nexit 2: no".to_owned(), ..stray };
    let end = capture(
        "s",
        2_000,
        vec![CaptureEntry::Outcome(failed), CaptureEntry::Outcome(stray), CaptureEntry::Summary],
    );
    store.db.apply_capture(&end).unwrap();
    store.db.apply_capture(&end).unwrap();
    let rows = store.db.recent_observations(&Filter::default(), 10).unwrap();
    let kinds: Vec<_> = rows.iter().map(|row| row.kind).collect();
    assert_eq!(kinds, [ObservationType::Error, ObservationType::Error]);
    assert_eq!(texts(&search(&store.db, "panicked")), ["cargo test\nexit 101: it panicked"]);
}

#[test]
fn full_text_follows_every_change() {
    let mut store = store();
    store.db.apply_capture(&observed("the quick brown fox", 1_000)).unwrap();
    assert_eq!(texts(&search(&store.db, "quick")).len(), 1);
    let text = StoredText {
        table: "observations",
        column: "content",
        row: "1".to_owned(),
        text: "빠른 갈색 여우".to_owned(),
    };
    store.db.replace_texts(&[text]).unwrap();
    assert_eq!(search(&store.db, "quick").tier, None);
    assert_eq!(texts(&search(&store.db, "갈색")), ["빠른 갈색 여우"]);
    expire(&mut store.db, 2_000);
    assert_eq!(search(&store.db, "갈색").tier, None);
    assert_eq!(store.db.check_health().unwrap(), DatabaseHealth::Sound);
}

#[test]
fn the_first_tier_that_finds_anything_answers() {
    let mut store = store();
    store.db.apply_capture(&observed("added getUserById to api.ts", 1_000)).unwrap();
    store.db.apply_capture(&observed("a+b", 2_000)).unwrap();
    for (query, tier) in [
        ("getUserById", Some(Tier::Words)),
        ("user by id", Some(Tier::Words)),
        ("etUserBy", Some(Tier::Trigram)),
        ("+", Some(Tier::Like)),
        ("%", None),
        ("_", None),
        ("zzz", None),
    ] {
        assert_eq!(search(&store.db, query).tier, tier, "{query}");
    }
}

#[test]
fn all_words_come_before_some_and_a_phrase_as_it_stands() {
    let mut store = store();
    for (at, content) in [
        "dark theme for the editor in a mode of its own",
        "dark roast coffee",
        "User prefers dark mode",
        "airplane mode",
    ]
    .iter()
    .enumerate()
    {
        store.db.apply_capture(&observed(content, at as i64)).unwrap();
    }
    let found = search(&store.db, "dark mode");
    assert_eq!(texts(&found)[0], "User prefers dark mode");
    assert_eq!(texts(&search(&store.db, "\"dark mode\"")), ["User prefers dark mode"]);
}

#[test]
fn a_rare_word_is_found_behind_many_newer_rows_of_a_common_one() {
    let mut store = store();
    store.db.apply_capture(&observed("test of the zebra module", 0)).unwrap();
    let rows: Vec<_> = (1..2_000).map(|n| observed(&format!("test number {n}"), n)).collect();
    store.db.apply_all(&rows).unwrap();
    assert_eq!(texts(&search(&store.db, "test zebra"))[0], "test of the zebra module");
}

#[test]
fn filters_hold_for_every_tier() {
    let mut store = store();
    store.db.apply_capture(&observed("payment webhook", 1_000)).unwrap();
    for text in ["payment", "aymen", "t w"] {
        let query = analyze_query(text);
        for (filter, expected) in [
            (Filter { project: Some("app".to_owned()), ..Filter::default() }, 1),
            (Filter { project: Some("other".to_owned()), ..Filter::default() }, 0),
            (Filter { kind: Some(ObservationType::Error), ..Filter::default() }, 0),
            (Filter { since: Some(1_001), ..Filter::default() }, 0),
            (Filter { client: Some("codex".to_owned()), ..Filter::default() }, 0),
            (
                Filter {
                    session: Some(SessionFilter::Begins("s".to_owned())),
                    ..Filter::default()
                },
                1,
            ),
            (Filter { session: Some(SessionFilter::Is("s".to_owned())), ..Filter::default() }, 1),
            (Filter { session: Some(SessionFilter::Is(String::new())), ..Filter::default() }, 0),
            (Filter { agent: Some("work".to_owned()), ..Filter::default() }, 0),
        ] {
            let look =
                ActivitySearch { query: &query, text, filter: &filter, here: "", limit: 5, now: 0 };
            let found = store.db.search_observations(&look).unwrap();
            assert_eq!(found.hits.len(), expected, "{text} {filter:?}");
        }
    }
}

#[test]
fn what_is_behind_the_searched_part_of_a_long_text_is_found_once() {
    let mut store = store();
    let filler = "word ".repeat(20_000);
    for (at, content) in [format!("begin-{filler}"), format!("{filler}-end"), "neither".to_owned()]
        .iter()
        .enumerate()
    {
        store.db.apply_capture(&observed(content, at as i64)).unwrap();
    }
    for (text, expected) in [("egin-wo", 1), ("ord -en", 1), ("word -nowhere", 0), ("-w", 1)] {
        assert_eq!(search(&store.db, text).hits.len(), expected, "{text}");
    }
}

/// What `palimp stats` tells, counted row by row.
fn counted(path: &std::path::Path) -> (Vec<i64>, [Vec<(String, i64)>; 3]) {
    let conn = rusqlite::Connection::open(path).unwrap();
    let number = |what: &str| {
        let sql = format!("SELECT {what} WHERE agent = 'main'");
        conn.query_row(&sql, [], |row| row.get::<_, Option<i64>>(0)).unwrap().unwrap_or(-1)
    };
    let groups = |column: &str| {
        let sql = format!(
            "SELECT {column}, count(*) FROM observations WHERE agent = 'main' GROUP BY 1
             ORDER BY 2 DESC, 1"
        );
        let mut statement = conn.prepare(&sql).unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.collect::<Result<Vec<_>, _>>().unwrap()
    };
    let numbers = [
        "count(*) FROM observations",
        "sum(pinned) FROM observations",
        "count(*) FROM messages",
        "min(created_at) FROM observations",
    ];
    (numbers.map(number).to_vec(), ["type", "client", "project"].map(groups))
}

/// Returns the numbers as the database reports them.
fn told(db: &ActivityDb) -> (Vec<i64>, [Vec<(String, i64)>; 3]) {
    let stats = db.stats("main").unwrap();
    let oldest = stats.oldest.unwrap_or(-1);
    let pinned = if stats.observations == 0 { -1 } else { stats.pinned };
    let numbers = vec![stats.observations, pinned, stats.messages, oldest];
    (numbers, [stats.by_type, stats.by_client, stats.by_project])
}

/// Does one of the things that change what is counted.
fn change(db: &mut ActivityDb, what: u8, number: i64) {
    let mut capture = capture(&format!("s{}", number % 3), 1_000 * number, Vec::new());
    capture.session.project = format!("app{}", number % 2);
    capture.session.client = if number % 5 == 0 { AgentClient::Codex } else { AgentClient::Claude };
    let call = NewObservation {
        call_id: Some(format!("c{}", number % 7)),
        ..observation(&format!("run {number}"))
    };
    let failed = NewObservation { kind: ObservationType::Error, ..call.clone() };
    match what {
        0 => capture.entries = vec![CaptureEntry::Observation(call)],
        1 => capture.entries = vec![CaptureEntry::Outcome(failed)],
        2 => capture.entries = vec![message(&format!("say {number}"), None)],
        3 => drop(db.set_pinned(number % 20, "main", number % 2 == 0).unwrap()),
        4 => drop(expire(db, number * 300)),
        5 => drop(db.remove_rows("main", &|text, _| text.ends_with(&number.to_string())).unwrap()),
        6 => {
            let text = StoredText {
                table: "observations",
                column: "project",
                row: (number % 20).to_string(),
                text: "renamed".to_owned(),
            };
            db.replace_texts(&[text]).unwrap();
        }
        _ => db.update_counts().unwrap(),
    }
    db.apply_capture(&capture).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn what_is_counted_is_what_is_there(changes in prop::collection::vec(0_u8..12, 0..50)) {
        let mut store = store();
        for (number, what) in changes.into_iter().enumerate() {
            change(&mut store.db, what, number as i64);
            prop_assert_eq!(told(&store.db), counted(&store.path));
        }
    }
}

#[test]
fn messages_are_found_too() {
    let mut store = store();
    store.db.apply_capture(&capture("s", 1, vec![message("JWT 인증을 붙여줘", None)])).unwrap();
    let query = analyze_query("인증");
    let filter = Filter::default();
    let look =
        ActivitySearch {
            query: &query, text: "인증", filter: &filter, here: "", limit: 5, now: 0
        };
    assert_eq!(store.db.search_messages(&look).unwrap().hits.len(), 1);
}

/// Everything that can happen to a full text, as SQL; `{}` is its name.
const DAMAGE: [&str; 12] = [
    "DELETE FROM {}",
    "DELETE FROM {}_config",
    "UPDATE {}_config SET v = 99",
    "DELETE FROM {}_data",
    "DELETE FROM {}_data WHERE id = 10",
    "UPDATE {}_data SET block = x'00' WHERE id = 10",
    "UPDATE {}_data SET block = zeroblob(8) WHERE id > 10",
    "DELETE FROM {}_docsize",
    "DELETE FROM {}_idx",
    "DROP TABLE {}_config",
    "DROP TABLE {}_data",
    "DROP TABLE {}_docsize",
];

/// A store with a row, whose full text was damaged by another program.
fn damaged(sql: &str) -> Store {
    let mut store = store();
    store.db.apply_capture(&observed("git push origin main", 1)).unwrap();
    store.db.apply_capture(&capture("s", 2, vec![message("push it, please", None)])).unwrap();
    let raw = rusqlite::Connection::open(&store.path).unwrap();
    raw.execute_batch(sql).unwrap();
    store
}

fn each_damage(mut check: impl FnMut(Store, &str)) {
    for sql in DAMAGE {
        for table in ["observations", "messages"] {
            for index in ["words", "trigrams"] {
                let sql = sql.replace("{}", &format!("{table}_{index}"));
                check(damaged(&sql), &sql);
            }
        }
    }
}

#[test]
fn damage_inside_full_text_is_noticed_and_mended() {
    each_damage(|store, sql| {
        // The connection knew the tables as they were; another one does not.
        let db = ActivityDb::open(&store.path, BusyPolicy::Command).unwrap();
        assert!(matches!(db.check_health().unwrap(), DatabaseHealth::Damaged(_)), "{sql}");
        assert!(db.mend_full_text().unwrap(), "{sql}");
        assert_eq!(db.check_health().unwrap(), DatabaseHealth::Sound, "{sql}");
        assert!(!db.mend_full_text().unwrap(), "{sql}: once");
        assert_eq!(search(&db, "push").hits.len(), 1, "{sql}");
        assert_eq!(search(&db, "igin").tier, Some(Tier::Trigram), "{sql}");
    });
}

#[test]
fn texts_too_short_for_trigrams_are_no_damage() {
    let mut store = store();
    store
        .db
        .apply_capture(&capture("s", 1, vec![message("응", None), message("ok", None)]))
        .unwrap();
    assert_eq!(store.db.check_health().unwrap(), DatabaseHealth::Sound);
    assert!(!store.db.mend_full_text().unwrap());
}

#[test]
fn whoever_has_the_time_writes_in_spite_of_damaged_full_text() {
    each_damage(|store, sql| {
        let mut db = ActivityDb::open(&store.path, BusyPolicy::Command).unwrap();
        db.apply_capture(&observed("git pull", 90_000)).expect(sql);
        assert_eq!(expire(&mut db, 2), 1, "{sql}");
        let texts: Vec<_> = db.recent_observations(&Filter::default(), 9).unwrap();
        assert_eq!(texts.len(), 1, "{sql}");
        db.mend_full_text().unwrap();
        assert_eq!(db.check_health().unwrap(), DatabaseHealth::Sound, "{sql}");
    });
}

#[test]
fn a_search_mends_what_it_finds_damaged() {
    for sql in DAMAGE {
        let store = damaged(&sql.replace("{}", "observations_words"));
        let db = ActivityDb::open(&store.path, BusyPolicy::Command).unwrap();
        // What lost its rows and nothing else is sound as far as a search sees.
        let sees = !sql.starts_with("DELETE FROM {}") || sql.contains("_config");
        if sees {
            assert_eq!(search(&db, "push").hits.len(), 1, "{sql}");
        }
    }
}

#[test]
fn the_space_of_what_is_gone_is_given_back() {
    // As it is made now, and as the first version made it.
    for old in [false, true] {
        let mut store = store();
        if old {
            let raw = rusqlite::Connection::open(&store.path).unwrap();
            raw.execute_batch("PRAGMA auto_vacuum = NONE; VACUUM").unwrap();
            store.db = ActivityDb::open(&store.path, BusyPolicy::Command).unwrap();
        }
        let text = |n: i64| format!("{n} {}", "a line of some length about number ".repeat(20));
        let rows: Vec<_> = (1..3_000).map(|n| observed(&text(n), n)).collect();
        store.db.apply_all(&rows).unwrap();
        store.db.checkpoint().unwrap();
        let full = std::fs::metadata(&store.path).unwrap().len();
        assert_eq!(expire(&mut store.db, 2_900), 2_899, "{old}");
        store.db.give_back(i64::MAX).unwrap();
        store.db.checkpoint().unwrap();
        let size = std::fs::metadata(&store.path).unwrap().len();
        assert!(size < full / 4, "{old}: {full} → {size}");
        assert_eq!(store.db.check_health().unwrap(), DatabaseHealth::Sound, "{old}");
        assert_eq!(search(&store.db, "2950").hits.len(), 1, "{old}");
    }
}

#[test]
fn a_hook_writes_beside_a_cleanup() {
    let mut store = store();
    let rows: Vec<_> = (1..4_000).map(|n| observed(&format!("number {n} of many"), n)).collect();
    store.db.apply_all(&rows).unwrap();
    let path = store.path.clone();
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let hooks = scope.spawn(|| {
            let (mut written, mut spooled) = (0, 0);
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                let mut hook = ActivityDb::open(&path, BusyPolicy::Hook).unwrap();
                match hook.apply_capture(&observed(&format!("beside {written}"), 100_000 + written))
                {
                    Ok(_) => written += 1,
                    Err(StoreError::Locked(_)) => spooled += 1,
                    Err(other) => panic!("{other}"),
                }
            }
            (written, spooled)
        });
        assert_eq!(expire(&mut store.db, 3_990), 3_989);
        store.db.give_back(i64::MAX).unwrap();
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        // A busy machine may put the cleanup to sleep in the midst of a step.
        let (written, spooled) = hooks.join().unwrap();
        assert!(written > 5 && spooled * 20 <= written, "{written} written, {spooled} not");
    });
    assert_eq!(store.db.check_health().unwrap(), DatabaseHealth::Sound);
}

#[test]
fn a_hook_leaves_a_damaged_full_text_to_others_and_says_so() {
    let store = damaged("DELETE FROM observations_words_config");
    let mut hook = ActivityDb::open(&store.path, BusyPolicy::Hook).unwrap();
    let refused = hook.apply_capture(&observed("git pull", 90_000));
    assert!(matches!(refused, Err(StoreError::Corrupt(_))), "{refused:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_text_is_kept_as_it_is_and_found_by_itself(content in "[^\u{0}]{1,60}") {
        let mut store = store();
        store.db.apply_capture(&observed(&content, 1)).unwrap();
        let kept = store.db.recent_observations(&Filter::default(), 1).unwrap();
        prop_assert_eq!(&kept[0].content, &content);
        if content.chars().any(char::is_alphanumeric) {
            prop_assert_eq!(search(&store.db, &content.replace('"', " ")).hits.len(), 1);
        }
    }

    #[test]
    fn any_query_is_answered(query in "(.|[\"%_*^(){}:+-]| AND | OR | NOT | NEAR){0,40}") {
        let mut store = store();
        store.db.apply_capture(&observed("some text", 1)).unwrap();
        search(&store.db, &query);
    }

    #[test]
    fn full_text_fits_after_any_changes(steps in proptest::collection::vec((0..4_u8, 0..8_i64), 1..30)) {
        let mut store = store();
        for (at, (step, which)) in steps.into_iter().enumerate() {
            let at = at as i64 * 100_000;
            match step {
                0 => { store.db.apply_capture(&observed(&format!("word{which} 낱말{which}"), at)).unwrap(); }
                1 => { store.db.apply_capture(&capture("s", at, vec![message(&format!("said{which}"), None)])).unwrap(); }
                2 => {
                    let wanted = ForgetQuery::new(&format!("word{which}"));
                    store.db.forget(&wanted, "main", &TombstoneKey::new([1; 32]), at).unwrap();
                }
                _ => { expire(&mut store.db, which * 100_000); }
            }
        }
        prop_assert_eq!(store.db.check_health().unwrap(), DatabaseHealth::Sound);
    }
}

fn act(client: &str, at: i64, text: &str) -> AgentAct {
    AgentAct {
        created_at: at,
        client: client.to_owned(),
        session_id: String::new(),
        agent: "main".to_owned(),
        project_id: "p1".to_owned(),
        project: "app".to_owned(),
        deed: AgentDeed::Save,
        path: Some("shared/decisions.md".to_owned()),
        text: text.to_owned(),
    }
}

#[test]
fn opened_pointers_are_kept_apart_from_acts() {
    let store = store();
    let opened = AgentAct {
        deed: AgentDeed::Open,
        path: None,
        session_id: "s1".to_owned(),
        ..act("claude", 5, "s:26a1a7ce")
    };
    store.db.log_act(&act("claude", 4, "the walrus sleeps")).unwrap();
    store.db.log_act(&opened).unwrap();
    assert_eq!(store.db.agent_acts(&Filter::default(), 9).unwrap().len(), 1);
    let of = |agent: Option<&str>, session: &str| store.db.opened_pointers(agent, session).unwrap();
    assert_eq!(of(Some("main"), "s1"), [(5, "s:26a1a7ce".to_owned())]);
    assert_eq!(of(None, "s1").len(), 1);
    assert_eq!([of(Some("other"), "s1").len(), of(Some("main"), "s2").len()], [0, 0]);
}

#[test]
fn what_agents_did_is_listed_and_loses_its_words_when_they_are_forgotten() {
    let mut store = store();
    let first = act("claude", 1, "the walrus sleeps");
    let second = act("코덱스", 2, "port 5433");
    store.db.log_act(&first).unwrap();
    store.db.log_act(&second).unwrap();
    let undone = store.db.log_act(&act("claude", 3, "never written")).unwrap();
    store.db.unlog_act(undone).unwrap();
    let list = |db: &ActivityDb, filter: Filter| db.agent_acts(&filter, 9).unwrap();
    assert_eq!(list(&store.db, Filter::default()), [second.clone(), first.clone()]);
    let since = Filter { since: Some(2), ..Filter::default() };
    assert_eq!(list(&store.db, since), std::slice::from_ref(&second));
    let claude = Filter { client: Some("claude".to_owned()), ..Filter::default() };
    assert_eq!(list(&store.db, claude.clone()), std::slice::from_ref(&first));
    let others = Filter { agent: Some("other".to_owned()), ..Filter::default() };
    assert_eq!(list(&store.db, others), []);
    let wanted = ForgetQuery::new("WALRUS");
    let forgotten = store.db.forget(&wanted, "main", &TombstoneKey::new([1; 32]), 9).unwrap();
    store.db.scrub().unwrap();
    assert_eq!(forgotten.logged, 1);
    let left = AgentAct { text: String::new(), path: None, project: String::new(), ..first };
    assert_eq!(list(&store.db, claude), [left]);
    drop(store.db);
    let bytes = std::fs::read(&store.path).unwrap();
    assert!(!bytes.windows(6).any(|window| window == b"walrus"));
}

#[test]
fn a_damaged_database_keeps_what_agents_did() {
    let store = store();
    store.db.log_act(&AgentAct { path: None, ..act("claude", 1, "a") }).unwrap();
    store.db.log_act(&act("claude", 2, "b")).unwrap();
    drop(store.db);
    let mut bytes = std::fs::read(&store.path).unwrap();
    bytes[..4_096].fill(0);
    std::fs::write(&store.path, bytes).unwrap();
    ActivityDb::salvage(&store.path, 1).unwrap();
    let db = ActivityDb::open(&store.path, BusyPolicy::Command).unwrap();
    let texts: Vec<_> = db.agent_acts(&Filter::default(), 9).unwrap();
    assert_eq!(texts.iter().map(|act| act.text.as_str()).collect::<Vec<_>>(), ["b", "a"]);
}
