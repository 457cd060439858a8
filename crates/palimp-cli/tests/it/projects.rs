//! A project keeps its memory when it is moved, and `palimp project` says and changes what is one.

use std::fs;
use std::path::{Path, PathBuf};

use palimp_testing::Machine;
use serde_json::{Value, json};

use crate::inject::{given, section};
use crate::machine;
use crate::related::{EMOJI, talked_in};
use crate::teams::git;

/// A session of Claude Code in a directory: a prompt and an edit.
fn session(machine: &Machine, id: &str, directory: &Path, word: &str) -> String {
    let send = |event: &str, mut fields: Value| {
        fields["cwd"] = json!(directory);
        machine.hook("claude", &machine.claude_payload(event, id, fields))
    };
    let started = send("SessionStart", json!({"source": "startup"}));
    send(
        "UserPromptSubmit",
        json!({"prompt": format!("from now on run the {word} check before each {word} release")}),
    );
    send(
        "PostToolUse",
        json!({
            "tool_name": "Edit",
            "tool_input": {"file_path": directory.join(format!("src/{word}.rs")), "old_string": "a", "new_string": word},
            "tool_response": {},
        }),
    );
    send("Stop", json!({"last_assistant_message": format!("The {word} is done.")}));
    send("SessionEnd", json!({"reason": "other"}));
    machine.run_ok(["flush"]);
    started
}

fn repository(directory: &Path) {
    fs::create_dir_all(directory).unwrap();
    git(directory, &["init", "-q"]);
    let message = format!("first of {} {:?}", directory.display(), std::time::Instant::now());
    let identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
    let commit = ["commit", "-q", "--allow-empty", "-m", &message];
    git(directory, &[&identity[..], &commit].concat());
}

fn projects(machine: &Machine) -> Vec<Value> {
    serde_json::from_value(machine.run_json(&["project"])).unwrap()
}

/// A machine on which two projects had a session each.
fn two_projects() -> (Machine, PathBuf, PathBuf) {
    let machine = machine();
    let (one, two) = (machine.root().join("one"), machine.root().join("two"));
    repository(&one);
    repository(&two);
    session(&machine, "s-1", &one, "giraffe");
    session(&machine, "s-2", &two, "zebra");
    (machine, one, two)
}

#[test]
fn moved_repository_is_told_what_it_knew() {
    let machine = machine();
    let (old, new) = (machine.root().join("work/app"), machine.root().join("elsewhere/shop"));
    repository(&old);
    session(&machine, "s-1", &old, "giraffe");
    fs::create_dir_all(new.parent().unwrap()).unwrap();
    fs::rename(&old, &new).unwrap();
    let told = session(&machine, "s-2", &new, "zebra");
    assert!(told.contains("giraffe"), "{told}");
    let known = projects(&machine);
    assert_eq!(known.len(), 1, "{known:?}");
    assert_eq!(known[0]["sessions"], 2);
    // By the name of a directory, too.
    let found = machine.run_json(&["recent", "--project", "shop"]);
    assert_eq!(found.as_array().unwrap().len(), 2, "{found}");
    // A repository that takes the old path is told nothing of it.
    repository(&old);
    let told = session(&machine, "s-3", &old, "walrus");
    assert!(!told.contains("giraffe") && !told.contains("zebra"), "{told}");
    assert_eq!(projects(&machine).len(), 2);
}

#[test]
fn joined_projects_are_told_of_each_other_until_split() {
    let (machine, one, two) = two_projects();
    machine.run_ok(["project", "join", "one", "two", "--yes"]);
    let told = session(&machine, "s-3", &one, "lion");
    assert!(told.contains("zebra") && told.contains("giraffe"), "{told}");
    machine.run_ok(["project", "split", two.to_str().unwrap()]);
    let told = session(&machine, "s-4", &one, "tiger");
    assert!(!told.contains("zebra"), "{told}");
    let told = session(&machine, "s-5", &two, "tiger");
    assert!(told.contains("zebra") && !told.contains("giraffe"), "{told}");
}

#[test]
fn line_that_its_owner_deleted_does_not_come_back_with_a_join() {
    let (machine, ..) = two_projects();
    let page = machine.home().join("vault/projects/two.md");
    machine.run_ok(["reflect"]);
    let text = fs::read_to_string(&page).unwrap();
    let rest = text.lines().filter(|line| !line.contains("zebra"));
    fs::write(&page, rest.collect::<Vec<_>>().join("\n") + "\n").unwrap();
    machine.run_ok(["project", "join", "one", "two", "--yes"]);
    machine.run_ok(["reflect"]);
    let pages = machine.home().join("vault/projects");
    let pages = fs::read_dir(pages).unwrap().map(|it| fs::read_to_string(it.unwrap().path()));
    let pages = pages.collect::<Result<String, _>>().unwrap();
    assert!(text.contains("zebra") && pages.contains("giraffe"), "{text}{pages}");
    assert!(!pages.contains("zebra"), "{pages}");
}

