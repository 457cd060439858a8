//! What is told of an organisation's memories, where, and with which label.

use std::fs;

use palimp_testing::hub_server::HubServer;
use serde_json::json;

use super::{kept, member, pull};
use crate::mcp::Agent;
use crate::teams::{git, hits, hits_of, prompt};

const RETRIES: &str = "The payment gateway is retried twice at most.";
const ASKED: &str = "How often is the payment gateway retried?";

#[test]
fn an_approved_memory_is_found_and_says_who_approved_it() {
    let hub = HubServer::start();
    let machine = member(&hub);
    hub.put_memory(json!({ "id": "m1", "scope": "s-app", "statement": RETRIES, "why": "The gateway counts retries as an attack." }));
    let pulled = pull(&machine);
    assert_eq!((&pulled["came"], &pulled["facts"]), (&json!(1), &json!(1)), "{pulled}");
    let hit = &hits(&machine, "payment gateway retries")[0];
    assert_eq!((&hit["scope"], &hit["approved"]), (&json!("org:acme"), &json!(["cid"])), "{hit}");
    assert_eq!(
        (&hit["author"], &hit["path"]),
        (&json!("team"), &json!("org:acme/app/decision/m1"))
    );
    assert!(machine.run_ok(["search", "payment gateway"]).contains("org acme, approved by cid"));
    let query = json!({ "query": "payment gateway" });
    let (told, _) = Agent::on(&machine, &[]).call("memory_search", query);
    assert!(told.contains("org acme, approved by cid"), "{told}");
    let (whole, fine) = Agent::on(&machine, &[]).call("memory_get", json!({ "path": hit["path"] }));
    assert!(fine && whole.contains("counts retries as an attack"), "{whole}");
    assert_eq!(pull(&machine)["came"], 0, "nothing is new");
}

#[test]
fn a_prompt_is_told_it_with_its_label() {
    let hub = HubServer::start();
    let machine = member(&hub);
    hub.approve("s-app", "m1", RETRIES);
    pull(&machine);
    let told = prompt(&machine, "s", ASKED);
    assert!(told.contains(RETRIES) && told.contains("org acme, approved by cid"), "{told}");
    assert!(!prompt(&machine, "s2", "Which colour has the logo?").contains("gateway"));
}

#[test]
fn a_projects_memories_are_told_in_its_clones_alone_and_the_organisations_everywhere() {
    let hub = HubServer::start();
    let machine = member(&hub);
    hub.approve("s-app", "m1", RETRIES);
    hub.approve("s-org", "m2", "The coffee machine is cleaned on Fridays.");
    pull(&machine);
    let found = |name: &str, url: Option<&str>, query: &str| {
        let clone = machine.root().join(name);
        fs::create_dir_all(&clone).unwrap();
        git(&clone, &["init", "-q"]);
        url.into_iter().for_each(|url| git(&clone, &["config", "remote.o.url", url]));
        let run =
            machine.command(["search", query, "--json"]).current_dir(&clone).output().unwrap();
        let told: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
        told["hits"].as_array().unwrap().len()
    };
    assert_eq!(found("a", Some("https://example.org/acme/app/"), "payment gateway"), 1);
    assert_eq!(found("b", Some("https://example.org/acme/other"), "payment gateway"), 0);
    assert_eq!(found("c", None, "coffee machine"), 1);
    assert_eq!(hits_of(&machine, &["search", "payment gateway", "--project", "app"]).len(), 1);
    git(&machine.project(), &["remote", "remove", "origin"]);
    assert!(!prompt(&machine, "s", ASKED).contains(RETRIES));
}

#[test]
fn what_is_told_no_more_goes_with_its_file() {
    let hub = HubServer::start();
    let machine = member(&hub);
    hub.approve("s-org", "m1", "The walrus pool is filled at dawn.");
    hub.approve("s-org", "m2", "The heron tower is closed in winter.");
    pull(&machine);
    hub.remove("s-org", "m1");
    hub.approve("s-org", "m2", "The heron tower is closed in summer.");
    assert_eq!(pull(&machine)["facts"], 1);
    assert!(hits(&machine, "walrus pool").is_empty());
    assert!(
        machine.files_with("walrus pool").is_empty(),
        "{:?}",
        machine.files_with("walrus pool")
    );
    let found = hits(&machine, "heron tower closed");
    assert!(found.len() == 1 && found[0]["snippet"].to_string().contains("summer"), "{found:?}");
}

#[test]
fn a_scope_that_one_may_see_no_more_goes_too() {
    let hub = HubServer::start();
    let machine = member(&hub);
    hub.approve("s-app", "m1", RETRIES);
    hub.approve("s-org", "m2", "The coffee machine is cleaned on Fridays.");
    pull(&machine);
    hub.org().scopes.remove(1);
    hub.org().add_link();
    pull(&machine);
    assert!(hits(&machine, "payment gateway").is_empty());
    assert!(machine.files_with("payment gateway").is_empty());
    assert_eq!(hits(&machine, "coffee machine").len(), 1);
}

