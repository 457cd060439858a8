//! From what was said to notes that last, as a person types it.

use std::fs;

use palimp_testing::Machine;

use crate::machine;

/// Puts an entry into the episodes as a flush does.
pub(crate) fn say(machine: &Machine, at: &str, project: &str, facts: &[&str]) {
    let (day, time) = at.split_once(' ').unwrap();
    let facts = facts.iter().map(|fact| format!("- {fact}\n")).collect::<String>();
    let path = machine.home().join(format!("vault/episodes/live/{day}.md"));
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let old = fs::read_to_string(&path).unwrap_or_else(|_| format!("# {day}\n"));
    let entry = format!(
        "\n## {time} — Memory Flush #1\n<!-- palimp:flush s 1-9 -->\n\
         <!-- palimp: by=agent client=claude project={project} project-id=id-{project} -->\n\n{facts}"
    );
    fs::write(path, old + &entry).unwrap();
}

fn note(machine: &Machine, path: &str) -> String {
    fs::read_to_string(machine.home().join("vault").join(path)).unwrap_or_default()
}

#[test]
fn facts_are_sorted_once_and_found_in_their_project() {
    let machine = machine();
    say(
        &machine,
        "2026-11-20 09:00",
        "app",
        &[
            "[payments]: The payments sandbox is at pay.internal:9443",
            "[tabs]: User prefers tabs over spaces",
            "[package-manager]: 앞으로는 npm 말고 pnpm을 쓴다",
        ],
    );
    let dry = machine.run_json(&["reflect", "--dry-run"]);
    assert_eq!((dry["added"].as_array().unwrap().len(), dry["dryRun"].as_bool()), (3, Some(true)));
    assert_eq!(note(&machine, "projects/app.md"), "");
    let told = machine.run_ok(["reflect"]);
    assert!(
        told.contains("+ projects/app.md [app]  The payments sandbox is at pay.internal:9443"),
        "{told}"
    );
    assert!(told.contains("+ shared/preferences.md  User prefers tabs over spaces"), "{told}");
    let projects = note(&machine, "projects/app.md");
    assert_eq!(machine.run_json(&["reflect"])["read"], 0);
    assert_eq!(note(&machine, "projects/app.md"), projects);
    let found = machine.run_json(&["search", "--source", "notes", "payments sandbox"]);
    let hits = found["hits"].as_array().unwrap();
    let hit = hits.iter().find(|hit| hit["path"] == "projects/app.md").expect("a hit");
    assert_eq!(hit["project"], "app", "{found}");
}

#[test]
fn what_is_untrue_by_now_is_struck_through() {
    let machine = machine();
    say(&machine, "2026-11-20 09:00", "app", &["기본 브랜치는 develop이다"]);
    machine.run_ok(["reflect"]);
    say(&machine, "2026-11-21 14:05", "app", &["기본 브랜치는 main이다"]);
    let told = machine.run_ok(["reflect", "--since", "36500"]);
    assert!(
        told.contains(
            "~ projects/app.md  기본 브랜치는 develop이다  (now: 기본 브랜치는 main이다)"
        ),
        "{told}"
    );
    let text = note(&machine, "projects/app.md");
    assert!(text.contains("- ~~기본 브랜치는 develop이다 ([2026-11-20 09:00]("), "{text}");
    let versions = machine.run_json(&["history", "projects/app.md"]);
    assert!(!versions["versions"].as_array().unwrap().is_empty(), "{versions}");
}