#[test]
fn rename_and_forget_reach_every_row() {
    let machine = machine();
    let app = machine.root().join("app");
    repository(&app);
    session(&machine, "s-1", &app, "giraffe");
    machine.run_ok(["project", "rename", "app", "safari"]);
    let found = machine.run_json(&["recent", "--project", "safari"]);
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    session(&machine, "s-2", &app, "zebra");
    assert_eq!(projects(&machine)[0]["name"], "safari");
    let shown = machine.run_ok(["project", "show", "safari"]);
    assert!(shown.contains(app.to_str().unwrap()), "{shown}");
    machine.run_ok(["project", "forget", "safari", "--yes"]);
    assert!(projects(&machine).is_empty());
    for word in ["giraffe", "zebra"] {
        assert_eq!(machine.files_with(word), Vec::<PathBuf>::new(), "{word}");
    }
    for (args, expect) in [
        (&["project", "show", "safari"][..], "cannot find project 'safari'"),
        (&["project", "rename", "safari", "x"], "cannot find project 'safari'"),
    ] {
        let output = machine.run(args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(expect), "{args:?}");
    }
}

#[test]
fn table_survives_a_kill_between_record_and_move() {
    let (machine, ..) = two_projects();
    // What a join leaves that was killed after its first write.
    let table = machine.home().join("projects.jsonl");
    let mut records: Vec<Value> = fs::read_to_string(&table)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    records.sort_by_key(|it| it["name"] != "one");
    let other = records.pop().unwrap();
    let places = other["places"].as_array().unwrap().clone();
    records[0]["places"].as_array_mut().unwrap().extend(places);
    records[0]["joined"] = json!([other["id"]]);
    records[0]["pending"] = json!([other["id"]]);
    fs::write(&table, records[0].to_string() + "\n").unwrap();
    machine.run_ok(["project", "--due"]);
    let known = projects(&machine);
    assert_eq!((known.len(), &known[0]["sessions"]), (1, &json!(2)), "{known:?}");
    assert!(!fs::read_to_string(&table).unwrap().contains("pending"));
}

#[test]
fn unreadable_table_is_a_finding() {
    let machine = machine();
    let app = machine.root().join("app");
    repository(&app);
    session(&machine, "s-1", &app, "giraffe");
    fs::write(machine.home().join("projects.jsonl"), "{\n").unwrap();
    session(&machine, "s-2", &app, "zebra");
    let found = machine.run_json(&["recent"]);
    assert_eq!(found.as_array().unwrap().len(), 2, "nothing is lost: {found}");
    let output = machine.run(["doctor"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("projects.jsonl"), "{said}");
}

#[test]
fn parts_of_monorepo_are_told_apart() {
    let machine = machine();
    let shop = machine.root().join("shop");
    repository(&shop);
    let (web, api) = (shop.join("apps/web"), shop.join("services/api"));
    fs::create_dir_all(web.join("src")).unwrap();
    fs::create_dir_all(shop.join("docs")).unwrap();
    fs::create_dir_all(&api).unwrap();
    for (session, asked) in [
        ("cccc3333-2", "add a dark theme"),
        ("dddd4444-2", "speed up the ci"),
        ("eeee5555-2", "write docs for the api"),
        ("ffff6666-2", "translate the onboarding page"),
    ] {
        talked_in(&machine, &shop.join("docs"), session, &[(asked, "Done.")], &[]);
    }
    talked_in(&machine, &web.join("src"), "aaaa1111-2", &EMOJI, &["lexer.rs"]);
    let open = "It compiles.\n\n## Remaining\n- document `max_conns`";
    talked_in(&machine, &web, "bbbb2222-2", &[("fix the pool of connections", open)], &["pool.rs"]);
    for command in ["flush", "index"] {
        machine.run_ok([command]);
    }
    let start = |session: &str, directory: &Path| {
        given(&machine, "SessionStart", session, json!({"source": "startup", "cwd": directory}))
    };
    let asked = "why does the Tokenizer choke on emoji?";
    let ask = |session: &str, directory: &Path| {
        let fields = json!({"prompt": asked, "prompt_id": session, "cwd": directory});
        given(&machine, "UserPromptSubmit", session, fields)
    };
    let alike = start("n1", &api);
    assert!(alike.contains("s:bbbb2222") && !alike.contains("apps/web"), "{alike}");

    machine.run_ok(["config", "set", "projects.shop.parts", r#"["apps/web/", "services/api"]"#]);
    let there = start("n2", &api);
    assert_eq!(section(&there, "Where It Was Left"), [""; 0], "{there}");
    let rules = section(&there, "Rules (of two that differ the newer holds)").join("\n");
    assert!(
        rules.contains("never allow them in names") && rules.contains(", apps/web)"),
        "{rules}"
    );
    let here = start("n3", &web);
    assert!(here.contains("s:bbbb2222") && here.contains("never allow them in names"), "{here}");
    assert!(!here.contains("apps/web"), "{here}");
    let root = start("n4", &shop);
    assert!(root.contains("\"fix the pool of connections\" (apps/web)"), "{root}");
    let pointed = [ask("n2", &api), ask("n3", &web)];
    assert!(pointed[0].contains("s:aaaa1111") && pointed[0].contains("(apps/web; "), "{pointed:?}");
    assert!(!pointed[1].contains("apps/web"), "{pointed:?}");
}
