//! Commands: earlier sessions' outcomes, told before a command, after a failure, and at a prompt.

use std::path::PathBuf;

use jiff::Timestamp;
use palimp_core::activity::SessionRef;
use palimp_core::event::{StartSource, ToolAction, ToolOutcome, ToolUse};
use palimp_core::home::HomePaths;
use palimp_core::settings::{Preset, Settings};
use palimp_core::{AgentClient, EventKind, HookEvent};
use palimp_engine::consolidation::reflect::ReflectOptions;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::injection::inject::{ContextBuilder, InjectionState, InjectionTrigger};
use palimp_engine::notes::onboarding_fact::{Remark, choose_remark};
use palimp_engine::retrieval::index_sync::{IndexSync, Models};
use palimp_engine::service::hook::{self, HookCaller, HookHost};
use palimp_rules::RuleDistiller;
use palimp_store::activity::{ActivityDb, BusyPolicy};

/// A day of November 2026, in milliseconds since the Unix epoch.
const NOON: i64 = 1_795_000_000_000;

struct Stage {
    dir: tempfile::TempDir,
    home: HomePaths,
    settings: Settings,
    now: i64,
    session: Option<SessionRef>,
}

/// A client that takes no context.
struct Deaf;

impl HookCaller for Deaf {
    fn models(&self, _: &Settings) -> Models {
        Models::default()
    }
    fn start_deadline(&mut self) {}
    fn send_context(&mut self, _: &HookEvent, _: &str) -> bool {
        true
    }
    fn spawn_palimp(&mut self, _: &[&str]) {}
    fn report_error(&mut self, message: &str) {
        panic!("{message}");
    }
}

impl Stage {
    fn new() -> Stage {
        let dir = tempfile::tempdir().unwrap();
        let home = HomePaths::new(dir.path().join("home"));
        std::fs::create_dir_all(dir.path().join("app/.git")).unwrap();
        palimp_files::private_dir(&home.vault_dir("main")).unwrap();
        Stage { dir, home, settings: Settings::default(), now: NOON, session: None }
    }

    fn root(&self) -> PathBuf {
        self.dir.path().join("app")
    }

    fn send(&mut self, session: &str, kind: EventKind) {
        self.now += 1_000;
        let mut event = HookEvent {
            client: AgentClient::Claude,
            name: String::new(),
            session_id: session.to_owned(),
            cwd: Some(self.root()),
            subagent: false,
            at: Some(self.now),
            kind,
        };
        let host = HookHost {
            home: &self.home,
            settings: &self.settings,
            agent: None,
            installed: None,
            run: None,
            working_dir: self.root(),
            user: None,
            places: None,
            now: self.now,
        };
        hook::handle_event(&mut event, None, &host, &mut Deaf).unwrap();
    }

    fn ran(&mut self, session: &str, command: &str, outcome: ToolOutcome, output: &str) {
        self.now += 60_000;
        let action = ToolAction::Shell { command: command.to_owned() };
        let (name, output) = ("Bash".to_owned(), output.to_owned());
        self.send(session, EventKind::Tool(ToolUse { name, id: None, action, outcome, output }));
    }

    fn well(&mut self, session: &str, command: &str) {
        self.ran(session, command, ToolOutcome::Success, "ok");
    }

    fn ill(&mut self, session: &str, command: &str, said: &str) {
        self.ran(session, command, ToolOutcome::Failure { code: Some(1) }, said);
    }

    fn end(&mut self, session: &str) {
        self.send(session, EventKind::SessionEnd { transcript: None });
    }

    fn db(&self) -> ActivityDb {
        ActivityDb::open(&self.home.activity_db(), BusyPolicy::Command).unwrap()
    }

    /// The lines that a session is told at a moment.
    fn told(
        &mut self,
        session: &str,
        moment: InjectionTrigger,
        state: &mut InjectionState,
    ) -> Vec<String> {
        let db = self.db();
        let known = db.sessions(&palimp_store::activity::Filter::default(), 1).unwrap();
        let session = SessionRef {
            id: session.to_owned(),
            client: AgentClient::Claude,
            agent: "main".to_owned(),
            project_id: known[0].project_id.clone(),
            project: "app".to_owned(),
            working_dir: self.root().to_string_lossy().into_owned(),
        };
        let (home, settings) = (self.home.clone(), self.settings.clone());
        let mut memory =
            IndexSync::new(NoteStore::new(home, "main", settings, None), Models::default());
        let mut builder = ContextBuilder {
            db: Some(&db),
            memory: &mut memory,
            settings: &self.settings,
            preset: Preset::Lean,
            session: &session,
            now: Timestamp::from_millisecond(self.now).unwrap(),
        };
        let context = builder.build(moment, state).unwrap();
        *state = context.state;
        self.session = Some(session);
        let wanted = ["before_command", "known_failure", "what_works", "recent_errors"];
        let sections = context.sections.into_iter().filter(|it| wanted.contains(&it.name));
        sections.flat_map(|section| section.items).collect()
    }

