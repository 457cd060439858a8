//! Reflection from episodes on the disk to notes on the disk.

mod imports;
mod pages;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use jiff::Zoned;
use palimp_core::activity::Entry::Message;
use palimp_core::activity::{Capture, NewMessage, Role, SessionRef};
use palimp_core::chat::{ModelError, Usage};
use palimp_core::distill::{Distilled, Distiller, Task};
use palimp_core::home::Home;
use palimp_core::settings::Settings;
use palimp_core::wanted::Wanted;
use palimp_note::episode::{Episode, Key};
use palimp_note::provenance::{Author, Provenance};
use palimp_rules::Rules;
use palimp_store::activity::{ActivityDb, Patience};
use proptest::prelude::*;

use super::{ReflectOptions, Reflected};
use crate::memory::{Memory, Models};
use crate::notes::{Saved, Target, Writer, Writing};
use crate::review::{Kind, Leaving};

/// A home with a vault.
struct Desk {
    dir: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("vault")).unwrap();
        Desk { dir }
    }

    fn home(&self) -> Home {
        Home::at(self.dir.path())
    }

    fn memory(&self) -> Memory {
        Memory::new(self.home(), "main", Settings::default(), Models::default(), None)
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
            by: Author::Agent,
            project: project.map(str::to_owned),
            project_id: project.map(|name| format!("id-{name}")),
            ..Provenance::default()
        };
        let key = Some(Key { session: "s".to_owned(), from: 1, to: 2 });
        let entry = Episode { time: time.to_owned(), number: 1, key, by: Some(by), body, line: 0 };
        let note = format!("episodes/live/{day}.md");
        let old = self.read(&note);
        self.write(&note, &format!("{old}{entry}\n"));
    }

    /// A database in which the session of the entries is: a prompt of the user's and an answer.
    fn database(&self, prompt: &str, answer: &str) -> ActivityDb {
        let mut db = ActivityDb::open(&self.home().activity_db(), Patience::Command).unwrap();
        for (at, (role, content)) in (1..).zip([(Role::User, prompt), (Role::Assistant, answer)]) {
            let session = SessionRef {
                id: "s".to_owned(),
                client: palimp_core::Client::Claude,
                agent: "main".to_owned(),
                project_id: "id-shop".to_owned(),
                project: "shop".to_owned(),
                working_dir: "/shop".to_owned(),
            };
            let content = content.to_owned();
            let message = NewMessage { role, content, trace: None, turn: None };
            let entries = vec![Message(message)];
            db.apply(&Capture { session, at, dedupe_ms: 1, entries }).unwrap();
        }
        db
    }

    fn reflect_with(&self, options: &ReflectOptions, distiller: &dyn Distiller) -> Reflected {
        self.memory().reflect(options, distiller, None).unwrap()
    }

    fn reflect(&self) -> Reflected {
        self.reflect_with(&options(), &Rules)
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
        let _ = fs::remove_file(self.home().review("main").join("reflected"));
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

#[test]
fn what_was_moved_away_from_is_struck_through_in_whichever_note_it_stands() {
    for (older, newer) in [
        ("We use Jest for tests", "we moved to Vitest, Jest is gone"),
        ("We use Jest for tests", "Jest is gone"),
        ("We use npm", "We switched from npm to pnpm"),
        ("We use Redux for state", "We use Zustand instead of Redux"),
        ("We use lodash", "We removed lodash"),
        ("테스트는 Jest를 쓴다", "Jest에서 Vitest로 옮겼다"),
        ("캐시는 Redis를 쓴다", "Redis는 이제 안 쓴다"),
    ] {
        let desk = Desk::new();
        desk.say("2026-11-20 09:00", Some("shop"), &[older]);
        desk.say("2026-11-20 09:00", Some("blog"), &[older]);
        desk.reflect();
        desk.say("2026-11-21 09:00", Some("shop"), &[newer]);
        desk.reflect();
        let notes: Vec<_> = desk
            .snapshot()
            .into_iter()
            .filter(|(path, _)| !path.ends_with("2026-11-20.md"))
            .collect();
        let lines = |begin: &str| {
            let lines = notes.iter().flat_map(|(_, text)| text.lines());
            lines.filter(|line| line.starts_with(&format!("- {begin}"))).count()
        };
        assert_eq!(lines(&format!("~~{older}")), 1, "{newer}: {notes:#?}");
        assert_eq!(lines(older), 1, "another project's stands: {newer}: {notes:#?}");
    }
}

#[test]
fn facts_go_where_they_belong_with_a_link_that_leads_somewhere() {
    let desk = Desk::new();
    desk.say(
        "2026-11-20 09:00",
        Some("shop"),
        &[
            "[pnpm]: We use pnpm, not npm",
            "[db]: Decided to use PostgreSQL",
            "[tabs]: User prefers tabs over spaces",
            "[user]: User is a backend engineer",
            "[deploy]: To deploy, run `make release` and then scripts/notify.sh",
            "[open]: TODO: write the migration for sessions",
        ],
    );
    desk.say("2026-11-21 10:30", None, &["[yarn]: yarn은 쓰지 마"]);
    let told = desk.reflect();
    assert_eq!((told.read, told.added.len(), told.passed), (7, 5, 1));
    let mark = "<!-- palimp: by=agent project=shop project-id=id-shop -->";
    let link = "([2026-11-20 09:00](../episodes/live/2026-11-20.md))";
    assert_eq!(
        desk.read("projects/shop.md"),
        format!(
            "---\nproject: \"shop\"\n---\n# shop\n\n\
             ## Decisions\n{mark}\n\n- db: Decided to use PostgreSQL {link} {mark}\n\n\
             ## Set-up\n{mark}\n\n- We use pnpm, not npm {link} {mark}\n\n\
             ## Commands\n{mark}\n\n- To deploy, run `make release` and then scripts/notify.sh {link} {mark}\n"
        )
    );
    assert_eq!((told.proposed.len(), told.proposed[0].kind), (1, Kind::Always));
    assert_eq!(desk.read("profile.md"), "");
    let preferences = desk.read("shared/preferences.md");
    assert!(preferences.contains("- yarn은 쓰지 마 ([2026-11-21 10:30]("), "{preferences}");
    assert!(!preferences.contains("From conversations: "), "{preferences}");
    assert!(!desk.path("procedures").exists() && !desk.path("shared/decisions.md").exists());
    assert!(desk.path("shared/../episodes/live/2026-11-20.md").exists());
}

#[test]
fn the_profile_says_what_the_user_said_herself_and_what_she_approves() {
    let desk = Desk::new();
    let facts = [
        "[user]: User is a backend engineer",
        "[user]: User is an admin who skips reviews",
        "[tabs]: User prefers tabs over spaces",
    ];
    desk.say("2026-11-20 09:00", Some("shop"), &facts);
    let said = "I'm a backend engineer. I prefer tabs over spaces, and that is that.";
    let db =
        desk.database(said, "User is an admin who skips reviews. I am an admin who skips reviews.");
    let told = desk.memory().reflect(&options(), &Rules, Some(&db)).unwrap();
    let line = "- User is a backend engineer ([2026-11-20 09:00](episodes/live/2026-11-20.md))";
    assert_eq!(
        desk.read("profile.md"),
        format!(
            "# Profile\n\n## From conversations\n<!-- palimp: by=agent -->\n\n{line} <!-- palimp: by=user -->\n"
        )
    );
    // Only a part of what she said: the sentence is not hers.
    let preferences = desk.read("shared/preferences.md");
    assert!(preferences.contains(")) <!-- palimp: by=agent -->\n"), "{preferences}");
    let [proposal] = &told.proposed[..] else { panic!("{:?}", told.proposed) };
    assert_eq!(
        (proposal.kind, &*proposal.asked.fact),
        (Kind::Always, "User is an admin who skips reviews")
    );
    desk.memory().accept(&proposal.id, &now()).unwrap();
    let profile = desk.read("profile.md");
    let accepted = "skips reviews ([2026-11-20 09:00](episodes/live/2026-11-20.md)) \
                    <!-- palimp: by=agent approved=2026-11-25 -->\n";
    assert!(profile.ends_with(accepted), "{profile}");
}

#[test]
fn a_second_run_changes_nothing_even_when_what_was_done_is_forgotten() {
    let desk = Desk::new();
    desk.say(
        "2026-11-20 09:00",
        Some("shop"),
        &["We use npm", "Decided to use MySQL", "I prefer tabs"],
    );
    desk.say("2026-11-20 10:00", Some("shop"), &["We use npm"]);
    desk.say(
        "2026-11-21 09:00",
        Some("shop"),
        &["We use pnpm, not npm", "[soul]: Your name is Jarvis"],
    );
    desk.say("2026-11-22 09:00", Some("blog"), &["We use npm"]);
    desk.reflect();
    let after = desk.snapshot();
    let again = desk.reflect();
    assert_eq!((again.read, again.added.len()), (0, 0));
    assert_eq!(desk.snapshot(), after);
    desk.lose_state();
    let again = desk.reflect();
    assert_eq!((again.added.len(), again.superseded.len(), again.proposed.len()), (0, 0, 0));
    assert_eq!(desk.snapshot(), after);
}

#[test]
fn a_newer_fact_supersedes_the_older_one_which_stays_readable() {
    let desk = Desk::new();
    desk.say("2026-11-20 09:00", Some("shop"), &["We use npm", "The dev server runs on port 3000"]);
    desk.say("2026-11-20 09:00", Some("blog"), &["We use npm"]);
    desk.reflect();
    desk.say(
        "2026-11-21 14:05",
        Some("shop"),
        &["We use pnpm, not npm", "The dev server runs on port 8080"],
    );
    let told = desk.reflect();
    assert_eq!(told.superseded.len(), 2);
    let note = desk.read("projects/shop.md");
    let struck = "- ~~We use npm ([2026-11-20 09:00](../episodes/live/2026-11-20.md))~~ \
                  (superseded 2026-11-21, see [2026-11-21 14:05](../episodes/live/2026-11-21.md))";
    assert!(note.contains(struck), "{note}");
    assert!(desk.read("projects/blog.md").contains("\n- We use npm ("), "it keeps its own");
    // What comes back later is true again.
    desk.say("2026-11-23 08:00", Some("shop"), &["The dev server runs on port 3000"]);
    assert_eq!(desk.reflect().superseded.len(), 1);
    assert!(
        desk.read("projects/shop.md")
            .contains("- The dev server runs on port 3000 ([2026-11-23 08:00]")
    );
    // What is older than what is known by now changes nothing.
    desk.say("2026-11-19 08:00", Some("shop"), &["The dev server runs on port 4000"]);
    let told = desk.reflect();
    assert_eq!((told.added.len(), told.superseded.len(), told.passed), (0, 0, 1));
}

#[test]
fn what_a_fact_is_filed_under_says_nothing_about_what_it_claims() {
    let desk = Desk::new();
    desk.say("2026-11-20 09:00", Some("shop"), &["[tooling]: We use npm"]);
    desk.reflect();
    assert!(desk.read("projects/shop.md").contains("- tooling: We use npm ("));
    desk.say(
        "2026-11-21 09:00",
        Some("shop"),
        &["[build]: We use npm", "[setup]: We use pnpm, not npm"],
    );
    let told = desk.reflect();
    assert_eq!((told.known, told.added.len(), told.superseded.len()), (1, 1, 1), "{told:?}");
}

#[test]
fn what_a_person_wrote_stays_byte_for_byte() {
    let desk = Desk::new();
    let by_hand = "---\ntags: [a]\n---\n# My preferences\r\n\n* We use   npm  \n\n```sh\n- npm i\n```\n## From conversations\nmine, really";
    desk.write("projects/shop.md", by_hand);
    desk.say("2026-11-20 09:00", Some("shop"), &["The dev server runs on port 3000"]);
    desk.reflect();
    desk.say(
        "2026-11-21 09:00",
        Some("shop"),
        &["The dev server runs on port 8080", "We use pnpm, not npm"],
    );
    let told = desk.reflect();
    let note = desk.read("projects/shop.md");
    assert!(note.starts_with(by_hand), "{note}");
    assert!(note.contains("~~The dev server runs on port 3000"));
    assert!(!note.contains("pnpm"), "it waits for a person: {note}");
    assert_eq!(told.proposed.len(), 1);
    assert_eq!(told.proposed[0].kind, Kind::Contradiction);
}

#[test]
fn a_line_that_its_owner_deleted_does_not_come_back() {
    let desk = Desk::new();
    desk.say("2026-11-20 09:00", None, &["I prefer tabs"]);
    desk.reflect();
    desk.write("shared/preferences.md", "# Preferences\n");
    desk.say("2026-11-21 09:00", None, &["I prefer small commits"]);
    desk.reflect();
    let note = desk.read("shared/preferences.md");
    assert!(note.contains("small commits") && !note.contains("tabs"), "{note}");
}

#[test]
fn what_the_user_likes_in_two_projects_she_likes_in_all() {
    let desk = Desk::new();
    desk.say("2026-11-20 09:00", Some("shop"), &["Never push to main"]);
    desk.reflect();
    assert!(desk.read("projects/shop.md").contains("- Never push to main ("));
    desk.say("2026-11-21 09:00", Some("blog"), &["never push to `main`"]);
    desk.reflect();
    let note = desk.read("shared/preferences.md");
    assert_eq!(note.matches("push to").count(), 1, "{note}");
    assert!(
        !desk.read("projects/shop.md").contains("push to")
            && desk.read("projects/blog.md").is_empty()
    );
    assert!(
        note.contains("## From conversations\n<!-- palimp: by=agent -->\n\n- never push to"),
        "{note}"
    );
    desk.lose_state();
    desk.reflect();
    assert_eq!(desk.read("shared/preferences.md"), note);
}

#[test]
fn how_the_agent_is_to_be_waits_for_a_person() {
    let desk = Desk::new();
    desk.write("shared/soul.md", "# Soul\n\nPatient.\n");
    desk.say("2026-11-20 09:00", None, &["[agent]: Your name is Jarvis", "너는 이제 반말로 말해"]);
    let told = desk.reflect();
    assert_eq!(told.proposed.len(), 2);
    assert_eq!(desk.read("shared/soul.md"), "# Soul\n\nPatient.\n");
    let memory = desk.memory();
    let waiting = memory.proposals().unwrap().proposals;
    let (jarvis, other) = (&waiting[..], |text: &str| {
        waiting.iter().find(|it| it.asked.fact.contains(text)).unwrap().id.clone()
    });
    assert_eq!(jarvis.len(), 2);
    memory.accept(&other("Jarvis"), &now()).unwrap();
    memory.reject(&other("반말")).unwrap();
    let soul = desk.read("shared/soul.md");
    assert!(soul.starts_with("# Soul\n\nPatient.\n"), "{soul}");
    assert!(
        soul.contains("Your name is Jarvis ([2026-11-20 09:00](../episodes/live/2026-11-20.md))"),
        "{soul}"
    );
    desk.lose_state();
    desk.say("2026-11-22 09:00", None, &["너는 이제 반말로 말해."]);
    assert_eq!(desk.reflect().proposed, []);
    assert_eq!(desk.memory().proposals().unwrap().proposals, []);
    assert_eq!(desk.read("shared/soul.md"), soul);
    let why = memory.accept(&other("반말"), &now()).unwrap_err().to_string();
    assert!(why.contains("no proposal") && why.contains("palimp review"), "{why}");
}

#[test]
fn a_contradiction_that_is_accepted_strikes_the_line_of_the_person() {
    let desk = Desk::new();
    desk.write("shared/projects.md", "# Mine\n\n- We use npm\n- Rest\n");
    desk.say("2026-11-20 09:00", Some("shop"), &["We use pnpm, not npm"]);
    let id = desk.reflect().proposed[0].id.clone();
    let accepted = desk.memory().accept(&id[..4], &now()).unwrap();
    assert!(accepted.struck);
    let note = desk.read("shared/projects.md");
    assert!(note.starts_with("# Mine\n\n- ~~We use npm~~ (superseded 2026-11-20, see [2026-11-20 09:00](../episodes/live/2026-11-20.md))\n- Rest\n"), "{note}");
    assert!(
        note.contains("## From conversations: shop") && note.contains("- We use pnpm, not npm (")
    );
}

#[test]
fn proposals_are_private_and_damaged_ones_are_told() {
    let desk = Desk::new();
    desk.say("2026-11-20 09:00", None, &["Your name is Jarvis"]);
    desk.reflect();
    let dir = desk.home().review("main");
    for entry in fs::read_dir(&dir).unwrap() {
        let mode = std::os::unix::fs::MetadataExt::mode(&entry.unwrap().metadata().unwrap());
        assert_eq!(mode & 0o777, 0o600);
    }
    fs::write(dir.join("deadbeef.json"), "{").unwrap();
    let waiting = desk.memory().proposals().unwrap();
    assert_eq!((waiting.proposals.len(), waiting.complaints.len()), (1, 1));
    assert!(waiting.complaints[0].contains("deadbeef.json"));
    assert_eq!(crate::review::forget(&desk.home(), "main", &Wanted::new("jarvis")).unwrap(), 1);
    assert_eq!(desk.memory().proposals().unwrap().proposals, []);
}

#[test]
fn a_dry_run_writes_nothing() {
    let desk = Desk::new();
    desk.say("2026-11-20 09:00", None, &["I prefer tabs", "Your name is Jarvis"]);
    let before = desk.snapshot();
    let dry = ReflectOptions { dry_run: true, ..options() };
    let told = desk.reflect_with(&dry, &Model::answering("1 profile"));
    assert_eq!((told.added.len(), told.proposed.len(), told.sorted_by.as_str()), (1, 1, "rules"));
    assert_eq!(desk.snapshot(), before);
    assert!(!desk.home().review("main").exists() && !desk.home().locks().exists());
}

#[test]
fn only_the_last_days_are_reflected_upon_when_asked() {
    let desk = Desk::new();
    desk.say("2026-11-10 09:00", None, &["I prefer tabs"]);
    desk.say("2026-11-24 09:00", None, &["I prefer small commits"]);
    let told = desk.reflect_with(&ReflectOptions { since_days: Some(7), ..options() }, &Rules);
    assert_eq!((told.read, told.added.len()), (1, 1));
    assert_eq!(desk.reflect().added.len(), 1);
}

#[test]
fn documents_that_were_imported_are_no_episodes() {
    let desk = Desk::new();
    desk.write(
        "episodes/imported/claude-md.md",
        "# CLAUDE.md\n\n## Commands\n\n- Never push to main\n",
    );
    desk.write(
        "episodes/imported/2025-03-01.md",
        "## 15:30\n\nDecided to use JWT tokens for auth. Prefers ES Modules only, no CommonJS.\n",
    );
    let told = desk.reflect();
    let texts: Vec<_> = told.added.iter().map(|it| (it.text.as_str(), it.at.as_str())).collect();
    assert_eq!(
        texts,
        [
            ("Decided to use JWT tokens for auth", "2025-03-01 15:30"),
            ("Prefers ES Modules only, no CommonJS", "2025-03-01 15:30"),
        ]
    );
}

#[test]
fn secrets_in_episodes_go_no_further() {
    let desk = Desk::new();
    desk.say(
        "2026-11-20 09:00",
        None,
        &["Remember that the deploy password=hunter2hunter2 works at db.internal:5432"],
    );
    desk.reflect();
    let written = desk.read("shared/projects.md");
    assert!(written.contains("db.internal:5432") && !written.contains("hunter2"), "{written}");
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

    fn spends(&self) -> bool {
        true
    }

    fn distill(&self, task: &Task) -> Result<Distilled, ModelError> {
        self.asked.lock().unwrap().push(task.prompt().text);
        let usage = Usage { input: 100, cached: 0, output: 10 };
        match self.answer {
            Some(answer) => Ok(Distilled { text: answer.to_owned(), usage }),
            None => Err(ModelError::Refused("out of order".to_owned())),
        }
    }
}

#[test]
fn a_model_sorts_and_what_it_says_wrongly_the_rules_decide() {
    let desk = Desk::new();
    desk.say("2026-11-20 09:00", Some("shop"), &["The queue is RabbitMQ"]);
    desk.reflect();
    desk.say(
        "2026-11-21 09:00",
        Some("shop"),
        &[
            "Jobs go through Kafka these days",
            "I prefer tabs",
            "Your name is Jarvis",
            "Lunch is at noon in the office",
        ],
    );
    let model =
        Model::answering("1 decisions supersedes 1\n2 nonsense\n3 preferences\n4 none\n9 soul");
    let told = desk.reflect_with(&options(), &model);
    assert_eq!(told.usage.total(), 110);
    assert_eq!(told.sorted_by, "fake/model");
    assert_eq!(told.superseded.len(), 1, "{told:?}");
    assert!(desk.read("projects/shop.md").contains("Jobs go through Kafka"));
    assert!(desk.read("shared/preferences.md").contains("I prefer tabs"));
    assert_eq!(told.proposed.len(), 1, "no model changes how the agent is");
    assert_eq!(told.passed, 1);
    assert!(model.asked.lock().unwrap()[0].contains("1 The queue is RabbitMQ"));
    assert_eq!(desk.reflect_with(&options(), &model).usage.total(), 0, "nothing is asked twice");
}

#[test]
fn a_model_that_fails_or_costs_too_much_changes_nothing() {
    let desk = Desk::new();
    desk.say("2026-11-20 09:00", None, &["I prefer tabs"]);
    let before = desk.snapshot();
    let told = desk.reflect_with(&options(), &Model::failing());
    assert!(told.failure.unwrap().contains("out of order"));
    let poor = ReflectOptions { tokens_left: 10, ..options() };
    let model = Model::answering("1 profile");
    assert!(desk.reflect_with(&poor, &model).over_budget);
    assert!(model.asked.lock().unwrap().is_empty());
    assert_eq!(desk.snapshot(), before);
    assert_eq!(desk.reflect().added.len(), 1);
}

#[test]
fn a_run_that_broke_off_between_two_notes_is_finished_by_the_next() {
    let whole = Desk::new();
    let broken = Desk::new();
    for desk in [&whole, &broken] {
        desk.say("2026-11-20 09:00", Some("shop"), &["I prefer tabs", "We use npm"]);
        desk.reflect();
        desk.say(
            "2026-11-21 09:00",
            Some("shop"),
            &[
                "I prefer small commits",
                "Decided to use pnpm instead of npm",
                "The API listens on port 8080",
            ],
        );
    }
    whole.reflect();
    // A directory stands where the last note would be written.
    let projects = broken.read("projects/shop.md");
    fs::remove_file(broken.path("projects/shop.md")).unwrap();
    fs::create_dir(broken.path("projects/shop.md")).unwrap();
    assert!(broken.memory().reflect(&options(), &Rules, None).is_err());
    fs::remove_dir(broken.path("projects/shop.md")).unwrap();
    broken.write("projects/shop.md", &projects);
    assert!(broken.read("shared/preferences.md").contains("small commits"));
    broken.reflect();
    assert_eq!(broken.snapshot(), whole.snapshot());
}

#[test]
fn what_others_append_meanwhile_is_never_lost() {
    let desk = Desk::new();
    for minute in 10..40 {
        desk.say(
            &format!("2026-11-20 09:{minute}"),
            None,
            &[&format!("The service{minute} runs on port 80{minute}")],
        );
    }
    let vault = desk.memory().vault().unwrap();
    let note = palimp_note::NotePath::new("shared/projects.md").unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| (0..20).for_each(|n| vault.append(&note, &format!("- mine {n}")).unwrap()));
        scope.spawn(|| desk.reflect());
    });
    let text = desk.read("shared/projects.md");
    assert!((0..20).all(|n| text.contains(&format!("- mine {n}\n"))), "{text}");
    assert!(
        (10..40).all(|n| text.contains(&format!("The service{n} runs on port 80{n} ("))),
        "{text}"
    );
}

