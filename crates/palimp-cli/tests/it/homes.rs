//! Other homes: looked into as they are, and never written.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use palimp_store::activity::{ActivityDb, BusyPolicy};
use palimp_testing::{Machine, create_sqlite};
use serde_json::{Value, json};

use crate::machine;
use crate::reading::{marks, same};

/// A home in the user's directory whose notes are indexed, or not.
pub(crate) fn other(
    machine: &Machine,
    name: &str,
    notes: &[(&str, &str)],
    indexed: bool,
) -> PathBuf {
    let home = machine.user_home().join(name);
    for (path, text) in notes {
        write(&home, path, text);
    }
    if indexed {
        machine.run_ok(["--home", home.to_str().unwrap(), "index"]);
    }
    home
}

pub(crate) fn write(home: &Path, path: &str, text: &str) {
    let note = home.join("vault").join(path);
    fs::create_dir_all(note.parent().unwrap()).unwrap();
    fs::write(note, text).unwrap();
}

fn memory(machine: &Machine, args: &[&str]) -> Value {
    machine.run_json(&[&["dashboard", "memory"], args].concat())
}

fn search(machine: &Machine, query: &str) -> Value {
    memory(machine, &["search", query])
}

/// The homes of the hits, and what each says.
fn found(answer: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let hits = answer["hits"].as_array().unwrap().iter();
    hits.map(|hit| (text(&hit["home"]), text(&hit["snippet"]))).collect()
}

fn said(answer: &Value) -> String {
    answer["notes"].to_string()
}

/// Everything that can be asked of other homes.
fn ask_everything(machine: &Machine) {
    memory(machine, &["instances"]);
    search(machine, "heron");
    machine.run(["dashboard", "memory", "reindex"]);
    search(machine, "heron");
    machine.run(["dashboard", "memory", "read", "other", "a.md"]);
    machine.run(["dashboard", "memory", "config"]);
}

#[test]
fn homes_are_searched_as_one_and_each_hit_says_whose_it_is() {
    let machine = machine();
    write(&machine.home(), "a.md", "# Birds\n\nThe heron nests in March.\n");
    let there =
        other(&machine, ".palimp-work", &[("b.md", "# Pond\n\nA heron eats fish.\n")], true);
    let before = marks(&there);
    let answer = search(&machine, "heron");
    assert_eq!(answer["homes"], json!(["palimp", "work"]));
    let homes: Vec<String> = found(&answer).into_iter().map(|(home, _)| home).collect();
    assert_eq!(homes.len(), 2, "{answer}");
    assert!(homes.contains(&"palimp".to_owned()) && homes.contains(&"work".to_owned()));
    let note = memory(&machine, &["read", "work", "b.md"]);
    assert!(note["note"]["text"].as_str().unwrap().contains("A heron eats fish."), "{note}");
    let all = memory(&machine, &["instances"]);
    assert_eq!(all["instances"][1]["label"], "work");
    assert_eq!(all["instances"][1]["state"], "readable");
    assert_eq!(all["instances"][1]["agents"][0]["index"], "there");
    assert_eq!(all["instances"][1]["agents"][0]["notes"], 1);
    ask_everything(&machine);
    same(&before, &marks(&there));
    // One's own search never looks there.
    let own = machine.run_json(&["search", "heron"]).to_string();
    assert!(own.contains("nests") && !own.contains("fish"), "{own}");
}

#[test]
fn a_word_counts_by_how_rare_it_is_in_all_homes_together() {
    let machine = machine();
    // `walrus` is everywhere in one home, and in the other alone in a note.
    let many: Vec<(String, String)> = (0..60)
        .map(|at| (format!("n{at}.md"), format!("# Log {at}\n\nThe walrus slept on day {at}.\n")))
        .collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    other(&machine, ".palimp-zoo", &many, true);
    let few = [
        ("w.md", "# Ice\n\nThe walrus likes ice.\n"),
        ("o.md", "# Otter\n\nThe zygote of an otter.\n"),
    ];
    other(&machine, ".palimp-lab", &few, true);
    let answer = memory(&machine, &["search", "-n", "100", "walrus zygote"]);
    let hits = found(&answer);
    // Where each home counted for itself, both words would be as rare in the lab.
    assert!(hits[0].1.contains("zygote"), "{hits:?}");
    let score = |text: &str| {
        let hit = answer["hits"]
            .as_array()
            .unwrap()
            .iter()
            .find(|hit| hit["snippet"].as_str().unwrap().contains(text));
        hit.map_or(0.0, |hit| hit["score"].as_f64().unwrap())
    };
    assert!(score("zygote") > 1.5 * score("likes ice"), "{answer}");
}

