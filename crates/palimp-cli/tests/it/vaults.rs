//! Vaults as people keep them: Obsidian's, under git, with tags, properties, links, templates and trash.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use palimp_testing::Machine;
use palimp_testing::life::Life;
use serde_json::{Value, json};

use crate::machine;

fn write(vault: &Path, path: &str, text: &str) {
    let path = vault.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn a_directory_that_cannot_be_made_is_not_named_in_the_settings() {
    let machine = machine();
    fs::write(machine.user_home().join("file"), "").unwrap();
    let inside = machine.user_home().join("file/notes");
    for place in [inside.to_str().unwrap(), "/proc/notes"] {
        let refused = machine.run(["init", "--vault", place]);
        assert_eq!(refused.status.code(), Some(1), "{place}");
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(said.contains(place) && said.contains("name another directory"), "{said}");
        machine.run_ok(["save", "no deploys on Fridays"]);
    }
}

/// A machine whose vault is the user's own directory.
fn with_vault(notes: &[(&str, &str)]) -> (Machine, PathBuf) {
    let machine = machine();
    let vault = machine.user_home().join("노트");
    notes.iter().for_each(|(path, text)| write(&vault, path, text));
    machine.run_ok(["init", "--vault", vault.to_str().unwrap()]);
    (machine, vault)
}

const NOTES: &[(&str, &str)] = &[
    (
        "회의/주간.md",
        "---\ntags: [회의/주간]\nstatus: done\nowner:\n  - 김지우\n---\n# 주간 회의\n\n배포는 금요일을 피한다. [[결정#배포|왜]]와 [서버](../서버.md)를 본다.\n",
    ),
    ("회의/월간.md", "---\nstatus: open\n---\n# 월간\n\n배포 일정을 다시 본다. #회의\n"),
    (
        "결정.md",
        "---\naliases: [decisions]\n---\n# 결정\n\n## 배포\n\n배포는 blue-green으로 한다.\n",
    ),
    ("서버.md", "# 서버\n\n배포 서버는 두 대. ![[그림.png]] [[없는 노트]]\n"),
];

fn paths(answer: &Value) -> Vec<&str> {
    let list = answer["hits"].as_array().or(answer["notes"].as_array()).unwrap();
    let mut paths: Vec<&str> = list.iter().map(|it| it["path"].as_str().unwrap()).collect();
    paths.sort_unstable();
    paths.dedup();
    paths
}

#[test]
fn tags_and_properties_leave_the_notes_that_have_them() {
    let (machine, _) = with_vault(NOTES);
    let search = |more: &[&str]| {
        let words = ["search", "배포", "-n", "20"].into_iter().chain(more.iter().copied());
        machine.run_json(&words.collect::<Vec<_>>())
    };
    assert_eq!(paths(&search(&[])).len(), 4);
    assert_eq!(paths(&search(&["--tag", "회의"])), ["회의/월간.md", "회의/주간.md"]);
    assert_eq!(paths(&search(&["--tag", "#회의/주간"])), ["회의/주간.md"]);
    assert_eq!(paths(&search(&["--prop", "status=Open"])), ["회의/월간.md"]);
    assert_eq!(paths(&search(&["--tag", "회의", "--prop", "owner=김지우"])), ["회의/주간.md"]);
    assert_eq!(paths(&search(&["--prop", "nobody"])), [""; 0]);
    let listed = machine.run_json(&["list", "--tag", "회의"]);
    assert_eq!(paths(&listed), ["회의/월간.md", "회의/주간.md"]);
    assert_eq!(listed["notes"][1]["tags"], json!(["회의/주간"]));
    assert_eq!(machine.run(["list", "--tag", "#"]).status.code(), Some(2));
    let nothing = machine.run(["search", "배포", "--tag", "elsewhere"]);
    let said = String::from_utf8(nothing.stderr).unwrap();
    assert!(said.contains("Try without --tag and --prop"), "{said}");
}

#[test]
fn links_lead_to_notes_and_back() {
    let (machine, _) = with_vault(NOTES);
    let found = machine.run_json(&["links", "주간"]);
    let links = found["links"].as_array().unwrap();
    let to = links.iter().map(|link| (link["path"].as_str(), link["heading"].as_str()));
    assert_eq!(
        to.collect::<Vec<_>>(),
        [(Some("결정.md"), Some("배포")), (Some("서버.md"), None)],
        "{found}"
    );
    assert_eq!((&links[0]["line"], &links[0]["label"]), (&json!(9), &json!("왜")));
    let back = machine.run_json(&["links", "decisions"]);
    assert_eq!(back["backlinks"][0]["path"], "회의/주간.md");
    assert_eq!(back["backlinks"][0]["line"], 9);
    let shown = machine.run_ok(["links", "서버.md"]);
    assert!(shown.contains("그림.png\n") && shown.contains("없는 노트  [missing note]"), "{shown}");
    let none = machine.run(["links", "아무도"]);
    assert!(String::from_utf8(none.stderr).unwrap().contains("palimp list"));
    assert_eq!(none.status.code(), Some(1));
}

#[test]
fn templates_are_left_alone_and_it_is_said() {
    let machine = machine();
    let vault = machine.user_home().join("vault");
    write(&vault, "a.md", "The heron nests here.\n");
    write(&vault, "서식/daily.md", "# {{date}}\n\nheron template\n");
    write(&vault, ".trash/gone.md", "heron gone\n");
    write(&vault, ".obsidian/templates.json", r#"{"folder":"서식"}"#);
    let said = machine.run_ok(["init", "--vault", vault.to_str().unwrap()]);
    assert!(said.contains("서식") && said.contains("1 note"), "{said}");
    assert_eq!(paths(&machine.run_json(&["search", "heron"])), ["~/vault/a.md"]);
    machine.run_ok(["init", "--vault", vault.to_str().unwrap(), "--at-root"]);
    assert_eq!(paths(&machine.run_json(&["search", "heron"])), ["a.md"]);
}

#[test]
fn notes_that_were_there_come_along_when_they_are_wanted() {
    let machine = machine();
    machine.run_ok(["save", "--kind", "decision", "We chose Zustand."]);
    machine.run_ok(["save", "ideas.md", "an idea of mine"]);
    let vault = machine.user_home().join("vault");
    write(&vault, "ideas.md", "other ideas\n");
    let place = vault.to_str().unwrap();
    let left = machine.run(["init", "--vault", place]);
    let said = String::from_utf8(left.stderr).unwrap();
    assert!(said.contains("2 notes left in") && said.contains("--move-notes"), "{said}");
    assert!(!vault.join("projects").exists(), "nothing is taken unasked");
    let told = machine.run_json(&["init", "--vault", place, "--move-notes"]);
    assert_eq!(told["moved"], json!(["projects/app.md"]));
    assert_eq!(told["stay"], json!(["ideas.md"]));
    assert_eq!(fs::read_to_string(vault.join("ideas.md")).unwrap(), "other ideas\n");
    let old = machine.home().join("vault");
    assert!(!old.join("projects/app.md").exists() && old.join("ideas.md").exists());
    assert_eq!(paths(&machine.run_json(&["search", "zustand"])), ["projects/app.md"]);
    // Killed in between, a note is in both.
    fs::copy(old.join("ideas.md"), vault.join("ideas.md")).unwrap();
    let told = machine.run_json(&["init", "--vault", place, "--move-notes"]);
    assert_eq!((&told["moved"], &told["stay"]), (&json!(["ideas.md"]), &json!([])));
    assert!(!old.join("ideas.md").exists());
}

#[test]
fn versions_have_short_numbers() {
    let machine = machine();
    for text in ["one", "two", "three"] {
        machine.run_ok(["save", "a.md", text, "--replace"]);
    }
    let listed = machine.run_ok(["history", "a.md"]);
    assert!(listed.starts_with("  1  ") && listed.contains("\n  2  "), "{listed}");
    assert_eq!(machine.run_ok(["history", "a.md", "--show", "2"]), "one\n");
    let diff = machine.run_ok(["history", "a.md", "--diff"]);
    assert!(diff.contains("--- a.md\n+++ a.md\n") && diff.contains("-two\n+three\n"), "{diff}");
    assert!(machine.run_ok(["history", "a.md", "--diff", "2"]).contains("-one\n+three\n"));
    machine.run_ok(["history", "a.md", "--restore", "2"]);
    assert_eq!(machine.run_ok(["read", "a.md"]), "one\n");
    assert_eq!(machine.run_json(&["history", "a.md"])["versions"][0]["number"], 1);
    for number in ["0", "9", "x"] {
        let failed = machine.run(["history", "a.md", "--restore", number]);
        let said = String::from_utf8(failed.stderr).unwrap();
        assert!(said.contains(&format!("no version {number}")), "{said}");
    }
}

/// Runs git in a vault; answers what it prints.
fn git(vault: &Path, words: &[&str]) -> String {
    let who =
        ["-c", "user.name=dev", "-c", "user.email=dev@example.org", "-c", "core.quotePath=false"];
    let mut git = Command::new("git");
    git.args(who).args(words).current_dir(vault).env("GIT_CONFIG_GLOBAL", "/dev/null");
    let output = git.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A vault of 300 notes in git, as somebody has kept it for years: odd line ends, no line end, a byte
/// order mark, and a text that another program left without UTF-8.
fn of_300_notes(vault: &Path) {
    for number in 0..296 {
        let folder = ["일지", "projects/shop", "읽은 것", "."][number % 4];
        let text = format!(
            "---\ntags: [t{}]\nstatus: {}\n---\n# Note {number}\n\nWhat was said of topic {number}, see [[note-{}]]. #메모\n",
            number % 7,
            ["open", "done"][number % 2],
            (number + 1) % 296,
        );
        write(vault, &format!("{folder}/note-{number}.md"), &text);
    }
    write(vault, "windows.md", "# Windows\r\n\r\nlines\r\n");
    write(vault, "no-end.md", "# No end\n\nlast");
    write(vault, "mark.md", "\u{feff}# Mark\n\ntext\n");
    fs::write(vault.join("latin.md"), b"# caf\xe9\n").unwrap();
    write(vault, ".obsidian/templates.json", r#"{"folder":"Templates"}"#);
    write(vault, "Templates/day.md", "# {{date}}\n");
    git(vault, &["init", "-q"]);
    git(vault, &["add", "-A"]);
    git(vault, &["commit", "-qm", "years of notes"]);
}

#[test]
fn a_vault_under_git_stays_clean_over_a_week_but_for_what_was_asked_for() {
    let machine = machine();
    let vault = machine.user_home().join("vault");
    of_300_notes(&vault);
    machine.run_ok(["init", "--vault", vault.to_str().unwrap(), "--at-root"]);
    let mut asked = 0;
    Life { days: 7, sessions: 2, events: 9 }.live_on(&machine, &mut |day| {
        machine.run_ok(["search", "topic 17", "--tag", "메모"]);
        machine.run_ok(["list", "--prop", "status=open"]);
        machine.run_ok(["links", "note-3"]);
        if day % 2 == 1 {
            machine.run_ok(["save", "windows.md", &format!("day {day}")]);
            asked += 1;
        }
    });
    for words in ["index", "reflect", "flush", "doctor", "scan", "anchors", "cleanup"] {
        machine.run_ok([words]);
    }
    let changed = git(&vault, &["diff", "--numstat"]);
    let mut lines = changed.lines();
    // A blank line stands before each.
    assert_eq!(lines.next(), Some(format!("{}\t0\twindows.md", 2 * asked).as_str()), "{changed}");
    assert_eq!(lines.next(), None, "{changed}");
    let new = git(&vault, &["status", "--porcelain", "-uall"]);
    let own = [
        "?? episodes/", "?? shared/", "?? memory/", "?? procedures/", "?? projects/",
        "?? profile.md",
    ];
    for line in new.lines().filter(|line| *line != " M windows.md") {
        assert!(own.iter().any(|own| line.starts_with(own)), "{line}");
    }
}