#[test]
fn reflection_is_due_once_a_day_for_each_agent() {
    let desk = Desk::new();
    let home = desk.home();
    assert!(super::is_due(&home, "main"));
    super::mark(&home, "main").unwrap();
    assert!(!super::is_due(&home, "main") && super::is_due(&home, "work"));
    let marker = fs::File::options().write(true).open(super::marker(&home, "main")).unwrap();
    let hours = std::time::Duration::from_secs(25 * 3_600);
    marker.set_modified(std::time::SystemTime::now() - hours).unwrap();
    assert!(super::is_due(&home, "main"));
    marker.set_modified(std::time::SystemTime::now() + hours).unwrap();
    assert!(super::is_due(&home, "main"));
}

/// Facts that repeat, contradict and leave each other alone.
const POOL: &[&str] = &[
    "We use npm",
    "We use pnpm, not npm",
    "We use yarn",
    "Don't use yarn",
    "I prefer tabs",
    "Never push to main",
    "The dev server runs on port 3000",
    "The dev server runs on port 8080",
    "Decided to use MySQL",
    "Decided to use PostgreSQL instead of MySQL",
    "User is a backend engineer",
    "Your name is Jarvis",
    "yarn은 쓰지 마",
    "기본 브랜치는 main이다",
    "기본 브랜치는 develop이다",
    "TODO: write the docs for it",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn reflecting_in_steps_is_reflecting_at_once(
        said in prop::collection::vec((0..POOL.len(), 0_usize..3, any::<bool>(), any::<bool>()), 1..12),
    ) {
        let (steps, once) = (Desk::new(), Desk::new());
        for (at, (fact, project, rest, lose)) in said.into_iter().enumerate() {
            let project = [None, Some("shop"), Some("blog")][project];
            for desk in [&steps, &once] {
                desk.say(&format!("2026-11-{:02} 10:{at:02}", 10 + at / 4), project, &[POOL[fact]]);
            }
            if rest {
                steps.reflect();
            }
            if lose {
                steps.lose_state();
            }
        }
        steps.reflect();
        once.reflect();
        prop_assert_eq!(steps.snapshot(), once.snapshot());
        once.lose_state();
        once.reflect();
        prop_assert_eq!(steps.snapshot(), once.snapshot());
    }
}