    fn before(&mut self, session: &str, command: &str, state: &mut InjectionState) -> Vec<String> {
        self.told(session, InjectionTrigger::BeforeCommand { command }, state)
    }
}

const MISSING: &str = "/bin/bash: line 1: go: command not found";

#[test]
fn missing_program_tells_which_launcher_ran() {
    let mut stage = Stage::new();
    for session in ["a", "b"] {
        stage.ill(session, "go test ./... 2>&1 | tail -5 && echo done", MISSING);
        stage.well(session, "which -a go; /usr/local/go/bin/go test ./...");
        stage.end(session);
    }
    let mut state = InjectionState::default();
    let told = stage.before("c", "cd . && go vet ./...", &mut state);
    let expect = "[tool] `go test ./...` failed here in 2 sessions (go: command not found); \
        `/usr/local/go/bin/go test ./...` ran instead, last on 2026-11-18";
    assert_eq!(told, [expect]);
    assert_eq!(stage.before("c", "/usr/local/go/bin/go vet ./...", &mut state), [""; 0]);
    let failed = format!("go build ./...\nexit 127: {MISSING}\n{MISSING}");
    assert_eq!(stage.told("c", InjectionTrigger::Failure(&failed), &mut state), [expect]);
    let otherwise = "go build ./...\nexit 1: main.go:3:1: syntax error";
    assert_eq!(stage.told("c", InjectionTrigger::Failure(otherwise), &mut state), [""; 0]);
    // Once it is there, nobody needs to be told.
    stage.well("d", "go test ./...");
    stage.end("d");
    assert_eq!(stage.before("e", "go vet ./...", &mut InjectionState::default()), [""; 0]);
}

#[test]
fn refused_option_tells_the_call_that_ran() {
    const SAID: &str = "npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve";
    let mut stage = Stage::new();
    stage.ill("a", "npm install", SAID);
    stage.well("a", "npm install --legacy-peer-deps");
    stage.end("a");
    let told = stage.before("b", "npm install", &mut InjectionState::default());
    assert!(told[0].contains("`npm install --legacy-peer-deps` ran instead"), "{told:?}");
    assert_eq!(stage.before("b", "npm install -D vite", &mut InjectionState::default()), [""; 0]);
}

#[test]
fn reason_of_several_subcommands_is_told_for_another() {
    const SAID: &str = "none of the remotes point to a known host. To tell gh about one, log in";
    let mut stage = Stage::new();
    stage.ill("a", "gh pr view 531", SAID);
    stage.well("a", "gh pr view 531 -R acme/shop");
    stage.end("a");
    let failed = format!("gh pr list\nexit 1: {SAID}\n{SAID}");
    // One session may have mended it otherwise.
    assert_eq!(
        stage.told("x", InjectionTrigger::Failure(&failed), &mut InjectionState::default()),
        [""; 0]
    );
    stage.ill("b", "gh issue view 7", SAID);
    stage.well("b", "GH_REPO=acme/shop gh issue view 7");
    stage.end("b");
    let told = stage.told("c", InjectionTrigger::Failure(&failed), &mut InjectionState::default());
    assert!(
        told[0].contains("failed here in 2 sessions") && told[0].contains("acme/shop"),
        "{told:?}"
    );
}

#[test]
fn changed_file_between_makes_no_workaround() {
    let mut stage = Stage::new();
    stage.ill("a", "npm run build", "Error: Cannot find module './pool'");
    let edit = palimp_core::event::FileEdit {
        path: "src/pool.ts".to_owned(),
        change: palimp_core::event::FileChange::Write("export {}".to_owned()),
    };
    let (name, output) = ("Write".to_owned(), String::new());
    let action = ToolAction::Edit(vec![edit]);
    let tool = ToolUse { name, id: None, action, outcome: ToolOutcome::Success, output };
    stage.send("a", EventKind::Tool(tool));
    stage.well("a", "npm run build --silent");
    stage.end("a");
    let failed = "npm run build\nexit 1: Error: Cannot find module './pool'";
    assert_eq!(
        stage.told("b", InjectionTrigger::Failure(failed), &mut InjectionState::default()),
        [""; 0]
    );
}

#[test]
fn first_ssh_names_places_of_earlier_sessions() {
    let mut stage = Stage::new();
    for session in ["a", "b", "c"] {
        stage.well(session, "ssh -p 2222 deploy@10.0.0.4 'uptime'");
        stage.end(session);
    }
    stage.well("c", "ssh root@10.0.0.9 reboot");
    stage.end("c");
    let mut state = InjectionState::default();
    let told = stage.before("d", "ssh root@10.0.0.9 uptime", &mut state);
    assert_eq!(told, ["[tool] ssh went here before: `ssh -p 2222 deploy@10.0.0.4` (3 sessions)"]);
    assert_eq!(stage.before("d", "ssh root@10.0.0.8 uptime", &mut state), [""; 0]);
}

