//! How far sessions were condensed: no message is passed over, none is counted twice, and a failure
//! leaves what it found.

use palimp_core::AgentClient;
use palimp_core::activity::{Capture, CaptureEntry, MessageRole, NewMessage, SessionRef};
use palimp_core::chat::TokenUsage;
use palimp_core::forget_query::ForgetQuery;
use palimp_core::tombstone::TombstoneKey;
use palimp_store::activity::{ActivityDb, Backlog, BusyPolicy, TokenMeter};

struct Store {
    _dir: tempfile::TempDir,
    db: ActivityDb,
}

impl Store {
    fn new() -> Store {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("activity.db");
        Store { db: ActivityDb::open(&path, BusyPolicy::Command).unwrap(), _dir: dir }
    }

    fn say(&mut self, session: &str, role: MessageRole, text: &str, at: i64) {
        let turn = Some(text.to_owned());
        let said = NewMessage { role, content: text.to_owned(), trace: None, turn };
        self.capture(session, CaptureEntry::Message(said), at);
    }

    fn capture(&mut self, session: &str, entry: CaptureEntry, at: i64) {
        let entries = vec![entry];
        let capture = Capture { session: reference(session), at, dedupe_ms: 0, entries };
        self.db.apply_capture(&capture).unwrap();
    }

    /// A question and its answer, for each number.
    fn talk(&mut self, session: &str, turns: std::ops::Range<i64>) {
        for turn in turns {
            self.say(session, MessageRole::User, &format!("ask {turn}"), turn);
            self.say(session, MessageRole::Assistant, &format!("answer {turn}"), turn);
        }
    }

    fn backlog(&self) -> Vec<Backlog> {
        self.db.backlog().unwrap()
    }

    fn waiting(&self) -> Vec<(String, usize)> {
        self.backlog().into_iter().map(|one| (one.session.id, one.messages)).collect()
    }

    fn replies(&self, session: &str) -> usize {
        self.db.replies_waiting(session, 1_000).unwrap()
    }
}

fn reference(session: &str) -> SessionRef {
    let agent = if session.starts_with("job") { "job" } else { "main" };
    SessionRef {
        id: session.to_owned(),
        client: AgentClient::Claude,
        agent: agent.to_owned(),
        project_id: "p1".to_owned(),
        project: "app".to_owned(),
        working_dir: "/app".to_owned(),
    }
}

#[test]
fn what_was_read_waits_no_more() {
    let mut store = Store::new();
    assert!(store.backlog().is_empty());
    store.talk("s", 0..3);
    let [one] = &store.backlog()[..] else { panic!("{:?}", store.backlog()) };
    assert_eq!((one.mark, one.messages, one.replies, one.last_at), (0, 6, 3, 2));
    assert_eq!((one.due, one.failures, one.complaint.as_deref()), (false, 0, None));
    assert_eq!(store.replies("s"), 3);
    store.db.flush_done(&reference("s"), 4, 500).unwrap();
    let [one] = &store.backlog()[..] else { panic!("{:?}", store.backlog()) };
    assert_eq!((one.mark, one.messages, one.replies, one.flushed_at), (4, 2, 1, 500));
    assert!(!one.in_doubt);
    store.db.flush_done(&reference("s"), 6, 600).unwrap();
    assert!(store.backlog().is_empty());
    assert_eq!(store.replies("s"), 0);
    store.talk("s", 3..4);
    assert_eq!(store.waiting(), [("s".to_owned(), 2)]);
}

#[test]
fn a_mark_never_goes_back() {
    let mut store = Store::new();
    store.talk("s", 0..3);
    store.db.flush_done(&reference("s"), 6, 500).unwrap();
    store.db.flush_done(&reference("s"), 2, 600).unwrap();
    assert!(store.backlog().is_empty(), "whoever comes late moves nothing");
}

#[test]
fn the_session_that_waited_longest_comes_first() {
    let mut store = Store::new();
    for session in ["a", "b", "c"] {
        store.talk(session, 0..2);
    }
    store.db.flush_done(&reference("a"), 2, 900).unwrap();
    store.db.flush_done(&reference("b"), 6, 800).unwrap();
    let order: Vec<_> = store.backlog().into_iter().map(|one| one.session.id).collect();
    assert_eq!(order, ["c", "b", "a"]);
}

#[test]
fn a_number_is_given_once_and_counts_an_agents_own_entries() {
    let mut store = Store::new();
    for session in ["a", "b", "job-1"] {
        store.talk(session, 0..1);
    }
    let begin =
        |store: &mut Store, session| store.db.flush_begins(&reference(session), 10).unwrap();
    assert_eq!(begin(&mut store, "a"), 1);
    assert_eq!(begin(&mut store, "b"), 2);
    assert_eq!(begin(&mut store, "a"), 3, "whether the first was written or not");
    assert_eq!(begin(&mut store, "job-1"), 1, "another agent's are its own");
}