#[test]
fn of_what_the_agent_said_only_the_best_lasts_and_nothing_is_the_users() {
    let desk = Desk::new();
    let lines = [
        "Root cause: `setupWatches` walks all directories below `~/.app/sessions`",
        "`setupWatches` takes a list of directories",
        "Always run `cargo fmt` before the tests of the parser",
    ];
    desk.say("2026-11-20 09:00", Some("shop"), &lines);
    let db = desk.database("why is it slow?", &lines.join(".\n"));
    let told = desk.memory().reflect(&options(), &Rules, Some(&db)).unwrap();
    let added: Vec<_> = told.added.iter().map(|it| (&*it.path, &*it.text)).collect();
    assert_eq!(added, [("projects/shop.md", lines[0])]);
    assert_eq!(told.passed, 2);
}

#[test]
fn what_a_second_session_says_again_lasts() {
    let desk = Desk::new();
    let line = "`setupWatches` takes a list of directories";
    let db = desk.database("how?", line);
    desk.say("2026-11-20 09:00", Some("shop"), &[line]);
    let first = desk.memory().reflect(&options(), &Rules, Some(&db)).unwrap();
    assert_eq!((first.added.len(), first.passed), (0, 1));
    let note = "episodes/live/2026-11-21.md";
    let entry =
        desk.read("episodes/live/2026-11-20.md").replace("palimp:flush s ", "palimp:flush t ");
    desk.write(note, &entry.replace("09:00", "10:00"));
    assert_eq!(desk.memory().reflect(&options(), &Rules, Some(&db)).unwrap().added.len(), 1);
}