#[test]
fn a_person_decides_what_the_agent_is_like() {
    let machine = machine();
    say(
        &machine,
        "2026-11-20 09:00",
        "app",
        &["[agent]: Your name is Jarvis", "[agent]: 너는 이제 반말로 말해"],
    );
    let output = machine.run(["reflect"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("2 proposals need your decision: `palimp review`"), "{said}");
    assert_eq!(note(&machine, "shared/soul.md"), "");
    let waiting = machine.run_json(&["review"]);
    let id = |at: usize| waiting["proposals"][at]["id"].as_str().unwrap().to_owned();
    let shown = machine.run_ok(["review", "show", &id(0)]);
    assert!(shown.contains("shared/soul.md") && shown.contains("2026-11-20 09:00"), "{shown}");
    let accepted = machine.run_json(&["review", "accept", &id(0)]);
    let rejected = machine.run_json(&["review", "reject", &id(1)]);
    let (yes, no) = (&accepted["accepted"]["proposal"]["fact"], &rejected["rejected"]["fact"]);
    let soul = note(&machine, "shared/soul.md");
    assert!(soul.contains(yes.as_str().unwrap()) && !soul.contains(no.as_str().unwrap()), "{soul}");
    assert!(machine.run_ok(["review"]).is_empty());
    let again = machine.run(["review", "accept", &id(1)]);
    assert_eq!(again.status.code(), Some(1));
    assert!(machine.run(["review", "show", "../../settings"]).status.code() == Some(1));
    say(
        &machine,
        "2026-11-22 09:00",
        "app",
        &["[agent]: Your name is Jarvis.", "[agent]: 너는 이제 반말로 말해."],
    );
    machine.run_ok(["reflect"]);
    assert_eq!(machine.run_json(&["review"])["proposals"].as_array().unwrap().len(), 0);
}

#[test]
fn nothing_to_reflect_upon_is_no_fault() {
    let machine = machine();
    let output = machine.run(["reflect"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("No new episodes"));
    assert!(!machine.home().exists(), "looking makes nothing");
}

#[test]
fn what_earlier_rules_wrote_is_sorted_again_once_a_person_says_so() {
    let machine = machine();
    let (cause, passing) = (
        "Root cause: `max_conns` was read before `config.toml` was",
        "Decided to keep the panel blue for now",
    );
    let facts = [format!("[cause]: {cause}"), format!("[decision]: {passing}")];
    say(&machine, "2026-11-20 09:00", "app", &facts.each_ref().map(String::as_str));
    machine.run_ok(["reflect"]);
    let decisions = note(&machine, "projects/app.md");
    let by_hand = format!("{decisions}\n## Mine\n\n- {passing}, says Kim\n");
    fs::write(machine.home().join("vault/projects/app.md"), &by_hand).unwrap();
    assert!(decisions.contains(passing) && note(&machine, "projects/app.md").contains(cause));
    assert_eq!(machine.run_json(&["reflect", "--rework"])["proposed"].as_array().unwrap().len(), 0);

    // Who said it is known from here on.
    let asked = serde_json::json!({ "prompt": "why does the gate hang?", "prompt_id": "1" });
    machine.hook("claude", &machine.claude_payload("UserPromptSubmit", "s", asked));
    let said = serde_json::json!({ "last_assistant_message": format!("{cause}. {passing}."), "prompt_id": "1" });
    machine.hook("claude", &machine.claude_payload("Stop", "s", said));
    let dry = machine.run_json(&["reflect", "--rework", "--dry-run"]);
    let leaving = dry["proposed"][0]["leaving"].as_array().unwrap();
    assert_eq!((leaving.len(), &leaving[0]["text"]), (1, &passing.into()), "{dry:#}");
    assert_eq!(machine.run_json(&["review"])["proposals"].as_array().unwrap().len(), 0);

    let said = machine.run_ok(["reflect", "--rework"]);
    assert!(said.contains(passing) && said.contains("→ archive/projects/app.md"), "{said}");
    assert_eq!(note(&machine, "projects/app.md"), by_hand, "nothing without a yes");
    let id = machine.run_json(&["review"])["proposals"][0]["id"].as_str().unwrap().to_owned();
    let shown = machine.run_ok(["review", "show", &id]);
    assert!(shown.contains("The current rules") && shown.contains(passing), "{shown}");
    machine.run_ok(["review", "accept", &id]);
    let left = note(&machine, "projects/app.md");
    assert!(left.contains("says Kim") && !left.contains(&format!("{passing} (")), "{left}");
    let archived = note(&machine, "archive/projects/app.md");
    assert!(archived.contains(passing) && archived.contains("(../../episodes/live/"), "{archived}");
    assert!(note(&machine, "projects/app.md").contains(cause));
    assert_eq!(machine.run_json(&["reflect", "--rework"])["proposed"].as_array().unwrap().len(), 0);
    assert_eq!(machine.run_json(&["reflect"])["added"].as_array().unwrap().len(), 0);
}
