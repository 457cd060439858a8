//! Evidence for a line of memory, and the days and authors of lines.

use palimp_testing::Machine;
use serde_json::{Value, json};

use crate::inject::{note, prompt, section, start};
use crate::machine;
use crate::mcp::Agent;
use crate::related::talked;

const RULE: &str = "From now on, use pnpm, not npm.";

fn today() -> String {
    jiff::Zoned::now().strftime("%Y-%m-%d").to_string()
}

/// A machine on which a session was told the rule, and its words went to the page of the project.
fn told_machine() -> Machine {
    let machine = machine();
    talked(
        &machine,
        "aaaa1111-2",
        &[("set up the build of the web client", "Done."), (RULE, "Noted.")],
        &["a.ts"],
    );
    machine.run_ok(["flush"]);
    machine.run_ok(["reflect"]);
    machine
}

fn lines(machine: &Machine, words: &[&str]) -> Vec<Value> {
    let call: Vec<&str> = ["why"].iter().chain(words).copied().collect();
    machine.run_json(&call)["lines"].as_array().unwrap().clone()
}

#[test]
fn why_tells_sentence_and_session_of_a_line() {
    let machine = told_machine();
    let found = lines(&machine, &["use", "pnpm"]);
    let line = &found[0];
    assert_eq!(line["path"], "projects/app.md", "{found:?}");
    assert_eq!((line["author"].as_str(), line["day"].as_str()), (Some("user"), Some(&*today())));
    assert_eq!(line["session"]["pointer"], "s:aaaa1111", "{line}");
    assert_eq!(line["session"]["title"], "From now on, use pnpm, not npm.", "{line}");
    assert_eq!(line["sentence"]["role"], "user", "{line}");
    assert!(line["sentence"]["text"].as_str().unwrap().contains("use pnpm, not npm"), "{line}");
    let said = machine.run_ok(["why", "PNPM"]);
    for part in ["projects/app.md:", "by you", &today(), "you said on", "s:aaaa1111", "injected"] {
        assert!(said.contains(part), "{part} in {said}");
    }
}

#[test]
fn why_takes_pointers_and_places() {
    let machine = told_machine();
    let place = lines(&machine, &["pnpm"])[0].clone();
    let (path, number) = (place["path"].as_str().unwrap(), place["line"].as_u64().unwrap());
    let message = place["sentence"]["id"].as_str().unwrap();
    let of_note = format!("{path}:{number}");
    let of_heading = format!("{path}#{}", place["section"].as_str().unwrap());
    for pointer in ["s:aaaa1111", message, &of_note, &of_heading] {
        let found = lines(&machine, &[pointer]);
        assert!(found.iter().any(|line| line["line"] == number), "{pointer}: {found:?}");
    }
}

#[test]
fn why_without_a_line_names_the_search() {
    let machine = told_machine();
    for words in ["npms", "walrus"] {
        let failed = machine.run(["why", words]);
        assert_eq!(failed.status.code(), Some(1));
        let said = String::from_utf8_lossy(&failed.stderr).into_owned();
        assert!(said.contains(&format!("palimp search {words}")), "{said}");
    }
}

#[test]
fn why_tells_strikes_and_sessions_that_were_told() {
    let machine = machine();
    machine.run_ok(["save", "--kind", "decision", "Releases carry a walrus stamp"]);
    for session in ["s", "t"] {
        start(&machine, session, "startup");
    }
    assert_eq!(lines(&machine, &["walrus"])[0]["toldSessions"], 2);
    machine.run_ok(["rules", "--strike", "1"]);
    let struck = &lines(&machine, &["walrus"])[0];
    assert_eq!(struck["struckBy"]["day"], today(), "{struck}");
}

/// A page of the project on which an agent's line says that npm is used.
fn page_with_npm(machine: &Machine) {
    machine.run_ok(["save", "--kind", "decision", "Releases carry a walrus stamp"]);
    let page = machine.run_ok(["read", "projects/app.md"]);
    let by = page.lines().find(|line| line.starts_with("<!-- palimp: by=agent")).unwrap();
    let link = "([2026-11-20 09:00](../episodes/live/2026-11-20.md))";
    let line = format!("- We use npm for the web client {link} {by}\n");
    note(machine, "projects/app.md", &format!("{}\n{line}", page.trim_end()));
}