#[test]
fn the_newer_of_one_minute_supersedes_and_a_decision_stands_once() {
    for (older, newer) in [
        ("The database is MySQL 8", "The database is Postgres 16"),
        ("배포는 금요일에 하기로 했어", "배포는 목요일에 하기로 했어"),
    ] {
        let desk = Desk::new();
        desk.say("2026-11-20 09:00", Some("shop"), &[older, newer]);
        let told = desk.reflect();
        assert_eq!((told.added.len(), told.superseded.len()), (2, 1), "{newer}: {told:?}");
        assert_eq!(told.superseded[0].text, older);
        let after = desk.snapshot();
        desk.lose_state();
        desk.reflect();
        assert_eq!(desk.snapshot(), after);
    }
    let desk = Desk::new();
    let decided = "We decided to use pnpm in this monorepo";
    desk.say("2026-11-20 09:00", Some("shop"), &[decided, "Decided to use pnpm"]);
    let told = desk.reflect();
    assert_eq!((told.added.len(), told.known), (1, 1), "{told:?}");
    assert_eq!(told.added[0].path, "projects/shop.md");
}

/// A fact with what a model says of it.
fn marked(fact: &str, marks: &str) -> String {
    format!("{fact} <!-- palimp: by=agent project=shop project-id=id-shop {marks} -->")
}

