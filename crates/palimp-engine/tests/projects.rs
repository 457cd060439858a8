//! Ways in which a project can move, and what it is taken for then.

mod one_key;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use palimp_core::activity::{
    Capture, CaptureEntry, MessageRole, NewMessage, NewObservation, SessionRef,
};
use palimp_core::home::HomePaths;
use palimp_core::observation::ObservationType;
use palimp_core::settings::Settings;
use palimp_core::{AgentClient, forget_query::ForgetQuery};
use palimp_engine::home::projects::{ProjectTable, record_place, table_damage};
use palimp_engine::identify_project;
use palimp_engine::notes::project_moves::ProjectKeeper;
use palimp_engine::retrieval::index_sync::Models;
use palimp_redact::Redactor;
use palimp_store::activity::{ActivityDb, BusyPolicy, Filter};

use one_key::OneKey;

struct Machine {
    dir: tempfile::TempDir,
    home: HomePaths,
}

impl Machine {
    fn new() -> Machine {
        let dir = tempfile::tempdir().unwrap();
        let home = HomePaths::new(dir.path().join("home"));
        fs::create_dir(home.root()).unwrap();
        Machine { dir, home }
    }

    fn path(&self, path: &str) -> PathBuf {
        fs::canonicalize(self.dir.path()).unwrap().join(path)
    }

    fn git(&self, at: &str, args: &[&str]) -> String {
        let output = Command::new("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always"])
            .args(args)
            .current_dir(self.path(at))
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .output()
            .unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Makes a repository with one commit, and a remote if one is named.
    fn repository(&self, at: &str, origin: Option<&str>) {
        fs::create_dir_all(self.path(at)).unwrap();
        self.git(at, &["init", "-q"]);
        // Two commits of the same second are one, if they say the same.
        let message = format!("first of {at} {:?}", std::time::Instant::now());
        self.git(at, &["commit", "-q", "--allow-empty", "-m", &message]);
        if let Some(origin) = origin {
            self.git(at, &["remote", "add", "origin", origin]);
        }
    }

    /// Returns the id that a session in a directory gets, and records the directory as a hook does.
    fn visit(&self, at: &str) -> String {
        let place = identify_project(&self.home, &self.path(at));
        record_place(&self.home, &place, Redactor::default).unwrap();
        let again = identify_project(&self.home, &self.path(at));
        assert_eq!(again.project.id, place.project.id, "{at}: recording changes nothing");
        place.project.id
    }

    fn db(&self) -> ActivityDb {
        ActivityDb::open(&self.home.activity_db(), BusyPolicy::Command).unwrap()
    }

    /// A session in a directory: a prompt, and an edit at the commit of the directory.
    fn session(&self, id: &str, at: &str) {
        let project_id = self.visit(at);
        self.captured(id, at, &project_id);
    }

    fn captured(&self, id: &str, at: &str, project_id: &str) {
        let place = identify_project(&self.home, &self.path(at));
        let message = NewMessage {
            role: MessageRole::User,
            content: format!("prompt of {id}"),
            trace: None,
            turn: None,
        };
        let edit = NewObservation {
            tool_name: "Edit".to_owned(),
            kind: ObservationType::FileEdit,
            file_path: Some("src/lib.rs".to_owned()),
            content: format!("edit of {id}"),
            tags: String::new(),
            importance: 2,
            commit_sha: palimp_engine::git_head(&place),
            call_id: None,
        };
        let session = SessionRef {
            id: id.to_owned(),
            client: AgentClient::Claude,
            agent: "main".to_owned(),
            project_id: project_id.to_owned(),
            project: place.project.name,
            working_dir: self.path(at).to_string_lossy().into_owned(),
        };
        let entries = vec![CaptureEntry::Message(message), CaptureEntry::Observation(edit)];
        let capture = Capture { session, at: 1_000, dedupe_ms: 0, entries };
        self.db().apply_capture(&capture).unwrap();
    }

    fn keep_up(&self) -> usize {
        let (db, settings) = (self.db(), Settings::default());
        self.keeper(&db, &settings).keep_up().unwrap().len()
    }