#[test]
fn strike_is_told_with_its_page() {
    let machine = machine();
    page_with_npm(&machine);
    let mut agent = Agent::on(&machine, &[]);
    let text = "We use pnpm instead of npm for the web client";
    assert!(agent.call("memory_save", json!({ "text": text, "kind": "decision" })).1);
    let log = machine.run_ok(["log"]);
    let struck = "projects/app.md (page of app): We use npm for the web client";
    assert!(log.contains("  strike   ") && log.contains(struck), "{log}");
    let found = lines(&machine, &["npm"]);
    let of = |begin: &str| {
        let says = |line: &&Value| line["text"].as_str().unwrap().contains(begin);
        found.iter().find(says).unwrap_or_else(|| panic!("{begin} in {found:?}"))
    };
    assert_eq!(of("We use npm")["struckBy"]["text"], text, "{found:?}");
    let strikes = &of("We use pnpm")["struck"];
    assert_eq!(strikes[0]["text"], "We use npm for the web client", "{found:?}");
}

#[test]
fn review_names_the_page_and_the_strike() {
    let machine = machine();
    machine.run_ok(["save", "--kind", "decision", "We use npm for the web client"]);
    let mut agent = Agent::on(&machine, &[]);
    let text = "We use pnpm instead of npm for the web client";
    agent.call("memory_save", json!({ "text": text, "kind": "decision" }));
    let listed = machine.run_ok(["review"]);
    assert!(listed.contains("strike through in projects/app.md (page of app)"), "{listed}");
}

#[test]
fn decision_saved_in_a_repository_goes_to_its_page() {
    let machine = machine();
    let saved = machine.run_json(&["save", "--kind", "decision", "Releases carry a walrus stamp"]);
    assert_eq!(saved["path"], "projects/app.md", "{saved}");
    let page = machine.run_ok(["read", "projects/app.md"]);
    let line = page.lines().nth(saved["line"].as_u64().unwrap() as usize - 1).unwrap();
    assert!(line.starts_with("- Releases carry a walrus stamp <!-- palimp: by=user"), "{page}");
    assert!(line.contains(&format!("at={}", today())) && page.contains("## Decisions"), "{page}");
    let general = ["save", "--everywhere", "--kind", "decision", "Herons are fed at dawn"];
    assert_eq!(machine.run_json(&general)["path"], "shared/decisions.md");
    let rules = section(&start(&machine, "s", "startup"), "Rules").join("\n");
    let dated = |text: &str| format!("- {text} ({})", today());
    for text in ["Releases carry a walrus stamp", "Herons are fed at dawn"] {
        assert!(rules.contains(&dated(text)), "{rules}");
    }
}

#[test]
fn core_memory_of_one_line_is_told_with_its_day() {
    let machine = machine();
    machine.run_ok(["save", "--kind", "core", "Herons rhyme"]);
    let context = start(&machine, "s", "startup");
    assert!(context.contains(&format!("- Herons rhyme ({})", today())), "{context}");
}

#[test]
fn hit_bears_day_and_author_of_its_line() {
    let machine = machine();
    let of =
        |text: &str, by: &str, day: &str| format!("- {text} <!-- palimp: by={by} at={day} -->\n");
    let lines = [
        of("The heron eats frogs", "user", "2026-03-01"),
        of("The walrus naps", "user", "2026-04-01"),
    ];
    note(&machine, "shared/animals.md", &format!("# Animals\n\n{}", lines.concat()));
    for (asked, day) in [("heron frogs", "2026-03-01"), ("walrus naps", "2026-04-01")] {
        let hit = machine.run_json(&["search", asked])["hits"][0].clone();
        assert_eq!(
            (hit["day"].as_str(), hit["author"].as_str()),
            (Some(day), Some("user")),
            "{hit}"
        );
        let said = machine.run_ok(["search", asked]);
        assert!(said.contains(&format!("by you · Animals · {day}")), "{said}");
    }
    let told = prompt(&machine, "s", 1, "which frogs does the heron eat?");
    assert!(told.contains("2026-03-01"), "{told}");
}

#[test]
fn hit_of_an_imported_note_is_no_users() {
    let machine = machine();
    note(&machine, "episodes/imported/log.md", "# Log\n\n- The heron eats frogs\n");
    let hit = machine.run_json(&["search", "heron frogs"])["hits"][0].clone();
    assert_eq!(hit["author"], "import", "{hit}");
    let mut agent = Agent::on(&machine, &[]);
    let (said, _) = agent.call("memory_search", json!({ "query": "heron frogs" }));
    assert!(said.contains("by import"), "{said}");
}