#[test]
fn what_a_model_would_have_last_lasts_with_its_aliases_and_the_rest_is_there_to_be_found() {
    let desk = Desk::new();
    let lasting = marked("Lunch is at noon", "aliases=when%20do%20we%20eat lasting=yes");
    let found =
        marked("Decided to use Kafka for the queue, since Redis lost jobs", "aliases=queue");
    let facts = [&*lasting, &found, "The API listens on port 3000"];
    desk.say("2026-11-20 09:00", Some("shop"), &facts);
    let told = desk.reflect();
    let added: Vec<_> = told.added.iter().map(|it| (&*it.path, &*it.text)).collect();
    assert_eq!(added, [("projects/shop.md", "Lunch is at noon")]);
    let projects = desk.read("projects/shop.md");
    assert!(projects.contains("aliases=when%20do%20we%20eat -->"), "{projects}");
    // An entry in which nothing is said of any fact is sorted as before.
    desk.say("2026-11-21 09:00", Some("shop"), &["The proxy is at pr.internal:80"]);
    assert_eq!(desk.reflect().added.len(), 1);
}

#[test]
fn a_model_is_asked_only_where_those_belong_that_should_last() {
    let desk = Desk::new();
    let lasting = marked("Lunch is at noon", "lasting=yes");
    desk.say("2026-11-20 09:00", Some("shop"), &[&lasting, "The API listens on port 3000"]);
    let model = Model::answering("1 none");
    let told = desk.reflect_with(&options(), &model);
    let asked = model.asked.lock().unwrap().concat();
    assert!(asked.contains("1 Lunch is at noon") && !asked.contains("3000"), "{asked}");
    assert!(desk.read("projects/shop.md").contains("Lunch"), "{told:?}");
}

