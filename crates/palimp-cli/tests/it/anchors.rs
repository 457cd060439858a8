//! Facts that speak of code: whether the code still says so.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use palimp_testing::Machine;
use palimp_testing::browser::TestBrowser as Dashboard;
use serde_json::{Value, json};

use crate::machine;
use crate::mcp::Agent;

const CODE: &str = "\
use std::time::Duration;

const SESSION_TTL: Duration = Duration::from_secs(900);
const RETRIES: usize = 3;

impl Sessions {
    pub fn refresh(&mut self, token: &str) -> Result<Session, Error> {
        let session = self.find(token).ok_or(Error::Unknown)?;
        if session.age() > SESSION_TTL {
            return Err(Error::Expired(session.id));
        }
        self.rotate(session)
    }
}
";
const FACT: &str = "A session lives for SESSION_TTL, which is 900 seconds.";

fn git(directory: &Path, args: &[&str]) {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=T", "-c", "user.email=t@example.org"]).args(args);
    let run = command.current_dir(directory).env("HOME", directory).output().unwrap();
    assert!(run.status.success(), "{run:?}");
}

/// A machine whose project is a checkout with `src/sessions.rs`.
fn checkout() -> Machine {
    let machine = machine();
    write(&machine, "src/sessions.rs", CODE);
    git(&machine.project(), &["init", "-q"]);
    git(&machine.project(), &["add", "."]);
    git(&machine.project(), &["commit", "-qm", "one"]);
    machine
}