#[test]
fn compound_lines_tell_the_general_command() {
    let mut stage = Stage::new();
    for session in ["a", "b", "c"] {
        let root = stage.root().to_string_lossy().into_owned();
        stage.well(session, &format!("cd {root} && gofmt -w x.go; go test ./... 2>&1 | head"));
        stage.well(session, "go test ./... -run TestPool -v");
        stage.well(session, "cd web && npm run build");
        stage.ill(session, "npm run e2e", "Error: browser is not there");
        stage.end(session);
    }
    let mut state = InjectionState::default();
    for (asked, told) in [
        ("how do we run the tests?", "[tool] `go test ./...`"),
        ("run it all", "[tool] `cd web && npm run build`"),
    ] {
        assert_eq!(stage.told("d", InjectionTrigger::Prompt(asked), &mut state), [told], "{asked}");
    }
}

#[test]
fn open_failure_names_the_part_that_failed() {
    let mut stage = Stage::new();
    for session in ["a", "b"] {
        stage.well(session, "go vet ./... && staticcheck ./...");
        stage.end(session);
    }
    let said = "staticcheck: can't load config: no such check `SA99`";
    stage.ill("b", "go vet ./... && staticcheck ./... 2>&1", said);
    stage.end("b");
    let start = InjectionTrigger::Start(StartSource::Startup);
    let told = stage.told("c", start, &mut InjectionState::default());
    assert_eq!(told, [format!("[tool] {said} ← `staticcheck ./...`")]);
}

#[test]
fn remark_names_a_command_that_works() {
    let mut stage = Stage::new();
    for session in ["a", "b"] {
        stage.well(session, "make check");
        stage.ill(session, "sed -n 1,9p src/gone.rs", "sed: can't read src/gone.rs: No such file");
        stage.end(session);
    }
    let mut state = InjectionState::default();
    stage.told("c", InjectionTrigger::Start(StartSource::Startup), &mut state);
    let session = stage.session.take().unwrap();
    let settings = stage.settings.clone();
    let mut memory = IndexSync::new(
        NoteStore::new(stage.home.clone(), "main", settings, None),
        Models::default(),
    );
    let here = palimp_core::project::ProjectIdentity {
        id: session.project_id,
        name: session.project,
        root: stage.root(),
    };
    let known = choose_remark(&mut memory, &stage.db(), &here).unwrap();
    let Some(Remark::Works { command, sessions, .. }) = known else { panic!("{known:?}") };
    assert_eq!((command.as_str(), sessions), ("make check", 2));
}

#[test]
fn derived_lines_stand_on_the_page_once() {
    let mut stage = Stage::new();
    for session in ["one", "two", "three"] {
        stage.well(session, "psql -h db.internal -p 5433 -U app -c 'select 1'");
        stage.ill(session, "npm test", "sh: npm: command not found");
        stage.well(session, "pnpm test");
        stage.end(session);
    }
    let reflect = |stage: &Stage| {
        let settings = stage.settings.clone();
        let memory = IndexSync::new(
            NoteStore::new(stage.home.clone(), "main", settings, None),
            Models::default(),
        );
        // Reflected upon a month later, for a line bears the day on which it was seen.
        let later = Timestamp::from_millisecond(stage.now + 30 * 24 * 3_600_000).unwrap();
        let now = later.to_zoned(jiff::tz::TimeZone::UTC);
        let options = ReflectOptions { since_days: None, dry_run: false, now, tokens_left: 0 };
        memory.notes.reflect(&options, &RuleDistiller, Some(&stage.db())).unwrap().derived.len()
    };
    assert_eq!(reflect(&stage), 3);
    let path = stage.home.vault_dir("main").join("projects/app.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<_> = page.lines().filter(|line| line.starts_with("- ")).collect();
    let begins = [
        "- In use here: `psql -h db.internal -p 5433 -U app` (2026-11-",
        "- `pnpm test` runs here (2026-11-",
        "- `npm test` fails here (npm: command not found); `pnpm test` runs instead (2026-11-",
    ];
    assert!(lines.iter().zip(begins).all(|(line, begin)| line.starts_with(begin)), "{page}");
    assert!(lines.iter().all(|line| line.contains("<!-- palimp: by=tool project=app ")), "{page}");
    // Another day changes nothing, and what its owner deletes does not come back.
    stage.now += 3 * 24 * 3_600_000;
    stage.well("four", "pnpm test");
    assert_eq!(reflect(&stage), 0);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), page);
    let left = page.replace(&format!("{}\n", lines[1]), "");
    std::fs::write(&path, &left).unwrap();
    assert_eq!(reflect(&stage), 0);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), left);
}