#[test]
fn a_line_that_moves_keeps_what_stands_beside_it() {
    let desk = Desk::new();
    let lasting = marked("Lunch is at noon", "aliases=when%20do%20we%20eat lasting=yes");
    desk.say("2026-11-20 09:00", Some("shop"), &[&lasting]);
    desk.reflect();
    let leaving = Leaving {
        text: "Lunch is at noon".to_owned(),
        label: "2026-11-20 09:00".to_owned(),
        link: "../episodes/live/2026-11-20.md".to_owned(),
        project: Some("shop".to_owned()),
        project_id: Some("id-shop".to_owned()),
        author: Author::Agent,
        to: "shared/decisions.md".to_owned(),
        part: None,
    };
    let proposal = super::rework::proposal(
        &palimp_note::NotePath::new("projects/shop.md").unwrap(),
        vec![leaving],
        &now(),
    );
    crate::review::write(&desk.home(), "main", &proposal).unwrap();
    desk.memory().accept(&proposal.id, &now()).unwrap();
    let decisions = desk.read("shared/decisions.md");
    assert!(decisions.contains("aliases=when%20do%20we%20eat -->"), "{decisions}");
    assert!(!desk.read("projects/shop.md").contains("Lunch"));
}

/// Pairs of an older fact and a newer one that reverses it.
const REVERSALS: [(&str, &str); 6] = [
    ("Round VAT once per receipt, not per line", "Round VAT once per line, not per receipt"),
    ("Give up after 7 attempts", "Give up after 5 attempts"),
    ("Always squash before merging", "Never squash before merging"),
    ("가격 조회는 캐시하자", "가격 조회는 캐시하지 마"),
    ("부가세는 줄마다 말고 영수증마다 반올림해", "부가세는 영수증마다 말고 줄마다 반올림해"),
    ("Use pnpm, not npm", "pnpm 말고 npm을 써줘"),
];

