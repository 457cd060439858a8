//! Looking into a home that must stay as it is: whoever does makes, migrates, takes in and writes back
//! nothing.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use palimp_clients::install::{ClientPaths, HookCommand};
use palimp_core::home::HomePaths;
use palimp_core::project::ProjectIdentity;
use palimp_core::settings::Settings;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::ingest::open_activity;
use palimp_engine::retrieval::index_sync::{IndexSync, Models};
use palimp_engine::retrieval::recall::SearchOptions;
use palimp_engine::service::status::{StatusContext, StatusReport, collect_status};
use palimp_models::builtin::Builtin;
use palimp_store::activity::{ActivityDb, BusyPolicy, Filter};
use palimp_store::index::IndexDb;
use palimp_testing::Machine;
use serde_json::json;

use crate::machine;

/// What a file or a directory is known by: its bytes, when it was written, and its rights.
type Mark = (Option<Vec<u8>>, (i64, i64), u32);

/// Everything below `dir`, directories too.
pub(crate) fn marks(dir: &Path) -> BTreeMap<PathBuf, Mark> {
    let mut found = BTreeMap::new();
    let mut open = vec![dir.to_owned()];
    while let Some(path) = open.pop() {
        let Ok(meta) = fs::symlink_metadata(&path) else { continue };
        let bytes = meta.is_file().then(|| fs::read(&path).unwrap());
        if meta.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
        found.insert(path, (bytes, (meta.mtime(), meta.mtime_nsec()), meta.mode()));
    }
    found
}

#[track_caller]
pub(crate) fn same(before: &BTreeMap<PathBuf, Mark>, after: &BTreeMap<PathBuf, Mark>) {
    let names = |marks: &BTreeMap<PathBuf, Mark>| marks.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(before), names(after));
    for (path, mark) in before {
        assert!(after[path] == *mark, "{} was touched", path.display());
    }
}

/// A machine on which something was captured and noted; the last capture waits in the spool.
fn lived_in() -> Machine {
    let machine = machine();
    let note = machine.home().join("vault/semantic/db.md");
    fs::create_dir_all(note.parent().unwrap()).unwrap();
    fs::write(&note, "# Database\n\nThe staging database listens on 5433.\n").unwrap();
    machine.run_ok(["index"]);
    machine.hook_bash("s", "git commit -m walrus", "ok");
    let said = json!({"prompt": "the grey porpoise", "prompt_id": "1"});
    machine.hook("claude", &machine.claude_payload("UserPromptSubmit", "s", said));
    fs::write(&note, "# Database\n\nThe mongoose is blue.\n").unwrap();
    // Whoever closes it last decides what becomes of the log.
    let hook = ActivityDb::open(&machine.database(), BusyPolicy::Hook).unwrap();
    let lock = machine.lock_database();
    machine.hook_bash("s", "git tag v1", "ok");
    drop(lock);
    drop(hook);
    machine
}

/// Looks at everything that there is to look at.
fn look(home: &HomePaths) -> Result<StatusReport, String> {
    let words = |error: palimp_engine::retrieval::index_sync::Error| error.to_string();
    let db = open_activity::to_read(home).map_err(words)?.db;
    if let Some(db) = &db {
        db.recent_observations(&Filter::default(), 20).map_err(|error| error.to_string())?;
        db.timeline(&Filter::default(), 20).map_err(|error| error.to_string())?;
    }
    let settings = Settings::default();
    let mut memory = memory(home);
    memory.notes.scan_notes().unwrap();
    found(&mut memory, db.as_ref(), "mongoose");
    collect_status(StatusContext {
        home,
        settings: &settings,
        memory: &mut memory,
        places: &ClientPaths::new(home.root().join(".."), |_| None),
        command: &HookCommand::new(Path::new("/usr/bin/palimp")).unwrap(),
        here: &palimp_core::project::ProjectIdentity::from_root("/"),
        services: Vec::new(),
        now: &jiff::Zoned::now(),
    })
    .map_err(words)
}

fn memory(home: &HomePaths) -> IndexSync {
    let (embedder, thesaurus) = (Box::new(Builtin::new()), Box::new(Builtin::new()));
    let models = Models { embedder: Some(embedder), thesaurus: Some(thesaurus), complaint: None };
    IndexSync::new(NoteStore::new(home.clone(), "main", Settings::default(), None), models)
        .only_reading()
}

/// The snippets of what is found, in notes and in what was said and done.
fn found(memory: &mut IndexSync, db: Option<&ActivityDb>, query: &str) -> String {
    let here = ProjectIdentity { id: String::new(), name: String::new(), root: PathBuf::new() };
    let options =
        SearchOptions { messages: true, ..SearchOptions::new(Filter::default(), &here, 0) };
    let answer = memory.searcher().search(query, &options, db, &mut |_, _, _| ()).unwrap();
    answer.hits.into_iter().map(|hit| hit.snippet).collect()
}