fn write(machine: &Machine, path: &str, text: &str) {
    let path = machine.project().join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn save(machine: &Machine) {
    machine.run_ok(["save", "--kind", "decision", "--at", "src/sessions.rs", FACT]);
}

fn decisions(machine: &Machine) -> String {
    fs::read_to_string(machine.home().join("vault/projects/app.md")).unwrap()
}

fn shared_decisions(machine: &Machine) -> String {
    fs::read_to_string(machine.home().join("vault/shared/decisions.md")).unwrap()
}

/// The one fact that speaks of code, as a command in `directory` sees it.
fn fact_in(machine: &Machine, directory: &Path) -> Value {
    let run =
        machine.command(["anchors", "--all", "--json"]).current_dir(directory).output().unwrap();
    let told: Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(told["facts"].as_array().unwrap().len(), 1, "{told}");
    told["facts"][0].clone()
}

fn fact(machine: &Machine) -> Value {
    fact_in(machine, &machine.project())
}

fn prompt(machine: &Machine, session: &str) -> String {
    let fields = json!({ "prompt": "how long is SESSION_TTL of a session?", "prompt_id": session });
    machine.hook("claude", &machine.claude_payload("UserPromptSubmit", session, fields))
}

#[test]
fn a_fact_says_what_became_of_its_code_wherever_it_is_shown() {
    let machine = checkout();
    save(&machine);
    let note = decisions(&machine);
    assert!(note.contains("<!-- palimp:at src/sessions.rs:3 s="), "{note}");
    // On a machine that is busy, what waits at most 2 ms may have to look again.
    let found = (0..50)
        .map(|_| machine.run_json(&["search", "SESSION_TTL", "--source", "notes"]))
        .find(|found| found["hits"][0]["anchors"][0]["state"] != "unknown")
        .unwrap();
    assert_eq!(found["hits"][0]["anchors"][0]["state"], "fresh", "{found}");
    assert!(!found.to_string().contains("palimp:at"), "{found}");
    assert_eq!(found["hits"][0]["parts"]["code"], Value::Null);
    let told = prompt(&machine, "a");
    assert!(told.contains("900") && !told.contains("changed since"), "{told}");

    write(&machine, "src/sessions.rs", &format!("//! Sessions.\n\n{CODE}"));
    assert_eq!(fact(&machine)["anchors"][0]["now"], "src/sessions.rs:5");
    assert!(machine.run_ok(["search", "SESSION_TTL"]).contains("(now at src/sessions.rs:5)"));

    write(&machine, "src/sessions.rs", &CODE.replace("900", "60"));
    let label = "(the code changed since: 60 %)";
    assert!(machine.run_ok(["search", "SESSION_TTL"]).contains(label));
    let found = machine.run_json(&["search", "SESSION_TTL", "--source", "notes"]);
    let lost = found["hits"][0]["parts"]["code"].as_f64().unwrap();
    let share = lost / (found["hits"][0]["score"].as_f64().unwrap() - lost);
    assert!((share + 0.15 * 0.6).abs() < 0.001, "{share}");
    assert!(prompt(&machine, "b").contains(label));
    let (said, _) =
        Agent::on(&machine, &[]).call("memory_search", json!({ "query": "SESSION_TTL" }));
    assert!(said.contains(label), "{said}");

    write(&machine, "src/sessions.rs", "fn main() {}\n");
    assert!(machine.run_ok(["search", "SESSION_TTL"]).contains("(the code it speaks of is gone)"));
    assert!(!prompt(&machine, "c").contains("SESSION_TTL, which"), "what is gone is not told");
    assert_eq!(decisions(&machine), note, "reading changes no note");
}

#[test]
fn reading_alone_keeps_nothing_and_a_hook_neither() {
    let machine = checkout();
    save(&machine);
    let kept = || {
        let files = fs::read_dir(machine.home().join("cache")).into_iter().flatten().flatten();
        files.filter(|it| it.file_name().to_string_lossy().starts_with("anchors-")).count()
    };
    let old = fs::File::open(machine.project().join("src/sessions.rs")).unwrap();
    old.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    assert!(prompt(&machine, "a").contains("900"));
    assert_eq!(kept(), 0, "a hook reads what is known and writes nothing");
    machine.run_ok(["search", "SESSION_TTL"]);
    assert_eq!(kept(), 1);
    assert_eq!(fact(&machine)["state"], "fresh");
    // What is known of the file is asked before the file is.
    write(&machine, "src/sessions.rs", &CODE.replace("900", "60"));
    assert_eq!(fact(&machine)["state"], "drifted");
}

#[test]
fn another_checkout_tells_nothing_and_a_work_tree_tells_of_itself() {
    let machine = checkout();
    save(&machine);
    let (clone, tree) = (machine.root().join("clone/app"), machine.root().join("tree"));
    let (from, to) = (machine.project(), clone.to_str().unwrap().to_owned());
    git(&from, &["clone", "-q", from.to_str().unwrap(), &to]);
    git(&from, &["worktree", "add", "-q", tree.to_str().unwrap()]);
    for same in [&clone, &tree] {
        let path = same.join("src/sessions.rs");
        fs::write(path, CODE.replace("900", "60")).unwrap();
    }
    assert_eq!(fact_in(&machine, &clone)["state"], "unknown");
    assert_eq!(fact_in(&machine, &tree)["state"], "drifted");
    assert_eq!(fact(&machine)["state"], "fresh", "verdicts belong to a working tree");
    let search = machine.command(["search", "SESSION_TTL"]).current_dir(&clone).output().unwrap();
    let said = String::from_utf8(search.stdout).unwrap();
    assert!(said.contains("900") && !said.contains("changed since"), "{said}");
}

#[test]
fn a_file_with_another_name_is_found_as_far_as_git_knows_it() {
    let machine = checkout();
    save(&machine);
    git(&machine.project(), &["mv", "src/sessions.rs", "src/session_store.rs"]);
    let moved = fact(&machine);
    assert_eq!(moved["state"], "moved", "{moved}");
    assert_eq!(moved["anchors"][0]["now"], "src/session_store.rs:3");
    git(&machine.project(), &["rm", "-qf", "src/session_store.rs"]);
    assert_eq!(fact(&machine)["state"], "gone");
}

#[test]
fn stale_facts_are_listed_and_decided() {
    let machine = checkout();
    save(&machine);
    assert!(machine.run_ok(["anchors"]).is_empty());
    write(&machine, "src/sessions.rs", &CODE.replace("900", "60"));
    let listed = machine.run_ok(["anchors"]);
    assert!(
        listed.starts_with("app\n") && listed.contains("src/sessions.rs:3: drifted 60 %"),
        "{listed}"
    );
    assert!(machine.run_ok(["review"]).contains("drifted 60 %"));
    let stale = machine.run_json(&["review"])["stale"].clone();
    let id = stale[0]["id"].as_str().unwrap().to_owned();

    machine.run_ok(["review", "confirm", &id]);
    assert_eq!(fact(&machine)["state"], "fresh");
    assert!(decisions(&machine).contains(FACT), "{}", decisions(&machine));

    let new = "A session lives for SESSION_TTL, which is 60 seconds.";
    machine.run_ok(["review", "supersede", &id, new]);
    let note = decisions(&machine);
    assert!(note.contains(&format!("~~{FACT}~~ (superseded ")), "{note}");
    let now = fact(&machine);
    assert_eq!((now["text"].as_str(), now["state"].as_str()), (Some(new), Some("fresh")));

    write(&machine, "src/sessions.rs", "fn main() {}\n");
    let id = now["id"].as_str().unwrap();
    let refused = machine.run(["review", "confirm", id]);
    let why = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success() && why.contains("retire it"), "{why}");
    machine.run_ok(["review", "retire", id]);
    assert!(!decisions(&machine).contains("60 seconds"), "{}", decisions(&machine));
    let archive = fs::read_to_string(machine.home().join("vault/archive/stale.md")).unwrap();
    assert!(archive.contains(new), "{archive}");
    assert_eq!(machine.run_json(&["anchors", "--all"])["facts"], json!([]));
}