#[test]
fn homes_of_every_kind_stay_as_they_are_and_the_others_answer() {
    let machine = machine();
    let heron = [("a.md", "# Heron\n\nThe heron waits.\n")];
    other(&machine, ".palimp-sound", &heron, true);
    let newer = other(&machine, ".palimp-newer", &heron, true);
    machine.run_ok(["--home", newer.to_str().unwrap(), "save", "kept"]);
    let command = |home: &Path| {
        let mut command = machine.command(["hook", "claude"]);
        command.env("PALIMP_HOME", home);
        command
    };
    let prompt =
        machine.claude_payload("UserPromptSubmit", "s", json!({"prompt": "hi", "prompt_id": "1"}));
    for name in [".palimp-newer", ".palimp-broken"] {
        let home = machine.user_home().join(name);
        write(&home, "a.md", heron[0].1);
        palimp_testing::run_with_input(&mut command(&home), prompt.to_string().as_bytes());
    }
    let (newer, broken) = (newer.join("activity.db"), machine.user_home().join(".palimp-broken"));
    create_sqlite(&newer, "PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE);");
    ActivityDb::open(&broken.join("activity.db"), BusyPolicy::Command)
        .unwrap()
        .checkpoint()
        .unwrap();
    fs::write(broken.join("activity.db"), "no database ".repeat(999)).unwrap();
    fs::create_dir_all(broken.join("index")).unwrap();
    fs::write(broken.join("index/main.db"), "no index ".repeat(999)).unwrap();
    let sealed = other(&machine, ".palimp-sealed", &heron, true);
    let modes = |mode: u32| {
        for dir in ["vault", "index", ""] {
            fs::set_permissions(sealed.join(dir), fs::Permissions::from_mode(mode)).unwrap();
        }
    };
    modes(0o500);
    let homes = || -> BTreeMap<PathBuf, _> {
        let names = ["sound", "newer", "broken", "sealed"].into_iter();
        names.flat_map(|name| marks(&machine.user_home().join(format!(".palimp-{name}")))).collect()
    };
    let before = homes();
    ask_everything(&machine);
    let answer = search(&machine, "heron");
    let mut labels: Vec<String> = found(&answer).into_iter().map(|(home, _)| home).collect();
    labels.sort();
    assert_eq!(labels, ["broken", "newer", "sealed", "sound"], "{answer}");
    for home in ["sound", "newer", "broken", "sealed"] {
        let answer = memory(&machine, &["search", "--in", home, "heron"]);
        assert_eq!(found(&answer)[0].0, home, "{answer}");
    }
    let all = memory(&machine, &["instances"]);
    let state = |label: &str| {
        let all = all["instances"].as_array().unwrap();
        all.iter().find(|it| it["label"] == label).unwrap()["state"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        ["sound", "newer", "broken", "sealed"].map(state),
        ["readable", "newer", "broken", "readable"]
    );
    same(&before, &homes());
    modes(0o700);
}

#[test]
fn a_home_of_the_first_version_is_read_as_it_is() {
    let machine = Machine::of_first_version(env!("CARGO_BIN_EXE_palimp"));
    let before = marks(&machine.home());
    let mine = machine.root().join("mine");
    let at_mine = |args: &[&str]| {
        let args = [&["--home", mine.to_str().unwrap(), "dashboard", "memory"], args].concat();
        machine.run_json(&args)
    };
    let all = at_mine(&["instances"]);
    assert_eq!(
        (&all["instances"][1]["label"], &all["instances"][1]["state"]),
        (&json!("palimp"), &json!("older"))
    );
    let release = |answer: &Value| {
        found(answer).iter().any(|(home, text)| home == "palimp" && text.contains("first Monday"))
    };
    let answer = at_mine(&["search", "release Monday"]);
    assert!(release(&answer), "{answer}");
    at_mine(&["reindex"]);
    assert!(mine.join("index/homes").is_dir());
    let all = at_mine(&["instances"]);
    assert_eq!(all["instances"][1]["agents"][0]["index"], "here", "{all}");
    assert_eq!(all["instances"][1]["agents"][0]["lacking"], 0);
    assert!(release(&at_mine(&["search", "release Monday"])));
    same(&before, &marks(&machine.home()));
}

#[test]
fn what_a_home_forgot_is_not_shown_and_leaves_the_copy() {
    let machine = machine();
    let notes = [
        ("a.md", "# A\n\nThe heron waits.\n"),
        ("b.md", "# B\n\nThe heron sleeps at xylophone.\n"),
    ];
    let there = other(&machine, ".palimp-work", &notes, false);
    memory(&machine, &["reindex"]);
    let copies = machine.home().join("index/homes");
    let holds = |text: &str| {
        let files = marks(&copies);
        files
            .values()
            .flat_map(|(bytes, ..)| bytes)
            .any(|bytes| palimp_testing::contains_text(bytes, text))
    };
    assert!(holds("xylophone"));
    fs::remove_file(there.join("vault/b.md")).unwrap();
    let answer = search(&machine, "heron");
    assert_eq!(found(&answer).len(), 1, "{answer}");
    assert!(!holds("xylophone"), "the copy must not outlive the note");
    // What a home's own index still has of a note that says something else now is not shown either.
    machine.run_ok(["--home", there.to_str().unwrap(), "index"]);
    write(&there, "a.md", "# A\n\nThe stork waits.\n");
    let before = marks(&there);
    assert!(found(&search(&machine, "heron")).is_empty());
    assert!(found(&search(&machine, "stork"))[0].1.contains("stork"));
    same(&before, &marks(&there));
    fs::remove_dir_all(&there).unwrap();
    memory(&machine, &["reindex"]);
    assert!(fs::read_dir(&copies).unwrap().next().is_none(), "nor the home");
}

#[test]
fn hostile_homes_neither_hang_nor_lead_out() {
    let machine = machine();
    other(&machine, ".palimp-sound", &[("a.md", "# Heron\n\nThe heron waits.\n")], true);
    let secret = machine.root().join("elsewhere");
    fs::create_dir_all(&secret).unwrap();
    fs::write(secret.join("s.md"), "# Heron\n\nThe heron of elsewhere.\n").unwrap();
    let link = machine.user_home().join(".palimp-link");
    fs::create_dir_all(&link).unwrap();
    symlink(&secret, link.join("vault")).unwrap();
    let pipe =
        other(&machine, ".palimp-pipe", &[("ok.md", "# Pipe\n\nThe heron of pipes.\n")], false);
    fs::create_dir_all(pipe.join("index")).unwrap();
    for name in ["activity.db", "index/main.db", "settings.json", "vault/p.md"] {
        let made = std::process::Command::new("mkfifo").arg(pipe.join(name)).status().unwrap();
        assert!(made.success());
    }
    symlink(secret.join("s.md"), pipe.join("vault/out.md")).unwrap();
    let huge = fs::File::create(pipe.join("vault/huge.md")).unwrap();
    huge.set_len(5 << 30).unwrap();
    write(&pipe, "esc.md", "# Esc\n\nThe heron \u{1b}]0;evil\u{7} and AKIAIOSFODNN7EXAMPLF.\n");
    let cut = other(&machine, ".palimp-cut", &[("a.md", "# Cut\n\nThe heron is cut.\n")], true);
    let index = cut.join("index/main.db");
    let mut bytes = fs::read(&index).unwrap();
    let half = bytes.len() / 2;
    bytes[half..].fill(0x5a);
    fs::write(&index, bytes).unwrap();
    fs::write(machine.user_home().join(".palimp-file"), "no directory").unwrap();
    machine.run_ok(["config", "set", "dashboard.homes", "/nowhere/at/all"]);
    let before = marks(&machine.user_home().join(".palimp-cut"));
    let output = machine.run(["dashboard", "memory", "search", "-n", "20", "heron"]);
    let (shown, told) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{told}");
    for text in ["The heron waits", "heron of pipes", "heron is cut"] {
        assert!(shown.contains(text), "{text}: {shown} {told}");
    }
    assert!(!shown.contains("elsewhere") && !shown.contains('\u{1b}'), "{shown}");
    assert!(!shown.contains("AKIAIOSFODNN7EXAMPLF"), "{shown}");
    assert!(told.contains("link") && told.contains("/nowhere/at/all"), "{told}");
    memory(&machine, &["instances"]);
    machine.run(["dashboard", "memory", "reindex"]);
    let read = machine.run(["dashboard", "memory", "read", "pipe", "p.md"]);
    assert_eq!(read.status.code(), Some(1));
    let unknown = machine.run(["dashboard", "memory", "read", "nobody", "p.md"]);
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("use one of palimp"));
    same(&before, &marks(&cut));
}