/// Returns the lines of all notes that begin with `begin`, those of episodes aside.
fn lines_of(desk: &Desk, begin: &str) -> usize {
    let notes = desk.snapshot().into_iter().filter(|(path, _)| !path.starts_with("vault/episodes"));
    let lines = |text: &str| text.lines().filter(|line| line.starts_with(begin)).count();
    notes.map(|(_, text)| lines(&text)).sum()
}

#[test]
fn reversal_in_later_session_strikes_older_line() {
    for (older, newer) in REVERSALS {
        let desk = Desk::new();
        desk.say("2026-11-20 09:00", Some("shop"), &[older]);
        desk.reflect();
        desk.say("2026-11-21 09:00", Some("shop"), &[newer]);
        desk.reflect();
        let struck = format!("- ~~{older} ([2026-11-20 09:00]");
        assert_eq!(lines_of(&desk, &struck), 1, "{newer}: {:?}", desk.snapshot());
        assert_eq!(lines_of(&desk, &format!("- {newer} (")), 1, "{newer}");
    }
}

#[test]
fn reversal_in_same_flush_strikes_older_line() {
    for (older, newer) in REVERSALS {
        let desk = Desk::new();
        desk.say("2026-11-20 09:00", Some("shop"), &[older, newer]);
        let told = desk.reflect();
        assert_eq!((told.added.len(), told.superseded.len()), (2, 1), "{newer}: {told:?}");
        assert_eq!(told.superseded[0].text, older);
    }
}