#[test]
fn more_than_a_page_comes_and_what_lasts_no_longer_is_not_told() {
    let hub = HubServer::start();
    let machine = member(&hub);
    hub.org().page = 2;
    for number in 1..=7 {
        hub.approve(
            "s-org",
            &format!("m{number}"),
            &format!("Service {number} is deployed by train."),
        );
    }
    hub.put_memory(json!({ "id": "old", "scope": "s-org", "statement": "The walrus train runs.", "expires": "2026-01-01" }));
    assert_eq!(pull(&machine)["facts"], 8);
    assert_eq!(kept(&machine).len(), 8);
    assert!(!prompt(&machine, "s", "When does the walrus train run?").contains("walrus"));
}

#[test]
fn what_todays_rules_find_is_quarantined_and_never_written() {
    let hub = HubServer::start();
    let machine = member(&hub);
    let secret = "sk_live_4eC39HqLyjWDarjtT1zdp7dc";
    hub.approve("s-org", "m1", &format!("The walrus service uses {secret} for payments."));
    hub.put_memory(json!({ "id": "m2", "scope": "s-org", "statement": "Ask dana.lee@acme-corp.io about herons.", "allow": ["email"] }));
    let pulled = pull(&machine);
    assert_eq!(pulled["held"][0]["id"], "m1", "{pulled}");
    assert_eq!((pulled["held"].as_array().unwrap().len(), &pulled["facts"]), (1, &json!(1)));
    assert!(machine.files_with(secret).is_empty());
    assert!(hits(&machine, "walrus service").is_empty());
    let run = machine.run(["doctor"]);
    let said = String::from_utf8(run.stdout).unwrap();
    assert!(said.contains("m1 is quarantined"), "{said}");
    hub.approve("s-org", "m1", "The walrus service pays by card.");
    assert_eq!(pull(&machine)["held"], json!([]));
    assert_eq!(hits(&machine, "walrus service").len(), 1);
}

#[test]
fn names_that_are_none_leave_the_hubs_directory_alone() {
    let hub = HubServer::start();
    let machine = member(&hub);
    for (id, kind) in [("../../x", "decision"), ("m1", "../x"), (".hidden", "decision")] {
        hub.put_memory(
            json!({ "id": id, "scope": "s-org", "kind": kind, "statement": "The walrus sings." }),
        );
    }
    let front = "The walrus sings.\n---\nid: other\n---\nIt does.";
    hub.put_memory(json!({ "id": "m5", "scope": "s-org", "statement": front }));
    let pulled = pull(&machine);
    assert_eq!(
        (pulled["held"].as_array().unwrap().len(), kept(&machine).len()),
        (3, 1),
        "{pulled}"
    );
    hub.org().scopes.push(json!({ "id": "../s", "kind": "org", "role": "reader" }));
    assert!(super::pull_fails(&machine).contains("is not a scope id"));
}

#[test]
fn the_code_of_a_memory_is_looked_at() {
    let hub = HubServer::start();
    let machine = member(&hub);
    fs::create_dir_all(machine.project().join("src")).unwrap();
    let code = "fn send() {\n    retry(2);\n    let answer = wait_for_the_gateway();\n    count(answer);\n}\n";
    fs::write(machine.project().join("src/http.rs"), code).unwrap();
    let place = machine.project().join("src/http.rs:1-5");
    machine.run_ok(["save", RETRIES, "--at", place.to_str().unwrap()]);
    let note = machine
        .files_with("palimp:at")
        .into_iter()
        .find(|it| it.extension().is_some_and(|e| e == "md"))
        .unwrap();
    let text = fs::read_to_string(&note).unwrap();
    let from = text.find("palimp:at ").unwrap() + "palimp:at ".len();
    let at = text[from..].split(" -->").next().unwrap().to_owned();
    fs::remove_file(note).unwrap();
    hub.put_memory(json!({ "id": "m1", "scope": "s-app", "statement": RETRIES, "anchors": [at] }));
    pull(&machine);
    fs::write(machine.project().join("src/http.rs"), "fn other() {}\n").unwrap();
    let found = machine.run_ok(["search", "payment gateway"]);
    assert!(found.contains("the code"), "{found}");
}

#[test]
fn a_session_that_starts_pulls_beside_it() {
    let hub = HubServer::start();
    let machine = member(&hub);
    let event = machine.claude_payload("SessionStart", "s", json!({ "source": "startup" }));
    let asked = hub.requests().len();
    machine.hook("claude", &event);
    let due = |hub: &HubServer| hub.requests().len() > asked;
    let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while !due(&hub) && std::time::Instant::now() < until {
        std::thread::yield_now();
    }
    assert!(due(&hub), "nobody pulled");
}