#[test]
fn a_hook_may_write_there_meanwhile() {
    let machine = machine();
    let there = other(&machine, ".palimp-work", &[("a.md", "# Heron\n\nThe heron waits.\n")], true);
    let at = |args: &[&str]| {
        let mut command = machine.command(args);
        command.env("PALIMP_HOME", &there);
        command
    };
    let prompt = |text: &str| {
        machine
            .claude_payload("UserPromptSubmit", "s", json!({"prompt": text, "prompt_id": text}))
            .to_string()
    };
    let hook = |text: &str| {
        let output =
            palimp_testing::run_with_input(&mut at(&["hook", "claude"]), prompt(text).as_bytes());
        assert!(output.status.success());
    };
    hook("first");
    let writer = ActivityDb::open(&there.join("activity.db"), BusyPolicy::Hook).unwrap();
    hook("second");
    let open = marks(&there);
    for _ in 0..3 {
        assert_eq!(found(&search(&machine, "heron")).len(), 1);
        memory(&machine, &["instances"]);
        machine.run_ok(["dashboard", "memory", "reindex"]);
    }
    same(&open, &marks(&there));
    let held = palimp_testing::lock_database_file(&there.join("activity.db"));
    let open = marks(&there);
    assert_eq!(memory(&machine, &["instances"])["instances"][1]["state"], "readable");
    same(&open, &marks(&there));
    drop(held);
    #[cfg(target_os = "linux")]
    for args in [["memory", "search", "heron"].as_slice(), &["memory", "reindex"]] {
        let args = [&["dashboard"], args].concat();
        let run = palimp_testing::steps::watch(&mut machine.command(args), b"", &there).unwrap();
        assert!(run.status.success() && run.steps.is_empty(), "{:?}", run.steps);
    }
    std::thread::scope(|scope| {
        let writing = scope.spawn(|| (0..20).for_each(|at| hook(&format!("prompt {at}"))));
        while !writing.is_finished() {
            let answer = search(&machine, "heron");
            assert_eq!(found(&answer).len(), 1, "{answer}");
            assert!(said(&answer).starts_with('['));
        }
    });
    drop(writer);
    // What a busy machine had a hook put into the spool is taken in.
    let status = machine.run_json(&["--home", there.to_str().unwrap(), "status"]);
    assert_eq!((&status["activity"]["messages"], &status["spooled"]), (&json!(22), &json!(0)));
}

