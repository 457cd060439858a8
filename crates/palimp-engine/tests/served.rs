//! What an agent may do by itself, and what its user decides; no protocol is needed for that.

mod one_key;

use std::fs;

use palimp_core::AgentClient;
use palimp_core::activity::{Capture, CaptureEntry, MessageRole, NewMessage, SessionRef};
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::ingest::open_activity;
use palimp_engine::notes::note_access::SaveTarget;
use palimp_engine::retrieval::index_sync::{IndexSync, Models};
use palimp_engine::retrieval::recall::HitSource;
use palimp_engine::service::mcp_service::{
    AgentQuery, MemoryService, ServiceEnvironment, TextMetadata,
};
use palimp_note::Labels;
use palimp_note::route::SaveKind;
use palimp_store::activity::Filter;

use one_key::OneKey;

fn served(home: &HomePaths, one_client: bool) -> MemoryService {
    let memory = IndexSync::new(
        NoteStore::new(home.clone(), "main", Settings::default(), None),
        Models::default(),
    );
    let around = ServiceEnvironment {
        working_dir: home.root().to_owned(),
        ring: Box::new(OneKey),
        clock: jiff::Zoned::now,
        complain: |why| panic!("{why}"),
    };
    let mut served = MemoryService::new(memory, around, one_client);
    served.called_by("claude".to_owned(), "s".to_owned());
    served
}

fn found(served: &mut MemoryService, query: &str) -> Vec<String> {
    let wish = AgentQuery {
        query: query.to_owned(),
        limit: 5,
        floor: 0.0,
        sources: vec![HitSource::Notes],
        project: None,
        labels: Labels::default(),
    };
    let answer = served.search(&wish, &mut |_, _, _| ()).unwrap();
    answer.hits.into_iter().map(|hit| hit.snippet).collect()
}

#[test]
fn an_agent_takes_back_what_it_wrote_and_asks_about_the_rest() {
    let dir = tempfile::tempdir().unwrap();
    let home = HomePaths::new(dir.path().join("home"));
    let note = home.vault_dir("main").join("ours.md");
    fs::create_dir_all(note.parent().unwrap()).unwrap();
    fs::write(&note, "The walrus is the user's.\n").unwrap();

    let mut agent = served(&home, true);
    let target = SaveTarget::Path("ours.md".to_owned());
    let saved = agent.save("The walrus is grey.", &target, true, &TextMetadata::default()).unwrap();
    assert_eq!(saved.path, "ours.md");
    assert!(found(&mut agent, "walrus").concat().contains("grey"));
    assert_eq!(agent.would_forget("walrus").unwrap().iter().filter(|it| it.own).count(), 1);

    let done = agent.forget("walrus").unwrap();
    assert_eq!((done.gone.len(), done.waits.len()), (1, 1));
    assert!(done.gone[0].text.contains("grey") && done.waits[0].text.contains("user's"));
    assert!(done.review.unwrap().contains("`palimp review accept"));
    let left = fs::read_to_string(&note).unwrap();
    assert!(left.contains("user's") && !left.contains("grey"), "{left}");
    let logged = open_activity::to_look_up(&home).unwrap().db.unwrap();
    assert_eq!(logged.agent_acts(&Filter::default(), 9).unwrap().len(), 2, "a save and a wish");
}