#[test]
fn an_entry_that_may_stand_is_in_doubt_until_it_is_done() {
    let mut store = Store::new();
    store.talk("s", 0..2);
    let doubt = |store: &Store| store.backlog()[0].in_doubt;
    assert!(doubt(&store), "a database that was lost may have known of an entry");
    store.db.flush_done(&reference("s"), 2, 10).unwrap();
    assert!(!doubt(&store));
    store.db.flush_begins(&reference("s"), 20).unwrap();
    assert!(doubt(&store));
    store.db.flush_failed(&reference("s"), "no room", 5_000).unwrap();
    assert!(doubt(&store), "a failure ends no doubt");
    store.db.flush_done(&reference("s"), 3, 30).unwrap();
    assert!(!doubt(&store));
}

#[test]
fn failures_are_counted_until_one_succeeds() {
    let mut store = Store::new();
    store.talk("s", 0..2);
    for failures in 1..=3 {
        store.db.flush_failed(&reference("s"), &format!("no {failures}"), 2_000).unwrap();
        let one = &store.backlog()[0];
        assert_eq!((one.failures, one.retry_at, one.messages), (failures, 2_000, 4));
        assert_eq!(one.complaint.as_deref(), Some(format!("no {failures}").as_str()));
    }
    assert_eq!(store.replies("s"), 0, "it is left in peace");
    assert_eq!(store.db.replies_waiting("s", 2_001).unwrap(), 2, "and then no more");
    store.db.flush_done(&reference("s"), 2, 3_000).unwrap();
    let one = &store.backlog()[0];
    assert_eq!((one.failures, one.retry_at, one.complaint.as_deref()), (0, 0, None));
}

#[test]
fn a_session_is_due_until_all_of_it_is_read() {
    let mut store = Store::new();
    store.talk("s", 0..2);
    store.capture("s", CaptureEntry::FlushDue, 10);
    store.db.flush_done(&reference("s"), 2, 20).unwrap();
    assert!(store.backlog()[0].due, "half of it still waits");
    store.db.flush_done(&reference("s"), 4, 30).unwrap();
    store.talk("s", 2..3);
    assert!(!store.backlog()[0].due, "what is said later is another beginning");
}

#[test]
fn what_was_condensed_with_its_import_does_not_wait() {
    let mut store = Store::new();
    store.talk("imported", 0..3);
    store.talk("live", 0..1);
    store.db.mark_read(&reference("imported")).unwrap();
    assert_eq!(store.waiting(), [("live".to_owned(), 2)]);
    store.db.mark_read(&reference("never heard of")).unwrap();
    assert_eq!(store.waiting(), [("live".to_owned(), 2)]);
}

#[test]
fn a_session_that_rests_is_told_from_one_that_goes_on() {
    let mut store = Store::new();
    store.talk("old", 0..2);
    store.say("new", MessageRole::User, "ask", 900);
    let idle = |store: &Store, except| store.db.has_idle(except, 500, 4).unwrap();
    assert!(idle(&store, "new"));
    assert!(!idle(&store, "old"), "the session that asks is not idle");
    store.db.flush_done(&reference("old"), 1, 10).unwrap();
    assert!(!idle(&store, "new"), "three messages are too few");
    store.talk("other", 0..2);
    assert!(idle(&store, "new"));
    store.db.flush_failed(&reference("other"), "no", 600).unwrap();
    assert!(!idle(&store, "new"), "it is left in peace after a failure");
}

#[test]
fn no_mark_stands_above_the_last_message() {
    let mut store = Store::new();
    store.talk("s", 0..3);
    store.db.flush_done(&reference("s"), 6, 10).unwrap();
    // The number of the newest message is given again once it is gone.
    store
        .db
        .forget(&ForgetQuery::new("answer 2"), "main", &TombstoneKey::new([7; 32]), 20)
        .unwrap();
    store.say("s", MessageRole::Assistant, "another answer", 30);
    assert_eq!(store.waiting(), [("s".to_owned(), 1)]);
}

#[test]
fn a_day_counts_what_each_distiller_cost() {
    let mut store = Store::new();
    let cost = |input, output| TokenUsage { input, output, ..TokenUsage::default() };
    store.db.add_token_usage("2026-11-21", "b", cost(10, 1)).unwrap();
    store.db.add_token_usage("2026-11-21", "a", cost(5, 2)).unwrap();
    store.db.add_token_usage("2026-11-21", "b", cost(7, 3)).unwrap();
    store.db.add_token_usage("2026-11-22", "a", cost(100, 100)).unwrap();
    let line = |distiller: &str, calls, input, output| TokenMeter {
        day: "2026-11-21".to_owned(),
        distiller: distiller.to_owned(),
        calls,
        input,
        output,
    };
    let metered = store.db.token_usage_on("2026-11-21").unwrap();
    assert_eq!(metered, [line("a", 1, 5, 2), line("b", 2, 17, 4)]);
    assert!(store.db.token_usage_on("2026-11-20").unwrap().is_empty());
}
