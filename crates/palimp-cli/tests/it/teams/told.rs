//! What is told of a team's facts, where, and with which label.

use std::fs;

use super::{fact, git, hits, hits_of, land, member, prompt, push, sync, team};
use crate::mcp::Agent;

const RETRIES: &str = "The payment gateway is retried twice at most.";
const ASKED: &str = "How often is the payment gateway retried?";
const PATH: &str = "facts/app/decision/gateway-retries.md";

fn retries() -> String {
    let why = "\n## Why\n\nThe gateway counts retries as an attack.";
    fact("gateway-retries", "", &format!("{RETRIES}\n{why}"))
}

#[test]
fn an_approved_fact_is_found_and_says_who_approved_it() {
    let mut team = team();
    land(&mut team, &[(PATH, Some(&retries()))]);
    let machine = member(&team);
    let synced = sync(&machine);
    assert_eq!((&synced["facts"], &synced["landed"]), (&1.into(), &2.into()), "{synced}");
    let hit = &hits(&machine, "payment gateway retries")[0];
    assert_eq!(hit["scope"], "team:acme");
    assert_eq!(hit["approved"], serde_json::json!(["cid"]));
    assert_eq!(hit["author"], "team");
    assert_eq!(hit["path"], "team:acme/app/decision/gateway-retries");
    let said = machine.run_ok(["search", "payment gateway retries"]);
    assert!(said.contains("team acme, approved by cid"), "{said}");
    let query = serde_json::json!({ "query": "payment gateway" });
    let (told, _) = Agent::on(&machine, &[]).call("memory_search", query);
    assert!(told.contains("team acme, approved by cid"), "{told}");
    let path = serde_json::json!({ "path": hit["path"] });
    let (whole, went_well) = Agent::on(&machine, &[]).call("memory_get", path);
    assert!(went_well && whole.contains("counts retries as an attack"), "{whole}");
    let read = machine.run_ok(["read", hit["path"].as_str().unwrap()]);
    assert!(read.contains("counts retries as an attack"), "{read}");
}

#[test]
fn a_prompt_is_told_the_right_fact_with_its_label() {
    let mut team = team();
    land(&mut team, &[(PATH, Some(&retries()))]);
    let machine = member(&team);
    sync(&machine);
    let told = prompt(&machine, "s", ASKED);
    assert!(told.contains(RETRIES), "{told}");
    assert!(told.contains("[team] ") && told.contains("team acme, approved by cid"), "{told}");
    assert!(!prompt(&machine, "s2", "Which colour has the logo?").contains("gateway"));
    let explained = machine.run_ok(["context", "--event", "prompt", "--prompt", ASKED]);
    assert!(explained.contains("team acme, approved by cid"), "{explained}");
}

#[test]
fn a_projects_facts_are_told_in_every_clone_of_it_and_nowhere_else() {
    let mut team = team();
    let everywhere = fact("coffee", "", "The coffee machine is cleaned on Fridays.");
    land(&mut team, &[(PATH, Some(&retries())), ("facts/_/decision/coffee.md", Some(&everywhere))]);
    let machine = member(&team);
    sync(&machine);
    let in_directory = |name: &str, url: Option<&str>, query: &str| {
        let clone = machine.root().join(name);
        fs::create_dir_all(&clone).unwrap();
        git(&clone, &["init", "-q"]);
        url.into_iter().for_each(|url| git(&clone, &["config", "remote.o.url", url]));
        let run =
            machine.command(["search", query, "--json"]).current_dir(&clone).output().unwrap();
        let told: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
        told["hits"].as_array().unwrap().len()
    };
    assert_eq!(in_directory("a", Some("https://example.org/acme/app/"), "payment gateway"), 1);
    assert_eq!(in_directory("b", Some("https://example.org/acme/other"), "payment gateway"), 0);
    assert_eq!(in_directory("c", None, "payment gateway"), 0);
    assert_eq!(in_directory("d", None, "coffee machine"), 1);
    let named = hits_of(&machine, &["search", "payment gateway", "--project", "app"]);
    assert_eq!(named.len(), 1);
    git(&machine.project(), &["remote", "remove", "origin"]);
    assert!(!prompt(&machine, "s", ASKED).contains(RETRIES));
    assert!(hits(&machine, "payment gateway").is_empty());
}