    fn keeper<'a>(&'a self, db: &'a ActivityDb, settings: &'a Settings) -> ProjectKeeper<'a> {
        ProjectKeeper { home: &self.home, settings, user: None, db, models: &Models::default }
    }

    fn sessions_of(&self, id: &str) -> Vec<String> {
        let filter = Filter { project_id: Some(id.to_owned()), ..Filter::default() };
        let sessions = self.db().sessions(&filter, 100).unwrap();
        let mut ids: Vec<String> = sessions.into_iter().map(|it| it.session_id).collect();
        ids.sort();
        ids
    }
}

fn rename(machine: &Machine, from: &str, to: &str) {
    fs::create_dir_all(machine.path(to).parent().unwrap()).unwrap();
    fs::rename(machine.path(from), machine.path(to)).unwrap();
}

fn copy(from: &Path, to: &Path) {
    assert!(Command::new("cp").arg("-r").args([from, to]).status().unwrap().success());
}

const ORIGIN: &str = "git@github.com:acme/app.git";

/// A way to move the repository `app`, and where it is then.
type Way = (&'static str, Option<&'static str>, fn(&Machine), &'static str);

const SAME_PROJECT: &[Way] = &[
    ("moved", None, |m| rename(m, "app", "work/app"), "work/app"),
    ("renamed", None, |m| rename(m, "app", "shop"), "shop"),
    ("parent renamed", None, |m| rename(m, "app", "new/parent/app"), "new/parent/app"),
    (
        "moved, then moved back",
        None,
        |m| {
            rename(m, "app", "x");
            m.visit("x");
            rename(m, "x", "app");
        },
        "app",
    ),
    (
        "moved, another repository at its old path",
        None,
        |m| {
            rename(m, "app", "old-app");
            m.repository("app", None);
        },
        "old-app",
    ),
    (
        "cloned again from its remote",
        Some(ORIGIN),
        |m| {
            m.git(".", &["clone", "-q", "app", "again"]);
            m.git("again", &["remote", "set-url", "origin", "https://github.com/acme/app"]);
        },
        "again",
    ),
    (
        "cloned again where it was",
        Some(ORIGIN),
        |m| {
            fs::remove_dir_all(m.path("app")).unwrap();
            m.repository("app", Some("https://user@github.com/acme/app.git"));
        },
        "app",
    ),
    (
        "shallow clone",
        Some(ORIGIN),
        |m| {
            m.git("app", &["commit", "-q", "--allow-empty", "-m", "second"]);
            let url = format!("file://{}", m.path("app").display());
            m.git(".", &["clone", "-q", "--depth", "1", &url, "shallow"]);
            m.git("shallow", &["remote", "set-url", "origin", ORIGIN]);
        },
        "shallow",
    ),
    (
        "clone of the directory",
        None,
        |m| {
            m.git(".", &["clone", "-q", "./app", "clone"]);
        },
        "clone",
    ),
    ("copied with its remote", Some(ORIGIN), |m| copy(&m.path("app"), &m.path("copy")), "copy"),
    ("copied without a remote", None, |m| copy(&m.path("app"), &m.path("copy")), "copy"),
    (
        "work tree",
        None,
        |m| {
            m.git("app", &["worktree", "add", "-q", "-b", "w", "../tree"]);
        },
        "tree",
    ),
    (
        "work tree of a moved repository",
        None,
        |m| {
            m.git("app", &["worktree", "add", "-q", "-b", "w", "../tree"]);
            rename(m, "app", "app2");
            m.git("app2", &["worktree", "repair", "../tree"]);
        },
        "tree",
    ),
    (
        "mounted elsewhere, as in a devcontainer",
        Some(ORIGIN),
        |m| {
            fs::create_dir(m.path("workspaces")).unwrap();
            copy(&m.path("app"), &m.path("workspaces/app"));
            rename(m, "app", "host-only");
        },
        "workspaces/app",
    ),
    (
        "remote changed in place",
        Some(ORIGIN),
        |m| {
            m.git("app", &["remote", "set-url", "origin", "git@github.com:new-org/app.git"]);
        },
        "app",
    ),
    (
        "remote changed, then moved",
        Some(ORIGIN),
        |m| {
            m.git("app", &["remote", "set-url", "origin", "git@github.com:new-org/app.git"]);
            rename(m, "app", "moved");
        },
        "moved",
    ),
    (
        "history begun anew in place",
        None,
        |m| {
            fs::remove_dir_all(m.path("app/.git")).unwrap();
            m.git("app", &["init", "-q"]);
        },
        "app",
    ),
    ("subdirectory", None, |m| fs::create_dir_all(m.path("app/src/deep")).unwrap(), "app/src/deep"),
];

const OTHER_PROJECT: &[Way] = &[
    (
        "fork with its own origin",
        Some(ORIGIN),
        |m| {
            copy(&m.path("app"), &m.path("fork"));
            m.git("fork", &["remote", "set-url", "origin", "git@github.com:me/app.git"]);
            m.git("fork", &["remote", "add", "upstream", ORIGIN]);
        },
        "fork",
    ),
    (
        "another repository at its path, it beside",
        None,
        |m| {
            rename(m, "app", "app-old");
            m.repository("app", None);
        },
        "app",
    ),
    (
        "another repository at its path, it gone",
        Some(ORIGIN),
        |m| {
            fs::remove_dir_all(m.path("app")).unwrap();
            m.repository("app", Some("git@github.com:acme/other.git"));
        },
        "app",
    ),
    (
        "another repository with the name",
        None,
        |m| m.repository("elsewhere/app", None),
        "elsewhere/app",
    ),
    (
        "copy without its remote",
        Some(ORIGIN),
        |m| {
            copy(&m.path("app"), &m.path("template"));
            m.git("template", &["remote", "remove", "origin"]);
        },
        "template",
    ),
    (
        "submodule",
        None,
        |m| {
            m.repository("lib", None);
            let lib = m.path("lib").display().to_string();
            m.git("app", &["submodule", "--quiet", "add", &lib, "inner"]);
            fs::remove_dir_all(m.path("lib")).unwrap();
        },
        "app/inner",
    ),
];

#[test]
fn repository_is_recognised_wherever_it_goes() {
    for (ways, is_same) in [(SAME_PROJECT, true), (OTHER_PROJECT, false)] {
        for (name, origin, way, at) in ways {
            let machine = Machine::new();
            machine.repository("app", *origin);
            machine.session("before", "app");
            machine.keep_up();
            let before = machine.visit("app");
            way(&machine);
            let after = machine.visit(at);
            assert_eq!(before == after, is_same, "{name}: {before} {after}");
            machine.session("after", at);
            machine.keep_up();
            assert_eq!(machine.visit(at), after, "{name}: and stays so");
            let expect: &[&str] = if is_same { &["after", "before"] } else { &["before"] };
            assert_eq!(machine.sessions_of(&before), expect, "{name}");
            assert_eq!(machine.keep_up(), 0, "{name}: nothing is left to be moved");
        }
    }
}

#[test]
fn directory_without_git_is_recognised_after_a_rename() {
    let machine = Machine::new();
    fs::create_dir(machine.path("notes")).unwrap();
    let before = machine.visit("notes");
    rename(&machine, "notes", "papers");
    assert_eq!(machine.visit("papers"), before);
    fs::create_dir(machine.path("notes")).unwrap();
    assert_ne!(machine.visit("notes"), before, "a new directory at the old path");
    machine.git("papers", &["init", "-q"]);
    assert_eq!(machine.visit("papers"), before, "it is put under git");
    fs::remove_dir(machine.path("notes")).unwrap();
    fs::create_dir(machine.path("other")).unwrap();
    assert_ne!(machine.visit("other"), before, "an inode that is used again");
}

#[test]
fn old_home_is_joined_by_remote_and_by_commits() {
    let machine = Machine::new();
    // Sessions of an earlier version: each path is a project.
    machine.repository("app", Some(ORIGIN));
    machine.git(".", &["clone", "-q", "app", "clone"]);
    machine.git("clone", &["remote", "set-url", "origin", ORIGIN]);
    copy(&machine.path("app"), &machine.path("gone"));
    let path_id = |at: &str| palimp_core::project::ProjectIdentity::from_root(machine.path(at)).id;
    for at in ["app", "clone", "gone"] {
        machine.captured(&format!("in-{at}"), at, &path_id(at));
    }
    machine.repository("strange", None);
    machine.captured("in-strange", "strange", &path_id("strange"));
    fs::remove_dir_all(machine.path("strange")).unwrap();
    fs::remove_dir_all(machine.path("gone")).unwrap();
    assert_eq!(machine.keep_up(), 2);
    let id = machine.visit("app");
    assert_eq!(machine.visit("clone"), id);
    assert_eq!(machine.sessions_of(&id), ["in-app", "in-clone", "in-gone"]);
    assert_eq!(machine.sessions_of(&path_id("strange")), ["in-strange"], "nobody's but its own");
    assert_eq!(machine.keep_up(), 0);
}

/// A machine with a project in two directories, `app` and `next`, with a session each: `one` and `two`.
fn two_clones() -> (Machine, String) {
    let machine = Machine::new();
    machine.repository("app", Some(ORIGIN));
    copy(&machine.path("app"), &machine.path("next"));
    machine.session("one", "app");
    machine.session("two", "next");
    machine.keep_up();
    let id = machine.visit("app");
    (machine, id)
}

#[test]
fn split_and_join_move_sessions_and_notes() {
    let (machine, id) = two_clones();
    let vault = machine.home.vault_dir("main");
    fs::create_dir_all(vault.join("projects")).unwrap();
    fs::create_dir_all(vault.join("shared")).unwrap();
    let line = |session: &str| {
        format!(
            "- fact of {session} <!-- palimp: by=agent session={session} project=app project-id={id} -->\n"
        )
    };
    fs::write(vault.join("shared/decisions.md"), line("one") + &line("two") + "- mine\n").unwrap();
    let (db, settings) = (machine.db(), Settings::default());
    let keeper = machine.keeper(&db, &settings);

    let record = ProjectTable::load(&machine.home).named("app").unwrap();
    let next = machine.path("next").to_string_lossy().into_owned();
    let (split, sessions) = keeper.split(&record, &next).unwrap();
    assert_eq!((split.name.as_str(), sessions), ("next", 1));
    assert_eq!(machine.visit("next"), split.id);
    assert_eq!(machine.visit("app"), id);
    assert_eq!(machine.sessions_of(&split.id), ["two"]);
    let note = fs::read_to_string(vault.join("shared/decisions.md")).unwrap();
    assert!(note.contains(&format!("session=two project=next project-id={}", split.id)), "{note}");
    assert!(note.contains(&line("one")) && note.ends_with("- mine\n"), "{note}");
    machine.keep_up();
    assert_eq!(machine.visit("next"), split.id, "it is not joined again by itself");

    let heading = |name: &str, id: &str, item: &str| {
        format!(
            "# {name}\n\n## Rules\n<!-- palimp: by=agent project={name} project-id={id} -->\n\n- {item}\n"
        )
    };
    fs::write(vault.join("projects/app.md"), heading("app", &id, "use pnpm")).unwrap();
    fs::write(vault.join("projects/next.md"), heading("next", &split.id, "run make")).unwrap();
    keeper.join(&id, &split.id).unwrap();
    assert_eq!(machine.visit("next"), id);
    assert_eq!(machine.sessions_of(&id), ["one", "two"]);
    let page = fs::read_to_string(vault.join("projects/app.md")).unwrap();
    assert!(page.contains("- use pnpm\n- run make\n"), "{page}");
    assert!(!vault.join("projects/next.md").exists());

    let record = ProjectTable::load(&machine.home).named("app").unwrap();
    keeper.rename(&record, "shop").unwrap();
    let page = fs::read_to_string(vault.join("projects/shop.md")).unwrap();
    assert!(
        page.starts_with("# shop\n") && page.contains(&format!("project=shop project-id={id}"))
    );
    assert!(!vault.join("projects/app.md").exists());
    let place = identify_project(&machine.home, &machine.path("app"));
    assert_eq!((place.project.id, place.project.name.as_str()), (id, "shop"));
    let table = ProjectTable::load(&machine.home);
    assert_eq!(table.current_name("next"), "shop", "by a directory");
}

/// An entry of an episode with a fact of the user's, as the worker behind a session writes it.
fn flushed(session: &str, minute: &str, fact: &str, id: &str) -> String {
    let of = format!("project=app project-id={id}");
    format!(
        "## 14:{minute} — Memory Flush #1\n<!-- palimp:flush {session} 1-2 -->\n<!-- palimp: by=agent client=claude session={session} {of} \
         at=2026-11-20T14:{minute}:00+00:00 -->\n\n- [topic]: {fact} <!-- palimp: by=user {of} -->\n\n"
    )
}

/// A line of the project's page that came from such an entry.
fn reflected(minute: &str, fact: &str, (name, id): (&str, &str)) -> String {
    let link = format!("([2026-11-20 14:{minute}](../episodes/live/2026-11-20.md))");
    format!("- {fact} {link} <!-- palimp: by=user project={name} project-id={id} -->\n")
}

#[test]
fn split_moves_what_was_reflected_from_moved_sessions() {
    let (machine, id) = two_clones();
    let vault = machine.home.vault_dir("main");
    for dir in ["projects", "episodes/live"] {
        fs::create_dir_all(vault.join(dir)).unwrap();
    }
    // Both sessions said one thing, and each one of its own.
    let said = [
        ("one", "01", "use pnpm"),
        ("one", "02", "run make"),
        ("two", "03", "run make"),
        ("two", "04", "use cargo"),
    ];
    let entries = said.map(|(session, minute, fact)| flushed(session, minute, fact, &id)).concat();
    let daily = vault.join("episodes/live/2026-11-20.md");
    fs::write(&daily, format!("# 2026-11-20\n\n{entries}")).unwrap();
    let head = format!(
        "# app\n\n- written by hand\n\n## Rules\n<!-- palimp: by=agent project=app project-id={id} -->\n\n"
    );
    let lines = said.map(|(_, minute, fact)| reflected(minute, fact, ("app", &id)));
    fs::write(vault.join("projects/app.md"), head.clone() + &lines.concat()).unwrap();
    let (db, settings) = (machine.db(), Settings::default());
    let keeper = machine.keeper(&db, &settings);

    let record = ProjectTable::load(&machine.home).named("app").unwrap();
    let next = machine.path("next").to_string_lossy().into_owned();
    let (split, _) = keeper.split(&record, &next).unwrap();
    let read = |path: &str| fs::read_to_string(vault.join(path)).unwrap();
    assert_eq!(read("projects/app.md"), head + &lines[..2].concat());
    let own = |at: usize| reflected(said[at].1, said[at].2, ("next", &split.id));
    let page = read("projects/next.md");
    assert!(page.ends_with(&format!("\n\n{}{}", own(2), own(3))), "{page}");
    let moved = flushed("two", "04", "use cargo", &split.id).replace("=app", "=next");
    assert!(read("episodes/live/2026-11-20.md").contains(&moved));
    assert_eq!(read("episodes/live/2026-11-20.md").matches(&id).count(), 4);
}

#[test]
fn forgotten_path_leaves_the_table_and_keeps_the_project() {
    let machine = Machine::new();
    machine.repository("walrus", None);
    let before = machine.visit("walrus");
    let (db, settings) = (machine.db(), Settings::default());
    let mut memory = palimp_engine::retrieval::index_sync::IndexSync::new(
        palimp_engine::home::note_store::NoteStore::new(
            machine.home.clone(),
            "main",
            settings,
            None,
        ),
        Models::default(),
    );
    let mut db = db;
    let context =
        palimp_engine::erasure::forget::ForgetContext { db: &mut db, ring: &OneKey, now: 1 };
    memory.forget("walrus", context).unwrap();
    let table = fs::read_to_string(machine.home.root().join("projects.jsonl")).unwrap();
    assert!(!table.contains("walrus"), "{table}");
    assert!(ForgetQuery::new("walrus").is_in("a walrus"));
    rename(&machine, "walrus", "seal");
    assert_eq!(machine.visit("seal"), before);
}

#[test]
fn damaged_table_is_left_alone() {
    let machine = Machine::new();
    machine.repository("app", None);
    let before = machine.visit("app");
    let path = machine.home.root().join("projects.jsonl");
    let damaged = fs::read_to_string(&path).unwrap() + "{\"id\": 7";
    fs::write(&path, &damaged).unwrap();
    machine.repository("other", None);
    machine.visit("other");
    assert_eq!(machine.visit("app"), before);
    assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
    assert!(table_damage(&machine.home).is_some());
}

#[test]
fn secret_in_a_path_or_remote_stays_out_of_the_table() {
    let machine = Machine::new();
    let token = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    machine.repository("app", Some(&format!("https://x:{token}@github.com/acme/app.git")));
    machine.repository(token, None);
    machine.visit("app");
    machine.visit(token);
    machine.keep_up();
    let table = fs::read_to_string(machine.home.root().join("projects.jsonl")).unwrap();
    assert!(table.contains("\"github.com/acme/app\"") && !table.contains(token), "{table}");
}