#[test]
fn a_place_that_was_named_before_there_were_anchors_is_unknown_until_confirmed() {
    let machine = checkout();
    let note = machine.home().join("vault/projects/app.md");
    fs::create_dir_all(note.parent().unwrap()).unwrap();
    let by = "<!-- palimp: by=agent project=app places=src/sessions.rs:3-4 -->";
    fs::write(&note, format!("# Decisions\n\n- {FACT} {by}\n")).unwrap();
    let old = fact(&machine);
    assert_eq!(old["state"], "unknown", "{old}");
    machine.run_ok(["review", "confirm", old["id"].as_str().unwrap()]);
    assert_eq!(fact(&machine)["state"], "fresh");
    let text = fs::read_to_string(&note).unwrap();
    assert!(text.contains("project=app --> <!-- palimp:at src/sessions.rs:3 s="), "{text}");
    assert!(!text.contains("places="), "{text}");
}

#[test]
fn an_agents_places_become_anchors_where_they_are_there() {
    let machine = checkout();
    let mut agent = Agent::on(&machine, &[]);
    let at = ["src/sessions.rs:7-13", "src/none.rs:3", "../app/src/sessions.rs"];
    let save = json!({ "text": "`refresh` rotates the session.", "kind": "decision", "at": at });
    assert!(agent.call("memory_save", save).1);
    let note = shared_decisions(&machine);
    assert!(note.contains("<!-- palimp:at src/sessions.rs:7-12 fn=refresh s="), "{note}");
    assert!(note.contains("places=src/none.rs:3|../app/src/sessions.rs"), "{note}");
    let named = json!({ "text": "SESSION_TTL stands in src/sessions.rs.", "kind": "decision" });
    agent.call("memory_save", named);
    assert_eq!(
        shared_decisions(&machine).matches("<!-- palimp:at ").count(),
        2,
        "the fact names it itself"
    );
}

#[test]
fn a_flush_anchors_facts_in_what_the_session_changed() {
    let machine = checkout();
    let say = |event: &str, fields: Value| {
        machine.hook("claude", &machine.claude_payload(event, "s", fields))
    };
    say(
        "UserPromptSubmit",
        json!({ "prompt": "We decided that SESSION_TTL is 900 seconds from now on, because tokens leaked.", "prompt_id": "1" }),
    );
    let file = machine.project().join("src/sessions.rs");
    say(
        "PostToolUse",
        json!({
            "tool_name": "Edit", "tool_use_id": "t",
            "tool_input": { "file_path": file, "old_string": "a", "new_string": "b" },
            "tool_response": { "filePath": file },
        }),
    );
    say(
        "Stop",
        json!({ "last_assistant_message": "Done: SESSION_TTL is 900 seconds.", "prompt_id": "1" }),
    );
    machine.run_ok(["flush", "--json"]);
    let episodes: Vec<_> =
        fs::read_dir(machine.home().join("vault/episodes/live")).unwrap().flatten().collect();
    let text = fs::read_to_string(episodes[0].path()).unwrap();
    assert!(text.contains("<!-- palimp:at src/sessions.rs:3 s="), "{text}");
    machine.run_ok(["reflect"]);
    let mut notes = machine.files_with("--> <!-- palimp:at src/sessions.rs:3 s=");
    notes.retain(|note| !note.starts_with(machine.home().join("vault/episodes")));
    let [note] = &notes[..] else { panic!("{:?}", machine.files_with("palimp:at")) };
    assert!(note.starts_with(machine.home().join("vault/projects")), "{note:?}");
    write(&machine, "src/sessions.rs", &CODE.replace("900", "60"));
    let listed = machine.run_ok(["anchors"]);
    assert_eq!(listed.matches("drifted 60 %").count(), 2, "{listed}");
}