#[test]
fn a_project_is_known_by_its_first_commit_as_well() {
    let mut team = team();
    let machine = member(&team);
    let project = machine.project();
    git(&project, &["remote", "remove", "origin"]);
    let who = ["-c", "user.name=T", "-c", "user.email=t@example.org"];
    git(&project, &[&who[..], &["commit", "-q", "--allow-empty", "-m", "one"]].concat());
    let head = fs::read_to_string(project.join(".git/HEAD")).unwrap();
    let branch = project.join(".git").join(head.trim().trim_start_matches("ref: "));
    let root = fs::read_to_string(branch).unwrap();
    let toml = super::team::TEAM.to_owned();
    let toml = format!("{toml}[projects.app]\nroots = [\"{}\"]\n", root.trim());
    land(&mut team, &[("team.toml", Some(&toml))]);
    land(&mut team, &[(PATH, Some(&retries()))]);
    sync(&machine);
    assert!(prompt(&machine, "s", ASKED).contains(RETRIES));
}

#[test]
fn a_prompt_makes_no_more_system_calls_for_hundreds_of_facts() {
    let mut team = team();
    let texts: Vec<(String, String)> = (0..300)
        .map(|number| {
            let text =
                format!("Service number {number} is deployed by the train of week {number}.");
            let id = format!("service-{number}");
            (format!("facts/_/decision/{id}.md"), fact(&id, "", &text))
        })
        .collect();
    let files: Vec<_> = texts.iter().map(|(path, text)| (&path[..], Some(&text[..]))).collect();
    land(&mut team, &files);
    let (with, without) = (member(&team), crate::machine());
    sync(&with);
    let calls = |machine: &palimp_testing::Machine| {
        machine.run_ok(["save", "The logo is orange."]);
        machine.run_ok(["search", "logo"]);
        let fields =
            serde_json::json!({ "prompt": "Which colour has the logo?", "prompt_id": "p" });
        let payload = machine.claude_payload("UserPromptSubmit", "s", fields);
        // The first prompt at a place starts a process that records it.
        machine.hook("claude", &payload);
        machine.wait_for_workers();
        let payload = payload.to_string();
        let mut hook = machine.command(["hook", "claude"]);
        // Writing its statements down would be calls of its own.
        hook.env_remove("PALIMP_STATEMENTS");
        let run =
            palimp_testing::steps::watch(&mut hook, payload.as_bytes(), machine.root()).unwrap();
        assert!(run.status.success(), "{run:?}");
        run.calls
    };
    let (ours, other) = (calls(&with), calls(&without));
    assert!(ours * 10 <= other * 12, "{ours} system calls, {other} without a team");
}

#[test]
fn a_session_that_starts_has_teams_synced_beside_it() {
    let mut team = team();
    land(&mut team, &[(PATH, Some(&retries()))]);
    let machine = member(&team);
    let source = serde_json::json!({ "source": "startup" });
    machine.hook("claude", &machine.claude_payload("SessionStart", "s", source));
    let marker = machine.home().join("locks/team-sync");
    assert!(marker.exists());
    // Whoever comes second waits for the one that was started.
    sync(&machine);
    assert_eq!(hits(&machine, "payment gateway").len(), 1);
    let before = fs::metadata(&marker).unwrap().modified().unwrap();
    let source = serde_json::json!({ "source": "startup" });
    machine.hook("claude", &machine.claude_payload("SessionStart", "s2", source));
    assert_eq!(fs::metadata(&marker).unwrap().modified().unwrap(), before, "it is not due");
}