#[test]
fn opened_pointer_is_logged_for_its_session_once_answered() {
    let dir = tempfile::tempdir().unwrap();
    let home = HomePaths::new(dir.path().join("home"));
    let mut agent = served(&home, true);
    let target = SaveTarget::Path("ours.md".to_owned());
    agent.save("The walrus is grey.", &target, true, &TextMetadata::default()).unwrap();
    assert!(agent.get("s:aaaa1111", (None, None), None).is_err(), "there is no such session");
    agent.record_usage();
    let opened = |session: &str| {
        let db = open_activity::to_look_up(&home).unwrap().db.unwrap();
        let rows = db.opened_pointers(Some("main"), session).unwrap();
        rows.into_iter().map(|(_, pointer)| pointer).collect::<Vec<_>>()
    };
    assert_eq!(opened("s"), [""; 0]);
    capture_session(&home, "aaaa1111-x");
    let excerpt = agent.get("s:aaaa1111-x", (None, None), None).unwrap();
    assert!(excerpt.text.contains("walrus"), "{}", excerpt.text);
    assert_eq!(opened("s"), [""; 0], "whoever asked waits for nothing");
    agent.record_usage();
    assert_eq!(opened("s"), ["s:aaaa1111"]);
    assert_eq!(opened("another"), [""; 0]);
    agent.called_by("codex".to_owned(), String::new());
    agent.get("s:aaaa1111", (None, None), None).unwrap();
    agent.record_usage();
    assert_eq!(opened(""), [""; 0], "nobody knows whose it is");
}

/// A session of one prompt, as a hook captures it.
fn capture_session(home: &HomePaths, id: &str) {
    let session = SessionRef {
        id: id.to_owned(),
        client: AgentClient::Claude,
        agent: "main".to_owned(),
        project_id: "p".to_owned(),
        project: "app".to_owned(),
        working_dir: "/app".to_owned(),
    };
    let message = NewMessage {
        role: MessageRole::User,
        content: "feed the walrus".to_owned(),
        trace: None,
        turn: None,
    };
    let entries = vec![CaptureEntry::Message(message)];
    let mut db = open_activity::or_new(home).unwrap();
    db.apply_capture(&Capture { session, at: 1, dedupe_ms: 0, entries }).unwrap();
}

#[test]
fn where_nobody_knows_who_calls_nothing_is_an_agents_own() {
    let dir = tempfile::tempdir().unwrap();
    let home = HomePaths::new(dir.path().join("home"));
    let mut agent = served(&home, false);
    let target = SaveTarget::Path("ours.md".to_owned());
    agent.save("The walrus is grey.", &target, false, &TextMetadata::default()).unwrap();
    let done = agent.forget("walrus").unwrap();
    assert_eq!((done.gone.len(), done.waits.len()), (0, 1));
    assert!(found(&mut agent, "walrus").concat().contains("grey"));
}

#[test]
fn reversal_that_agent_saves_strikes_lines_that_palimp_wrote() {
    let dir = tempfile::tempdir().unwrap();
    let home = HomePaths::new(dir.path().join("home"));
    let note = home.vault_dir("main").join("shared/projects.md");
    fs::create_dir_all(note.parent().unwrap()).unwrap();
    let line = |text: &str, author: &str| {
        format!(
            "- {text} ([2026-11-20 09:00](../episodes/live/2026-11-20.md)) <!-- palimp: by={author} -->\n"
        )
    };
    let (vat, port) =
        ("Round VAT once per receipt, not per line", "The dev server runs on port 3000");
    let lines = line(vat, "agent") + &line(port, "user");
    let section = "## From conversations\n<!-- palimp: by=agent -->\n\n";
    fs::write(&note, format!("# Projects\n\n{section}{lines}")).unwrap();

    let mut agent = served(&home, true);
    let target = SaveTarget::Kind(SaveKind::Decision);
    let mut save = |text: &str| agent.save(text, &target, false, &TextMetadata::default()).unwrap();
    assert_eq!(save("부가세는 영수증이 아니라 줄마다 한 번 반올림한다").superseded, [vat]);
    assert_eq!(save("The dev server runs on port 8080").superseded, [""; 0], "it is the user's");
    assert_eq!(
        save("Round VAT once per receipt, not per line").superseded,
        ["부가세는 영수증이 아니라 줄마다 한 번 반올림한다"],
        "what an agent saved is struck like what palimp wrote"
    );
    let text = fs::read_to_string(&note).unwrap();
    assert!(text.contains(&format!("\n- ~~{vat} (")) && text.contains(&format!("\n- {port} (")));
}