#[test]
fn nothing_outside_of_the_project_is_looked_at() {
    let machine = checkout();
    let outside = machine.root().join("secret.rs");
    fs::write(&outside, CODE).unwrap();
    symlink(&outside, machine.project().join("link.rs")).unwrap();
    symlink(machine.root(), machine.project().join("up")).unwrap();
    fs::write(machine.project().join("huge.rs"), "let x = 1;\n".repeat(30_000)).unwrap();
    fs::write(machine.project().join("binary.rs"), b"SESSION_TTL\0\x01").unwrap();
    let fifo = machine.project().join("pipe.rs");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let absolute = outside.to_str().unwrap();
    for place in [
        "../secret.rs", absolute, "link.rs", "up/secret.rs", "huge.rs", "pipe.rs", "binary.rs",
        "/dev/zero", "src", "src/none.rs:3",
    ] {
        let refused = machine.run(["save", "--at", place, FACT]);
        assert!(!refused.status.success(), "{place}");
        let why = String::from_utf8(refused.stderr).unwrap();
        assert!(why.contains(place), "{why}");
    }
    // Nor what a note says that somebody else wrote.
    let note = machine.home().join("vault/projects/app.md");
    fs::create_dir_all(note.parent().unwrap()).unwrap();
    for place in ["link.rs", "up/secret.rs", "huge.rs", "pipe.rs", "../secret.rs", "src", "up/none"]
    {
        let by = "<!-- palimp: by=agent project=app -->";
        let at = format!("<!-- palimp:at {place}:3 s=0123456789abcdef -->");
        fs::write(&note, format!("# Decisions\n\n- {FACT} {by} {at}\n")).unwrap();
        let told = machine.run_json(&["anchors", "--all"]);
        let states: Vec<_> =
            told["facts"].as_array().unwrap().iter().map(|it| &it["state"]).collect();
        assert!(
            states.iter().all(|state| **state == "unknown" || place == "up/none"),
            "{place}: {told}"
        );
    }
}

#[test]
fn a_secret_leaves_nothing_in_a_sketch() {
    let machine = checkout();
    let secret = format!("ghp_{}", "a1B2".repeat(9));
    let with = |secret: &str| {
        CODE.replace("const RETRIES: usize = 3;", &format!("const TOKEN: &str = \"{secret}\";"))
    };
    write(&machine, "src/sessions.rs", &with(&secret));
    let fact = "TOKEN is what RETRIES was, and SESSION_TTL stays 900.";
    machine.run_ok(["save", "--kind", "decision", "--at", "src/sessions.rs:1-6", fact]);
    write(&machine, "src/sessions.rs", &with("another"));
    let told = machine.run_json(&["anchors", "--all"]);
    assert_eq!(told["facts"][0]["state"], "fresh", "{told}");
}

#[test]
fn the_dashboard_shows_at_a_note_what_became_of_its_code() {
    let machine = checkout();
    save(&machine);
    write(&machine, "src/sessions.rs", &CODE.replace("900", "60"));
    let shown = |words: &str, lang: &str| {
        let dashboard = Dashboard::for_machine(&machine, &[]);
        let page = dashboard.page(&format!("notes/projects/app.md?lang={lang}"));
        let place = page.split_once("<code>src/sessions.rs:3</code>").expect("the place").1;
        let said = place.split_once("</li>").unwrap().0;
        assert!(said.contains(words), "{words}: {said}");
    };
    shown("unknown from here", "en");
    // Where its project is, sessions tell.
    machine.hook_bash("s", "cargo test", "ok");
    shown("code changed: 60 %", "en");
    shown("코드 변경: 60%", "ko");
}