#[test]
fn superseded_and_expired_facts_are_shown_only_when_asked_for() {
    let mut team = team();
    let old = fact("port-old", "", "The billing service listens on port 7001.");
    let new =
        fact("port-new", "supersedes: port-old\n", "The billing service listens on port 7002.");
    let past = fact("freeze", "expires: 2020-01-01\n", "The release freeze is on in December.");
    let future = fact("move", "valid_from: 2999-01-01\n", "The office moves to Busan.");
    let facts = [("port-old", &old), ("port-new", &new), ("freeze", &past), ("move", &future)];
    for (id, text) in facts {
        land(&mut team, &[(&format!("facts/_/decision/{id}.md"), Some(text))]);
    }
    let machine = member(&team);
    assert_eq!(sync(&machine)["facts"], 4);
    let paths = |args: &[&str]| -> Vec<String> {
        let hits = hits_of(&machine, args).into_iter();
        hits.map(|hit| hit["path"].as_str().unwrap().rsplit('/').next().unwrap().into()).collect()
    };
    assert_eq!(paths(&["search", "billing service port"]), ["port-new"]);
    assert!(paths(&["search", "release freeze"]).is_empty());
    assert!(paths(&["search", "office moves Busan"]).is_empty());
    let mut all = paths(&["search", "billing service port", "--archive"]);
    all.sort();
    assert_eq!(all, ["port-new", "port-old"]);
    for (query, why) in
        [("billing port", "superseded by port-new"), ("release freeze", "expired on 2020-01-01")]
    {
        let said = machine.run_ok(["search", query, "--archive"]);
        assert!(said.contains(why), "{said}");
    }
    let told = prompt(&machine, "s", "On which port does the billing service listen?");
    assert!(told.contains("7002") && !told.contains("7001"), "{told}");
}

#[test]
fn an_erased_fact_is_out_of_the_index() {
    let mut team = team();
    land(&mut team, &[(PATH, Some(&retries()))]);
    let machine = member(&team);
    sync(&machine);
    assert_eq!(hits(&machine, "payment gateway").len(), 1);
    land(&mut team, &[(PATH, None), ("tombstones/gateway-retries", Some(""))]);
    sync(&machine);
    assert!(hits_of(&machine, &["search", "payment gateway", "--archive"]).is_empty());
    let of_git = |path: &std::path::PathBuf| path.to_string_lossy().contains("repository.git");
    assert!(machine.files_with("retried twice").iter().all(of_git));
}

#[test]
fn what_one_wrote_and_the_team_decided_are_both_shown_and_name_each_other() {
    let mut team = team();
    let text = fact("manager", "", "Packages are installed with pnpm, not npm.");
    land(&mut team, &[("facts/_/decision/manager.md", Some(&text))]);
    let machine = member(&team);
    machine.run_ok([
        "save",
        "--everywhere",
        "--kind",
        "decision",
        "Packages are installed with npm.",
    ]);
    sync(&machine);
    let hits = hits(&machine, "packages are installed with");
    let against = |scope: bool| {
        let hit =
            hits.iter().find(|hit| hit["scope"].is_string() == scope).expect("both are shown");
        hit["against"].as_str().expect("it is named").to_owned()
    };
    assert!(against(true).starts_with("shared/decisions.md:"), "{hits:?}");
    assert_eq!(against(false), "team:acme/_/decision/manager");
    let told = prompt(&machine, "s", "With what are packages installed?");
    assert!(told.contains("contradicts team:acme/_/decision/manager"), "{told}");
    assert!(told.contains("contradicts shared/decisions.md:"), "{told}");
}

#[test]
fn a_member_who_was_away_for_a_month_catches_up_in_one_sync() {
    let mut team = team();
    let machine = member(&team);
    sync(&machine);
    for day in 0..30 {
        let text = fact(&format!("day-{day}"), "", &format!("On day {day} the cache was cleared."));
        let files = [("100644", &*format!("facts/_/decision/day-{day}.md"), Some(&*text))];
        let tip = team.landed(&files, "dan", "cid");
        push(&team, tip);
    }
    let synced = sync(&machine);
    assert_eq!((&synced["landed"], &synced["facts"]), (&30.into(), &30.into()), "{synced}");
    assert_eq!(sync(&machine)["landed"], 0);
    assert_eq!(hits_of(&machine, &["search", "cache was cleared", "-n", "100"]).len(), 30);
}

#[test]
fn an_index_that_is_gone_is_made_anew_with_its_facts() {
    let mut team = team();
    land(&mut team, &[(PATH, Some(&retries()))]);
    let machine = member(&team);
    sync(&machine);
    fs::remove_dir_all(machine.home().join("index")).unwrap();
    assert_eq!(hits(&machine, "payment gateway").len(), 1);
    machine.run_ok(["index", "--force"]);
    assert_eq!(hits(&machine, "payment gateway").len(), 1);
}
