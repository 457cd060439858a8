//! Obsidian vaults: palimp writes below one folder, and reads the notes around it.

use std::fs;
use std::path::{Path, PathBuf};

use palimp_testing::Machine;
use palimp_testing::browser::TestBrowser as Dashboard;
use palimp_testing::life::Life;
use serde_json::{Value, json};

use crate::bootstrap::tree;
use crate::machine;
use crate::mcp::Agent;

fn write(vault: &Path, path: &str, text: &str) {
    let path = vault.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A user's vault of Obsidian's.
fn obsidian(machine: &Machine) -> PathBuf {
    let vault = machine.user_home().join("Notes");
    write(&vault, ".obsidian/templates.json", r#"{"folder":"서식"}"#);
    write(&vault, "서식/day.md", "# {{date}}\n\nheron template\n");
    write(
        &vault,
        "새/왜가리.md",
        "---\ntags: [birds]\n---\n# 왜가리\n\nThe heron nests. [[둥지]]\n",
    );
    write(&vault, "새/둥지.md", "# 둥지\n\nBuilt in March.\n");
    write(&vault, "projects/shop.md", "# Shop\n\n- The walrus counter is mine\n");
    write(&vault, "sessions/therapy.md", "The osprey session.\n");
    vault
}

fn init(machine: &Machine, vault: &Path, more: &[&str]) -> Value {
    let words = ["init", "--vault", vault.to_str().unwrap()];
    machine.run_json(&[&words, more].concat())
}

/// Paths of what a search for `words` finds.
fn found(machine: &Machine, words: &str) -> Vec<String> {
    let answer = machine.run_json(&["search", "-n", "20", "--source", "notes", words]);
    let hits = answer["hits"].as_array().unwrap().iter();
    hits.map(|hit| hit["path"].as_str().unwrap().to_owned()).collect()
}

/// Contents of a vault outside of palimp's folder.
fn outside(vault: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let own = vault.join("palimp");
    tree(vault).into_iter().filter(|(path, _)| !path.starts_with(&own)).collect()
}

#[test]
fn obsidian_vault_gets_one_folder() {
    let machine = machine();
    let vault = obsidian(&machine);
    let before = outside(&vault);
    let told = init(&machine, &vault, &[]);
    assert_eq!(told["vault"], vault.join("palimp").to_str().unwrap());
    assert_eq!((&told["notes"], &told["read"]), (&json!(0), &json!(4)), "{told}");
    assert_eq!(told["leftAlone"], json!(["서식"]));
    for kind in ["core", "preference", "decision", "procedure", "lesson", "semantic", "daily"] {
        machine.run_ok(["save", "--kind", kind, &format!("The {kind} puffin.")]);
    }
    Life { days: 3, sessions: 2, events: 9 }.live_on(&machine, &mut |_| {
        machine.run_ok(["search", "heron"]);
    });
    for words in ["index", "reflect", "flush", "doctor", "scan", "cleanup"] {
        machine.run_ok([words]);
    }
    assert_eq!(outside(&vault), before);
    assert!(vault.join("palimp/MEMORY.md").is_file() && vault.join("palimp/episodes").is_dir());
    assert!(found(&machine, "puffin").len() >= 5);
    let said = machine.run_ok(["status"]);
    assert!(said.contains("obsidian") && said.contains("4 notes, read only"), "{said}");
}

#[test]
fn notes_around_the_folder_are_found_as_ones_own() {
    let machine = machine();
    let vault = obsidian(&machine);
    init(&machine, &vault, &[]);
    let answer = machine.run_json(&["search", "heron"]);
    assert_eq!(answer["hits"][0]["path"], "~/Notes/새/왜가리.md");
    assert_eq!(answer["hits"][0]["author"], "user", "{answer}");
    assert_eq!(answer["hits"].as_array().unwrap().len(), 1, "no template");
    assert_eq!(found(&machine, "osprey"), ["~/Notes/sessions/therapy.md"]);
    let place = vault.join("새/왜가리.md");
    for path in ["~/Notes/새/왜가리.md", "새/왜가리.md", place.to_str().unwrap()] {
        assert!(machine.run_ok(["read", path]).contains("The heron nests"), "{path}");
        assert!(!machine.run(["edit", path]).status.success(), "{path}");
    }
    assert!(!machine.run(["save", "~/Notes/새/왜가리.md", "x"]).status.success());
    let listed = machine.run_json(&["list", "새/"]);
    assert_eq!(listed["notes"].as_array().unwrap().len(), 2, "{listed}");
    let tagged = machine.run_json(&["list", "--tag", "birds"]);
    assert_eq!(tagged["notes"][0]["path"], "~/Notes/새/왜가리.md");
    let missing = machine.run(["read", "왜가리.md"]);
    assert!(String::from_utf8(missing.stderr).unwrap().contains("~/Notes/새/왜가리.md"));
}

#[test]
fn links_lead_from_the_folder_into_the_vault() {
    let machine = machine();
    let vault = obsidian(&machine);
    init(&machine, &vault, &[]);
    machine.run_ok(["save", "ideas.md", "Birds: [[왜가리]] and [shop](../projects/shop.md)."]);
    let linked = machine.run_json(&["links", "ideas.md"]);
    let paths: Vec<_> = linked["links"].as_array().unwrap().iter().map(|it| &it["path"]).collect();
    assert_eq!(paths, ["~/Notes/새/왜가리.md", "~/Notes/projects/shop.md"], "{linked}");
    for name in ["왜가리", "새/왜가리.md", "~/Notes/새/왜가리.md"] {
        let back = machine.run_json(&["links", name]);
        assert_eq!(back["backlinks"][0]["path"], "ideas.md", "{back}");
        assert_eq!(back["links"][0]["path"], "~/Notes/새/둥지.md", "{back}");
    }
}

#[test]
fn changes_around_the_folder_are_noticed_by_a_server() {
    let machine = machine();
    let vault = obsidian(&machine);
    init(&machine, &vault, &[]);
    let mut agent = Agent::on(&machine, &[]);
    let mut search = |words: &str| agent.call("memory_search", json!({ "query": words })).0;
    for _ in 0..3 {
        assert!(search("heron").contains("~/Notes/새/왜가리.md"));
    }
    write(&vault, "새/왜가리.md", "The bittern booms.\n");
    write(&vault, "새/new.md", "The lapwing tumbles.\n");
    assert!(search("bittern").contains("~/Notes/새/왜가리.md"));
    assert!(search("lapwing").contains("~/Notes/새/new.md"));
    fs::remove_file(vault.join("새/new.md")).unwrap();
    assert!(!search("lapwing tumbles").contains("new.md"));
    let (text, _) = agent.call("memory_get", json!({ "path": "~/Notes/새/왜가리.md" }));
    assert!(text.contains("The bittern booms."), "{text}");
}

#[test]
fn prompt_after_a_change_is_told_the_new_note() {
    let machine = machine();
    let vault = obsidian(&machine);
    for number in 0..80 {
        write(&vault, &format!("일지/{number}.md"), &format!("Day {number} was quiet.\n"));
    }
    init(&machine, &vault, &[]);
    machine.run_ok(["index"]);
    write(&vault, "deploy.md", "# Deploys\n\n- The kestrel service deploys through port 7331\n");
    let prompt = json!({ "prompt": "which port does the kestrel service deploy through?" });
    let told = machine.hook("claude", &machine.claude_payload("UserPromptSubmit", "s", prompt));
    assert!(told.contains("7331"), "{told}");
    assert!(told.contains("  - The kestrel service"), "no mark of another author: {told}");
}

#[test]
fn folders_are_kept_from_search_and_notes_from_prompts() {
    let machine = machine();
    let vault = obsidian(&machine);
    write(&vault, "일기/monday.md", "# Monday\n\n- The kestrel diary names port 7331\n");
    write(&vault, "people.md", "# People\n\n- The kestrel keeper answers on port 9442\n");
    init(&machine, &vault, &[]);
    machine.run_ok(["save", "ideas.md", "The kestrel cage opens through port 5115."]);
    let told = |id: &str| {
        let prompt = json!({ "prompt": "which port does the kestrel keeper answer on?" });
        machine.hook("claude", &machine.claude_payload("UserPromptSubmit", id, prompt))
    };
    assert!(told("s-1").contains("9442"));
    assert_eq!(found(&machine, "kestrel").len(), 3);
    machine.run_ok(["config", "set", "inject.exclude", "people.md,~/Notes/새/"]);
    assert!(!told("s-2").contains("9442"));
    assert!(found(&machine, "kestrel").contains(&"~/Notes/people.md".to_owned()));
    machine.run_ok(["config", "set", "index.exclude", "일기,idea*"]);
    let status = machine.run_ok(["status"]);
    assert!(status.contains("일기, idea*") && status.contains("people.md"), "{status}");
    assert_eq!(machine.run_json(&["status"])["notIndexed"], serde_json::json!(["일기", "idea*"]));
    assert_eq!(found(&machine, "kestrel"), ["~/Notes/people.md"]);
    assert!(!told("s-3").contains("7331"));
    let mut agent = Agent::on(&machine, &[]);
    write(&vault, "일기/tuesday.md", "The kestrel flew.\n");
    let (text, _) = agent.call("memory_search", json!({ "query": "kestrel" }));
    assert!(!text.contains("일기") && text.contains("people.md"), "{text}");
    // Whoever names a note reads it all the same.
    assert!(machine.run_ok(["read", "일기/monday.md"]).contains("7331"));
    machine.run_ok(["config", "unset", "index.exclude"]);
    assert_eq!(found(&machine, "kestrel").len(), 4);
}

#[test]
fn rule_note_that_is_excluded_is_not_injected() {
    let machine = machine();
    machine.run_ok(["save", "--kind", "decision", "Use pnpm for the walrus shop, never npm."]);
    let start = |id: &str| {
        let source = json!({ "source": "startup" });
        machine.hook("claude", &machine.claude_payload("SessionStart", id, source))
    };
    assert!(start("s-1").contains("pnpm"));
    machine.run_ok(["config", "set", "inject.exclude", "projects/"]);
    assert!(!start("s-2").contains("pnpm"));
    assert_eq!(found(&machine, "walrus pnpm"), ["projects/app.md"]);
}

#[test]
fn folder_with_notes_of_the_user_stays_theirs() {
    let machine = machine();
    let vault = obsidian(&machine);
    write(&vault, "Palimp/thoughts.md", "# On palimp\n\nThe razorbill idea.\n");
    let said = machine.run(["init", "--vault", vault.to_str().unwrap()]);
    let told = String::from_utf8(said.stderr).unwrap();
    assert!(told.contains("Palimp has notes that palimp did not write"), "{told}");
    machine.run_ok(["save", "the gannet dives"]);
    assert!(vault.join("palimp-memory/memory").is_dir());
    assert_eq!(found(&machine, "razorbill"), ["~/Notes/Palimp/thoughts.md"]);
    assert_eq!(init(&machine, &vault, &[])["vault"], vault.join("palimp-memory").to_str().unwrap());
    // Another machine with the same vault.
    fs::remove_dir_all(machine.home()).unwrap();
    assert_eq!(init(&machine, &vault, &[])["vault"], vault.join("palimp-memory").to_str().unwrap());
    assert_eq!(found(&machine, "gannet").len(), 1);
    write(&vault, "palimp-memory/mine.md", "mine\n");
    fs::remove_dir_all(vault.join("palimp-memory/memory")).unwrap();
    fs::remove_dir_all(machine.home()).unwrap();
    let refused = machine.run(["init", "--vault", vault.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("--folder"));
    let told = init(&machine, &vault, &["--folder", "Meta/memory"]);
    assert_eq!(told["vault"], vault.join("Meta/memory").to_str().unwrap());
    for folder in ["../x", ".hidden", "/abs", "a//b", ""] {
        let refused = machine.run(["init", "--vault", vault.to_str().unwrap(), "--folder", folder]);
        assert_eq!(refused.status.code(), Some(2), "{folder}");
    }
}

#[test]
fn home_that_wrote_at_the_root_stays_there() {
    let machine = machine();
    let vault = obsidian(&machine);
    let place = vault.to_str().unwrap();
    machine.run_ok(["config", "set", "agents.main.vault", place]);
    machine.run_ok(["save", "새/왜가리.md", "It eats fish."]);
    assert!(fs::read_to_string(vault.join("새/왜가리.md")).unwrap().contains("It eats fish."));
    let told = init(&machine, &vault, &[]);
    assert_eq!((&told["vault"], &told["obsidian"]), (&json!(place), &Value::Null), "{told}");
    assert_eq!(found(&machine, "heron"), ["새/왜가리.md"]);
    // A folder of its own when it is asked for; the user's notes are not taken along.
    let told = init(&machine, &vault, &["--folder", "palimp", "--move-notes"]);
    assert_eq!((&told["moved"], &told["read"]), (&json!([]), &json!(4)), "{told}");
    assert_eq!(found(&machine, "heron"), ["~/Notes/새/왜가리.md"]);
    // And back.
    machine.run_ok(["save", "gulls.md", "The gull screams."]);
    let told = init(&machine, &vault, &["--at-root", "--move-notes"]);
    assert_eq!(told["moved"], json!(["gulls.md"]), "{told}");
    assert_eq!(found(&machine, "gull"), ["gulls.md"]);
    assert_eq!(machine.run_json(&["config", "get", "agents.main.obsidian"])["value"], Value::Null);
}

#[test]
fn agents_share_a_vault_and_not_their_folders() {
    let machine = machine();
    let vault = obsidian(&machine);
    init(&machine, &vault, &[]);
    machine.run_ok(["save", "the dunlin is main's"]);
    let told = init(&machine, &vault, &["--agent", "work"]);
    assert_eq!(told["vault"], vault.join("palimp-work").to_str().unwrap());
    machine.run_ok(["save", "--agent", "work", "the curlew is work's"]);
    let of_work = |words: &str| {
        let answer = machine.run_json(&["search", "--agent", "work", "--source", "notes", words]);
        answer["hits"].as_array().unwrap().len()
    };
    assert_eq!((of_work("dunlin"), of_work("curlew"), of_work("heron")), (0, 1, 1));
    assert_eq!(found(&machine, "curlew"), [""; 0]);
}

#[test]
fn vault_inside_a_vault_is_taken_as_it_is_named() {
    let machine = machine();
    let vault = obsidian(&machine);
    let told = init(&machine, &vault.join("새"), &[]);
    assert_eq!((&told["obsidian"], &told["notes"]), (&Value::Null, &json!(2)), "{told}");
    assert_eq!(found(&machine, "walrus"), [""; 0]);
    assert!(!machine.run(["init", "--vault", "/tmp", "--folder", "x"]).status.success());
    // Its own folder, named: what there is stays.
    init(&machine, &vault, &[]);
    let told = init(&machine, &vault.join("palimp"), &[]);
    assert_eq!(told["obsidian"], vault.to_str().unwrap(), "{told}");
}

#[test]
fn dashboard_shows_a_note_around_the_folder() {
    let machine = machine();
    let vault = obsidian(&machine);
    init(&machine, &vault, &[]);
    machine.run_ok(["save", "ideas.md", "Birds: [[왜가리]]."]);
    let dashboard =
        Dashboard::from_command(machine.command(["dashboard", "--no-open", "--lang", "en"]));
    let page = dashboard.page("notes/~/Notes/새/왜가리.md");
    assert!(page.contains("The heron nests.") && page.contains("ideas.md"), "{page}");
    assert!(!page.contains("?edit"), "{page}");
    assert!(dashboard.page("search?q=heron").contains("notes/~/Notes/"));
    assert!(dashboard.page("notes?in=~/Notes").contains("projects/"));
    assert_eq!(dashboard.get("notes/~/Notes/서식/day.md").status, 404);
}

/// Names the directory as an agent's vault, or as the Obsidian vault around it, as settings written before may.
fn name_in_settings(machine: &Machine, key: &str, place: &Path) {
    machine.run_ok(["config", "set", &format!("agents.{key}"), place.to_str().unwrap()]);
}

#[test]
fn obsidian_vault_of_another_agent_is_not_read() {
    let machine = machine();
    let vault = obsidian(&machine);
    init(&machine, &vault, &["--at-root"]);
    machine.run_ok(["save", "the dunlin is main's"]);
    let place = vault.to_str().unwrap();
    let refused = machine.run(["init", "--agent", "work", "--vault", place]);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("agent work would read the notes of agent main; hint: "), "{said}");
    assert!(!vault.join("palimp-work").exists());
    name_in_settings(&machine, "work.vault", &vault.join("palimp-work"));
    name_in_settings(&machine, "work.obsidian", &vault);
    fs::create_dir(vault.join("palimp-work")).unwrap();
    machine.run_ok(["save", "--agent", "work", "the curlew is work's"]);
    let of_work = ["search", "--agent", "work", "--source", "notes", "dunlin curlew"];
    let hits = machine.run_json(&of_work)["hits"].clone();
    assert_eq!(hits.as_array().unwrap().len(), 1, "{hits}");
    assert_eq!(found(&machine, "curlew"), [""; 0]);
    let doctor = machine.run(["doctor", "--agent", "work"]);
    let said = String::from_utf8(doctor.stdout).unwrap();
    assert!(said.contains("agent main keeps its notes there"), "{said}");
}

#[test]
fn vault_at_the_root_leaves_other_agents_folders() {
    let machine = machine();
    let vault = obsidian(&machine);
    init(&machine, &vault, &["--agent", "work"]);
    machine.run_ok(["save", "--agent", "work", "the curlew is work's"]);
    let place = vault.to_str().unwrap();
    assert_eq!(machine.run(["init", "--vault", place, "--at-root"]).status.code(), Some(2));
    name_in_settings(&machine, "main.vault", &vault);
    assert_eq!(found(&machine, "curlew"), [""; 0]);
    let new = machine.user_home().join("other");
    let told = init(&machine, &new, &["--move-notes"]);
    assert!(!told["moved"].to_string().contains("palimp-work"), "{told}");
    assert_eq!(found(&machine, "heron"), ["새/왜가리.md"]);
    let of_work = machine.run_json(&["search", "--agent", "work", "curlew"]);
    assert_eq!(of_work["hits"].as_array().unwrap().len(), 1, "{of_work}");
}

#[test]
fn init_back_at_the_home_brings_the_notes() {
    let machine = machine();
    let vault = obsidian(&machine);
    init(&machine, &vault, &[]);
    machine.run_ok(["save", "gulls.md", "The gull screams."]);
    let usual = machine.home().join("vault");
    let told = init(&machine, &usual, &["--move-notes"]);
    assert_eq!(told["moved"], json!(["gulls.md"]), "{told}");
    assert!(usual.join("gulls.md").is_file() && !vault.join("palimp/gulls.md").exists());
    assert_eq!(found(&machine, "gull"), ["gulls.md"]);
    assert_eq!(found(&machine, "heron"), [""; 0]);
}