/// A dashboard of a machine whose one fact speaks of code that says something else by now, and the
/// fact's id.
fn stale() -> (Machine, Dashboard, String) {
    let machine = checkout();
    save(&machine);
    machine.hook_bash("s", "cargo test", "ok");
    write(&machine, "src/sessions.rs", &CODE.replace("900", "60"));
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let page = dashboard.page("review");
    assert!(page.contains("Facts whose code has changed") && page.contains(FACT), "{page}");
    assert!(page.contains("code changed: 60 %"), "{page}");
    assert!(dashboard.page("project").contains("code changed: 60 %"));
    let id = page.split_once("id=\"fact-").unwrap().1.split('"').next().unwrap().to_owned();
    (machine, dashboard, id)
}

/// Sends what is decided, and answers with the page that it leads to.
fn decided(dashboard: &Dashboard, id: &str, form: &str) -> String {
    let form = format!("{}&id={id}&{form}", dashboard.form_token());
    let reply = dashboard.post("review/code", &form);
    assert_eq!(reply.status, 303, "{}", reply.body);
    dashboard.page(reply.header("location").unwrap().strip_prefix(&dashboard.base).unwrap())
}

#[test]
fn a_fact_whose_code_has_changed_is_confirmed_in_a_browser() {
    let (machine, dashboard, id) = stale();
    let page = decided(&dashboard, &id, "do=confirm&back=projects/app.md");
    assert!(page.contains("Still true: the anchors") && page.contains(">unchanged<"), "{page}");
    assert!(!page.contains("value=\"confirm\"") && page.contains("value=\"retire\""), "{page}");
    assert!(dashboard.page("review").contains("No proposals to review."));
    assert!(!machine.run_ok(["anchors"]).contains(FACT));
}

#[test]
fn a_fact_whose_code_has_changed_is_superseded_in_a_browser() {
    let (machine, dashboard, id) = stale();
    let empty = format!("{}&id={id}&do=supersede&words=", dashboard.form_token());
    assert_eq!(dashboard.post("review/code", &empty).status, 404);
    let words = "A+session+lives+for+60+seconds%3B+password%3A+hunter2-Zq8xV4";
    let page = decided(&dashboard, &id, &format!("do=supersede&words={words}"));
    assert!(
        page.contains("The old line is struck through") && page.contains("No proposals to review"),
        "{page}"
    );
    let note = decisions(&machine);
    assert!(note.contains(&format!("~~{FACT}~~")) && note.contains("for 60 seconds"), "{note}");
    assert!(!note.contains("hunter2"), "{note}");
}

#[test]
fn a_fact_whose_code_has_changed_is_retired_in_a_browser() {
    let (machine, dashboard, id) = stale();
    let page = decided(&dashboard, &id, "do=retire&back=projects/app.md");
    assert!(page.contains("Moved to archive/stale.md."), "{page}");
    assert!(!decisions(&machine).contains(FACT));
    assert!(machine.run_ok(["read", "archive/stale.md"]).contains(FACT));
    let again = format!("{}&id={id}&do=retire", dashboard.form_token());
    assert_eq!(dashboard.post("review/code", &again).status, 409);
}

#[test]
fn a_session_is_told_of_the_code_behind_a_line_that_is_always_told() {
    let machine = checkout();
    save(&machine);
    let note = decisions(&machine);
    let line = note.lines().find(|line| line.contains(FACT)).unwrap();
    fs::write(machine.home().join("vault/MEMORY.md"), format!("# Memory\n\n{line}\n")).unwrap();
    let told = |session: &str| {
        let payload =
            machine.claude_payload("SessionStart", session, json!({ "source": "startup" }));
        machine.hook("claude", &payload)
    };
    let fresh = told("s1");
    assert!(fresh.contains(FACT) && !fresh.contains("the code changed since"), "{fresh}");
    write(&machine, "src/sessions.rs", &CODE.replace("900", "60"));
    let drifted = told("s2");
    assert!(drifted.contains(&format!("{FACT} (the code changed since: 60 %)")), "{drifted}");
    // It is hers: what is gone is still told, and said to be.
    write(&machine, "src/sessions.rs", "fn other() {}\n");
    assert!(told("s3").contains(&format!("{FACT} (the code it speaks of is gone)")));
}
