//! `palimp config`.

use std::fs;

use palimp_testing::Machine;
use serde_json::{Value, json};

use crate::machine;

fn file(machine: &Machine) -> Value {
    serde_json::from_slice(&fs::read(machine.home().join("settings.json")).unwrap()).unwrap()
}

#[test]
fn a_value_is_told_from_its_default() {
    let machine = machine();
    assert_eq!(
        machine.run_ok(["config", "get", "search.minScore"]).trim(),
        "search.minScore = 0.35  (default)"
    );
    machine.run_ok(["config", "set", "search.minScore", "0.5"]);
    let own = "search.minScore = 0.5  (settings.json; default 0.35)";
    assert_eq!(machine.run_ok(["config", "get", "search.minScore"]).trim(), own);
    let list = machine.run_ok(["config", "list"]);
    assert!(list.lines().any(|line| line == own), "{list}");
    assert!(list.contains("search.maxResults = 6  (default)\n"), "{list}");
    machine.run_ok(["config", "unset", "search.minScore"]);
    assert!(machine.run_ok(["config", "get", "search.minScore"]).ends_with("(default)\n"));
}

#[test]
fn what_a_key_cannot_have_is_refused_with_what_it_can_and_nothing_is_written() {
    let machine = machine();
    for (key, value, said) in [
        ("flush.every", "0", "must be a whole number from 1 to 1000"),
        ("search.minScore", "-1", "must be a number from 0 to 1"),
        ("flush.every", "-5", "must be a whole number from 1 to 1000"),
        ("flush.baseUrl", "[", "flush.baseUrl must be an address such as https://"),
        ("embedding.baseUrl", "1e3", "embedding.baseUrl must be an address such as https://"),
        ("flush.baseUrl", "  ", "must be an address"),
        ("search.minScore", "1.1", "must be a number from 0 to 1"),
        ("search.textWeight", "much", "must be a number from 0 to 1, or null"),
        ("inject.gate", "open", "must be one of strict, normal, loose"),
        ("inject.preset", "loud", "must be one of lean, full, quiet, off, or null"),
        ("memory.enabled", "yes", "must be true or false"),
        ("contextPruning.ttl", "soon", "must be a duration such as 90s, 5m or 1h"),
        ("capture.tools", "[1]", "must be a list of strings"),
        ("agents.work.projects", "[1]", "agents.work.projects must be a list of strings"),
        ("agents.work.vault", "", "agents.work.vault must be a string, or null"),
        ("agents", "{\"work\": {\"vault\": 1}}", "agents.work.vault must be a string, or null"),
    ] {
        let output = machine.run(["config", "set", key, value]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{key} {value}: {told}");
        assert!(told.contains(said), "{key} {value}: {told}");
    }
    assert!(!machine.home().join("settings.json").exists());
}

#[test]
fn an_agents_keys_are_set_one_by_one() {
    let machine = machine();
    machine.run_ok(["config", "set", "agents.work.projects", "api, shop"]);
    machine.run_ok(["config", "set", "agents.work.vault", "~/work-notes"]);
    let work = json!({"projects": ["api", "shop"], "vault": "~/work-notes"});
    assert_eq!(file(&machine), json!({"agents": {"work": work}}));
    let shown = machine.run_json(&["config", "get", "agents.work.vault"]);
    assert_eq!(
        (&shown["key"], &shown["value"], &shown["source"], &shown["default"]),
        (
            &json!("agents.work.vault"),
            &json!("~/work-notes"),
            &json!("settings.json"),
            &json!(null)
        )
    );
    machine.run_ok(["config", "unset", "agents.work.vault"]);
    assert_eq!(machine.run_json(&["config", "get", "agents.work.vault"])["source"], "default");
    assert_eq!(machine.run_json(&["config", "get", "agents.home.projects"])["value"], json!([]));
}

#[test]
fn an_agents_projects_are_its_own_once_they_are_set() {
    let machine = machine();
    let project = machine.project().to_string_lossy().into_owned();
    machine.run_ok(["config", "set", "agents.work.projects", &project]);
    machine.hook_bash("s", "git push", "ok");
    assert_eq!(machine.run_json(&["recent"])[0]["agent"], "work");
}

#[test]
fn a_key_that_is_none_is_answered_with_those_that_are() {
    let machine = machine();
    for (key, said) in [
        (
            "agents.work",
            "settings of an agent: agents.<id>.vault, agents.<id>.obsidian, agents.<id>.projects",
        ),
        ("agents.work.model", "settings of an agent: agents.<id>.vault"),
        ("agents.../x.vault", "settings of an agent: agents.<id>.vault"),
        ("maxresults", "did you mean search.maxResults?"),
        ("memory.enabeld", "did you mean memory.enabled?"),
        ("inject.minScore", "did you mean inject.gate?"),
        ("", "no key given; hint: `palimp config list` shows them all"),
        (" ", "no key given; hint: `palimp config list` shows them all"),
        ("weather", "`palimp config list` shows them all"),
    ] {
        let output = machine.run(["config", "get", key]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{key}: {told}");
        assert!(told.contains(said), "{key}: {told}");
    }
}

#[test]
fn one_wrong_agent_leaves_the_others_alone_and_is_named() {
    let machine = machine();
    let project = machine.project();
    fs::create_dir_all(machine.home()).unwrap();
    let work = json!({"projects": [project]});
    let agents = json!({"agents": {"work": work, "odd": {"vault": 7}, "a/b": work}});
    fs::write(machine.home().join("settings.json"), agents.to_string()).unwrap();
    machine.hook_bash("s", "git push", "ok");
    assert_eq!(machine.run_json(&["recent"])[0]["agent"], "work");
    let said = machine.run(["doctor"]);
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.contains("agents.odd.vault must be a string, or null"), "{said}");
    assert!(said.contains("ids in agents may contain only letters, digits, '-' and '_'"), "{said}");
    let shown = machine.run_json(&["config", "get", "agents"]);
    assert_eq!(shown["value"], json!({"work": work, "odd": {"vault": 7}}));
}

#[test]
fn the_schema_is_the_one_of_the_papers_and_knows_every_key() {
    let machine = machine();
    let printed = machine.run_ok(["config", "schema"]);
    let papers = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/settings.schema.json");
    assert_eq!(printed, fs::read_to_string(papers).unwrap());
    assert_eq!(machine.run_ok(["config", "schema", "--json"]), printed);
    let schema: Value = serde_json::from_str(&printed).unwrap();
    for entry in machine.run_json(&["config", "list"]).as_array().unwrap() {
        let path = entry["key"].as_str().unwrap().replace('.', "/properties/");
        let described = schema.pointer(&format!("/properties/{path}")).expect(&path);
        assert_eq!(
            (&described["default"], &described["description"]),
            (&entry["default"], &entry["about"])
        );
    }
    assert!(!machine.home().exists(), "looking makes nothing");
}

#[test]
fn the_doctor_names_what_has_no_effect_and_what_has_too_large_a_one() {
    let machine = machine();
    fs::create_dir_all(machine.home()).unwrap();
    let settings = |value: Value| {
        fs::write(machine.home().join("settings.json"), value.to_string()).unwrap();
        let said = machine.run(["doctor"]);
        String::from_utf8_lossy(&said.stdout).into_owned()
    };
    let said = settings(json!({"memory": {"enable": false}, "redactoin": {"enabled": false}}));
    assert!(said.contains("no setting memory.enable; did you mean memory.enabled?"), "{said}");
    assert!(said.contains("redactoin.enabled; did you mean redaction.enabled?"), "{said}");
    let said = settings(json!({"redaction": {"allow": ["*"]}}));
    assert!(said.contains("redaction.allow contains \"*\""), "{said}");
    let said = settings(json!({"memory": {"baseUrl": "["}}));
    assert!(said.contains("flush.baseUrl must be an address"), "{said}");
    let said = settings(json!({"$schema": "x", "redaction": {"allow": ["*@example.com"]}}));
    assert!(!said.contains("no setting") && !said.contains("redaction.allow"), "{said}");
}

#[test]
fn text_is_sent_nowhere_else_where_an_address_is_none() {
    let machine = machine();
    fs::create_dir_all(machine.home()).unwrap();
    let settings = json!({"memory": {"cli": "openai", "baseUrl": "["}});
    fs::write(machine.home().join("settings.json"), settings.to_string()).unwrap();
    let shown = machine.run_json(&["config", "get", "flush.baseUrl"]);
    assert_eq!(shown["value"], "[");
    let said = machine.run(["config", "set", "flush.summarizer", "openai"]);
    let said =
        [said.stdout, said.stderr].map(|it| String::from_utf8_lossy(&it).into_owned()).concat();
    assert!(!said.contains("api.openai.com"), "{said}");
}

#[test]
fn old_setting_name_sets_the_present_one() {
    let machine = machine();
    machine.run_ok(["config", "set", "memory.cli", "session"]);
    assert_eq!(machine.run_json(&["config", "get", "flush.summarizer"])["value"], "session");
}

#[test]
fn old_settings_file_keeps_its_meaning() {
    let machine = machine();
    let old = serde_json::json!({"memory": {"flushEvery": 7, "cli": "session", "enabled": true}});
    fs::create_dir_all(machine.home()).unwrap();
    fs::write(machine.home().join("settings.json"), old.to_string()).unwrap();
    for (key, value) in [("flush.every", json!(7)), ("flush.summarizer", json!("session"))] {
        assert_eq!(machine.run_json(&["config", "get", key])["value"], value, "{key}");
    }
    machine.run_ok(["doctor", "--fix"]);
    let file = fs::read_to_string(machine.home().join("settings.json")).unwrap();
    assert!(file.contains("summarizer") && !file.contains("flushEvery"), "{file}");
}