#[test]
fn vectors_are_made_only_by_whom_the_settings_name() {
    let machine = machine();
    let there =
        other(&machine, ".palimp-work", &[("a.md", "# Pets\n\nThe cat sleeps all day.\n")], false);
    let before = marks(&there);
    let refused = machine.run(["dashboard", "memory", "reindex", "--embedding"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("config set embedding builtin"));
    assert_eq!(memory(&machine, &["config", "get", "embedding"])["value"], Value::Null);
    machine.run_ok(["dashboard", "memory", "config", "set", "embedding", "builtin"]);
    let done = memory(&machine, &["reindex", "--embedding"]);
    assert_eq!(done["reindexed"][0]["vectors"], 1, "{done}");
    let answer = search(&machine, "the cat sleeps");
    assert!(answer["hits"][0]["vectorScore"].as_f64().unwrap() > 0.3, "{answer}");
    same(&before, &marks(&there));
}

#[test]
fn dashboard_config_sets_provider_and_key_at_once() {
    const KEY: &str = "pa-0123456789abcdef0123456789";
    let machine = machine();
    let set = ["dashboard", "memory", "config", "set", "--provider"];
    let with = |rest: &[&'static str]| [&set[..], rest].concat();
    for (rest, input, hint) in [
        (&["voyage", "--api-key", KEY][..], "", "`--api-key -`"),
        (&["voyage", "--api-key", "-"], " \n", "cannot read a key from standard input"),
        (&["nobody", "--api-key", "-"], KEY, "must be one of"),
        (&["builtin", "--api-key", "-"], KEY, "unknown service 'builtin'"),
    ] {
        let refused = machine.run_with(with(rest), input.as_bytes());
        let said = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{rest:?}: {said}");
        assert!(said.contains(hint) && !said.contains(KEY), "{said}");
        assert_eq!(memory(&machine, &["config", "get", "embedding"])["value"], Value::Null);
    }
    let done = machine.run_with(with(&["voyage", "--api-key", "-", "--json"]), KEY.as_bytes());
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && said.contains("api.voyageai.com"), "{said}");
    let shown: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!((&shown["key"], &shown["value"]), (&json!("dashboard.embedding"), &json!("voyage")));
    assert!(machine.run_ok(["keys", "list"]).contains("voyage"));
    machine.run_ok(with(&["ollama"]));
    assert_eq!(memory(&machine, &["config", "get", "embedding"])["value"], "ollama");
}
