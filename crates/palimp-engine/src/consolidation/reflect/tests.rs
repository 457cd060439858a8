//! Reflection from episodes on the disk to notes on the disk.

mod imports;
mod models;
mod owner;
mod pages;
mod placement;
mod runs;
mod supersede;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use jiff::Zoned;
use palimp_core::activity::CaptureEntry::Message;
use palimp_core::activity::{Capture, MessageRole, NewMessage, SessionRef};
use palimp_core::chat::{ModelError, TokenUsage};
use palimp_core::distill::{DistillTask, DistilledText, Distiller};
use palimp_core::forget_query::ForgetQuery;
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_note::episode::{Episode, EpisodeKey};
use palimp_note::provenance::{AuthorKind, Provenance};
use palimp_rules::RuleDistiller;
use palimp_store::activity::{ActivityDb, BusyPolicy};
use proptest::prelude::*;

use super::{ReflectOptions, ReflectionResult};
use crate::consolidation::review::{MovingLine, ReviewKind};
use crate::home::note_store::NoteStore;
use crate::notes::note_access::{SaveAuthor, SaveOptions, SaveOutcome, SaveTarget};
use crate::retrieval::index_sync::{IndexSync, Models};

/// A home with a vault.
struct ReflectFixture {
    dir: tempfile::TempDir,
}

impl ReflectFixture {
    fn new() -> ReflectFixture {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("vault")).unwrap();
        ReflectFixture { dir }
    }

    fn home(&self) -> HomePaths {
        HomePaths::new(self.dir.path())
    }

    fn memory(&self) -> IndexSync {
        IndexSync::new(
            NoteStore::new(self.home(), "main", Settings::default(), None),
            Models::default(),
        )
    }

    fn path(&self, note: &str) -> PathBuf {
        self.dir.path().join("vault").join(note)
    }

    fn read(&self, note: &str) -> String {
        fs::read_to_string(self.path(note)).unwrap_or_default()
    }

    fn write(&self, note: &str, text: &str) {
        let path = self.path(note);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Adds an entry to the episodes of a day.
    fn say(&self, at: &str, project: Option<&str>, facts: &[&str]) {
        let (day, time) = at.split_once(' ').unwrap();
        let body = facts.iter().map(|fact| format!("- {fact}\n")).collect::<String>();
        let by = Provenance {
            by: AuthorKind::Agent,
            project: project.map(str::to_owned),
            project_id: project.map(|name| format!("id-{name}")),
            ..Provenance::default()
        };
        let key = Some(EpisodeKey { session: "s".to_owned(), from: 1, to: 2 });
        let entry = Episode { time: time.to_owned(), number: 1, key, by: Some(by), body, line: 0 };
        let note = format!("episodes/live/{day}.md");
        let old = self.read(&note);
        self.write(&note, &format!("{old}{entry}\n"));
    }

    /// A database in which the session of the entries is: a prompt of the user's and an answer.
    fn database(&self, prompt: &str, answer: &str) -> ActivityDb {
        let mut db = ActivityDb::open(&self.home().activity_db(), BusyPolicy::Command).unwrap();
        for (at, (role, content)) in
            (1..).zip([(MessageRole::User, prompt), (MessageRole::Assistant, answer)])
        {
            let session = SessionRef {
                id: "s".to_owned(),
                client: palimp_core::AgentClient::Claude,
                agent: "main".to_owned(),
                project_id: "id-shop".to_owned(),
                project: "shop".to_owned(),
                working_dir: "/shop".to_owned(),
            };
            let content = content.to_owned();
            let message = NewMessage { role, content, trace: None, turn: None };
            let entries = vec![Message(message)];
            db.apply_capture(&Capture { session, at, dedupe_ms: 1, entries }).unwrap();
        }
        db
    }

    fn reflect_with(
        &self,
        options: &ReflectOptions,
        distiller: &dyn Distiller,
    ) -> ReflectionResult {
        self.memory().notes.reflect(options, distiller, None).unwrap()
    }

    fn reflect(&self) -> ReflectionResult {
        self.reflect_with(&options(), &RuleDistiller)
    }

    /// Every file of the vault.
    fn snapshot(&self) -> Vec<(PathBuf, String)> {
        let mut files = Vec::new();
        enter(&self.dir.path().join("vault"), &mut files);
        files.sort();
        let root = self.dir.path();
        let shown = |path: PathBuf| path.strip_prefix(root).unwrap().to_owned();
        files
            .into_iter()
            .map(|path| {
                let text = fs::read_to_string(&path).unwrap();
                (shown(path), text)
            })
            .collect()
    }

    fn lose_state(&self) {
        let _ = fs::remove_file(self.home().review_dir("main").join("reflected"));
    }
}

fn enter(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { enter(&path, files) } else { files.push(path) }
    }
}

fn now() -> Zoned {
    "2026-11-25T12:00:00+09:00[Asia/Seoul]".parse().unwrap()
}

fn options() -> ReflectOptions {
    ReflectOptions { since_days: None, dry_run: false, now: now(), tokens_left: u64::MAX }
}

/// A model with one answer, or none, that remembers what it was asked.
struct Model {
    answer: Option<&'static str>,
    asked: Mutex<Vec<String>>,
}

impl Model {
    fn answering(answer: &'static str) -> Model {
        Model { answer: Some(answer), asked: Mutex::default() }
    }

    fn failing() -> Model {
        Model { answer: None, asked: Mutex::default() }
    }
}

impl Distiller for Model {
    fn name(&self) -> String {
        "fake/model".to_owned()
    }

    fn spends_tokens(&self) -> bool {
        true
    }

    fn distill(&self, task: &DistillTask) -> Result<DistilledText, ModelError> {
        self.asked.lock().unwrap().push(task.render_prompt().text);
        let usage = TokenUsage { input: 100, cached: 0, output: 10 };
        match self.answer {
            Some(answer) => Ok(DistilledText { text: answer.to_owned(), usage }),
            None => Err(ModelError::Refused("out of order".to_owned())),
        }
    }
}

/// A fact with what a model says of it.
fn marked(fact: &str, marks: &str) -> String {
    format!("{fact} <!-- palimp: by=agent project=shop project-id=id-shop {marks} -->")
}