#[test]
fn looking_leaves_every_file_as_it_was() {
    // Once as a hook leaves it, with a log of what was written last, and once at rest.
    for at_rest in [false, true] {
        let machine = lived_in();
        if at_rest {
            ActivityDb::open(&machine.database(), BusyPolicy::Command)
                .unwrap()
                .checkpoint()
                .unwrap();
        }
        let home = HomePaths::new(machine.home());
        assert_eq!(home.root().join("activity.db-wal").exists(), !at_rest);
        let before = marks(home.root());
        let status = look(&home).unwrap();
        assert_eq!((status.activity.observations, status.activity.messages), (1, 1));
        assert_eq!((status.notes, status.spooled, status.left), (1, 1, 1));
        assert_eq!(status.not_shown.unwrap(), "1 capture not shown: not yet in the database");
        let db = open_activity::to_read(&home).unwrap().db;
        let mut memory = memory(&home);
        for (query, says) in [("mongoose", "blue"), ("porpoise", "grey"), ("walrus", "git commit")]
        {
            assert!(found(&mut memory, db.as_ref(), query).contains(says), "{query}");
        }
        drop((db, memory));
        same(&before, &marks(home.root()));
    }
}

#[test]
fn who_looks_keeps_nobody_from_writing_and_sees_what_was_written() {
    let machine = lived_in();
    let home = HomePaths::new(machine.home());
    let hook = ActivityDb::open(&home.activity_db(), BusyPolicy::Hook).unwrap();
    let mut reader = open_activity::to_read(&home).unwrap().db.unwrap();
    assert_eq!(reader.stats("main").unwrap().observations, 1);
    machine.hook_bash("s", "git push", "ok");
    assert_eq!(hook.stats("main").unwrap().observations, 3, "what waited was taken in too");
    assert_eq!(reader.stats("main").unwrap().observations, 3);
    assert!(reader.give_back(i64::MAX).is_err(), "it does not write");
}

#[test]
fn a_home_of_an_earlier_version_is_read_as_what_it_would_become() {
    let machine = Machine::of_first_version(env!("CARGO_BIN_EXE_palimp"));
    let home = HomePaths::new(machine.home());
    let before = marks(&machine.user_home());
    let status = look(&home).unwrap();
    assert!(status.activity.observations > 10 && status.notes > 10, "{status:?}");
    let db = open_activity::to_read(&home).unwrap().db;
    assert!(found(&mut memory(&home), db.as_ref(), "heron").contains("heron"));
    drop(db);
    same(&before, &marks(&machine.user_home()));
}

#[test]
fn what_cannot_be_understood_is_refused_in_words() {
    type Spoil = fn(&Machine);
    let newer: Spoil = |machine| machine.execute_sql("PRAGMA user_version = 99");
    let broken: Spoil = |machine| {
        // Its log would say what stood there.
        ActivityDb::open(&machine.database(), BusyPolicy::Command).unwrap().checkpoint().unwrap();
        fs::write(machine.database(), "no database ".repeat(999)).unwrap();
    };
    for (spoil, says) in [(newer, "a newer palimp wrote it"), (broken, "is damaged")] {
        let machine = lived_in();
        spoil(&machine);
        let home = HomePaths::new(machine.home());
        let before = marks(home.root());
        let why = look(&home).unwrap_err();
        assert!(why.contains(says) && why.contains("activity.db"), "{why}");
        same(&before, &marks(home.root()));
    }
}

#[test]
fn an_index_that_is_not_what_was_written_is_made_anew_in_memory_alone() {
    let machine = lived_in();
    let home = HomePaths::new(machine.home());
    let index = home.index_file("main");
    let whole = fs::read(&index).unwrap();
    let documents = || IndexDb::in_memory(&index).unwrap().size().unwrap().documents;
    assert_eq!(documents(), 1);
    let a_bit_fell = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        bytes
    };
    let broken = [a_bit_fell(whole.len() / 2), a_bit_fell(whole.len() - 100), b"no index".to_vec()];
    for bytes in broken {
        fs::write(&index, bytes).unwrap();
        let before = marks(home.root());
        assert_eq!(documents(), 0);
        assert!(found(&mut memory(&home), None, "mongoose").contains("blue"));
        same(&before, &marks(home.root()));
    }
}

#[test]
fn a_home_that_is_not_there_is_not_made() {
    let machine = machine();
    let home = HomePaths::new(machine.root().join("none"));
    let status = look(&home).unwrap();
    assert_eq!((status.activity.observations, status.notes), (0, 0));
    assert!(!home.root().exists());
}