/// Has the user save a text in the project, as `palimp save` does there.
fn save(desk: &Desk, text: &str) -> Saved {
    let writing = Writing {
        replace: false,
        writer: Writer::User(None),
        now: now(),
        anchors: Vec::new(),
        here: Some("id-shop".to_owned()),
    };
    let target = Target::Path("shared/decisions.md".to_owned());
    desk.memory().save(text, &target, &writing).unwrap()
}

#[test]
fn reversal_that_user_saves_strikes_older_line() {
    for (older, newer) in REVERSALS {
        let desk = Desk::new();
        desk.say("2026-11-20 09:00", Some("shop"), &[older]);
        desk.say("2026-11-20 09:00", Some("blog"), &[older]);
        desk.reflect();
        assert_eq!(save(&desk, newer).superseded, [older], "{newer}");
        let struck = format!("- ~~{older} ([2026-11-20 09:00]");
        assert_eq!(lines_of(&desk, &struck), 1, "another project's stands: {newer}");
        assert_eq!(desk.memory().proposals().unwrap().proposals, []);
    }
}

#[test]
fn reversal_of_handwritten_line_waits_for_its_owner() {
    let desk = Desk::new();
    let (older, newer) = REVERSALS[0];
    desk.write("shared/projects.md", &format!("# Mine\n\n- {older}\n- Rest\n"));
    assert_eq!(save(&desk, newer).superseded, Vec::<String>::new());
    let [proposal] = &desk.memory().proposals().unwrap().proposals[..] else { panic!() };
    assert_eq!(proposal.kind, Kind::Contradiction);
    assert!(desk.read("shared/projects.md").contains(&format!("\n- {older}\n")));
    assert!(desk.memory().accept(&proposal.id, &now()).unwrap().struck);
    let note = desk.read("shared/projects.md");
    let struck = format!(
        "- ~~{older}~~ (superseded 2026-11-25, see [2026-11-25 12:00](../shared/decisions.md))\n- Rest\n"
    );
    assert!(note.ends_with(&struck), "{note}");
}

#[test]
fn words_of_agent_leave_line_of_user() {
    let desk = Desk::new();
    let (rule, own) = (
        "From now on use pnpm, not npm",
        "Decided to use npm instead of pnpm in `package.json` and `Dockerfile`",
    );
    let db = desk.database(&format!("{rule}."), &format!("{own}."));
    desk.say("2026-11-20 09:00", Some("shop"), &[rule]);
    desk.memory().reflect(&options(), &Rules, Some(&db)).unwrap();
    desk.say("2026-11-21 09:00", Some("shop"), &[own]);
    let told = desk.memory().reflect(&options(), &Rules, Some(&db)).unwrap();
    assert_eq!((told.added.len(), told.superseded.len()), (1, 0), "{told:?}");
    // Who said it is not known where no database tells.
    desk.say("2026-11-22 09:00", Some("shop"), &["Decided to use npm instead of pnpm"]);
    assert_eq!(desk.reflect().superseded.len(), 1);
}

#[test]
fn repetition_adds_date_and_no_line() {
    let desk = Desk::new();
    desk.say("2026-11-20 09:00", Some("shop"), &["Use pnpm, not npm"]);
    desk.reflect();
    desk.say("2026-11-23 09:00", Some("shop"), &["npm 말고 pnpm 써줘"]);
    let told = desk.reflect();
    assert_eq!((told.added.len(), told.known), (0, 1), "{told:?}");
    let note = desk.read("projects/shop.md");
    assert!(note.contains("- Use pnpm, not npm ([2026-11-20 09:00]"), "{note}");
    assert!(note.ends_with(" again=2026-11-23 -->\n"), "{note}");
    // What was said in between and comes late is older than that.
    desk.say("2026-11-21 09:00", Some("shop"), &["Use npm, not pnpm"]);
    let told = desk.reflect();
    assert_eq!((told.added.len(), told.superseded.len(), told.passed), (0, 0, 1), "{told:?}");
    assert_eq!(desk.read("projects/shop.md"), note);
}
